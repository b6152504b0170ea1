"""``marriage schema``: the JSON Schema of records."""

from typing import Annotated

import typer

from marriage_analysis.cli.output import emit_json, put


def schema_command(
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="NAME", help="The game whose records it describes.", show_default="marriage"
        ),
    ] = None,
    of_tables: Annotated[
        bool, typer.Option("--tables", help="Print what the tables of an archive hold, as a page of Markdown.")
    ] = False,
) -> None:
    """Print the JSON Schema of the records of a game, or what the tables of an archive hold.

    Example: marriage schema > marriage-record.json

    Other programs can check with it what they write. Exit status: 0, or 2 where the game is not known.
    """
    if of_tables:
        from marriage_analysis.store.dictionary import dictionary_page

        put(dictionary_page())
        return
    from marriage_analysis.games.catalog import DEFAULT_GAME, GAMES
    from marriage_analysis.records.schema import record_schema

    game = DEFAULT_GAME if game is None else game
    if game not in GAMES:
        raise typer.BadParameter(f"no game {game!r} is known; there is {', '.join(GAMES)}", param_hint="--game")
    emit_json(record_schema(game))
