"""Measures the players of Marriage against each other and writes the tables of docs/players.md.

``python bench/long/players.py --deals 10000 --write``: each two players play every deal twice, on seats A B A B
and on B A B A, so that cards and seats are the same for both. A figure is the mean of the points a game of one
seat, with the half width of its 95 % confidence interval over deals.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from marriage_analysis.cards.shuffle import derive_seed
from marriage_analysis.compiled.marriage.bulk import play_games
from marriage_analysis.games.marriage.players.style import STYLES
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set

SEATS: Final = 4
PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "players.md"
NAMES: Final = ("mixed", "sensible", "careless", "sequence", "simple", "dublee")
assert set(NAMES) == set(STYLES)


def duel(first: str, second: str, *, deals: int, preset: str) -> tuple[float, float]:
    """The first one's mean points a game and seat against the second one, and the 95 % half width."""
    seeds = [derive_seed("players", number) for number in range(deals) for _ in range(2)]
    lines = [(first, second) * 2, (second, first) * 2] * deals
    dealers = [number % SEATS for number in range(deals) for _ in range(2)]
    net = play_games(rule_set(preset), seeds, dealers=dealers, players=lines).net.reshape(deals, 2, SEATS)
    points = (net[:, 0, 0::2].sum(axis=1) + net[:, 1, 1::2].sum(axis=1)) / SEATS
    return float(points.mean()), float(1.96 * points.std(ddof=1) / np.sqrt(deals))


def duels(deals: int) -> Iterator[str]:
    yield f"| | {' | '.join(NAMES)} |"
    yield f"|---|{'---:|' * len(NAMES)}"
    cells: dict[tuple[str, str], str] = {}
    for first, second in combinations(NAMES, 2):
        mean, half = duel(first, second, deals=deals, preset="pagat")
        cells[first, second] = f"{mean:+.2f} ± {half:.2f}"
        cells[second, first] = f"{-mean:+.2f} ± {half:.2f}"
    for first in NAMES:
        yield f"| **{first}** | {' | '.join(cells.get((first, second), '') for second in NAMES)} |"


def tables(deals: int) -> Iterator[str]:
    yield "| rules | player | finished | by dublees | turns a seat | maal | seen, of losers |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for preset in PRESETS:
        for name in NAMES:
            results = play_games(
                rule_set(preset),
                [derive_seed("tables", number) for number in range(deals)],
                dealers=[number % SEATS for number in range(deals)],
                players=[(name,) * SEATS] * deals,
            )
            done = results.is_finished
            seen = sum((results.seen[done] >> seat & 1).sum() for seat in range(SEATS)) - done.sum()
            yield (
                f"| {preset} | {name} | {done.mean():.1%} | {results.by_dublees[done].mean():.1%} "
                f"| {results.turns.mean() / SEATS:.1f} | {results.maal[done].mean():.1f} "
                f"| {seen / (3 * done.sum()):.0%} |"
            )


def written(page: str, mark: str, lines: list[str]) -> str:
    """The page with the lines between the comments of that mark."""
    text = "\n".join(["", "", *lines, "", ""])
    place = re.compile(f"(<!-- {mark} -->).*?(<!-- end -->)", flags=re.DOTALL)
    new, found = place.subn(lambda match: match[1] + text + match[2], page, count=1)
    assert found, f"{PAGE} has no place for {mark}"
    return new


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    found = {"duels": list(duels(arguments.deals)), "tables": list(tables(arguments.deals // 5))}
    for lines in found.values():
        print("\n".join(lines), end="\n\n")
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        for mark, lines in found.items():
            page = written(page, mark, lines)
        PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
