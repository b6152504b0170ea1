"""Mistakes easily made in a solver, each with a hand that it gets wrong (docs/solver.md)."""

import pytest

from marriage_analysis.cards.notation import format_faces, parse_face, parse_faces, parse_sets
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.solve.solution import Solution, solve

PAGAT = rule_set("pagat")


def solved(cards: str, tiplu: str) -> Solution:
    return solve(parse_faces(cards), tiplu=parse_face(tiplu), rules=PAGAT)


@pytest.mark.parametrize(
    ("mistake", "cards", "tiplu", "discards"),
    [
        (
            "only the first three primary sets found are tried",
            "2S 3S 4S 5S 8S AH AH 2H 6H 7H 7H 8H 9H TH TH TH QH KH 6D 7D 8D 8C",
            "AS",
            "2H",
        ),
        (
            "the other four sets are packed greedily, the lowest card into its best group",
            "9S TS JS QS 2H 4H 4H 5H 5H 6H 2D 4D 5D 9D TD JD QD 4C 5C 6C 7C 9C",
            "QD",
            "TD 6C 9C",
        ),
        (
            "as many primary sets as can be are made first",
            "2S 3S 4S 5S 7S 8S 9S 9S 9S AH 9H JH AD 5D 9D 9D 9D QD KD 8C 8C 9C",
            "9H",
            "AH JH 8C",
        ),
        (
            "the three primary sets must be different ones",
            "4S 6S TS AH 2H 2H 3H 3D 4D 5D 5D 6D TD QD QD 8C 8C 9C 9C TC TC QC",
            "4D",
            "TS 2H QD",
        ),
        (
            "a wild card never stands in a primary set at its own value (COMB-12)",
            "7S 8S 2H 3H 4H 4H 5H 5H 6H 7H 2D 3D 4D 5D 7D JD KD 3C 5C 8C 9C TC",
            "3S",
            "8S",
        ),
    ],
)
def test_all_discards_that_leave_a_finish_are_found(
    mistake: str, cards: str, tiplu: str, discards: str
) -> None:
    del mistake
    assert format_faces(solved(cards, tiplu).discards) == discards


PURE = "2S 3S 4S 6D 7D 8D TC TC TC"
"""Three primary sets that touch nothing else."""

THREE_SETS = "JS JH JD QS QH QD AC 2C 3C"
"""Three more sets, none of which can be made otherwise."""


def after_show(rest: str, tiplu: str) -> Solution:
    """A hand whose show lies out; ``rest`` are its other 13 cards."""
    laid = parse_sets("2S3S4S,6D7D8D,TCTCTC")
    return solve(parse_faces(f"{PURE} {rest}"), tiplu=parse_face(tiplu), laid=laid, rules=PAGAT)


def test_a_wild_card_of_a_trial_of_its_own_rank_serves_only_once() -> None:
    """With the tiplu 5H, 5S 5D and one more five are three wild cards, and none is left for 8H 9H."""
    assert not after_show(f"{THREE_SETS} 8H 9S KC 5D", "5H").can_finish
    assert after_show(f"{THREE_SETS} 8H 9H KC 5D", "5H").discards == (parse_face("KC"),)


def test_poplu_and_jhiplu_go_round_at_ace_and_king() -> None:
    """With the tiplu KH the poplu is AH, with the tiplu AH the jhiplu is KH: each is wild and saves a pair."""
    for tiplu, saves in (("KH", "AH"), ("AH", "KH"), ("AH", "2H")):
        assert parse_face("5D") in after_show(f"{THREE_SETS} 8H 9H {saves} 5D", tiplu).discards
    assert not after_show(f"{THREE_SETS} 8H 9H 3H 5D", "KH").can_finish


def test_two_wild_cards_make_a_set_with_any_third() -> None:
    assert format_faces(after_show(f"{THREE_SETS} 8H 6S 6C KD", "6H").discards) == "8H KD"


def test_an_identical_pair_is_not_completed_by_a_wild_card() -> None:
    assert not after_show(f"{THREE_SETS} 9D 9D 6S KD", "6H").can_finish
    assert after_show(f"{THREE_SETS} 9D 9H 6S KD", "6H").can_finish
    assert after_show(f"{THREE_SETS} 6C 6C 9D KD", "6H").can_finish, "one of the two is wild itself"


def test_there_is_no_fourth_copy() -> None:
    """5H 5H 5H with 4H 6H, beside one more set and cards far from each other: a fourth 5H would do at once."""
    cards = "5H 5H 5H 4H 6H 2S 3S 4S 7S TS KS 9H QH 4D 7D TD KD 2C 5C 8C JC"
    solution = solve(parse_faces(cards), rules=PAGAT)
    assert solution.show_distance == 2
    assert parse_face("5H") not in solution.show_outs


def test_21_cards_are_not_finished_before_the_draw() -> None:
    cards = "8H JC 4H TC 4H AH AH 6H JS KC KH 8C 6S 8C 4H 9C 8S AH 7H JS 8H"
    solution = solved(cards, "JS")
    assert (solution.can_finish, solution.discards, solution.finish_distance) == (False, (), 0)
    assert solution.finish_outs == {}


def test_every_discard_is_given_not_that_of_one_arrangement() -> None:
    solution = after_show(f"{THREE_SETS} 8H 9H TH JH", "6C")
    assert format_faces(solution.discards) == "8H JH"
