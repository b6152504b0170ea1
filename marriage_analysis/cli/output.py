"""What the commands print: results on stdout, messages on stderr, nothing that can hurt a terminal."""

import io
import json
import re
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

# Characters that move the cursor, start an escape sequence, reorder text, or cannot be encoded at all.
# The joiners U+200C and U+200D stay: Devanagari needs them.
_DANGEROUS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)

_PATIENCE = 1.0
"""Seconds of work before a progress bar appears."""


def use_utf8() -> None:
    """Make stdout and stderr write UTF-8 whatever the locale says; what has no UTF-8 form is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def clean(text: str) -> str:
    r"""Escape control characters, so that a name from a file cannot drive the terminal or break a line.

    >>> clean("Asha\x1b[2J")
    'Asha\\x1b[2J'
    >>> clean("क्‍ष") == "क्‍ष"
    True
    """
    return _DANGEROUS.sub(_escape, text)


def put(text: str = "") -> None:
    """Print lines of a result on stdout, each made safe with :func:`clean`."""
    sys.stdout.write(_clean_lines(text))


def put_lines(lines: Iterable[str]) -> None:
    """Print each of the lines, none where there are none."""
    for line in lines:
        put(line)


def say(message: str) -> None:
    """Print a message for the person on stderr, each line made safe with :func:`clean`."""
    sys.stdout.flush()  # what was printed before belongs before it
    sys.stderr.write(_clean_lines(message))
    sys.stderr.flush()


def emit_json(value: object) -> None:
    """Print ``value`` as one JSON document on stdout.

    Raises TypeError or ValueError for what JSON cannot hold, NaN and infinity included.
    """
    document = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    # Line breaks apart, such a character can only stand inside a string, where \uXXXX means the same.
    parts = (_DANGEROUS.sub(_escape_in_json, line) for line in document.split("\n"))
    sys.stdout.write("\n".join(parts) + "\n")


@contextmanager
def progress(what: str, *, total: int | None = None) -> Generator[Callable[[int], None], None, None]:
    """Show how far long work has come; gives a function to call with the number of steps just done.

    A bar appears on stderr after a second, and only where stderr is a terminal; in a pipe nothing is shown.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    bar = _DelayedBar(what, total)
    try:
        yield bar.advance
    finally:
        bar.close()


class _DelayedBar:
    """A rich progress bar that is made when the work has lasted longer than ``_PATIENCE``."""

    def __init__(self, what: str, total: int | None) -> None:
        self._what = what
        self._total = total
        self._started = time.monotonic()
        self._done = 0
        self._shown: Progress | None = None
        self._task: Any = None

    def advance(self, steps: int) -> None:
        self._done += steps
        if self._shown is None and time.monotonic() - self._started >= _PATIENCE:
            from rich.console import Console
            from rich.progress import Progress

            self._shown = Progress(console=Console(stderr=True), transient=True)
            self._shown.start()
            self._task = self._shown.add_task(clean(self._what), total=self._total)
        if self._shown is not None:
            self._shown.update(self._task, completed=self._done)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.stop()


def _clean_lines(text: str) -> str:
    return "".join(f"{clean(line)}\n" for line in text.split("\n"))


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _escape_in_json(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
