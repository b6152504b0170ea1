"""How far a hand is from three pure sets, and which cards help: one suit at a time, then the suits joined.

A pure set of the final hand keeps three cards of the hand, two, or one; each kept group of two or three is one
of 63 in a suit: runs, tunnels, two neighbours, two with a gap, two of a face.
"""

from typing import Final

from marriage_analysis.compiled.jit import compiled, count_bits, lowest_bit
from marriage_analysis.compiled.marriage.planes import RANKS, Planes, without, without_two

NEVER: Final = 99

_TUNNELS: Final = 12
"""Runs have the numbers 0 to 11 by their lowest rank (11: queen, king, ace), then come tunnels, and so on."""
_NEIGHBOURS: Final = 25
_GAPS: Final = 38
_TWINS: Final = 50

Found = tuple[int, int]
"""How many cards are missing, and the faces that help, as bits by suit and rank."""


@compiled
def suit_groups(once: int, twice: int, thrice: int, may_come: int, ace_high: bool) -> int:
    """The groups that the cards of a suit hold, as bits; ``may_come`` are the ranks of which a copy is left.

    Two cards are a group only where a third that makes the set may come.
    """
    held = once | (once & 1) << 13 if ace_high else once
    comes = may_come | (may_come & 1) << 13 if ace_high else may_come
    above = held >> 1
    gap = held & (held >> 2)
    return (
        (gap & above & 0xFFF)
        | thrice << _TUNNELS
        | (held & above & ((comes << 1) | (comes >> 2)) & RANKS) << _NEIGHBOURS
        | (gap & (comes >> 1) & 0xFFF) << _GAPS
        | (twice & may_come) << _TWINS
    )


@compiled
def group_mask(group: int) -> int:
    """The ranks of a group, the ace above the king at its place below the two."""
    if group < _TUNNELS:
        mask = 7 << group
    elif group < _NEIGHBOURS:
        mask = 1 << (group - _TUNNELS)
    elif group < _GAPS:
        mask = 3 << (group - _NEIGHBOURS)
    elif group < _TWINS:
        mask = 5 << (group - _GAPS)
    else:
        mask = 1 << (group - _TWINS)
    return (mask | mask >> 13) & RANKS


@compiled
def group_outs(group: int, may_come: int, ace_high: bool) -> int:
    """The ranks that complete a group of two, of those that may come; 0 for a whole set."""
    if group < _NEIGHBOURS:
        return 0
    comes = may_come | (may_come & 1) << 13 if ace_high else may_come
    if group < _GAPS:
        low = group - _NEIGHBOURS
        outs = ((1 << low) >> 1 | 4 << low) & comes
    elif group < _TWINS:
        outs = (2 << (group - _GAPS)) & comes
    else:
        outs = (1 << (group - _TWINS)) & comes
    return (outs | outs >> 13) & RANKS


@compiled
def without_group(once: int, twice: int, thrice: int, group: int) -> Planes:
    """The cards that are left beside a group."""
    mask = group_mask(group)
    if _TUNNELS <= group < _NEIGHBOURS:
        return once & ~mask, twice & ~mask, thrice & ~mask
    if group >= _TWINS:
        return without_two(once, twice, thrice, mask)
    return without(once, twice, thrice, mask)


@compiled
def partners(once: int, alone: int, may_come: int, ace_high: bool) -> int:
    """The ranks that make a group of two with a card held; of ``alone`` one copy is in the hand."""
    held = once | (once & 1) << 13 if ace_high else once
    comes = may_come | (may_come & 1) << 13 if ace_high else may_come
    near = ((comes << 1) | (comes >> 2)) & (RANKS if ace_high else 0xFFF)
    far = (comes >> 1) & (0xFFF if ace_high else 0x7FF)
    found = (held & near) << 1 | (held >> 1) & near | (held & far) << 2 | (held >> 2) & far
    return ((found | found >> 13) & RANKS | (once & alone)) & may_come


@compiled
def _search(
    once: int, twice: int, thrice: int, alone: int, may_come: int, ace_high: bool,
    allowed: int, left: int, missing: int, outs: int, best: int, best_outs: int,
) -> Found:  # fmt: skip
    singles = min(left, count_bits(once) + count_bits(twice) + count_bits(thrice))
    total = missing + 3 * left - singles
    if total <= best:
        if total < best:
            best, best_outs = total, 0
        best_outs |= outs
        if singles:
            best_outs |= partners(once, alone, may_come, ace_high)
        if singles < left:
            best_outs |= may_come
    if left == 0:
        return best, best_outs
    groups = suit_groups(once, twice, thrice, may_come, ace_high) & allowed
    while groups:
        group = lowest_bit(groups)
        lacks = 0 if group < _NEIGHBOURS else 1
        if missing + left * lacks > best:
            break
        a, b, c = without_group(once, twice, thrice, group)
        best, best_outs = _search(
            a, b, c, alone, may_come, ace_high, -(1 << group), left - 1, missing + lacks,
            outs | group_outs(group, may_come, ace_high), best, best_outs,
        )  # fmt: skip
        groups &= groups - 1
    return best, best_outs


@compiled
def suit_missing(once: int, twice: int, thrice: int, sets: int, ace_high: bool) -> Found:
    """How many cards a suit lacks for so many pure sets, and the ranks that help; planes of one suit."""
    if sets == 0:
        return 0, 0
    return _search(once, twice, thrice, once & ~twice, RANKS & ~thrice, ace_high, -1, sets, 0, 0, 3 * sets, 0)
