"""The thirteen ranks, from ace to king (DECK-05: the ace also stands above the king)."""

from enum import Enum, unique


@unique
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
        return "A23456789TJQK".index(self.value)

    @property
    def next(self) -> "Rank":
        """The next rank above on the cycle A 2 .. Q K (A)."""
        return tuple(Rank)[(self.index + 1) % 13]

    @property
    def previous(self) -> "Rank":
        """The next rank below on the cycle A 2 .. Q K (A)."""
        return tuple(Rank)[(self.index - 1) % 13]
