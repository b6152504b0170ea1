"""How far a hand is from showing and from finishing: the least number of cards to exchange, and which help.

The distance to a show by sets is exact, but for the master card in a primary set, which it leaves out. The
distance to a finish counts sets of three cards only; it is 0 exactly where they suffice, and otherwise now and
then one too many, where two copies of a face wait for the third. Hands are counts of the 52 natural faces;
which cards are wild is for the caller to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from marriage_analysis.games.marriage.arrangements import SETS_TO_SHOW

Counts = Sequence[int]

_SUITS: Final = range(4)
_RANKS: Final = range(13)
_NEVER: Final = 99
_FIELD: Final = 3
"""Bits for the copies of a face in a packed hand; the highest of them guards against borrowing."""


@dataclass(frozen=True, slots=True)
class Distance:
    """``cards`` to exchange, and the faces of which any one makes it less, as a mask of bits by face number."""

    cards: int
    outs: int


_Table = tuple[tuple[int, int], ...]
"""For 0, 1, 2 and 3 primary sets: how many cards are missing, and the mask of faces that help."""

_Pairs = Sequence[tuple[int, int]]
"""Two cards of a set, packed, with the mask of the faces that complete it."""


class ShowDistances:
    """Distances to a primary show by sets, of a hand and of the hand with one card less.

    ``displayed`` is the number of displayed tunnels that count towards the three sets (SHOW-02).
    """

    __slots__ = ("_ace_high", "_needed", "_others", "_suits")

    def __init__(self, counts: Counts, *, displayed: int, ace_high: bool) -> None:
        self._needed = max(SETS_TO_SHOW - displayed, 0)
        self._ace_high = ace_high
        self._suits = [
            sum(counts[13 * suit + rank] << (_FIELD * rank) for rank in _RANKS if counts[13 * suit + rank])
            for suit in _SUITS
        ]
        tables = [_suit_table(key, suit, ace_high) for suit, key in enumerate(self._suits)]
        low, high = _joined(tables[0], tables[1]), _joined(tables[2], tables[3])
        self._others = (
            _joined(tables[1], high),
            _joined(tables[0], high),
            _joined(low, tables[3]),
            _joined(low, tables[2]),
        )

    def whole(self) -> Distance:
        """The distance of the hand."""
        return self._with(0, self._suits[0])

    def without(self, face: int) -> Distance:
        """The distance without one copy of a natural face that is held."""
        suit, rank = divmod(face, 13)
        return self._with(suit, self._suits[suit] - (1 << (_FIELD * rank)))

    def plus(self, face: int) -> Distance:
        """The distance with one copy more of a natural face."""
        suit, rank = divmod(face, 13)
        return self._with(suit, self._suits[suit] + (1 << (_FIELD * rank)))

    def _with(self, suit: int, key: int) -> Distance:
        table, others = _suit_table(key, suit, self._ace_high), self._others[suit]
        best, outs = _NEVER, 0
        for sets in range(self._needed + 1):
            missing = table[sets][0] + others[self._needed - sets][0]
            if missing < best:
                best, outs = missing, 0
            if missing == best:
                outs |= table[sets][1] | others[self._needed - sets][1]
        return Distance(best, outs)


def _joined(first: _Table, second: _Table) -> _Table:
    """The table of two groups of suits together."""
    joined: list[tuple[int, int]] = []
    for sets in range(SETS_TO_SHOW + 1):
        best, outs = _NEVER, 0
        for of_first in range(sets + 1):
            missing = first[of_first][0] + second[sets - of_first][0]
            if missing < best:
                best, outs = missing, 0
            if missing == best:
                outs |= first[of_first][1] | second[sets - of_first][1]
        joined.append((best, outs))
    return tuple(joined)


@lru_cache(maxsize=200_000)
def _suit_table(key: int, suit: int, ace_high: bool) -> _Table:
    """The table of one suit, by trying every choice of beginnings of sets that the cards hold."""
    if not key:
        return ((0, 0), (3, 0), (6, 0), (9, 0))
    hand = key | _GUARD_13
    full = sum(1 << rank for rank in _RANKS if (key >> (_FIELD * rank)) & 3 == 3)
    found = [
        (kept, missing, outs & ~full)  # there is no fourth copy
        for kept, missing, outs in _beginnings(ace_high)
        if (hand - kept) & _GUARD_13 == _GUARD_13 and (not missing or outs & ~full)
    ]
    table = [(0, 0)]
    for sets in range(1, SETS_TO_SHOW + 1):
        missing, outs = _least_missing(found, hand, sets, ace_high)
        table.append((missing, outs << (13 * suit)))
    return tuple(table)


_Beginning = tuple[int, int, int]
"""Cards that are kept for a set, packed, how many are missing, and the mask of ranks that are."""


@lru_cache(maxsize=2)
def _beginnings(ace_high: bool) -> tuple[_Beginning, ...]:
    """Every whole primary set of a suit, and every two cards of one, whole ones first."""
    whole: list[_Beginning] = []
    pairs: dict[int, int] = {}
    for ranks in (*_runs(ace_high), *((rank,) * 3 for rank in _RANKS)):
        whole.append((_packed(ranks), 0, 0))
        for left_out in set(ranks):
            kept = list(ranks)
            kept.remove(left_out)
            pairs[_packed(kept)] = pairs.get(_packed(kept), 0) | 1 << left_out
    return (*whole, *((kept, 1, outs) for kept, outs in pairs.items()))


def _least_missing(found: Sequence[_Beginning], hand: int, sets: int, ace_high: bool) -> tuple[int, int]:
    """How many cards so many sets lack, and what helps; a set that keeps one card can do so with any card."""
    best, best_outs = 3 * sets, 0

    def search(start: int, hand: int, left: int, missing: int, outs: int) -> None:
        nonlocal best, best_outs
        singles = min(left, _size(hand)) if left else 0
        total = missing + 3 * left - singles
        if total <= best:
            if total < best:
                best, best_outs = total, 0
            best_outs |= outs | (_neighbours(hand, ace_high) if singles else 0)
        if not left:
            return
        for index in range(start, len(found)):
            kept, lacks, helps = found[index]
            if missing + left * lacks > best:
                return
            rest = hand - kept
            if rest & _GUARD_13 == _GUARD_13:
                search(index, rest, left - 1, missing + lacks, outs | helps)

    search(0, hand, sets, 0, 0)
    return best, best_outs


def _size(hand: int) -> int:
    """How many cards a packed suit holds."""
    return (hand & _ONES_13).bit_count() + 2 * (hand & _TWOS_13).bit_count()


def _neighbours(hand: int, ace_high: bool) -> int:
    """The mask of ranks that make a pair, of a run or of a tunnel, with a card of the packed suit."""
    found = 0
    for field, near in _near(ace_high):
        if hand & field:
            found |= near
    return found


@lru_cache(maxsize=2)
def _near(ace_high: bool) -> tuple[tuple[int, int], ...]:
    """For each rank the bits of its copies in a packed suit, and the mask of ranks that make a pair with it."""
    near = [1 << rank for rank in _RANKS]
    for run in _runs(ace_high):
        for rank in run:
            near[rank] |= sum(1 << other for other in run)
    return tuple((3 << (_FIELD * rank), mask) for rank, mask in enumerate(near))


def _runs(ace_high: bool) -> tuple[tuple[int, int, int], ...]:
    low = tuple((rank, rank + 1, rank + 2) for rank in range(11))
    return (*low, (11, 12, 0)) if ace_high else low


_ONES_13: Final = sum(1 << (_FIELD * rank) for rank in _RANKS)
_TWOS_13: Final = 2 * _ONES_13
_GUARD_13: Final = sum(4 << (_FIELD * rank) for rank in _RANKS)
_GUARD: Final = sum(4 << (_FIELD * face) for face in range(52))


class FinishDistances:
    """Distances to a finish of a player who has seen: of the free natural cards, beside ``wilds`` wild ones.

    ``counts`` holds no wild card. The cards have to go into ``sets`` sets of three; one more may be left.
    """

    __slots__ = ("_pairs", "_sets", "_triples", "_twins", "_wilds", "hand")

    def __init__(self, counts: Counts, *, wilds: int, sets: int, ace_high: bool) -> None:
        self.hand = _GUARD + sum(counts[face] << (_FIELD * face) for face in range(52) if counts[face])
        self._wilds = wilds
        self._sets = sets
        shapes = _shapes(ace_high)
        held = [face for face in range(52) if counts[face]]
        self._triples = [cards for face in held for cards in shapes.triples[face] if self._holds(cards)]
        self._pairs = [
            (cards, outs) for face in held for cards, outs in shapes.pairs[face] if self._holds(cards)
        ]
        self._twins = [
            (2 << (_FIELD * face), 1 << face if counts[face] < 3 else 0) for face in held if counts[face] >= 2
        ]

    def whole(self) -> Distance:
        """The distance of all the cards."""
        return self._of(self.hand, self._wilds)

    def without(self, face: int) -> Distance:
        """The distance without one copy of a natural face that is held."""
        return self._of(self.hand - (1 << (_FIELD * face)), self._wilds)

    def without_wild(self) -> Distance:
        """The distance with one wild card less."""
        return self._of(self.hand, self._wilds - 1)

    def _holds(self, cards: int) -> bool:
        return (self.hand - cards) & _GUARD == _GUARD

    def _of(self, hand: int, wilds: int) -> Distance:
        """Each set keeps three natural cards, two, or one; wild cards and exchanged ones fill the rest.

        Two copies of one face wait for the third copy: no wild card helps them (COMB-07).
        """
        triples = [cards for cards in self._triples if (hand - cards) & _GUARD == _GUARD]
        best, outs = _NEVER, 0
        for whole in range(min(self._sets, len(triples)), -1, -1):
            if self._sets - whole - wilds > best:
                break  # even with a pair in every other set
            for rest in set(_disjoint(triples, hand, whole, 0)):
                pairs = [pair for pair in self._pairs if (rest - pair[0]) & _GUARD == _GUARD]
                twins = [pair for pair in self._twins if (rest - pair[0]) & _GUARD == _GUARD]
                cards = self._exchanges(whole, pairs, twins, rest, wilds)
                if cards < best:
                    best, outs = cards, 0
                if cards == best:
                    for _, missing in (*pairs, *twins):
                        outs |= missing
        return Distance(best, outs)

    def _exchanges(self, whole: int, pairs: _Pairs, twins: _Pairs, rest: int, wilds: int) -> int:
        """The cards to exchange beside so many whole sets: what two cards a set, then one, leave to wilds."""
        wanted = self._sets - whole
        most = _most_pairs(pairs, rest, wanted)
        cards = max(2 * wanted - most - wilds, 0)
        if cards and twins and most < wanted:
            with_twins = _most_pairs([*pairs, *twins], rest, wanted)
            cards = min(cards, max(2 * wanted - with_twins - wilds, with_twins - most))
        return cards


def _disjoint(groups: Sequence[int], hand: int, number: int, start: int) -> Iterator[int]:
    """What is left of the hand after each choice of so many groups."""
    if not number:
        yield hand
        return
    for index in range(start, len(groups)):
        rest = hand - groups[index]
        if rest & _GUARD == _GUARD:
            yield from _disjoint(groups, rest, number - 1, index)


def _most_pairs(pairs: _Pairs, hand: int, wanted: int) -> int:
    """How many of the pairs can be kept beside each other, up to the number wanted."""
    best = 0

    def search(start: int, hand: int, chosen: int) -> bool:
        nonlocal best
        best = max(best, chosen)
        if best == wanted:
            return True
        for index in range(start, len(pairs)):
            rest = hand - pairs[index][0]
            if rest & _GUARD == _GUARD and search(index, rest, chosen + 1):
                return True
        return False

    search(0, hand, 0)
    return best


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Natural sets of three, and pairs with the mask of cards that complete them, by their first face."""

    triples: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=2)
def _shapes(ace_high: bool) -> _Shapes:
    sets = [tuple(13 * suit + rank for rank in run) for suit in _SUITS for run in _runs(ace_high)]
    sets += [tuple(rank + 13 * suit for suit in suits) for rank in _RANKS for suits in combinations(_SUITS, 3)]
    triples: list[list[int]] = [[] for _ in range(52)]
    pairs: list[dict[int, int]] = [{} for _ in range(52)]
    for cards in sets:
        triples[cards[0]].append(_packed(cards))
        for left_out in cards:
            kept = tuple(face for face in cards if face != left_out)
            packed = _packed(kept)
            pairs[kept[0]][packed] = pairs[kept[0]].get(packed, 0) | 1 << left_out
    for face in range(52):
        triples[face].append(_packed((face,) * 3))
    return _Shapes(tuple(map(tuple, triples)), tuple(tuple(by_kept.items()) for by_kept in pairs))


def _packed(faces: Sequence[int]) -> int:
    return sum(1 << (_FIELD * face) for face in faces)
