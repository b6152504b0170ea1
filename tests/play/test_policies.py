"""Policies: they see what their seat sees and no more; the sensible one plays well and finishes."""

import random
from collections import Counter

import pytest
from marriage.engine.playouts import RULES, play_out
from marriage.engine.test_seat_views import exchanged
from play.simulating import MARRIAGE, PRESET_NAMES, plan

from marriage_analysis.cards.chance import Chance
from marriage_analysis.games.marriage.engine.choices import legal_moves
from marriage_analysis.games.marriage.engine.events import ChooseTiplu, Discard, Draw, Finish, Show
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.seat_view import seat_view
from marriage_analysis.games.marriage.players.style import STYLES
from marriage_analysis.play.policies import find_policy, policy_names
from marriage_analysis.play.simulate import simulate

EVERY = {"random": 4, "sensible": 2}
"""Of so many positions one is looked at; of the other players fewer, because they share their code."""


def test_the_policies_there_are() -> None:
    assert policy_names(MARRIAGE) == ("random", *STYLES)


@pytest.mark.parametrize("name", ["random", *STYLES])
@pytest.mark.parametrize("which", range(len(RULES)))
def test_cards_that_a_seat_has_not_seen_do_not_change_what_it_does(name: str, which: int) -> None:
    """And whatever it does is legal, in odd positions too."""
    policy = find_policy(MARRIAGE, name)
    preset, options = RULES[which]
    kinds: Counter[type] = Counter()
    changed = 0
    for seed in range(3):
        rng = random.Random(seed)
        for number, game in enumerate(
            play_out(preset, options, seats=2 + (which + seed) % 5, seed=seed, cap=90)
        ):
            position, seat = game.position, game.position.actor
            if seat < 0 or number % EVERY.get(name, 5):
                continue
            twin = exchanged(position, game.held, seat, rng)
            changed += twin.free != position.free
            chosen = policy(seat_view(position, game.held, seat=seat), Chance("x"))
            assert policy(seat_view(twin, game.held, seat=seat), Chance("x")) == chosen
            assert fault_of(position, seat, chosen) is None
            kinds[type(chosen)] += 1
    assert changed > 10
    assert kinds.keys() >= {Draw, Discard}


def test_random_takes_every_legal_action() -> None:
    policy = find_policy(MARRIAGE, "random")
    *_, game = play_out("pagat", {}, seats=3, seed=4, cap=9)
    view = seat_view(game.position, game.held, seat=game.position.actor)
    chosen = {policy(view, Chance(str(number))) for number in range(600)}
    assert chosen == {move.action for move in legal_moves(game.position) if move.seat == game.position.actor}


def test_the_sensible_policy_shows_and_finishes_as_soon_as_it_can() -> None:
    policy = find_policy(MARRIAGE, "sensible")
    seen: Counter[type] = Counter()
    for seed in range(12):
        for game in play_out("pagat", {}, seats=4, seed=seed, cap=60):
            position, seat = game.position, game.position.actor
            if seat < 0 or position.phase.name not in ("PLAY", "CHOOSE"):
                continue
            can = {type(move.action) for move in legal_moves(position)}
            action: object = policy(seat_view(position, game.held, seat=seat), Chance("x"))
            for kind in (Finish, Show, ChooseTiplu):
                if kind in can:
                    assert isinstance(action, kind)
                    seen[kind] += 1
                    break
    assert seen[Finish] >= 5 <= seen[Show]


def test_the_sensible_policy_beats_the_random_one() -> None:
    nets = [0, 0]
    for seats in (("sensible", "random") * 2, ("random", "sensible") * 2):
        for record in simulate(plan("pagat", policies=seats), games=15):
            for seat, player in enumerate(record.parts.result.players):
                nets[seats[seat] == "sensible"] += player.net or 0
            winner = record.parts.result.winner
            assert winner is None or seats[winner] == "sensible"
    assert nets[1] > 600
    assert sum(nets) == 0


def finished(preset: str, games: int) -> Counter[str]:
    return Counter(record.parts.result.ending.value for record in simulate(plan(preset), games=games))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_games_of_four_are_finished(preset: str) -> None:
    assert finished(preset, 10)["finished"] >= 9


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_of_a_hundred_games_of_four_at_least_95_are_finished(preset: str) -> None:
    assert finished(preset, 100)["finished"] >= 95


def test_dublees_are_played_where_they_are_nearer() -> None:
    routes: Counter[str] = Counter()
    for record in simulate(plan("pagat", seed="dublees"), games=40):
        routes.update(player.route.value for player in record.parts.result.players if player.route)
    assert 0 < routes["dublees"] < routes["sets"]
