"""``marriage query``: ask an archive in SQL."""

import csv
import datetime as dt
import json
import math
import sys
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import clean, emit_json, put, say

if TYPE_CHECKING:
    from marriage_analysis.store.archive import Answer, Archive

_SHOWN_ROWS: Final = 100
_WIDEST_CELL: Final = 60
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


def query_command(
    db: DbOption,
    sql: Annotated[
        str | None,
        typer.Argument(metavar="SQL", help="The question, in SQL; - reads it from stdin.", show_default=False),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            metavar="N",
            min=1,
            help=f"At most so many rows. Default: {_SHOWN_ROWS} as text, all with --json and --csv.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print comma-separated values instead of text.")
    ] = False,
) -> None:
    """Ask an archive in SQL (DuckDB's); without SQL, list its tables and views.

    Example: marriage query --db archive.duckdb "SELECT player_name, net FROM standings"

    The archive is only read, and a query can touch no other file. In --csv a text that begins with = + - or @
    gets a quote mark before it, so that no spreadsheet runs it as a formula. Exit status: 0, or 2 where the
    archive or the query cannot be used.
    """
    from marriage_analysis.store.archive import Archive

    if as_json and as_csv:
        raise typer.BadParameter("choose --json or --csv", param_hint="--csv")
    with Archive(db) as archive:
        if sql is None:
            _list_tables(archive, db, as_json=as_json)
            return
        answer = archive.ask(sys.stdin.read() if sql == "-" else sql)
        if as_json:
            _print_json(answer, limit)
        elif as_csv:
            _print_csv(answer, limit)
        else:
            rows = print_text(answer, limit or _SHOWN_ROWS)
            say(f"{rows} row{'' if rows == 1 else 's'}")


def _taken(answer: "Answer", limit: int | None) -> Iterator[tuple[Any, ...]]:
    """The rows up to the limit; where there are more, that is said on stderr."""
    yield from islice(answer.rows, limit)
    if limit is not None and next(answer.rows, None) is not None:
        shown = "the first row is" if limit == 1 else f"the first {limit} rows are"
        say(f"only {shown} shown; --limit N shows more")


def _print_json(answer: "Answer", limit: int | None) -> None:
    names = _distinct(answer.columns)
    rows = [dict(zip(names, map(_json_value, row), strict=True)) for row in _taken(answer, limit)]
    columns = [{"name": name, "type": kind} for name, kind in zip(names, answer.types, strict=True)]
    emit_json({"columns": columns, "rows": rows})


def _print_csv(answer: "Answer", limit: int | None) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([_csv_cell(name) for name in answer.columns])
    for row in _taken(answer, limit):
        writer.writerow([_csv_cell(value) for value in row])


def print_text(answer: "Answer", limit: int, *, indent: str = "") -> int:
    """Print an answer as a table of at most so many rows; gives their number."""
    from rich.cells import cell_len

    rows = list(_taken(answer, limit))
    cells = [[_text_cell(value) for value in row] for row in rows]
    heads = [clean(name) for name in answer.columns]
    widths = [max(map(cell_len, column)) for column in zip(heads, *cells, strict=True)]
    right = [
        all(value is None or _is_number(value) for value in column) and bool(column)
        for column in (zip(*rows, strict=True) if rows else [()] * len(heads))
    ]
    for line in (heads, ["-" * width for width in widths], *cells):
        padded = [
            " " * (width - cell_len(cell)) + cell if to_right else cell + " " * (width - cell_len(cell))
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ]
        put(indent + "  ".join(padded).rstrip())
    return len(rows)


def _list_tables(archive: "Archive", db: str, *, as_json: bool) -> None:
    from marriage_analysis.store.views import EXAMPLES

    known = archive.columns()
    meanings = archive.meanings
    if as_json:
        emit_json(
            {
                "tables": [
                    {
                        "name": name,
                        "meaning": meanings.get(name),
                        "columns": [{"name": column, "type": kind} for column, kind in columns],
                    }
                    for name, columns in known.items()
                ],
                "examples": [{"question": question, "sql": query} for question, query in EXAMPLES],
            }
        )
        return
    put(f"Tables and views of {db}:")
    for name, columns in known.items():
        put()
        put(f"{name}: {meanings.get(name, '')}")
        put(_wrapped([column for column, _ in columns]))
    put()
    put("Questions to begin with:")
    for question, query in EXAMPLES:
        put()
        put(question)
        put(f'  marriage query --db {db} "{query}"')


def _wrapped(words: list[str], width: int = 100) -> str:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(f"    {line}" for line in lines)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _plain(value: object) -> str:
    """A value as text: lists and structures as JSON, bytes as hex digits."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(_json_value(cast("object", value)), ensure_ascii=False)
    return value.hex() if isinstance(value, bytes) else str(value)


def _text_cell(value: object) -> str:
    if value is None:
        return "-"
    text = clean(_plain(value))
    return text if len(text) <= _WIDEST_CELL else f"{text[: _WIDEST_CELL - 1]}…"


def _csv_cell(value: object) -> str:
    if value is None:
        return ""
    text = _plain(value)
    is_formula = not _is_number(value) and text.startswith(_FORMULA)
    return clean(f"'{text}" if is_formula else text)


def _json_value(value: object) -> Any:
    """A value of DuckDB as JSON: exact decimals, dates and what JSON does not have as text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        fields = cast("Mapping[object, object]", value)
        return {str(key): _json_value(inner) for key, inner in fields.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(inner) for inner in cast("list[object]", value)]
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)


def _distinct(names: tuple[str, ...]) -> list[str]:
    """The names, a repeated one with a number behind it."""
    made: list[str] = []
    for name in names:
        number, free = 0, name
        while free in made:
            number += 1
            free = f"{name}_{number}"
        made.append(free)
    return made
