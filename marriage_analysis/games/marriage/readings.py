"""Ways to read cards as a sequence or a trial: which cards serve at their own face, which as wilds.

Knows no rule beyond the shape of sequences (COMB-02, COMB-03, COMB-09..13) and trials (COMB-04, COMB-05);
which faces are wild, and what follows from a reading, is for the caller.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Suit
from marriage_analysis.games.marriage.verdict import StandIn

LONGEST_SEQUENCE = 13
"""The ace counts once, so a sequence ends at thirteen cards (COMB-13)."""
LONGEST_TRIAL = 4


@dataclass(frozen=True, slots=True)
class Pattern:
    """Different faces that cards can be read as: those of a sequence, or all four of a rank."""

    faces: tuple[Face, ...]
    bits: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The faces that the cards are read as, a natural sequence or trial, and the wilds that stand for some."""

    faces: tuple[Face, ...]
    stand_ins: tuple[StandIn, ...]


@cache
def sequences(length: int, *, ace_high: bool) -> tuple[Pattern, ...]:
    """Every run of that length in one suit: the ace low, and high where ``ace_high`` (COMB-09, COMB-10).

    >>> len(sequences(3, ace_high=True)), len(sequences(13, ace_high=True)), sequences(14, ace_high=True)
    (48, 8, ())
    """
    order = (*Rank, Rank.ACE) if ace_high else tuple(Rank)
    if not 1 <= length <= LONGEST_SEQUENCE:
        return ()
    return tuple(
        _pattern(Face.of(rank, suit) for rank in order[low : low + length])
        for suit in Suit
        for low in range(len(order) - length + 1)
    )


@cache
def rounded_sequences(length: int) -> tuple[Pattern, ...]:
    """Every run of that length that goes on from king and ace to two: none of them is legal (COMB-11).

    >>> len(rounded_sequences(3)), rounded_sequences(2)
    (4, ())
    """
    order = (*Rank, *Rank)
    if length > LONGEST_SEQUENCE:
        return ()
    return tuple(
        _pattern(Face.of(rank, suit) for rank in order[low : low + length])
        for suit in Suit
        for low in range(15 - length, 13)
    )


@cache
def ranks_of_four(length: int) -> tuple[Pattern, ...]:
    """The four faces of each rank, for trials of that length; none where no trial is that long (SL-04)."""
    if not 3 <= length <= LONGEST_TRIAL:
        return ()
    return tuple(_pattern(Face.of(rank, suit) for suit in Suit) for rank in Rank)


def best_reading(cards: Sequence[Face], wild: frozenset[Face], patterns: Iterable[Pattern]) -> Reading | None:
    """The reading in which the fewest wilds stand in, the first pattern among equals; None where there is none.

    Every card that is not in ``wild`` must be in the pattern, once; a wild card serves at its own face where
    the pattern has room for it (COMB-12).
    """
    plain = [face for face in cards if face not in wild]
    plain_bits, held_bits = _bits(plain), _bits(cards)
    if plain_bits.bit_count() < len(plain):
        return None
    fitting = [pattern for pattern in patterns if not plain_bits & ~pattern.bits]
    if not fitting:
        return None
    best = max(fitting, key=lambda pattern: (held_bits & pattern.bits).bit_count())
    own = [face for face in best.faces if face in cards]
    standing_in = sorted((Counter(cards) - Counter(own)).elements())
    missing = [face for face in best.faces if face not in own]
    stand_ins = tuple(StandIn(card, face) for card, face in zip(standing_in, missing, strict=False))
    taken = {*own, *(stand_in.stands_for for stand_in in stand_ins)}
    return Reading(tuple(face for face in best.faces if face in taken), stand_ins)


def _pattern(faces: Iterable[Face]) -> Pattern:
    different = tuple(faces)
    return Pattern(different, _bits(different))


def _bits(faces: Iterable[Face]) -> int:
    bits = 0
    for face in faces:
        bits |= 1 << face.index
    return bits
