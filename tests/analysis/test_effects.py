"""Claims about differences: an effect that was planted is found, and none is found where there is none."""

import math
import random
import statistics
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from record_samples import sheet
from store_samples import write

from marriage_analysis.analysis.comparing import compare_games, compare_inside_games
from marriage_analysis.analysis.effects import FEWEST, compare_groups, compare_within, mean_of
from marriage_analysis.analysis.rating import rate
from marriage_analysis.errors import StoreError
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

stats: Any = import_module("scipy.stats")  # it has no types

TRIES = 200


def luck(chance: random.Random) -> float:
    """A net without skill: as skewed as those of real games."""
    return chance.gauss(0, 10) + (chance.expovariate(1 / 12) - 12)


def tables(strength: dict[str, float], games: int, chance: random.Random) -> Iterator[list[tuple[str, float]]]:
    """Games of four with nets that add up to 0, won by strength and luck."""
    names = list(strength)
    for _ in range(games):
        seated = chance.sample(names, 4)
        points = [strength[name] + luck(chance) for name in seated]
        mean = statistics.fmean(points)
        yield [(name, value - mean) for name, value in zip(seated, points, strict=True)]


def test_a_mean_and_its_interval_are_those_of_scipy() -> None:
    chance = random.Random(1)
    values = [luck(chance) for _ in range(500)]
    mean = mean_of("x", values)
    low, high = stats.norm.interval(0.95, loc=statistics.fmean(values), scale=stats.sem(values))
    assert (mean.low, mean.high) == (pytest.approx(low), pytest.approx(high))
    few = mean_of("x", values[: FEWEST - 1])
    assert (few.low, few.high, few.n) == (None, None, FEWEST - 1)
    assert mean_of("x", []).mean is None


def test_of_two_groups_the_verdict_is_that_of_scipy() -> None:
    for seed, shift in product(range(20), (0, 2, 4)):
        chance = random.Random(seed)
        first = [luck(chance) + shift for _ in range(300)]
        second = [luck(chance) for _ in range(250)]
        found = compare_groups({"a": first, "b": second})
        chances = stats.ttest_ind(first, second, equal_var=False).pvalue
        if abs(chances - 0.05) > 0.005:  # scipy goes by t, which at these sizes is nearly normal
            assert found.is_found == (chances < 0.05)


@pytest.mark.parametrize("groups", [2, 4])
def test_where_nothing_differs_a_difference_is_found_in_few_tries(groups: int) -> None:
    chance = random.Random(groups)
    found = within = 0
    for _ in range(TRIES):
        made = {str(group): [luck(chance) for _ in range(60)] for group in range(groups)}
        found += compare_groups(made).is_found
        games = [dict(game) for game in tables(dict.fromkeys("abcd", 0.0), 60, chance)]
        within += compare_within(games).is_found
    # 5 of 100 at most, and three standard errors for the number of tries.
    assert max(found, within) <= TRIES * 0.05 + 3 * math.sqrt(TRIES * 0.05 * 0.95)


def test_a_planted_difference_is_found_with_its_size() -> None:
    chance = random.Random(3)
    groups = {"plain": [luck(chance) for _ in range(800)], "better": [luck(chance) + 4 for _ in range(800)]}
    (one,) = compare_groups(groups).differences
    assert one.is_found
    assert one.low < -4 < one.high
    strength = {"a": 3.0, "b": 0.0, "c": 0.0, "d": 0.0}
    found = compare_within(dict(game) for game in tables(strength, 800, chance))
    pairs = {(one.first, one.second): one for one in found.differences}
    assert {pair for pair, one in pairs.items() if one.is_found} == {("a", "b"), ("a", "c"), ("a", "d")}
    assert all(pairs[pair].low < 3 < pairs[pair].high for pair in [("a", "b"), ("a", "c"), ("a", "d")])


def test_groups_too_small_for_a_claim_take_part_in_none() -> None:
    chance = random.Random(4)
    groups = {
        "many": [luck(chance) for _ in range(100)],
        "few": [50.0 + luck(chance) for _ in range(FEWEST - 1)],
    }
    assert compare_groups(groups).differences == ()
    assert str(compare_groups(groups)).splitlines()[1].endswith(f"n = {FEWEST - 1}")


