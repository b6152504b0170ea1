"""Cases of sets, each under the rule that decides it; traps known from other programs are among them."""

from typing import Any

import pytest

from marriage_analysis.cards.face import JOKER
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.errors import CardError
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rulebook import RULES
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.verdict import Verdict

MIN3 = {"set_length": "min3"}
LOW_ACE = {"ace_high_sequence": False}
PUTALI = {"putali": 3}
PUTALI_PRIMARY = {"putali": 3, "putali_tunnel_primary": True}
MASTER = {"master_card": 10}
MASTER_PRIMARY = {"master_card": 10, "master_card_in_primary": True}


def judge(cards: str, tiplu: str | None, options: dict[str, Any], *, primary: bool = False) -> Verdict:
    verdict = recognise(
        parse_faces(cards),
        rules=rule_set("pagat", options),
        tiplu=None if tiplu is None else parse_face(tiplu),
        primary=primary,
    )
    assert verdict.rule in RULES
    return verdict


VALID: list[tuple[str, str | None, dict[str, Any], str, str]] = [
    # cards, tiplu the owner has seen, options over pagat, kind, rule
    ("6H 6H 6H", None, {}, "tunnel", "COMB-01"),
    ("QC QC QC", "JC", {}, "tunnel", "COMB-01"),  # a maal tunnel is natural
    ("JD JD JD", "JC", {}, "tunnel", "COMB-01"),
    ("3S 4S 5S", None, {}, "pure sequence", "COMB-02"),
    ("5S 3S 4S", None, {}, "pure sequence", "COMB-02"),
    ("6D QC 8D", "JC", {}, "sequence", "COMB-03"),
    ("QC 7D 8D", "JC", {}, "sequence", "COMB-03"),
    ("QD KD JS", "JC", {}, "sequence", "COMB-03"),  # the wild as jack or ace
    ("9S 9C 9H", None, {}, "trial", "COMB-04"),
    ("9S 9C 9H 9D", None, MIN3, "trial", "COMB-04"),
    ("2C 2H JD", "JC", {}, "dirty trial", "COMB-05"),
    ("2C 2H JD QC", "JC", MIN3, "dirty trial", "COMB-05"),
    ("QC JD 5H", "JC", {}, "wilds", "COMB-06"),
    ("QC QC 5H", "JC", {}, "wilds", "COMB-06"),
    ("JD JD 5H", "JC", {}, "wilds", "COMB-06"),
    ("QC TC JD", "JC", {}, "wilds", "COMB-06"),
    ("KS AS 2S", "AS", {}, "wilds", "COMB-06"),  # three wilds, no sequence (COMB-11)
    ("JD JD QC", "JC", {}, "wilds", "COMB-06"),
    ("5D 5D JD", "5H", {}, "wilds", "COMB-06"),  # identical, but the two are wild themselves
    ("AD 2D 3D", None, LOW_ACE, "pure sequence", "COMB-02"),
    ("QH KH AH", None, {}, "pure sequence", "COMB-02"),
    ("AH QH JD", "JC", {}, "sequence", "COMB-03"),  # Q-K-A
    ("AH 3H JD", "JC", {}, "sequence", "COMB-03"),  # A-2-3
    ("TC JC QC", "JC", {}, "pure sequence", "COMB-12"),
    ("9C TC JC", "JC", {}, "pure sequence", "COMB-12"),
    ("AS 2S 3S", "2S", {}, "pure sequence", "COMB-12"),
    ("QD KD AD", "KD", {}, "pure sequence", "COMB-12"),
    ("JS JH JD", "JC", {}, "trial", "COMB-04"),  # three ordinary jokers at natural value
    ("9C 9H JC", "JC", {}, "dirty trial", "COMB-05"),
    ("5S 5H 4D", "5D", {}, "wilds", "COMB-06"),
    # jack and queen of clubs at natural value, the jack of diamonds for the missing ten
    ("9C JD JC QC", "JC", MIN3, "sequence", "COMB-03"),
    # a wild of the trial's own rank is one of its suits and not a wild more
    ("JC JS JH JD", "JC", MIN3, "trial", "COMB-04"),
    ("JK 5D 7D", "JC", PUTALI, "sequence", "COMB-03"),
    ("JK JK 5D", "JC", PUTALI, "wilds", "COMB-06"),
    ("JK JK JK", None, PUTALI, "tunnel", "COMB-16"),
    ("JK JK JK", "JC", PUTALI, "tunnel", "COMB-16"),
    ("JK JK MC", "JC", {**PUTALI, **MASTER}, "wilds", "COMB-06"),
    ("MC 5D 7D", None, MASTER_PRIMARY, "pure sequence", "COMB-14"),
    ("MC 5D 7D", "JC", MASTER_PRIMARY, "pure sequence", "COMB-14"),
    ("MC 5D 7D", "JC", MASTER, "sequence", "COMB-03"),
    ("MC KD QD", None, MASTER_PRIMARY, "pure sequence", "COMB-14"),
    ("MC 5D 7D 8D", None, {**MASTER_PRIMARY, **MIN3}, "pure sequence", "COMB-14"),
    ("MC 9S 9H", "JC", MASTER_PRIMARY, "dirty trial", "COMB-05"),
    # longer sets
    ("3S 4S 5S 6S", None, MIN3, "pure sequence", "COMB-02"),
    ("4H 5H QC JD 8H", "JC", MIN3, "sequence", "COMB-03"),
    ("4H JD QC JH TC JS", "JC", MIN3, "sequence", "COMB-03"),  # one natural card, five wilds
    ("JD QC JH TC", "JC", MIN3, "sequence", "COMB-03"),  # only wilds
    ("QC QC QC TC TC TC JD JD JD JH JH JH JS", "JC", MIN3, "sequence", "COMB-03"),  # thirteen wilds
    ("9C TC JD QC KC", "JC", MIN3, "sequence", "COMB-03"),
    ("9C TC JC QC KC AC", "JC", MIN3, "pure sequence", "COMB-12"),
    ("AH KH TH JD QC", "JC", MIN3, "sequence", "COMB-03"),  # T J Q K A
    ("AH 4H JD QC 5H", "JC", MIN3, "sequence", "COMB-03"),  # A 2 3 4 5
    ("9S QC JD 9H", "JC", MIN3, "dirty trial", "COMB-05"),
    ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", None, MIN3, "pure sequence", "COMB-02"),
    ("2H 3H 4H 5H 6H 7H JD 9H TH JS QH KH AH", "JC", {**MIN3, **LOW_ACE}, "sequence", "COMB-03"),
]


