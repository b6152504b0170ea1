"""An archive as files that other programs read: CSV, JSON Lines, SQLite."""

import csv
import io
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from marriage_analysis.errors import InputFileError
from marriage_analysis.records.files import write_atomically
from marriage_analysis.records.packing import packed
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.cells import csv_cell
from marriage_analysis.store.columns import Kind
from marriage_analysis.store.folders import new_folder
from marriage_analysis.store.frames import reading_order
from marriage_analysis.store.schema import RECORD_TABLES, table

_SQLITE: Final = {
    Kind.TEXT: "TEXT",
    Kind.INTEGER: "INTEGER",
    Kind.SMALL: "INTEGER",
    Kind.BOOLEAN: "INTEGER",
    Kind.DAY: "TEXT",
    Kind.INSTANT: "TEXT",
}


def write_records(
    lines: Iterable[bytes],
    path: str | Path,
    *,
    replace: bool = False,
    on_record: Callable[[], object] = lambda: None,
) -> int:
    """Write records as a record file, packed as its name ends (.jsonl, .gz, .zst); gives their number."""
    count = 0
    with write_atomically(path, replace=replace) as plain, packed(plain, Path(path).name) as stream:
        for line in lines:
            stream.write(line + b"\n")
            count += 1
            on_record()
    return count


def write_csv(archive: Archive, folder: str | Path, *, replace: bool = False) -> dict[str, int]:
    """Write a CSV file a table into a new folder, all or nothing; gives their numbers of rows.

    UTF-8, a head line, empty cells for what is not known. Rows in the order of their key, games in that of
    loading. A text that a spreadsheet would run as a formula gets a quote mark before it.
    """
    counts: dict[str, int] = {}
    with new_folder(folder, replace=replace) as target:
        for name in RECORD_TABLES:
            with (target / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
                counts[name] = _write_table(archive, name, stream)
                stream.flush()
                os.fsync(stream.fileno())
    return counts


def write_sqlite(archive: Archive, path: str | Path, *, replace: bool = False) -> dict[str, int]:
    """Write the tables into a new SQLite file, all or nothing; gives their numbers of rows.

    True and false are 1 and 0, days and instants texts. Raises ``InputFileError`` where the file is there and
    ``replace`` is false.
    """
    target = Path(path).absolute()
    counts: dict[str, int] = {}
    with write_atomically(target, replace=replace) as stream:
        # SQLite writes a file of its own, whose bytes then become the target.
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
        os.close(handle)
        work = Path(name)
        try:
            with closing(sqlite3.connect(work)) as database:
                database.execute("PRAGMA journal_mode = OFF")
                for table_name in RECORD_TABLES:
                    counts[table_name] = _fill(archive, database, table_name)
                database.commit()
            with work.open("rb") as made:
                while chunk := made.read(1024 * 1024):
                    stream.write(chunk)
        finally:
            work.unlink()
    return counts


def _select(name: str) -> str:
    shape = table(name)
    columns = ", ".join(f'"{column.name}"' for column in shape.columns)
    order = ", ".join(f'"{column}"' for column in reading_order(shape))
    return f'SELECT {columns} FROM "{name}" ORDER BY {order}'


def _write_table(archive: Archive, name: str, stream: io.TextIOBase) -> int:
    writer = csv.writer(stream, lineterminator="\n")
    answer = archive.ask(_select(name))
    writer.writerow(answer.columns)
    count = 0
    for row in answer.rows:
        writer.writerow([csv_cell(value) for value in row])
        count += 1
    return count


def _fill(archive: Archive, database: sqlite3.Connection, name: str) -> int:
    shape = table(name)
    columns = [
        f'"{column.name}" {_SQLITE[column.kind]}{"" if column.is_optional else " NOT NULL"}'
        for column in shape.columns
    ]
    key = ", ".join(f'"{column}"' for column in shape.key)
    database.execute(f'CREATE TABLE "{name}" ({", ".join(columns)}, PRIMARY KEY ({key}))')
    marks = ", ".join("?" * len(columns))
    done = database.executemany(
        f'INSERT INTO "{name}" VALUES ({marks})',
        (tuple(map(_sqlite_value, row)) for row in archive.ask(_select(name)).rows),
    )
    return max(done.rowcount, 0)


def _sqlite_value(value: Any) -> object:
    return value if value is None or isinstance(value, (str, int)) else value.isoformat()


def check_name(path: str | Path, endings: tuple[str, ...], what: str) -> None:
    """Raise ``InputFileError`` where the name of a file has none of the endings of its kind."""
    if not str(path).lower().endswith(endings):
        raise InputFileError(f"{path}: {what} is written as {', '.join(endings)}", path=str(path))
