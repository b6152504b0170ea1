"""One record from its text form: the JSON value it writes, where each value stands, and what cannot be read.

Headers come in any order and may share an object between them; turns count in the order of their lines. What
people type is turned into strict notation by the game. What the fields mean is not known here.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from marriage_analysis.errors import NotationError
from marriage_analysis.findings import Code
from marriage_analysis.games.abilities import Types
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.records import codes
from marriage_analysis.records.envelope import MAX_SEATS
from marriage_analysis.records.limits import MAX_FAULTS
from marriage_analysis.records.scan import Fault, NotPlainError, Path, decode, excerpt, scan
from marriage_analysis.records.seat_names import SeatNameError, seat_of
from marriage_analysis.records.text_headers import QUOTED, format_header_path, match_header_path
from marriage_analysis.records.text_notes import NoteError, parse_note
from marriage_analysis.records.text_tree import Branch, Tree, TreeError

_LINE: Final = re.compile(r"[^\r\n]+")
_BLANKS: Final = re.compile(r"[ \t]*")
_NOTE: Final = re.compile(r"[ \t]*\{([^{}]*)\}[ \t]*")
_ALIAS: Final = re.compile(r"\[[ \t]*(Player|Dealer|Rules|Hand)[ \t]+(?=\")")
_TABLE: Final = "-"
_OPENING: Final = re.compile(rb"\s*\[[ \t]*(?!(?:true|false|null)\b)[A-Za-z_]")


def opens_text_form(data: bytes) -> bool:
    """Whether a record that begins with these bytes is in text form: with a header, not with a list of JSON."""
    return _OPENING.match(data) is not None


@dataclass(frozen=True, slots=True)
class Written:
    """Where in the text the value at the path is written, as JSON or in another way."""

    path: Path
    start: int
    end: int
    is_json: bool = False


@dataclass(frozen=True, slots=True)
class TextForm:
    """What a text holds: the value of the record as far as it can be read, and the faults.

    ``is_whole`` is False where it is not known which field a line was to give, so that one may be missing.
    """

    text: str
    value: Any
    faults: tuple[Fault, ...]
    is_whole: bool
    written: tuple[Written, ...]

    def spans(self, wanted: Collection[Path]) -> dict[Path, tuple[int, int]]:
        """Start and end of the values at these paths; of a path that is not there, none is given."""
        found: dict[Path, tuple[int, int]] = {}
        for path in wanted:
            if (span := self._span(path)) is not None:
                found[path] = span
        return found

    def _span(self, path: Path) -> tuple[int, int] | None:
        outer = [one for one in self.written if one.path == path[: len(one.path)]]
        for one in sorted(outer, key=lambda one: len(one.path), reverse=True):
            inner = path[len(one.path) :]
            if not inner or not one.is_json:
                return one.start, one.end
            span = scan(self.text[one.start : one.end], {inner}).spans.get(inner)
            if span is not None:
                return one.start + span[0], one.start + span[1]
        return next(((one.start, one.end) for one in self.written if one.path[: len(path)] == path), None)


def scan_text_form(text: str) -> TextForm:
    """What the text of one record holds; never raises for what stands in it."""
    return _Reader(text).run()


class _StopError(Exception):
    """So many faults that nothing more is looked at, or what follows is another record."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without the blanks around it, and where in the text it begins and ends."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Alias:
    """A header that a person writes instead of a path: its word and the texts after it, with their places."""

    word: str
    texts: tuple[tuple[str, int], ...]
    end: int


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = Tree()
        self.written: list[Written] = []
        self.faults: list[Fault] = []
        self.is_whole = True
        self.names: list[str | None] = []
        self.turns = 0
        self.next_note = 0

    def run(self) -> TextForm:
        aliases: list[_Alias] = []
        turns: list[_Line] = []
        try:
            for line in self.lines():
                if (match := _ALIAS.match(line.text)) is not None:
                    aliases += self.alias(match, line)
                elif line.text.startswith("["):
                    self.header(line)
                else:
                    turns.append(line)
            self.use_aliases(aliases)
            self.play(turns)
        except _StopError:
            self.is_whole = False
        value, holes = self.tree.value()
        if self.is_whole:
            for hole in holes[: MAX_FAULTS - len(self.faults) - 1]:
                self.hole(hole)
        game = self.game()
        value = value if game is None else _mapped((), value, game.normalise_field)
        faults = sorted(self.faults, key=lambda fault: fault.offset)
        return TextForm(self.text, value, tuple(faults), self.is_whole, tuple(self.written))

    def lines(self) -> Iterator[_Line]:
        for match in _LINE.finditer(self.text):
            text = match[0].strip(" \t")
            if text:
                start = self.after_blanks(match.start())
                yield _Line(text, start, start + len(text))

    def after_blanks(self, at: int) -> int:
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at

    def game(self) -> Types | None:
        """The game, where it is one that is known here and reads what people type."""
        name = self.tree.get("game")
        game = GAMES.get(name) if isinstance(name, str) else None
        return game if isinstance(game, Types) else None

    def fault(self, code: Code, message: str, offset: int, *, path: Path = (), expected: str) -> None:
        end = _LINE.match(self.text, offset)
        found = excerpt(self.text, offset, end.end()) if end else "the end of the line"
        self.faults.append(Fault(code, offset, path, message, expected, found))
        if len(self.faults) >= MAX_FAULTS:
            raise _StopError

    def insert(self, path: Path, value: Any, offset: int) -> None:
        try:
            self.tree.insert(path, value)
        except TreeError as error:
            expected = "each field once" if error.code is codes.DUPLICATE_KEY else "headers that fit together"
            self.fault(error.code, str(error), offset, path=error.path, expected=expected)

    def hole(self, path: Path) -> None:
        parent, place = path[:-1], cast(int, path[-1])
        inside = [
            one for one in self.written if len(one.path) >= len(path) and one.path[: len(parent)] == parent
        ]
        offset = next((one.start for one in inside if cast(int, one.path[len(parent)]) > place), 0)
        message = f"{format_header_path(path)} is missing; a list has no holes"
        self.fault(codes.HEADERS_DISAGREE, message, offset, path=path, expected="every place of the list")

    # --- headers --------------------------------------------------------------------------------------

    def header(self, line: _Line) -> None:
        start = self.after_blanks(line.start + 1)
        matched = match_header_path(self.text, start)
        if matched is None:
            self.is_whole = False
            message = "here the path of a field should stand, such as result.winner"
            self.fault(codes.TEXT_SYNTAX, message, start, expected="a path")
            return
        path, end = matched
        at = self.after_blanks(end)
        if at == end < line.end and self.text[end] not in '[{"]':
            self.is_whole = False
            message = (
                "after the path a blank and a value should stand; a name with other signs stands in quotes"
            )
            self.fault(codes.TEXT_SYNTAX, message, end, expected="a blank and a value")
            return
        if path == ("format",) and self.tree.get("format") is not None:
            message = "a second record begins here; a line --- belongs between two records"
            self.fault(codes.TRAILING_DATA, message, line.start, expected="--- on a line of its own")
            raise _StopError
        if line.text.endswith("]"):
            value_end = max(at, line.start + len(line.text[:-1].rstrip(" \t")))
            self.written.append(Written(path, at, value_end, is_json=True))
            self.insert(path, self.value(path, at, value_end), at)
        else:
            self.written.append(Written(path, at, line.end, is_json=True))
            self.not_closed(path, at, line.end)
            self.insert(path, None, at)

    def not_closed(self, path: Path, start: int, end: int) -> None:
        """The fault of a header line that does not end with a bracket, where the mistake begins."""
        faults = scan(self.text[start:end]).faults
        extra = next((start + fault.offset for fault in faults if fault.code is codes.TRAILING_DATA), end)
        message = "a header ends with ] on its line"
        if self.text[extra:end].startswith("]"):
            extra = self.after_blanks(extra + 1)
            message = "nothing stands after the ] of a header; the next one has a line of its own"
        self.fault(codes.TEXT_SYNTAX, message, extra, path=path, expected="]")

    def value(self, path: Path, start: int, end: int) -> Any:
        """The JSON value there; None, and faults, where it is none."""
        text = self.text[start:end]
        if not text:
            self.fault(
                codes.JSON_SYNTAX, "after the path a value should stand", start, path=path, expected="a value"
            )
            return None
        try:
            return decode(text)
        except NotPlainError as error:
            faults = scan(text).faults
            if not faults:
                message = f"the value cannot be read as JSON ({error})"
                self.fault(codes.JSON_SYNTAX, message, start, path=path, expected="a value")
        for found in faults:
            code, message = _in_header(found)
            at = (*path, *found.path)
            self.fault(code, message, start + found.offset, path=at, expected=found.expected)
        return None

    # --- names instead of seats -----------------------------------------------------------------------

    def alias(self, match: re.Match[str], line: _Line) -> Iterator[_Alias]:
        """The header that was written with the word; none, and a fault, where it is not complete."""
        at = line.start + match.end()
        texts: list[tuple[str, int]] = []
        while (quoted := QUOTED.match(self.text, at, line.end)) is not None:
            texts.append((cast(str, decode(quoted[0])), at))
            at = self.after_blanks(quoted.end())
        wanted = 2 if match[1] == "Hand" else 1
        if self.text[at : line.end] == "]" and len(texts) == wanted:
            yield _Alias(match[1], tuple(texts), line.end - 1)
            return
        what = "the name of a player and then the cards" if wanted == 2 else "one text"
        message = f"after {match[1]} {what} should stand in double quotes, and then ]"
        self.is_whole = False
        self.fault(codes.TEXT_SYNTAX, message, at, expected=f"{what} in double quotes")

    def use_aliases(self, aliases: list[_Alias]) -> None:
        for alias in aliases:  # first, since the others name players
            if alias.word == "Player":
                seat = _first_free(self.tree.places("players"), 0)
                self.put(("players", seat, "name"), alias, alias.texts[0])
        self.names = _names(self.tree)
        for alias in aliases:
            if alias.word == "Rules":
                self.put(("rules", "preset"), alias, alias.texts[0])
            elif alias.word == "Dealer" and (seat := self.seat(alias, ("dealer",))) is not None:
                self.put(("dealer",), alias, (seat, alias.texts[0][1]))
            elif alias.word == "Hand" and (seat := self.seat(alias, ("deal",))) is not None:
                self.put(("deal", "hands", seat), alias, alias.texts[1])
        if any(alias.word == "Hand" for alias in aliases):
            for seat in range(len(self.names)):  # hands are given one by one, the others are not known
                self.tree.places("deal", "hands").setdefault(seat, None)

    def put(self, path: Path, alias: _Alias, value: tuple[str | int, int]) -> None:
        self.written.append(Written(path, value[1], alias.end))
        self.insert(path, value[0], value[1])

    def seat(self, alias: _Alias, path: Path) -> int | None:
        name, at = alias.texts[0]
        try:
            return seat_of(name, self.names)
        except SeatNameError as error:
            self.fault(codes.PLAYER_UNCLEAR, str(error), at, path=path, expected="a player of the record")
            return None

    # --- turns and notes ------------------------------------------------------------------------------

    def play(self, lines: list[_Line]) -> None:
        if lines and self.tree.get("play") is not None:
            message = "the turns stand in a header already"
            self.fault(codes.HEADERS_DISAGREE, message, lines[0].start, path=("play",), expected="one of both")
            return
        for line in lines:
            entry, brace, _ = line.text.partition("{")
            if entry:
                self.turn(entry.rstrip(" \t"), line.start)
            if brace:
                self.notes(line.start + len(entry), line.end)

    def turn(self, entry: str, start: int) -> None:
        head, colon, rest = entry.partition(":")
        if not colon:
            message = (
                "this line is no header in [ ], no turn and no note; a turn begins with a seat and a colon"
            )
            self.fault(codes.TEXT_SYNTAX, message, start, expected="a header, a turn or a note")
            return
        path: Path = ("play", self.turns)
        self.turns += 1
        self.written.append(Written(path, start, start + len(entry)))
        self.insert(path, self.entry(head.rstrip(" \t"), rest, path, start), start)

    def entry(self, head: str, rest: str, path: Path, start: int) -> str | None:
        """The entry of play in strict notation; None, and a fault, where it cannot be read."""
        try:
            seat = head if head == _TABLE else str(seat_of(head, self.names))
        except SeatNameError as error:
            self.fault(codes.PLAYER_UNCLEAR, str(error), start, path=path, expected="a seat or a player")
            return None
        typed = f"{seat}:{rest}"
        game = self.game()
        if game is None:
            return typed  # judged where the record is checked
        try:
            return game.normalise_entry(typed)
        except NotationError as error:
            inside = error.position - len(seat)
            at = start if inside <= 0 else self.text.index(":", start) + inside
            message = f"this is no turn: {error.reason}"
            self.fault(codes.FIELD_INVALID, message, at, path=path, expected="one turn, such as 1: s5S xQH")
            return None

    def notes(self, at: int, end: int) -> None:
        while at < end:
            match = _NOTE.match(self.text, at, end)
            if match is None:
                message = "a note ends with } on its line and holds no braces, and only notes follow it"
                self.fault(codes.TEXT_SYNTAX, message, self.after_blanks(at), expected="a note in { }")
                return
            brace = match.start(1) - 1
            at = match.end()
            if not self.turns:
                message = "a note stands after its turn; one on the whole game is a header [annotations.0 ...]"
                self.fault(codes.TEXT_SYNTAX, message, brace, expected="a turn before it")
                continue
            try:
                note = parse_note(match[1])
            except NoteError as error:
                place = brace + 1 + error.position
                self.fault(codes.TEXT_SYNTAX, str(error), place, expected="a note")
                continue
            self.next_note = _first_free(self.tree.places("annotations"), self.next_note)
            path = ("annotations", self.next_note)
            self.written.append(Written(path, brace, match.end(1) + 1))
            self.insert(path, {"turn": self.turns - 1, **note}, brace)


