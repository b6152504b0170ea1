"""What people type for tricks and cards of Marjolet, turned into the strict notation of records.

Small letters, ``10`` for ``T``, suit symbols before or after the rank, blanks inside brackets, doubled blanks.
Only for texts that people type; what a JSON record holds is read strictly.
"""

import re
from difflib import get_close_matches
from typing import Final

from marriage_analysis.cards.typed_cells import normalise_cells
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marjolet.play_pattern import CARD_LIST, entry_fault, is_entry

_SEAT: Final = re.compile(r"\s*([01])\s*:")
_WORD: Final = re.compile(r"\s*(meld\s*\([^()]*\)|[^\s()]+)", re.IGNORECASE)
_WINNER: Final = re.compile(r">[01]")
_STRICT: Final = re.compile(CARD_LIST)


def normalise_entry(typed: str) -> str:
    """The play entry that was typed; one that is strict stays as it is.

    Raises ``NotationError`` with the place and, for a word, what may have been meant.

    >>> normalise_entry("0:  10c ♥10 >1  Dix s9s sjh")
    '0: TC TH >1 dix s9S sJH'
    """
    if is_entry(typed):
        return typed
    seat = _SEAT.match(typed)
    if seat is None:
        raise NotationError("a trick begins with the seat that leads, 0 or 1, and a colon", text=typed)
    entry = f"{seat[1]}: {' '.join(normalise_events(typed, seat.end()))}"
    fault = entry_fault(entry)
    if fault is not None:
        raise NotationError(fault, text=typed)
    return entry


def normalise_events(typed: str, position: int = 0) -> list[str]:
    """The events that were typed from that position on, each in strict notation; raises ``NotationError``.

    >>> normalise_events("meld(♥J qc) s10h pks")
    ['meld(JHQC)', 'sTH', 'pKS']
    """
    events: list[str] = []
    end = len(typed.rstrip())
    while position < end:
        match = _WORD.match(typed, position)
        if match is None:
            raise NotationError("a bracket is not closed, or opened twice", text=typed, position=position)
        events.append(_event(match[1], text=typed, at=match.start(1)))
        position = match.end()
    return events


def normalise_field(path: tuple[str | int, ...], typed: str) -> str:
    """The text of a field; cards in strict notation where the field holds cards and they can be read.

    >>> normalise_field(("deal", "turnup"), "10♠"), normalise_field(("id",), "10s")
    ('TS', '10s')
    """
    if _STRICT.fullmatch(typed):
        return typed
    match path:
        case ("deal", "hands", int()) | ("deal", "stock") | ("deal", "turnup"):
            try:
                return " ".join(normalise_cells(typed))
            except NotationError:
                return typed  # the fault is told where the field is checked
        case _:
            return typed


def _event(word: str, *, text: str, at: int) -> str:
    small = word.lower()
    if small == "dix" or _WINNER.fullmatch(word):
        return small
    if small.startswith("meld"):
        inside = word.find("(") + 1
        if not inside:
            raise NotationError("a meld's cards stand in brackets, as in meld(QCJH)", text=text, position=at)
        return f"meld({''.join(_cells(word[inside:-1], text=text, at=at + inside))})"
    try:
        cells = normalise_cells(word)
    except NotationError:
        cells = ()
    if len(cells) == 1:
        return cells[0]
    if small[0] in "sp":
        drawn = _cells(word[1:], text=text, at=at + 1)
        if len(drawn) == 1:
            return small[0] + drawn[0]
    near = get_close_matches(small[:40], ("dix", "meld"), n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise NotationError(f"{word[:60]!r} is no card or event of a trick{hint}", text=text, position=at)


def _cells(typed: str, *, text: str, at: int) -> tuple[str, ...]:
    try:
        return normalise_cells(typed)
    except NotationError as error:
        raise NotationError(error.reason, text=text, position=at + error.position) from None
