"""What may happen now: every event judged by the rules, with the reason and the rule ID of a "no".

One function a kind of event, in the order of a turn. Judges what is known: where a record does not tell a
card, what could be legal is. Changes nothing; ``effects.py`` does.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD
from marriage_analysis.games.marriage.arrangements import is_primary_show
from marriage_analysis.games.marriage.dublees import recognise_dublee
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN,
    UNKNOWN_CARD,
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Sets,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.position import (
    NOBODY,
    Duty,
    Outcome,
    Phase,
    Position,
    faces_of,
    unusable_tiplus,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import (
    FirstUpcard,
    MissPolicy,
    SeenTakeWild,
    StockOut,
    UnseenPick,
)
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.solve.shows import primary_shows

# Members that every turn asks for: reading one off its enum takes longer than a test (quick_enum.py).
_DRAW, _PLAY, _LAST_DISCARD, _OVER = Phase.DRAW, Phase.PLAY, Phase.LAST_DISCARD, Phase.OVER
_NO_DUTY, _PILE, _DUBLEES = Duty.NOTHING, Source.PILE, Route.DUBLEES
_NO_PICK, _SHOW_ONLY, _NO_WILD = UnseenPick.NONE, UnseenPick.SHOW_ONLY, SeenTakeWild.FORBID

_NO_TIPLUS: Final = (Cell.of(JOKER), Cell.of(MASTER_CARD))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an event cannot happen now, and by which rule; ``rule`` is None where it is no question of rules."""

    reason: str
    rule: str | None = None


def fault_of(position: Position, seat: int, event: Event) -> Fault | None:
    """Why the seat (``NOBODY`` for the table) cannot do this now; None where it can."""
    if position.phase is _OVER:
        return Fault("the game is over", "FIN-04" if position.outcome is Outcome.FINISHED else "STOCK-03")
    return _JUDGES[type(event)](position, seat, event)


def numbers(sets: Sequence[Sequence[Cell]]) -> tuple[tuple[int, ...], ...]:
    """The sets by face numbers, UNKNOWN where a card is not known."""
    return tuple(
        [tuple([UNKNOWN if cell.face is None else cell.face.index for cell in cards]) for cards in sets]
    )


def may_discard(position: Position, seat: int, face: int) -> bool:
    """Whether the seat holds the face free and may throw it (TURN-05, TURN-11)."""
    needed = 2 if face == position.took and position.rules.no_return_discard else 1
    return position.can_hold(seat, face, needed)


def has_discard(position: Position, seat: int) -> bool:
    """Whether any free card may be thrown."""
    if not position.knows_hand(seat):
        return position.free_size(seat) > 0
    held = position.free[seat]
    return any(held[face] and may_discard(position, seat, face) for face in range(len(held)))


def may_display(position: Position, seat: int, face: int) -> bool:
    """Whether the seat may still lay out this tunnel, which it was dealt (TUN-01, COMB-16)."""
    if face == MASTER_CARD.index or face in position.tunnels[seat]:
        return False
    dealt = face in position.dealt_tunnels[seat] or bool(position.hidden[seat])
    return dealt and position.can_hold(seat, face, 3)


def _judge_tunnels(position: Position, seat: int, event: DisplayTunnels) -> Fault | None:
    if position.phase is not Phase.DRAW:
        return Fault(f"the table waits for {position.phase.value}", "TUN-02")
    if not 0 <= seat < position.seats:
        return Fault("a tunnel is displayed by a player of this game", "TUN-02")
    if position.first_drawn and seat != position.actor:
        return Fault("after the first draw a tunnel is displayed in the own turn, before drawing", "TUN-02")
    if not position.window_open(seat):
        return Fault("the time to display tunnels is over for this player (tunnel_window)", "TUN-02")
    if not position.first_drawn and position.order_of(seat) < position.displayer:
        return Fault("tunnels are displayed in the order of play", "TUN-02")
    if event.sets is not None and not event.sets:
        return Fault("no tunnel is named", "TUN-02")
    shown: list[int] = []
    for cards in event.sets or ():
        faces = tunnel_faces(cards)
        if not faces:
            return Fault(f"{_text(cards)} is no tunnel: three identical cards are", "COMB-01")
        if not any(may_display(position, seat, face) for face in faces):
            return Fault(f"the player was not dealt a tunnel {_text(cards)} that can be displayed", "TUN-01")
        shown += faces if len(faces) == 1 else ()
    if len(set(shown)) < len(shown):
        return Fault("a tunnel is displayed once", "TUN-05")
    return None


