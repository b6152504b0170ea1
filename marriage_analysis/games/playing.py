"""A game step by step: what a replay gives, and a game that is being written down while it is played.

Plain values without a field of any game; each game makes its own tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marriage_analysis.findings import Finding


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the picture of a table: the inside of an SVG element of that size, and its words."""

    label: str
    width: int
    height: int
    svg: str


class TableView(Protocol):
    """A table between two turns, as far as it is known; it can say what lies there."""

    @property
    def state(self) -> object:
        """The game's own state."""
        ...

    def lines(self) -> tuple[str, ...]:
        """What lies on the table and what comes next, in words."""
        ...

    def hands(self) -> tuple[str, ...]:
        """What every player holds, one line each, in words."""
        ...

    def facts(self) -> Mapping[str, object]:
        """The table as JSON values."""
        ...


@runtime_checkable
class DrawnTable(TableView, Protocol):
    """A table that can draw itself as well."""

    def panels(self) -> tuple[Panel, ...]:
        """The table as pictures: first what belongs to nobody, then each seat's."""
        ...

    def symbols(self) -> str:
        """SVG definitions that the panels of every table of the game refer to."""
        ...

    def picture(self) -> str:
        """The whole table as one SVG document."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An entry of the play that can be: who did what, and the table after it. ``seat`` None: the table."""

    turn: int
    seat: int | None
    entry: str
    words: str
    table: TableView


@dataclass(frozen=True, slots=True)
class Break:
    """Where the play breaks: the entry, the event in it (both from 0), why, and the rule."""

    turn: int
    event: int
    reason: str
    rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SteppedPlay:
    """The sound part of a play from the deal (``start``) on, and why it breaks there; None: it does not."""

    start: TableView
    steps: tuple[Step, ...]
    stop: Break | None = None
    notes: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may happen now: how to write it, in words, and by whom (None: the table).

    ``is_form``: cards that are not known stand as ``..`` and have to be filled in.
    """

    event: str
    words: str
    seat: int | None
    is_form: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A number that only the table can tell at the end of a game: a seat's, by the column's name."""

    seat: int
    column: str
    words: str


class LivePlay(Protocol):
    """A game while it is played: takes events one by one and refuses what the rules do not allow."""

    @property
    def parts(self) -> Any:
        """The game's parts with all that was pushed; with the result once the game is over."""
        ...

    @property
    def table(self) -> TableView:
        """The table as it lies now."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        ...

    def push(self, text: str) -> tuple[str, ...]:
        """Take one or more events, as notation or as people type it; gives what happened, in words.

        All or nothing. Raises ``NotationError`` for what cannot be read and ``IllegalActionError``, with the
        reason and the rule, for what may not happen now.
        """
        ...

    def undo(self) -> str | None:
        """Take the latest event back and give its notation; None where there is none."""
        ...

    def choices(self) -> tuple[Choice, ...]:
        """Everything that may happen now."""
        ...

    def end(self, word: str) -> None:
        """End the game without a finish, by the game's word for how; raises ``WordError`` for another word."""
        ...

    def claims(self) -> Sequence[Claim]:
        """What the table must tell for the result of a game that is over, because no card tells it."""
        ...

    def claim(self, claim: Claim, value: int) -> None:
        """Take in a number that the table tells."""
        ...
