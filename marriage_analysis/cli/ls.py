"""``marriage ls``: what games are in a file?"""

from typing import TYPE_CHECKING, Any

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import clean, emit_json, put
from marriage_analysis.cli.record_files import FilesArgument, finish, read_files

if TYPE_CHECKING:
    from marriage_analysis.records.model import Record
    from marriage_analysis.records.reader import Reading

_WIDTHS = {"id": 20, "date": 10, "session": 16, "game": 8, "level": 5, "ending": 9, "winner": 10, "line": 5}
"""The columns of the list, with the room each has at least; players come last, since they are long."""


def ls_command(files: FilesArgument, as_json: JsonOption = False) -> None:
    """List the games of record files, one on each line.

    Example: marriage ls evening.jsonl

    Shown are id, date, session and number, game, how much was recorded (net, sheet, items, hands, play),
    ending, winner, the line of the file, and the players. Exit status: 0 all read, 1 bad records, 2 a file
    cannot be read.
    """
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    rows: list[dict[str, Any]] = []
    if not as_json:
        put(_line({name: name for name in (*_WIDTHS, "players")}))
    for reading in read_files(files, counts):
        if reading.record is None:
            continue
        counts.ok += 1
        row = _row(reading, reading.record)
        if as_json:
            rows.append(row)
        else:
            put(_line(_words(row)))
    if as_json:
        emit_json({"counts": counts.to_mapping(), "records": rows})
    finish(counts)


def _row(reading: "Reading", record: "Record") -> dict[str, Any]:
    parts = record.parts
    session = record.session
    return {
        "file": reading.path,
        "line": reading.line,
        "id": record.id,
        "date": _date(record),
        "session": session.id if session else None,
        "number": session.number if session else None,
        "game": record.game,
        "level": record.game_value.level(parts).word,
        "players": [player.label for player in record.players],
        **record.game_value.summary(parts),
    }


def _date(record: "Record") -> str | None:
    meta = record.meta or {}
    value = meta.get("date") or meta.get("started_at")
    return value[:10] if isinstance(value, str) else None


def _words(row: dict[str, Any]) -> dict[str, str]:
    """The row as a person reads it; what is not known is a hyphen."""
    players: list[str] = row["players"]
    winner: int | None = row.get("winner")
    number = f"/{row['number']}" if row["number"] is not None else ""
    return {
        "id": row["id"],
        "date": row["date"] or "-",
        "session": f"{row['session']}{number}" if row["session"] is not None else "-",
        "game": row["game"],
        "level": row["level"],
        "ending": row.get("ending") or "-",
        "winner": players[winner] if winner is not None and winner < len(players) else "-",
        "line": str(row["line"]),
        "players": ", ".join(players),
    }


def _line(words: dict[str, str]) -> str:
    cells = [clean(words[name]).ljust(width) for name, width in _WIDTHS.items()]
    return "  ".join((*cells, words["players"]))
