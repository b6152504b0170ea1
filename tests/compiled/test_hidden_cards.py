"""A compiled game goes on from a copy in the middle; no compiled player knows a card it has not seen."""

from random import Random

import pytest

pytest.importorskip("numba", reason="the extra fast is not installed")
import numpy as np

from marriage_analysis.cards.shuffle import derive_seed
from marriage_analysis.compiled.marriage.log import TIPLU_CHOSEN, TIPLU_SEEN
from marriage_analysis.compiled.marriage.play import deal, play_out
from marriage_analysis.compiled.marriage.rulebook import Rulebook, rulebook
from marriage_analysis.compiled.marriage.state import (
    ABANDONED,
    ACTOR,
    DRAW,
    LOGGED,
    PHASE,
    POLICY,
    SEATS,
    SEEN,
    STOCK,
    TIPLU,
    TURNS,
    State,
    copy_state,
    new_state,
)
from marriage_analysis.compiled.marriage.styles import STYLE_NAMES, STYLE_ROWS
from marriage_analysis.games.marriage.rules.presets import rule_set


def begun(book: Rulebook, number: int, policy: int, turns: int) -> State | None:
    """A game of four after so many turns, before a draw; None where it was over by then."""
    state = new_state()
    state.seed[:32] = np.frombuffer(derive_seed("hidden", number).encode(), dtype=np.uint8)
    state.seats[:, POLICY] = policy
    deal(state, book, 4, number % 4)
    play_out(state, book, STYLE_ROWS, turns)
    if state.table[PHASE] != ABANDONED or state.table[STOCK] < 2:
        return None
    state.table[PHASE] = DRAW
    return state


def exchange_hidden(state: State, random: Random) -> bool:
    """Deal anew all that the seat to act has not seen, but the next card of the stock; whether cards moved."""
    actor, top = int(state.table[ACTOR]), int(state.table[STOCK]) - 1
    before = state.hands.copy()
    pool = state.stock[:top].tolist()
    wanted: dict[int, int] = {}
    for seat in range(int(state.table[SEATS])):
        if seat != actor:
            hidden = state.hands[seat] - state.known[seat]
            pool += [face for face in range(54) for _ in range(hidden[face])]
            wanted[seat] = int(hidden.sum())
            state.hands[seat] = state.known[seat]
    unseen_tiplu = state.seats[actor, SEEN] == 0 and state.table[TIPLU] >= 0
    if unseen_tiplu:
        pool.append(int(state.table[TIPLU]))
    random.shuffle(pool)
    if unseen_tiplu:
        state.table[TIPLU] = pool.pop(next(place for place, face in enumerate(pool) if face < 52))
    for seat, number in wanted.items():
        for _ in range(number):
            state.hands[seat, pool.pop()] += 1
    state.stock[:top] = pool
    return bool((before != state.hands).any())


def next_turn(state: State, book: Rulebook) -> list[int]:
    """What the seat to act does, as logged, up to where it sees the tiplu."""
    start = int(state.table[LOGGED])
    play_out(state, book, STYLE_ROWS, int(state.table[TURNS]) + 1)
    events = state.log[start : int(state.table[LOGGED])].tolist()
    actor = events[1]
    for place in range(len(events) - 1):
        if events[place] in (TIPLU_CHOSEN, TIPLU_SEEN) and events[place + 1] == actor and place > 3:
            return events[:place]
    return events


@pytest.mark.parametrize("name", STYLE_NAMES)
@pytest.mark.parametrize("preset", ["pagat", "house-app"])
def test_hidden_cards_do_not_change_what_a_player_does(preset: str, name: str) -> None:
    book, random, compared = rulebook(rule_set(preset)), Random(name), 0
    for number in range(40):
        state = begun(book, number, STYLE_NAMES.index(name), 1 + number % 14)
        if state is None:
            continue
        twin = copy_state(state)
        compared += exchange_hidden(twin, random)
        assert next_turn(twin, book) == next_turn(state, book)
    assert compared > 15


def test_a_copy_goes_on_as_its_original() -> None:
    book = rulebook(rule_set("wikipedia-en"))
    states = [state for number in range(20) if (state := begun(book, number, 0, 6)) is not None]
    assert len(states) > 10
    for state in states:
        twin = copy_state(state)
        for game in (state, twin):
            play_out(game, book, STYLE_ROWS, 300)
        assert all((one == other).all() for one, other in zip(state, twin, strict=True))
