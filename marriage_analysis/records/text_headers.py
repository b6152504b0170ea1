"""Headers of the text form: ``[deal.hands.0 "3S 4S"]``, a path into the record and a JSON value.

Steps of a path are joined by points. A step of letters, digits, ``_`` and ``-`` that begins with a letter or
``_`` is the name of a field, digits are a place in a list, anything else is a field name in JSON quotes.
"""

import json
import re
from typing import Final, cast

from marriage_analysis.records.scan import Path

_NAME: Final = "[A-Za-z_][A-Za-z0-9_-]*"
_INDEX: Final = "0|[1-9][0-9]{0,8}"
_QUOTED: Final = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
_STEP: Final = re.compile(rf"(?P<name>{_NAME})|(?P<index>{_INDEX})|{_QUOTED}")
QUOTED: Final = re.compile(_QUOTED)
"""A text in JSON quotes."""


def format_header_path(path: Path) -> str:
    """The path as headers write it.

    >>> format_header_path(("deal", "hands", 0)), format_header_path(("extensions", "club.example", "0"))
    ('deal.hands.0', 'extensions."club.example"."0"')
    """
    return ".".join(map(_format_step, path))


def _format_step(step: str | int) -> str:
    if isinstance(step, int) or re.fullmatch(_NAME, step):
        return str(step)
    return json.dumps(step, ensure_ascii=False)


def match_header_path(text: str, start: int) -> tuple[Path, int] | None:
    """The path that begins at ``start``, and where it ends; None where none begins there.

    >>> match_header_path('[meta."a b".0 1]', 1)
    (('meta', 'a b', 0), 13)
    """
    steps: list[str | int] = []
    at = start
    while True:
        match = _STEP.match(text, at)
        if match is None:
            return None
        if match["index"]:
            steps.append(int(match["index"]))
        else:
            steps.append(match["name"] or cast(str, json.loads(match[0])))
        at = match.end()
        if text[at : at + 1] != ".":
            return tuple(steps), at
        at += 1


def header(path: Path, value: object) -> str:
    """The header line of a value."""
    return f"[{format_header_path(path)} {header_json(value)}]"


def header_json(value: object) -> str:
    """A value as headers write it."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
