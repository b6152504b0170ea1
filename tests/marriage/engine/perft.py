"""Perft: how many ways a game can go on from a fixed deal for so many events, and a digest of them all.

``python -m marriage.engine.perft`` writes tests/data/perft.json again (run it in the tests folder, with the
package installed). A count that changes means that the engine allows something else than before.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from marriage_analysis.games.marriage.engine.choices import legal_moves
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.notation import format_event
from marriage_analysis.games.marriage.engine.position import Position, start_position
from marriage_analysis.games.marriage.rules.presets import rule_set

FILE: Final = Path(__file__).parents[2] / "data" / "perft.json"

DEALS: Final = (
    ("pagat", 2, "perft 1", 4),
    ("pagat", 2, "perft 9", 5),
    ("wikipedia-en", 3, "perft 8", 4),
    ("wikipedia-en", 3, "perft 70", 4),
    ("wikipedia-es", 4, "perft 1", 4),
    ("wikipedia-ja", 5, "perft 2", 4),
    ("wikipedia-ja", 5, "perft 3", 4),
    ("wikipedia-pl", 2, "perft 9", 4),
    ("house-app", 4, "perft 9", 5),
    ("house-app", 4, "perft 10", 4),
)
"""Preset, seats, seed of the deal, depth; the last seat deals. Chosen for dealt tunnels and early shows."""


def perft(preset: str, seats: int, seed: str, depth: int) -> dict[str, Any]:
    """The number of ways of exactly ``depth`` events, and the digest of their texts in alphabetical order."""
    rules = rule_set(preset)
    deal = deal_cards(rules, seats=seats, dealer=seats - 1, seed=seed)
    lines = sorted(_ways(start_position(deal, rules, dealer=seats - 1), depth, ""))
    digest = sha256("\n".join(lines).encode()).hexdigest()
    return {
        "preset": preset,
        "seats": seats,
        "deal_seed": seed,
        "depth": depth,
        "leaves": len(lines),
        "sha256": digest,
    }


def _ways(position: Position, depth: int, so_far: str) -> Iterator[str]:
    if depth == 0:
        yield so_far
        return
    for move in legal_moves(position):
        after = position.copy()
        done = play(after, move.seat, move.action)
        yield from _ways(after, depth - 1, f"{so_far} {move.seat}:{format_event(done)}")


def every_count() -> list[dict[str, Any]]:
    """The counts of all deals, to every depth up to the deal's."""
    return [
        perft(preset, seats, seed, depth)
        for preset, seats, seed, deepest in DEALS
        for depth in range(1, deepest + 1)
    ]


if __name__ == "__main__":
    text = ",\n".join(json.dumps(row) for row in every_count())
    FILE.write_text(f"[\n{text}\n]\n", encoding="utf-8")
    sys.stdout.write(f"{FILE.name} written\n")
