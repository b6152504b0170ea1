"""What an event does to the working position. Checks nothing: whether it may happen is for ``judge.py``."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
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
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import (
    displayed_face,
    fault_of,
    numbers,
    shuffled_cards,
    tunnel_faces,
)
from marriage_analysis.games.marriage.engine.position import (
    NOBODY,
    NOT_CHOSEN,
    Duty,
    Outcome,
    Phase,
    Position,
    is_put_back,
    unusable_tiplus,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import StockOut, UnseenPick

# Members that every turn asks for: reading one off its enum takes longer than a test (quick_enum.py).
_STOCK, _PILE, _NOT_NOTED = Source.STOCK, Source.PILE, Source.NOT_NOTED
_DRAW_PHASE, _PLAY_PHASE, _LAST_DISCARD = Phase.DRAW, Phase.PLAY, Phase.LAST_DISCARD
_NO_DUTY, _DUBLEES, _SHOW_ONLY = Duty.NOTHING, Route.DUBLEES, UnseenPick.SHOW_ONLY

_KNOWN: Final = tuple(map(Cell.of, FACES))
_FROM_STOCK: Final = tuple(Draw(Source.STOCK, card) for card in _KNOWN)


def play(position: Position, seat: int, event: Event) -> Event:
    """Carry out an event that may happen; gives it back with the cards that the table now knows."""
    return _EFFECTS[type(event)](position, seat, event)


def skip_turn(position: Position, seat: int) -> None:
    """A turn of which nothing was noted: a card came, a card went, and the player may have shown."""
    position.hidden[seat].append(UNKNOWN_CARD)
    position.gone[seat] += 1
    position.lost[seat] = True
    position.pile.append(UNKNOWN_CARD)
    position.offered = True
    position.first_drawn = True
    position.drawn[seat] = True
    _lose_stock(position)
    position.took = UNKNOWN
    position.duty = Duty.NOTHING
    position.phase = Phase.DRAW
    position.actor = (seat + 1) % position.seats


def lose_track(position: Position) -> None:
    """Turns that were not recorded: nothing is known of hands, stock, pile, or whose turn comes next."""
    for seat in range(position.seats):
        position.hidden[seat] = [UNKNOWN_CARD] * position.free_size(seat)
        position.free[seat] = bytearray(len(position.free[seat]))
        position.gone[seat] = 0
        position.lost[seat] = True
    position.pile = [*position.pile, UNKNOWN_CARD]
    position.offered = True
    position.first_drawn = True
    _lose_stock(position)
    position.is_tracked = False
    if position.phase is not Phase.OVER:
        position.phase, position.actor = Phase.DRAW, NOBODY
    position.took = UNKNOWN
    position.duty = Duty.NOTHING


def _lose_stock(position: Position) -> None:
    """It is not known any more how many cards the stock has, so nor which lies where."""
    position.stock = [UNKNOWN_CARD] * len(position.stock)
    position.is_complete = position.is_stock_exact = False


def _display(position: Position, seat: int, event: DisplayTunnels) -> DisplayTunnels:
    if event.sets is None:
        position.lost[seat] = True
    for cards in event.sets or ():
        face, *others = tunnel_faces(cards)
        if others:
            position.lost[seat] = True
            continue
        for _ in range(3):
            _remove(position, seat, face)
        position.displayed[seat].append(face)
        position.tunnels[seat].append(face)
    if not position.first_drawn:
        position.displayer = position.order_of(seat)
    return event


def _draw(position: Position, seat: int, event: Draw) -> Draw:
    source = event.source
    if source is _NOT_NOTED:
        source = _likely_source(position, seat, event)
    if source is _STOCK:
        card = position.stock.pop() if position.stock else UNKNOWN_CARD
        position.drawn_from_stock[seat] = True
    elif source is _PILE:
        card = position.pile.pop()
    else:
        # Stock or pile: which of them has one card less is not known.
        card = UNKNOWN_CARD
        _lose_stock(position)
    if not isinstance(card, int):
        card = _narrowed(card, event.card)
    if source is _PILE:
        _bind(position, seat, card)
    position.offered = False
    position.first_drawn = True
    position.drawn[seat] = True
    position.phase = _PLAY_PHASE
    if not isinstance(card, int):
        position.hidden[seat].append(card)
        position.is_complete = False
        return Draw(event.source, card)
    position.free[seat][card] += 1
    if event.face == card:
        return event
    return _FROM_STOCK[card] if event.source is _STOCK else Draw(event.source, _KNOWN[card])


def _likely_source(position: Position, seat: int, event: Draw) -> Source:
    """Stock or pile where only one of them may be, else not noted."""
    may = [
        source
        for source in (Source.STOCK, Source.PILE)
        if fault_of(position, seat, Draw(source, event.card)) is None
    ]
    return may[0] if len(may) == 1 else Source.NOT_NOTED


def _bind(position: Position, seat: int, card: int | Cell) -> None:
    """Taking the offered card may bind the player to show or to finish this turn (TURN-07, TURN-08)."""
    position.took = card if isinstance(card, int) else UNKNOWN
    if position.route[seat] is _DUBLEES:
        position.duty = Duty.FINISH
    elif not position.seen[seat] and not position.lost[seat] and position.rules.unseen_pick is _SHOW_ONLY:
        position.duty = Duty.SHOW


def _show(position: Position, seat: int, event: Show) -> Show:
    sets = numbers(event.sets or ())
    by_dublees = bool(sets) and all(len(cards) == 2 for cards in sets)
    sets = _lay(position, seat, sets)
    position.shown[seat] = sets if event.sets is not None else None
    if event.sets is None:
        position.lost[seat] = True
    else:
        position.route[seat] = Route.DUBLEES if by_dublees else Route.SETS
    position.seen[seat] = True
    position.duty = Duty.NOTHING
    if position.tiplu != NOT_CHOSEN:
        position.phase = Phase.SEE
    elif not position.is_stock_exact or any(position.lost) or not all(map(is_put_back, position.stock)):
        position.phase = Phase.CHOOSE
    else:
        _need_reshuffle(position, resume=Phase.CHOOSE)
    return event


def _lay(position: Position, seat: int, sets: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Move the cards of sets from the hand, and displayed tunnels that are used, out on the table.

    Gives the sets with the cards that are then known.
    """
    laid: list[tuple[int, ...]] = []
    for cards in sets:
        lent = displayed_face(cards, position.displayed[seat])
        if lent is not None:
            position.displayed[seat].remove(lent)
            position.spares[seat] += [lent] * (3 - len(cards))
            laid.append((lent,) * len(cards))
            continue
        laid.append(cards)
        if position.displayed[seat] and set(cards) == {UNKNOWN}:
            position.lost[seat] = True  # from the hand or a displayed tunnel
        for face in cards:
            _remove(position, seat, face)
            if face == position.took:  # the laid copy can be the taken one: TURN-05 binds no other
                position.took = UNKNOWN
    return tuple(laid)


