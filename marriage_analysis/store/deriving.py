"""Deriving an archive's records again from what is stored: after an upgrade, or after loading them as noted.

The record files are not needed. Each batch is one transaction, so whatever stops the work, the rows of a record
are all old or all new, and the next call takes up what is left.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from marriage_analysis import __version__
from marriage_analysis.audit.audit import audit_reading
from marriage_analysis.errors import StoreError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.records.reader import Reading
from marriage_analysis.records.validate import read_json
from marriage_analysis.store.archive import check_archive, connect, prepare_archive
from marriage_analysis.store.frames import Batch
from marriage_analysis.store.inserting import incoming, insert
from marriage_analysis.store.relating import relate
from marriage_analysis.store.rows import exported, record_rows, restored
from marriage_analysis.store.schema import DERIVED_TABLES, tables
from marriage_analysis.store.views import views

_BATCH_RECORDS: Final = 200
"""So many records a process derives at once."""
_READ_BYTES: Final = 4 * 1024 * 1024
_WRITTEN_BYTES: Final = 4 * 1024 * 1024
"""So much is read, and written, at once: each time all of the archive is gone through."""
_NOTED_TABLES: Final = ("games", "seats", "findings")
"""The derived tables that have rows of records as noted; findings tell how records stand to each other."""

_KEPT: Final = (
    "load_number",
    "digest_as_written",
    "carries_digest",
    "superseded_by",
    "source_file",
    "source_line",
    "loaded_by",
)
"""Columns of games that tell how a record came in: what a file said, and no derivation can know."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A record as the archive has it."""

    digest: str
    text: str
    annotations: str | None
    path: str
    line: int


@dataclass(slots=True)
class DeriveReport:
    """What deriving came to. Records that a number was too large for (``too_large``) stay as noted."""

    derived: int = 0
    too_large: int = 0
    verdicts: dict[str, int] = field(default_factory=dict[str, int])


def derive_archive(
    db: str | Path,
    *,
    every: bool = False,
    jobs: int = 1,
    wait: float = 0,
    on_records: Callable[[int], object] = lambda _: None,
    games: Mapping[str, Game] = GAMES,
) -> DeriveReport:
    """Derive the rows of all records that this version of the toolkit has not derived; ``every``: of all.

    A place in a file is told by its line alone, since the file is not read again. ``jobs``: so many processes
    work; the archive is written by this one. ``wait`` as in ``load_files``. Raises ``StoreError`` where the
    archive cannot be used.
    """
    path = Path(db)
    if not path.exists():
        raise StoreError(f"{path}: there is no such archive; marriage load makes one")
    shapes = tables(games)
    connection = connect(path, read_only=False, wait=wait)
    try:
        check_archive(connection, path, shapes)
        prepare_archive(connection, path, shapes, views(games))
        report = DeriveReport()
        with _workers(jobs) as work:
            for made in _gathered(work(_batches(connection, every=every), games)):
                _replace(connection, made)
                report.derived += made.rows["games"].height
                report.too_large += made.too_large
                for verdict, count in made.rows["games"]["verdict"].value_counts(sort=True).rows():
                    report.verdicts[verdict] = report.verdicts.get(verdict, 0) + count
                on_records(made.rows["games"].height + made.too_large)
        return report
    finally:
        connection.close()


@dataclass(frozen=True, slots=True)
class _Made:
    """The new rows of a batch of records, by the name of their table."""

    rows: dict[str, pl.DataFrame]
    too_large: int

    def with_more(self, more: "_Made") -> "_Made":
        rows = {name: frame.vstack(more.rows[name]) for name, frame in self.rows.items()}
        return _Made(rows, self.too_large + more.too_large)

    def size(self) -> int:
        """Bytes, roughly."""
        return sum(int(frame.estimated_size()) for frame in self.rows.values())


def _gathered(batches: Iterator[_Made]) -> Iterator[_Made]:
    """Batches put together until they are worth writing."""
    held: _Made | None = None
    for made in batches:
        held = made if held is None else held.with_more(made)
        if held.size() >= _WRITTEN_BYTES:
            yield held
            held = None
    if held is not None:
        yield held


