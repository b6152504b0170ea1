"""Play notation: entries of a record as events, and back (record format, section 3).

``parse_entry`` and ``format_entry`` are inverse over everything the grammar allows. An entry that is no
notation raises ``NotationError`` with the position; what an entry means is judged elsewhere.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.engine.events import (
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
from marriage_analysis.games.marriage.play_pattern import CARD, entry_fault, is_entry, is_event

_CARD: Final = re.compile(CARD, re.ASCII)
_TABLE: Final = "-"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did in one entry, in order; ``events`` is None where nobody noted it (``?``)."""

    seat: int
    events: tuple[Event, ...] | None


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What happened at the table between turns."""

    event: ChooseTiplu | Reshuffle


@dataclass(frozen=True, slots=True)
class Gap:
    """Turns that were not recorded, so many where the number is known."""

    turns: int | None = None


Entry = Turn | TableEntry | Gap


def parse_entry(text: str) -> Entry:
    """The entry that the text writes; raises ``NotationError`` with the place of the fault.

    >>> parse_entry("1: s5S xQH").events
    (Draw(source=<Source.STOCK: 's'>, card=Cell(text='5S')), Discard(card=Cell(text='QH')))
    """
    return (_laid_entry if "(" in text else _plain_entry)(text)


def parse_event(text: str) -> Event:
    """The event that one word of an entry writes; raises ``NotationError`` for anything else."""
    return (_parse_event if "(" in text else _plain_event)(text)


def _parse_entry(text: str) -> Entry:
    if not is_entry(text):
        raise NotationError(entry_fault(text) or "this is no entry", text=text)
    who, _, rest = text.partition(": ")
    if who == _TABLE:
        return _parse_table(rest)
    if rest == "?":
        return Turn(int(who), None)
    return Turn(int(who), tuple(map(parse_event, rest.split(" "))))


def format_entry(entry: Entry) -> str:
    """The text of an entry."""
    match entry:
        case Gap(turns):
            return f"{_TABLE}: gap" + ("" if turns is None else f"({turns})")
        case TableEntry(event):
            return f"{_TABLE}: {format_event(event)}"
        case Turn(seat, events):
            return f"{seat}: " + ("?" if events is None else " ".join(map(format_event, events)))


def _parse_event(text: str) -> Event:
    if not is_event(text):
        raise NotationError("this is no event of a turn", text=text)
    word, opened, inner = text.partition("(")
    inner = inner.removesuffix(")") if opened else ""
    match word:
        case "nodraw":
            return MissDraw()
        case "nodiscard":
            return MissDiscard()
        case "tunnel":
            return DisplayTunnels(_sets(inner) if opened else None)
        case "show":
            return Show(_sets(inner) if opened else None)
        case "finish":
            return Finish((_sets(inner) if inner else ()) if opened else None)
        case "badshow":
            return BadShow(_sets(inner) if opened else None)
        case "badfinish":
            return BadFinish(_sets(inner) if opened else None)
        case "see":
            return SeeTiplu(Cell.parse(inner))
        case "tiplu":
            card, at, above = inner.partition("@")
            return ChooseTiplu(Cell.parse(card), int(above) if at else None)
        case "reshuffle":
            return Reshuffle(_cards(inner) if opened else None)
        case _:
            card = Cell.parse(word[1:])
            return Discard(card) if word[0] == "x" else Draw(Source(word[0]), card)


def format_event(event: Event) -> str:
    """The word of an event."""
    match event:
        case Draw(source, card):
            return f"{source.value}{card}"
        case Discard(card):
            return f"x{card}"
        case DisplayTunnels(sets):
            return _with_sets("tunnel", sets)
        case Show(sets):
            return _with_sets("show", sets)
        case Finish(sets):
            return "finish()" if sets == () else _with_sets("finish", sets)
        case BadShow(sets):
            return _with_sets("badshow", sets)
        case BadFinish(sets):
            return _with_sets("badfinish", sets)
        case ChooseTiplu(card, above):
            return f"tiplu({card})" if above is None else f"tiplu({card}@{above})"
        case SeeTiplu(card):
            return f"see({card})"
        case Reshuffle(cards):
            return "reshuffle" if cards is None else f"reshuffle({''.join(map(str, cards))})"
        case MissDraw():
            return "nodraw"
        case MissDiscard():
            return "nodiscard"


def _parse_table(text: str) -> Entry:
    if text.startswith("gap"):
        number = text.removeprefix("gap").strip("()")
        return Gap(int(number) if number else None)
    event = parse_event(text)
    if not isinstance(event, (ChooseTiplu, Reshuffle)):
        raise NotationError("the table only chooses an open tiplu or reshuffles", text=text)
    return TableEntry(event)


# Games repeat plain turns, of which there are some twenty thousand. Turns with sets in them come again only
# while one record is gone through: kept by the ten thousand they would hold a hundred megabytes for nothing.
_plain_entry: Final = lru_cache(maxsize=50_000)(_parse_entry)
_plain_event: Final = lru_cache(maxsize=10_000)(_parse_event)
_laid_entry: Final = lru_cache(maxsize=500)(_parse_entry)


def _cards(text: str) -> tuple[Cell, ...]:
    return tuple(Cell.parse(match[0]) for match in _CARD.finditer(text))


def _sets(text: str) -> Sets:
    return tuple(map(_cards, text.split(",")))


def _with_sets(word: str, sets: Sets | None) -> str:
    if sets is None:
        return word
    return f"{word}({','.join(''.join(map(str, cards)) for cards in sets)})"
