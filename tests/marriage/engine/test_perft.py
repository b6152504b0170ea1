"""The ways a game can go on from fixed deals are as many, and the same ones, as they were (perft)."""

import json
from typing import Any

import pytest
from marriage.engine.perft import DEALS, FILE, perft

ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
DEFAULT_LEAVES = 10_000
"""Counts up to this many leaves are made again in the default run."""


def test_every_deal_is_counted_to_each_depth() -> None:
    counted = [(row["preset"], row["seats"], row["deal_seed"], row["depth"]) for row in ROWS]
    assert counted == [
        (preset, seats, seed, depth)
        for preset, seats, seed, deepest in DEALS
        for depth in range(1, deepest + 1)
    ]


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[pytest.mark.long] if row["leaves"] > DEFAULT_LEAVES else []) for row in ROWS],
    ids=lambda row: f"{row['preset']}-{row['deal_seed']}-{row['depth']}",
)
def test_the_ways_to_go_on_are_the_same(row: dict[str, Any]) -> None:
    assert perft(row["preset"], row["seats"], row["deal_seed"], row["depth"]) == row
