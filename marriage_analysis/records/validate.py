"""One record from its text: the JSON, the kind of record, the fields, and how they fit together.

Every fault becomes a finding with line, column and JSON path. A record is given only where there is no error.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, cast

from pydantic import ValidationError

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.findings import Code, Finding, Severity
from marriage_analysis.games.abilities import Types
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.records import codes
from marriage_analysis.records.checks import check_fields
from marriage_analysis.records.limits import MAX_FAULTS, MAX_FIELD_FAULTS
from marriage_analysis.records.meta import MetaError
from marriage_analysis.records.model import FORMAT, MAJOR, MINOR, VERSION, Record, record_model
from marriage_analysis.records.scan import (
    Fault,
    NotPlainError,
    Path,
    Positions,
    decode,
    decode_compact,
    excerpt,
    finding,
    parse_path,
    scan,
)
from marriage_analysis.records.text_reading import scan_text_form

_VERSION: Final = re.compile(r"(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class _Problem:
    """A fault at a path; where that is in the text is looked up later, for all at once."""

    code: Code
    path: Path
    message: str
    expected: str | None = None


class _RefusedError(Exception):
    """The text is no record that can be validated at all."""

    def __init__(self, problem: _Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read_text(text: str, *, line: int = 1) -> tuple[Record | None, tuple[Finding, ...]]:
    """The record that a text holds, and its findings; ``line`` is the line of the file it starts on.

    The record is None where a finding is an error. Never raises for what the text holds.
    """
    record, findings, _ = read_json(text, line=line)
    return record, findings


def read_json(text: str, *, line: int = 1) -> tuple[Record | None, tuple[Finding, ...], dict[str, Any] | None]:
    """As :func:`read_text`, and the object that the text holds where it is compact, as programs write it."""
    record, value = _compact(text)
    problems: list[_Problem] = []
    if record is None:
        try:
            decoded = decode(text)
        except NotPlainError as error:
            return None, _json_findings(text, line, str(error)), None
        try:
            record, problems = _validated(decoded)
        except _RefusedError as refusal:
            return None, _located([refusal.problem], text, line), None
        if record is None:
            return None, _refused(problems, text, line), None
    findings = list(_located(problems, text, line)) if problems else []
    findings += placed(check_fields(record), text, line)
    bad = any(found.severity is Severity.ERROR for found in findings)
    return (None if bad else record), tuple(findings), value


def _compact(text: str) -> tuple[Record, dict[str, Any]] | tuple[None, None]:
    """The record and its JSON where nothing is wrong with it and its text is compact; None else."""
    value = decode_compact(text)
    if value is None or not _is_current(value):
        return None, None
    try:
        return record_model(value["game"]).model_validate(value), value
    except ValidationError:
        return None, None


def read_text_form(text: str, *, line: int = 1) -> tuple[Record | None, tuple[Finding, ...]]:
    """As :func:`read_text`, for a record in text form (``.mrn``)."""
    form = scan_text_form(text)
    record: Record | None = None
    problems: list[_Problem] = []
    if form.is_whole:
        try:
            record, problems = _validated(form.value)
        except _RefusedError as refusal:
            problems = [refusal.problem]
    if record is None or form.faults:
        positions = Positions(text, line, show=True)
        told = [finding(fault, positions) for fault in form.faults]
        others = [problem for problem in problems if not _is_told(problem, form.faults)]
        return None, (*told, *_located(others[:MAX_FAULTS], text, line, form.spans))
    findings = [*_located(problems, text, line, form.spans)]
    findings += placed(check_fields(record), text, line, is_text_form=True)
    bad = any(found.severity is Severity.ERROR for found in findings)
    return (None if bad else record), tuple(findings)


def _is_told(problem: _Problem, faults: Iterable[Fault]) -> bool:
    """Whether a fault of the text at the same place, or inside it, is what made the problem."""
    return any(problem.path and fault.path[: len(problem.path)] == problem.path for fault in faults)


def _refused(problems: list[_Problem], text: str, line: int) -> tuple[Finding, ...]:
    """The findings of a record that the model refused; a number too large is told as such, and once."""
    problems = problems[:MAX_FAULTS]
    looked = scan(text, {problem.path for problem in problems})
    positions = Positions(text, line)
    rest = [problem for problem in problems if not _is_told(problem, looked.faults)]
    plain = (finding(fault, positions) for fault in looked.faults)
    return (*plain, *(_as_finding(problem, looked.spans, positions, text) for problem in rest))


def _json_findings(text: str, line: int, reason: str) -> tuple[Finding, ...]:
    positions = Positions(text, line)
    faults = scan(text).faults
    if not faults:
        message = f"the text cannot be read as JSON ({reason})"
        return (Finding(code=codes.JSON_SYNTAX, message=message, place=positions.place(None, ())),)
    return tuple(finding(fault, positions) for fault in faults)


def _validated(value: Any) -> tuple[Record | None, list[_Problem]]:
    """The record, or None, and what is to be said; raises ``_RefusedError``."""
    newer = _check_kind(value)
    model = record_model(value["game"])
    if not newer:
        return _validate(model, value)
    said = _Problem(
        codes.VERSION_NEWER,
        ("version",),
        f"a record of format version {value['version']}; this program knows {VERSION}",
        f"version {VERSION}",
    )
    record, problems = _validate(model, value)
    if record is None:
        unknown = [problem.path for problem in problems if problem.code is codes.UNKNOWN_FIELD]
        carried = tuple((path, inner) for path in unknown if (inner := _at(value, path)) is not None)
        record, problems = _validate(model, _without(value, unknown))
        notes = [
            _Problem(
                codes.FIELD_CARRIED, path, f"the field {path[-1]!r} is not known here; it is kept as it is"
            )
            for path in unknown
        ]
        record = None if record is None else record.carrying(carried)
        problems = [*problems, *notes]
    return record, [said, *problems]


def _validate(model: type[Record], value: Any) -> tuple[Record | None, list[_Problem]]:
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        return None, _problems(error, value)


def _is_current(fields: dict[str, Any]) -> bool:
    """Whether it is without doubt a record of this version; says nothing of others."""
    game = fields.get("game")
    return (
        fields.get("format") == FORMAT
        and fields.get("version") == VERSION
        and isinstance(game, str)
        and game in GAMES
    )


_KINDS: Final = {"list": "a list", "str": "a text", "bool": "true or false", "NoneType": "null"}


def _check_kind(value: Any) -> bool:
    """Whether the record is of a newer minor version; raises ``_RefusedError`` for what is not known here."""
    if isinstance(value, dict) and _is_current(cast("dict[str, Any]", value)):
        return False
    if not isinstance(value, dict):
        kind = _KINDS.get(type(cast(object, value)).__name__, "a number")
        hint = "; write the records of a list one on each line" if isinstance(value, list) else ""
        raise _RefusedError(
            _Problem(codes.NOT_AN_OBJECT, (), f"a record is one JSON object, this is {kind}{hint}", "an object")
        )
    fields = cast("dict[str, Any]", value)
    if fields.get("format") != FORMAT:
        raise _RefusedError(
            _Problem(
                codes.NOT_A_RECORD,
                ("format",) if "format" in fields else (),
                f'a record says "format": "{FORMAT}"',
                f'"{FORMAT}"',
            )
        )
    version = fields.get("version")
    match = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if match is None:
        code = codes.FIELD_INVALID if "version" in fields else codes.MISSING_FIELD
        message = f'a record says which version of the format it follows, as in "version": "{VERSION}"'
        path = ("version",) if "version" in fields else ()
        raise _RefusedError(_Problem(code, path, message, f'"{VERSION}"'))
    if int(match[1]) != MAJOR:
        raise _RefusedError(
            _Problem(
                codes.VERSION_UNSUPPORTED,
                ("version",),
                f"a record of format version {version}; this program reads {MAJOR}.x only",
                f"version {MAJOR}.x",
            )
        )
    game = fields.get("game")
    if not isinstance(game, str) or game not in GAMES:
        code = codes.GAME_UNKNOWN if "game" in fields else codes.MISSING_FIELD
        known = ", ".join(GAMES)
        path = ("game",) if "game" in fields else ()
        raise _RefusedError(_Problem(code, path, f"the game must be one of those known here: {known}", known))
    return int(match[2]) > MINOR


_EXPECTED: Final = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "an object",
    "dataclass_type": "an object",
    "model_type": "an object",
    "string_unicode": "a text of whole characters",
    "int_parsing_size": "a whole number of at most 2^53 - 1",
}


def _problems(error: ValidationError, value: Any) -> list[_Problem]:
    """What pydantic found, one problem a place, in the order of the fields."""
    if error.error_count() > MAX_FIELD_FAULTS:
        message = f"more than {MAX_FIELD_FAULTS:,} fields of the record are unknown or wrong"
        return [_Problem(codes.FIELD_INVALID, (), message, "the fields of a record")]
    found: dict[Path, _Problem] = {}
    for detail in error.errors(include_url=False, include_input=False):
        if _only_seems_short(cast("Mapping[str, Any]", detail), value):
            continue
        problem = _problem(cast("Mapping[str, Any]", detail), value, hint=len(found) < MAX_FAULTS)
        earlier = found.get(problem.path)
        if earlier is None:
            found[problem.path] = problem
        elif earlier.code is problem.code is codes.FIELD_INVALID and problem.expected != earlier.expected:
            both = f"{earlier.expected} or {problem.expected}"
            found[problem.path] = replace(earlier, message=f"expected {both}", expected=both)
    return list(found.values())


def _only_seems_short(detail: Mapping[str, Any], value: Any) -> bool:
    # pydantic counts the entries that were sound; one bad entry is not also a list too short.
    return detail["type"] == "too_short" and len(_at(value, detail["loc"])) >= detail["ctx"]["min_length"]


def _problem(detail: Mapping[str, Any], value: Any, *, hint: bool) -> _Problem:
    """One fault of pydantic in our words; ``hint`` asks for what a misspelt field may have meant."""
    kind: str = detail["type"]
    context: Mapping[str, Any] = detail.get("ctx") or {}
    location: Path = detail["loc"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return _Problem(
            codes.UNKNOWN_FIELD, location, _unknown_field(location, value, hint=hint), "a field of this format"
        )
    path = _existing(value, location)
    if kind == "missing":
        name = location[-1]
        return _Problem(codes.MISSING_FIELD, path, f"the field {name!r} is missing here", f"a field {name!r}")
    reason = context.get("error")
    if isinstance(reason, RuleOptionError):
        options = ("options", *reason.option.split("."))
        place = _existing(value, (*path, *(options if reason.option != "preset" else ("preset",))))
        return _Problem(codes.RULES_INVALID, place, str(reason), "a rule set that can be played")
    if isinstance(reason, MetaError):
        return _Problem(codes.FIELD_INVALID, (*path, reason.field), str(reason), _bare(str(reason)))
    if reason is not None:
        return _Problem(codes.FIELD_INVALID, path, str(reason), _bare(str(reason)))
    expected = _expected(kind, context, str(detail["msg"]), game=value["game"])
    message = f"expected {expected}"
    if kind == "string_pattern_mismatch" and path[:1] == ("play",) and len(path) == 2:
        game = GAMES[value["game"]]
        fault = game.entry_fault(_at(value, path)) if isinstance(game, Types) else None
        message = f"this is no turn: {fault}" if fault else message
    return _Problem(codes.FIELD_INVALID, path, message, expected)


def _bare(message: str) -> str:
    return message.removeprefix("expected ")


def _expected(kind: str, context: Mapping[str, Any], message: str, *, game: str) -> str:
    if kind == "string_pattern_mismatch":
        return _pattern_words(game).get(context["pattern"], f"a text of the form {context['pattern']}")
    if kind in ("enum", "literal_error"):
        return str(context["expected"])
    if kind in ("string_too_short", "string_too_long"):
        low, high = context.get("min_length"), context.get("max_length")
        return f"at most {high:,} characters" if high is not None else f"at least {low} character"
    if kind in ("too_short", "too_long"):
        low, high = context.get("min_length"), context.get("max_length")
        return f"at most {high:,} entries" if high is not None else f"at least {low} entries"
    if kind == "greater_than_equal":
        return f"a whole number of at least {context['ge']}"
    if kind == "less_than_equal":
        return f"a whole number of at most {context['le']}"
    return _EXPECTED.get(kind, message)


@cache
def _json_schema(game: str) -> dict[str, Any]:
    return record_model(game).model_json_schema()


@cache
def _pattern_words(game: str) -> Mapping[str, str]:
    """What each pattern of a game's model asks for, in words; taken from where the model states it."""
    words: dict[str, str] = {}
    stack: list[Any] = [_json_schema(game)]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            schema = cast("dict[str, Any]", node)
            if isinstance(schema.get("pattern"), str) and "description" in schema:
                words[schema["pattern"]] = schema["description"]
            stack.extend(schema.values())
        elif isinstance(node, list):
            stack.extend(cast("list[Any]", node))
    return words


