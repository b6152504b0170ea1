"""Given shows and finishes: SHOW-01, SHOW-05, SHOW-06, FIN-01, DUB-01..05, copies across the sets."""

from typing import Any

import pytest

from marriage_analysis.cards.notation import parse_face, parse_faces, parse_sets
from marriage_analysis.games.marriage.arrangements import is_finish, is_primary_show
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rulebook import RULES

SEVEN = "5H5H,6H6H,7H7H,8S8S,9D9D,TCTC,KDKD"
THREE = "3S4S5S,6H6H6H,TCJCQC"
FOUR_MORE = "6DQC8D,9S9C9H,2C2HJD,5H5H5H"


@pytest.mark.parametrize(
    ("sets", "options", "rule"),
    [
        (THREE, {}, "SHOW-01"),
        ("3S4S5S,3S4S5S,3S4S5S", {}, "SHOW-01"),  # the same run three times
        ("6H6H6H,7H7H7H,8H8H8H", {}, "SHOW-01"),
        ("3S4S5S6S,6H6H6H,AH2H3H", {"set_length": "min3"}, "SHOW-01"),
        ("MC5D7D,6H6H6H,AH2H3H", {"master_card": 10, "master_card_in_primary": True}, "SHOW-01"),
        ("JKJKJK,6H6H6H,AH2H3H", {"putali": 3, "putali_tunnel_primary": True}, "SHOW-01"),
        (SEVEN, {}, "SHOW-05"),
        (SEVEN.replace("KDKD", "JKJK"), {"putali": 2, "joker_pair_dublee": "printed"}, "SHOW-05"),
    ],
)
def test_primary_shows(sets: str, options: dict[str, Any], rule: str) -> None:
    verdict = is_primary_show(parse_sets(sets), rules=rule_set("pagat", options))
    assert verdict.valid, verdict.reason
    assert bool(verdict) is True
    assert verdict.rule == rule
    assert verdict.dublees is (rule == "SHOW-05")
    assert all(item.is_primary for item in verdict.verdicts)


@pytest.mark.parametrize(
    ("sets", "options", "rule"),
    [
        ("", {}, "SHOW-01"),
        ("3S4S5S,6H6H6H", {}, "SHOW-01"),
        (THREE + ",AH2H3H", {}, "SHOW-01"),
        ("5H5H5H,4H5H6H,AH2H3H", {}, "DECK-01"),  # no fourth 5H
        ("3S4S5S,6H6H6H,9S9C9H", {}, "COMB-14"),
        ("3S4S5S,6H6H6H,KSASTC", {}, "COMB-15"),
        ("3S4S5S,6H6H6H,KSAS2S", {}, "COMB-11"),
        ("3S4S5S,6H6H6H,7H7H", {}, "SHOW-06"),  # a dublee is no set of the sets route
        ("3S4S5S6S,6H6H6H,AH2H3H", {}, "COMB-02"),
        ("JKJKJK,6H6H6H,AH2H3H", {"putali": 3}, "COMB-16"),
        ("5H5H,6H6H", {}, "SHOW-06"),
        (SEVEN + ",2C2C", {}, "SHOW-06"),
        (SEVEN.replace("KDKD", "KDQD"), {}, "DUB-02"),
        (SEVEN.replace("KDKD", "5H5H"), {}, "DUB-02"),  # a face gives one pair only
        (SEVEN.replace("KDKD", "JKJK"), {"putali": 2}, "DUB-04"),
        (SEVEN.replace("KDKD", "KDKH"), {"joker_pair_dublee": "any_wild"}, "DUB-02"),  # not before seeing
    ],
)
def test_no_primary_shows(sets: str, options: dict[str, Any], rule: str) -> None:
    verdict = is_primary_show(parse_sets(sets), rules=rule_set("pagat", options))
    assert (verdict.valid, bool(verdict), verdict.rule) == (False, False, rule), verdict.reason
    assert rule in RULES


def test_dub_03_dublees_need_enough_players() -> None:
    rules = rule_set("wikipedia-en")
    sets = parse_sets(SEVEN)
    assert is_primary_show(sets, rules=rules)
    assert is_primary_show(sets, rules=rules, players=4)
    assert is_primary_show(sets, rules=rules, players=3).rule == "DUB-03"
    assert is_primary_show(sets, rules=rule_set("pagat"), players=3)
    assert is_primary_show(parse_sets(THREE), rules=rules, players=2)


def finish(sets: str, options: dict[str, Any], tiplu: str = "JC", **more: Any) -> Any:
    return is_finish(parse_sets(sets), rules=rule_set("pagat", options), tiplu=parse_face(tiplu), **more)


