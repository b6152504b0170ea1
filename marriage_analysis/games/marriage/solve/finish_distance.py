"""How far a hand is from a finish by sets: the least number of cards to exchange until all cards are in sets.

The final hand is made of groups of cards that are kept, each completed to a set. What a primary set or a tunnel
lacks is exchanged for; what another set lacks is a wild card or is exchanged for, all the same. So where the
final hand has ``places`` cards, as many are exchanged as it has places for neither the natural cards that are
kept nor wild ones, or as it has places that only an exchange fills, whichever is more.

Groups of three cards or more, the big ones, are few, and pairs are many. So the search goes through the choices
of big groups, as long as pairs in all other sets could still make the distance that it looks for, and then
through the choices of pairs. Single cards fill the rest.
"""

from typing import Final, NamedTuple

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.groups import WILD, Group
from marriage_analysis.games.marriage.solve.hands import (
    FIELD,
    GUARD,
    ONES,
    UNITS,
    Counts,
    faces_in,
    masks,
    word,
)
from marriage_analysis.games.marriage.solve.placing import Cards, plain_groups, pure_groups_of
from marriage_analysis.games.marriage.solve.show_distance import completing_faces, lacking

_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index
_NEVER: Final = 99


class _Kept(NamedTuple):
    """What is kept of a hand, and what it is.

    ``cards`` of the hand are in groups that take ``places`` cards when completed; ``wilds`` of them are wild
    cards at their own value. ``tunnels`` and ``runs`` are whole primary sets, ``gaps`` groups of sequences that
    an exchange makes primary, ``by_master`` those that only the master card makes so, ``twins`` two alike that
    wait for the third. ``room``: how many cards more the groups can take that are no sequences.
    """

    cards: int
    places: int
    wilds: int
    tunnels: int
    runs: int
    gaps: int
    by_master: int
    twins: int
    room: int


class _Item(NamedTuple):
    """A group for the search: its word, what it is, and by how much it beats pairs, in thirds of a card."""

    word: int
    kept: _Kept
    gain: int


def finish_distance(
    counts: Counts,
    wild: frozenset[int],
    rules: RuleSet,
    *,
    places: int,
    pure: int,
    lying: Counts = (),
    most: int = _NEVER,
) -> int:
    """The least number of cards to exchange until the cards that are not laid can be ``places`` cards in sets.

    ``counts`` are those cards, the wild ones among them for a player who has seen; ``pure`` primary sets at
    least must be among the sets; ``lying`` counts the cards of sets that lie out. Gives ``most + 1`` where it
    is more than ``most``. Any card may come in, as long as the hand then has no more than three copies of a
    face, laid ones among them; cards that are out of play are not asked about.
    """
    return _search(counts, wild, rules, places, pure, lying, most)[0]


def finish_plan(
    counts: Counts,
    wild: frozenset[int],
    rules: RuleSet,
    *,
    places: int,
    pure: int,
    lying: Counts = (),
) -> tuple[tuple[int, ...], ...]:
    """The groups of two cards or more that one nearest finish keeps, big ones first; wild cards fill others."""
    _, search = _search(counts, wild, rules, places, pure, lying, _NEVER)
    return tuple(
        tuple(face for face in faces_in(masks(kept)[0]) for _ in range(kept >> FIELD * face & 3))
        for kept in reversed(search.way)
    )


def _search(
    counts: Counts,
    wild: frozenset[int],
    rules: RuleSet,
    places: int,
    pure: int,
    lying: Counts,
    most: int,
) -> "tuple[int, _Search]":
    cards = Cards(counts, wild, rules)
    held = cards.every + (word(lying) if lying else 0)
    full = held & held >> 1 & ONES
    search = _Search(cards, full, places=places, pure=pure)
    lies = full & ~(cards.every & cards.every >> 1)
    least = max(lacking(cards.every, rules, lies)[pure], search.least())
    for distance in range(least, most + 1):
        if search.reaches(distance):
            return distance, search
    return most + 1, search


