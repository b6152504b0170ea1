"""Settlement: who pays whom, point by point, in a finished game (section 11 of the rules).

Takes the facts of the table (who won and how, who had seen, what everybody's cards or counts are) and gives
maal, payments and nets with the rule of each. Knows nothing of records: what a record claims is compared in
``audit.py``. A settlement can be proven by ``checker.py``, which shares no code with this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from itertools import product

from marriage_analysis.cards.quick_enum import quick
from marriage_analysis.errors import SettlementError
from marriage_analysis.games.marriage.maal import (
    ItemKind,
    Lapse,
    MaalCards,
    MaalItem,
    score_maal,
    total,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import DhoosWhen, DubleePaymentMode, Kidnap
from marriage_analysis.games.marriage.rules.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Counted:
    """Maal as stated before murder, kidnap and pachaunu."""

    points: int


@dataclass(frozen=True, slots=True)
class Stated:
    """Maal S as stated for the net formula: after murder, kidnap and pachaunu."""

    points: int


KnownMaal = MaalCards | Counted | Stated
"""What is known of a player's maal."""


@unique
@quick
class Basis(Enum):
    """What a player's maal S was derived from."""

    CARDS = "cards"
    COUNTED = "counted"
    CLAIM = "claim"
    RULE = "rule"


NOBODY_WON = -1
"""The winner of a table whose maal is counted though nobody finished (without kidnap only)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """What settles one seat. ``seen`` is None where nobody noted it; ``route`` is that of a seen player."""

    seen: bool | None
    maal: KnownMaal | None
    route: Route = Route.SETS


@dataclass(frozen=True, slots=True)
class DhoosFact:
    """A dhoos: the offender's seat and the points."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """A finished game, as far as its settlement needs it. ``due`` is carried in, ``fouls`` are of this game."""

    rules: RuleSet
    winner: int
    finish: Route
    seats: tuple[SeatFacts, ...]
    due: tuple[DhoosFact, ...] = ()
    fouls: tuple[DhoosFact, ...] = ()
    ace_tiplu: bool = False


@dataclass(frozen=True, slots=True)
class SeatMaal:
    """One seat's maal S with its items; ``points`` is None where the facts do not tell it."""

    points: int | None
    items: tuple[MaalItem, ...]
    basis: Basis | None


@unique
@quick
class PaymentKind(Enum):
    """What a payment is for; its value is the name used in tables and messages."""

    MAAL = "maal"
    SEEN = "seen"
    UNSEEN = "unseen"
    DUBLEE_BONUS = "dublee_bonus"
    DUBLEE_SEEN = "dublee_seen"
    DUBLEE_UNSEEN = "dublee_unseen"
    DHOOS_DUE = "dhoos_due"
    DHOOS = "dhoos"


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that ``payer`` gives ``payee`` (seats), never negative, ``better`` included."""

    payer: int
    payee: int
    points: int
    kind: PaymentKind
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """A settled game. ``total_maal`` is T; ``payments`` sum to ``net``, and ``net`` sums to 0."""

    facts: TableFacts
    maal: tuple[SeatMaal, ...]
    total_maal: int
    payments: tuple[Payment, ...]
    net: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The maal S of each seat."""
        return tuple(seat.points or 0 for seat in self.maal)


def table_maal(facts: TableFacts) -> tuple[SeatMaal, ...]:
    """Each seat's maal S: steps 2 to 4 of the order of operations (kidnap, pachaunu and murder)."""
    if facts.rules.kidnap is Kidnap.OFF:
        return tuple(_own_maal(facts, seat) for seat in range(len(facts.seats)))
    return _kidnapped(facts)


def settle(facts: TableFacts) -> Settlement:
    """The settlement of a finished game.

    Raises ``SettlementError`` where the winner is no seat, or where a maal or a seen state that matters
    is not known. Does not check that the cards could exist.
    """
    n = len(facts.seats)
    _require_seats(facts)
    maal = table_maal(facts)
    unknown = [seat for seat in range(n) if maal[seat].points is None]
    if unknown:
        raise SettlementError(f"the maal of seat {_seats(unknown)} is not known")
    s = [seat.points or 0 for seat in maal]
    t = sum(s)
    finish = {seat: finish_payments(facts, seat) for seat in range(n) if seat != facts.winner}
    dhoos = _dhoos_payments(facts)
    net = [0] * n
    # SET-04: a loser's net; SET-05: the winner's from his own terms.
    for seat, payments in finish.items():
        net[seat] = facts.rules.better * (n * s[seat] - t - sum(payment.points for payment in payments))
    w = sum(payment.points for payments in finish.values() for payment in payments)
    net[facts.winner] = facts.rules.better * (n * s[facts.winner] - t + w)
    for payment in dhoos:
        net[payment.payer] -= payment.points
        net[payment.payee] += payment.points
    lines = [*_maal_payments(s), *(payment for payments in finish.values() for payment in payments)]
    doubled = [
        Payment(line.payer, line.payee, line.points * facts.rules.better, line.kind, line.rule)
        for line in lines
    ]
    return Settlement(facts=facts, maal=maal, total_maal=t, payments=(*doubled, *dhoos), net=tuple(net))