def _choose(position: Position, seat: int, event: ChooseTiplu) -> ChooseTiplu:
    card = _number(event.card)
    place = event.above
    if place is not None and place < len(position.stock):
        card = _narrowed(position.stock[-1 - place], event.card)
        if is_put_back(card):
            return ChooseTiplu(_cell(card), place)
        del position.stock[-1 - place]
    elif is_put_back(card):
        return event
    elif position.stock:
        _take_from_somewhere(position, event.card)
    position.set_tiplu(card if isinstance(card, int) else UNKNOWN)
    position.chooser = seat
    if seat == NOBODY:
        position.phase, position.actor = Phase.DRAW, position.first_seat
    else:
        position.phase = Phase.PLAY
    return ChooseTiplu(_cell(card), place)


def _take_from_somewhere(position: Position, card: Cell) -> None:
    """A card left the stock at a place nobody noted: what lies between its possible places is not known."""
    stock = position.stock
    places = [index for index, lies in enumerate(stock) if position.fits(card, lies)]
    first, last = (places[0], places[-1]) if places and position.is_stock_exact else (0, len(stock) - 1)
    between: list[int | Cell] = [UNKNOWN_CARD] * (last - first)
    position.stock = [*stock[:first], *between, *stock[last + 1 :]]
    position.is_complete = False


def _look(position: Position, seat: int, event: SeeTiplu) -> SeeTiplu:
    if position.tiplu < 0:
        position.set_tiplu(event.face)
    position.phase = Phase.PLAY
    del seat
    return SeeTiplu(UNKNOWN_CARD if position.tiplu < 0 else Cell.of(FACES[position.tiplu]))


def _finish(position: Position, seat: int, event: Finish) -> Finish:
    sets = numbers(event.sets or ())
    sets = _lay(position, seat, sets)
    position.finish_sets = sets if event.sets is not None else None
    position.winner = seat
    position.duty = Duty.NOTHING
    position.phase = Phase.LAST_DISCARD
    if position.route[seat] is Route.DUBLEES and not position.rules.dublee_finish_discard:
        _end(position, Outcome.FINISHED)
    return event


def _discard(position: Position, seat: int, event: Discard) -> Discard:
    face = event.face
    held = position.free[seat]
    if face != UNKNOWN:
        if held[face]:
            held[face] -= 1
        else:
            _remove(position, seat, face)
        card: int | Cell = face
    else:
        position.gone[seat] += 1
        card = event.card
    if position.phase is _LAST_DISCARD:
        position.last_discard = face
        _end(position, Outcome.FINISHED)
        return event
    position.pile.append(card)
    position.offered = True
    _end_turn(position)
    return event


def _miss_draw(position: Position, seat: int, event: MissDraw) -> MissDraw:
    position.offered = False
    position.first_drawn = True
    position.drawn[seat] = True
    position.phase = Phase.PLAY
    return event


