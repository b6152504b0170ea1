"""What one seat, or everybody at the table, saw of a recorded game: a pure mask (record format, section 4).

Hides faces. Never adds, drops or reorders an entry or an event, so a turn is the same turn in every view.
"""

from collections.abc import Iterable
from dataclasses import replace

from marriage_analysis.cards.cell import CellList
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN_CARD,
    ChooseTiplu,
    Draw,
    Event,
    Finish,
    Reshuffle,
    SeeTiplu,
    Source,
)
from marriage_analysis.games.marriage.engine.notation import (
    Entry,
    Gap,
    TableEntry,
    Turn,
    format_entry,
    parse_entry,
)
from marriage_analysis.games.marriage.engine.position import HAND_SIZE, stock_size
from marriage_analysis.games.marriage.parts import Deal, Ending, MarriageParts, PlayerResult, Result
from marriage_analysis.games.marriage.recorded_rules import read_rules

PUBLIC = None
"""The view of somebody who watches the table and looks into nobody's hand."""


def view_parts(parts: MarriageParts, *, seats: int, seat: int | None) -> MarriageParts:
    """The parts as the seat saw them, or as everybody did (``PUBLIC``).

    What a person wrote in words is kept as it is. The result of a finished game is known to all (FIN-06); of
    any other game a seat knows its own cards, and the tiplu and what hangs on it only where it saw it.
    """
    rules = read_rules(parts.rules.preset, parts.rules.options)
    entries = None if parts.play is None else [parse_entry(text) for text in parts.play]
    is_open = (rules is not None and rules.open_maal) or _turns_tiplu(entries or ())
    deal, play, result = parts.deal, parts.play, parts.result
    if deal is not None:
        deal = _masked_deal(deal, seat, stock=None if rules is None else stock_size(rules, seats))
    if play is not None and entries is not None:
        play = tuple(
            text if (masked := _masked_entry(entry, seat, is_open=is_open)) == entry else format_entry(masked)
            for text, entry in zip(play, entries, strict=True)
        )
    if result is not None and not _is_finished(result, entries or ()):
        knows_tiplu = is_open or _saw_tiplu(result, entries or (), seat)
        result = _masked_result(result, seat, knows_tiplu=knows_tiplu)
    return replace(parts, deal=deal, play=play, result=result)


def _masked_deal(deal: Deal, seat: int | None, *, stock: int | None) -> Deal:
    hands = deal.hands
    if hands is not None:
        hands = tuple(
            hand if owner == seat else _hidden(hand, usual=HAND_SIZE) for owner, hand in enumerate(hands)
        )
    return replace(deal, hands=hands, stock=_hidden(deal.stock, usual=stock), shuffle=None)


def _hidden(cards: str | None, *, usual: int | None) -> str | None:
    """Cards that lie face down: not told, but for their number where it is not the usual one."""
    if cards is None:
        return None
    number = len(CellList.parse(cards))
    return None if number == usual else f"{number}*??"


def _masked_entry(entry: Entry, seat: int | None, *, is_open: bool) -> Entry:
    match entry:
        case Gap() | Turn(_, None):
            return entry
        case TableEntry(event):
            return TableEntry(Reshuffle()) if isinstance(event, Reshuffle) else entry
        case Turn(who, events):
            return Turn(
                who, tuple(_masked_event(event, own=who == seat, is_open=is_open) for event in events or ())
            )


def _masked_event(event: Event, *, own: bool, is_open: bool) -> Event:
    match event:
        case Draw(source) if not own and source is not Source.PILE:
            return Draw(source)
        case ChooseTiplu(_, above) if not (own or is_open):
            return ChooseTiplu(UNKNOWN_CARD, above)
        case SeeTiplu() if not (own or is_open):
            return SeeTiplu()
        case Reshuffle():
            return Reshuffle()
        case _:
            return event


def _masked_result(result: Result, seat: int | None, *, knows_tiplu: bool) -> Result:
    players = result.players
    if players is not None:
        players = tuple(
            _masked_player(player, own=owner == seat, knows_tiplu=knows_tiplu)
            for owner, player in enumerate(players)
        )
    return replace(result, tiplu=result.tiplu if knows_tiplu else None, players=players)


def _masked_player(player: PlayerResult, *, own: bool, knows_tiplu: bool) -> PlayerResult:
    if not own:
        player = replace(player, holding=None)
    if not knows_tiplu:
        player = replace(player, laid_marriage=None)  # it lies open, but what makes it one is the tiplu
    if not (own and knows_tiplu):
        player = replace(player, items=None, counted=None, maal=None)
    return player


def _turns_tiplu(entries: Iterable[Entry]) -> bool:
    """Whether the tiplu was turned face up for all, as in an open game (VAR-01)."""
    return any(isinstance(entry, TableEntry) and isinstance(entry.event, ChooseTiplu) for entry in entries)


def _is_finished(result: Result, entries: Iterable[Entry]) -> bool:
    """Whether somebody finished, so that all hands were exposed (FIN-06)."""
    if result.ending not in (None, Ending.UNKNOWN):
        return result.ending is Ending.FINISHED
    return result.winner is not None or any(isinstance(event, Finish) for _, event in _events(entries))


def _saw_tiplu(result: Result, entries: Iterable[Entry], seat: int | None) -> bool:
    if seat is None:
        return False
    players = result.players or ()
    if seat < len(players) and players[seat].seen:
        return True
    return any(who == seat and isinstance(event, (ChooseTiplu, SeeTiplu)) for who, event in _events(entries))


def _events(entries: Iterable[Entry]) -> Iterable[tuple[int, Event]]:
    for entry in entries:
        if isinstance(entry, Turn):
            for event in entry.events or ():
                yield entry.seat, event
