"""Random legal play against OpenSpiel's gin_rummy and RLCard's gin-rummy environment."""

import random
import sys
from itertools import count

import pyspiel
import rlcard
from _interleaved import Job, compare

from marriage_analysis.games.marriage.engine.choices import CARDS, legal_moves
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import Reshuffle
from marriage_analysis.games.marriage.engine.judge import shuffled_cards
from marriage_analysis.games.marriage.engine.position import NOBODY, Phase, start_position
from marriage_analysis.games.marriage.rules.presets import rule_set

_STEPS = 400
_OVER, _RESHUFFLE = Phase.OVER, Phase.RESHUFFLE


_seeds = count()


def play_marriage() -> int:
    steps = 0
    for preset in ("pagat", "wikipedia-en", "house-app") * 12:
        number = next(_seeds)  # always other games, so that nothing is remembered from the round before
        rng, rules = random.Random(number), rule_set(preset)
        position = start_position(deal_cards(rules, seats=4, dealer=0, seed=f"b{number}"), rules, dealer=0)
        for _ in range(_STEPS):
            if position.phase is _OVER:
                break
            if position.phase is _RESHUFFLE:
                pool = [CARDS[card] for card in shuffled_cards(position)]
                rng.shuffle(pool)
                play(position, NOBODY, Reshuffle(tuple(pool)))
                continue
            moves = legal_moves(position)
            move = moves[int(rng.random() * len(moves))]
            play(position, move.seat, move.action)
            steps += 1
        assert position.first_drawn
    return steps


def play_openspiel() -> int:
    rng, game, steps = random.Random(1), pyspiel.load_game("gin_rummy"), 0
    for _ in range(30):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [outcome for outcome, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    assert steps > 0
    return steps


def play_rlcard() -> int:
    rng, environment, steps = random.Random(1), rlcard.make("gin-rummy", config={"seed": 1}), 0
    for _ in range(20):
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(rng.random() * len(actions))])
            steps += 1
    assert steps > 0
    return steps


def main() -> int:
    ours = Job("marriage: random legal play", "steps", play_marriage)
    good = compare(ours, Job("OpenSpiel gin_rummy: random play", "steps", play_openspiel), must=2, aim=5)
    good &= compare(ours, Job("RLCard gin-rummy: random play", "steps", play_rlcard), must=10, aim=30)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
