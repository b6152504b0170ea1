"""The working state of a hand: fast to change in place, and only changed by ``effects``.

Cards are numbers and words of :mod:`marriage_analysis.games.marjolet.pack`. Cards whose face is not known are
counted, so that a seat's view and an incomplete record are followed by the same rules.
"""

from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final, cast

from marriage_analysis.games.marjolet.melds import Meld, MeldKind, melds
from marriage_analysis.games.marjolet.pack import SEVEN, UNKNOWN, card, word_of
from marriage_analysis.games.marjolet.rules.options import GameEnd
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet

HAND_SIZE: Final = 6
STOCK_SIZE: Final = 19
"""The face-down stock; the card that lies face up is the twentieth to be drawn (MJ-T5)."""
LAST_OPEN: Final = 10
"""The last trick that is followed by draws."""
TRICKS: Final = 16
NOBODY: Final = -1
NOTHING: Final = -2
"""In place of the card led: none is."""


@unique
class Phase(Enum):
    """What comes next: a lead, a reply, the winner of a trick told, declarations and draws, nothing."""

    LEAD = "lead"
    FOLLOW = "follow"
    RESOLVE = "resolve"
    WINDOW = "window"
    OVER = "over"


@unique
class ScoreKind(Enum):
    """What points are for, besides melds."""

    TURNED_SEVEN = "turned_seven"
    DIX_EXCHANGED = "dix_exchanged"
    DIX_PLAYED = "dix_played"
    TENTH = "tenth_trick"
    LAST = "last_trick"
    ALL_SIX = "all_six"
    BRISQUES = "brisques"


@dataclass(frozen=True, slots=True)
class Score:
    """An entry of the ledger: who scored what for which cards, in which trick (0: at the deal)."""

    seat: int
    kind: ScoreKind | MeldKind
    points: int
    cards: int
    trick: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as they lay after the deal; ``UNKNOWN`` where a card is not known, None for a whole lot."""

    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    turnup: int
    stock: tuple[int, ...] | None


class Position:
    """A hand on its way. ``trick`` counts from 1: the one being played, in a window the one just won.

    ``hands`` and ``won`` are words, ``hidden`` and ``won_hidden`` count cards not known besides. ``melded``
    are cards that have lain in a meld, ``declared`` the melds, ``barred`` what may not be melded yet.
    ``reached_by`` is who reached the target where that ends the game at once, ``is_whole`` whether the hand
    was played to its end and all brisques are counted.
    """

    __slots__ = (
        "barred",
        "dealer",
        "declared",
        "dix",
        "drawn",
        "exchanged_by",
        "faceup",
        "hands",
        "hidden",
        "hidden_plays",
        "is_whole",
        "leader",
        "led",
        "ledger",
        "melded",
        "melds",
        "phase",
        "points",
        "reached_by",
        "reply",
        "rules",
        "stock",
        "stops_at",
        "trick",
        "trump",
        "turnup",
        "window_melds",
        "winner",
        "winners",
        "won",
        "won_hidden",
    )

    def __init__(
        self, deal: Deal, rules: RuleSet, *, dealer: int, before: tuple[int, int] | None = None
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.turnup = deal.turnup
        self.faceup = deal.turnup
        self.trump = deal.turnup >> 3
        self.dix = card(self.trump, SEVEN)
        self.melds: tuple[Meld, ...] = melds(rules, self.trump)
        self.hands = [_known(hand) for hand in deal.hands]
        self.hidden = [HAND_SIZE - word.bit_count() for word in self.hands]
        self.stock = [UNKNOWN] * STOCK_SIZE if deal.stock is None else list(deal.stock)
        self.drawn = 0
        self.exchanged_by = NOBODY
        self.melded = 0
        self.barred = 0
        self.declared: list[int] = []
        self.window_melds = 0
        self.trick = 1
        self.leader = 1 - dealer
        self.led = NOTHING
        self.reply = NOTHING
        self.winner = NOBODY
        self.winners: list[int] = []
        self.won = [0, 0]
        self.won_hidden = [0, 0]
        self.hidden_plays: list[tuple[int, int]] = []
        self.ledger: list[Score] = []
        self.points = [0, 0]
        self.stops_at: tuple[int, int] | None = None
        if rules.game_end is GameEnd.IMMEDIATE and before is not None:
            self.stops_at = (rules.target - before[0], rules.target - before[1])
        self.phase = Phase.LEAD
        self.reached_by = NOBODY
        self.is_whole = False

    @property
    def to_act(self) -> int:
        """The seat whose move it is; NOBODY once nothing more can happen, and before a winner is told."""
        match self.phase:
            case Phase.LEAD:
                return self.leader
            case Phase.FOLLOW:
                return 1 - self.leader
            case Phase.WINDOW:
                return self.winner
            case _:
                return NOBODY

    @property
    def is_strict(self) -> bool:
        """Whether the last six tricks are being played (MJ-S1)."""
        return self.trick > LAST_OPEN

    @property
    def face_down(self) -> int:
        """How many cards of the stock lie face down."""
        return STOCK_SIZE - min(self.drawn, STOCK_SIZE)

    def size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return self.hands[seat].bit_count() + self.hidden[seat]

    def located(self) -> int:
        """The cards of which it is known where they lie, as a word."""
        word = self.hands[0] | self.hands[1] | self.won[0] | self.won[1]
        for number in self.stock[self.drawn :]:
            if number >= 0:
                word |= 1 << number
        if self.drawn <= STOCK_SIZE:
            word |= 1 << self.faceup
        for number in (self.led, self.reply):
            if number >= 0:
                word |= 1 << number
        return word

    def copy(self) -> "Position":
        """Another position with the same state."""
        twin = object.__new__(Position)
        for name in Position.__slots__:
            value: Any = getattr(self, name)
            setattr(twin, name, list(cast("list[Any]", value)) if isinstance(value, list) else value)
        return twin


def _known(hand: tuple[int, ...] | None) -> int:
    return word_of(number for number in hand or () if number != UNKNOWN)
