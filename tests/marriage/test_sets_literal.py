"""The recogniser against the definition in ``literal_sets``: all sets of three, more cards at random."""

from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from marriage.literal_sets import (
    NATURAL,
    RANKS,
    SUITS,
    by_length,
    faces_of,
    fits,
    is_literal_primary,
    is_literal_set,
    literal_wilds,
    natural_sequences,
    natural_trials,
    substitutions,
)

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.notation import parse_face
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.verdict import SetKind

TEXTS = [str(face) for face in FACES]
OPTION_VALUES: dict[str, tuple[Any, ...]] = {
    "set_length": ("exact3", "min3"),
    "ace_high_sequence": (True, False),
    "putali": (0, 3),
    "putali_tunnel_primary": (True, False),
    "master_card": (None, 10),
    "master_card_in_primary": (True, False),
}
ALL_RULES = [
    rule_set("pagat", dict(zip(OPTION_VALUES, values, strict=True)))
    for values in product(*OPTION_VALUES.values())
]
PLAIN = rule_set("pagat")
FULL_DECK = {"putali": 3, "putali_tunnel_primary": True, "master_card": 10, "master_card_in_primary": True}
ALL_EXTRAS = rule_set("pagat", FULL_DECK)
FEW_EXTRAS = rule_set(
    "wikipedia-en",
    {
        "putali": 2,
        "putali_tunnel_primary": False,
        "master_card": 5,
        "master_card_in_primary": False,
        "ace_high_sequence": False,
    },
)


def agrees(cards: tuple[str, ...], faces: tuple[Face, ...], *, rules: RuleSet, tiplu: str | None) -> None:
    tiplu_face = None if tiplu is None else parse_face(tiplu)
    verdict = recognise(faces, rules=rules, tiplu=tiplu_face)
    assert verdict.valid is is_literal_set(cards, rules=rules, tiplu=tiplu), (cards, tiplu, verdict)
    assert verdict.is_primary is is_literal_primary(cards, rules=rules, tiplu=tiplu), (cards, tiplu, verdict)


@pytest.mark.parametrize(
    ("tiplu", "rules"),
    [
        ("JC", PLAIN),
        ("2H", ALL_EXTRAS),
        (None, ALL_EXTRAS),
        pytest.param("AS", PLAIN, marks=pytest.mark.long),
        pytest.param("KD", FEW_EXTRAS, marks=pytest.mark.long),
        pytest.param(None, FEW_EXTRAS, marks=pytest.mark.long),
    ],
    ids=["JC", "2H-all-extras", "unseen-all-extras", "AS", "KD-few-extras", "unseen-few-extras"],
)
def test_every_three_cards(tiplu: str | None, rules: RuleSet) -> None:
    pairs = list(zip(TEXTS, FACES, strict=True))
    for row in combinations_with_replacement(pairs, 3):
        agrees(tuple(text for text, _ in row), tuple(face for _, face in row), rules=rules, tiplu=tiplu)


@pytest.mark.parametrize("tiplu", ["AH", "5C", "QD"])
def test_the_literal_definition_is_substitution(tiplu: str) -> None:
    wild = literal_wilds(tiplu, ALL_EXTRAS)
    rows = natural_sequences(True) | natural_trials()
    sample = list(combinations_with_replacement(TEXTS, 3))[::97]
    assert sum(1 for cards in sample if any(card in wild for card in cards)) > 50
    for cards in sample:
        if sum(card in wild for card in cards) < 3:
            by_substitution = not rows.isdisjoint(substitutions(cards, wild))
            assert by_substitution is fits(cards, wild, by_length(ace_high=True, trials=True)), cards


def test_number_of_natural_sets() -> None:
    # In a suit 12 runs of three, 11 of four, .., 3 of twelve, and the whole suit, ace low or high, once.
    assert len(natural_sequences(True)) == 4 * (sum(15 - length for length in range(3, 13)) + 1)
    assert len(natural_sequences(False)) == 4 * sum(14 - length for length in range(3, 14))
    # For each rank one trial of four and four of three.
    assert len(natural_trials()) == 13 * 5


tiplus = st.sampled_from(NATURAL)
any_rules = st.sampled_from(ALL_RULES)


@st.composite
def nearly_sets(draw: st.DrawFn, tiplu: str, rules: RuleSet) -> tuple[str, ...]:
    """A run, a trial or copies of a card, some of its cards then replaced by wilds or by anything."""
    length = draw(st.integers(3, 13))
    suit = draw(st.sampled_from(SUITS))
    shape = draw(st.sampled_from(["run", "trial", "copies"]))
    if shape == "run":
        low = draw(st.integers(0, 12))
        cards = [(RANKS * 2)[low + step] + suit for step in range(length)]
    elif shape == "trial":
        rank = draw(st.sampled_from(RANKS))
        cards = [rank + SUITS[step % 4] for step in range(draw(st.integers(3, 5)))]
    else:
        cards = [draw(st.sampled_from(NATURAL))] * draw(st.integers(2, 4))
    wild = sorted(literal_wilds(tiplu, rules))
    others = st.one_of(st.sampled_from(wild), st.sampled_from(wild), st.sampled_from(TEXTS))
    places = draw(st.lists(st.integers(0, len(cards) - 1), max_size=len(cards), unique=True))
    for place in places:
        cards[place] = draw(others)
    return tuple(draw(st.permutations(cards)))


