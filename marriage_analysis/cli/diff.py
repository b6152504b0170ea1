"""``marriage diff``: what differs between two record files, game by game and field by field."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, put
from marriage_analysis.cli.record_files import finish, read_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from marriage_analysis.records.differences import RecordPair
    from marriage_analysis.records.model import Record
    from marriage_analysis.records.reader import Counts

_File = Annotated[str, typer.Argument(help="A record file (.json, .jsonl, .mrn, also .gz, .zst); - is stdin.")]


def diff_command(first: _File, second: _File, as_json: JsonOption = False) -> None:
    """Compare two record files: games that only one has, and the fields of a game that differ.

    Example: marriage diff evening.jsonl evening-checked.jsonl

    Games are paired by id and compared in their kept form: a preset and its options written out are the same,
    and so are hands in another order. Exit status: 0 the same, 1 differences or bad records, 2 a file cannot
    be read.
    """
    from marriage_analysis.records.differences import archive_differences
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    pairs = list(archive_differences(list(_records(first, counts)), list(_records(second, counts))))
    changed = [pair for pair in pairs if pair.before is None or pair.after is None or pair.differences]
    if as_json:
        emit_json(
            {
                "counts": counts.to_mapping(),
                "same": len(pairs) - len(changed),
                "records": [_row(p) for p in changed],
            }
        )
    else:
        for pair in changed:
            put("\n".join(_lines(pair)))
        put(f"{len(pairs) - len(changed)} the same, {len(changed)} not")
    finish(counts, wrong=bool(changed))


def _records(file: str, counts: "Counts") -> "Iterator[Record]":
    for reading in read_files([file], counts):
        if reading.record is not None:
            counts.ok += 1
            yield reading.record


def _state(pair: "RecordPair") -> str:
    if pair.before is None:
        return "only in the second"
    return "only in the first" if pair.after is None else "differs"


def _row(pair: "RecordPair") -> dict[str, Any]:
    record = pair.before or pair.after
    return {
        "id": record.id if record is not None else None,
        "state": _state(pair),
        "differences": [
            {"path": one.path, "before": one.before, "after": one.after} for one in pair.differences
        ],
    }


def _lines(pair: "RecordPair") -> list[str]:
    record = pair.before or pair.after
    name = record.id if record is not None else ""
    return [
        f"{name}: {_state(pair)}",
        *(f"    {one.path}: {_value(one.before)} -> {_value(one.after)}" for one in pair.differences),
    ]


def _value(value: object) -> str:
    return "left out" if value is None else json.dumps(value, ensure_ascii=False)
