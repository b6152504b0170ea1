"""Cards on a terminal: red suits in red. In a pipe, and where NO_COLOR is set, plain text."""

import os
import re
import sys

from marriage_analysis.cli.output import clean

_RED_CARD = re.compile("(?:10|[A2-9JQK])?[♥♦]")
_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"


def put_cards(text: str, *, bold: bool = False) -> None:
    """Print a line that tells of cards on stdout, made safe first."""
    line = clean(text)
    if _has_colours():
        start = _BOLD if bold else ""
        line = start + _RED_CARD.sub(lambda match: f"{_RED}{match[0]}{_PLAIN}{start}", line) + _PLAIN
    sys.stdout.write(f"{line}\n")


def _has_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