@pytest.mark.parametrize(
    ("sets", "options"),
    [
        (f"{THREE},{FOUR_MORE}", {}),
        (f"{FOUR_MORE},{THREE}", {}),
        ("3S4S5S,6H6H6H,TCJCQC,7D8D9D,AHAHAH,2S2S2S,KCKCKC", {}),
        ("3S4S5S6S7S8S,6H6H6H,AH2H3H,9S9C9H9D,2C2HJD,7D8DQC", {"set_length": "min3"}),
    ],
)
def test_fin_01_finishes_by_sets(sets: str, options: dict[str, Any]) -> None:
    verdict = finish(sets, options)
    if sum(map(len, parse_sets(sets))) == 21:
        assert (verdict.valid, verdict.rule, verdict.dublees) == (True, "FIN-01", False), verdict.reason
    else:
        assert verdict.rule == "FIN-01"
        assert finish(sets, options, hand_size=22).valid


@pytest.mark.parametrize(
    ("sets", "more", "rule"),
    [
        (f"3S4S5S,9S9C9H,TCJCQC,{FOUR_MORE.replace('5H5H5H', '9D9C9S')}", {}, "SHOW-13"),
        (f"{THREE},6DQC8D,9S9C9H,2C2HJD", {}, "FIN-01"),  # eighteen cards
        (f"{THREE},{FOUR_MORE}", {"loose": parse_faces("KD")}, "FIN-01"),
        (f"{THREE},{FOUR_MORE.replace('6DQC8D', '6D6DQC')}", {}, "COMB-07"),
        (f"{THREE},{FOUR_MORE}", {"discard": parse_face("5H")}, "DECK-01"),
        (f"{THREE},{FOUR_MORE.replace('5H5H5H', '6H5H5H')}", {}, "DECK-01"),
        (f"{THREE},{FOUR_MORE.replace('2C2HJD', 'JCJCJD')}", {}, "SHOW-12"),
        (f"{THREE},6DQC8D,9S9C9H,2C2HJD,5H5H", {"hand_size": 20}, "SHOW-06"),
    ],
)
def test_no_finishes_by_sets(sets: str, more: dict[str, Any], rule: str) -> None:
    verdict = finish(sets, {}, **more)
    assert (verdict.valid, verdict.rule) == (False, rule), verdict.reason
    assert rule in RULES


def test_the_same_sets_do_not_finish_under_another_tiplu() -> None:
    assert finish(f"{THREE},{FOUR_MORE}", {}, discard=parse_face("KD")).valid
    assert finish(f"{THREE},{FOUR_MORE}", {}, tiplu="4D").rule == "COMB-15"


LOOSE = parse_faces("AS 3S 4D 6C 7S")


@pytest.mark.parametrize(
    ("eighth", "options", "more", "rule"),
    [
        ("2C2C", {}, {}, "DUB-05"),
        ("2C2C", {}, {"discard": parse_face("JC")}, "DUB-05"),
        ("JDJH", {"joker_pair_dublee": "ordinary"}, {}, "DUB-05"),
        ("QCJH", {"joker_pair_dublee": "any_wild"}, {}, "DUB-05"),
    ],
)
def test_dub_05_finishes_by_dublees(
    eighth: str, options: dict[str, Any], more: dict[str, Any], rule: str
) -> None:
    verdict = finish(f"{SEVEN},{eighth}", options, loose=LOOSE, **more)
    assert (verdict.valid, verdict.rule, verdict.dublees) == (True, rule, True), verdict.reason


@pytest.mark.parametrize(
    ("sets", "options", "more", "rule"),
    [
        (SEVEN, {}, {"loose": LOOSE}, "DUB-01"),
        (f"{SEVEN},2C2C,3C3C", {}, {"loose": LOOSE}, "DUB-01"),
        (f"{SEVEN},2C2C", {}, {"loose": LOOSE[1:]}, "DUB-05"),
        (f"{SEVEN},JDJH", {}, {"loose": LOOSE}, "DUB-02"),
        (f"{SEVEN},5H5H", {}, {"loose": LOOSE}, "DUB-02"),
        (f"{SEVEN},2C2C", {}, {"loose": parse_faces("2C 2C 4D 6C 7S")}, "DECK-01"),
        (f"{SEVEN},2C2C", {"dublee_min_players": 4}, {"loose": LOOSE, "players": 3}, "DUB-03"),
        (
            f"{SEVEN.replace('KDKD', 'JSJH')},JDJH",
            {"joker_pair_dublee": "ordinary"},
            {"loose": LOOSE},
            "DUB-04",
        ),
    ],
)
def test_no_finishes_by_dublees(sets: str, options: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    verdict = finish(sets, options, **more)
    assert (verdict.valid, verdict.rule) == (False, rule), verdict.reason


def test_dub_05_without_a_last_discard_the_hand_keeps_22_cards() -> None:
    options = {"dublee_finish_discard": False}
    sets = f"{SEVEN},2C2C"
    assert finish(sets, options, loose=(*LOOSE, parse_face("JC"))).valid
    assert finish(sets, options, loose=LOOSE).rule == "DUB-05"
    assert not finish(sets, options, loose=(*LOOSE, parse_face("JC")), discard=parse_face("QS")).valid
