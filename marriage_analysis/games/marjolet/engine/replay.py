"""A recorded play followed from the deal on, as far as it is sound."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from marriage_analysis.cards.cell import CellList
from marriage_analysis.errors import RecordError
from marriage_analysis.games.marjolet.engine.actions import Declare, Draw, Exchange, Play
from marriage_analysis.games.marjolet.engine.effects import play, resolve, start
from marriage_analysis.games.marjolet.engine.judge import Fault, FaultKind, fault_of
from marriage_analysis.games.marjolet.engine.notation import Entry, Event, EventKind, parse_entry
from marriage_analysis.games.marjolet.engine.position import (
    HAND_SIZE,
    LAST_OPEN,
    NOBODY,
    STOCK_SIZE,
    Deal,
    Phase,
    Position,
)
from marriage_analysis.games.marjolet.pack import TEXTS, UNKNOWN, read_cards
from marriage_analysis.games.marjolet.parts import SEATS, DealPart, MarjoletParts
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet

Watch = Callable[[int, Event, Position], None]
"""Told of every sound event: its turn, the event, the position after it."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a play breaks: the entry and the event in it, both from 0, and why."""

    turn: int
    event: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class Run:
    """A play followed: the position it leads to, and where it breaks."""

    position: Position
    stop: Stop | None


def card_numbers(text: str | None) -> tuple[int, ...] | None:
    """The cards of a list of a record, ``UNKNOWN`` for each that is not known; None for no list."""
    if text is None:
        return None
    return tuple(
        number for count, cell in CellList.parse(text).runs for number in read_cards(str(cell)) * count
    )


def read_deal(parts: MarjoletParts) -> Deal:
    """The deal as it is recorded; the card turned up may be ``UNKNOWN``. Sizes are not looked at."""
    deal = parts.deal or DealPart()
    turnup = UNKNOWN if deal.turnup is None else read_cards(deal.turnup)[0]
    first, second = (*(deal.hands or ()), None, None)[:2]
    return Deal((card_numbers(first), card_numbers(second)), turnup, card_numbers(deal.stock))


@dataclass(frozen=True, slots=True)
class DealFault:
    """What is wrong with a deal, and the path of it in the record."""

    path: str
    seat: int | None
    reason: str
    expected: object
    found: object


def deal_faults(deal: Deal) -> Iterator[DealFault]:
    """Hands or a stock of the wrong size, and cards that lie in two places (MJ-P1, MJ-I7)."""
    lots: list[tuple[str, int | None, tuple[int, ...] | None, int, str]] = [
        ("deal.turnup", None, (deal.turnup,), 1, "the card turned up"),
        ("deal.hands[0]", 0, deal.hands[0], HAND_SIZE, "the hand of seat 0"),
        ("deal.hands[1]", 1, deal.hands[1], HAND_SIZE, "the hand of seat 1"),
        ("deal.stock", None, deal.stock, STOCK_SIZE, "the stock"),
    ]
    seen: dict[int, str] = {}
    for path, seat, cards, size, name in lots:
        if cards is None:
            continue
        if len(cards) != size:
            reason = f"{name} has {len(cards)} cards, not {size}"
            yield DealFault(path, seat, reason, size, len(cards))
        for number, times in Counter(cards).items():
            if number == UNKNOWN:
                continue
            if times > 1:
                reason = f"{TEXTS[number]} lies {times} times in {name}"
                yield DealFault(path, seat, reason, "once", TEXTS[number])
            if number in seen:
                reason = f"{TEXTS[number]} lies in {name} and in {seen[number]}"
                yield DealFault(path, seat, reason, "once", TEXTS[number])
            seen.setdefault(number, name)


def who_dealt(parts: MarjoletParts, dealer: int | None) -> int | None:
    """The dealer: as noted, else the opponent of who led to the first trick (MJ-T1); None: not known."""
    if dealer is None and parts.play:
        return 1 - int(parts.play[0][0])
    return dealer