def tunnel_faces(cards: Sequence[Cell]) -> tuple[int, ...]:
    """Of which face the cards can be a tunnel, as far as they are known; none where they are no tunnel."""
    if len(cards) != 3:
        return ()
    faces = set(cards[0].possible).intersection(*(cell.possible for cell in cards[1:]))
    return tuple(sorted(face.index for face in faces))


def _judge_draw(position: Position, seat: int, event: Draw) -> Fault | None:
    if position.phase is not _DRAW or seat != position.actor:
        return _turn_fault(position, seat, _DRAW)
    if event.source is _PILE:
        return offered_fault(position, seat, event.card)
    stock = stock_fault(position, event)
    if stock is None or event.source is Source.STOCK:
        return stock
    return None if offered_fault(position, seat, event.card) is None else stock


def stock_fault(position: Position, event: Draw) -> Fault | None:
    """Why who is to draw cannot take the stock's top card."""
    if not position.first_drawn and _must_take(position):
        return Fault("under these rules the first player must take the turned-up card", "TURN-04")
    if not position.stock:
        if position.is_stock_exact:
            return Fault("no card is left in the stock", "STOCK-01")
        return _copies_fault(position, event.face)
    top = position.stock[-1]
    if top == event.face:
        return None
    if position.is_stock_exact and not position.fits(event.card, top):
        return Fault(f"the top card of the stock is {_name(top)}, not {event.card}", "TURN-01")
    return None if isinstance(top, int) else _copies_fault(position, event.face)


def _must_take(position: Position) -> bool:
    """TURN-04, as far as is known: where another rule forbids to take it, nothing is left but the stock."""
    if position.rules.first_upcard is not FirstUpcard.MUST:
        return False
    if position.rules.unseen_pick is UnseenPick.SHOW_ONLY:
        is_known = position.knows_hand(position.actor) and isinstance(position.pile[-1], int)
        if not is_known:
            return False
    return offered_fault(position, position.actor, UNKNOWN_CARD) is None


def offered_fault(position: Position, seat: int, card: Cell) -> Fault | None:
    """Why the seat that is to draw cannot take the offered card: the table of section 3, from top to bottom."""
    if not position.offered or not position.pile:
        return Fault("no card is offered", "TURN-03")
    if not position.first_drawn and position.rules.first_upcard is FirstUpcard.STOCK_ONLY:
        return Fault("under these rules the first player must draw from the stock", "TURN-04")
    top = position.pile[-1]
    if card is not UNKNOWN_CARD and not position.fits(card, top):
        return Fault(f"the offered card is {_name(top)}, not {card}", "TURN-03")
    face = top if isinstance(top, int) else (card.face.index if card.face is not None else UNKNOWN)
    if face != top and (fault := _copies_fault(position, face)) is not None:
        return fault
    if position.route[seat] is _DUBLEES:
        return _dublee_pick_fault(position, seat, face)
    if position.seen[seat]:
        if position.route[seat] is None:
            return None
        if position.rules.seen_take_wild is _NO_WILD and position.is_wild(face):
            return Fault(f"{_name(face)} is wild, and a player who has seen may not take it", "TURN-06")
    elif position.lost[seat]:  # he may have shown in a turn that nobody noted
        return None
    elif position.rules.unseen_pick is _NO_PICK:
        return Fault("a player who has not seen may not take the offered card", "TURN-07")
    elif position.rules.unseen_pick is _SHOW_ONLY and not _shows_with(position, seat, face):
        return Fault(f"{_name(face)} does not make a primary show now", "TURN-07")
    if not _leaves_discard(position, seat) and position.knows_hand(seat):
        return Fault("nothing but the taken card could be thrown away", "TURN-05")
    return None


def _dublee_pick_fault(position: Position, seat: int, face: int) -> Fault | None:
    """TURN-08, TURN-09: only for the eighth dublee, and with a card left to throw away."""
    if face == UNKNOWN or not position.knows_hand(seat):
        return None
    held = list(position.free[seat])
    held[face] += 1
    partners = [
        other
        for other in range(len(held))
        if held[other] - (other == face) > 0 and _is_eighth(position, seat, face, other)
    ]
    if not partners:
        return Fault(f"{_name(face)} does not make the eighth dublee", "TURN-08")
    if position.rules.dublee_finish_discard and sum(held) <= 2:
        return Fault("no card would be left to throw away", "DUB-05")
    return None


