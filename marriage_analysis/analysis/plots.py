"""Plots of sessions and games as Altair charts; ``plot_style.py`` makes pictures of them.

Needs the extra ``plots``; every function raises ``MissingExtraError`` where it is not installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from marriage_analysis.analysis.figures import points_text
from marriage_analysis.analysis.plot_style import (
    COLOURS,
    DASHES,
    INK,
    QUIET,
    RULE,
    SHAPES,
    altair_module,
    chart_data,
    quoted,
    styled,
)
from marriage_analysis.games.examination import Statement
from marriage_analysis.sessions.book import SessionGame, SessionReport

if TYPE_CHECKING:
    import altair

_HEIGHT: Final = 340
_WIDTH: Final = 620
_LABEL_HEIGHT: Final = 17
_MOST_TICKS: Final = 20


def running_points_chart(report: SessionReport, *, source: str | None = None) -> altair.LayerChart:
    """The running points of a session: a line a player, labelled at its end, a mark at each game played.

    ``source`` names where the records come from; it stands in the caption. A player's line begins where he
    first sat down. Not shown: games whose nets are not known, which move nobody (the caption counts them).
    """
    alt = altair_module()
    style = {key: index for index, key in enumerate(_players(report))}
    ranked = sorted(style, key=lambda key: -report.totals[key])
    points = [{**point, "label": _label(report, key)} for key in style for point in _line(report, key)]
    reached = [row.total for row in report.running]
    bottom, top = _padded(min((0, *reached)), max((0, *reached)))
    end = max(len(report.games), 1)
    labels = _spread([(report.totals[key], key) for key in ranked], bottom=bottom, top=top)
    x = alt.X(
        "position:Q",
        title="game",
        scale=alt.Scale(domain=[0, end], nice=False),
        axis=alt.Axis(values=_ticks(end), labelExpr=_tick_words(report.games), grid=False, tickColor=RULE),
    )
    scale = alt.Scale(domain=[bottom, top], nice=False, zero=False)
    y = alt.Y("total:Q", title="points so far", scale=scale)
    played = [point for point in points if point["net"] is not None]
    names = alt.Order("position:Q")
    lines = [
        alt.Chart(chart_data([p for p in points if p["player"] == key]))
        .mark_line(
            color=COLOURS[number % len(COLOURS)],
            strokeWidth=2.5,
            strokeDash=DASHES[number // len(COLOURS) % len(DASHES)],
            strokeJoin="round",
        )
        .encode(x=x, y=y, order=names)
        for key, number in style.items()
    ]
    marks = [
        alt.Chart(chart_data([p for p in played if p["player"] == key]))
        .mark_point(
            shape=SHAPES[number % len(SHAPES)],
            color=COLOURS[number % len(COLOURS)],
            filled=True,
            size=70,
            opacity=1,
        )
        .encode(x=x, y=y, tooltip=[alt.Tooltip("label:N", title="player"), "net:Q", "total:Q"])
        for key, number in style.items()
    ]
    zero = alt.Chart(chart_data([{"total": 0}])).mark_rule(color=QUIET, strokeWidth=1).encode(y=y)
    ends: list[dict[str, Any]] = [
        {"at": at, "total": report.totals[key], "position": end, "label": _label(report, key), "player": key}
        for at, key in labels
    ]
    keys = [
        alt.Chart(chart_data([one]))
        .mark_point(
            shape=SHAPES[style[one["player"]] % len(SHAPES)],
            color=COLOURS[style[one["player"]] % len(COLOURS)],
            filled=True,
            size=60,
            opacity=1,
            xOffset=16,
            clip=False,
        )
        .encode(x=x, y=alt.Y("at:Q", scale=scale))
        for one in ends
    ]
    texts = (
        alt.Chart(chart_data(ends))
        .mark_text(align="left", baseline="middle", dx=26, fontSize=13, color=INK, limit=200, clip=False)
        .encode(x=x, y=alt.Y("at:Q", scale=scale), text="label:N")
    )
    chart = alt.layer(zero, *lines, *marks, *keys, texts).properties(
        width=_WIDTH,
        height=_HEIGHT,
        title=alt.TitleParams(f"Running points, {report.id}", subtitle=_caption(report, source)),
        padding={"left": 6, "right": 6, "top": 6, "bottom": 6},
    )
    return styled(chart)


def game_parts_chart(
    statement: Statement, players: Sequence[str], *, title: str, source: str | None = None
) -> altair.LayerChart:
    """What a game's nets are made of: for each player, points won (right) and paid (left) by kind.

    The number beside each bar is the net. ``players`` are names in the order of seats.
    """
    alt = altair_module()
    moved: dict[tuple[int, str], int] = {}
    for transfer in statement.transfers:
        for seat, sign in ((transfer.payer, -1), (transfer.payee, 1)):
            moved[seat, transfer.kind] = moved.get((seat, transfer.kind), 0) + sign * transfer.points
    kinds = sorted({kind for _, kind in moved}, key=[t.kind for t in statement.transfers].index)
    rows = [
        {"seat": seat, "kind": kind.replace("_", " "), "points": points}
        for (seat, kind), points in sorted(moved.items())
        if points
    ]
    won = dict.fromkeys(range(len(players)), 0)
    paid = dict.fromkeys(won, 0)
    for (seat, _), points in moved.items():
        won[seat] += max(points, 0)
        paid[seat] += max(-points, 0)
    reach = max(*won.values(), *paid.values(), 1)
    nets = statement.columns["net"]
    ends = [
        {"seat": seat, "points": won[seat], "label": points_text(net)}
        for seat, net in enumerate(nets)
        if net is not None
    ]
    order = list(range(len(players)))
    y = alt.Y(
        "seat:O",
        title=None,
        sort=order,
        axis=alt.Axis(
            labelExpr=f"{quoted(players)}[datum.value]",
            labelFontSize=13,
            labelPadding=8,
            ticks=False,
            domain=False,
        ),
    )
    span = [-max(paid.values()) - reach * 0.04, max(won.values()) + reach * 0.12]
    x = alt.X(
        "points:Q",
        title="points paid (left) and received (right)",
        scale=alt.Scale(domain=span, nice=False),
        axis=alt.Axis(tickCount=8),
    )
    words = [kind.replace("_", " ") for kind in kinds]
    bars = (
        alt.Chart(chart_data(rows))
        .mark_bar(height=20, stroke="white", strokeWidth=1)
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "kind:N",
                title=None,
                scale=alt.Scale(domain=words, range=[COLOURS[i % len(COLOURS)] for i in range(len(words))]),
                legend=alt.Legend(orient="top", labelFontSize=12, symbolType="square"),
            ),
            tooltip=["kind:N", "points:Q"],
        )
    )
    zero = alt.Chart(chart_data([{"points": 0}])).mark_rule(color=QUIET).encode(x=x)
    texts = (
        alt.Chart(chart_data(ends))
        .mark_text(align="left", baseline="middle", dx=6, fontSize=13, fontWeight="bold", color=INK)
        .encode(x=x, y=y, text="label:N")
    )
    subtitle = f"number = net{f'; source: {source}' if source else ''}"
    chart = alt.layer(bars, zero, texts).properties(
        width=_WIDTH,
        height=34 * len(players),
        title=alt.TitleParams(title, subtitle=subtitle),
        padding={"left": 6, "right": 30, "top": 6, "bottom": 6},
    )
    return styled(chart)


def _players(report: SessionReport) -> tuple[str, ...]:
    """The players with at least one known net; who only sat by has no line."""
    played = {row.player for row in report.running if row.net is not None}
    return tuple(player for player in report.totals if player in played)


def _line(report: SessionReport, player: str) -> list[dict[str, Any]]:
    """The player's points from where he first sat down, with the place of each game on the axis."""
    rows = [row for row in report.running if row.player == player]
    first = next(index for index, row in enumerate(rows) if row.net is not None)
    start: dict[str, Any] = {"player": player, "position": first, "total": 0, "net": None}
    return [
        start,
        *(
            {"player": player, "position": index + 1, "total": row.total, "net": row.net}
            for index, row in enumerate(rows)
            if index >= first
        ),
    ]


