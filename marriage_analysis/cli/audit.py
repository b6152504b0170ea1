"""``marriage audit``: do maal and points agree with what the record's own facts give?"""

from itertools import islice
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marriage_analysis.audit.audit import RecordAudit
    from marriage_analysis.sessions.book import SessionReport


def audit_command(files: FilesArgument, as_json: JsonOption = False, game: GameOption = None) -> None:
    """Recompute maal and points of every game and compare them with what was written down.

    Example: marriage audit evening.jsonl

    Each game gets a verdict: clean, discrepancy (a number is wrong), invalid (the record says what cannot
    be), incomplete (something claimed cannot be recomputed), unclaimed (no number to compare). The games of a
    session are also followed in order: dhoos that is carried, running points. A record that a later one
    corrects is passed over. Exit status: 0 nothing wrong, 1 something is, 2 a file cannot be read.
    """
    from marriage_analysis.audit.audit import audit_records
    from marriage_analysis.findings import Severity
    from marriage_analysis.records.reader import Counts
    from marriage_analysis.sessions.book import SessionBook

    counts = Counts()
    met: set[str | None] = set()
    book = SessionBook()
    rows: list[dict[str, Any]] = []
    with progress("auditing") as advance:
        for audit in audit_records(files, only=game):
            advance(1)
            met.add(audit.path)
            book.add(audit)
            if audit.verdict is None:
                counts.skipped += 1
            else:
                counts.bad += audit.verdict.is_bad
                counts.ok += not audit.verdict.is_bad
            if game is not None and (audit.record is None or audit.record.id != game):
                continue
            if as_json:
                rows.append(_row(audit))
            else:
                word = audit.verdict.value if audit.verdict is not None else "skipped"
                put(f"{word:<12} {record_head(audit)}{f'  ({audit.skipped})' if audit.skipped else ''}")
                put_lines(finding_lines(audit.findings))
    tell_empty(files, met)
    require_game(game, counts)
    reports = () if game is not None else book.reports()
    if as_json:
        sessions = [_session_row(report) for report in reports]
        emit_json({"counts": counts.to_mapping(), "records": rows, "sessions": sessions})
    else:
        for report in reports:
            put()
            put("\n".join(_session_lines(report)))
    wrong = any(f.severity is Severity.ERROR for report in reports for _, f in report.findings)
    finish(counts, wrong=wrong)


def _row(audit: "RecordAudit") -> dict[str, Any]:
    record, examination = audit.record, audit.examination
    return {
        "file": audit.path,
        "line": audit.line,
        "id": record.id if record is not None else None,
        "level": record.level.word if record is not None else None,
        "verdict": audit.verdict.value if audit.verdict is not None else None,
        "skipped": audit.skipped,
        "derived": _columns(examination.derived if examination else None),
        "claimed": _columns(examination.claimed if examination else None),
        "basis": list(examination.basis) if examination else [],
        "findings": [finding_mapping(found, line=audit.line) for found in audit.findings],
    }


def _columns(columns: "Mapping[str, tuple[int | None, ...]] | None") -> dict[str, list[int | None]]:
    if columns is None:
        return {}
    return {name: list(values) for name, values in columns.items()}


def _session_row(report: "SessionReport") -> dict[str, Any]:
    return {
        "id": report.id,
        "game": report.game,
        "games": [game.id for game in report.games],
        "players": [
            {
                "key": key,
                "name": name,
                "total": report.totals[key],
                "claimed_total": report.claimed_totals[key],
                "still_due": report.open.get(key, 0),
            }
            for key, name in report.names.items()
        ],
        "findings": [
            {
                **finding_mapping(found, line=game.line if game else 0),
                "file": game.path if game else None,
                "id": game.id if game else None,
            }
            for game, found in report.findings
        ],
    }


def _session_lines(report: "SessionReport") -> list[str]:
    """The session as a table: a row a game, a column a player, running points in brackets."""
    keys = list(report.names)
    rows = iter(report.running)  # a row a player, game after game
    heads = [report.names[key] for key in keys]
    table = [["game", *heads]]
    for game in report.games:
        cells = [str(game.number) if game.number is not None else game.id]
        for row in islice(rows, len(keys)):
            cells.append("–" if row.net is None else f"{row.net:+d} ({row.total:+d})")
        table.append(cells)
    table.append(["total", *(f"{report.totals[key]:+d}" for key in keys)])
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    lines = [f"Session {report.id}: {len(report.games)} games; points of each game (and running total)"]
    lines += [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in table
    ]
    lines += [
        f"  still due: {report.names.get(key, key)} owes {points} points of {report.owed}"
        for key, points in report.open.items()
    ]
    for game, found in report.findings:
        where = f"{game.path or 'stdin'}:{game.line} {game.id}: " if game is not None else ""
        lines.append(f"  {found.severity.value} {found.code.name}: {where}{found.message}")
    return lines
