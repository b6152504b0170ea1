"""Patterns of events: what they find is what going through the plays event by event finds."""

import random
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from marriage_analysis.cli.app import app
from marriage_analysis.errors import NotationError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.package_data import records_folder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.finding import Pattern, Who, known_phrases, read_pattern
from marriage_analysis.store.loading import load_files

Event = dict[str, Any]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("find")
    plan = Plan(game=GAMES["marriage"], rules={"preset": "pagat"}, seats=3, seed="find", policies=("sensible",))
    with (folder / "s.jsonl").open("wb") as stream:
        for record in simulate(plan, games=6):
            stream.write(format_record(record) + b"\n")
    sound = records_folder() / "marriage" / "sound"
    load_files(
        [folder / "s.jsonl", sound / "hand-played.jsonl", sound / "hand-irregular.jsonl"], folder / "a.duckdb"
    )
    return folder / "a.duckdb"


@pytest.fixture(scope="module")
def games(db: Path) -> list[list[Event]]:
    with Archive(db) as archive:
        rows = archive.sql(
            "SELECT e.*, load_number FROM events e JOIN current_games USING (digest) WHERE is_sound"
            " ORDER BY load_number, turn_no, event_no"
        ).to_dicts()
    return [list(events) for _, events in groupby(rows, key=lambda row: row["load_number"])]


def literally(pattern: Pattern, games: list[list[Event]]) -> Iterator[tuple[Any, ...]]:
    """The earliest way from each event that begins the pattern, by trying every way."""
    for events in games:
        for first, event in enumerate(events):
            if _fits(pattern, 0, event):
                ways = _ways(pattern, events, [first])
                if ways:
                    way = [events[index] for index in min(ways)]
                    yield (event["load_number"], *(value for e in way for value in (e["seat"], e["turn_no"])))


def _ways(pattern: Pattern, events: list[Event], way: list[int]) -> list[list[int]]:
    number = len(way)
    if number == len(pattern.steps):
        return [way]
    step, last = pattern.steps[number], events[way[-1]]
    found: list[list[int]] = []
    for index in range(way[-1] + 1, len(events)):
        event = events[index]
        is_same = event["seat"] == last["seat"]
        if not _fits(pattern, number, event) or (step.who is Who.SAME and not is_same):
            continue
        if step.who is Who.ANOTHER and is_same:
            continue
        if step.within is not None and _apart(events, last, event, step.who) > step.within:
            continue
        found += _ways(pattern, events, [*way, index])
    return found


def _apart(events: list[Event], last: Event, event: Event, who: Who) -> int:
    if who is not Who.SAME:
        return int(event["turn_no"] - last["turn_no"])
    between = {e["turn_no"] for e in events if e["seat"] == event["seat"]}
    return sum(last["turn_no"] < turn <= event["turn_no"] for turn in between)


def _fits(pattern: Pattern, number: int, event: Event) -> bool:
    return all(event[one.column] == one.value for one in pattern.steps[number].conditions)


CHANCE = random.Random(5)
WORDS = (
    "draw",
    "discard",
    "show",
    "tiplu",
    "see",
    "finish",
    "take from the pile",
    "throw face=10",
    "draw card=2C",
)
PATTERNS = [
    "take from the pile, then show within two turns",
    "show then see the tiplu by another within 4 turns then finish by the same",
    "tunnel then show",
    *(
        first + "".join(f" then {word}{who}{near}" for word, who, near in steps)
        for first, steps in (
            (
                CHANCE.choice(WORDS),
                [
                    (
                        CHANCE.choice(WORDS),
                        CHANCE.choice(("", "", " by another", " by anybody")),
                        CHANCE.choice(("", " within 1 turn", " within 3 turns", " within 0 turns")),
                    )
                    for _ in range(CHANCE.randrange(1, 3))
                ],
            )
            for _ in range(12)
        )
    ),
]


@pytest.mark.parametrize("text", PATTERNS)
def test_what_is_found_is_what_trying_every_way_finds(text: str, db: Path, games: list[list[Event]]) -> None:
    pattern = read_pattern(text)
    with Archive(db) as archive:
        found = archive.sql(pattern.sql, pattern.parameters).drop("digest", "game_id").rows()
    assert found == list(literally(pattern, games))


def test_some_of_the_patterns_are_found(db: Path) -> None:
    with Archive(db) as archive:
        sizes = [archive.sql(pattern.sql, pattern.parameters).height for pattern in map(read_pattern, PATTERNS)]
    assert sum(size > 0 for size in sizes) > len(sizes) / 2


def test_every_phrase_is_read_alone_and_with_everything(db: Path) -> None:
    with Archive(db) as archive:
        for phrase, who, near in product(known_phrases(), ("", " by another"), ("", " within three turns")):
            pattern = read_pattern(f"{phrase.upper()}  is_sound=true , then  {phrase}{near}{who}")
            assert len(pattern.steps) == 2
            archive.sql(pattern.sql, pattern.parameters)


@pytest.mark.parametrize(
    ("text", "position", "told"),
    [
        ("", 0, "a step is missing"),
        ("then show", 0, "a step is missing"),
        ("show, then", 10, "a step is missing"),
        ("take from the moon", 0, "take from the pile"),
        ("show within two turns", 12, "no step before"),
        ("show by another", 8, "no step before"),
        ("show then throw suit=S", 16, "no column 'suit'"),
        ("throw face=queen", 6, "no number"),
        ("show then throw within some turns", 23, "no number"),
        ("show is_sound=yes", 5, "true or false"),
        ("x'; DROP TABLE games; --", 0, "no step"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, position: int, told: str) -> None:
    with pytest.raises(NotationError, match=told) as raised:
        read_pattern(text)
    assert raised.value.position == position


def test_find_as_typed(db: Path) -> None:
    def run(*words: str) -> Result:
        return CliRunner().invoke(app, ["find", "--db", str(db), *words])

    done = run("take from the pile, then show within two turns", "--limit", "2")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 3
    assert done.stdout.splitlines()[-1].startswith("found ")
    assert run("nodraw then finish within 0 turns", "--json").exit_code == 1
    assert "is called 'sho'" in run("sho").stderr
    assert "WITH" in run("show", "--sql").stdout
    assert run("take from the moon").exit_code == 2
