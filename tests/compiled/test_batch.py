"""The batch solver: against vectors, against a literal search for shows, and its own laws."""

import json
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numba", reason="the extra fast is not installed")
import numpy as np

from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.compiled.marriage.batch import BatchSolver, Laid
from marriage_analysis.errors import CardError, CountError
from marriage_analysis.games.marriage.rules.presets import rule_set

if TYPE_CHECKING:
    import numpy.typing as npt

VECTORS = Path(__file__).parent.parent / "data" / "marriage-hands.jsonl"


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def column(cards: str) -> "npt.NDArray[np.int64]":
    return np.array([Multiset.of(parse_faces(cards)).counts])


def answer_of(wanted: Any) -> object:
    return wanted if isinstance(wanted, int) else set(wanted)


def faces(word: int) -> set[str]:
    return {str(face) for face in FACES if word >> face.index & 1}


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['kind']}-{vector['id']}")
def test_vectors(vector: dict[str, Any]) -> None:
    exact, longer = BatchSolver(rule_set("pagat")), BatchSolver(rule_set("wikipedia-en"))
    hand, tiplu = column(vector["cards"]), np.array([parse_face(vector["tiplu"]).index])
    answers: dict[str, object] = {
        "pure_distance": exact.show_distances(hand)[0],
        "dublee7": exact.dublee_outs(hand, 7).distances[0],
        "dublee8": exact.dublee_outs(hand, 8).distances[0],
        "finish_distance": exact.finish_distances(hand, tiplu)[0],
        "finish_discards": faces(exact.finish_discards(hand, tiplu)[0]),
        "finish_discards_long": faces(longer.finish_discards(hand, tiplu)[0]),
        "outs_pure": faces(exact.show_outs(hand).outs[0]),
        "outs_finish": faces(exact.finish_outs(hand, tiplu).outs[0]),
    }
    if "laid" in vector:
        laid_cards: list[list[str]] = vector["laid"]
        cards = np.array([Multiset.of(parse_face(card) for cards in laid_cards for card in cards).counts])
        laid = Laid(cards, np.array([len(vector["laid"])]))
        answers["laid_finish_distance"] = exact.finish_distances(hand - cards, tiplu, laid=laid)[0]
        answers["laid_finish_discards"] = faces(exact.finish_discards(hand - cards, tiplu, laid=laid)[0])
    compared = answers.keys() & vector.keys()
    assert compared
    for name in compared:
        assert answers[name] == answer_of(vector[name]), name


def runs(ace_high: bool) -> list[tuple[int, ...]]:
    low = [tuple(13 * suit + rank + step for step in range(3)) for suit in range(4) for rank in range(11)]
    return low + [(13 * suit + 11, 13 * suit + 12, 13 * suit) for suit in range(4)] * ace_high


def literal_distance(counts: "npt.NDArray[np.int64]", ace_high: bool) -> int:
    """The least missing from any three pure sets of which no face is needed more than three times."""
    held = [index for index in range(52) if counts[index]]
    near = {other for index in held for other in range(max(index - 2, 0), min(index + 3, 52))} | {
        13 * (index // 13) + rank for index in held for rank in (0, 11, 12)
    }
    sets = [cards for cards in [*runs(ace_high), *((face,) * 3 for face in range(52))] if set(cards) <= near]
    needs = [(cards, sum(max(0, cards.count(card) - counts[card]) for card in set(cards))) for cards in sets]
    close = [cards for cards, missing in needs if missing < 3]
    least = 9
    for three in combinations_with_replacement(close, 3):
        needed = [card for cards in three for card in cards]
        if max(map(needed.count, needed)) <= 3:
            least = min(least, sum(max(0, needed.count(card) - counts[card]) for card in set(needed)))
    return least


@pytest.mark.parametrize("preset", ["pagat", "house-app"])
def test_show_distance_and_outs_are_those_of_a_literal_search(preset: str) -> None:
    rules, random = rule_set(preset), Random(preset)
    solver = BatchSolver(rules)
    for _ in range(2):
        # Nine cards of one and a half suits: few enough to try every three sets.
        hand = np.zeros((1, 54), dtype=np.int64)
        for face in random.sample([face for face in range(20) for _ in range(3)], 9):
            hand[0, face] += 1
        near = solver.show_outs(hand)
        assert near.distances[0] == literal_distance(hand[0], rules.ace_high_sequence)
        for face in random.sample([face for face in range(20) if hand[0, face] < 3], 5):
            more = hand.copy()
            more[0, face] += 1
            helps = literal_distance(more[0], rules.ace_high_sequence) < near.distances[0]
            assert bool(int(near.outs[0]) >> face & 1) == helps


def test_a_draw_lowers_the_distance_exactly_where_it_is_an_out() -> None:
    solver, random = BatchSolver(rule_set("house-app")), Random(5)
    hands = np.zeros((20, 54), dtype=np.int64)
    for hand in hands:
        for face in random.sample([*range(52)] * 3 + [52] * 3, 21):
            hand[face] += 1
    tiplus = np.array([random.randrange(52) for _ in hands])
    near = solver.finish_outs(hands, tiplus)
    assert (near.distances == solver.finish_distances(hands, tiplus)).all()
    for face in range(0, 53, 4):
        room = hands[:, face] < 3
        more = hands[room].copy()
        more[:, face] += 1
        lower = solver.finish_distances(more, tiplus[room]) < near.distances[room]
        assert (lower == (near.outs[room] >> face & 1).astype(bool)).all()


def test_refused() -> None:
    solver = BatchSolver(rule_set("pagat"))
    with pytest.raises(CountError):
        solver.show_distances(np.zeros((2, 52), dtype=np.int64))
    with pytest.raises(CountError):
        solver.show_distances(np.full((1, 54), 4))
    with pytest.raises(CardError):
        solver.finish_distances(np.zeros((1, 54), dtype=np.int64), np.array([52]))
