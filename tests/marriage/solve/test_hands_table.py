"""The table of hands with known answers: tests/data/marriage-hands.jsonl, under pagat and with longer sets."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.games.marriage.arrangements import is_finish
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.solve.solution import Solution, solve

FILE = Path(__file__).parents[2] / "data" / "marriage-hands.jsonl"
HANDS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
PAGAT = rule_set("pagat")
# The table tells of finishes by sets alone, so the hands are played by too few for dublees.
BY_SETS = rule_set("pagat", {"dublee_min_players": 4})
LONGER = rule_set("pagat", {"dublee_min_players": 4, "set_length": "min3"})


def texts(faces: object) -> list[str]:
    return sorted(map(str, faces))  # pyright: ignore[reportArgumentType]


def solved(hand: dict[str, Any], **asked: Any) -> Solution:
    return solve(
        parse_faces(hand["cards"]), tiplu=parse_face(hand["tiplu"]), rules=asked.pop("rules", PAGAT), **asked
    )


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: f"{hand['kind']} {hand['id']}")
def test_the_answers_are_those_of_the_table(hand: dict[str, Any]) -> None:
    solution = solved(hand)
    by_sets = any(len(cards) == 3 for show in solution.shows for cards in show)
    assert by_sets == hand["can_show"]
    assert solution.show_distance == hand["pure_distance"]
    assert solution.dublee_distances == (hand["dublee7"], hand["dublee8"])
    assert solution.finish_distance == hand["finish_distance"]
    if "can_finish" in hand:
        by_sets = solved(hand, rules=BY_SETS, players=2)
        assert by_sets.can_finish == hand["can_finish"]
        assert texts(by_sets.discards) == sorted(hand["finish_discards"])
        assert solution.can_finish == (by_sets.can_finish or hand["dublee8"] == 0)
        longer = solved(hand, rules=LONGER, players=2)
        assert longer.can_finish == hand["can_finish_long"]
        assert texts(longer.discards) == sorted(hand["finish_discards_long"])
        assert longer.finish_distance is not None
        assert longer.finish_distance <= hand["finish_distance"]
        for found, rules in ((solution, PAGAT), (by_sets, BY_SETS), (longer, LONGER)):
            if found.can_finish:
                check_arrangement(found, hand, rules=rules)
    else:
        assert solution.can_finish is False
        assert texts(solution.show_outs) == sorted(hand["outs_pure"])
        assert texts(solution.finish_outs) == sorted(hand["outs_finish"])
    if "winning_draws" in hand:
        assert texts(solution.finish_outs) == sorted(hand["winning_draws"])


def check_arrangement(solution: Solution, hand: dict[str, Any], *, rules: Any) -> None:
    """The recognisers say that it is a finish, of these very cards."""
    discard = solution.discard
    assert discard is not None
    tiplu = parse_face(hand["tiplu"])
    if parse_faces(hand["cards"]).count(tiplu) < 3:  # the table holds hands with its third copy too
        held = Counter(parse_faces(hand["cards"])) - Counter([discard])
        loose = held - Counter(face for cards in solution.arrangement for face in cards)
        verdict = is_finish(
            solution.arrangement, rules=rules, tiplu=tiplu, discard=discard, loose=tuple(loose.elements())
        )
        assert verdict, verdict.reason
    laid: Counter[Face] = Counter(face for cards in solution.arrangement for face in cards)
    held = Counter(parse_faces(hand["cards"])) - Counter([discard])
    assert laid == held or (len(solution.arrangement) == 8 and laid <= held)


@pytest.mark.parametrize(
    "hand", [hand for hand in HANDS if "laid" in hand], ids=lambda hand: f"{hand['kind']} {hand['id']}"
)
def test_the_answers_after_a_show_are_those_of_the_table(hand: dict[str, Any]) -> None:
    laid = tuple(tuple(map(parse_face, cards)) for cards in hand["laid"])
    solution = solved(hand, laid=laid)
    assert solution.finish_distance == hand["laid_finish_distance"]
    assert texts(solution.discards) == sorted(hand.get("laid_finish_discards", ()))
    assert (solution.ways, solution.shows, solution.show_distance) == (1, (laid,), 0)
    assert solution.dublee_distances == (None, None)
    assert not solution.arrangement or solution.arrangement[:3] == laid
