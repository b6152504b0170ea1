"""Maal of single hands, case by case: sections 9 and 10 of the rules, named by their IDs."""

from itertools import product
from typing import Any

import pytest

from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import format_faces, parse_face, parse_faces
from marriage_analysis.errors import CountError
from marriage_analysis.games.marriage.maal import Lapse, MaalItem, maal_cards, score_maal, tier, total
from marriage_analysis.games.marriage.rules.presets import rule_set

MODE = {"tunnel_mode": "additive"}
ALTER = {"alter_points": [5, 15, 25]}
PUTALI = {"putali": 3, "putali_points": [5, 15, 25]}
# Rules, preset, options, tiplu, cards, displayed tunnels, laid, maal.
CASES: list[tuple[str, str, dict[str, Any], str, str, str, bool, int]] = [
    ("PT-01 one", "pagat", {}, "JC", "JC", "", False, 3),
    ("PT-01 two, 7", "pagat", {}, "JC", "JC JC", "", False, 7),
    ("PT-01 two, 8", "wikipedia-en", {}, "JC", "JC JC", "", False, 8),
    ("PT-02", "pagat", {}, "JC", "QC QC QC", "", False, 10),
    ("PT-03", "pagat", {}, "JC", "TC TC", "", False, 5),
    ("PT-04 off", "pagat", {}, "JC", "JS JS JS", "", False, 0),
    ("PT-04 on", "pagat", ALTER, "JC", "JS JS JS JH", "", False, 25),
    ("PT-05 off", "pagat", {"putali": 3}, "JC", "JK JK", "", False, 0),
    ("PT-05 on", "pagat", PUTALI, "JC", "JK JK", "", False, 15),
    ("PT-06", "house-app", {}, "JC", "JH JH JD 2S", "", False, 0),
    ("PT-07 one", "pagat", {}, "JC", "TC JC QC", "", False, 10),
    ("PT-07 two", "house-app", {}, "JC", "TC JC QC TC JC QC", "", False, 25),
    ("PT-08 one laid", "wikipedia-en", {}, "JC", "TC JC QC", "", True, 15),
    ("PT-08 two laid", "wikipedia-en", {}, "JC", "TC JC QC TC JC QC", "", True, 35),
    ("PT-08 not in pagat", "pagat", {}, "JC", "TC JC QC", "", True, 10),
    ("PT-09", "wikipedia-en", {"master_card": 10}, "JC", "MC", "", False, 10),
    ("PT-09 pl", "wikipedia-pl", {"master_card": 5}, "JC", "MC QC", "", False, 7),
    ("PT-11 three", "wikipedia-en", {}, "JC", "", "6H 7H 8H", False, 25),
    ("PT-11 four: the last step goes on", "wikipedia-en", {}, "JC", "", "6H 7H 8H 9H", False, 35),
    ("PT-12", "pagat", {}, "JC", "", "JD JH", False, 20),
    ("PT-12 an alter that earns nothing", "pagat", {}, "JC", "", "JS", False, 10),
    ("PT-13 pagat", "pagat", {}, "JC", "", "QC TC", False, 40),
    ("PT-13 wikipedia", "wikipedia-en", {}, "JC", "", "QC TC", False, 35),
    ("PT-14", "pagat", ALTER, "JC", "", "JS", False, 35),
    ("PT-15", "wikipedia-en", PUTALI, "JC", "", "JK", False, 45),
    ("PT-15 no points for putali", "wikipedia-en", {"putali": 3}, "JC", "", "JK", False, 0),
    ("DER-02 an ace: K and 2 are its neighbours", "pagat", {}, "AC", "KC AC 2C", "", False, 10),
    ("CF-28 no marriage of an ace", "pagat", {"ace_tiplu_marriage": False}, "AC", "KC AC 2C", "", False, 7),
    ("DER-03 a king", "pagat", {}, "KC", "QC KC AC", "", False, 10),
    ("DER-01 a two", "pagat", {}, "2C", "AC 2C 3C", "", False, 10),
    ("SCORE-03 a poplu and a jhiplu are two singles", "pagat", {}, "JC", "QC TC", "", False, 4),
    ("SCORE-02 a spare beside the marriage", "pagat", {}, "JC", "TC JC QC QC", "", False, 12),
    ("SCORE-05 replace", "pagat", {}, "JC", "", "QC", False, 20),
    ("SCORE-05 additive", "house-app", {}, "JC", "", "QC", False, 15),
    ("SCORE-05 additive, tunnel cards in a marriage", "house-app", {}, "JC", "JC TC", "QC", False, 20),
    ("SCORE-05 forgone", "wikipedia-en", {}, "JC", "JC JC TC TC", "QC", False, 32),
    ("SCORE-05 forgone, three of the other", "wikipedia-en", {}, "JC", "JC JC TC TC TC", "QC", False, 34),
    ("SCORE-05 forgone, pl", "wikipedia-pl", {}, "JC", "JC JC TC TC", "QC", False, 32),
    (
        "SL-11 greedy keeps it",
        "wikipedia-en",
        {"maal_assignment": "greedy"},
        "JC",
        "JC JC TC TC",
        "QC",
        False,
        28,
    ),
    ("SL-12", "wikipedia-en", {}, "JC", "TC JC QC QC TC JC", "", True, 35),
    ("TUN-03 held, not displayed", "pagat", {}, "JC", "QC QC QC 6H 6H 6H", "", False, 10),
]


