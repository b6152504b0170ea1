"""Mistakes that real score keepers make, planted into right records: found, and named in words.

The nets of each mistake are written out from its description, not by the code that looks for it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from marriage.auditing import audited, codes_of, found_at, slips_of
from marriage.literal_maal import (
    LiteralSeat,
    LiteralTable,
    literal_nets,
    literal_points,
    literal_price,
)
from marriage.tables import record_of, tables

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.games.marriage.rules.presets import rule_set

# P0 has a marriage, P1 wins, P2 has seen and has nothing, P3 and P4 have not seen.
SEATS = (
    LiteralSeat(True, ("TC", "JC", "QC")),
    LiteralSeat(True, ("QC", "JC")),
    LiteralSeat(True),
    LiteralSeat(False, ("TC",)),
    LiteralSeat(False, ("QC",)),
)


def table_of(preset: str = "pagat", finish: str = "sets", **options: Any) -> LiteralTable:
    return LiteralTable(rule_set(preset, options), "JC", SEATS, winner=1, finish=finish)


def right(table: LiteralTable) -> tuple[list[int], list[int]]:
    points = literal_points(table)
    return points, literal_nets(table, points)


def audit_of(
    table: LiteralTable, nets: Sequence[int], maal: Sequence[int] | None = None, **fields: Any
) -> RecordAudit:
    points, _ = right(table)
    return audited({**record_of(table, maal=maal or points, net=nets), **fields})


def check_found(
    audit: RecordAudit, table: LiteralTable, nets: Sequence[int], words: str, *, balanced: bool
) -> None:
    """Each wrong net at its place, the sum where it is wrong, and the mistake by its name."""
    _, nets_right = right(table)
    assert audit.verdict is Verdict.DISCREPANCY
    for seat, (wrong, net) in enumerate(zip(nets, nets_right, strict=True)):
        places = [f for f in audit.findings if f.place.path == f"result.players[{seat}].net"]
        assert [(f.expected, f.found) for f in places if f.code.name == "net_differs"] == (
            [] if wrong == net else [(net, wrong)]
        )
    assert ("net_sum_not_zero" in codes_of(audit)) is not balanced
    assert words in slips_of(audit), slips_of(audit)


def test_a_seen_player_with_no_maal_billed_as_unseen():
    table = table_of()
    _, nets = right(table)
    nets[2] -= 7
    nets[1] += 7
    check_found(audit_of(table, nets), table, nets, "P2 is billed as unseen", balanced=True)


@pytest.mark.parametrize("central", [True, False], ids=["the winner takes the rest", "by his own terms"])
def test_unseen_maal_added_to_t_and_credited_to_nobody(central: bool):
    table = table_of()
    points, nets = right(table)
    for seat in (3, 4):
        nets[seat] -= len(SEATS) * points[seat]
    if central:
        nets[1] = -sum(net for seat, net in enumerate(nets) if seat != 1)
    words = "unseen players is counted in T but credited to nobody"
    check_found(audit_of(table, nets), table, nets, words, balanced=central)


def test_unseen_maal_added_to_t_where_it_is_void_is_an_accidental_kidnap():
    table = table_of("house-app")
    points, _ = right(table)
    assert points == [10, 5, 0, 0, 0]
    # T is taken as 19, each loser pays T + w - nS, the winner collects.
    nets = [5 * points[seat] - 19 - literal_price(table, seat) for seat in range(5)]
    nets[1] = 0
    nets[1] = -sum(nets)
    words = "unseen players is counted in T but credited to nobody, so the winner has it"
    check_found(audit_of(table, nets), table, nets, words, balanced=True)


def test_the_winner_charged_too():
    table = table_of()
    _, nets = right(table)
    nets[1] -= 3
    check_found(audit_of(table, nets), table, nets, "P1, the winner, is charged too", balanced=False)


def test_a_dublee_bonus_credited_and_charged_to_nobody():
    table = table_of(finish="dublees")
    _, nets = right(table)
    nets = [net + 5 * (seat != 1) for seat, net in enumerate(nets)]
    words = "the dublee bonus is credited to the winner but charged to nobody"
    check_found(audit_of(table, nets), table, nets, words, balanced=False)


def test_two_unseen_players_who_never_settle_with_each_other():
    table = replace(table_of(), seats=(*SEATS[:4], replace(SEATS[4], holding=("TC", "QC"))))
    points, nets = right(table)
    gap = points[4] - points[3]
    nets[3] += gap
    nets[4] -= gap
    words = "the players who had not seen do not settle maal with each other"
    check_found(audit_of(table, nets), table, nets, words, balanced=True)


def test_the_seen_marks_of_two_players_exchanged():
    table = table_of()
    _, nets = right(table)
    nets[2] -= 7  # P2 had seen and pays 10, P3 had not and pays 3
    nets[3] += 7
    check_found(audit_of(table, nets), table, nets, "the seen marks of P2 and P3 are exchanged", balanced=True)


def test_every_sign_turned_round():
    table = table_of()
    nets = [-net for net in right(table)[1]]
    check_found(audit_of(table, nets), table, nets, "every net has the wrong sign", balanced=True)


@pytest.mark.parametrize("finish", ["sets", "dublees"])
def test_the_payments_to_the_winner_forgotten(finish: str):
    table = table_of(finish=finish)
    _, nets = right(table)
    for seat, price in ((0, 3), (2, 3), (3, 10), (4, 10)):
        nets[seat] += price
        nets[1] -= price
    words = "the payments of seen and unseen players to the winner are left out"
    check_found(audit_of(table, nets), table, nets, words, balanced=True)


def test_nets_that_follow_from_the_maal_as_stated_have_no_second_cause():
    table = table_of()
    points, _ = right(table)
    wrong = [points[0] + 1, *points[1:]]
    audit = audit_of(table, literal_nets(table, wrong), maal=wrong)
    of_nets = [
        f for f in audit.findings if f.code.name == "likely_mistake" and f.place.path == "result.players"
    ]
    assert [f.message.partition(" if ")[2] for f in of_nets] == [
        "the nets follow from the maal as stated, so the mistake is in the maal"
    ]


def test_a_marriage_counted_as_ten_and_as_three_two_two():
    table = table_of()
    points, _ = right(table)
    wrong = [17, *points[1:]]
    nets = literal_nets(table, wrong)
    audit = audit_of(table, nets, maal=wrong)
    assert audit.verdict is Verdict.DISCREPANCY
    finding = found_at(audit, "maal_differs", "result.players[0].maal")
    assert (finding.expected, finding.found, finding.rule) == (10, 17, "SCORE-04")
    assert "the cards of the marriage are counted again one by one" in slips_of(audit)
    assert "the nets follow from the maal as stated" in slips_of(audit)


def test_three_tiplus_in_hands_are_refused():
    table = table_of()
    record = record_of(table)
    record["result"]["players"][2]["holding"] = "JC"
    audit = audited(record)
    assert audit.verdict is Verdict.INVALID
    assert codes_of(audit, "error") == {"too_many_copies"}


def test_a_ledger_averaged_until_it_adds_up():
    table = table_of(seen_payment=5)
    _, nets = right(table)
    nets[1] -= 5
    averaged = [net + 1 for net in nets]
    words = "the winner, is charged too, and what was over is spread on everybody"
    check_found(audit_of(table, averaged), table, averaged, words, balanced=True)


def test_the_winner_taken_to_be_the_one_with_most():
    table = replace(table_of(), winner=2)
    _, nets_right = right(table)
    most = nets_right.index(max(nets_right))
    assert most != 2
    nets = literal_nets(replace(table, winner=most), literal_points(table))
    check_found(audit_of(table, nets), table, nets, f"P{most} is taken for the winner", balanced=True)


@pytest.mark.parametrize("central", [True, False])
def test_a_paused_player_counted_in_n(central: bool):
    table = table_of()
    points, nets = right(table)
    nets = [net + s for net, s in zip(nets, points, strict=True)]
    if central:
        nets[1] = -sum(net for seat, net in enumerate(nets) if seat != 1)
    audit = audit_of(table, nets, sat_out=[{"name": "P5"}])
    check_found(audit, table, nets, "who did not play is counted in n", balanced=central)


def test_the_better_game_not_doubled():
    table = table_of(better=2)
    nets = literal_nets(replace(table, rules=replace(table.rules, better=1)), literal_points(table))
    check_found(audit_of(table, nets), table, nets, "the better game is not multiplied", balanced=True)


# What one player counted wrongly: rules, options, the row of the player, the wrong maal, the words.
MAAL_SLIPS: list[tuple[str, dict[str, Any], dict[str, Any], int, str]] = [
    ("wikipedia-en", {}, {"holding": "TC JC QC"}, 0, "the maal is taken as void"),
    ("wikipedia-en", {}, {"holding": "TC JC QC"}, 15, "a marriage in hand is counted as laid"),
    ("wikipedia-en", {}, {"holding": "TC JC QC", "laid_marriage": True}, 10, "the laid marriage is left out"),
    ("wikipedia-en", {}, {"holding": "TC JC QC"}, 7, "every card is counted as a single one"),
    (
        "pagat",
        {},
        {"holding": "QC QC", "displayed_tunnels": "6H"},
        5,
        "the displayed tunnel 6H6H6H is left out",
    ),
    ("pagat", {}, {"displayed_tunnels": "QC", "holding": ""}, 30, "tunnel points are counted on top of"),
    ("house-app", {}, {"displayed_tunnels": "QC", "holding": ""}, 10, "tunnel points are counted instead of"),
    ("pagat", {}, {"holding": "JC", "final_discard": "QC"}, 5, "the final discard is counted"),
    ("pagat", {}, {"holding": "JC JC"}, 8, "counted by the values of wikipedia-en"),
    ("pagat", {}, {"holding": "JC QC QC QC TC TC TC"}, 20, "counted with marriages first"),
]


@pytest.mark.parametrize(
    ("preset", "options", "row", "maal", "words"), MAAL_SLIPS, ids=[case[4] for case in MAAL_SLIPS]
)
def test_slips_in_one_players_maal(
    preset: str, options: dict[str, Any], row: dict[str, Any], maal: int, words: str
):
    seats = (LiteralSeat(True), LiteralSeat(True))
    record = record_of(LiteralTable(rule_set(preset, options), "JC", seats, winner=0))
    record["result"]["players"][0] = {"seen": True, "route": "sets", **row, "maal": maal}
    audit = audited(record)
    assert audit.verdict is Verdict.DISCREPANCY, audit.findings
    assert found_at(audit, "maal_differs", "result.players[0].maal").found == maal
    assert words in slips_of(audit)


def test_maal_of_an_unseen_player_counted_in_full_where_it_is_void():
    table = table_of("house-app")
    points, nets = right(table)
    audit = audit_of(table, nets, maal=[*points[:3], 2, 0])
    assert found_at(audit, "maal_differs", "result.players[3].maal").expected == 0
    assert "counted in full although the player had not seen the tiplu" in slips_of(audit)


@pytest.mark.parametrize("kidnap", ["points", "cards"])
def test_kidnap_forgotten(kidnap: str):
    table = table_of(kidnap=kidnap)
    nets = literal_nets(table, [10, 5, 0, 2, 2])
    check_found(audit_of(table, nets), table, nets, "counted for themselves", balanced=True)


@given(tables())
def test_no_slip_is_named_where_nothing_is_wrong(table: LiteralTable):
    points, nets = right(table)
    audit = audited(record_of(table, maal=points, net=nets))
    assert audit.verdict is Verdict.CLEAN, audit.findings
    assert slips_of(audit) == ""


@given(tables(), st.integers(0, 5), st.integers(0, 5), st.integers(-40, 40))
def test_any_payment_too_much_is_found(table: LiteralTable, payer: int, payee: int, points: int):
    n = len(table.seats)
    payer, payee = payer % n, payee % n
    assume(points and payer != payee)
    maal, nets = right(table)
    nets[payer] -= points
    nets[payee] += points
    audit = audited(record_of(table, maal=maal, net=nets))
    assert audit.verdict is Verdict.DISCREPANCY
    assert {f.place.seat for f in audit.findings if f.code.name == "net_differs"} == {payer, payee}
    assert slips_of(audit)