def derived(stored: list[_Stored], games: Mapping[str, Game] = GAMES) -> _Made:
    """The rows of stored records; a pure function, for any process to do."""
    shapes = {table.name: table for table in tables(games)}
    batches = {name: Batch(shapes[name]) for name in DERIVED_TABLES}
    too_large = 0
    for one in stored:
        raw = restored(one.text, one.annotations)
        record, findings, value = read_json(raw.decode(), line=one.line)
        if record is None:
            raise StoreError(f"the record {one.digest} is stored and cannot be read: {findings[0].message}")
        audit = audit_reading(Reading(one.line, b"", record, findings, one.path))
        try:
            new = record_rows(audit, exported(record, raw, value))
        except OverflowError:
            too_large += 1
            continue
        for name in DERIVED_TABLES:
            batches[name].add(new[name])
    return _Made({name: batch.frame() for name, batch in batches.items()}, too_large)


def _batches(connection: duckdb.DuckDBPyConnection, *, every: bool) -> Iterator[list[_Stored]]:
    """The records to derive, in the order of loading."""
    sizes: pl.DataFrame = connection.sql(
        "SELECT g.load_number, r.size FROM games g"
        " JOIN (SELECT digest, strlen(record) AS size FROM records) r USING (digest)"
        " WHERE ? OR g.derived_by IS DISTINCT FROM ? ORDER BY g.load_number",
        params=[every, __version__],
    ).pl()
    told = sizes.select("load_number", block=pl.col("size").cum_sum() // _READ_BYTES)
    for block in told.partition_by("block", maintain_order=True):
        with incoming(connection, block.select("load_number")):
            rows = connection.execute(
                "SELECT r.digest, r.record, r.annotations, g.source_file, g.source_line FROM games g"
                " JOIN records r USING (digest) JOIN incoming USING (load_number) ORDER BY g.load_number"
            ).fetchall()
        for start in range(0, len(rows), _BATCH_RECORDS):
            yield [_Stored(*row) for row in rows[start : start + _BATCH_RECORDS]]


_Work = Callable[[Iterator[list[_Stored]], Mapping[str, Game]], Iterator[_Made]]


@contextmanager
def _workers(jobs: int) -> Generator[_Work, None, None]:
    """What derives batches in their order: this process, or others that are a few batches ahead."""
    if jobs <= 1:
        yield lambda batches, games: (derived(batch, games) for batch in batches)
        return
    with ProcessPoolExecutor(jobs) as pool:

        def ahead(batches: Iterator[list[_Stored]], games: Mapping[str, Game]) -> Iterator[_Made]:
            del games  # the catalog's, which every process has
            waiting = [pool.submit(derived, batch) for batch in islice(batches, 2 * jobs)]
            while waiting:
                yield waiting.pop(0).result()
                waiting += [pool.submit(derived, batch) for batch in islice(batches, 1)]

        yield ahead


def _replace(connection: duckdb.DuckDBPyConnection, made: _Made) -> None:
    """Put the new rows in the place of the old ones: all of them, or none where something raises."""
    games = made.rows["games"]
    if not games.height:
        return
    connection.begin()
    try:
        with incoming(connection, games.select("digest", "game_id")):
            kept: pl.DataFrame = connection.sql(
                f"SELECT digest, derived_by, {', '.join(_KEPT)} FROM games"
                " WHERE digest IN (SELECT digest FROM incoming)"
            ).pl()
            # A record that is as noted has no rows in the large tables, so they need not be gone through.
            for table in DERIVED_TABLES if kept["derived_by"].count() else _NOTED_TABLES:
                connection.execute(f"DELETE FROM {table} WHERE digest IN (SELECT digest FROM incoming)")
        rows: dict[str, Any] = {
            **made.rows,
            "games": games.drop(_KEPT).join(kept.drop("derived_by"), on="digest"),
        }
        insert(connection, rows)
        with incoming(connection, games.select("game_id").unique()):
            relate(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
