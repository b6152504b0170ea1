"""Strict notation is a round trip over the whole domain; lenient reading gives strict text or a place."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.cards.face import FACES, NATURAL_FACES, Face
from marriage_analysis.cards.notation import (
    format_face,
    format_faces,
    format_sets,
    normalise_cards,
    parse_face,
    parse_faces,
    parse_sets,
)
from marriage_analysis.errors import MarriageError, NotationError

faces = st.sampled_from(FACES)
hands = st.lists(faces, max_size=25).map(tuple)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_every_face_round_trips(face: Face) -> None:
    assert parse_face(format_face(face)) == face
    assert parse_faces(format_faces([face])) == (face,)
    assert parse_sets(format_sets([[face]])) == ((face,),)


@given(hand=hands)
def test_hands_round_trip_in_their_order(hand: tuple[Face, ...]) -> None:
    assert parse_faces(format_faces(hand)) == hand


@given(sets=st.lists(st.lists(faces, min_size=1, max_size=13).map(tuple), max_size=8).map(tuple))
def test_lists_of_sets_round_trip(sets: tuple[tuple[Face, ...], ...]) -> None:
    text = format_sets(sets)
    assert parse_sets(text) == sets
    assert format_sets(parse_sets(text)) == text


def test_exactly_the_54_texts_of_two_characters_are_faces() -> None:
    characters = "A23456789TJQKSHDCMB01?*x "
    read = set[str]()
    for pair in product(characters, repeat=2):
        try:
            read.add(str(parse_face("".join(pair))))
        except NotationError:
            continue
    assert read == {str(face) for face in FACES}


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("6S  7S", 3),
        (" 6S", 0),
        ("6S ", 3),
        ("6S 10C", 3),
        ("6S 7S 8s", 6),
        ("6S,7S", 0),
        ("6S 7S X", 6),
        ("6S ??", 3),
    ],
)
def test_bad_hands_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_faces(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert isinstance(caught.value, (MarriageError, ValueError))


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3S4S5S,", 7),
        (",3S", 0),
        ("3S4S,,5S", 5),
        ("3S4S5", 4),
        ("3S 4S", 2),
        ("3S4S5S,6H6H6X", 11),
        ("10C", 0),
    ],
)
def test_bad_sets_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_sets(text)
    assert (caught.value.text, caught.value.position) == (text, position)


@pytest.mark.parametrize("text", ["", "10C", "tc", "T", "TCC", "jk", "??", "T♣"])
def test_one_face_is_strict(text: str) -> None:
    with pytest.raises(NotationError):
        parse_face(text)


@pytest.mark.parametrize(
    ("text", "word"), [("1H 2H 3H", "1H"), ("6S,7X-8S", "7X"), ("6S 11Spades", "11Sp"), ("6S 7S X", "X")]
)
def test_what_is_typed_and_no_card_is_named_alone(text: str, word: str) -> None:
    with pytest.raises(NotationError, match=f"no card can be read from '{word}' "):
        normalise_cards(text)


GLYPHS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}


@pytest.mark.parametrize("face", NATURAL_FACES, ids=str)
def test_every_way_people_type_a_face(face: Face) -> None:
    rank, suit = str(face)
    ranks = [rank, rank.lower(), *(["10"] if rank == "T" else [])]
    suits = [suit, suit.lower(), *GLYPHS[suit], GLYPHS[suit][0] + "\ufe0f"]
    for typed_rank, typed_suit in product(ranks, suits):
        assert normalise_cards(typed_rank + typed_suit) == str(face)
        assert normalise_cards(typed_suit + typed_rank) == str(face)


@pytest.mark.parametrize("text", ["jk", "JK", "Jk"])
def test_a_printed_joker_is_typed_in_any_case(text: str) -> None:
    assert normalise_cards(text) == "JK"
    assert normalise_cards("mc") == "MC"


@given(hand=hands, separator=st.sampled_from([" ", ",", "-", ", ", "  ", "\t", " - ", ""]))
def test_separators_do_not_matter(hand: tuple[Face, ...], separator: str) -> None:
    text = separator.join(map(str, hand))
    assert normalise_cards(text) == format_faces(hand)
    assert normalise_cards(text.lower()) == format_faces(hand)


@given(hand=hands)
def test_strict_text_is_left_as_it_is(hand: tuple[Face, ...]) -> None:
    assert normalise_cards(format_faces(hand)) == format_faces(hand)


@given(hand=hands)
def test_glyphs_are_read_back(hand: tuple[Face, ...]) -> None:
    assert normalise_cards(" ".join(face.glyph for face in hand)) == format_faces(hand)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("6D QX", 3),
        ("1C", 0),
        ("6D;7D", 2),
        ("??", 0),
        ("6D 7", 3),
        ("11C", 0),
        ("six", 0),
        ("6D ♠", 3),
        ("6♥\ufe0f QX", 4),
        ("ß 6D", 0),
        ("6ſ", 0),
    ],
)
def test_what_is_no_card_names_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        normalise_cards(text)
    assert caught.value.position == position


@given(text=st.text(max_size=12))
def test_any_text_gives_strict_cards_up_to_the_place_that_is_named(text: str) -> None:
    try:
        strict = normalise_cards(text)
    except NotationError as error:
        strict = normalise_cards(text[: error.position])
    assert format_faces(parse_faces(strict)) == strict
