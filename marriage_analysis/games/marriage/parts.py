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
    Meaning,
    NotNull,
    Pattern,
    Range,
    RecordPart,
    RepeatedPart,
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
from marriage_analysis.games.shuffle_claims import Shuffle

MAX_SEATS: Final = 6

Seat = Annotated[int, Range(0, MAX_SEATS - 1)]
Turn = Annotated[int, Range(0, MAX_ENTRIES - 1)]
Count = Annotated[int, Range(0)]
Points = Annotated[int, Range(-MAX_INTEGER)]
OneCard = Annotated[str, Pattern(CARD, 200, "one card, such as TC, JK, 7?, 5H|6H or ??")]
CardList = Annotated[str, Pattern(CELL_LIST, 4_000, "cards with one blank between them, such as 6S 7S 18*??")]
# A list that is written and empty says "none", a list that is left out says nothing.
CountedCards = Annotated[
    str, Pattern(f"(?:{CELL_LIST})?", 4_000, "cards with one blank between them, such as 6S 7S 18*??, or none")
]
FaceList = Annotated[
    str, Pattern(f"(?:{FACE_LIST})?", 200, "known cards with one blank between them, such as 6H JC, or none")
]
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
class RulesPart(RepeatedPart):
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
class Deal(RecordPart):
    """The cards as they lay right after the deal (DEAL-02, DEAL-03)."""

    hands: Annotated[
        tuple[CardList | None, ...] | None,
        Size(1, MAX_SEATS),
        Meaning("Each seat's 21 cards as dealt, in any order; null where a hand is not known."),
    ] = None
    upcard: Annotated[OneCard | None, Meaning("The card turned up to begin the discard pile.")] = None
    stock: Annotated[
        CardList | None, Meaning("The stock as it lay right after the deal, top card first; its order counts.")
    ] = None
    shuffle: Annotated[Shuffle | None, Meaning("The shuffle these cards are said to come from; a claim.")] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TunnelCounts(RecordPart):
    """How many tunnels of each class a player was paid for (SCORE-07)."""

    ordinary: Annotated[Count | None, Meaning("Tunnels of cards that are no wild cards.")] = None
    ordinary_joker: Annotated[Count | None, Meaning("Tunnels of ordinary jokers.")] = None
    poplu_jhiplu: Annotated[Count | None, Meaning("Tunnels of poplu and of jhiplu, together.")] = None
    alter: Annotated[Count | None, Meaning("Tunnels of the alter.")] = None
    putali: Annotated[Count | None, Meaning("Tunnels of printed jokers.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Items(RecordPart):
    """The maal cards a player counted, by kind; a marriage is one tiplu, one poplu and one jhiplu."""

    tiplu: Annotated[Count | None, Meaning("Tiplus held, 2 at most.")] = None
    poplu: Annotated[Count | None, Meaning("Poplus held outside tunnels.")] = None
    jhiplu: Annotated[Count | None, Meaning("Jhiplus held outside tunnels.")] = None
    alter: Annotated[Count | None, Meaning("Alters held outside tunnels.")] = None
    putali: Annotated[Count | None, Meaning("Printed jokers held outside tunnels.")] = None
    master_card: Annotated[Count | None, Meaning("Master cards held.")] = None
    laid_marriage: Annotated[
        int | None, Range(0, 2), Meaning("Marriages that lie as a sequence in the first show.")
    ] = None
    tunnels: Annotated[TunnelCounts | None, Meaning("Tunnels the player was paid for, by class.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult(RecordPart):
    """What the table says of one player at the end of the game."""

    seen: Annotated[
        bool | None, Meaning("Whether the player had seen the tiplu; null where that was not noted.")
    ] = None
    route: Annotated[Route | None, Meaning("How the player showed: three sets, or seven dublees.")] = None
    shown: Annotated[SetList | None, Meaning("All three sets, or all seven dublees, of the first show.")] = None
    sets: Annotated[
        SetList | None, Meaning("The further sets, or the eighth dublee, that the winner laid to finish.")
    ] = None
    holding: Annotated[
        CountedCards | None,
        Meaning("The cards at the end, all or those that were counted; no displayed tunnel, no final_discard."),
    ] = None
    displayed_tunnels: Annotated[FaceList | None, Meaning("One face for each tunnel that was displayed.")] = (
        None
    )
    final_discard: Annotated[OneCard | None, Meaning("The card thrown to finish; it counts for nobody.")] = None
    laid_marriage: Annotated[
        bool | None, Meaning("Whether jhiplu, tiplu and poplu lie as one sequence in the show.")
    ] = None
    items: Annotated[
        Items | None,
        Meaning("The maal cards the player counted, where they were counted by kind; a count left out is 0."),
    ] = None
    counted: Annotated[
        Count | None, Meaning("The maal points as counted, before murder, kidnap and pachaunu.")
    ] = None
    maal: Annotated[
        Count | None, Meaning("The maal points that enter the settlement, after murder, kidnap and pachaunu.")
    ] = None
    net: Annotated[
        Points | None, Meaning("What the game brought (below 0: cost) the player, better and dhoos included.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(RecordPart):
    """What the table says of the game as a whole, and of each player in the order of the seats."""

    ending: Annotated[Ending | None, Meaning("How the game ended.")] = None
    reason: Annotated[
        str | None,
        Pattern("[a-z][a-z0-9_]*", 64, "a code such as uneven_deal"),
        Meaning("Why it ended so, as a code."),
    ] = None
    winner: Annotated[Seat | None, Meaning("The seat that finished.")] = None
    finish: Annotated[Route | None, Meaning("How the winner finished; left out, it is the winner's route.")] = (
        None
    )
    tiplu: Annotated[OneCard | None, Meaning("The tiplu, as everybody knows it at the end.")] = None
    players: Annotated[
        tuple[PlayerResult, ...] | None,
        Size(1, MAX_SEATS),
        Meaning("What is claimed for each player, one entry a seat."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dhoos(RecordPart):
    """A fine called in this game."""

    seat: Annotated[Seat, Meaning("The seat that was fined.")]
    points: Annotated[Count, Meaning("The points of the fine.")]
    reason: Annotated[DhoosReason | None, Meaning("The foul.")] = None
    turn: Annotated[Turn | None, Meaning("The index of the entry in play where it happened.")] = None


def _without_underscore(name: str) -> str:
    return name.rstrip("_")


@dataclass(frozen=True, slots=True, kw_only=True)
class DhoosDue(RecordPart):
    """A fine still open from an earlier game."""

    __pydantic_config__ = {  # noqa: RUF012 (pydantic wants a plain dict)
        **RecordPart.__pydantic_config__,
        "alias_generator": _without_underscore,
    }

    seat: Annotated[Seat, Meaning("The seat that owes it.")]
    points: Annotated[Count, Meaning("The points that are open.")]
    from_: Annotated[str | None, Length(1, 200), Meaning("The id of the game of the foul.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageParts(RecordPart):
    """The fields of a Marriage record that are the game's own, all at the top of the record."""

    rules: Annotated[RulesPart, Meaning("The rules that were played.")]
    deal: Annotated[Deal | None, Meaning("The cards as they were dealt.")] = None
    dhoos_due: Annotated[
        tuple[DhoosDue, ...] | None,
        Size(0, 1_000),
        Meaning("The fines from earlier games that were open before this one, of the players in it."),
    ] = None
    play: Annotated[
        tuple[PlayEntry, ...] | None,
        Size(0, MAX_ENTRIES),
        Meaning("The turns, one text each, in their order; an index into this list is a turn."),
    ] = None
    result: Annotated[Result | None, Meaning("How the game ended and what the table claims.")] = None
    dhoos: Annotated[tuple[Dhoos, ...] | None, Size(0, 1_000), Meaning("The fines called in this game.")] = None
