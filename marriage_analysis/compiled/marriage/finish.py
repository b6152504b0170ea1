"""Complete hands of sets of three: three pure sets and the others, with the least number of exchanges.

A card that is exchanged is missing from a pure set, or comes into one of the others. The pure part is searched
by what it costs; whether the others can be filled from what it leaves is for ``others.py``.
"""

from typing import Final

from marriage_analysis.compiled.jit import compiled, count_bits, lowest_bit
from marriage_analysis.compiled.marriage.others import fills, most_whole
from marriage_analysis.compiled.marriage.planes import RANKS, without
from marriage_analysis.compiled.marriage.show import suit_groups, without_group

_WHOLE: Final = (1 << 25) - 1
"""The groups of three among those of a suit (``show.py``)."""


@compiled
def _pure(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, sets: int, exchanges: int,
    may_come: int, ace_high: bool, suit: int, allowed: int, lacking: int,
) -> bool:  # fmt: skip
    """First whole sets, suit by suit, then (``lacking`` 1) groups of two; one card each keep the sets left."""
    if 2 * pure <= exchanges:
        natural_wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild)
        if fills(
            once & ~wild, twice & ~wild, thrice & ~wild, natural_wilds + others, sets, exchanges - 2 * pure,
            may_come, ace_high,
        ):  # fmt: skip
            return True
    if pure == 0:
        return False
    while lacking < 2:
        if pure * lacking > exchanges:
            return False
        while suit < 4:
            shift = 16 * suit
            groups = (
                suit_groups(
                    once >> shift & RANKS, twice >> shift & RANKS, thrice >> shift & RANKS,
                    may_come >> shift & RANKS, ace_high,
                )
                & allowed
                & (~_WHOLE if lacking else _WHOLE)
            )  # fmt: skip
            while groups:
                group = lowest_bit(groups)
                a, b, c = without_group(
                    once >> shift & RANKS, twice >> shift & RANKS, thrice >> shift & RANKS, group
                )
                rest = ~(RANKS << shift)
                if _pure(
                    once & rest | a << shift, twice & rest | b << shift, thrice & rest | c << shift,
                    wild, others, pure - 1, sets, exchanges - lacking, may_come, ace_high,
                    suit, -(1 << group), lacking,
                ):  # fmt: skip
                    return True
                groups &= groups - 1
            suit += 1
            allowed = -1
        suit = 0
        lacking += 1
    return False


@compiled
def completes(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, sets: int, exchanges: int,
    may_come: int, ace_high: bool,
) -> bool:  # fmt: skip
    """Whether so many exchanges give ``pure`` pure sets and ``sets`` others, all of three cards.

    ``wild`` are the wild natural faces, ``others`` the number of wild cards that have no natural face,
    ``may_come`` the faces of which the whole hand has fewer than three copies.
    """
    natural_wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild)
    bound = most_whole(once, twice, thrice, ace_high)
    if 2 * (pure + sets) - natural_wilds - others - exchanges > pure + sets + min(bound, pure + sets):
        return False
    return _pure(once, twice, thrice, wild, others, pure, sets, exchanges, may_come, ace_high, 0, -1, 0)


@compiled
def finish_missing(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, sets: int, may_come: int,
    ace_high: bool, least: int,
) -> int:  # fmt: skip
    """The least number of exchanges, ``least`` or more, with which :func:`completes`."""
    exchanges = least
    while not completes(
        once, twice, thrice, wild, others, pure, sets, exchanges, may_come, ace_high
    ):  # fmt: skip
        exchanges += 1
    return exchanges


OTHER_CARD: Final = 1 << 13
"""A bit no natural face has: a wild card without a natural face."""


@compiled
def _discards(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, sets: int, ace_high: bool,
    found: int, suit: int, allowed: int,
) -> int:  # fmt: skip
    """What each choice of pure sets, from ``suit`` on, adds to the discards ``found``."""
    if pure == 0:
        every = once | (OTHER_CARD if others else 0)
        if every & ~found == 0:
            return found
        wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild) + others
        a, b, c = once & ~wild, twice & ~wild, thrice & ~wild
        if not fills(a, b, c, wilds, sets, 0, 0, ace_high):
            return found
        if wilds and fills(a, b, c, wilds - 1, sets, 0, 0, ace_high):
            # The wild card that is left stands for any natural card thrown, but for one of three alike.
            found |= every & ~c
        left = a & ~found
        while left:
            bit = left & -left
            d, e, f = without(a, b, c, bit)
            if fills(d, e, f, wilds, sets, 0, 0, ace_high):
                found |= bit
            left &= left - 1
        return found
    while suit < 4:
        shift = 16 * suit
        rest = ~(RANKS << shift)
        a, b, c = once >> shift & RANKS, twice >> shift & RANKS, thrice >> shift & RANKS
        groups = suit_groups(a, b, c, 0, ace_high) & allowed & _WHOLE
        while groups:
            group = lowest_bit(groups)
            d, e, f = without_group(a, b, c, group)
            found = _discards(
                once & rest | d << shift, twice & rest | e << shift, thrice & rest | f << shift, wild, others,
                pure - 1, sets, ace_high, found, suit, -(1 << group),
            )  # fmt: skip
            groups &= groups - 1
        suit += 1
        allowed = -1
    return found


@compiled
def discards(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, sets: int, ace_high: bool
) -> int:
    """The cards, as planes have them, of which one can be thrown so that all the others go into sets of three.

    The hand has one card more than the sets; ``OTHER_CARD`` stands for one of the ``others``.
    """
    wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild) + others
    if pure + sets - wilds > most_whole(once, twice, thrice, ace_high):
        return 0
    return _discards(once, twice, thrice, wild, others, pure, sets, ace_high, 0, 0, -1)
