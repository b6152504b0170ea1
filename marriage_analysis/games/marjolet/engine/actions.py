"""What a player can do at the table of Marjolet."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from marriage_analysis.games.marjolet.pack import CARDS, UNKNOWN


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to the trick; ``UNKNOWN`` where nobody noted which."""

    card: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare a meld: its cards as a word (MJ-M2)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange the seven of trumps for the card that lies face up (MJ-X1)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Close the window: the winner draws, then the loser (MJ-T4).

    The cards where a record names them; ``UNKNOWN`` draws what lies in the stock.
    """

    first: int = UNKNOWN
    second: int = UNKNOWN


Action: TypeAlias = Play | Declare | Exchange | Draw

PLAYS: Final = tuple(map(Play, CARDS))
"""Playing each card, by its number."""
EXCHANGE: Final = Exchange()
DRAW: Final = Draw()
