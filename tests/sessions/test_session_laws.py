"""Sessions made up: players who come and go, dhoos that wait, files out of order, views beside records."""

import random
from typing import Any

import pytest
from sessions.booking import report_of, session_codes
from sessions.real_sessions import session_a, session_b

NAMES = ("asha", "bina", "chandra", "dev")


def game(
    number: int,
    players: tuple[str, ...] = NAMES[:3],
    *,
    winner: int | None = 0,
    foul: tuple[str, int] | None = None,
    due: dict[str, int] | None = None,
    source: str | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """A small game by wikipedia-en rules without maal: everybody had seen, the winner has 3 from each."""
    n = len(players)
    fines = due or {}
    result: dict[str, Any] = {"ending": "dismissed"}
    if winner is not None:
        nets = [-3 - fines.get(name, 0) for name in players]
        nets[winner] = 3 * (n - 1) + sum(points for name, points in fines.items() if name != players[winner])
        result = {
            "ending": "finished",
            "winner": winner,
            "finish": "sets",
            "players": [{"seen": True, "maal": 0, "net": net} for net in nets],
        }
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": f"g{number}",
        "session": {"id": "evening", "number": number},
        "rules": {"preset": "wikipedia-en"},
        "players": [{"id": name, "name": name.title()} for name in players],
        "result": result,
    }
    if foul is not None:
        record["dhoos"] = [{"seat": players.index(foul[0]), "points": foul[1]}]
    if fines:
        record["dhoos_due"] = [
            {"seat": players.index(name), "points": points, **({"from": source} if source else {})}
            for name, points in fines.items()
        ]
    return {**record, **changes}


def test_irr_08_the_next_game_is_dismissed_and_the_dhoos_waits():
    report = report_of(
        [
            game(1, foul=("bina", 15)),
            game(2, winner=None, due={"bina": 15}),
            game(3, due={"bina": 15}),
            game(4),
        ]
    )
    assert session_codes(report) == []
    assert report.totals == {"asha": 6 + 6 + 6 + 15, "bina": -9 - 15, "chandra": -9}
    assert report.open == {}


def test_irr_08_the_offender_is_absent_and_the_dhoos_waits():
    report = report_of(
        [
            game(1, foul=("bina", 15)),
            game(2, ("asha", "chandra", "dev")),
            game(3, ("bina", "dev"), winner=1, due={"bina": 15}),
        ]
    )
    assert session_codes(report) == []
    assert report.totals["bina"] == -3 - 3 - 15


def test_irr_08_several_dhoos_add_up_and_what_is_left_is_open():
    report = report_of(
        [
            game(1, foul=("bina", 15)),
            game(2, winner=None, foul=("bina", 15), due={"bina": 15}),
            game(3, due={"bina": 30}, foul=("chandra", 15)),
        ]
    )
    assert session_codes(report) == []
    assert report.open == {"chandra": 15}


def test_irr_05_the_offender_wins_and_his_new_foul_stays():
    report = report_of([game(1, foul=("asha", 15)), game(2, winner=0, due={"asha": 15}, foul=("asha", 15))])
    assert session_codes(report) == []
    assert report.open == {"asha": 15}


def test_cf_22_paid_in_the_same_game_nothing_is_carried_but_where_nobody_won():
    rules = {"preset": "wikipedia-en", "options": {"dhoos_when": "current"}}
    won = game(1, foul=("bina", 15), rules=rules)
    assert report_of([won, game(2, rules=rules)]).open == {}
    dismissed = game(1, foul=("bina", 15), winner=None, rules=rules)
    report = report_of([dismissed, game(2, due={"bina": 15}, rules=rules)])
    assert session_codes(report) == []


def test_a_winner_of_a_game_with_unknown_ending_takes_the_dhoos():
    second = game(2, due={"bina": 15})
    second["result"]["ending"] = "unknown"
    report = report_of([game(1, foul=("bina", 15)), second, game(3)])
    assert session_codes(report) == []


@pytest.mark.parametrize("claimed", [0, 5, 30])
def test_a_due_that_the_games_do_not_give_is_found(claimed: int):
    due = {"bina": claimed} if claimed else None
    report = report_of([game(1, foul=("bina", 15)), game(2, due=due)])
    ((_, finding),) = report.findings
    assert (finding.code.name, finding.expected, finding.found) == ("dhoos_due_differs", 15, claimed)
    assert finding.place.seat == 1


