"""Hands of several kinds, as counts of the 54 faces with the number of the tiplu's face."""

import random
from collections.abc import Callable, Sequence

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.wilds import wild_faces

TEXTS = [str(face) for face in FACES]
JOKER, MASTER = 52, 53


class _Dealer:
    """Cards put into a hand one by one, no more of a face than there are beside the tiplu that lies apart."""

    def __init__(self, rng: random.Random, rules: RuleSet, size: int) -> None:
        self.rng = rng
        self.size = size
        self.tiplu = rng.randrange(52)
        self.counts = [0] * 54
        self.copies = [3] * 52 + [rules.putali, int(rules.master_card is not None)]
        self.copies[self.tiplu] = 2
        self.wild = sorted(face.index for face in wild_faces(FACES[self.tiplu], rules))

    def add(self, *faces: int) -> None:
        for face in faces:
            if self.counts[face] < self.copies[face] and sum(self.counts) < self.size:
                self.counts[face] += 1

    def run(self) -> None:
        suit, low = 13 * self.rng.randrange(4), self.rng.randrange(12)
        self.add(suit + low, suit + low + 1, suit + (low + 2) % 13)

    def fill(self, faces: Sequence[int]) -> None:
        for _ in range(400):
            self.add(self.rng.choice(faces))


def near_complete(dealer: _Dealer) -> None:
    for number in range(7):
        kind = dealer.rng.random()
        if number < 3 or kind < 0.4:
            dealer.run()
        elif kind < 0.5:
            dealer.add(*[dealer.rng.randrange(52)] * 3)
        elif kind < 0.8:
            rank = dealer.rng.randrange(13)
            dealer.add(*(rank + 13 * suit for suit in dealer.rng.sample(range(4), 3)))
        else:
            dealer.add(dealer.rng.choice(dealer.wild), dealer.rng.randrange(52), dealer.rng.randrange(52))
    for _ in range(dealer.rng.randrange(3)):
        dealer.counts[dealer.rng.choice([face for face, count in enumerate(dealer.counts) if count])] -= 1


def random_cards(dealer: _Dealer) -> None:
    del dealer  # filled up with any cards


def wild_heavy(dealer: _Dealer) -> None:
    for face in dealer.wild:
        for _ in range(dealer.copies[face]):
            if dealer.rng.random() < 0.45:
                dealer.add(face)
    for _ in range(3):
        dealer.run()


def ace_wrap(dealer: _Dealer) -> None:
    dealer.fill([13 * suit + rank for suit in range(4) for rank in (0, 1, 2, 3, 10, 11, 12)])


def duplicate_heavy(dealer: _Dealer) -> None:
    faces = dealer.rng.sample(range(52), 9)
    for _ in range(40):
        dealer.add(dealer.rng.choice(faces) if dealer.rng.random() < 0.95 else dealer.rng.randrange(52))


def dublees(dealer: _Dealer) -> None:
    for face in dealer.rng.sample(range(52), 7):
        dealer.add(face, face)


KINDS: dict[str, Callable[[_Dealer], None]] = {
    "near-complete": near_complete,
    "random": random_cards,
    "wild-heavy": wild_heavy,
    "ace-wrap": ace_wrap,
    "duplicate-heavy": duplicate_heavy,
    "dublee": dublees,
}


def make_hand(kind: str, rng: random.Random, rules: RuleSet, *, size: int) -> tuple[list[int], int]:
    """The counts of a hand and the face number of its tiplu."""
    dealer = _Dealer(rng, rules, size)
    if dealer.copies[JOKER] or dealer.copies[MASTER]:
        for face in (JOKER, JOKER, JOKER, MASTER):
            if rng.random() < 0.4:
                dealer.add(face)
    KINDS[kind](dealer)
    while sum(dealer.counts) < size:
        dealer.add(rng.randrange(52))
    return dealer.counts, dealer.tiplu


def wild_numbers(tiplu: int, rules: RuleSet) -> frozenset[int]:
    return frozenset(face.index for face in wild_faces(FACES[tiplu], rules))


def texts(counts: Sequence[int]) -> list[str]:
    return [TEXTS[face] for face, count in enumerate(counts) for _ in range(count)]


def faces_of(counts: Sequence[int]) -> tuple[Face, ...]:
    return tuple(FACES[face] for face, count in enumerate(counts) for _ in range(count))
