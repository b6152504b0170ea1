"""Laws that tie the answers for one hand to those for another."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from marriage.engine.random_rules import random_rules
from marriage.solve.hands import KINDS, faces_of, make_hand, wild_numbers

from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.arrangements import is_finish, is_primary_show
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.finish_distance import finish_distance
from marriage_analysis.games.marriage.solve.show_distance import show_distance
from marriage_analysis.games.marriage.solve.solution import Solution, solve

PAGAT = rule_set("pagat")
SEEDS = [pytest.param(seed, marks=[pytest.mark.long] if seed >= 2 else []) for seed in range(60)]


def hands(seed: int, *, size: int) -> Iterator[tuple[list[int], int, RuleSet]]:
    rng = random.Random(seed)
    for kind in KINDS:
        rules = random_rules(rng)
        yield (*make_hand(kind, rng, rules, size=size), rules)


def distances(counts: list[int], tiplu: int, rules: RuleSet) -> tuple[int, int]:
    wild = wild_numbers(tiplu, rules)
    return show_distance(counts, rules), finish_distance(counts, wild, rules, places=21, pure=3)


def moved(counts: list[int], to: Callable[[int], int]) -> list[int]:
    other = [0] * 54
    for face, count in enumerate(counts):
        other[to(face) if face < 52 else face] = count
    return other


@pytest.mark.parametrize("seed", SEEDS)
def test_suits_can_change_places(seed: int) -> None:
    rng = random.Random(seed)
    for counts, tiplu, rules in hands(seed, size=22):
        order = rng.sample(range(4), 4)

        def to(face: int, order: list[int] = order) -> int:
            return 13 * order[face // 13] + face % 13

        other = moved(counts, to)
        assert distances(other, to(tiplu), rules) == distances(counts, tiplu, rules)
        found = Finishes(counts, wild_numbers(tiplu, rules), rules, pure=3).discards()
        there = Finishes(other, wild_numbers(to(tiplu), rules), rules, pure=3).discards()
        assert sorted(to(face) if face < 52 else face for face in found) == list(there)


@pytest.mark.parametrize("seed", SEEDS)
def test_ranks_can_be_mirrored_where_the_ace_is_high_too(seed: int) -> None:
    """Two and king, three and queen, and so on change places; the ace stays, the two and the king beside it."""

    def to(face: int) -> int:
        return 13 * (face // 13) + (13 - face % 13) % 13

    for counts, tiplu, drawn in hands(seed, size=22):
        rules = replace(drawn, ace_high_sequence=True)
        other = moved(counts, to)
        assert distances(other, to(tiplu), rules) == distances(counts, tiplu, rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_more_brings_a_hand_nearer_by_one_at_most(seed: int) -> None:
    rng = random.Random(seed)
    for counts, tiplu, rules in hands(seed, size=21):
        show, finish = distances(counts, tiplu, rules)
        for face in rng.sample(range(52), 4):
            if counts[face] < 3:
                there = distances(plus(counts, face), tiplu, rules)
                assert 0 <= show - there[0] <= 1
                assert 0 <= finish - there[1] <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_longer_sets_and_a_high_ace_keep_no_hand_further_off(seed: int) -> None:
    for counts, tiplu, rules in hands(seed, size=22):
        exact = distances(counts, tiplu, replace(rules, set_length=SetLength.EXACT3))
        longer = distances(counts, tiplu, replace(rules, set_length=SetLength.MIN3))
        assert longer[0] == exact[0]
        assert longer[1] <= exact[1]
        low = distances(counts, tiplu, replace(rules, ace_high_sequence=False))
        high = distances(counts, tiplu, replace(rules, ace_high_sequence=True))
        assert high <= low


@pytest.mark.parametrize("seed", SEEDS)
def test_22_cards_are_as_far_as_the_best_21_of_them(seed: int) -> None:
    """And those of which nothing is missing are left by the discards."""
    for counts, tiplu, rules in hands(seed, size=22):
        wild = wild_numbers(tiplu, rules)
        left: dict[int, int] = {}
        for face, count in enumerate(counts):
            if count:
                rest = [held - (other == face) for other, held in enumerate(counts)]
                left[face] = finish_distance(rest, wild, rules, places=21, pure=3)
        assert finish_distance(counts, wild, rules, places=21, pure=3) == min(left.values())
        discards = Finishes(counts, wild, rules, pure=3).discards()
        assert discards == tuple(face for face, distance in left.items() if distance == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_out_lowers_the_distance_and_at_distance_1_finishes(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    while tried < 3:
        counts, tiplu = make_hand(rng.choice(("near-complete", "wild-heavy", "ace-wrap")), rng, PAGAT, size=21)
        solution = solved(counts, tiplu, PAGAT)
        if solution.finish_distance == 0:
            assert not solution.finish_outs
            face = rng.choice([face for face in range(52) if counts[face] < 3])
            more = Finishes(plus(counts, face), wild_numbers(tiplu, PAGAT), PAGAT, pure=3)
            assert more.discards(), "any draw finishes"
            continue
        assert solution.finish_outs
        assert solution.can_finish is False, "a finish comes after the draw"
        for face, left in solution.finish_outs.items():
            assert left == 3 - counts[face.index] - (face.index == tiplu)
            more = plus(counts, face.index)
            assert distances(more, tiplu, PAGAT)[1] == (solution.finish_distance or 0) - 1
            discards = Finishes(more, wild_numbers(tiplu, PAGAT), PAGAT, pure=3).discards()
            assert bool(discards) == (solution.finish_distance == 1)
        tried += 1


def plus(counts: list[int], face: int) -> list[int]:
    return [count + (other == face) for other, count in enumerate(counts)]


def solved(counts: list[int], tiplu: int, rules: RuleSet) -> Solution:
    return solve(faces_of(counts), tiplu=FACES[tiplu], rules=rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_shows_and_arrangements_are_what_the_recognisers_call_so(seed: int) -> None:
    for counts, tiplu, rules in hands(seed, size=22):
        solution = solved(counts, tiplu, rules)
        assert (show_distance(counts, rules) == 0) <= solution.can_show
        for show in solution.shows:
            assert is_primary_show(show, rules=rules)
        if not solution.can_finish:
            continue
        held = Counter(faces_of(counts))
        held.subtract([solution.discard] if solution.discard else [])
        loose = held - Counter(face for cards in solution.arrangement for face in cards)
        verdict = is_finish(
            solution.arrangement,
            rules=rules,
            tiplu=FACES[tiplu],
            discard=solution.discard,
            loose=tuple(loose.elements()),
        )
        assert verdict, (verdict.reason, solution.arrangement)
        assert solution.discard is None or solution.discard in solution.discards


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_cards_in_any_order_have_the_same_answer(seed: int) -> None:
    rng = random.Random(seed)
    for counts, tiplu, rules in hands(seed, size=22):
        cards = list(faces_of(counts))
        rng.shuffle(cards)
        assert solve(cards, tiplu=FACES[tiplu], rules=rules) == solved(counts, tiplu, rules)