def _unknown_field(path: Path, value: Any, *, hint: bool) -> str:
    name = str(path[-1])
    if not hint:
        return f"there is no field {name!r} here"
    schema = _json_schema(value["game"])
    known = sorted(_known_fields(schema, path[:-1]))
    near = difflib.get_close_matches(name, known, n=1)
    help_text = f"; did you mean {near[0]!r}?" if near else f"; known here: {', '.join(known)}"
    return f"there is no field {name!r} here{help_text}"


def _known_fields(schema: Mapping[str, Any], path: Path) -> set[str]:
    """The fields that the JSON Schema has for the object at the path."""
    nodes: list[Mapping[str, Any]] = [schema]
    for step in (*path, None):
        opened: list[Mapping[str, Any]] = []
        while nodes:
            node = nodes.pop()
            if "$ref" in node:
                nodes.append(schema["$defs"][node["$ref"].rpartition("/")[2]])
            nodes.extend(node.get("anyOf", ()))
            opened.append(node)
        if step is None:
            return {name for node in opened for name in node.get("properties", ())}
        nodes = [
            inner
            for node in opened
            if (inner := node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step))
        ]
    return set()


def _existing(value: Any, location: Path) -> Path:
    """The location as far as the record has it; pydantic adds the branch of a choice, which is no field."""
    for length, step in enumerate(location):
        if isinstance(value, dict) and step in value:
            value = cast("dict[Any, Any]", value)[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(cast("list[Any]", value)):
            value = cast("list[Any]", value)[step]
        else:
            return location[:length]
    return location


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _without(value: Any, paths: Iterable[Path]) -> Any:
    """The value without what stands at the paths; the original stays as it is."""
    copy: Any = _copied(value)
    for path in paths:
        del _at(copy, path[:-1])[path[-1]]
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_copied(inner) for inner in cast("list[Any]", value)]
    return value


