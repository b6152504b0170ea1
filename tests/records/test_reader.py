"""Files in every state: packed, cut, damaged, marked, put together, far too large."""

import codecs
import gzip
import io
import json
import os
import random
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from record_samples import HAND_WRITTEN, hand_written, line_of, sheet, with_play

from marriage_analysis.errors import InputFileError
from marriage_analysis.records.limits import MAX_RECORD_BYTES
from marriage_analysis.records.reader import Reading, read_records

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GAMES = [sheet(id=f"game-{number}") for number in range(40)]
LINES = [line_of(game) for game in GAMES]
PLAIN = b"".join(LINES)


def read(data: bytes) -> list[Reading]:
    return list(read_records(io.BytesIO(data)))


def codes_of(readings: list[Reading]) -> list[list[str]]:
    return [[found.code.name for found in reading.findings] for reading in readings]


def ids(readings: list[Reading]) -> list[str | None]:
    return [reading.record.id if reading.record else None for reading in readings]


def test_the_records_written_by_hand_are_sound() -> None:
    readings = list(read_records(HAND_WRITTEN))
    assert [reading.findings for reading in readings] == [()] * 10
    assert ids(readings) == [game["id"] for game in hand_written()]
    assert [reading.line for reading in readings] == list(range(1, 11))
    levels = [reading.record.level.word for reading in readings if reading.record]
    assert levels == [*["play"] * 4, *["sheet"] * 3, "hands", "play", "sheet"]


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "gz": lambda data: gzip.compress(data, mtime=0),
    "zst": zstd.compress,
    "gz, many members": lambda data: b"".join(gzip.compress(line) for line in data.splitlines(keepends=True)),
    "zst, many frames": lambda data: b"".join(zstd.compress(line) for line in data.splitlines(keepends=True)),
    "gz, padded": lambda data: gzip.compress(data) + b"\0" * 1024,
}


