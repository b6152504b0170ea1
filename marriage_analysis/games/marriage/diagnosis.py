"""Which known slip of score keeping gives exactly the numbers that a table wrote down.

A slip is only named when it reproduces *every* claimed number; it is a likely cause, never a verdict. The
slips are those seen in real score keepers: billed as unseen, winner charged too, bonus credited but not
charged, a marriage counted twice over, a sat-out player counted in, a ledger averaged until it adds up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from marriage_analysis.cards.face import Face
from marriage_analysis.errors import SettlementError
from marriage_analysis.games.marriage.maal import (
    NOTHING_LAPSES,
    Lapse,
    MaalCards,
    marriage_count_limit,
    score_maal,
    tier,
    total,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import DhoosWhen, Kidnap, MaalAssignment, TunnelMode
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import (
    PaymentKind,
    SeatFacts,
    Settlement,
    Stated,
    TableFacts,
    full_maal,
    settle,
)
from marriage_analysis.games.marriage.wilds import CardRole

_MOST_SLIPS = 3


@dataclass(frozen=True, slots=True)
class Slip:
    """A likely cause in plain words, with the rule that was missed."""

    sentence: str
    rule: str


_Guess = tuple[tuple[int, ...], Slip]


def net_slips(
    settlement: Settlement,
    claimed: Sequence[int],
    *,
    players: Sequence[str],
    stated_maal: Sequence[int | None] = (),
    sat_out: int = 0,
) -> tuple[Slip, ...]:
    """The slips that turn the right nets into exactly the claimed ones, the plainest first, three at most.

    Where the nets follow from the maal as stated, nothing is wrong with them but that, and only that is named.
    """
    target = tuple(claimed)
    if target == settlement.net:
        return ()
    for nets, slip in _from_stated_maal(settlement, stated_maal):
        if nets == target:
            return (slip,)
    found: list[Slip] = []
    for nets, slip in _net_guesses(settlement, target, players, sat_out):
        if nets == target and slip not in found:
            found.append(slip)
        if len(found) == _MOST_SLIPS:
            break
    return tuple(found)


def maal_slips(
    cards: MaalCards,
    claimed: int,
    *,
    rules: RuleSet,
    seen: bool,
    ace_tiplu: bool = False,
    presets: Mapping[str, RuleSet] | None = None,
    with_discard: MaalCards | None = None,
) -> tuple[Slip, ...]:
    """The slips that make one player's maal exactly what is claimed, the plainest first, three at most.

    ``with_discard`` is the winner's count with the final discard put back, where that is known.
    """
    right = total(score_maal(cards, rules=rules, lapse=Lapse.of(rules, seen=seen), ace_tiplu=ace_tiplu))
    if claimed == right:
        return ()
    found: list[Slip] = []
    for points, slip in _maal_guesses(
        cards, rules, seen=seen, ace=ace_tiplu, presets=presets or {}, with_discard=with_discard
    ):
        if points == claimed and slip not in found:
            found.append(slip)
        if len(found) == _MOST_SLIPS:
            break
    return tuple(found)


def _from_stated_maal(settlement: Settlement, stated_maal: Sequence[int | None]) -> Iterator[_Guess]:
    if stated_maal and all(points is not None for points in stated_maal):
        points = [points or 0 for points in stated_maal]
        yield from _settled(
            _with_maal(settlement.facts, points),
            "the nets follow from the maal as stated, so the mistake is in the maal",
            "SCORE-04",
        )


def _net_guesses(
    settlement: Settlement, target: tuple[int, ...], players: Sequence[str], sat_out: int
) -> Iterator[_Guess]:
    yield tuple(-points for points in settlement.net), Slip("every net has the wrong sign", "SET-05")
    yield from _changed_facts(_with_maal(settlement.facts, settlement.points), players)
    yield from _unseen_maal(settlement)
    unbalanced = list(_unbalanced(settlement, players))
    yield from unbalanced
    yield from _unsettled_pairs(settlement, players)
    yield from _counted_in(settlement, sat_out)
    yield from _averaged(unbalanced)
    yield from _one_maal(settlement, target, players)
    yield from _one_cell(settlement, target, players)
    yield from _one_payment(settlement, target, players)


def _with_maal(facts: TableFacts, maal: Sequence[int]) -> TableFacts:
    """The same game with everybody's S as given, so that a change of facts moves nothing but payments."""
    seats = tuple(
        SeatFacts(seen=seat.seen, route=seat.route, maal=Stated(points))
        for seat, points in zip(facts.seats, maal, strict=True)
    )
    rules = replace(facts.rules, kidnap=Kidnap.OFF, maal_pachaunu=False, tunnel_pachaunu=False)
    return replace(facts, seats=seats, rules=rules)


