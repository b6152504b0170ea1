"""Which cards of a hand lie near which others in their suit and rank, for all suits at once.

Everything here is a mask of faces, computed from the mask of faces held; the ace is beside the king too where
``ace_high`` says so (COMB-10). Quick refusals live on these masks.
"""

from functools import cache
from typing import Final

from marriage_analysis.games.marriage.solve.hands import ALL_SUITS, FIELD, SUIT, SUIT_BITS


@cache
def _below(ranks: int) -> int:
    """The lowest ranks of every suit, so many."""
    return ALL_SUITS * sum(1 << FIELD * rank for rank in range(ranks))


_STEP_1: Final = _below(12)
_STEP_2: Final = _below(11)
_STEP_3: Final = _below(10)
_JACK, _QUEEN, _KING = (rank * FIELD for rank in (10, 11, 12))


def in_sequences(once: int, *, ace_high: bool) -> int:
    """The cards that are in a sequence of three."""
    thirds = once & once >> FIELD & once >> 2 * FIELD & _STEP_2
    whole = thirds | thirds << FIELD | thirds << 2 * FIELD
    if ace_high and (top := once & once >> _QUEEN & once >> _KING & ALL_SUITS):
        whole |= top | top << _QUEEN | top << _KING
    return whole


def sequence_starts(once: int, ace_high: bool) -> int:
    """The lowest cards of the sequences of three; where one begins with a queen the ace is high."""
    thirds = once & once >> FIELD & once >> 2 * FIELD & _STEP_2
    if not ace_high:
        return thirds
    return thirds | (once & once >> _QUEEN & once >> _KING & ALL_SUITS) << _QUEEN


def longer_sequences(once: int, starts: int, length: int, ace_high: bool) -> int:
    """The lowest cards of the sequences one card longer, from those of sequences of that length."""
    found = starts & once >> length * FIELD & _below(13 - length)
    if ace_high and length < 12:  # one more card below those that end with the ace; thirteen are the whole suit
        first = (13 - length) * FIELD
        found |= starts >> FIELD & once & ALL_SUITS << first
    return found


def near(once: int, *, ace_high: bool) -> int:
    """The cards with another at most two ranks away in their suit."""
    one, two = once & once >> FIELD & _STEP_1, once & once >> 2 * FIELD & _STEP_2
    found = one | one << FIELD | two | two << 2 * FIELD
    if ace_high:
        with_king, with_queen = once & once >> _KING & ALL_SUITS, once & once >> _QUEEN & ALL_SUITS
        found |= with_king | with_king << _KING | with_queen | with_queen << _QUEEN
    return found


def among_three_of_four(once: int, *, ace_high: bool) -> int:
    """The cards in sequences of four that lack one card inside."""
    ends = once & once >> 3 * FIELD & _STEP_3
    low, high = ends & once >> FIELD, ends & once >> 2 * FIELD
    found = low | low << FIELD | high | high << 2 * FIELD | (low | high) << 3 * FIELD
    if ace_high:
        ends = once & once >> _JACK & ALL_SUITS
        with_queen, with_king = ends & once >> _QUEEN, ends & once >> _KING
        either = with_queen | with_king
        found |= either | either << _JACK | with_queen << _QUEEN | with_king << _KING
    return found


def three_away(once: int, *, ace_high: bool) -> int:
    """The cards with another exactly three ranks away in their suit."""
    ends = once & once >> 3 * FIELD & _STEP_3
    found = ends | ends << 3 * FIELD
    if ace_high:
        ends = once & once >> _JACK & ALL_SUITS
        found |= ends | ends << _JACK
    return found


def shared_ranks(once: int) -> tuple[int, int]:
    """The ranks held in two suits or more, and those in three or more, as masks of the lowest suit."""
    pairs = once + (once >> SUIT_BITS)
    suits = pairs + (pairs >> 2 * SUIT_BITS)  # in the lowest suit now: in how many suits each rank is held
    two, four = suits >> 1, suits >> 2
    return (two | four) & SUIT, (two & suits | four) & SUIT
