"""One HTML page that steps through a game: one file, no link to anywhere, the same bytes for the same game.

Everything that comes from a record is escaped. The pictures are made by the game.
"""

import json
from collections.abc import Iterable
from html import escape
from typing import Any, Final

from marriage_analysis import __version__
from marriage_analysis.games.playing import Panel
from marriage_analysis.replay.page_style import SCRIPT, STYLE
from marriage_analysis.replay.replay import Replay

_BUTTONS: Final = (
    ("first", "|◀", "To the deal"),
    ("back", "◀", "One turn back"),
    ("on", "▶", "One turn on"),
    ("end", "▶|", "To the end"),
    ("play", "play", "Play by itself"),
)


def stepping_page(replay: Replay, *, title: str | None = None) -> str:
    """The page as text; ``#t=7`` at the end of its address opens the table before turn 7.

    Raises ``AbilityError`` for a game without pictures.
    """
    record = replay.record
    name = title or record.id
    players = ", ".join(player.label for player in record.players)
    seen = "" if record.view in (None, "all") else f" · {_seen_by(replay)}"
    buttons = "".join(
        f'<button id="{id_}" type="button" aria-label="{label}" title="{label}">{sign}</button>'
        for id_, sign, label in _BUTTONS
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(name)}</title>
<style>{STYLE}</style>
</head>
<body>
<svg class="symbols" aria-hidden="true"><defs>{replay.drawings[0].symbols()}</defs></svg>
<header>
<h1>{escape(name)}</h1>
<p class="quiet">{escape(players)}{escape(seen)}</p>
</header>
<main>
<div class="bar">
<div class="buttons" role="group" aria-label="Step through the game">{buttons}
<input id="slider" type="range" min="0" value="0" step="1" aria-label="Turn"> <output id="place"></output></div>
<div class="said" aria-live="polite"><b id="now"></b><br><span class="next" id="next"></span></div>
</div>
{_stop(replay)}<div class="columns">
<div class="table" id="table"></div>
<nav class="turns" aria-label="Turns"><ol id="list"></ol></nav>
</div>
</main>
<footer>Keys: ← → one turn, Page Up and Page Down ten, Home, End, space to play.
Made by marriage-analysis {escape(__version__)}.</footer>
<noscript><p class="stop">This page needs JavaScript to step through the game.</p></noscript>
<script type="application/json" id="game">{_json(_data(replay))}</script>
<script>{SCRIPT}</script>
</body>
</html>
"""


def _data(replay: Replay) -> dict[str, Any]:
    """What the script shows. Equal panels are written once: a turn changes one seat and the middle."""
    numbers: dict[Panel, int] = {}
    tables = [_numbered(table.panels(), numbers) for table in replay.drawings]
    return {
        "turns": replay.turns,
        "steps": [{"text": step.words} for step in replay.steps],
        "tables": tables,
        "panels": [
            {"label": panel.label, "width": panel.width, "height": panel.height, "svg": panel.svg}
            for panel in numbers
        ],
        "stop": replay.stop is not None,
    }


def _numbered(panels: Iterable[Panel], numbers: dict[Panel, int]) -> list[int]:
    return [numbers.setdefault(panel, len(numbers)) for panel in panels]


def _json(value: object) -> str:
    """JSON that can stand inside a script element: nothing in it can end the element or open a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _stop(replay: Replay) -> str:
    stop = replay.stop
    if stop is None:
        return ""
    rule = f" [{stop.rule}]" if stop.rule else ""
    words = f"The play breaks at turn {stop.turn}, event {stop.event}: {stop.reason}{rule}"
    return f'<p class="stop" role="alert">{escape(words)}</p>\n'


def _seen_by(replay: Replay) -> str:
    view = replay.record.view
    if isinstance(view, int):
        return f"as {replay.record.players[view].label} saw it"
    return "as everybody at the table saw it"
