"""How far the free cards of a player who has shown are from sets of three, and what helps: exact.

The cards of a hand are three masks of faces, held once or more, twice or more, three times; a face is a bit,
its suit times 16 plus its rank.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

Masks = tuple[int, int, int]

_NATURAL: Final = 0x1FFF1FFF1FFF1FFF
_ACES: Final = 0x0001000100010001


@cache
def bit_of(face: int) -> int:
    """The bit of a natural face."""
    return 1 << (face // 13 * 16 + face % 13)


def masks_of(natural: Sequence[int]) -> Masks:
    """The masks of the counts of the 52 natural faces."""
    once = twice = thrice = 0
    for face, count in enumerate(natural):
        if count:
            bit = bit_of(face)
            once |= bit
            if count > 1:
                twice |= bit
                if count > 2:
                    thrice |= bit
    return once, twice, thrice


def less(cards: Masks, mask: int) -> Masks:
    """The cards without one copy of each face of the mask."""
    once, twice, thrice = cards
    return once & ~mask | twice & mask, twice & ~mask | thrice & mask, thrice & ~mask


def plus(cards: Masks, mask: int) -> Masks:
    """The cards with one copy more of each face of the mask."""
    once, twice, thrice = cards
    return once | mask, twice | once & mask, thrice | twice & mask


def missing(cards: Masks, *, wilds: int, sets: int, ace_high: bool) -> int:
    """The least number of cards to exchange so that there are so many sets of three."""
    exchanges = 0
    while not fills(cards, wilds, sets, exchanges, ace_high):
        exchanges += 1
    return exchanges


@lru_cache(maxsize=200_000)
def fills(cards: Masks, wilds: int, sets: int, exchanges: int, ace_high: bool) -> bool:
    """Whether so many exchanges do.

    A whole natural set saves two cards, a natural pair one; 2 * sets less the wild and the exchanged cards have
    to be saved. Two of a face wait for the third copy: no wild card helps them (COMB-07), and a fourth is not.
    """
    comes = _NATURAL & ~cards[2]
    whole = _whole_sets(cards[0], ace_high)
    tunnels = list(_bits(cards[2]))
    partners = _partners(ace_high)
    return _saves(cards, 2 * sets - wilds - exchanges, sets, exchanges, comes, partners, whole, tunnels)


def _saves(
    cards: Masks,
    wanted: int,
    sets: int,
    twins: int,
    comes: int,
    partners: dict[int, int],
    whole: list[int],
    tunnels: list[int],
) -> bool:
    """``whole`` and ``tunnels`` are the masks of the natural sets that may still be taken."""
    if wanted <= 0:
        return True
    if wanted > 2 * sets or wanted > sum(map(int.bit_count, cards)):
        return False
    if wanted <= sets and _holds_pairs(cards, wanted, twins, comes, partners):
        return True
    for index, mask in enumerate(whole):
        left = less(cards, mask)
        others = [other for other in whole[index:] if other & left[0] == other]
        tunnels_left = [bit for bit in tunnels if bit & left[2]]
        if _saves(left, wanted - 2, sets - 1, twins, comes, partners, others, tunnels_left):
            return True
    once, twice, thrice = cards
    for index, bit in enumerate(tunnels):
        left = once & ~bit, twice & ~bit, thrice & ~bit
        if _saves(left, wanted - 2, sets - 1, twins, comes, partners, [], tunnels[index + 1 :]):
            return True
    return False


def _holds_pairs(cards: Masks, number: int, twins: int, comes: int, partners: dict[int, int]) -> bool:
    """Whether there are so many disjoint pairs, no more than ``twins`` of them two of a face."""
    if not number:
        return True
    once, twice, thrice = cards
    if sum(map(int.bit_count, cards)) < 2 * number:
        return False
    bit = once & -once
    others = partners[bit] & once
    while others:
        other = others & -others
        if _holds_pairs(less(cards, bit | other), number - 1, twins, comes, partners):
            return True
        others ^= other
    if twins and twice & comes & bit:
        left = (once & ~bit | thrice & bit, twice & ~bit, thrice & ~bit)
        if _holds_pairs(left, number - 1, twins - 1, comes, partners):
            return True
    return _holds_pairs((once & ~bit, twice & ~bit, thrice & ~bit), number, twins, comes, partners)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _whole_sets(once: int, ace_high: bool) -> list[int]:
    """The masks of the sequences and trials of three that lie in a mask of faces."""
    found = [7 * low for low in _bits(once & once >> 1 & once >> 2)]
    if ace_high:
        kings = once & once << 1 & (once & _ACES) << 12
        found += [king | king >> 1 | king >> 12 for king in _bits(kings)]
    suits = [once >> 16 * suit & 0x1FFF for suit in range(4)]
    for three in combinations(range(4), 3):
        ranks = suits[three[0]] & suits[three[1]] & suits[three[2]]
        if ranks:
            every = sum(1 << 16 * suit for suit in three)
            found += [every * rank for rank in _bits(ranks)]
    return found


@cache
def _partners(ace_high: bool) -> dict[int, int]:
    """For each card, by its bit, those above it that make a pair with it."""
    partners: dict[int, int] = {}
    for face in range(52):
        bit = bit_of(face)
        beside = bit << 1 | bit << 2 | (bit << 11 | bit << 12) * (ace_high and not face % 13)
        others = sum(bit_of(other) for other in range(face % 13, 52, 13))
        partners[bit] = (beside & _NATURAL & 0x1FFF << 16 * (face // 13) | others) & -(bit << 1)
    return partners
