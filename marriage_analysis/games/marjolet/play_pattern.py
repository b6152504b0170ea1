"""The grammar of one play entry of Marjolet as regular expressions: a trick (record format, section 8).

No look-around, no ``\\d``, no flags, so that Python, Rust and JSON Schema read them alike. Python wants
``fullmatch``. What an entry *means* is not looked at here.
"""

import re
from typing import Final

from marriage_analysis.games.entry_faults import event_fault_in

FACE: Final = r"[A789TJQK][SHDC]"
CARD: Final = rf"(?:{FACE}|\?\?)"
_CARDS: Final = rf"(?:{CARD}|[1-9][0-9]?\*\?\?)"
CARD_LIST: Final = rf"{_CARDS}(?: {_CARDS})*"
_ACT: Final = rf"(?:dix|meld\((?:{FACE})+\))"
ENTRY: Final = rf"[01]: {CARD}(?: {CARD}(?: >[01](?: {_ACT})*(?: s{CARD} [sp]{CARD})?)?)?"
MAX_ENTRY_LENGTH: Final = 400
MAX_ENTRIES: Final = 100
"""More than a hand can have, so that what is too much is found in its place."""

_ENTRY: Final = re.compile(ENTRY, re.ASCII)
_SEAT: Final = re.compile(r"[01]:")
_WORD: Final = re.compile(rf"{CARD}|>[01]|{_ACT}|[sp]{CARD}", re.ASCII)


def is_entry(text: str) -> bool:
    """Whether the text is a play entry.

    >>> is_entry("0: TC TH >1 dix s9S sJH"), is_entry("0: TC TH dix")
    (True, False)
    """
    return len(text) <= MAX_ENTRY_LENGTH and _ENTRY.fullmatch(text) is not None


def event_fault(word: str) -> str | None:
    """What is wrong with one event, in a few words; None where nothing is.

    >>> event_fault("2H"), event_fault("sKS")
    ("'2H' is no card of the 32, and no event of a trick", None)
    """
    if _WORD.fullmatch(word):
        return None
    if word.startswith("meld("):
        return f"a meld is made of cards of the 32 that are known, not of {word[5:-1][:60]!r}"
    return f"{word[:60]!r} is no card of the 32, and no event of a trick"


def entry_fault(text: str) -> str | None:
    """What is wrong with a play entry, in a few words; None where nothing is.

    >>> entry_fault("0: TC 2H >1")
    "'2H' at character 7 is no card or event of a trick"
    """
    if is_entry(text):
        return None
    fault = event_fault_in(
        text,
        longest=MAX_ENTRY_LENGTH,
        seat=_SEAT,
        wanted_seat="the seat that leads, 0 or 1,",
        is_event=lambda _, event: _WORD.fullmatch(event) is not None,
        wanted_event="card or event of a trick",
    )
    return fault or "a trick is two cards, > and its winner, then dix and meld(..), then two cards drawn"