def finish_payments(facts: TableFacts, seat: int) -> tuple[Payment, ...]:
    """What a loser pays the winner for the finish itself, w before ``better`` (SET-01, SET-02).

    Raises ``SettlementError`` where it hangs on a seen state that is not known.
    """
    known = facts.seats[seat].seen
    if known is not None:
        return _finish_payments(facts, seat, seen=known)
    readings = {_finish_payments(facts, seat, seen=seen) for seen in (True, False)}
    if len(readings) > 1:
        raise SettlementError(f"whether seat {seat} had seen the tiplu is not known")
    return readings.pop()


def _finish_payments(facts: TableFacts, seat: int, *, seen: bool) -> tuple[Payment, ...]:
    rules = facts.rules
    mode = rules.dublee_payment_mode
    by_dublees = facts.finish is Route.DUBLEES
    fouled = any(foul.seat == seat for foul in facts.fouls)
    # DUB-08: whatever route won. CF-36: the fouler's 3 or 10 in the game of the foul.
    exempt = (seen and rules.dublee_loser_exempt and facts.seats[seat].route is Route.DUBLEES) or (
        rules.foul_exempt_from_payment and fouled
    )
    payments: list[Payment] = []

    def pay(points: int, kind: PaymentKind, rule: str) -> None:
        if points:
            payments.append(Payment(seat, facts.winner, points, kind, rule))

    if not exempt:
        if by_dublees and seen and mode is not DubleePaymentMode.ADD_BONUS:
            pay(rules.dublee_seen_payment, PaymentKind.DUBLEE_SEEN, "CF-35")
        elif by_dublees and not seen and mode is DubleePaymentMode.SEPARATE:
            pay(rules.dublee_unseen_payment, PaymentKind.DUBLEE_UNSEEN, "CF-35")
        elif seen:
            pay(rules.seen_payment, PaymentKind.SEEN, "SET-01")
        else:
            pay(rules.unseen_payment, PaymentKind.UNSEEN, "SET-01")
    if by_dublees and mode is DubleePaymentMode.ADD_BONUS:
        pay(rules.dublee_bonus, PaymentKind.DUBLEE_BONUS, "SET-02")
    return tuple(payments)


def _own_maal(facts: TableFacts, seat: int) -> SeatMaal:
    """A seat's maal without kidnap: pachaunu and murder applied (MAAL-01, TUN-04)."""
    known = facts.seats[seat]
    # FIN-05: the winner counts as seen, noted or not.
    seen = True if seat == facts.winner else known.seen
    lapses = [Lapse.of(facts.rules, seen=possible) for possible in ((True, False) if seen is None else (seen,))]
    if isinstance(known.maal, MaalCards):
        counts = [
            score_maal(known.maal, rules=facts.rules, lapse=lapse, ace_tiplu=facts.ace_tiplu)
            for lapse in lapses
        ]
        if len({total(items) for items in counts}) > 1:
            return SeatMaal(None, (), None)
        return SeatMaal(total(counts[0]), counts[0], Basis.CARDS)
    if all(lapse.maal and lapse.tunnels for lapse in lapses):
        return SeatMaal(0, (), Basis.RULE)
    match known.maal:
        case None:
            return SeatMaal(None, (), None)
        case Stated(points):
            return _stated(points, Basis.CLAIM)
        case Counted(points):
            # A stated count does not tell its tunnels from its cards: where only one lapses it tells nothing.
            if points and any(lapse.maal or lapse.tunnels for lapse in lapses):
                return SeatMaal(None, (), None)
            return _stated(points, Basis.COUNTED)


def _kidnapped(facts: TableFacts) -> tuple[SeatMaal, ...]:
    """Every seat's maal where the winner takes what the unseen hold (VAR-06).

    Where it is not noted who had seen, a seat's maal is known only if it is the same whoever had.
    """
    open_seats = [
        index for index, seat in enumerate(facts.seats) if seat.seen is None and index != facts.winner
    ]
    if not open_seats:
        return _taken_from_unseen(facts)
    readings = [
        _taken_from_unseen(_with_seen(facts, dict(zip(open_seats, seen, strict=True))))
        for seen in product((True, False), repeat=len(open_seats))
    ]
    return tuple(
        _stated(known.maal.points, Basis.CLAIM)
        if index in open_seats and isinstance(known.maal, Stated)
        else _agreed(of_seat)
        for index, (known, of_seat) in enumerate(zip(facts.seats, zip(*readings, strict=True), strict=True))
    )


def _with_seen(facts: TableFacts, seen: Mapping[int, bool]) -> TableFacts:
    seats = tuple(replace(seat, seen=seen.get(index, seat.seen)) for index, seat in enumerate(facts.seats))
    return replace(facts, seats=seats)


def _agreed(readings: Sequence[SeatMaal]) -> SeatMaal:
    same = len({reading.points for reading in readings}) == 1
    return readings[0] if same else SeatMaal(None, (), None)