def _leaves_discard(position: Position, seat: int) -> bool:
    """TURN-05: whether any card could be thrown after taking one that may not be thrown back."""
    return not position.rules.no_return_discard or any(position.free[seat])


def _shows_with(position: Position, seat: int, face: int) -> bool:
    """Whether taking the face makes a primary show that uses it, with a card left to throw (TURN-07)."""
    if face == UNKNOWN or not position.knows_hand(seat):
        return True
    held = list(position.free[seat])
    held[face] += 1
    displayed, rules = position.displayed[seat], position.rules
    dublees = held[face] >= 2 and position.seats >= rules.dublee_min_players
    return any(
        any(face in cards for cards in sets)
        and sum(held) > sum(len(cards) for cards in sets if not _is_displayed(cards, displayed))
        for sets in primary_shows(held, displayed, rules, dublees=dublees)
    )


def _is_displayed(cards: Sequence[int], displayed: Sequence[int]) -> bool:
    return len(set(cards)) == 1 and cards[0] in displayed


def _judge_show(position: Position, seat: int, event: Show) -> Fault | None:
    if (fault := _turn_fault(position, seat, Phase.PLAY)) is not None:
        return fault
    if position.seen[seat]:
        return Fault("this player has shown before; nothing further is laid until the finish", "SHOW-09")
    if event.sets is None:
        return None
    sets = numbers(event.sets)
    if (fault := _held_fault(position, seat, sets)) is not None:
        return fault
    if any(UNKNOWN in cards for cards in sets):
        return None
    verdict = is_primary_show([faces_of(cards) for cards in sets], rules=position.rules, players=position.seats)
    if not verdict:
        return Fault(verdict.reason, verdict.rule)
    if position.duty is Duty.SHOW and not any(position.took in cards for cards in sets):
        return Fault("the card taken from the pile must be part of the show", "TURN-07")
    if not _discard_after(position, seat, sets):
        return Fault("a show must leave a card to throw away", "TURN-10")
    return None


def _discard_after(position: Position, seat: int, sets: Sequence[Sequence[int]]) -> bool:
    """TURN-10: a card that may be thrown is left after laying the sets."""
    if not position.knows_hand(seat):
        return True
    laid = _from_hand(position, seat, sets)
    left = list(position.free[seat])
    for face, count in laid.items():
        left[face] -= count
    # A copy of the taken card that is laid can be the taken one, so another copy may be thrown (TURN-05).
    took = position.took if position.rules.no_return_discard and position.took not in laid else UNKNOWN
    if took != UNKNOWN and left[took] == 1:
        left[took] = 0
    return max(left) > 0


def displayed_face(cards: Sequence[int], displayed: Collection[int]) -> int | None:
    """The face of the displayed tunnel that these cards are, whole or as a pair (TUN-05), else None.

    All copies of a displayed face lie out, so one known card tells.
    """
    if not displayed:
        return None
    faces = set(cards) - {UNKNOWN}
    if len(cards) not in (2, 3) or len(faces) != 1:
        return None
    face = next(iter(faces))
    return face if face in displayed else None


def _from_hand(position: Position, seat: int, sets: Sequence[Sequence[int]]) -> dict[int, int]:
    """How many free cards of each face the sets take; a displayed tunnel, whole or as a pair, lies out."""
    needed: dict[int, int] = {}
    lent = set(position.displayed[seat])
    for cards in sets:
        if (face := displayed_face(cards, lent)) is not None:
            lent.discard(face)
            continue
        for face in cards:
            needed[face] = needed.get(face, 0) + 1
    needed.pop(UNKNOWN, None)
    return needed


def _held_fault(position: Position, seat: int, sets: Sequence[Sequence[int]]) -> Fault | None:
    free = position.free[seat]
    for face, count in _from_hand(position, seat, sets).items():
        if free[face] < count and not position.can_hold(seat, face, count):
            missing = Fault(f"the player has not {count} free {FACES[face]}", "TUN-05")
            return _missing(position, seat, face, count, missing)
    if not position.lost[seat] and sum(map(len, sets)) > (
        position.free_size(seat) + 3 * len(position.displayed[seat])
    ):
        return Fault("the player has not so many cards", "SHOW-01")
    return None


