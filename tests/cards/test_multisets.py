"""Laws of multisets, and the packs a game is played with (DECK-01..03)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, NATURAL_FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.pack import Pack
from marriage_analysis.errors import CountError

cards = st.lists(st.sampled_from(FACES), max_size=40)
multisets = cards.map(Multiset.of)


@given(a=multisets, b=multisets)
def test_adding_and_taking_away_again(a: Multiset, b: Multiset) -> None:
    assert a + b - b == a
    assert a + b == b + a
    assert len(a + b) == len(a) + len(b)
    assert a + b >= a
    assert a <= a + b
    assert a + Multiset() == a
    assert a - a == Multiset()


@given(a=multisets, b=multisets, c=multisets)
def test_adding_in_any_grouping(a: Multiset, b: Multiset, c: Multiset) -> None:
    assert (a + b) + c == a + (b + c)


@given(hand=cards)
def test_no_card_is_lost_or_invented(hand: list[Face]) -> None:
    held = Multiset.of(hand)
    assert list(held) == sorted(hand)
    assert len(held) == len(hand)
    assert Multiset.of(held) == held
    assert held.distinct() == tuple(sorted(set(hand)))
    for face in FACES:
        assert held.count(face) == hand.count(face)
        assert (face in held) is (face in hand)
    assert Multiset.from_counts({face: hand.count(face) for face in set(hand)}) == held


@given(a=multisets, b=multisets)
def test_what_is_not_there_cannot_be_taken(a: Multiset, b: Multiset) -> None:
    if a >= b:
        assert (a - b) + b == a
    else:
        with pytest.raises(CountError):
            _ = a - b


@pytest.mark.parametrize("counts", [(), (0,) * 53, (-1,) + (0,) * 53])
def test_counts_that_cannot_be(counts: tuple[int, ...]) -> None:
    with pytest.raises(CountError):
        Multiset(counts)


@given(pool=st.permutations([face for face in FACES for _ in range(2)]), cut=st.integers(0, 108))
def test_dealing_conserves_the_cards(pool: list[Face], cut: int) -> None:
    assert Multiset.of(pool[:cut]) + Multiset.of(pool[cut:]) == Multiset((2,) * 54)


@pytest.mark.parametrize(
    ("jokers", "master_cards", "size"),
    [(0, 0, 156), (3, 0, 159), (0, 1, 157), (3, 1, 160), (1, 0, 157), (2, 1, 159)],
)
def test_deck_01_to_03_sizes(jokers: int, master_cards: int, size: int) -> None:
    pack = Pack(packs=3, jokers=jokers, master_cards=master_cards)
    assert pack.size == len(pack.cards) == size
    assert {pack.cards.count(face) for face in NATURAL_FACES} == {3}
    assert pack.cards.count(JOKER) == jokers
    assert pack.cards.count(MASTER_CARD) == master_cards
    for face in FACES:
        assert pack.copies(face) == pack.cards.count(face)


@pytest.mark.parametrize(("packs", "jokers", "master_cards"), [(0, 0, 0), (-1, 0, 0), (3, -1, 0), (3, 0, -1)])
def test_packs_that_cannot_be(packs: int, jokers: int, master_cards: int) -> None:
    with pytest.raises(CountError):
        Pack(packs=packs, jokers=jokers, master_cards=master_cards)
