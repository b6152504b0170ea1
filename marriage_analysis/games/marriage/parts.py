"""What a record of Marriage holds beside the common fields: rules, deal, play, result, dhoos.

The shapes and limits of the record format, sections 1 to 5. None means "not known" and is left out of the
file. Card strings are strict notation, kept as written. Whether the cards, points and seats make sense
together is not checked here; the rules are, because nothing else can be read without them.
"""

from dataclasses import dataclass
from enum import unique
from typing import Annotated, Final

from marriage_analysis.games.constraints import (
    MAX_INTEGER,
    Described,
    Length,
    NotNull,
    Pattern,
    Range,
    RecordPart,
    Size,
    Word,
)
from marriage_analysis.games.marriage.play_pattern import (
    CARD,
    CELL_LIST,
    ENTRY,
    FACE_LIST,
    MAX_ENTRIES,
    MAX_ENTRY_LENGTH,
    SETS,
)
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.schema import options_json_schema

MAX_SEATS: Final = 6

Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Turn = Annotated[int, Range(0, MAX_ENTRIES - 1)]
Count = Annotated[int, Range(0)]
Points = Annotated[int, Range(-MAX_INTEGER)]
OneCard = Annotated[str, Pattern(CARD, 200, "one card, such as TC, JK, 7?, 5H|6H or ??")]
CardList = Annotated[str, Pattern(CELL_LIST, 4_000, "cards with one blank between them, such as 6S 7S 18*??")]
FaceList = Annotated[str, Pattern(FACE_LIST, 200, "known cards with one blank between them, such as 6H JC")]
SetList = Annotated[str, Pattern(SETS, 4_000, "sets with a comma between them, such as 3S4S5S,6H6H6H")]
PlayEntry = Annotated[str, Pattern(ENTRY, MAX_ENTRY_LENGTH, "one turn, such as 1: s5S xQH")]


@unique
class Ending(Word):
    """How the game ended."""

    FINISHED = "finished"
    DISMISSED = "dismissed"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    UNKNOWN = "unknown"


@unique
class DhoosReason(Word):
    """The foul a dhoos was called for (IRR-05 to IRR-09)."""

    MAAL_THROW = "maal_throw"
    WRONG_SHOW = "wrong_show"
    WRONG_FINISH = "wrong_finish"
    ERROR = "error"
    CHEATING = "cheating"
    OTHER = "other"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPart(RecordPart):
    """The rules played: a preset, options over it, or all options spelled out. Nothing given: not known.

    Raises RuleOptionError for an option or value that cannot be, and where what is given is no whole rule set.
    """

    preset: Annotated[
        str | None,
        NotNull(),
        Pattern("[a-z0-9][a-z0-9-]*", 64, "the name of a published rule set, such as pagat"),
    ] = None
    options: Annotated[
        dict[str, object] | None,
        NotNull(),
        Described(options_json_schema),
    ] = None

    def __post_init__(self) -> None:
        read_rules(self.preset, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(RecordPart):
    """The claim that the deal comes from a seed; it names the algorithm so that it can be done again."""

    algorithm: Annotated[str, Length(1, 100)]
    seed: Annotated[str, Length(1, 1_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(RecordPart):
    """The cards as they lay right after the deal (DEAL-02, DEAL-03); a hand not known is None."""

    hands: Annotated[tuple[CardList | None, ...] | None, Size(1, MAX_SEATS)] = None
    upcard: OneCard | None = None
    stock: CardList | None = None
    shuffle: Shuffle | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TunnelCounts(RecordPart):
    """How many tunnels of each class a player was paid for (SCORE-07)."""

    ordinary: Count | None = None
    ordinary_joker: Count | None = None
    poplu_jhiplu: Count | None = None
    alter: Count | None = None
    putali: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Items(RecordPart):
    """How many maal cards of each kind a player counted; a marriage is one tiplu, one poplu, one jhiplu."""

    tiplu: Count | None = None
    poplu: Count | None = None
    jhiplu: Count | None = None
    alter: Count | None = None
    putali: Count | None = None
    master_card: Count | None = None
    laid_marriage: Annotated[int | None, Range(0, 2)] = None
    tunnels: TunnelCounts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult(RecordPart):
    """What the table says of one player at the end of the game.

    ``seen`` None = not noted. ``holding`` = the cards at the end, without displayed tunnels and final discard;
    ``displayed_tunnels`` = one face for each tunnel. ``counted`` = the maal before murder, kidnap and pachaunu;
    ``maal`` = the number that enters the settlement; ``net`` = the points paid, better and dhoos included.
    """

    seen: bool | None = None
    route: Route | None = None
    shown: SetList | None = None
    sets: SetList | None = None
    holding: CardList | None = None
    displayed_tunnels: FaceList | None = None
    final_discard: OneCard | None = None
    laid_marriage: bool | None = None
    items: Items | None = None
    counted: Count | None = None
    maal: Count | None = None
    net: Points | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(RecordPart):
    """What the table says of the game as a whole, and of each player in the order of the seats."""

    ending: Ending | None = None
    reason: Annotated[str | None, Pattern("[a-z][a-z0-9_]*", 64, "a code such as uneven_deal")] = None
    winner: Seat | None = None
    finish: Route | None = None
    tiplu: OneCard | None = None
    players: Annotated[tuple[PlayerResult, ...] | None, Size(1, MAX_SEATS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dhoos(RecordPart):
    """A fine called in this game; ``turn`` = the entry of ``play`` with the foul."""

    seat: Seat
    points: Count
    reason: DhoosReason | None = None
    turn: Turn | None = None


def _without_underscore(name: str) -> str:
    return name.rstrip("_")


@dataclass(frozen=True, slots=True, kw_only=True)
class DhoosDue(RecordPart):
    """A fine still open from an earlier game (``from`` in the record: that game's id)."""

    __pydantic_config__ = {  # noqa: RUF012 (pydantic wants a plain dict)
        **RecordPart.__pydantic_config__,
        "alias_generator": _without_underscore,
    }

    seat: Seat
    points: Count
    from_: Annotated[str | None, Length(1, 200)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageParts(RecordPart):
    """The fields of a Marriage record that are the game's own, all at the top of the record."""

    rules: RulesPart
    deal: Deal | None = None
    play: Annotated[tuple[PlayEntry, ...] | None, Size(0, MAX_ENTRIES)] = None
    result: Result | None = None
    dhoos: Annotated[tuple[Dhoos, ...] | None, Size(0, 1_000)] = None
    dhoos_due: Annotated[tuple[DhoosDue, ...] | None, Size(0, 1_000)] = None
