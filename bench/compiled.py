"""Compiled code (extra fast): columns of hands by kind, and whole games a second; one core, CPU time."""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from marriage_analysis.cards.shuffle import derive_seed
from marriage_analysis.compiled.marriage.batch import BatchSolver
from marriage_analysis.compiled.marriage.bulk import play_games
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.solve.finish_distance import finish_distance

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from marriage.solve.hands import KINDS, make_hand, wild_numbers

ROUNDS = 7
HANDS = 400
REPEATS = 20
"""A single hand is timed so often at once, to see how long the slowest ones take."""
MUST = {"can_finish": 2.0, "show_distance": 1.5, "finish_distance": 20.0, "all outs": 300.0}
AIM = {"can_finish": 1.0, "show_distance": 0.7, "finish_distance": 5.0, "all outs": 60.0}
P99_MUST = 160.0
GAMES = 400
PLAYERS = {"simple": (2_000, 8_000), "sequence": (1_000, 5_500), "sensible": (200, 1_500)}

Jobs = dict[str, Callable[[], object]]


def cpu(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun


def jobs(solver: BatchSolver, counts: np.ndarray, tiplus: np.ndarray) -> Jobs:
    return {
        "can_finish": lambda: solver.finish_discards(counts, tiplus),
        "show_distance": lambda: solver.show_distances(counts),
        "finish_distance": lambda: solver.finish_distances(counts, tiplus),
        "all outs": lambda: solver.finish_outs(counts, tiplus),
    }


def check(counts: np.ndarray, tiplus: np.ndarray, found: np.ndarray, preset: str) -> None:
    rules = rule_set(preset)
    for hand, tiplu, distance in list(zip(counts.tolist(), tiplus.tolist(), found.tolist(), strict=True))[:20]:
        assert finish_distance(hand, wild_numbers(tiplu, rules), rules, places=21, pure=3) == distance


def hands(preset: str) -> bool:
    rules, solver = rule_set(preset), BatchSolver(rule_set(preset))
    print(f"{preset}, microseconds a hand (mean of {HANDS}, median of {ROUNDS} rounds):")
    means: dict[str, list[float]] = {name: [] for name in MUST}
    singles: list[float] = []
    for kind in KINDS:
        random = Random(kind)
        dealt = [make_hand(kind, random, rules, size=22) for _ in range(HANDS)]
        counts, tiplus = np.array([hand for hand, _ in dealt]), np.array([tiplu for _, tiplu in dealt])
        check(counts, tiplus, solver.finish_distances(counts, tiplus), preset)
        for name, timed in jobs(solver, counts, tiplus).items():
            rounds = 1 if preset != "pagat" and name == "all outs" else ROUNDS
            means[name].append(statistics.median(cpu(timed) for _ in range(rounds)) / HANDS * 1e6)
        for hand, tiplu in dealt if preset == "pagat" else ():
            column, same = np.array([hand] * REPEATS), np.array([tiplu] * REPEATS)
            job = partial(solver.finish_distances, column, same)
            singles.append(min(cpu(job) for _ in range(2)) / REPEATS * 1e6)
        print(f"  {kind:<16}", *(f"{name} {values[-1]:8.2f}" for name, values in means.items()))
    is_fast = True
    for name, values in means.items():
        mean = statistics.mean(values)
        if preset == "pagat":
            is_fast &= mean <= MUST[name]
            print(f"  mean {name:<16} {mean:8.2f}; must {MUST[name]:g}, aim {AIM[name]:g}")
        else:
            print(f"  mean {name:<16} {mean:8.2f}")
    if singles:
        p50, p99 = np.percentile(singles, (50, 99))
        is_fast &= bool(p99 <= P99_MUST)
        print(f"  finish_distance p50 {p50:.1f}, p99 {p99:.1f}; must {P99_MUST:g}")
    return is_fast


def play(preset: str, name: str, seeds: list[str]) -> None:
    found = play_games(rule_set(preset), seeds, dealers=[0] * GAMES, players=[(name,) * 4] * GAMES)
    assert (found.net.sum(axis=1) == 0).all()
    assert found.is_finished.mean() > 0.95


def games() -> bool:
    is_fast = True
    seeds = [derive_seed("speed", number) for number in range(GAMES)]
    for preset in PRESETS:
        for name, (must, aim) in PLAYERS.items():
            job = partial(play, preset, name, seeds)
            rate = GAMES / statistics.median(cpu(job) for _ in range(ROUNDS))
            is_fast &= rate >= must
            print(f"  {preset:<13} {name:<9} {rate:7,.0f} whole games/s; must {must:,}, aim {aim:,}")
    return is_fast


def main() -> int:
    print(f"loaded in {time.process_time():.1f} s, machine code made where none was kept")
    found = [hands("pagat"), hands("house-app"), games()]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
