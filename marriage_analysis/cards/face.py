"""A card's face: all that a record, a rule or a player can tell of a card.

The copies of one face cannot be told apart, so a card *is* its face here.
"""

from dataclasses import dataclass
from typing import Final

from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Suit

_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)
_NATURAL: Final = 52
_TEXTS: Final = (*(rank.value + suit.value for suit in Suit for rank in Rank), "JK", "MC")


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """A face by its place in the canonical order: spades A to K, hearts, diamonds, clubs, then JK, MC.

    Raises ``ValueError`` for an index outside 0..53.

    >>> Face.of(Rank.TEN, Suit.CLUBS)
    Face('TC')
    >>> str(JOKER), JOKER.is_natural, JOKER.rank
    ('JK', False, None)
    """

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < len(_TEXTS):
            raise ValueError(
                f"there is no face number {self.index!r}; faces are numbered 0 to {len(_TEXTS) - 1}"
            )

    def __hash__(self) -> int:
        return self.index

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> "Face":
        """The face of that rank and suit."""
        return cls(suit.index * 13 + rank.index)

    @property
    def is_natural(self) -> bool:
        """True for the 52 faces that have a rank and a suit; false for JK and MC."""
        return self.index < _NATURAL

    @property
    def rank(self) -> Rank | None:
        """The rank, None for a printed joker or the master card."""
        return _RANKS[self.index % 13] if self.is_natural else None

    @property
    def suit(self) -> Suit | None:
        """The suit, None for a printed joker or the master card."""
        return _SUITS[self.index // 13] if self.is_natural else None

    @property
    def glyph(self) -> str:
        """The face for people: ``10♣``, ``A♠``, ``JK``."""
        rank, suit = self.rank, self.suit
        if rank is None or suit is None:
            return str(self)
        return ("10" if rank is Rank.TEN else rank.value) + suit.glyph

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Face({str(self)!r})"


FACES: Final = tuple(Face(index) for index in range(len(_TEXTS)))
NATURAL_FACES: Final = FACES[:_NATURAL]
JOKER: Final = FACES[52]
"""A printed joker (putali), ``JK``."""
MASTER_CARD: Final = FACES[53]
"""The master card, ``MC``."""