def _label(report: SessionReport, player: str) -> str:
    return f"{report.names[player]} {points_text(report.totals[player])}"


def _padded(low: int, high: int) -> tuple[float, float]:
    room = max(high - low, 10) * 0.06
    return low - room, high + room


def _spread(ends: Sequence[tuple[int, str]], *, bottom: float, top: float) -> list[tuple[float, str]]:
    """Places for the labels, highest first, moved apart so that none lies on another."""
    step = (top - bottom) / _HEIGHT * _LABEL_HEIGHT
    places = [float(total) for total, _ in ends]
    for _ in range(200):
        moved = False
        for upper in range(len(places) - 1):
            overlap = step - (places[upper] - places[upper + 1])
            if overlap > step * 1e-6:
                places[upper] += overlap / 2
                places[upper + 1] -= overlap / 2
                moved = True
        if not moved:
            break
    return [(place, key) for place, (_, key) in zip(places, ends, strict=True)]


def _ticks(end: int) -> list[int]:
    """The places on the axis that get a number: all of them, or every 5th, 10th, 50th, 100th and so on."""
    step = next(step for power in range(20) for step in (10**power, 5 * 10**power) if end / step <= _MOST_TICKS)
    return list(range(0, end + 1, step))


def _tick_words(games: Sequence[SessionGame]) -> str:
    words = ["start", *(str(game.number or index + 1) for index, game in enumerate(games))]
    return f"{quoted(words)}[datum.value]"


def _caption(report: SessionReport, source: str | None) -> str:
    games = len(report.games)
    unknown = sum(1 for game in report.games if all(game.net(player) is None for player in game.players))
    parts = [
        f"{games} game{'s' if games != 1 else ''}, {len(_players(report))} players",
        *([f"{unknown} without known nets"] if unknown else []),
        *([f"source: {source}"] if source else []),
    ]
    return "; ".join(parts)
