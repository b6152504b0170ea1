"""One hand under any rules: printed jokers and the master card beside what the natural cards can do.

A hand comes as planes of its natural cards and counts of the other two; ``laid`` cards are not among them, but
``full`` tells of which faces all three copies are in the hand or laid.
"""

from typing import Final

from marriage_analysis.compiled.arrays import Counts, Words
from marriage_analysis.compiled.jit import compiled, count_bits
from marriage_analysis.compiled.marriage import rule_words
from marriage_analysis.compiled.marriage.finish import completes
from marriage_analysis.compiled.marriage.longer import longer_completes
from marriage_analysis.compiled.marriage.planes import NATURAL, RANKS, without

SETS_TO_SHOW: Final = 3
DUBLEES_TO_SHOW: Final = 7

_ACE_HIGH: Final = rule_words.ACE_HIGH
_PUTALI: Final = rule_words.PUTALI
_PUTALI_TUNNEL: Final = rule_words.PUTALI_TUNNEL_PRIMARY
_MASTER: Final = rule_words.MASTER_CARD
_MASTER_IN_PRIMARY: Final = rule_words.MASTER_IN_PRIMARY
_JOKER_PAIR: Final = rule_words.JOKER_PAIR_DUBLEE
_SET_LENGTH: Final = rule_words.SET_LENGTH


@compiled
def _completes(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, cards: int, exchanges: int,
    may_come: int, ace_high: bool, exact: bool,
) -> bool:  # fmt: skip
    if exact or cards == 3 * pure:
        return completes(
            once, twice, thrice, wild, others, pure, cards // 3 - pure, exchanges, may_come, ace_high
        )
    return longer_completes(
        once, twice, thrice, wild, others, pure, cards, exchanges, may_come, ace_high
    )  # fmt: skip


@compiled
def _with_master(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, cards: int, exchanges: int,
    may_come: int, ace_high: bool, exact: bool, held: int,
) -> bool:  # fmt: skip
    """Whether a master card, held or exchanged for, completes the hand in a pure sequence (COMB-14)."""
    exchanges -= 1 - held
    if exchanges < 0:
        return False
    for suit in range(4):
        shift = 16 * suit
        for length in range(3, 4 if exact or cards == 3 * pure else 6):
            for start in range(15 - length if ace_high else 14 - length):
                row = ((1 << length) - 1) << start
                run = (row | row >> 13) & RANKS
                for place in range(start, start + length):
                    stands = (1 << place | (1 << place) >> 13) & RANKS
                    natural = run & ~stands
                    own = once >> shift & natural
                    kept = own
                    while kept:
                        lacking = natural & ~kept
                        number = count_bits(lacking)
                        if number <= exchanges and lacking & ~(may_come >> shift) == 0:
                            a, b, c = without(once, twice, thrice, kept << shift)
                            if _completes(
                                a, b, c, wild, others - held, pure - 1, cards - length, exchanges - number,
                                may_come, ace_high, exact,
                            ):  # fmt: skip
                                return True
                        kept = (kept - 1) & own
    return False


@compiled
def hand_completes(
    once: int, twice: int, thrice: int, jokers: int, masters: int, wild: int, pure: int, cards: int,
    exchanges: int, full: int, rules: Words,
) -> bool:  # fmt: skip
    """Whether so many exchanges give sets of ``cards`` cards in all, ``pure`` of them pure.

    With three cards for each pure set this is the primary show. ``wild`` are the wild natural faces, 0 before
    the tiplu is seen.
    """
    ace_high = rules[_ACE_HIGH] == 1
    exact = rules[_SET_LENGTH] == rule_words.EXACT3
    others = jokers + masters
    may_come = NATURAL & ~full
    if _completes(once, twice, thrice, wild, others, pure, cards, exchanges, may_come, ace_high, exact):
        return True
    if pure == 0:
        return False
    masters_help = rules[_MASTER_IN_PRIMARY] == 1 and rules[_MASTER] >= 0
    if masters_help and _with_master(
        once, twice, thrice, wild, others, pure, cards, exchanges, may_come, ace_high, exact, masters
    ):
        return True
    exchanges -= 3 - jokers
    if rules[_PUTALI_TUNNEL] == 0 or rules[_PUTALI] < 3 or exchanges < 0:
        return False
    pure, cards = pure - 1, cards - 3
    if _completes(once, twice, thrice, wild, masters, pure, cards, exchanges, may_come, ace_high, exact):
        return True
    return (
        masters_help
        and pure > 0
        and _with_master(
            once, twice, thrice, wild, masters, pure, cards, exchanges, may_come, ace_high, exact, masters
        )
    )


@compiled
def hand_missing(
    once: int, twice: int, thrice: int, jokers: int, masters: int, wild: int, pure: int, cards: int, full: int,
    rules: Words,
) -> int:  # fmt: skip
    """The least number of exchanges with which :func:`hand_completes`."""
    exchanges = 0
    while not hand_completes(
        once, twice, thrice, jokers, masters, wild, pure, cards, exchanges, full, rules
    ):  # fmt: skip
        exchanges += 1
    return exchanges


@compiled
def _identical(counts: Counts, wanted: int, laid: int, rules: Words) -> int:
    """The least number of cards to exchange for so many pairs of one face; ``laid`` faces do not count."""
    pairs = singles = 0
    for face in range(53 if rules[_JOKER_PAIR] > 0 and rules[_PUTALI] > 1 else 52):
        if not laid >> face & 1:
            if counts[face] > 1:
                pairs += 1
            elif counts[face] == 1:
                singles += 1
    missing = max(wanted - pairs, 0)
    return missing + max(missing - singles, 0)


@compiled
def dublees_missing(counts: Counts, dublees: int, laid: int, jokers: Words, rules: Words) -> int:
    """The least number of cards to exchange until free cards make so many dublees with the laid ones.

    ``laid`` are faces, as bits by number; ``jokers`` tells of each face whether with another such face it is an
    eighth dublee though they differ (DUB-04), for a player who has seen.
    """
    wanted = dublees - count_bits(laid)
    least = _identical(counts, wanted, laid, rules)
    if dublees <= DUBLEES_TO_SHOW or wanted <= 0 or jokers.sum() == 0:
        return least
    least = min(least, 2 + _identical(counts, wanted - 1, laid, rules))
    for first in range(53):
        if jokers[first] == 0 or counts[first] == 0:
            continue
        counts[first] -= 1
        least = min(least, 1 + _identical(counts, wanted - 1, laid, rules))
        for second in range(first, 53):
            if jokers[second] == 1 and counts[second] > 0:
                counts[second] -= 1
                least = min(least, _identical(counts, wanted - 1, laid, rules))
                counts[second] += 1
        counts[first] += 1
    return least
