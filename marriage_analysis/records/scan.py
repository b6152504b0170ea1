"""The JSON of one record: decoded fast, and looked through slowly where anything is wrong.

:func:`decode` is for the many sound records. :func:`scan` names every fault of a text with its place, and
finds the place of any field; its depth is bounded, so that no nesting can break it. What the fields mean is
not known here.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final, cast

from pydantic_core import from_json, to_json

from marriage_analysis.errors import NotationError
from marriage_analysis.findings import Code, Finding, Place
from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.games.remembered import Remembered
from marriage_analysis.records import codes
from marriage_analysis.records.limits import MAX_DEPTH, MAX_FAULTS

Path = tuple[str | int, ...]
"""Where a value is in a record: names of fields and places in lists, from the outside in."""


class NotPlainError(ValueError):
    """The text is not JSON as records use it; :func:`scan` says where and why."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotPlainError("a field twice")
    return value


def _refuse(number: str) -> Any:
    raise NotPlainError(number)


_decoder: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)


def decode(text: str) -> Any:
    """The value of a JSON text without duplicate keys, fractions, lone surrogates or deep nesting.

    Integers are not bounded here, but for their absurd length. Raises ``NotPlainError`` and nothing else.
    """
    try:
        value = _decoder.decode(text)
    except NotPlainError:
        raise
    except (ValueError, RecursionError) as error:  # ValueError: also an integer of thousands of digits
        raise NotPlainError(str(error)) from None
    if text.count("{") + text.count("[") > MAX_DEPTH and _deeper_than(value, MAX_DEPTH):
        raise NotPlainError("too deep")
    if ("\\ud" in text or "\\uD" in text) and scan(text).faults:
        raise NotPlainError("a lone surrogate")
    return value


def decode_compact(text: str) -> dict[str, Any] | None:
    """The object of a compact text, faster than :func:`decode`; None where the text is anything else.

    A text that its own value writes again to the byte holds no key twice and no lone surrogate. Fractions are
    not refused, nor deep nesting up to where the decoder ends: a model that allows neither has to follow. The
    value of a field ``rules`` may be one object in several answers; nobody is to change it.
    """
    at = text.rfind(_RULES) + len(_RULES)
    known = next((rules for rules in _known_rules if text.startswith(rules, at)), None)
    if known is not None and _MARK not in text:
        # The same rules again: a mark is decoded in their place. It stands in the text once, so where it comes
        # out as the field, what it stood for was the field.
        value = _decode_compact(f"{text[:at]}{_MARK}{text[at + len(known) :]}")
        if value is not None and value.get("rules") == _MARK_VALUE:
            value["rules"] = _known_rules[known]
            return value
    value = _decode_compact(text)
    if value is not None and type(rules := value.get("rules")) is dict:
        written = to_json(rules).decode()
        if len(written) <= _LONGEST_REMEMBERED:
            _known_rules[written] = rules
    return value


_RULES: Final = ',"rules":'
_MARK_VALUE: Final = "the rules met before"
_MARK: Final = f'"{_MARK_VALUE}"'
_LONGEST_REMEMBERED: Final = 10_000
_known_rules: Final = Remembered[str, Any](16)
"""Rules that compact texts held, by their own text: records repeat a few, a third of its bytes."""


def _decode_compact(text: str) -> dict[str, Any] | None:
    try:
        value: dict[str, Any] = from_json(text, allow_inf_nan=False, cache_strings="keys")
        return value if type(value) is dict and to_json(value) == text.encode() else None
    except (ValueError, RecursionError):
        return None


