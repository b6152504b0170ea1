"""Tables and views of an open archive as polars LazyFrames: read when they are collected, in batches."""

from collections.abc import Iterator
from typing import Any, Final

import duckdb
import polars as pl
from polars.io.plugins import register_io_source

from marriage_analysis.errors import StoreError

_ROWS: Final = 100_000


def lazy_frame(
    connection: duckdb.DuckDBPyConnection, name: str, *, schema: pl.Schema, order: str
) -> pl.LazyFrame:
    """The rows of a table or view in that order; columns that are not asked for are not read.

    Each collecting has a cursor of its own, so that frames can be joined and collected side by side. The
    archive must still be open then: else ``StoreError``.
    """

    def scan(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        wanted = schema if with_columns is None else pl.Schema((name, schema[name]) for name in with_columns)
        columns = ", ".join(f'"{column}"' for column in wanted) or "1 AS nothing"
        limit = f" LIMIT {n_rows}" if n_rows is not None and predicate is None else ""
        try:
            cursor = connection.cursor()
        except duckdb.ConnectionException as error:
            raise StoreError("the archive is closed; collect its frames while it is open") from error
        try:
            reader: Any = cursor.sql(f'SELECT {columns} FROM "{name}" ORDER BY {order}{limit}').to_arrow_reader(
                batch_size or _ROWS
            )
            left = n_rows
            for batch in reader:
                frame = pl.DataFrame(batch).cast(wanted)
                if predicate is not None:
                    frame = frame.filter(predicate)
                if left is not None:
                    frame = frame.head(left)
                    left -= frame.height
                yield frame
                if left == 0:
                    return
        finally:
            cursor.close()

    return register_io_source(scan, schema=schema, validate_schema=True)