def _settled(facts: TableFacts, sentence: str, rule: str) -> Iterator[_Guess]:
    try:
        yield settle(facts).net, Slip(sentence, rule)
    except SettlementError:
        return


def _changed_facts(facts: TableFacts, players: Sequence[str]) -> Iterator[_Guess]:
    """Nets of the same game with one fact or one rule read wrongly."""
    for seat, known in enumerate(facts.seats):
        if seat == facts.winner:
            continue
        name = players[seat]
        if known.seen is not None:
            state = "unseen" if known.seen else "seen"
            yield from _settled(
                _with_seat(facts, seat, replace(known, seen=not known.seen)),
                f"{name} is billed as {state}",
                "SET-01",
            )
        other = Route.SETS if known.route is Route.DUBLEES else Route.DUBLEES
        yield from _settled(
            _with_seat(facts, seat, replace(known, route=other)),
            f"{name} is billed as having shown {other.value}",
            "DUB-08",
        )
    yield from _seen_exchanged(facts, players)
    for seat, name in enumerate(players):
        if seat != facts.winner:
            yield from _settled(
                _with_winner(facts, seat),
                f"{name} is taken for the winner; the winner is who finished, not who gained most",
                "FIN-04",
            )
    rules = facts.rules
    unpaid = replace(rules, seen_payment=0, unseen_payment=0, dublee_seen_payment=0, dublee_unseen_payment=0)
    yield from _ruled(
        facts, unpaid, "the payments of seen and unseen players to the winner are left out", "SET-01"
    )
    if rules.better != 1:
        yield from _ruled(facts, replace(rules, better=1), "the better game is not multiplied", "VAR-08")
    else:
        yield from _ruled(
            facts, replace(rules, better=2), "the game is doubled as if it were a better game", "VAR-08"
        )
    finish = Route.SETS if facts.finish is Route.DUBLEES else Route.DUBLEES
    yield from _settled(
        replace(facts, finish=finish), f"the game is settled as if it were finished by {finish.value}", "SET-02"
    )
    if facts.due:
        yield from _settled(replace(facts, due=()), "the dhoos of the earlier game is left out", "IRR-05")
        doubled = (*facts.due, *facts.due)
        yield from _settled(
            replace(facts, due=doubled), "the dhoos of the earlier game is paid twice", "IRR-05"
        )
    if facts.fouls:
        when = DhoosWhen.NEXT if rules.dhoos_when is DhoosWhen.CURRENT else DhoosWhen.CURRENT
        late = "left to the next game" if when is DhoosWhen.NEXT else "paid in the game of the foul itself"
        yield from _ruled(facts, replace(rules, dhoos_when=when), f"the dhoos is {late}", "IRR-05")
        exempt = not rules.foul_exempt_from_payment
        how = "excused from the payment" if exempt else "charged the payment he is excused from"
        yield from _ruled(
            facts, replace(rules, foul_exempt_from_payment=exempt), f"the fouling player is {how}", "CF-36"
        )
    how = "excused" if not rules.dublee_loser_exempt else "not excused"
    yield from _ruled(
        facts,
        replace(rules, dublee_loser_exempt=not rules.dublee_loser_exempt),
        f"losers who showed dublees are {how}",
        "DUB-08",
    )
    for bonus in (0, 5, 7):
        if bonus != rules.dublee_bonus:
            yield from _ruled(
                facts, replace(rules, dublee_bonus=bonus), f"a dublee bonus of {bonus} is used", "CF-09"
            )
    for i in range(len(players)):
        for j in range(i):
            maal = [_points(seat) for seat in facts.seats]
            maal[i], maal[j] = maal[j], maal[i]
            yield from _settled(
                _with_maal(facts, maal), f"the maal of {players[j]} and {players[i]} is exchanged", "SET-03"
            )


