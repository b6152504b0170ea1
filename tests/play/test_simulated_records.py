"""Simulated games are whole records: valid, clean in an audit, replayed event by event, settled twice."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from play.simulating import PRESET_NAMES, VARIANTS, check_record, plan

from marriage_analysis.errors import CountError, RuleOptionError, WordError
from marriage_analysis.games.marriage.parts import Dhoos, DhoosDue
from marriage_analysis.play.simulate import simulate

PLAYERS = (
    (("sensible", "sensible"), 32, 300),
    (("random", "random"), 5, 60),
    (("random", "sensible"), 30, 300),
)
"""Policies round the table, how many games they play, and how long the games may last."""
TABLES = list(product(PRESET_NAMES, range(2, 7)))


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.parametrize("policy", ["sensible", "random"])
def test_every_preset_and_number_of_players(preset: str, seats: int, policy: str) -> None:
    for record in simulate(plan(preset, seats=seats, policies=[policy], max_turns=80), games=1):
        check_record(record)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_option_that_changes_play_or_settlement(variant: int) -> None:
    for number, preset in enumerate(PRESET_NAMES):
        table = plan(preset, seats=2 + (number + variant) % 5, options=VARIANTS[variant], session="evening")
        for record in simulate(table, games=3):
            check_record(record)


@pytest.mark.long
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_ten_thousand_games(preset: str, variant: int) -> None:
    """335 of them for each preset and variant: all numbers of seats, all ways to play."""
    endings: Counter[str] = Counter()
    for seats, (policies, games, max_turns) in product(range(2, 7), PLAYERS):
        table = plan(
            preset,
            seats=seats,
            options=VARIANTS[variant],
            policies=(policies * 3)[:seats],
            max_turns=max_turns,
            seed=f"{preset} {variant} {seats} {policies}",
            session="evening",
        )
        for record in simulate(table, games=games):
            endings[check_record(record)] += 1
    assert endings.total() == 335
    assert endings["finished"] > 200


def test_dhoos_of_one_game_is_brought_into_the_next() -> None:
    """IRR-08: what is open after a game stands in the next, until somebody wins."""
    options = {"open_maal": True, "maal_throw": "recipient_unseen"}
    policies = ("sensible", "random") * 2
    table = plan("wikipedia-ja", policies=policies, max_turns=20, session="evening", options=options)
    games = list(simulate(table, games=20))
    paid, kept = 0, 0
    for before, after in pairwise(games):
        won = before.parts.result.ending.value == "finished"
        due = Counter[int]() if won else points(before.parts.dhoos_due)
        paid += won and bool(before.parts.dhoos_due)
        kept += not won and bool(before.parts.dhoos_due)
        assert points(after.parts.dhoos_due) == due + points(before.parts.dhoos)
    assert paid >= 1 <= kept
    assert [game.session.number for game in games if game.session] == list(range(1, 21))


def points(lines: Sequence[Dhoos | DhoosDue] | None) -> Counter[int]:
    """The points by seat."""
    total: Counter[int] = Counter()
    for line in lines or ():
        total[line.seat] += line.points
    return total


def test_the_dealer_moves_on() -> None:
    assert [record.dealer for record in simulate(plan(seats=3), games=4)] == [0, 1, 2, 0]


def test_who_wrote_it_stands_in_the_record() -> None:
    (record,) = simulate(plan(seats=2, policies=["sensible", "random"], max_turns=5), games=1, first_game=3)
    source = (record.meta or {})["source"]
    assert isinstance(source, dict)
    assert source["policies"] == ["sensible", "random"]
    assert (source["seed"], source["game"]) == ("test", 3)
    assert [player.name for player in record.players] == ["P1", "P2"]


def test_a_game_that_lasts_too_long_is_abandoned_after_so_many_turns() -> None:
    (record,) = simulate(plan(policies=["random"], max_turns=7), games=1)
    discards = [entry for entry in record.parts.play if " x" in entry]
    assert (record.parts.result.ending.value, record.parts.result.reason) == ("abandoned", "turn_limit")
    assert len(discards) == 7
    assert all(player.net is None for player in record.parts.result.players)


def test_what_cannot_be_simulated() -> None:
    with pytest.raises(WordError, match="did you mean sensible"):
        list(simulate(plan(policies=["sensibel"]), games=1))
    with pytest.raises(CountError, match="one policy for all, or one for each"):
        plan(policies=["random", "random"])
    with pytest.raises(CountError, match="max_players"):
        list(simulate(plan(seats=6, options={"max_players": 5}), games=1))
    with pytest.raises(RuleOptionError):
        list(simulate(plan("hearts"), games=1))
    with pytest.raises(CountError):
        list(simulate(plan(), games=-1))


def test_a_displayed_tunnel_that_no_show_used_is_a_set_of_the_finish() -> None:
    """TUN-05, FIN-01: it lies there whole and is not listed among the winner's sets."""
    (record,) = simulate(plan("wikipedia-en", seed="7"), games=1, first_game=2)
    winner = record.parts.result.players[record.parts.result.winner]
    assert winner.displayed_tunnels
    assert 3 * winner.displayed_tunnels not in f"{winner.shown},{winner.sets}"
    assert check_record(record) == "finished"
