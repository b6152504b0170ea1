"""Games settled by other rules: as if they had been recorded under them, game by game."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from store_samples import write
from typer.testing import CliRunner, Result

from marriage_analysis.analysis.resettle import resettle
from marriage_analysis.audit.audit import audit_records
from marriage_analysis.cli.app import app
from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.package_data import records_folder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

SOUND = records_folder() / "marriage" / "sound"


def marriage(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("resettle")
    plan = Plan(
        game=GAMES["marriage"], rules={"preset": "pagat"}, seats=4, seed="resettle", policies=("sensible",)
    )
    with (folder / "s.jsonl").open("wb") as stream:
        for record in simulate(plan, games=12):
            stream.write(format_record(record) + b"\n")
    load_files([folder / "s.jsonl", SOUND / "session-a.jsonl", SOUND / "nepali.jsonl"], folder / "a.duckdb")
    return folder / "a.duckdb"


@pytest.mark.parametrize("preset", PRESETS)
def test_nets_are_those_of_records_under_the_other_rules(preset: str, db: Path, tmp_path: Path) -> None:
    rules: dict[str, Any] = {"preset": preset, "options": {}}
    with Archive(db) as archive:
        found = resettle(archive, rules)
        lines = list(archive.records())
        own = dict(archive.sql("SELECT digest || seat, derived_net FROM seats").iter_rows())
    assert not found.seats.is_empty()
    changed: list[dict[str, Any]] = []
    for line in lines:
        record = json.loads(line)
        # The cards at the end tell the score alone; whether the play could have been so is not asked.
        for field in ("digest", "play", "deal", "view", "times"):
            record.pop(field, None)
        changed.append({**record, "rules": rules})
    expected: dict[tuple[str, int], int | None] = {}
    for audit in audit_records([write(tmp_path / "other.jsonl", changed)]):
        if audit.record is not None and audit.examination is not None:
            for seat, net in enumerate(audit.examination.derived["net"]):
                expected[audit.record.id, seat] = net
    for row in found.seats.iter_rows(named=True):
        if expected[row["game_id"], row["seat"]] is not None:  # an audit refuses six players under presets
            assert row["other_net"] == expected[row["game_id"], row["seat"]], row
        assert row["net"] == own[f"{row['digest']}{row['seat']}"]
        assert row["change"] == row["other_net"] - row["net"]
    by_game = found.seats.group_by("digest").agg(pl.col("change").sum())
    assert by_game["change"].unique().to_list() == [0]


def test_by_their_own_rules_games_stay_as_they_are(db: Path) -> None:
    with Archive(db) as archive:
        options = json.loads(archive.sql("SELECT rules FROM games WHERE game_id = 'session-a-1'").item())
        found = resettle(archive, {"preset": "own", "options": options})
    session = found.seats.filter(found.seats["session_id"] == "session-a")
    assert session.height > 20
    assert session["change"].unique().to_list() == [0]
    assert found.changed_games.filter(found.changed_games["session_id"] == "session-a").is_empty()


def test_one_option_changes_what_it_is_about_and_nothing_else(db: Path) -> None:
    with Archive(db) as archive:
        found = resettle(archive, {"preset": "pagat", "options": {"seen_payment": 8}})
        games = {row["game_id"]: row for row in archive.games().collect().iter_rows(named=True)}
        seen = dict(archive.sql("SELECT digest || seat, seen FROM seats").iter_rows())
    for row in found.seats.filter(found.seats["game_id"].str.starts_with("sim-")).iter_rows(named=True):
        game = games[row["game_id"]]
        losers = [seat for seat in range(4) if seat != game["winner"] and seen[f"{row['digest']}{seat}"]]
        is_bonus = game["finish"] == "dublees"
        paid = 0 if is_bonus and row["change"] == 0 else 5
        expected = paid * len(losers) if row["seat"] == game["winner"] else -paid * (row["seat"] in losers)
        assert row["change"] == expected, row
    assert found.changed_games.height > 5


def test_what_cannot_be_settled_is_told_with_its_reason(db: Path, tmp_path: Path) -> None:
    load_files([SOUND / "session-b.jsonl"], tmp_path / "n.duckdb", derive=False)
    with Archive(tmp_path / "n.duckdb") as archive:
        found = resettle(archive, {"preset": "pagat", "options": {}})
    assert found.seats.is_empty()
    assert found.unsettled == {"its nets by its own rules are not derived": 5}
    with Archive(db) as archive, pytest.raises(RuleOptionError):
        resettle(archive, {"preset": "nobody's", "options": {}})


def test_as_typed_with_a_picture(db: Path, tmp_path: Path) -> None:
    done = marriage("resettle", "--db", db, "--rules", "house-app")
    assert done.exit_code == 0
    assert "games change." in done.stdout
    facts = json.loads(marriage("resettle", "--db", db, "--rules", "house-app", "--json").stdout)
    assert facts["changed"] == len(facts["changed_games"]) > 5
    assert sum(player["change"] for player in facts["players"]) == 0
    assert marriage("resettle", "--db", db, "--rules", "none").exit_code == 2
    other = marriage("resettle", "--db", db, "--rules", "seed")
    assert (other.exit_code, other.stdout) == (2, "")
    assert "seed is a rule set of marjolet; resettle works for marriage" in other.stderr
    assert marriage("resettle", "--db", db, "--rules", "pagat", "--option", "x=1").exit_code == 2
    pytest.importorskip("altair", reason="needs the extra 'plots'")
    picture = tmp_path / "a.svg"
    assert marriage("resettle", "--db", db, "--rules", "house-app", "-o", picture).exit_code == 0
    assert "Settled by house-app" in picture.read_text()
    assert marriage("resettle", "--db", db, "--rules", "house-app", "-o", picture).exit_code == 2
