"""The working position of a game: who holds what, what lies where, whose turn it is.

Mutable and made of whole numbers and lists, because replay and simulation go through millions of them;
``state.py`` shows it frozen. This module only keeps the books: what is allowed is in ``judge.py``, what an
event does in ``effects.py``.

Cards that nobody noted are carried as unknown. A hand is then the cards it is known to have got (``free``),
cells of cards it got unseen (``hidden``), less ``gone`` cards that left it unseen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, Face
from marriage_analysis.cards.quick_enum import quick
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine.events import UNKNOWN, UNKNOWN_CARD, face_number
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import TunnelWindow
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.shows import NOTHING_LISTED, Listing
from marriage_analysis.games.marriage.wilds import wild_faces

FACE_COUNT: Final = len(FACES)
NOBODY: Final = -1
"""The actor when the table acts: a reshuffle, the tiplu of an open game, or a game that is over."""
NOT_CHOSEN: Final = -2
"""The tiplu before it is chosen; UNKNOWN (-1) when it is chosen and not known."""
HAND_SIZE: Final = 21


@unique
@quick
class Phase(Enum):
    """What the table waits for."""

    OPEN_TIPLU = "the tiplu of an open game"
    DRAW = "a draw"
    PLAY = "a show, a finish or a discard"
    CHOOSE = "the choice of the tiplu"
    SEE = "a look at the tiplu"
    RESHUFFLE = "a reshuffle"
    LAST_DISCARD = "the final discard"
    OVER = "nothing: the game is over"


@unique
@quick
class Duty(Enum):
    """What a player who took the offered card has bound himself to do this turn."""

    NOTHING = "nothing"
    SHOW = "show"
    FINISH = "finish"


@unique
@quick
class Outcome(Enum):
    """How a game came to its end."""

    FINISHED = "finished"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards right after the deal. A hand, the upcard or the stock is None where it is not known.

    Hands hold cells; ``stock`` is top first. ``stock_size`` tells how many cards lie there, known or not.
    """

    hands: tuple[tuple[Cell, ...] | None, ...]
    upcard: Cell | None
    stock: tuple[Cell, ...] | None