def _deeper_than(value: Any, limit: int) -> bool:
    level: list[Any] = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (cast("dict[str, Any]", outer).values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a text that records do not allow: at ``offset``, in the value at ``path``."""

    code: Code
    offset: int
    path: Path
    message: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What a look through a text found: its faults, and start and end of the values asked for."""

    faults: tuple[Fault, ...]
    spans: dict[Path, tuple[int, int]]


_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN_ENTRIES: Final = re.compile(r"(?:,[ ]?(?:-?(?:0|[1-9][0-9]{0,14})|true|false|null)(?=[,\]]))++")
_WORD: Final = re.compile(r"-?[A-Za-z_][A-Za-z_0-9]*")
_TEXT: Final = re.compile(r"""(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+""")
_STARTED_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MAX_DIGITS: Final = len(str(MAX_INTEGER))
_LITERALS: Final = frozenset(("true", "false", "null"))
_CLOSING: Final = {"{": "}", "[": "]"}


@dataclass(slots=True)
class _Open:
    """An object or list whose end has not come yet."""

    bracket: str
    start: int
    keys: set[str] = field(default_factory=set[str])
    key: str | int = 0


def scan(text: str, wanted: Collection[Path] = ()) -> Scan:
    """Every fault of the text, in order (the first MAX_FAULTS), and the spans of the values at ``wanted``.

    Of a path that is not there, no span is given. After a fault of syntax nothing more is looked at.
    """
    return _Scanner(text, frozenset(wanted)).run()


class _StopError(Exception):
    """Nothing more can be read from this text."""


class _Scanner:
    def __init__(self, text: str, wanted: frozenset[Path]) -> None:
        self.text = text
        self.wanted = wanted
        self.longest = max(map(len, wanted), default=-1)
        self.at = 0
        self.stack: list[_Open] = []
        self.faults: list[Fault] = []
        self.spans: dict[Path, tuple[int, int]] = {}

    def run(self) -> Scan:
        try:
            self.skip_blanks()
            self.value()
            while self.stack:
                self.after_value()
            self.skip_blanks()
            if self.at < len(self.text):
                self.trailing()
        except _StopError:
            pass
        return Scan(tuple(self.faults), self.spans)

    def path(self) -> Path:
        return tuple(entry.key for entry in self.stack)

    def skip_blanks(self) -> None:
        match = _BLANKS.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def fault(self, code: Code, message: str, *, offset: int, expected: str, found: str | None = None) -> None:
        shown = excerpt(self.text, offset) if found is None else found
        self.faults.append(Fault(code, offset, self.path(), message, expected, shown))
        if len(self.faults) >= MAX_FAULTS:
            raise _StopError

    def syntax(self, message: str, *, expected: str, offset: int | None = None) -> _StopError:
        offset = self.at if offset is None else offset
        if offset >= len(self.text):
            self.truncated(expected)
        else:
            self.fault(codes.JSON_SYNTAX, message, offset=offset, expected=expected)
        return _StopError()

    def truncated(self, expected: str) -> None:
        open_now = "".join(_CLOSING[entry.bracket] for entry in reversed(self.stack[-8:]))
        missing = f"; {open_now} still to come" if open_now else ""
        self.fault(
            codes.RECORD_TRUNCATED,
            f"the record stops before its end{missing}",
            offset=len(self.text),
            expected=expected,
            found="the end of the text",
        )

    def remember(self, start: int) -> None:
        if len(self.stack) <= self.longest and (path := self.path()) in self.wanted:
            self.spans.setdefault(path, (start, self.at))

    def value(self) -> None:
        """Read a value that has no parts, or open one that has."""
        start = self.at
        first = self.text[start : start + 1]
        if first in ("{", "["):
            self.open(first)
        elif first == '"':
            self.string()
            self.remember(start)
        elif match := _NUMBER.match(self.text, start):
            self.at = match.end()
            self.number(match)
            self.remember(start)
        elif match := _WORD.match(self.text, start):
            self.at = match.end()
            self.word(match[0], start)
            self.remember(start)
        else:
            at = len(self.text) if self.text[start:] == "-" else start  # a number cut after its sign
            raise self.syntax("here a value should stand", expected="a value", offset=at)

    def open(self, bracket: str) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self.fault(
                codes.TOO_DEEP,
                f"more than {MAX_DEPTH} objects and lists lie inside one another",
                offset=self.at,
                expected=f"at most {MAX_DEPTH} levels",
            )
            raise _StopError
        entry = _Open(bracket, self.at)
        self.at += 1
        self.skip_blanks()
        if self.text[self.at : self.at + 1] == _CLOSING[bracket]:
            self.at += 1
            self.remember(entry.start)
            return
        self.stack.append(entry)
        if bracket == "{":
            self.field_name(entry)
        self.value()

    def after_value(self) -> None:
        """Go on after a value inside an object or list: to the next one, or out of it."""
        entry = self.stack[-1]
        self.skip_blanks()
        here = self.text[self.at : self.at + 1]
        if here == "," and entry.bracket == "[" and self.skip_plain_entries(entry):
            return
        if here == ",":
            self.at += 1
            self.skip_blanks()
            if entry.bracket == "{":
                self.field_name(entry)
            else:
                entry.key = cast(int, entry.key) + 1
            self.value()
        elif here == _CLOSING[entry.bracket]:
            self.at += 1
            self.stack.pop()
            self.remember(entry.start)
        else:
            closing = _CLOSING[entry.bracket]
            raise self.syntax(f"here a comma or {closing} should stand", expected=f"a comma or {closing}")

    def skip_plain_entries(self, entry: _Open) -> bool:
        """Go past entries of a list in which nothing can be wrong and none is asked for; whether any were."""
        if len(self.stack) <= self.longest:
            return False
        match = _PLAIN_ENTRIES.match(self.text, self.at)
        if match is None:
            return False
        entry.key = cast(int, entry.key) + self.text.count(",", self.at, match.end())
        self.at = match.end()
        return True

    def field_name(self, entry: _Open) -> None:
        start = self.at
        if self.text[start : start + 1] != '"':
            raise self.syntax(
                "here the name of a field should stand, in double quotes", expected="a field name"
            )
        entry.key = ""
        entry.key = self.string()
        if entry.key in entry.keys:
            self.fault(
                codes.DUPLICATE_KEY,
                f"the field {entry.key!r} stands twice in this object",
                offset=start,
                expected="each field once",
            )
        entry.keys.add(entry.key)
        self.skip_blanks()
        if self.text[self.at : self.at + 1] != ":":
            raise self.syntax("here a colon should stand", expected="a colon")
        self.at += 1
        self.skip_blanks()

    def string(self) -> str:
        start = self.at
        body = _TEXT.match(self.text, start + 1)
        end = body.end() if body else start + 1
        if self.text[end : end + 1] != '"':
            raise self.bad_text(end)
        self.at = end + 1
        value = cast(str, json.loads(self.text[start : self.at]))
        if _SURROGATE.search(value):
            self.fault(
                codes.LONE_SURROGATE,
                "the text holds half of a UTF-16 pair, which is no character",
                offset=start,
                expected="whole characters",
            )
        return value

    def bad_text(self, at: int) -> _StopError:
        """The fault of a text in quotes that cannot be read on at this place."""
        if self.text[at : at + 1] != "\\":
            message = "a control character inside a text must be written as \\u00XX"
        elif _STARTED_ESCAPE.fullmatch(self.text, at):
            at, message = len(self.text), ""
        else:
            message = 'after a backslash only " \\ / b f n r t, or u and 4 hex digits, can stand'
        return self.syntax(message, expected="text and a closing quote", offset=at)

    def number(self, match: re.Match[str]) -> None:
        digits = match[0].lstrip("-")
        if match[1] is not None or match[2] is not None:
            message = "only whole numbers are written in a record, without point or exponent"
        elif len(digits) > _MAX_DIGITS or int(digits) > MAX_INTEGER:
            message = "the number is too large to be kept exactly by every reader (2^53 - 1 at most)"
        else:
            return
        self.not_integer(message, match.start())

    def word(self, word: str, start: int) -> None:
        if word in _LITERALS:
            return
        if word.lstrip("-") in ("NaN", "Infinity", "inf", "nan"):
            self.not_integer("only whole numbers are written in a record", start)
            return
        if self.at >= len(self.text) and any(literal.startswith(word) for literal in _LITERALS):
            self.truncated("a value")
            raise _StopError
        raise self.syntax("this is no value of JSON", expected="a value", offset=start)

    def not_integer(self, message: str, start: int) -> None:
        self.fault(
            codes.NUMBER_NOT_INTEGER,
            message,
            offset=start,
            expected="a whole number",
            found=_shorten(self.text[start : min(self.at, start + 80)]),
        )

    def trailing(self) -> None:
        if self.text[self.at] != "{":
            message = "something follows after the end of the record"
        elif _LINE_END.search(self.text, 0, self.at):
            message = (
                "a second record begins here; where a file holds several, each must stand on one line"
                " (or all in text form, with a line --- between two)"
            )
        else:
            message = "a second record on the same line: a line end is missing between the two"
        self.fault(codes.TRAILING_DATA, message, offset=self.at, expected="one record and nothing after it")


_WIDTH: Final = 60


def _shorten(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def excerpt(text: str, start: int, end: int | None = None) -> str:
    """A short piece of the text to show beside a fault."""
    piece = text[start : min(end if end is not None else start + 25, start + _WIDTH + 1)]
    return _shorten(piece) or "the end of the text"


_PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def format_path(path: Path) -> str | None:
    """The path in words of JSON; None for the record itself.

    >>> format_path(("result", "players", 1, "net")), format_path(("meta", "a b"))
    ('result.players[1].net', 'meta["a b"]')
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_NAME.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
    return text or None


_STEP: Final = re.compile(
    r"""(?P<dot>\.?)(?P<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?:(?P<index>[0-9]{1,9})|(?P<quoted>"(?:[^"\\]|\\.)*"))\]"""
)


def parse_path(text: str) -> Path:
    """The inverse of :func:`format_path`; raises ``NotationError`` for what is no path.

    >>> parse_path('result.players[1].net'), parse_path('meta["a b"]')
    (('result', 'players', 1, 'net'), ('meta', 'a b'))
    """
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        match = _STEP.match(text, at)
        # A name has a dot before it everywhere but at the beginning.
        if match is None or (match["name"] is not None and bool(match["dot"]) is (at == 0)):
            raise NotationError("a field is named as in result.players[1].net", text=text, position=at)
        if match["index"] is not None:
            steps.append(int(match["index"]))
        else:
            steps.append(match["name"] or str(json.loads(match["quoted"])))
        at = match.end()
    return tuple(steps)


_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class Positions:
    """Line and column of offsets in a text that starts on ``first_line`` of its file.

    Places come with the line itself where ``show`` is set.
    """

    def __init__(self, text: str, first_line: int, *, show: bool = False) -> None:
        self._shown = text if show else None
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._first = first_line

    def place(self, offset: int | None, path: Path) -> Place:
        """The place of the offset; the first line where there is none."""
        turn = path[1] if len(path) > 1 and path[0] == "play" and isinstance(path[1], int) else None
        if offset is None:
            return Place(path=format_path(path), turn=turn, line=self._first)
        index = bisect_right(self._starts, offset) - 1
        return Place(
            path=format_path(path),
            turn=turn,
            line=self._first + index,
            column=offset - self._starts[index] + 1,
            source=self._line(index),
        )

    def _line(self, index: int) -> str | None:
        if self._shown is None:
            return None
        end = self._starts[index + 1] if index + 1 < len(self._starts) else None
        return self._shown[self._starts[index] : end].rstrip("\r\n")


def finding(fault: Fault, positions: Positions) -> Finding:
    """The fault as a finding."""
    return Finding(
        code=fault.code,
        message=fault.message,
        place=positions.place(fault.offset, fault.path),
        expected=fault.expected,
        found=fault.found,
    )
