"""``marriage format``, ``verify``, ``schema`` and ``ls`` as people and scripts use them."""

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from record_samples import HAND_WRITTEN, line_of, sheet, with_play
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.schema import record_schema


def run(*arguments: object, data: bytes = b"") -> tuple[int, str, str]:
    outcome = CliRunner().invoke(app, [str(argument) for argument in arguments], input=data)
    return outcome.exit_code, outcome.stdout, outcome.stderr


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(line_of(sheet()) + line_of(with_play(id="game-2")))
    return path


def test_format_to_stdout(archive: Path) -> None:
    code, out, err = run("format", archive)
    assert code == 0
    readings = list(read_records(io.BytesIO(out.encode())))
    assert [reading.record.id for reading in readings if reading.record] == ["sheet-1", "game-2"]
    assert all(reading.record and reading.record.digest for reading in readings)
    assert "2 read = 2 ok + 0 bad + 0 skipped" in err
    assert run("format", "-", data=out.encode())[1] == out


def test_format_to_a_file_replaces_nothing_unasked(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "खेल संग्रह.jsonl"  # P80
    assert run("format", archive, "-o", out)[0] == 0
    first = out.read_bytes()
    assert first.count(b"\n") == 2
    code, _, err = run("format", HAND_WRITTEN, "-o", out)
    assert (code, out.read_bytes()) == (2, first)
    assert "--force" in err
    assert run("format", HAND_WRITTEN, "-o", out, "--force")[0] == 0
    assert out.read_bytes().count(b"\n") == 10
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["evening.jsonl", out.name])


def test_format_may_replace_its_own_input(archive: Path) -> None:
    assert run("format", archive, "-o", archive, "--force")[0] == 0
    assert archive.read_bytes().count(b'"digest"') == 2
    assert run("format", "--check", archive)[0] == 0


def test_format_loses_no_bad_record_of_a_file_that_it_reads(archive: Path, tmp_path: Path) -> None:
    before = line_of(sheet()) + line_of(sheet(dealer=9))
    archive.write_bytes(before)
    for output in (archive, tmp_path / "." / archive.name):
        code, _, err = run("format", archive, "-o", output, "--force")
        assert (code, archive.read_bytes()) == (2, before)
        assert "bad records would be lost" in err
    assert [path.name for path in tmp_path.iterdir()] == [archive.name]


def test_format_tells_bad_records_with_their_place_and_writes_the_others(archive: Path) -> None:  # P16
    archive.write_bytes(line_of(sheet()) + line_of(sheet(dealer=9)) + line_of(sheet(id="x")))
    code, out, err = run("format", archive)
    assert (code, out.count("\n")) == (1, 2)
    assert f"{archive}:2:" in err
    assert "field_invalid: dealer: expected a whole number of at most 5 (found 9)" in err
    assert "3 read = 2 ok + 1 bad + 0 skipped" in err


def test_format_does_not_put_right_a_digest_that_is_wrong(archive: Path) -> None:
    mapping = json.loads(run("format", archive)[1].splitlines()[0])
    mapping["dealer"] = 1
    archive.write_bytes(line_of(mapping))
    code, out, err = run("format", archive)
    assert (code, out) == (1, "")
    assert "digest_mismatch" in err


def test_format_check(archive: Path) -> None:
    code, out, err = run("format", "--check", archive)
    assert (code, out) == (1, "")
    assert "2 of 2 sound records are not in canonical form" in err


def test_exporting_twice_gives_the_same_bytes() -> None:  # P29
    assert run("format", HAND_WRITTEN)[1] == run("format", HAND_WRITTEN)[1]


def test_verify(archive: Path) -> None:
    good = [json.loads(line) for line in run("format", archive)[1].splitlines()]
    changed = {**good[0], "dealer": 1}
    archive.write_bytes(b"".join(map(line_of, [*good, changed, sheet(), {"format": "x"}])))
    code, out, err = run("verify", archive)
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == ["ok", "ok", "mismatch", "none"]
    assert "5 read = 3 ok + 2 bad + 0 skipped" in err
    code, out, _ = run("verify", archive, "--json")
    document: dict[str, Any] = json.loads(out)
    assert document["counts"] == {"read": 5, "ok": 3, "bad": 2, "skipped": 0}
    assert [row["digest"] for row in document["records"]] == ["ok", "ok", "mismatch", "none", None]
    assert document["records"][2]["findings"][0]["code"] == "digest_mismatch"
    assert document["records"][2]["findings"][0]["found"] == good[0]["digest"]


