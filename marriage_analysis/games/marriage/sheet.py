"""The score sheet of a record: its result read into faces and typed values. Judges nothing.

What is not known stays None; what is half known stays a cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from marriage_analysis.cards.cell import CellList
from marriage_analysis.cards.face import Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import parse_faces, parse_sets
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.parts import (
    Dhoos,
    DhoosDue,
    Ending,
    Items,
    MarriageParts,
    PlayerResult,
    Result,
)
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

Sets = tuple[tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """What the record says of one seat. ``displayed`` has one face a tunnel."""

    seen: bool | None = None
    route: Route | None = None
    shown: Sets | None = None
    sets: Sets | None = None
    holding: CellList | None = None
    displayed: tuple[Face, ...] | None = None
    final_discard: Face | None = None
    laid_marriage: bool | None = None
    items: Items | None = None
    counted: int | None = None
    maal: int | None = None
    net: int | None = None

    @property
    def had_seen(self) -> bool | None:
        """Whether the player had seen: as noted, else True where a show is noted (SHOW-01, SHOW-05)."""
        showed = self.route is not None or self.shown or self.laid_marriage
        return True if self.seen is None and showed else self.seen

    @property
    def laid(self) -> Sets:
        """All sets known to lie on the table at the end, shown ones first."""
        return (*(self.shown or ()), *(self.sets or ()))

    @property
    def known_cards(self) -> Multiset:
        """Every card of the seat whose face is known: holding, laid sets, displayed tunnels, last discard."""
        tunnels = Multiset.of(face for face in self.displayed or () for _ in range(3))
        laid = Multiset.of(face for cards in self.laid for face in cards)
        # A displayed tunnel that is used in a show is listed in both places and lies there once.
        beside = Multiset(tuple(max(a - b, 0) for a, b in zip(laid.counts, tunnels.counts, strict=True)))
        held = Multiset() if self.holding is None else self.holding.known
        own = Multiset(tuple(max(a, b) for a, b in zip(held.counts, beside.counts, strict=True)))
        discard = Multiset() if self.final_discard is None else Multiset.of([self.final_discard])
        return own + tunnels + discard

    @property
    def hand_size(self) -> int:
        """How many cards the seat is said to hold, displayed tunnels included, the last discard not."""
        return (0 if self.holding is None else len(self.holding)) + 3 * len(self.displayed or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """What the record says of the table. ``rules`` is None where they are not known.

    ``ending`` is finished where only a winner is named. ``finish`` is the claim, else the winner's route,
    else None. ``misses`` counts each seat's missed discards in the play.
    """

    rules: RuleSet | None
    ending: Ending
    winner: int | None
    finish: Route | None
    tiplu: Face | None
    rows: tuple[SheetRow, ...]
    dhoos: tuple[Dhoos, ...]
    dhoos_due: tuple[DhoosDue, ...]
    misses: tuple[int, ...]


def read_sheet(parts: MarriageParts, *, seats: int) -> ScoreSheet:
    """The score sheet of a record with that many players; a result without players gives empty rows."""
    result = parts.result or Result()
    rows = tuple(_row(player) for player in result.players or ())
    winner_row = rows[result.winner] if result.winner is not None and result.winner < len(rows) else None
    ending = result.ending
    if ending is None:
        ending = Ending.UNKNOWN if result.winner is None else Ending.FINISHED
    return ScoreSheet(
        rules=read_rules(parts.rules.preset, parts.rules.options),
        ending=ending,
        winner=result.winner,
        finish=result.finish or (winner_row.route if winner_row else None),
        tiplu=_known_face(result.tiplu),
        rows=rows or (SheetRow(),) * seats,
        dhoos=parts.dhoos or (),
        dhoos_due=parts.dhoos_due or (),
        misses=_missed_discards(parts.play or (), seats),
    )


def _row(player: PlayerResult) -> SheetRow:
    return SheetRow(
        seen=player.seen,
        route=player.route,
        shown=_known_sets(player.shown),
        sets=_known_sets(player.sets),
        holding=None if player.holding is None else CellList.parse(player.holding),
        # In canonical order, as exported: the order in a file must not change what is derived.
        displayed=None
        if player.displayed_tunnels is None
        else tuple(sorted(parse_faces(player.displayed_tunnels), key=attrgetter("index"))),
        final_discard=_known_face(player.final_discard),
        laid_marriage=player.laid_marriage,
        items=player.items,
        counted=player.counted,
        maal=player.maal,
        net=player.net,
    )


def _known_face(text: str | None) -> Face | None:
    if text is None:
        return None
    known = list(CellList.parse(text).known)
    return known[0] if known else None


def _known_sets(text: str | None) -> Sets | None:
    """The sets where every card is known; None where a set holds an unknown card."""
    if text is None:
        return None
    try:
        return parse_sets(text)
    except NotationError:
        return None


def _missed_discards(play: Sequence[str], seats: int) -> tuple[int, ...]:
    missed = [0] * seats
    for entry in play:
        seat, _, events = entry.partition(": ")
        if seat.isdigit() and int(seat) < seats:
            missed[int(seat)] += events.split(" ").count("nodiscard")
    return tuple(missed)
