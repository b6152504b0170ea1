"""An archive: the DuckDB file of loaded records. Opening, checking and reading; filled by ``loading.py``."""

import re
import secrets
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import duckdb
import polars as pl

from marriage_analysis import __version__
from marriage_analysis.errors import ArchiveAttributeError, StoreError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.table_views import View
from marriage_analysis.store.archived_game import ArchivedGame
from marriage_analysis.store.columns import Table
from marriage_analysis.store.frames import polars_schema, reading_order
from marriage_analysis.store.lazy import lazy_frame
from marriage_analysis.store.rows import restored
from marriage_analysis.store.schema import SCHEMA_VERSION, tables
from marriage_analysis.store.views import views

APPLICATION: Final = "marriage-archive"
SALT: Final = "pseudonym_salt"
"""The row of ``meta`` that holds what pseudonyms are made with; whoever has it can test guessed names."""

LARGEST_RECORD: Final = "largest_record"
"""The row of ``meta`` that holds the bytes of the largest record, which :func:`limit_memory` asks for."""

_NO_EXTENSIONS: Final = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
}
_GUARDED: Final = {**_NO_EXTENSIONS, "enable_external_access": "false", "lock_configuration": "true"}
_WRITING: Final = {
    **_NO_EXTENSIONS,
    "threads": "1",  # a batch is too small to share out: more threads take more time of the processor
    "checkpoint_threshold": "8MB",  # what is larger goes straight into the file, not through the log first
}
_PAUSE: Final = 0.05
"""Seconds between two tries to open a file that is in use."""
_ROWS_AT_ONCE: Final = 1_000
_SOUND_ANSWERS: Final = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to a query: column names, their SQL types, and the rows, which can be gone through once."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


