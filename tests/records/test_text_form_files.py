"""Text form in files: packed, cut, damaged, with any line ends; and ``marriage convert`` both ways."""

import gzip
import io
import json
from pathlib import Path

import pytest
from record_samples import HAND_WRITTEN, hand_written, line_of, sheet, with_play
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.records.limits import MAX_RECORD_BYTES
from marriage_analysis.records.reader import Reading, read_records
from marriage_analysis.records.streams import zstd
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text


def text_of(*mappings: dict[str, object]) -> str:
    records = [read_text(line_of(dict(mapping)).decode())[0] for mapping in mappings]
    return "\n---\n\n".join(format_text(record) for record in records if record is not None)


GAMES = [with_play(id=f"game-{number}") for number in range(6)]
TEXT = text_of(*GAMES)
FIRST_LINES = [number for number, line in enumerate(TEXT.splitlines(), start=1) if line.startswith("[format")]


def read(data: bytes) -> list[Reading]:
    return list(read_records(io.BytesIO(data)))


def ids(readings: list[Reading]) -> list[str | None]:
    return [reading.record.id if reading.record else None for reading in readings]


def codes_of(reading: Reading) -> list[str]:
    return [found.code.name for found in reading.findings]


def run(*arguments: object, data: bytes = b"") -> tuple[int, str, str]:
    outcome = CliRunner().invoke(app, [str(argument) for argument in arguments], input=data)
    return outcome.exit_code, outcome.stdout, outcome.stderr


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress])
def test_line_numbers_are_right_whatever_ends_a_line_and_packs_a_file(
    end: str, pack: type[bytes]
) -> None:  # P20
    readings = read(pack(TEXT.replace("\n", end).encode()))
    assert ids(readings) == [game["id"] for game in GAMES]
    assert [reading.line for reading in readings] == FIRST_LINES
    broken = TEXT.replace("\n", end).replace("[dealer 0]", "[dealer 9]")
    places = [reading.findings[0].place for reading in read(pack(broken.encode()))]
    assert [place.line for place in places] == [first + 7 for first in FIRST_LINES]
    assert {(place.column, place.source) for place in places} == {(9, "[dealer 9]")}


def test_blank_lines_and_separators_without_records_are_nothing() -> None:  # P02
    spread = "\n \n---\n" + TEXT.replace("\n", "  \n\n") + "\n---\n---  \n\n"
    assert ids(read(spread.encode())) == [game["id"] for game in GAMES]
    assert ids(read(TEXT.rstrip().encode())) == [game["id"] for game in GAMES]  # P13


def test_a_mark_before_the_text_is_skipped_with_a_note() -> None:  # P01
    for data in (b"\xef\xbb\xbf" + TEXT.encode(), TEXT.encode("utf-16")):
        readings = read(data)
        assert ids(readings) == [game["id"] for game in GAMES]
        assert [codes_of(reading) for reading in readings] == [["byte_order_mark"], *[[]] * 5]


def test_a_bad_record_costs_no_other() -> None:  # P16
    spoilt = TEXT.replace('[id "game-2"]', "[id game-2]").replace('[id "game-4"]', "nonsense").encode()
    readings = read(spoilt.replace(b'"game-5"', b'"game-\xe9"'))
    assert ids(readings) == ["game-0", "game-1", None, "game-3", None, None]
    assert [codes_of(reading) for reading in readings[2:]] == [
        ["json_syntax"],
        [],
        ["text_syntax", "missing_field"],
        ["not_utf8"],
    ]
    assert readings[5].findings[0].place.line == FIRST_LINES[5] + 3


def test_files_put_together_without_a_separator_are_told() -> None:  # P28
    (reading,) = read(text_of(GAMES[0]).encode() + text_of(GAMES[1]).encode())
    assert codes_of(reading) == ["trailing_data"]
    assert "a line --- belongs between two records" in reading.findings[0].message
    assert reading.findings[0].place.line == 1 + text_of(GAMES[0]).count("\n")


