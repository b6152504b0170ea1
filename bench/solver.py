"""The hand solver: times by kind of hand; show_distance against mahjong's shanten, near-complete hands."""

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from _interleaved import Job, compare
from mahjong.shanten import Shanten

from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.finish_distance import finish_distance
from marriage_analysis.games.marriage.solve.show_distance import show_distance

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from marriage.solve.hands import KINDS, make_hand, wild_numbers

_HANDS = 400
_RULES = rule_set("pagat")
_MUST = {"can_finish": 30, "show_distance": 25, "finish_distance": 150}
"""The medians of all kinds together, in microseconds."""

Hand = tuple[list[int], frozenset[int]]


def hands(kind: str, *, size: int = 22) -> list[Hand]:
    rng = random.Random(kind)
    found: list[Hand] = []
    for _ in range(_HANDS):
        counts, tiplu = make_hand(kind, rng, _RULES, size=size)
        found.append((counts, wild_numbers(tiplu, _RULES)))
    return found


def can_finish(hand: Hand) -> bool:
    return bool(Finishes(*hand, _RULES, pure=3).discards())


def to_show(hand: Hand) -> int:
    return show_distance(hand[0], _RULES)


def to_finish(hand: Hand) -> int:
    return finish_distance(*hand, _RULES, places=21, pure=3)


JOBS: dict[str, Callable[[Hand], int]] = {
    "can_finish": can_finish,
    "show_distance": to_show,
    "finish_distance": to_finish,
}


def times(job: Callable[[Hand], int], dealt: Sequence[Hand]) -> list[float]:
    """Microseconds of processor time a hand, the least of three."""
    found: list[float] = []
    for hand in dealt:
        best = float("inf")
        for _ in range(3):
            started = time.process_time()
            job(hand)
            best = min(best, time.process_time() - started)
        found.append(best * 1e6)
    return found


def table() -> bool:
    """Print p50 and p99 by kind of hand; true where the medians of all kinds are as they must be."""
    dealt = {kind: hands(kind) for kind in KINDS}
    good = True
    for name, job in JOBS.items():
        print(f"  {name}, microseconds a hand of 22 cards (pagat)      p50       p99")
        together: list[float] = []
        worst: tuple[float, str] = (0, "")
        for kind, some in dealt.items():
            took = sorted(times(job, some))
            together += took
            p99 = took[len(took) * 99 // 100]
            worst = max(worst, (p99, kind))
            print(f"    {kind:<46} {statistics.median(took):>9.1f} {p99:>9.1f}")
        median = statistics.median(together)
        good &= median <= _MUST[name]
        verdict = "as it must be" if median <= _MUST[name] else "TOO SLOW"
        print(f"    all kinds: median {median:.1f}, must {_MUST[name]}: {verdict}; worst kind {worst[1]}\n")
    assert all(can_finish(hand) == (to_finish(hand) == 0) for some in dealt.values() for hand in some[:50])
    return good


_OURS = hands("near-complete", size=21)


def solve_ours() -> int:
    total = sum(show_distance(counts, _RULES) for counts, _ in _OURS)
    assert 0 <= total < 3 * len(_OURS)
    return len(_OURS)


def nearly_complete_mahjong() -> list[list[int]]:
    """Fourteen tiles: four sets and a pair with two tiles changed."""
    rng = random.Random("mahjong")
    found: list[list[int]] = []
    for _ in range(_HANDS):
        tiles = [0] * 34
        while sum(tiles) < 12:
            low = rng.randrange(3) * 9 + rng.randrange(7)
            chosen = [low, low + 1, low + 2] if rng.random() < 0.7 else [rng.randrange(34)] * 3
            if all(tiles[tile] + chosen.count(tile) <= 4 for tile in chosen):
                for tile in chosen:
                    tiles[tile] += 1
        tiles[rng.choice([tile for tile in range(34) if tiles[tile] <= 2])] += 2
        for _ in range(2):
            tiles[rng.choice([tile for tile in range(34) if tiles[tile]])] -= 1
            tiles[rng.choice([tile for tile in range(34) if tiles[tile] < 4])] += 1
        found.append(tiles)
    return found


_THEIRS = nearly_complete_mahjong()


def solve_mahjong() -> int:
    shanten = Shanten()
    total = sum(shanten.calculate_shanten(tiles) for tiles in _THEIRS)
    assert -len(_THEIRS) <= total < 3 * len(_THEIRS)
    return len(_THEIRS)


def main() -> int:
    good = table()
    solve_ours()  # the suits are remembered
    ours = Job("marriage: show_distance, near-complete, warm", "hands", solve_ours)
    good &= compare(ours, Job("mahjong: shanten, near-complete", "hands", solve_mahjong), must=2, aim=2)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
