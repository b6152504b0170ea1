"""Plots: each player's last total is on the picture; labels lie apart; a missing extra is told."""

import builtins
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.analysis import plot_style, plots
from marriage_analysis.analysis.figures import points_text
from marriage_analysis.audit.audit import RecordAudit, audit_records
from marriage_analysis.errors import InputFileError, MissingExtraError
from marriage_analysis.package_data import records_folder
from marriage_analysis.sessions.book import SessionBook, SessionReport

pytest.importorskip("altair", reason="needs the extra 'plots'")
pytest.importorskip("vl_convert", reason="needs the extra 'plots'")

SOUND = records_folder() / "marriage" / "sound"
SESSIONS = ("session-a", "session-b", "nepali")


def report_of(*paths: Path) -> SessionReport:
    book = SessionBook()
    for audit in audit_records(paths):
        book.add(audit)
    (report,) = book.reports()
    return report


def session(name: str) -> SessionReport:
    return report_of(SOUND / f"{name}.jsonl")


def texts(svg: str) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def evening(tmp_path: Path, *, names: Sequence[str], nets: Sequence[Sequence[int | None]]) -> SessionReport:
    lines: list[str] = []
    for number, game in enumerate(nets, start=1):
        players: list[Mapping[str, Any]] = [{} if net is None else {"net": net} for net in game]
        record = {"format": "marriage-record", "version": "1.0", "game": "marriage", "id": f"g{number}"}
        record |= {"session": {"id": "evening", "number": number}, "rules": {}}
        record |= {"players": [{"name": name} for name in names], "result": {"players": players}}
        lines.append(json.dumps(record))
    path = tmp_path / "evening.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return report_of(path)


@pytest.mark.parametrize("name", SESSIONS)
def test_the_picture_says_each_players_last_total(name: str) -> None:
    report = session(name)
    shown = texts(plot_style.chart_svg(plots.running_points_chart(report)))
    played = {player for game in report.games for player in game.players}
    for player, total in report.totals.items():
        assert shown.count(f"{report.names[player]} {points_text(total)}") == (player in played)


def test_the_caption_says_source_and_numbers() -> None:
    shown = texts(plot_style.chart_svg(plots.running_points_chart(session("session-a"), source="score sheet")))
    assert "6 games, 7 players; source: score sheet" in shown


def test_the_lines_go_through_the_running_points() -> None:
    report = session("session-b")
    chart = plots.running_points_chart(report).to_dict()
    drawn = {
        (row["player"], row["position"]): row["total"]
        for layer in chart["layer"]
        if layer["mark"]["type"] == "line"
        for row in layer["data"]["values"]
    }
    expected = {
        (row.player, row.number): row.total
        for row in report.running
        if not (row.player == "e" and row.number < 3)
    }
    starts = {("e", 3): 0, **{(player, 0): 0 for player in report.names if player != "e"}}
    assert drawn == {**expected, **starts}


def test_a_mark_stands_only_where_the_player_played() -> None:
    report = session("session-a")
    chart = plots.running_points_chart(report).to_dict()
    marked = [
        (row["player"], row["position"])
        for layer in chart["layer"]
        if layer["mark"]["type"] == "point"
        for row in layer["data"]["values"]
        if "net" in row
    ]
    assert sorted(marked) == sorted((p, game.number) for game in report.games for p in game.players)


def test_labels_are_moved_apart(tmp_path: Path) -> None:
    report = evening(
        tmp_path, names=["A", "B", "C", "D", "E", "F"], nets=[[1, 1, 1, 1, 1, -5], [0, 1, 2, -1, 98, -100]]
    )
    svg = plot_style.chart_svg(plots.running_points_chart(report))
    label = re.compile(r'<text [^>]*transform="translate\([0-9.]+,(-?[0-9.]+)\)"[^>]*>[A-F] [+−0-9]+</text>')
    places = sorted(float(place) for place in label.findall(svg))
    assert len(places) == 6
    assert min(below - above for above, below in pairwise(places)) > 14


def test_games_of_unknown_nets_move_nobody_and_are_counted(tmp_path: Path) -> None:
    report = evening(tmp_path, names=["A", "B"], nets=[[4, -4], [None, None], [1, -1]])
    shown = texts(plot_style.chart_svg(plots.running_points_chart(report)))
    assert "3 games, 2 players; 1 without known nets" in shown
    assert {"A +5", "B −5"} <= set(shown)