def _taken_from_unseen(facts: TableFacts) -> tuple[SeatMaal, ...]:
    unseen = [index for index, seat in enumerate(facts.seats) if index != facts.winner and not seat.seen]
    by_cards = facts.rules.kidnap is Kidnap.CARDS
    seats = [_own_maal(facts, index) for index in range(len(facts.seats))]
    seats[facts.winner] = _pooled(facts, unseen) if by_cards else _with_points(facts, unseen)
    for index in unseen:
        seats[index] = SeatMaal(0, _taken(facts, index, by_cards=by_cards), Basis.RULE)
    return tuple(seats)


def _pooled(facts: TableFacts, unseen: Sequence[int]) -> SeatMaal:
    own = facts.seats[facts.winner].maal
    if isinstance(own, Stated):
        return _stated(own.points, Basis.CLAIM)
    if not unseen:
        return _own_maal(facts, facts.winner)
    pool = own
    for index in unseen:
        hand = facts.seats[index].maal
        if not isinstance(pool, MaalCards) or not isinstance(hand, MaalCards):
            return SeatMaal(None, (), None)
        pool = pool + hand
    if not isinstance(pool, MaalCards):
        return SeatMaal(None, (), None)
    items = score_maal(pool, rules=facts.rules, ace_tiplu=facts.ace_tiplu)
    return SeatMaal(total(items), items, Basis.CARDS)


def _with_points(facts: TableFacts, unseen: Sequence[int]) -> SeatMaal:
    own = _own_maal(facts, facts.winner)
    if isinstance(facts.seats[facts.winner].maal, Stated):
        return own
    moved = [full_maal(facts, index) for index in unseen]
    if own.points is None or any(points is None for points in moved):
        return SeatMaal(None, (), None)
    gain = sum(points or 0 for points in moved)
    gained = (MaalItem(ItemKind.KIDNAP_GAIN, len(unseen), gain, "VAR-06"),) if gain else ()
    return SeatMaal(own.points + gain, (*own.items, *gained), own.basis)


def _taken(facts: TableFacts, seat: int, *, by_cards: bool) -> tuple[MaalItem, ...]:
    """The items of an unseen seat under kidnap: they sum to 0."""
    cards = facts.seats[seat].maal
    if by_cards:
        held = isinstance(cards, MaalCards) and bool(cards.tunnels or any(count for _, count in cards.cards))
        return (MaalItem(ItemKind.KIDNAP_CARDS, 0, 0, "VAR-06"),) if held else ()
    points = full_maal(facts, seat)
    if not points:
        return ()
    loss = MaalItem(ItemKind.KIDNAP_LOSS, 1, -points, "VAR-06")
    if isinstance(cards, MaalCards):
        return (*score_maal(cards, rules=facts.rules, ace_tiplu=facts.ace_tiplu), loss)
    return (MaalItem(ItemKind.STATED, 1, points, "SCORE-01"), loss)


def full_maal(facts: TableFacts, seat: int) -> int | None:
    """What a hand is worth counted in full, as kidnap by points moves it; None where it is not known."""
    match facts.seats[seat].maal:
        case MaalCards() as cards:
            return total(score_maal(cards, rules=facts.rules, ace_tiplu=facts.ace_tiplu))
        case Counted(points):
            return points
        case _:
            # What is stated after the kidnap no longer tells what was moved.
            return None


def _stated(points: int, basis: Basis) -> SeatMaal:
    items = (MaalItem(ItemKind.STATED, 1, points, "SCORE-01"),) if points else ()
    return SeatMaal(points, items, basis)


def _maal_payments(s: Sequence[int]) -> list[Payment]:
    """SET-03: every pair of players settles the difference of their maal points."""
    return [
        Payment(i, j, s[j] - s[i], PaymentKind.MAAL, "SET-03")
        for i in range(len(s))
        for j in range(len(s))
        if s[j] > s[i]
    ]


def _dhoos_payments(facts: TableFacts) -> list[Payment]:
    """Step 8: dues carried in, and fouls of this game where due now; the winner's own are cancelled."""
    payments = [
        Payment(due.seat, facts.winner, due.points, PaymentKind.DHOOS_DUE, "IRR-05")
        for due in facts.due
        if due.seat != facts.winner and due.points
    ]
    if facts.rules.dhoos_when is DhoosWhen.CURRENT:
        payments.extend(
            Payment(foul.seat, facts.winner, foul.points, PaymentKind.DHOOS, "IRR-05")
            for foul in facts.fouls
            if foul.seat != facts.winner and foul.points
        )
    return payments


def _require_seats(facts: TableFacts) -> None:
    n = len(facts.seats)
    if not 2 <= n <= 6:
        raise SettlementError(f"Marriage is settled between 2 and 6 players, not {n} (DECK-04)")
    for what, seat in (
        ("winner", facts.winner),
        *(("dhoos due", due.seat) for due in facts.due),
        *(("dhoos", foul.seat) for foul in facts.fouls),
    ):
        if not 0 <= seat < n:
            raise SettlementError(f"{what}: there is no seat {seat}; seats are 0 to {n - 1}")
    if facts.seats[facts.winner].seen is False:
        raise SettlementError("the winner counts as seen (FIN-05), so he cannot be noted as unseen")


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
