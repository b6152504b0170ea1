"""What a game may be able to do besides giving its records: each ability a small Protocol of its own.

A game has an ability by having its functions. A caller that can do without asks ``isinstance(game, Steps)``;
one that cannot calls ``require(game, Steps)``, which tells the user what this game cannot do.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from marriage_analysis.errors import AbilityError
from marriage_analysis.findings import Finding
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.playing import LivePlay, SteppedPlay
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.rule_options.rule_book import RuleBook
from marriage_analysis.games.simulating import Policy, Table
from marriage_analysis.games.table_rows import NotedRows


@dataclass(frozen=True, slots=True)
class CarryReport:
    """What a session carries on: findings by index of the game, and points still open by player.

    ``owed`` says what these points are and to whom, to stand in "Asha still owes 15 points of ...".
    """

    findings: tuple[tuple[int, Finding], ...]
    open: Mapping[str, int]
    owed: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake put into a record: the changed parts, where, what stood there and what stands there."""

    parts: Any
    path: str
    seat: int | None
    was: object
    now: object


@runtime_checkable
class Ruled(Protocol):
    """Has rules to choose: presets and options, each with where it comes from."""

    @property
    def rule_book(self) -> RuleBook:
        """All that can be said about the rules."""
        ...


@runtime_checkable
class Types(Protocol):
    """Reads what people type: without it, play and cards are taken as they are typed."""

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


@runtime_checkable
class Shuffles(Protocol):
    """Can deal a recorded shuffle again: without it, no record says where its cards come from."""

    def check_shuffle(self, parts: Any, *, seats: int, dealer: int | None) -> tuple[Finding, ...] | None:
        """What is wrong with the shuffle from which the record says its cards come.

        None where it says nothing of that; an error where the cards are others; a note where the shuffle
        cannot be done again; empty where it was and gives these cards.
        """
        ...


@runtime_checkable
class Carries(Protocol):
    """Carries points from game to game: without it, the games of a session owe one another nothing."""

    def carried(self, parts: Any, *, dealer: int | None) -> object:
        """What the record tells of points carried between games, kept small: input of :meth:`carry`."""
        ...

    def carry(
        self,
        carried: Sequence[object],
        *,
        players: Sequence[Sequence[str]],
        ids: Sequence[str],
        missing_before: Collection[int],
    ) -> CarryReport:
        """Follows carried points through the games of a session, in order of play.

        ``players`` are the keys of each game's players by seat; ``missing_before`` are the indexes of the games
        right before which others are missing, or may be; empty where the session is here from its beginning on.
        """
        ...


@runtime_checkable
class Hides(Protocol):
    """Can show a record as a seat saw it."""

    def view(self, parts: Any, *, seats: int, seat: int | None) -> Any:
        """The parts with what the seat did not see hidden; ``seat`` None: what not everybody saw."""
        ...


@runtime_checkable
class Anonymises(Protocol):
    """Can hide who played which game: without it, its fields name no other game and hold no free text."""

    def anonymised(self, parts: Any, *, game_id: Callable[[str], str]) -> Any:
        """The parts with other ids for the games that they name, and without free texts, such as a seed."""
        ...


@runtime_checkable
class Explains(Protocol):
    """Can tell a settlement in words."""

    def explain(self, examination: Examination, *, players: Sequence[str], language: str) -> tuple[str, ...]:
        """The settlement in words, line by line; empty where the game cannot be settled.

        Raises ``WordError`` for a language there are no words in.
        """
        ...


@runtime_checkable
class Steps(Protocol):
    """Can go through the play of a record turn by turn."""

    def stepped(
        self, parts: Any, *, players: Sequence[str], dealer: int | None, until: int | None = None
    ) -> SteppedPlay:
        """The play turn by turn before the entry ``until``, as far as it is sound.

        Raises ``RecordError`` where the record does not tell what following the play takes.
        """
        ...


@dataclass(frozen=True, slots=True)
class Following:
    """How the next game of a session begins: further fields of its record, and whether it opens a session."""

    fields: Mapping[str, Any]
    opens_session: bool = False


@runtime_checkable
class Records(Protocol):
    """Can be written down while it is played."""

    @property
    def typing_help(self) -> str:
        """What can be typed for the events of a game, a line each, for people."""
        ...

    def with_turned_up(self, parts: Any, card: str) -> Any:
        """The parts with the card that was turned up after the deal, a cell in strict notation.

        Raises ``RecordError`` for what the game has no such card of.
        """
        ...

    @property
    def opening(self) -> Mapping[str, Any]:
        """Further fields of the record of a session's first game."""
        ...

    def following(self, parts: Any, *, dealer: int | None) -> Following:
        """How the next game begins after this one, the same players on the same seats."""
        ...

    def live(self, parts: Any, *, players: Sequence[str], dealer: int | None) -> LivePlay:
        """The game to be played on from where the record stands.

        Raises ``RecordError`` where the record does not tell what playing on takes, and
        ``IllegalActionError`` where the play breaks.
        """
        ...

    def dealt(self, parts: Any, *, seats: int, dealer: int, seed: str) -> Any:
        """The parts with the deal that the seed gives; raises ``CountError`` and ``RecordError``."""
        ...


@runtime_checkable
class Simulates(Protocol):
    """Can be played by program, from a seed."""

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The names of its published rule sets."""
        ...

    @property
    def policies(self) -> Mapping[str, Policy]:
        """Ways to play the game, by name, the best first; choosing at random goes without saying."""
        ...

    def start(
        self, rules: Mapping[str, object], *, seats: int, dealer: int, seed: str, carried: Any = None
    ) -> Table:
        """The table right after the deal that the seed gives; ``rules`` as a record writes them.

        ``carried`` is what the session's game before gave (``Table.carries``). Raises ``RuleOptionError`` for
        rules that cannot be, and ``CountError`` for a number of seats or a dealer that cannot be.
        """
        ...


@runtime_checkable
class Resettles(Protocol):
    """Can settle a game that was played by other rules than its own."""

    def resettled(
        self, parts: Any, rules: Mapping[str, object], *, players: Sequence[str], dealer: int | None
    ) -> Examination:
        """What the game would have come to by those rules, written as in a record; ``unsettled`` if it cannot.

        Raises ``RuleOptionError`` for rules that cannot be.
        """
        ...


@runtime_checkable
class TellsNotes(Protocol):
    """Tells what stands in a record without judging it: without it, that takes an examination."""

    def noted_rows(self, parts: Any, *, seats: int) -> NotedRows:
        """The record's own values in the table columns; ``seats`` is its number of players."""
        ...


@runtime_checkable
class Slips(Protocol):
    """Knows slips of the pen, to show what an audit finds."""

    def mistakes(self, parts: Any) -> Iterable[Mistake]:
        """Every slip of the pen known, one at a time, in a fixed order."""
        ...


_CANNOT: Final[Mapping[type, str]] = {
    Ruled: "has no rules to choose",
    Hides: "cannot be shown as a player saw it",
    Explains: "cannot be explained in words",
    Steps: "cannot be gone through turn by turn",
    Records: "cannot be recorded while it is played",
    Simulates: "cannot be played by program",
    Resettles: "cannot be settled by other rules",
    Slips: "has no known slips of the pen",
}

Ability = TypeVar("Ability")


def require(game: Game, ability: type[Ability]) -> Ability:
    """The game as one that has the ability; raises ``AbilityError`` for a game that lacks it."""
    if isinstance(game, ability):
        return game
    cannot = _CANNOT.get(ability, f"has no {ability.__name__}")
    raise AbilityError(f"a game of {game.name} {cannot}", game=game.name)