@settings(max_examples=800, deadline=None)
@given(data=st.data(), tiplu=tiplus, rules=any_rules, seen=st.booleans())
def test_cards_near_a_set(data: st.DataObject, tiplu: str, rules: RuleSet, seen: bool) -> None:
    cards = data.draw(nearly_sets(tiplu, rules))
    assume(len(cards) > 2)
    agrees(cards, faces_of(cards), rules=rules, tiplu=tiplu if seen else None)
    owner = parse_face(tiplu) if seen else None
    asked_as_primary = recognise(faces_of(cards), rules=rules, tiplu=owner, primary=True)
    assert asked_as_primary.valid is recognise(faces_of(cards), rules=rules, tiplu=owner).is_primary


@settings(max_examples=250, deadline=None)
@given(data=st.data(), tiplu=tiplus, rules=any_rules)
def test_stand_ins_explain_the_set(data: st.DataObject, tiplu: str, rules: RuleSet) -> None:
    """Replacing each stand-in by the face it stands for gives a natural set of the right kind."""
    cards = data.draw(nearly_sets(tiplu, rules))
    verdict = recognise(faces_of(cards), rules=rules, tiplu=parse_face(tiplu))
    assume(verdict.valid and len(cards) > 2)
    left = Counter(cards)
    for stand_in in verdict.stand_ins:
        assert str(stand_in.wild) in literal_wilds(tiplu, rules)
        left[str(stand_in.wild)] -= 1
        left[str(stand_in.stands_for)] += 1
    assert min(left.values()) >= 0
    row = tuple(sorted(left.elements()))
    if verdict.kind is SetKind.TUNNEL:
        assert len(set(cards)) == 1
        assert len(cards) == 3
    elif verdict.kind in (SetKind.TRIAL, SetKind.DIRTY_TRIAL):
        assert row in natural_trials()
    elif verdict.kind is not SetKind.WILDS:
        assert row in natural_sequences(rules.ace_high_sequence)
    assert bool(verdict.stand_ins) is (
        verdict.kind in (SetKind.SEQUENCE, SetKind.DIRTY_TRIAL, SetKind.WILDS)
        or (verdict.kind is SetKind.PURE_SEQUENCE and "MC" in cards)
    )


@settings(max_examples=250, deadline=None)
@given(data=st.data(), tiplu=tiplus, rules=any_rules, seen=st.booleans())
def test_order_of_the_cards_does_not_matter(
    data: st.DataObject, tiplu: str, rules: RuleSet, seen: bool
) -> None:
    cards = data.draw(nearly_sets(tiplu, rules))
    shuffled = data.draw(st.permutations(cards))
    owner = parse_face(tiplu) if seen else None
    assert recognise(faces_of(cards), rules=rules, tiplu=owner) == recognise(
        faces_of(shuffled), rules=rules, tiplu=owner
    )


@settings(max_examples=250, deadline=None)
@given(data=st.data(), tiplu=tiplus, rules=any_rules, suits=st.permutations(SUITS))
def test_suits_are_alike(data: st.DataObject, tiplu: str, rules: RuleSet, suits: list[str]) -> None:
    """Renaming the suits of the cards and of the tiplu changes nothing (sets never look at the alter)."""
    renamed = dict(zip(SUITS, suits, strict=True))

    def rename(card: str) -> str:
        return card if card in ("JK", "MC") else card[0] + renamed[card[1]]

    cards = data.draw(nearly_sets(tiplu, rules))
    before = recognise(faces_of(cards), rules=rules, tiplu=parse_face(tiplu))
    after = recognise(faces_of(map(rename, cards)), rules=rules, tiplu=parse_face(rename(tiplu)))
    assert (before.valid, before.kind, before.is_primary, len(before.stand_ins)) == (
        after.valid,
        after.kind,
        after.is_primary,
        len(after.stand_ins),
    )


@settings(max_examples=300, deadline=None)
@given(data=st.data(), tiplu=tiplus, rules=any_rules)
def test_seeing_the_tiplu_never_takes_a_set_away(data: st.DataObject, tiplu: str, rules: RuleSet) -> None:
    cards = data.draw(nearly_sets(tiplu, rules))
    assume(cards.count(tiplu) < 3)
    if recognise(faces_of(cards), rules=rules).valid:
        assert recognise(faces_of(cards), rules=rules, tiplu=parse_face(tiplu)).valid