def test_ratings_find_who_is_better_and_nobody_where_all_are_alike() -> None:
    strength = {f"p{number}": 1.5 * (number - 4) for number in range(9)}
    covered = outside = 0
    for seed in range(8):
        rated = rate(tables(strength, 700, random.Random(seed)))
        weights = {one.player: one.games for one in rated}
        middle = sum(strength[p] * n for p, n in weights.items()) / sum(weights.values())
        covered += sum(one.low <= strength[one.player] - middle <= one.high for one in rated)
        assert (rated[0].player, rated[-1].player in ("p0", "p1")) == ("p8", True)
        assert rated[0].low > 0 > rated[-1].high
        alike = rate(tables(dict.fromkeys(strength, 0.0), 700, random.Random(seed)))
        outside += sum(one.low > 0 or one.high < 0 for one in alike)
    assert covered >= 0.87 * 72
    assert outside <= 0.12 * 72


def test_ratings_count_opponents_and_little_play_little() -> None:
    chance = random.Random(9)
    strong, weak = [f"s{n}" for n in range(4)], [f"w{n}" for n in range(4)]
    strength = {**dict.fromkeys(strong, 8.0), **dict.fromkeys(weak, -8.0), "x": 0.0, "y": 0.0}
    games = list(tables({name: strength[name] for name in (*strong, *weak)}, 400, chance))
    for name, others in (("x", strong), ("y", weak)):
        games += [
            game
            for game in tables({n: strength[n] for n in (name, *others)}, 500, chance)
            if any(player == name for player, _ in game)
        ]
    rated = {one.player: one for one in rate(games)}
    # x lost to strong players what y won from weak ones, and neither is better than the other.
    assert abs(rated["x"].points - rated["y"].points) < 3
    once = rate([*games, [("lucky", 60.0), ("s0", -60.0)]])
    lucky = next(one for one in once if one.player == "lucky")
    assert lucky.points < 30
    assert lucky.high - lucky.low > 3 * (rated["s0"].high - rated["s0"].low)
    assert rate([]) == rate([[("alone", 5.0)]]) == ()


# --- in an archive ----------------------------------------------------------------------------------------

PLACES = (
    "SELECT g.digest, (r.seat - g.dealer + g.players - 1) % g.players + 1 AS label, r.net AS value"
    " FROM current_games g JOIN results r USING (digest) WHERE g.dealer IS NOT NULL"
)


def net_record(number: int, nets: list[int], **changes: Any) -> dict[str, Any]:
    players = [{"name": f"P{seat}"} for seat in range(len(nets))]
    result = {"players": [{"net": net} for net in nets]}
    return sheet(
        **{"id": str(number), "rules": {}, "players": players, "result": result, "dealer": 0} | changes
    )


@pytest.mark.parametrize(("shift", "is_found"), [(0, False), (6, True)])
def test_an_effect_of_the_seat_in_an_archive(shift: int, is_found: bool, tmp_path: Path) -> None:
    chance = random.Random(11)
    records: list[dict[str, Any]] = []
    for number in range(300):
        dealer = number % 3
        nets = [round(luck(chance)) for _ in range(3)]
        nets[(dealer + 1) % 3] += 2 * shift
        rest = sum(nets)
        nets[dealer] -= rest  # the dealer pays the rest, which is an effect of its own
        nets[(dealer + 2) % 3] += 0
        records.append(net_record(number, nets, dealer=dealer))
    load_files([write(tmp_path / "n.jsonl", records)], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        found = compare_inside_games(archive, f"SELECT * FROM ({PLACES}) WHERE label < 3")
        with pytest.raises(StoreError, match="several rows of one game"):
            compare_games(archive, PLACES)
    assert [mean.n for mean in found.means] == [300, 300]
    assert found.is_found == is_found
    if is_found:
        assert found.differences[0].low < 2 * shift < found.differences[0].high


def test_groups_of_games_in_an_archive(tmp_path: Path) -> None:
    chance = random.Random(12)
    records = [
        net_record(number, [net := round(luck(chance)) + 5 * (number % 2), -net], flags=[f"group-{number % 2}"])
        for number in range(400)
    ]
    load_files([write(tmp_path / "n.jsonl", records)], tmp_path / "a.duckdb")
    query = (
        "SELECT digest, flags AS label, net AS value FROM current_games g JOIN results USING (digest)"
        " WHERE seat = 0"
    )
    with Archive(tmp_path / "a.duckdb") as archive:
        found = compare_games(archive, query)
        alike = compare_games(archive, query.replace("flags", "(g.game_id::INT // 2) % 2"))
        nobody = compare_games(archive, f"{query} AND false")
    assert found.is_found
    assert not alike.is_found
    assert (nobody.means, nobody.differences) == ((), ())
