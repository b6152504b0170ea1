"""Loading record files into an archive: streaming, in batches, each in one transaction.

What is loaded stays when a later batch fails; loading the same files again takes up where it stopped.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import duckdb
import polars as pl

from marriage_analysis.audit.audit import audit_reading
from marriage_analysis.findings import Finding, Place, Severity
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.records.reader import Counts, Reading, read_records
from marriage_analysis.records.streams import STDIN, open_stream
from marriage_analysis.store.archive import (
    LARGEST_RECORD,
    connect,
    largest_record,
    limit_memory,
    prepare_archive,
)
from marriage_analysis.store.codes import NUMBER_TOO_LARGE
from marriage_analysis.store.columns import Table
from marriage_analysis.store.frames import Batch
from marriage_analysis.store.inserting import incoming, insert
from marriage_analysis.store.relating import relate
from marriage_analysis.store.rows import (
    Exported,
    Rows,
    exported,
    finding_value,
    noted_rows,
    record_rows,
    rows_of,
)
from marriage_analysis.store.schema import RECORD_TABLES, RejectRow, tables
from marriage_analysis.store.views import views

_BATCH_RECORDS: Final = 2_000
_BATCH_BYTES: Final = 1024 * 1024
_AS_NOTED: Final = (4, 8)
"""So many times more records, and bytes, has a batch that is loaded as noted, since less of it is held."""
_EXCERPT: Final = 500


@dataclass(slots=True)
class LoadReport:
    """What loading came to. ``counts``: ok = now in the archive or its notes renewed, skipped = there already.

    ``loaded`` and ``updated`` (other annotations only) make up ok. ``verdicts`` counts the loaded records that
    were derived.
    """

    counts: Counts = field(default_factory=Counts)
    loaded: int = 0
    updated: int = 0
    verdicts: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class Reject:
    """A record that was not loaded, with everything found."""

    reading: Reading
    findings: tuple[Finding, ...]

    @property
    def error(self) -> Finding:
        """The first error, which is why."""
        return next(found for found in self.findings if found.severity is Severity.ERROR)


def load_files(
    sources: Sequence[str | Path],
    db: str | Path,
    *,
    derive: bool = True,
    wait: float = 0,
    source_name: str | None = None,
    on_record: Callable[[], object] = lambda: None,
    on_reject: Callable[[Reject], object] = lambda _: None,
    games: Mapping[str, Game] = GAMES,
) -> LoadReport:
    """Load record files into the archive, which is made if missing; ``-`` is stdin.

    A record whose digest is there already is skipped; other annotations of it replace the stored ones, none
    leave them. With ``derive`` false what the records say is stored and nothing is worked out: no verdicts,
    derived points, items, payments, turns, events, laid sets and findings (but the views ``noted_turns`` and
    ``noted_events``); ``deriving.py`` makes up for it later. ``wait``: seconds to wait for an archive that
    another program has open. ``source_name`` stands in the archive for the names of the files. Two callbacks
    tell of each record read and of each that is bad. Raises ``InputFileError`` before anything is loaded where
    a file cannot be opened, and ``StoreError`` where the archive cannot be.
    """
    for source in sources:
        with open_stream(source):
            pass
    path = Path(db)
    shapes = tables(games)
    connection = connect(path, read_only=False, wait=wait)
    try:
        prepare_archive(connection, path, shapes, views(games))
        loader = _Loader(connection, {table.name: table for table in shapes}, derive, on_reject)
        for source in sources:
            loader.begin_file(source_name or str(source))
            for reading in read_records(source):
                loader.take(reading if source_name is None else replace(reading, path=source_name))
                on_record()
            loader.flush()
        return loader.report
    finally:
        connection.close()


@dataclass(slots=True)
class _Loader:
    """Collects a batch of records and writes it in one transaction.

    Records to be audited are held until it is known which of them are new. Of others only the values of their
    rows are held: thousands of models in memory would cost as much time as reading them did.
    """

    connection: duckdb.DuckDBPyConnection
    tables: Mapping[str, Table]
    derive: bool
    on_reject: Callable[[Reject], object]
    report: LoadReport = field(default_factory=LoadReport)
    _came: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    _held: dict[str, tuple[Reading, Exported] | None] = field(
        default_factory=dict[str, tuple[Reading, Exported] | None]
    )
    _rows: dict[str, Batch] = field(default_factory=dict[str, Batch])
    _rejects: list[RejectRow] = field(default_factory=list[RejectRow])
    _bytes: int = 0
    _largest: int = 0
    _file: str = STDIN
    _file_rejects: int = 0
    _last_number: int | None = None

    def begin_file(self, name: str) -> None:
        """The rejects of an earlier load of this file are forgotten."""
        self._file, self._file_rejects = name, 0
        self.connection.execute("DELETE FROM rejects WHERE file = ?", [name])

    def take(self, reading: Reading) -> None:
        if reading.record is None:
            self._reject(Reject(reading, reading.findings))
        else:
            kept = exported(reading.record, reading.raw, reading.value)
            self._largest = max(self._largest, len(reading.raw), len(kept.text))
            self._hold(reading, kept)
        self._bytes += len(reading.raw)
        more_records, more_bytes = (1, 1) if self.derive else _AS_NOTED
        records = len(self._came) + len(self._rejects)
        if records >= more_records * _BATCH_RECORDS or self._bytes >= more_bytes * _BATCH_BYTES:
            self.flush()

    def _hold(self, reading: Reading, kept: Exported) -> None:
        if not self._rows:
            self._rows = {name: Batch(self.tables[name]) for name in RECORD_TABLES}
        if kept.digest not in self._held:
            self._held[kept.digest] = (replace(reading, value=None), kept) if self.derive else None
            if not self.derive:
                self._add(noted_rows(reading, kept))
        self._came.append((kept.digest, kept.annotations))

    def flush(self) -> None:
        """Write what is held. All of it, or nothing where something raises."""
        if not self._came and not self._rejects:
            return
        stored = self._known()
        known = dict(stored)
        updates: dict[str, str] = {}
        for digest, annotations in self._came:
            if digest in known:
                if annotations in (None, known[digest]):
                    self.report.counts.skipped += 1
                    continue
                updates[digest] = annotations
                self.report.updated += 1
            elif not self._derived(digest):
                continue
            else:
                self.report.loaded += 1
            known[digest] = annotations
            self.report.counts.ok += 1
        is_larger = self._largest > largest_record(self.connection)
        if is_larger:
            limit_memory(self.connection, self._largest)
        self.connection.begin()
        try:
            if is_larger:
                self.connection.execute("DELETE FROM meta WHERE name = ?", [LARGEST_RECORD])
                self.connection.execute("INSERT INTO meta VALUES (?, ?)", [LARGEST_RECORD, str(self._largest)])
            self._write(stored, updates)
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise
        self._came.clear()
        self._held.clear()
        self._rejects.clear()
        self._bytes = 0

    def _known(self) -> dict[str, str | None]:
        """The annotations of those records of the batch that are stored already, by digest."""
        wanted = pl.DataFrame({"digest": list(self._held)}, schema={"digest": pl.String})
        with incoming(self.connection, wanted):
            found = self.connection.execute(
                "SELECT digest, annotations FROM records WHERE digest IN (SELECT digest FROM incoming)"
            ).fetchall()
        return dict(found)

    def _derived(self, digest: str) -> bool:
        """Derive a new record, where that is asked for; false where it cannot be stored."""
        held = self._held[digest]
        if held is None:
            return True
        reading, kept = held
        audit = audit_reading(reading)
        try:
            self._add(record_rows(audit, kept))
        except OverflowError as error:
            self._reject(Reject(reading, (_too_large(reading, error), *audit.findings)))
            return False
        self._held[digest] = None  # its rows are all that is needed from here on
        verdict = audit.verdict.value if audit.verdict else ""
        self.report.verdicts[verdict] = self.report.verdicts.get(verdict, 0) + 1
        return True

    def _add(self, rows: Mapping[str, Rows]) -> None:
        for name, more in rows.items():
            self._rows[name].add(more)

    def _reject(self, reject: Reject) -> None:
        self.report.counts.bad += 1
        self.on_reject(reject)
        error = reject.error
        self._rejects.append(
            RejectRow(
                file=self._file,
                line=error.place.line or reject.reading.line,
                reject=self._file_rejects,
                code=error.code.name,
                message=error.message,
                findings=json.dumps([_told(found) for found in reject.findings], ensure_ascii=False),
                excerpt=reject.reading.raw[: 4 * _EXCERPT].decode("utf-8", "replace")[:_EXCERPT],
            )
        )
        self._file_rejects += 1

    def _write(self, stored: Collection[str], updates: Mapping[str, str]) -> None:
        rejects = Batch(self.tables["rejects"])
        rejects.add(rows_of(self._rejects))
        rows = {name: batch.frame() for name, batch in self._rows.items() if batch.height}
        self._rows.clear()  # they are in the frames now, and soon in the database: twice is memory enough
        if stored and not self.derive:
            old = pl.Series(list(stored), dtype=pl.String)
            rows = {name: frame.filter(~pl.col("digest").is_in(old.implode())) for name, frame in rows.items()}
        if rows:
            rows["games"] = self._numbered(rows["games"])
        insert(self.connection, {**rows, "rejects": rejects})
        if updates:
            self._renew_notes(updates)
        if rows and rows["games"].height:
            with incoming(self.connection, rows["games"].select("game_id").unique()):
                relate(self.connection)

    def _numbered(self, games: pl.DataFrame) -> pl.DataFrame:
        """New games counted on from those that are stored."""
        if self._last_number is None:
            found = self.connection.execute("SELECT coalesce(max(load_number), 0) FROM games").fetchall()
            self._last_number = int(found[0][0])
        first = self._last_number + 1
        self._last_number += games.height
        return games.with_columns(load_number=pl.int_range(first, first + games.height, dtype=pl.Int64))

    def _renew_notes(self, updates: Mapping[str, str]) -> None:
        notes = pl.DataFrame(
            {
                "digest": list(updates),
                "annotations": list(updates.values()),
                "number": [len(json.loads(text)) for text in updates.values()],
            },
            schema={"digest": pl.String, "annotations": pl.String, "number": pl.Int64},
        )
        with incoming(self.connection, notes):
            for table, column, value in (
                ("records", "annotations", "annotations"),
                ("games", "annotations", "number"),
            ):
                self.connection.execute(
                    f"UPDATE {table} SET {column} = incoming.{value} FROM incoming"
                    f" WHERE {table}.digest = incoming.digest"
                )


def _too_large(reading: Reading, error: OverflowError) -> Finding:
    return Finding(
        NUMBER_TOO_LARGE,
        f"the game cannot be stored: a number derived from it, {error}",
        Place(line=reading.line),
        expected="a number of at most 64 bits",
    )


def _told(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code.name,
        "severity": finding.severity.value,
        "place": str(finding.place),
        "expected": finding_value(finding.expected),
        "found": finding_value(finding.found),
        "message": finding.message,
    }
