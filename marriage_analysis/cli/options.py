"""Options that several commands share, so that each is spelled and explained once."""

from typing import Annotated

import typer

JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print the facts as one JSON document instead of text."),
]

RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME",
        help="The rule set to go by, for example pagat (see: marriage rules list).",
        show_default=False,
    ),
]

OptionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=JSON",
        help="Change one rule of the rule set, for example dublee_bonus=10. Can be given several times.",
        show_default=False,
    ),
]

GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="ID", help="Only the game with this id, where a file holds several."),
]
