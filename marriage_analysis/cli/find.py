"""``marriage find``: games of an archive in which something happens, and then something else."""

from typing import Annotated

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import clean, emit_json, put, say
from marriage_analysis.cli.record_files import EXIT_BAD


def find_command(
    pattern: Annotated[
        str,
        typer.Argument(help='What happens, such as "take from the pile, then show within two turns".'),
    ],
    db: DbOption,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Show so many at most; all are counted.")
    ] = 20,
    show_sql: Annotated[bool, typer.Option("--sql", help="Print the query instead of running it.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Find events in the recorded plays of an archive.

    Example: marriage find --db archive.duckdb "take from the pile, then show within two turns"

    A step is a word of the column kind of the table events (draw, discard, show, finish, ...) or a phrase such
    as take from the pile; columns narrow it: discard card=QS. Later steps are by the same player, or say at the
    end of the step: by another, by anybody. Within N turns counts that player's own turns. Exit status: 0
    found, 1 found nowhere, 2 the pattern or the archive cannot be used.
    """
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.finding import read_pattern

    read = read_pattern(pattern)
    if show_sql:
        put(read.sql)
        put(f"-- with: {', '.join(map(repr, read.parameters))}")
        return
    with Archive(db) as archive:
        kinds = archive.sql("SELECT DISTINCT kind FROM events ORDER BY kind")["kind"].to_list()
        for step in read.steps:
            wanted = step.conditions[0].value
            if wanted not in kinds:
                say(f"nothing in this archive is called {wanted!r}; there are: {', '.join(kinds)}")
        found = archive.sql(read.sql, read.parameters)
    games = found["digest"].n_unique()
    steps = range(1, len(read.steps) + 1)
    if as_json:
        rows = [
            {
                "load_number": row["load_number"],
                "digest": row["digest"],
                "game_id": row["game_id"],
                "events": [{"seat": row[f"seat_{step}"], "turn": row[f"turn_{step}"]} for step in steps],
            }
            for row in found.iter_rows(named=True)
        ]
        emit_json({"found": found.height, "games": games, "matches": rows})
    else:
        for row in found.head(limit).iter_rows(named=True):
            told = ", then ".join(f"turn {row[f'turn_{s}']} (seat {row[f'seat_{s}']})" for s in steps)
            put(f"{clean(row['game_id'])}: {told}")
        put(f"found {found.height} times in {games} games")
    if not found.height:
        raise typer.Exit(EXIT_BAD)
