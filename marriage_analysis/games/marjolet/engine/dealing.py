"""Deals from a seed, so that they can be done again and checked (docs/shuffle.md)."""

from collections.abc import Sequence

from marriage_analysis.cards.shuffle import shuffled
from marriage_analysis.errors import CountError
from marriage_analysis.games.marjolet.engine.position import HAND_SIZE, Deal
from marriage_analysis.games.marjolet.pack import NUMBERS, TEXTS
from marriage_analysis.games.marjolet.parts import SEATS

PACKET = 3
"""How many cards are dealt at a time where nothing else is said (MJ-D2)."""

_STARTING_ORDER = tuple(NUMBERS[rank + suit] for suit in "SHDC" for rank in "A789TJQK")


def deal_order(deck: Sequence[int], *, dealer: int, packet: int) -> Deal:
    """The deal of a deck, top card first: packets in turn, the dealer's opponent first (MJ-D2, MJ-D3).

    >>> deal_order(range(32), dealer=1, packet=2).hands
    ((0, 1, 4, 5, 8, 9), (2, 3, 6, 7, 10, 11))
    """
    dealt = [tuple(deck[at : at + packet]) for at in range(0, 2 * HAND_SIZE, packet)]
    elder, younger = (sum(dealt[first::2], ()) for first in range(2))
    hands = (elder, younger) if dealer == 1 else (younger, elder)
    return Deal(hands, deck[2 * HAND_SIZE], tuple(deck[2 * HAND_SIZE + 1 :]))


def deal_cards(*, seats: int, dealer: int, seed: str, packet: int = PACKET) -> Deal:
    """The deal that the seed gives; raises ``CountError`` for seats or a dealer that cannot be.

    Shuffled from the canonical order of records: suits S H D C, in each A 7 8 9 T J Q K.
    """
    if seats != SEATS:
        raise CountError(f"Marjolet is a game for {SEATS} players, not {seats!r}", value=seats)
    if dealer not in range(SEATS):
        raise CountError(f"there is no seat {dealer!r} among {SEATS} to be the dealer", value=dealer)
    return deal_order(shuffled(_STARTING_ORDER, seed), dealer=dealer, packet=packet)


def deal_text(cards: Sequence[int]) -> str:
    """Cards of a deal as a record writes them, in their order."""
    return " ".join(TEXTS[number] for number in cards)
