"""Putting all the cards that a player has not shown into sets: which card may be left over, and one way to.

After the tiplu is seen a wild card serves for any other, its own face included (COMB-12), so that wild cards
count by number only. Each set keeps a group of natural cards and is completed by wild cards. The search puts
the lowest card left into each group it can be in; each card costs at least its share of the cheapest group
that the whole hand offers it, and where these shares come to more than the wild cards there is no way.
"""

from functools import lru_cache
from itertools import pairwise

from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.groups import (
    ALONE,
    LONGEST_NEEDED,
    WILD,
    Group,
    alone,
    is_exact,
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


def finishing_discards(counts: Counts, wild: frozenset[int], rules: RuleSet) -> tuple[int, ...]:
    """The faces, ascending, of which one copy can be thrown so that all the other cards go into sets (FIN-01).

    ``counts`` are the cards of a player who has seen that are not laid yet, whatever their number is.

    >>> from marriage_analysis.cards.notation import parse_faces
    >>> from marriage_analysis.cards.multiset import Multiset
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> hand = Multiset.of(parse_faces("AS 2S 3S 4S 7H 7D JC")).counts
    >>> finishing_discards(hand, frozenset({50, 49, 48, 36}), rule_set("pagat"))  # the jack is wild
    (0, 3)
    """
    hand = _Hand(counts, wild, rules)
    if hand.is_hopeless(thrown=1):
        return ()
    return hand.discards()


def arrange_all(counts: Counts, wild: frozenset[int], rules: RuleSet) -> NumberedSets | None:
    """All the cards in sets of a player who has seen (FIN-01), or None where that cannot be.

    Gives one arrangement, always the same for the same cards; no cards give no sets.
    """
    hand = _Hand(counts, wild, rules)
    if hand.is_hopeless(thrown=0):
        return None
    search = _Search(hand)
    if not search.goes(hand.natural, hand.wilds):
        return None
    supply = [face for face in sorted(wild) for _ in range(counts[face])]
    return _filled(search.groups_of(hand.natural, hand.wilds), supply, exact=hand.exact)


@lru_cache(maxsize=1024)
def _mask(faces: frozenset[int]) -> int:
    return sum(UNITS[face] for face in faces)


class _Hand:
    """The cards of one question, natural and wild apart."""

    __slots__ = ("ace_high", "exact", "natural", "once", "size", "thrice", "twice", "wild_held", "wilds")

    def __init__(self, counts: Counts, wild: frozenset[int], rules: RuleSet) -> None:
        self.exact = is_exact(rules)
        self.ace_high = rules.ace_high_sequence
        mask = _mask(wild)
        every = word(counts)
        wild_cards = every & 3 * mask
        natural = every ^ wild_cards
        self.wilds = _size(wild_cards)
        self.wild_held = mask & (wild_cards | wild_cards >> 1)
        self.size = _size(natural)
        self.once, self.twice, self.thrice = masks(natural)
        self.natural = natural | GUARD

    def is_hopeless(self, *, thrown: int) -> bool:
        """True where the cards surely do not go into sets when so many are thrown; False proves nothing.

        Each card costs its share of the cheapest group that its rank can be in, of a sequence or of a trial.
        """
        if self.exact and (self.size + self.wilds) % 3 != thrown:
            return True
        once = self.once
        if once > NATURAL:
            return True  # a printed joker or a master card that is not wild
        paired, tripled = shared_ranks(once)
        whole = tripled * ALL_SUITS & once | self.thrice | in_sequences(once, ace_high=self.ace_high)
        fewest = -(-(self.size + self.wilds - thrown) // (3 if self.exact else LONGEST_NEEDED))
        if not whole and fewest > self.wilds:
            return True  # a set without a wild card is needed
        close = (paired * ALL_SUITS & once | near(once, ace_high=self.ace_high)) & ~whole
        apart = once & ~(whole | close)
        if self.exact:
            costs, most = 6 * self._number(close) + ALONE * self._number(apart), ALONE if apart else 6
        else:
            tight = among_three_of_four(once, ace_high=self.ace_high) & close
            far = three_away(once, ace_high=self.ace_high) & apart
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

    def discards(self) -> tuple[int, ...]:
        """See :func:`finishing_discards`."""
        search = _Search(self)
        if self.wilds and search.goes(self.natural, self.wilds - 1):
            # Where a natural card is thrown, the wild card spared takes its place in the set, but in a tunnel.
            found = self.wild_held | self.once
            for face in faces_in(self.thrice):
                if not search.goes(self.natural - UNITS[face], self.wilds):
                    found ^= UNITS[face]
        else:
            found = search.left_over(self.natural, self.wilds)
        return tuple(faces_in(found))


def _size(cards: int) -> int:
    """How many cards a word counts."""
    return (cards & ONES).bit_count() + 2 * (cards >> 1 & ONES).bit_count()


class _Search:
    """The groups that a hand offers, and what is known of the hands left on the way."""

    def __init__(self, hand: _Hand) -> None:
        once = hand.once
        groups: dict[int, tuple[Group, ...]] = {}
        known = suit_groups(hand.exact, hand.ace_high)
        suits = [once >> SUIT_BITS * suit & SUIT for suit in range(4)]
        for suit, held in enumerate(suits):
            if held:
                groups.update(known[held | suit << SUIT_BITS])
        for rank in faces_in(shared_ranks(once)[0]):
            holders = tuple(suit for suit in range(4) if suits[suit] & UNITS[rank])
            for face, trials in trial_groups(rank, holders, hand.exact).items():
                groups[face] = groups.get(face, ()) + trials
        for face in faces_in(hand.thrice):
            groups[face] = (tunnel(face), *groups.get(face, ()))
        shares = dict.fromkeys(faces_in(once), ALONE)
        for listed in groups.values():
            for group in listed:
                share = group.share
                for face in group.faces:
                    if share < shares[face]:
                        shares[face] = share
        self._shares = shares
        self._options = {
            face: [
                (group, group.word, group.cost - sum(map(shares.__getitem__, group.faces)), group.room)
                for group in (*groups.get(face, ()), alone(face, exact=hand.exact))
            ]
            for face in shares
        }
        self._highest = max(shares.values(), default=0)
        self._exact = hand.exact
        self._goes: dict[tuple[int, int, int], bool] = {}
        self._left_over: dict[tuple[int, int, int], int] = {}
        self._once = once

    def _slack(self, hand: int, wilds: int) -> int:
        shares = self._shares
        return wilds * WILD - sum(shares[face] * (hand >> FIELD * face & 3) for face in shares)

    def goes(self, hand: int, wilds: int) -> bool:
        """Whether all the natural cards of the word go into sets with so many wild cards, none left."""
        slack = self._slack(hand, wilds)
        return slack >= 0 and self._place(hand, slack, 0)

    def left_over(self, hand: int, wilds: int) -> int:
        """The mask of natural faces of which one copy can be left over."""
        return self._throw(hand, self._slack(hand, wilds), 0)

    def _no_card(self, slack: int, room: int) -> bool:
        """Whether the wild cards that are left go into sets too: three are one, fewer look for room."""
        left = slack // WILD
        if self._exact:
            return left % 3 == 0
        return left > 2 or left <= room

    def _place(self, hand: int, slack: int, room: int) -> bool:
        """Whether the cards of the word go into sets; ``slack`` is what may be spent beyond their shares."""
        cards = hand ^ GUARD
        if not cards:
            return self._no_card(slack, room)
        key = (hand, slack, room)
        known = self._goes.get(key)
        if known is not None:
            return known
        face = ((cards & -cards).bit_length() - 1) // FIELD
        found = False
        for _, group, cost, more in self._options[face]:
            left = hand - group
            if cost <= slack and left & GUARD == GUARD and self._place(left, slack - cost, room + more):
                found = True
                break
        self._goes[key] = found
        return found

    def _throw(self, hand: int, slack: int, room: int) -> int:
        """The mask of faces of which one copy can be left over while the others go into sets."""
        cards = hand ^ GUARD
        if not cards or slack + self._highest < 0:
            return 0
        key = (hand, slack, room)
        known = self._left_over.get(key)
        if known is not None:
            return known
        face = ((cards & -cards).bit_length() - 1) // FIELD
        spared = slack + self._shares[face]
        found = 0
        if spared >= 0 and self._place(hand - UNITS[face], spared, room):
            found = UNITS[face]
        for _, group, cost, more in self._options[face]:
            left = hand - group
            if left & GUARD == GUARD:
                found |= self._throw(left, slack - cost, room + more)
        self._left_over[key] = found
        return found

    def groups_of(self, hand: int, wilds: int) -> list[Group]:
        """The groups of one way to place all cards; there must be one."""
        slack, room = self._slack(hand, wilds), 0
        way: list[Group] = []
        while cards := hand ^ GUARD:
            face = ((cards & -cards).bit_length() - 1) // FIELD
            for group, taken, cost, more in self._options[face]:
                left = hand - taken
                if cost <= slack and left & GUARD == GUARD and self._place(left, slack - cost, room + more):
                    way.append(group)
                    hand, slack, room = left, slack - cost, room + more
                    break
        return way


def _filled(groups: list[Group], wild: list[int], *, exact: bool) -> NumberedSets:
    """The sets, wild cards in the gaps of sequences, else at the end; those left over go where room is."""
    supply = iter(wild)
    sets: list[list[int]] = []
    for group in groups:
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
