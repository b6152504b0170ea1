"""What can happen in a game of Marriage: actions of players, acts of the table, irregularities.

One vocabulary for the engine and for records; its text is in ``notation.py``. A card may be a cell that is
only partly known: a stock draw is usually asked for as ``??`` and comes back with its face.
"""

from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import Face
from marriage_analysis.cards.quick_enum import quick

UNKNOWN: Final = -1
"""The face number of a card that is not known."""

UNKNOWN_CARD: Final = Cell("??")


def face_number(card: Cell) -> int:
    """The number of the card's face, ``UNKNOWN`` where it is not known."""
    face = card.face
    return UNKNOWN if face is None else face.index


@unique
@quick
class Source(Enum):
    """Where a card is drawn from; its value is the letter in a record."""

    STOCK = "s"
    PILE = "p"
    NOT_NOTED = "d"


Sets = tuple[tuple[Cell, ...], ...]
"""Sets of cards; a card may be unknown in a record that does not tell it."""


@dataclass(frozen=True, slots=True)
class DisplayTunnels:
    """Tunnels laid out before the window closes (TUN-02). None: which ones was not noted."""

    sets: Sets | None


@dataclass(frozen=True, slots=True)
class Draw:
    """The card a turn begins with (TURN-01)."""

    source: Source
    card: Cell = UNKNOWN_CARD
    face: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", face_number(self.card))


@dataclass(frozen=True, slots=True)
class Show:
    """Three primary sets, or seven dublees, laid face up (SHOW-01, SHOW-05). None: cards not noted."""

    sets: Sets | None


@dataclass(frozen=True, slots=True)
class ChooseTiplu:
    """A card picked from the stock as tiplu (SHOW-03); ``above`` = cards lying on it at that moment."""

    card: Cell = UNKNOWN_CARD
    above: int | None = None
    face: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", face_number(self.card))


@dataclass(frozen=True, slots=True)
class SeeTiplu:
    """A look at the tiplu by a later shower (SHOW-04)."""

    card: Cell = UNKNOWN_CARD
    face: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", face_number(self.card))


@dataclass(frozen=True, slots=True)
class Finish:
    """The sets that end the game, without those laid before (FIN-01, DUB-05). None: cards not noted."""

    sets: Sets | None = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """The card a turn ends with (TURN-02)."""

    card: Cell
    face: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", face_number(self.card))


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Discards shuffled into a new stock, top first (STOCK-01). None: the order is not known."""

    cards: tuple[Cell, ...] | None = None


@dataclass(frozen=True, slots=True)
class MissDraw:
    """A turn begun without a draw (IRR-01, IRR-02)."""


@dataclass(frozen=True, slots=True)
class MissDiscard:
    """A turn ended without a discard (IRR-01, IRR-03)."""


@dataclass(frozen=True, slots=True)
class BadShow:
    """A wrong show: the cards are seen by all and go back to the hand (IRR-09)."""

    sets: Sets | None = None


@dataclass(frozen=True, slots=True)
class BadFinish:
    """A wrong finish: the cards are seen by all and go back to the hand (IRR-09)."""

    sets: Sets | None = None


Action = DisplayTunnels | Draw | Show | ChooseTiplu | SeeTiplu | Finish | Discard
"""What a player does by the rules."""

TableAct = Reshuffle | ChooseTiplu
"""What happens at the table without a player's choice; the tiplu of an open game among it (VAR-01)."""

Irregularity = MissDraw | MissDiscard | BadShow | BadFinish
"""What the rules do not want and provide for (section 12)."""

Event = Action | Reshuffle | Irregularity


def known_sets(*sets: tuple[Face, ...]) -> Sets:
    """Sets of known faces as events hold them."""
    return tuple(tuple(Cell.of(face) for face in cards) for cards in sets)
