"""Deals and reshuffles from a seed, so that they can be done again and checked (docs/shuffle.md)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.shuffle import shuffled
from marriage_analysis.errors import CountError
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine.position import HAND_SIZE, Deal
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

MAX_SEATS: Final = 6
MIN_SEATS: Final = 2

_CELLS: Final = tuple(map(Cell.of, FACES))


def deal_cards(rules: RuleSet, *, seats: int, dealer: int, seed: str) -> Deal:
    """The deal that the seed gives: 21 cards each, one at a time, from the seat after the dealer on (DEAL-02).

    The next card is turned up, the rest is the stock (DEAL-03). Hands stand in canonical order. Raises
    ``CountError`` for fewer than 2 or more than 6 seats and for a dealer who sits nowhere.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise CountError(f"Marriage is dealt to {MIN_SEATS} to {MAX_SEATS} seats, not {seats!r}", value=seats)
    if not 0 <= dealer < seats:
        raise CountError(f"there is no seat {dealer!r} among {seats} to be the dealer", value=dealer)
    pack = shuffled(_pack(rules), seed)
    dealt = HAND_SIZE * seats
    hands = (sorted(pack[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats))
    return Deal(tuple(map(_cells, hands)), _CELLS[pack[dealt]], _cells(pack[dealt + 1 :]))


@lru_cache(maxsize=256)
def _pack(rules: RuleSet) -> tuple[int, ...]:
    """All cards by face number, in the starting order."""
    return tuple(face for face, copies in enumerate(deck(rules).cards.counts) for _ in range(copies))


def _cells(faces: Sequence[int]) -> tuple[Cell, ...]:
    return tuple([_CELLS[face] for face in faces])


def reshuffled(cards: Iterable[Face], *, seed: str, number: int) -> tuple[Face, ...]:
    """The new stock, top first, that the seed of a game gives at its reshuffle of that number (STOCK-01).

    Reshuffles are numbered from 1; the order of ``cards`` makes no difference. Raises ``CountError`` below 1.
    """
    if number < 1:
        raise CountError(f"the reshuffles of a game are numbered from 1, not {number!r}", value=number)
    return tuple(shuffled(sorted(cards), f"{seed}\nreshuffle {number}"))