def test_a_record_too_large_is_told_and_the_next_one_read() -> None:  # P19
    large = text_of(GAMES[0]) + "\n".join(["0: ?"] * (MAX_RECORD_BYTES // 5 + 1))
    readings = read(f"{large}\n---\n{TEXT}".encode())
    assert codes_of(readings[0]) == ["record_too_large"]
    assert ids(readings)[1:] == [game["id"] for game in GAMES]


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_a_packed_file_cut_anywhere_gives_its_whole_records_and_says_so(pack: type[bytes]) -> None:  # P14
    data = pack(TEXT.encode())
    for cut in range(1, len(data), 7):
        *whole, last = read(data[:cut])
        assert ids(whole) == [game["id"] for game in GAMES][: len(whole)]
        if cut > 4:
            assert "stream_damaged" in codes_of(last)


def test_a_plain_file_cut_anywhere_gives_its_whole_records_first() -> None:  # P14
    data = TEXT.encode()
    ends = [len(text_of(*GAMES[:count]).encode()) for count in range(1, 7)]
    for cut in range(0, len(data), 11):
        readings = read(data[:cut])
        whole = sum(end <= cut for end in ends)
        assert ids(readings)[:whole] == [game["id"] for game in GAMES][:whole]
        assert len(readings) <= whole + 1


def test_a_record_cut_after_its_turns_does_not_fit_its_digest() -> None:
    text = run("convert", "-", data=run("format", "-", data=TEXT.encode())[1].encode())[1]
    cut = text[: text.rindex("[result.winner")]
    code, out, _ = run("validate", "-", data=cut.encode())
    assert code == 1
    assert "digest_mismatch" in out


def test_the_name_or_the_first_line_tells_the_form(tmp_path: Path) -> None:
    for name in ("a.mrn", "a.txt", "a.mrn.gz", "A.MRN"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(TEXT.encode()) if name.endswith("gz") else TEXT.encode())
        assert len(list(read_records(path))) == 6
    path.write_text("0: s5S\n" + text_of(GAMES[0]).replace(str(GAMES[0]["play"]), ""), encoding="utf-8")
    (reading,) = read_records(path)
    assert reading.record is not None
    assert reading.record.parts.play[0] == "0: s5S"
    path.write_bytes(line_of(sheet()))
    (reading,) = read_records(path)
    assert (reading.is_ok, reading.is_text_form) == (True, False)


@pytest.mark.parametrize("command", ["validate", "audit", "ls", "format", "verify"])
def test_every_command_reads_text_form(command: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.mrn"
    path.write_text(text_of(*hand_written()), encoding="utf-8")
    code, _, err = run(command, path)
    assert "10 read = " in err
    assert code == run(command, HAND_WRITTEN)[0]


def test_format_gives_the_same_from_both_forms() -> None:
    text = text_of(*hand_written())
    assert run("format", "-", data=text.encode())[1] == run("format", HAND_WRITTEN)[1]


def test_load_reads_text_form(tmp_path: Path) -> None:
    path, db = tmp_path / "evening.mrn", tmp_path / "archive.duckdb"
    path.write_text(TEXT, encoding="utf-8")
    code, out, _ = run("load", path, "--db", db)
    assert code == 0
    assert "6 games loaded" in out
    code, out, _ = run("load", "-", "--db", db, data=run("convert", path)[1].encode())
    assert "6 games were there already" in out


def test_convert_there_and_back(tmp_path: Path) -> None:  # P65
    text, lines = tmp_path / "खेल.mrn", tmp_path / "back.jsonl"
    code, out, err = run("convert", HAND_WRITTEN, "-o", text)
    assert (code, out) == (0, "")
    assert "10 read = 10 ok + 0 bad + 0 skipped" in err
    assert run("convert", text, "-o", lines)[0] == 0
    originals = [reading.record for reading in read_records(HAND_WRITTEN)]
    assert [reading.record for reading in read_records(lines)] == originals
    again = tmp_path / "again.mrn"
    assert run("convert", lines, "-o", again)[0] == 0
    assert again.read_bytes() == text.read_bytes()


def test_convert_chooses_the_other_form_unless_told() -> None:
    assert run("convert", "-", data=line_of(sheet()))[1] == text_of(sheet())
    canonical = run("convert", "-", data=text_of(sheet()).encode())[1]
    assert json.loads(canonical) == sheet()
    assert run("convert", "-", "--to", "jsonl", data=canonical.encode())[1] == canonical
    typed = text_of(sheet()).replace("\n", "\n\n").encode()
    assert run("convert", "-", "--to", "mrn", data=typed)[1] == text_of(sheet())
    assert run("convert", "-", data=b"") == (
        0,
        "",
        "no records in stdin\n0 read = 0 ok + 0 bad + 0 skipped\n",
    )


def test_convert_goes_by_the_ending_of_the_output(tmp_path: Path) -> None:
    for name, opens in (("a.mrn", b"[format"), ("a.jsonl", b"{"), ("a.json", b"{")):
        assert run("convert", "-", "-o", tmp_path / name, data=line_of(sheet()))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(opens)
    assert run("convert", "-", "-o", tmp_path / "b.jsonl", "--to", "mrn", data=line_of(sheet()))[0] == 0
    assert (tmp_path / "b.jsonl").read_bytes().startswith(b"[format")


def test_convert_replaces_nothing_unasked(tmp_path: Path) -> None:
    path = tmp_path / "out.mrn"
    path.write_text("mine", encoding="utf-8")
    code, _, err = run("convert", HAND_WRITTEN, "-o", path)
    assert (code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "--force" in err
    assert run("convert", HAND_WRITTEN, "-o", path, "--force")[0] == 0
    assert len(list(read_records(path))) == 10


def test_convert_tells_bad_records_and_writes_the_others() -> None:
    data = line_of(sheet(id="a")) + line_of(sheet(dealer=9)) + line_of(sheet(id="b"))
    code, out, err = run("convert", "-", data=data)
    assert code == 1
    assert ids(read(out.encode())) == ["a", "b"]
    assert "-:2:199: error field_invalid" in err
    assert "3 read = 2 ok + 1 bad + 0 skipped" in err
    code, out, _ = run("convert", "-", data=line_of(sheet(dealer=9)) + line_of(sheet(id="b")))
    assert (code, ids(read(out.encode()))) == (1, ["b"])


@pytest.mark.parametrize(
    "arguments", [("--to", "pgn"), ("-o", "x.mrn.gz"), ("-o", "x.jsonl.zst"), ("-o", "/no/such/x.mrn")]
)
def test_convert_refuses_what_it_cannot_write(arguments: tuple[str, ...]) -> None:
    assert run("convert", HAND_WRITTEN, *arguments)[0] == 2


def test_a_caret_stands_under_the_fault_also_behind_wide_and_joined_signs() -> None:
    text = text_of(sheet()).replace("[dealer 0]", "[dealer 0]\nक्षेत्री: s5S").replace("Asha", "क्षेत्री")
    text = text.replace("क्षेत्री: s5S", "क्षेत्री: s5S xZZ")
    _, out, _ = run("validate", "-", data=text.encode())
    lines = out.splitlines()
    shown = next(number for number, line in enumerate(lines) if line.strip() == "क्षेत्री: s5S xZZ")
    # Three signs of the name stand under or over another and take no column of their own.
    assert lines[shown + 1] == " " * (8 + len("क्षेत्री: s5S x") - _joined("क्षेत्री")) + "^"


def _joined(text: str) -> int:
    return sum(sign in "्े" for sign in text)


def test_a_long_line_is_shown_only_around_its_fault() -> None:
    hand = "5H " * 60
    text = text_of(sheet()).replace(
        "[dealer 0]", f'[dealer 0]\n[meta {{"a": "{hand}", "b": 1.5, "c": "{hand}"}}]'
    )
    _, out, _ = run("validate", "-", data=text.encode())
    shown, caret = next(
        (line, below)
        for line, below in zip(out.splitlines(), out.splitlines()[1:], strict=False)
        if "…" in line
    )
    assert shown.strip().startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 140
    assert shown[caret.index("^") :].startswith("1.5")
