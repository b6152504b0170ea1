"""The two routes to show and finish."""

from enum import unique

from marriage_analysis.cards.quick_enum import quick
from marriage_analysis.games.constraints import Word


@unique
@quick
class Route(Word):
    """How a player showed or finished: by sets, or by dublees (SHOW-07)."""

    SETS = "sets"
    DUBLEES = "dublees"