class Position:
    """The working position. Fields are read freely; only ``effects.py`` changes them.

    ``displayed`` are tunnels that lie out and are in no shown set yet, ``tunnels`` all that were ever displayed
    (they score); ``spares`` are third cards of tunnels that lent a dublee, which stay on the table (TUN-05).
    ``lost`` are seats of which turns or shows were not noted, so that they may hold anything; ``is_tracked`` is
    false right after a gap, when it is not known who plays next.
    ``pile`` and ``stock`` have their top card last. ``took`` is the face taken from the pile this turn.
    ``listed`` is no part of the state but a note of ``choices.py``: by seat the shows of an earlier hand.
    """

    __slots__ = (
        "actor", "chooser", "dealer", "dealt_tunnels", "displayed", "displayer", "drawn", "drawn_from_stock",
        "duty", "finish_sets", "first_drawn", "free", "gone", "hidden", "is_complete", "is_stock_exact",
        "is_tracked", "last_discard", "listed", "lost", "offered", "outcome", "phase", "pile", "reshuffles",
        "resume", "route", "rules", "seats", "seen", "shown", "spares", "stock", "tiplu", "took", "tunnels",
        "turn_owner", "wild", "winner",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, *, seats: int, dealer: int) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.free = [bytearray(FACE_COUNT) for _ in range(seats)]
        self.hidden: list[list[Cell]] = [[] for _ in range(seats)]
        self.gone: list[int] = [0] * seats
        self.displayed: list[list[int]] = [[] for _ in range(seats)]
        self.tunnels: list[list[int]] = [[] for _ in range(seats)]
        self.spares: list[list[int]] = [[] for _ in range(seats)]
        self.dealt_tunnels: list[tuple[int, ...]] = [()] * seats
        self.shown: list[tuple[tuple[int, ...], ...] | None] = [None] * seats
        self.listed: list[Listing] = [NOTHING_LISTED] * seats
        self.finish_sets: tuple[tuple[int, ...], ...] | None = None
        self.route: list[Route | None] = [None] * seats
        self.seen: list[bool] = [False] * seats
        self.stock: list[int | Cell] = []
        self.pile: list[int | Cell] = []
        self.offered = False
        self.tiplu = NOT_CHOSEN
        self.wild: frozenset[int] = frozenset()
        self.chooser = NOBODY
        self.actor = NOBODY
        self.phase = Phase.DRAW
        self.resume = Phase.DRAW
        self.turn_owner = NOBODY
        self.took = UNKNOWN
        self.duty = Duty.NOTHING
        self.first_drawn = False
        self.drawn: list[bool] = [False] * seats
        self.drawn_from_stock: list[bool] = [False] * seats
        self.displayer = 0
        self.reshuffles = 0
        self.is_complete = True
        self.is_stock_exact = True
        self.is_tracked = True
        self.lost: list[bool] = [False] * seats
        self.winner = NOBODY
        self.outcome: Outcome | None = None
        self.last_discard = UNKNOWN

    @property
    def first_seat(self) -> int:
        """The seat that plays first (DEAL-05)."""
        return (self.dealer + 1) % self.seats

    def order_of(self, seat: int) -> int:
        """How many seats lie between the first to play and this one."""
        return (seat - self.first_seat) % self.seats

    def hand_size(self, seat: int) -> int:
        """How many cards the seat holds, displayed tunnels and shown sets included."""
        shown = sum(map(len, self.shown[seat] or ()))
        if seat == self.winner:
            shown += sum(map(len, self.finish_sets or ()))
        return self.free_size(seat) + 3 * len(self.displayed[seat]) + len(self.spares[seat]) + shown

    def free_size(self, seat: int) -> int:
        """How many cards of the seat lie neither in a shown set nor in a displayed tunnel."""
        return sum(self.free[seat]) + len(self.hidden[seat]) - self.gone[seat]

    def knows_hand(self, seat: int) -> bool:
        """Whether every free card of the seat is known."""
        return not (self.hidden[seat] or self.gone[seat] or self.lost[seat])

    def can_hold(self, seat: int, face: int, count: int = 1) -> bool:
        """Whether the seat may hold so many free copies of the face, as far as is known."""
        held = self.free[seat][face]
        if held >= count:
            return True
        if not self.hidden[seat] and not self.lost[seat]:
            return False
        unseen = self.lost[seat] or sum(_can_be(cell, face) for cell in self.hidden[seat]) >= count - held
        return unseen and count <= self.copies_left(face, besides=seat)

    def copies_left(self, face: int, *, besides: int = NOBODY) -> int:
        """How many copies of the face may lie where nobody knows or in the hand of the seat ``besides``.

        DECK-01. A seat that threw cards unseen may have thrown copies it was known to hold; after turns that
        were not noted the pile may have been taken from or reshuffled.
        """
        known = self.stock.count(face) + (self.tiplu == face)
        known += self.pile.count(face) if self.is_stock_exact else 0
        known += sum(cards.count(face) for cards in self.finish_sets or ())
        for seat in range(self.seats):
            known += max(0, self.free[seat][face] - self.gone[seat]) if seat != besides else 0
            known += 3 * self.displayed[seat].count(face) + self.spares[seat].count(face)
            known += sum(cards.count(face) for cards in self.shown[seat] or ())
        return max(0, deck(self.rules).copies(FACES[face]) - known)

    def fits(self, cell: Cell, lies: int | Cell) -> bool:
        """Whether a card that lies there can be the one a record names."""
        if cell.text == "??":
            return True
        face = face_number(cell)
        if isinstance(lies, int):
            return face == lies if face != UNKNOWN else _can_be(cell, lies)
        if face != UNKNOWN:
            return _can_be(lies, face)
        return bool(set(cell.possible) & set(lies.possible))

    def window_open(self, seat: int) -> bool:
        """Whether the seat may still display a dealt tunnel (TUN-02)."""
        if not self.first_drawn:
            return True
        match self.rules.tunnel_window:
            case TunnelWindow.BEFORE_ANY_DRAW:
                return False
            case TunnelWindow.BEFORE_OWN_DRAW:
                return not self.drawn[seat]
            case TunnelWindow.BEFORE_OWN_STOCK_DRAW:
                return not self.drawn_from_stock[seat]

    def set_tiplu(self, face: int) -> None:
        """Fix the tiplu and with it the wild faces (WILD-01)."""
        self.tiplu = face
        if face >= 0:
            self.wild = frozenset(wild.index for wild in wild_faces(FACES[face], self.rules))

    def is_wild(self, face: int) -> bool | None:
        """Whether the face is wild in this game; None where the tiplu or the face is not known."""
        if face < 0 or self.tiplu < 0:
            return None
        return face in self.wild

    def copy(self) -> "Position":
        """An independent position with the same content."""
        twin = Position.__new__(Position)
        for name in Position.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.free = [bytearray(hand) for hand in self.free]
        twin.hidden = [list(cells) for cells in self.hidden]
        twin.gone = list(self.gone)
        twin.displayed = [list(faces) for faces in self.displayed]
        twin.tunnels = [list(faces) for faces in self.tunnels]
        twin.spares = [list(faces) for faces in self.spares]
        twin.dealt_tunnels = list(self.dealt_tunnels)
        twin.listed = list(self.listed)
        twin.shown = list(self.shown)
        twin.route = list(self.route)
        twin.seen = list(self.seen)
        twin.stock = list(self.stock)
        twin.pile = list(self.pile)
        twin.drawn = list(self.drawn)
        twin.lost = list(self.lost)
        twin.drawn_from_stock = list(self.drawn_from_stock)
        return twin


