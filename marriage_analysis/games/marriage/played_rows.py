"""The play of a record as rows of the tables of turns, events and laid sets: what the replay makes of it.

Entries that the replay does not reach are told as they are noted, and are not sound.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

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
    Sets,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.notation import Entry, Gap, TableEntry, Turn, parse_entry
from marriage_analysis.games.marriage.engine.position import NOBODY, NOT_CHOSEN, Phase, Position
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.table_rows import EventColumns, LaidSetColumns, Meaning, TurnColumns


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageTurn(TurnColumns):
    """An entry of a play of Marriage. Columns of players are empty in an entry of the table."""

    turn_of_seat: Annotated[
        int | None,
        Meaning(
            "Which turn of this player it is, from 1. Empty where tunnels were laid before the first draw, and"
            " after turns that were not recorded.",
            is_small=True,
        ),
    ] = None
    drew: Annotated[bool | None, Meaning("Whether a card was drawn.", rule="TURN-01")] = None
    drawn_from: Annotated[
        str | None, Meaning("Where it came from: stock, or pile for the offered card.", rule="TURN-01")
    ] = None
    drawn_face: Annotated[
        int | None, Meaning("The number of the card drawn: see the view faces.", is_small=True, rule="TURN-01")
    ] = None
    discarded: Annotated[bool | None, Meaning("Whether a card was discarded.", rule="TURN-02")] = None
    discarded_face: Annotated[
        int | None, Meaning("The number of the card discarded.", is_small=True, rule="TURN-02")
    ] = None
    tunnels: Annotated[
        int | None, Meaning("How many tunnels were displayed in it.", is_small=True, rule="TUN-02")
    ] = None
    showed: Annotated[bool | None, Meaning("Whether the player showed.", rule="SHOW-01")] = None
    route: Annotated[
        str | None, Meaning("How: sets or dublees; empty where the player did not show.", rule="SHOW-07")
    ] = None
    chose_tiplu: Annotated[
        bool | None, Meaning("Whether the player picked the tiplu from the stock.", rule="SHOW-03")
    ] = None
    saw_tiplu: Annotated[
        bool | None, Meaning("Whether the player looked at a tiplu picked before.", rule="SHOW-04")
    ] = None
    finished: Annotated[bool | None, Meaning("Whether the player finished.", rule="FIN-01")] = None
    stock_after: Annotated[
        int | None,
        Meaning("How many cards the stock then had, the tiplu not among them.", is_small=True, rule="DEAL-04"),
    ] = None
    cards_after: Annotated[
        int | None,
        Meaning("How many cards the player then had, laid ones among them.", is_small=True, rule="IRR-01"),
    ] = None
    hand_after: Annotated[
        int | None, Meaning("How many of them were still in the hand.", is_small=True, rule="SHOW-06")
    ] = None
    seen_after: Annotated[
        int | None, Meaning("How many players had then seen the tiplu.", is_small=True, rule="SHOW-05")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageEvent(EventColumns):
    """An event of a play of Marriage."""

    source: Annotated[
        str | None,
        Meaning("Where a drawn card came from: stock, or pile for the offered card.", rule="TURN-01"),
    ] = None
    above: Annotated[
        int | None,
        Meaning(
            "How many cards of the stock lay on the tiplu when it was picked.", is_small=True, rule="SHOW-03"
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageLaidSet(LaidSetColumns):
    """A set laid in a play of Marriage."""

    set_kind: Annotated[
        str | None,
        Meaning(
            "What it is: tunnel, pure sequence, sequence, trial, dirty trial, wilds or dublee. Empty where it"
            " is none, its cards are not known, or the replay does not reach it.",
            rule="COMB-01",
        ),
    ] = None


_WORDS: Final[dict[type[Event], str]] = {
    DisplayTunnels: "tunnel",
    Draw: "draw",
    Show: "show",
    ChooseTiplu: "tiplu",
    SeeTiplu: "see",
    Finish: "finish",
    Discard: "discard",
    Reshuffle: "reshuffle",
    MissDraw: "nodraw",
    MissDiscard: "nodiscard",
    BadShow: "badshow",
    BadFinish: "badfinish",
}
_SOURCES: Final = {Source.STOCK: "stock", Source.PILE: "pile", Source.NOT_NOTED: None}
_WAITS_FOR_TIPLU: Final = frozenset({Phase.CHOOSE, Phase.SEE})


@dataclass(frozen=True, slots=True)
class PlayedRows:
    """The rows of one play."""

    turns: tuple[MarriageTurn, ...] = ()
    events: tuple[MarriageEvent, ...] = ()
    laid_sets: tuple[MarriageLaidSet, ...] = ()


@dataclass(frozen=True, slots=True)
class _After:
    """What the position after an entry tells of its player and the table."""

    stock: int | None
    cards: int | None
    hand: int | None
    seen: int | None
    route: Route | None
    is_chooser: bool
    waits_for_tiplu: bool  # the record breaks off right after a show


@dataclass(slots=True)
class _Watch:
    """Collects what a replay tells: the events as the table knows them, and each sound entry's outcome."""

    entries: Sequence[Entry]
    played: list[list[Event]] = field(default_factory=list[list[Event]])
    after: list[_After] = field(default_factory=list[_After])
    last: Position | None = None

    def event(self, turn: int, seat: int, event: Event, position: Position) -> None:
        del seat
        while len(self.played) <= turn:
            self.played.append([])
        self.played[turn].append(event)
        self.last = position

    def entry(self, turn: int, position: Position) -> None:
        entry = self.entries[turn]
        seat = entry.seat if isinstance(entry, Turn) else NOBODY
        knows_cards = seat != NOBODY and not position.lost[seat]
        may_have_seen = any(lost and not seen for lost, seen in zip(position.lost, position.seen, strict=True))
        self.after.append(
            _After(
                stock=len(position.stock) if position.is_stock_exact else None,
                cards=position.hand_size(seat) if knows_cards else None,
                hand=position.free_size(seat) if knows_cards else None,
                seen=None if may_have_seen else sum(position.seen),
                route=None if seat == NOBODY else position.route[seat],
                is_chooser=seat != NOBODY and position.chooser == seat,
                waits_for_tiplu=position.phase in _WAITS_FOR_TIPLU
                or (position.phase is Phase.RESHUFFLE and position.resume is Phase.CHOOSE),
            )
        )


