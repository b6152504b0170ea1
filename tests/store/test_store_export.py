"""Exports: what is written is what the archive holds, all or nothing, and no name gets past a pseudonym."""

import csv
import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from record_samples import HAND_WRITTEN, line_of, sheet, with_play
from typer.testing import CliRunner, Result

from marriage_analysis.cli.app import app
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.reader import read_records
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.columns import Kind
from marriage_analysis.store.dataset import write_dataset
from marriage_analysis.store.frames import polars_schema
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import RECORD_TABLES, table

pq: Any = import_module("pyarrow.parquet")  # it has no types

PSEUDONYM = re.compile(r"\b[A-Z]-[a-z2-7]{12}\b")
"""Letters by chance, in which a short name can stand by chance too."""

SECRETS = ("Asha", "Bina", "Chitra", "asha@home", "tihar", "Patan", "said that")


def marriage(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def secret(**changes: Any) -> dict[str, Any]:
    """A game of which every text names somebody."""
    given: dict[str, Any] = {
        "id": "tihar-asha-1",
        "players": [{"id": "asha@home", "name": "=Asha"}, {"name": "Bina"}],
        "sat_out": [{"name": "Chitra"}],
        "session": {"id": "tihar of Asha", "number": 1},
        "meta": {
            "site": "Patan",
            "event": "tihar",
            "date": "2026-11-08",
            "source": {"app": "x", "file": "Asha"},
        },
        "extensions": {"club.example": {"by": "Asha"}},
        "annotations": [{"text": "Bina said that", "by": "Asha", "lang": "en"}],
    }
    return with_play(**(given | changes))


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    (folder / "Asha.jsonl").write_bytes(
        b"".join(map(line_of, [secret(), sheet(id="net", rules={}, dealer=None, result={})]))
    )
    played = [path for path in sample_files("sound") if "hand" in path.name and "scored" not in path.name]
    load_files([HAND_WRITTEN, *played, folder / "Asha.jsonl"], folder / "a.duckdb")
    with Archive(folder / "a.duckdb") as archive:
        digest = archive.sql("SELECT digest FROM games WHERE game_id = 'tihar-asha-1'").item()
    corrects = {"digest": digest, "by": ["Asha", "Bina"], "note": "Bina said that", "reason": "miscounted"}
    (folder / "later.jsonl").write_bytes(line_of(secret(corrects=corrects, dealer=1)))
    load_files([folder / "later.jsonl"], folder / "a.duckdb")
    return folder / "a.duckdb"


def test_parquet_holds_the_tables_and_its_manifest_every_file(db: Path, tmp_path: Path) -> None:
    done = marriage("export", "--db", db, "-o", tmp_path / "set", "--json")
    assert done.exit_code == 0, done.output
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text())
    paths = {file["path"] for file in manifest["files"]}
    assert paths == {path.relative_to(tmp_path / "set").as_posix() for path in tmp_path.rglob("*.parquet")}
    assert "games/rule_set=unknown/month=undated/part-0.parquet" in paths
    assert "games/rule_set=pagat/month=2026-11/part-0.parquet" in paths
    for file in manifest["files"]:
        data = (tmp_path / "set" / file["path"]).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert pq.read_metadata(tmp_path / "set" / file["path"]).num_rows == file["rows"]
    with Archive(db) as archive, duckdb.connect() as other:
        for name in RECORD_TABLES:
            shape = table(name)
            whole = archive.table(name)
            columns = ", ".join(whole.columns)
            files = f"read_parquet('{tmp_path}/set/{name}/**/*.parquet', hive_partitioning = true)"
            found = other.sql(f"SELECT {columns} FROM {files} ORDER BY {', '.join(shape.key)}").pl()
            assert_frame_equal(found, whole.sort(shape.key))
            assert found.height == manifest["tables"][name]["rows"] == json.loads(done.stdout)["rows"][name]
            part = pl.read_parquet(tmp_path / "set" / name / "rule_set=pagat" / "**" / "*.parquet")
            assert part.select(whole.columns).schema == polars_schema(shape)
            schema = pq.read_schema(next((tmp_path / "set" / name).rglob("*.parquet")))
            for column in shape.columns:
                meta = schema.field(column.name).metadata
                assert meta[b"meaning"].decode() == column.meaning.text


