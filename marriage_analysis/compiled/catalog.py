"""The games that can be played in machine code, by name. Importing this needs nothing; asking for one may."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol


class FinishedGame(Protocol):
    """A game that was played to its end; see :class:`marriage_analysis.games.simulating.Table`."""

    def parts(self) -> Any:
        """The game's record parts."""
        ...

    def carries(self, game_id: str) -> Any:
        """What the next game of the session has to know of this one."""
        ...

    @property
    def ends_session(self) -> bool:
        """Whether the session is over with this game."""
        ...


class BulkGames(Protocol):
    """Plays whole games of one kind, the same ones as policies at a table play, move for move."""

    def knows(self, policies: Sequence[str]) -> bool:
        """Whether it can play for all of these."""
        ...

    def play(
        self,
        rules: Mapping[str, Any],
        *,
        seats: int,
        dealer: int,
        seed: str,
        policies: Sequence[str],
        max_turns: int,
        carried: Any = None,
    ) -> FinishedGame:
        """A game from its seed; raises what ``Simulates.start`` raises."""
        ...


@cache
def bulk_games(game: str) -> BulkGames | None:
    """Compiled play of the game of that name; None where there is none, or where the extra ``fast`` is missing.

    The first call of a process loads the machine code; the first on a machine makes it, in about a minute.
    """
    if game != "marriage" or find_spec("numba") is None:
        return None
    from marriage_analysis.compiled.marriage.games import CompiledMarriage

    return CompiledMarriage()
