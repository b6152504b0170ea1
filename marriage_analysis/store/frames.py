"""The tables as polars frames with the declared columns, made straight from audited records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.store.columns import Kind, Table
from marriage_analysis.store.rows import Row, exported, record_rows
from marriage_analysis.store.schema import RECORD_TABLES, tables

_TYPES: Final[Mapping[Kind, Any]] = {
    Kind.TEXT: pl.String,
    Kind.INTEGER: pl.Int64,
    Kind.BOOLEAN: pl.Boolean,
    Kind.DAY: pl.Date,
    Kind.INSTANT: pl.Datetime("us"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """The tables of records as frames, each in the order of its key; games in the order of loading."""

    games: pl.DataFrame
    seats: pl.DataFrame
    sat_out: pl.DataFrame
    items: pl.DataFrame
    payments: pl.DataFrame
    findings: pl.DataFrame
    records: pl.DataFrame


def polars_schema(table: Table) -> pl.Schema:
    """The column types of a table in polars."""
    return pl.Schema({column.name: _TYPES[column.kind] for column in table.columns})


def to_frame(table: Table, rows: Iterable[Row]) -> pl.DataFrame:
    """The rows as a frame with the table's columns. Raises a polars error for a value of another type."""
    held = list(rows)
    columns = {column.name: [row.get(column.name) for row in held] for column in table.columns}
    return pl.DataFrame(columns, schema=polars_schema(table), strict=True)


def frames(audits: Iterable[RecordAudit], games: Mapping[str, Game] = GAMES) -> Frames:
    """The records as frames, as loading them into a new archive would give them.

    Left out are records that could not be read or were passed over, and any that came before. How records
    stand to one another (``superseded_by``, findings of conflicts) is for the archive. Raises
    ``OverflowError`` where a derived number has more than 64 bits. Holds all rows in memory.
    """
    rows: dict[str, list[Row]] = {name: [] for name in RECORD_TABLES}
    met: set[str] = set()
    for audit in audits:
        if audit.record is None or audit.skipped is not None:
            continue
        kept = exported(audit.record)
        if kept.digest in met:
            continue
        met.add(kept.digest)
        for name, new in record_rows(audit, kept, load_number=len(met)).items():
            rows[name] += new
    shapes = {table.name: table for table in tables(games)}
    made = {name: to_frame(shapes[name], rows[name]) for name in RECORD_TABLES}
    return Frames(**{name: frame.sort(reading_order(shapes[name])) for name, frame in made.items()})


def reading_order(table: Table) -> list[str]:
    """The columns by which rows are sorted when a table is read."""
    return ["load_number"] if table.name == "games" else list(table.key)
