"""The points of a hand, itemised with their rules, and added up by what they are for (MJ-G1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from marriage_analysis.games.marjolet.engine.effects import dix_scores
from marriage_analysis.games.marjolet.engine.position import LAST_OPEN, Position, Score, ScoreKind
from marriage_analysis.games.marjolet.melds import MeldKind
from marriage_analysis.games.marjolet.pack import BRISQUES
from marriage_analysis.games.marjolet.rules.options import DixPlay
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


@unique
class Column(Enum):
    """What points are added up by; the values are the names in a record's result."""

    BRISQUES = "brisques"
    MELDS = "melds"
    DIX = "dix"
    BONUS = "bonus"


COLUMN_OF: Final[Mapping[ScoreKind | MeldKind, Column]] = {
    **dict.fromkeys(MeldKind, Column.MELDS),
    ScoreKind.TURNED_SEVEN: Column.DIX,
    ScoreKind.DIX_EXCHANGED: Column.DIX,
    ScoreKind.DIX_PLAYED: Column.DIX,
    ScoreKind.TENTH: Column.BONUS,
    ScoreKind.LAST: Column.BONUS,
    ScoreKind.ALL_SIX: Column.BONUS,
    ScoreKind.BRISQUES: Column.BRISQUES,
}
RULE_OF: Final[Mapping[ScoreKind | MeldKind, str]] = {
    **dict.fromkeys(MeldKind, "MJ-M1"),
    ScoreKind.TURNED_SEVEN: "MJ-D4",
    ScoreKind.DIX_EXCHANGED: "MJ-X1",
    ScoreKind.DIX_PLAYED: "MJ-X5",
    ScoreKind.TENTH: "MJ-B1",
    ScoreKind.LAST: "MJ-B2",
    ScoreKind.ALL_SIX: "MJ-B3",
    ScoreKind.BRISQUES: "MJ-B4",
}
COLUMN_RULE: Final[Mapping[Column, str]] = {
    Column.BRISQUES: "MJ-B4",
    Column.MELDS: "MJ-M1",
    Column.DIX: "MJ-X1",
    Column.BONUS: "MJ-B1",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A number of points of which the least and the most are known."""

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """The number where it is known."""
        return self.least if self.least == self.most else None

    def __add__(self, other: "Span") -> "Span":
        return Span(self.least + other.least, self.most + other.most)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A hand settled. ``columns`` are spans, since cards may not be known; ``points`` their sums.

    ``is_whole``: all tricks were played and all brisques counted; else the hand was stopped by the target, or
    is not over. ``reached_by`` is the seat that ended the game at once, -1 where none did.
    """

    rules: RuleSet
    dealer: int
    ledger: tuple[Score, ...]
    columns: Mapping[Column, tuple[Span, Span]]
    is_whole: bool
    reached_by: int
    turned_seven: bool
    winners: tuple[int, ...]

    @property
    def points(self) -> tuple[Span, Span]:
        """All points of each seat."""
        first, second = (sum((spans[seat] for spans in self.columns.values()), Span(0, 0)) for seat in (0, 1))
        return first, second


def settle(position: Position) -> Settlement:
    """The points of the position as it stands.

    Where all cards are known every span is exact. Not checked: whether the play was allowed.
    """
    sums = {column: [0, 0] for column in Column}
    for score in position.ledger:
        sums[COLUMN_OF[score.kind]][score.seat] += score.points
    columns = {column: (Span(a, a), Span(b, b)) for column, (a, b) in sums.items()}
    if position.is_whole and position.hidden_plays:
        columns[Column.BRISQUES] = _with_unknown_brisques(position, columns[Column.BRISQUES])
        columns[Column.DIX] = _with_unknown_dix(position, columns[Column.DIX])
    return Settlement(
        rules=position.rules,
        dealer=position.dealer,
        ledger=tuple(position.ledger),
        columns=columns,
        is_whole=position.is_whole,
        reached_by=position.reached_by,
        turned_seven=position.turnup == position.dix,
        winners=tuple(position.winners),
    )


def _with_unknown_brisques(position: Position, known: tuple[Span, Span]) -> tuple[Span, Span]:
    """The brisques that no trick shows lie among the cards that nobody noted."""
    missing = BRISQUES.bit_count() - ((position.won[0] | position.won[1]) & BRISQUES).bit_count()
    hidden = position.won_hidden
    first, second = (
        known[seat] + Span(10 * max(0, missing - hidden[1 - seat]), 10 * min(missing, hidden[seat]))
        for seat in (0, 1)
    )
    return first, second


def _with_unknown_dix(position: Position, known: tuple[Span, Span]) -> tuple[Span, Span]:
    """The seven of trumps may be one of the cards that nobody noted."""
    if (position.won[0] | position.won[1]) >> position.dix & 1:
        return known
    players = [seat for seat, trick in position.hidden_plays if dix_scores(position, trick)]
    is_sure = len({seat for seat, _ in position.hidden_plays}) == 1 and (
        position.rules.dix_play is DixPlay.ALWAYS
        or all(trick <= LAST_OPEN for _, trick in position.hidden_plays)
    )
    first, second = (
        known[seat] + (Span(10 if is_sure else 0, 10) if seat in players else Span(0, 0)) for seat in (0, 1)
    )
    return first, second
