"""The finish that keeps most maal: which card to throw, and which sets to lay.

The maal is that of the cards kept, counted as at the end of the game (sections 9 and 10), with a laid marriage
and, where the rules count them, tunnels of the show. Among finishes worth the same the card thrown is one that
is not wild, then the lowest in canonical order; of several shows the first one listed is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.rank import Rank
from marriage_analysis.games.marriage.maal import maal_cards, score_maal, total
from marriage_analysis.games.marriage.rules.options import TunnelSource
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.hands import Counts, NumberedSet, NumberedSets
from marriage_analysis.games.marriage.solve.remainder import arrange_all, finishing_discards
from marriage_analysis.games.marriage.solve.shows import shows_by_sets
from marriage_analysis.games.marriage.wilds import jhiplu, poplu


@dataclass(frozen=True, slots=True)
class ValuedFinish:
    """A finish: the card thrown, the sets that are laid with it, the show first, and the maal that is kept."""

    thrown: int
    sets: NumberedSets
    maal: int


@dataclass(frozen=True, kw_only=True)
class Holding:
    """A hand of a player who has seen: ``free`` cards, and what lies out.

    ``shown`` are the sets of the show where there was one, ``displayed`` the faces of displayed tunnels.
    """

    free: Counts
    shown: NumberedSets
    displayed: Sequence[int]
    wild: frozenset[int]
    tiplu: Face
    rules: RuleSet

    def maal(self, thrown: int | None, shown: NumberedSets) -> int:
        """The maal kept when one copy of the face is thrown, with these sets in the show."""
        rules = self.rules
        displayed = list(self.displayed)
        if rules.tunnel_source is TunnelSource.ANY_SHOWN:
            displayed += [cards[0] for cards in shown if _is_tunnel(cards) and cards[0] not in displayed]
        held = list(self.free)
        for cards in self.shown:
            for face in cards:
                held[face] += 1
        for face in displayed:
            if face not in self.displayed:
                held[face] -= 3
        if thrown is not None:
            held[thrown] -= 1
        cards = maal_cards(
            Multiset(tuple(held)),
            displayed=[FACES[face] for face in displayed],
            tiplu=self.tiplu,
            rules=rules,
            laid_marriage=any(self.marriage <= set(cards) for cards in shown) if self.marriage else False,
        )
        return total(score_maal(cards, rules=rules, ace_tiplu=self.tiplu.rank is Rank.ACE))

    @cached_property
    def marriage(self) -> frozenset[int]:
        """Jhiplu, tiplu and poplu, which a primary sequence may hold (SCORE-06); none for an ace (DER-02)."""
        if self.tiplu.rank is Rank.ACE:
            return frozenset()
        return frozenset(face.index for face in (jhiplu(self.tiplu), self.tiplu, poplu(self.tiplu)))

    @property
    def show_counts(self) -> bool:
        """Whether it makes a difference which sets are in the show."""
        if self.shown:
            return False
        if self.rules.tunnel_source is TunnelSource.ANY_SHOWN:
            return True
        has_marriage = all(self.free[face] for face in self.marriage) if self.marriage else False
        return has_marriage and self.rules.laid_marriage_bonus > 0


def best_finish(holding: Holding, finishes: Finishes) -> ValuedFinish | None:
    """The finish by sets that keeps most maal; None where there is no finish by sets."""
    if not finishes.discards():
        return None
    if holding.show_counts:
        return _with_best_show(holding)
    _, _, lowest = max(_preference(holding, thrown, holding.shown) for thrown in finishes.discards())
    sets = finishes.arrangement(-lowest) or ()
    return ValuedFinish(-lowest, sets, holding.maal(-lowest, holding.shown))


_Preference = tuple[int, bool, int]
"""Of a card thrown: the maal that is kept, whether it is not wild, and less its number."""


def _preference(holding: Holding, thrown: int, shown: NumberedSets) -> _Preference:
    return holding.maal(thrown, shown), thrown not in holding.wild, -thrown


def _with_best_show(holding: Holding) -> ValuedFinish | None:
    """The best finish of all shows; what a show earns depends on a laid marriage and on its tunnels alone."""
    held = [face for face, count in enumerate(holding.free) if count]
    worth: dict[tuple[bool, NumberedSets], dict[int, _Preference]] = {}
    best: _Preference | None = None
    found: tuple[NumberedSets, list[int]] | None = None
    for show in shows_by_sets(holding.free, holding.displayed, holding.rules):
        earning = _earning(show, holding)
        if earning not in worth:
            out = {cards[0] for cards in earning[1]}
            worth[earning] = {face: _preference(holding, face, show) for face in held if face not in out}
        values = worth[earning]
        if best is not None and max(values.values()) <= best:
            continue
        rest = _rest(show, holding)
        discards = finishing_discards(rest, holding.wild, holding.rules)
        value = max((values[face] for face in discards), default=None)
        if value is not None and (best is None or value > best):
            best, found = value, (show, rest)
    if best is None or found is None:
        return None
    show, rest = found
    maal, _, lowest = best
    rest[-lowest] -= 1
    shown = tuple(cards for cards in show if not _lies(cards, holding))
    others = arrange_all(rest, holding.wild, holding.rules) or ()
    return ValuedFinish(-lowest, (*shown, *others), maal)


def _earning(show: NumberedSets, holding: Holding) -> tuple[bool, NumberedSets]:
    """Whether the marriage lies in the show, and its tunnels where these earn."""
    has_marriage = bool(holding.marriage) and any(holding.marriage <= set(cards) for cards in show)
    if holding.rules.tunnel_source is not TunnelSource.ANY_SHOWN:
        return has_marriage, ()
    return has_marriage, tuple(sorted(cards for cards in show if _is_tunnel(cards)))


def _rest(show: NumberedSets, holding: Holding) -> list[int]:
    """The cards that are not in the show; displayed tunnels are not among them anyway."""
    rest = list(holding.free)
    for cards in show:
        if not _lies(cards, holding):
            for face in cards:
                rest[face] -= 1
    return rest


def _lies(cards: NumberedSet, holding: Holding) -> bool:
    return _is_tunnel(cards) and cards[0] in holding.displayed


def _is_tunnel(cards: NumberedSet) -> bool:
    return len(cards) == 3 and cards[0] == cards[-1] == cards[1]
