"""Ways to play by name: those of the game, and choosing at random, which every game has."""

from difflib import get_close_matches
from typing import Any, Final

from marriage_analysis.cards.chance import Chance
from marriage_analysis.errors import WordError
from marriage_analysis.games.abilities import Simulates, require
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.simulating import PlayerView, Policy

RANDOM: Final = "random"


def play_at_random(view: PlayerView, chance: Chance) -> Any:
    """Any legal action, each as likely; letting the moment pass counts as one where that is allowed."""
    actions = view.legal_actions()
    return chance.pick(actions if view.must_act else (*actions, None))


def policy_names(game: Game) -> tuple[str, ...]:
    """The names of all policies of the game."""
    return (RANDOM, *(name for name in require(game, Simulates).policies if name != RANDOM))


def best_policy(game: Game) -> str:
    """The name of the policy that the game puts first; random where it has none of its own."""
    return next(iter(require(game, Simulates).policies), RANDOM)


def find_policy(game: Game, name: str) -> Policy:
    """The policy of that name; raises ``WordError`` where there is none."""
    policy = {RANDOM: play_at_random, **require(game, Simulates).policies}.get(name)
    if policy is None:
        names = policy_names(game)
        close = get_close_matches(name, names, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise WordError(f"there is no policy {name!r}; there are {', '.join(names)}{hint}", word=name)
    return policy
