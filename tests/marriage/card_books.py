"""Where every card of a recorded game lies, kept by reading its turns; shares no code with the package.

It knows where cards go (DEAL-04, TURN-01..06, SHOW-03, STOCK-01..06, IRR-01), that laid cards stay
(TURN-11), who is next, and which thrown wilds cost a dhoos where `maal_throw` is any_unseen (IRR-06).
It does not know what a set is, nor any score.
"""

import re
from collections import Counter
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "SHDC"
FACES = [rank + suit for suit in SUITS for rank in RANKS]
ORDER = {face: place for place, face in enumerate([*FACES, "JK", "MC"])}
LAYS = ("show", "finish", "badshow", "badfinish", "tunnel")


def cells(text: str) -> list[str]:
    """The cards of a string without blanks."""
    return re.findall("..", text)


def sets(text: str) -> list[list[str]]:
    """The sets of a list of sets."""
    return [cells(one) for one in text.split(",")] if text else []


def wilds(tiplu: str) -> set[str]:
    """The wild cards once the tiplu is known (WILD-01), poplu and jhiplu on the cycle of ranks (DER-02)."""
    place = RANKS.index(tiplu[0])
    neighbours = {RANKS[place - 1] + tiplu[1], RANKS[(place + 1) % 13] + tiplu[1]}
    return neighbours | {tiplu[0] + suit for suit in SUITS} | {"JK", "MC"}


def in_order(cards: Counter[str]) -> str:
    """The cards as records write them: suits S H D C, ranks A to K, then JK, MC."""
    return " ".join(sorted(cards.elements(), key=ORDER.__getitem__))