def _judge_choice(position: Position, seat: int, event: ChooseTiplu) -> Fault | None:
    wanted = Phase.OPEN_TIPLU if seat == NOBODY else Phase.CHOOSE
    if position.phase is not wanted or seat != position.actor:
        return _waits(position)
    if event.above is None:
        return (
            None if not position.is_complete else Fault("it is not said where in the stock it lay", "SHOW-03")
        )
    if event.above < 0 or (position.is_stock_exact and event.above >= len(position.stock)):
        return Fault(
            f"the stock has {len(position.stock)} cards, so none has {event.above} above it", "SHOW-03"
        )
    if position.is_stock_exact:
        lies = position.stock[-1 - event.above]
        if not position.fits(event.card, lies):
            return Fault(f"the card with {event.above} above it is {_name(lies)}, not {event.card}", "SHOW-03")
    return None if event.face in position.stock else _copies_fault(position, event.face)


def _judge_look(position: Position, seat: int, event: SeeTiplu) -> Fault | None:
    # Where turns were not noted, the tiplu may have been chosen in one of them.
    may_be_chosen = position.phase is Phase.CHOOSE and any(position.lost)
    if not (position.phase is Phase.SEE or may_be_chosen) or seat != position.actor:
        return _waits(position)
    if position.tiplu >= 0 and not position.fits(event.card, position.tiplu):
        return Fault(f"the tiplu is {_name(position.tiplu)}, not {event.card}", "SHOW-04")
    is_at_hand = position.tiplu >= 0 or event.face in position.stock
    return None if is_at_hand else _copies_fault(position, event.face)


def _judge_finish(position: Position, seat: int, event: Finish) -> Fault | None:
    if (fault := _turn_fault(position, seat, Phase.PLAY)) is not None:
        return fault
    if not position.seen[seat] and not position.lost[seat]:
        return Fault("a finish comes after a show", "SHOW-13")
    if event.sets is None or position.shown[seat] is None:
        return None
    sets = numbers(event.sets)
    if (fault := _held_fault(position, seat, sets)) is not None:
        return fault
    if position.tiplu < 0 or any(UNKNOWN in cards for cards in sets):
        return None
    if position.route[seat] is Route.DUBLEES:
        return _eighth_fault(position, seat, sets)
    return _whole_hand_fault(position, seat, sets)


def _whole_hand_fault(position: Position, seat: int, sets: tuple[tuple[int, ...], ...]) -> Fault | None:
    """FIN-01: the rest is in valid sets, and one card is left to throw away."""
    for cards in sets:
        verdict = recognise(faces_of(cards), rules=position.rules, tiplu=FACES[position.tiplu])
        if not verdict or len(cards) == 2:
            return Fault(f"{_faces(cards)}: {verdict.reason}", verdict.rule)
    left = position.free_size(seat) - sum(_from_hand(position, seat, sets).values())
    if left != 1 and not position.lost[seat]:
        return Fault(f"{left} cards would be left; one, the final discard, must be", "FIN-01")
    if not _discard_after(position, seat, sets):
        return Fault("the card just taken cannot be the final discard", "TURN-05")
    return None


def _eighth_fault(position: Position, seat: int, sets: tuple[tuple[int, ...], ...]) -> Fault | None:
    """DUB-05: an eighth dublee; the rest stays loose, with a card to throw away where one is thrown."""
    if len(sets) != 1 or len(sets[0]) != 2:
        return Fault("the finish by dublees lays the eighth pair", "DUB-05")
    first, second = sets[0]
    if not _is_eighth(position, seat, first, second):
        verdict = recognise_dublee(
            (FACES[first], FACES[second]), rules=position.rules, tiplu=FACES[position.tiplu]
        )
        if verdict:
            return Fault(f"{FACES[first]} has been shown as a dublee; its third copy is a spare", "DUB-02")
        return Fault(verdict.reason, verdict.rule)
    if position.duty is Duty.FINISH and position.took not in sets[0]:
        return Fault("the card taken from the pile must be in the eighth dublee", "TURN-08")
    if position.rules.dublee_finish_discard and not _discard_after(position, seat, sets):
        return Fault("no card is left that may be thrown away", "DUB-05")
    return None


def _is_eighth(position: Position, seat: int, first: int, second: int) -> bool:
    """Whether the two are a dublee beside the seven shown (DUB-02, DUB-04)."""
    if first == second and any(cards[0] == first for cards in position.shown[seat] or ()):
        return False
    if position.tiplu < 0:
        return first == second
    pair = (FACES[first], FACES[second])
    return bool(recognise_dublee(pair, rules=position.rules, tiplu=FACES[position.tiplu]))


