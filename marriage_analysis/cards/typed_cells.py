"""What people type for cards that may be unknown, as the strict text of cells.

``10?`` is ``T?``, ``♥6`` is ``6H``, ``?♦`` is ``?D``, ``5h|6h`` is ``5H|6H``, ``18*??`` stays. Cells are in
``cards/cell.py``, cards that are known in ``cards/notation.py``.
"""

import re
from typing import Final

from marriage_analysis.cards.notation import SEPARATORS, TYPED
from marriage_analysis.errors import NotationError

_SHAPE: Final = "[\ufe0e\ufe0f]?"  # a suit symbol may be followed by how it is to be drawn
_ATOM: Final = re.compile(
    rf"JK|MC|(?P<rank>10|[A2-9TJQK?])(?P<suit>[SHDC]{_SHAPE}|\?)"
    rf"|(?P<suit_first>[SHDC]){_SHAPE}(?P<rank_last>10|[A2-9TJQK?])"
)
_PLAIN_ATOM: Final = re.sub(r"\?P<\w+>", "?:", _ATOM.pattern)
_ITEM: Final = re.compile(
    rf"(?P<count>[1-9][0-9]{{0,2}}\*)?(?P<cell>(?:{_PLAIN_ATOM})(?:\|(?:{_PLAIN_ATOM}))*)"
)


def normalise_cells(text: str) -> tuple[str, ...]:
    """The strict text of each cell that was typed, in order; a run such as ``18*??`` is one.

    Between cells nothing, blanks, commas or hyphens may stand. Raises ``NotationError`` at the first thing
    that is no card.

    >>> normalise_cells("10c ♥6,7? 18*?? jk")
    ('TC', '6H', '7?', '18*??', 'JK')
    """
    upper = text.translate(TYPED)
    cells: list[str] = []
    position = 0
    while position < len(upper):
        if upper[position] in SEPARATORS:
            position += 1
            continue
        match = _ITEM.match(upper, position)
        if match is None:
            raise NotationError(
                f"no card can be read from {text[position : position + 4]!r}", text=text, position=position
            )
        cells.append((match["count"] or "") + "|".join(map(_strict, _ATOM.finditer(match["cell"]))))
        position = match.end()
    return tuple(cells)


def _strict(atom: re.Match[str]) -> str:
    rank = atom["rank"] or atom["rank_last"]
    if rank is None:
        return atom[0]  # JK or MC
    return ("T" if rank == "10" else rank) + (atom["suit"] or atom["suit_first"])[0]