class CardBooks:
    """The books of one game; every method raises AssertionError for a card that is not where it must be."""

    def __init__(self, record: dict[str, Any]) -> None:
        options = record["rules"].get("options", {})
        preset = record["rules"]["preset"]
        self.options = options
        self.jokers = options.get("putali", 3 if preset == "house-app" else 0)
        self.has_master = options.get("master_card") is not None
        self.returns_forbidden = options.get("no_return_discard", preset in ("pagat", "house-app"))
        self.wild_takes_forbidden = preset in ("pagat", "house-app")
        self.stock_out = options.get("stock_out", "reshuffle_keep_top")
        deal = record["deal"]
        self.hands: list[Counter[str]] = [Counter(hand.split()) for hand in deal["hands"]]
        self.seats = len(self.hands)
        self.stock: list[str] = deal["stock"].split()
        self.pile: list[str] = [deal["upcard"]]
        self.is_offered = True
        self.tiplu: str | None = None
        self.displayed: list[list[str]] = [[] for _ in self.hands]
        self.shown: list[str | None] = [None] * self.seats
        self.finished: str | None = None
        self.winner: int | None = None
        self.final_discard: str | None = None
        self.due = [21] * self.seats
        self.turn = (record["dealer"] + 1) % self.seats
        self.number = 0
        self.draws = 0
        self.seen_events: Counter[str] = Counter()
        self.wild_throws: list[tuple[int, int]] = []  # turn, seat: to a player who has seen, as have all others
        self.check_deal()

    def check_deal(self) -> None:
        extra = self.jokers + self.has_master
        assert [hand.total() for hand in self.hands] == [21] * self.seats
        assert len(self.stock) == 156 - 21 * self.seats - 1 + extra
        self.check_cards()

    def check_cards(self) -> None:
        """Three copies of each face (DECK-01), each in one place."""
        lying: Counter[str] = Counter(self.stock) + Counter(self.pile)
        for hand in self.hands:
            assert all(count >= 0 for count in hand.values())
            lying += hand
        if self.tiplu:
            lying[self.tiplu] += 1
        deck = dict.fromkeys(FACES, 3)
        if self.jokers:
            deck["JK"] = self.jokers
        if self.has_master:
            deck["MC"] = 1
        assert lying == Counter(deck)

    def laid(self, seat: int) -> Counter[str]:
        """Cards in front of a player: displayed tunnels and what was shown, each card once."""
        shown = [tuple(sorted(one)) for one in sets(self.shown[seat] or "")]
        cards = Counter(card for one in shown for card in one)
        for face in self.displayed[seat]:
            if (face,) * 3 not in shown:
                pair = (face, face) in shown
                cards[face] += 1 if pair else 3
        return cards

    def free(self, seat: int) -> Counter[str]:
        """What the player may still lay or throw."""
        left = self.hands[seat].copy()
        left.subtract(self.laid(seat))
        assert all(count >= 0 for count in left.values()), "laid cards left the hand"
        return +left

    def play(self, entries: list[str]) -> "CardBooks":
        for number, entry in enumerate(entries):
            self.number = number
            who, events = entry.split(": ")
            if who == "-":
                self.at_the_table(events)
            elif self.draws == 0 and events.startswith("tunnel") and " " not in events:
                self.lay(int(who), "tunnel", events[7:-1])
            else:
                self.one_turn(int(who), events.split(" "))
            self.check_cards()
        return self

    def at_the_table(self, event: str) -> None:
        word, _, rest = event.partition("(")
        self.seen_events["-" + word] += 1
        if word == "tiplu":
            assert self.draws == 0
            self.choose(rest[:-1])
        else:
            self.reshuffle(cells(rest[:-1]))

    def one_turn(self, seat: int, events: list[str]) -> None:
        assert self.winner is None
        assert seat == self.turn
        self.turn = (seat + 1) % self.seats
        drawn = None
        for event in events:
            word, _, rest = event.partition("(")
            rest = rest[:-1]
            if word in ("nodraw", "nodiscard", *LAYS, "tiplu", "see", "reshuffle"):
                self.seen_events[word] += 1
            if word == "nodraw":
                self.due[seat] -= 1
                self.draws += 1
            elif word == "nodiscard":
                self.due[seat] += 1
                self.is_offered = False
            elif word in LAYS:
                assert (drawn is None) == (word == "tunnel") or "nodraw" in events
                self.lay(seat, word, rest)
            elif word == "tiplu":
                self.choose(rest)
            elif word == "see":
                assert self.tiplu == rest
            elif word == "reshuffle":
                self.reshuffle(cells(rest))
            elif event[0] in "sp":
                assert drawn is None
                drawn = event[1:]
                self.draw(seat, event[0], drawn)
            else:
                assert event[0] == "x"
                self.throw(seat, event[1:], taken=drawn if "p" + str(drawn) in events else None)
        assert self.hands[seat].total() == self.due[seat]

    def draw(self, seat: int, source: str, card: str) -> None:
        self.draws += 1
        self.seen_events[source] += 1
        if source == "s":
            assert self.stock[0] == card
            self.stock.pop(0)
        else:
            assert self.is_offered
            assert self.pile.pop() == card
            self.is_offered = False
            shown = sets(self.shown[seat] or "")
            if shown and len(shown[0]) == 3 and self.wild_takes_forbidden:
                assert card not in wilds(str(self.tiplu))
        self.hands[seat][card] += 1

    def throw(self, seat: int, card: str, *, taken: str | None) -> None:
        assert self.free(seat)[card] > 0
        if self.returns_forbidden and card == taken:
            assert self.free(seat)[card] > 1
        self.hands[seat][card] -= 1
        if self.winner == seat:
            self.final_discard = card
            self.due[seat] = self.hands[seat].total()
            by_dublees = len(sets(self.shown[seat] or "")[0]) == 2
            laid = self.laid(seat).total() + sum(map(len, sets(self.finished or "")))
            assert self.hands[seat].total() == (21 if by_dublees else laid)
        elif self.tiplu and card in wilds(self.tiplu):
            knows = self.shown[seat] is not None or self.options.get("open_maal", False)
            if knows and all(self.shown[other] for other in range(self.seats) if other != seat):
                self.wild_throws.append((self.number, seat))
        self.pile.append(card)
        self.is_offered = True

    def lay(self, seat: int, word: str, text: str) -> None:
        laid = sets(text)
        cards = Counter(card for one in laid for card in one)
        if word == "tunnel":
            assert all(len(set(one)) == 1 for one in laid)
            assert cards <= self.free(seat)
            self.displayed[seat] += [one[0] for one in laid]
            return
        assert cards <= (self.free(seat) if "finish" in word else self.hands[seat])
        if word == "show":
            assert self.shown[seat] is None
            self.shown[seat] = text
            self.free(seat)
        elif word == "finish":
            self.finished = text
            self.winner = seat

    def choose(self, text: str) -> None:
        face, place = text.split("@")
        assert self.stock[int(place)] == face
        if face in ("JK", "MC"):
            return  # SHOW-11: it goes back to its place
        assert self.tiplu is None
        self.tiplu = self.stock.pop(int(place))

    def reshuffle(self, order: list[str]) -> None:
        assert self.stock == []
        mid_turn = self.tiplu is None and self.shown != [None] * self.seats
        keep = 1 if self.stock_out == "reshuffle_keep_top" or mid_turn else 0
        shuffled = self.pile[: len(self.pile) - keep]
        assert Counter(order) == Counter(shuffled)
        assert order != shuffled
        self.stock = list(order)
        self.pile = self.pile[len(shuffled) :]
        if not keep:
            self.is_offered = False
        self.check_cards()

    def holding(self, seat: int) -> Counter[str]:
        """The hand at the end without displayed tunnels and final discard (record format, section 5)."""
        left = self.hands[seat].copy()
        left.subtract(Counter(face for face in self.displayed[seat] for _ in range(3)))
        return +left
