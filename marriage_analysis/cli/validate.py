"""``marriage validate``: are these records well formed, and is what they say possible?"""

from typing import Any

from marriage_analysis.cli.options import GameOption, JsonOption
from marriage_analysis.cli.output import emit_json, progress, put, put_lines
from marriage_analysis.cli.record_files import (
    FilesArgument,
    finding_lines,
    finding_mapping,
    finish,
    record_head,
    require_game,
    tell_empty,
)


def validate_command(files: FilesArgument, as_json: JsonOption = False, game: GameOption = None) -> None:
    """Check that records are well formed and that seats, cards, counts and sets in them can be.

    Example: marriage validate evening.jsonl

    No claimed number is compared: that is what marriage audit does. Exit status: 0 all sound, 1 a record is
    not, 2 a file cannot be read.
    """
    from marriage_analysis.audit.audit import validate_records
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    met: set[str | None] = set()
    rows: list[dict[str, Any]] = []
    with progress("validating") as advance:
        for check in validate_records(files, only=game):
            advance(1)
            met.add(check.path)
            if check.skipped is not None:
                counts.skipped += 1
                continue
            counts.ok += check.is_ok
            counts.bad += not check.is_ok
            level = check.record.level.word if check.record is not None else None
            if as_json:
                rows.append(
                    {
                        "file": check.path,
                        "line": check.line,
                        "id": check.record.id if check.record is not None else None,
                        "level": level,
                        "ok": check.is_ok,
                        "findings": [finding_mapping(found, line=check.line) for found in check.findings],
                    }
                )
            else:
                word = "ok" if check.is_ok else "BAD"
                put(f"{word:<4} {record_head(check)}{f'  ({level})' if level else ''}")
                put_lines(finding_lines(check.findings))
    tell_empty(files, met)
    require_game(game, counts)
    if as_json:
        emit_json({"counts": counts.to_mapping(), "records": rows})
    finish(counts)
