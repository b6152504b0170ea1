"""Complete hands of sets of three cards or more: how few exchanges give one.

An exchanged card is missing from a pure set, completes two of a face, or serves as a wild card does. So a hand
is complete with x exchanges when the cards go into sets with so many wild cards more, and so many thrown away.
"""

from typing import Final

from marriage_analysis.compiled.jit import compiled, count_bits, lowest_bit
from marriage_analysis.compiled.marriage.planes import ACES, NATURAL, RANKS, without, without_two

_STARTS: Final = 0x3FFF | 0x3FFF << 16 | 0x3FFF << 32 | 0x3FFF << 48


@compiled
def length_of(word: int) -> int:
    """How many bits a word of at most four bits takes."""
    return 4 if word > 7 else 3 if word > 3 else 2 if word > 1 else word


@compiled
def _near_and_far(once: int, twice: int, thrice: int, may_come: int, ace_high: bool) -> tuple[int, int, int]:
    """The faces in a whole set, those with a neighbour near, those with one less near or a third copy to come.

    Each face is in one of the words at most; the others stand alone.
    """
    held = once | (once & ACES) << 13 if ace_high else once
    thirds = held & held >> 1 & held >> 2 & _STARTS
    whole = thirds | thirds << 1 | thirds << 2
    near = held & (held << 1 | held >> 1 | held << 2 | held >> 2)
    far = held & (held << 3 | held >> 3 | held << 4 | held >> 4)
    whole = (whole | (whole >> 13 & ACES)) & once
    near = (near | (near >> 13 & ACES)) & once
    far = (far | (far >> 13 & ACES)) & once
    first, second = once & RANKS, once >> 16 & RANKS
    third, fourth = once >> 32 & RANKS, once >> 48
    major, minor = first & second, third & fourth
    either_major, either_minor = first | second, third | fourth
    trials = major & either_minor | minor & either_major
    pairs = major | minor | either_major & either_minor
    every = 1 | 1 << 16 | 1 << 32 | 1 << 48
    whole |= trials * every & once | thrice
    near |= pairs * every & once
    return whole, near & ~whole, (far | twice & may_come) & ~whole & ~near


@compiled
def _shares(once: int, twice: int, thrice: int, near: int, far: int, alone: int) -> int:
    """The least that the cards cost, in twelfths of a wild card: what each bears of its cheapest set."""
    return (
        3 * (count_bits(once & near) + count_bits(twice & near) + count_bits(thrice & near))
        + 6 * (count_bits(once & far) + count_bits(twice & far) + count_bits(thrice & far))
        + 18 * (count_bits(once & alone) + count_bits(twice & alone) + count_bits(thrice & alone))
    )


@compiled
def _place(
    once: int, twice: int, thrice: int, fills: int, throws: int, twins: int, wilds: int, room: int,
    pure_room: int, shares: int, may_come: int, ace_high: bool, near: int, far: int, alone: int,
) -> bool:  # fmt: skip
    """Whether the lowest card left goes into a set or away, and so all after it.

    ``fills`` are wild and exchanged cards left, ``wilds`` of them wild as far as they need not be used up.
    """
    if fills < 0 or throws < 0 or 12 * fills - shares + 18 * throws < 0:
        return False
    if once == 0:
        left = fills - throws
        if left < 0:
            return False
        exchanged = left - max(0, min(left, wilds))
        return left == 0 or left > 2 or left <= room + min(pure_room, exchanged)
    place = lowest_bit(once)
    bit = 1 << place
    rank = place & 15
    share = _shares(bit, 0, 0, near, far, alone)
    if thrice & bit and _place(
        once & ~bit, twice & ~bit, thrice & ~bit, fills, throws, twins, wilds, room, pure_room,
        shares - 3 * share, may_come, ace_high, near, far, alone,
    ):  # fmt: skip
        return True
    for way in range(3):
        if way == 0:
            others = (once >> place) >> 1 & (RANKS >> rank) >> 1 & 15
            shift = place + 1
        elif way == 1:
            others = once >> (place + 9) & 15 if rank == 0 and ace_high else 0
            shift = place + 9
        else:
            others = once & (ACES << rank) & ~bit
            shift = 0
        kept = others
        while kept:
            size = 1 + count_bits(kept)
            if way == 0:
                cost = max(3, 1 + length_of(kept)) - size
                more = 2
            elif way == 1:
                cost = max(3, 5 - lowest_bit(kept)) - size
                more = 2
            else:
                cost = max(0, 3 - size)
                more = 4 - size - cost
            mask = bit | kept << shift
            a, b, c = without(once, twice, thrice, mask)
            if _place(
                a, b, c, fills - cost, throws, twins, wilds - cost, room + more, pure_room,
                shares - _shares(mask, 0, 0, near, far, alone), may_come, ace_high, near, far, alone,
            ):  # fmt: skip
                return True
            kept = (kept - 1) & others
    a, b, c = without(once, twice, thrice, bit)
    if twins > 0 and twice & may_come & bit:
        d, e, f = without_two(once, twice, thrice, bit)
        if _place(
            d, e, f, fills - 1, throws, twins - 1, wilds, room, pure_room, shares - 2 * share, may_come,
            ace_high, near, far, alone,
        ):  # fmt: skip
            return True
    if _place(
        a, b, c, fills, throws - 1, twins, wilds, room, pure_room, shares - share, may_come, ace_high,
        near, far, alone,
    ):  # fmt: skip
        return True
    return _place(
        a, b, c, fills - 2, throws, twins, wilds - 2, room + 2, pure_room, shares - share, may_come, ace_high,
        near, far, alone,
    )  # fmt: skip


