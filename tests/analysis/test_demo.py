"""The demonstration: its material is what it says, and the whole of it runs without a question."""

from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

from marriage_analysis.analysis import demo
from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.cli.app import app
from marriage_analysis.records.reader import read_records

GAMES = 8


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two simulated games a rule set, that the tests are quick."""
    monkeypatch.setattr(demo, "SIMULATED_GAMES", GAMES)


def test_simulated_games_are_clean_and_of_several_rule_sets(tmp_path: Path) -> None:
    done: list[None] = []
    material = demo.lay_out(tmp_path, seed=3, on_game=lambda: done.append(None))
    audits = list(audit_records([material.simulated]))
    assert len(audits) == len(done) == GAMES
    assert {audit.verdict for audit in audits} == {Verdict.CLEAN}
    records = [audit.record for audit in audits if audit.record is not None]
    assert len({record.id for record in records}) == GAMES
    assert [record.parts.rules.preset for record in records[::2]] == list(demo.SIMULATED_RULES)
    names = {player.name for record in records for player in record.players}
    others = [reading.record for path in material.files[:-1] for reading in read_records(path)]
    assert not names & {player.label for record in others if record is not None for player in record.players}


def test_one_seed_gives_one_folder_of_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder, seed in zip(folders, (5, 5, 6), strict=True):
        folder.mkdir()
        demo.lay_out(folder, seed=seed)
    first, again, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert first == again
    changed = {name for name in first if first[name] != other[name]}
    assert changed == {"simulated.jsonl.zst", "scored-hands.jsonl"}


def test_the_whole_demonstration(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["demo", "--out", str(tmp_path / "demo")])
    assert done.exit_code == 0, done.output
    for question, _ in demo.QUESTIONS:
        assert question in done.stdout
    assert "1 discrepancy" in done.stdout
    with duckdb.connect(str(tmp_path / "demo" / "archive.duckdb"), read_only=True) as connection:
        rows = connection.execute(demo.QUESTIONS[2][1]).fetchall()
        finished = connection.execute("SELECT count(*) FROM turns WHERE finished").fetchall()
    assert sum(row[1] for row in rows) == 4 * GAMES  # every player of the simulated games
    assert sum(row[3] for row in rows) == GAMES  # all of them finished by somebody
    assert finished == [(GAMES,)]
    assert (tmp_path / "demo" / "report.html").exists()
