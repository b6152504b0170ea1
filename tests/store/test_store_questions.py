"""The views that answer common questions, counted again in Python from the records and their audits."""

import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from record_samples import sheet
from store_samples import write

from marriage_analysis.audit.audit import RecordAudit, audit_records
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.package_data import records_folder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

SESSIONS = [records_folder() / "marriage" / "sound" / f"session-{which}.jsonl" for which in "ab"]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Seat:
    """One player of one game, from the audit alone."""

    audit: RecordAudit
    seat: int

    @property
    def record(self) -> dict[str, Any]:
        assert self.audit.record is not None
        return self.audit.record.to_mapping()

    @property
    def net(self) -> int | None:
        examination = self.audit.examination
        assert examination is not None
        derived = examination.derived["net"][self.seat]
        return examination.claimed["net"][self.seat] if derived is None else derived

    @property
    def won(self) -> bool:
        return self.record["result"].get("winner") == self.seat

    @property
    def player(self) -> str:
        player = self.record["players"][self.seat]
        return str(player.get("id", player.get("name")))

    @property
    def group(self) -> Key:
        return self.record["rules"].get("preset"), len(self.record["players"])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    target = tmp_path_factory.mktemp("questions") / "simulated.jsonl"
    with target.open("wb") as stream:
        for number, preset in enumerate(("pagat", "house-app", "wikipedia-en")):
            for policy, games in (("sensible", 4), ("random", 1)):
                plan = Plan(
                    game=GAMES["marriage"],
                    rules={"preset": preset},
                    seats=2 + number,
                    seed="questions",
                    policies=(policy,),
                    max_turns=40,
                )
                for record in simulate(plan, games=games):
                    stream.write(format_record(record) + b"\n")
    return [*SESSIONS, target]


