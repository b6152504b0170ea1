"""Tables and columns as plain data, made from the classes that declare their rows.

Knows nothing of a database or of data frames: those take their types from :class:`Kind`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, unique
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from marriage_analysis.games.table_rows import Meaning


@unique
class Kind(Enum):
    """What a column holds; the value is the type's name in SQL."""

    TEXT = "VARCHAR"
    INTEGER = "BIGINT"
    SMALL = "SMALLINT"
    BOOLEAN = "BOOLEAN"
    DAY = "DATE"
    INSTANT = "TIMESTAMP"


_KINDS: dict[type, Kind] = {
    str: Kind.TEXT,
    int: Kind.INTEGER,
    bool: Kind.BOOLEAN,
    date: Kind.DAY,
    datetime: Kind.INSTANT,
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``game`` names the game that alone has it; None = several do, or all."""

    name: str
    kind: Kind
    is_optional: bool
    meaning: Meaning
    game: str | None = None

    @property
    def sql(self) -> str:
        """The column as it stands in CREATE TABLE."""
        # Told so, DuckDB does not try other ways on long texts first, which takes four times as long.
        packing = " USING COMPRESSION zstd" if self.meaning.is_long else ""
        return f'"{self.name}" {self.kind.value}{"" if self.is_optional else " NOT NULL"}{packing}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table: ``key`` are the columns that together name a row, and the order in which rows are read."""

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def sql(self) -> str:
        """The table's CREATE TABLE."""
        return f'CREATE TABLE "{self.name}" ({", ".join(column.sql for column in self.columns)})'


@cache
def declared_columns(row: type[Any], *, game: str | None = None) -> tuple[Column, ...]:
    """The columns that a class of ``Annotated`` fields declares.

    Raises ``TypeError`` for a field without a :class:`Meaning` or of a type that no column has.
    """
    return tuple(
        _column(name, hint, game=game) for name, hint in get_type_hints(row, include_extras=True).items()
    )


def merged(columns: Iterable[Column]) -> tuple[Column, ...]:
    """The columns with each name once; those of games may be empty, since other games have no value there.

    Games may share a column; where it means something else in each, all is told. Raises ``TypeError`` where
    one name holds two kinds of value, and where a game declares a column that all games have.
    """
    declared: dict[str, list[Column]] = {}
    for column in columns:
        declared.setdefault(column.name, []).append(column)
    return tuple(map(_shared, declared.values()))


def _shared(columns: Sequence[Column]) -> Column:
    first, *others = columns
    if any(other.kind is not first.kind or None in (first.game, other.game) for other in others):
        raise TypeError(f"the column {first.name!r} is declared twice, with different meanings")
    if len({column.meaning for column in columns}) == 1:
        meaning = first.meaning
    else:
        meaning = Meaning("; ".join(f"{column.game}: {column.meaning.text}" for column in columns))
    return Column(
        first.name,
        first.kind,
        is_optional=first.is_optional or first.game is not None,
        meaning=meaning,
        game=None if others else first.game,
    )


def _column(name: str, hint: Any, *, game: str | None) -> Column:
    meaning = next((note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Meaning)), None)
    if meaning is None:
        raise TypeError(f"the column {name!r} is declared without its meaning")
    inner = hint.__origin__
    choices = get_args(inner) or (inner,)
    types = [choice for choice in choices if choice is not NoneType]
    if len(types) != 1 or types[0] not in _KINDS:
        raise TypeError(f"the column {name!r} is declared as {inner}, which no column can be")
    kind = Kind.SMALL if meaning.is_small and types[0] is int else _KINDS[types[0]]
    return Column(name, kind, NoneType in choices, meaning, game)
