"""Both real evenings: clean, every net and every total that of the sheet, the dhoos followed."""

from collections.abc import Callable
from typing import Any

import pytest
from sessions.booking import audits_of, report_of, session_codes
from sessions.real_sessions import session_a, session_b, sheet_rows, sheet_totals

from marriage_analysis.audit.verdict import Verdict

SESSIONS: dict[str, Callable[[], list[dict[str, Any]]]] = {"session-a": session_a, "session-b": session_b}


@pytest.mark.parametrize("name", SESSIONS)
def test_every_game_is_clean(name: str):
    for number, audit in enumerate(audits_of(SESSIONS[name]()), start=1):
        assert audit.verdict is Verdict.CLEAN, audit.findings
        assert audit.examination is not None
        playing = [row for row in sheet_rows(name)[number] if row["status"] != "pause"]
        assert list(audit.examination.derived["net"]) == [int(row["net"]) for row in playing]
        assert list(audit.examination.derived["maal"]) == [int(row["maal"]) for row in playing]


@pytest.mark.parametrize("name", SESSIONS)
def test_every_total_is_that_of_the_sheet(name: str):
    report = report_of(SESSIONS[name]())
    totals = {report.names[key]: total for key, total in report.totals.items()}
    assert totals == sheet_totals(name)
    assert report.claimed_totals == report.totals
    assert sum(report.totals.values()) == 0
    assert session_codes(report) == []
    assert report.open == {}


@pytest.mark.parametrize("name", SESSIONS)
def test_running_points_add_up_game_by_game(name: str):
    report = report_of(SESSIONS[name]())
    for key, player in report.names.items():
        rows = [row for row in report.running if row.player == key]
        total = 0
        for row in rows:
            total += row.net or 0
            assert row.total == total
        sat_out = [number for number, lines in sheet_rows(name).items() if not played(lines, player)]
        assert [row.number for row in rows if row.net is None] == sat_out


def played(lines: list[dict[str, str]], player: str) -> bool:
    return any(row["player"] == player and row["status"] != "pause" for row in lines)


@pytest.mark.parametrize("name", SESSIONS)
def test_every_net_changed_by_one_is_found(name: str):
    for index, record in enumerate(SESSIONS[name]()):
        for seat, row in enumerate(record["result"]["players"]):
            row["net"] += 1
            audit = audits_of([record])[0]
            assert audit.verdict is Verdict.DISCREPANCY
            places = [f.place.path for f in audit.findings if f.code.name == "net_differs"]
            assert places == [f"result.players[{seat}].net"], (index, seat)
            row["net"] -= 1


def test_irr_05_the_fouler_wins_the_next_game_and_owes_nothing():
    report = report_of(session_a())
    assert report.games[3].derived["p1"] == 50
    assert session_codes(report) == []
    assert report.open == {}


def test_irr_05_the_fouler_loses_the_next_game_and_pays():
    games = session_a()
    games[3]["result"]["winner"] = 0
    audit = audits_of(games)[3]
    assert audit.examination is not None
    paid = [t for t in audit.examination.statement.transfers if t.kind == "dhoos_due"]  # type: ignore[union-attr]
    assert [(t.payer, t.payee, t.points) for t in paid] == [(4, 0, 15)]


def test_the_dhoos_left_out_of_the_next_game_is_found():
    games = session_a()
    del games[3]["dhoos_due"]
    report = report_of(games)
    ((game, finding),) = report.findings
    assert game is not None
    assert (game.id, finding.code.name) == ("session-a-4", "dhoos_due_differs")
    assert (finding.expected, finding.found, finding.place.seat) == (15, 0, 4)


def test_cf_36_without_the_exemption_session_a_does_not_come_out():
    games = session_a()
    for game in games:
        game["rules"] = {**game["rules"], "options": {**game["rules"]["options"]}}
        game["rules"]["options"]["foul_exempt_from_payment"] = False
    verdicts = [audit.verdict for audit in audits_of(games)]
    # Nobody noted whether P1 had seen, so his payment of game 3 is then not known.
    assert verdicts == [Verdict.CLEAN] * 2 + [Verdict.INCOMPLETE] + [Verdict.CLEAN] * 3


def test_deck_04_six_players_need_an_option():
    games = session_a()
    for game in games:
        game["rules"] = {**game["rules"], "options": {**game["rules"]["options"], "max_players": 5}}
    found = {audit.record.id: audit.verdict for audit in audits_of(games) if audit.record is not None}
    assert found["session-a-2"] is Verdict.INVALID
    assert found["session-a-1"] is Verdict.CLEAN