def _judge_discard(position: Position, seat: int, event: Discard) -> Fault | None:
    phase = position.phase
    if seat != position.actor or not (phase is _PLAY or phase is _LAST_DISCARD):
        return _turn_fault(position, seat, _PLAY)
    if position.duty is not _NO_DUTY:
        rule = "TURN-08" if position.duty is Duty.FINISH else "TURN-07"
        return Fault(f"who took the offered card so must {position.duty.value} this turn", rule)
    face = event.face
    if face == UNKNOWN:
        fits = any(position.can_hold(seat, possible.index) for possible in event.card.possible)
        return None if fits else Fault(f"the player has no free card {event.card}", "TURN-11")
    if position.free[seat][face] and may_discard(position, seat, face):
        return None
    if not position.can_hold(seat, face):
        sets = (
            *(position.shown[seat] or ()),
            *((position.finish_sets or ()) if seat == position.winner else ()),
        )
        lies = face in position.displayed[seat] or any(face in cards for cards in sets)
        why = "its copies lie in sets that are out" if lies else "the player does not hold it"
        missing = Fault(f"{FACES[face]} cannot be thrown: {why}", "TURN-11" if lies else "TURN-02")
        return missing if lies else _missing(position, seat, face, 1, missing)
    if not may_discard(position, seat, face):
        return Fault(f"{FACES[face]} was just taken from the pile and cannot be thrown back", "TURN-05")
    return None


def _judge_reshuffle(position: Position, seat: int, event: Reshuffle) -> Fault | None:
    if position.phase is not Phase.RESHUFFLE and not _may_be_used_up(position):
        return Fault(f"nothing is to be reshuffled now; the table waits for {position.phase.value}", "STOCK-01")
    waits_for = position.resume if position.phase is Phase.RESHUFFLE else position.phase
    inside_turn = waits_for is Phase.CHOOSE
    if seat != (position.actor if inside_turn else NOBODY):
        return Fault("a reshuffle stands where it happens: in the show's turn, else by itself", "STOCK-06")
    if event.cards is None:
        return None
    pool = shuffled_cards(position) if position.is_stock_exact else []
    if position.is_stock_exact and len(event.cards) != len(pool):
        return Fault(f"{len(pool)} cards are reshuffled, not {len(event.cards)}", "STOCK-01")
    known = Counter(card for card in pool if isinstance(card, int))
    given = Counter(face.index for card in event.cards if (face := card.face) is not None)
    spare = len(pool) - known.total()
    wrong = given - known
    if position.is_stock_exact and wrong.total() > spare:
        face = next(iter(wrong))
        return Fault(f"{FACES[face]} is not among the discards so often", "STOCK-01")
    faults = (_copies_fault(position, face, count) for face, count in wrong.items())
    return next((fault for fault in faults if fault is not None), None)


def _may_be_used_up(position: Position) -> bool:
    """Whether the stock may be used up, as far as is known, where a turn has ended or a tiplu is wanted."""
    if position.phase is Phase.CHOOSE and len(position.stock) <= unusable_tiplus(position.rules):
        return all(any(position.fits(card, lies) for card in _NO_TIPLUS) for lies in position.stock)
    return not position.is_stock_exact and position.phase in (Phase.DRAW, Phase.CHOOSE)


def shuffled_cards(position: Position) -> list[int | Cell]:
    """The cards of the pile that a reshuffle takes: all but the latest, or all of them (STOCK-01, STOCK-05)."""
    everything = position.rules.stock_out is StockOut.RESHUFFLE_ALL and position.resume is not Phase.CHOOSE
    return list(position.pile if everything else position.pile[:-1])


def _judge_missed_draw(position: Position, seat: int, event: MissDraw) -> Fault | None:
    del event
    return _turn_fault(position, seat, Phase.DRAW) or _miss_fault(position)


def _judge_missed_discard(position: Position, seat: int, event: MissDiscard) -> Fault | None:
    del event
    if (fault := _turn_fault(position, seat, Phase.PLAY)) is not None:
        return fault
    if position.duty is not Duty.NOTHING:
        return Fault(f"who took the offered card so must {position.duty.value} this turn", "TURN-08")
    return _miss_fault(position)


