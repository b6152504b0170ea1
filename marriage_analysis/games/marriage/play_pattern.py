"""The grammar of one play entry of Marriage as regular expressions (record format, section 3).

No look-around, no ``\\d``, no flags, so that Python, Rust and JSON Schema read them alike. Python wants
``fullmatch``. What an entry *means* is not looked at here.
"""

import re
from typing import Final

from marriage_analysis.games.entry_faults import event_fault_in

CELL: Final = r"(?:[A2-9TJQK][SHDC?]|\?[SHDC?]|JK|MC)"
CARD: Final = rf"{CELL}(?:\|{CELL})*"
CARDS: Final = rf"(?:{CARD})+"
SETS: Final = rf"{CARDS}(?:,{CARDS})*"
FACE: Final = r"(?:[A2-9TJQK][SHDC]|JK|MC)"
FACE_LIST: Final = rf"{FACE}(?: {FACE})*"
CELL_LIST: Final = rf"(?:(?:[1-9][0-9]{{0,2}}\*)?{CARD})(?: (?:[1-9][0-9]{{0,2}}\*)?{CARD})*"

_TIPLU: Final = rf"tiplu\({CARD}(?:@(?:0|[1-9][0-9]{{0,2}}))?\)"
_RESHUFFLE: Final = rf"reshuffle(?:\({CARDS}\))?"
EVENT: Final = (
    rf"[spdx]{CARD}|(?:tunnel|show|finish|badshow|badfinish)(?:\({SETS}\))?|finish\(\)|{_TIPLU}"
    rf"|see\({CARD}\)|nodraw|nodiscard|{_RESHUFFLE}"
)
ENTRY: Final = (
    rf"[0-5]: (?:\?|(?:{EVENT})(?: (?:{EVENT}))*)|-: (?:{_RESHUFFLE}|gap(?:\([1-9][0-9]{{0,3}}\))?|{_TIPLU})"
)
MAX_ENTRY_LENGTH: Final = 2_000
MAX_ENTRIES: Final = 10_000

_EVENT: Final = re.compile(EVENT, re.ASCII)
_ENTRY: Final = re.compile(ENTRY, re.ASCII)
_SEAT: Final = re.compile(r"[0-5-]:")


def is_entry(text: str) -> bool:
    """Whether the text is a play entry.

    >>> is_entry("1: s5S show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC@41) xQH"), is_entry("1: s5S  xQH")
    (True, False)
    """
    return len(text) <= MAX_ENTRY_LENGTH and _ENTRY.fullmatch(text) is not None


def is_event(text: str) -> bool:
    """Whether the text is one event of a turn.

    >>> is_event("show(3S4S5S,6H6H6H,AD2D3D)"), is_event("show()")
    (True, False)
    """
    return _EVENT.fullmatch(text) is not None


def entry_fault(text: str) -> str | None:
    """What is wrong with a play entry, in a few words; None where nothing is.

    >>> entry_fault("1: s5S y3H")
    "'y3H' at character 8 is no event of a turn"
    """
    if is_entry(text):
        return None
    fault = event_fault_in(
        text,
        longest=MAX_ENTRY_LENGTH,
        seat=_SEAT,
        wanted_seat="a seat 0 to 5 or '-'",
        is_event=lambda seat, event: seat == "-:" or is_event(event),
        wanted_event="event of a turn",
    )
    if fault is not None:
        return fault
    if text.startswith("-:"):
        return "what nobody in particular did can only be one tiplu(..), reshuffle or gap"
    return "the events do not make a turn"
