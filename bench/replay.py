"""Archive bytes read, validated and replayed against python-chess; replay alone against OpenSpiel."""

import io
import random
import sys
from functools import cache

import chess
import chess.pgn
import pyspiel
from _games import archive, event_count
from _interleaved import Job, compare

from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.records.reader import read_records


def read_validate_replay() -> int:
    events = 0
    for reading in read_records(archive()):
        record = reading.record
        assert record is not None, reading.findings
        parts = record.parts
        rules = read_rules(parts.rules.preset, parts.rules.options)
        assert rules is not None
        run = replay(parts, rules, seats=len(record.players), dealer=record.dealer)
        assert run.stop is None
        events += run.events
    assert events == event_count()
    return events


@cache
def _records() -> list[tuple[object, object, int, int | None]]:
    found = []
    for reading in read_records(archive()):
        assert reading.record is not None
        parts = reading.record.parts
        rules = read_rules(parts.rules.preset, parts.rules.options)
        found.append((parts, rules, len(reading.record.players), reading.record.dealer))
    return found


def replay_only() -> int:
    events = 0
    for parts, rules, seats, dealer in _records():
        run = replay(parts, rules, seats=seats, dealer=dealer)
        assert run.stop is None
        events += run.events
    assert events == event_count()
    return events


@cache
def _pgn() -> tuple[str, int]:
    rng = random.Random(1)
    games, plies = [], 0
    for _ in range(40):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            node = node.add_variation(move)
            board.push(move)
            plies += 1
        games.append(str(game))
    return "\n\n".join(games), plies


def read_pgn() -> int:
    text, expected = _pgn()
    stream, plies = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        plies += sum(1 for _ in game.mainline_moves())
    assert plies == expected
    return plies


@cache
def _histories() -> list[list[int]]:
    rng, game = random.Random(1), pyspiel.load_game("gin_rummy")
    histories = []
    for _ in range(40):
        state, history = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                action = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            history.append(action)
        histories.append(history)
    return histories


def replay_gin() -> int:
    game, steps = pyspiel.load_game("gin_rummy"), 0
    for history in _histories():
        state = game.new_initial_state()
        for action in history:
            assert action in state.legal_actions()
            state.apply_action(action)
            steps += 1
        assert state.is_terminal()
    return steps


def main() -> int:
    print("read + validate + replay, from archive bytes")
    ours = Job("marriage: read, validate, replay", "events", read_validate_replay)
    peer = Job("python-chess: read PGN with legality", "plies", read_pgn)
    good = compare(ours, peer, must=4, aim=15)
    print("replay only")
    ours = Job("marriage: replay", "events", replay_only)
    peer = Job("OpenSpiel gin_rummy: legality-checked replay", "steps", replay_gin)
    good &= compare(ours, peer, must=3, aim=15)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
