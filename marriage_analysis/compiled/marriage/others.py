"""Sets of three beside the pure ones: can the natural cards left fill them, with wild cards and exchanges?

With t whole natural sets, p pairs that one wild or exchanged card completes, and q pairs of one face, which
only an exchange for the third copy completes, n sets can be made with w wild cards and x exchanges exactly when
2t + p + q >= 2n - w - x, q <= x and t + p + q <= n. So wild cards count by their number alone.
"""

from typing import Final

from marriage_analysis.compiled.jit import compiled, count_bits, lowest_bit
from marriage_analysis.compiled.marriage.planes import ACES, NATURAL, without, without_two

_STARTS_LOW: Final = 0x7FF | 0x7FF << 16 | 0x7FF << 32 | 0x7FF << 48
_QUEENS: Final = ACES << 11
_RANKS_ONE_SUIT: Final = 0x1FFF


@compiled
def run_starts(once: int, ace_high: bool) -> int:
    """The lowest cards of the sequences of three that are held; a queen starts the one with the ace above."""
    starts = once & (once >> 1) & (once >> 2) & _STARTS_LOW
    if ace_high:
        starts |= once & (once >> 1) & ((once & ACES) << 11) & _QUEENS
    return starts


@compiled
def run_mask(place: int) -> int:
    """The cards of the sequence of three whose lowest card has that place."""
    if place & 15 == 11:
        return 3 << place | 1 << (place - 11)
    return 7 << place


@compiled
def trial_places(once: int) -> int:
    """The trials of three that are held, 13 bits for each of the suits left out."""
    spades, hearts = once & _RANKS_ONE_SUIT, once >> 16 & _RANKS_ONE_SUIT
    diamonds, clubs = once >> 32 & _RANKS_ONE_SUIT, once >> 48
    major, minor = spades & hearts, diamonds & clubs
    return major & diamonds | (major & clubs) << 13 | (spades & minor) << 26 | (hearts & minor) << 39


@compiled
def trial_mask(place: int) -> int:
    """The cards of the trial with that place."""
    rank = place % 13
    kind = place // 13
    if kind == 0:
        suits = 1 | 1 << 16 | 1 << 32
    elif kind == 1:
        suits = 1 | 1 << 16 | 1 << 48
    elif kind == 2:
        suits = 1 | 1 << 32 | 1 << 48
    else:
        suits = 1 << 16 | 1 << 32 | 1 << 48
    return suits << rank


@compiled
def holds_pairs(
    once: int, twice: int, thrice: int, number: int, twins: int, may_come: int, ace_high: bool
) -> bool:
    """Whether the cards hold so many disjoint pairs, at most ``twins`` of them two of a face.

    Two of a face are a pair only where the third copy may come (``may_come``). The lowest card left is paired
    with each other it can be, or with none.
    """
    if number == 0:
        return True
    if count_bits(once) + count_bits(twice) + count_bits(thrice) < 2 * number:
        return False
    place = lowest_bit(once)
    bit = 1 << place
    others = bit << 1 | bit << 2 | bit << 16
    if place < 32:
        others |= bit << 32
        if place < 16:
            others |= bit << 48
    if ace_high and place & 15 == 0:
        others |= bit << 11 | bit << 12
    others &= once
    while others:
        mask = bit | (others & -others)
        a, b, c = without(once, twice, thrice, mask)
        if holds_pairs(a, b, c, number - 1, twins, may_come, ace_high):
            return True
        others &= others - 1
    if twins and twice & may_come & bit:
        a, b, c = without_two(once, twice, thrice, bit)
        if holds_pairs(a, b, c, number - 1, twins - 1, may_come, ace_high):
            return True
    return holds_pairs(once & ~bit, twice & ~bit, thrice & ~bit, number, twins, may_come, ace_high)


@compiled
def _fills(
    once: int, twice: int, thrice: int, wanted: int, sets: int, twins: int, may_come: int, ace_high: bool,
    start: int,
) -> bool:  # fmt: skip
    """Whether pairs give what is ``wanted``, or a whole set more and then pairs.

    Whole sets are taken in the order of ``start``: sequences by place, from 64 on tunnels, from 128 on trials.
    Only numbers that are worked out are handed on: numba cannot keep a function that calls itself with others.
    """
    if wanted <= 0:
        return True
    if wanted > 2 * sets or wanted > count_bits(once) + count_bits(twice) + count_bits(thrice):
        return False
    if wanted <= sets and holds_pairs(once, twice, thrice, wanted, twins, may_come, ace_high):
        return True
    runs = run_starts(once, ace_high) & -(1 << start) if start < 64 else 0
    while runs:
        place = lowest_bit(runs)
        a, b, c = without(once, twice, thrice, run_mask(place))
        if _fills(a, b, c, wanted - 2, sets - 1, twins, may_come, ace_high, place):
            return True
        runs &= runs - 1
    tunnels = thrice if start < 64 else thrice & -(1 << (start - 64)) if start < 128 else 0
    while tunnels:
        place = lowest_bit(tunnels)
        rest = ~(1 << place)
        a, b, c = once & rest, twice & rest, thrice & rest
        if _fills(a, b, c, wanted - 2, sets - 1, twins, may_come, ace_high, 64 + place):
            return True
        tunnels &= tunnels - 1
    trials = trial_places(once) if start < 128 else trial_places(once) & -(1 << (start - 128))
    while trials:
        place = lowest_bit(trials)
        a, b, c = without(once, twice, thrice, trial_mask(place))
        if _fills(a, b, c, wanted - 2, sets - 1, twins, may_come, ace_high, 128 + place):
            return True
        trials &= trials - 1
    return False


@compiled
def fills(
    once: int, twice: int, thrice: int, wilds: int, sets: int, exchanges: int, may_come: int, ace_high: bool
) -> bool:
    """Whether so many sets of three can be made of natural cards, wild cards and exchanged ones.

    ``may_come`` are the faces of which the whole hand holds fewer than three copies.
    """
    return _fills(
        once, twice, thrice, 2 * sets - wilds - exchanges, sets, exchanges, may_come & NATURAL, ace_high, 0
    )


@compiled
def most_whole(once: int, twice: int, thrice: int, ace_high: bool) -> int:
    """No more natural sets of three than this can lie side by side; each counts once for each copy of it."""
    return (
        count_bits(run_starts(once, ace_high))
        + count_bits(run_starts(twice, ace_high))
        + count_bits(run_starts(thrice, ace_high))
        + count_bits(trial_places(once))
        + count_bits(trial_places(twice))
        + count_bits(trial_places(thrice))
        + count_bits(thrice)
    )


@compiled
def others_missing(
    once: int, twice: int, thrice: int, wilds: int, sets: int, may_come: int, ace_high: bool
) -> int:
    """The least number of exchanges with which so many sets of three can be made."""
    exchanges = max(0, sets - wilds - min(sets, most_whole(once, twice, thrice, ace_high)))
    while not fills(once, twice, thrice, wilds, sets, exchanges, may_come, ace_high):
        exchanges += 1
    return exchanges