@pytest.mark.parametrize(
    ("cards", "tiplu", "options", "kind", "rule"),
    VALID,
    ids=[f"{case[4]} {case[0]} {'unseen' if case[1] is None else case[1]}" for case in VALID],
)
def test_valid(cards: str, tiplu: str | None, options: dict[str, Any], kind: str, rule: str) -> None:
    verdict = judge(cards, tiplu, options)
    assert verdict.valid, verdict.reason
    assert verdict.kind is not None
    assert (verdict.kind.value, verdict.rule) == (kind, rule)
    primary = kind in ("tunnel", "pure sequence") and not ("JK" in cards and options == PUTALI)
    assert verdict.is_primary is primary
    assert judge(cards, tiplu, options, primary=True).valid is primary


INVALID: list[tuple[str, str | None, dict[str, Any], str]] = [
    ("", None, {}, "COMB-15"),
    ("5H", None, {}, "COMB-15"),
    ("JC", "JC", {}, "COMB-15"),
    ("5H 5H 5H 5H", None, {}, "DECK-01"),
    ("5H 5H 5H 5H", "5H", MIN3, "DECK-01"),
    ("JC JC JC", "JC", {}, "SHOW-12"),  # the third copy lies under the stock
    ("JK 5D 7D", "JC", {}, "DECK-02"),
    ("JK JK JK", None, {"putali": 2}, "DECK-02"),
    ("MC 5D 7D", "JC", {}, "DECK-03"),
    ("MC MC 5D", "JC", MASTER, "DECK-03"),
    ("5D 5D JD", "JC", {}, "COMB-07"),
    ("5D 5D JD QC", "JC", MIN3, "COMB-07"),
    ("5D 5D 5D QC", "JC", MIN3, "COMB-07"),
    ("MC 5D 5D", "JC", MASTER_PRIMARY, "COMB-07"),
    ("9S 9S 9C", "JC", {}, "COMB-08"),
    ("9S 9S 9C QC", "JC", MIN3, "COMB-08"),
    ("9S 9C 9H 9D", None, {}, "COMB-04"),
    ("3S 4S 5S 6S", None, {}, "COMB-02"),
    ("9S 9C 9H 9D QC", "JC", MIN3, "COMB-05"),
    ("9S 9C QC JD JH", "JC", MIN3, "COMB-05"),  # five cards: no trial, and one rank is no sequence
    ("QH KH AH", None, LOW_ACE, "COMB-10"),
    ("QH JD AH", "JC", LOW_ACE, "COMB-10"),
    ("KS AS 2S", None, {}, "COMB-11"),
    ("KS JD 2S", "JC", {}, "COMB-11"),
    ("KS AS JD", "JC", LOW_ACE, "COMB-10"),
    ("QS KS AS 2S", None, MIN3, "COMB-11"),
    ("QS JD AS 2S", "JC", MIN3, "COMB-11"),
    ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", None, MIN3, "COMB-13"),
    ("JK 5D 7D", None, PUTALI, "COMB-16"),
    ("JK JK 7D", None, PUTALI, "COMB-16"),
    ("JK JK JK 7D", None, {**PUTALI_PRIMARY, **MIN3}, "COMB-16"),
    ("MC 5D 7D", None, MASTER, "COMB-14"),
    ("MC 5D 5D", None, MASTER_PRIMARY, "COMB-14"),
    ("MC 9S 9H", None, MASTER_PRIMARY, "COMB-14"),
    ("MC 5D 8D", None, MASTER_PRIMARY, "COMB-14"),
    ("6D QC 8D", None, {}, "COMB-15"),
    ("6D QC 9D", "JC", {}, "COMB-15"),
    ("6D QC 7H", "JC", {}, "COMB-15"),
    ("6D 7D 9D", "JC", {}, "COMB-15"),
    ("4H 4H 5H QC 6H", "JC", MIN3, "COMB-02"),
    ("4H QC JD 8H", "JC", MIN3, "COMB-15"),  # two wilds make three cards a set, not four
]


