"""Loading as noted and deriving later: the same archive, whatever happens in between."""

import json
import random
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from record_samples import HAND_WRITTEN, hand_written, sheet
from store_samples import write

from marriage_analysis import __version__
from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.reader import read_records
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.deriving import derive_archive
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.rows import exported
from marriage_analysis.store.schema import RECORD_TABLES

PLAYERS_DIFFER = next(path for path in sample_files("faulty") if path.name == "players_differ.jsonl")
FILES = [HAND_WRITTEN, *sample_files("sound"), PLAYERS_DIFFER]


def all_tables(db: Path) -> dict[str, pl.DataFrame]:
    with Archive(db) as archive:
        return {name: archive.table(name) for name in RECORD_TABLES}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("whole") / "a.duckdb"
    load_files(FILES, db)
    return db


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("noted") / "a.duckdb"
    load_files(FILES, db, derive=False)
    return db


def test_as_noted_nothing_is_derived_and_all_that_is_said_is_there(noted: Path, whole: Path) -> None:
    some, full = all_tables(noted), all_tables(whole)
    for name in ("items", "payments", "turns", "events", "laid_sets"):
        assert some[name].is_empty()
        assert not full[name].is_empty()
    for name in ("records", "sat_out"):
        assert_frame_equal(some[name], full[name])
    derived = ["verdict", "errors", "warnings", "infos", "derived_by", "settled_finish"]
    assert some["games"].select(derived).null_count().row(0) == (some["games"].height,) * len(derived)
    better = pl.col("rules").is_not_null() | pl.col("better").is_null()
    assert_frame_equal(some["games"].drop(derived), full["games"].drop(derived))
    assert full["games"].select(better.all()).item()
    worked_out = [name for name in full["seats"].columns if name.startswith("derived_")] + ["basis"]
    assert_frame_equal(some["seats"].drop(worked_out), full["seats"].drop(worked_out))
    assert some["seats"].select(pl.col(worked_out).is_null().all()).row(0) == (True,) * len(worked_out)
    relations = full["findings"].filter(pl.col("code").is_in(["id_conflict", "corrects_unknown"]))
    assert_frame_equal(some["findings"].drop("finding"), relations.drop("finding"))


