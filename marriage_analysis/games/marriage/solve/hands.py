"""Hands as numbers: words of a byte a face, made at once of a list of counts, with a guard against borrowing.

A *word* counts copies, a *mask* has the lowest bit of each face's field set or not. Both hold all 54 faces in
canonical order, the ace of spades lowest, so that a suit is thirteen fields.
"""

from collections.abc import Iterator, Sequence
from typing import Final

Counts = Sequence[int]
"""How many copies of each of the 54 faces."""

NumberedSet = tuple[int, ...]
"""A set by face numbers, ascending but for the ace above the king."""

NumberedSets = tuple[NumberedSet, ...]

FIELD: Final = 8
"""Bits of a face."""

SUIT_BITS: Final = 13 * FIELD

ONES: Final = sum(1 << FIELD * face for face in range(54))
"""Every face, as a mask."""

GUARD: Final = 128 * ONES
"""The guard bits of a word; a word with them, less a group, keeps them all exactly when it holds the group."""

SUIT: Final = ONES & (1 << SUIT_BITS) - 1
"""The ranks of the lowest suit, as a mask."""

NATURAL: Final = ONES & (1 << 4 * SUIT_BITS) - 1
"""The faces that have a rank and a suit, as a mask."""

ALL_SUITS: Final = sum(1 << SUIT_BITS * suit for suit in range(4))
"""A mask of ranks times this is the mask of their faces in all suits."""

UNITS: Final = tuple(1 << FIELD * face for face in range(54))
"""One copy of each face."""


def word(counts: Counts) -> int:
    """The copies of each face, without guard bits; what has more than three is no hand."""
    return int.from_bytes(counts, "little")


def word_of(cards: Sequence[int]) -> int:
    """The word of some cards by face numbers."""
    return sum(map(UNITS.__getitem__, cards))


def masks(hand: int) -> tuple[int, int, int]:
    """The faces that a word has once or more, twice or more, and three times."""
    odd, twice = hand & ONES, hand >> 1 & ONES
    return odd | twice, twice, odd & twice


def faces_in(mask: int) -> Iterator[int]:
    """The numbers of the faces in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() // FIELD
        mask ^= low