Spans = Callable[[set[Path]], Mapping[Path, tuple[int, int]]]
"""Finds where in a text of a form values stand."""


def _located(
    problems: list[_Problem], text: str, line: int, spans_of: Spans | None = None
) -> tuple[Finding, ...]:
    """The problems as findings, each with its place in the text and what stands there.

    The text is JSON, unless ``spans_of`` knows the places in it.
    """
    paths = {problem.path for problem in problems}
    spans = scan(text, paths).spans if spans_of is None else spans_of(paths)
    positions = Positions(text, line, show=spans_of is not None)
    return tuple(_as_finding(problem, spans, positions, text) for problem in problems)


def _as_finding(
    problem: _Problem, spans: Mapping[Path, tuple[int, int]], positions: Positions, text: str
) -> Finding:
    span = spans.get(problem.path)
    show = span is not None and problem.code is not codes.MISSING_FIELD and problem.path
    return Finding(
        code=problem.code,
        message=problem.message,
        place=positions.place(span[0] if span else None, problem.path),
        expected=problem.expected,
        found=excerpt(text, *span) if show and span else None,
    )


def placed(findings: Iterable[Finding], text: str, line: int, *, is_text_form: bool = False) -> list[Finding]:
    """Findings that name a path of known fields, with line and column added; the text is a sound record."""
    found = list(findings)
    if not found:
        return []
    paths = [parse_path(one.place.path or "") for one in found]
    # A field that is missing is placed where the object is that lacks it.
    prefixes = [[path[:length] for length in range(len(path), -1, -1)] for path in paths]
    wanted = {prefix for tried in prefixes for prefix in tried}
    spans = scan_text_form(text).spans(wanted) if is_text_form else scan(text, wanted).spans
    positions = Positions(text, line, show=is_text_form)
    located: list[Finding] = []
    for one, path, tried in zip(found, paths, prefixes, strict=True):
        span = next((spans[prefix] for prefix in tried if prefix in spans), None)
        where = positions.place(span[0] if span else None, path)
        located.append(
            replace(one, place=replace(one.place, line=where.line, column=where.column, source=where.source))
        )
    return located
