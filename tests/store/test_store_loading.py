"""Loading: everything counted, nothing twice, nothing lost, whatever happens in the middle."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from record_samples import HAND_WRITTEN, hand_written, line_of, sheet, with_play
from store_samples import write

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.errors import InputFileError, StoreError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.reader import read_records
from marriage_analysis.store.archive import Archive, connect, largest_record, prepare_archive
from marriage_analysis.store.deriving import derive_archive
from marriage_analysis.store.frames import Frames, frames, polars_schema
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import RECORD_TABLES, tables
from marriage_analysis.store.views import views

SHAPES = {table.name: table for table in tables()}


def exported_lines(path: Path) -> list[bytes]:
    return [format_record(expand(reading.record).record) for reading in read_records(path) if reading.record]


def all_tables(db: Path) -> dict[str, pl.DataFrame]:
    with Archive(db) as archive:
        return {name: archive.table(name) for name in RECORD_TABLES}


def ids(db: Path, view: str = "games") -> list[str]:
    with Archive(db) as archive:
        return archive.sql(f"SELECT game_id FROM {view} ORDER BY load_number")["game_id"].to_list()


def codes_of(db: Path) -> dict[str, list[str]]:
    with Archive(db) as archive:
        rows = archive.sql(
            "SELECT g.game_id || ' ' || g.load_number AS game, f.code"
            " FROM findings f JOIN games g USING (digest) ORDER BY g.load_number, f.finding"
        )
    found: dict[str, list[str]] = {}
    for game, code in rows.iter_rows():
        found.setdefault(game, []).append(code)
    return found


def nets(first: int, **changes: Any) -> dict[str, Any]:
    """A record of nets alone; other nets are other records."""
    result = {"players": [{"net": first}, {"net": -first}]}
    return sheet(**{"rules": {}, "dealer": None, "result": result, **changes})


def test_records_come_back_byte_for_byte(tmp_path: Path) -> None:
    report = load_files([HAND_WRITTEN], tmp_path / "a.duckdb")
    assert report.counts.to_mapping() == {"read": 10, "ok": 10, "bad": 0, "skipped": 0}
    with Archive(tmp_path / "a.duckdb") as archive:
        assert list(archive.records()) == exported_lines(HAND_WRITTEN)


def test_notes_and_odd_texts_come_back_byte_for_byte(tmp_path: Path) -> None:
    odd = "nul \x00, quote ' \", क्‍ष, \U0001f0cf, =1+1"
    record = sheet(
        annotations=[{"kind": "dispute", "text": odd, "lang": "en"}],
        meta={"event": odd, "z": {"b": [1, True, None], "a": {}}, "date": "2026-11"},
        players=[{"name": odd}, {"name": "A\u0301sha"}],
    )
    file = write(tmp_path / "odd.jsonl", [record])
    load_files([file], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        assert list(archive.records()) == exported_lines(file)
        assert archive.games().collect()["event"].to_list() == [odd]
        assert archive.seats().collect()["player"].to_list() == [odd, "\u00c1sha"]


def test_frames_from_records_and_from_the_archive_are_equal(tmp_path: Path) -> None:
    # Without corrections and a second account of a game: those are for the archive to relate.
    file = write(tmp_path / "plain.jsonl", [record for record in hand_written() if "corrects" not in record])
    load_files([file, file], tmp_path / "a.duckdb")
    made = frames(audit_records([file, file]))
    read = all_tables(tmp_path / "a.duckdb")
    assert isinstance(made, Frames)
    for name in RECORD_TABLES:
        assert read[name].schema == polars_schema(SHAPES[name]) == getattr(made, name).schema
        assert_frame_equal(getattr(made, name), read[name])
        assert not read[name].is_empty()


def test_loading_again_changes_nothing(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files([HAND_WRITTEN], db)
    before = all_tables(db)
    report = load_files([HAND_WRITTEN], db)
    assert report.counts.to_mapping() == {"read": 10, "ok": 0, "bad": 0, "skipped": 10}
    assert (report.loaded, report.updated) == (0, 0)
    for name, frame in all_tables(db).items():
        assert_frame_equal(frame, before[name])


def test_a_file_and_its_exported_form_are_the_same_records(tmp_path: Path) -> None:
    exported = tmp_path / "exported.jsonl"
    exported.write_bytes(b"\n".join(exported_lines(HAND_WRITTEN)))
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb")
    assert load_files([exported], tmp_path / "a.duckdb").counts.skipped == 10


def test_overlapping_files(tmp_path: Path) -> None:
    lines = HAND_WRITTEN.read_bytes().splitlines(keepends=True)
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_bytes(b"".join(lines[:7]))
    second.write_bytes(b"".join(lines[4:]))
    report = load_files([first, second], tmp_path / "a.duckdb")
    assert report.counts.to_mapping() == {"read": 13, "ok": 10, "bad": 0, "skipped": 3}
    load_files([HAND_WRITTEN], tmp_path / "b.duckdb")
    for name, frame in all_tables(tmp_path / "a.duckdb").items():
        drop = [column for column in ("source_file", "source_line", "line") if column in frame.columns]
        assert_frame_equal(frame.drop(drop), all_tables(tmp_path / "b.duckdb")[name].drop(drop))


def test_other_notes_renew_the_stored_ones_and_none_leave_them(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    plain = write(tmp_path / "0.jsonl", [sheet()])
    noted = write(tmp_path / "1.jsonl", [sheet(annotations=[{"text": "a"}])])
    again = write(tmp_path / "2.jsonl", [sheet(annotations=[{"text": "b"}, {"text": "c"}])])
    steps = [(plain, 1, 0, 0), (noted, 0, 1, 0), (noted, 0, 0, 1), (plain, 0, 0, 1), (again, 0, 1, 0)]
    for file, loaded, updated, skipped in steps:
        report = load_files([file], db)
        assert (report.loaded, report.updated, report.counts.skipped) == (loaded, updated, skipped)
        assert report.counts.read == report.counts.ok + report.counts.skipped
    with Archive(db) as archive:
        assert list(archive.records()) == exported_lines(again)
        assert archive.games().collect()["annotations"].to_list() == [2]
    one_run = load_files([plain, noted, again], tmp_path / "b.duckdb")
    assert (one_run.loaded, one_run.updated) == (1, 2)
    with Archive(tmp_path / "b.duckdb") as archive:
        assert list(archive.records()) == exported_lines(again)


def test_bad_lines_cost_only_themselves(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    file = tmp_path / "bad.jsonl"
    good = HAND_WRITTEN.read_bytes().splitlines(keepends=True)
    file.write_bytes(
        b"".join([good[0], b"nonsense\n", *good[1:5], b'{"format":1}\n', b"\xff\xfe\xfd{\n", good[5]])
    )
    told: list[str] = []
    report = load_files([file], db, on_reject=lambda reject: told.append(reject.error.code.name))
    assert report.counts.to_mapping() == {"read": 9, "ok": 6, "bad": 3, "skipped": 0}
    with Archive(db) as archive:
        rejects = archive.table("rejects")
        assert archive.games().collect()["source_line"].to_list() == [1, 3, 4, 5, 6, 9]
    assert rejects["line"].to_list() == [2, 7, 8]
    assert rejects["code"].to_list() == told == ["json_syntax", "not_a_record", "not_utf8"]
    assert rejects["excerpt"][0] == "nonsense"
    assert json.loads(rejects["findings"][0])[0]["code"] == "json_syntax"
    assert load_files([file], db).counts.to_mapping() == {"read": 9, "ok": 0, "bad": 3, "skipped": 6}
    with Archive(db) as archive:
        assert_frame_equal(archive.table("rejects"), rejects)
    file.write_bytes(b"".join(good))
    assert load_files([file], db).counts.bad == 0
    with Archive(db) as archive:
        assert archive.table("rejects").is_empty()


def test_games_with_wrong_points_are_loaded_with_what_is_wrong(tmp_path: Path) -> None:
    wrong = sheet()
    wrong["result"]["players"][0]["net"] = -9
    load_files([write(tmp_path / "wrong.jsonl", [wrong])], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        assert archive.games().collect()["verdict"].to_list() == ["discrepancy"]
        seats = archive.seats().collect().select("claimed_net", "derived_net", "claimed_maal", "derived_maal")
        assert seats.rows() == [(-9, -8, 2, 2), (8, 8, 7, 7)]
        found = archive.sql("SELECT code, player_name FROM to_check")
    assert ("net_differs", "Asha") in found.rows()


def test_a_wrong_digest_is_kept_and_found(tmp_path: Path) -> None:
    record = json.loads(exported_lines(HAND_WRITTEN)[0]) | {"digest": "sha256:" + "0" * 64}
    load_files([write(tmp_path / "x.jsonl", [record])], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        games = archive.games().collect()
        assert json.loads(next(archive.records())) == record
    assert games["digest"].to_list() == games["digest_as_written"].to_list() != [record["digest"]]
    assert "digest_mismatch" in codes_of(tmp_path / "a.duckdb")["trial-1 1"]


def test_two_accounts_of_one_game_are_both_kept_and_told(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files([write(tmp_path / "1.jsonl", [nets(5)]), write(tmp_path / "2.jsonl", [nets(6)])], db)
    assert ids(db) == ids(db, "current_games") == ["sheet-1", "sheet-1"]
    found = codes_of(db)
    assert "id_conflict" in found["sheet-1 2"]
    assert "id_conflict" not in found["sheet-1 1"]


def test_views_of_one_game_are_no_second_account(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    views = [with_play(view=0), with_play(view=1), with_play(view="public"), with_play()]
    load_files([write(tmp_path / "1.jsonl", views[:3])], db)
    with Archive(db) as archive:
        assert archive.sql("SELECT view FROM current_games")["view"].to_list() == ["0"]
    load_files([write(tmp_path / "2.jsonl", views)], db)
    with Archive(db) as archive:
        assert archive.sql("SELECT view FROM current_games")["view"].to_list() == ["all"]
        assert archive.games().collect().height == 4
    assert not any("id_conflict" in found for found in codes_of(db).values())


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_corrections_take_the_place_of_what_they_correct_in_any_order(
    order: tuple[int, int, int], tmp_path: Path
) -> None:
    chain = [json.loads(format_record(expand(_record(sheet())).record))]
    for net in (6, 7):
        corrected = sheet(corrects={"digest": chain[-1]["digest"], "reason": "miscounted_maal"}, dealer=None)
        corrected["result"] = {"players": [{"net": -net}, {"net": net}]}
        chain.append(json.loads(format_record(expand(_record(corrected)).record)))
    db = tmp_path / "a.duckdb"
    for number in order:
        load_files([write(tmp_path / f"{number}.jsonl", [chain[number]])], db)
    with Archive(db) as archive:
        superseded = dict(archive.sql("SELECT digest, superseded_by FROM games").iter_rows())
        assert archive.sql("SELECT digest FROM current_games")["digest"].to_list() == [chain[2]["digest"]]
        assert archive.sql("SELECT net FROM results ORDER BY seat")["net"].to_list() == [-7, 7]
    assert superseded == {
        chain[0]["digest"]: chain[1]["digest"],
        chain[1]["digest"]: chain[2]["digest"],
        chain[2]["digest"]: None,
    }
    assert not any({"id_conflict", "corrects_unknown"} & set(found) for found in codes_of(db).values())


def _record(mapping: dict[str, Any]) -> Any:
    from io import BytesIO

    (reading,) = read_records(BytesIO(line_of(mapping)))
    assert reading.record is not None, reading.findings
    return reading.record


def test_a_correction_without_a_digest_corrects_the_record_that_has_none(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    fixed = nets(6, corrects={"reason": "misheard"})
    load_files([write(tmp_path / "1.jsonl", [nets(5), fixed])], db)
    with Archive(db) as archive:
        assert archive.sql("SELECT net FROM results ORDER BY seat")["net"].to_list() == [6, -6]


@pytest.mark.parametrize(
    ("records", "live"),
    [
        ([sheet(), sheet(dealer=1, corrects={})], [1]),
        ([sheet(), sheet(dealer=1, corrects={}), sheet(dealer=None, corrects={"reason": "again"})], [2]),
        ([sheet(), sheet(dealer=1), sheet(dealer=None, corrects={})], [0, 1, 2]),
    ],
)
def test_a_correction_that_names_no_digest_is_the_same_after_an_export(
    tmp_path: Path, records: list[dict[str, Any]], live: list[int]
) -> None:
    """What it corrects carries a digest then; of two games of the id it corrects neither (format 6)."""
    lines = [format_record(expand(_record(one)).record) for one in records]
    digests = [json.loads(line)["digest"] for line in lines]
    found: list[list[str]] = []
    for name in ("at once", "one by one"):
        (tmp_path / name).mkdir()
        files = [lines] if name == "at once" else [[line] for line in lines]
        for number, some in enumerate(files):
            path = tmp_path / name / f"{number}.jsonl"
            path.write_bytes(b"".join(line + b"\n" for line in some))
            load_files([path], tmp_path / f"{name}.duckdb")
        with Archive(tmp_path / f"{name}.duckdb") as archive:
            current = archive.sql("SELECT digest FROM current_games ORDER BY load_number")
            found.append(current["digest"].to_list())
            unknown = archive.sql("SELECT count(*) FROM findings WHERE code = 'corrects_unknown'").item()
        assert unknown == (len(live) == 3)
    assert found == [[digests[number] for number in live]] * 2


@pytest.mark.parametrize("derive", [True, False])
def test_a_correction_that_names_no_digest_may_come_before_what_it_corrects(
    tmp_path: Path, derive: bool
) -> None:
    """Files come in any order; the archive is the same as soon as both are there."""
    plain = [sheet(), sheet(dealer=1, corrects={}), sheet(dealer=None, corrects={"reason": "again"})]
    for name, form in (("written", expand), ("plain", None)):
        lines = [format_record(form(_record(one)).record if form else _record(one)) for one in plain]
        db = tmp_path / f"{name}.duckdb"
        for number in (1, 0):
            path = tmp_path / f"{name}-{number}.jsonl"
            path.write_bytes(lines[number] + b"\n")
            load_files([path], db, derive=derive)
        with Archive(db) as archive:
            current = archive.sql("SELECT game_id, is_correction FROM current_games").rows()
            unknown = archive.sql("SELECT count(*) FROM findings WHERE code = 'corrects_unknown'").item()
        assert (current, unknown) == ([("sheet-1", True)], 0), name


def test_a_correction_of_what_is_not_there_is_told_until_it_comes(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    old = json.loads(format_record(expand(_record(sheet())).record))
    fixed = nets(6, corrects={"digest": old["digest"]})
    load_files([write(tmp_path / "1.jsonl", [fixed])], db)
    assert "corrects_unknown" in codes_of(db)["sheet-1 1"]
    load_files([write(tmp_path / "2.jsonl", [old])], db)
    assert "corrects_unknown" not in codes_of(db)["sheet-1 1"]
    assert ids(db, "current_games") == ["sheet-1"]


def test_money_beyond_64_bits_is_exact(tmp_path: Path) -> None:
    """Points times stake is never wrapped."""
    stake = {"currency": "NPR", "minor_per_point": MAX_INTEGER}
    record = nets(MAX_INTEGER, session={"id": "s", "number": 1, "stake": stake})
    load_files([write(tmp_path / "1.jsonl", [record])], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        rows = archive.ask("SELECT money_minor FROM session_standings ORDER BY net").rows
        assert [row[0] for row in rows] == [-(MAX_INTEGER**2), MAX_INTEGER**2]
        with pytest.raises(StoreError, match="Overflow"):
            archive.sql(
                "SELECT s.claimed_net * g.stake_minor_per_point FROM games g JOIN seats s USING (digest)"
            )


def test_a_derived_number_beyond_64_bits_is_refused(tmp_path: Path) -> None:
    fines = [{"seat": 0, "points": MAX_INTEGER}] * 1_000
    rules = {"preset": "pagat", "options": {"dhoos_when": "current"}}
    huge = sheet(rules=rules, dhoos=fines, dhoos_due=fines)
    file = write(tmp_path / "1.jsonl", [huge, sheet(id="after")])
    report = load_files([file], tmp_path / "a.duckdb")
    assert report.counts.to_mapping() == {"read": 2, "ok": 1, "bad": 1, "skipped": 0}
    with Archive(tmp_path / "a.duckdb") as archive:
        assert archive.table("rejects")["code"].to_list() == ["number_too_large"]
        assert archive.games().collect().select("game_id", "load_number").rows() == [("after", 1)]


def test_one_missing_file_and_nothing_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(InputFileError):
        load_files([HAND_WRITTEN, tmp_path / "none.jsonl"], tmp_path / "a.duckdb")
    assert not (tmp_path / "a.duckdb").exists()


KILLED = """
import os, signal, sys
from marriage_analysis.store import loading
loading._BATCH_RECORDS = 2
loading._AS_NOTED = 1, 1
count = 0
def one(*_):
    global count
    count += 1
    if count == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
{hook}
loading.load_files([sys.argv[1]], sys.argv[2]{argument})
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.parametrize(
    ("hook", "argument", "at", "stored"),
    [
        ("", ", on_record=one", 5, 4),
        ("", ", on_record=one", 10, 10),
        ("real = loading.relate\ndef late(con):\n  real(con)\n  one()\nloading.relate = late", "", 1, 0),
        ("real = loading.relate\ndef late(con):\n  real(con)\n  one()\nloading.relate = late", "", 3, 4),
        ("loading.prepare_archive = one", "", 1, 0),
    ],
)
def test_killed_in_the_middle_and_completed(
    hook: str, argument: str, at: int, stored: int, tmp_path: Path
) -> None:
    db = tmp_path / "a.duckdb"
    code = KILLED.format(at=at, hook=hook, argument=argument)
    done = subprocess.run([sys.executable, "-c", code, str(HAND_WRITTEN), str(db)], check=False)
    assert done.returncode == -9
    if stored:
        assert len(ids(db)) == stored
    report = load_files([HAND_WRITTEN], db)
    assert report.counts.to_mapping() == {"read": 10, "ok": 10 - stored, "bad": 0, "skipped": stored}
    load_files([HAND_WRITTEN], tmp_path / "b.duckdb")
    whole = all_tables(tmp_path / "b.duckdb")
    for name, frame in all_tables(db).items():
        assert_frame_equal(frame, whole[name])