def test_verify_deals_again_from_the_seed_that_is_claimed(archive: Path) -> None:
    rules = rule_set("pagat")
    made = deal_cards(rules, seats=2, dealer=0, seed="Tihar")
    hands = [" ".join(map(str, hand or ())) for hand in made.hands]
    deal = {"hands": hands, "shuffle": {"algorithm": "sha256-fisher-yates-1", "seed": "Tihar"}}
    other = {**deal, "hands": hands[::-1]}
    unknown = {**deal, "shuffle": {"algorithm": "some", "seed": "Tihar"}}
    records = [
        sheet(view="all", id=str(number), deal=deal) for number, deal in enumerate((deal, other, unknown))
    ]
    archive.write_bytes(b"".join(map(line_of, [*records, sheet()])))
    code, out, err = run("verify", archive)
    assert code == 1
    assert [line.split()[1] for line in out.splitlines()] == ["ok", "mismatch", "not_checked", "none"]
    assert f"{archive}:2: error shuffle_differs: deal.hands[0]: the hand of seat 0" in err
    assert "4 read = 3 ok + 1 bad + 0 skipped" in err
    assert "1 record claims a shuffle that cannot be done again here" in err
    document: dict[str, Any] = json.loads(run("verify", archive, "--json")[1])
    assert [row["shuffle"] for row in document["records"]] == ["ok", "mismatch", "not_checked", "none"]
    assert document["shuffles_not_checked"] == 1
    found = document["records"][1]["findings"]
    assert [finding["place"]["seat"] for finding in found] == [0, 1]
    assert found[0]["expected"] == hands[0]


def test_view_hides_what_a_seat_did_not_see(archive: Path) -> None:
    code, out, err = run("view", archive, "--seat", 0, "--game", "game-2")
    assert (code, err) == (0, "2 read = 1 ok + 0 bad + 1 skipped\n")
    assert json.loads(out)["play"] == [
        "1: tunnel(6H6H6H)",
        "1: s?? show(3S4S5S,6H6H6H,AD2D3D) tiplu(??@41) xQH",
        "0: s4S show(6S7S8S,2C3C4C,JHQHKH) see(JC) x3H",
        "1: s?? x9S",
    ]
    assert json.loads(out)["view"] == 0
    assert [json.loads(line).get("view") for line in run("view", archive, "--public")[1].splitlines()] == [
        None,  # a score sheet hides nothing
        "public",
    ]


def test_view_into_a_file(archive: Path, tmp_path: Path) -> None:
    target = tmp_path / "seen.jsonl"
    assert run("view", archive, "--seat", 1, "-o", target)[:2] == (0, "")
    assert target.read_text(encoding="utf-8") == run("view", archive, "--seat", 1)[1]
    assert run("view", archive, "--seat", 1, "-o", target)[0] == 2
    assert run("view", archive, "--seat", 0, "-o", target, "--force")[0] == 0


def test_view_tells_what_cannot_be_told(archive: Path) -> None:
    archive.write_bytes(line_of(with_play(view=1)) + line_of(with_play(id="x")))
    code, out, err = run("view", archive, "--seat", 0)
    assert (code, json.loads(out)["id"]) == (1, "x")
    assert f"{archive}:1: view: the record tells what seat 1 saw, and not what seat 0 saw" in err
    assert run("view", archive, "--seat", 5)[:2] == (1, "")
    assert run("view", archive)[0] == 2
    assert run("view", archive, "--seat", 0, "--public")[0] == 2
    assert run("view", archive, "--seat", 0, "--game", "none")[0] == 2


def test_view_of_one_game_tells_nothing_of_the_others(archive: Path) -> None:
    archive.write_bytes(b"{x\n" + line_of(sheet(dealer=9)) + line_of(with_play(id="x")))
    code, out, err = run("view", archive, "--seat", 0, "--game", "x")
    assert (code, json.loads(out)["id"], err) == (0, "x", "3 read = 1 ok + 0 bad + 2 skipped\n")


