"""The four suits, in the order of records: spades, hearts, diamonds, clubs."""

from enum import Enum, unique

from marriage_analysis.cards.quick_enum import quick


@unique
@quick
class Colour(Enum):
    """The colour a suit is printed in."""

    BLACK = "black"
    RED = "red"


@unique
@quick
class Suit(Enum):
    """A suit. Its value is its letter in notation.

    >>> [suit.value for suit in Suit]
    ['S', 'H', 'D', 'C']
    >>> Suit.CLUBS.same_colour
    <Suit.SPADES: 'S'>
    """

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def index(self) -> int:
        """Place in the order of records, from 0."""
        return "SHDC".index(self.value)

    @property
    def colour(self) -> Colour:
        """Black for spades and clubs, red for hearts and diamonds."""
        return Colour.BLACK if self.value in "SC" else Colour.RED

    @property
    def same_colour(self) -> "Suit":
        """The other suit of the same colour (the alter's suit, TERM-09)."""
        return Suit({"S": "C", "C": "S", "H": "D", "D": "H"}[self.value])

    @property
    def glyph(self) -> str:
        """The suit as a symbol."""
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]
