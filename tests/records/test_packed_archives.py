"""Archives of whole games as this package packs them: cut at any byte, and with any byte spoilt."""

import io
import random
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import DigestState, digest_state, format_record
from marriage_analysis.records.packing import packed
from marriage_analysis.records.reader import Reading, read_records

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SUFFIXES: Final = ("", ".gz", ".zst")
NUMBER_OF_GAMES: Final = 80
FEW: Final = 25
"""How many places are tried plainly; with --long a thousand are."""

tries = pytest.mark.parametrize("tries", [FEW, pytest.param(1_000, marks=pytest.mark.long)])
suffixes = pytest.mark.parametrize("suffix", SUFFIXES)


@cache
def lines() -> tuple[bytes, ...]:
    """Games of some 60 turns, enough of them for several blocks of zstd (128 KiB each)."""
    rules = {"preset": "pagat"}
    plan = Plan(game=GAMES["marriage"], rules=rules, seats=4, seed="cut", policies=("random",), max_turns=60)
    found = tuple(format_record(record) + b"\n" for record in simulate(plan, games=NUMBER_OF_GAMES))
    assert sum(map(len, found)) > 2 * 128 * 1024
    return found


@cache
def archive(suffix: str) -> bytes:
    stream = io.BytesIO()
    with packed(stream, f"games.jsonl{suffix}") as inner:
        for line in lines():
            inner.write(line)
    return stream.getvalue()


def unpack_plain(data: bytes) -> bytes:
    return data


def unpack_gzip(data: bytes) -> bytes:
    return zlib.decompressobj(wbits=31).decompress(data)


def unpack_zstd(data: bytes) -> bytes:
    return zstd.ZstdDecompressor().decompress(data)


UNPACK: Final[dict[str, Callable[[bytes], bytes]]] = {"": unpack_plain, ".gz": unpack_gzip, ".zst": unpack_zstd}
"""What the libraries themselves get out of a file that is cut."""


def whole_lines(text: bytes) -> int:
    """How many games stand in what is left of the text; the last may lack its line end alone."""
    count, size = 0, 0
    for line in lines():
        if not text.startswith(line[:-1], size):
            break
        count, size = count + 1, size + len(line)
    return count


def places(data: bytes, tries: int) -> list[int]:
    """Evenly spread places, and those round the first and the last bytes."""
    step = max(1, len(data) // tries)
    return sorted({*range(0, len(data), step), *range(min(12, tries)), *range(len(data) - 12, len(data))})


def read(data: bytes) -> tuple[list[Reading], list[Reading]]:
    """The sound readings and the others."""
    readings = list(read_records(io.BytesIO(data)))
    return [reading for reading in readings if reading.is_ok], [
        reading for reading in readings if not reading.is_ok
    ]


@suffixes
def test_a_whole_archive(suffix: str) -> None:
    sound, faulty = read(archive(suffix))
    assert tuple(reading.raw + b"\n" for reading in sound) == lines()
    assert not faulty


@tries
@suffixes
def test_a_cut_archive_gives_every_game_before_the_cut_and_says_that_it_is_cut(suffix: str, tries: int) -> None:
    data = archive(suffix)
    cuts = places(data, tries)
    assert len(cuts) >= tries
    counts: set[int] = set()
    for cut in cuts:
        left = UNPACK[suffix](data[:cut])
        count = whole_lines(left)
        sound, faulty = read(data[:cut])
        assert tuple(reading.raw + b"\n" for reading in sound) == lines()[:count], cut
        counts.add(count)
        is_cut = cut > 0 if suffix else len(left) > sum(map(len, lines()[:count]))
        assert len(faulty) == is_cut, cut
        if is_cut:
            (found,) = faulty[0].findings
            wanted = "stream_damaged" if suffix and cut >= 4 else found.code.name
            assert (found.code.name, found.place.line) == (wanted, count + 1), cut
    assert len(counts) > (1 if suffix == ".zst" else min(tries, NUMBER_OF_GAMES) // 2)


@tries
@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_spoilt_byte_is_always_found_and_no_game_is_changed_unseen(suffix: str, tries: int) -> None:
    """What is packed carries a checksum: whatever is spoilt, something is reported after the games."""
    data = archive(suffix)
    rng = random.Random(suffix)
    written = frozenset(line[:-1] for line in lines())
    harmless = range(3, 10) if suffix == ".gz" else ()  # flags, time and system in the head of gzip
    for at in places(data, tries):
        sound, faulty = read(data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :])
        changed = [reading.record for reading in sound if reading.raw not in written]
        assert all(digest_state(record) is DigestState.MISMATCH for record in changed if record), at
        if at in harmless and not faulty:
            assert len(sound) == NUMBER_OF_GAMES
        elif at >= 4:
            *_, last = faulty
            assert [found.code.name for found in last.findings] == ["stream_damaged"], at
        else:
            assert faulty  # it is not known for a packed file any more


@pytest.mark.parametrize(("suffix", "packing"), [(".gz", "gzip"), (".zst", "zstd"), (".ZST", "zstd")])
def test_a_name_that_promises_a_packing_is_held_to_it(suffix: str, packing: str, tmp_path: Path) -> None:
    """Once, not a fault for each line end that other bytes happen to hold; plain text under it is read."""
    path = tmp_path / f"games.jsonl{suffix}"
    path.write_bytes(random.Random(suffix).randbytes(5_000))
    (reading,) = read_records(path)
    (found,) = reading.findings
    assert (found.code.name, found.place.line) == ("stream_damaged", 1)
    assert found.message == f"the name says {packing}, but what stands here is no {packing} data"
    for text in (lines()[0], lines()[0].decode().encode("utf-16")):
        path.write_bytes(text)
        (reading,) = read_records(path)
        assert reading.raw + b"\n" == lines()[0]


@pytest.mark.parametrize("command", ["validate", "audit", "ls"])
@suffixes
def test_commands_report_a_cut_archive(suffix: str, command: str, tmp_path: Path) -> None:
    data = archive(suffix)
    path = tmp_path / f"games.jsonl{suffix}"
    path.write_bytes(data[: len(data) * 2 // 3])
    outcome = CliRunner().invoke(app, [command, str(path)])
    assert outcome.exit_code == 1
    assert isinstance(outcome.exception, SystemExit)
    counted = outcome.output.rstrip().splitlines()[-1]
    assert counted.endswith("1 bad + 0 skipped"), outcome.output
