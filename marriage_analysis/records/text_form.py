"""Records in the text form ``.mrn``: headers, the turns with their notes, headers of what came out.

The headers are the record itself, path by path, so nothing can be lost. ``text_reading`` reads it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, cast

from marriage_analysis.records.canonical import canonical_bytes
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import Path
from marriage_analysis.records.text_headers import header, header_json
from marriage_analysis.records.text_notes import format_note

SEPARATOR: Final = "---"
"""The line between two records."""

_FIRST: Final = ("format", "version", "game", "id", "digest", "corrects", "session", "meta", "rules")
_FREE: Final = ("meta", "rules", "extensions")
"""Objects whose fields have no order of their own; they are written in that of their names."""

_SHORT: Final = 60
"""Characters of JSON up to which an object or list stands on one line."""


def format_text(record: Record) -> str:
    """The record in text form, with a line end after each line; equal records give equal text.

    Raises ``RecordError`` for a value that no record can hold.
    """
    mapping = record.to_mapping()
    canonical_bytes(mapping)  # refuses what no reader would take
    play: list[str] = mapping.pop("play", None) or []
    if record.game_value.turn_count(record.parts) == 0:
        mapping["play"] = []
    notes: list[dict[str, Any]] = mapping.pop("annotations", None) or []
    if record.annotations == ():
        mapping["annotations"] = []
    after_turn, others = _placed_notes(notes, turns=len(play))
    names = sorted(mapping, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    last = _after_play(record)
    lines = [line for name in names if name not in last for line in _headers((name,), mapping[name])]
    lines += [header(("annotations", index), note) for index, note in others.items()]
    blocks = [
        lines,
        [" ".join((entry, *after_turn.get(turn, ()))) for turn, entry in enumerate(play)],
        [line for name in last if name in mapping for line in _headers((name,), mapping[name])],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _after_play(record: Record) -> tuple[str, ...]:
    """The fields of what came out of the play: those that the game declares after it."""
    names = [part.name for part in fields(record.game_value.parts)]
    return tuple(names[names.index("play") + 1 :]) if "play" in names else ()


def _placed_notes(
    notes: list[dict[str, Any]], *, turns: int
) -> tuple[dict[int, list[str]], dict[int, dict[str, Any]]]:
    """The notes that stand after a turn, by turn, and those for headers, by their place in the list.

    Reading counts the notes after turns into the places that the headers leave free, so their order must be
    that of the list.
    """
    after_turn: dict[int, list[str]] = {}
    others: dict[int, dict[str, Any]] = {}
    latest = 0
    for index, note in enumerate(notes):
        turn = note.get("turn")
        written = format_note(note) if isinstance(turn, int) and latest <= turn < turns else None
        if written is None or turn is None:
            others[index] = note
        else:
            after_turn.setdefault(turn, []).append(written)
            latest = turn
    return after_turn, others


def _headers(path: Path, value: object) -> Iterator[str]:
    if _stands_on_one_line(path, value):
        yield header(path, _in_order(value) if path[0] in _FREE else value)
        return
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        for name in sorted(fields) if path[0] in _FREE else fields:
            yield from _headers((*path, name), fields[name])
    else:
        for index, entry in enumerate(cast("list[object]", value)):
            yield from _headers((*path, index), entry)


def _stands_on_one_line(path: Path, value: object) -> bool:
    """Whether the value is one header: not what lies at the top, and not what is long, except for numbers."""
    if not isinstance(value, (dict, list)) or not value:
        return True
    inner = list(cast("Mapping[str, object] | list[object]", value))
    if isinstance(value, list) and all(entry is None or isinstance(entry, int) for entry in inner):
        return True
    holds_parts = isinstance(value, dict) or any(isinstance(entry, (dict, list)) for entry in inner)
    return (len(path) > 1 or not holds_parts) and len(header_json(cast(object, value))) <= _SHORT


def _in_order(value: object) -> object:
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {name: _in_order(fields[name]) for name in sorted(fields)}
    if isinstance(value, list):
        return [_in_order(entry) for entry in cast("list[object]", value)]
    return value
