"""Suits, ranks and faces: small inverse pairs, each over its whole domain."""

import pytest

from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, NATURAL_FACES, Face
from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Colour, Suit


def test_there_are_54_faces_in_canonical_order() -> None:
    texts = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    assert [str(face) for face in FACES] == [*texts, "JK", "MC"]
    assert list(FACES) == sorted(FACES)
    assert [face.index for face in FACES] == list(range(54))
    assert len(NATURAL_FACES) == 52


def test_face_of_is_the_inverse_of_rank_and_suit() -> None:
    for face in NATURAL_FACES:
        assert face.is_natural
        assert face.rank is not None
        assert face.suit is not None
        assert Face.of(face.rank, face.suit) == face
        assert str(face) == face.rank.value + face.suit.value


@pytest.mark.parametrize("face", [JOKER, MASTER_CARD])
def test_printed_joker_and_master_card_have_no_rank_or_suit(face: Face) -> None:
    assert (face.is_natural, face.rank, face.suit, face.glyph) == (False, None, None, str(face))


@pytest.mark.parametrize("index", [-1, 54, 1000])
def test_no_face_outside_the_54(index: int) -> None:
    with pytest.raises(ValueError, match=str(index)):
        Face(index)


def test_ranks_in_order_and_round_the_cycle() -> None:
    ranks = list(Rank)
    assert "".join(rank.value for rank in ranks) == "A23456789TJQK"
    assert [rank.index for rank in ranks] == list(range(13))
    assert [rank.next for rank in ranks] == [*ranks[1:], ranks[0]]
    for rank in ranks:
        assert rank.next.previous is rank
        assert rank.previous.next is rank
        assert Rank(rank.value) is rank


def test_suits_in_order_and_their_colours() -> None:
    assert [suit.value for suit in Suit] == ["S", "H", "D", "C"]
    assert [suit.index for suit in Suit] == [0, 1, 2, 3]
    assert {suit for suit in Suit if suit.colour is Colour.RED} == {Suit.HEARTS, Suit.DIAMONDS}
    for suit in Suit:
        assert suit.same_colour is not suit
        assert suit.same_colour.same_colour is suit
        assert suit.same_colour.colour is suit.colour
    assert "".join(suit.glyph for suit in Suit) == "♠♥♦♣"


def test_glyphs_are_different_for_all_faces() -> None:
    assert len({face.glyph for face in FACES}) == 54
    assert Face.of(Rank.TEN, Suit.CLUBS).glyph == "10♣"