@compiled
def _others(
    once: int, twice: int, thrice: int, wild: int, others: int, cards: int, exchanges: int, pure_room: int,
    may_come: int, ace_high: bool,
) -> bool:  # fmt: skip
    """Whether the rest goes into sets of so many ``cards`` in all."""
    wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild) + others
    a, b, c = once & ~wild, twice & ~wild, thrice & ~wild
    fills = wilds + exchanges
    throws = count_bits(a) + count_bits(b) + count_bits(c) + fills - cards
    whole, near, far = _near_and_far(a, b, c, may_come if exchanges else may_come & 0, ace_high)
    alone = a & ~whole & ~near & ~far
    return _place(
        a, b, c, fills, throws, exchanges, wilds, others & 0, pure_room,
        _shares(a, b, c, near, far, alone), may_come, ace_high, near, far, alone,
    )  # fmt: skip


@compiled
def _kept_cards(once: int, place: int, kept: int, ace_high: bool) -> int:
    """The mask of a card with those above it, where the ace above the king is held too."""
    mask = (1 | kept << 1) << (place & 15)
    return ((mask | mask >> 13) & RANKS) << (place & 48) if ace_high or mask >> 13 == 0 else 0 & once


@compiled
def _can_come(comes: int, rank: int, kept: int, length: int) -> bool:
    """Whether a copy of every card that a sequence lacks may come, at either end where one has to be added."""
    mask = (1 | kept << 1) << rank
    span = 1 + length_of(kept)
    missing = (((1 << span) - 1) << rank) & ~mask
    if missing & ~comes:
        return False
    return span == length or comes >> (rank + 2) & 1 == 1 or (rank > 0 and comes >> (rank - 1) & 1 == 1)


@compiled
def _pure(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, cards: int, exchanges: int,
    pure_room: int, may_come: int, ace_high: bool, start: int,
) -> bool:  # fmt: skip
    """Pure sets by the lowest card they keep, in the order of ``start``, then the other sets."""
    if 2 * pure <= exchanges and _others(
        once, twice, thrice, wild, others, cards - 3 * pure, exchanges - 2 * pure, pure_room + 2 * pure,
        may_come, ace_high,
    ):  # fmt: skip
        return True
    if pure == 0:
        return False
    for place in range(start, 64):
        bit = 1 << place
        if not once & bit:
            continue
        if thrice & bit and _pure(
            once & ~bit, twice & ~bit, thrice & ~bit, wild, others, pure - 1, cards - 3, exchanges, pure_room,
            may_come, ace_high, place,
        ):  # fmt: skip
            return True
        suit = place & 48
        held = once >> suit & RANKS
        held |= (held & 1) << 13 if ace_high else 0
        row = (held >> (place & 15)) >> 1 & 15
        comes = may_come >> suit & RANKS
        comes |= (comes & 1) << 13 if ace_high else 0
        kept = row
        while kept:
            size = 1 + count_bits(kept)
            length = max(3, 1 + length_of(kept))
            lacking = length - size
            cards_kept = _kept_cards(once, place, kept, ace_high)
            if lacking <= exchanges and _can_come(comes, place & 15, kept, length):
                a, b, c = without(once, twice, thrice, cards_kept)
                if _pure(
                    a, b, c, wild, others, pure - 1, cards - length, exchanges - lacking, pure_room + 2,
                    may_come, ace_high, place,
                ):  # fmt: skip
                    return True
            kept = (kept - 1) & row
        if exchanges and twice & may_come & bit:
            a, b, c = without_two(once, twice, thrice, bit)
            if _pure(
                a, b, c, wild, others, pure - 1, cards - 3, exchanges - 1, pure_room, may_come, ace_high, place
            ):  # fmt: skip
                return True
    return False


@compiled
def longer_completes(
    once: int, twice: int, thrice: int, wild: int, others: int, pure: int, cards: int, exchanges: int,
    may_come: int, ace_high: bool,
) -> bool:  # fmt: skip
    """Whether so many exchanges give sets of ``cards`` cards in all, ``pure`` of them pure.

    ``wild`` are the wild natural faces, ``others`` the number of wild cards that have no natural face,
    ``may_come`` the faces of which the whole hand has fewer than three copies.
    """
    return _pure(
        once, twice, thrice, wild, others, pure, cards, exchanges, others & 0, may_come & NATURAL, ace_high,
        others & 0,
    )  # fmt: skip