class _Search:
    """The search for one hand."""

    def __init__(self, cards: Cards, full: int, *, places: int, pure: int) -> None:
        self._cards = cards
        self._places = places
        self._pure = pure
        self._hand = cards.every | GUARD
        self._full = full
        self._big: list[_Item] = []
        self._pairs: dict[int, list[_Item]] = {}
        for listed in plain_groups(cards).values():
            for group in listed:
                self._add(group)
        for face in faces_in(cards.twice & ~full):
            self._add_pair(face, 2 * UNITS[face], _kept(2, 3, twins=1))
        if pure:
            self._add_wilds_at_their_value()
        self._big.sort(key=_gain, reverse=True)
        self._rich = self._paired = 0
        for item in self._big:
            if item.gain > 0:
                self._rich |= item.word & ONES | item.word >> 1 & ONES
        for items in self._pairs.values():
            for item in items:
                self._paired |= item.word & ONES | item.word >> 1 & ONES
        self._rich *= 3
        self._paired *= 3

    def _add(self, group: Group) -> None:
        faces = group.faces
        cards, places = len(faces), len(faces) + group.cost // WILD
        if cards == 1:
            return
        if faces[0] == faces[-1]:
            kept = _kept(3, 3, tunnels=1)
        elif faces[0] // 13 != faces[-1] // 13:
            kept = _kept(cards, places, room=group.room)
        elif cards == places:
            kept = _kept(cards, places, runs=1)
        else:
            kept = self._gap(faces, cards, places)
        if cards == 2:
            self._add_pair(min(faces), group.word, kept)
        elif 3 * cards > 2 * places:
            self._big.append(_Item(group.word, kept, 3 * cards - 2 * places))

    def _gap(self, faces: tuple[int, ...], cards: int, places: int, wilds: int = 0) -> _Kept:
        """A group of a sequence that lacks cards: three copies of a face exist, so a fourth cannot come."""
        if completing_faces(faces, places, self._full, ace_high=self._cards.rules.ace_high_sequence):
            return _kept(cards, places, wilds=wilds, gaps=1)
        rules = self._cards.rules
        if rules.master_card_in_primary and rules.master_card is not None and places - cards == 1:
            return _kept(cards, places, wilds=wilds, by_master=1)
        return _kept(cards, places, wilds=wilds, room=0 if self._cards.exact else 2)

    def _add_pair(self, face: int, cards: int, kept: _Kept) -> None:
        self._pairs.setdefault(face, []).append(_Item(cards, kept, 0))

    def _add_wilds_at_their_value(self) -> None:
        """Groups that only a primary set needs: those with wild cards at their own value."""
        cards = self._cards
        if not cards.wilds:
            return
        rules = cards.rules
        for group in pure_groups_of(cards):
            if group.cost:
                size, wilds = len(group.faces), group.cost // WILD
                is_tunnel = group.faces[0] == group.faces[-1]
                kept = _kept(size, size, wilds=wilds, tunnels=int(is_tunnel), runs=int(not is_tunnel))
                self._big.append(_Item(group.word, kept, 3 * (size - wilds) - 2 * size))
        once, twice, _ = masks(cards.every)
        for face in faces_in(cards.wild & once):
            if face >= _JOKER:
                continue
            if twice & ~self._full & UNITS[face]:
                self._add_pair(face, 2 * UNITS[face], _kept(2, 3, wilds=2, twins=1))
            for other in _near(face, ace_high=rules.ace_high_sequence):
                if once & UNITS[other] and (other > face or not cards.wild & UNITS[other]):
                    wilds = 1 + bool(cards.wild & UNITS[other])
                    ranks = _in_order(face, other)
                    kept = self._gap(ranks, 2, 3, wilds)
                    self._add_pair(min(ranks), UNITS[face] + UNITS[other], kept)
        jokers_may_come = rules.putali_tunnel_primary and rules.putali >= 3
        if jokers_may_come and twice & ~self._full & cards.wild & UNITS[_JOKER]:
            self._add_pair(_JOKER, 2 * UNITS[_JOKER], _kept(2, 3, wilds=2, twins=1))
        if rules.master_card_in_primary and once & cards.wild & UNITS[_MASTER]:
            # With the master card any natural card that is over lacks one card to a sequence.
            self._add_pair(_MASTER, UNITS[_MASTER], _kept(2, 3, wilds=1, gaps=1))

    def least(self) -> int:
        """A distance that is surely not more than the true one: as if all cards of big groups were in them."""
        return max(0, -(-(self._places - 3 * self._cards.wilds - self._most_gain(self._hand)) // 3))

    def _most_gain(self, hand: int) -> int:
        cards = hand & self._rich
        return (cards & ONES).bit_count() + 2 * (cards >> 1 & ONES).bit_count()

    def reaches(self, distance: int) -> bool:
        """Whether so many exchanges are enough."""
        self._distance = distance
        self._wanted = self._places - 3 * (self._cards.wilds + distance)
        self.way: list[int] = []
        self._refused: set[tuple[int, _Kept]] = set()
        return self._try_big(0, self._hand, _NOTHING, 0)

    def _try_big(self, start: int, hand: int, kept: _Kept, gain: int) -> bool:
        for index in range(start, len(self._big)):
            item = self._big[index]
            left = hand - item.word
            if (
                left & GUARD == GUARD
                and gain + item.gain + self._most_gain(left) >= self._wanted
                and (not item.kept.wilds or kept.tunnels + kept.runs < self._pure)
                and kept.places + item.kept.places <= self._places
                and self._try_big(index, left, _together(kept, item.kept), gain + item.gain)
            ):
                self.way.append(item.word)
                return True
        return gain >= self._wanted and self._try_pairs(hand & self._paired, kept)

    def _try_pairs(self, cards: int, kept: _Kept) -> bool:
        """Whether pairs of the cards that are left make the distance; each brings it one nearer at most."""
        short = self._exchanged(kept) - self._distance
        if short <= 0:
            return True
        number = (cards & ONES).bit_count() + 2 * (cards >> 1 & ONES).bit_count()
        if 2 * short > number + 1 or 3 * short > self._places - kept.places:
            return False
        state = (cards, kept)
        if state in self._refused:
            return False
        low = cards & -cards
        face = (low.bit_length() - 1) // FIELD
        hand = cards | GUARD
        for pair in self._pairs.get(face, ()):
            left = hand - pair.word
            if left & GUARD == GUARD and self._try_pairs(left ^ GUARD, _together(kept, pair.kept)):
                self.way.append(pair.word)
                return True
        if self._try_pairs(cards - UNITS[face], kept):
            return True
        self._refused.add(state)
        return False

    def _exchanged(self, kept: _Kept) -> int:
        """How many cards are exchanged where single cards fill the rest."""
        pure = max(0, self._pure - kept.tunnels - kept.runs - kept.twins)
        made = min(pure, kept.gaps + min(1, kept.by_master))
        singles = pure - made
        by_exchange = kept.twins + made + 2 * singles
        free = self._places - kept.places - 3 * singles
        if free < 0:
            return _NEVER
        rest = free % 3
        if rest and free < 3:
            by_exchange += self._squeezed(kept, rest, made)
        in_sets = kept.cards + singles + free // 3
        return max(by_exchange, self._places - in_sets - (self._cards.wilds - kept.wilds))

    def _squeezed(self, kept: _Kept, rest: int, made: int) -> int:
        """How many of the last one or two places only an exchange fills, lengthening a primary sequence."""
        whole = kept.tunnels + kept.runs
        runs_to_spare = min(kept.runs, max(0, whole - self._pure))
        room = kept.room + 2 * (runs_to_spare + kept.gaps + kept.by_master - made)
        if room >= rest:
            return 0
        has_sequence = kept.runs or kept.gaps or self._pure > whole + kept.twins
        return rest - room if has_sequence else _NEVER


def _kept(
    cards: int,
    places: int,
    *,
    wilds: int = 0,
    tunnels: int = 0,
    runs: int = 0,
    gaps: int = 0,
    by_master: int = 0,
    twins: int = 0,
    room: int = 0,
) -> _Kept:
    return _Kept(cards, places, wilds, tunnels, runs, gaps, by_master, twins, room)


_NOTHING: Final = _kept(0, 0)


def _together(first: _Kept, second: _Kept) -> _Kept:
    return _Kept(*map(int.__add__, first, second))


def _gain(item: _Item) -> int:
    return item.gain


def _near(face: int, *, ace_high: bool) -> list[int]:
    """The faces with which this one makes a pair of a sequence of three."""
    suit, rank = divmod(face, 13)
    line = [*range(13), 0] if ace_high else list(range(13))
    places = [place for place, other in enumerate(line) if other == rank]
    near = {line[place + step] for place in places for step in (-2, -1, 1, 2) if 0 <= place + step < len(line)}
    return [suit * 13 + other for other in sorted(near)]


def _in_order(first: int, second: int) -> tuple[int, int]:
    """Two near faces as they stand in a sequence."""
    low, high = sorted((first, second))
    return (high, low) if high - low > 2 else (low, high)
