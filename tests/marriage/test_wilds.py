"""What a tiplu makes of the other faces: DER-01..04, WILD-01..02, TERM-08..10, SHOW-11."""

from collections import Counter

import pytest
from marriage.literal_sets import literal_wilds

from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, NATURAL_FACES, Face
from marriage_analysis.cards.notation import format_faces, parse_face
from marriage_analysis.errors import CardError, MarriageError
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.wilds import (
    CardRole,
    alter,
    card_role,
    jhiplu,
    ordinary_jokers,
    poplu,
    wild_faces,
)

PAGAT = rule_set("pagat")
WITH_ALTER = rule_set("pagat", {"alter_points": [5, 15, 25]})
WITH_EXTRAS = rule_set("pagat", {"putali": 3, "master_card": 10})


@pytest.mark.parametrize(
    ("rule", "tiplu", "below", "above"),
    [
        ("DER-01", "2H", "AH", "3H"),
        ("DER-02", "AS", "KS", "2S"),
        ("DER-03", "KD", "QD", "AD"),
        ("DER-04", "JC", "TC", "QC"),
        ("DER-04", "TS", "9S", "JS"),
    ],
)
def test_poplu_and_jhiplu(rule: str, tiplu: str, below: str, above: str) -> None:
    face = parse_face(tiplu)
    assert (str(jhiplu(face)), str(poplu(face))) == (below, above), rule


@pytest.mark.parametrize(("tiplu", "expected"), [("JC", "JS"), ("8H", "8D"), ("AD", "AH"), ("KS", "KC")])
def test_alter_is_the_other_suit_of_the_colour(tiplu: str, expected: str) -> None:
    assert str(alter(parse_face(tiplu))) == expected


@pytest.mark.parametrize("tiplu", NATURAL_FACES, ids=str)
def test_laws_of_every_tiplu(tiplu: Face) -> None:
    assert poplu(jhiplu(tiplu)) == jhiplu(poplu(tiplu)) == alter(alter(tiplu)) == tiplu
    for rules in (PAGAT, WITH_ALTER, WITH_EXTRAS):
        wild = wild_faces(tiplu, rules)
        assert {str(face) for face in wild} == literal_wilds(str(tiplu), rules)
        roles = Counter(card_role(face, tiplu=tiplu, rules=rules) for face in FACES)
        assert roles[CardRole.TIPLU] == roles[CardRole.POPLU] == roles[CardRole.JHIPLU] == 1
        assert roles[CardRole.PLAIN] == 52 - 6
        assert wild & set(NATURAL_FACES) == {
            face for face in NATURAL_FACES if card_role(face, tiplu=tiplu, rules=rules) is not CardRole.PLAIN
        }
        assert ordinary_jokers(tiplu, rules) == tuple(
            face for face in FACES if card_role(face, tiplu=tiplu, rules=rules) is CardRole.ORDINARY_JOKER
        )


def test_wild_02_nine_ordinary_jokers_or_six_and_three_alters() -> None:
    tiplu = parse_face("JC")
    assert format_faces(ordinary_jokers(tiplu, PAGAT)) == "JS JH JD"
    assert format_faces(ordinary_jokers(tiplu, WITH_ALTER)) == "JH JD"
    assert card_role(parse_face("JS"), tiplu=tiplu, rules=WITH_ALTER) is CardRole.ALTER
    assert sum(deck(PAGAT).copies(face) for face in ordinary_jokers(tiplu, PAGAT)) == 9


def test_wild_01_printed_joker_and_master_card_only_where_in_the_deck() -> None:
    tiplu = parse_face("5H")
    assert wild_faces(tiplu, PAGAT).isdisjoint({JOKER, MASTER_CARD})
    assert wild_faces(tiplu, WITH_EXTRAS) >= {JOKER, MASTER_CARD}
    assert card_role(JOKER, tiplu=tiplu, rules=WITH_EXTRAS) is CardRole.PRINTED_JOKER
    assert card_role(MASTER_CARD, tiplu=tiplu, rules=WITH_EXTRAS) is CardRole.MASTER_CARD


@pytest.mark.parametrize("face", [JOKER, MASTER_CARD])
def test_show_11_a_tiplu_is_a_natural_card(face: Face) -> None:
    for derive in (poplu, jhiplu, alter):
        with pytest.raises(CardError, match=str(face)):
            derive(face)
    with pytest.raises(CardError) as caught:
        wild_faces(face, WITH_EXTRAS)
    assert caught.value.card == str(face)
    assert isinstance(caught.value, MarriageError)
    with pytest.raises(CardError):
        card_role(parse_face("5H"), tiplu=face, rules=WITH_EXTRAS)
