"""Findings: what is wrong, doubtful or worth knowing in a record, as values.

This module knows nothing of any game. Codes are defined where the check lives
(``records/codes.py``, ``games/<game>/codes.py``, ``sessions/codes.py``) and are stable.
"""

from dataclasses import dataclass
from enum import Enum, unique


@unique
class Severity(Enum):
    """How much a finding matters. Only an error makes a record bad."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@unique
class Concern(Enum):
    """What a finding is about: the record itself, or a number it claims against what we derive."""

    RECORD = "record"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its stable name, its severity, and what it means in one sentence."""

    name: str
    severity: Severity
    meaning: str
    rule: str | None = None
    concern: Concern = Concern.RECORD


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding is.

    ``line`` counts from 1 in the file; ``column`` from 1 in that line; ``path`` is the JSON path
    inside the record (``result.players[1].net``); ``turn`` an index into ``play``; ``seat`` counts from 0.
    ``source`` is the line itself, for records in text form.
    """

    path: str | None = None
    turn: int | None = None
    seat: int | None = None
    line: int | None = None
    column: int | None = None
    source: str | None = None

    def __str__(self) -> str:
        parts = [
            f"line {self.line}" if self.line is not None else "",
            f"column {self.column}" if self.column is not None else "",
            f"turn {self.turn}" if self.turn is not None else "",
            self.path or "",
        ]
        return ", ".join(part for part in parts if part) or "the record"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: a code at a place, with what was expected, what was found and a sentence for people.

    ``rule`` is the ID of the rule it rests on (``SET-01``), or None where no rule is concerned.
    """

    code: Code
    message: str
    place: Place = Place()
    rule: str | None = None
    expected: object = None
    found: object = None

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return self.code.severity
