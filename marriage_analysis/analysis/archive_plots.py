"""Plots of an archive: means with their intervals, what other rules would change, ratings.

Every chart has a caption that says how many games it rests on. Needs the extra ``plots``; every function raises
``MissingExtraError`` where it is not installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from marriage_analysis.analysis.effects import Mean
from marriage_analysis.analysis.figures import points_text
from marriage_analysis.analysis.plot_style import (
    COLOURS,
    INK,
    QUIET,
    altair_module,
    chart_data,
    quoted,
    styled,
)
from marriage_analysis.analysis.rating import Rating
from marriage_analysis.analysis.resettle import Resettlement

if TYPE_CHECKING:
    import altair

_WIDTH: Final = 560
_ROW: Final = 30
_MOST_ROWS: Final = 30


def means_chart(
    means: Sequence[Mean], *, title: str, axis: str, caption: str, is_signed: bool = True
) -> altair.LayerChart:
    """A dot a group with the line of its interval, groups from the top in their order.

    ``axis`` says what the values are; with ``is_signed`` they are points with a sign and 0 is drawn. The size
    of a group stands behind its name. Groups without values are left out.
    """
    rows = [
        {
            "at": at,
            "mean": mean.mean,
            "low": mean.mean if mean.low is None else mean.low,
            "high": mean.mean if mean.high is None else mean.high,
            "label": f"{mean.mean:+.1f}".replace("-", "−") if is_signed else f"{mean.mean:.1f}",
        }
        for at, mean in enumerate(one for one in means if one.mean is not None)
    ]
    names = [f"{one.group} (n = {one.n:,})" for one in means if one.mean is not None]
    return _dots(rows, names, title=title, axis=axis, caption=caption, is_signed=is_signed)


def ratings_chart(
    ratings: Sequence[Rating], *, caption: str, called: Mapping[str, str] | None = None
) -> altair.LayerChart:
    """The ratings of players with their intervals, the best at the top; ``called`` gives names to keys."""
    shown = ratings[:_MOST_ROWS]
    rows = [
        {
            "at": at,
            "mean": one.points,
            "low": one.low,
            "high": one.high,
            "label": f"{one.points:+.1f}".replace("-", "−"),
        }
        for at, one in enumerate(shown)
    ]
    names = [_name((called or {}).get(one.player, one.player), one.games) for one in shown]
    left = f"; the first {_MOST_ROWS} of {len(ratings)}" if len(ratings) > _MOST_ROWS else ""
    return _dots(
        rows,
        names,
        title="Ratings",
        axis="points a game above the average seat",
        caption=caption + left,
        is_signed=True,
    )


def _dots(
    rows: Sequence[dict[str, Any]],
    names: Sequence[str],
    *,
    title: str,
    axis: str,
    caption: str,
    is_signed: bool,
) -> altair.LayerChart:
    alt = altair_module()
    y = _names_axis(names)
    reach = [value for row in rows for value in (row["low"], row["high"])] + ([0] if is_signed else [])
    low, high = min(reach, default=0), max(reach, default=1)
    room = (high - low or 1) * 0.06
    x = alt.X(
        "mean:Q", title=axis, scale=alt.Scale(domain=[low - room, high + 2 * room], nice=False, zero=False)
    )
    base = alt.Chart(chart_data(rows))
    lines = base.mark_rule(strokeWidth=2, color=COLOURS[0]).encode(x=alt.X("low:Q"), x2="high:Q", y=y)
    dots = base.mark_point(filled=True, size=80, opacity=1, color=COLOURS[0]).encode(
        x=x, y=y, tooltip=["mean:Q", "low:Q", "high:Q"]
    )
    texts = base.mark_text(align="left", dx=8, dy=-9, fontSize=12, color=INK).encode(x=x, y=y, text="label:N")
    zero = [alt.Chart(chart_data([{"mean": 0}])).mark_rule(color=QUIET).encode(x=x)] if is_signed else []
    return _laid(alt.layer(*zero, lines, dots, texts), len(rows), title, caption)


def changes_chart(found: Resettlement, *, rules: str) -> altair.LayerChart:
    """What each player would have won or lost by other rules, over all games compared."""
    alt = altair_module()
    largest = found.players.sort(pl.col("change").abs(), "player", descending=[True, False]).head(_MOST_ROWS)
    players = largest.sort("change", "player", descending=[True, False])
    rows = [
        {"at": at, "change": change, "label": points_text(change)}
        for at, change in enumerate(players["change"].to_list())
    ]
    names = [_name(name, games) for name, games in players.select("player_name", "games").iter_rows()]
    changed = found.changed_games.height
    caption = f"{changed:,} of {found.games:,} games change"
    if found.unsettled:
        caption += f"; {sum(found.unsettled.values()):,} games cannot be settled so"
    if found.players.height > _MOST_ROWS:
        caption += f"; the {_MOST_ROWS} of {found.players.height} players for whom most changes"
    y = _names_axis(names)
    reach = [0, *players["change"].to_list()]
    room = (max(reach) - min(reach) or 1) * 0.12
    scale = alt.Scale(domain=[min(reach) - room, max(reach) + room], nice=False)
    x = alt.X("change:Q", title="points gained (right) or lost (left) by the other rules", scale=scale)
    base = alt.Chart(chart_data(rows))
    gains = alt.condition("datum.change < 0", alt.value(COLOURS[1]), alt.value(COLOURS[0]))
    bars = base.mark_bar(height=16).encode(x=x, y=y, color=gains)
    right = base.transform_filter("datum.change >= 0").mark_text(align="left", dx=5, fontSize=12, color=INK)
    left = base.transform_filter("datum.change < 0").mark_text(align="right", dx=-5, fontSize=12, color=INK)
    texts = [part.encode(x=x, y=y, text="label:N") for part in (right, left)]
    zero = alt.Chart(chart_data([{"change": 0}])).mark_rule(color=QUIET).encode(x=x)
    return _laid(alt.layer(bars, zero, *texts), len(rows), f"Settled by {rules}", caption)


def _name(player: str, games: int) -> str:
    return f"{player} ({games:,} game{'' if games == 1 else 's'})"


def _names_axis(names: Sequence[str]) -> Any:
    alt = altair_module()
    axis = alt.Axis(
        labelExpr=f"{quoted(names)}[datum.value]",
        labelFontSize=12,
        labelLimit=260,
        labelPadding=8,
        ticks=False,
        domain=False,
        grid=False,
    )
    return alt.Y("at:O", title=None, sort=list(range(len(names))), axis=axis)


def _laid(chart: Any, rows: int, title: str, caption: str) -> Any:
    alt = altair_module()
    return styled(
        chart.properties(
            width=_WIDTH,
            height=_ROW * max(rows, 1),
            title=alt.TitleParams(title, subtitle=caption),
            # A reader's font may be wider than the one the names were measured in.
            padding={"left": 30, "right": 30, "top": 6, "bottom": 6},
        )
    )
