"""The shuffle against its specification: docs/shuffle.md, its vectors, and a second program written from it."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any, TypeVar

import pytest

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.notation import format_faces, parse_faces
from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM, derive_seed, shuffled
from marriage_analysis.errors import CountError, NotationError
from marriage_analysis.games.marriage.engine.dealing import deal_cards, reshuffled
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.presets import rule_set

PAGE = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[-1])

Card = TypeVar("Card")


def second_shuffle(cards: Sequence[Card], seed: str) -> tuple[list[Card], int]:
    """The page in other words: all bytes first, then numbers; also counts what it passes over."""
    key = sha256(seed.encode()).hexdigest()
    digits = "".join(
        sha256(bytes.fromhex(f"{key}{block:016x}")).hexdigest() for block in range(len(cards) // 8 + 2)
    )
    numbers = [int(digits[at : at + 8], 16) for at in range(0, len(digits), 8)]
    row, passed = list(cards), 0
    for size in range(len(row), 1, -1):
        while numbers[0] // size == 2**32 // size:  # in the run that is not whole
            numbers.pop(0)
            passed += 1
        chosen = numbers.pop(0) % size
        row[chosen], row[size - 1] = row[size - 1], row[chosen]
    return row, passed


def fingerprint(row: Sequence[int]) -> str:
    return sha256(" ".join(map(str, row)).encode()).hexdigest()


def surprise(seen: Sequence[int], freedom: int) -> float:
    """How far counts that should be equal are from it, in deviations (Wilson and Hilferty)."""
    mean = sum(seen) / len(seen)
    ratio = sum((count - mean) ** 2 / mean for count in seen) / freedom
    spread = 2 / (9 * freedom)
    return (ratio ** (1 / 3) - (1 - spread)) / sqrt(spread)


def pack(rules: dict[str, Any]) -> list[str]:
    options = rules["options"]
    cards = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK" for _ in range(3)]
    return cards + ["JK"] * rule_set(rules["preset"]).putali + ["MC"] * ("master_card" in options)


def in_order(cards: Sequence[str]) -> list[str]:
    names = [str(face) for face in FACES]
    return sorted(cards, key=names.index)


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda vector: repr(vector["seed"]))
def test_published_shuffles(vector: dict[str, Any]) -> None:
    seed = vector["seed"]
    if "first_ten" in vector:
        assert " ".join(map(str, shuffled(range(10), seed))) == vector["first_ten"]
    for size in (156, 1000):
        if f"sha256_{size}" in vector:
            assert fingerprint(shuffled(range(size), seed)) == vector[f"sha256_{size}"]
            assert fingerprint(second_shuffle(range(size), seed)[0]) == vector[f"sha256_{size}"]


def test_one_published_seed_needs_the_rejection() -> None:
    assert second_shuffle(range(1000), "reject 11995")[1] == 1


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: vector["preset"])
def test_published_deals(vector: dict[str, Any]) -> None:
    seats, dealer = vector["seats"], vector["dealer"]
    rules = read_rules(vector["preset"], vector["options"])
    assert rules is not None
    deal = deal_cards(rules, seats=seats, dealer=dealer, seed=vector["seed"])
    assert [" ".join(map(str, hand or ())) for hand in deal.hands] == vector["hands"]
    assert (str(deal.upcard), " ".join(map(str, deal.stock or ()))) == (vector["upcard"], vector["stock"])
    # Dealt by hand, card by card (DEAL-02).
    row, _ = second_shuffle(pack(vector), vector["seed"])
    hands: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    for turn in range(21 * seats):
        hands[(dealer + 1 + turn) % seats].append(row.pop(0))
    assert [" ".join(in_order(hand)) for hand in hands.values()] == vector["hands"]
    assert (row[0], " ".join(row[1:])) == (vector["upcard"], vector["stock"])


@pytest.mark.parametrize("vector", VECTORS["reshuffles"], ids=lambda vector: str(vector["number"]))
def test_published_reshuffles(vector: dict[str, Any]) -> None:
    cards = parse_faces(vector["cards"])
    for order in (cards, cards[::-1]):
        new = reshuffled(order, seed=vector["seed"], number=vector["number"])
        assert format_faces(new) == vector["stock"]
    row, _ = second_shuffle(
        in_order(vector["cards"].split()), f"{vector['seed']}\nreshuffle {vector['number']}"
    )
    assert " ".join(row) == vector["stock"]


@pytest.mark.parametrize("vector", VECTORS["derived"], ids=lambda vector: f"{vector['root']}-{vector['game']}")
def test_published_seeds_of_games(vector: dict[str, Any]) -> None:
    assert derive_seed(vector["root"], vector["game"]) == vector["seed"]
    text = "\n".join(["marriage-game-seed-1", vector["root"], str(vector["game"])])
    assert sha256(text.encode()).hexdigest().startswith(vector["seed"])


def test_both_programs_agree_on_many_seeds() -> None:
    for number in range(300):
        seed = derive_seed("both", number)
        size = number % 60
        assert shuffled(range(size), seed) == second_shuffle(range(size), seed)[0]


def test_a_shuffle_keeps_the_cards_and_its_argument() -> None:
    cards = (*FACES, *FACES)
    assert Counter(shuffled(cards, "x")) == Counter(cards)
    assert shuffled([], "x") == []
    row = list(range(9))
    shuffled(row, "x")
    assert row == list(range(9))


def test_every_order_is_as_likely() -> None:
    """All 120 orders of five cards over 24,000 fixed seeds; beyond the bound by chance once in 500,000."""
    tally = Counter(tuple(shuffled(range(5), derive_seed("orders", number))) for number in range(24_000))
    seen = [tally[order] for order in permutations(range(5))]
    assert abs(surprise(seen, freedom=119)) < 4.75


def test_every_card_comes_to_every_place_as_often() -> None:
    """Card by place, in a row of 52 over 8,000 fixed seeds (51 * 51 degrees of freedom)."""
    tally: Counter[tuple[int, int]] = Counter()
    for number in range(8_000):
        tally.update(enumerate(shuffled(range(52), derive_seed("places", number))))
    seen = [tally[place, card] for place in range(52) for card in range(52)]
    assert abs(surprise(seen, freedom=51 * 51)) < 4.75


def test_seeds_of_games_are_all_different() -> None:
    roots = ["", "1", "11", "Tihar", "Tihar\n1"]
    assert len({derive_seed(root, number) for root in roots for number in range(1_000)}) == 5_000


def test_the_name_of_the_algorithm_is_the_one_specified() -> None:
    assert f"## The algorithm `{SHUFFLE_ALGORITHM}`" in PAGE


def test_what_no_shuffle_can_start_from() -> None:
    with pytest.raises(NotationError, match="Unicode") as told:
        shuffled(range(3), "ab\ud800")
    assert told.value.position == 2
    with pytest.raises(CountError, match="-1"):
        derive_seed("x", -1)
    with pytest.raises(CountError, match="from 1, not 0"):
        reshuffled([Face(0)], seed="x", number=0)
    for seats, dealer in ((1, 0), (7, 0), (4, 4), (4, -1)):
        with pytest.raises(CountError):
            deal_cards(rule_set("pagat"), seats=seats, dealer=dealer, seed="x")
