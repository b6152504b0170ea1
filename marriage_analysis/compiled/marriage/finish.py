"""Complete hands of sets of three: three pure sets and the others, with the least number of exchanges.

A card that is exchanged is missing from a pure set, or comes into one of the others. The pure part is searched
by what it costs; whether the others can be filled from what it leaves is for ``others.py``.
"""

from typing import Final

from marriage_analysis.compiled.jit import compiled, count_bits, lowest_bit
from marriage_analysis.compiled.marriage.others import fills, most_whole
from marriage_analysis.compiled.marriage.planes import RANKS
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
