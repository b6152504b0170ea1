"""Dublees: DUB-02, and the joker pairs of DUB-04 under each value of its option."""

from itertools import combinations_with_replacement

import pytest

from marriage_analysis.cards.face import FACES, NATURAL_FACES
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.verdict import SetKind
from marriage_analysis.games.marriage.wilds import wild_faces

READINGS = ("off", "printed", "ordinary", "any_wild")
EXTRAS = {"putali": 3, "master_card": 10, "master_card_in_primary": True}


@pytest.mark.parametrize(
    ("cards", "seen", "valid_under"),
    [
        ("5H 5H", False, READINGS),
        ("5H 5H", True, READINGS),
        ("QC QC", True, READINGS),  # identical natural cards, wild or not
        ("JD JD", True, READINGS),
        ("JK JK", False, ("printed", "ordinary", "any_wild")),
        ("JK JK", True, ("printed", "ordinary", "any_wild")),
        ("JD JH", True, ("ordinary", "any_wild")),
        ("JD JH", False, ()),
        ("JD JS", True, ("ordinary", "any_wild")),
        ("TC QC", True, ("any_wild",)),
        ("JK QC", True, ("any_wild",)),
        ("JC JD", True, ("any_wild",)),
        ("TC QC", False, ()),
        ("MC JK", True, ()),
        ("MC JC", True, ()),
        ("MC 5H", True, ()),
        ("JC 5H", True, ()),
        ("JK 5H", True, ()),
        ("5H 5D", True, ()),
        ("MC MC", True, ()),  # only one is in the deck
    ],
)
@pytest.mark.parametrize("reading", READINGS)
def test_dub_04_pairs(cards: str, seen: bool, valid_under: tuple[str, ...], reading: str) -> None:
    rules = rule_set("pagat", {**EXTRAS, "joker_pair_dublee": reading})
    tiplu = parse_face("JC") if seen else None
    verdict = recognise(parse_faces(cards), rules=rules, tiplu=tiplu)
    assert verdict.valid is (reading in valid_under), verdict
    if verdict.valid:
        assert verdict.kind is SetKind.DUBLEE
        # Wild pairs of different faces exist only after seeing, so never among the seven.
        assert verdict.is_primary is (len(set(parse_faces(cards))) == 1)
    assert recognise(parse_faces(cards), rules=rules, tiplu=tiplu, primary=True).valid is verdict.is_primary


def test_the_alter_is_no_ordinary_joker_where_it_counts() -> None:
    options = {"joker_pair_dublee": "ordinary", "alter_points": [5, 15, 25]}
    rules = rule_set("pagat", options)
    assert recognise(parse_faces("JH JD"), rules=rules, tiplu=parse_face("JC"))
    assert not recognise(parse_faces("JS JD"), rules=rules, tiplu=parse_face("JC"))


def test_dub_02_every_pair_under_the_plain_rules() -> None:
    rules = rule_set("pagat")
    for pair in combinations_with_replacement(FACES, 2):
        natural_pair = pair[0] == pair[1] and pair[0] in NATURAL_FACES
        for tiplu in (None, parse_face("AS")):
            assert recognise(pair, rules=rules, tiplu=tiplu).valid is natural_pair


def test_any_wild_is_exactly_two_wilds_or_two_identical_cards() -> None:
    rules = rule_set("pagat", {"joker_pair_dublee": "any_wild"})
    tiplu = parse_face("KD")
    wild = wild_faces(tiplu, rules)
    for pair in combinations_with_replacement(NATURAL_FACES, 2):
        expected = pair[0] == pair[1] or wild.issuperset(pair)
        assert recognise(pair, rules=rules, tiplu=tiplu).valid is expected


def test_printed_jokers_that_are_not_in_the_deck_are_no_pair() -> None:
    for putali in (0, 1):
        rules = rule_set("wikipedia-en", {"putali": putali})
        assert recognise(parse_faces("JK JK"), rules=rules).rule == "DECK-02"
