"""The position text: what a seat knows of a game at one moment, in one line, and back.

Words as in play notation, a word with its value in brackets; what goes without saying is left out. First the
table, then the seats in their order, each after ``|``::

    view(1) dealer(0) phase(draw) actor(1) hand(2H4C..) pile(TSQH) offered stock(71) first_drawn | 21 drawn | 21

The rules are no part of it; docs/position-text.md explains every word.
``parse_position`` and ``format_position`` are inverse.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.notation import parse_face
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.engine.events import UNKNOWN, UNKNOWN_CARD
from marriage_analysis.games.marriage.engine.position import (
    FACE_COUNT,
    NOBODY,
    NOT_CHOSEN,
    Duty,
    Outcome,
    Phase,
)
from marriage_analysis.games.marriage.engine.seat_view import SeatFacts, SeatView
from marriage_analysis.games.marriage.play_pattern import CARD
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

_SEATS: Final = range(2, 7)
_PUBLIC: Final = "public"
_BETWEEN: Final = " | "
_WORD: Final = re.compile(r"([a-z_]+)(?:\(([^()]*)\))?", re.ASCII)
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,2}", re.ASCII)
_CELL: Final = re.compile(CARD, re.ASCII)
_TEXTS: Final = tuple(map(str, FACES))


def format_position(view: SeatView) -> str:
    """The line that holds what the view holds, but for the rules."""
    seats = (" ".join((str(facts.size), *_format_words(SEAT_WORDS, facts))) for facts in view.players)
    return _BETWEEN.join((" ".join(_format_words(TABLE_WORDS, view)), *seats))


def parse_position(text: str, *, rules: RuleSet) -> SeatView:
    """The view that the line writes; raises ``NotationError`` with the place of the fault.

    Not checked: whether such a position can come about.
    """
    table, *seats = text.split(_BETWEEN)
    if len(seats) not in _SEATS:
        raise NotationError(f"two to six seats follow the table, not {len(seats)}", text=text)
    values = _parse_words(TABLE_WORDS, table, text=text, start=0)
    start = len(table) + len(_BETWEEN)
    players: list[SeatFacts] = []
    for seat in seats:
        size, _, words = seat.partition(" ")
        if not _NUMBER.fullmatch(size):
            raise NotationError("a seat begins with the number of its cards", text=text, position=start)
        facts = _parse_words(SEAT_WORDS, words, text=text, start=start + len(size) + 1) if words else {}
        players.append(SeatFacts(size=int(size), **facts))
        start += len(seat) + len(_BETWEEN)
    for word in TABLE_WORDS:
        if word.is_needed and word.field not in values:
            raise NotationError(f"the word {word.word}(..) is missing", text=text)
        if word.kind is _SEAT and values.get(word.field, NOBODY) not in range(NOBODY, len(seats)):
            raise NotationError(f"{word.word}(..) names a seat that is not there", text=text)
    if values["seat"] is not None and values["seat"] >= len(seats):
        raise NotationError("view(..) names a seat that is not there", text=text)
    return SeatView(rules=rules, players=tuple(players), **values)


@dataclass(frozen=True, slots=True)
class Kind:
    """How values of a kind are written and read; a kind without brackets is a flag."""

    format: Callable[[Any], str]
    parse: Callable[[str], Any]
    has_value: bool = True


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the line, the field it holds, and the value that goes without saying."""

    word: str
    field: str
    kind: Kind
    default: object = None
    is_needed: bool = False


def _format_words(words: Sequence[Word], value: object) -> Sequence[str]:
    out: list[str] = []
    for word in words:
        held = getattr(value, word.field)
        if word.is_needed or held != word.default:
            out.append(f"{word.word}({word.kind.format(held)})" if word.kind.has_value else word.word)
    return out


def _parse_words(words: Sequence[Word], part: str, *, text: str, start: int) -> dict[str, Any]:
    known: Mapping[str, Word] = {word.word: word for word in words}
    values: dict[str, Any] = {}
    position = start
    for token in part.split(" "):
        match = _WORD.fullmatch(token)
        word = known.get(match[1]) if match else None
        if match is None or word is None or (match[2] is not None) != word.kind.has_value:
            raise NotationError(f"{token!r} is no word of a position here", text=text, position=position)
        if word.field in values:
            raise NotationError(f"{word.word} is written twice", text=text, position=position)
        try:
            values[word.field] = word.kind.parse(match[2] or "")
        except ValueError as error:
            raise NotationError(f"{token!r}: {error}", text=text, position=position) from None
        position += len(token) + 1
    return values


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError("a whole number below 1000 belongs there")
    return int(text)


def _face_text(face: int) -> str:
    return UNKNOWN_CARD.text if face == UNKNOWN else _TEXTS[face]


def _face(text: str) -> int:
    return UNKNOWN if text == UNKNOWN_CARD.text else parse_face(text).index


