# scipy has no types
# pyright: basic, reportMissingTypeStubs=false, reportArgumentType=false
"""Sets found in hands: they are sets, none is left out, and a hand is arranged exactly when it can be."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from marriage.engine.random_rules import random_rules
from marriage.literal_sets import (
    NATURAL,
    can_be_held,
    is_literal_primary,
    is_literal_set,
    literal_wilds,
    natural_sequences,
    natural_trials,
)
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.games.marriage.arrangements import is_primary_show
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.solve.remainder import arrange_all, finishing_discards
from marriage_analysis.games.marriage.solve.shows import (
    NOTHING_LISTED,
    can_show_by_dublees,
    can_show_by_sets,
    primary_sets,
    primary_shows,
    shows_by_dublees,
    shows_by_sets,
    shows_from,
)
from marriage_analysis.games.marriage.wilds import wild_faces

TEXTS = [str(face) for face in FACES]


def counts(hand: list[str]) -> list[int]:
    held = Counter(hand)
    return [held[text] for text in TEXTS]


def faces(cards: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple(FACES[face] for face in cards)


def texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted(TEXTS[face] for face in cards))


def small_hand(rules: RuleSet, rng: random.Random, size: int) -> list[str]:
    """Cards of two suits and few ranks, so that sets are frequent."""
    ranks = rng.choice(("A234567", "A23QK", "9TJQKA2", "56789"))
    deck = [rank + suit for rank in ranks for suit in rng.choice(("SH", "DC", "S"))] * 3
    deck += ["JK"] * rules.putali + ["MC"] * (rules.master_card is not None)
    return rng.sample(deck, min(size, len(deck)))


def literal_primary_sets(hand: list[str], rules: RuleSet) -> set[tuple[str, ...]]:
    """Every choice of cards that is a primary set, found by trying all of them."""
    longest = 3 if rules.set_length is SetLength.EXACT3 else min(len(hand), 7)
    found = {
        tuple(sorted(chosen)) for size in range(3, longest + 1) for chosen in combinations(sorted(hand), size)
    }
    return {chosen for chosen in found if is_literal_primary(chosen, rules=rules, tiplu=None)}


@pytest.mark.parametrize("seed", range(60))
def test_primary_sets_are_all_there_are(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    hand = small_hand(rules, rng, 11)
    listed = [texts(cards) for cards in primary_sets(counts(hand), rules)]
    assert len(set(listed)) == len(listed)
    assert {cards for cards in listed if len(cards) <= 7} == literal_primary_sets(hand, rules)


@pytest.mark.parametrize("ace_high", [True, False])
def test_a_whole_suit_is_all_its_sequences_of_three_to_thirteen_cards(ace_high: bool) -> None:
    """The ace counts once (COMB-13): there is no sequence of fourteen, and the whole suit is one, not two."""
    rules = rule_set("pagat", {"set_length": "min3", "ace_high_sequence": ace_high})
    hand = [rank + "H" for rank in "A23456789TJQK"]
    listed = [texts(cards) for cards in primary_sets(counts(hand), rules)]
    own = {row for row in natural_sequences(ace_high) if all(card[1] == "H" for card in row)}
    assert len(listed) == len(set(listed))
    assert set(listed) == own


@pytest.mark.parametrize("suits", ["SHD", "HDC", "DCS"])
def test_a_high_ace_leaves_the_ace_of_the_next_suit_alone(suits: str) -> None:
    first, second, third = suits
    cards = [f"{rank}{first}" for rank in "QKA"] + [f"{rank}{second}" for rank in "A23"]
    cards += [f"{rank}{third}" for rank in "678"] + [f"9{first}", f"5{second}"]
    counts = [cards.count(str(face)) for face in FACES]
    shows = primary_shows(counts, (), rule_set("pagat"), dublees=True)
    assert len(shows) == 1
    assert Counter(face for cards in shows[0] for face in cards).total() == 9


@pytest.mark.parametrize("seed", range(60))
def test_shows_by_sets_are_all_there_are(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rules = random_rules(rng)
    hand = small_hand(rules, rng, 13)
    tripled = sorted(face for face, k in Counter(hand).items() if k == 3 and face != "MC")
    displayed = rng.sample(tripled, min(len(tripled), rng.randrange(3)))
    free = [card for card in hand if card not in displayed]
    sets = sorted(literal_primary_sets(free, rules))
    own = [(face,) * 3 for face in displayed if is_literal_primary((face,) * 3, rules=rules, tiplu=None)]
    expected = {
        tuple(sorted(three))
        for three in combinations_with_replacement(sets + own, 3)
        if all(three.count(one) <= 1 for one in own)
        and Counter(card for one in three if one not in own for card in one) <= Counter(free)
    }
    shows = list(shows_by_sets(counts(free), [TEXTS.index(face) for face in displayed], rules))
    listed = [tuple(sorted(texts(cards) for cards in show)) for show in shows]
    assert len(set(listed)) == len(listed)
    assert {show for show in listed if max(map(len, show)) <= 7} == expected
    assert can_show_by_sets(counts(free), [TEXTS.index(face) for face in displayed], rules) == bool(listed)
    for show in shows:
        assert is_primary_show([faces(cards) for cards in show], rules=rules)


@pytest.mark.parametrize("seed", range(60))
def test_shows_told_from_those_of_the_turn_before_are_the_same(seed: int) -> None:
    rng = random.Random(1500 + seed)
    rules = random_rules(rng)
    natural = rng.sample(NATURAL, 13) if seed % 2 else [rank + suit for rank in "A2345JQK" for suit in "SH"]
    stock = natural * 3 + ["JK"] * rules.putali + ["MC"] * (rules.master_card is not None)
    rng.shuffle(stock)
    hand = [stock.pop() for _ in range(19)]
    listed, kept = NOTHING_LISTED, 0
    for _ in range(120):
        hand.append(stock.pop())
        if rng.random() < 0.95:  # else nobody asks in this turn
            before, listed = listed, shows_from(listed, counts(hand), rules, dublees=True)
            assert [sets for sets, _ in listed[1]] == list(primary_shows(counts(hand), (), rules, dublees=True))
            kept += bool(before[1]) and bool(listed[1])
        stock.insert(rng.randrange(len(stock)), hand.pop(rng.randrange(len(hand))))
    assert kept


@pytest.mark.parametrize("seed", range(60))
def test_shows_by_dublees_are_all_there_are(seed: int) -> None:
    rng = random.Random(2000 + seed)
    rules = random_rules(rng)
    deck = ["JK"] * rules.putali + ["MC"] * (rules.master_card is not None) + rng.sample(NATURAL, 11) * 3
    hand = rng.sample(deck, 21)
    shows = list(shows_by_dublees(counts(hand), [], rules))
    paired = {face for face, k in Counter(hand).items() if k >= 2}
    if rules.joker_pair_dublee.value == "off":
        paired -= {"JK"}
    assert {frozenset(TEXTS[two[0]] for two in show) for show in shows} == set(
        map(frozenset, combinations(paired, 7))
    )
    assert can_show_by_dublees(counts(hand), [], rules) == bool(shows)
    for show in shows[:20]:
        assert is_primary_show([faces(cards) for cards in show], rules=rules)


@cache
def natural_patterns(exact: bool, ace_high: bool) -> tuple[tuple[str, ...], ...]:
    longest = 3 if exact else 13
    rows = natural_sequences(ace_high) | natural_trials()
    return tuple(sorted(row for row in rows if len(row) <= longest))


def can_be_arranged(hand: list[str], wild: frozenset[str], rules: RuleSet) -> bool:
    """Whether a whole-number programme finds sets for all cards: x sets of each kind, each card in one of them.

    Of a pattern with k plain cards held, every choice of those is a column; the rest of it are wilds.
    """
    plain = Counter(card for card in hand if card not in wild)
    wilds = len(hand) - plain.total()
    if not hand:
        return True
    kinds = sorted(plain)
    columns: set[tuple[tuple[str, ...], int]] = {((face,) * 3, 0) for face in kinds if plain[face] == 3}
    for pattern in natural_patterns(rules.set_length is SetLength.EXACT3, rules.ace_high_sequence):
        held = [card for card in pattern if plain[card]]
        for size in range(len(held) + 1):
            if len(pattern) - size <= wilds:
                columns |= {(chosen, len(pattern) - size) for chosen in combinations(held, size)}
    listed = sorted(columns)
    rows, places, entries = [], [], []
    for column, (cards, used) in enumerate(listed):
        for card, number in Counter(cards).items():
            rows.append(kinds.index(card))
            places.append(column)
            entries.append(number)
        if used:
            rows.append(len(kinds))
            places.append(column)
            entries.append(used)
    if not listed:
        return False
    matrix = csr_matrix((entries, (rows, places)), shape=(len(kinds) + 1, len(listed)))
    wanted = np.array([*(plain[kind] for kind in kinds), wilds], dtype=float)
    answer = milp(
        np.zeros(len(listed)),
        constraints=LinearConstraint(matrix, wanted, wanted),
        integrality=np.ones(len(listed)),
        bounds=Bounds(0, 21),
    )
    assert answer.status in (0, 2), answer.message
    return answer.status == 0


def can_be_left(hand: list[str], face: str, tiplu: str, rules: RuleSet) -> bool:
    """Whether the rest of the hand can be arranged without one copy of the face."""
    rest = list(hand)
    rest.remove(face)
    if rules.set_length is SetLength.EXACT3 and len(rest) % 3:
        return False
    return can_be_arranged(rest, literal_wilds(tiplu, rules), rules)


def remainders(rules: RuleSet, rng: random.Random) -> Iterator[tuple[list[str], str]]:
    """Hands of what a player may have left to arrange, many of them made of sets with a card or two changed."""
    while True:
        tiplu = rng.choice(NATURAL)
        wild = sorted(literal_wilds(tiplu, rules))
        size = rng.choice((3, 6, 9, 12, 12, 12)) + rng.choice((0, 0, 0, 1, 2))
        ranks = rng.choice(("A23456789TJQK", "A2345", "9TJQKA", "345678"))
        hand: list[str] = []
        while len(hand) < size:
            run = rng.choice([rank + suit for rank in ranks for suit in "SHDC"])
            start = NATURAL.index(run)
            hand += rng.choice(
                (
                    NATURAL[start : start + rng.choice((3, 3, 4))],
                    [run[0] + suit for suit in rng.sample("SHDC", 3)],
                    [run] * 3,
                    [*rng.choices(wild, k=rng.choice((1, 1, 2))), run],
                    [run],
                )
            )
        hand = hand[:size]
        if hand and rng.random() < 0.5:
            hand[rng.randrange(len(hand))] = rng.choice([*NATURAL, *wild])
        if can_be_held(hand, rules=rules, tiplu=tiplu):
            yield hand, tiplu


def check_arrangements(seed: int, number: int) -> Counter[bool]:
    rng = random.Random(seed)
    found: Counter[bool] = Counter()
    rules = random_rules(rng)
    for hand, tiplu in remainders(rules, rng):
        wild = wild_faces(FACES[TEXTS.index(tiplu)], rules)
        sets = arrange_all(counts(hand), frozenset(face.index for face in wild), rules)
        assert (sets is not None) == can_be_arranged(hand, literal_wilds(tiplu, rules), rules), (hand, tiplu)
        thrown = [face for face in set(hand) if can_be_left(hand, face, tiplu, rules)]
        discards = finishing_discards(counts(hand), frozenset(face.index for face in wild), rules)
        assert sorted(thrown) == sorted(TEXTS[face] for face in discards), (hand, tiplu)
        found[sets is not None] += 1
        if sets is not None:
            assert sorted(card for cards in sets for card in texts(cards)) == sorted(hand)
            for cards in sets:
                assert recognise(faces(cards), rules=rules, tiplu=FACES[TEXTS.index(tiplu)]), cards
                assert is_literal_set(texts(cards), rules=rules, tiplu=tiplu)
        if found.total() == number:
            break
    return found


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed >= 12 else []) for seed in range(40)]
)
def test_all_cards_are_arranged_exactly_when_they_can_be(seed: int) -> None:
    found = check_arrangements(seed, 40)
    assert found[True]
    assert found[False]
