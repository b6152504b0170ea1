"""What happened in a compiled game, as a list of whole numbers: kind, seat, and what the kind needs.

Sets are written as their number, then for each its cards and -1; the table's seat is -1.
"""

from typing import Final

from marriage_analysis.compiled.arrays import Words
from marriage_analysis.compiled.jit import compiled
from marriage_analysis.compiled.marriage.state import LOGGED

TUNNELS_DISPLAYED: Final = 0
"""Number of tunnels, the face of each."""
DRAWN_FROM_STOCK: Final = 1
"""The face."""
DRAWN_FROM_PILE: Final = 2
"""The face."""
SETS_SHOWN: Final = 3
"""Number of sets, then cards and -1 for each."""
TIPLU_CHOSEN: Final = 4
"""The face, how many cards lay above it."""
TIPLU_SEEN: Final = 5
"""The face."""
FINISHED_BY_SETS: Final = 6
"""The face that is going to be thrown: the other cards are in sets."""
FINISHED_BY_PAIR: Final = 7
"""The two faces."""
CARD_THROWN: Final = 8
"""The face, 1 where it is a foul."""
DISCARDS_SHUFFLED: Final = 9
"""Number of cards, the cards, top first."""


@compiled
def note(table: Words, log: Words, word: int) -> None:
    """Write one number; a log that is full goes on from its last place, and its length tells."""
    place = min(table[LOGGED], len(log) - 1)
    log[place] = word
    table[LOGGED] += 1