@pytest.fixture(scope="module")
def archive(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    db = tmp_path_factory.mktemp("archive") / "a.duckdb"
    load_files(files, db)
    with Archive(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(files: list[Path]) -> list[Seat]:
    return [
        Seat(audit, seat)
        for audit in audit_records(files)
        if audit.record is not None
        for seat in range(len(audit.record.players))
    ]


def test_head_to_head(archive: Archive, seats: list[Seat]) -> None:
    expected: dict[Key, list[int]] = defaultdict(lambda: [0] * 6)
    games: dict[int, list[Seat]] = defaultdict(list)
    for one in seats:
        games[id(one.audit)].append(one)
    for table in games.values():
        examination = table[0].audit.examination
        assert examination is not None
        transfers = examination.statement.transfers if examination.statement else ()
        for one in table:
            for other in table:
                if one is other:
                    continue
                paid = sum(t.points for t in transfers if (t.payer, t.payee) == (other.seat, one.seat))
                paid -= sum(t.points for t in transfers if (t.payer, t.payee) == (one.seat, other.seat))
                row = (1, one.won, other.won, one.net or 0, other.net or 0, paid)
                sums = expected[one.player, other.player]
                for index, value in enumerate(row):
                    sums[index] += value
    rows = archive.sql(
        "SELECT player, opponent, games, wins, losses, coalesce(net, 0), coalesce(opponent_net, 0), received"
        " FROM head_to_head"
    ).rows()
    assert {row[:2]: list(row[2:]) for row in rows} == expected
    assert [row[:2] for row in rows] == sorted(expected)


def test_results_by_seat_and_preset(archive: Archive, seats: list[Seat]) -> None:
    nets: dict[Key, list[int]] = defaultdict(list)
    for one in seats:
        dealer = one.record.get("dealer")
        if dealer is not None and one.net is not None:
            place = (one.seat - dealer - 1) % len(one.record["players"]) + 1
            nets[(*one.group, place)].append(one.net)
    rows = archive.sql(
        "SELECT preset, players, after_dealer, games, mean_net, low, high FROM results_by_seat WHERE games > 0"
    ).rows()
    assert {row[:3]: row[3] for row in rows} == {key: len(some) for key, some in nets.items()}
    for *key, _, mean, low, high in rows:
        _check_interval(nets[tuple(key)], mean, low, high)
    assert sum(row[3] for row in rows) == sum(map(len, nets.values())) > 30

    by_group: dict[Key, list[Seat]] = defaultdict(list)
    for one in seats:
        by_group[one.group].append(one)
    for preset, players, games, finished, turns, won, spread in archive.sql(
        "SELECT preset, players, games, finished, mean_turns, mean_won, spread FROM results_by_preset"
    ).iter_rows():
        group = by_group.pop((preset, players))
        assert games == len(group) // players
        assert finished == sum(one.won for one in group)
        lengths = [len(one.record["play"]) for one in group if "play" in one.record and one.seat == 0]
        assert turns == (pytest.approx(statistics.mean(lengths)) if lengths else None)
        winners = [one.net for one in group if one.won and one.net is not None]
        assert won == (pytest.approx(statistics.mean(winners)) if winners else None)
        known = [one.net for one in group if one.net is not None]
        assert spread == (pytest.approx(statistics.stdev(known)) if len(known) > 1 else None)
    assert not by_group


def _check_interval(nets: list[int], mean: float, low: float | None, high: float | None) -> None:
    assert mean == pytest.approx(statistics.mean(nets))
    if len(nets) > 1:
        room = 1.96 * statistics.stdev(nets) / math.sqrt(len(nets))
        assert (low, high) == (pytest.approx(mean - room), pytest.approx(mean + room))
    else:
        assert low is high is None


def test_dublees_and_sets(archive: Archive, seats: list[Seat]) -> None:
    nets: dict[Key, list[int]] = defaultdict(list)
    wins: Counter[Key] = Counter()
    for one in seats:
        result = one.record["result"]
        if result.get("winner") is None or one.net is None:
            continue
        route = result["players"][one.seat].get("route")
        nets[(*one.group, route)].append(one.net)
        wins[(*one.group, route)] += one.won
    rows = archive.sql(
        "SELECT preset, players, route, seats, wins, mean_net, low, high FROM dublees_and_sets WHERE seats > 0"
    ).rows()
    assert {row[:3]: row[3:5] for row in rows} == {key: (len(some), wins[key]) for key, some in nets.items()}
    for *key, _, _, mean, low, high in rows:
        _check_interval(nets[tuple(key)], mean, low, high)


def test_maal_by_item(archive: Archive, seats: list[Seat]) -> None:
    points: Counter[Key] = Counter()
    games: Counter[str] = Counter()
    for audit in {id(one.audit): one.audit for one in seats}.values():
        assert audit.record is not None
        assert audit.examination is not None
        if audit.examination.statement is None or not audit.examination.statement.lines:
            continue
        preset = audit.record.to_mapping()["rules"]["preset"]
        games[preset] += 1
        for line in audit.examination.statement.lines:
            points[preset, line.kind] += line.points
    rows = archive.sql("SELECT preset, kind, points, games, points_per_game FROM maal_by_item").rows()
    assert {row[:2]: row[2] for row in rows} == points
    assert all(row[3] == games[row[0]] and row[4] == row[2] / row[3] for row in rows)
    assert len(rows) > 5


def test_claims_and_sessions(archive: Archive, seats: list[Seat]) -> None:
    claimed: Counter[Key] = Counter()
    for one in seats:
        for score in ("maal", "net"):
            value = one.record["result"].get("players", [{}] * 9)[one.seat].get(score)
            if value is not None:
                claimed[one.record["id"], one.seat, score] = value
    rows = archive.sql("SELECT game_id, seat, score, claimed, derived, differs FROM claims").rows()
    assert {row[:3]: row[3] for row in rows} == claimed
    assert all(row[5] == (None if row[4] is None else row[3] != row[4]) for row in rows)
    sessions = archive.sql("SELECT session_id, games, players, lowest_number, highest_number FROM sessions")
    for session, games, players, lowest, highest in sessions.iter_rows():
        own = [one for one in seats if one.record.get("session", {}).get("id") == session]
        assert games == len({one.record["id"] for one in own})
        assert players == len({one.player for one in own})
        numbers = [one.record["session"]["number"] for one in own]
        assert (lowest, highest) == (min(numbers), max(numbers))
    assert sessions.height == 2


def test_annotations_and_corrections(tmp_path: Path) -> None:
    notes = [
        {"turn": 0, "seat": 1, "kind": "dispute", "text": 'a "b"', "lang": "en", "by": 1, "at": "2026-11-08"},
        {"text": "later", "by": "Asha"},
    ]
    old = sheet(id="x", annotations=notes, view="all", play=["1: s5S x5S"])
    file = write(tmp_path / "1.jsonl", [old])
    load_files([file], tmp_path / "a.duckdb", derive=False)
    with Archive(tmp_path / "a.duckdb") as archive:
        rows = archive.sql("SELECT * EXCLUDE digest FROM annotations").rows()
        digest = archive.games().collect()["digest"][0]
    assert rows == [
        ("x", 0, 0, 1, "dispute", 'a "b"', "en", "1", "2026-11-08"),
        ("x", 1, None, None, None, "later", None, "Asha", None),
    ]
    corrects = {"reason": "miscounted", "by": ["Asha", "Bina"], "at": "2026-11-09", "note": "n"}
    result = {**json.loads(json.dumps(old))["result"], "winner": 0}
    later = sheet(id="x", result=result, corrects=corrects)
    lost = sheet(id="y", corrects={"digest": "sha256:" + "0" * 64})
    load_files([write(tmp_path / "2.jsonl", [later, lost])], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        rows = archive.sql("SELECT * EXCLUDE (digest, load_number) FROM corrections").rows()
    assert rows == [
        ("x", digest, "miscounted", '["Asha","Bina"]', "2026-11-09", "n"),
        ("y", None, None, None, None, None),
    ]
