"""Which seat a word in the text form means: its number, a player's name, or the first letter of one."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from marriage_analysis.records.envelope import MAX_SEATS

_NUMBER: Final = re.compile(f"[0-{MAX_SEATS - 1}]")


class SeatNameError(ValueError):
    """A word that means no seat, or more than one."""


def seat_of(word: str, names: Sequence[str | None]) -> int:
    """The seat that the word means where ``names`` sit; capitals and small letters are the same.

    A number is always a seat. Raises ``SeatNameError``.

    >>> seat_of("2", ["Asha", "Bimal"]), seat_of("bimal", ["Asha", "Bimal"]), seat_of("B", ["Asha", "Bimal"])
    (2, 1, 1)
    """
    if _NUMBER.fullmatch(word):
        return int(word)
    wanted = _folded(word)
    folded = [None if name is None else _folded(name) for name in names]
    seats = [seat for seat, name in enumerate(folded) if name == wanted]
    if not seats and len(wanted) == 1:
        seats = [seat for seat, name in enumerate(folded) if name is not None and name[:1] == wanted]
    if len(seats) == 1:
        return seats[0]
    if seats:
        both = " or ".join(f"{names[seat]} (seat {seat})" for seat in seats)
        raise SeatNameError(f"{word[:60]!r} can mean {both}; write the seat")
    known = {name: str(real) for name, real in zip(folded, names, strict=True) if name is not None}
    near = get_close_matches(wanted[:60], list(known), n=1)
    hint = (
        f"did you mean {known[near[0]]!r}?" if near else f"the players are: {', '.join(known.values()) or '-'}"
    )
    raise SeatNameError(f"{word[:60]!r} is no seat 0 to {MAX_SEATS - 1} and no player here; {hint}")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().strip()
