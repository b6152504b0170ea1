"""The search that puts cards into sets: all of them, or all but one, with enough primary sets among the sets.

A wild card serves for any other, its own face included (COMB-12), so that outside primary sets wild cards count
by number only. Each set keeps a group of natural cards and is completed by wild cards. The search puts the
lowest card left into each group it can be in; each card costs at least its share of the cheapest group that
the whole hand offers it, and where these shares come to more than the wild cards there is no way.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.groups import (
    ALONE,
    LONGEST_NEEDED,
    WILD,
    Group,
    alone,
    pure_groups,
    pure_tunnel,
    suit_groups,
    trial_groups,
    tunnel,
)
from marriage_analysis.games.marriage.solve.hands import (
    ALL_SUITS,
    FIELD,
    GUARD,
    NATURAL,
    ONES,
    SUIT,
    SUIT_BITS,
    UNITS,
    Counts,
    NumberedSets,
    faces_in,
    masks,
    word,
)
from marriage_analysis.games.marriage.solve.neighbours import (
    among_three_of_four,
    in_sequences,
    near,
    shared_ranks,
    three_away,
)

_EXACT: Final = SetLength.EXACT3
_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index


@lru_cache(maxsize=1024)
def _mask(faces: frozenset[int]) -> int:
    return sum(UNITS[face] for face in faces)


class Cards:
    """The cards of one question: natural and wild apart, as masks and as a word."""

    __slots__ = ("every", "exact", "once", "rules", "size", "thrice", "twice", "wild", "wilds")

    def __init__(self, counts: Counts, wild: frozenset[int], rules: RuleSet) -> None:
        self.rules = rules
        self.exact = rules.set_length is _EXACT
        self.wild = mask = _mask(wild)
        self.every = every = word(counts)
        odd, even = every & ONES, every >> 1 & ONES
        wild_odd, wild_even = odd & mask, even & mask
        odd ^= wild_odd
        even ^= wild_even
        self.wilds = wild_odd.bit_count() + 2 * wild_even.bit_count()
        self.size = odd.bit_count() + 2 * even.bit_count()
        self.once, self.twice, self.thrice = odd | even, even, odd & even

    @property
    def wild_faces(self) -> int:
        """The wild faces that are held, as a mask."""
        return self.wild & (self.every | self.every >> 1)

    def is_hopeless(self, *, thrown: int) -> bool:
        """True where the cards surely do not go into sets when so many are thrown; False proves nothing.

        Each card costs its share of the cheapest group that its rank can be in, of a sequence or of a trial.
        """
        if self.exact and (self.size + self.wilds) % 3 != thrown:
            return True
        once, ace_high = self.once, self.rules.ace_high_sequence
        if once > NATURAL:
            return True  # a printed joker or a master card that is not wild
        paired, tripled = shared_ranks(once)
        whole = tripled * ALL_SUITS & once | self.thrice | in_sequences(once, ace_high=ace_high)
        fewest = -(-(self.size + self.wilds - thrown) // (3 if self.exact else LONGEST_NEEDED))
        if not whole and fewest > self.wilds:
            return True  # a set without a wild card is needed
        close = (paired * ALL_SUITS & once | near(once, ace_high=ace_high)) & ~whole
        apart = once & ~(whole | close)
        if self.exact:
            costs, most = 6 * self._number(close) + ALONE * self._number(apart), ALONE if apart else 6
        else:
            tight = among_three_of_four(once, ace_high=ace_high) & close
            far = three_away(once, ace_high=ace_high) & apart
            costs = 6 * self._number(close) - 3 * self._number(tight)
            costs += 18 * self._number(apart) - 10 * self._number(far)
            most = 18 if apart else 6
        return costs - most * thrown > self.wilds * WILD

    def _number(self, mask: int) -> int:
        """How many natural cards have their face in the mask."""
        if not mask:
            return 0
        number = mask.bit_count()
        if self.twice:
            number += (self.twice & mask).bit_count() + (self.thrice & mask).bit_count()
        return number


def lacks_wilds(counts: Counts, wild: frozenset[int], rules: RuleSet) -> bool:
    """True where the wild cards surely are too few to put all cards but one into sets; False proves nothing.

    Most hands of a game are refused so, at half the price of :meth:`Cards.is_hopeless`: a wild card brings into
    a set at most two cards that lie in no natural one, or in a longer sequence four.
    """
    every, mask = word(counts), _mask(wild)
    odd, even = every & ONES, every >> 1 & ONES
    wilds = (odd & mask).bit_count() + 2 * (even & mask).bit_count()
    once = (odd | even) & ~mask
    sequences, trials = in_sequences(once, ace_high=rules.ace_high_sequence), shared_ranks(once)[1] * ALL_SUITS
    loose = once & ~(sequences | trials | odd & even)
    outside = (odd & loose).bit_count() + 2 * (even & loose).bit_count()
    return outside - 1 > wilds * (2 if rules.set_length is _EXACT else LONGEST_NEEDED - 1)


_Option = tuple[Group, int, int, int, int, int]
"""A group, its word, its cost beyond the shares, its room, 1 if it is pure, 1 if the master card is in it."""


class Placing:
    """The search for one hand: the groups it offers, and what is known of the hands left on the way.

    ``pure`` is the number of primary sets that must be among the sets.
    """

    def __init__(self, cards: Cards, *, pure: int = 0) -> None:
        self._cards = cards
        self._pure = pure
        self._exact = cards.exact
        self._naturals = cards.once * 3
        groups = plain_groups(cards)
        self._shares = shares = _shares(cards, groups)
        self._highest = max(shares.values(), default=0)
        self._cost = sum([share * (cards.every >> FIELD * face & 3) for face, share in shares.items()])
        self._plain = {face: [self._option(group) for group in listed] for face, listed in groups.items()}
        self._options = self._plain
        self._of_wilds: list[Group] = []
        if pure:
            self._add_pure_groups()
        self._goes: dict[tuple[int, int, int, int, int], bool] = {}
        self._left_over: dict[tuple[int, int, int, int, int], int] = {}

    def _option(self, group: Group) -> _Option:
        shares = self._shares
        cost = group.cost - sum([shares.get(face, 0) for face in group.faces])
        return group, group.word, cost, group.room, group.pure, group.pure and group.has_master

    def _add_pure_groups(self) -> None:
        cards = self._cards
        by_face: dict[int, list[Group]] = {}
        for group in pure_groups_of(cards):
            lowest = min((face for face in group.faces if cards.once & UNITS[face]), default=None)
            if lowest is None:
                self._of_wilds.append(group)
            else:
                by_face.setdefault(lowest, []).append(group)
        self._options = {
            face: [*map(self._option, by_face.get(face, ())), *plain] for face, plain in self._plain.items()
        }

    def goes(self, wilds: int, *, without: int | None = None) -> list[Group] | None:
        """The groups of a way in which all cards go into sets with so many wild cards, none left; else None.

        ``without``: one copy of this face is not there; it is counted out of the ``wilds`` already.
        """
        spared = 0 if without is None else self._shares.get(without, 0)
        for chosen in self._beginnings():
            hand = self._cards.every | GUARD
            if without is not None:
                hand -= UNITS[without]
            hand -= sum(group.word for group in chosen)
            if hand & GUARD != GUARD:
                continue
            slack = wilds * WILD - self._cost + spared - sum(group.cost for group in chosen)
            master = int(not any(group.has_master for group in chosen))
            state = (hand, slack, 0, max(self._pure - len(chosen), 0), master)
            if slack >= 0 and self._place(*state):
                return [*chosen, *self._way(*state)]
        return None

    def left_over(self, wilds: int) -> int:
        """The mask of natural faces of which one copy can be left over."""
        found = 0
        for chosen in self._beginnings():
            hand = (self._cards.every | GUARD) - sum(group.word for group in chosen)
            slack = wilds * WILD - self._cost - sum(group.cost for group in chosen)
            master = int(not any(group.has_master for group in chosen))
            found |= self._throw(hand, slack, 0, max(self._pure - len(chosen), 0), master)
        return found

    def _beginnings(self) -> Iterator[list[Group]]:
        """Every choice of primary sets that are all of wild cards, no more than are wanted."""
        yield []
        if self._of_wilds:
            yield from self._choices([], self._cards.every | GUARD, 0)

    def _choices(self, chosen: list[Group], hand: int, start: int) -> Iterator[list[Group]]:
        if len(chosen) == self._pure:
            return
        for index in range(start, len(self._of_wilds)):
            group = self._of_wilds[index]
            if (hand - group.word) & GUARD == GUARD:
                more = [*chosen, group]
                yield more
                yield from self._choices(more, hand - group.word, index)

    def _is_done(self, slack: int, room: int, pure: int) -> bool:
        """Whether the wild cards that are left go into sets too: three are one, fewer look for room."""
        if pure:
            return False
        left = slack // WILD
        if self._exact:
            return left % 3 == 0
        return left > 2 or left <= room

    def _place(self, hand: int, slack: int, room: int, pure: int, master: int) -> bool:
        """Whether the cards of the word go into sets; ``slack`` is what may be spent beyond their shares."""
        cards = hand & self._naturals
        if not cards:
            return self._is_done(slack, room, pure)
        key = (hand, slack, room, pure, master)
        known = self._goes.get(key)
        if known is not None:
            return known
        face = ((cards & -cards).bit_length() - 1) // FIELD
        found = False
        for _, group, cost, more, is_pure, has_master in (self._options if pure else self._plain)[face]:
            left = hand - group
            if (
                cost <= slack
                and left & GUARD == GUARD
                and has_master <= master
                and self._place(left, slack - cost, room + more, pure and pure - is_pure, master - has_master)
            ):
                found = True
                break
        self._goes[key] = found
        return found

    def _throw(self, hand: int, slack: int, room: int, pure: int, master: int) -> int:
        """The mask of faces of which one copy can be left over while the others go into sets."""
        cards = hand & self._naturals
        if not cards or slack + self._highest < 0:
            return 0
        key = (hand, slack, room, pure, master)
        known = self._left_over.get(key)
        if known is not None:
            return known
        face = ((cards & -cards).bit_length() - 1) // FIELD
        spared = slack + self._shares[face]
        found = 0
        if spared >= 0 and self._place(hand - UNITS[face], spared, room, pure, master):
            found = UNITS[face]
        for _, group, cost, more, is_pure, has_master in (self._options if pure else self._plain)[face]:
            left = hand - group
            if left & GUARD == GUARD and has_master <= master:
                found |= self._throw(
                    left, slack - cost, room + more, pure and pure - is_pure, master - has_master
                )
        self._left_over[key] = found
        return found

    def _way(self, hand: int, slack: int, room: int, pure: int, master: int) -> Iterator[Group]:
        """The groups of the way that :meth:`_place` found."""
        while cards := hand & self._naturals:
            face = ((cards & -cards).bit_length() - 1) // FIELD
            for group, taken, cost, more, is_pure, has_master in (self._options if pure else self._plain)[face]:
                left = hand - taken
                after = (left, slack - cost, room + more, pure and pure - is_pure, master - has_master)
                if cost <= slack and left & GUARD == GUARD and has_master <= master and self._place(*after):
                    yield group
                    hand, slack, room, pure, master = after
                    break


def plain_groups(cards: Cards) -> dict[int, tuple[Group, ...]]:
    """The groups of the natural cards, by their lowest face, the cheapest first and a card alone last."""
    once = cards.once
    groups: dict[int, tuple[Group, ...]] = {}
    known = suit_groups(cards.exact, cards.rules.ace_high_sequence)
    suits = [once >> SUIT_BITS * suit & SUIT for suit in range(4)]
    for suit, held in enumerate(suits):
        if held:
            groups.update(known[held | suit << SUIT_BITS])
    for rank in faces_in(shared_ranks(once)[0]):
        holders = tuple(suit for suit in range(4) if suits[suit] & UNITS[rank])
        for face, trials in trial_groups(rank, holders, cards.exact).items():
            groups[face] = groups.get(face, ()) + trials
    for face in faces_in(cards.thrice):
        groups[face] = (tunnel(face), *groups.get(face, ()))
    return {face: (*groups.get(face, ()), alone(face, exact=cards.exact)) for face in faces_in(once)}


def _shares(cards: Cards, groups: dict[int, tuple[Group, ...]]) -> dict[int, int]:
    """For each natural face held the least that a card of it costs."""
    shares = dict.fromkeys(faces_in(cards.once), ALONE)
    for listed in groups.values():
        for group in listed:
            share = group.share
            for face in group.faces:
                if share < shares[face]:
                    shares[face] = share
    return shares


def pure_groups_of(cards: Cards) -> Iterator[Group]:
    """The primary sets of the hand, natural ones and those with wild cards at their own value."""
    every, rules = cards.every, cards.rules
    once, _, thrice = masks(every)
    for face in faces_in(thrice):
        if face < _JOKER or (face == _JOKER and rules.putali_tunnel_primary):
            yield pure_tunnel(face, wild=bool(cards.wild & UNITS[face]))
    master = rules.master_card_in_primary and bool(once & cards.wild & UNITS[_MASTER])
    for suit in range(4):
        held = once >> SUIT_BITS * suit & SUIT
        wild = cards.wild >> SUIT_BITS * suit & held
        if held:
            yield from pure_groups(
                held,
                wild,
                suit,
                exact=cards.exact,
                ace_high=rules.ace_high_sequence,
                master=master,
            )


def completed(groups: list[Group], wild: list[int], *, exact: bool) -> NumberedSets:
    """The sets, wild cards in the gaps of sequences, else at the end; those left over go where room is.

    ``wild`` are the wild cards that are in no primary set.
    """
    supply = iter(wild)
    sets: list[list[int]] = []
    for group in groups:
        if group.pure:
            sets.append(list(group.faces))
            continue
        cards = list(group.faces[:1])
        wanted = group.cost // WILD
        for before, face in pairwise(group.faces):
            gap = (face - before) % 13 - 1 if face // 13 == before // 13 and face != before else 0
            cards += [next(supply) for _ in range(gap)]
            cards.append(face)
            wanted -= gap
        sets.append(cards + [next(supply) for _ in range(wanted)])
    left = list(supply)
    if len(left) < 3 and not exact:
        for index, group in enumerate(groups):
            room = min(group.room, len(left))
            sets[index] += left[:room]
            del left[:room]
    while left:
        size = 3 if len(left) not in (4, 5) else len(left)
        sets.append(left[:size])
        del left[:size]
    return tuple(map(tuple, sets))