def _in_header(fault: Fault) -> tuple[Code, str]:
    """Code and message of a fault in the value of a header, where not a record but the value breaks off."""
    if fault.code is codes.RECORD_TRUNCATED:
        return codes.JSON_SYNTAX, fault.message.replace("the record", "the value")
    if fault.code is codes.TRAILING_DATA:
        return codes.JSON_SYNTAX, "a header holds one value and nothing after it"
    if fault.code is codes.JSON_SYNTAX and not fault.path and fault.offset == 0:
        return fault.code, "this is no value of JSON; a text stands in double quotes"
    return fault.code, fault.message


def _mapped(path: Path, value: Any, change: Callable[[Path, str], str]) -> Any:
    """The value with every text in it changed."""
    if isinstance(value, str):
        return change(path, value)
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {name: _mapped((*path, name), inner, change) for name, inner in fields.items()}
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        return [_mapped((*path, place), inner, change) for place, inner in enumerate(entries)]
    return value


def _first_free(taken: Collection[str | int], start: int) -> int:
    while start in taken:
        start += 1
    return start


def _names(tree: Tree) -> list[str | None]:
    """What the players are called, by seat, as far as the headers say."""
    names: list[str | None] = [None] * MAX_SEATS
    for seat, player in tree.places("players").items():
        if isinstance(player, Branch) and isinstance(seat, int) and seat < MAX_SEATS:
            name = player.inner.get("name") or player.inner.get("id")
            names[seat] = name if isinstance(name, str) else None
    while names and names[-1] is None:
        names.pop()
    return names
