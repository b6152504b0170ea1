"""The finish that is given keeps most maal: against every show, every discard and a literal count."""

import random
from collections import Counter

import pytest
from marriage.literal_maal import LiteralSeat, literal_hand, literal_maal
from marriage.solve.hands import TEXTS, make_hand, texts, wild_numbers

from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.notation import parse_face, parse_faces, parse_sets
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.hands import NumberedSets
from marriage_analysis.games.marriage.solve.remainder import arrange_all
from marriage_analysis.games.marriage.solve.shows import shows_by_sets
from marriage_analysis.games.marriage.solve.solution import solve

RULES = (
    rule_set("wikipedia-en", {"set_length": "exact3", "max_reshuffles": None}),
    rule_set("pagat", {"tunnel_source": "any_shown"}),
    rule_set("house-app", {"tunnel_source": "any_shown", "laid_marriage_bonus": 5, "set_length": "exact3"}),
    rule_set("pagat"),
)


def literal_value(kept: list[str], show: NumberedSets, tiplu: str, rules: RuleSet) -> int:
    shown = [[TEXTS[face] for face in cards] for cards in show]
    displayed: list[str] = []
    if rules.tunnel_source.value == "any_shown":
        displayed = [cards[0] for cards in shown if len(set(cards)) == 1]
    holding = Counter(kept)
    holding.subtract(face for face in displayed for _ in range(3))
    place = TEXTS.index(tiplu) % 13
    suit = TEXTS.index(tiplu) - place
    trio = {TEXTS[suit + (place + step) % 13] for step in (-1, 0, 1)}
    laid = place > 0 and any(trio <= set(cards) for cards in shown)
    seat = LiteralSeat(True, tuple(holding.elements()), tuple(displayed), laid)
    return literal_maal(literal_hand(seat, tiplu, rules), rules, seen=True, ace=place == 0)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed >= 4 else []) for seed in range(60)]
)
def test_no_show_and_no_discard_keeps_more(seed: int) -> None:
    rng = random.Random(seed)
    rules = RULES[seed % len(RULES)]
    found = 0
    while found < 2:
        counts, tiplu = make_hand(rng.choice(("near-complete", "wild-heavy")), rng, rules, size=22)
        if sum(counts[face] for face in wild_numbers(tiplu, rules)) > 7:
            continue  # some thousands of ways
        hand = [face for face, count in enumerate(counts) for _ in range(count)]
        solution = solve([FACES[face] for face in hand], tiplu=FACES[tiplu], rules=rules)
        if solution.finish_distance != 0:
            continue
        wild = wild_numbers(tiplu, rules)
        values: set[int] = set()
        discards: set[int] = set()
        for show in shows_by_sets(counts, (), rules):
            rest = list(counts)
            for cards in show:
                for face in cards:
                    rest[face] -= 1
            for face in range(54):
                if rest[face]:
                    rest[face] -= 1
                    if arrange_all(rest, wild, rules) is not None:
                        discards.add(face)
                        kept = texts([count - (other == face) for other, count in enumerate(counts)])
                        values.add(literal_value(kept, show, TEXTS[tiplu], rules))
                    rest[face] += 1
        assert solution.maal == max(values)
        assert {FACES[face] for face in discards} <= set(solution.discards)
        found += 1


SHOWN = "2S3S4S,6D7D8D,TCTCTC"
SHOWN_AND_SETS = "2S 3S 4S 6D 7D 8D TC TC TC JS JH JD QS QH QD AC 2C 3C"


def test_a_card_without_maal_is_thrown_rather_than_one_with() -> None:
    """The tiplu 7H makes 8H the poplu, worth two points; it could be thrown as well as others."""
    cards = parse_faces(f"{SHOWN_AND_SETS} 4D 5D 6D 8H")
    solution = solve(cards, tiplu=parse_face("7H"), laid=parse_sets(SHOWN), rules=rule_set("pagat"))
    assert {"JS", "4D", "5D", "6D", "8H"} <= set(map(str, solution.discards))
    assert (str(solution.discard), solution.maal) == ("JS", 2)


def test_of_cards_worth_the_same_the_lowest_natural_one_is_thrown() -> None:
    cards = parse_faces(f"{SHOWN_AND_SETS} 8H 9H TH JH")
    solution = solve(cards, tiplu=parse_face("6C"), laid=parse_sets(SHOWN), rules=rule_set("pagat"))
    assert [str(face) for face in solution.discards] == ["8H", "JH"]
    assert str(solution.discard) == "8H"


def test_a_marriage_is_laid_in_the_show_where_that_earns_more() -> None:
    cards = parse_faces("2S 3S 4S 6D 7D 8D TC TC TC 4H 5H 6H JS JH JD QS QH QD AC 2C 3C 9D")
    rules = rule_set("wikipedia-en")
    solution = solve(cards, tiplu=parse_face("5H"), rules=rules)
    assert parse_sets("4H5H6H")[0] in solution.arrangement[:3]
    assert solution.maal == rules.marriage_points[0] + rules.laid_marriage_bonus


def test_eight_dublees_keep_what_is_worth_most() -> None:
    cards = parse_faces("2S 2S 4S 4S 6S 6S 8S 8S TS TS QS QS AD AD 3D 3D 5H 6H 9C JC 7D KC")
    solution = solve(cards, tiplu=parse_face("5H"), rules=rule_set("pagat"))
    assert len(solution.arrangement) == 8
    assert (str(solution.discard), solution.maal) == ("7D", 3 + 2)
    assert not set(map(str, solution.discards)) & {"2S", "3D"}
    assert {"5H", "7D"} <= set(map(str, solution.discards))


def test_without_a_last_discard_eight_dublees_throw_nothing() -> None:
    cards = parse_faces("2S 2S 4S 4S 6S 6S 8S 8S TS TS QS QS AD AD 3D 3D 5H 6H 9C JC 7D KC")
    rules = rule_set("pagat", {"dublee_finish_discard": False})
    solution = solve(cards, tiplu=parse_face("5H"), rules=rules)
    assert solution.can_finish
    assert (solution.discards, solution.discard) == ((), None)


def test_two_jokers_are_an_eighth_dublee_where_the_rules_say_so() -> None:
    cards = parse_faces("2S 2S 4S 4S 6S 6S 8S 8S TS TS QS QS AD AD 3D KD 5D 5C 9C JC 7D KC")
    for choice, eighth in (("off", False), ("printed", False), ("ordinary", True), ("any_wild", True)):
        rules = rule_set("pagat", {"joker_pair_dublee": choice})
        solution = solve(cards, tiplu=parse_face("5H"), rules=rules)
        assert solution.dublee_distances == (0, 0 if eighth else 1)
        assert bool(solution.can_finish) == eighth
        assert not eighth or {str(face) for face in solution.arrangement[-1]} == {"5D", "5C"}
