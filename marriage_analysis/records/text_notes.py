"""Notes in the text form: ``{waited for the 6C}`` or ``{@kind=dispute,by=0,lang=en I had shown}`` after a turn.

What stands between the braces is the note as it is; there is no escaping. A note that cannot be written so (a
brace or line end in it, no turn, a field of its own) is written as a header.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from marriage_analysis.records.envelope import MAX_SEATS

_FIELDS: Final = ("kind", "seat", "by", "at", "lang")
_UNSAFE: Final = re.compile(r"[{}\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SEAT: Final = re.compile(f"[0-{MAX_SEATS - 1}]")


class NoteError(ValueError):
    """Text between braces that is no note; ``position`` is the place in it."""

    def __init__(self, message: str, *, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


def parse_note(inner: str) -> dict[str, Any]:
    """The fields of the note whose text between the braces is given, without its turn; raises ``NoteError``.

    >>> parse_note("@kind=dispute,by=0,lang=en I had shown")
    {'kind': 'dispute', 'by': 0, 'lang': 'en', 'text': 'I had shown'}
    """
    start = len(inner) - len(inner.lstrip(" \t"))
    inner = inner.strip(" \t")
    if not inner:
        raise NoteError("a note without words")
    if not inner.startswith("@"):
        return {"text": inner}
    head, blank, text = inner[1:].partition(" ")
    note: dict[str, Any] = {}
    position = start + 1
    for word in head.split(","):
        name, equals, value = word.partition("=")
        if name not in _FIELDS:
            near = get_close_matches(name[:40], _FIELDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(_FIELDS)}"
            raise NoteError(f"a note has no field {name[:40]!r}; {hint}", position=position)
        if not equals or not value:
            raise NoteError(f"after {name} stands = and what it is, without blanks", position=position)
        if name in note:
            raise NoteError(f"{name} is said twice", position=position)
        is_seat = name in ("seat", "by") and _SEAT.fullmatch(value)
        note[name] = int(value) if is_seat else value
        position += len(word) + 1
    if blank:
        note["text"] = text.strip(" \t")
    return note


def format_note(note: Mapping[str, Any]) -> str | None:
    """The note with its braces, without its turn; None where only a header can hold it."""
    head = ",".join(f"{name}={note[name]}" for name in _FIELDS if name in note)
    text = note.get("text")
    inner = " ".join(([f"@{head}"] if head else []) + ([text] if isinstance(text, str) else []))
    if _UNSAFE.search(inner):
        return None
    try:
        again = parse_note(inner)
    except NoteError:
        return None
    same = again == {name: value for name, value in note.items() if name != "turn"}
    return f"{{{inner}}}" if same and inner == inner.strip() else None
