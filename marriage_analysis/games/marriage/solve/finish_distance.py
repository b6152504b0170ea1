"""How far a hand is from a finish by sets: the least number of cards to exchange until all cards are in sets.

The final hand is made of groups of cards that are kept, each completed to a set. What a primary set or a tunnel
lacks is exchanged for; what another set lacks is a wild card or is exchanged for, all the same. So where the
final hand has ``places`` cards, as many are exchanged as it has places for neither the natural cards that are
kept nor wild ones, or as it has places that only an exchange fills, whichever is more.

Groups of three cards or more, the big ones, are few, and pairs are many. So the search goes through the choices
of big groups, as long as pairs in all other sets could still make the distance that it looks for, and then
through the choices of pairs. Single cards fill the rest.
"""

from typing import Final

from marriage_analysis.games.marriage.rules.rule_set import RuleSet
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
from marriage_analysis.games.marriage.solve.keeping import Item, Kept, items_of
from marriage_analysis.games.marriage.solve.placing import Cards
from marriage_analysis.games.marriage.solve.show_distance import lacking

_NEVER: Final = 99


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
        self._places = places
        self._pure = pure
        self._wilds = cards.wilds
        self._hand = cards.every | GUARD
        found = items_of(cards, full, pure=pure > 0)
        self._big = sorted(found.big, key=_gain, reverse=True)
        self._pairs = found.pairs
        self._rich, self._paired = 3 * found.rich, 3 * found.paired
        self._needs: dict[int, tuple[int, int, int]] = {}

    def least(self) -> int:
        """A distance that is surely not more than the true one: as if all cards of big groups were in them."""
        return max(0, -(-(self._places - 3 * self._wilds - self._most_gain(self._hand)) // 3))

    def _most_gain(self, hand: int) -> int:
        cards = hand & self._rich
        return (cards & ONES).bit_count() + 2 * (cards >> 1 & ONES).bit_count()

    def reaches(self, distance: int) -> bool:
        """Whether so many exchanges are enough."""
        self._distance = distance
        self._wanted = self._places - 3 * (self._wilds + distance)
        self.way: list[int] = []
        self._refused: set[tuple[int, int]] = set()
        return self._try_big(0, self._hand, 0, 0)

    def _try_big(self, start: int, hand: int, kept: int, gain: int) -> bool:
        """Whether big groups from the one numbered ``start`` on make the distance, with pairs."""
        _, free, pure = self._needs.get(kept) or self._need(kept)
        for index in range(start, len(self._big)):
            item = self._big[index]
            left = hand - item.word
            if (
                left & GUARD == GUARD
                and gain + item.gain + self._most_gain(left) >= self._wanted
                and (not item.wilds or pure)
                and item.places <= free
                and self._try_big(index, left, kept + item.kept, gain + item.gain)
            ):
                self.way.append(item.word)
                return True
        return gain >= self._wanted and self._try_pairs(hand & self._paired, kept)

    def _try_pairs(self, cards: int, kept: int) -> bool:
        """Whether pairs of the cards that are left make the distance; each brings it one nearer at most."""
        needs = self._needs.get(kept) or self._need(kept)
        short = needs[0] - self._distance
        if short <= 0:
            return True
        if 3 * short > needs[1]:
            return False
        # The master card alone counts as a pair, with any other card.
        if 2 * short > (cards & ONES).bit_count() + 2 * (cards >> 1 & ONES).bit_count() + 1:
            return False
        state = (cards, kept)
        if state in self._refused:
            return False
        face = ((cards & -cards).bit_length() - 1) // FIELD
        hand = cards | GUARD
        for pair in self._pairs.get(face, ()):
            left = hand - pair.word
            if left & GUARD == GUARD and self._try_pairs(left ^ GUARD, kept + pair.kept):
                self.way.append(pair.word)
                return True
        if self._try_pairs(cards - UNITS[face], kept):
            return True
        self._refused.add(state)
        return False

    def _need(self, number: int) -> tuple[int, int, int]:
        """What the groups kept leave to do: the cards to exchange where single cards fill the rest, the places
        that are free, and the primary sets that are not whole yet."""
        kept = Kept.unpacked(number)
        free = self._places - kept.places
        whole = kept.tunnels + kept.runs
        needs = (self._exchanged(kept), free, max(0, self._pure - whole))
        self._needs[number] = needs
        return needs

    def _exchanged(self, kept: Kept) -> int:
        """How many cards are exchanged where single cards fill the rest."""
        pure = max(0, self._pure - kept.tunnels - kept.runs - kept.twins)
        made = min(pure, kept.gaps + min(1, kept.by_master))
        wide = min(pure - made, kept.wide_gaps)
        free = self._places - kept.places
        singles = min(pure - made - wide, free // 3)
        widest = pure - made - wide - singles
        if widest > kept.widest_gaps:
            return _NEVER
        by_exchange = kept.twins + made + 2 * wide + 2 * singles + 3 * widest
        free -= 3 * singles
        if 0 < free < 3:
            by_exchange += self._squeezed(kept, free, made + wide + widest)
        in_sets = kept.cards + singles + free // 3
        return max(by_exchange, self._places - in_sets - (self._wilds - kept.wilds))

    def _squeezed(self, kept: Kept, rest: int, made: int) -> int:
        """How many of the last one or two places only an exchange fills, lengthening a primary sequence."""
        whole = kept.tunnels + kept.runs
        runs_to_spare = min(kept.runs, max(0, whole - self._pure))
        gaps = kept.gaps + kept.wide_gaps + kept.widest_gaps + kept.by_master
        room = kept.room + 2 * (runs_to_spare + gaps - made)
        if room >= rest:
            return 0
        has_sequence = kept.runs or gaps or self._pure > whole + kept.twins
        return rest - room if has_sequence else _NEVER


def _gain(item: Item) -> int:
    return item.gain