def _miss_fault(position: Position) -> Fault | None:
    if position.rules.miss_policy is MissPolicy.PLAY_ON:
        return None
    return Fault("under these rules what was missed is made up at once (miss_policy)", "IRR-01")


def _owned_fault(position: Position, seat: int, sets: Sets) -> Fault | None:
    """IRR-09: wrongly laid can be whatever the player has, even cards that lie out in tunnels or shown sets."""
    lying = Counter(position.displayed[seat] * 3 + position.spares[seat])
    lying.update(face for cards in position.shown[seat] or () for face in cards)
    for face, count in Counter(face for cards in numbers(sets) for face in cards if face != UNKNOWN).items():
        if count > lying[face] and not position.can_hold(seat, face, count - lying[face]):
            missing = Fault(f"the player has not {count} cards {FACES[face]}", "IRR-09")
            return _missing(position, seat, face, count - lying[face], missing)
    return None


def _judge_bad_show(position: Position, seat: int, event: BadShow) -> Fault | None:
    if (fault := _turn_fault(position, seat, Phase.PLAY)) is not None:
        return fault
    if position.seen[seat]:
        return Fault("this player has shown before", "SHOW-09")
    if event.sets is None:
        return None
    if (fault := _owned_fault(position, seat, event.sets)) is not None:
        return fault
    is_known = position.knows_hand(seat) and all(UNKNOWN not in cards for cards in numbers(event.sets))
    if is_known and _judge_show(position, seat, Show(event.sets)) is None:
        return Fault("these sets are a right show", "SHOW-01")
    return None


def _judge_bad_finish(position: Position, seat: int, event: BadFinish) -> Fault | None:
    if (fault := _turn_fault(position, seat, Phase.PLAY)) is not None:
        return fault
    if event.sets is None:
        return None
    if (fault := _owned_fault(position, seat, event.sets)) is not None:
        return fault
    # Where the tiplu or the rest of the hand is not known, nobody can say that the finish was right.
    is_known = (
        position.tiplu >= 0
        and position.knows_hand(seat)
        and all(UNKNOWN not in cards for cards in numbers(event.sets))
    )
    if position.seen[seat] and is_known and _judge_finish(position, seat, Finish(event.sets)) is None:
        return Fault("these sets are a right finish", "FIN-01")
    return None


def _copies_fault(position: Position, face: int, count: int = 1, *, seat: int = NOBODY) -> Fault | None:
    """DECK-01: so many cards of the face cannot come from where nobody knows, or be in the hand of the seat."""
    left = count if face == UNKNOWN else position.copies_left(face, besides=seat)
    if count <= left:
        return None
    many = "no copy" if not left else f"only {left}"
    return Fault(f"{many} of {FACES[face]} can be here: the others are known to lie elsewhere", "DECK-01")


def _missing(position: Position, seat: int, face: int, count: int, missing: Fault) -> Fault:
    """Why the seat has not so many copies: where its hand is not known, because they lie elsewhere."""
    if position.knows_hand(seat):
        return missing
    return _copies_fault(position, face, count, seat=seat) or missing


def _turn_fault(position: Position, seat: int, phase: Phase) -> Fault | None:
    if position.phase is not phase:
        return _waits(position)
    if position.actor != seat:
        return Fault(f"it is the turn of seat {position.actor}, not of seat {seat}", "DEAL-05")
    return None


def _waits(position: Position) -> Fault:
    who = f"seat {position.actor}" if position.actor != NOBODY else "the table"
    return Fault(f"now comes {position.phase.value}, by {who}", "TURN-02")


def _name(card: int | Cell) -> str:
    if isinstance(card, Cell):
        return str(card)
    return "a card that is not known" if card == UNKNOWN else str(FACES[card])


def _text(cards: Sequence[Cell]) -> str:
    return "".join(map(str, cards))


def _faces(cards: Sequence[int]) -> str:
    return " ".join(str(FACES[card]) for card in cards)


_JUDGES: Final[dict[type[Any], Callable[[Position, int, Any], Fault | None]]] = {
    DisplayTunnels: _judge_tunnels,
    Draw: _judge_draw,
    Show: _judge_show,
    ChooseTiplu: _judge_choice,
    SeeTiplu: _judge_look,
    Finish: _judge_finish,
    Discard: _judge_discard,
    Reshuffle: _judge_reshuffle,
    MissDraw: _judge_missed_draw,
    MissDiscard: _judge_missed_discard,
    BadShow: _judge_bad_show,
    BadFinish: _judge_bad_finish,
}
