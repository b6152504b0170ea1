"""The thirteen ranks, from ace to king (DECK-05: the ace also stands above the king)."""

from enum import Enum, unique
from typing import Final

from marriage_analysis.cards.quick_enum import quick


@unique
@quick
class Rank(Enum):
    """A rank. Its value is its character in notation.

    >>> "".join(rank.value for rank in Rank)
    'A23456789TJQK'
    >>> Rank.KING.next, Rank.ACE.previous
    (<Rank.ACE: 'A'>, <Rank.KING: 'K'>)
    """

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def index(self) -> int:
        """Place in the order of records, the ace 0, the king 12."""
        return _PLACES[self]

    @property
    def next(self) -> "Rank":
        """The next rank above on the cycle A 2 .. Q K (A)."""
        return _RANKS[(self.index + 1) % 13]

    @property
    def previous(self) -> "Rank":
        """The next rank below on the cycle A 2 .. Q K (A)."""
        return _RANKS[(self.index - 1) % 13]


_RANKS: Final = tuple(Rank)
_PLACES: Final = {rank: place for place, rank in enumerate(Rank)}