def _seen_exchanged(facts: TableFacts, players: Sequence[str]) -> Iterator[_Guess]:
    losers = [seat for seat in range(len(players)) if seat != facts.winner]
    for one, other in combinations(losers, 2):
        first, second = facts.seats[one], facts.seats[other]
        if {first.seen, second.seen} == {True, False}:
            exchanged = _with_seat(facts, one, replace(first, seen=second.seen))
            yield from _settled(
                _with_seat(exchanged, other, replace(second, seen=first.seen)),
                f"the seen marks of {players[one]} and {players[other]} are exchanged",
                "SET-01",
            )


def _unseen_maal(settlement: Settlement) -> Iterator[_Guess]:
    """What becomes of the maal of players who had not seen, taken otherwise than these rules say."""
    facts, winner = settlement.facts, settlement.facts.winner
    unseen = [seat for seat, known in enumerate(facts.seats) if known.seen is False and seat != winner]
    full = {seat: full_maal(facts, seat) for seat in unseen}
    if not unseen or None in full.values():
        return
    points = list(settlement.points)
    if facts.rules.kidnap is Kidnap.OFF:
        for seat in unseen:
            points[winner] += full[seat] or 0
            points[seat] = 0
        sentence = "the maal of unseen players is counted in T but credited to nobody, so the winner has it"
        yield from _settled(_with_maal(facts, points), sentence, "VAR-06")
    credited = [full.get(seat, maal) or 0 for seat, maal in enumerate(_without_kidnap(settlement))]
    yield from _settled(
        _with_maal(facts, credited), "the maal of unseen players is counted for themselves", "MAAL-01"
    )
    void = [0 if seat in full else maal for seat, maal in enumerate(_without_kidnap(settlement))]
    yield from _settled(_with_maal(facts, void), "the maal of unseen players is taken as void", "VAR-05")


def _without_kidnap(settlement: Settlement) -> tuple[int, ...]:
    """Everybody's own maal, the winner's without what was taken from others."""
    facts = settlement.facts
    if facts.rules.kidnap is Kidnap.OFF:
        return settlement.points
    own = full_maal(facts, facts.winner)
    return tuple(
        own if seat == facts.winner and own is not None else points
        for seat, points in enumerate(settlement.points)
    )


def _points(seat: SeatFacts) -> int:
    return seat.maal.points if isinstance(seat.maal, Stated) else 0


def _with_seat(facts: TableFacts, seat: int, known: SeatFacts) -> TableFacts:
    return replace(facts, seats=(*facts.seats[:seat], known, *facts.seats[seat + 1 :]))


def _with_winner(facts: TableFacts, seat: int) -> TableFacts:
    seen = tuple(
        replace(known, seen=True) if index in (seat, facts.winner) else known
        for index, known in enumerate(facts.seats)
    )
    return replace(facts, winner=seat, seats=seen)


def _ruled(facts: TableFacts, rules: RuleSet, sentence: str, rule: str) -> Iterator[_Guess]:
    yield from _settled(replace(facts, rules=rules), sentence, rule)


def _unbalanced(settlement: Settlement, players: Sequence[str]) -> Iterator[_Guess]:
    """Slips after which the nets no longer add up to 0."""
    facts, net = settlement.facts, settlement.net
    winner, better = facts.winner, facts.rules.better
    n = len(net)
    price = facts.rules.seen_payment * better
    yield _moved(net, {winner: -price}), Slip(f"{players[winner]}, the winner, is charged too", "SET-01")
    bonus = {
        payment.payer: payment.points
        for payment in settlement.payments
        if payment.kind is PaymentKind.DUBLEE_BONUS
    }
    if bonus:
        yield (
            _moved(net, bonus),
            Slip("the dublee bonus is credited to the winner but charged to nobody", "SET-02"),
        )
        yield (
            _moved(net, {winner: -sum(bonus.values())}),
            Slip("the dublee bonus is charged but credited to nobody", "SET-02"),
        )
    unseen = {
        seat: -n * settlement.points[seat] * better
        for seat, known in enumerate(facts.seats)
        if known.seen is False and settlement.points[seat]
    }
    if unseen:
        yield (
            _moved(net, unseen),
            Slip("the maal of unseen players is counted in T but credited to nobody", "SET-04"),
        )
    dues = {
        payment.payer: payment.points
        for payment in settlement.payments
        if payment.kind in (PaymentKind.DHOOS, PaymentKind.DHOOS_DUE)
    }
    if dues:
        yield _moved(net, dues), Slip("the dhoos is credited but not charged", "IRR-05")
        yield (
            _moved(net, {winner: -sum(dues.values())}),
            Slip("the dhoos is charged but not credited", "IRR-05"),
        )


