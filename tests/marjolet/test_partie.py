"""Games of several hands: totals carried, the deal that alternates, both over the target, ties (MJ-G3)."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from marjolet.samples import audited, told

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marjolet.judging import game_winner
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.model import Record
from marriage_analysis.sessions.book import SessionBook, SessionReport

GAME = GAMES["marjolet"]


def hands(*points: tuple[int, int], first_dealer: int = 1, **changes: Any) -> list[dict[str, Any]]:
    """The score sheets of a game, totals and deal as they should be; ``changes`` of the last one."""
    before, made = [0, 0], list[dict[str, Any]]()
    for number, pair in enumerate(points, start=1):
        made.append(
            {
                "format": "marriage-record",
                "version": "1.0",
                "game": "marjolet",
                "id": f"game-{number}",
                "session": {"id": "game", "number": number},
                "rules": {"preset": "seed"},
                "players": [{"name": "Camille"}, {"name": "Dominique"}],
                "dealer": (first_dealer + number - 1) % 2,
                "before": list(before),
                "result": {"ending": "finished", "players": [{"points": one} for one in pair]},
            }
        )
        before = [total + one for total, one in zip(before, pair, strict=True)]
    made[-1] |= changes
    return made


def report(folder: Path, made: Sequence[dict[str, Any]]) -> SessionReport:
    book = SessionBook()
    for audit in audited(folder, *made):
        book.add(audit)
    (only,) = book.reports()
    return only


def findings(folder: Path, made: Sequence[dict[str, Any]]) -> list[tuple[str, int, str | None]]:
    """Code, number of the hand, path."""
    return [
        (found.code.name, (game.number or 0) if game else 0, found.place.path)
        for game, found in report(folder, made).findings
    ]


def test_totals_run_and_the_game_is_won(tmp_path: Path) -> None:
    told_of = report(tmp_path, hands((110, 160), (200, 90), (240, 100)))
    assert told_of.totals == {"Camille": 550, "Dominique": 350}
    assert [found.code.name for _, found in told_of.findings] == ["game_won"]
    assert told_of.findings[0][1].message == "Camille has won the game, 550 to 350"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"before": [310, 260]}, [("before_differs", 3, "before[1]")]),
        ({"dealer": 0}, [("dealer_differs", 3, "dealer")]),
        ({"before": None}, []),
    ],
)
def test_what_does_not_fit(changes: dict[str, Any], found: list[tuple[str, int, str]], tmp_path: Path) -> None:
    made = hands((110, 160), (200, 90), (100, 100), **changes)
    if made[-1]["before"] is None:
        del made[-1]["before"]
    assert findings(tmp_path, made) == found


def test_a_hand_after_the_game(tmp_path: Path) -> None:
    made = hands((110, 510), (200, 90))
    del made[-1]["before"]
    assert findings(tmp_path, made) == [("game_won", 1, "result"), ("hand_after_game", 2, "session")]
    alone = audited(tmp_path, hands((110, 510), (200, 90))[1])
    assert ("before_not_possible", "before", "MJ-G3") in told(alone[0])


def test_a_wrong_total_is_not_gone_on_from(tmp_path: Path) -> None:
    made = hands((110, 160), (100, 100), (50, 60), (60, 50), (100, 100))
    made[2]["before"] = [210, 490]
    assert findings(tmp_path, made) == [("before_differs", 3, "before[1]")]
    made += hands((110, 160), (100, 100), (50, 60), (60, 50), (100, 100), (90, 90))[-1:]
    (won,) = [found for _, found in report(tmp_path, made).findings if found.code.name == "game_won"]
    assert won.message == "Dominique has won the game, 560 to 510"


def test_a_wrong_total_that_is_carried_on_differs_each_time(tmp_path: Path) -> None:
    made = hands((110, 160), (100, 100), (50, 60), (60, 50), (70, 70))
    for row in made[2:]:
        row["before"] = [row["before"][0] + 110, row["before"][1]]
    assert findings(tmp_path, made) == [("before_differs", number, "before[0]") for number in (3, 4, 5)]


def test_swapped_totals_are_told_where_they_stand(tmp_path: Path) -> None:
    made = hands((110, 160), (100, 300), (50, 60))
    made[1]["before"].reverse()
    assert findings(tmp_path, made) == [
        ("before_differs", 2, "before[0]"),
        ("before_differs", 2, "before[1]"),
        ("game_won", 3, "result"),
    ]


def test_a_simulated_game_with_one_wrong_total_is_won_with_the_same_hand(tmp_path: Path) -> None:
    for preset in PRESETS:
        rows: list[dict[str, Any]] = [record.to_mapping() | {"digest": None} for record in played(preset)]
        first = [row for row in rows if row["session"]["id"] == "night"]
        sound = findings(tmp_path, first)
        assert sound == [("game_won", len(first), "result")]
        for row in first[1:-1]:
            was = list(row["before"])
            row["before"] = [was[0], was[1] + 10]
            assert findings(tmp_path, first) == [
                ("before_differs", row["session"]["number"], "before[1]"),
                *sound,
            ]
            row["before"] = was


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("before", [[-10, 0], [5, 0], [500, 0], [0, 730]])
def test_points_that_cannot_be_win_no_game(before: list[int], preset: str, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [record.to_mapping() | {"digest": None} for record in played(preset, games=4)]
    rows[0]["before"] = before
    assert findings(tmp_path, rows[:2])[0][:2] == ("before_differs", 1)
    assert "game_won" not in [code for code, _, _ in findings(tmp_path, rows[:2])]
    rows[0]["session"]["number"] = 2  # nothing earlier is known, and this cannot be gone on from
    assert findings(tmp_path, rows[:1]) == [("number_missing", 0, None)]


def test_across_a_gap_nothing_is_compared_or_carried(tmp_path: Path) -> None:
    made = hands((110, 160), (200, 90), (50, 60), (60, 50), first_dealer=1)
    del made[1]
    assert findings(tmp_path, made) == [("number_missing", 0, None)]
    made[-1]["before"] = [360, 320]
    assert findings(tmp_path, made) == [("before_differs", 4, "before[1]"), ("number_missing", 0, None)]
    del made[1]["before"]  # then nothing is known from hand 3 on
    assert findings(tmp_path, made) == [("number_missing", 0, None)]


def test_a_game_that_is_here_from_its_third_hand_on_begins_as_stated(tmp_path: Path) -> None:
    made = hands((110, 160), (200, 90), (50, 60), (60, 50))[2:]
    assert findings(tmp_path, made) == [("number_missing", 0, None)]
    made[-1]["dealer"] = made[0]["dealer"]
    assert ("dealer_differs", 4, "dealer") in findings(tmp_path, made)


def test_players_may_change_seats(tmp_path: Path) -> None:
    made = hands((110, 160), (200, 90))
    made[1]["players"].reverse()
    made[1]["before"].reverse()
    made[1]["dealer"] = 1  # Camille, who sat on seat 0
    assert findings(tmp_path, made) == []
    assert report(tmp_path, made).totals == {"Camille": 200, "Dominique": 360}


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((490, 480), None), ((500, 480), 0), ((510, 520), 1), ((520, 520), None), ((0, 1000), 1)],
)
def test_g3_the_higher_total_wins_and_a_tie_goes_on(totals: tuple[int, int], winner: int | None) -> None:
    assert game_winner(totals, rule_set("seed")) == winner
    doubled = (2 * totals[0], 2 * totals[1])
    assert game_winner(doubled, rule_set("seed", {"target": 1000})) == winner


# --- simulated games ------------------------------------------------------------------------------------


def played(preset: str, *, games: int = 24) -> list[Record]:
    plan = Plan(
        game=GAME,
        rules={"preset": preset, "options": {}},
        seats=2,
        seed=f"partie {preset}",
        policies=("random",),
        session="night",
    )
    return list(simulate(plan, games=games))


@pytest.mark.parametrize("preset", PRESETS)
def test_simulated_games_carry_their_totals(preset: str, tmp_path: Path) -> None:
    records = played(preset)
    path = tmp_path / "night.jsonl"
    path.write_text("".join(json.dumps(record.to_mapping()) + "\n" for record in records), encoding="utf-8")
    book = SessionBook()
    audits = audited(tmp_path, *(record.to_mapping() | {"digest": None} for record in records))
    for audit in audits:
        assert audit.findings == ()
        book.add(audit)
    reports = book.reports()
    assert len(reports) > 2
    for told_of in reports[:-1]:
        assert [found.code.name for _, found in told_of.findings] == ["game_won"]
        assert max(told_of.totals.values()) >= 500
    assert [game.number for game in reports[1].games] == list(range(1, len(reports[1].games) + 1))
    dealers = [record.dealer for record in records]
    assert dealers == [number % 2 for number in range(len(records))]


def test_a_hand_stopped_by_the_target_counts_no_brisques() -> None:
    records = played("bezique-like", games=60)
    stopped = [record for record in records if record.game_value.turn_count(record.parts) != 16]
    assert stopped
    for record in stopped:
        parts = record.parts
        points = [player.points for player in parts.result.players]
        totals = [before + after for before, after in zip(parts.before, points, strict=True)]
        assert sum(total >= 500 for total in totals) == 1
        assert [player.brisques for player in parts.result.players] == [0, 0]
        assert parts.result.ending.value == "finished"


def test_ranges_of_a_session_can_be_simulated_apart() -> None:
    whole = played("seed")
    plan = Plan(
        game=GAME, rules={"preset": "seed", "options": {}}, seats=2, seed="partie seed", policies=("random",),
        session="night",
    )  # fmt: skip
    assert list(simulate(plan, games=10, first_game=14)) == whole[14:]


def test_the_sensible_player_beats_chance() -> None:
    plan = Plan(game=GAME, rules={"preset": "seed"}, seats=2, seed="match", policies=("sensible", "random"))
    points = [[player.points for player in record.parts.result.players] for record in simulate(plan, games=60)]
    assert sum(first > second for first, second in points) > 50
    assert sum(first for first, _ in points) > 1.5 * sum(second for _, second in points)
