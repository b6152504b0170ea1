"""An archive loaded into DuckDB without derivation against DuckDB's own JSON reader; with derivation beside it.

The peer reads the same games as objects, an object an event, and unnests them into tables of games, seats and
events in a file. It checks nothing and keeps no record. Ours checks every record, keeps it, and fills the
tables of games and seats; the events stay packed in the record, and the view noted_events unpacks them when
asked.
"""

import json
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
from _games import archive, texts
from _interleaved import Job, compare

from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

COPIES = 40
FOLDER = Path(tempfile.mkdtemp(prefix="marriage-bench-"))


@cache
def many() -> Path:
    """The games of the benchmarks, and copies of them under other ids, exported."""
    from marriage_analysis.records.exporting import expand, format_record
    from marriage_analysis.records.reader import read_records

    target = FOLDER / "many.jsonl"
    with target.open("wb") as stream:
        for reading in read_records(archive()):
            assert reading.record is not None
            for number in range(COPIES):
                record = reading.record.model_copy(
                    update={"id": f"{reading.record.id}-{number}", "digest": None}
                )
                stream.write(format_record(expand(record).record) + b"\n")
    return target


@cache
def event_objects() -> Path:
    """The same games with an object an event, and the rules by name only."""
    target = FOLDER / "objects.jsonl"
    with target.open("w", encoding="utf-8") as stream:
        for line in many().read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            record["events"] = [
                {"turn": turn, "event": number, "seat": None if entry[0] == "-" else int(entry[0])}
                | _event(word)
                for turn, entry in enumerate(record.pop("play"))
                for number, word in enumerate(entry[3:].split(" "))
            ]
            record["rules"] = record["rules"]["preset"]
            stream.write(json.dumps(record, separators=(",", ":")) + "\n")
    return target


def _event(word: str) -> dict[str, Any]:
    if word[1].islower():
        kind, _, inside = word.partition("(")
        return {"kind": kind, "cards": inside.rstrip(")").split(",") if inside else None}
    kinds = {"s": "draw", "p": "draw", "d": "draw", "x": "discard"}
    return {"kind": kinds[word[0]], "card": word[1:], "source": {"s": "stock", "p": "pile"}.get(word[0])}


@cache
def counts() -> tuple[int, int, int]:
    """Games, seats and events, counted from the texts."""
    records = [json.loads(text) for text in texts()]
    events = sum(len(entry.split(" ")) - 1 for record in records for entry in record["play"])
    return COPIES * len(records), COPIES * sum(len(r["players"]) for r in records), COPIES * events


def _emptied(name: str) -> Path:
    path = FOLDER / name
    path.unlink(missing_ok=True)
    return path


def load_noted() -> int:
    db = _emptied("noted.duckdb")
    load_files([many()], db, derive=False)
    with Archive(db) as opened:
        found = opened.sql("SELECT count(DISTINCT digest), count(*) FROM seats")
    assert found.rows() == [counts()[:2]]
    return counts()[0]


def load_derived() -> int:
    db = _emptied("derived.duckdb")
    load_files([many()], db)
    with Archive(db) as opened:
        assert opened.sql("SELECT count(*) FROM events").item() == counts()[2]
    return counts()[0]


def read_events() -> int:
    """What the archive loaded last says of its events without derivation, every column of every row."""
    with Archive(FOLDER / "noted.duckdb") as opened:
        assert opened.sql("SELECT * FROM noted_events").height == counts()[2]
    return counts()[0]


def read_and_unnest() -> int:
    with duckdb.connect(str(_emptied("peer.duckdb"))) as connection:
        connection.execute("CREATE TEMP TABLE raw AS SELECT * FROM read_ndjson($1)", [str(event_objects())])
        connection.execute(
            "CREATE TABLE games AS SELECT id, digest, game, rules, dealer, result.ending FROM raw"
        )
        connection.execute(
            "CREATE TABLE seats AS SELECT digest, unnest(players), unnest(result.players, recursive := true)"
            " FROM raw"
        )
        connection.execute(
            "CREATE TABLE events AS SELECT id, digest, unnest(events, recursive := true) FROM raw"
        )
        found = connection.execute(
            "SELECT (FROM games SELECT count(*)), (FROM seats SELECT count(*)), count(*) FROM events"
        ).fetchone()
    assert found == counts()
    return counts()[0]


def main() -> int:
    many(), event_objects(), counts()
    print("archive to DuckDB without derivation")
    ours = Job("marriage load, as noted", "games", load_noted)
    peer = Job("DuckDB: read_ndjson and unnest, event objects", "games", read_and_unnest)
    good = compare(ours, peer, must=3, aim=10)
    print("beside it, once each")
    for name, job in (
        ("events read off the records of it", read_events),
        ("marriage load, derived", load_derived),
    ):
        started = time.process_time()
        games = job()
        print(f"  {name:<52} {games / (time.process_time() - started):>12,.0f} games/s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
