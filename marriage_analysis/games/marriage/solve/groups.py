"""The natural cards that one set can keep of a hand, and how many wild cards complete it.

Wild cards count by number only here. Everything that does not depend on the hand's copies is remembered: by
the ranks held of a suit, and by the suits held of a rank.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from marriage_analysis.cards.face import MASTER_CARD
from marriage_analysis.games.marriage.readings import LONGEST_TRIAL, sequences
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.hands import SUIT, SUIT_BITS, UNITS, word_of

WILD: Final = 12
"""What a wild card costs: costs are shared among the cards of a group, so they are counted in twelfths."""

ALONE: Final = 2 * WILD
"""What a card costs that keeps no other: two wild cards complete it (COMB-06)."""

LONGEST_NEEDED: Final = 5
"""Longer sequences split into shorter ones, so no longer set is needed to place all cards."""

MOST_ROOM: Final = 2
"""Three wild cards are a set of their own, so never more than two look for room in another."""


@dataclass(frozen=True, slots=True)
class Group:
    """Different natural cards of one sequence or trial, or three alike; ``faces`` in the order of the set.

    ``cost``: the wild cards that complete it, in twelfths. ``room``: how many wild cards more it can take.
    ``pure``: it counts as a primary set (COMB-14); wild cards at their own value and the master card in the
    place it stands for are then among the faces, and are the cost.
    """

    faces: tuple[int, ...]
    word: int
    cost: int
    room: int
    pure: bool = False

    @property
    def has_master(self) -> bool:
        """Whether the master card is in it."""
        return _MASTER in self.faces

    @property
    def share(self) -> int:
        """The cost for each of its cards."""
        return self.cost // len(self.faces)


_MASTER: Final = MASTER_CARD.index

GroupsByFace = dict[int, tuple[Group, ...]]
"""Groups by the lowest face in them, the cheapest first."""


@cache
def tunnel(face: int) -> Group:
    """Three copies of a face: a wild card neither helps to make it nor finds room in it (COMB-01)."""
    return _group((face,) * 3, 0, 0)


@cache
def alone(face: int, *, exact: bool) -> Group:
    """A card that keeps no other."""
    return _group((face,), 2, 0 if exact else MOST_ROOM)


def _group(faces: tuple[int, ...], wilds: int, room: int) -> Group:
    return Group(faces, word_of(faces), wilds * WILD, room)


@cache
def sequence_rows(longest: int, ace_high: bool) -> tuple[tuple[int, ...], ...]:
    """The ranks of every sequence up to that length, the shorter first."""
    return tuple(
        tuple(face.index for face in run.faces)
        for length in range(3, longest + 1)
        for run in sequences(length, ace_high=ace_high)
        if run.faces[0].index < 13
    )


class SuitGroups(dict[int, GroupsByFace]):
    """The groups of sequences, by the mask of ranks held of a suit with the number of the suit above it."""

    def __init__(self, *, exact: bool, ace_high: bool) -> None:
        super().__init__()
        rows = sequence_rows(3 if exact else LONGEST_NEEDED, ace_high)
        cheapest: dict[tuple[int, ...], int] = {}
        for row in rows:
            for size in range(2, len(row) + 1):
                for kept in combinations(row, size):
                    cheapest.setdefault(kept, len(row) - size)  # the shorter rows come first
        room = 0 if exact else MOST_ROOM
        self._suits = [
            _cheapest_first(
                _group(tuple(rank + 13 * suit for rank in ranks), wilds, room)
                for ranks, wilds in cheapest.items()
            )
            for suit in range(4)
        ]

    def __missing__(self, key: int) -> GroupsByFace:
        suit, held = key >> SUIT_BITS, key & SUIT
        others = ~(held << SUIT_BITS * suit)
        found: dict[int, list[Group]] = {}
        for group in self._suits[suit]:
            if not group.word & others:
                found.setdefault(min(group.faces), []).append(group)
        self[key] = groups = {face: tuple(listed) for face, listed in found.items()}
        return groups


def _cheapest_first(groups: Iterable[Group]) -> tuple[Group, ...]:
    return tuple(sorted(groups, key=lambda group: group.share))


@cache
def suit_groups(exact: bool, ace_high: bool) -> SuitGroups:
    """The groups of sequences under these rules."""
    return SuitGroups(exact=exact, ace_high=ace_high)


@cache
def trial_groups(rank: int, suits: tuple[int, ...], exact: bool) -> GroupsByFace:
    """The groups of trials of a rank that is held in these suits."""
    found: dict[int, list[Group]] = {}
    held = [rank + 13 * suit for suit in suits]
    longest = 3 if exact else LONGEST_TRIAL
    for size in range(2, longest + 1):
        for faces in combinations(held, size):
            wilds = max(3 - size, 0)
            found.setdefault(faces[0], []).append(_group(faces, wilds, longest - size - wilds))
    return {face: _cheapest_first(listed) for face, listed in found.items()}


@lru_cache(maxsize=20_000)
def pure_groups(
    held: int, wild: int, suit: int, *, exact: bool, ace_high: bool, master: bool
) -> tuple[Group, ...]:
    """The primary sequences that the ranks held of a suit make, ``wild`` being those of them that are wild.

    With ``master`` the master card may stand for one card (COMB-14), beside two that are held at least.
    """
    found: dict[int, Group] = {}
    for ranks in sequence_rows(3 if exact else LONGEST_NEEDED, ace_high):
        missing = [rank for rank in ranks if not held & UNITS[rank]]
        fillings: list[tuple[int, ...]] = []
        if not missing:
            fillings.append(tuple(rank + 13 * suit for rank in ranks))
        if master and len(missing) <= 1:
            fillings += [
                tuple(_MASTER if rank == left_out else rank + 13 * suit for rank in ranks)
                for left_out in (missing or ranks)
            ]
        for faces in fillings:
            cards = word_of(faces)
            wilds = sum(face == _MASTER or wild & UNITS[face % 13] > 0 for face in faces)
            found.setdefault(cards, Group(faces, cards, wilds * WILD, 0, pure=True))
    return tuple(found.values())


def pure_tunnel(face: int, *, wild: bool) -> Group:
    """A tunnel as a primary set; three wild cards are spent on it where the face is wild."""
    faces = (face,) * 3
    return Group(faces, word_of(faces), 3 * WILD if wild else 0, 0, pure=True)


def is_exact(rules: RuleSet) -> bool:
    """Whether sets have exactly three cards."""
    return rules.set_length is SetLength.EXACT3
