"""A second opinion on a settlement: accepts or rejects it without the code that made it.

Works from the settlement's own lines and the rule set, by other formulas than ``maal.py`` and ``settle.py``:
values from the tables card by card, payments from the shortcut T + w - nS (SET-04). It does not judge
whether another grouping would have been worth more (``audit.py`` does, SCORE-04).
"""

from collections import Counter

from marriage_analysis.games.marriage.maal import ItemKind, MaalCards, MaalItem
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import DhoosWhen, DubleePaymentMode, Kidnap, Tiers
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import PaymentKind, Settlement

_DHOOS = (PaymentKind.DHOOS, PaymentKind.DHOOS_DUE)


def check_settlement(settlement: Settlement) -> tuple[str, ...]:
    """What is wrong with the settlement, one sentence each; empty when it holds.

    Every line must have the value its rule gives it, every card at most one line, the lines must add up to
    each seat's maal, the payments to each net, and the nets to 0.
    """
    problems: list[str] = []
    for seat, maal in enumerate(settlement.maal):
        stated = sum(item.points for item in maal.items)
        if maal.items and stated != maal.points:
            problems.append(
                f"seat {seat}: the lines add up to {stated}, the maal says {maal.points} (SCORE-02)"
            )
        problems.extend(f"seat {seat}: {text}" for text in _wrong_lines(maal.items, settlement.facts.rules))
        problems.extend(f"seat {seat}: {text}" for text in _wrong_cards(settlement, seat))
    if settlement.total_maal != sum(settlement.points):
        problems.append("T is not the sum of everybody's maal (SET-04)")
    problems.extend(_wrong_payments(settlement))
    return tuple(problems)


def _wrong_lines(items: tuple[MaalItem, ...], rules: RuleSet) -> list[str]:
    tunnels = rules.tunnel_points
    tables: dict[ItemKind, Tiers | None] = {
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
    }
    wrong: list[str] = []
    for item in items:
        if item.kind not in tables:
            continue
        table = tables[item.kind]
        if table is None:
            wrong.append(f"{item.kind.value} does not score under these rules ({item.rule})")
        elif item.points != _value(table, item.count):
            wrong.append(
                f"{item.count} {item.kind.value} are worth {_value(table, item.count)}, not {item.points}"
            )
    kinds = Counter(item.kind for item in items)
    wrong.extend(f"{kind.value} is listed {times} times" for kind, times in kinds.items() if times > 1)
    return wrong


def _value(table: Tiers, count: int) -> int:
    steps = [after - before for before, after in zip((0, *table), table, strict=False)]
    return sum(steps[min(number, len(steps) - 1)] for number in range(count))


def _wrong_cards(settlement: Settlement, seat: int) -> list[str]:
    """Cards listed more often than the seat holds them (SCORE-02)."""
    facts = settlement.facts
    hands = [facts.seats[seat].maal]
    if facts.rules.kidnap is Kidnap.CARDS and seat == facts.winner:
        hands.extend(other.maal for other in facts.seats if other.seen is False)
    held: Counter[str] = Counter()
    for hand in hands:
        if not isinstance(hand, MaalCards):
            return []
        for role, count in hand.cards:
            held[role.value] += count
        for tunnel in hand.tunnels:
            held[tunnel.role.value] += 3
    listed: Counter[str] = Counter()
    for item in settlement.maal[seat].items:
        match item.kind:
            case ItemKind.MARRIAGE:
                listed.update({"tiplu": item.count, "poplu": item.count, "jhiplu": item.count})
            case ItemKind.TIPLU | ItemKind.POPLU | ItemKind.JHIPLU | ItemKind.ALTER:
                listed[item.kind.value] += item.count
            case _:
                pass
    return [
        f"{role} is counted {times} times and held {held[role]} times"
        for role, times in listed.items()
        if times > held[role]
    ]


def _wrong_payments(settlement: Settlement) -> list[str]:
    facts, rules = settlement.facts, settlement.facts.rules
    n, s, net = len(facts.seats), settlement.points, settlement.net
    problems: list[str] = []
    if sum(net) != 0:
        problems.append(f"the nets add up to {sum(net)}, not 0 (SET-05)")
    flow = [0] * n
    for payment in settlement.payments:
        if payment.points < 0 or payment.payer == payment.payee:
            problems.append(f"seat {payment.payer} cannot pay {payment.points} to seat {payment.payee}")
        flow[payment.payer] -= payment.points
        flow[payment.payee] += payment.points
    if tuple(flow) != net:
        problems.append(f"the payments give {flow}, the nets say {list(net)} (SET-05)")
    for seat in range(n):
        if seat == facts.winner:
            continue
        dhoos = sum(p.points for p in settlement.payments if p.kind in _DHOOS and p.payer == seat)
        due = sum(fact.points for fact in facts.due if fact.seat == seat)
        if rules.dhoos_when is DhoosWhen.CURRENT:
            due += sum(fact.points for fact in facts.fouls if fact.seat == seat)
        if dhoos != due:
            problems.append(f"seat {seat} owes {due} of dhoos and pays {dhoos} (IRR-05)")
        expected = {
            -(rules.better * (sum(s) + w - n * s[seat]) + due) for w in _finish_prices(settlement, seat)
        }
        if net[seat] not in expected:
            problems.append(f"seat {seat} ends with {net[seat]}; T + w - nS gives {sorted(expected)} (SET-04)")
    return problems


def _finish_prices(settlement: Settlement, seat: int) -> set[int]:
    """The w a loser may owe: one value, or two where nobody noted whether he had seen."""
    facts, rules = settlement.facts, settlement.facts.rules
    known = facts.seats[seat]
    dublee_win = facts.finish is Route.DUBLEES
    adds = dublee_win and rules.dublee_payment_mode is DubleePaymentMode.ADD_BONUS
    separate = dublee_win and rules.dublee_payment_mode is DubleePaymentMode.SEPARATE
    prices: set[int] = set()
    for seen in (True, False) if known.seen is None else (known.seen,):
        plain = (
            (rules.dublee_seen_payment if dublee_win and not adds else rules.seen_payment)
            if seen
            else (rules.dublee_unseen_payment if separate else rules.unseen_payment)
        )
        excused = seen and known.route is Route.DUBLEES and rules.dublee_loser_exempt
        fouled = seat in {foul.seat for foul in facts.fouls} and rules.foul_exempt_from_payment
        prices.add((0 if excused or fouled else plain) + (rules.dublee_bonus if adds else 0))
    return prices
