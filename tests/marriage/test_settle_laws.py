"""Laws of settlement over tables dealt at random, all presets and rule sets made up."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from marriage.literal_maal import (
    LiteralSeat,
    LiteralTable,
    literal_nets,
    literal_points,
    literal_price,
)
from marriage.tables import facts_of, preset_rules, recoloured, tables
from rule_strategies import rule_sets

from marriage_analysis.games.marriage.checker import check_settlement
from marriage_analysis.games.marriage.maal import total
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import Kidnap, Tiers
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.settle import (
    Counted,
    DhoosFact,
    KnownMaal,
    PaymentKind,
    SeatFacts,
    Settlement,
    Stated,
    TableFacts,
    settle,
)


@given(tables())
def test_equals_the_literal_settlement_pair_by_pair(table: LiteralTable):
    settlement = settle(facts_of(table))
    points = literal_points(table)
    assert list(settlement.points) == points
    assert list(settlement.net) == literal_nets(table, points)
    assert settlement.total_maal == sum(points)


@given(tables())
def test_nets_add_up_and_every_line_is_accounted_for(table: LiteralTable):
    settlement = settle(facts_of(table))
    assert sum(settlement.net) == 0
    flow = [0] * len(table.seats)
    for payment in settlement.payments:
        assert payment.points > 0
        flow[payment.payer] -= payment.points
        flow[payment.payee] += payment.points
    assert tuple(flow) == settlement.net
    assert all(total(maal.items) == maal.points for maal in settlement.maal)
    assert check_settlement(settlement) == ()


@given(tables())
def test_set_05_the_winners_net_from_his_own_terms(table: LiteralTable):
    table = replace(table, due=(), fouls=())
    settlement = settle(facts_of(table))
    prices = sum(literal_price(table, seat) for seat in range(len(table.seats)) if seat != table.winner)
    own = len(table.seats) * settlement.points[table.winner] - settlement.total_maal + prices
    assert settlement.net[table.winner] == own * table.rules.better


@st.composite
def stated_tables(draw: st.DrawFn) -> TableFacts:
    """Games of which only the stated maal is known, without a lapse that would void it."""
    rules = replace(
        draw(preset_rules() | rule_sets()), kidnap=Kidnap.OFF, maal_pachaunu=False, tunnel_pachaunu=False
    )
    n = draw(st.integers(2, 6))
    winner = draw(st.integers(0, n - 1))
    fines = st.lists(st.builds(DhoosFact, st.integers(0, n - 1), st.integers(0, 30)), max_size=3).map(tuple)
    seats = tuple(
        SeatFacts(
            seen=True if seat == winner else draw(st.booleans()),
            route=draw(st.sampled_from(Route)),
            maal=draw(st.builds(Stated, st.integers(0, 90)) | st.builds(Counted, st.integers(0, 90))),
        )
        for seat in range(n)
    )
    return TableFacts(
        rules=rules,
        winner=winner,
        finish=draw(st.sampled_from(Route)),
        seats=seats,
        due=draw(fines),
        fouls=draw(fines),
    )


def raised(maal: KnownMaal | None, points: int) -> KnownMaal:
    assert isinstance(maal, Stated | Counted)
    return replace(maal, points=maal.points + points)


@given(stated_tables(), st.integers(1, 1000))
def test_the_same_maal_more_for_everybody_changes_no_net(facts: TableFacts, more: int):
    seats = tuple(replace(seat, maal=raised(seat.maal, more)) for seat in facts.seats)
    assert settle(replace(facts, seats=seats)).net == settle(facts).net


def moved(table: LiteralTable, order: list[int]) -> LiteralTable:
    """The same game with the player of seat ``order[k]`` on seat k."""
    seat_of = {old: new for new, old in enumerate(order)}
    return replace(
        table,
        seats=tuple(table.seats[old] for old in order),
        winner=seat_of[table.winner],
        due=tuple((seat_of[seat], points) for seat, points in table.due),
        fouls=tuple((seat_of[seat], points) for seat, points in table.fouls),
    )


@given(tables(), st.randoms(use_true_random=False))
def test_seats_exchanged_nets_exchanged(table: LiteralTable, random: object):
    order = list(range(len(table.seats)))
    getattr(random, "shuffle")(order)  # noqa: B009 (hypothesis does not name the type of its randoms)
    before, after = settle(facts_of(table)), settle(facts_of(moved(table, order)))
    assert after.net == tuple(before.net[old] for old in order)
    assert after.points == tuple(before.points[old] for old in order)


def recoloured_table(table: LiteralTable) -> LiteralTable:
    return replace(
        table,
        tiplu=recoloured(table.tiplu),
        seats=tuple(
            replace(
                seat,
                holding=tuple(recoloured(card) for card in seat.holding),
                displayed=tuple(recoloured(card) for card in seat.displayed),
            )
            for seat in table.seats
        ),
    )


@given(tables())
def test_suits_exchanged_within_their_colour_change_nothing(table: LiteralTable):
    before, after = settle(facts_of(table)), settle(facts_of(recoloured_table(table)))
    assert (before.points, before.net) == (after.points, after.net)


@given(tables())
def test_var_06_kidnap_by_points_moves_and_makes_none(table: LiteralTable):
    def by(kidnap: Kidnap) -> Settlement:
        # Pachaunu does not touch what kidnap moves, so the points before the move are those without both.
        rules = replace(table.rules, kidnap=kidnap, maal_pachaunu=False, tunnel_pachaunu=False)
        return settle(facts_of(replace(table, rules=rules)))

    off, points, cards = by(Kidnap.OFF), by(Kidnap.POINTS), by(Kidnap.CARDS)
    assert points.total_maal == off.total_maal
    for seat, player in enumerate(table.seats):
        if seat != table.winner and not player.seen:
            assert points.points[seat] == cards.points[seat] == 0
        elif seat != table.winner:
            assert points.points[seat] == cards.points[seat] == off.points[seat]


@given(tables(), st.sampled_from([Kidnap.POINTS, Kidnap.CARDS]), st.booleans(), st.booleans())
def test_var_06_kidnap_overrides_pachaunu(table: LiteralTable, kidnap: Kidnap, maal: bool, tunnels: bool):
    kept = replace(table.rules, kidnap=kidnap, maal_pachaunu=False, tunnel_pachaunu=False)
    lapsing = replace(kept, maal_pachaunu=maal, tunnel_pachaunu=tunnels)
    assert (
        settle(facts_of(replace(table, rules=kept))).net == settle(facts_of(replace(table, rules=lapsing))).net
    )


@given(tables())
def test_var_05_murder_voids_the_maal_of_the_unseen(table: LiteralTable):
    rules = replace(table.rules, kidnap=Kidnap.OFF, maal_pachaunu=True, tunnel_pachaunu=True)
    settlement = settle(facts_of(replace(table, rules=rules)))
    free = replace(rules, maal_pachaunu=False, tunnel_pachaunu=False)
    counted = settle(facts_of(replace(table, rules=free)))
    for seat, player in enumerate(table.seats):
        seen = player.seen or seat == table.winner
        assert settlement.points[seat] == (counted.points[seat] if seen else 0)


@given(tables(), st.integers(2, 9))
def test_var_08_better_multiplies_all_but_the_dhoos(table: LiteralTable, better: int):
    plain = replace(table, rules=replace(table.rules, better=1))
    before = settle(facts_of(plain))
    after = settle(facts_of(replace(plain, rules=replace(plain.rules, better=better))))
    fines = (PaymentKind.DHOOS, PaymentKind.DHOOS_DUE)
    times = [1 if payment.kind in fines else better for payment in before.payments]
    expected = [(p.payer, p.payee, p.points * k) for p, k in zip(before.payments, times, strict=True)]
    assert [(p.payer, p.payee, p.points) for p in after.payments] == expected
    assert after.points == before.points


@given(stated_tables(), st.integers(0, 20))
def test_dublee_bonus_from_each_equals_that_maal_more_for_the_winner(facts: TableFacts, bonus: int):
    """Section 11: 5 from each loser, or 5 more maal for the winner, give the same nets."""
    rules = replace(facts.rules, dublee_bonus=0)
    facts = replace(facts, finish=Route.DUBLEES, rules=rules)
    assume(rules.dublee_payment_mode.value == "add_bonus")
    seats = list(facts.seats)
    seats[facts.winner] = replace(seats[facts.winner], maal=raised(seats[facts.winner].maal, bonus))
    by_maal = settle(replace(facts, seats=tuple(seats)))
    by_bonus = settle(replace(facts, rules=replace(rules, dublee_bonus=bonus)))
    assert by_maal.net == by_bonus.net


def test_the_worked_example_of_section_11():
    """A 5, B 2, C 7, D 0; C wins, D has not seen: +3, -9, +30, -24."""
    seats = (
        LiteralSeat(True, ("QC", "QC")),
        LiteralSeat(True, ("TC",)),
        LiteralSeat(True, ("JC", "JC")),
        LiteralSeat(False),
    )
    table = LiteralTable(rule_set("pagat"), "JC", seats, winner=2)
    assert settle(facts_of(table)).net == (3, -9, 30, -24)


def test_flat_tiers_do_not_matter_to_the_law():
    """A rule set whose tiers fall (10, 3) is settled as it stands."""
    falling: Tiers = (10, 3)
    table = LiteralTable(
        replace(rule_set("pagat"), tiplu_points=falling),
        "JC",
        (LiteralSeat(True, ("JC", "JC")), LiteralSeat(True)),
        winner=0,
    )
    assert settle(facts_of(table)).points == (3, 0)
