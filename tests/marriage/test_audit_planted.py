"""A fact changed under right claims: found exactly when a number changes, whatever the fact.

The numbers of the changed game come from ``literal_maal``. What no audit of one record can see is what
leaves every number as it was; the last tests say which changes these are.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marriage.auditing import audited, codes_of
from marriage.literal_maal import LiteralSeat, LiteralTable, literal_nets, literal_points, role_of
from marriage.tables import record_of, tables

from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.games.marriage.rules.presets import rule_set

EXAMPLES = settings.default.max_examples // 2 if settings.default else 25
Change = Callable[[LiteralTable, int, int], LiteralTable]


def with_seat(table: LiteralTable, seat: int, **changes: Any) -> LiteralTable:
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(table, seats=tuple(seats))


def seen(table: LiteralTable, seat: int, _: int) -> LiteralTable:
    player = table.seats[seat]
    if player.seen:
        return with_seat(table, seat, seen=False, route="sets", laid=False)
    return with_seat(table, seat, seen=True)


def winner(table: LiteralTable, seat: int, _: int) -> LiteralTable:
    return replace(with_seat(table, seat, seen=True, route=table.finish), winner=seat)


def finish(table: LiteralTable, _seat: int, _: int) -> LiteralTable:
    other = "sets" if table.finish == "dublees" else "dublees"
    return replace(with_seat(table, table.winner, route=other, laid=False), finish=other)


def route(table: LiteralTable, seat: int, _: int) -> LiteralTable:
    other = "sets" if table.seats[seat].route == "dublees" else "dublees"
    return with_seat(table, seat, route=other, laid=False)


def card_left_out(table: LiteralTable, seat: int, number: int) -> LiteralTable:
    held = list(table.seats[seat].holding)
    if held:
        del held[number % len(held)]
    return with_seat(table, seat, holding=tuple(held))


def card_of_another(table: LiteralTable, seat: int, number: int) -> LiteralTable:
    """One card changes hands: the copies in the deck stay right."""
    other = (seat + 1) % len(table.seats)
    mine, his = list(table.seats[seat].holding), list(table.seats[other].holding)
    if mine:
        his.append(mine.pop(number % len(mine)))
    return with_seat(with_seat(table, seat, holding=tuple(mine)), other, holding=tuple(his))


def tunnel_not_displayed(table: LiteralTable, seat: int, _: int) -> LiteralTable:
    player = table.seats[seat]
    back = tuple(card for card in player.displayed for _ in range(3))
    return with_seat(table, seat, holding=player.holding + back, displayed=())


def laid(table: LiteralTable, seat: int, _: int) -> LiteralTable:
    return with_seat(table, seat, laid=not table.seats[seat].laid)


def tiplu(table: LiteralTable, _seat: int, number: int) -> LiteralTable:
    return replace(table, tiplu="A23456789TJQK"[number % 13] + "SHDC"[number % 4])


def due(table: LiteralTable, seat: int, number: int) -> LiteralTable:
    return replace(table, due=(*table.due, (seat, number)))


def foul(table: LiteralTable, seat: int, number: int) -> LiteralTable:
    return replace(table, fouls=(*table.fouls, (seat, number)))


def dues_forgotten(table: LiteralTable, _seat: int, _: int) -> LiteralTable:
    return replace(table, due=(), fouls=())


CHANGES = [
    seen,
    winner,
    finish,
    route,
    card_left_out,
    card_of_another,
    tunnel_not_displayed,
    laid,
    tiplu,
    due,
    foul,
    dues_forgotten,
]


@pytest.mark.parametrize("change", CHANGES)
@settings(max_examples=EXAMPLES)
@given(table=tables(), seat=st.integers(0, 5), number=st.integers(0, 60))
def test_a_changed_fact_is_found_exactly_when_a_number_changes(
    change: Change, table: LiteralTable, seat: int, number: int
):
    maal = literal_points(table)
    nets = literal_nets(table, maal)
    wrong = change(table, seat % len(table.seats), number)
    audit = audited(record_of(wrong, maal=maal, net=nets))
    if audit.verdict is Verdict.INVALID:
        return  # the changed fact cannot be at all, and is told so
    wrong_maal = literal_points(wrong)
    agrees = wrong_maal == maal and literal_nets(wrong, wrong_maal) == nets
    assert audit.verdict is (Verdict.CLEAN if agrees else Verdict.DISCREPANCY), audit.findings
    for column, right, claimed in (("maal", wrong_maal, maal), ("net", literal_nets(wrong, wrong_maal), nets)):
        places = {f.place.seat for f in audit.findings if f.code.name == f"{column}_differs"}
        assert places == {i for i, (a, b) in enumerate(zip(right, claimed, strict=True)) if a != b}


@given(tables(), st.integers(0, 5), st.integers(1, 30), st.sampled_from(["maal", "net", "counted"]))
def test_a_changed_claim_is_always_found(table: LiteralTable, seat: int, more: int, field: str):
    maal = literal_points(table)
    record = record_of(table, maal=maal, net=literal_nets(table, maal))
    row = record["result"]["players"][seat % len(table.seats)]
    if field == "counted":
        full = replace(table.rules, maal_pachaunu=False, tunnel_pachaunu=False)
        counted = replace(table, rules=replace(full, kidnap=rule_set("pagat").kidnap))
        row["counted"] = literal_points(counted)[seat % len(table.seats)]
        assert audited(record).verdict is Verdict.CLEAN
    row[field] += more
    audit = audited(record)
    if audit.verdict is Verdict.INVALID:  # more than all cards can count together
        assert codes_of(audit, "error") >= {"impossible_count"}
        return
    assert audit.verdict is Verdict.DISCREPANCY
    places = {f.place.seat for f in audit.findings if f.code.name == f"{field}_differs"}
    assert places == {seat % len(table.seats)}


@pytest.mark.parametrize("kidnap", ["points", "cards"])
def test_a_kidnapped_hand_counted_by_itself_is_not_too_much(kidnap: str):
    """VAR-06: by points each hand is counted for itself, so two tiplus in two hands count twice as one."""
    rules = rule_set("pagat", {"kidnap": kidnap, "tiplu_points": [200, 200]})
    table = LiteralTable(rules, "JC", (LiteralSeat(True, ("JC",)), LiteralSeat(False, ("JC",))), winner=0)
    maal = literal_points(table)
    assert maal == [400 if kidnap == "points" else 200, 0]
    assert audited(record_of(table, maal=maal, net=literal_nets(table, maal))).verdict is Verdict.CLEAN


def sheet(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A score sheet without cards, by pagat's rules; seat 0 wins."""
    seats = tuple(LiteralSeat(row["seen"]) for row in rows)
    record = record_of(LiteralTable(rule_set("pagat"), "JC", seats, winner=0))
    record["result"]["players"] = rows
    return record