class Archive:
    """An archive opened for reading; queries can neither change it nor touch another file.

    Raises ``StoreError`` where the file is missing, in use, no archive, or of another version. To be closed,
    or used in a ``with`` statement. All frames have the declared columns and are sorted by their key.
    """

    def __init__(self, path: str | Path, games: Mapping[str, Game] = GAMES) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise StoreError(f"{self.path}: there is no such archive; marriage load makes one")
        self._views = views(games)
        self._tables = {table.name: table for table in tables(games)}
        self._connection = connect(self.path, read_only=True)
        try:
            check_archive(self._connection, self.path, tuple(self._tables.values()))
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    if not TYPE_CHECKING:  # type checkers know the attributes that there are

        def __getattr__(self, name: str) -> object:
            """Say of a view, or a table without a method of its own, how to get it."""
            told = f"an archive has no attribute {name!r}"
            if not name.startswith("_") and name in self.meanings:
                told = f'{name} is a table or view: .lazy("{name}") gives it as a frame, as does .sql()'
            raise ArchiveAttributeError(told)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def games(self) -> pl.LazyFrame:
        """The games, in the order of loading; corrected ones are in it (see the view ``current_games``)."""
        return self.lazy("games")

    def seats(self) -> pl.LazyFrame:
        """The players of each game."""
        return self.lazy("seats")

    def items(self) -> pl.LazyFrame:
        """The lines of all derived scores."""
        return self.lazy("items")

    def payments(self) -> pl.LazyFrame:
        """The derived payments."""
        return self.lazy("payments")

    def turns(self) -> pl.LazyFrame:
        """The turns of all recorded plays."""
        return self.lazy("turns")

    def events(self) -> pl.LazyFrame:
        """The events of all recorded plays, in the order in which they happened."""
        return self.lazy("events")

    def laid_sets(self) -> pl.LazyFrame:
        """The sets that were laid on the table in all recorded plays."""
        return self.lazy("laid_sets")

    def findings(self) -> pl.LazyFrame:
        """What the audits found."""
        return self.lazy("findings")

    def lazy(self, name: str) -> pl.LazyFrame:
        """A table or view by name, read when it is collected and while the archive is open.

        Tables come in the order of their key, games in that of loading, views in the order that they state.
        Raises ``StoreError`` where there is none of that name.
        """
        if name in self._tables:
            table = self._tables[name]
            return lazy_frame(
                self._connection,
                name,
                schema=polars_schema(table),
                order=", ".join(f'"{column}"' for column in reading_order(table)),
            )
        view = next((view for view in self._views if view.name == name), None)
        if view is None:
            known = ", ".join((*self._tables, *(view.name for view in self._views)))
            raise StoreError(f"there is no table or view {name!r}; there are: {known}")
        schema = self.sql(f'SELECT * FROM "{name}" LIMIT 0').schema
        return lazy_frame(self._connection, name, schema=schema, order=view.order)

    def game(self, name: str) -> ArchivedGame:
        """One game by its id or digest: to step through, to draw, and its record.

        Of several records with the id the one that counts is taken. Raises ``StoreError`` where there is none.
        """
        found = list(
            self.ask(
                "SELECT r.record, r.annotations, g.source_file, g.source_line FROM games g JOIN records r"
                " USING (digest) WHERE g.game_id = $1 OR g.digest = $1 ORDER BY g.digest = $1 DESC,"
                " g.superseded_by IS NOT NULL, coalesce(g.view, 'all') <> 'all', g.load_number LIMIT 1",
                [name],
            ).rows
        )
        if not found:
            raise StoreError(f"{self.path}: there is no game {name!r} in this archive")
        text, annotations, file, line = found[0]
        return ArchivedGame(restored(text, annotations), source_file=file, source_line=line)

    def table(self, name: str) -> pl.DataFrame:
        """A table by name. Raises ``StoreError`` where there is none of that name."""
        if name not in self._tables:
            raise StoreError(f"there is no table {name!r}; there are: {', '.join(self._tables)}")
        table = self._tables[name]
        order = ", ".join(f'"{column}"' for column in reading_order(table))
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        frame = self.sql(f'SELECT {columns} FROM "{name}" ORDER BY {order}')
        return frame.match_to_schema(polars_schema(table))

    @property
    def views(self) -> tuple[View, ...]:
        """The views that there are."""
        return self._views

    @property
    def meanings(self) -> dict[str, str]:
        """What a row of each table and view is."""
        return {one.name: one.meaning for one in (*self._tables.values(), *self._views)}

    def columns(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Name and SQL type of the columns of each table and view, in the order of the data dictionary."""
        order = [*self._tables, *(view.name for view in self._views)]
        found: dict[str, list[tuple[str, str]]] = {name: [] for name in order}
        rows = self.ask(
            "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal"
            " ORDER BY table_name, column_index"
        )
        for table, column, kind in rows.rows:
            found.setdefault(table, []).append((column, kind))
        return {table: tuple(columns) for table, columns in found.items()}

    def records(self, digests: Collection[str] | None = None) -> Iterator[bytes]:
        """The records in the order of loading, byte for byte as ``marriage format`` writes them.

        All of them, or those with one of the digests.
        """
        answer = self.ask(
            "SELECT r.digest, r.record, r.annotations FROM records r JOIN games g USING (digest)"
            " ORDER BY g.load_number"
        )
        for digest, text, annotations in answer.rows:
            if digests is None or digest in digests:
                yield restored(text, annotations)

    def sql(self, query: str, parameters: Sequence[object] = ()) -> pl.DataFrame:
        """The answer to one query as a frame. Raises ``StoreError`` where it cannot be run."""
        self._one_question(query)
        try:
            return self._connection.sql(query, params=list(parameters)).pl()
        except duckdb.Error as error:
            raise _refused(error) from error

    def arrow_batches(self, query: str, parameters: Sequence[object] = (), *, rows: int) -> Iterator[Any]:
        """The answer to one query as Arrow record batches of so many rows at most.

        Raises ``StoreError`` where it cannot be run, then or later.
        """
        self._one_question(query)
        cursor = self._connection.cursor()
        try:
            reader: Any = cursor.sql(query, params=list(parameters)).to_arrow_reader(rows)
            yield from reader
        except duckdb.Error as error:
            raise _refused(error) from error
        finally:
            cursor.close()

    def ask(self, query: str, parameters: Sequence[object] = ()) -> Answer:
        """The answer to one query row by row. Raises ``StoreError`` where it cannot be run, then or later."""
        self._one_question(query)
        cursor = self._connection.cursor()
        try:
            cursor.execute(query, list(parameters))
        except duckdb.Error as error:
            raise _refused(error) from error
        described: list[tuple[Any, ...]] = cursor.description or []
        return Answer(
            columns=tuple(str(column[0]) for column in described),
            types=tuple(str(column[1]) for column in described),
            rows=_rows(cursor),
        )

    def _one_question(self, query: str) -> None:
        try:
            statements = self._connection.extract_statements(query)
        except duckdb.Error as error:
            raise _refused(error) from error
        if len(statements) != 1:
            raise StoreError(f"one query at a time, please; this is {len(statements) or 'none'}")
        if statements[0].type not in _SOUND_ANSWERS:
            raise StoreError(
                f"an archive is only read by a query: SELECT, not {statements[0].type.name.replace('_', ' ')}"
            )


def connect(path: Path, *, read_only: bool, wait: float = 0) -> duckdb.DuckDBPyConnection:
    """A connection to the file, made if missing where it is not only read.

    Read-only connections can touch no other file. ``wait``: so many seconds a file is tried again that another
    program has open. Raises ``StoreError`` where the file cannot be opened.
    """
    target = path.absolute()
    if target.is_dir() or not target.parent.is_dir():
        what = "this is a directory" if target.is_dir() else "there is no such folder"
        raise StoreError(f"{path}: {what}; --db names the file of an archive")
    until = time.monotonic() + wait
    while True:
        _require_database(path, target)
        try:
            return duckdb.connect(
                str(target), read_only=read_only, config=dict(_GUARDED if read_only else _WRITING)
            )
        except (duckdb.Error, UnicodeError, ValueError) as error:
            if not _is_in_use(error) or time.monotonic() >= until:
                raise _not_opened(path, error) from error
        time.sleep(_PAUSE)


def _require_database(path: Path, target: Path) -> None:
    """Refuse a file that is there and is none of DuckDB's: DuckDB takes some of them for something else."""
    if not target.exists():
        return
    try:
        with target.open("rb") as stream:
            head = stream.read(12)
    except OSError as error:
        raise _not_opened(path, error) from error
    if head[8:] != b"DUCK":
        raise StoreError(f"{path}: this is no archive of game records; name a new file, or the archive itself")


def check_archive(connection: duckdb.DuckDBPyConnection, path: Path, shapes: tuple[Table, ...]) -> None:
    """Raise ``StoreError`` where the open file is no archive, or one of another version."""
    try:
        meta = dict(connection.execute("SELECT name, value FROM meta").fetchall())
    except duckdb.Error:
        meta = {}
    version = str(meta.get("schema_version", ""))
    if meta.get("application") != APPLICATION or not version.isdigit():
        raise StoreError(f"{path}: this is no archive of game records")
    if int(version) > SCHEMA_VERSION:
        raise StoreError(
            f"{path}: a newer version of marriage made this archive (its tables have version {version}, this"
            f" one knows {SCHEMA_VERSION}); update marriage"
        )
    wanted = {one.name: tuple((column.name, column.kind.value) for column in one.columns) for one in shapes}
    if int(version) < SCHEMA_VERSION:
        raise StoreError(
            f"{path}: an older version of marriage made this archive (its tables have version {version}, this"
            f" one needs {SCHEMA_VERSION}); load the records into a new one"
        )
    if any(_columns(connection, name) != columns for name, columns in wanted.items()):
        raise StoreError(
            f"{path}: this archive has the tables of another version of marriage;"
            " load the records into a new one"
        )


_MEMORY: Final = 16 * 1024 * 1024
_MEMORY_A_BYTE: Final = 6 * 1024
_MOST_MEMORY: Final = 1024**3


def limit_memory(connection: duckdb.DuckDBPyConnection, largest: int) -> None:
    """Have DuckDB hold no more of an archive than it needs for writing; by itself it fills 80 % of all memory.

    It goes through a table by 2,048 rows, with up to three copies of each, so what it needs goes by the bytes
    of the ``largest`` record. With records of 160 kB and more it may hold what it wants.
    """
    wanted = _MEMORY + _MEMORY_A_BYTE * largest
    connection.execute("RESET memory_limit" if wanted > _MOST_MEMORY else f"SET memory_limit = '{wanted}B'")


def prepare_archive(
    connection: duckdb.DuckDBPyConnection, path: Path, shapes: tuple[Table, ...], shown: tuple[View, ...]
) -> None:
    """Make the tables of a new file, or check those of an archive; views are always made anew."""
    found = connection.execute("SELECT 1 FROM duckdb_tables() WHERE NOT internal LIMIT 1").fetchall()
    is_new = not found
    if not is_new:
        check_archive(connection, path, shapes)
    connection.begin()
    if is_new:
        _run(connection, [one.sql for one in shapes])
        about = {
            "application": APPLICATION,
            "schema_version": str(SCHEMA_VERSION),
            "created_by": __version__,
            SALT: secrets.token_hex(16),
            LARGEST_RECORD: "0",
        }
        for name, value in about.items():
            connection.execute("INSERT INTO meta VALUES (?, ?)", [name, value])
    _run(connection, [view.sql for view in shown])
    connection.commit()
    limit_memory(connection, largest_record(connection))


def largest_record(connection: duckdb.DuckDBPyConnection) -> int:
    """The bytes of the largest record of an archive."""
    told = connection.execute("SELECT value::BIGINT FROM meta WHERE name = ?", [LARGEST_RECORD]).fetchall()
    if not told:  # an archive made before this was noted
        told = connection.execute("SELECT coalesce(max(strlen(record)), 0) FROM records").fetchall()
    return int(told[0][0])


def _run(connection: duckdb.DuckDBPyConnection, statements: Iterable[str]) -> None:
    """Run statements; given one by one as text each would be parsed twice."""
    for statement in connection.extract_statements(";".join(statements)):
        connection.execute(statement)


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> tuple[tuple[str, str], ...]:
    """The columns of a table in the file with their types; none where it is not there."""
    try:
        found = connection.table(f'"{table}"')
    except duckdb.Error:
        return ()
    return tuple(zip(found.columns, map(str, found.types), strict=True))


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    try:
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            yield from rows
    except duckdb.Error as error:
        raise _refused(error) from error
    finally:
        cursor.close()


def _refused(error: duckdb.Error) -> StoreError:
    """What DuckDB has against a query, in one line: what is wrong, and what is near it."""
    told = str(error).split("\n\nLINE ")[0]
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    return StoreError("; ".join(lines))


def _is_in_use(error: Exception) -> bool:
    return "lock" in str(error) or "different configuration" in str(error)


def _not_opened(path: Path, error: Exception) -> StoreError:
    told = str(error)
    if _is_in_use(error):
        holder = re.search(r"\(PID (\d+)\)", told)
        who = f"another program (process {holder[1]})" if holder else "another program"
        return StoreError(f"{path}: {who} has this archive open; wait until it is done, then try again")
    if "not a valid DuckDB database" in told:
        return StoreError(f"{path}: this is no archive of game records; choose another name for --db")
    first = told.splitlines()[0] if told else type(error).__name__
    return StoreError(f"{path}: this archive cannot be opened ({first})")
