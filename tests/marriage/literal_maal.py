"""Maal and nets once more, written from the text of the rules (sections 9 to 11) and sharing no code with it.

Cards are two-letter texts here. Every card is put into exactly one item by going through all ways to do so;
every pair of players settles by itself. Slow, and meant to be read beside the rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from marriage_analysis.games.marriage.rules.rule_set import RuleSet

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
SCORING = ("tiplu", "poplu", "jhiplu", "alter", "putali", "master")


@dataclass(frozen=True)
class LiteralHand:
    """Counts of single cards by what they are, and the classes of the displayed tunnels."""

    cards: tuple[tuple[str, int], ...] = ()
    tunnels: tuple[str, ...] = ()
    laid: bool = False

    def count(self, what: str) -> int:
        return sum(number for name, number in self.cards if name == what)


@dataclass(frozen=True)
class LiteralSeat:
    """A player: cards held without displayed tunnels, one card for each of those."""

    seen: bool
    holding: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    laid: bool = False
    route: str = "sets"


@dataclass(frozen=True)
class LiteralTable:
    rules: RuleSet
    tiplu: str
    seats: tuple[LiteralSeat, ...]
    winner: int
    finish: str = "sets"
    due: tuple[tuple[int, int], ...] = ()
    fouls: tuple[tuple[int, int], ...] = ()


def role_of(card: str, tiplu: str, rules: RuleSet) -> str:
    """What a card is under that tiplu (section 6); ``plain`` where nothing."""
    if card == "JK":
        return "putali"
    if card == "MC":
        return "master"
    rank, suit = tiplu
    place = RANKS.index(rank)
    if card == tiplu:
        return "tiplu"
    if card == RANKS[(place + 1) % 13] + suit:
        return "poplu"
    if card == RANKS[(place - 1) % 13] + suit:
        return "jhiplu"
    if card[0] != rank:
        return "plain"
    if card[1] == SAME_COLOUR[suit] and rules.alter_points is not None:
        return "alter"
    return "ordinary_joker"


def literal_hand(seat: LiteralSeat, tiplu: str, rules: RuleSet) -> LiteralHand:
    counts = Counter(role_of(card, tiplu, rules) for card in seat.holding)
    tunnels = tuple(role_of(card, tiplu, rules) for card in seat.displayed)
    return LiteralHand(tuple(counts.items()), tunnels, seat.laid)


def value(tiers: Sequence[int], count: int) -> int:
    """Tiers are totals; beyond the last number the last step repeats."""
    totals = [0, *tiers]
    while len(totals) <= count:
        totals.append(totals[-1] + totals[-1] - totals[-2])
    return totals[count]


@cache
def card_splits(tiplus: int, poplus: int, jhiplus: int) -> frozenset[tuple[int, int, int, int]]:
    """Every way to put each card into a marriage of its own or among the singles: (marriages, t, p, j left)."""
    cards = ["t"] * tiplus + ["p"] * poplus + ["j"] * jhiplus
    ways: set[tuple[int, int, int, int]] = set()
    for places in product(("single", "first", "second"), repeat=len(cards)):
        where = {name: Counter[str]() for name in ("single", "first", "second")}
        for card, place in zip(cards, places, strict=True):
            where[place][card] += 1
        whole = Counter("tpj")
        if all(where[marriage] in (Counter[str](), whole) for marriage in ("first", "second")):
            marriages = sum(where[marriage] == whole for marriage in ("first", "second"))
            left = where["single"]
            ways.add((marriages, left["t"], left["p"], left["j"]))
    return frozenset(ways)


def literal_maal(hand: LiteralHand, rules: RuleSet, *, seen: bool, ace: bool) -> int:
    """S of one hand; an unseen one's lapses by the rules' pachaunu."""
    tunnels_lapse = not seen and rules.tunnel_pachaunu
    maal_lapses = not seen and rules.maal_pachaunu
    if tunnels_lapse and maal_lapses:
        return 0
    if maal_lapses:
        return tunnel_value(hand.tunnels, rules)
    if tunnels_lapse:
        return best_singles([hand], hand.tunnels, (), rules, laid=hand.laid, ace=ace)
    if rules.tunnel_mode.value == "additive":
        return best_singles([hand], hand.tunnels, hand.tunnels, rules, laid=hand.laid, ace=ace)
    if rules.maal_assignment.value == "greedy":
        return best_singles([hand], (), hand.tunnels, rules, laid=hand.laid, ace=ace)
    return max(
        best_singles([hand], forgone, kept, rules, laid=hand.laid, ace=ace)
        for forgone, kept in tunnel_choices(hand.tunnels)
    )


def tunnel_choices(tunnels: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Each maal tunnel as a tunnel or as three cards (SL-11); an ordinary one has no cards to count."""
    may_forgo = [name in SCORING for name in tunnels]
    for keep in product((True, False), repeat=len(tunnels)):
        if all(kept or maal for kept, maal in zip(keep, may_forgo, strict=True)):
            forgone = [name for name, kept in zip(tunnels, keep, strict=True) if not kept]
            yield forgone, [name for name, kept in zip(tunnels, keep, strict=True) if kept]


