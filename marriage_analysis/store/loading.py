"""Loading record files into an archive: streaming, in batches, each in one transaction.

What is loaded stays when a later batch fails; loading the same files again takes up where it stopped.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from marriage_analysis.audit.audit import RecordAudit, audit_reading
from marriage_analysis.findings import Finding, Place, Severity
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.records.codes import CORRECTS_UNKNOWN, ID_CONFLICT
from marriage_analysis.records.reader import Counts, Reading, read_records
from marriage_analysis.records.streams import STDIN, open_stream
from marriage_analysis.store.archive import connect, prepare_archive
from marriage_analysis.store.codes import NUMBER_TOO_LARGE
from marriage_analysis.store.columns import Table
from marriage_analysis.store.frames import Batch
from marriage_analysis.store.rows import Exported, Row, columns_of, exported, finding_value, record_rows
from marriage_analysis.store.schema import RECORD_TABLES, tables
from marriage_analysis.store.views import views

_BATCH_RECORDS: Final = 1_000
_BATCH_BYTES: Final = 1024 * 1024
_EXCERPT: Final = 500


@dataclass(slots=True)
class LoadReport:
    """What loading came to. ``counts``: ok = now in the archive or its notes renewed, skipped = there already.

    ``loaded`` and ``updated`` (other annotations only) make up ok. ``verdicts`` counts the loaded records.
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
    on_record: Callable[[], object] = lambda: None,
    on_reject: Callable[[Reject], object] = lambda _: None,
    games: Mapping[str, Game] = GAMES,
) -> LoadReport:
    """Load record files into the archive, which is made if missing; ``-`` is stdin.

    A record whose digest is there already is skipped; other annotations of it replace the stored ones, none
    leave them. Two callbacks tell of each record read and of each that is bad. Raises ``InputFileError``
    before anything is loaded where a file cannot be opened, and ``StoreError`` where the archive cannot be.
    """
    for source in sources:
        with open_stream(source):
            pass
    path = Path(db)
    shapes = tables(games)
    connection = connect(path, read_only=False)
    try:
        prepare_archive(connection, path, shapes, views(games))
        loader = _Loader(connection, {table.name: table for table in shapes}, on_reject)
        for source in sources:
            loader.begin_file(str(source))
            for reading in read_records(source):
                loader.take(reading)
                on_record()
            loader.flush()
        return loader.report
    finally:
        connection.close()


@dataclass(slots=True)
class _Loader:
    """Collects a batch of records and writes it in one transaction."""

    connection: duckdb.DuckDBPyConnection
    tables: Mapping[str, Table]
    on_reject: Callable[[Reject], object]
    report: LoadReport = field(default_factory=LoadReport)
    _sound: list[tuple[Reading, Exported]] = field(default_factory=list[tuple[Reading, Exported]])
    _rejects: list[Row] = field(default_factory=list[Row])
    _bytes: int = 0
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
            self._sound.append((reading, exported(reading.record)))
        self._bytes += len(reading.raw)
        if len(self._sound) + len(self._rejects) >= _BATCH_RECORDS or self._bytes >= _BATCH_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what is held. All of it, or nothing where something raises."""
        if not self._sound and not self._rejects:
            return
        known = self._known()
        updates: dict[str, str] = {}
        rows = {name: Batch(self.tables[name]) for name in RECORD_TABLES}
        for reading, kept in self._sound:
            if kept.digest in known:
                if kept.annotations in (None, known[kept.digest]):
                    self.report.counts.skipped += 1
                    continue
                updates[kept.digest] = kept.annotations
                self.report.updated += 1
            elif not self._add(rows, reading, kept):
                continue
            known[kept.digest] = kept.annotations
            self.report.counts.ok += 1
        self.connection.begin()
        try:
            self._write(rows, updates)
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise
        self._sound.clear()
        self._rejects.clear()
        self._bytes = 0

    def _known(self) -> dict[str, str | None]:
        """The annotations of those records of the batch that are stored already, by digest."""
        wanted = pl.DataFrame(
            {"digest": [kept.digest for _, kept in self._sound]}, schema={"digest": pl.String}
        )
        with _registered(self.connection, wanted):
            found = self.connection.execute(
                "SELECT digest, annotations FROM records WHERE digest IN (SELECT digest FROM incoming)"
            ).fetchall()
        return dict(found)

    def _add(self, rows: Mapping[str, Batch], reading: Reading, kept: Exported) -> bool:
        audit = audit_reading(reading)
        try:
            new = record_rows(audit, kept, load_number=self._next_number())
        except OverflowError as error:
            self._reject(Reject(reading, (_too_large(reading, error), *audit.findings)))
            return False
        for name, more in new.items():
            rows[name].add(more)
        self._last_number = self._next_number()
        self._count(audit)
        return True

    def _next_number(self) -> int:
        if self._last_number is None:
            found = self.connection.execute("SELECT coalesce(max(load_number), 0) FROM games").fetchall()
            self._last_number = int(found[0][0])
        return self._last_number + 1

    def _count(self, audit: RecordAudit) -> None:
        verdict = audit.verdict.value if audit.verdict else ""
        self.report.loaded += 1
        self.report.verdicts[verdict] = self.report.verdicts.get(verdict, 0) + 1

    def _reject(self, reject: Reject) -> None:
        self.report.counts.bad += 1
        self.on_reject(reject)
        error = reject.error
        self._rejects.append(
            {
                "file": self._file,
                "line": error.place.line or reject.reading.line,
                "reject": self._file_rejects,
                "code": error.code.name,
                "message": error.message,
                "findings": json.dumps([_told(found) for found in reject.findings], ensure_ascii=False),
                "excerpt": reject.reading.raw[: 4 * _EXCERPT].decode("utf-8", "replace")[:_EXCERPT],
            }
        )
        self._file_rejects += 1

    def _write(self, rows: Mapping[str, Batch], updates: Mapping[str, str]) -> None:
        for name in RECORD_TABLES:
            self._insert(name, rows[name])
        rejects = Batch(self.tables["rejects"])
        rejects.add(columns_of(self._rejects))
        self._insert("rejects", rejects)
        if updates:
            self._renew_notes(updates)
        if rows["games"].height:
            with _registered(self.connection, rows["games"].frame().select("game_id").unique()):
                _relate(self.connection)

    def _insert(self, name: str, rows: Batch) -> None:
        if rows.height:
            with _registered(self.connection, rows.frame()):
                self.connection.execute(f'INSERT INTO "{name}" BY NAME SELECT * FROM incoming')

    def _renew_notes(self, updates: Mapping[str, str]) -> None:
        notes = pl.DataFrame(
            {
                "digest": list(updates),
                "annotations": list(updates.values()),
                "number": [len(json.loads(text)) for text in updates.values()],
            },
            schema={"digest": pl.String, "annotations": pl.String, "number": pl.Int64},
        )
        with _registered(self.connection, notes):
            for table, column, value in (
                ("records", "annotations", "annotations"),
                ("games", "annotations", "number"),
            ):
                self.connection.execute(
                    f"UPDATE {table} SET {column} = incoming.{value} FROM incoming"
                    f" WHERE {table}.digest = incoming.digest"
                )


class _registered:  # noqa: N801 (used like a function)
    """A frame under the name ``incoming`` while the block runs."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, frame: pl.DataFrame) -> None:
        self._connection = connection
        self._table: Any = frame.to_arrow()

    def __enter__(self) -> None:
        self._connection.register("incoming", self._table)

    def __exit__(self, *_: object) -> None:
        self._connection.unregister("incoming")


