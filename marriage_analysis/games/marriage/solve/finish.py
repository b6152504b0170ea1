"""Finishing by sets, with a whole hand or after a show: which cards may be thrown, and how (FIN-01)."""

from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.groups import Group
from marriage_analysis.games.marriage.solve.hands import UNITS, Counts, NumberedSets, faces_in, masks
from marriage_analysis.games.marriage.solve.placing import Cards, Placing, completed
from marriage_analysis.games.marriage.solve.shows import most_primary_sets


class Finishes:
    """The finishes by sets of ``counts`` cards that are not laid, ``pure`` primary sets among them at least."""

    def __init__(self, counts: Counts, wild: frozenset[int], rules: RuleSet, *, pure: int) -> None:
        self._counts = counts
        self._wild = wild
        self._cards = cards = Cards(counts, wild, rules)
        hopeless = cards.is_hopeless(thrown=1) or (
            pure > 0 and most_primary_sets(*masks(cards.every), rules) < pure
        )
        self._search = None if hopeless else Placing(cards, pure=pure)
        self._discards: tuple[int, ...] | None = None

    def discards(self) -> tuple[int, ...]:
        """The faces, ascending, of which one copy can be thrown so that all the other cards go into sets."""
        if self._discards is None:
            self._discards = self._find_discards()
        return self._discards

    def _find_discards(self) -> tuple[int, ...]:
        cards, search = self._cards, self._search
        if search is None:
            return ()
        found = 0
        spared: list[Group] | None = None
        for face in faces_in(cards.wild_faces):
            way = search.goes(cards.wilds - 1, without=face)
            if way is not None:
                found |= UNITS[face]
                spared = way
        if spared is None:
            return tuple(faces_in(search.left_over(cards.wilds)))
        # A natural card of a set that need not be primary can be thrown: the wild card spared takes its place.
        for group in spared:
            if not group.pure and len(set(group.faces)) == len(group.faces):
                for face in group.faces:
                    found |= UNITS[face]
        for face in faces_in(cards.once & ~found):
            if search.goes(cards.wilds, without=face) is not None:
                found |= UNITS[face]
        return tuple(faces_in(found))

    def arrangement(self, thrown: int) -> NumberedSets | None:
        """Sets of all the cards but one copy of the face, the primary ones first; None where there are none."""
        cards, search = self._cards, self._search
        is_wild = bool(cards.wild & UNITS[thrown])
        way = None if search is None else search.goes(cards.wilds - is_wild, without=thrown)
        if way is None:
            return None
        way.sort(key=lambda group: not group.pure)
        left = list(self._counts)
        left[thrown] -= 1
        for group in way:
            if group.pure:
                for face in group.faces:
                    left[face] -= 1
        supply = [face for face in sorted(self._wild) for _ in range(left[face])]
        return completed(way, supply, exact=cards.exact)
