"""Many compiled games and what came of them, in columns: for comparing players and for rollouts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from marriage_analysis.compiled.arrays import CountRows, WordRows, Words
from marriage_analysis.compiled.jit import compiled
from marriage_analysis.compiled.marriage.play import SEED_LENGTH, deal, play_out
from marriage_analysis.compiled.marriage.rulebook import Rulebook, rulebook
from marriage_analysis.compiled.marriage.scoring import Scores, scores, settle
from marriage_analysis.compiled.marriage.state import (
    DISMISSED,
    FINISHED,
    MAX_SEATS,
    PHASE,
    POLICY,
    RESHUFFLES,
    ROUTE,
    SEEN,
    TURNS,
    WINNER,
    State,
    new_state,
)
from marriage_analysis.compiled.marriage.styles import STYLE_NAMES, STYLE_ROWS
from marriage_analysis.errors import CountError
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

ENDING_WORD = 0
WINNER_WORD = 1
TURNS_WORD = 2
RESHUFFLES_WORD = 3
BY_DUBLEES_WORD = 4
SEEN_WORD = 5
OUT_WORDS = 6


@dataclass(frozen=True, slots=True)
class Results:
    """One row a game. ``net`` and ``maal`` have a column a seat, 0 in a game that was not finished.

    ``winner`` is -1 there; ``turns`` counts the discards of all seats; ``seen`` has a bit a seat.
    """

    is_finished: npt.NDArray[np.bool_]
    is_dismissed: npt.NDArray[np.bool_]
    winner: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    reshuffles: npt.NDArray[np.int64]
    by_dublees: npt.NDArray[np.bool_]
    seen: npt.NDArray[np.int64]
    maal: npt.NDArray[np.int64]
    net: npt.NDArray[np.int64]


@compiled
def _play_rows(
    state: State, book: Rulebook, table_scores: Scores, styles: WordRows, seeds: CountRows, dealers: Words,
    players: WordRows, max_turns: int, work: WordRows, maal: WordRows, net: WordRows, out: WordRows,
) -> None:  # fmt: skip
    seats = players.shape[1]
    for row in range(players.shape[0]):
        state.seed[:SEED_LENGTH] = seeds[row]
        for seat in range(seats):
            state.seats[seat, POLICY] = players[row, seat]
        deal(state, book, seats, dealers[row])
        play_out(state, book, styles, max_turns)
        settle(state, table_scores, work, maal[row], net[row])
        table = state.table
        out[row, ENDING_WORD] = table[PHASE]
        out[row, WINNER_WORD] = table[WINNER]
        out[row, TURNS_WORD] = table[TURNS]
        out[row, RESHUFFLES_WORD] = table[RESHUFFLES]
        won = table[WINNER] >= 0
        out[row, BY_DUBLEES_WORD] = 1 if won and state.seats[table[WINNER], ROUTE] == 1 else 0
        out[row, SEEN_WORD] = 0
        for seat in range(seats):
            out[row, SEEN_WORD] |= state.seats[seat, SEEN] << seat


def play_games(
    rules: RuleSet,
    seeds: Sequence[str],
    *,
    dealers: Sequence[int],
    players: Sequence[Sequence[str]],
    max_turns: int = 300,
) -> Results:
    """The games of these seeds (32 hexadecimal digits each), dealers and players, one name a seat.

    The same games as ``simulate`` plays from the same seeds. Raises ``CountError`` where the columns are not of
    one length, ``ValueError`` for a player that is not compiled.
    """
    rows = len(seeds)
    if not rows == len(dealers) == len(players):
        raise CountError("seeds, dealers and players are columns of one length", value=rows)
    names = np.array([[STYLE_NAMES.index(name) for name in row] for row in players], dtype=np.int64)
    texts = np.frombuffer("".join(seeds).encode(), dtype=np.uint8).reshape(rows, SEED_LENGTH)
    maal = np.zeros((rows, MAX_SEATS), dtype=np.int64)
    net, out = np.zeros_like(maal), np.zeros((rows, OUT_WORDS), dtype=np.int64)
    _play_rows(
        new_state(),
        rulebook(rules),
        scores(rules),
        STYLE_ROWS,
        texts.copy(),
        np.array(dealers, dtype=np.int64),
        names,
        max_turns,
        np.zeros((4, 8), dtype=np.int64),
        maal,
        net,
        out,
    )
    seats = names.shape[1]
    return Results(
        is_finished=out[:, ENDING_WORD] == FINISHED,
        is_dismissed=out[:, ENDING_WORD] == DISMISSED,
        winner=out[:, WINNER_WORD],
        turns=out[:, TURNS_WORD],
        reshuffles=out[:, RESHUFFLES_WORD],
        by_dublees=out[:, BY_DUBLEES_WORD] == 1,
        seen=out[:, SEEN_WORD],
        maal=maal[:, :seats],
        net=net[:, :seats],
    )
