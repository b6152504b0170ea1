"""What a game gives when it examines a record: claims, what is derived, the settlement, findings.

Plain values without a field of any game: each game names its columns ("maal", "net") in the mappings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from marriage_analysis.findings import Code, Finding, Severity

NOT_RECOMPUTED: Final = Code(
    "not_recomputed", Severity.INFO, "Something that is claimed cannot be recomputed, and why."
)
"""For every game: shown where a game cannot be settled."""

LIKELY_MISTAKE: Final = Code(
    "likely_mistake", Severity.INFO, "A known slip of score keeping that gives exactly what is claimed."
)
"""For every game: what reports set apart, since it says where a difference comes from."""

Column = tuple[int | None, ...]
"""One number a seat, None where it is not known."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a seat's score: cards (text, empty where only counted), points in all, rule ID."""

    seat: int
    kind: str
    count: int
    cards: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one seat pays another, never negative."""

    payer: int
    payee: int
    points: int
    kind: str
    rule: str


@dataclass(frozen=True, slots=True)
class Statement:
    """An itemised settlement: score lines and transfers, and the columns they add up to."""

    lines: tuple[ScoreLine, ...]
    transfers: tuple[Transfer, ...]
    columns: Mapping[str, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """A record examined.

    ``claimed`` and ``derived`` have the same column names; the two are never mixed. ``basis`` tells for each
    seat what its derived score rests on. ``recomputed`` is true when every claimed number could be checked.
    ``statement`` is None where the game cannot be settled, and ``unsettled`` then says why in words;
    ``detail`` is the game's own settlement.
    """

    findings: tuple[Finding, ...] = ()
    claimed: Mapping[str, Column] = field(default_factory=dict[str, Column])
    derived: Mapping[str, Column] = field(default_factory=dict[str, Column])
    basis: tuple[str | None, ...] = ()
    recomputed: bool = True
    statement: Statement | None = None
    unsettled: str | None = None
    detail: object = None

    @property
    def is_claimed(self) -> bool:
        """Whether the record claims any number at all."""
        return any(value is not None for column in self.claimed.values() for value in column)