@pytest.mark.long
def test_the_same_archive_gives_the_same_bytes_in_parts_of_any_size(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive(db) as archive:
        first = write_dataset(archive, tmp_path / "1")
        assert write_dataset(archive, tmp_path / "2") == first
        monkeypatch.setattr("marriage_analysis.store.dataset.GAMES_A_FILE", 7)
        parts = write_dataset(archive, tmp_path / "3")
        assert max(file["rows"] for file in parts["files"] if file["table"] == "games") == 7
        assert parts["tables"] == first["tables"]
        games = pl.read_parquet(tmp_path / "3" / "games" / "**" / "*.parquet")
        assert_frame_equal(
            games.select(archive.table("games").columns).sort("load_number"), archive.table("games")
        )


@pytest.mark.long
def test_nothing_is_overwritten_and_nothing_is_left_half(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form, name in (("parquet", "set"), ("csv", "set"), ("sqlite", "a.sqlite"), ("jsonl", "a.jsonl")):
        target = tmp_path / name
        target.write_text("mine")
        done = marriage("export", "--db", db, "-o", target, "--format", form)
        assert (done.exit_code, done.stdout, target.read_text()) == (2, "", "mine")
        if name == "set":
            assert "this is a file, and a folder is to be written" in done.stderr
            assert marriage("export", "--db", db, "-o", target, "--format", form, "--force").exit_code == 2
            assert target.read_text() == "mine"
            target.unlink()
        else:
            assert "--force replaces it" in done.stderr
        assert marriage("export", "--db", db, "-o", target, "--format", form, "--force").exit_code == 0
        again = marriage("export", "--db", db, "-o", target, "--format", form, "--force")
        assert again.exit_code == 0
        assert list(tmp_path.iterdir()) == [target]
        if target.is_dir():
            before = sorted(target.rglob("*"))
            monkeypatch.setattr("marriage_analysis.store.dataset.os.fsync", _full)
            with Archive(db) as archive, pytest.raises(OSError, match="full"):
                write_dataset(archive, target, replace=True)
            monkeypatch.undo()
            assert sorted(target.rglob("*")) == before
            assert list(tmp_path.iterdir()) == [target]
            for path in reversed(before):
                path.rmdir() if path.is_dir() else path.unlink()
            target.rmdir()
        else:
            target.unlink()
    assert marriage("export", "--db", db, "-o", tmp_path / "a.txt", "--format", "jsonl").exit_code == 2
    assert marriage("export", "--db", tmp_path / "no.db", "-o", tmp_path / "x").exit_code == 2


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_folder_with_anything_else_in_it_is_not_replaced(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    load_files([HAND_WRITTEN], home / "a.duckdb", derive=False)
    (home / "letter.txt").write_text("mine")
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    monkeypatch.chdir(home)
    for folder in (".", home, tmp_path, "letter.txt", "a.duckdb"):
        done = marriage("export", "--db", "a.duckdb", "--format", form, "-o", folder, "--force")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "nothing was written" in done.stderr
        assert {path.name: path.read_bytes() for path in home.iterdir()} == before
        assert list(tmp_path.iterdir()) == [home]
    for folder in ("new", "new", tmp_path / "other"):
        (home / folder).mkdir(exist_ok=True)
        assert marriage("export", "--db", "a.duckdb", "--format", form, "-o", folder, "--force").exit_code == 0
    (home / "new" / "deep").mkdir()
    again = marriage("export", "--db", "a.duckdb", "--format", form, "-o", "new", "--force")
    assert (again.exit_code, "such as deep" in again.stderr) == (2, True)


def _full(_: int) -> None:
    raise OSError(28, "disk full")


def test_records_come_out_byte_for_byte(db: Path, tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
        assert marriage("export", "--db", db, "-o", tmp_path / name, "--format", "jsonl").exit_code == 0
        with Archive(db) as archive:
            assert [one.raw for one in read_records(tmp_path / name)] == list(archive.records())


def test_csv_and_sqlite_hold_the_tables(db: Path, tmp_path: Path) -> None:
    assert marriage("export", "--db", db, "-o", tmp_path / "csv", "--format", "csv").exit_code == 0
    assert marriage("export", "--db", db, "-o", tmp_path / "a.sqlite", "--format", "sqlite").exit_code == 0
    with Archive(db) as archive, closing(sqlite3.connect(tmp_path / "a.sqlite")) as lite:
        for name in RECORD_TABLES:
            whole = archive.table(name)
            with (tmp_path / "csv" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
                head, *rows = csv.reader(stream)
            assert head == whole.columns
            shape = table(name)
            order = ["load_number"] if name == "games" else list(shape.key)
            stored = lite.execute(f"SELECT * FROM {name} ORDER BY {', '.join(order)}").fetchall()
            assert len(rows) == len(stored) == whole.height
            for row, kept, values in zip(rows, stored, whole.iter_rows(), strict=True):
                for cell, inside, value, column in zip(row, kept, values, shape.columns, strict=True):
                    if value is None:
                        assert (cell, inside) == ("", None)
                    elif column.kind is Kind.BOOLEAN:
                        assert (cell, inside) == (str(value).lower(), int(value))
                    elif column.kind is Kind.TEXT:
                        assert cell.removeprefix("'") == inside.removeprefix("'") == value.removeprefix("'")
                        assert not cell.startswith(("=", "+", "-", "@"))
                    elif isinstance(value, int):
                        assert (int(cell), inside) == (value, value)
                    else:
                        assert inside == value.isoformat()
                        assert cell == str(value)
    with (tmp_path / "csv" / "seats.csv").open(encoding="utf-8", newline="") as stream:
        names = {row["player_name"] for row in csv.DictReader(stream)}
    assert "'=Asha" in names


@pytest.mark.parametrize("form", ["parquet", "csv", "sqlite", "jsonl"])
def test_no_name_gets_past_a_pseudonym(form: str, db: Path, tmp_path: Path) -> None:
    target = tmp_path / f"out.{form}"
    done = marriage("export", "--db", db, "-o", target, "--format", form, "--pseudonyms")
    assert done.exit_code == 0, done.output
    for path in [target] if target.is_file() else [path for path in target.rglob("*") if path.is_file()]:
        data = PSEUDONYM.sub("", _texts(path))
        assert [word for word in SECRETS if word.lower() in data.lower()] == []


def test_no_name_or_id_of_any_sample_is_left_and_references_still_lead_somewhere(tmp_path: Path) -> None:
    files = [path for game in ("marriage", "marjolet") for path in sample_files("sound", game=game)]
    hidden: set[str] = set()
    for reading in (reading for file in files for reading in read_records(file)):
        record = reading.record
        assert record is not None
        hidden |= {record.id} | ({record.session.id} if record.session is not None else set())
        for player in (*record.players, *(record.sat_out or ())):
            hidden |= {name for name in (player.id, player.name) if name is not None}
    load_files(files, tmp_path / "a.duckdb", derive=False)
    marriage(
        "export", "--db", tmp_path / "a.duckdb", "-o", tmp_path / "a.jsonl", "--format", "jsonl", "--pseudonyms"
    )
    records = [json.loads(line) for line in (tmp_path / "a.jsonl").read_bytes().splitlines()]
    texts = {text for record in records for text in _values(record)}
    long = [name for name in hidden if len(name) >= 4]
    assert texts & hidden == set()
    others = [PSEUDONYM.sub("", text) for text in texts]
    assert [(name, text) for name in long for text in others if name in text] == []
    due = {one["from"] for record in records for one in record.get("dhoos_due", ()) if "from" in one}
    assert due
    assert due <= {record["id"] for record in records}
    assert not any("shuffle" in record.get("deal", {}) for record in records)


def _values(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in cast("dict[str, Any]", value).values():
            yield from _values(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _values(inner)


def _texts(path: Path) -> str:
    """All that stands in a file, values apart."""
    if path.suffix == ".parquet":
        return repr(pq.read_table(path).to_pylist()) + repr(pq.read_schema(path))
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as lite:
            return "\n".join(lite.iterdump())
    return path.read_text(encoding="utf-8")


def test_pseudonyms_are_one_a_person_and_change_no_number(db: Path, tmp_path: Path) -> None:
    for name in ("1.jsonl", "2.jsonl"):
        marriage("export", "--db", db, "-o", tmp_path / name, "--format", "jsonl", "--pseudonyms")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    load_files([tmp_path / "1.jsonl"], tmp_path / "b.duckdb")
    numbers = (
        "SELECT load_number, seat, claimed_net, derived_net, verdict, superseded_by IS NULL"
        " FROM games JOIN seats USING (digest) ORDER BY ALL"
    )
    people = "SELECT load_number, seat, player FROM games JOIN seats USING (digest) ORDER BY load_number, seat"
    with Archive(db) as old, Archive(tmp_path / "b.duckdb") as new:
        assert_frame_equal(old.sql(numbers), new.sql(numbers))
        pairs = set(zip(old.sql(people)["player"], new.sql(people)["player"], strict=True))
        assert len(pairs) == len({name for name, _ in pairs}) == len({name for _, name in pairs})
        assert (
            new.sql("SELECT count(*) FROM corrections WHERE corrected IS NULL").item()
            == old.sql("SELECT count(*) FROM corrections WHERE corrected IS NULL").item()
        )
    load_files([HAND_WRITTEN], tmp_path / "c.duckdb")
    marriage(
        "export", "--db", tmp_path / "c.duckdb", "-o", tmp_path / "c.jsonl", "--format", "jsonl", "--pseudonyms"
    )
    ours = {player for line in (tmp_path / "c.jsonl").read_bytes().splitlines() for player in _names(line)}
    assert not ours & {name for _, name in pairs}


def test_a_view_that_is_there_already_is_written_once(tmp_path: Path) -> None:
    played = next(path for path in sample_files("sound") if path.name == "hand-played.jsonl")
    marriage("view", played, "--seat", "0", "-o", tmp_path / "seat.jsonl")
    load_files([tmp_path / "seat.jsonl", played], tmp_path / "a.duckdb", derive=False)
    games = len(list(read_records(played)))
    told: list[int] = []
    for form, name, what in (("jsonl", "a.jsonl", "records"), ("sqlite", "a.sqlite", "games")):
        target = ("-o", tmp_path / name, "--format", form)
        done = marriage("export", "--db", tmp_path / "a.duckdb", *target, "--seat", "0", "--json")
        assert done.exit_code == 0
        assert f"{games} records are left out: what is told of them is told" in done.stderr
        told.append(json.loads(done.stdout)["rows"][what])
    assert told == [games, games] == [len((tmp_path / "a.jsonl").read_bytes().splitlines())] * 2
    none = marriage("export", "--db", tmp_path / "a.duckdb", "-o", tmp_path / "b", "--seat", "9")
    assert (none.exit_code, none.stdout, (tmp_path / "b").exists()) == (2, "", False)
    assert "no game has a seat 9" in none.stderr


def _names(line: bytes) -> list[str]:
    return [player["name"] for player in json.loads(line)["players"]]


def test_a_seat_s_export_tells_what_it_saw(db: Path, tmp_path: Path) -> None:
    assert (
        marriage("export", "--db", db, "-o", tmp_path / "seat", "--seat", "1", "--format", "csv").exit_code == 0
    )
    with (tmp_path / "seat" / "records.csv").open(encoding="utf-8", newline="") as stream:
        records = [json.loads(row["record"]) for row in csv.DictReader(stream)]
    played = [record for record in records if record.get("view") == 1]
    assert len(played) > 3
    for record in played:
        hands: list[str | None] = record.get("deal", {}).get("hands", [])
        assert all(hand is None for seat, hand in enumerate(hands) if seat != 1)
        draws = [entry for entry in record["play"] if entry[0] not in "1-" and " s" in entry]
        assert all(" s??" in entry or " see" in entry or " show" in entry for entry in draws)
    hidden = marriage("export", "--db", db, "-o", tmp_path / "public", "--public", "--format", "csv")
    assert hidden.exit_code == 0
    with (tmp_path / "public" / "events.csv").open(encoding="utf-8", newline="") as stream:
        events = list(csv.DictReader(stream))
    stock = [event for event in events if event["source"] == "stock" and event["is_derived"] == "false"]
    assert stock
    assert all(event["card"] == "" for event in stock)
    assert marriage("export", "--db", db, "-o", tmp_path / "x", "--public", "--seat", "1").exit_code == 2
