"""Corrections are whole new records, and differences are told field by field."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.errors import NotationError, RecordError
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.correcting import correct_record
from marriage_analysis.records.differences import archive_differences, record_differences
from marriage_analysis.records.exporting import DigestState, digest_state, expand
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.scan import format_path, parse_path
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files


def records(name: str) -> list[Record]:
    path = next(path for path in sample_files("sound") if path.name == name)
    return [reading.record for reading in read_records(path) if reading.record is not None]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "marriage_analysis", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.parametrize(
    "path", [("result",), ("result", "players", 1, "net"), ("meta", "a b", 0, 'q"\\]'), ("meta", "é", "x")]
)
def test_paths_are_read_as_they_are_written(path: tuple[str | int, ...]) -> None:
    assert parse_path(format_path(path) or "") == path


@pytest.mark.parametrize("text", [".result", "result..net", "result net", "result[x]", "result.", "[", "a[1"])
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_path(text)


def test_a_correction_changes_what_is_named_and_nothing_else() -> None:
    old = records("session-a.jsonl")[1]
    made = correct_record(old, {"result.players[0].net": 35}, reason="wrong_net", by=["P3"]).record
    assert made is not None
    told = {one.path: (one.before, one.after) for one in record_differences(old, made)}
    assert told == {
        "result.players[0].net": (34, 35),
        "corrects": (None, {"reason": "wrong_net", "by": ["P3"]}),
    }


def test_the_correction_of_an_exported_record_names_its_digest_and_has_one() -> None:
    old = records("session-b.jsonl")[0]
    made = correct_record(old, {"meta.event": "Tihar"}, reason="event_missing").record
    assert made is not None
    assert made.corrects is not None
    assert made.corrects.digest == old.digest
    assert digest_state(made) is DigestState.OK
    assert made.digest != old.digest


@pytest.mark.parametrize("field", ["id", "game", "digest", "corrects", "corrects.reason", "version"])
def test_a_correction_keeps_what_makes_it_one(field: str) -> None:
    with pytest.raises(RecordError):
        correct_record(records("session-a.jsonl")[0], {field: "x"}, reason="other")


@pytest.mark.parametrize("field", ["result.players[9].net", "result.winner.x", "result[0]", "players.x"])
def test_a_place_that_is_not_there_is_refused(field: str) -> None:
    with pytest.raises(RecordError, match="the record has no"):
        correct_record(records("session-a.jsonl")[0], {field: 1}, reason="other")


def test_a_change_that_makes_no_record_is_told() -> None:
    made = correct_record(records("session-a.jsonl")[0], {"result.players[0].maal": -1}, reason="other")
    assert made.record is None
    assert [finding.code.name for finding in made.findings] == ["field_invalid"]


def test_a_record_is_the_same_as_its_kept_form() -> None:
    for record in records("session-a.jsonl"):
        assert record_differences(record, expand(record).record) == ()


def test_true_is_not_one() -> None:
    old = records("session-a.jsonl")[0]
    one = correct_record(old, {"meta.flag": 1}, reason="other").record
    true = correct_record(old, {"meta.flag": True}, reason="other").record
    assert one is not None
    assert true is not None
    assert [difference.path for difference in record_differences(one, true)] == ["meta.flag"]


def test_records_are_paired_by_id_in_any_order() -> None:
    games = records("session-a.jsonl")
    pairs = list(archive_differences(games, [*reversed(games[1:]), records("session-b.jsonl")[0]]))
    assert [pair.before.id if pair.before else None for pair in pairs] == [*(game.id for game in games), None]
    assert [pair.after.id if pair.after else None for pair in pairs] == [
        None,
        *(game.id for game in games[1:]),
        "session-b-1",
    ]
    assert not any(pair.differences for pair in pairs)


def test_an_added_correction_is_what_the_audit_goes_by(tmp_path: Path) -> None:
    game: dict[str, Any] = json.loads(records_text("session-a.jsonl").splitlines()[1])
    game["result"]["players"][0]["net"] += 1
    path = tmp_path / "evening.jsonl"
    path.write_text(json.dumps(game), encoding="utf-8")  # and no line end behind it
    before = path.read_text(encoding="utf-8")
    right = str(game["result"]["players"][0]["net"] - 1)
    done = run(
        "correct", str(path), "--set", f"result.players[0].net={right}", "--reason", "wrong_net", "--append"
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert path.read_text(encoding="utf-8").startswith(before + "\n")
    assert [audit.verdict for audit in audit_records([path])] == [None, Verdict.CLEAN]


def test_a_record_whose_digest_is_another_is_corrected_as_it_stands(tmp_path: Path) -> None:
    """Somebody edited a number by hand; the digest of what was there before names no record that there is."""
    game: dict[str, Any] = json.loads(records_text("session-b.jsonl").splitlines()[0])
    right = game["result"]["players"][0]["net"]
    game["result"]["players"][0]["net"] += 1
    path = tmp_path / "evening.jsonl"
    path.write_text(json.dumps(game) + "\n", encoding="utf-8")
    done = run(
        "correct", str(path), "--set", f"result.players[0].net={right}", "--reason", "wrong_net", "--append"
    )
    assert (done.returncode, done.stderr) == (0, "the corrected record is clean\n")
    assert [audit.verdict for audit in audit_records([path])] == [None, Verdict.CLEAN]
    load_files([path], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        assert archive.sql("SELECT verdict FROM current_games").rows() == [("clean",)]


def test_a_clean_record_is_not_replaced_by_one_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    before = records_text("session-b.jsonl").splitlines(keepends=True)[0]
    path.write_text(before, encoding="utf-8")
    for more in ((), ("--append",)):
        done = run("correct", str(path), "--set", "result.players[0].net=999", "--reason", "wrong_net", *more)
        assert (done.returncode, done.stdout, path.read_text(encoding="utf-8")) == (1, "", before)
        assert done.stderr.startswith("the corrected record is still wrong (discrepancy)\n")
        assert done.stderr.endswith("no correction was made\n")


def records_text(name: str) -> str:
    path = next(path for path in sample_files("sound") if path.name == name)
    return path.read_text(encoding="utf-8")


def test_diff_says_what_differs_and_ends_with_1(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    text = records_text("session-a.jsonl")
    first.write_text(text, encoding="utf-8")
    second.write_text(text.replace('"net": 37', '"net": 73').replace('"net":37', '"net":73'), encoding="utf-8")
    same, other = run("diff", str(first), str(first)), run("diff", str(first), str(second), "--json")
    assert (same.returncode, same.stdout) == (0, "6 the same, 0 not\n")
    assert other.returncode == 1
    (changed,) = json.loads(other.stdout)["records"]
    assert changed["id"] == "session-a-3"
    assert changed["differences"] == [{"path": "result.players[1].net", "before": 37, "after": 73}]
