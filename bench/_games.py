"""The games that the benchmarks use: records of random legal play, a hundred turns each, from a fixed seed."""

import json
import tempfile
from functools import cache
from pathlib import Path

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record

TURNS = 100
GAMES_A_PRESET = 10


@cache
def archive() -> Path:
    """A record file of games under all presets."""
    target = Path(tempfile.mkdtemp(prefix="marriage-bench-")) / "games.jsonl"
    with target.open("wb") as stream:
        for preset in PRESETS:
            plan = Plan(
                game=GAMES["marriage"],
                rules={"preset": preset},
                seats=4,
                seed=f"bench {preset}",
                policies=("random",),
                max_turns=TURNS,
            )
            for record in simulate(plan, games=GAMES_A_PRESET):
                stream.write(format_record(record) + b"\n")
    return target


@cache
def texts() -> tuple[str, ...]:
    """The records as JSON texts."""
    return tuple(archive().read_text(encoding="utf-8").splitlines())


@cache
def event_count() -> int:
    """The events of all games together, counted from the text."""
    return sum(len(entry.split(" ")) - 1 for text in texts() for entry in json.loads(text)["play"])
