"""Hands of Marjolet for the tests: positions from notation, random deals, random play."""

import random
from collections.abc import Iterator, Sequence

from marriage_analysis.games.marjolet.engine.actions import Action
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play, start
from marriage_analysis.games.marjolet.engine.position import Deal, Phase, Position
from marriage_analysis.games.marjolet.pack import CARDS, NUMBERS, UNKNOWN, read_cards, word_of
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import OPTIONS, RuleSet
from marriage_analysis.games.rule_options.value_kinds import Choice, Flag, Number

SEED = PRESETS["seed"].rules


def cards(text: str) -> int:
    """Cards in notation as a word."""
    return word_of(read_cards(text))


def card(text: str) -> int:
    return NUMBERS[text]


def at_trick(
    hands: Sequence[str],
    *,
    turnup: str,
    trick: int,
    leader: int,
    rules: RuleSet = SEED,
    won: Sequence[int] = (),
    stock: str = "",
) -> Position:
    """A position before a lead: what each holds, the turn-up, who won the tricks before."""
    deal = Deal((None, None), card(turnup), None)
    position = start(deal, rules, dealer=1 - leader)
    position.hands = [cards(hand) for hand in hands]
    position.hidden = [0, 0]
    position.trick = trick
    position.leader = leader
    position.winners = list(won)
    position.drawn = min(2 * (trick - 1), 20)
    lies = list(read_cards(stock))
    position.stock = [UNKNOWN] * position.drawn + lies + [UNKNOWN] * (19 - position.drawn - len(lies))
    position.ledger, position.points = [], [0, 0]
    return position


def random_deal(rng: random.Random) -> Deal:
    deck = list(CARDS)
    rng.shuffle(deck)
    return Deal((tuple(deck[:6]), tuple(deck[6:12])), deck[12], tuple(deck[13:]))


def random_rules(rng: random.Random) -> RuleSet:
    """A preset with some options changed to any value they can have."""
    options: dict[str, object] = {}
    for name, text in OPTIONS.items():
        if rng.random() < 0.5:
            options[name] = _any_value(rng, text.kind)
    return rule_set(rng.choice(list(PRESETS)), options)


def _any_value(rng: random.Random, kind: object) -> object:
    match kind:
        case Choice():
            return rng.choice(kind.words)
        case Flag():
            return rng.random() < 0.5
        case Number(only=tuple() as only):
            return rng.choice([*only, *([None] if kind.nullable else [])])
        case _:
            return rng.choice([500, 1000, 370])


def steps(position: Position, rng: random.Random) -> Iterator[tuple[Position, Action]]:
    """Random legal play to the end: the position and the action chosen, before it is carried out."""
    while position.phase is not Phase.OVER:
        action = rng.choice(legal_actions(position))
        yield position, action
        play(position, action)


def played_out(rng: random.Random, rules: RuleSet, before: tuple[int, int] | None = None) -> Position:
    position = start(random_deal(rng), rules, dealer=rng.randrange(2), before=before)
    for _ in steps(position, rng):
        pass
    return position
