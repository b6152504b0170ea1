"""What a seat, or somebody who watches the table, knows of a game at one moment: what a player decides on.

Everything else of the position is left out, so a player of the engine that gets this cannot peek. Its text
is in ``position_text.py``.
"""

from dataclasses import dataclass
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.engine.choices import legal_moves
from marriage_analysis.games.marriage.engine.events import UNKNOWN, UNKNOWN_CARD, Action
from marriage_analysis.games.marriage.engine.held_cards import HeldCards
from marriage_analysis.games.marriage.engine.position import (
    FACE_COUNT,
    NOBODY,
    NOT_CHOSEN,
    Duty,
    Outcome,
    Phase,
    Position,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.wilds import wild_faces

NumberedSets = tuple[tuple[int, ...], ...]

_NO_CARDS: Final = (0,) * FACE_COUNT


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """What everybody knows of one seat. Faces are numbers in the canonical order.

    ``size`` counts all its cards, ``held`` are free cards that it is known to hold (a lower bound), sorted.
    The other fields are those of ``Position``.
    """

    size: int
    displayed: tuple[int, ...] = ()
    tunnels: tuple[int, ...] = ()
    spares: tuple[int, ...] = ()
    seen: bool = False
    route: Route | None = None
    shown: NumberedSets | None = None
    held: tuple[int, ...] = ()
    drawn: bool = False
    drawn_from_stock: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """What ``seat`` knows between two events; ``seat`` is None for what everybody knows.

    ``hand`` counts the seat's free cards by face number; ``hidden`` are cells of free cards that its record
    does not tell, ``gone`` is how many cards left it so; ``dealt_tunnels`` are the tunnels it was dealt.
    ``tiplu`` is its face for who saw it, else UNKNOWN once it is chosen. ``pile`` has its top card last,
    ``stock`` is the number of cards there. While the table shuffles, ``resume`` tells what comes next and
    ``turn_owner`` whose turn ended.
    """

    rules: RuleSet
    seat: int | None
    dealer: int
    players: tuple[SeatFacts, ...]
    phase: Phase
    actor: int = NOBODY
    duty: Duty = Duty.NOTHING
    took: int = UNKNOWN
    resume: Phase = Phase.DRAW
    turn_owner: int = NOBODY
    hand: tuple[int, ...] = _NO_CARDS
    hidden: tuple[Cell, ...] = ()
    gone: int = 0
    dealt_tunnels: tuple[int, ...] = ()
    pile: tuple[int | Cell, ...] = ()
    offered: bool = False
    stock: int = 0
    is_stock_exact: bool = True
    is_tracked: bool = True
    tiplu: int = NOT_CHOSEN
    chooser: int = NOBODY
    first_drawn: bool = False
    displayer: int = 0
    reshuffles: int = 0
    winner: int = NOBODY
    outcome: Outcome | None = None
    finish_sets: NumberedSets | None = None
    last_discard: int = UNKNOWN

    @property
    def offered_card(self) -> int | Cell | None:
        """The card that may be taken instead of one of the stock, None where there is none."""
        return self.pile[-1] if self.offered and self.pile else None

    @property
    def must_act(self) -> bool:
        """Whether the table waits for this seat; else it may at most display tunnels (TUN-02)."""
        return self.seat is not None and self.actor == self.seat

    @property
    def wild(self) -> frozenset[int]:
        """The wild faces, none for who does not know the tiplu (WILD-01)."""
        if self.tiplu < 0:
            return frozenset()
        return frozenset(face.index for face in wild_faces(FACES[self.tiplu], self.rules))

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the seat may do now, as ``choices.legal_moves`` lists it; none for the public view."""
        if self.seat is None or self.phase is Phase.OVER:
            return ()
        if self.actor != self.seat and (self.first_drawn or self.phase is not Phase.DRAW):
            return ()
        moves = legal_moves(self.position())
        return tuple(move.action for move in moves if move.seat == self.seat)

    def position(self) -> Position:
        """The position as far as the seat knows it: other hands and the stock are unknown cards."""
        position = Position(self.rules, seats=len(self.players), dealer=self.dealer)
        for seat, facts in enumerate(self.players):
            self._seat_into(position, seat, facts)
        position.stock = [UNKNOWN_CARD] * self.stock
        position.pile = list(self.pile)
        position.set_tiplu(self.tiplu)
        position.is_complete = False
        for name in _SHARED:
            setattr(position, name, getattr(self, name))
        return position

    def _seat_into(self, position: Position, seat: int, facts: SeatFacts) -> None:
        position.displayed[seat] = list(facts.displayed)
        position.tunnels[seat] = list(facts.tunnels)
        position.spares[seat] = list(facts.spares)
        position.shown[seat] = facts.shown
        position.route[seat] = facts.route
        position.seen[seat] = facts.seen
        position.drawn[seat] = facts.drawn
        position.drawn_from_stock[seat] = facts.drawn_from_stock
        position.lost[seat] = facts.lost
        if seat == self.seat:
            position.free[seat] = bytearray(self.hand)
            position.hidden[seat] = list(self.hidden)
            position.gone[seat] = self.gone
            position.dealt_tunnels[seat] = self.dealt_tunnels
            return
        for face in facts.held:
            position.free[seat][face] += 1
        laid = self.finish_sets if seat == self.winner else None
        out = (
            3 * len(facts.displayed)
            + len(facts.spares)
            + sum(map(len, facts.shown or ()))
            + sum(map(len, laid or ()))
        )
        position.hidden[seat] = [UNKNOWN_CARD] * (facts.size - out - len(facts.held))


_SHARED: Final = (
    "phase", "actor", "duty", "took", "resume", "turn_owner", "offered", "is_stock_exact", "is_tracked",
    "chooser", "first_drawn", "displayer", "reshuffles", "winner", "outcome", "finish_sets", "last_discard",
)  # fmt: skip
"""What everybody knows, and what has the same name here and in ``Position``."""


def seat_view(position: Position, held: HeldCards, *, seat: int | None) -> SeatView:
    """What the seat knows of the position; None: what everybody knows.

    It does not tell more when the game is over: the hands that are then exposed are in the position.
    """
    shuffling = position.phase is Phase.RESHUFFLE
    own = seat is not None
    return SeatView(
        rules=position.rules,
        seat=seat,
        dealer=position.dealer,
        players=tuple(_facts(position, held, other) for other in range(position.seats)),
        phase=position.phase,
        actor=position.actor,
        duty=position.duty,
        took=position.took,
        resume=position.resume if shuffling else Phase.DRAW,
        turn_owner=position.turn_owner if shuffling and position.resume is Phase.DRAW else NOBODY,
        hand=tuple(position.free[seat]) if own else _NO_CARDS,
        hidden=tuple(position.hidden[seat]) if own else (),
        gone=position.gone[seat] if own else 0,
        dealt_tunnels=position.dealt_tunnels[seat] if own else (),
        pile=tuple(position.pile),
        offered=position.offered,
        stock=len(position.stock),
        is_stock_exact=position.is_stock_exact,
        is_tracked=position.is_tracked,
        tiplu=position.tiplu if position.tiplu < 0 or knows_tiplu(position, seat) else UNKNOWN,
        chooser=position.chooser,
        first_drawn=position.first_drawn,
        displayer=position.displayer,
        reshuffles=position.reshuffles,
        winner=position.winner,
        outcome=position.outcome,
        finish_sets=position.finish_sets,
        last_discard=position.last_discard,
    )


def knows_tiplu(position: Position, seat: int | None) -> bool:
    """Whether the seat has chosen or seen the tiplu, or it lies open (SHOW-03, SHOW-04, VAR-01)."""
    if position.rules.open_maal:
        return True
    if seat is None or not position.seen[seat]:
        return False
    return not (position.phase is Phase.SEE and position.actor == seat)


def _facts(position: Position, held: HeldCards, seat: int) -> SeatFacts:
    lost = position.lost[seat]
    return SeatFacts(
        size=position.hand_size(seat),
        displayed=tuple(position.displayed[seat]),
        tunnels=tuple(position.tunnels[seat]),
        spares=tuple(position.spares[seat]),
        seen=position.seen[seat],
        route=position.route[seat],
        shown=position.shown[seat],
        held=() if lost else tuple(sorted(held.seats[seat].elements())),
        drawn=position.drawn[seat],
        drawn_from_stock=position.drawn_from_stock[seat],
        lost=lost,
    )
