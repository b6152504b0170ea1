"""How far a hand is from a show by sets: the least number of cards to exchange.

Each of the primary sets keeps three cards of the hand and lacks none, keeps two and lacks one, or keeps one and
lacks two. A suit by itself gives the least that one, two and three sets of it lack; these are remembered by the
cards of the suit, and four suits are joined.
"""

from collections.abc import Collection
from enum import Enum, unique
from functools import cache
from typing import Final

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.arrangements import SETS_TO_SHOW
from marriage_analysis.games.marriage.readings import sequences
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.hands import FIELD, SUIT, SUIT_BITS, UNITS, Counts, word, word_of

_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index
_NEVER: Final = 99
_LOST_CARDS: Final = 200_000
"""So many suits are remembered before all are forgotten."""

Lacks = tuple[int, int, int, int]
"""What no, one, two and three primary sets lack."""

_NONE: Final[Lacks] = (0, _NEVER, _NEVER, _NEVER)
_LIES: Final = 64
"""The bit of a face that says that no copy of it can come."""
_ONE_SUIT: Final = 1 << SUIT_BITS
_SUIT_CARDS: Final = _ONE_SUIT - 1
_SUIT_GUARD: Final = 128 * SUIT


@unique
class Master(Enum):
    """What the master card can do for a primary sequence (COMB-14)."""

    NOTHING = "nothing"
    HELD = "held"
    MAY_COME = "may come"


def show_distance(
    counts: Counts, rules: RuleSet, *, sets: int = SETS_TO_SHOW, lying: Collection[int] = ()
) -> int:
    """The least number of cards to exchange until so many disjoint primary sets can be made (SHOW-01).

    Any card may come in, as long as the hand then has no more than three copies of a face, and of printed
    jokers and the master card no more than there are. ``counts`` are free cards. ``lying`` are faces of which
    all copies lie out in tunnels; what these are worth is for the caller to leave out of ``sets``.

    >>> from marriage_analysis.cards.notation import parse_faces
    >>> from marriage_analysis.cards.multiset import Multiset
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> hand = Multiset.of(parse_faces("AS 2S 3S 7H 7H 7H JC QC 9D 9D 4D 2C")).counts
    >>> show_distance(hand, rule_set("pagat"))
    1
    """
    return lacking(word(counts), rules, sum(UNITS[face] for face in lying))[sets]


def lacking(hand: int, rules: RuleSet, lying: int = 0) -> Lacks:
    """What no, one, two and three primary sets lack in a hand given as a word; no ``lying`` face can come."""
    hand |= lying * _LIES
    known = _suit_table(rules.ace_high_sequence, _master(hand, rules))
    one, with_one = known[hand & _SUIT_CARDS]
    two, with_two = known[hand >> SUIT_BITS & _SUIT_CARDS]
    three, with_three = known[hand >> 2 * SUIT_BITS & _SUIT_CARDS]
    four, with_four = known[hand >> 3 * SUIT_BITS & _SUIT_CARDS]
    low, high = _joined(one, two), _joined(three, four)
    lacks = _joined(low, high)
    if known.has_master:
        with_low = _least(_joined(one, with_two), _joined(with_one, two))
        with_high = _least(_joined(three, with_four), _joined(with_three, four))
        lacks = _least(lacks, _least(_joined(low, with_high), _joined(with_low, high)))
    if rules.putali_tunnel_primary and rules.putali >= 3:
        jokers = hand >> FIELD * _JOKER & 3
        lacks = _joined(lacks, (0, 3 - jokers, _NEVER, _NEVER))
    return lacks


@cache
def _sequences_with(faces: tuple[int, ...], places: int, ace_high: bool) -> tuple[int, ...]:
    """For each sequence of so many cards that the faces are in, the mask of the others in it."""
    suit = faces[0] // 13
    kept = {face % 13 for face in faces}
    return tuple(
        sum(UNITS[face.index + 13 * suit] for face in run.faces if face.index not in kept)
        for run in sequences(places, ace_high=ace_high)
        if run.faces[0].index < 13 and kept <= {face.index for face in run.faces}
    )


def completing_faces(faces: tuple[int, ...], places: int, full: int, *, ace_high: bool) -> int:
    """The mask of faces that make a sequence of so many cards of these, none of them held three times.

    ``full`` is the mask of faces held three times: no fourth copy can come.
    """
    found = 0
    for others in _sequences_with(faces, places, ace_high):
        if not others & full:
            found |= others
    return found


def _master(hand: int, rules: RuleSet) -> Master:
    if not rules.master_card_in_primary or rules.master_card is None:
        return Master.NOTHING
    return Master.HELD if hand & UNITS[_MASTER] else Master.MAY_COME