@pytest.mark.parametrize(
    "data", [b"", b" \n\n", b"---\n", gzip.compress(b"")], ids=["empty", "blank", "---", "gz"]
)
@pytest.mark.parametrize("command", ["audit", "validate", "format", "ls", "verify", "view", "convert"])
def test_a_file_without_records_is_told_and_no_fault(command: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "nothing.jsonl"
    path.write_bytes(data)
    more = ("--public",) if command == "view" else ()
    code, _, err = run(command, path, *more)
    assert code == 0
    assert f"no records in {path}\n" in err
    assert "no records in stdin\n" in run(command, "-", *more, data=data)[2]


@pytest.mark.parametrize("command", ["audit", "validate", "ls"])
def test_only_the_files_without_records_are_named(command: str, archive: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.jsonl"
    nothing.touch()
    err = run(command, archive, nothing)[2]
    assert f"no records in {nothing}\n" in err
    assert f"no records in {archive}" not in err


def test_findings_of_a_session_name_their_file(tmp_path: Path) -> None:
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    first.write_bytes(line_of(sheet(session={"id": "s", "number": 1})))
    second.write_bytes(b"\n" + line_of(sheet(id="other", session={"id": "s", "number": 1})))
    code, out, _ = run("audit", first, second)
    assert code == 1
    assert (
        f"  error number_repeated: {second}:2 other: game 1 of the session is also 'sheet-1'"
        f" on line 1 of {first}\n" in out
    )
    (row,) = json.loads(run("audit", first, second, "--json")[1])["sessions"]
    assert [(found["file"], found["place"]["line"]) for found in row["findings"]] == [(str(second), 2)]


def test_schema() -> None:
    code, out, _ = run("schema")
    assert (code, json.loads(out)) == (0, record_schema("marriage"))
    code, out, err = run("schema", "--game", "whist")
    assert (code, out) == (2, "")
    assert "marriage" in err


def test_ls(archive: Path) -> None:
    archive.write_bytes(
        line_of(sheet(meta={"date": "2026-11-08"}, session={"id": "tihar", "number": 7}))
        + b"{}\n"
        + line_of(with_play())
    )
    code, out, err = run("ls", archive)
    assert code == 1
    header, first, second = out.splitlines()
    assert header.split() == ["id", "date", "session", "game", "level", "ending", "winner", "line", "players"]
    assert first.split() == [
        "sheet-1",
        "2026-11-08",
        "tihar/7",
        "marriage",
        "sheet",
        "finished",
        "Bina",
        "1",
        "Asha,",
        "Bina",
    ]
    assert second.split()[:5] == ["sheet-1", "-", "-", "marriage", "play"]
    assert "3 read = 2 ok + 1 bad + 0 skipped" in err
    _, out, _ = run("ls", archive, "--json")
    rows = json.loads(out)["records"]
    assert [(row["line"], row["level"], row["winner"]) for row in rows] == [(1, "sheet", 1), (3, "play", 1)]


def test_names_cannot_drive_the_terminal(archive: Path) -> None:  # P10
    archive.write_bytes(line_of(sheet(id="a\x1b[2J\nb", players=[{"name": "\u202ex"}, {"name": "B\0"}])))
    code, out, _ = run("ls", archive)
    assert (code, out.count("\n")) == (0, 2)
    assert not set("\x1b\u202e\0") & set(out)


@pytest.mark.parametrize("command", ["format", "verify", "ls"])
def test_what_cannot_be_opened_is_said_in_a_line(command: str, tmp_path: Path) -> None:
    for name in ("missing.jsonl", "."):
        code, out, err = run(command, tmp_path / name)
        assert (code, err.count("\n")) == (2, 1)
        assert str(tmp_path) in err
        assert out.count("\n") <= 1


@pytest.mark.parametrize("command", ["format", "verify", "ls"])
def test_a_damaged_file_is_a_bad_record(command: str, tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress(line_of(sheet()))[:-9])
    code, _, err = run(command, path)
    assert code == 1
    assert "stream_damaged" in err


def test_the_c_locale_and_a_name_in_an_older_encoding(tmp_path: Path) -> None:  # P08
    path = tmp_path / "old.jsonl"
    path.write_bytes(line_of(sheet(id="खेल")) + line_of(sheet(id="Zoé")).decode().encode("latin-1"))
    outcome = subprocess.run(
        [sys.executable, "-m", "marriage_analysis", "ls", str(path)],
        env={
            **os.environ,
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
            "PYTHONWARNDEFAULTENCODING": "1",
        },
        capture_output=True,
        check=False,
    )
    assert outcome.returncode == 1
    assert "खेल" in outcome.stdout.decode()
    assert b"not_utf8" in outcome.stderr
    assert b"EncodingWarning" not in outcome.stderr
    assert b"Traceback" not in outcome.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_folder_that_may_not_be_written_to(archive: Path, tmp_path: Path) -> None:  # P80
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    code, _, err = run("format", archive, "-o", folder / "out.jsonl")
    assert code == 2
    assert "cannot be written" in err


def test_a_folder_that_is_not_there(archive: Path, tmp_path: Path) -> None:
    code, _, err = run("format", archive, "-o", tmp_path / "no" / "out.jsonl")
    assert code == 2
    assert "cannot be written" in err
