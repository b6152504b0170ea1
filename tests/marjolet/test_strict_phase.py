"""Perfect play of the last six tricks against a search that keeps nothing and cuts nothing."""

import random

import pytest
from marjolet.hands import SEED, cards, random_deal, steps

from marriage_analysis.cards.chance import Chance
from marriage_analysis.games.marjolet.engine.actions import Play
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play, start
from marriage_analysis.games.marjolet.engine.position import Phase, Position
from marriage_analysis.games.marjolet.engine.seat_view import seat_view
from marriage_analysis.games.marjolet.pack import CARDS, NUMBERS, word_of
from marriage_analysis.games.marjolet.rules.presets import rule_set
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.marjolet.sensible import dix_that_scores, play_sensibly
from marriage_analysis.games.marjolet.strict_phase import StrictPhase, best_play


def lead_of(points: Position) -> int:
    """What seat 0 has scored more than seat 1."""
    return points.points[0] - points.points[1]


def brute_force(position: Position) -> int:
    """The lead of seat 0 at the end of the hand, both playing as well as they can: every play gone through."""
    if position.phase is Phase.OVER:
        return lead_of(position)
    values: list[int] = []
    for action in legal_actions(position):
        after = position.copy()
        play(after, action)
        values.append(brute_force(after))
    return max(values) if position.to_act == 0 else min(values)


def played_to(rng: random.Random, rules: RuleSet, *, trick: int, follows: bool) -> Position:
    """A position of random play in that strict trick, before its lead or before the reply."""
    position = start(random_deal(rng), rules, dealer=rng.randrange(2))
    phase = Phase.FOLLOW if follows else Phase.LEAD
    for reached, _ in steps(position, rng):
        if reached.trick == trick and reached.phase is phase:
            return reached.copy()
    raise AssertionError("every hand comes to its last trick")


def perfect_lead(position: Position) -> int:
    """The lead of seat 0 at the end by the solver, brisques already won counted in."""
    strict = position.winners[10:]
    view = seat_view(position, seat=position.to_act)
    won = 10 * sum(
        (1 if seat == 0 else -1) * (position.won[seat] & word_of(n for n in CARDS if n & 7 >= 6)).bit_count()
        for seat in range(2)
    )
    best = best_play(
        StrictPhase(
            hands=(position.hands[0], position.hands[1]),
            trump=position.trump,
            leader=position.leader,
            all_six=position.rules.all_six,
            dix=dix_that_scores(view),
            led=position.led if position.phase is Phase.FOLLOW else None,
            swept_by=-1 if not strict else strict[0] if len(set(strict)) == 1 else 2,
        )
    )
    assert Play(best.card) in legal_actions(position)
    after = position.copy()
    play(after, Play(best.card))
    assert lead_of(position) + won + best.value == brute_force(position)
    return best.value


RULES = [SEED, rule_set("older-article"), rule_set("seed", {"turned_seven": "once", "all_six": 50})]


@pytest.mark.parametrize(("trick", "hands"), [(13, 20), (14, 40), (16, 20)])
def test_the_solver_gives_what_brute_force_gives(trick: int, hands: int) -> None:
    rng = random.Random(trick)
    values = {
        perfect_lead(played_to(rng, RULES[number % 3], trick=trick, follows=number % 4 == 3))
        for number in range(hands)
    }
    assert len(values) > 3


@pytest.mark.long
def test_the_solver_gives_what_brute_force_gives_for_all_six_tricks() -> None:
    rng = random.Random(11)
    for number in range(25):
        perfect_lead(played_to(rng, RULES[number % 3], trick=11, follows=number % 2 == 1))


def test_the_sweep_is_worth_sixty() -> None:
    top, rest = cards("AS KS AH"), cards("7S 8S 7H")
    swept = StrictPhase(hands=(top, rest), trump=2, leader=0, all_six=60, swept_by=0)
    assert best_play(swept).value == 20 + 60
    shared = StrictPhase(hands=(top, rest), trump=2, leader=0, all_six=60, swept_by=2)
    assert best_play(shared).value == 20 + 10


def test_the_dix_scores_when_it_is_played() -> None:
    hands = (cards("7H"), cards("8H"))
    assert best_play(StrictPhase(hands=hands, trump=1, leader=0, all_six=60, swept_by=2)).value == -10
    dix = NUMBERS["7H"]
    assert best_play(StrictPhase(hands=hands, trump=1, leader=0, all_six=60, swept_by=2, dix=dix)).value == 0


def test_nothing_is_left_to_play() -> None:
    with pytest.raises(ValueError, match="no card is left"):
        best_play(StrictPhase(hands=(0, 0), trump=1, leader=0, all_six=60))


def test_the_other_hand_is_known_once_the_stock_is_used_up() -> None:
    rng = random.Random(4)
    for _ in range(40):
        position = start(random_deal(rng), SEED, dealer=0)
        for reached, _ in steps(position, rng):
            seat = reached.to_act
            view = seat_view(reached, seat=seat)
            known = view.other_hand
            assert view.shown & ~reached.hands[1 - seat] == 0
            assert reached.hands[1 - seat] & ~(view.shown | view.unseen) == 0
            if reached.trick > 10 or known is not None:
                assert known == reached.hands[1 - seat]


def test_the_sensible_player_ends_perfectly() -> None:
    rng = random.Random(9)
    for _ in range(12):
        position = played_to(rng, SEED, trick=13, follows=False)
        perfect = brute_force(position)
        while position.phase is not Phase.OVER:
            view = seat_view(position, seat=position.to_act)
            play(position, play_sensibly(view, Chance("none")))
        assert lead_of(position) == perfect