def test_a_session_without_any_known_net_is_an_empty_plot(tmp_path: Path) -> None:
    report = evening(tmp_path, names=["A", "B"], nets=[[None, None]])
    assert "1 game, 0 players; 1 without known nets" in texts(
        plot_style.chart_svg(plots.running_points_chart(report))
    )


@pytest.mark.parametrize("games", [1, 20, 21, 99, 101, 1000])
def test_the_axis_has_a_readable_number_of_ticks(tmp_path: Path, games: int) -> None:
    report = evening(tmp_path, names=["A", "B"], nets=[[1, -1]] * games)
    chart = plots.running_points_chart(report).to_dict()
    axes = [layer["encoding"]["x"]["axis"] for layer in chart["layer"] if layer["mark"]["type"] == "line"]
    ticks = axes[0]["values"]
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= 21
    assert ticks[-1] <= games


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Asha & Bina", "A\"B'C", "आशा", "]; alert(1)"])
def test_names_are_text_in_the_picture(tmp_path: Path, name: str) -> None:
    report = evening(tmp_path, names=[name, "B"], nets=[[4, -4]])
    svg = plot_style.chart_svg(plots.running_points_chart(report))
    assert f"{name} +4" in texts(svg)
    assert "<script" not in svg


def last(name: str) -> RecordAudit:
    return list(audit_records([SOUND / f"{name}.jsonl"]))[-1]


def test_the_parts_of_a_game_add_up_to_the_nets() -> None:
    audit = last("session-a")
    assert audit.record is not None
    assert audit.examination is not None
    statement = audit.examination.statement
    assert statement is not None
    names = [player.label for player in audit.record.players]
    chart = plots.game_parts_chart(statement, names, title="The last game")
    bars = next(layer for layer in chart.to_dict()["layer"] if layer["mark"]["type"] == "bar")
    sums = [sum(row["points"] for row in bars["data"]["values"] if row["seat"] == seat) for seat in range(3)]
    assert tuple(sums) == statement.columns["net"]
    shown = texts(plot_style.chart_svg(chart))
    assert {points_text(net) for net in statement.columns["net"]} <= set(shown)
    assert set(names) <= set(shown)


def test_the_same_chart_gives_the_same_picture() -> None:
    pictures = {plot_style.chart_svg(plots.running_points_chart(session("session-a"))) for _ in range(3)}
    assert len(pictures) == 1


def test_pictures_are_saved_without_browser_or_network(tmp_path: Path) -> None:
    chart = plots.running_points_chart(session("session-b"))
    plot_style.save_chart(chart, tmp_path / "b.svg")
    plot_style.save_chart(chart, tmp_path / "b.png")
    assert (tmp_path / "b.svg").read_text(encoding="utf-8") == plot_style.chart_svg(chart)
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InputFileError, match="exists already"):
        plot_style.save_chart(chart, tmp_path / "b.svg")
    with pytest.raises(InputFileError, match=r"\.svg or \.png"):
        plot_style.save_chart(chart, tmp_path / "b.pdf")


@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
def test_a_missing_extra_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == missing:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"marriage-analysis\[plots\]") as caught:
        plot_style.chart_svg(plots.running_points_chart(session("session-b")))
    assert caught.value.extra == "plots"


def test_importing_the_module_needs_no_extra() -> None:
    code = (
        "import sys, marriage_analysis.analysis.plots;"
        "sys.exit('altair' in sys.modules or 'vl_convert' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_name_with_characters_that_no_picture_can_hold_is_drawn_without_them(tmp_path: Path) -> None:
    names = ("A\x1b[31m", "B\x00\ud800", "C\uffff", "क्‍ष")
    record = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "odd",
        "session": {"id": "odd", "number": 1},
        "rules": {},
        "players": [{"name": "A\x1b[31m"}, {"name": "B\x00"}, {"name": "C\uffff"}, {"name": "क्‍ष"}],
        "result": {"players": [{"net": 3}, {"net": -1}, {"net": -1}, {"net": -1}]},
    }
    file = tmp_path / "odd.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    shown = texts(plot_style.chart_svg(plots.running_points_chart(report_of(file))))
    assert any("A\ufffd[31m" in text for text in shown)
    assert json.loads(plot_style.quoted(names)) == ["A\ufffd[31m", "B\ufffd\ufffd", "C\ufffd", "क्‍ष"]