def rules_to_play_by(parts: MarjoletParts) -> RuleSet:
    """The record's rules; raises ``RecordError`` where they are not known, since nothing can be played then."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if rules is None:
        raise RecordError("the rules are not known, and play cannot be followed without them", path="rules")
    return rules


def check_players(players: Sequence[str]) -> None:
    """Raises ``RecordError`` for another number of players than two (MJ-D1)."""
    if len(players) != SEATS:
        raise RecordError(f"Marjolet is a game for two, and here are {len(players)}", path="players")


def begin(parts: MarjoletParts, *, dealer: int | None) -> Position:
    """The position after the recorded deal.

    Raises ``RecordError`` where the rules, the card turned up or the dealer are not known, and for a deal that
    cannot be.
    """
    rules = rules_to_play_by(parts)
    deal = read_deal(parts)
    if deal.turnup == UNKNOWN:
        raise RecordError("the card turned up is not known, and so neither are trumps", path="deal.turnup")
    for fault in deal_faults(deal):
        raise RecordError(fault.reason, path=fault.path)
    dealt_by = who_dealt(parts, dealer)
    if dealt_by is None:
        raise RecordError("the dealer is not known, and so neither is who leads", path="dealer")
    if dealt_by not in range(SEATS):
        raise RecordError(f"two play, so there is no dealer {dealt_by}", path="dealer")
    before = None if parts.before is None else (parts.before[0], parts.before[1])
    return start(deal, rules, dealer=dealt_by, before=before)


def replay(
    parts: MarjoletParts,
    *,
    dealer: int | None,
    until: int | None = None,
    watch: Watch | None = None,
    after: Callable[[int, Entry, Position], None] | None = None,
) -> Run:
    """The play followed up to the entry ``until``; raises ``RecordError`` as :func:`begin` does.

    ``watch`` is told of every event, ``after`` of every entry that is sound.
    """
    position = begin(parts, dealer=dealer)
    texts = parts.play or ()
    for turn, text in enumerate(texts[:until]):
        entry = parse_entry(text)
        stop = _entry(position, turn, entry, is_last=turn == len(texts) - 1, watch=watch)
        if stop is not None:
            return Run(position, stop)
        if after is not None:
            after(turn, entry, position)
    return Run(position, None)


def _entry(position: Position, turn: int, entry: Entry, *, is_last: bool, watch: Watch | None) -> Stop | None:
    if position.phase is Phase.LEAD and entry.seat != position.leader:
        return Stop(turn, 0, Fault(FaultKind.TURN, "the other player leads to this trick", "MJ-T1"))
    drawn = UNKNOWN
    has_drawn = False
    for number, event in enumerate(entry.events):
        fault: Fault | None = None
        match event.kind:
            case EventKind.WINS:
                fault = follow_winner(position, event)
            case EventKind.DRAW | EventKind.TAKE if not has_drawn:
                fault = _act(position, event, Draw(event.card), carry_out=False)
                drawn, has_drawn = event.card, True
            case EventKind.DRAW | EventKind.TAKE:
                fault = source_fault(position, event) or _act(position, event, Draw(drawn, event.card))
            case EventKind.PLAY:
                fault = _act(position, event, Play(event.card))
            case EventKind.MELD:
                fault = _act(position, event, Declare(event.cards))
            case EventKind.EXCHANGE:
                fault = _act(position, event, Exchange())
        if fault is not None:
            return Stop(turn, number, fault)
        if watch is not None:
            watch(turn, event, position)
    if is_last and not position.is_whole:
        return None
    fault = missing_from(position, entry)
    return None if fault is None else Stop(turn, len(entry.events) - 1, fault)


def follow_winner(position: Position, event: Event) -> Fault | None:
    """Take in who is said to have won the trick; why it cannot be that seat (MJ-T3)."""
    if position.phase is Phase.OVER and len(position.winners) < position.trick:
        return Fault(FaultKind.OVER, "the hand was over before", "MJ-G3")
    if position.phase is Phase.RESOLVE:
        resolve(position, event.seat or 0)
    elif event.seat != position.winner:
        return Fault(FaultKind.WINNER, f"seat {position.winner} wins the trick", "MJ-T3")
    return None


def source_fault(position: Position, event: Event) -> Fault | None:
    """Why the second card drawn cannot come from there: only the last of all lies face up (MJ-T5)."""
    is_last = position.trick == LAST_OPEN
    if position.phase is Phase.WINDOW and (event.kind is EventKind.TAKE) != is_last:
        where = "is the one that lies face up" if is_last else "comes from the stock"
        return Fault(FaultKind.DRAW, f"this card {where}", "MJ-T5")
    return None


def missing_from(position: Position, entry: Entry) -> Fault | None:
    """What an entry lacks that the play goes on after, or with which it comes to its end."""
    if position.reached_by != NOBODY:
        return None
    if position.phase is Phase.FOLLOW:
        return Fault(FaultKind.TURN, "the trick has no second card", "MJ-T1")
    if position.phase is Phase.RESOLVE or all(event.kind is not EventKind.WINS for event in entry.events):
        return Fault(FaultKind.WINNER, "who won the trick is not noted", "MJ-T3")
    if position.phase is Phase.WINDOW:
        return Fault(FaultKind.DRAW, "both players draw after this trick", "MJ-T4")
    return None


def _act(
    position: Position, event: Event, action: Play | Declare | Exchange | Draw, *, carry_out: bool = True
) -> Fault | None:
    # Acts in a window carry no seat: they are the winner's, and so are both draws, which close it.
    seat = event.seat if event.kind is EventKind.PLAY else position.winner
    fault = fault_of(position, seat or 0, action)
    if fault is None and carry_out:
        play(position, action)
    return fault
