"""The games there are: the one place that names them."""

from collections.abc import Mapping
from typing import Final

from marriage_analysis.games.marjolet.game import MARJOLET
from marriage_analysis.games.marriage.game import MARRIAGE
from marriage_analysis.games.protocol import Game

GAMES: Final[Mapping[str, Game]] = {game.name: game for game in (MARRIAGE, MARJOLET)}
"""Every game by the word that records use for it."""

DEFAULT_GAME: Final = MARRIAGE.name
"""The game that is meant where none is named."""