@pytest.mark.parametrize("packing", PACKINGS)
def test_packed_or_not_the_records_are_the_same(packing: str) -> None:
    readings = read(PACKINGS[packing](PLAIN))
    assert ids(readings) == [game["id"] for game in GAMES]
    assert codes_of(readings) == [[]] * 40


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_cut_file_gives_what_was_whole_and_one_fault(packing: str) -> None:  # P13, P14
    data = PACKINGS[packing](PLAIN)
    whole = len(read(data))
    for cut in sorted({*range(0, len(data), max(1, len(data) // 200)), len(data) - 1, len(data) - 8}):
        readings = read(data[:cut])
        sound = [reading for reading in readings if reading.is_ok]
        assert ids(sound) == [game["id"] for game in GAMES[: len(sound)]]
        assert len(readings) - len(sound) <= 1
        if packing == "plain":
            assert len(sound) == PLAIN[:cut].count(b"}\n") + PLAIN[:cut].endswith(b"}]}}")
            expected = [] if len(sound) == len(readings) else ["record_truncated"]
            assert codes_of(readings[len(sound) :]) == ([expected] if expected else [])
        elif len(sound) < len(readings):
            assert cut < 4 or codes_of(readings[-1:]) == [["stream_damaged"]]
        else:
            assert "padded" in packing or "many" in packing or len(sound) in (0, whole)


def test_a_cut_zst_gives_many_records_before_the_cut() -> None:
    # One frame of several blocks: what stands in the whole blocks comes out.
    rng = random.Random(7)
    noisy = [sheet(id=f"n{number}", meta={"x": rng.randbytes(2_000).hex()}) for number in range(400)]
    data = zstd.compress(b"".join(map(line_of, noisy)))
    readings = read(data[: len(data) // 2])
    assert 150 < len(readings) < 250
    assert codes_of(readings[-1:]) == [["stream_damaged"]]
    assert "unfinished record" in readings[-1].findings[0].message
    assert ids(readings[:-1]) == [game["id"] for game in noisy[: len(readings) - 1]]


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_damaged_packing_is_a_fault_and_no_traceback(packing: str) -> None:
    data = bytearray(PACKINGS[packing](PLAIN))
    for at in range(4, len(data), 7):
        spoilt = bytes(data[:at]) + bytes([data[at] ^ 0x55]) + bytes(data[at + 1 :])
        assert all(reading.line >= 0 for reading in read(spoilt))


NOISY = [
    sheet(id=f"n{number}", meta={"x": random.Random(number).randbytes(300).hex()}) for number in range(600)
]
CHECKED: dict[int, int] = {zstd.CompressionParameter.checksum_flag: 1}


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9])
@pytest.mark.parametrize(
    ("packing", "games", "lost"),
    [("gz", 60, 4), ("gz", 600, 4), ("zst", 600, 200)],  # of zst a block of up to 128 KiB is whole or lost
    ids=str,
)
def test_damage_in_the_middle_costs_no_record_before_it(packing: str, games: int, lost: int, at: float) -> None:
    lines = [line_of(game) for game in NOISY[:games]]
    plain = b"".join(lines)
    data = bytearray(gzip.compress(plain) if packing == "gz" else zstd.compress(plain, options=CHECKED))
    start = int(len(data) * at)
    data[start : start + 40] = bytes(40)
    *readings, damage = read(bytes(data))
    before = int(games * at) - lost
    assert [reading.raw + b"\n" for reading in readings[: max(before, 0)]] == lines[: max(before, 0)]
    assert [found.code.name for found in damage.findings] == ["stream_damaged"]
    assert damage.line == len(readings) + 1
    assert "may" in damage.findings[0].message
    assert "Error" not in damage.findings[0].message


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_wrong_checksum_is_told_in_plain_words_after_the_records(packing: str) -> None:
    plain = b"".join(map(line_of, NOISY))
    data = gzip.compress(plain) if packing == "gz" else zstd.compress(plain, options=CHECKED)
    at = len(data) - (8 if packing == "gz" else 4)
    readings = read(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    assert len(readings) - 1 >= len(NOISY) - (packing == "zst")  # of zst, the last 256 bytes may be lost
    (found,) = readings[-1].findings
    assert found.place.line == len(readings)
    words = "data is wrong: what was unpacked may not be what was written"
    assert words in found.message


def test_junk_behind_packed_records_is_told_in_plain_words() -> None:
    *_, last = read(gzip.compress(PLAIN) + b"junk")
    assert (last.line, last.findings[0].message) == (41, "what stands here is no gzip data")
    *_, last = read(zstd.compress(PLAIN) + b"junk junk")
    assert (last.line, last.findings[0].message) == (41, "what stands here is no zstd data")


def test_several_records_each_over_many_lines_are_told_where_the_second_begins() -> None:
    pretty = json.dumps(json.loads(LINES[0]), indent=1)
    (reading,) = read(f"{pretty}\n{pretty}\n".encode())
    (found,) = reading.findings
    assert (found.code.name, found.place.line, found.place.column) == (
        "trailing_data",
        pretty.count("\n") + 2,
        1,
    )
    assert "each must stand on one line" in found.message
    assert "same line" not in found.message


def test_a_bad_line_in_the_middle_costs_nothing_else() -> None:  # P16
    lines = [*LINES[:3], b'{"format": "marriage-record", "version": "1.0"\n', *LINES[3:]]
    readings = read(b"".join(lines))
    assert len(readings) == 41
    assert [reading.line for reading in readings if not reading.is_ok] == [4]
    bad_first = read(b'{"format": "marriage-record", \n' + PLAIN[: len(LINES[0]) - 1] + b"\n")
    assert not bad_first[0].is_ok


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n", b" \t\r\n", b"\r\n\r\n \r\n"])
def test_line_ends_blank_lines_and_trailing_blanks_change_nothing(end: bytes) -> None:  # P02
    readings = read(PLAIN.replace(b"\n", end))
    assert [reading.record for reading in readings] == [reading.record for reading in read(PLAIN)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("packing", ["plain", "gz", "zst"])
@pytest.mark.parametrize("bad", [0, 20, 39])
def test_line_numbers(end: bytes, packing: str, bad: int) -> None:  # P20
    lines = [*LINES]
    lines[bad] = line_of(sheet(dealer=9))
    data = PACKINGS[packing](b"".join(lines).replace(b"\n", end))
    (reading,) = [reading for reading in read(data) if not reading.is_ok]
    (found,) = reading.findings
    assert (reading.line, found.place.line, found.place.path) == (bad + 1, bad + 1, "dealer")
    assert found.place.column == lines[bad].index(b'"dealer": 9') + len('"dealer": ') + 1


def test_line_ends_across_chunks() -> None:
    class Dripping(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(1, size or 1))

    data = line_of(sheet(meta={"x": "é🂡"})).replace(b"\n", b"\r\n") * 3 + b"\r\r\n" + LINES[0]
    readings = list(read_records(Dripping(data)))
    assert [reading.line for reading in readings] == [1, 2, 3, 6]
    assert codes_of(readings) == [[]] * 4


def test_the_last_line_needs_no_end_and_the_line_separator_is_none() -> None:  # P13
    data = line_of(sheet(id="a\u2028b\u2029c\u0085d\x0b")).rstrip(b"\n")
    (reading,) = read(data)
    assert reading.record is not None
    assert reading.record.id == "a\u2028b\u2029c\u0085d\x0b"


def test_junk_after_the_last_record() -> None:  # P13
    assert codes_of(read(PLAIN + b"\x00\x00"))[-1] == ["json_syntax"]
    assert codes_of(read(PLAIN + b"-- end --"))[-1] == ["json_syntax"]
    (reading,) = read(LINES[0].rstrip() + b" trailing\n")
    assert [found.code.name for found in reading.findings] == ["trailing_data"]


def test_files_put_together_without_a_line_end() -> None:  # P28
    readings = read(LINES[0].rstrip() + PLAIN)
    assert codes_of(readings) == [["trailing_data"], *[[]] * 39]
    (found,) = readings[0].findings
    assert "second record on the same line" in found.message
    assert found.place.column == len(LINES[0].rstrip().decode()) + 1


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_byte_order_marks_are_skipped_with_a_note(mark: bytes, encoding: str) -> None:  # P01
    name = "आशा 🂡"
    text = line_of(sheet(id=name)).decode() * 2
    readings = read(mark + text.encode(encoding))
    assert ids(readings) == [name, name]
    assert codes_of(readings) == [["byte_order_mark"], []]
    assert readings[0].raw == text.encode().split(b"\n")[0]


def test_a_mark_further_down_as_after_cat() -> None:  # P01
    readings = read(LINES[0] + codecs.BOM_UTF8 + LINES[1])
    assert codes_of(readings) == [[], ["byte_order_mark"]]


def test_cut_utf16_is_a_fault() -> None:
    data = codecs.BOM_UTF16_LE + PLAIN.decode().encode("utf-16-le")[:-1]
    assert codes_of(read(data))[-1] == ["stream_damaged"]


def test_an_older_encoding_is_told_with_its_place() -> None:  # P08
    data = LINES[0] + line_of(sheet(id="Zoé")).decode().encode("latin-1") + LINES[1]
    readings = read(data)
    assert codes_of(readings) == [[], ["not_utf8"], []]
    (found,) = readings[1].findings
    text = line_of(sheet(id="Zoé")).decode()
    assert (found.place.line, found.place.column, found.found) == (2, text.index("é") + 1, "0xE9")


@pytest.mark.parametrize("indent", [0, 1, 4, "\t"])
@pytest.mark.parametrize("name", ["game.json", "game.jsonl", "game.txt"])
def test_one_record_over_many_lines(tmp_path: Path, indent: int | str, name: str) -> None:
    path = tmp_path / name
    path.write_text("\n" + json.dumps(sheet(dealer=9), indent=indent) + "\n\n", encoding="utf-8")
    (reading,) = read_records(path)
    (found,) = reading.findings
    lines = path.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if '"dealer"' in line)
    assert (reading.line, found.place.line) == (2, at + 1)
    assert found.place.column == lines[at].index("9") + 1


def test_a_json_file_cut_anywhere_is_one_bad_record(tmp_path: Path) -> None:
    text = json.dumps(sheet(), indent=2)
    path = tmp_path / "game.json"
    for cut in range(1, len(text), 5):
        path.write_text(text[:cut], encoding="utf-8")
        assert codes_of(list(read_records(path))) == [["record_truncated"]]


def test_a_json_file_may_hold_a_single_line_and_many_records(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(PLAIN)
    assert len(list(read_records(path))) == 40


def test_a_list_of_records_is_told_what_to_do() -> None:
    (reading,) = read(json.dumps(GAMES).encode())
    assert [found.code.name for found in reading.findings] == ["not_an_object"]
    assert "one on each line" in reading.findings[0].message


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\r\n", codecs.BOM_UTF8, gzip.compress(b"", mtime=0)])
def test_an_empty_file_has_no_records(data: bytes) -> None:
    assert read(data) == []


def test_a_record_that_is_too_large_is_skipped_and_names_the_limit() -> None:  # P19
    large = line_of(sheet(meta={"x": "y" * 20_000_000}))
    readings = read(LINES[0] + large + LINES[1])
    assert codes_of(readings) == [[], ["record_too_large"], []]
    assert f"{MAX_RECORD_BYTES:,}" in readings[1].findings[0].message
    assert readings[1].raw == b""


def test_memory_stays_flat() -> None:  # P05, P19, and what unpacks to far more than it is
    bomb = zstd.compress(LINES[0] + b" " * 400_000_000 + b"\n" + LINES[1])
    assert len(bomb) < 100_000
    many = gzip.compress(LINES[0] * 3_000)
    tracemalloc.start()
    try:
        assert codes_of(read(bomb)) == [[], ["record_too_large"], []]
        count = sum(1 for reading in read_records(io.BytesIO(many)) if reading.is_ok)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 3_000
    assert peak < 60_000_000


def test_a_hundred_thousand_turns_are_refused_by_name_of_the_limit() -> None:  # P07
    (reading,) = read(line_of(with_play(play=["0: s5S xQH"] * 100_000)))
    (found,) = reading.findings
    assert (found.code.name, found.place.path) == ("field_invalid", "play")
    assert "10,000" in found.message
    (reading,) = read(line_of(with_play(play=["0: s5S xQH"] * 10_000)))
    assert reading.is_ok
    (reading,) = read(line_of(with_play(play=["0: " + "s5S " * 500 + "xQH"])))
    assert not reading.is_ok
    assert "2,000" in reading.findings[0].message


@pytest.mark.parametrize("name", ["with blanks.jsonl", "खेल.jsonl", "a'b\"c.jsonl"])
def test_any_file_name(tmp_path: Path, name: str) -> None:  # P80
    path = tmp_path / name
    path.write_bytes(PLAIN)
    readings = list(read_records(path))
    assert len(readings) == 40
    assert readings[0].path == str(path)


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "a\0b", "x" * 5000])
def test_what_cannot_be_opened_raises_with_its_name(tmp_path: Path, name: str) -> None:  # P80
    with pytest.raises(InputFileError) as caught:
        list(read_records(tmp_path / name))
    assert caught.value.path == str(tmp_path / name)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_what_may_not_be_read_raises(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_bytes(PLAIN)
    path.chmod(0)
    with pytest.raises(InputFileError):
        list(read_records(path))


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:  # P80
    class Stdin:
        buffer = io.BytesIO(PLAIN)

    monkeypatch.setattr(sys, "stdin", Stdin())
    readings = list(read_records("-"))
    assert len(readings) == 40


@pytest.mark.parametrize(
    "text",
    [
        "\"'{}[]</script>\\",
        "a\nb\r\n\tc",
        "nul \0 here",
        "\u202eright to left\u202c",
        "नमस्ते 🂡",
        "e\u0301",
        "\u2028",
    ],
)
def test_any_text_comes_back_as_it_was(text: str) -> None:  # P10, P11
    game: dict[str, Any] = with_play(
        players=[{"name": text}, {"name": "B"}], annotations=[{"text": text}], meta={text: text}
    )
    for ascii_only in (True, False):
        (reading,) = read(json.dumps(game, ensure_ascii=ascii_only).encode())
        assert reading.record is not None
        assert reading.record.to_mapping() == game


def test_ten_thousand_records_with_an_empty_game_in_the_middle() -> None:  # P04, P05
    lines = [LINES[0]] * 5_000 + [b"{}\n"] + [LINES[1]] * 4_999
    ok = bad = 0
    for reading in read_records(io.BytesIO(b"".join(lines))):
        ok += reading.is_ok
        bad += not reading.is_ok
    assert (ok, bad) == (9_999, 1)
