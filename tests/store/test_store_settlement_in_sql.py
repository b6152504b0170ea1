"""Nets and maal recomputed in SQL alone, from the tables and the rule options, agree with the settlement."""

import random
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_strategies import rule_sets
from store_samples import random_hands, random_sheet, write

from marriage_analysis.games.marriage.rules.json_options import parse_options
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

# Section 11 of the rules in SQL: net = better * (n*S - T - w) for losers, all w for the winner; then dhoos.
NETS = """
WITH facts AS (
  SELECT g.digest, s.seat, g.players AS n, s.derived_maal::HUGEINT AS s, s.derived_net,
    s.seat = g.winner AS won,
    coalesce(s.seen, true) AS seen, coalesce(s.route, 'sets') = 'dublees' AS by_dublees, s.fouls > 0 AS fouled,
    g.settled_finish = 'dublees' AS dublee_finish,
    s.dhoos_due + CASE WHEN g.rules->>'dhoos_when' = 'current' THEN s.dhoos ELSE 0 END AS fine,
    (g.rules->>'better')::HUGEINT AS better, g.rules->>'dublee_payment_mode' AS mode,
    (g.rules->>'seen_payment')::HUGEINT AS p_seen, (g.rules->>'unseen_payment')::HUGEINT AS p_unseen,
    (g.rules->>'dublee_bonus')::HUGEINT AS p_bonus,
    (g.rules->>'dublee_seen_payment')::HUGEINT AS p_dublee_seen,
    (g.rules->>'dublee_unseen_payment')::HUGEINT AS p_dublee_unseen,
    (g.rules->>'dublee_loser_exempt')::BOOLEAN AS dublees_exempt,
    (g.rules->>'foul_exempt_from_payment')::BOOLEAN AS fouls_exempt
  FROM games g JOIN seats s USING (digest) WHERE g.settled_finish IS NOT NULL),
payments AS (
  SELECT *, CASE WHEN won THEN 0 ELSE
    CASE WHEN (seen AND dublees_exempt AND by_dublees) OR (fouls_exempt AND fouled) THEN 0
      WHEN dublee_finish AND seen AND mode <> 'add_bonus' THEN p_dublee_seen
      WHEN dublee_finish AND NOT seen AND mode = 'separate' THEN p_dublee_unseen
      WHEN seen THEN p_seen ELSE p_unseen END
    + CASE WHEN dublee_finish AND mode = 'add_bonus' THEN p_bonus ELSE 0 END END AS w
  FROM facts),
totals AS (
  SELECT *, sum(s) OVER game AS t, sum(w) OVER game AS all_w,
    sum(CASE WHEN won THEN 0 ELSE fine END) OVER game AS all_fines
  FROM payments WINDOW game AS (PARTITION BY digest))
SELECT digest, seat, derived_net, (CASE WHEN won THEN better * (n * s - t + all_w) + all_fines
  ELSE better * (n * s - t - w) - fine END)::BIGINT AS net
FROM totals ORDER BY digest, seat
"""
MAAL_FROM_ITEMS = """
SELECT s.digest, s.seat, s.derived_maal, coalesce(sum(i.points), 0)::BIGINT AS maal
FROM games g JOIN seats s USING (digest) LEFT JOIN items i ON i.digest = s.digest AND i.seat = s.seat
WHERE g.settled_finish IS NOT NULL GROUP BY ALL ORDER BY s.digest, s.seat
"""
NET_FROM_PAYMENTS = """
SELECT s.digest, s.seat, s.derived_net, (
    coalesce((SELECT sum(points) FROM payments p WHERE p.digest = s.digest AND p.payee = s.seat), 0)
    - coalesce((SELECT sum(points) FROM payments p WHERE p.digest = s.digest AND p.payer = s.seat), 0)
  )::BIGINT AS net
FROM games g JOIN seats s USING (digest) WHERE g.settled_finish IS NOT NULL ORDER BY s.digest, s.seat
"""


def compared(records: list[dict[str, Any]]) -> tuple[int, pl.DataFrame]:
    """Load the records, compare all three recomputations, and give how many games were settled, and games."""
    with tempfile.TemporaryDirectory() as folder:
        file = write(Path(folder) / "games.jsonl", records)
        report = load_files([file], Path(folder) / "a.duckdb")
        assert (report.counts.bad, report.loaded) == (0, len(records))
        with Archive(Path(folder) / "a.duckdb") as archive:
            nets, maal, paid = (archive.sql(query) for query in (NETS, MAAL_FROM_ITEMS, NET_FROM_PAYMENTS))
            games = archive.games().collect()
    settled = games.filter(pl.col("settled_finish").is_not_null())
    assert nets.height == maal.height == paid.height == settled["players"].sum()
    assert nets.filter(pl.col("net").ne_missing(pl.col("derived_net"))).is_empty()
    assert maal.filter(pl.col("maal").ne_missing(pl.col("derived_maal"))).is_empty()
    assert paid.filter(pl.col("net").ne_missing(pl.col("derived_net"))).is_empty()
    assert nets.group_by("digest").agg(pl.col("net").sum()).filter(pl.col("net") != 0).is_empty()
    return settled.height, games


def rules_with(preset: str, **options: object) -> RuleSet:
    return parse_options(PRESETS[preset].rules, options)


def test_sheets_under_every_combination_of_payment_rules() -> None:
    chance = random.Random(20261108)
    modes = ("add_bonus", "replace_seen", "separate")
    records: list[dict[str, Any]] = []
    for mode, exempt, foul_exempt, better, when, finish, kidnap in product(
        modes, (True, False), (True, False), (1, 3), ("current", "next"), ("sets", "dublees"), ("off", "points")
    ):
        rules = rules_with(
            chance.choice(list(PRESETS)),
            dublee_payment_mode=mode,
            dublee_loser_exempt=exempt,
            foul_exempt_from_payment=foul_exempt,
            better=better,
            dhoos_when=when,
            kidnap=kidnap,
            dublee_bonus=7,
            dublee_seen_payment=11,
            dublee_unseen_payment=23,
            max_players=6,
        )
        records += [
            random_sheet(rules, chance, game_id=f"sheet-{len(records) + number}", finish=finish)
            for number in (0, 1)
        ]
    settled, games = compared(records)
    assert len(records) == 384
    assert settled > len(records) // 3
    assert set(games["settled_finish"]) == {"sets", "dublees", None}


@pytest.mark.parametrize("kidnap", ["off", "points", "cards"])
def test_hands(kidnap: str) -> None:
    chance = random.Random(7)
    records = [
        random_hands(
            rules_with(preset, kidnap=kidnap, maal_pachaunu=pachaunu, tunnel_pachaunu=pachaunu),
            chance,
            game_id=f"hands-{preset}-{pachaunu}-{number}",
        )
        for preset, pachaunu, number in product(PRESETS, (True, False), range(3))
    ]
    settled, games = compared(records)
    assert settled == len(records) == 36
    assert set(games["level"]) == {"hands"}


@settings(max_examples=max(10, settings().max_examples // 5))
@given(st.lists(rule_sets(), min_size=3, max_size=6), st.integers())
def test_sheets_and_hands_under_any_rules(rules: list[RuleSet], seed: int) -> None:
    chance = random.Random(seed)
    records = [
        make(one, chance, game_id=f"{make.__name__}-{index}-{number}")
        for index, one in enumerate(rules)
        for number in range(3)
        for make in (random_sheet, random_hands)
    ]
    settled, _ = compared(records)
    assert settled >= len(records) // 4
