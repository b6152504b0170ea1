"""Rows on their way into the tables of an open archive."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import duckdb
import polars as pl

from marriage_analysis.store.frames import Batch


@contextmanager
def incoming(connection: duckdb.DuckDBPyConnection, frame: pl.DataFrame) -> Generator[None, None, None]:
    """A frame under the name ``incoming`` while the block runs."""
    connection.register("incoming", _arrow(frame))
    try:
        yield
    finally:
        connection.unregister("incoming")


def _arrow(frame: pl.DataFrame) -> Any:
    return frame.to_arrow()  # pyright: ignore[reportUnknownVariableType] (pyarrow has no types)


def insert(connection: duckdb.DuckDBPyConnection, rows: Mapping[str, Batch | pl.DataFrame]) -> None:
    """Insert rows by the name of their table."""
    for table, some in rows.items():
        frame = some.frame() if isinstance(some, Batch) else some
        if frame.height:
            with incoming(connection, frame):
                connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM incoming')