def items_of(
    preset: str,
    options: dict[str, Any],
    tiplu: str,
    cards: str,
    displayed: str = "",
    *,
    laid: bool = False,
    seen: bool = True,
) -> tuple[MaalItem, ...]:
    rules = rule_set(preset, options)
    hand = maal_cards(
        Multiset.of(parse_faces(cards)),
        displayed=parse_faces(displayed),
        tiplu=parse_face(tiplu),
        rules=rules,
        laid_marriage=laid,
    )
    return score_maal(hand, rules=rules, lapse=Lapse.of(rules, seen=seen), ace_tiplu=tiplu[0] == "A")


@pytest.mark.parametrize(
    ("preset", "options", "tiplu", "cards", "displayed", "laid", "maal"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_maal_of_a_hand(
    preset: str, options: dict[str, Any], tiplu: str, cards: str, displayed: str, laid: bool, maal: int
):
    assert total(items_of(preset, options, tiplu, cards, displayed, laid=laid)) == maal


# (t, p, j): best, with as many marriages as there can be; "where maximising matters", section 9.
MATTERS = {(1, 3, 3): (23, 20), (1, 3, 2): (18, 17), (2, 3, 1): (19, 18)}


@pytest.mark.parametrize("counts", list(product(range(3), range(4), range(4))), ids=str)
def test_score_04_where_maximising_matters(counts: tuple[int, int, int]):
    t, p, j = counts
    cards = " ".join(["JC"] * t + ["QC"] * p + ["TC"] * j)
    best = total(items_of("pagat", {}, "JC", cards))
    greedy = total(items_of("pagat", {"maal_assignment": "greedy"}, "JC", cards))
    assert (best, greedy) == MATTERS.get((t, max(p, j), min(p, j)), (greedy, greedy))


@pytest.mark.parametrize("marriage_points", [[10, 25], [10, 30]], ids=str)
def test_score_04_with_other_tiers_the_same_cases_matter(marriage_points: list[int]):
    options: dict[str, Any] = {"tiplu_points": [3, 8], "marriage_points": marriage_points}
    apart: set[tuple[int, int, int]] = set()
    for t, p, j in product(range(3), range(4), range(4)):
        cards = " ".join(["JC"] * t + ["QC"] * p + ["TC"] * j)
        greedy = total(items_of("pagat", {**options, "maal_assignment": "greedy"}, "JC", cards))
        if total(items_of("pagat", options, "JC", cards)) != greedy:
            apart.add((t, max(p, j), min(p, j)))
    assert apart == set(MATTERS)
    assert total(items_of("pagat", options, "JC", "JC JC QC QC QC TC")) == 20


@pytest.mark.parametrize("counts", list(product(range(1, 3), range(1, 4), range(1, 4))), ids=str)
def test_score_04_with_a_laid_marriage_marriages_first_is_never_worse(counts: tuple[int, int, int]):
    t, p, j = counts
    cards = " ".join(["JC"] * t + ["QC"] * p + ["TC"] * j)
    greedy = items_of("wikipedia-en", {"maal_assignment": "greedy"}, "JC", cards, laid=True)
    assert total(items_of("wikipedia-en", {}, "JC", cards, laid=True)) == total(greedy)


# SL-30: a displayed poplu tunnel beside a tiplu, unseen: tunnel lapses / maal lapses / both / neither.
@pytest.mark.parametrize(
    ("options", "maal"),
    [
        ({"tunnel_pachaunu": True, "maal_pachaunu": False}, 3 + 10),
        ({"tunnel_pachaunu": False, "maal_pachaunu": True}, 20),
        ({"murder": True}, 0),
        ({"tunnel_pachaunu": False, "maal_pachaunu": False}, 3 + 20),
        ({"tunnel_pachaunu": False, "maal_pachaunu": True, **MODE}, 20),
        ({"tunnel_pachaunu": True, "maal_pachaunu": False, **MODE}, 3 + 10),
        ({"tunnel_pachaunu": False, "maal_pachaunu": False, **MODE}, 3 + 10 + 20),
    ],
)
def test_sl_30_what_lapses_for_an_unseen_player(options: dict[str, Any], maal: int):
    assert total(items_of("pagat", options, "JC", "JC", "QC", seen=False)) == maal
    assert total(items_of("pagat", options, "JC", "JC", "QC", seen=True)) == (
        33 if "tunnel_mode" in options else 23
    )


def test_items_name_their_cards_and_rules():
    items = items_of("wikipedia-en", {}, "JC", "TC JC QC QC", "6H", laid=True)
    assert [(i.kind.value, i.count, i.points, i.rule, format_faces(i.cards)) for i in items] == [
        ("marriage", 1, 10, "PT-07", "TC JC QC"),
        ("laid_marriage", 1, 5, "SCORE-06", "TC JC QC"),
        ("poplu", 1, 2, "PT-02", "QC"),
        ("tunnel_ordinary", 1, 5, "PT-11", "6H 6H 6H"),
    ]


@pytest.mark.parametrize("face", ["JC", "MC"])
def test_pt_16_no_tunnel_of_the_tiplu_or_the_master_card(face: str):
    with pytest.raises(CountError, match="PT-16"):
        items_of("wikipedia-en", {"master_card": 10}, "JC", "", face)


def test_tiers_are_totals():
    assert [tier((5, 15, 25), count) for count in range(6)] == [0, 5, 15, 25, 35, 45]
    assert [tier((20,), count) for count in range(4)] == [0, 20, 40, 60]
