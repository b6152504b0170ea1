"""Corrections inside a session: the corrected account is not counted, the correction is."""

import json
from pathlib import Path

from sessions.booking import session_codes
from sessions.real_sessions import session_a, sheet_totals

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.sessions.book import SessionBook


def test_a_game_written_wrongly_and_corrected_later(tmp_path: Path):
    games = session_a()
    wrong = json.loads(json.dumps(games[1]))
    wrong["result"]["players"][0]["maal"] = 9
    correction = {**games[1], "corrects": {"reason": "miscounted_maal", "by": ["P6"]}}
    file = tmp_path / "evening.jsonl"
    lines = [games[0], wrong, *games[2:], correction]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    book = SessionBook()
    verdicts: list[Verdict | None] = []
    for audit in audit_records([file]):
        book.add(audit)
        verdicts.append(audit.verdict)
    assert verdicts == [Verdict.CLEAN, None, *[Verdict.CLEAN] * 5]
    (report,) = book.reports()
    assert session_codes(report) == []
    assert [game.line for game in report.games] == [1, 7, 3, 4, 5, 6]
    assert {report.names[key]: total for key, total in report.totals.items()} == sheet_totals("session-a")


def test_without_the_correction_the_wrong_account_is_found(tmp_path: Path):
    games = session_a()
    games[1]["result"]["players"][0]["maal"] = 9
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in games), encoding="utf-8")
    verdicts = [audit.verdict for audit in audit_records([file])]
    assert verdicts == [Verdict.CLEAN, Verdict.DISCREPANCY, *[Verdict.CLEAN] * 4]
