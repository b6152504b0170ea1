"""The checker accepts what ``settle`` gives and refuses it as soon as any one part is changed."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marriage.literal_maal import LiteralSeat, LiteralTable
from marriage.tables import facts_of, preset_rules, tables

from marriage_analysis.games.marriage.checker import check_settlement
from marriage_analysis.games.marriage.maal import ItemKind, MaalItem
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.settle import (
    Counted,
    PaymentKind,
    SeatFacts,
    SeatMaal,
    Settlement,
    TableFacts,
    settle,
)


def with_items(settlement: Settlement, seat: int, items: tuple[MaalItem, ...]) -> Settlement:
    maal = replace(settlement.maal[seat], items=items)
    return replace(settlement, maal=(*settlement.maal[:seat], maal, *settlement.maal[seat + 1 :]))


def mutated_items(settlement: Settlement) -> Iterator[tuple[str, Settlement]]:
    for seat, maal in enumerate(settlement.maal):
        for index, item in enumerate(maal.items):
            before, after = maal.items[:index], maal.items[index + 1 :]
            what = f"seat {seat}, {item.kind.value}"
            yield f"{what}: dropped", with_items(settlement, seat, (*before, *after))
            yield f"{what}: doubled", with_items(settlement, seat, (*before, item, item, *after))
            for step in (-1, 1):
                more_points = replace(item, points=item.points + step)
                yield f"{what}: points", with_items(settlement, seat, (*before, more_points, *after))
                more_cards = replace(item, count=item.count + step)
                yield f"{what}: count", with_items(settlement, seat, (*before, more_cards, *after))
            if item.cards:
                fewer = replace(item, cards=item.cards[:-1])
                if fewer.cards:
                    yield f"{what}: cards", with_items(settlement, seat, (*before, fewer, *after))
            for kind in ItemKind:
                if kind is not item.kind:
                    other = replace(item, kind=kind)
                    yield f"{what}: as {kind.value}", with_items(settlement, seat, (*before, other, *after))
        for kind in ItemKind:
            extra = MaalItem(kind, 1, 0, "SCORE-01")
            yield f"seat {seat}: {kind.value} added", with_items(settlement, seat, (*maal.items, extra))


def mutated_payments(settlement: Settlement) -> Iterator[tuple[str, Settlement]]:
    payments, n = settlement.payments, len(settlement.net)
    for index, payment in enumerate(payments):
        before, after = payments[:index], payments[index + 1 :]
        what = f"{payment.payer} to {payment.payee}, {payment.kind.value}"
        changed = [replace(payment, points=payment.points + step) for step in (-1, 1, -2 * payment.points)]
        changed += [replace(payment, payer=seat) for seat in range(n) if seat != payment.payer]
        changed += [replace(payment, payee=seat) for seat in range(n) if seat != payment.payee]
        changed += [replace(payment, kind=kind) for kind in PaymentKind if kind is not payment.kind]
        changed += [replace(payment, payer=payment.payee, payee=payment.payer)]
        for other in changed:
            yield f"{what}: {other}", replace(settlement, payments=(*before, other, *after))
        yield f"{what}: dropped", replace(settlement, payments=(*before, *after))
        yield f"{what}: doubled", replace(settlement, payments=(*before, payment, payment, *after))
    zero = replace(payments[0], points=0) if payments else None
    if zero is not None:
        yield "a payment of nothing", replace(settlement, payments=(*payments, zero))


def mutated_totals(settlement: Settlement) -> Iterator[tuple[str, Settlement]]:
    net, n = settlement.net, len(settlement.net)
    for seat in range(n):
        for step in (-1, 1):
            changed = tuple(points + step * (index == seat) for index, points in enumerate(net))
            yield f"net of {seat}", replace(settlement, net=changed)
            balanced = list(changed)
            balanced[(seat + 1) % n] -= step
            yield f"net of {seat}, still adding up", replace(settlement, net=tuple(balanced))
            points = (settlement.maal[seat].points or 0) + step
            maal = SeatMaal(points, settlement.maal[seat].items, settlement.maal[seat].basis)
            seats = (*settlement.maal[:seat], maal, *settlement.maal[seat + 1 :])
            yield f"maal of {seat}", replace(settlement, maal=seats)
            shifted = replace(settlement, maal=seats, total_maal=settlement.total_maal + step)
            yield f"maal of {seat} and T", shifted
    for step in (-1, 1):
        yield "T", replace(settlement, total_maal=settlement.total_maal + step)


def mutated(settlement: Settlement) -> Iterator[tuple[str, Settlement]]:
    yield from mutated_items(settlement)
    yield from mutated_payments(settlement)
    yield from mutated_totals(settlement)


def check_all_mutations(table: LiteralTable) -> None:
    settlement = settle(facts_of(table))
    assert check_settlement(settlement) == ()
    assert [what for what, wrong in mutated(settlement) if not check_settlement(wrong)] == []


@settings(max_examples=4)
@given(tables(rules=preset_rules()))
def test_every_part_changed_is_refused(table: LiteralTable):
    check_all_mutations(table)


@settings(max_examples=3)
@given(tables())
def test_every_part_changed_is_refused_under_rules_made_up(table: LiteralTable):
    check_all_mutations(table)


@pytest.mark.long
@settings(max_examples=40)
@given(tables())
def test_every_part_of_many_settlements_changed_is_refused(table: LiteralTable):
    check_all_mutations(table)


@settings(max_examples=10)
@given(tables(rules=preset_rules()), st.integers(1, 9))
def test_two_payments_that_only_go_round_are_refused(table: LiteralTable, points: int):
    """A round trip changes no net; each pair is looked at by itself."""
    settlement = settle(facts_of(table))
    if not settlement.payments:
        return
    line = settlement.payments[0]
    there = replace(line, points=points)
    back = replace(there, payer=line.payee, payee=line.payer)
    assert check_settlement(replace(settlement, payments=(*settlement.payments, there, back)))


def test_an_unseen_player_who_keeps_maal_under_murder_is_refused():
    table = LiteralTable(
        rule_set("house-app"), "JC", (LiteralSeat(True, ("QC",)), LiteralSeat(False, ("JC",))), winner=0
    )
    free = rule_set("house-app", {"maal_pachaunu": False, "tunnel_pachaunu": False})
    paid = settle(facts_of(replace(table, rules=free)))
    assert check_settlement(paid) == ()
    assert check_settlement(replace(paid, facts=facts_of(table)))


def kidnapped(*, winner: tuple[str, ...], unseen: tuple[str, ...]) -> Settlement:
    seats = (LiteralSeat(True, winner), LiteralSeat(False, unseen))
    return settle(facts_of(LiteralTable(rule_set("pagat", {"kidnap": "cards"}), "JC", seats, winner=0)))


def test_a_marriage_of_own_and_kidnapped_cards_names_all_three():
    settlement = kidnapped(winner=("TC",), unseen=("JC", "QC", "5D"))
    (marriage,) = settlement.maal[0].items
    assert (marriage.kind, " ".join(map(str, marriage.cards))) == (ItemKind.MARRIAGE, "TC JC QC")
    assert check_settlement(settlement) == ()


def test_that_cards_are_kidnapped_must_be_said():
    settlement = kidnapped(winner=("TC",), unseen=("JC",))
    (said,) = settlement.maal[1].items
    assert (said.kind, said.count) == (ItemKind.KIDNAP_CARDS, 0)
    assert check_settlement(with_items(settlement, 1, ()))


def test_kidnap_takes_nothing_from_a_seat_that_has_nothing():
    seats = (LiteralSeat(True, ("TC",)), LiteralSeat(False, ("5D",)))
    settlement = settle(facts_of(LiteralTable(rule_set("pagat", {"kidnap": "points"}), "JC", seats, winner=0)))
    assert settlement.maal[1].items == ()
    loss = MaalItem(ItemKind.KIDNAP_LOSS, 1, 0, "VAR-06")
    assert check_settlement(with_items(settlement, 1, (loss,)))


def test_a_marriage_counted_again_one_by_one_is_refused():
    table = LiteralTable(rule_set("pagat"), "JC", (LiteralSeat(True, ("TC", "JC", "QC")), LiteralSeat(True)), 0)
    settlement = settle(facts_of(table))
    (marriage,) = settlement.maal[0].items
    singles = tuple(
        MaalItem(kind, 1, points, "PT-01")
        for kind, points in ((ItemKind.TIPLU, 3), (ItemKind.POPLU, 2), (ItemKind.JHIPLU, 2))
    )
    twice = SeatMaal(17, (marriage, *singles), settlement.maal[0].basis)
    wrong = replace(settlement, maal=(twice, settlement.maal[1]), total_maal=17)
    assert any("tiplu" in problem for problem in check_settlement(wrong))


@pytest.mark.parametrize("seen", [True, False])
def test_stated_maal_is_checked_too(seen: bool):
    rules = rule_set("wikipedia-en")
    seats = (SeatFacts(seen=True, maal=Counted(4)), SeatFacts(seen=seen, maal=Counted(6)))
    facts = TableFacts(rules=rules, winner=0, finish=Route.SETS, seats=seats)
    settlement = settle(facts)
    assert check_settlement(settlement) == ()
    assert [what for what, wrong in mutated(settlement) if not check_settlement(wrong)] == []