def _miss_discard(position: Position, seat: int, event: MissDiscard) -> MissDiscard:
    """IRR-03: nothing is offered, and the pile stays dead."""
    del seat
    position.offered = False
    _end_turn(position)
    return event


def _exposed(position: Position, seat: int, event: Event) -> Event:
    """IRR-09: the cards go back to the hand, and everybody has seen them."""
    del position, seat
    return event


def _reshuffle(position: Position, seat: int, event: Reshuffle) -> Reshuffle:
    """STOCK-01, STOCK-05, STOCK-06: the new stock, face down on the tiplu."""
    del seat
    awaited = position.phase is Phase.RESHUFFLE
    if not awaited:  # the stock may have been used up, as far as is known
        position.resume = position.phase
    pool = shuffled_cards(position)
    taken_all = len(pool) == len(position.pile)
    # Where the tiplu is wanted, cards that cannot be it may be left; the discards come on top of them.
    left = position.stock if position.is_stock_exact else []
    if event.cards is None:
        position.stock = [*left, *[UNKNOWN_CARD] * len(pool)]
        position.is_complete = False
    else:
        position.stock = [*left, *(_number(card) for card in reversed(event.cards))]
        position.is_stock_exact |= position.resume is Phase.DRAW or not unusable_tiplus(position.rules)
    position.pile = [] if taken_all else position.pile[-1:]
    if taken_all:
        position.offered = False
    position.reshuffles += 1
    position.phase = position.resume
    if awaited and position.resume is Phase.DRAW:
        position.actor = _after(position)
    return event


def _end_turn(position: Position) -> None:
    position.took = UNKNOWN
    position.duty = _NO_DUTY
    if position.stock or not position.is_stock_exact:
        position.actor = (position.actor + 1) % position.seats
        position.phase = _DRAW_PHASE
    elif position.rules.stock_out is StockOut.DISMISS:
        _end(position, Outcome.DISMISSED)
    else:
        _need_reshuffle(position, resume=Phase.DRAW)


def _after(position: Position) -> int:
    """The next seat after the one whose turn ended with the reshuffle."""
    return (position.turn_owner + 1) % position.seats


def _need_reshuffle(position: Position, *, resume: Phase) -> None:
    """Wait for the table to shuffle; the game is dismissed where nothing is left to (STOCK-04, STOCK-07)."""
    position.resume = resume
    limit = position.rules.max_reshuffles
    if not shuffled_cards(position) or (limit is not None and position.reshuffles >= limit):
        _end(position, Outcome.DISMISSED)
        return
    position.phase = Phase.RESHUFFLE
    if resume is Phase.DRAW:
        position.turn_owner = position.actor
        position.actor = NOBODY


def _end(position: Position, outcome: Outcome) -> None:
    position.outcome = outcome
    position.phase = Phase.OVER
    position.actor = NOBODY
    position.offered = False


def _remove(position: Position, seat: int, face: int) -> None:
    """Take a card out of the hand: a known copy, else a cell that can be it, else one nobody noted."""
    if face != UNKNOWN and position.free[seat][face]:
        position.free[seat][face] -= 1
        return
    hidden = position.hidden[seat]
    fitting = [cell for cell in hidden if face == UNKNOWN or position.fits(Cell.of(FACES[face]), cell)]
    if face == UNKNOWN or not fitting:
        position.gone[seat] += 1
        return
    kinds = Counter(fitting)
    if len(kinds) == 1:
        hidden.remove(fitting[0])
        return
    # Which of several cells it was is not known: what stays is one that can be either of them.
    for cell in kinds:
        hidden.remove(cell)
    hidden += _merged(kinds)


def _merged(kinds: Counter[Cell]) -> list[Cell]:
    cells = list(kinds)
    if any(cell.text == "??" for cell in cells):
        return [UNKNOWN_CARD] * (len(cells) - 1)
    atoms = dict.fromkeys(atom for cell in cells for atom in cell.text.split("|"))
    return [Cell("|".join(atoms))] * (len(cells) - 1)


def _narrowed(lies: int | Cell, named: Cell) -> int | Cell:
    """The card that lies there, told more exactly by what a record names."""
    if isinstance(lies, int):
        return lies
    named_number = _number(named)
    if isinstance(named_number, int):
        return named_number
    return lies if named.text == "??" else named


def _number(card: Cell) -> int | Cell:
    face = card.face
    return card if face is None else face.index


def _cell(card: int | Cell) -> Cell:
    return card if isinstance(card, Cell) else _KNOWN[card]


_EFFECTS: Final[dict[type[Any], Callable[[Position, int, Any], Any]]] = {
    DisplayTunnels: _display,
    Draw: _draw,
    Show: _show,
    ChooseTiplu: _choose,
    SeeTiplu: _look,
    Finish: _finish,
    Discard: _discard,
    Reshuffle: _reshuffle,
    MissDraw: _miss_draw,
    MissDiscard: _miss_discard,
    BadShow: _exposed,
    BadFinish: _exposed,
}