def _faces_text(faces: Sequence[int]) -> str:
    return "".join(map(_face_text, faces))


def _faces(text: str) -> tuple[int, ...]:
    return tuple(_face(text[at : at + 2]) for at in range(0, len(text), 2))


def _sets_text(sets: Sequence[Sequence[int]]) -> str:
    return ",".join(map(_faces_text, sets))


def _sets(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(_faces, text.split(","))) if text else ()


def _counts_text(counts: Sequence[int]) -> str:
    return "".join(text * count for text, count in zip(_TEXTS, counts, strict=True))


def _counts(text: str) -> tuple[int, ...]:
    faces = _faces(text)
    if UNKNOWN in faces or list(faces) != sorted(faces):
        raise ValueError("known cards in canonical order belong there")
    return tuple(map(faces.count, range(FACE_COUNT)))


def _cells_text(cells: Sequence[int | Cell]) -> str:
    return "".join(cell.text if isinstance(cell, Cell) else _TEXTS[cell] for cell in cells)


def _cells(text: str) -> tuple[int | Cell, ...]:
    words = _CELL.findall(text)
    if "".join(words) != text:
        raise ValueError("cards, known or unknown, belong there")
    cells = map(Cell.parse, words)
    return tuple(cell if (face := cell.face) is None else face.index for cell in cells)


def _unknown_cells(text: str) -> tuple[int | Cell, ...]:
    cells = _cells(text)
    if any(isinstance(cell, int) for cell in cells):
        raise ValueError("cards that are not known belong there")
    return cells


def _view_text(seat: int | None) -> str:
    return _PUBLIC if seat is None else str(seat)


def _view(text: str) -> int | None:
    return None if text == _PUBLIC else _number(text)


def _one_of(choice: type[Enum]) -> Kind:
    names = {member.name.lower(): member for member in choice}

    def parse(text: str) -> Enum:
        if text not in names:
            raise ValueError(f"one of these belongs there: {', '.join(names)}")
        return names[text]

    return Kind(lambda member: member.name.lower(), parse)


def _flag(value: bool) -> Kind:
    return Kind(str, lambda _: value, has_value=False)


_COUNT: Final = Kind(str, _number)
_SEAT: Final = Kind(str, _number)
_FACE: Final = Kind(_face_text, _face)
_FACES: Final = Kind(_faces_text, _faces)
_SETS: Final = Kind(_sets_text, _sets)
_YES: Final = _flag(True)
_NO: Final = _flag(False)

TABLE_WORDS: Final = (
    Word("view", "seat", Kind(_view_text, _view), is_needed=True),
    Word("dealer", "dealer", _SEAT, is_needed=True),
    Word("phase", "phase", _one_of(Phase), is_needed=True),
    Word("actor", "actor", _SEAT, NOBODY),
    Word("duty", "duty", _one_of(Duty), Duty.NOTHING),
    Word("took", "took", _FACE, UNKNOWN),
    Word("resume", "resume", _one_of(Phase), Phase.DRAW),
    Word("turn_owner", "turn_owner", _SEAT, NOBODY),
    Word("hand", "hand", Kind(_counts_text, _counts), (0,) * FACE_COUNT),
    Word("hidden", "hidden", Kind(_cells_text, _unknown_cells), ()),
    Word("gone", "gone", _COUNT, 0),
    Word("dealt", "dealt_tunnels", _FACES, ()),
    Word("pile", "pile", Kind(_cells_text, _cells), ()),
    Word("offered", "offered", _YES, False),
    Word("stock", "stock", _COUNT, 0),
    Word("stock_not_exact", "is_stock_exact", _NO, True),
    Word("untracked", "is_tracked", _NO, True),
    Word("tiplu", "tiplu", _FACE, NOT_CHOSEN),
    Word("chooser", "chooser", _SEAT, NOBODY),
    Word("first_drawn", "first_drawn", _YES, False),
    Word("displayer", "displayer", _COUNT, 0),
    Word("reshuffles", "reshuffles", _COUNT, 0),
    Word("winner", "winner", _SEAT, NOBODY),
    Word("outcome", "outcome", _one_of(Outcome)),
    Word("laid", "finish_sets", _SETS),
    Word("last_discard", "last_discard", _FACE, UNKNOWN),
)
"""The words of the table in their order; their values are the fields of ``SeatView``."""

SEAT_WORDS: Final = (
    Word("drawn", "drawn", _YES, False),
    Word("drawn_from_stock", "drawn_from_stock", _YES, False),
    Word("displayed", "displayed", _FACES, ()),
    Word("tunnels", "tunnels", _FACES, ()),
    Word("spares", "spares", _FACES, ()),
    Word("seen", "seen", _YES, False),
    Word("route", "route", _one_of(Route)),
    Word("show", "shown", _SETS),
    Word("held", "held", _FACES, ()),
    Word("lost", "lost", _YES, False),
)
"""The words of a seat in their order; their values are the fields of ``SeatFacts``."""
