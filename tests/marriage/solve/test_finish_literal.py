"""Finishing discards against literal sets: every hand of a small deck, and whole hands by exact cover."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from marriage.literal_sets import is_literal_primary, is_literal_set
from marriage.solve.hands import TEXTS, make_hand, texts, wild_numbers

from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.placing import lacks_wilds

Hand = tuple[str, ...]


class LiteralCover:
    """Splits of cards into sets, each judged by substitution; nothing is shared with the solver."""

    def __init__(self, rules: RuleSet, tiplu: str, *, longest: int) -> None:
        self.rules = rules
        self.tiplu = tiplu
        self.longest = longest
        self.is_set = cache(self._is_set)
        self.splits = cache(self._splits)

    def _is_set(self, cards: Hand) -> int:
        """0 for no set, 1 for a set, 2 for a primary one."""
        if not is_literal_set(cards, rules=self.rules, tiplu=self.tiplu):
            return 0
        return 1 + is_literal_primary(cards, rules=self.rules, tiplu=None)

    def _splits(self, hand: Hand, pure: int) -> bool:
        """Whether the cards, sorted, split into sets with so many primary ones at least."""
        if not hand:
            return pure <= 0
        first, rest = hand[0], hand[1:]
        for size in range(2, self.longest):
            for chosen in set(combinations(rest, size)):
                kind = self.is_set((first, *chosen))
                if kind:
                    left = list(rest)
                    for card in chosen:
                        left.remove(card)
                    if self.splits(tuple(left), max(pure - (kind == 2), 0)):
                        return True
        return False

    def discards(self, hand: Sequence[str], pure: int) -> list[str]:
        found: list[str] = []
        for face in sorted(set(hand), key=TEXTS.index):
            rest = list(hand)
            rest.remove(face)
            if self.splits(tuple(sorted(rest)), pure):
                found.append(face)
        return found


SMALL: dict[str, tuple[str, str, dict[str, object]]] = {
    "aces and kings": ("AS 2S QS KS AH AD", "KS", {}),
    "aces and kings, ace low only": ("AS 2S 3S QS KS AH", "AS", {"ace_high_sequence": False}),
    "neighbours of the tiplu": ("4H 5H 6H 7H 5S 5D", "5H", {}),
    "a trial of wild rank": ("8C 8D 8H 7C 9C 2S", "8C", {}),
    "longer sets": ("4H 5H 6H 7H 7S 7D", "2C", {"set_length": "min3"}),
    "longer sets, wild": ("4H 5H 7H 8H 8S 9C", "9C", {"set_length": "min3"}),
    "trials of four": ("9S 9H 9D 9C TS JS", "JS", {"set_length": "min3"}),
    "jokers": ("JK 4H 5H 6H 6S 6D", "2C", {"putali": 3}),
    "a tunnel of jokers": ("JK 4H 5H 6H 6S", "2C", {"putali": 3, "putali_tunnel_primary": True}),
    "the master card": ("MC 4H 5H 7H 7S", "2C", {"master_card": 5, "master_card_in_primary": True}),
    "the master card, longer": (
        "MC 4H 5H 7H 7S 7D",
        "2C",
        {"master_card": 5, "master_card_in_primary": True, "set_length": "min3"},
    ),
}


def every_hand(faces: Sequence[str], tiplu: str, size: int) -> list[Hand]:
    copies = {"MC": 1, tiplu: 2}
    return [
        hand
        for hand in combinations_with_replacement(faces, size)
        if all(number <= copies.get(face, 3) for face, number in Counter(hand).items())
    ]


@pytest.mark.parametrize("pure", [0, 1, 2])
@pytest.mark.parametrize("name", SMALL)
def test_every_hand_of_a_small_deck_throws_what_it_literally_can(name: str, pure: int) -> None:
    faces, tiplu, options = SMALL[name]
    rules = rule_set("pagat", options)
    longer = options.get("set_length") == "min3"
    cover = LiteralCover(rules, tiplu, longest=7 if longer else 3)
    wild = wild_numbers(TEXTS.index(tiplu), rules)
    finishable = 0
    for hand in every_hand(faces.split(" "), tiplu, 8 if longer and pure < 2 else 7):
        held = Counter(hand)
        counts = [held[text] for text in TEXTS]
        found = [TEXTS[face] for face in Finishes(counts, wild, rules, pure=pure).discards()]
        assert found == cover.discards(hand, pure), hand
        finishable += bool(found)
        assert not (found and lacks_wilds(counts, wild, rules)), hand
    assert finishable


@pytest.mark.parametrize("preset", ["pagat", "house-app"])
def test_hands_that_lack_wild_cards_do_not_finish(preset: str) -> None:
    rng, rules, refused = random.Random(1), rule_set(preset), 0
    for _ in range(300):
        counts, tiplu = make_hand(rng.choice(("random", "near-complete", "wild-heavy")), rng, rules, size=13)
        wild = wild_numbers(tiplu, rules)
        if lacks_wilds(counts, wild, rules):
            assert not Finishes(counts, wild, rules, pure=0).discards()
            refused += 1
    assert 30 < refused < 270


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed else []) for seed in range(40)]
)
def test_whole_hands_throw_what_an_exact_cover_leaves(seed: int) -> None:
    rng = random.Random(seed)
    rules = rule_set(("pagat", "house-app")[seed % 2], {"set_length": "exact3"})
    finishable = 0
    while not finishable:
        counts, tiplu = make_hand(rng.choice(("near-complete", "ace-wrap")), rng, rules, size=22)
        cover = LiteralCover(rules, TEXTS[tiplu], longest=3)
        found = Finishes(counts, wild_numbers(tiplu, rules), rules, pure=3).discards()
        assert [TEXTS[face] for face in found] == cover.discards(texts(counts), 3)
        finishable += bool(found)
