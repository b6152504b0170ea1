"""The groups of two cards or more that a final hand can keep of a hand, and what each is worth to a finish.

What does not depend on the copies held is remembered by the ranks held of a suit.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.solve.groups import (
    LONGEST_NEEDED,
    WILD,
    is_exact,
    pure_groups,
    sequence_rows,
    suit_groups,
    trial_groups,
)
from marriage_analysis.games.marriage.solve.hands import ONES, SUIT, SUIT_BITS, UNITS, faces_in, masks, word_of
from marriage_analysis.games.marriage.solve.neighbours import shared_ranks
from marriage_analysis.games.marriage.solve.placing import Cards
from marriage_analysis.games.marriage.solve.show_distance import completing_faces

_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index


class Kept(NamedTuple):
    """What is kept of a hand, and what it is.

    ``cards`` of the hand are in groups that take ``places`` cards when completed; ``wilds`` of them are wild
    cards at their own value. ``tunnels`` and ``runs`` are whole primary sets; ``gaps``, ``wide_gaps`` and
    ``widest_gaps`` groups of sequences that one, two and three exchanges make primary, ``by_master`` those that
    only the master card makes so; ``twins`` two alike that wait for the third. ``room``: how many cards more
    the groups can take that are no sequences.
    """

    cards: int
    places: int
    wilds: int = 0
    tunnels: int = 0
    runs: int = 0
    gaps: int = 0
    wide_gaps: int = 0
    widest_gaps: int = 0
    by_master: int = 0
    twins: int = 0
    room: int = 0

    @property
    def packed(self) -> int:
        """All in one number; the sum of such numbers is the packed sum."""
        return sum(value << 6 * place for place, value in enumerate(self))

    @classmethod
    def unpacked(cls, number: int) -> "Kept":
        """The inverse of :attr:`packed`."""
        return cls(
            number & 63,
            number >> 6 & 63,
            number >> 12 & 63,
            number >> 18 & 63,
            number >> 24 & 63,
            number >> 30 & 63,
            number >> 36 & 63,
            number >> 42 & 63,
            number >> 48 & 63,
            number >> 54 & 63,
            number >> 60,
        )


class Item(NamedTuple):
    """A group for the search: its word, what is kept, packed, its places and wild cards among that.

    ``gain`` tells by how much it beats pairs, in thirds of a card.
    """

    word: int
    kept: int
    places: int
    wilds: int
    gain: int


def _item(cards: int, kept: Kept) -> Item:
    gain = 3 * (kept.cards - kept.wilds) - 2 * kept.places
    return Item(cards, kept.packed, kept.places, kept.wilds, gain)


class Items(NamedTuple):
    """Groups of three cards or more, and pairs by their lowest face.

    ``rich`` is the mask of faces in big groups that beat pairs, ``paired`` of those in pairs.
    """

    big: tuple[Item, ...]
    pairs: dict[int, tuple[Item, ...]]
    rich: int
    paired: int


_NO_ITEMS: Final = Items((), {}, 0, 0)
_TUNNELS: Final = tuple(_item(3 * UNITS[face], Kept(3, 3, tunnels=1)) for face in range(52))
_TWINS: Final = tuple(_item(2 * UNITS[face], Kept(2, 3, twins=1)) for face in range(52))
_WILD_TUNNELS: Final = tuple(_item(3 * UNITS[face], Kept(3, 3, wilds=3, tunnels=1)) for face in range(53))
_WILD_TWINS: Final = tuple(_item(2 * UNITS[face], Kept(2, 3, wilds=2, twins=1)) for face in range(53))
_WITH_MASTER: Final = _item(UNITS[_MASTER], Kept(2, 3, wilds=1, gaps=1))
"""With the master card any natural card that is over lacks one card to a sequence."""


def items_of(cards: Cards, full: int, *, pure: bool) -> Items:
    """The groups of a hand; ``full`` is the mask of faces of which no copy can come.

    With ``pure`` also those that only a primary set needs, with wild cards at their own value.
    """
    rules = cards.rules
    every = cards.every if pure else cards.every & 3 * (ONES & ~cards.wild)
    once, twice, thrice = masks(every)
    has_master = pure and rules.master_card_in_primary and once & cards.wild & UNITS[_MASTER] > 0
    may_come = not has_master and rules.master_card_in_primary and rules.master_card is not None
    big: list[Item] = []
    pairs: dict[int, tuple[Item, ...]] = {}
    rich = paired = 0
    for suit in range(4):
        shift = SUIT_BITS * suit
        held = once >> shift & SUIT
        if held:
            found = _suit_items(
                held,
                cards.wild >> shift & held,
                full >> shift & SUIT,
                suit,
                is_exact(rules),
                rules.ace_high_sequence,
                has_master,
                may_come,
            )
            big += found.big
            pairs.update(found.pairs)
            rich |= found.rich
            paired |= found.paired
    natural = cards.once
    for rank in faces_in(shared_ranks(natural)[0]):
        holders = tuple(suit for suit in range(4) if natural >> SUIT_BITS * suit & UNITS[rank])
        found = _trial_items(rank, holders, is_exact(rules))
        big += found.big
        rich |= found.rich
        paired |= found.paired
        for face, more in found.pairs.items():
            pairs[face] = pairs.get(face, ()) + more
    for face in faces_in(thrice):
        is_wild = cards.wild & UNITS[face]
        if face < _JOKER or rules.putali_tunnel_primary:
            big.append((_WILD_TUNNELS if is_wild else _TUNNELS)[face])
            rich |= 0 if is_wild else UNITS[face]
    for face in faces_in(twice & ~full):
        if face < _JOKER or (rules.putali_tunnel_primary and rules.putali >= 3):
            pair = (_WILD_TWINS if cards.wild & UNITS[face] else _TWINS)[face]
            pairs[face] = (*pairs.get(face, ()), pair)
            paired |= UNITS[face]
    if has_master:
        pairs[_MASTER] = (_WITH_MASTER,)
        paired |= UNITS[_MASTER]
    return Items(tuple(big), pairs, rich, paired)


@lru_cache(maxsize=50_000)
def _suit_items(
    held: int,
    wild: int,
    full: int,
    suit: int,
    exact: bool,
    ace_high: bool,
    has_master: bool,
    may_come: bool,
) -> Items:
    """The groups of sequences that the ranks held of a suit offer; ``wild`` are those of them that are wild."""

    def gap(faces: tuple[int, ...], places: int, wilds: int = 0, master: int = 0) -> Kept:
        """A group that lacks cards: three copies of a face exist, so a fourth cannot come."""
        size = len(faces) + master
        lacks = places - size
        if completing_faces(faces, places, full << SUIT_BITS * suit, ace_high=ace_high):
            return Kept(
                size,
                places,
                wilds=wilds + master,
                gaps=int(lacks == 1),
                wide_gaps=int(lacks == 2),
                widest_gaps=int(lacks == 3),
            )
        if (may_come or has_master) and lacks == 1 and not master:
            return Kept(size, places, wilds=wilds, by_master=1)
        return Kept(size, places, wilds=wilds + master, room=0 if exact else 2)

    items: list[Item] = []
    natural = held & ~wild
    for groups in suit_groups(exact, ace_high)[natural | suit << SUIT_BITS].values():
        for group in groups:
            size, places = len(group.faces), len(group.faces) + group.cost // WILD
            items.append(
                _item(group.word, Kept(size, size, runs=1) if size == places else gap(group.faces, places))
            )
    if wild or has_master:
        for group in pure_groups(held, wild, suit, exact=exact, ace_high=ace_high, master=has_master):
            if group.cost:
                size = len(group.faces)
                items.append(_item(group.word, Kept(size, size, wilds=group.cost // WILD, runs=1)))
    for ranks, places in _gapped(held, exact, ace_high):
        faces = tuple(rank + 13 * suit for rank in ranks)
        wilds = sum(wild & UNITS[rank] > 0 for rank in ranks)
        # A wild card at its own value in a pair of a longer sequence is no better than any single card.
        if wilds and (len(ranks) > 2 or places == 3):
            items.append(_item(word_of(faces), gap(faces, places, wilds)))
        if has_master and places - len(ranks) > 1:
            items.append(_item(word_of(faces) + UNITS[_MASTER], gap(faces, places, wilds, master=1)))
    return _sorted(items)


@lru_cache(maxsize=20_000)
def _gapped(held: int, exact: bool, ace_high: bool) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The ranks held that are two or more of a sequence, but not all, with the length of the shortest such."""
    found: dict[tuple[int, ...], int] = {}
    for row in sequence_rows(3 if exact else LONGEST_NEEDED, ace_high):
        present = [rank for rank in row if held & UNITS[rank]]
        for size in range(2, min(len(present), len(row) - 1) + 1):
            for kept in combinations(present, size):
                found.setdefault(kept, len(row))
    return tuple(found.items())


@lru_cache(maxsize=1024)
def _trial_items(rank: int, suits: tuple[int, ...], exact: bool) -> Items:
    items = [
        _item(group.word, Kept(len(group.faces), len(group.faces) + group.cost // WILD, room=group.room))
        for groups in trial_groups(rank, suits, exact).values()
        for group in groups
    ]
    return _sorted(items)


def _sorted(items: list[Item]) -> Items:
    """Pairs apart from big groups."""
    big: list[Item] = []
    pairs: dict[int, list[Item]] = {}
    rich = paired = 0
    for item in items:
        faces = masks(item.word)[0]
        if Kept.unpacked(item.kept).cards == 2:
            pairs.setdefault(next(faces_in(faces)), []).append(item)
            paired |= faces
        else:
            big.append(item)
            rich |= faces if item.gain > 0 else 0
    return Items(tuple(big), {face: tuple(listed) for face, listed in pairs.items()}, rich, paired)
