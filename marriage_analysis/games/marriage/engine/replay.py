"""Replays the play of a record from its deal: the sound prefix, and where and why it stops.

Never repairs. What a record does not tell is carried as unknown; where later play leaves one possibility for
it, that is taken and noted as derived.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from marriage_analysis.cards.cell import Cell, CellList, parse_cells
from marriage_analysis.findings import Code, Finding, Place
from marriage_analysis.games.marriage.codes import TOO_MANY_COPIES
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine import codes
from marriage_analysis.games.marriage.engine.effects import lose_track, play, skip_turn
from marriage_analysis.games.marriage.engine.events import (
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    Draw,
    Event,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.notation import Entry, Gap, TableEntry, Turn, parse_entry
from marriage_analysis.games.marriage.engine.position import (
    HAND_SIZE,
    NOBODY,
    Deal,
    Phase,
    Position,
    is_unusable_tiplu,
    start_position,
    stock_size,
)
from marriage_analysis.games.marriage.engine.throws import is_dhoos_throw
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

MAX_TRIED: Final = 100_000
"""So many entries of one play are gone through to find what its uncertain events must have been.

A game of 300 turns of which no draw is noted takes 90,000. What is not found then stays uncertain.
"""

Watcher = Callable[[int, int, Event, Position], None]
"""Called after every event with turn, seat, the event as the table knows it, and the position."""

EntryWatcher = Callable[[int, Position], None]
"""Called after every sound entry with its turn and the position."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a replay cannot go on: entry, event in it, why, and the rule."""

    turn: int
    event: int
    reason: str
    rule: str | None
    code: Code = codes.ILLEGAL_PLAY


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul that the play itself shows: a wild thrown to a seen player, a wrong show or finish.

    ``reason`` is the word that a record uses for its dhoos.
    """

    turn: int
    seat: int
    reason: str


@dataclass(slots=True)
class Replayed:
    """A replay: the position after the ``sound`` entries, why it stopped there (None: it did not), notes.

    ``events`` is the number of events that were played; ``is_end_noted`` is false where the last entry says
    only that turns were not noted: the game may have ended in them.
    """

    position: Position
    sound: int = 0
    events: int = 0
    is_end_noted: bool = True
    stop: Stop | None = None
    notes: list[Finding] = field(default_factory=list[Finding])
    fouls: list[Foul] = field(default_factory=list[Foul])

    @property
    def is_whole(self) -> bool:
        """Whether every entry was replayed and the game came to its end."""
        return self.stop is None and self.position.phase is Phase.OVER


def read_deal(parts: MarriageParts, *, seats: int) -> Deal:
    """The deal of a record as cells; what it does not tell is None."""
    deal = parts.deal
    if deal is None:
        return Deal((None,) * seats, None, None)
    hands = tuple([None if hand is None else parse_cells(hand) for hand in deal.hands or (None,) * seats])
    upcard = None if deal.upcard is None else Cell.parse(deal.upcard)
    return Deal(hands, upcard, None if deal.stock is None else parse_cells(deal.stock))


def deal_findings(deal: Deal, rules: RuleSet, *, played: bool) -> Iterator[Finding]:
    """What is wrong with a deal: uneven hands (IRR-04), a stock of another size (DEAL-04), too many copies.

    Uneven hands cancel the game, so they are wrong only where it was ``played`` on.
    """
    for seat, hand in enumerate(deal.hands):
        if played and hand is not None and len(hand) != HAND_SIZE:
            yield Finding(
                codes.UNEVEN_DEAL,
                f"seat {seat} was dealt {len(hand)} cards; everybody gets {HAND_SIZE}",
                Place(path=f"deal.hands[{seat}]", seat=seat),
                rule="IRR-04",
                expected=HAND_SIZE,
                found=len(hand),
            )
    wanted = stock_size(rules, len(deal.hands))
    uneven = any(hand is not None and len(hand) != HAND_SIZE for hand in deal.hands)
    if deal.stock is not None and len(deal.stock) != wanted and not uneven:
        yield Finding(
            codes.STOCK_SIZE,
            f"the stock after the deal has {len(deal.stock)} cards; {wanted} must be left",
            Place(path="deal.stock"),
            rule="DEAL-04",
            expected=wanted,
            found=len(deal.stock),
        )
    yield from _copies(deal, rules)


def _copies(deal: Deal, rules: RuleSet) -> Iterator[Finding]:
    upcard = () if deal.upcard is None else (deal.upcard,)
    cells = [cell for hand in deal.hands for cell in hand or ()] + [*upcard, *(deal.stock or ())]
    cards = CellList(tuple((1, cell) for cell in cells)).known
    pack = deck(rules)
    for face in cards.distinct():
        if cards.count(face) > pack.copies(face):
            yield Finding(
                TOO_MANY_COPIES,
                f"{cards.count(face)} copies of {face} in the deal; the deck has {pack.copies(face)}",
                Place(path="deal"),
                rule="DECK-01",
                expected=pack.copies(face),
                found=cards.count(face),
            )


def find_dealer(dealer: int | None, entries: Sequence[Entry], *, seats: int) -> int:
    """The dealer, or the seat before the first to draw where the record does not say (DEAL-05)."""
    if dealer is not None:
        return dealer
    for entry in entries:
        if isinstance(entry, Turn) and any(isinstance(event, (Draw, MissDraw)) for event in entry.events or ()):
            return (entry.seat - 1) % seats
    return seats - 1


def replay(
    parts: MarriageParts,
    rules: RuleSet,
    *,
    seats: int,
    dealer: int | None,
    until: int | None = None,
    watch: Watcher | None = None,
    after: EntryWatcher | None = None,
) -> Replayed:
    """Replay the entries before ``until`` (all of them where None).

    The entries must be notation, which the record model checks. Not checked: the claims of the result.
    """
    entries = [parse_entry(text) for text in parts.play or ()]
    deal = read_deal(parts, seats=seats)
    position = start_position(deal, rules, dealer=find_dealer(dealer, entries, seats=seats))
    run = _Run(entries, len(entries) if until is None else min(until, len(entries)), watch, after)
    return run.go(Replayed(position))


@dataclass(slots=True)
class _Run:
    """One pass over the entries; ``resolve`` is false while a possibility is tried out."""

    entries: Sequence[Entry]
    end: int
    watch: Watcher | None = None
    after: EntryWatcher | None = None
    resolve: bool = True
    left_to_try: int = MAX_TRIED

    def go(self, state: Replayed, *, turn: int = 0, event: int = 0) -> Replayed:
        """Play on from an entry, and from an event in it, until the end or the first fault."""
        start = event
        for index in range(turn, self.end):
            entry = self.entries[index]
            if isinstance(entry, Turn) and entry.seat >= state.position.seats:
                state.stop = Stop(index, 0, f"there is no seat {entry.seat}", None)
            elif isinstance(entry, Turn) and entry.events is not None:
                state.is_end_noted = True
                state.stop = self._turn(state, index, start, entry.seat, entry.events)
            else:
                state.stop = self._other(state, index, entry)
            start = 0
            if state.stop is not None:
                return state
            state.sound = index + 1
            if self.after is not None:
                self.after(index, state.position)
        return state

    def _other(self, state: Replayed, index: int, entry: Entry) -> Stop | None:
        """An entry that is not a noted turn."""
        state.is_end_noted = isinstance(entry, TableEntry)
        match entry:
            case Gap():
                lose_track(state.position)
                return None
            case TableEntry(event):
                return self._event(state, index, 0, NOBODY, event)
            case Turn(seat):
                return self._unnoted(state, index, seat)

    def _unnoted(self, state: Replayed, index: int, seat: int) -> Stop | None:
        self._before(state, index, seat)
        position = state.position
        if position.phase is Phase.OVER:
            return Stop(index, 0, "the game is over", "FIN-04")
        if position.is_tracked and seat != position.actor:
            return Stop(index, 0, f"it is the turn of seat {position.actor}, not of seat {seat}", "DEAL-05")
        skip_turn(position, seat)
        return None

    def _turn(self, state: Replayed, index: int, start: int, seat: int, events: Sequence[Event]) -> Stop | None:
        position = state.position
        if start == 0 and (position.phase is Phase.RESHUFFLE or not position.is_tracked):
            self._before(state, index, seat)
        for number in range(start, len(events)):
            event = events[number]
            if position.phase is Phase.CHOOSE or position.phase is Phase.SEE:
                self._fill_in(state, index, event)
            if isinstance(event, ChooseTiplu):
                event = _told_by_next(event, events, number)
                if self.resolve and event.above is None:
                    event = self._resolved(state, index, number, event) or event
            elif self.resolve and isinstance(event, Draw) and event.source is Source.NOT_NOTED:
                event = self._resolved(state, index, number, event) or event
            stop = self._event(state, index, number, seat, event)
            if stop is not None:
                return stop
        if index + 1 == len(self.entries):
            return None  # the record may break off inside a turn
        if position.phase is Phase.CHOOSE or position.phase is Phase.SEE:
            self._fill_in(state, index, None)
        # Before the first draw a displayed tunnel is an entry of its own; later it is part of the turn.
        owes = position.phase is not Phase.DRAW or position.first_drawn
        if owes and position.actor == seat and position.phase is not Phase.RESHUFFLE:
            return Stop(
                index,
                len(events),
                f"the turn is not complete: {position.phase.value} is missing",
                "TURN-02",
                codes.INCOMPLETE_TURN,
            )
        return None

    def _before(self, state: Replayed, index: int, seat: int) -> None:
        """A reshuffle that the record does not tell, and whose turn it is after a gap."""
        position = state.position
        if position.phase is Phase.RESHUFFLE and position.resume is Phase.DRAW:
            play(position, NOBODY, Reshuffle())
            self._note(state, codes.RESHUFFLE_NOT_NOTED, index, "the stock was used up; a reshuffle is assumed")
        if not position.is_tracked and position.phase is not Phase.OVER:
            position.actor, position.phase, position.is_tracked = seat, Phase.DRAW, True

    def _fill_in(self, state: Replayed, index: int, event: Event | None) -> None:
        """A show whose choice of or look at the tiplu the record leaves out."""
        position = state.position
        if position.phase is Phase.CHOOSE and not isinstance(event, (ChooseTiplu, SeeTiplu, Reshuffle)):
            play(position, position.actor, ChooseTiplu())
        elif position.phase is Phase.SEE and not isinstance(event, (ChooseTiplu, SeeTiplu)):
            play(position, position.actor, SeeTiplu())
        else:
            return
        self._note(state, codes.TIPLU_NOT_NOTED, index, "a show without choosing or seeing the tiplu")

    def _resolved(self, state: Replayed, index: int, number: int, event: Event) -> Event | None:
        """What an uncertain event must have been, where one possibility alone lets the later play stand."""
        position = state.position
        if self.left_to_try <= 0:
            return None
        if isinstance(event, ChooseTiplu) and event.above is None and position.is_stock_exact:
            options: list[Event] = [
                ChooseTiplu(event.card, above)
                for above in range(len(position.stock))
                if position.fits(event.card, position.stock[-1 - above])
            ]
            if not position.is_complete and len(options) > 1:
                return None
        elif isinstance(event, Draw) and event.source is Source.NOT_NOTED:
            options = [
                Draw(source, event.card)
                for source in (Source.STOCK, Source.PILE)
                if fault_of(position, position.actor, Draw(source, event.card)) is None
            ]
        else:
            return None
        sound = [option for option in options if self._stands(state, index, number, option)]
        if len(sound) == 1:
            self._note(state, codes.DERIVED, index, "what is not noted here is derived from the later play")
            return sound[0]
        if isinstance(event, ChooseTiplu) and sound:
            several = "the tiplu lay in one of several places that agree with the later play"
            self._note(state, codes.DERIVED, index, several)
        return None

    def _stands(self, state: Replayed, index: int, number: int, option: Event) -> bool:
        trial = Replayed(state.position.copy())
        run = _Run(self.entries, len(self.entries), resolve=False)
        entry = self.entries[index]
        seat = entry.seat if isinstance(entry, Turn) else NOBODY
        if run._event(trial, index, number, seat, option) is not None:
            return False
        if isinstance(entry, Turn) and entry.events is not None and number + 1 < len(entry.events):
            run.go(trial, turn=index, event=number + 1)
        else:
            run.go(trial, turn=index + 1)
        self.left_to_try -= max(1, trial.sound - index)
        return trial.stop is None

    def _event(self, state: Replayed, index: int, number: int, seat: int, event: Event) -> Stop | None:
        position = state.position
        if isinstance(event, ChooseTiplu) and event.above is None:
            position.is_complete = False  # it lay in one of several places
        fault = fault_of(position, seat, event)
        if fault is not None:
            if not isinstance(event, (MissDraw, MissDiscard)) or fault.rule != "IRR-01":
                return Stop(index, number, fault.reason, fault.rule)
            # The rules want it made up at once; the table did not, and played on with the count it had.
            self._note(state, codes.MISS_NOT_MADE_UP, index, fault.reason)
        if isinstance(event, Discard):
            if event.face in position.wild and is_dhoos_throw(position, seat, event.face):
                state.fouls.append(Foul(index, seat, "maal_throw"))
        elif isinstance(event, (BadShow, BadFinish)):
            word = "wrong_show" if isinstance(event, BadShow) else "wrong_finish"
            state.fouls.append(Foul(index, seat, word))
        done = play(position, seat, event)
        state.events += 1
        if self.watch is not None:
            self.watch(index, seat, done, position)
        return None

    def _note(self, state: Replayed, code: Code, turn: int, message: str) -> None:
        if self.resolve:
            state.notes.append(Finding(code, message, Place(path=f"play[{turn}]", turn=turn)))


def _told_by_next(event: ChooseTiplu, events: Sequence[Event], number: int) -> ChooseTiplu:
    """The event; a pick of a tiplu that is not quite known was put back where another follows (SHOW-11)."""
    following = events[number + 1] if number + 1 < len(events) else None
    if isinstance(following, ChooseTiplu):
        put_back = [str(face) for face in event.card.possible if is_unusable_tiplu(face.index)]
        if put_back:
            return ChooseTiplu(Cell("|".join(put_back)), event.above)
    return event
