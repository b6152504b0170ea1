"""A second opinion on a settlement: accepts or rejects it without the code that made it.

Works from the settlement's own lines and the rule set, by other formulas than ``maal.py`` and ``settle.py``:
values from the tables card by card, payments from the shortcut T + w - nS (SET-04). It does not judge
whether another grouping would have been worth more (``audit.py`` does, SCORE-04).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from marriage_analysis.games.marriage.maal import ItemKind, MaalCards, MaalItem, Tunnel
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import (
    DhoosWhen,
    DubleePaymentMode,
    Kidnap,
    Tiers,
    TunnelMode,
)
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import PaymentKind, Settlement
from marriage_analysis.games.marriage.wilds import CardRole

_SINGLES = {
    CardRole.TIPLU: ItemKind.TIPLU,
    CardRole.POPLU: ItemKind.POPLU,
    CardRole.JHIPLU: ItemKind.JHIPLU,
    CardRole.ALTER: ItemKind.ALTER,
    CardRole.PRINTED_JOKER: ItemKind.PUTALI,
    CardRole.MASTER_CARD: ItemKind.MASTER_CARD,
}
_IN_MARRIAGE = (CardRole.TIPLU, CardRole.POPLU, CardRole.JHIPLU)
_TUNNELS = {
    ItemKind.TUNNEL_ORDINARY: (CardRole.PLAIN,),
    ItemKind.TUNNEL_ORDINARY_JOKER: (CardRole.ORDINARY_JOKER,),
    ItemKind.TUNNEL_POPLU_JHIPLU: (CardRole.POPLU, CardRole.JHIPLU),
    ItemKind.TUNNEL_ALTER: (CardRole.ALTER,),
    ItemKind.TUNNEL_PUTALI: (CardRole.PRINTED_JOKER,),
}
_CARDS_EACH = {
    ItemKind.MARRIAGE: 3,
    ItemKind.LAID_MARRIAGE: 3,
    ItemKind.LAPSED_TUNNELS: 3,
    **dict.fromkeys(_TUNNELS, 3),
}
_Counts = Counter[ItemKind]
_DHOOS = (PaymentKind.DHOOS, PaymentKind.DHOOS_DUE)


def check_settlement(settlement: Settlement) -> tuple[str, ...]:
    """What is wrong with the settlement, one sentence each; empty when it holds.

    Every line must have the value its rule gives it, every card be in one line, the lines must add up to
    each seat's maal, the payments to each net and pair by pair to what is owed, and the nets to 0.
    """
    problems: list[str] = []
    rules = settlement.facts.rules
    for seat, maal in enumerate(settlement.maal):
        stated = sum(item.points for item in maal.items)
        if stated != maal.points:
            problems.append(
                f"seat {seat}: the lines add up to {stated}, the maal says {maal.points} (SCORE-02)"
            )
        for text in (*_wrong_lines(maal.items, rules), *_wrong_counts(settlement, seat)):
            problems.append(f"seat {seat}: {text}")
    if settlement.total_maal != sum(settlement.points):
        problems.append("T is not the sum of everybody's maal (SET-04)")
    problems.extend(_wrong_nets(settlement))
    problems.extend(_wrong_payments(settlement))
    return tuple(problems)


def _tables(rules: RuleSet) -> dict[ItemKind, Tiers | None]:
    """What each kind of line is worth in total; None where it does not score at all."""
    tunnels = rules.tunnel_points
    return {
        ItemKind.MARRIAGE: rules.marriage_points,
        ItemKind.LAID_MARRIAGE: (rules.laid_marriage_bonus,),
        ItemKind.TIPLU: rules.tiplu_points,
        ItemKind.POPLU: rules.poplu_points,
        ItemKind.JHIPLU: rules.jhiplu_points,
        ItemKind.ALTER: rules.alter_points,
        ItemKind.PUTALI: rules.putali_points,
        ItemKind.MASTER_CARD: None if rules.master_card is None else (rules.master_card,),
        ItemKind.TUNNEL_ORDINARY: tunnels.ordinary,
        ItemKind.TUNNEL_ORDINARY_JOKER: tunnels.ordinary_joker,
        ItemKind.TUNNEL_POPLU_JHIPLU: tunnels.poplu_jhiplu,
        ItemKind.TUNNEL_ALTER: tunnels.alter,
        ItemKind.TUNNEL_PUTALI: None if rules.putali_points is None else tunnels.putali,
        ItemKind.LAPSED_MAAL: (0,),
        ItemKind.LAPSED_TUNNELS: (0,),
        ItemKind.KIDNAP_CARDS: (0,),
    }


def _wrong_lines(items: tuple[MaalItem, ...], rules: RuleSet) -> Iterator[str]:
    tables = _tables(rules)
    for item in items:
        if item.cards and len(item.cards) != item.count * _CARDS_EACH.get(item.kind, 1):
            yield f"{item.count} {item.kind.value} are not {len(item.cards)} cards"
        if item.kind not in tables:
            if not item.points:
                yield f"{item.kind.value} of nothing is no line"
            continue
        table = tables[item.kind]
        if table is None:
            yield f"{item.kind.value} does not score under these rules ({item.rule})"
        elif item.points != _value(table, item.count):
            yield f"{item.count} {item.kind.value} are worth {_value(table, item.count)}, not {item.points}"
    kinds = Counter(item.kind for item in items)
    for kind, times in kinds.items():
        if times > 1:
            yield f"{kind.value} is listed {times} times"


def _value(table: Tiers, count: int) -> int:
    steps = [after - before for before, after in zip((0, *table), table, strict=False)]
    return sum(steps[min(number, len(steps) - 1)] for number in range(count))


def _wrong_counts(settlement: Settlement, seat: int) -> Iterator[str]:
    """The lines against what the seat holds: every card in one, nothing that lapsed or was taken."""
    facts, kidnap = settlement.facts, settlement.facts.rules.kidnap
    listed = {item.kind: item.count for item in settlement.maal[seat].items}
    unseen = [index for index, other in enumerate(facts.seats) if other.seen is False and index != facts.winner]
    known = facts.seats[seat].maal
    expected: _Counts = Counter()
    if seat in unseen and kidnap is not Kidnap.OFF:
        if settlement.points[seat]:
            yield "an unseen player keeps nothing of what the winner takes (VAR-06)"
        if kidnap is Kidnap.CARDS or not listed:
            if kidnap is Kidnap.CARDS and _holds_any(known) and ItemKind.KIDNAP_CARDS not in listed:
                yield "it is not said that the winner takes these cards (VAR-06)"
            yield from _differing(listed, expected)
            return
        expected[ItemKind.KIDNAP_LOSS] = 1
    if seat == facts.winner and kidnap is Kidnap.POINTS and ItemKind.KIDNAP_GAIN in listed:
        expected[ItemKind.KIDNAP_GAIN] = len(unseen)
    lapse = seat in unseen and kidnap is Kidnap.OFF
    if not isinstance(known, MaalCards):
        if lapse and facts.rules.maal_pachaunu and facts.rules.tunnel_pachaunu and settlement.points[seat]:
            yield "an unseen player's maal is void (VAR-05)"
        expected[ItemKind.STATED] = int(ItemKind.STATED in listed)
    else:
        hands = [known]
        if kidnap is Kidnap.CARDS and seat == facts.winner:
            hands += [maal for index in unseen if isinstance(maal := facts.seats[index].maal, MaalCards)]
        if ItemKind.MARRIAGE in listed and facts.ace_tiplu and not facts.rules.ace_tiplu_marriage:
            yield "an ace makes no marriage under these rules (CF-28)"
        expected += _lines_of_cards(listed, hands, facts.rules, lapse=lapse)
    yield from _differing(listed, expected)


def _holds_any(known: object) -> bool:
    return isinstance(known, MaalCards) and bool(known.tunnels or any(count for _, count in known.cards))


def _lines_of_cards(
    listed: Mapping[ItemKind, int], hands: list[MaalCards], rules: RuleSet, *, lapse: bool
) -> _Counts:
    """The lines that these cards make, in the grouping that is listed (SCORE-02, SCORE-05, SL-30)."""
    tables = _tables(rules)
    scoring = [role for role, kind in _SINGLES.items() if tables[kind] is not None]
    lines: _Counts = Counter()
    held = Counter[CardRole]()
    for hand in hands:
        held.update(dict(hand.cards))
    tunnels = [tunnel for hand in hands for tunnel in hand.tunnels]
    if lapse and rules.tunnel_pachaunu:
        lines[ItemKind.LAPSED_TUNNELS] = len(tunnels)
        held += _cards_of(tunnels)
        tunnels = []
    if lapse and rules.maal_pachaunu:
        lines[ItemKind.LAPSED_MAAL] = sum(held[role] for role in scoring)
        return lines + _tunnel_lines(tunnels, tables)
    marriages = listed.get(ItemKind.MARRIAGE, 0)
    if rules.tunnel_mode is TunnelMode.ADDITIVE:
        held += _cards_of(tunnels)
    else:
        singly = [tunnel for tunnel in tunnels if _is_listed_singly(tunnel.role, listed, held, marriages)]
        held += _cards_of(singly)
        tunnels = [tunnel for tunnel in tunnels if tunnel not in singly]
    lines += _tunnel_lines(tunnels, tables)
    lines[ItemKind.MARRIAGE] = min(marriages, *(held[role] for role in _IN_MARRIAGE))
    lines[ItemKind.LAID_MARRIAGE] = int(
        marriages > 0 and hands[0].laid_marriage and rules.laid_marriage_bonus > 0
    )
    for role in scoring:
        lines[_SINGLES[role]] = held[role] - (marriages if role in _IN_MARRIAGE else 0)
    return lines


def _is_listed_singly(
    role: CardRole, listed: Mapping[ItemKind, int], held: Counter[CardRole], marriages: int
) -> bool:
    """Whether more cards of the role are listed one by one than are held beside its tunnel."""
    if role not in _SINGLES:
        return False
    in_marriages = marriages if role in _IN_MARRIAGE else 0
    return listed.get(_SINGLES[role], 0) + in_marriages > held[role]


def _cards_of(tunnels: Iterable[Tunnel]) -> Counter[CardRole]:
    cards = Counter[CardRole]()
    for tunnel in tunnels:
        cards[tunnel.role] += 3
    return cards


def _tunnel_lines(tunnels: Iterable[Tunnel], tables: Mapping[ItemKind, Tiers | None]) -> _Counts:
    displayed = Counter(tunnel.role for tunnel in tunnels)
    lines: _Counts = Counter()
    for kind, roles in _TUNNELS.items():
        if tables[kind] is not None:
            lines[kind] = sum(displayed[role] for role in roles)
    return lines


def _differing(listed: Mapping[ItemKind, int], expected: Mapping[ItemKind, int]) -> Iterator[str]:
    for kind in ItemKind:
        there = expected.get(kind, 0)
        if kind is ItemKind.KIDNAP_CARDS and listed.get(kind) == 0 and not any(expected.values()):
            continue  # the one line that only says something and counts nothing
        if listed.get(kind, 0) != there or (kind in listed and not there):
            yield f"{kind.value}: {listed.get(kind, 0)} listed, {there} there (SCORE-02)"


def _wrong_nets(settlement: Settlement) -> Iterator[str]:
    facts, rules = settlement.facts, settlement.facts.rules
    n, s, net = len(facts.seats), settlement.points, settlement.net
    if sum(net) != 0:
        yield f"the nets add up to {sum(net)}, not 0 (SET-05)"
    flow = [0] * n
    for payment in settlement.payments:
        flow[payment.payer] -= payment.points
        flow[payment.payee] += payment.points
    if tuple(flow) != net:
        yield f"the payments give {flow}, the nets say {list(net)} (SET-05)"
    for seat in range(n):
        if seat == facts.winner:
            continue
        due = sum(fact.points for fact in facts.due if fact.seat == seat)
        if rules.dhoos_when is DhoosWhen.CURRENT:
            due += sum(fact.points for fact in facts.fouls if fact.seat == seat)
        expected = {
            -(rules.better * (sum(s) + sum(w.values()) - n * s[seat]) + due)
            for w in _finish_prices(settlement, seat)
        }
        if net[seat] not in expected:
            yield f"seat {seat} ends with {net[seat]}; T + w - nS gives {sorted(expected)} (SET-04)"


def _wrong_payments(settlement: Settlement) -> Iterator[str]:
    """Each payment for itself: between whom, for what, and how often."""
    facts, rules = settlement.facts, settlement.facts.rules
    s, winner, payments = settlement.points, facts.winner, settlement.payments
    n = len(facts.seats)
    for payment in payments:
        if payment.points <= 0 or payment.payer == payment.payee:
            yield f"seat {payment.payer} cannot pay {payment.points} to seat {payment.payee}"
    for i in range(n):
        for j in range(n):
            lines = [p.points for p in payments if (p.payer, p.payee, p.kind) == (i, j, PaymentKind.MAAL)]
            owed = [rules.better * (s[j] - s[i])] if s[j] > s[i] else []
            if lines != owed:
                yield f"seat {i} owes seat {j} {owed} for maal and pays {lines} (SET-03)"
    fines = [(PaymentKind.DHOOS_DUE, fact) for fact in facts.due]
    if rules.dhoos_when is DhoosWhen.CURRENT:
        fines += [(PaymentKind.DHOOS, fact) for fact in facts.fouls]
    for seat in range(n):
        mine = [p for p in payments if p.payer == seat and p.kind is not PaymentKind.MAAL]
        if any(payment.payee != winner for payment in mine):
            yield f"seat {seat} pays somebody who did not win (SET-01)"
        dhoos = Counter((p.kind, p.points) for p in mine if p.kind in _DHOOS)
        owed_dhoos = Counter(
            (kind, fact.points) for kind, fact in fines if fact.seat == seat != winner and fact.points
        )
        if dhoos != owed_dhoos:
            yield f"seat {seat} owes dhoos of {sum(points for _, points in owed_dhoos.elements())} (IRR-05)"
        paid = {p.kind: p.points for p in mine if p.kind not in _DHOOS}
        if len(paid) != len(mine) - dhoos.total():
            yield f"seat {seat} pays twice for the finish (SET-01)"
        prices = [] if seat == winner else _finish_prices(settlement, seat)
        allowed = [{kind: points * rules.better for kind, points in price.items()} for price in prices] or [{}]
        if paid not in allowed:
            yield f"seat {seat} pays {sum(paid.values())} for the finish, which is not its price (SET-01)"


def _finish_prices(settlement: Settlement, seat: int) -> list[dict[PaymentKind, int]]:
    """What a loser may owe for the finish: one answer, or two where nobody noted whether he had seen."""
    facts, rules = settlement.facts, settlement.facts.rules
    known = facts.seats[seat]
    dublee_win = facts.finish is Route.DUBLEES
    adds = dublee_win and rules.dublee_payment_mode is DubleePaymentMode.ADD_BONUS
    separate = dublee_win and rules.dublee_payment_mode is DubleePaymentMode.SEPARATE
    prices: list[dict[PaymentKind, int]] = []
    for seen in (True, False) if known.seen is None else (known.seen,):
        if seen and dublee_win and not adds:
            kind, plain = PaymentKind.DUBLEE_SEEN, rules.dublee_seen_payment
        elif seen:
            kind, plain = PaymentKind.SEEN, rules.seen_payment
        elif separate:
            kind, plain = PaymentKind.DUBLEE_UNSEEN, rules.dublee_unseen_payment
        else:
            kind, plain = PaymentKind.UNSEEN, rules.unseen_payment
        excused = seen and known.route is Route.DUBLEES and rules.dublee_loser_exempt
        fouled = seat in {foul.seat for foul in facts.fouls} and rules.foul_exempt_from_payment
        price = {kind: 0 if excused or fouled else plain}
        price[PaymentKind.DUBLEE_BONUS] = rules.dublee_bonus if adds else 0
        prices.append({kind: points for kind, points in price.items() if points})
    return prices