def _relate(connection: duckdb.DuckDBPyConnection) -> None:
    """Say anew how the records with an id in ``incoming`` stand to one another.

    A pure function of what is stored: corrections mark what they correct, in whichever order the two came.
    """
    connection.execute("""
UPDATE games SET superseded_by = later.digest FROM (
  SELECT o.digest AS old, min_by(c.digest, c.load_number) AS digest
  FROM games o JOIN games c ON c.game_id = o.game_id AND c.game = o.game AND c.is_correction
    AND c.digest <> o.digest
    AND (c.corrects_digest IN (o.digest, o.digest_as_written)
      OR (c.corrects_digest IS NULL AND NOT o.carries_digest AND o.load_number < c.load_number))
  WHERE o.game_id IN (SELECT game_id FROM incoming) GROUP BY o.digest) later
WHERE games.digest = later.old AND games.superseded_by IS DISTINCT FROM later.digest""")
    connection.execute(
        "DELETE FROM findings WHERE code IN (?, ?) AND digest IN"
        " (SELECT digest FROM games WHERE game_id IN (SELECT game_id FROM incoming))",
        [ID_CONFLICT.name, CORRECTS_UNKNOWN.name],
    )
    conflict = Finding(
        ID_CONFLICT,
        "another record with this id was loaded before, and neither corrects the other",
        Place(path="id"),
    )
    unknown = Finding(
        CORRECTS_UNKNOWN, "the record that this one corrects is not in the archive", Place(path="corrects")
    )
    # A seat's view is no second account of the game, unless it is one of the same view.
    _insert_relation(
        connection,
        conflict,
        "NOT g.is_correction AND g.superseded_by IS NULL AND EXISTS (FROM games e WHERE e.game_id = g.game_id"
        " AND e.load_number < g.load_number AND e.superseded_by IS NULL"
        " AND (coalesce(e.view, 'all') = coalesce(g.view, 'all')))",
    )
    _insert_relation(
        connection,
        unknown,
        "g.is_correction AND NOT EXISTS (FROM games e WHERE e.game_id = g.game_id AND e.game = g.game"
        " AND e.digest <> g.digest AND (g.corrects_digest IN (e.digest, e.digest_as_written)"
        " OR (g.corrects_digest IS NULL AND NOT e.carries_digest AND e.load_number < g.load_number)))",
    )


def _insert_relation(connection: duckdb.DuckDBPyConnection, finding: Finding, condition: str) -> None:
    connection.execute(
        "INSERT INTO findings BY NAME SELECT g.digest, g.errors + g.warnings + g.infos AS finding, ? AS code,"
        " ? AS severity, ? AS concern, ? AS path, g.source_line AS line, ? AS message FROM games g"
        f" WHERE g.game_id IN (SELECT game_id FROM incoming) AND {condition}",
        [
            finding.code.name,
            finding.severity.value,
            finding.code.concern.value,
            finding.place.path,
            finding.message,
        ],
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
