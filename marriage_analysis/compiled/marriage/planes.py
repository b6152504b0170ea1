"""A hand as three words: which natural faces it holds at least once, twice, three times.

A face is one bit, the suit times 16 plus the rank, so that neighbours of a suit are neighbours and a trial is
16 bits apart; bits 13 to 15 of a suit stay free, and no word is ever negative. Sets of cards are added and
taken away a whole mask at a time, one copy of each face.
"""

from typing import Final

from marriage_analysis.compiled.arrays import Counts
from marriage_analysis.compiled.jit import compiled

SUIT_BITS: Final = 16
ACES: Final = 1 | 1 << 16 | 1 << 32 | 1 << 48
RANKS: Final = 0x1FFF
NATURAL: Final = RANKS | RANKS << 16 | RANKS << 32 | RANKS << 48

Planes = tuple[int, int, int]
"""The faces held at least once, at least twice, three times."""


@compiled
def bit_of(face: int) -> int:
    """The bit of a natural face, by its number 0 to 51."""
    return 1 << (face // 13 * 16 + face % 13)


@compiled
def planes_of(counts: Counts) -> Planes:
    """The natural cards of counts by face number; more than three copies count as three."""
    once = twice = thrice = 0
    for face in range(52):
        count = counts[face]
        if count:
            bit = 1 << (face // 13 * 16 + face % 13)
            once |= bit
            if count > 1:
                twice |= bit
                if count > 2:
                    thrice |= bit
    return once, twice, thrice


@compiled
def without(once: int, twice: int, thrice: int, mask: int) -> Planes:
    """One copy less of each face of the mask; all of them are held."""
    return (once & ~mask) | (twice & mask), (twice & ~mask) | (thrice & mask), thrice & ~mask


@compiled
def without_two(once: int, twice: int, thrice: int, mask: int) -> Planes:
    """Two copies less of each face of the mask; they are held."""
    return (once & ~mask) | (thrice & mask), twice & ~mask, thrice & ~mask


@compiled
def with_one(once: int, twice: int, thrice: int, mask: int) -> Planes:
    """One copy more of each face of the mask, none of which is held three times."""
    return once | mask, twice | (once & mask), thrice | (twice & mask)