def played_rows(parts: MarriageParts, rules: RuleSet | None, *, seats: int, dealer: int | None) -> PlayedRows:
    """The rows of the play; ``rules`` None where it cannot be replayed, so that nothing of it is sound."""
    if not parts.play:
        return PlayedRows()
    entries = [parse_entry(text) for text in parts.play]
    watch = _Watch(entries)
    if rules is not None:
        replay(parts, rules, seats=seats, dealer=dealer, watch=watch.event, after=watch.entry)
    events = list(_events(entries, watch.played))
    return PlayedRows(
        turns=tuple(_turns(entries, watch)),
        events=tuple(_event_row(*one) for one in events),
        laid_sets=tuple(_laid_sets(events, rules, watch.last)),
    )


_Told = tuple[int, int, int | None, Event, bool, bool]
"""Turn, number in it, seat, event, whether it is derived, whether it is sound."""


def _events(entries: Sequence[Entry], played: Sequence[Sequence[Event]]) -> Iterator[_Told]:
    for turn, entry in enumerate(entries):
        seat = entry.seat if isinstance(entry, Turn) else None
        sound = played[turn] if turn < len(played) else ()
        for number, noted in enumerate(_noted(entry)):
            if number < len(sound):
                yield turn, number, seat, sound[number], sound[number] != noted, True
            else:
                yield turn, number, seat, noted, False, False


def _noted(entry: Entry) -> tuple[Event, ...]:
    match entry:
        case Turn(_, events):
            return events or ()
        case TableEntry(event):
            return (event,)
        case Gap():
            return ()


def _event_row(
    turn: int, number: int, seat: int | None, event: Event, is_derived: bool, is_sound: bool
) -> MarriageEvent:
    card, face = _card(event)
    return MarriageEvent(
        turn_no=turn,
        event_no=number,
        seat=seat,
        kind=_WORDS[type(event)],
        card=card,
        face=face,
        cards=_cards(event),
        is_derived=is_derived,
        is_sound=is_sound,
        source=_SOURCES[event.source] if isinstance(event, Draw) else None,
        above=event.above if isinstance(event, ChooseTiplu) else None,
    )


def _card(event: Event) -> tuple[str | None, int | None]:
    if not isinstance(event, (Draw, Discard, ChooseTiplu, SeeTiplu)) or event.card == UNKNOWN_CARD:
        return None, None
    return event.card.text, _face(event.face)


def _cards(event: Event) -> str | None:
    if isinstance(event, Reshuffle):
        return None if event.cards is None else _text(event.cards)
    sets = _sets(event)
    return None if sets is None else ",".join(map(_text, sets))


