"""Which cards a game is played with: so many packs of 52, printed jokers, a master card (DECK-01..03)."""

from dataclasses import dataclass

from marriage_analysis.cards.face import JOKER, MASTER_CARD, NATURAL_FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.errors import CountError


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a game: ``packs`` copies of each of the 52 faces, printed jokers, master cards.

    >>> Pack(packs=3).size, Pack(packs=3, jokers=3, master_cards=1).size
    (156, 160)
    """

    packs: int
    jokers: int = 0
    master_cards: int = 0

    def __post_init__(self) -> None:
        if self.packs < 1 or self.jokers < 0 or self.master_cards < 0:
            raise CountError("a game needs at least one pack and no negative number of extra cards", value=self)

    def copies(self, face: Face) -> int:
        """How many copies of the face are in play."""
        if face == JOKER:
            return self.jokers
        if face == MASTER_CARD:
            return self.master_cards
        return self.packs

    @property
    def size(self) -> int:
        """The number of cards in all."""
        return self.packs * len(NATURAL_FACES) + self.jokers + self.master_cards

    @property
    def cards(self) -> Multiset:
        """All its cards."""
        return Multiset((self.packs,) * len(NATURAL_FACES) + (self.jokers, self.master_cards))
