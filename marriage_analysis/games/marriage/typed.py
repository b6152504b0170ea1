"""What people type for turns and cards of Marriage, turned into the strict notation of records.

Small letters, ``10`` for ``T``, suit symbols before or after the rank, blanks inside brackets, doubled blanks.
Only for texts that people type; what a JSON record holds is read strictly.
"""

import re
from difflib import get_close_matches
from typing import Final

from marriage_analysis.cards.typed_cells import normalise_cells
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.play_pattern import CELL_LIST, SETS, entry_fault, is_entry

_SETS: Final = ("tunnel", "show", "finish", "badshow", "badfinish")
_BARE: Final = (*_SETS, "nodraw", "nodiscard", "reshuffle", "gap")
_WORDS: Final = (*_BARE, "see", "tiplu")
_SEAT: Final = re.compile(r"([0-5-])[ \t]*:")
_EVENT: Final = re.compile(r"[ \t]*([^ \t()]+(?:\([^()]*\))?)")
_STRICT: Final = re.compile(f"{CELL_LIST}|{SETS}")
_NUMBER: Final = re.compile(r"[ \t]*([0-9]{1,4})[ \t]*")

_LISTS: Final = ("holding", "displayed_tunnels")
_SET_LISTS: Final = ("shown", "sets")


def normalise_entry(text: str) -> str:
    """The play entry that was typed; one that is strict stays as it is.

    Raises ``NotationError`` with the place and, for a word, what may have been meant.

    >>> normalise_entry("1:  s10♣  Show( 3s 4s 5s, 6h6h6h, ad2d3d)  tiplu(♣J@41) xqh")
    '1: sTC show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC@41) xQH'
    """
    if is_entry(text):
        return text
    seat = _SEAT.match(text)
    if seat is None:
        raise NotationError("a turn begins with a seat 0 to 5 or '-' and a colon", text=text)
    end = len(text.rstrip(" \t"))
    events: list[str] = []
    position = seat.end()
    while position < end:
        match = _EVENT.match(text, position)
        if match is None:
            raise NotationError("a bracket is not closed, or opened twice", text=text, position=position)
        events.append(_event(match[1], text=text, at=match.start(1)))
        position = match.end()
    entry = f"{seat[1]}: {' '.join(events)}"
    if not events:
        raise NotationError("no event stands after the seat; ? is a turn that nobody noted", text=text)
    if (fault := entry_fault(entry)) is not None:
        raise NotationError(fault, text=text)
    return entry


def normalise_field(path: tuple[str | int, ...], text: str) -> str:
    """The text of a field; cards in strict notation where the field holds cards and they can be read.

    >>> normalise_field(("deal", "upcard"), "10♠"), normalise_field(("id",), "10s")
    ('TS', '10s')
    """
    if _STRICT.fullmatch(text):
        return text
    try:
        match path:
            case ("deal", "hands", int()) | ("deal", "stock"):
                return " ".join(normalise_cells(text))
            case ("deal", "upcard") | ("result", "tiplu") | ("result", "players", int(), "final_discard"):
                return " ".join(normalise_cells(text))
            case ("result", "players", int(), str(name)) if name in _LISTS:
                return " ".join(normalise_cells(text))
            case ("result", "players", int(), str(name)) if name in _SET_LISTS:
                return ",".join("".join(normalise_cells(cards)) for cards in text.split(","))
            case _:
                return text
    except NotationError:
        return text  # the fault is told where the field is checked


def _event(typed: str, *, text: str, at: int) -> str:
    """One event in strict notation; ``at`` is its place in ``text``."""
    word, opened, inner = typed.partition("(")
    name = word.lower()
    inside = at + len(word) + 1
    inner = inner[:-1]
    if not opened:
        if name in _BARE or name == "?":
            return name
        if name[0] in "spdx":
            return name[0] + _one_card(word[1:], text=text, at=at + 1, word=name)
    elif name in _SETS:
        return f"{name}({_sets(inner, text=text, at=inside)})"
    elif name == "see":
        return f"see({_one_card(inner, text=text, at=inside)})"
    elif name == "tiplu":
        card, marked, above = inner.partition("@")
        number = f"@{_number(above, text=text, at=inside + len(card) + 1)}" if marked else ""
        return f"tiplu({_one_card(card, text=text, at=inside)}{number})"
    elif name == "reshuffle":
        return f"reshuffle({''.join(_cells(inner, text=text, at=inside))})"
    elif name == "gap":
        return f"gap({_number(inner, text=text, at=inside)})"
    raise NotationError(f"{word[:60]!r} is no event of a turn{_did_you_mean(name)}", text=text, position=at)


def _sets(inner: str, *, text: str, at: int) -> str:
    sets: list[str] = []
    for cards in inner.split(","):
        sets.append("".join(_cells(cards, text=text, at=at)))
        at += len(cards) + 1
    return ",".join(sets)


def _one_card(typed: str, *, text: str, at: int, word: str = "") -> str:
    cells = _cells(typed, text=text, at=at, word=word)
    if len(cells) != 1:
        raise NotationError(f"one card should stand here, not {len(cells)}", text=text, position=at)
    return cells[0]


def _cells(typed: str, *, text: str, at: int, word: str = "") -> tuple[str, ...]:
    try:
        return normalise_cells(typed)
    except NotationError as error:
        message = error.reason + _did_you_mean(word)
        raise NotationError(message, text=text, position=at + error.position) from None


def _number(typed: str, *, text: str, at: int) -> str:
    match = _NUMBER.fullmatch(typed)
    if match is None:
        raise NotationError("a number should stand here", text=text, position=at)
    return match[1]


def _did_you_mean(word: str) -> str:
    near = get_close_matches(word[:40], _WORDS, n=1)
    return f"; did you mean {near[0]}?" if near else ""
