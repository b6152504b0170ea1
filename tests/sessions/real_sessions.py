"""Two evenings that were really played, as records made from their score sheets in tests/data/.

Only what the sheets say is taken over; the seats are the order of the lines, those who sat out left out.
"""

import csv
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
RULES_A = {
    "preset": "house-app",
    "options": {"dublee_bonus": 5, "dhoos": 15, "foul_exempt_from_payment": True, "max_players": 6},
}
RULES_B: dict[str, Any] = {"preset": "house-app", "options": {"dublee_bonus": 0, "dublee_loser_exempt": True}}


def sheet_rows(name: str) -> dict[int, list[dict[str, str]]]:
    """The lines of a sheet by game."""
    games: dict[int, list[dict[str, str]]] = {}
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            games.setdefault(int(row["game"]), []).append(row)
    return games


def session_a() -> list[dict[str, Any]]:
    """Six games; P1 fouls in the third and wins the fourth, which cancels the dhoos."""
    games = [_record("session-a", number, rows, RULES_A) for number, rows in sheet_rows("session-a").items()]
    fouler = _seat(games[2], "P1")
    games[2]["dhoos"] = [{"seat": fouler, "points": 15, "reason": "unstated"}]
    due = {"seat": _seat(games[3], "P1"), "points": 15, "from": "session-a-3"}
    games[3]["dhoos_due"] = [due]
    return games


def session_b() -> list[dict[str, Any]]:
    """Five games; the third is a better game and counts double."""
    games: list[dict[str, Any]] = []
    for number, rows in sheet_rows("session-b").items():
        better = 2 if rows[0]["better"] == "1" else 1
        rules = {**RULES_B, "options": {**RULES_B["options"], "better": better}}
        games.append(_record("session-b", number, rows, rules))
    return games


def sheet_totals(name: str) -> dict[str, int]:
    """What each player of the sheet comes to over all games."""
    totals: dict[str, int] = {}
    for rows in sheet_rows(name).values():
        for row in rows:
            totals[row["player"]] = totals.get(row["player"], 0) + int(row["net"])
    return totals


def _seat(record: dict[str, Any], player: str) -> int:
    return [entry["name"] for entry in record["players"]].index(player)


def _record(session: str, number: int, rows: list[dict[str, str]], rules: dict[str, Any]) -> dict[str, Any]:
    playing = [row for row in rows if row["status"] != "pause"]
    (winner,) = [seat for seat, row in enumerate(playing) if row["winner"] == "1"]
    by_dublees = playing[winner].get("dublee_win") == "1" or playing[winner]["status"] == "duplee"
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": f"{session}-{number}",
        "session": {"id": session, "number": number},
        "rules": rules,
        "players": [_player(row) for row in playing],
        "sat_out": [_player(row) for row in rows if row["status"] == "pause"],
        "result": {
            "ending": "finished",
            "winner": winner,
            "finish": "dublees" if by_dublees else "sets",
            "players": [_result(row) for row in playing],
        },
    }
    return record


def _player(row: dict[str, str]) -> dict[str, str]:
    return {"id": row["player"].lower(), "name": row["player"]}


def _result(row: dict[str, str]) -> dict[str, Any]:
    status = row["status"]
    result: dict[str, Any] = {"maal": int(row["maal"]), "net": int(row["net"])}
    if status != "foul":  # nobody noted whether the fouling player had seen
        result["seen"] = status != "unseen"
    if status == "duplee" or row.get("dublee_win") == "1":
        result["route"] = "dublees"
    return result
