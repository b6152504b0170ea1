"""The players' styles as compiled players read them, in the order of their names."""

from typing import Final

import numpy as np

from marriage_analysis.compiled.marriage.players import STYLE_WORDS
from marriage_analysis.games.marriage.players.style import STYLES, Dublees, Style

STYLE_NAMES: Final = tuple(STYLES)


def style_words(style: Style) -> list[int]:
    """The words of a style, at the places that ``players.py`` names."""
    words = [
        style.outs, style.maal, list(Dublees).index(style.dublees), style.lead, style.slips, not style.counts,
    ]  # fmt: skip
    assert len(words) == STYLE_WORDS
    return list(map(int, words))


STYLE_ROWS: Final = np.array([style_words(style) for style in STYLES.values()], dtype=np.int64)