@pytest.mark.parametrize(
    ("cards", "tiplu", "options", "rule"),
    INVALID,
    ids=[f"{case[3]} {case[0]} {'unseen' if case[1] is None else case[1]}" for case in INVALID],
)
def test_invalid(cards: str, tiplu: str | None, options: dict[str, Any], rule: str) -> None:
    verdict = judge(cards, tiplu, options)
    assert not verdict.valid
    assert (verdict.kind, verdict.rule, verdict.stand_ins) == (None, rule, ())
    assert not judge(cards, tiplu, options, primary=True).valid


@pytest.mark.parametrize(
    ("cards", "tiplu", "options", "rule"),
    [
        ("9S 9C 9H", None, {}, "COMB-14"),
        ("JS JH JD", "JC", {}, "COMB-14"),
        ("6D QC 8D", "JC", {}, "COMB-14"),
        ("QC JD 5H", "JC", {}, "COMB-14"),
        ("KS AS 2S", "AS", {}, "COMB-14"),  # DER-02: a marriage perhaps, a pure sequence never
        ("JK JK JK", None, PUTALI, "COMB-16"),
        ("MC JK 5D", "JC", {**PUTALI, **MASTER_PRIMARY}, "COMB-14"),
    ],
)
def test_valid_but_not_primary(cards: str, tiplu: str | None, options: dict[str, Any], rule: str) -> None:
    assert judge(cards, tiplu, options).valid
    verdict = judge(cards, tiplu, options, primary=True)
    assert (verdict.valid, verdict.kind, verdict.rule) == (False, None, rule)


def test_the_reason_names_what_the_wilds_stand_for() -> None:
    assert judge("6D QC 8D", "JC", {}).reason == "QC stands for 7D: the sequence 6D 7D 8D."
    assert [str(item) for item in judge("4H 5H QC JD 8H", "JC", MIN3).stand_ins] == [
        "JD stands for 6H",
        "QC stands for 7H",
    ]


def test_show_11_a_printed_joker_as_tiplu_is_the_callers_mistake() -> None:
    with pytest.raises(CardError):
        recognise(parse_faces("6D 7D 8D"), rules=rule_set("house-app"), tiplu=JOKER)
