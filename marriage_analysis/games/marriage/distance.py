"""How far a hand is from a show by sets: the least number of cards to exchange, and which help.

Exact, but for the master card in a primary set, which it leaves out. Hands are counts of the 52 natural faces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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
        anything = _SUIT << (13 * suit)
        return ((0, 0), (3, anything), (6, anything), (9, anything))
    hand = key | _GUARD_13
    full = sum(1 << rank for rank in _RANKS if (key >> (_FIELD * rank)) & 3 == 3)
    found = [
        (kept, missing, outs & ~full)  # there is no fourth copy
        for kept, missing, outs in _beginnings(ace_high)
        if (hand - kept) & _GUARD_13 == _GUARD_13 and (not missing or outs & ~full)
    ]
    alone = sum(1 << rank for rank in _RANKS if (key >> (_FIELD * rank)) & 3 == 1)
    comes = _Coming(_SUIT & ~full, alone, ace_high)
    table = [(0, 0)]
    for sets in range(1, SETS_TO_SHOW + 1):
        missing, outs = _least_missing(found, hand, sets, comes)
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


@dataclass(frozen=True, slots=True)
class _Coming:
    """The ranks of a suit of which a copy may come, and those of which one copy is in the hand, as masks."""

    ranks: int
    alone: int
    ace_high: bool

    def partners(self, hand: int) -> int:
        """The mask of ranks that make a beginning, of a run or of a tunnel, with a card of the packed suit."""
        held = _held(hand & (_ONES_13 | _TWOS_13))
        top = 13 if self.ace_high else 12
        row, comes = _with_high_ace(held, self.ace_high), _with_high_ace(self.ranks, self.ace_high)
        beside = (comes << 1 | comes >> 2) & (1 << top) - 1
        apart = comes >> 1 & (1 << top - 1) - 1
        found = (row & beside) << 1 | row >> 1 & beside | (row & apart) << 2 | row >> 2 & apart
        return (found | found >> 13 | held & self.alone) & self.ranks


def _with_high_ace(ranks: int, ace_high: bool) -> int:
    return ranks | (ranks & 1) << 13 if ace_high else ranks


@lru_cache(maxsize=50_000)
def _held(packed: int) -> int:
    """The mask of the ranks of a packed suit without its guards."""
    return sum(1 << rank for rank in _RANKS if packed >> (_FIELD * rank) & 3)


def _least_missing(found: Sequence[_Beginning], hand: int, sets: int, comes: _Coming) -> tuple[int, int]:
    """How many cards so many sets lack, and what helps; a set that keeps one card can do so with any card."""
    best, best_outs = 3 * sets, 0

    def search(start: int, hand: int, left: int, missing: int, outs: int) -> None:
        nonlocal best, best_outs
        singles = min(left, _size(hand)) if left else 0
        total = missing + 3 * left - singles
        if total <= best:
            if total < best:
                best, best_outs = total, 0
            best_outs |= outs | (comes.partners(hand) if singles else 0)
            if singles < left:
                best_outs |= comes.ranks
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


def _runs(ace_high: bool) -> tuple[tuple[int, int, int], ...]:
    low = tuple((rank, rank + 1, rank + 2) for rank in range(11))
    return (*low, (11, 12, 0)) if ace_high else low


_SUIT: Final = (1 << 13) - 1
_ONES_13: Final = sum(1 << (_FIELD * rank) for rank in _RANKS)
_TWOS_13: Final = 2 * _ONES_13
_GUARD_13: Final = sum(4 << (_FIELD * rank) for rank in _RANKS)


def _packed(faces: Sequence[int]) -> int:
    return sum(1 << (_FIELD * face) for face in faces)
