"""The parts of a record that are the same for every game: players, session, notes, corrections, dates.

Shapes and limits of the record format, sections 1, 5 and 6. Names and texts are kept as written.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Final, cast

from marriage_analysis.games.constraints import (
    MAX_INTEGER,
    Checked,
    Length,
    Meaning,
    Pattern,
    Range,
    RecordPart,
    Size,
)
from marriage_analysis.records.limits import MAX_DEPTH
from marriage_analysis.records.scan import format_path

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
MAX_TURNS: Final = 10_000
DATE: Final = "[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?"
INSTANT: Final = (
    "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]"
    "(?::[0-5][0-9](?:\\.[0-9]{1,6})?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
DATE_WORDS: Final = "a date such as 2026-11-08, 2026-11 or 2026"
INSTANT_WORDS: Final = "a time with its offset, such as 2026-11-08T19:40:00+05:45"
_DATE: Final = re.compile(DATE)
_INSTANT: Final = re.compile(INSTANT)


def check_date(text: str) -> None:
    """Raise ``ValueError`` where the text is no Gregorian date, whole, year and month, or year."""
    if not _DATE.fullmatch(text):
        raise ValueError(f"expected {DATE_WORDS}")
    if len(text) == len("2026-11-08"):
        _check_day(text)


def check_instant(text: str) -> None:
    """Raise ``ValueError`` where the text is no time of a day with its offset from UTC."""
    if not _INSTANT.fullmatch(text):
        raise ValueError(f"expected {INSTANT_WORDS}")
    _check_day(text.partition("T")[0])
    datetime.fromisoformat(text)


def _check_day(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text} is no day of the calendar") from None


def _check_date_or_instant(text: str) -> None:
    (check_instant if "T" in text else check_date)(text)


def check_json(value: object) -> None:
    """Raise ``ValueError`` where a value holds what no record may: fractions, large numbers, deep nesting.

    For what a reader has not gone through yet, as a value built by a program.
    """
    if _is_sound(value, MAX_DEPTH):
        return
    path: list[str | int] = []
    stack: list[Iterator[tuple[str | int, object]]] = [iter(_entries(value, path))]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
            del path[-1:]
            continue
        key, inner = entry
        if not _is_plain(inner):
            path.append(key)
            if len(stack) >= MAX_DEPTH:
                raise ValueError(f"more than {MAX_DEPTH} objects and lists lie inside one another")
            stack.append(iter(_entries(inner, path)))


def _is_sound(value: Any, levels: int) -> bool:
    """Whether a record may hold the value, which has at most so many levels. False where that takes a look."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    if kind is str or kind is bool or value is None:
        return True
    if kind is int:
        return -MAX_INTEGER <= value <= MAX_INTEGER
    if kind is dict and levels:
        return all(type(key) is str and _is_sound(inner, levels - 1) for key, inner in value.items())
    return kind is list and levels > 0 and all(_is_sound(inner, levels - 1) for inner in value)


def _entries(value: object, path: list[str | int]) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, dict):
        fields = cast("dict[object, object]", value)
        if not all(isinstance(key, str) for key in fields):
            raise ValueError(f"{format_path(tuple(path)) or 'it'} has a field whose name is no text")
        return cast("dict[str, object]", fields).items()
    if isinstance(value, (list, tuple)):
        return enumerate(cast("list[object]", value))
    raise ValueError(f"{format_path(tuple(path)) or 'it'} holds {value!r:.40}, which a record cannot hold")


def _is_plain(value: object) -> bool:
    if isinstance(value, int):
        return -MAX_INTEGER <= value <= MAX_INTEGER
    return value is None or isinstance(value, str)


Identifier = Annotated[str, Length(1, 200)]
Name = Annotated[str, Length(1, 200)]
Prose = Annotated[str, Length(0, 10_000)]
Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Word = Annotated[str, Pattern("[a-z][a-z0-9_.-]*", 64, "a code word of small letters, such as miscounted")]
Language = Annotated[str, Pattern("[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*", 35, "a language such as en or ne")]
Digest = Annotated[str, Pattern("sha256:[0-9a-f]{64}", 71, "sha256: and 64 hex digits")]
Moment = Annotated[
    str,
    Pattern(f"{DATE}|{INSTANT}", 40, f"{DATE_WORDS}, or {INSTANT_WORDS}"),
    Checked(_check_date_or_instant),
]
JsonObject = Annotated[dict[str, object], Checked(check_json)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(RecordPart):
    """A player by id, by name or by both; at least one of them."""

    id: Annotated[
        Identifier | None,
        Meaning(
            "The player's id, the same in all games of the session; it tells players apart where it stands."
        ),
    ] = None
    name: Annotated[Name | None, Meaning("What people call the player.")] = None

    def __post_init__(self) -> None:
        if self.id is None and self.name is None:
            raise ValueError("a player needs an id or a name")

    @property
    def key(self) -> str:
        """What makes two entries one player: the id, else the name in Unicode's composed form (NFC)."""
        return self.id if self.id is not None else unicodedata.normalize("NFC", self.name or "")

    @property
    def label(self) -> str:
        """What to call the player: the name, else the id."""
        return self.name if self.name is not None else self.id or ""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        described = handler(schema)
        target = handler.resolve_ref_schema(described)  # type: ignore[attr-defined]
        target["anyOf"] = [
            {"required": [field], "properties": {field: {"type": "string"}}} for field in ("id", "name")
        ]
        return described


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake(RecordPart):
    """What a point is worth in money: so many hundredths (the minor unit) of a currency."""

    currency: Annotated[str, Pattern("[A-Z]{3}", 3, "a currency such as NPR")]
    minor_per_point: Annotated[
        int, Range(1), Meaning("Minor units of the currency for one point: 100 is 1 rupee a point.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(RecordPart):
    """The evening this game belongs to and its number in it, counted from 1."""

    id: Annotated[Identifier, Meaning("The same in every game of the session.")]
    number: Annotated[int | None, Range(1), Meaning("The place of the game in the session, from 1.")] = None
    stake: Annotated[Stake | None, Meaning("What a point is worth.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation(RecordPart):
    """A note of people on the game or on a turn of it; never part of the digest."""

    turn: Annotated[
        int | None, Range(0, MAX_TURNS - 1), Meaning("The index of the entry in play that the note is on.")
    ] = None
    seat: Annotated[Seat | None, Meaning("The seat that the note is about.")] = None
    kind: Annotated[Word | None, Meaning("What kind of note it is, such as comment or dispute.")] = None
    text: Annotated[Prose | None, Meaning("The note in words.")] = None
    lang: Annotated[Language | None, Meaning("The language of text.")] = None
    by: Annotated[Seat | Name | None, Meaning("Who made the note: a seat, or a name.")] = None
    at: Annotated[Moment | None, Meaning("When it was made.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrects(RecordPart):
    """Which earlier record of the same id this one replaces, why, and who agreed to it."""

    digest: Annotated[
        Digest | None, Meaning("The digest of the earlier record; left out where that carries none.")
    ] = None
    reason: Annotated[Word | None, Meaning("Why, as a code.")] = None
    by: Annotated[tuple[Name, ...] | None, Size(0, 100), Meaning("The names of those who agreed.")] = None
    at: Annotated[Moment | None, Meaning("When it was agreed.")] = None
    note: Annotated[Prose | None, Meaning("Why, in words.")] = None
