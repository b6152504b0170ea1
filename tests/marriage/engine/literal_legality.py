# ruff: noqa: ARG002 - acts of every kind are judged and carried out with the same arguments
"""What may be done at the table, written out from the rules a second time: slow, literal, with its own books.

Shares nothing with the engine: cards are texts, hands are counters, sets are judged by ``literal_sets``.
Only for games in which every card is known. ``Table.may`` judges, ``Table.do`` carries out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from marriage.literal_sets import (
    NATURAL,
    can_be_held,
    is_literal_primary,
    is_literal_set,
    literal_wilds,
    natural_sequences,
)

from marriage_analysis.games.marriage.rules.rule_set import RuleSet

Act = tuple[Any, ...]
"""("draw", "s" or "p", card or None), ("tunnel", sets), ("show", sets), ("tiplu", above, card or None),
("see", card or None), ("finish", sets), ("discard", card), ("nodraw",), ("nodiscard",), ("badshow", sets),
("badfinish", sets), ("reshuffle", cards)."""

Sets = Sequence[Sequence[str]]
TABLE = -1


class Table:
    """A game: ``stock`` top first, ``pile`` latest last; ``step`` is what comes next."""

    def __init__(
        self, rules: RuleSet, hands: Sequence[Sequence[str]], upcard: str, stock: Sequence[str], dealer: int
    ):
        self.rules = rules
        self.n = len(hands)
        self.hands = [Counter(hand) for hand in hands]
        self.dealt = [{face for face, k in Counter(hand).items() if k == 3} for hand in hands]
        self.out: list[list[str]] = [[] for _ in hands]  # displayed tunnels in no set yet
        self.ever: list[set[str]] = [set() for _ in hands]
        self.spare: list[list[str]] = [[] for _ in hands]  # third cards of tunnels that lent a dublee
        self.shown: list[Sets | None] = [None] * self.n
        self.dublees = [False] * self.n
        self.pile, self.stock = [upcard], list(stock)
        self.offered = True
        self.tiplu: str | None = None
        self.first = (dealer + 1) % self.n
        self.turn = self.first
        self.step = "open" if rules.open_maal else "draw"
        self.begun = False
        self.began = [False] * self.n
        self.from_stock = [False] * self.n
        self.last_display = 0
        self.taken: str | None = None
        self.had_another = False
        self.bound: str | None = None
        self.reshuffles = 0
        self.within_turn = False

    def word(self, name: str) -> str:
        """The value of an option that has words."""
        return str(getattr(self.rules, name).value)

    # --- what may be done -----------------------------------------------------------------------------

    def may(self, seat: int, act: Act) -> bool:
        if self.step == "over":
            return False
        if act[0] == "tunnel":  # the only thing that is done out of turn (TUN-02)
            return self.step == "draw" and 0 <= seat < self.n and self.may_display(seat, act[1])
        if act[0] == "reshuffle":
            return (
                self.step == "shuffle"
                and seat == (self.turn if self.within_turn else TABLE)
                and (act[1] is None or Counter(act[1]) == Counter(self.to_shuffle()))
            )
        if act[0] == "tiplu":
            if not (self.step == "open" and seat == TABLE) and not (
                self.step == "choose" and seat == self.turn
            ):
                return False
            return act[1] is not None and 0 <= act[1] < len(self.stock) and act[2] in (None, self.stock[act[1]])
        if seat != self.turn:
            return False
        steps = {"draw": "draw", "nodraw": "draw", "see": "see", "discard": "act last"}
        if self.step not in steps.get(act[0], "act").split():
            return False
        return getattr(self, f"may_{act[0]}")(seat, *act[1:])

    def may_display(self, seat: int, sets: Sets) -> bool:
        """TUN-01, TUN-02, TUN-05: dealt, whole, in the hand, in time; in order before the first draw."""
        if not sets or any(len(one) != 3 or len(set(one)) != 1 for one in sets):
            return False
        faces = [one[0] for one in sets]
        if len(set(faces)) < len(faces) or any(
            face not in self.dealt[seat] or face in self.ever[seat] or self.hands[seat][face] < 3
            for face in faces
        ):
            return False
        if not self.begun:
            return (seat - self.first) % self.n >= self.last_display
        window = self.word("tunnel_window")
        in_time = {"before_own_draw": not self.began[seat], "before_own_stock_draw": not self.from_stock[seat]}
        return seat == self.turn and in_time.get(window, False)

    def may_draw(self, seat: int, source: str, card: str | None) -> bool:
        if source == "s":
            if not self.begun and self.word("first_upcard") == "must" and self.may_take(seat):
                return False
            return bool(self.stock) and card in (None, self.stock[0])
        return self.may_take(seat) and card in (None, self.pile[-1])

    def may_take(self, seat: int) -> bool:
        """The legality table of section 3, row by row."""
        if not self.offered or (not self.begun and self.word("first_upcard") == "stock_only"):
            return False
        card, hand = self.pile[-1], self.hands[seat]
        if self.dublees[seat]:
            for other in hand:
                two = sorted((card, other))
                if hand[other] and self.is_eighth(seat, two):
                    loose = hand.total() + 1 - 2
                    if loose or not self.rules.dublee_finish_discard:
                        return True
            return False
        if self.shown[seat] is not None:
            if self.word("seen_take_wild") == "forbid" and card in self.wilds():
                return False
        else:
            pick = self.word("unseen_pick")
            if pick == "none" or (pick == "show_only" and not self.shows_with(seat, card)):
                return False
        return not self.rules.no_return_discard or hand.total() > 0

    def shows_with(self, seat: int, card: str) -> bool:
        hand = self.hands[seat] + Counter([card])
        for sets in self.all_shows(seat, hand):
            in_hand = [face for one in sets if one[0] not in self.out[seat] for face in one]
            if card in in_hand and hand.total() > len(in_hand):
                return True
        return False

    def all_shows(self, seat: int, hand: Counter[str]) -> Iterator[Sets]:
        """Every show that the cards allow, in some order (SHOW-01, SHOW-02, SHOW-05, TUN-05)."""
        own = [(face,) * 3 for face in self.out[seat]]
        sets = [one for one in [*possible_primary(hand), *own] if self.is_primary(one)]
        for three in combinations_with_replacement(sets, 3):
            used = Counter(face for one in three if one not in own for face in one)
            if used <= hand and all(three.count(one) <= 1 for one in own):
                yield three
        if self.n >= self.rules.dublee_min_players:
            pairs = [
                (face, face) for face in {*hand, *self.out[seat]} if hand[face] >= 2 or face in self.out[seat]
            ]
            yield from combinations([two for two in pairs if self.is_dublee(two)], 7)

    def is_primary(self, cards: Sequence[str]) -> bool:
        return is_literal_primary(cards, rules=self.rules, tiplu=None)

    def is_dublee(self, two: Sequence[str]) -> bool:
        """Before seeing: two identical natural cards, or printed jokers where they may (DUB-02, DUB-04)."""
        if len(two) != 2 or two[0] != two[1] or two[0] == "MC":
            return False
        return two[0] != "JK" or self.word("joker_pair_dublee") != "off"

    def is_eighth(self, seat: int, two: Sequence[str]) -> bool:
        """DUB-04: after seeing also two ordinary jokers or any two wilds, but never the master card."""
        if len(two) != 2 or "MC" in two:
            return False
        if self.is_dublee(two):
            return all(two[0] not in pair for pair in self.shown[seat] or ())
        pairs = self.word("joker_pair_dublee")
        assert self.tiplu is not None
        if "JK" in two and two[0] == two[1]:
            return False
        if pairs == "any_wild":
            return set(two) <= self.wilds() and two[0] != two[1]
        if pairs == "ordinary":
            return two[0] != two[1] and set(two) <= self.ordinary()
        return False

    def ordinary(self) -> set[str]:
        assert self.tiplu is not None
        rank, suit = self.tiplu
        other = {"S": "C", "C": "S", "H": "D", "D": "H"}[suit]
        left_out = suit if self.rules.alter_points is None else suit + other
        return {rank + one for one in "SHDC" if one not in left_out}

    def wilds(self) -> frozenset[str]:
        return frozenset() if self.tiplu is None else literal_wilds(self.tiplu, self.rules)

    def split(self, seat: int, sets: Sets) -> Counter[str] | None:
        """The cards that sets need from the hand, not from displayed tunnels; None where they are not there."""
        lying, needed = list(self.out[seat]), Counter[str]()
        for one in sets:
            if one and set(one) <= set(lying) and len(set(one)) == 1 and len(one) in (2, 3):
                lying.remove(one[0])
            else:
                needed.update(one)
        return needed if needed <= self.hands[seat] else None

    def may_show(self, seat: int, sets: Sets) -> bool:
        if self.shown[seat] is not None:
            return False
        needed = self.split(seat, sets)
        if needed is None or not can_be_held([c for one in sets for c in one], rules=self.rules, tiplu=None):
            return False
        if len(sets) == 7 and all(self.is_dublee(one) for one in sets):
            if self.n < self.rules.dublee_min_players or len({one[0] for one in sets}) < 7:
                return False
        elif len(sets) != 3 or not all(self.is_primary(one) for one in sets):
            return False
        if self.bound == "show" and not any(self.taken in one for one in sets):
            return False
        return self.leaves_discard(seat, needed)

    def leaves_discard(self, seat: int, needed: Counter[str]) -> bool:
        """TURN-10 with TURN-05: some card is left that may be thrown."""
        return any(self.throwable(card) for card in self.hands[seat] - needed)

    def throwable(self, card: str) -> bool:
        """TURN-05 by faces: who held another copy before taking the card may throw that."""
        return not (self.rules.no_return_discard and card == self.taken and not self.had_another)

    def may_see(self, seat: int, card: str | None) -> bool:
        return card in (None, self.tiplu)

    def may_finish(self, seat: int, sets: Sets) -> bool:
        if self.shown[seat] is None:
            return False
        needed = self.split(seat, sets)
        if needed is None:
            return False
        if self.dublees[seat]:
            if len(sets) != 1 or not self.is_eighth(seat, sorted(sets[0])):
                return False
            if self.bound == "finish" and self.taken not in sets[0]:
                return False
            return not self.rules.dublee_finish_discard or self.leaves_discard(seat, needed)
        if not all(is_literal_set(one, rules=self.rules, tiplu=self.tiplu) for one in sets):
            return False
        return self.hands[seat].total() - needed.total() == 1 and self.leaves_discard(seat, needed)

    def may_discard(self, seat: int, card: str) -> bool:
        return self.bound is None and self.hands[seat][card] > 0 and self.throwable(card)

    def may_nodraw(self, seat: int) -> bool:
        return self.word("miss_policy") == "play_on"

    def may_nodiscard(self, seat: int) -> bool:
        return self.word("miss_policy") == "play_on" and self.bound is None

    def may_badshow(self, seat: int, sets: Sets) -> bool:
        return self.shown[seat] is None and self.owns(seat, sets) and not self.may_show(seat, sets)

    def may_badfinish(self, seat: int, sets: Sets) -> bool:
        return self.owns(seat, sets) and not self.may_finish(seat, sets)

    def owns(self, seat: int, sets: Sets) -> bool:
        """IRR-09 says what a wrong show is not, so it can be made of anything the player has."""
        mine = self.hands[seat] + Counter(self.out[seat] * 3) + Counter(self.spare[seat])
        mine.update(card for one in self.shown[seat] or () for card in one)
        return Counter(card for one in sets for card in one) <= mine

    def to_shuffle(self) -> list[str]:
        """STOCK-01, STOCK-05, STOCK-06."""
        everything = self.word("stock_out") == "reshuffle_all" and not self.within_turn
        return self.pile if everything else self.pile[:-1]

    # --- what it does ---------------------------------------------------------------------------------

    def do(self, seat: int, act: Act) -> None:
        getattr(self, f"do_{act[0]}")(seat, *act[1:])

    def do_tunnel(self, seat: int, sets: Sets) -> None:
        for one in sets:
            del self.hands[seat][one[0]]
            self.out[seat].append(one[0])
            self.ever[seat].add(one[0])
        if not self.begun:
            self.last_display = (seat - self.first) % self.n

    def do_draw(self, seat: int, source: str, card: str | None) -> None:
        self.had_another = False
        if source == "s":
            drawn = self.stock.pop(0)
            self.from_stock[seat] = True
        else:
            drawn = self.taken = self.pile.pop()
            self.had_another = self.hands[seat][drawn] > 0
            if self.dublees[seat]:
                self.bound = "finish"
            elif self.shown[seat] is None and self.word("unseen_pick") == "show_only":
                self.bound = "show"
        self.hands[seat][drawn] += 1
        self.do_nodraw(seat)

    def do_nodraw(self, seat: int) -> None:
        self.begun = self.began[seat] = True
        self.offered = False
        self.step = "act"

    def lay(self, seat: int, sets: Sets) -> None:
        needed = self.split(seat, sets)
        assert needed is not None
        self.hands[seat] = self.hands[seat] - needed
        for one in sets:
            if one[0] in self.out[seat]:
                self.out[seat].remove(one[0])
                self.spare[seat] += [one[0]] * (3 - len(one))
        self.bound = None

    def do_show(self, seat: int, sets: Sets) -> None:
        self.lay(seat, sets)
        self.shown[seat], self.dublees[seat] = sets, len(sets) == 7
        if self.tiplu is not None:
            self.step = "see"
        elif set(self.stock) - {"JK", "MC"}:
            self.step = "choose"
        else:
            self.shuffle_or_dismiss(within_turn=True)

    def do_tiplu(self, seat: int, above: int, card: str | None) -> None:
        if self.stock[above] in ("JK", "MC"):  # put back, pick again (SHOW-11)
            return
        self.tiplu = self.stock.pop(above)
        self.step = "draw" if seat == TABLE else "act"

    def do_see(self, seat: int, card: str | None) -> None:
        self.step = "act"

    def do_finish(self, seat: int, sets: Sets) -> None:
        self.lay(seat, sets)
        self.step = "last"
        if self.dublees[seat] and not self.rules.dublee_finish_discard:
            self.step = "over"

    def do_discard(self, seat: int, card: str) -> None:
        self.hands[seat][card] -= 1
        if self.step == "last":
            self.step = "over"
            return
        self.pile.append(card)
        self.offered = True
        self.end_turn()

    def do_nodiscard(self, seat: int) -> None:
        self.offered = False
        self.end_turn()

    def do_badshow(self, seat: int, sets: Sets) -> None:
        """IRR-09: everything goes back to the hand."""

    do_badfinish = do_badshow

    def do_reshuffle(self, seat: int, cards: Sequence[str]) -> None:
        self.stock = [*cards, *self.stock]
        everything = len(cards) == len(self.pile)
        self.pile = [] if everything else self.pile[-1:]
        self.offered = self.offered and not everything
        self.reshuffles += 1
        if self.within_turn:
            self.step, self.within_turn = "choose", False
        else:
            self.step, self.turn = "draw", (self.turn + 1) % self.n

    def end_turn(self) -> None:
        self.taken = self.bound = None
        if self.stock:
            self.step, self.turn = "draw", (self.turn + 1) % self.n
        elif self.word("stock_out") == "dismiss":
            self.step = "over"
        else:
            self.shuffle_or_dismiss(within_turn=False)

    def shuffle_or_dismiss(self, *, within_turn: bool) -> None:
        """STOCK-04, STOCK-07: dismissed where nothing is left to shuffle, or the limit is reached."""
        self.within_turn = within_turn
        limit = self.rules.max_reshuffles
        spent = limit is not None and self.reshuffles >= limit
        self.step = "over" if spent or not self.to_shuffle() else "shuffle"


def possible_primary(hand: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every primary set the cards could make under any rules; which of them are ones is asked one by one."""
    for face in (*NATURAL, "JK"):
        if hand[face] >= 3:
            yield (face,) * 3
    for run in natural_sequences(True):
        missing = [face for face in run if not hand[face]]
        if not missing:
            yield run
        if hand["MC"] and len(missing) <= 1:
            for out in missing or run:
                yield tuple("MC" if face == out else face for face in run)