def _moved(net: Sequence[int], changes: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(points + changes.get(seat, 0) for seat, points in enumerate(net))


def _unsettled_pairs(settlement: Settlement, players: Sequence[str]) -> Iterator[_Guess]:
    """SET-03 missed between two players; most often between two who had not seen."""
    s, better = settlement.points, settlement.facts.rules.better
    seats = range(len(s))
    unseen = [seat for seat in seats if settlement.facts.seats[seat].seen is False]
    gap = {seat: -sum(s[seat] - s[other] for other in unseen) * better for seat in unseen}
    yield (
        _moved(settlement.net, gap),
        Slip("the players who had not seen do not settle maal with each other", "SET-03"),
    )
    for i in seats:
        for j in range(i):
            gap = (s[i] - s[j]) * better
            yield (
                _moved(settlement.net, {i: -gap, j: gap}),
                Slip(f"{players[j]} and {players[i]} do not settle maal with each other", "SET-03"),
            )


def _counted_in(settlement: Settlement, sat_out: int) -> Iterator[_Guess]:
    s, better = settlement.points, settlement.facts.rules.better
    for extra in range(1, max(sat_out, 1) + 1):
        moved = {seat: extra * points * better for seat, points in enumerate(s)}
        yield (
            _moved(settlement.net, moved),
            Slip(f"{extra} player who did not play is counted in n for everybody", "SET-04"),
        )
        losers = {seat: move for seat, move in moved.items() if seat != settlement.facts.winner}
        balanced = {**losers, settlement.facts.winner: -sum(losers.values())}
        yield (
            _moved(settlement.net, balanced),
            Slip(f"{extra} player who did not play is counted in n, and the winner takes the rest", "SET-04"),
        )


def _averaged(unbalanced: Sequence[_Guess]) -> Iterator[_Guess]:
    for nets, slip in unbalanced:
        rest, n = sum(nets), len(nets)
        if rest and rest % n == 0:
            yield (
                tuple(points - rest // n for points in nets),
                Slip(f"{slip.sentence}, and what was over is spread on everybody", slip.rule),
            )


def _one_maal(settlement: Settlement, target: tuple[int, ...], players: Sequence[str]) -> Iterator[_Guess]:
    """One player's maal taken d too high: his net moves by (n-1)d, everybody else's by -d."""
    n, better = len(target), settlement.facts.rules.better
    for seat in range(n):
        other = (seat + 1) % n
        step = settlement.net[other] - target[other]
        points, remainder = divmod(step, better)
        if points == 0 or remainder or settlement.points[seat] + points < 0:
            continue
        changes = {index: (n - 1) * step if index == seat else -step for index in range(n)}
        yield (
            _moved(settlement.net, changes),
            Slip(
                f"the nets take the maal of {players[seat]} as {settlement.points[seat] + points} "
                f"instead of {settlement.points[seat]}",
                "SET-03",
            ),
        )


def _one_cell(settlement: Settlement, target: tuple[int, ...], players: Sequence[str]) -> Iterator[_Guess]:
    for seat, (right, written) in enumerate(zip(settlement.net, target, strict=True)):
        if written == right:
            continue
        how = "is written wrongly"
        if written == -right:
            how = "has the wrong sign"
        elif sorted(str(abs(written))) == sorted(str(abs(right))) and (written < 0) == (right < 0):
            how = "has its digits exchanged"
        yield (
            _moved(settlement.net, {seat: written - right}),
            Slip(f"only the net of {players[seat]} {how}; it should be {right:+d}", "SET-05"),
        )


def _one_payment(settlement: Settlement, target: tuple[int, ...], players: Sequence[str]) -> Iterator[_Guess]:
    apart = [seat for seat in range(len(target)) if target[seat] != settlement.net[seat]]
    if len(apart) != 2:
        return
    low, high = sorted(apart, key=lambda seat: target[seat] - settlement.net[seat])
    if target[low] == settlement.net[high] and target[high] == settlement.net[low]:
        sentence = f"the nets of {players[low]} and {players[high]} are exchanged"
    else:
        points = target[high] - settlement.net[high]
        sentence = f"{players[low]} pays {players[high]} {points} too much"
    yield (
        _moved(
            settlement.net,
            {low: target[low] - settlement.net[low], high: settlement.net[low] - target[low]},
        ),
        Slip(sentence, "SET-04"),
    )


def _maal_guesses(
    cards: MaalCards,
    rules: RuleSet,
    *,
    seen: bool,
    ace: bool,
    presets: Mapping[str, RuleSet],
    with_discard: MaalCards | None,
) -> Iterator[tuple[int, Slip]]:
    lapse = Lapse.of(rules, seen=seen)

    def worth(hand: MaalCards, by: RuleSet = rules, lost: Lapse = lapse) -> int:
        return total(score_maal(hand, rules=by, lapse=lost, ace_tiplu=ace))

    marriages = marriage_count_limit(cards, rules=rules, ace_tiplu=ace)
    if marriages:
        singles = tier(rules.tiplu_points, marriages) + tier(rules.poplu_points, marriages)
        singles += tier(rules.jhiplu_points, marriages)
        yield (
            worth(cards) + singles,
            Slip("the cards of the marriage are counted again one by one; a card counts once", "SCORE-02"),
        )
    if lapse != NOTHING_LAPSES:
        yield (
            worth(cards, lost=NOTHING_LAPSES),
            Slip("counted in full although the player had not seen the tiplu", "MAAL-01"),
        )
    else:
        yield 0, Slip("the maal is taken as void", "MAAL-01")
    other = (
        MaalAssignment.GREEDY if rules.maal_assignment is MaalAssignment.MAXIMISE else MaalAssignment.MAXIMISE
    )
    how = "marriages first" if other is MaalAssignment.GREEDY else "whatever grouping is worth most"
    yield (
        worth(cards, by=replace(rules, maal_assignment=other)),
        Slip(f"counted with {how}, which these rules do not do", "SCORE-04"),
    )
    if cards.laid_marriage:
        yield worth(replace(cards, laid_marriage=False)), Slip("the laid marriage is left out", "SCORE-06")
    elif rules.laid_marriage_bonus:
        yield (
            worth(replace(cards, laid_marriage=True)),
            Slip("a marriage in hand is counted as laid", "SCORE-06"),
        )
    for index, tunnel in enumerate(cards.tunnels):
        rest = replace(cards, tunnels=(*cards.tunnels[:index], *cards.tunnels[index + 1 :]))
        yield worth(rest), Slip(f"the displayed tunnel {_tunnel(tunnel.face)} is left out", "TUN-01")
    if cards.tunnels:
        mode = TunnelMode.REPLACE if rules.tunnel_mode is TunnelMode.ADDITIVE else TunnelMode.ADDITIVE
        how = "on top of" if mode is TunnelMode.ADDITIVE else "instead of"
        yield (
            worth(cards, by=replace(rules, tunnel_mode=mode)),
            Slip(f"tunnel points are counted {how} the cards of the tunnel", "SCORE-05"),
        )
    if with_discard is not None:
        yield worth(with_discard), Slip("the final discard is counted", "FIN-07")
    t, p, j = (cards.count(role) for role in (CardRole.TIPLU, CardRole.POPLU, CardRole.JHIPLU))
    flat = tier(rules.tiplu_points, 1) * t + tier(rules.poplu_points, 1) * p + tier(rules.jhiplu_points, 1) * j
    yield flat, Slip("every card is counted as a single one, without doubles or marriages", "SCORE-03")
    for name, preset in presets.items():
        yield worth(cards, by=preset), Slip(f"counted by the values of {name}", "CF-14")


def _tunnel(face: Face | None) -> str:
    return "" if face is None else "".join([str(face)] * 3)