@pytest.mark.parametrize("source", [None, "g2"])
def test_first_games_missing_a_due_from_them_is_taken_on_trust_once(source: str | None):
    report = report_of(
        [
            game(3, winner=None, due={"bina": 15}, source=source),
            game(4, winner=None, due={"bina": 15}, source=source),
            game(5, due={"bina": 15}, source=source),
            game(6),
        ]
    )
    assert session_codes(report) == ["number_missing"]


def test_first_games_missing_a_due_of_a_game_that_is_here_is_still_compared():
    report = report_of([game(3, foul=("bina", 15)), game(4, due={"bina": 15})])
    assert session_codes(report) == ["number_missing"]
    report = report_of([game(3, foul=("bina", 15)), game(4)])
    assert sorted(session_codes(report)) == ["dhoos_due_differs", "number_missing"]


def test_a_due_from_nowhere_is_found_where_no_game_is_missing():
    report = report_of([game(1), game(2, due={"bina": 15}, source="elsewhere")])
    assert session_codes(report) == ["dhoos_due_differs"]


@pytest.mark.parametrize("make", [session_a, session_b])
def test_the_order_of_the_file_does_not_matter(make: Any):
    games = make()
    before = report_of(games)
    for seed in range(5):
        mixed = list(games)
        random.Random(seed).shuffle(mixed)
        after = report_of(mixed)
        assert [g.id for g in after.games] == [g.id for g in before.games]
        assert after.totals == before.totals
        assert dict(after.open) == dict(before.open)
        assert [(r.number, r.player, r.net, r.total) for r in after.running if r.net is not None] == sorted(
            ((r.number, r.player, r.net, r.total) for r in before.running if r.net is not None),
            key=lambda row: (row[0], list(after.names).index(row[1])),
        )
        assert session_codes(after) == []


def test_players_who_come_and_go_have_no_net_where_they_did_not_play():
    late = game(2, ("asha", "dev"), sat_out=[{"id": "bina", "name": "Bina"}])
    report = report_of([game(1), late])
    nets = {(row.number, row.player): row.net for row in report.running}
    assert [nets[1, "dev"], nets[2, "bina"], nets[2, "chandra"]] == [None] * 3
    assert report.totals == {"asha": 6 + 3, "bina": -3, "chandra": -3, "dev": -3}


def test_two_games_with_one_number_and_one_missing():
    report = report_of([game(1), game(4), game(4, ("asha", "dev"), id="other")])
    found = {finding.code.name: finding for _, finding in report.findings}
    assert set(found) == {"number_missing", "number_repeated"}
    assert found["number_missing"].found == ["2 to 3"]
    assert (found["number_repeated"].expected, found["number_repeated"].found) == ("g4", "other")


def test_a_player_with_two_names_is_told():
    renamed = game(2, players=("asha", "bina"))
    renamed["players"][1]["name"] = "Beena"
    report = report_of([game(1), renamed])
    ((_, finding),) = report.findings
    assert (finding.code.name, finding.expected, finding.found) == ("name_changed", "Bina", "Beena")


@pytest.mark.parametrize("view_first", [True, False])
def test_a_seats_view_beside_the_full_record_counts_once(view_first: bool):
    play = ["0: s5S xQH"]
    full = game(1, view="all", play=play, deal={"hands": [None, None, None]})
    view = {**full, "view": 0}
    pair = [view, full] if view_first else [full, view]
    report = report_of([*pair, game(2)])
    assert [g.is_view for g in report.games] == [False, False]
    assert report.totals["asha"] == 12
    assert session_codes(report) == []


def test_the_same_record_twice_counts_once():
    report = report_of([game(1), game(1), game(2)])
    assert report.totals["asha"] == 12


def test_two_accounts_of_one_game_are_both_kept_and_told():
    other = game(1)
    other["result"]["players"][1]["maal"] = 5
    report = report_of([game(1), other])
    assert len(report.games) == 2
    assert session_codes(report) == ["number_repeated"]


def test_a_game_of_unknown_net_leaves_the_claimed_total_unknown():
    open_game = game(2)
    open_game["result"]["players"][1].pop("net")
    report = report_of([game(1), open_game])
    assert report.claimed_totals == {"asha": 12, "bina": None, "chandra": -6}
    assert report.totals["bina"] == -6
