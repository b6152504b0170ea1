"""Everything that a hand can do, in one answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from marriage_analysis.cards.face import FACES, JOKER, Face
from marriage_analysis.cards.notation import format_faces
from marriage_analysis.errors import CardError, CountError
from marriage_analysis.games.marriage.arrangements import (
    DUBLEES_TO_FINISH,
    DUBLEES_TO_SHOW,
    SETS_TO_SHOW,
    is_primary_show,
)
from marriage_analysis.games.marriage.deck import cannot_lie_together, deck
from marriage_analysis.games.marriage.rules.options import JokerPairDublee
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.solve.dublee_distance import dublee_distance, eight_dublees
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.finish_distance import finish_distance, finish_plan
from marriage_analysis.games.marriage.solve.hands import NumberedSets
from marriage_analysis.games.marriage.solve.show_distance import show_distance
from marriage_analysis.games.marriage.solve.shows import primary_shows
from marriage_analysis.games.marriage.solve.value import Holding, best_finish
from marriage_analysis.games.marriage.wilds import wild_faces

HAND: Final = 21
"""The cards of a hand between turns (DEAL-02); after drawing it has one more."""

SHOWS_GIVEN: Final = 10

SetsOfCards = tuple[tuple[Face, ...], ...]
Outs = Mapping[Face, int]
"""The faces whose draw lowers a distance, each with the number of copies that the seat has not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What a hand of 21 cards, or of 22 after drawing, can do.

    ``ways``: how many different primary shows it can make, the first ten of them in ``shows``; a hand that has
    shown has the one way. ``show_distance`` counts by sets. ``dublee_distances``: to seven and to eight
    dublees; None each where dublees cannot be played. The facts about finishing are None for a player who has
    not seen the tiplu. ``can_finish``: with 22 cards, by sets or by eight dublees, with one of the
    ``discards``. ``finish_distance`` counts by sets, and is None for a player who has shown dublees.
    ``arrangement``: sets of all the cards but ``discard``, primary ones first, that keep most maal
    (``value.py``), ``maal`` points; eight dublees where there is no finish by sets.
    """

    ways: int
    shows: tuple[SetsOfCards, ...]
    show_distance: int | None
    dublee_distances: tuple[int | None, int | None]
    can_finish: bool | None
    discards: tuple[Face, ...]
    finish_distance: int | None
    discard: Face | None
    arrangement: SetsOfCards
    maal: int | None
    plan: SetsOfCards
    show_outs: Outs
    dublee_outs: Outs
    finish_outs: Outs

    @property
    def can_show(self) -> bool:
        """Whether a primary show can be made, by sets or by dublees, or has been."""
        return self.ways > 0


def solve(
    cards: Sequence[Face],
    *,
    rules: RuleSet,
    tiplu: Face | None = None,
    laid: SetsOfCards = (),
    players: int | None = None,
    seen: Iterable[Face] = (),
) -> Solution:
    """What the hand can do under these rules.

    ``cards`` are all cards of the hand, 21 or 22. ``tiplu`` where the player knows it. ``laid`` are sets that
    lie out and stay as they are: the sets of the player's show, or displayed tunnels (TUN-05). ``players`` is
    the number at the table, where dublees need a number (DUB-03). ``seen`` are other cards that the seat has
    seen, which cannot come any more. Not checked: that one copy of the tiplu lies apart (SHOW-12), whether the
    player is on turn, and which card may not be thrown back (TURN-05).

    Raises ``CountError`` for a hand of another size or a number of players that the rules do not have, and
    ``CardError`` for cards that cannot be together, nor with those seen, a tiplu that is none, and laid sets
    that are not held or are no sets.

    >>> from marriage_analysis.cards.notation import format_sets, parse_face, parse_faces
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> hand = parse_faces("AS 2S 3S 4H 5H 6H 9D 9D 9D TC JC QC 2D 2H 2C KS KH KD 7C 7D 8S 8C")
    >>> solution = solve(hand, rules=rule_set("pagat"), tiplu=parse_face("8H"))
    >>> solution.can_finish, format_faces(solution.discards), solution.finish_distance
    (True, 'AS 2S 3S 8S KS 2H 4H 5H 6H KH 2D 7D KD 2C 7C 8C TC JC QC', 0)
    >>> format_sets(solution.arrangement)
    '4H5H6H,9D9D9D,TCJCQC,2S3S8S,KSKHKD,2H2D2C,7D7C8C'
    """
    question = _Question(tuple(sorted(cards)), rules, tiplu, laid, players, tuple(seen))
    return question.answer()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finish:
    """A finish: the cards that may be thrown, the one that is, and sets of the others."""

    discards: tuple[Face, ...]
    discard: Face | None
    arrangement: SetsOfCards
    maal: int


_NO_FINISH: Final = _Finish(discards=(), discard=None, arrangement=(), maal=0)


def _check_table(
    cards: Sequence[Face], *, rules: RuleSet, tiplu: Face | None, players: int | None, seen: Sequence[Face]
) -> None:
    """Refuse more copies seen than there can be beside hand and tiplu, and tables of another size (DECK-04)."""
    for face in sorted(set(seen)):
        others = cards.count(face) + (face == tiplu)
        if others + seen.count(face) > deck(rules).copies(face):
            raise CardError(
                f"{seen.count(face)} cards {face} cannot have been seen: {others} are in the hand or the tiplu,"
                f" and there are {deck(rules).copies(face)} in all",
                card=str(face),
            )
    if players is not None and not 2 <= players <= rules.max_players:
        raise CountError(
            f"these rules are for 2 to {rules.max_players} players (max_players), not {players}", value=players
        )


class _Question:
    """A hand with what is known about it."""

    def __init__(
        self,
        cards: Sequence[Face],
        rules: RuleSet,
        tiplu: Face | None,
        laid: SetsOfCards,
        players: int | None,
        seen: Sequence[Face],
    ) -> None:
        if len(cards) not in (HAND, HAND + 1):
            raise CountError(
                f"a hand has {HAND} cards, or {HAND + 1} after drawing, not {len(cards)}", value=len(cards)
            )
        impossible = cannot_lie_together(cards, rules=rules)
        if impossible is not None:
            raise CardError(impossible.reason, card=format_faces(cards))
        _check_table(cards, rules=rules, tiplu=tiplu, players=players, seen=seen)
        self.cards = cards
        self.rules = rules
        self.tiplu = tiplu
        self.laid = laid
        self.wild = frozenset(face.index for face in wild_faces(tiplu, rules)) if tiplu else frozenset[int]()
        self.free = [0] * len(FACES)
        for face in cards:
            self.free[face.index] += 1
        self.by_dublees = bool(laid) and all(len(lies) == 2 for lies in laid)
        self._check_laid()
        self.visible = [*cards, *seen, *((tiplu,) if tiplu else ())]
        self.may_play_dublees = players is None or players >= rules.dublee_min_players

    def _check_laid(self) -> None:
        """The laid sets are taken out of the free cards; those that are primary count towards the three."""
        for cards in self.laid:
            for face in cards:
                if not self.free[face.index]:
                    raise CardError(f"{format_faces(cards)} is laid but not held", card=str(face))
                self.free[face.index] -= 1
        is_shown = self.by_dublees or len(self.laid) >= SETS_TO_SHOW
        if is_shown:
            verdict = is_primary_show(self.laid, rules=self.rules)
            if not verdict:
                raise CardError(verdict.reason, card=" ".join(map(format_faces, self.laid)))
        for cards in self.laid:
            is_tunnel = len(cards) == 3 and len(set(cards)) == 1
            if not is_shown and not is_tunnel:
                raise CardError(
                    f"{format_faces(cards)}: three sets or seven dublees are shown, and displayed are tunnels",
                    card=format_faces(cards),
                )
        self.has_shown = is_shown
        primary = sum(recognise(cards, rules=self.rules, primary=True).valid for cards in self.laid)
        self.pure_wanted = 0 if is_shown else max(SETS_TO_SHOW - primary, 0)
        # Displayed tunnels that no show has used; they lend a dublee each.
        self.displayed = [] if is_shown else [cards[0].index for cards in self.laid]
        joker_lends = self.rules.joker_pair_dublee is not JokerPairDublee.OFF
        self.lent = [cards[0].index for cards in self.laid if cards[0] != JOKER or joker_lends]
        self.lying = [0] * len(FACES)
        for cards in self.laid:
            for face in cards:
                self.lying[face.index] += 1

    def answer(self) -> Solution:
        """See :func:`solve`."""
        shows = self._shows()
        finish = _NO_FINISH if self.tiplu is None else self._finish(self.tiplu)
        return Solution(
            ways=1 if self.has_shown else len(shows),
            shows=(self.laid,) if self.has_shown else tuple(map(_sets, shows[:SHOWS_GIVEN])),
            show_distance=self._show_distance(self.free),
            dublee_distances=(
                self._dublee_distance(self.free, DUBLEES_TO_SHOW),
                self._dublee_distance(self.free, DUBLEES_TO_FINISH),
            ),
            can_finish=None if self.tiplu is None else bool(finish.arrangement),
            discards=finish.discards,
            finish_distance=self._finish_distance(self.free),
            discard=finish.discard,
            arrangement=finish.arrangement,
            maal=finish.maal if finish.arrangement else None,
            plan=self._plan(),
            show_outs=self._outs(self._show_distance),
            dublee_outs=self._outs(self._nearest_dublees),
            finish_outs=self._outs(self._finish_distance),
        )

    def _shows(self) -> Sequence[NumberedSets]:
        if self.has_shown:
            return ()
        return primary_shows(self.free, self.displayed, self.rules, dublees=self.may_play_dublees)

    def _show_distance(self, free: Sequence[int]) -> int | None:
        if self.has_shown:
            return 0
        return show_distance(free, self.rules, sets=self.pure_wanted, lying=self.displayed)

    def _dublee_distance(self, free: Sequence[int], dublees: int) -> int | None:
        if not self.may_play_dublees or (self.has_shown and not self.by_dublees):
            return None
        return dublee_distance(free, self.rules, dublees=dublees, tiplu=self.tiplu, laid=self.lent)

    def _nearest_dublees(self, free: Sequence[int]) -> int | None:
        """Towards seven dublees, and for a hand that has them towards eight."""
        has_seven = self._dublee_distance(self.free, DUBLEES_TO_SHOW) == 0
        return self._dublee_distance(free, DUBLEES_TO_FINISH if has_seven else DUBLEES_TO_SHOW)

    def _finish_distance(self, free: Sequence[int], most: int = 99) -> int | None:
        if self.tiplu is None or self.by_dublees:
            return None
        return finish_distance(
            free,
            self.wild,
            self.rules,
            places=HAND - sum(map(len, self.laid)),
            pure=self.pure_wanted,
            lying=self.lying,
            most=most,
        )

    def _plan(self) -> SetsOfCards:
        if self.tiplu is None or self.by_dublees:
            return ()
        groups = finish_plan(
            self.free,
            self.wild,
            self.rules,
            places=HAND - sum(map(len, self.laid)),
            pure=self.pure_wanted,
            lying=self.lying,
        )
        return (*self.laid, *_sets(groups))

    def _finish(self, tiplu: Face) -> _Finish:
        """By sets where that goes, else by eight dublees; the cards that may be thrown in either way."""
        if len(self.cards) <= HAND:
            return _NO_FINISH
        holding = Holding(
            free=self.free,
            shown=tuple(tuple(face.index for face in cards) for cards in self.laid) if self.has_shown else (),
            displayed=self.displayed,
            wild=self.wild,
            tiplu=tiplu,
            rules=self.rules,
        )
        eight = self._by_dublees(holding)
        if self.by_dublees:
            return eight
        finishes = Finishes(self.free, self.wild, self.rules, pure=self.pure_wanted)
        best = best_finish(holding, finishes)
        if best is None:
            return eight
        discards = {*eight.discards, *(FACES[face] for face in finishes.discards())}
        return _Finish(
            discards=tuple(sorted(discards)),
            discard=FACES[best.thrown],
            arrangement=(*self.laid, *_sets(best.sets)),
            maal=best.maal,
        )

    def _by_dublees(self, holding: Holding) -> _Finish:
        if self._dublee_distance(self.free, DUBLEES_TO_FINISH) != 0:
            return _NO_FINISH
        if not self.rules.dublee_finish_discard:
            found = eight_dublees(self.free, self.rules, tiplu=holding.tiplu, laid=self.lent) or ()
            maal = holding.maal(None, holding.shown)
            return _Finish(discards=(), discard=None, arrangement=self._with_lent(found), maal=maal)
        best: tuple[int, bool, int] | None = None
        discards: list[Face] = []
        for face, count in enumerate(self.free):
            if not count:
                continue
            left = list(self.free)
            left[face] -= 1
            if self._dublee_distance(left, DUBLEES_TO_FINISH) == 0:
                discards.append(FACES[face])
                value = holding.maal(face, holding.shown), face not in self.wild, -face
                best = value if best is None else max(best, value)
        if best is None:
            return _NO_FINISH
        left = list(self.free)
        left[-best[2]] -= 1
        found = eight_dublees(left, self.rules, tiplu=holding.tiplu, laid=self.lent) or ()
        return _Finish(
            discards=tuple(discards),
            discard=FACES[-best[2]],
            arrangement=self._with_lent(found),
            maal=best[0],
        )

    def _with_lent(self, dublees: Sequence[Sequence[int]]) -> SetsOfCards:
        """The dublees after those that lie out, a displayed tunnel lending one (TUN-05)."""
        return (*((FACES[face], FACES[face]) for face in self.lent), *_sets(dublees))

    def _outs(self, distance: Callable[[Sequence[int]], int | None]) -> Outs:
        """The faces of which one more makes the distance less, with the copies that may still come."""
        here = distance(self.free)
        if not here:
            return MappingProxyType({})
        pack = deck(self.rules)
        outs: dict[Face, int] = {}
        for face in FACES:
            if self.cards.count(face) < pack.copies(face):
                self.free[face.index] += 1
                there = distance(self.free)
                self.free[face.index] -= 1
                if there is not None and there < here:
                    outs[face] = max(pack.copies(face) - self.visible.count(face), 0)
        return MappingProxyType(outs)


def _sets(sets: Sequence[Sequence[int]]) -> SetsOfCards:
    return tuple(tuple(FACES[face] for face in cards) for cards in sets)