def _joined(first: Lacks, second: Lacks) -> Lacks:
    """What the sets of two parts of a hand lack together."""
    _, a1, a2, a3 = first
    _, b1, b2, b3 = second
    both = a1 + b1
    twos = a2 if a2 < b2 else b2
    threes = a3 if a3 < b3 else b3
    more, other = a2 + b1, a1 + b2
    if other < more:
        more = other
    return (
        first[0] + second[0],
        a1 if a1 < b1 else b1,
        twos if twos < both else both,
        threes if threes < more else more,
    )


def _least(first: Lacks, second: Lacks) -> Lacks:
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        min(first[2], second[2]),
        min(first[3], second[3]),
    )


class _SuitTable(dict[int, tuple[Lacks, Lacks]]):
    """What the sets of a suit lack, by its cards: without the master card, and where it is in one of them."""

    def __init__(self, *, ace_high: bool, master: Master) -> None:
        super().__init__()
        self._ace_high = ace_high
        self._master = master
        self.has_master = master is not Master.NOTHING

    def __missing__(self, cards: int) -> tuple[Lacks, Lacks]:
        if len(self) >= _LOST_CARDS:
            self.clear()
        self[cards] = found = _suit_lacks(cards, self._ace_high, self._master)
        return found


@cache
def _suit_table(ace_high: bool, master: Master) -> _SuitTable:
    return _SuitTable(ace_high=ace_high, master=master)


@cache
def _beginnings(ace_high: bool) -> tuple[tuple[int, int, bool], ...]:
    """Primary sets and pairs of them in one suit: the word, the ranks that complete it, is it of a run."""
    runs = [
        tuple(face.index for face in run.faces)
        for run in sequences(3, ace_high=ace_high)
        if run.faces[0].index < 13
    ]
    whole = [(word_of(run), 0, True) for run in runs]
    whole += [(3 * UNITS[rank], 0, False) for rank in range(13)]
    pairs: dict[int, int] = {}
    for run in runs:
        for rank in run:
            kept = word_of(run) - UNITS[rank]
            pairs[kept] = pairs.get(kept, 0) | UNITS[rank]
    return (
        *whole,
        *((kept, missing, True) for kept, missing in pairs.items()),
        *((2 * UNITS[rank], UNITS[rank], False) for rank in range(13)),
    )


def _suit_lacks(cards: int, ace_high: bool, master: Master) -> tuple[Lacks, Lacks]:
    """By trying every choice of sets and pairs; a set that keeps one card can do so with any card."""
    full = (cards & cards >> 1 | cards // _LIES) & SUIT
    hand = cards & 3 * SUIT | _SUIT_GUARD
    items: list[tuple[int, int, int]] = []  # what lacks least comes first
    for kept, missing, is_run in _beginnings(ace_high):
        if (hand - kept) & _SUIT_GUARD != _SUIT_GUARD:
            continue
        if not missing:
            items.append((0, kept, 0))
            continue
        comes = missing & ~full  # there is no fourth copy
        if is_run and master is Master.HELD:
            items.append((0, kept, 1))
        if comes:
            items.append((1, kept, 0))
        elif is_run and master is Master.MAY_COME:
            items.append((1, kept, 1))
    items.sort(key=_lack)
    plain: list[int] = list(_NONE)
    with_master: list[int] = [_NEVER] * len(_NONE)
    _try_sets(items, hand, 0, (0, 0, 0), (plain, with_master), helps=master is Master.HELD)
    return _lacks(plain), _lacks(with_master)


def _lack(item: tuple[int, int, int]) -> int:
    return item[0]


def _lacks(best: list[int]) -> Lacks:
    return best[0], best[1], best[2], best[3]


def _try_sets(
    items: list[tuple[int, int, int]],
    hand: int,
    start: int,
    so_far: tuple[int, int, int],
    best: tuple[list[int], list[int]],
    *,
    helps: bool,
) -> None:
    """Improves ``best`` by all that can be added to ``so_far``: sets, what they lack, 1 with the master."""
    sets, lack, used = so_far
    table = best[used]
    left = _SUIT_CARDS & (hand ^ _SUIT_GUARD)
    singles = (left & SUIT).bit_count() + 2 * (left >> 1 & SUIT).bit_count()
    for more in range(SETS_TO_SHOW + 1 - sets):
        lacks = lack + 2 * more + max(more - singles, 0)
        if lacks < table[sets + more]:
            table[sets + more] = lacks
        if more and helps and not used and lacks - 1 < best[1][sets + more]:
            best[1][sets + more] = lacks - 1
    if sets == SETS_TO_SHOW:
        return
    for index in range(start, len(items)):
        lacks, kept, with_master = items[index]
        if used and with_master:
            continue
        after = lack + lacks
        target = best[used | with_master]
        numbers = range(sets + 1, SETS_TO_SHOW + 1)
        no_better = all(after + (number - sets - 1) * lacks >= target[number] for number in numbers)
        if no_better and (used or not helps):
            if not with_master:
                return
            continue
        rest = hand - kept
        if rest & _SUIT_GUARD == _SUIT_GUARD:
            _try_sets(items, rest, index, (sets + 1, after, used | with_master), best, helps=helps)
