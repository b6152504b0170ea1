"""The flat state of a game: a few small arrays, with copy, and what one seat sees of it.

The words of ``table`` and of each row of ``seats`` stand at the places named here. Cards in hands and on the
table are counts by face number; ``stock`` and ``pile`` have their top card last.
"""

from typing import Final, NamedTuple

import numpy as np

from marriage_analysis.compiled.arrays import CountRows, Counts, WordRows, Words
from marriage_analysis.compiled.chance import SPACE
from marriage_analysis.compiled.jit import compiled

MAX_SEATS: Final = 6
MOST_CARDS: Final = 160

# The table.
PHASE: Final = 0
ACTOR: Final = 1
SEATS: Final = 2
DEALER: Final = 3
TIPLU: Final = 4
"""The tiplu's face, -1 before it is chosen."""
OFFERED: Final = 5
TOOK: Final = 6
"""The face taken from the pile this turn, -1: none, or it is laid."""
DUTY: Final = 7
FIRST_DRAWN: Final = 8
RESHUFFLES: Final = 9
RESUME: Final = 10
STOCK: Final = 11
PILE: Final = 12
TURNS: Final = 13
ASKED: Final = 14
WINNER: Final = 15
LOGGED: Final = 16
LAST_DISCARD: Final = 17
TABLE_WORDS: Final = 18

# What the table waits for.
OPEN_TIPLU: Final = 0
DRAW: Final = 1
PLAY: Final = 2
CHOOSE: Final = 3
SEE: Final = 4
RESHUFFLE: Final = 5
LAST: Final = 6
FINISHED: Final = 7
DISMISSED: Final = 8
ABANDONED: Final = 9

# Duties.
NOTHING: Final = 0
TO_SHOW: Final = 1
TO_FINISH: Final = 2

# A seat.
POLICY: Final = 0
SEEN: Final = 1
ROUTE: Final = 2
"""0: by sets, 1: by dublees, -1: not shown yet."""
DECIDED: Final = 3
"""How often the seat has decided."""
DEALT: Final = 4
"""Dealt tunnels, as bits by face number; so are the next three."""
DISPLAYED: Final = 5
"""Displayed tunnels that are in no shown set."""
TUNNELS: Final = 6
SHOWN_PAIRS: Final = 7
SHOWN_RUNS: Final = 8
"""The lowest card of each pure run shown, as ``planes.py`` has it."""
SHOWN_TUNNELS: Final = 9
"""Tunnels shown, the displayed ones among them, as bits by face number."""
FOULS: Final = 10
"""How many throws of the seat earned a dhoos."""
SEAT_WORDS: Final = 11


class State(NamedTuple):
    """A game on its way.

    ``known`` are cards that everybody knows to be in a hand, ``lying`` a seat's cards that lie on the table;
    ``log`` is what happened (``log.py``), ``seed`` the text that chance follows from, with room behind its
    32 bytes; the rest is work space.
    """

    table: Words
    seats: WordRows
    hands: CountRows
    known: CountRows
    lying: CountRows
    stock: Counts
    pile: Counts
    log: Words
    seed: Counts
    stream: Words
    cards: Counts
    live: Words
    facts: Words
    sets: WordRows


def new_state() -> State:
    """A state with room for any game; nothing is dealt."""
    return State(
        table=np.zeros(TABLE_WORDS, dtype=np.int64),
        seats=np.zeros((MAX_SEATS, SEAT_WORDS), dtype=np.int64),
        hands=np.zeros((MAX_SEATS, 54), dtype=np.uint8),
        known=np.zeros((MAX_SEATS, 54), dtype=np.uint8),
        lying=np.zeros((MAX_SEATS, 54), dtype=np.uint8),
        stock=np.zeros(MOST_CARDS, dtype=np.uint8),
        pile=np.zeros(MOST_CARDS, dtype=np.uint8),
        log=np.zeros(1 << 14, dtype=np.int64),
        seed=np.zeros(96, dtype=np.uint8),
        stream=np.zeros(SPACE, dtype=np.int64),
        cards=np.zeros(MOST_CARDS, dtype=np.uint8),
        live=np.zeros(54, dtype=np.int64),
        facts=np.zeros(VIEW_WORDS, dtype=np.int64),
        sets=np.zeros((200, 4), dtype=np.int64),
    )


def copy_state(state: State) -> State:
    """An independent state with the same content."""
    return State(
        table=state.table.copy(),
        seats=state.seats.copy(),
        hands=state.hands.copy(),
        known=state.known.copy(),
        lying=state.lying.copy(),
        stock=state.stock.copy(),
        pile=state.pile.copy(),
        log=state.log.copy(),
        seed=state.seed.copy(),
        stream=state.stream.copy(),
        cards=state.cards.copy(),
        live=state.live.copy(),
        facts=state.facts.copy(),
        sets=state.sets.copy(),
    )


# What a seat sees, beside its hand and the live copies of each face.
V_SEATS: Final = 0
V_SEEN: Final = 1
V_ROUTE: Final = 2
V_TIPLU: Final = 3
V_TOOK: Final = 4
V_DUTY: Final = 5
V_DISPLAYED: Final = 6
V_SHOWN_PAIRS: Final = 7
VIEW_WORDS: Final = 8


@compiled
def look(state: State, seat: int, open_maal: bool) -> None:
    """Put into ``facts`` and ``live`` what the seat knows now, beside its hand.

    ``live`` counts the copies of each natural face that it has not seen anywhere.
    """
    table, own = state.table, state.seats[seat]
    seats = table[SEATS]
    view = state.facts
    view[V_SEATS] = seats
    view[V_SEEN] = own[SEEN]
    view[V_ROUTE] = own[ROUTE]
    view[V_TIPLU] = table[TIPLU] if own[SEEN] or open_maal else -1
    view[V_TOOK] = table[TOOK]
    view[V_DUTY] = table[DUTY]
    view[V_DISPLAYED] = own[DISPLAYED]
    view[V_SHOWN_PAIRS] = own[SHOWN_PAIRS]
    live = state.live
    hand = state.hands[seat]
    for face in range(52):
        live[face] = 3 - hand[face]
    for place in range(table[PILE]):
        live[state.pile[place]] -= 1
    for other in range(seats):
        lying, known = state.lying[other], state.known[other]
        for face in range(52):
            live[face] -= lying[face]
        if other != seat:
            for face in range(52):
                live[face] -= known[face]
    if view[V_TIPLU] >= 0:
        live[view[V_TIPLU]] -= 1