def _can_be(cell: Cell, face: int) -> bool:
    return cell.text == "??" or FACES[face] in cell.possible


def stock_size(rules: RuleSet, seats: int) -> int:
    """How many cards lie in the stock right after the deal of so many hands (DEAL-04)."""
    return deck(rules).size - HAND_SIZE * seats - 1


def start_position(deal: Deal, rules: RuleSet, *, dealer: int) -> Position:
    """The position right after the deal. Does not check that the cards make a deck or that hands have 21."""
    position = Position(rules, seats=len(deal.hands), dealer=dealer)
    for seat, hand in enumerate(deal.hands):
        _deal_hand(position, seat, hand)
    if deal.stock is None:
        position.stock = [UNKNOWN_CARD] * stock_size(rules, position.seats)
        position.is_complete = False
    else:
        position.stock = _numbered(reversed(deal.stock))
    upcard = UNKNOWN_CARD if deal.upcard is None else deal.upcard
    position.pile = _numbered((upcard,))
    position.offered = True
    position.is_complete = (
        position.is_complete
        and Cell not in set(map(type, (*position.stock, *position.pile)))
        and not any(position.hidden)
    )
    position.actor = position.first_seat
    position.displayer = 0
    if rules.open_maal:
        position.phase, position.actor = Phase.OPEN_TIPLU, NOBODY
    return position


def _deal_hand(position: Position, seat: int, hand: tuple[Cell, ...] | None) -> None:
    free, hidden = position.free[seat], position.hidden[seat]
    for cell in (UNKNOWN_CARD,) * HAND_SIZE if hand is None else hand:
        if cell.face is None:
            hidden.append(cell)
        else:
            free[cell.face.index] += 1
    if max(free) >= 3:
        position.dealt_tunnels[seat] = tuple(
            face for face, count in enumerate(free) if count >= 3 and face != MASTER_CARD.index
        )


def _numbered(cells: Iterable[Cell]) -> list[int | Cell]:
    """The cards by face number, cells where the face is not known."""
    return [cell if cell.face is None else cell.face.index for cell in cells]


def is_unusable_tiplu(face: int) -> bool:
    """SHOW-11: a printed joker or the master card cannot be the tiplu."""
    return face in (JOKER.index, MASTER_CARD.index)


def unusable_tiplus(rules: RuleSet) -> int:
    """How many cards of the deck cannot be the tiplu (SHOW-11)."""
    return rules.putali + (rules.master_card is not None)


def is_put_back(card: int | Cell) -> bool:
    """SHOW-11: whatever else is known of the card, it is no tiplu; another one is picked."""
    if isinstance(card, int):
        return is_unusable_tiplu(card)
    return card.text != "??" and all(is_unusable_tiplu(face.index) for face in card.possible)


def faces_of(numbers: Sequence[int]) -> tuple[Face, ...]:
    """The faces with these numbers."""
    return tuple(FACES[number] for number in numbers)