def test_derived_later_it_is_the_same_archive(tmp_path: Path, whole: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files(FILES, db, derive=False)
    report = derive_archive(db)
    made, full = all_tables(db), all_tables(whole)
    assert report.derived == full["games"].height == sum(report.verdicts.values())
    for name in RECORD_TABLES:
        # The place in a file is told by its line alone, since the file was not read again.
        drop = ["line", "line_column"] if name == "findings" else []
        assert_frame_equal(made[name].drop(drop), full[name].drop(drop))
    assert derive_archive(db).derived == 0
    assert made["games"]["derived_by"].unique().to_list() == [__version__]


def test_after_an_upgrade_the_old_rows_and_no_others_are_derived_again(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files([HAND_WRITTEN], db)
    before = all_tables(db)
    with duckdb.connect(str(db)) as connection:
        connection.execute(
            "UPDATE games SET derived_by = '0.0.1', verdict = 'invalid' WHERE load_number IN (2, 5)"
        )
        connection.execute("UPDATE games SET verdict = 'unclaimed' WHERE load_number = 1")
        connection.execute(
            "DELETE FROM turns WHERE digest IN (SELECT digest FROM games WHERE load_number IN (2, 5))"
        )
    assert derive_archive(db, jobs=2).derived == 2
    after = all_tables(db)
    assert_frame_equal(after["turns"], before["turns"])
    first = pl.col("load_number") == 1
    assert_frame_equal(after["games"].filter(~first), before["games"].filter(~first))
    assert after["games"].filter(first)["verdict"].to_list() == ["unclaimed"]
    assert derive_archive(db, every=True).derived == 10
    assert_frame_equal(all_tables(db)["games"], before["games"])


def test_a_killed_derivation_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "a.duckdb"
    load_files([HAND_WRITTEN], db, derive=False)
    for name, size in (("_BATCH_RECORDS", 3), ("_READ_BYTES", 5_000), ("_WRITTEN_BYTES", 1)):
        monkeypatch.setattr(f"marriage_analysis.store.deriving.{name}", size)
    told: list[int] = []

    def stop(records: int) -> None:
        told.append(records)
        if len(told) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        derive_archive(db, on_records=stop)
    assert derive_archive(db).derived == 10 - sum(told)
    load_files([HAND_WRITTEN], tmp_path / "b.duckdb")
    assert_frame_equal(all_tables(db)["turns"], all_tables(tmp_path / "b.duckdb")["turns"])


def test_noted_events_are_the_events_of_a_play_that_nothing_follows_from(noted: Path, whole: Path) -> None:
    with Archive(noted) as some, Archive(whole) as full:
        for one in (some, full):  # derivation changes nothing of what was noted
            events = one.sql("SELECT * FROM noted_events ORDER BY digest, turn_no, event_no")
            derived = full.sql(
                f"SELECT {', '.join(events.columns)}, is_derived FROM events ORDER BY digest, turn_no, event_no"
            )
            assert events.height == derived.height > 100
            as_noted = ~derived["is_derived"]
            assert as_noted.sum() > 0.9 * events.height
            assert_frame_equal(events.filter(as_noted), derived.filter(as_noted).drop("is_derived"))
            key = ["digest", "turn_no", "event_no", "seat", "kind"]
            assert_frame_equal(events.select(key), derived.select(key))
        turns = some.sql("SELECT digest, turn_no, seat, milliseconds FROM noted_turns ORDER BY digest, turn_no")
        told = full.sql("SELECT digest, turn_no, seat, milliseconds FROM turns ORDER BY digest, turn_no")
        assert_frame_equal(turns, told)


def test_the_kept_form_is_the_same_by_the_short_way() -> None:
    chance = random.Random(1)
    seen = 0
    for path in FILES:
        for reading in read_records(path):
            assert reading.record is not None
            kept = exported(reading.record)
            lines = [kept.text]
            for _ in range(3):  # the same with another space, order or escape, and a digest that does not fit
                mapping = json.loads(kept.text)
                fields = list(mapping.items())
                chance.shuffle(fields)
                lines += [json.dumps(dict(fields)), kept.text.replace('":', '": ', 1)]
            lines.append(kept.text.replace('"version":"1.0"', '"flags":["x"],"version":"1.0"'))
            lines.append(kept.text.replace('"game":', '"dealer":null,"game":', 1).replace('"dealer":0,', "", 1))
            for line in lines:
                (again,) = read_records(_stream(line))
                if again.record is not None:
                    assert exported(again.record, again.raw, again.value) == exported(again.record)
                    seen += 1
    assert seen > 200


def _stream(line: str) -> Any:
    import io

    return io.BytesIO(line.encode())


def test_odd_records_take_the_long_way(tmp_path: Path) -> None:
    odd = [
        sheet(id="1", meta={"é": 1, "a": [{"z": 1, "b": None}]}),
        sheet(id="2", extensions={"club.example": ["x", {"\U0001f0cf": 1, "\uffff": 2}]}),
        sheet(id="3", annotations=[{"text": "a"}]),
    ]
    first = write(tmp_path / "1.jsonl", odd)
    load_files([first], tmp_path / "a.duckdb", derive=False)
    with Archive(tmp_path / "a.duckdb") as archive:
        lines = list(archive.records())
    second = tmp_path / "2.jsonl"
    second.write_bytes(b"\n".join(lines))
    for db in ("a.duckdb", "b.duckdb"):
        load_files([second], tmp_path / db, derive=False)
        with Archive(tmp_path / db) as archive:
            assert list(archive.records()) == lines


def test_the_largest_numbers_of_the_format_fit_and_are_told_where_derivation_cannot_store_them(
    tmp_path: Path,
) -> None:
    fines = [{"seat": 0, "points": MAX_INTEGER}] * 1_000
    rules = {"preset": "pagat", "options": {"dhoos_when": "current"}}
    huge = sheet(rules=rules, dhoos=fines, dhoos_due=fines)
    file = write(tmp_path / "f.jsonl", [huge, *hand_written()[:2]])
    db = tmp_path / "a.duckdb"
    assert load_files([file], db, derive=False).loaded == 3
    report = derive_archive(db)
    assert (report.derived, report.too_large) == (2, 1)
    with Archive(db) as archive:
        assert archive.games().collect()["derived_by"].null_count() == 1
        assert archive.seats().collect()["dhoos"].max() == 1_000 * MAX_INTEGER


def test_overlaps_and_notes_as_noted(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    plain = write(tmp_path / "0.jsonl", [sheet(), sheet(id="other")])
    noted = write(tmp_path / "1.jsonl", [sheet(annotations=[{"text": "a"}]), sheet(id="third"), sheet()])
    load_files([plain], db, derive=False)
    report = load_files([noted, plain], db, derive=False)
    assert (report.loaded, report.updated, report.counts.skipped) == (1, 1, 3)
    with Archive(db) as archive:
        rows = archive.sql("SELECT load_number, game_id, annotations FROM games ORDER BY load_number").rows()
        assert rows == [(1, "sheet-1", 1), (2, "other", 0), (3, "third", 0)]
        assert archive.sql("SELECT text FROM annotations").rows() == [("a",)]
