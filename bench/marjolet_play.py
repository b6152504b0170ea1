"""Random legal play of Marjolet against OpenSpiel's gin_rummy."""

import random
import sys
from itertools import count

import pyspiel
from _interleaved import Job, compare

from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play, start
from marriage_analysis.games.marjolet.engine.position import Deal, Phase
from marriage_analysis.games.marjolet.rules.presets import PRESETS

_HANDS = 300
_GIN_GAMES = 40
_numbers = count()


def play_marjolet() -> int:
    """Whole hands of every preset; a step is a card played, a meld, an exchange, or the draws of both."""
    steps = 0
    presets = [preset.rules for preset in PRESETS.values()]
    for _ in range(_HANDS):
        number = next(_numbers)  # always other hands, so that nothing is remembered from the round before
        rng = random.Random(number)
        deck = list(range(32))
        rng.shuffle(deck)
        deal = Deal((tuple(deck[:6]), tuple(deck[6:12])), deck[12], tuple(deck[13:]))
        position = start(deal, presets[number % len(presets)], dealer=number % 2)
        while position.phase is not Phase.OVER:
            actions = legal_actions(position)
            play(position, actions[rng.randrange(len(actions))])
            steps += 1
        assert position.is_whole
    return steps


def play_openspiel() -> int:
    rng, game, steps = random.Random(next(_numbers)), pyspiel.load_game("gin_rummy"), 0
    for _ in range(_GIN_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
    assert steps > 0
    return steps


def main() -> int:
    ours = Job("marjolet: random legal play", "steps", play_marjolet)
    peer = Job("OpenSpiel gin_rummy: random play", "steps", play_openspiel)
    return 0 if compare(ours, peer, must=2, aim=5) else 1


if __name__ == "__main__":
    sys.exit(main())
