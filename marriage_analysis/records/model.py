"""The record of one game: the fields all games share, and with them the fields of its game, in one object.

:func:`record_model` makes the model of a game from :class:`Record` and the game's parts. The models check
shapes and limits; :mod:`.checks` compares fields with one another; what the cards and points mean is for the
game to judge.
"""

from dataclasses import MISSING, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.constraints import Meaning, Pattern, Range, Size
from marriage_analysis.games.protocol import Game, Level
from marriage_analysis.records.envelope import (
    MAX_SEATS,
    MAX_TURNS,
    MIN_SEATS,
    Annotation,
    Corrects,
    Digest,
    Identifier,
    JsonObject,
    Player,
    Seat,
    Session,
    Word,
)
from marriage_analysis.records.meta import MetaObject
from marriage_analysis.records.scan import Path

FORMAT: Final = "marriage-record"
MAJOR: Final = 1
MINOR: Final = 0
VERSION: Final = f"{MAJOR}.{MINOR}"

Version = Annotated[
    str, Pattern(rf"{MAJOR}\.(?:0|[1-9][0-9]{{0,3}})", 8, f"a version of the format, such as {VERSION}")
]
View = Literal["all", "public"] | Seat


class Record(BaseModel):
    """One game as recorded. None in a field = not known. Frozen; made by reading or by ``model_validate``."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    format: Literal["marriage-record"]
    version: Version
    game: str
    id: Annotated[Identifier, Meaning("Names the game; an account of the same game has the same id.")]
    meta: Annotated[
        MetaObject | None,
        Meaning("When, where, from what source: any fields; date and started_at have a fixed form."),
    ] = None
    session: Annotated[Session | None, Meaning("The evening this game belongs to.")] = None
    players: Annotated[
        tuple[Player, ...],
        Size(MIN_SEATS, MAX_SEATS),
        Meaning("The players in order of play: after seat s comes (s + 1) mod n. Seats count from 0."),
    ]
    sat_out: Annotated[
        tuple[Player, ...] | None, Size(0, 100), Meaning("Members of the session who were not in this game.")
    ] = None
    dealer: Annotated[Seat | None, Meaning("The seat that dealt.")] = None
    view: Annotated[
        View | None,
        Meaning("Who saw what deal and play say: all, public, or a seat. There exactly when deal or play is."),
    ] = None
    times: Annotated[
        tuple[Annotated[int, Range(0)] | None, ...] | None,
        Size(0, MAX_TURNS),
        Meaning("Milliseconds spent on each entry of play, null where not known; as long as play."),
    ] = None
    flags: Annotated[
        tuple[Word, ...] | None, Size(0, 100), Meaning("Code words for filtering; no meaning is fixed.")
    ] = None
    annotations: Annotated[
        tuple[Annotation, ...] | None,
        Size(0, MAX_TURNS),
        Meaning("Notes of people; not covered by the digest."),
    ] = None
    corrects: Annotated[Corrects | None, Meaning("The earlier record that this one replaces.")] = None
    extensions: Annotated[
        JsonObject | None, Meaning("Fields of other programs, under names that only they use.")
    ] = None
    digest: Annotated[
        Digest | None, Meaning("SHA-256 of the canonical bytes; only where every rule option is written out.")
    ] = None

    carried: ClassVar[tuple[tuple[Path, object], ...]] = ()
    """Fields of a newer minor version with their places: kept for writing, not looked at."""

    @property
    def game_value(self) -> Game:
        """The game it is a record of."""
        return GAMES[self.game]

    @property
    def parts(self) -> Any:
        """The fields that are the game's own, as the game's dataclass."""
        kind = self.game_value.parts
        return kind(**{name: getattr(self, name) for name in _part_names(kind)})

    @property
    def level(self) -> Level:
        """How much of the game is recorded."""
        return self.game_value.level(self.parts)

    def carrying(self, carried: tuple[tuple[Path, object], ...]) -> Self:
        """The same record with these fields of a newer version kept beside it."""
        record = self.model_copy()
        # On this one record only; a private attribute would cost every record an eighth of its reading time.
        vars(record)["carried"] = carried
        return record

    def with_parts(self, parts: Any) -> Self:
        """The same record with other parts of the game's own; they are not checked again."""
        return self.model_copy(
            update={name: getattr(parts, name) for name in _part_names(self.game_value.parts)}
        )

    def to_mapping(self) -> dict[str, Any]:
        """The record as JSON values, what is not known left out, nothing else lost."""
        mapping = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        for path, value in self.carried:
            target: Any = mapping
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = value
        return mapping


@cache
def _part_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))


@cache
def record_model(game: str) -> type[Record]:
    """The model of the records of a game; raises ``KeyError`` for a game that is not in the catalog."""
    kind = GAMES[game].parts
    hints = get_type_hints(kind, include_extras=True)
    own: dict[str, Any] = {"game": Literal[game]}
    for part in fields(kind):
        required = part.default is MISSING
        own[part.name] = hints[part.name] if required else (hints[part.name], part.default)
    return create_model(f"{game.capitalize()}Record", __base__=Record, **own)
