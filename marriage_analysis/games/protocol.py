"""What the layers above know of every game: a name, the shape of its record parts, and how to judge them.

No field of any game is named here. ``parts`` values are opaque to the callers; each game's functions
take and give its own parts. Where a function only reads, a whole record does as well: it has the same fields.
What some games can do besides (be replayed, simulated, explained) stands in ``abilities``.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, unique
from typing import Any, Protocol

from marriage_analysis.findings import Code, Finding
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.table_rows import TableRows, TableShape


@unique
class Level(IntEnum):
    """How much of a game a record holds; more is greater. Always derived, never stored."""

    NET = 1
    SHEET = 2
    ITEMS = 3
    HANDS = 4
    PLAY = 5

    @property
    def word(self) -> str:
        """The level as commands print it: ``play``, ``hands``, ``items``, ``sheet`` or ``net``."""
        return self.name.lower()


class Game(Protocol):
    """A game as the record layers see it: everything that a game must give."""

    @property
    def name(self) -> str:
        """The word under ``game`` in a record."""
        ...

    @property
    def parts(self) -> type[Any]:
        """The dataclass of the record fields that are the game's own, all at the top of the record.

        A field ``play`` is a list of turns, one text each: ``SEAT: ...``, or ``-: ...`` for the table. What
        stands after it in the dataclass is what came out of the play. ``rules`` holds the rules: ``preset``
        and ``options``.
        """
        ...

    @property
    def codes(self) -> tuple[Code, ...]:
        """Every finding code of the game's own."""
        ...

    def level(self, parts: Any) -> Level:
        """The highest level of detail that any part of the record carries."""
        ...

    def turn_count(self, parts: Any) -> int | None:
        """The number of play entries, None where no play is recorded."""
        ...

    def has_cards(self, parts: Any) -> bool:
        """Whether the record holds a deal or play, and so must say whose view it is."""
        ...

    def is_spelled_out(self, parts: Any) -> bool:
        """Whether every rule option of this version is written in the record."""
        ...

    def canonical(self, parts: Any) -> Any:
        """The parts as they are kept: every rule option written out where the rules are known, hands in order.

        What has an order of its own keeps it.
        """
        ...

    def summary(self, parts: Any) -> Mapping[str, object]:
        """What a list of games shows of this one, as JSON values.

        All games call it ``ending`` how the game ended, a word, and ``winner`` the seat that won.
        """
        ...

    def legality(self, parts: Any, *, players: Sequence[str], dealer: int | None) -> tuple[Finding, ...]:
        """What the record says that cannot be, without comparing a claimed number; ``players`` for messages."""
        ...

    def examine(
        self, parts: Any, *, players: Sequence[str], dealer: int | None, sat_out: int = 0
    ) -> Examination:
        """The game settled from its own facts and compared with its claims; includes :meth:`legality`."""
        ...

    @property
    def table_shape(self) -> TableShape:
        """The table columns that are the game's own."""
        ...

    def table_rows(self, parts: Any, examination: Examination, *, seats: int, dealer: int | None) -> TableRows:
        """A record's values in these columns; ``seats`` is its number of players."""
        ...
