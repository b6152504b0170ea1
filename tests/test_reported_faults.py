"""Faults that people reported once, each with the case that shows it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.errors import StoreError
from marriage_analysis.records.reader import read_records
from marriage_analysis.sessions.book import SessionBook, SessionReport
from marriage_analysis.store.loading import load_files

PLAYERS = [{"name": "Asha"}, {"name": "Bina"}]


def game(number: int | None, *, name: str | None = None, **fields: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": name or f"g{number}",
        "session": {"id": "evening", **({} if number is None else {"number": number})},
        "rules": {"preset": "wikipedia-en"},
        "players": PLAYERS,
    }
    return record | fields


def won(*, maal: int = 0, dhoos: int = 0) -> dict[str, Any]:
    """Asha finishes and Bina has seen: 3 points, the difference of maal, and a dhoos where one is due."""
    net = 3 + maal + dhoos
    rows = [{"seen": True, "maal": maal, "net": net}, {"seen": True, "maal": 0, "net": -net}]
    return {"ending": "finished", "winner": 0, "finish": "sets", "players": rows}


FOUL: dict[str, Any] = {"dhoos": [{"seat": 1, "points": 15, "reason": "other"}]}
DUE: dict[str, Any] = {"dhoos_due": [{"seat": 1, "points": 15, "from": "g1"}]}


def book_of(folder: Path, *records: dict[str, Any]) -> SessionReport:
    path = folder / "evening.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    book = SessionBook()
    for audit in audit_records([path]):
        book.add(audit)
    (report,) = book.reports()
    return report


def codes_of(report: SessionReport) -> list[str]:
    return [finding.code.name for _, finding in report.findings]


@pytest.mark.parametrize("ending", ["dismissed", "cancelled", None])
def test_a_game_that_nobody_wins_need_not_bring_in_the_dhoos(tmp_path: Path, ending: str | None) -> None:
    result: dict[str, Any] = {} if ending is None else {"result": {"ending": ending}}
    report = book_of(
        tmp_path, game(1, result=won(), **FOUL), game(2, **result), game(3, result=won(dhoos=15), **DUE)
    )
    assert codes_of(report) == []
    assert report.open == {}


def test_a_dhoos_left_out_where_it_is_paid_is_found(tmp_path: Path) -> None:
    report = book_of(tmp_path, game(1, result=won(), **FOUL), game(2, result=won()))
    assert codes_of(report) == ["dhoos_due_differs"]


def test_a_game_of_which_only_nets_are_known_asks_for_no_dhoos(tmp_path: Path) -> None:
    nets = {"players": [{"net": 18}, {"net": -18}]}
    report = book_of(
        tmp_path, game(1, result=won(), **FOUL), game(2, rules={}, result=nets), game(3, result=won())
    )
    assert codes_of(report) == []


def test_a_dhoos_from_a_game_that_is_no_earlier_one_is_found(tmp_path: Path) -> None:
    due: dict[str, Any] = {"dhoos_due": [{"seat": 1, "points": 15, "from": "g3"}]}
    report = book_of(tmp_path, game(1, result=won(), **FOUL), game(2, result=won(dhoos=15), **due))
    assert codes_of(report) == ["dhoos_due_differs"]


def test_games_without_numbers_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    report = book_of(tmp_path, game(None, name="first", result=won()), game(2, result=won()))
    assert [entry.id for entry in report.games] == ["first", "g2"]


def test_two_games_of_one_id_keep_their_own_numbers_in_the_table(tmp_path: Path) -> None:
    report = book_of(tmp_path, game(1, result=won(maal=1)), game(2, name="g1", result=won(maal=5)))
    run = [sys.executable, "-m", "marriage_analysis", "audit", str(tmp_path / "evening.jsonl")]
    table = subprocess.run(run, capture_output=True, text=True, check=False, encoding="utf-8").stdout
    assert report.totals == {"Asha": 12, "Bina": -12}
    assert "+4 (+4)" in table
    assert "+8 (+12)" in table


def test_a_comma_behind_a_record_costs_that_record_only(tmp_path: Path) -> None:
    path = tmp_path / "comma.jsonl"
    lines = [json.dumps(game(number, result=won())) for number in (1, 2, 3)]
    path.write_text(lines[0] + ",\n" + "\n".join(lines[1:]) + "\n", encoding="utf-8")
    readings = list(read_records(path))
    assert [reading.is_ok for reading in readings] == [False, True, True]


def test_more_maal_than_all_cards_can_give_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    path.write_text(json.dumps(game(1, result=won(maal=1_000_000_000))) + "\n", encoding="utf-8")
    (audit,) = audit_records([path])
    assert audit.verdict is Verdict.INVALID
    assert "impossible_count" in {finding.code.name for finding in audit.findings}


@pytest.mark.parametrize("name", ["mine.csv", "mine.json", "mine.jsonl", "mine.parquet", "mine.tsv"])
def test_a_file_that_is_no_archive_is_never_taken_for_one(tmp_path: Path, name: str) -> None:
    path, records = tmp_path / name, tmp_path / "records.jsonl"
    records.write_text(json.dumps(game(1, result=won())) + "\n", encoding="utf-8")
    path.write_text("what I have written\n", encoding="utf-8")
    with pytest.raises(StoreError, match="no archive"):
        load_files([records], path)
    assert path.read_text(encoding="utf-8") == "what I have written\n"


def test_explain_says_why_a_dismissed_game_is_not_settled(tmp_path: Path) -> None:
    path = tmp_path / "dismissed.jsonl"
    path.write_text(json.dumps(game(1, result={"ending": "dismissed"})) + "\n", encoding="utf-8")
    run = [sys.executable, "-m", "marriage_analysis", "explain", str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 1
    assert "the game was dismissed" in done.stderr