def three(*maal: int, nets: tuple[int, int, int]) -> list[dict[str, Any]]:
    seen_by = (True, True, False)
    return [{"seen": saw, "maal": s, "net": net} for saw, s, net in zip(seen_by, maal, nets, strict=True)]


def test_on_a_sheet_one_maal_wrong_is_found_in_every_net():
    assert audited(sheet(three(5, 2, 0, nets=(21, -4, -17)))).verdict is Verdict.CLEAN
    audit = audited(sheet(three(5, 3, 0, nets=(21, -4, -17))))
    assert audit.verdict is Verdict.DISCREPANCY
    assert {f.place.seat for f in audit.findings if f.code.name == "net_differs"} == {0, 1, 2}


def test_on_a_sheet_the_same_maal_too_much_for_everybody_cannot_be_seen():
    """No net tells: adding a number to everybody's maal changes none. Cards or items would."""
    assert audited(sheet(three(9, 6, 4, nets=(21, -4, -17)))).verdict is Verdict.CLEAN


def test_on_a_sheet_maal_and_nets_wrong_together_cannot_be_seen():
    assert audited(sheet(three(5, 3, 0, nets=(20, -2, -18)))).verdict is Verdict.CLEAN


def test_with_nets_alone_two_that_make_up_for_each_other_cannot_be_seen():
    rows = [{"net": 10}, {"net": -4}, {"net": -6}]
    record = sheet([{"seen": True}] * 3)
    record["rules"] = {}
    record["result"] = {"players": rows}
    assert audited(record).verdict is Verdict.INCOMPLETE
    record["result"] = {"players": [{"net": 9}, {"net": -3}, {"net": -6}]}
    assert audited(record).verdict is Verdict.INCOMPLETE
    record["result"] = {"players": [{"net": 9}, {"net": -4}, {"net": -6}]}
    assert codes_of(audited(record), "error") == {"net_sum_not_zero"}


def test_a_card_that_earns_nothing_exchanged_cannot_be_seen():
    table = LiteralTable(rule_set("pagat"), "JC", (LiteralSeat(True, ("2D",)), LiteralSeat(True, ("QC",))), 0)
    assert role_of("3D", "JC", table.rules) == "plain"
    maal = literal_points(table)
    wrong = with_seat(table, 0, holding=("3D",))
    assert audited(record_of(wrong, maal=maal, net=literal_nets(table, maal))).verdict is Verdict.CLEAN
