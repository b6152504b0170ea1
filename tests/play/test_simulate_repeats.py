"""The same seed gives the same bytes: in another process, in other portions, and packed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from play.simulating import plan

from marriage_analysis.play.simulate import simulate
from marriage_analysis.records.exporting import format_record

ARGUMENTS = ["simulate", "--games", "6", "--players", "4", "--rules", "wikipedia-en", "--seed", "Tihar"]


def run(*arguments: str, hash_seed: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "marriage_analysis", *arguments]
    return subprocess.run(command, capture_output=True, check=True, env=environment)


@pytest.mark.parametrize("policy", ["sensible", "random"])
def test_two_processes_write_the_same_bytes(policy: str) -> None:
    more = ["--policy", policy, "--max-turns", "60", "--session", "evening", "-o", "-"]
    first = run(*ARGUMENTS, *more, hash_seed="1")
    second = run(*ARGUMENTS, *more, hash_seed="2")
    assert first.stdout == second.stdout
    assert first.stdout.count(b"\n") == 6


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_files_are_the_same_too(tmp_path: Path, ending: str) -> None:
    files = [tmp_path / f"{name}{ending}" for name in ("a", "b")]
    for file, hash_seed in zip(files, ("3", "4"), strict=True):
        run(*ARGUMENTS[:2], "2", *ARGUMENTS[3:], "-o", str(file), hash_seed=hash_seed)
    assert files[0].read_bytes() == files[1].read_bytes()


def lines(*, games: int, first_game: int = 0, session: str | None = None) -> list[bytes]:
    table = plan("wikipedia-ja", policies=["random"], max_turns=90, session=session)
    return [format_record(record) for record in simulate(table, games=games, first_game=first_game)]


@pytest.mark.parametrize("session", [None, "evening"])
def test_portions_put_together_are_the_whole(session: str | None) -> None:
    whole = lines(games=6, session=session)
    assert whole == [*lines(games=3, session=session), *lines(games=3, first_game=3, session=session)]
    assert len(set(whole)) == 6


def test_another_seed_is_another_game_and_other_policies_get_the_same_cards() -> None:
    (one,) = simulate(plan(), games=1)
    (other,) = simulate(plan(seed="other"), games=1)
    (same,) = simulate(plan(policies=["random"], max_turns=9), games=1)
    assert one.parts.deal != other.parts.deal
    assert one.parts.deal == same.parts.deal
    assert len({one.id, other.id, same.id}) == 3
