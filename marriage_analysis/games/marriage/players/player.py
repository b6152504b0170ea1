"""A way to play Marriage: the nearest way to a show, then the nearest to a finish, at once.

It takes the offered card where that brings it nearer, displays dealt tunnels, shows and finishes as soon as it
can. What it weighs when it throws a card is its style. It does not think about the other players.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from marriage_analysis.cards.chance import Chance
from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD
from marriage_analysis.games.marriage.arrangements import DUBLEES_TO_SHOW
from marriage_analysis.games.marriage.distance import ShowDistances
from marriage_analysis.games.marriage.engine.choices import DISCARDS, cells
from marriage_analysis.games.marriage.engine.events import (
    Action,
    ChooseTiplu,
    DisplayTunnels,
    Draw,
    Finish,
    SeeTiplu,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.position import Duty, Phase
from marriage_analysis.games.marriage.engine.seat_view import SeatView
from marriage_analysis.games.marriage.maal import tier
from marriage_analysis.games.marriage.players.sets_of_three import (
    Masks,
    bit_of,
    fills,
    less,
    masks_of,
    missing,
    plus,
)
from marriage_analysis.games.marriage.players.style import Dublees, Style
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import JokerPairDublee, SetLength, UnseenPick
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.hands import NumberedSets
from marriage_analysis.games.marriage.solve.remainder import arrange_all, finishing_discards
from marriage_analysis.games.marriage.solve.shows import shows_by_dublees, shows_by_sets
from marriage_analysis.games.marriage.wilds import alter, jhiplu, poplu

_SHOWS_LOOKED_AT: Final = 60
_WILDS_HOPED_FOR: Final = 2
"""So many wild cards a player finds among twelve when he sees the tiplu, about."""


CARD_STEP: Final = 100_000
"""What a card of distance weighs beside the points of outs and maal."""


@dataclass(frozen=True, slots=True)
class Player:
    """Plays in its style; see :class:`marriage_analysis.games.simulating.Policy`."""

    style: Style

    def __call__(self, view: SeatView, chance: Chance) -> Action | None:
        """The action."""
        match view.phase:
            case Phase.CHOOSE:
                return ChooseTiplu(above=chance.below(view.stock))
            case Phase.SEE:
                return SeeTiplu()
            case Phase.DRAW:
                return _draw(view, self.style)
            case Phase.LAST_DISCARD:
                hand = _Hand(view, self.style)
                return DISCARDS[_least(hand.thrown(), hand.worth)]
            case _:
                return _in_turn(_Hand(view, self.style), chance)


def _draw(view: SeatView, style: Style) -> Action | None:
    actions = view.legal_actions()
    wanted = {face for face in view.dealt_tunnels if _worth_displaying(face, view.rules)}
    draws: list[Draw] = []
    for action in actions:
        if isinstance(action, Draw):
            draws.append(action)
        elif isinstance(action, DisplayTunnels) and action.sets:
            shown = {face.index for cards in action.sets if (face := cards[0].face) is not None}
            if shown == wanted - set(view.players[view.seat or 0].tunnels):
                return action
    if not view.must_act:
        return None
    offered = next((draw for draw in draws if draw.source is Source.PILE), None)
    if offered is not None and (len(draws) == 1 or _Hand(view, style).is_helped_by(offered.face)):
        return offered
    return next(draw for draw in draws if draw.source is Source.STOCK)


def _worth_displaying(face: int, rules: RuleSet) -> bool:
    """Three printed jokers are worth more as wild cards where their tunnel earns nothing."""
    return face != JOKER.index or (rules.putali_points is not None and rules.tunnel_points.putali[0] > 0)


def _in_turn(hand: "_Hand", chance: Chance) -> Action:
    if not hand.seen:
        show = hand.best_show()
        if show is not None:
            return Show(cells(show))
    elif hand.by_dublees:
        for action in hand.view.legal_actions():
            if isinstance(action, Finish):
                return action
    else:
        finish = hand.finish()
        if finish is not None:
            return Finish(cells(finish))
    if hand.style.slips and not chance.below(hand.style.slips):
        return DISCARDS[chance.pick(hand.thrown())]
    return DISCARDS[hand.discard()]


class _Hand:
    """What the player thinks about: the free cards, and what is known of the others."""

    def __init__(self, view: SeatView, style: Style) -> None:
        self.view = view
        self.style = style
        self.rules = view.rules
        own = view.players[view.seat or 0]
        self.counts = list(view.hand)
        self.displayed = own.displayed
        self.seen = own.seen
        self.by_dublees = own.route is Route.DUBLEES
        self.shown = own.shown or ()
        self.wild = view.wild if own.seen else frozenset[int]()

    def thrown(self) -> list[int]:
        """The faces that may be thrown (TURN-05)."""
        took = self.view.took if self.rules.no_return_discard else -1
        return [face for face, count in enumerate(self.counts) if count > (face == took)]

    def worth(self, face: int) -> int:
        """The maal that one copy of the face earns, as far as the player knows the tiplu."""
        rules, tiplu = self.rules, self.view.tiplu
        if face == MASTER_CARD.index:
            return rules.master_card or 0
        if tiplu < 0:
            return 0
        if face == JOKER.index:
            return tier(rules.putali_points, 1)
        above, below, beside = _beside(tiplu)
        tiers = {
            tiplu: rules.tiplu_points,
            above: rules.poplu_points,
            below: rules.jhiplu_points,
            beside: rules.alter_points,
        }
        return tier(tiers.get(face), 1)

    def discard(self) -> int:
        """What is thrown where there is nothing to show or to finish with."""
        if self.by_dublees:
            return self.discard_dublees()
        if not self.style.counts:
            return _least(self.thrown(), self._is_kept, self._company, self.worth)
        return self.discard_seen() if self.seen else self.discard_unseen()

    def _is_kept(self, face: int) -> bool:
        return face >= JOKER.index or face in self.wild

    # Before the show

    @property
    def are_dublees_allowed(self) -> bool:
        return len(self.view.players) >= self.rules.dublee_min_players

    @property
    def may_play_dublees(self) -> bool:
        return self.are_dublees_allowed and self.style.dublees is not Dublees.NEVER

    def dublees(self, counts: Sequence[int]) -> int:
        """How many different dublees the cards hold, a displayed tunnel lending one (TUN-05)."""
        pairs = sum(count >= 2 for count in counts[:52]) + sum(face < JOKER.index for face in self.displayed)
        joker = JOKER.index
        jokers = counts[joker] >= 2 or joker in self.displayed
        return pairs + (jokers and self.rules.joker_pair_dublee is not JokerPairDublee.OFF)

    def distances(self, counts: Sequence[int]) -> ShowDistances:
        primary = [face for face in self.displayed if face < JOKER.index or self.rules.putali_tunnel_primary]
        return ShowDistances(counts, displayed=len(primary), ace_high=self.rules.ace_high_sequence)

    def less_for_master(self, cards: int) -> int:
        """A distance by sets where the master card may stand for one of the missing cards (COMB-14)."""
        helps = self.rules.master_card_in_primary and self.counts[MASTER_CARD.index] > 0
        return max(cards - 1, 0) if helps else cards

    def is_nearer_by_dublees(self, counts: Sequence[int], by_sets: int) -> bool:
        if not self.may_play_dublees:
            return False
        if self.style.dublees is Dublees.ALWAYS:
            return True
        return DUBLEES_TO_SHOW - self.dublees(counts) + self.style.lead < by_sets

    def is_helped_by(self, face: int) -> bool:
        """Whether the card that is offered brings the player nearer."""
        if self.by_dublees:
            return True  # it may be taken only for the eighth dublee
        if not self.style.counts:
            return self._makes_set(face)
        more = list(self.counts)
        more[face] += 1
        if self.seen:
            return self._nearest_finish(more) < self._nearest_finish(self.counts)
        if face >= JOKER.index:
            return True
        distances = self.distances(self.counts)
        now = distances.whole().cards
        if self.is_nearer_by_dublees(self.counts, self.less_for_master(now)):
            return self.dublees(more) > self.dublees(self.counts)
        # Where only a show allows taking it, it is offered as legal only when it makes one (TURN-07).
        return distances.plus(face).cards < now or self.rules.unseen_pick is UnseenPick.SHOW_ONLY

    def best_show(self) -> NumberedSets | None:
        """The show that leaves the rest nearest to a finish; None: there is none, or dublees are better."""
        if self.view.duty is Duty.NOTHING:
            by_sets = self.less_for_master(self.distances(self.counts).whole().cards) == 0
            by_sets &= not (self.may_play_dublees and self.style.dublees is Dublees.ALWAYS)
        else:
            by_sets = True
        # Who took a card that has to be shown now shows it in any way (TURN-07).
        may = self.are_dublees_allowed if self.view.duty is Duty.SHOW else self.may_play_dublees
        pairs = self.dublees(self.counts) if may else 0
        found = self._show_by_sets() if by_sets else None
        if pairs < DUBLEES_TO_SHOW:
            return None if found is None else found[1]
        room = sum(self.counts) + 2 * len(self.displayed) > 2 * DUBLEES_TO_SHOW
        left_by_sets = 99 if found is None else found[0] - _WILDS_HOPED_FOR
        if room and DUBLEES_TO_SHOW + 1 - pairs < left_by_sets:
            dublees = self._bound(shows_by_dublees(self.counts, self.displayed, self.rules))
            show = next(iter(dublees), None)
            if show is not None:
                return show
        return None if found is None else found[1]

    def _show_by_sets(self) -> tuple[int, NumberedSets] | None:
        rules = _exact(self.rules)
        best: tuple[int, NumberedSets] | None = None
        shows = self._bound(shows_by_sets(self.counts, self.displayed, rules))
        for show in islice(shows, _SHOWS_LOOKED_AT):
            rest = list(self.counts)
            for cards in show:
                if not self._lies_out(cards):
                    for face in cards:
                        rest[face] -= 1
            left = self._missing(masks_of(rest[:52]), wilds=0, cards=sum(rest))
            if best is None or left < best[0]:
                best = left, show
        return best

    def _lies_out(self, cards: Sequence[int]) -> bool:
        return len(set(cards)) == 1 and cards[0] in self.displayed

    def _bound(self, shows: Iterable[NumberedSets]) -> Iterable[NumberedSets]:
        """The shows with the taken card, where taking it bound the player to show it (TURN-07)."""
        if self.view.duty is not Duty.SHOW:
            return shows
        took = self.view.took
        return (show for show in shows if any(took in cards for cards in show))

    def discard_unseen(self) -> int:
        distances = self.distances(self.counts)
        natural = [face for face in self.thrown() if face < JOKER.index] or self.thrown()
        by_sets = self.less_for_master(distances.whole().cards)
        if self.is_nearer_by_dublees(self.counts, by_sets):
            return _least(natural, self._spoils_pair, self._live_copies, self.worth, self._company)
        if natural[0] >= JOKER.index:
            return natural[0]
        few, many = self._planes()

        def weigh(face: int) -> int:
            left = distances.without(face)
            return self._weight(left.cards, _number(left.outs, few, many), face)

        return _least(natural, weigh, self._company)

    def _weight(self, cards: int, outs: int, face: int) -> int:
        """What speaks against throwing a face after which so many cards are missing and so many help."""
        return CARD_STEP * cards - self.style.outs * outs + self.style.maal * self.worth(face)

    def _spoils_pair(self, face: int) -> bool:
        return self.counts[face] == 2

    def _live_copies(self, face: int) -> int:
        """How many copies may still come; none help where the face is paired already."""
        if self.counts[face] > 1 or face in self.displayed or any(face in cards for cards in self.shown):
            return -1
        return max(self._live()[face], 0) if face < JOKER.index else 0

    def _company(self, face: int) -> int:
        """How many other cards in the hand might make a set with it."""
        if face >= JOKER.index:
            return 99
        rank = face % 13
        near = [other for other in (face - 2, face - 1, face + 1, face + 2) if other // 13 == face // 13]
        same = [other for other in range(rank, 52, 13) if other != face]
        return sum(map(self.counts.__getitem__, (*near, *same))) + 2 * self.counts[face]

    def _makes_set(self, face: int) -> bool:
        """Whether the face makes a pure set with two cards of the hand, or after the show any natural set."""
        if face >= JOKER.index or self.counts[face] == 2:
            return True
        held = [min(count, 1) for count in self.counts]
        held[face] = 1
        if self._is_in_run(face, held):
            return True
        if not self.seen:
            return False
        return face in self.wild or sum(held[face % 13 : 52 : 13]) >= 3

    def _is_in_run(self, face: int, held: Sequence[int]) -> bool:
        suit, rank = divmod(face, 13)
        row = [*held[13 * suit : 13 * suit + 13], self.rules.ace_high_sequence and held[13 * suit]]
        places = (rank, 13) if rank == 0 else (rank,)
        return any(
            all(0 <= other <= 13 and row[other] for other in range(low, low + 3))
            for place in places
            for low in range(place - 2, place + 1)
        )

    # After the show

    def finish(self) -> NumberedSets | None:
        """Sets for all the cards but one that may be thrown, the least valuable; None where there are none."""
        goes = set(finishing_discards(self.counts, self.wild, self.rules))
        thrown = [face for face in self.thrown() if face in goes]
        if not thrown:
            return None
        counts = list(self.counts)
        counts[_least(thrown, self.worth)] -= 1
        return arrange_all(counts, self.wild, self.rules)

    def discard_seen(self) -> int:
        wilds = sum(self.counts[face] for face in self.wild)
        sets = sum(self.counts) // 3
        natural = self._natural(self.counts)
        ace_high = self.rules.ace_high_sequence
        live = self._live()
        left: dict[int, tuple[Masks, int, int]] = {}
        for face in self.thrown():
            is_wild = face in self.wild
            rest = less(natural, bit_of(face)) if face < JOKER.index and not is_wild else natural
            few = missing(rest, wilds=wilds - is_wild, sets=sets, ace_high=ace_high)
            left[face] = rest, wilds - is_wild, few

        def cards(face: int) -> int:
            return left[face][2] + (face in self.wild)

        least = min(map(cards, left))

        def weigh(face: int) -> int:
            rest, wilds_left, few = left[face]
            outs = self._outs(rest, wilds_left, sets, few, live) if self.style.outs else 0
            return self._weight(least, outs, face)

        return _least([face for face in left if cards(face) == least], weigh, self._company)

    def _outs(self, rest: Masks, wilds: int, sets: int, cards: int, live: Sequence[int]) -> int:
        """How many live natural cards bring nearer to sets of three."""
        if not cards:
            return 0
        ace_high = self.rules.ace_high_sequence
        any_wild = fills(rest, wilds + 1, sets, cards - 1, ace_high)
        return sum(
            live[face]
            for face in range(52)
            if live[face] > 0
            and (
                any_wild
                if face in self.wild
                else fills(plus(rest, bit_of(face)), wilds, sets, cards - 1, ace_high)
            )
        )

    def discard_dublees(self) -> int:
        """Of the loose cards one that is not wild, and of which the fewest copies may still come."""
        return _least(self.thrown(), self.wild.__contains__, self._live_copies, self.worth)

    def _nearest_finish(self, counts: Sequence[int]) -> int:
        wilds = sum(counts[face] for face in self.wild)
        return self._missing(self._natural(counts), wilds=wilds, cards=sum(counts))

    def _natural(self, counts: Sequence[int]) -> Masks:
        return masks_of([0 if face in self.wild else counts[face] for face in range(52)])

    def _missing(self, natural: Masks, *, wilds: int, cards: int) -> int:
        return missing(natural, wilds=wilds, sets=cards // 3, ace_high=self.rules.ace_high_sequence)

    # What may still come

    def _live(self) -> list[int]:
        """For each face how many copies the player has not seen anywhere."""
        live = [3 - count for count in self.counts[:52]]
        for card in self.view.pile:
            if isinstance(card, int) and card < JOKER.index:
                live[card] -= 1
        for seat, facts in enumerate(self.view.players):
            lying = [
                *facts.displayed * 3,
                *facts.spares,
                *(face for cards in facts.shown or () for face in cards),
            ]
            if seat != self.view.seat:
                lying += facts.held
            for face in lying:
                if 0 <= face < JOKER.index:
                    live[face] -= 1
        if 0 <= self.view.tiplu < JOKER.index:
            live[self.view.tiplu] -= 1
        return live

    def _planes(self) -> tuple[int, int]:
        """The live copies as two masks of bits: the ones and the twos of each number."""
        live = self._live()
        few = sum(1 << face for face in range(52) if live[face] > 0 and live[face] & 1)
        return few, sum(1 << face for face in range(52) if live[face] > 1)


def _number(outs: int, few: int, many: int) -> int:
    """How many live cards the mask of outs covers."""
    return (outs & few).bit_count() + 2 * (outs & many).bit_count()


def _least(faces: Sequence[int], *keys: Callable[[int], object]) -> int:
    """The face that is least by the first key, then by the next, the lowest face at last."""
    return min(faces, key=lambda face: (*(key(face) for key in keys), face))


@cache
def _beside(tiplu: int) -> tuple[int, int, int]:
    """Poplu, jhiplu and alter by number."""
    face = FACES[tiplu]
    return poplu(face).index, jhiplu(face).index, alter(face).index


@lru_cache(maxsize=64)
def _exact(rules: RuleSet) -> RuleSet:
    """The same rules with sets of three cards only, which are sets under the rules as well."""
    return replace(rules, set_length=SetLength.EXACT3)
