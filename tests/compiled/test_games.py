"""Compiled games: byte for byte those of the plain players at the plain table, and sound records."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra fast is not installed")
import numpy as np
from play.simulating import MARRIAGE, check_record, plan

from marriage_analysis.cards.chance import Chance
from marriage_analysis.cards.shuffle import derive_seed, shuffled
from marriage_analysis.compiled.chance import SPACE, below, seed_stream, shuffle
from marriage_analysis.compiled.marriage.bulk import play_games
from marriage_analysis.games.marriage.parts import Ending
from marriage_analysis.games.marriage.players.style import STYLES
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record

OPTIONS: dict[str, Sequence[Any]] = {
    "putali": (0, 1, 2, 3),
    "master_card": (None, 5, 10),
    "master_card_in_primary": (True, False),
    "putali_tunnel_primary": (True, False),
    "first_upcard": ("may", "must", "stock_only"),
    "set_length": ("exact3", "min3"),
    "ace_high_sequence": (True, False),
    "no_return_discard": (True, False),
    "seen_take_wild": ("forbid", "allow"),
    "unseen_pick": ("any", "show_only", "none"),
    "stock_out": ("reshuffle_keep_top", "reshuffle_all", "dismiss"),
    "max_reshuffles": (None, 0, 1),
    "open_maal": (True, False),
    "dublee_min_players": (2, 4),
    "joker_pair_dublee": ("off", "printed", "ordinary", "any_wild"),
    "dublee_finish_discard": (True, False),
    "tunnel_window": ("before_any_draw", "before_own_draw", "before_own_stock_draw"),
    "dhoos": (0, 15),
    "maal_throw": ("any_unseen", "none_seen", "recipient_unseen", "free"),
    "dhulo_pelai": (True, False),
    "putali_points": (None, [5, 15, 25]),
    "alter_points": (None, [5, 15, 25]),
    "kidnap": ("off", "points", "cards"),
    "maal_pachaunu": (True, False),
}
"""Every option that changes what may be played or what a player weighs."""


def odd_plan(random: Random, more: Mapping[str, Any] | None = None) -> Plan:
    """Any preset with any options, number of seats and players."""
    seats = random.randint(2, 6)
    options = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.6}
    return plan(
        random.choice(list(PRESETS)),
        seats=seats,
        seed=str(random.random()),
        policies=[random.choice(list(STYLES)) for _ in range(seats)],
        options={**options, **(more or {})},
        max_turns=random.choice((300, 300, 40)),
    )


def both(played: Plan, games: int) -> Counter[str]:
    """Assert that compiled and plain games are the same bytes; gives what came up."""
    met: Counter[str] = Counter()
    for fast, plain in zip(
        simulate(played, games=games, compiled=True),
        simulate(played, games=games, compiled=False),
        strict=True,
    ):
        assert format_record(fast) == format_record(plain)
        result = plain.parts.result
        met[result.ending.value] += 1
        met["dublees"] += result.finish is not None and result.finish.value == "dublees"
        met["reshuffles"] += any("reshuffle" in entry for entry in plain.parts.play)
        met["fouls"] += plain.parts.dhoos is not None
        met["tunnels"] += any("tunnel" in entry for entry in plain.parts.play)
        # Show, look and finish in one turn.
        met["at once"] += any("show(" in entry and "finish(" in entry for entry in plain.parts.play)
    return met


@pytest.mark.parametrize("seed", ["Tihar", "", "x" * 55, "y" * 56, "z" * 64, "é" * 70])
def test_chance_is_that_of_the_plain_code(seed: str) -> None:
    text = seed.encode()
    stream, buffer = np.zeros(SPACE, dtype=np.int64), np.frombuffer(text + b"\0", dtype=np.uint8).copy()
    seed_stream(buffer, len(text), stream)
    chance = Chance(seed)
    assert [below(stream, bound) for bound in range(1, 60)] == [chance.below(bound) for bound in range(1, 60)]
    cards = np.arange(156, dtype=np.uint8)
    seed_stream(buffer, len(text), stream)
    shuffle(cards, 156, stream)
    assert cards.tolist() == shuffled(list(range(156)), seed)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset: str) -> None:
    """All the players, each on each seat in turn."""
    names = list(STYLES)
    for turn in range(2):
        assert both(plan(preset, policies=(names * 2)[turn * 3 : turn * 3 + 4]), games=2)["finished"]


def test_odd_rules() -> None:
    random, met = Random(2), Counter[str]()
    for _ in range(25):
        met += both(odd_plan(random), games=1)
    assert met["finished"]
    assert met["tunnels"]


def check_settled(played: Plan, games: int) -> int:
    """Assert that games in columns have the maal, nets and endings of their records; how many finished."""
    written: Any = played.rules
    rules = read_rules(written["preset"], written.get("options"))
    assert rules is not None
    results = play_games(
        rules,
        [derive_seed(played.seed, number) for number in range(games)],
        dealers=[number % played.seats for number in range(games)],
        players=[played.policy_of_seat] * games,
        max_turns=played.max_turns,
    )
    for row, record in enumerate(simulate(played, games=games, compiled=True)):
        result = record.parts.result
        assert results.is_finished[row] == (result.ending is Ending.FINISHED)
        assert results.is_dismissed[row] == (result.ending is Ending.DISMISSED)
        if results.is_finished[row]:
            assert results.winner[row] == result.winner
            assert results.maal[row].tolist() == [player.maal for player in result.players]
            assert results.net[row].tolist() == [player.net for player in result.players]
    return int(results.is_finished.sum())


SETTLING: dict[str, Sequence[Any]] = {
    "maal_pachaunu": (True, False),
    "tunnel_pachaunu": (True, False),
    "kidnap": ("off", "points", "cards"),
    "tunnel_source": ("dealt_displayed", "any_shown"),
    "tunnel_mode": ("replace", "additive"),
    "maal_assignment": ("maximise", "greedy"),
    "laid_marriage_bonus": (0, 5),
    "ace_tiplu_marriage": (True, False),
    "dhoos_when": ("next", "current"),
    "dublee_payment_mode": ("add_bonus", "replace_seen", "separate"),
    "dublee_loser_exempt": (True, False),
    "foul_exempt_from_payment": (True, False),
    "better": (1, 2),
}


@pytest.mark.parametrize("number", range(6))
def test_settled_in_columns_as_in_records(number: int) -> None:
    random = Random(f"settling {number}")
    finished = 0
    for _ in range(4):
        settling = {name: random.choice(values) for name, values in SETTLING.items() if random.random() < 0.6}
        finished += check_settled(odd_plan(random, settling), games=6)
    assert finished


@pytest.mark.long
def test_odd_rules_at_length() -> None:
    random, met = Random(5), Counter[str]()
    for _ in range(900):
        met += both(odd_plan(random), games=1)
    for word in ("finished", "dismissed", "abandoned", "dublees", "reshuffles", "fouls", "at once"):
        assert met[word]


def test_forced_reshuffles() -> None:
    """Six players who only collect pairs use up the stock of a pack with no more than 29 cards in it."""
    played = plan(seats=6, policies=["dublee"], options={"dublee_min_players": 2})
    assert both(played, games=2)["reshuffles"]
    for stock_out in ("reshuffle_all", "dismiss"):
        played = plan(seats=6, policies=["dublee"], options={"stock_out": stock_out, "max_reshuffles": 1})
        assert both(played, games=2).total()


def test_sessions_carry_dhoos() -> None:
    options = {"dhoos": 15, "maal_throw": "recipient_unseen", "unseen_pick": "none"}
    played = plan("wikipedia-en", session="evening", policies=["simple", "careless"] * 2, options=options)
    both(played, games=8)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_records_are_sound(preset: str) -> None:
    """Read, verified, replayed and audited like any record; both settlers agree."""
    for seats in range(2, 7):
        random = Random(f"{preset} {seats}")
        policies = [random.choice(list(STYLES)) for _ in range(seats)]
        played = plan(preset, seats=seats, policies=policies)
        for record in simulate(played, games=60, compiled=True):
            check_record(record)


def test_a_policy_that_is_not_compiled_is_played_plainly() -> None:
    played = plan(policies=["random", "sensible", "simple", "mixed"])
    (record,) = simulate(played, games=1, compiled=True)
    assert json.loads(format_record(record))["meta"]["source"]["policies"][0] == "random"
    assert MARRIAGE.name == "marriage"
