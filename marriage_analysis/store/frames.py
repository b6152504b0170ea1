"""The tables as polars frames with the declared columns, made straight from audited records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import polars as pl

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.store.columns import Kind, Table
from marriage_analysis.store.rows import Rows, exported, record_rows
from marriage_analysis.store.schema import RECORD_TABLES, tables

pa: Any = import_module("pyarrow")  # it has no types

_ROWS_AT_ONCE: Final = 4_096

_TYPES: Final[Mapping[Kind, Any]] = {
    Kind.TEXT: pl.String,
    Kind.INTEGER: pl.Int64,
    Kind.SMALL: pl.Int16,
    Kind.BOOLEAN: pl.Boolean,
    Kind.DAY: pl.Date,
    Kind.INSTANT: pl.Datetime("us"),
}


_ARROW: Final[Mapping[Kind, Any]] = {
    Kind.TEXT: pa.string(),
    Kind.INTEGER: pa.int64(),
    Kind.SMALL: pa.int16(),
    Kind.BOOLEAN: pa.bool_(),
    Kind.DAY: pa.date32(),
    Kind.INSTANT: pa.timestamp("us"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """The tables of records as frames, each in the order of its key; games in the order of loading."""

    games: pl.DataFrame
    seats: pl.DataFrame
    sat_out: pl.DataFrame
    items: pl.DataFrame
    payments: pl.DataFrame
    turns: pl.DataFrame
    events: pl.DataFrame
    laid_sets: pl.DataFrame
    findings: pl.DataFrame
    records: pl.DataFrame


def polars_schema(table: Table) -> pl.Schema:
    """The column types of a table in polars."""
    return pl.Schema({column.name: _TYPES[column.kind] for column in table.columns})


def arrow_schema(table: Table) -> Any:
    """The ``pyarrow.Schema`` of a table; meaning, unit and rule of a column are metadata of its field."""
    return pa.schema(
        [
            pa.field(
                column.name,
                _ARROW[column.kind],
                nullable=column.is_optional,
                metadata={
                    key: text
                    for key, text in (
                        ("meaning", column.meaning.text),
                        ("unit", column.meaning.unit),
                        ("rule", column.meaning.rule),
                    )
                    if text is not None
                },
            )
            for column in table.columns
        ]
    )


class Batch:
    """Rows of one table, gathered; they are put into columns, a few bytes a value, some thousand at a time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._columns: dict[str, list[object]] = {column.name: [] for column in table.columns}
        self._names: tuple[str, ...] = ()
        self._rows: list[tuple[object, ...]] = []
        self.height = 0

    def add(self, rows: Rows) -> None:
        """Add rows."""
        names, values = rows
        if not values:
            return
        if names != self._names or len(self._rows) >= _ROWS_AT_ONCE:
            self._put()
            self._names = names
        self._rows += values
        self.height += len(values)

    def _put(self) -> None:
        """Put the rows that wait into the columns; raises ``KeyError`` for one that the table does not have."""
        for name, values in zip(self._names, zip(*self._rows, strict=True), strict=False):
            self._columns[name] += values
        for held in self._columns.values():
            held += [None] * (self.height - len(held))
        self._rows = []

    def frame(self) -> pl.DataFrame:
        """The rows as a frame with the table's columns.

        Raises ``KeyError`` for a column that the table does not have, and a polars error for a value of another
        type.
        """
        self._put()
        return pl.DataFrame(self._columns, schema=polars_schema(self._table), strict=True)


def frames(audits: Iterable[RecordAudit], games: Mapping[str, Game] = GAMES) -> Frames:
    """The records as frames, as loading them into a new archive would give them.

    Left out are records that could not be read or were passed over, and any that came before. How records
    stand to one another (``superseded_by``, findings of conflicts) is for the archive. Raises
    ``OverflowError`` where a derived number has more than 64 bits. Holds all rows in memory.
    """
    shapes = {table.name: table for table in tables(games)}
    batches = {name: Batch(shapes[name]) for name in RECORD_TABLES}
    met: set[str] = set()
    for audit in audits:
        if audit.record is None or audit.skipped is not None:
            continue
        kept = exported(audit.record)
        if kept.digest in met:
            continue
        met.add(kept.digest)
        for name, new in record_rows(audit, kept, load_number=len(met)).items():
            batches[name].add(new)
    return Frames(**{name: batch.frame().sort(reading_order(shapes[name])) for name, batch in batches.items()})


def reading_order(table: Table) -> list[str]:
    """The columns by which rows are sorted when a table is read."""
    return ["load_number"] if table.name == "games" else list(table.key)