def _sets(event: Event) -> Sets | None:
    if isinstance(event, (DisplayTunnels, Show, Finish, BadShow, BadFinish)):
        return event.sets
    return None


def _text(cards: Sequence[Cell]) -> str:
    return "".join(card.text for card in cards)


def _turns(entries: Sequence[Entry], watch: _Watch) -> Iterator[MarriageTurn]:
    had: dict[int, int] | None = {}  # None: turns are missing
    for turn, entry in enumerate(entries):
        is_sound = turn < len(watch.after)
        after = watch.after[turn] if is_sound else None
        if isinstance(entry, Gap):
            had = None
        if not isinstance(entry, Turn):
            yield MarriageTurn(
                seat=None,
                entry="gap" if isinstance(entry, Gap) else "table",
                is_sound=is_sound,
                stock_after=after and after.stock,
                seen_after=after and after.seen,
            )
            continue
        events = entry.events
        number = None
        if had is not None and not (events and all(isinstance(event, DisplayTunnels) for event in events)):
            number = had[entry.seat] = had.get(entry.seat, 0) + 1
        if is_sound and turn < len(watch.played) and events is not None:
            events = watch.played[turn]
        yield _turn(entry.seat, events, after, number=number)


def _turn(
    seat: int, events: Sequence[Event] | None, after: _After | None, *, number: int | None
) -> MarriageTurn:
    known: dict[str, Any] = {"seat": seat, "is_sound": after is not None, "turn_of_seat": number}
    if after is not None:
        known |= {
            "stock_after": after.stock,
            "cards_after": after.cards,
            "hand_after": after.hand,
            "seen_after": after.seen,
        }
    if events is None:
        return MarriageTurn(entry="unnoted", **known)
    did: dict[str, Any] = {
        "drew": False,
        "discarded": False,
        "tunnels": 0,
        "showed": False,
        "chose_tiplu": False,
        "saw_tiplu": False,
        "finished": False,
    }
    for event in events:
        match event:
            case Draw(source):
                did |= {"drew": True, "drawn_from": _SOURCES[source], "drawn_face": _face(event.face)}
            case Discard():
                did |= {"discarded": True, "discarded_face": _face(event.face)}
            case DisplayTunnels(sets):
                did["tunnels"] = None if sets is None else len(sets)
            case Show():
                did |= {"showed": True, "route": after and after.route and after.route.value}
            case ChooseTiplu():
                did["chose_tiplu"] = True
            case SeeTiplu():
                did["saw_tiplu"] = True
            case Finish():
                did["finished"] = True
            case _:
                pass
    if did["showed"] and not (did["chose_tiplu"] or did["saw_tiplu"]):
        # Not noted; every show has one of them (SHOW-03, SHOW-04).
        is_told = after is not None and not after.waits_for_tiplu
        did["chose_tiplu"] = after.is_chooser if after is not None and is_told else None
        did["saw_tiplu"] = not after.is_chooser if after is not None and is_told else None
    return MarriageTurn(entry="turn", **known, **did)


def _face(number: int) -> int | None:
    return None if number == UNKNOWN else number


def _laid_sets(
    events: Sequence[_Told], rules: RuleSet | None, last: Position | None
) -> Iterator[MarriageLaidSet]:
    tiplu = NOT_CHOSEN if last is None else last.tiplu
    seen: set[int | None] = set()
    for turn, number, seat, event, _, is_sound in events:
        if isinstance(event, Show):
            seen.add(seat)
        for place, cards in enumerate(_sets(event) or ()):
            kind = None
            if is_sound and rules is not None and last is not None and seat is not None:
                # WILD-03: who has not shown by then has no wild card, in a wrong finish either.
                may_use_wilds = isinstance(event, (Finish, BadFinish)) and seat in seen
                kind = _kind(cards, rules, tiplu if may_use_wilds else None)
            yield MarriageLaidSet(
                turn_no=turn,
                event_no=number,
                set_no=place,
                seat=seat,
                laid_as=_WORDS[type(event)],
                cards=_text(cards),
                is_sound=is_sound,
                set_kind=kind,
            )


def _kind(cards: Sequence[Cell], rules: RuleSet, tiplu: int | None) -> str | None:
    """The kind of set for an owner who has seen that tiplu, or has not seen one (None)."""
    faces = [face for card in cards if (face := card.face) is not None]
    if len(faces) < len(cards) or (tiplu is not None and tiplu < 0):
        return None
    kind = recognise(faces, rules=rules, tiplu=None if tiplu is None else FACES[tiplu]).kind
    return None if kind is None else kind.value
