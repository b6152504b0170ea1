"""Distances and discards against whole-number programmes, under every option that touches sets."""

import random

import pytest
from marriage.engine.random_rules import random_rules
from marriage.solve.hands import KINDS, TEXTS, make_hand, texts, wild_numbers
from marriage.solve.programmes import exchanges

from marriage_analysis.cards.notation import parse_faces
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.finish_distance import finish_distance
from marriage_analysis.games.marriage.solve.show_distance import show_distance

SEEDS = [pytest.param(seed, marks=[pytest.mark.long] if seed >= 3 else []) for seed in range(100)]


def rules_of(seed: int, rng: random.Random) -> RuleSet:
    return rule_set(rng.choice(list(PRESETS))) if seed % 3 == 0 else random_rules(rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_distances_are_those_of_a_programme(seed: int) -> None:
    rng = random.Random(seed)
    for kind in KINDS:
        rules = rules_of(seed, rng)
        counts, tiplu = make_hand(kind, rng, rules, size=rng.choice((21, 22)))
        hand, wild = texts(counts), wild_numbers(tiplu, rules)
        assert show_distance(counts, rules) == exchanges(hand, rules, tiplu=None, pure=3, places=None), hand
        found = finish_distance(counts, wild, rules, places=21, pure=3)
        assert found == exchanges(hand, rules, tiplu=TEXTS[tiplu], pure=3, places=21), (hand, tiplu, rules)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_discards_are_those_of_a_programme(seed: int) -> None:
    """For each card that is held: whether the rest is nothing away from a finish."""
    rng = random.Random(1000 + seed)
    finishable = 0
    while finishable < 2:
        rules = rules_of(seed, rng)
        counts, tiplu = make_hand(rng.choice(("near-complete", "wild-heavy", "ace-wrap")), rng, rules, size=22)
        hand = texts(counts)
        discards = Finishes(counts, wild_numbers(tiplu, rules), rules, pure=3).discards()
        expected: list[str] = []
        if discards or rng.random() < 0.1:
            for face in sorted(set(hand), key=TEXTS.index):
                rest = list(hand)
                rest.remove(face)
                if exchanges(rest, rules, tiplu=TEXTS[tiplu], pure=3, places=21) == 0:
                    expected.append(face)
            assert [TEXTS[face] for face in discards] == expected, (hand, tiplu, rules)
            finishable += bool(discards)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed >= 2 else []) for seed in range(80)]
)
def test_distances_beside_sets_that_lie_out(seed: int) -> None:
    """With displayed tunnels, of which no copy can come, and after a show."""
    rng = random.Random(2000 + seed)
    rules = rules_of(seed, rng)
    counts, tiplu = make_hand("duplicate-heavy", rng, rules, size=rng.choice((21, 22)))
    wild = wild_numbers(tiplu, rules)
    tunnels = [face for face in range(52) if counts[face] == 3][: rng.choice((1, 2, 3))]
    lying = [3 * (face in tunnels) for face in range(54)]
    free = [held - lies for held, lies in zip(counts, lying, strict=True)]
    pure = 3 - len(tunnels)
    hand, lies = texts(free), texts(lying)
    assert show_distance(free, rules, sets=pure, lying=tunnels) == exchanges(
        hand, rules, tiplu=None, pure=pure, places=None, lying=lies
    )
    places = 21 - 3 * len(tunnels)
    found = finish_distance(free, wild, rules, places=places, pure=pure, lying=lying)
    assert found == exchanges(hand, rules, tiplu=TEXTS[tiplu], pure=pure, places=places, lying=lies)


def test_three_cards_of_a_sequence_of_five_can_be_better_than_two_of_three() -> None:
    """3H 5H 7H keep three cards in five places, where two of them would keep two in three."""
    rules = rule_set("house-app")
    hand = list(map(str, parse_faces("4S 6S 6S 7S 9S KS AH AH AH 3H 5H 7H 9H 9H 9H 2D 5D 8D 8D TC QC")))
    counts = [hand.count(text) for text in TEXTS]
    found = finish_distance(counts, wild_numbers(TEXTS.index("6S"), rules), rules, places=21, pure=3)
    assert found == exchanges(hand, rules, tiplu="6S", pure=3, places=21) == 3
