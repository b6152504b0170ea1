"""What the layers above know of a game: a name, the shape of its record parts, and what they can do.

No field of any game is named here. ``parts`` values are opaque to the callers; each game's functions
take and give its own parts. Where a function only reads, a whole record does as well: it has the same fields.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import Any, Protocol

from marriage_analysis.findings import Code, Finding
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.playing import LivePlay, SteppedPlay
from marriage_analysis.games.simulating import Policy, Table
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


@dataclass(frozen=True, slots=True)
class CarryReport:
    """What a session carries on: findings by index of the game, and points still open by player."""

    findings: tuple[tuple[int, Finding], ...]
    open: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake put into a record: the changed parts, where, what stood there and what stands there."""

    parts: Any
    path: str
    seat: int | None
    was: object
    now: object


class Game(Protocol):
    """A game as the record layers see it."""

    @property
    def name(self) -> str:
        """The word under ``game`` in a record."""
        ...

    @property
    def parts(self) -> type[Any]:
        """The dataclass of the record fields that are the game's own."""
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

    def check_shuffle(self, parts: Any, *, seats: int, dealer: int | None) -> tuple[Finding, ...] | None:
        """What is wrong with the shuffle from which the record says its cards come.

        None where it says nothing of that; an error where the cards are others; a note where the shuffle
        cannot be done again; empty where it was and gives these cards.
        """
        ...

    def view(self, parts: Any, *, seats: int, seat: int | None) -> Any:
        """The parts with what the seat did not see hidden; ``seat`` None: what not everybody saw."""
        ...

    def is_spelled_out(self, parts: Any) -> bool:
        """Whether every rule option of this version is written in the record."""
        ...

    def expand_rules(self, parts: Any) -> Any:
        """The parts with every rule option written out; unchanged where the rules are not known."""
        ...

    def canonical_cards(self, parts: Any) -> Any:
        """The parts with each hand in canonical order; what has an order of its own keeps it."""
        ...

    def entry_fault(self, text: str) -> str | None:
        """What is wrong with the notation of a play entry, in a few words; None where nothing is."""
        ...

    def normalise_entry(self, typed: str) -> str:
        """The play entry that a person typed, in strict notation.

        Raises ``NotationError`` with the place in ``typed`` where it cannot be read.
        """
        ...

    def normalise_field(self, path: tuple[str | int, ...], typed: str) -> str:
        """The text of a field as typed, with cards in strict notation; unchanged where it holds none."""
        ...

    def summary(self, parts: Any) -> Mapping[str, object]:
        """What a list of games shows of this one, as JSON values: how it ended and who won."""
        ...

    @property
    def codes(self) -> tuple[Code, ...]:
        """Every finding code of the game's own."""
        ...

    def legality(self, parts: Any, *, players: Sequence[str], dealer: int | None) -> tuple[Finding, ...]:
        """What the record says that cannot be, without comparing a claimed number; ``players`` for messages."""
        ...

    def examine(
        self, parts: Any, *, players: Sequence[str], dealer: int | None, sat_out: int = 0
    ) -> Examination:
        """The game settled from its own facts and compared with its claims; includes :meth:`legality`."""
        ...

    def explain(self, examination: Examination, *, players: Sequence[str], language: str) -> tuple[str, ...]:
        """The settlement in words, line by line; empty where the game cannot be settled.

        Raises ``WordError`` for a language there are no words in.
        """
        ...

    def carried(self, parts: Any) -> object:
        """What the record tells of points carried between games, kept small: input of :meth:`carry`."""
        ...

    def carry(
        self, carried: Sequence[object], *, players: Sequence[Sequence[str]], ids: Sequence[str], is_whole: bool
    ) -> CarryReport:
        """Follows carried points through the games of a session, in order of play.

        ``players`` are the keys of each game's players by seat; ``is_whole``: no earlier game is missing.
        """
        ...

    def stepped(
        self, parts: Any, *, players: Sequence[str], dealer: int | None, until: int | None = None
    ) -> SteppedPlay:
        """The play turn by turn before the entry ``until``, as far as it is sound.

        Raises ``RecordError`` where the record does not tell what following the play takes.
        """
        ...

    def live(self, parts: Any, *, players: Sequence[str], dealer: int | None) -> LivePlay:
        """The game to be played on from where the record stands.

        Raises ``RecordError`` as :meth:`stepped`, and ``IllegalActionError`` where the play breaks.
        """
        ...

    def dealt(self, parts: Any, *, seats: int, dealer: int, seed: str) -> Any:
        """The parts with the deal that the seed gives; raises ``CountError`` and ``RecordError``."""
        ...

    def mistakes(self, parts: Any) -> Iterable[Mistake]:
        """Every slip of the pen known, one at a time, in a fixed order; to show what an audit finds."""
        ...

    @property
    def table_shape(self) -> TableShape:
        """The table columns that are the game's own."""
        ...

    def table_rows(self, parts: Any, examination: Examination, *, seats: int) -> TableRows:
        """A record's values in these columns; ``seats`` is its number of players."""
        ...

    @property
    def policies(self) -> Mapping[str, Policy]:
        """Ways to play the game, by name; choosing at random among what is legal goes without saying."""
        ...

    def start(
        self, rules: Mapping[str, object], *, seats: int, dealer: int, seed: str, carried: Any = None
    ) -> Table:
        """The table right after the deal that the seed gives; ``rules`` as a record writes them.

        ``carried`` is what the session's game before gave (``Table.carries``). Raises ``RuleOptionError`` for
        rules that cannot be, and ``CountError`` for a number of seats or a dealer that cannot be.
        """
        ...