def test_an_archive_in_use_is_refused_with_what_to_do(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files([HAND_WRITTEN], db)
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match=rf"process {holder.pid}\) has this archive open; wait"):
            load_files([HAND_WRITTEN], db)
        with pytest.raises(StoreError, match="wait until it is done"):
            Archive(db)
        holder.communicate()
    assert len(ids(db)) == 10


def test_files_that_are_no_archive_are_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database\n" * 500)
    other = tmp_path / "other.db"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
    for path in (text, other, tmp_path, tmp_path / "none" / "a.duckdb"):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(StoreError):
            load_files([HAND_WRITTEN], path)
        with pytest.raises(StoreError):
            Archive(path)
        assert before == (path.read_bytes() if path.is_file() else b"")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE meta SET value = '99' WHERE name = 'schema_version'", "newer version"),
        ("UPDATE meta SET value = 'x' WHERE name = 'schema_version'", "no archive"),
        ("UPDATE meta SET value = 'x' WHERE name = 'application'", "no archive"),
        ("ALTER TABLE items ADD COLUMN more INTEGER", "another version"),
        ("DROP TABLE items", "another version"),
    ],
)
def test_archives_of_other_versions_are_refused(change: str, told: str, tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files([HAND_WRITTEN], db)
    with duckdb.connect(str(db)) as connection:
        connection.execute(change)
    with pytest.raises(StoreError, match=told):
        load_files([HAND_WRITTEN], db)
    with pytest.raises(StoreError, match=told):
        Archive(db)


def test_batches_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_files([HAND_WRITTEN, HAND_WRITTEN], tmp_path / "a.duckdb")
    whole = all_tables(tmp_path / "a.duckdb")
    monkeypatch.setattr("marriage_analysis.store.loading._BATCH_BYTES", 1)
    load_files([HAND_WRITTEN, HAND_WRITTEN], tmp_path / "b.duckdb")
    for name, frame in all_tables(tmp_path / "b.duckdb").items():
        assert_frame_equal(frame, whole[name])


def test_what_is_written_with_takes_little_memory_on_any_machine(tmp_path: Path) -> None:
    with connect(tmp_path / "a.duckdb", read_only=False) as connection:
        asked = "SELECT current_setting('memory_limit'), current_setting('threads')"
        prepare_archive(connection, tmp_path / "a.duckdb", tables(GAMES), views(GAMES))
        assert connection.execute(asked).fetchall() == [("16.0 MiB", 1)]
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb")
    with connect(tmp_path / "a.duckdb", read_only=False) as connection:
        prepare_archive(connection, tmp_path / "a.duckdb", tables(GAMES), views(GAMES))
        (limit, _), *_ = connection.execute(asked).fetchall()
        assert limit == f"{16 + largest_record(connection) * 6 / 1024:.1f} MiB"
        assert 24 < float(limit.split()[0]) < 48


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "number"), [(12_000, 4_000), (100_000, 1_000), (3_000_000, 40), (14_000_000, 9)]
)
def test_large_records_have_the_memory_that_they_need(size: int, number: int, tmp_path: Path) -> None:
    """With a fixed limit the checkpoint of an archive of large records failed, and so did deriving it."""
    rng = random.Random(size)
    texts = (
        sheet(id=f"game-{n}", extensions={"x": {"t": rng.randbytes(size // 2).hex()}}) for n in range(number)
    )
    file = write(tmp_path / "large.jsonl", texts)
    db = tmp_path / "a.duckdb"
    assert load_files([file], db, derive=False).loaded == number
    assert load_files([write(tmp_path / "more.jsonl", [sheet(id="small")])], db).loaded == 1
    assert derive_archive(db).derived == number


LOAD_AND_TELL = """
import re, sys
from pathlib import Path
from marriage_analysis.store.loading import load_files
load_files([sys.argv[1]], sys.argv[2], derive=sys.argv[3] == "derive")
print(re.search("VmHWM: *([0-9]+) kB", Path("/proc/self/status").read_text().replace(chr(9), " "))[1])
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the most memory is read from /proc")
@pytest.mark.parametrize("how", ["derive", "as noted"])
def test_a_larger_file_takes_no_more_memory(how: str, tmp_path: Path) -> None:
    plan = Plan(game=GAMES["marriage"], rules={"preset": "pagat"}, seats=4, seed="memory", policies=("mixed",))
    games = [json.loads(format_record(record)) for record in simulate(plan, games=20)]
    most: list[int] = []
    for number in (2_000, 8_000):
        several = ({**games[index % 20], "id": f"game-{index}", "digest": None} for index in range(number))
        file = write(tmp_path / f"{number}.jsonl", several)
        command = [sys.executable, "-c", LOAD_AND_TELL, str(file), str(tmp_path / f"{number}.duckdb"), how]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        most.append(int(done.stdout) // 1024)
    assert most[1] < 400, most
    assert most[1] - most[0] < 100, most


def test_every_game_of_the_catalog_has_its_columns() -> None:
    for name, game in GAMES.items():
        for score in game.table_shape.scores:
            own = [column.name for column in SHAPES["seats"].columns]
            assert {f"claimed_{score}", f"derived_{score}"} <= set(own), name
