"""What the pictures of every game's table are put together from: colours, words, panels, documents."""

from collections.abc import Sequence
from html import escape
from typing import Final

from marriage_analysis.cards.face import FACES
from marriage_analysis.games.card_pictures import UNKNOWN
from marriage_analysis.games.playing import Panel

_SANS: Final = "system-ui,'Segoe UI','Noto Sans','Noto Sans Devanagari','DejaVu Sans',sans-serif"
FELT: Final = "#1f6b52"
FELT_LIGHT: Final = "#2b7d62"
WORDS: Final = "#f4f1e6"
QUIET: Final = "#bcd6c8"
GOLD: Final = "#f2c14e"


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: int,
    fill: str = WORDS,
    weight: int = 400,
    middle: bool = False,
    end: bool = False,
    room: int | None = None,
) -> str:
    """Words at a place, escaped; cut short where they are wider than ``room``."""
    anchor = ' text-anchor="middle"' if middle else ' text-anchor="end"' if end else ""
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    if room is not None and len(words) * size * 0.56 > room:
        words = words[: max(3, int(room / (size * 0.56)) - 1)] + "…"
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{bold}{anchor}>{escape(words)}</text>'


def placed(panel: Panel, x: int, y: int) -> str:
    """A panel put somewhere in a picture."""
    return f'<g transform="translate({x} {y})">{panel.svg}</g>'


def used_cards(panels: Sequence[Panel]) -> list[int]:
    """The numbers of the faces that the panels show, the back with them."""
    drawn = "".join(panel.svg for panel in panels)
    return [UNKNOWN, *(face.index for face in FACES if f'"#card-{face}"' in drawn)]


def document(width: int, height: int, inside: str, *, label: str, symbols: str, shown: float = 0) -> str:
    """An SVG document; ``shown`` enlarges it, 0 lets it be as wide as there is room."""
    size = (
        f'width="{width * shown:.0f}" height="{height * shown:.0f}"'
        if shown
        else f'style="width:100%;max-width:{width}px;height:auto"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img"'
        f' aria-label="{escape(label)}" font-family="{escape(_SANS)}"><defs>{symbols}</defs>{inside}</svg>'
    )
