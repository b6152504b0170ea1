"""What a record of Marjolet holds beside the common fields: rules, deal, totals before, play, result.

The shapes and limits of the record format, section 8. None means "not known" and is left out of the file.
Whether cards and points make sense together is not checked here; the rules are, because nothing else can be
read without them.
"""

from dataclasses import dataclass
from enum import unique
from typing import Annotated, Final

from marriage_analysis.games.constraints import (
    MAX_INTEGER,
    Described,
    Meaning,
    NotNull,
    Pattern,
    Range,
    RecordPart,
    RepeatedPart,
    Size,
    Word,
)
from marriage_analysis.games.marjolet.play_pattern import (
    CARD,
    CARD_LIST,
    ENTRY,
    MAX_ENTRIES,
    MAX_ENTRY_LENGTH,
)
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.json_options import options_json_schema
from marriage_analysis.games.shuffle_claims import Shuffle

SEATS: Final = 2

Points = Annotated[int, Range(-MAX_INTEGER)]
CardList = Annotated[str, Pattern(CARD_LIST, 400, "cards with one blank between them, such as TS 9S 4*??")]
OneCard = Annotated[str, Pattern(CARD, 2, "one card, such as AH, or ??")]
PlayEntry = Annotated[str, Pattern(ENTRY, MAX_ENTRY_LENGTH, "one trick, such as 0: TC TH >1 dix s9S sJH")]


@unique
class Ending(Word):
    """How the hand ended."""

    FINISHED = "finished"
    DISMISSED = "dismissed"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPart(RepeatedPart):
    """The rules played: a preset, options over it, or all options spelled out. Nothing given: not known.

    Raises RuleOptionError for an option or value that cannot be, and where what is given is no whole rule set.
    """

    preset: Annotated[
        str | None,
        NotNull(),
        Pattern("[a-z0-9][a-z0-9-]*", 64, "the name of a published rule set, such as seed"),
    ] = None
    options: Annotated[
        dict[str, object] | None,
        NotNull(),
        Described(options_json_schema),
    ] = None

    def __post_init__(self) -> None:
        read_rules(self.preset, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPart(RecordPart):
    """The cards as they lay right after the deal (MJ-D2, MJ-D3)."""

    packet: Annotated[int | None, Range(2, 3), Meaning("How many cards were dealt at a time: 2 or 3.")] = None
    hands: Annotated[
        tuple[CardList | None, ...] | None,
        Size(1, SEATS),
        Meaning("Each seat's six cards as dealt; null where a hand is not known."),
    ] = None
    turnup: Annotated[OneCard | None, Meaning("The card turned up, whose suit is trumps.")] = None
    stock: Annotated[
        CardList | None, Meaning("The 19 cards face down as they lay after the deal, top card first.")
    ] = None
    shuffle: Annotated[Shuffle | None, Meaning("The shuffle these cards are said to come from; a claim.")] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult(RecordPart):
    """What the table says of one player's points in this hand."""

    points: Annotated[Points | None, Meaning("All points of the hand.")] = None
    brisques: Annotated[Points | None, Meaning("Points for aces and tens in the tricks won.")] = None
    melds: Annotated[Points | None, Meaning("Points for melds.")] = None
    dix: Annotated[Points | None, Meaning("Points for the seven of trumps: turned, exchanged, played.")] = None
    bonus: Annotated[
        Points | None, Meaning("Points for the tenth trick, the last, or all of the last six.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(RecordPart):
    """What the table says of the hand as a whole, and of each player in the order of the seats."""

    ending: Annotated[
        Ending | None, Meaning("How the hand ended; finished also where the target stopped it.")
    ] = None
    reason: Annotated[
        str | None,
        Pattern("[a-z][a-z0-9_]*", 64, "a code such as turn_limit"),
        Meaning("Why it ended so, as a code."),
    ] = None
    players: Annotated[
        tuple[PlayerResult, ...] | None,
        Size(1, SEATS),
        Meaning("What is claimed for each player, one entry a seat."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarjoletParts(RecordPart):
    """The fields of a Marjolet record that are the game's own, all at the top of the record."""

    rules: Annotated[RulesPart, Meaning("The rules that were played.")]
    deal: Annotated[DealPart | None, Meaning("The cards as they were dealt.")] = None
    before: Annotated[
        tuple[Points, ...] | None,
        Size(SEATS, SEATS),
        Meaning("Each seat's points in the game before this hand."),
    ] = None
    play: Annotated[
        tuple[PlayEntry, ...] | None,
        Size(0, MAX_ENTRIES),
        Meaning("The tricks, one text each, in their order; an index into this list is a turn."),
    ] = None
    result: Annotated[Result | None, Meaning("How the hand ended and what the table claims.")] = None
