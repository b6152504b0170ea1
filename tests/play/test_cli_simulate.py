"""``marriage simulate`` at the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.audit.audit import validate_records
from marriage_analysis.cli.app import app

BASE = ["simulate", "--games", "3", "--players", "3", "--rules", "pagat", "--seed", "1"]


@pytest.mark.parametrize("name", ["g.jsonl", "g.jsonl.gz", "g.jsonl.zst"])
def test_records_in_a_file_and_the_summary_on_stderr(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    result = CliRunner().invoke(app, [*BASE, "-o", str(file)])
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    assert result.stderr.startswith("3 games; ")
    assert "ending: finished 3; finish: sets" in result.stderr
    checks = list(validate_records([file]))
    assert len(checks) == 3
    assert all(check.is_ok for check in checks)


def test_facts_as_json(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, [*BASE, "--policy", "random", "--max-turns", "4", "-o", str(tmp_path / "g.jsonl"), "--json"]
    )
    facts = json.loads(result.stdout)
    assert facts["games"] == 3
    assert facts["ending"] == {"abandoned": 3}
    assert facts["mean_turns"] == facts["turns"] / 3


def test_a_policy_a_seat_options_and_a_session(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    policies = ["--policy", "sensible", "--policy", "random", "--policy", "sensible"]
    more = ["--option", "open_maal=true", "--session", "dashain", "--first-game", "1", "--max-turns", "9"]
    result = CliRunner().invoke(app, [*BASE, *policies, *more, "-o", str(file)])
    assert result.exit_code == 0, result.stderr
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["session"] for record in records] == [{"id": "dashain", "number": n} for n in (2, 3, 4)]
    assert all(record["meta"]["source"]["policies"] == ["sensible", "random", "sensible"] for record in records)
    assert all(record["rules"]["options"]["open_maal"] is True for record in records)
    assert all(record["play"][0].startswith("-: tiplu(") for record in records)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["--rules", "pagatt"], "did you mean"),
        (["--policy", "clever"], "there is no policy"),
        (["--players", "7"], "equal to 6"),
        (["--option", "max_players=2"], "max_players"),
        (["--policy", "random", "--policy", "random"], "one policy for all"),
        (["--session", ""], "session.id"),
        (["--first-game", str(10**20)], "which a record cannot hold"),
        (["-o", "games.json"], "must end in"),
        (["-o", "-", "--json"], "stdout"),
    ],
)
def test_what_is_refused(tmp_path: Path, change: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, [*BASE, "-o", "g.jsonl", *change])
    assert result.exit_code == 2
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    file.write_text("mine", encoding="utf-8")
    assert CliRunner().invoke(app, [*BASE, "-o", str(file)]).exit_code == 2
    assert file.read_text(encoding="utf-8") == "mine"
    assert CliRunner().invoke(app, [*BASE, "-o", str(file), "--force"]).exit_code == 0
    assert file.read_bytes().count(b"\n") == 3
