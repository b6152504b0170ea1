"""Distances of the players to a show and to a finish: laws that pin them down, hand by hand."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.games.marriage.distance import ShowDistances
from marriage_analysis.games.marriage.players.sets_of_three import bit_of, fills, masks_of, missing, plus
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.solve.remainder import arrange_all
from marriage_analysis.games.marriage.solve.shows import can_show_by_sets
from marriage_analysis.games.marriage.wilds import wild_faces

PAGAT = rule_set("pagat")


def hands(number: int, size: int, seed: int) -> Iterator[list[int]]:
    """Hands of which most cards lie near one another, so that all distances come up."""
    rng = random.Random(seed)
    for _ in range(number):
        counts = [0] * 54
        near = rng.random() * 0.8
        while sum(counts) < size:
            face = rng.randrange(52)
            held = [other for other in range(52) if counts[other]]
            if held and rng.random() < near:
                face = (rng.choice(held) + rng.choice((0, 1, 2, 13))) % 52
            counts[face] += counts[face] < 3
        yield counts


def show(counts: list[int], displayed: int = 0, *, ace_high: bool = True) -> ShowDistances:
    return ShowDistances(counts, displayed=displayed, ace_high=ace_high)


@pytest.mark.parametrize("displayed", [0, 1, 2, 3])
@pytest.mark.parametrize("ace_high", [True, False])
def test_a_card_brings_the_show_nearer_exactly_when_it_is_an_out(displayed: int, ace_high: bool) -> None:
    """With "0 exactly where a show can be made" these laws leave one distance only, and one set of outs."""
    seen: set[int] = set()
    for counts in hands(60, 21 - 3 * displayed, displayed):
        distances = show(counts, displayed, ace_high=ace_high)
        here = distances.whole()
        seen.add(here.cards)
        for face in range(52):
            if counts[face] < 3:
                nearer = here.cards - (here.outs >> face & 1)
                assert distances.plus(face).cards == nearer
                more = [count + (other == face) for other, count in enumerate(counts)]
                assert show(more, displayed, ace_high=ace_high).whole() == distances.plus(face)
            if counts[face]:
                less = [count - (other == face) for other, count in enumerate(counts)]
                assert show(less, displayed, ace_high=ace_high).whole() == distances.without(face)
                assert 0 <= distances.without(face).cards - here.cards <= 1
    assert seen >= set(range(min(3 - displayed, 2) + 1))


def test_nothing_is_missing_exactly_where_a_show_can_be_made() -> None:
    can = 0
    for counts in hands(400, 22, 5):
        possible = can_show_by_sets(counts, (), PAGAT)
        can += possible
        assert (show(counts).whole().cards == 0) == possible
    assert 50 < can < 350


def finish(counts: list[int], wild: frozenset[int]) -> int:
    natural = [0 if face in wild else counts[face] for face in range(52)]
    wilds = sum(counts[face] for face in wild)
    return missing(masks_of(natural), wilds=wilds, sets=sum(counts) // 3, ace_high=True)


def test_nothing_is_missing_exactly_where_all_but_one_card_can_be_arranged() -> None:
    rng = random.Random(1)
    can = 0
    for counts in hands(400, 13, 6):
        wild = frozenset(face.index for face in wild_faces(FACES[rng.randrange(52)], PAGAT))
        possible = False
        for face in range(52):
            if counts[face]:
                less = [count - (other == face) for other, count in enumerate(counts)]
                possible = possible or arrange_all(less, wild, PAGAT) is not None
        can += possible
        assert (finish(counts, wild) == 0) == possible
    assert 20 < can < 380


@pytest.mark.parametrize(
    ("cards", "wanted", "outs"),
    [
        ("6S 7S", 1, "5S 8S"),
        ("6S 8S", 1, "7S"),
        ("6S 6H", 1, "6D 6C"),
        ("6S 6S", 1, "6S"),
        ("QS AS", 1, "KS"),
        ("6S 6S KH", 1, None),
        ("6S 7S KH", 0, None),
        ("6S 6H KH", 0, None),
        ("6S KH KH", 0, None),
    ],
)
def test_one_set_by_hand(cards: str, wanted: int, outs: str | None) -> None:
    """KH is the tiplu, and one set is wanted. Two copies of a face and a wild card are no set (COMB-07)."""
    wild = frozenset(face.index for face in wild_faces(parse_face("KH"), PAGAT))
    counts = [0] * 54
    for face in parse_faces(cards):
        counts[face.index] += 1
    natural = masks_of([0 if face in wild else counts[face] for face in range(52)])
    wilds = sum(counts[face] for face in wild)
    assert missing(natural, wilds=wilds, sets=1, ace_high=True) == wanted
    if outs is not None:
        helps = {face for face in range(52) if fills(plus(natural, bit_of(face)), wilds, 1, wanted - 1, True)}
        assert helps == {face.index for face in parse_faces(outs)}


def test_every_pair_of_a_set_waits_for_its_third() -> None:
    run = [parse_face(text).index for text in ("QS", "KS", "AS")]
    for kept in combinations(run, 2):
        counts = [0] * 54
        for face in kept:
            counts[face] += 1
        (third,) = set(run) - set(kept)
        assert show(counts, 2).whole().outs >> third & 1
        assert fills(plus(masks_of(counts[:52]), bit_of(third)), 0, 1, 0, True)
