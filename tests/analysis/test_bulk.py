"""Games by the thousand: the same bytes by any number of processes, however often it was stopped."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.analysis.bulk import BulkPlan, chunk_files, play_chunk, run_bulk
from marriage_analysis.analysis.datasheet import citation
from marriage_analysis.cli.app import app
from marriage_analysis.errors import InputFileError
from marriage_analysis.records.reader import read_records
from marriage_analysis.store.archive import Archive

PLAN = BulkPlan(games=10, seed="bulk", rules=("pagat", "house-app"), seats=2, chunk=3)


def digests(folder: Path, plan: BulkPlan = PLAN) -> list[str]:
    return [
        reading.record.digest or ""
        for path in chunk_files(plan, folder)
        for reading in read_records(path)
        if reading.record is not None
    ]


def test_a_run_is_whole_counted_and_the_same_by_two_processes(tmp_path: Path) -> None:
    one = run_bulk(PLAN, tmp_path / "one")
    assert (one.games, one.finished, one.valid, one.loaded) == (10, 10, 10, 10)
    assert one.verdicts == {"clean": 10}
    assert set(one.seconds) == {"simulate", "archive", "validate", "load", "audit and derive"}
    run_bulk(PLAN, tmp_path / "two", jobs=2, load=False)
    files = [path.read_bytes() for path in chunk_files(PLAN, tmp_path / "one")]
    assert [path.read_bytes() for path in chunk_files(PLAN, tmp_path / "two")] == files
    assert [len(list(read_records(path))) for path in chunk_files(PLAN, tmp_path / "one")] == [3, 3, 3, 1]
    made = digests(tmp_path / "one")
    assert len(set(made)) == 10
    with Archive(tmp_path / "one" / "archive.duckdb") as archive:
        stored = archive.sql("SELECT digest, preset FROM games ORDER BY load_number")
    assert stored["digest"].to_list() == made
    assert stored["preset"].value_counts(sort=True).rows() == [("pagat", 6), ("house-app", 4)]


@pytest.mark.long
def test_games_do_not_depend_on_the_size_of_chunks(tmp_path: Path) -> None:
    plan = replace(PLAN, rules=("pagat",), games=6)
    made: list[list[str]] = []
    for chunk in (1, 2, 6):
        sized = replace(plan, chunk=chunk)
        run_bulk(sized, tmp_path / str(chunk), load=False)
        made.append(digests(tmp_path / str(chunk), sized))
    assert made[0] == made[1] == made[2]


def test_what_is_done_is_not_done_again_and_what_is_damaged_is(tmp_path: Path) -> None:
    root = tmp_path / "run"
    run_bulk(PLAN, root, load=False)
    files = [path.read_bytes() for path in chunk_files(PLAN, root)]
    first, second, third, fourth = chunk_files(PLAN, root)
    first.unlink()
    second.write_bytes(second.read_bytes()[:-5])
    (root / "receipts" / "part-00002.json").write_text('{"chunk": 2}')
    before = fourth.stat().st_mtime_ns
    report = run_bulk(PLAN, root, load=False)
    assert (report.games, report.resumed_chunks) == (10, 1)
    assert [path.read_bytes() for path in chunk_files(PLAN, root)] == files
    assert fourth.stat().st_mtime_ns == before
    assert third.exists()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(InputFileError, match="new or empty"):
        run_bulk(PLAN, tmp_path / "full")
    run_bulk(replace(PLAN, games=2), tmp_path / "other", load=False)
    with pytest.raises(InputFileError, match="another plan"):
        run_bulk(PLAN, tmp_path / "other")


@pytest.mark.parametrize(("games", "chunk"), [(1, 500), (2, 500), (3, 500), (4, 500), (7, 3), (600, 500)])
def test_every_rule_set_that_is_cited_has_games(games: int, chunk: int) -> None:
    plan = replace(PLAN, rules=("pagat", "house-app", "wikipedia-en"), games=games, chunk=chunk)
    played = [plan.simulation(number) for number in range(plan.chunks)]
    numbers = [(one.rules["preset"], first + game) for one, first, count in played for game in range(count)]
    assert len(numbers) == len(set(numbers)) == games
    assert {name for name, _ in numbers} == set(plan.played_rules)
    assert len(plan.played_rules) == min(games, 3)
    assert all(0 < count <= chunk for _, _, count in played)
    for name in plan.rules:
        assert (name in citation(plan)) == (name in plan.played_rules)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--rules pagat --rules nosuch", "there is no preset"),
        ("--rules pagat --rules seed", "seed is a rule set of marjolet; dataset works for marriage"),
        ("--rules pagat --rules pagat", "pagat is given 2 times"),
        ("--policy nosuch", "nosuch"),
        ("--players 7", "7"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    options: str, told: str, tmp_path: Path
) -> None:
    command = f"dataset --games 2 {options} -o {tmp_path / 'set'}"
    done = CliRunner().invoke(app, command.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == []


RUN = """
import sys
from pathlib import Path
from marriage_analysis.analysis import bulk
def slow(plan, root, chunk):
    receipt = bulk_play(plan, root, chunk)
    print(chunk, flush=True)
    return receipt
bulk_play, bulk.play_chunk = bulk.play_chunk, slow
plan = bulk.BulkPlan(games=10, seed="bulk", rules=("pagat", "house-app"), seats=2, chunk=3)
bulk.run_bulk(plan, Path(sys.argv[1]), load=False)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    root = tmp_path / "run"
    with subprocess.Popen([sys.executable, "-c", RUN, str(root)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["0\n", "1\n"]
        process.send_signal(signal.SIGKILL)
    receipts = len(list((root / "receipts").glob("*.json")))
    assert receipts >= 2
    report = run_bulk(PLAN, root)
    assert report.resumed_chunks == receipts
    assert (report.games, report.loaded) == (10, 10)
    run_bulk(PLAN, tmp_path / "whole", load=False)
    assert digests(root) == digests(tmp_path / "whole")


@pytest.mark.long
def test_a_worker_that_dies_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marriage_analysis.analysis.bulk.play_chunk", _dies_once)
    report = run_bulk(PLAN, tmp_path / "run", jobs=2, load=False)
    assert report.games == 10
    assert (tmp_path / "run" / "died").exists()


def _dies_once(plan: BulkPlan, root: Path, chunk: int) -> object:
    mark = root / "died"
    if chunk == 1 and not mark.exists():
        mark.write_text("")
        os._exit(3)
    return play_chunk(plan, root, chunk)


def test_the_dataset_has_its_papers_and_every_checksum(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    command = f"dataset --games 4 --players 2 --rules pagat --chunk 2 -o {folder}".split()
    done = CliRunner().invoke(app, [*command, "--json"])
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert (facts["games"], facts["valid"], facts["verdicts"]) == (4, 4, {"clean": 4})
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    named = {name: digest for digest, name in (line.split("  ") for line in lines)}
    for name, digest in named.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    left_out = {name for name in files - set(named) if not name.startswith("receipts/")}
    assert left_out == {"SHA256SUMS", "archive.duckdb", "run.json", "parquet/.marriage-files.json"}
    sheet = (folder / "DATASHEET.md").read_text()
    assert "4 whole games of 2 players" in sheet
    assert "| pagat | 4 | 4 | 4 |" in sheet
    assert "marriage dataset --games 4 --players 2 --chunk 2" in sheet
    assert (folder / "CITATION.cff").read_text().startswith("cff-version: 1.2.0\n")
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 0
    assert (folder / "SHA256SUMS").read_text().splitlines() == lines
