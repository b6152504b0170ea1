"""Processes load into one archive at once, and loads are killed: nothing is lost and nothing doubled."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal
from record_samples import HAND_WRITTEN, sheet
from store_samples import write

from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import RECORD_TABLES

LOAD = """
import sys
from marriage_analysis.store import loading
loading._BATCH_RECORDS = 5
report = loading.load_files(sys.argv[2:], sys.argv[1], wait=60, derive={derive})
print(report.loaded, report.counts.read)
"""


def started(db: Path, *files: Path, derive: bool = True) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", LOAD.format(derive=derive), str(db), *map(str, files)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_processes_at_once_load_each_record_once(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    lines = HAND_WRITTEN.read_bytes().splitlines(keepends=True)
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_bytes(b"".join(lines[:7]))
    second.write_bytes(b"".join(lines[3:]))
    running = [started(db, first, derive=False), started(db, second), started(db, first, second)]
    done = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], done
    loaded = [tuple(map(int, out.split())) for out, _ in done]
    assert sum(new for new, _ in loaded) == 10
    assert [read for _, read in loaded] == [7, 7, 14]
    with Archive(db) as archive:
        assert sorted(archive.records()) == sorted(_once(tmp_path))


def _once(folder: Path) -> list[bytes]:
    load_files([HAND_WRITTEN], folder / "once.duckdb")
    with Archive(folder / "once.duckdb") as archive:
        return list(archive.records())


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_killed_at_20_moments_and_completed(tmp_path: Path) -> None:
    more = write(tmp_path / "more.jsonl", [sheet(id=f"more-{number}") for number in range(40)])
    files = [HAND_WRITTEN, more]
    whole = tmp_path / "whole.duckdb"
    before = time.monotonic()
    started(whole, *files).communicate()
    took = time.monotonic() - before
    chance = random.Random(20)
    killed = 0
    while killed < 20:
        db = tmp_path / f"{killed}.duckdb"
        before = time.monotonic()
        process = started(db, *files)
        # The last part of the time is that of closing, which writes the checkpoint.
        time.sleep(took * (chance.random() if killed % 4 else 1 - 0.1 * chance.random()))
        process.kill()
        process.communicate()
        if process.returncode == 0:
            # It was done before it could be killed: the moments lie in the time that it takes now.
            took = min(took, time.monotonic() - before) * 0.95
            db.unlink()
            continue
        assert process.returncode == -9
        killed += 1
        load_files(files, db)
        with Archive(db) as mended, Archive(whole) as sound:
            assert sorted(mended.records()) == sorted(sound.records())
            for name in RECORD_TABLES:
                made, right = mended.table(name), sound.table(name)
                drop = ["load_number"] if name == "games" else []
                key = [column for column in made.columns if column not in drop]
                assert_frame_equal(made.select(key).sort(key), right.select(key).sort(key))