def best_singles(
    hands: Sequence[LiteralHand],
    as_cards: Sequence[str],
    as_tunnels: Sequence[str],
    rules: RuleSet,
    *,
    laid: bool,
    ace: bool,
) -> int:
    counts = Counter({name: sum(hand.count(name) for hand in hands) for name in SCORING})
    for name in as_cards:
        counts[name] += 3
    splits = card_splits(counts["tiplu"], counts["poplu"], counts["jhiplu"])
    if ace and not rules.ace_tiplu_marriage:
        splits = frozenset(split for split in splits if split[0] == 0)
    if rules.maal_assignment.value == "greedy":
        most = max(split[0] for split in splits)
        splits = frozenset(split for split in splits if split[0] == most)
    main = max(
        value(rules.marriage_points, m)
        + (rules.laid_marriage_bonus if laid and m else 0)
        + value(rules.tiplu_points, t)
        + value(rules.poplu_points, p)
        + value(rules.jhiplu_points, j)
        for m, t, p, j in splits
    )
    side = (rules.master_card or 0) * counts["master"]
    if rules.alter_points is not None:
        side += value(rules.alter_points, counts["alter"])
    if rules.putali_points is not None:
        side += value(rules.putali_points, counts["putali"])
    return main + side + tunnel_value(as_tunnels, rules)


def tunnel_value(tunnels: Sequence[str], rules: RuleSet) -> int:
    points = rules.tunnel_points
    count = Counter("pair" if name in ("poplu", "jhiplu") else name for name in tunnels)
    worth = value(points.ordinary, count["plain"]) + value(points.ordinary_joker, count["ordinary_joker"])
    worth += value(points.poplu_jhiplu, count["pair"]) + value(points.alter, count["alter"])
    if rules.putali_points is not None:
        worth += value(points.putali, count["putali"])
    return worth


def literal_points(table: LiteralTable) -> list[int]:
    """S of every seat, kidnap and pachaunu applied (order of operations, steps 1 to 4)."""
    rules, ace = table.rules, table.tiplu[0] == "A"
    hands = [literal_hand(seat, table.tiplu, rules) for seat in table.seats]
    seen = [seat.seen or index == table.winner for index, seat in enumerate(table.seats)]
    points = [literal_maal(hand, rules, seen=saw, ace=ace) for hand, saw in zip(hands, seen, strict=True)]
    if rules.kidnap.value == "off":
        return points
    victims = [index for index, saw in enumerate(seen) if not saw]
    if rules.kidnap.value == "points":
        points[table.winner] += sum(literal_maal(hands[i], rules, seen=True, ace=ace) for i in victims)
    else:
        taken = [hands[table.winner], *(hands[i] for i in victims)]
        counts = Counter[str]()
        for hand in taken:
            counts.update(dict(hand.cards))
        pool = LiteralHand(
            tuple(counts.items()),
            tuple(name for hand in taken for name in hand.tunnels),
            hands[table.winner].laid,
        )
        points[table.winner] = literal_maal(pool, rules, seen=True, ace=ace)
    for index in victims:
        points[index] = 0
    return points


def literal_price(table: LiteralTable, seat: int) -> int:
    """w: what a loser pays for the finish itself."""
    rules, player = table.rules, table.seats[seat]
    by_dublees = table.finish == "dublees"
    mode = rules.dublee_payment_mode.value
    excused = player.seen and player.route == "dublees" and rules.dublee_loser_exempt
    if rules.foul_exempt_from_payment and seat in [offender for offender, _ in table.fouls]:
        excused = True
    if not by_dublees:
        return 0 if excused else (rules.seen_payment if player.seen else rules.unseen_payment)
    if mode == "add_bonus":
        plain = rules.seen_payment if player.seen else rules.unseen_payment
        return rules.dublee_bonus + (0 if excused else plain)
    if excused:
        return 0
    if player.seen:
        return rules.dublee_seen_payment
    return rules.dublee_unseen_payment if mode == "separate" else rules.unseen_payment


def literal_nets(table: LiteralTable, points: Sequence[int]) -> list[int]:
    """Every pair settles the difference, every loser pays the winner; better; then the dhoos."""
    n, winner = len(table.seats), table.winner
    nets = [0] * n
    for i in range(n):
        for j in range(i):
            nets[i] += points[i] - points[j]
            nets[j] += points[j] - points[i]
    for seat in range(n):
        if seat != winner:
            price = literal_price(table, seat)
            nets[seat] -= price
            nets[winner] += price
    nets = [net * table.rules.better for net in nets]
    fines = list(table.due)
    if table.rules.dhoos_when.value == "current":
        fines += table.fouls
    for offender, fine in fines:
        nets[offender] -= fine
        nets[winner] += fine
    return nets
