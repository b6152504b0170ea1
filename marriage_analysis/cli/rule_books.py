"""Which game's rules are meant: by the name of a rule set, or by ``--game-type``."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.errors import RuleOptionError, WordError

if TYPE_CHECKING:
    from marriage_analysis.games.protocol import Game
    from marriage_analysis.games.rule_options.rule_book import RuleBook

GameTypeOption = Annotated[
    str | None,
    typer.Option("--game-type", metavar="NAME", help="The game that is meant.", show_default="by the rule set"),
]


def rule_books() -> "Iterator[tuple[Game, RuleBook]]":
    """Every game that has rules to choose, with its rules."""
    from marriage_analysis.games.abilities import Ruled
    from marriage_analysis.games.catalog import GAMES

    return ((game, game.rule_book) for game in GAMES.values() if isinstance(game, Ruled))


def named_game(name: str | None, rules: str | None = None) -> "Game":
    """The game of that name, else the one that has a rule set of the name ``rules``, else the usual one.

    Raises ``WordError`` for a game that does not exist.
    """
    from marriage_analysis.games.abilities import Simulates
    from marriage_analysis.games.catalog import DEFAULT_GAME, GAMES

    if name is None:
        owners = (game for game in GAMES.values() if isinstance(game, Simulates) and rules in game.rule_names)
        return next(owners, GAMES[DEFAULT_GAME])
    if name not in GAMES:
        raise WordError(f"there is no game {name!r}; there is {', '.join(GAMES)}", word=name)
    return GAMES[name]


def rule_book(name: str | None, rules: str | None = None) -> "RuleBook":
    """The rules of the game that :func:`named_game` finds; raises as it does, and ``AbilityError``."""
    from marriage_analysis.games.abilities import Ruled, require

    return require(named_game(name, rules), Ruled).rule_book


def require_rules_of(games: "Iterable[Game]", preset: str, *, command: str) -> None:
    """Raise ``RuleOptionError`` for a rule set of a game that the command does not work for.

    A name that no game knows is let through: reading the rules tells what names there are.
    """
    works = [game.name for game in games]
    owners = [game.name for game, book in rule_books() if preset in book.presets]
    if owners and not set(owners) & set(works):
        raise RuleOptionError(
            f"{preset} is a rule set of {owners[0]}; {command} works for {', '.join(works)}",
            option="preset",
            value=preset,
        )


def book_with_preset(preset: str) -> "RuleBook":
    """The rules that the rule set is one of; raises ``RuleOptionError`` where there is none of that name."""
    from marriage_analysis.games.rule_options.value_kinds import did_you_mean, in_words

    names: list[str] = []
    for _, book in rule_books():
        if preset in book.presets:
            return book
        names += book.presets
    raise RuleOptionError(
        f"there is no preset {in_words(preset)}; the presets are {', '.join(names)}"
        f"{did_you_mean(preset, names)}",
        option="preset",
        value=preset,
    )
