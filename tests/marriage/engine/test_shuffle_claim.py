"""What ``verify`` finds of a claimed shuffle (DEAL-02), and what it leaves open."""

from typing import Any

import pytest

from marriage_analysis.findings import Finding
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.engine.shuffle_claim import check_shuffle
from marriage_analysis.games.marriage.parts import Deal, MarriageParts, RulesPart
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.shuffle_claims import Shuffle

SEED = "Tihar"
MADE = deal_cards(rule_set("pagat"), seats=3, dealer=1, seed=SEED)
HANDS = [" ".join(map(str, hand or ())) for hand in MADE.hands]
STOCK = " ".join(map(str, MADE.stock or ()))
TOLD: dict[str, Any] = {"hands": tuple(HANDS), "upcard": str(MADE.upcard), "stock": STOCK}


def parts(
    *, preset: str | None = "pagat", algorithm: str = "sha256-fisher-yates-1", seed: str = SEED, **deal: Any
) -> MarriageParts:
    claim = Shuffle(algorithm=algorithm, seed=seed)
    fields: dict[str, Any] = {**TOLD, "shuffle": claim, **deal}
    return MarriageParts(rules=RulesPart(preset=preset), deal=Deal(**fields))


def check(record: MarriageParts, *, dealer: int | None = 1) -> list[tuple[str, str | None]]:
    found = check_shuffle(record, seats=3, dealer=dealer)
    assert found is not None
    return [(finding.code.name, finding.place.path) for finding in found]


def with_hand(seat: int, text: str) -> dict[str, Any]:
    return {"hands": tuple(text if other == seat else hand for other, hand in enumerate(HANDS))}


def test_the_right_cards_have_no_finding() -> None:
    assert check(parts()) == []


def test_hands_are_compared_as_sets_of_cards() -> None:
    backwards = tuple(" ".join(reversed(hand.split())) for hand in HANDS)
    assert check(parts(hands=backwards)) == []


def test_the_order_of_the_stock_counts() -> None:
    assert check(parts(stock=" ".join(reversed(STOCK.split())))) == [("shuffle_differs", "deal.stock")]


@pytest.mark.parametrize("seat", range(3))
def test_one_other_card_in_a_hand(seat: int) -> None:
    other = next(card for card in ("AS", "2S", "3S") if card not in HANDS[seat].split())
    changed = " ".join([other, *HANDS[seat].split()[1:]])
    (finding,) = list(check_shuffle(parts(**with_hand(seat, changed)), seats=3, dealer=1) or ())
    assert (finding.code.name, finding.place.seat) == ("shuffle_differs", seat)
    assert (finding.expected, finding.found, finding.rule) == (HANDS[seat], changed, "DEAL-02")


def test_another_upcard_a_short_hand_a_long_stock() -> None:
    other = "AS" if str(MADE.upcard) != "AS" else "2S"
    assert check(parts(upcard=other)) == [("shuffle_differs", "deal.upcard")]
    assert check(parts(**with_hand(2, HANDS[2][3:]))) == [("shuffle_differs", "deal.hands[2]")]
    assert check(parts(stock=f"{STOCK} AS")) == [("shuffle_differs", "deal.stock")]


@pytest.mark.parametrize("seed", ["tihar", "Tihar ", ""])
def test_another_seed_gives_other_cards(seed: str) -> None:
    assert len(check(parts(seed=seed))) >= 4


def test_another_dealer_gives_other_hands() -> None:
    assert {path for _, path in check(parts(), dealer=0)} == {f"deal.hands[{seat}]" for seat in range(3)}


def test_without_a_dealer_some_dealer_must_fit() -> None:
    assert check(parts(), dealer=None) == []
    assert check(parts(seed="other"), dealer=None) != []


def test_what_is_not_told_is_not_compared() -> None:
    assert check(parts(hands=(None, HANDS[1], None), upcard=None, stock=None)) == []
    hand = HANDS[0].split()
    half = [f"?{hand[0][1]}", f"{hand[1][0]}?", f"{hand[2]}|{hand[3]}", f"{hand[2]}|{hand[3]}"]
    assert check(parts(**with_hand(0, " ".join([*half, *hand[4:20], "??"])))) == []


def test_half_known_cards_need_a_card_each() -> None:
    hand = HANDS[0].split()
    missing = next(suit + rank for suit in "SHDC" for rank in "A23456789TJQK" if rank + suit not in hand)
    cell = missing[1] + missing[0]
    assert check(parts(**with_hand(0, " ".join([cell, *hand[1:]])))) != []
    # As many "one of these" as there are copies, and one more, which then has no card of its own.
    copies = hand.count(hand[0])
    rest = [card for card in hand if card != hand[0]]
    either = f"{hand[0]}|{cell}"
    assert check(parts(**with_hand(0, " ".join([either] * copies + rest)))) == []
    assert check(parts(**with_hand(0, " ".join([either] * (copies + 1) + rest[1:])))) != []


def test_what_cannot_be_done_again_is_a_note() -> None:
    unknown = check_shuffle(parts(algorithm="house"), seats=3, dealer=1) or ()
    assert [(found.code.name, found.found, found.severity.value) for found in unknown] == [
        ("shuffle_not_checked", "house", "info")
    ]
    assert check(parts(preset=None)) == [("shuffle_not_checked", "deal.shuffle")]


def test_no_claim_is_no_finding() -> None:
    none: tuple[Finding, ...] | None = check_shuffle(parts(shuffle=None), seats=3, dealer=1)
    assert none is None
    assert check_shuffle(MarriageParts(rules=RulesPart(preset="pagat")), seats=3, dealer=1) is None
