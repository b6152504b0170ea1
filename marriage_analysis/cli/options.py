"""Options that several commands share, so that each is spelled and explained once."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, cast

import typer

from marriage_analysis.errors import RuleOptionError, WordError

if TYPE_CHECKING:
    from marriage_analysis.games.marriage.rules.rule_set import RuleSet

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


def read_rule_options(options: Sequence[str] | None) -> dict[str, object]:
    """The options given as NAME=JSON; a value that is not JSON is a bare word (``kidnap=points``).

    Raises RuleOptionError where there is no ``=`` or a name is given twice. Names and values are not looked at.
    """
    try:
        return read_assignments("--option", options or (), example="dublee_bonus=10")
    except WordError as error:
        raise RuleOptionError(str(error), option=error.word) from None


def read_assignments(flag: str, given: Sequence[str], *, example: str) -> dict[str, object]:
    """What a flag was given as NAME=JSON, any number of times; a value that is not JSON is a bare word.

    Raises WordError where there is no ``=`` or a name is given twice.
    """
    values: dict[str, object] = {}
    for assignment in given:
        name, equals, text = (part.strip() for part in assignment.partition("="))
        if not (name and equals and text):
            raise WordError(
                f"{flag} must be given as NAME=JSON, for example {example}, not {json.dumps(assignment)}",
                word=name,
            )
        if name in values:
            raise WordError(f"{flag} {name} is given twice", word=name)
        values[name] = _json_or_word(text)
    return values


def parse_rule_options(preset: str, options: Sequence[str] | None) -> "RuleSet":
    """The rule set of ``--rules`` and ``--option``.

    Raises RuleOptionError (exit status 2) for a preset, an option or a value that does not exist.
    """
    from marriage_analysis.games.marriage.rules.presets import rule_set

    return rule_set(preset, read_rule_options(options))


def _json_or_word(text: str) -> object:
    try:
        return cast(object, json.loads(text))
    except (ValueError, RecursionError):
        return text
