"""The data dictionary: every table, view and column of an archive as one page of Markdown."""

from collections.abc import Iterable, Mapping, Sequence

import duckdb

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.table_views import View
from marriage_analysis.store.columns import Column, Table
from marriage_analysis.store.schema import SCHEMA_VERSION, tables
from marriage_analysis.store.views import EXAMPLES, views

_HEAD = f"""\
# Data dictionary

The tables and views of an archive, the DuckDB file that `marriage load FILE... --db D` makes and
`marriage query --db D` reads; the frames of `marriage_analysis.store.archive.Archive` have the same columns.
Version {SCHEMA_VERSION} of the tables. This page is made from their declarations: `marriage schema --tables`.

- `digest` names a record in every table; `seat` counts from 0.
- An empty cell (NULL) means: not known, or not noted.
- `claimed_...` is what the record says, `derived_...` what the audit computed. No column mixes the two, but
  `net` and `total` of the views, which take the derived number, else the claimed one.
- Corrected records stay in the tables. The views leave them out, and so should a sum: begin with
  `current_games`.
- A turn is an entry of `play` and has its number in every table: `turn_no`, or `turn` in `findings`.
- A card that a number stands for (`face`, `drawn_face`, `discarded_face`) is counted in canonical order:
  spades A 2 3 4 5 6 7 8 9 T J Q K are 0 to 12, hearts 13 to 25, diamonds 26 to 38, clubs 39 to 51, the printed
  joker JK is 52 and the master card MC 53. All copies of a card have one number. The view `faces` lists them.
- Turns and events are what the replay of the play made of it: what was noted, and what follows from it
  (`is_derived`). From where the replay stops on they are as noted, with `is_sound` false; leave them out with
  `WHERE is_sound`.
- Points are whole numbers of 64 bits, money of 128; a number too large for its column is refused, never cut.
- A rule such as SET-04 is explained by `marriage rules explain SET-04`; "format 5" is section 5 of the record
  format."""


def dictionary_page(games: Mapping[str, Game] = GAMES) -> str:
    """The whole page, without a last line end."""
    shapes = tables(games)
    kinds = view_columns(games)
    games_table = next(one for one in shapes if one.name == "games")
    parts = [_HEAD, "## Tables"]
    parts += [_table_part(one) for one in shapes]
    parts.append("## Views")
    parts += [_view_part(view, kinds[view.name], games_table) for view in views(games)]
    parts.append("## Questions to begin with")
    parts += [f"{question}\n\n```sql\n{query}\n```" for question, query in EXAMPLES]
    return "\n\n".join(parts)


def view_columns(games: Mapping[str, Game] = GAMES) -> dict[str, tuple[tuple[str, str], ...]]:
    """Name and SQL type of each column of each view, as DuckDB works them out."""
    with duckdb.connect(":memory:") as connection:
        for one in tables(games):
            connection.execute(one.sql)
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for view in views(games):
            connection.execute(view.sql)
            rows = connection.execute(f'DESCRIBE "{view.name}"').fetchall()
            found[view.name] = tuple((name, kind) for name, kind, *_ in rows)
    return found


def _table_part(one: Table) -> str:
    key = ", ".join(f"`{name}`" for name in one.key)
    rows = [_column_cells(column) for column in one.columns]
    return f"### {one.name}\n\n{one.meaning} Key: {key}.\n\n{_grid(rows)}"


def _column_cells(column: Column) -> tuple[str, ...]:
    meaning = column.meaning
    only = f" ({column.game} only)" if column.game else ""
    kind = column.kind.value + ("" if column.is_optional else ", never empty")
    return (f"`{column.name}`", kind, meaning.unit or "", meaning.text + only, meaning.rule or "")


def _view_part(view: View, columns: Sequence[tuple[str, str]], games: Table) -> str:
    head = f"### {view.name}\n\n{view.meaning} In the order of: {view.order}."
    if view.columns is None:
        return f"{head}\n\nIts columns are those of `{games.name}`."
    return f"{head}\n\n{_grid([(f'`{name}`', kind, '', view.columns[name], '') for name, kind in columns])}"


def _grid(rows: Iterable[tuple[str, ...]]) -> str:
    head = ("column", "type", "unit", "meaning", "rule or source")
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |".replace("  |", " |") for cells in lines)
