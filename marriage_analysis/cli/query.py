"""``marriage query``: ask an archive in SQL."""

import csv
import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import clean, emit_json, put, say

if TYPE_CHECKING:
    from marriage_analysis.store.archive import Answer, Archive

_SHOWN_ROWS: Final = 100
_WIDEST_CELL: Final = 60


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
    from marriage_analysis.store.cells import json_value

    names = _distinct(answer.columns)
    rows = [dict(zip(names, map(json_value, row), strict=True)) for row in _taken(answer, limit)]
    columns = [{"name": name, "type": kind} for name, kind in zip(names, answer.types, strict=True)]
    emit_json({"columns": columns, "rows": rows})


def _print_csv(answer: "Answer", limit: int | None) -> None:
    from marriage_analysis.store.cells import csv_cell

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([clean(csv_cell(name)) for name in answer.columns])
    for row in _taken(answer, limit):
        writer.writerow([clean(csv_cell(value)) for value in row])


def print_text(answer: "Answer", limit: int, *, indent: str = "") -> int:
    """Print an answer as a table of at most so many rows; gives their number."""
    from rich.cells import cell_len

    from marriage_analysis.store.cells import is_number

    rows = list(_taken(answer, limit))
    cells = [[_text_cell(value) for value in row] for row in rows]
    heads = [clean(name) for name in answer.columns]
    widths = [max(map(cell_len, column)) for column in zip(heads, *cells, strict=True)]
    right = [
        all(value is None or is_number(value) for value in column) and bool(column)
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


def _text_cell(value: object) -> str:
    from marriage_analysis.store.cells import plain_text

    if value is None:
        return "-"
    text = clean(plain_text(value))
    return text if len(text) <= _WIDEST_CELL else f"{text[: _WIDEST_CELL - 1]}…"


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
