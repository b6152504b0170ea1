"""The columns that Marjolet adds to the tables of an archive, and a record's values in them."""

from dataclasses import dataclass, field
from typing import Annotated, Final

from marriage_analysis.errors import RecordError
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.marjolet.audit import Settled
from marriage_analysis.games.marjolet.engine.notation import Entry, Event, EventKind, parse_entry
from marriage_analysis.games.marjolet.engine.position import Position, ScoreKind
from marriage_analysis.games.marjolet.engine.replay import replay
from marriage_analysis.games.marjolet.pack import BRISQUES, FACES, UNKNOWN, meld_text, text_of
from marriage_analysis.games.marjolet.parts import DealPart, MarjoletParts
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.table_rows import (
    EventColumns,
    LaidSetColumns,
    Meaning,
    TableRows,
    TableShape,
    TurnColumns,
)
from marriage_analysis.games.table_views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class GameColumns:
    """What is known of one hand of Marjolet as a whole."""

    ending_reason: Annotated[str | None, Meaning("Why it ended so, as a code word.", rule="format 8")]
    turnup: Annotated[str | None, Meaning("The card turned up; its suit was trumps.", rule="MJ-D3")]
    target: Annotated[int | None, Meaning("The points that end the game.", unit="points", rule="MJ-G2")]
    stopped_by: Annotated[
        int | None, Meaning("The seat whose points stopped the hand before its end.", rule="MJ-G3")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatColumns:
    """What is known of one player of a hand of Marjolet."""

    points_before: Annotated[
        int | None, Meaning("The points in the game before this hand, as noted.", unit="points", rule="MJ-G2")
    ]
    tricks: Annotated[
        int | None, Meaning("How many tricks the player won, where the play tells it.", rule="MJ-T3")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarjoletTurn(TurnColumns):
    """A trick of a hand of Marjolet; ``seat`` led to it."""

    trick_winner: Annotated[int | None, Meaning("The seat that won it.", is_small=True, rule="MJ-T3")] = None
    trick_brisques: Annotated[
        int | None, Meaning("How many aces and tens are in it.", is_small=True, rule="MJ-P2")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarjoletEvent(EventColumns):
    """An event of a trick of Marjolet."""

    scored: Annotated[
        int | None,
        Meaning("What its player scored with it, brisques apart.", unit="points", rule="MJ-G1"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarjoletMeld(LaidSetColumns):
    """A meld declared in a hand of Marjolet."""

    meld_kind: Annotated[
        str | None,
        Meaning("What it is, such as aces or plain_couple; empty where the replay does not reach it."),
    ] = None
    meld_points: Annotated[int | None, Meaning("What it scored.", unit="points", rule="MJ-M1")] = None


_MELDS: Final = View(
    name="melds",
    meaning="How often each kind of meld was declared in the hands that count, and what it brought.",
    order="points DESC, meld_kind, preset",
    columns={
        "preset": "The name of the rule set.",
        "meld_kind": "What was melded.",
        "melds": "How many of them.",
        "points": "What they brought in all.",
    },
    query="""
SELECT g.preset, m.meld_kind, count(*) AS melds, sum(m.meld_points)::BIGINT AS points
FROM current_games g JOIN laid_sets m USING (digest)
WHERE g.game = 'marjolet' AND m.is_sound GROUP BY ALL""",
)

TABLE_SHAPE: Final = TableShape(
    game=GameColumns,
    seat=SeatColumns,
    scores={
        "net": Meaning("All points of the hand.", unit="points", rule="MJ-G1"),
        "brisques": Meaning("Points for aces and tens won.", unit="points", rule="MJ-B4"),
        "melds": Meaning("Points for melds.", unit="points", rule="MJ-M1"),
        "dix": Meaning("Points for the seven of trumps.", unit="points", rule="MJ-X1"),
        "bonus": Meaning("Points for the tenth trick and the last, or the last six.", "points", "MJ-B1"),
    },
    turn=MarjoletTurn,
    event=MarjoletEvent,
    laid_set=MarjoletMeld,
    views=(_MELDS,),
)


def table_rows(parts: MarjoletParts, examination: Examination, *, seats: int, dealer: int | None) -> TableRows:
    """The rows of a record with that many players; what is not known is empty."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    settled = examination.detail.settlement if isinstance(examination.detail, Settled) else None
    stopped = settled is not None and not settled.is_whole and settled.reached_by >= 0
    reason = None if parts.result is None else parts.result.reason
    followed = _Followed.of(parts, dealer=dealer)
    return TableRows(
        game=GameColumns(
            ending_reason=reason,
            turnup=(parts.deal or DealPart()).turnup,
            target=None if rules is None else rules.target,
            stopped_by=settled.reached_by if settled is not None and stopped else None,
        ),
        seats=tuple(
            SeatColumns(
                points_before=parts.before[seat] if parts.before is not None and seat < 2 else None,
                tricks=None if settled is None else settled.winners.count(seat),
            )
            for seat in range(seats)
        ),
        turns=tuple(followed.turns()),
        events=tuple(followed.events()),
        laid_sets=tuple(followed.laid_sets()),
    )


@dataclass(slots=True)
class _Followed:
    """The entries of a play, and what the replay scored at each event that it got past."""

    entries: list[Entry]
    scored: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    kinds: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    sound_turns: int = 0
    _in_turn: int = 0
    _in_ledger: int = 0

    @classmethod
    def of(cls, parts: MarjoletParts, *, dealer: int | None) -> "_Followed":
        followed = cls([parse_entry(text) for text in parts.play or ()])
        if parts.play:
            try:
                replay(parts, dealer=dealer, watch=followed.event, after=followed.entry)
            except RecordError:  # nothing of it is sound, then
                return followed
        return followed

    def event(self, turn: int, event: Event, position: Position) -> None:
        seat = position.winner if event.seat is None else event.seat
        if not self.scored:  # a seven turned up was scored by the deal, before any event (MJ-D4)
            self._in_ledger = sum(score.trick == 0 for score in position.ledger)
        new = position.ledger[self._in_ledger :]
        if event.kind is EventKind.PLAY:  # what the trick itself scores belongs to its winner
            new = [score for score in new if score.kind is ScoreKind.DIX_PLAYED]
        key = (turn, self._in_turn)
        self._in_turn += 1
        self._in_ledger += len(new)
        self.scored[key] = sum(
            score.points for score in new if score.seat == seat and score.kind is not ScoreKind.BRISQUES
        )
        if event.kind is EventKind.MELD:
            self.kinds[key] = next(score.kind.value for score in new if score.cards == event.cards)

    def entry(self, turn: int, entry: Entry, position: Position) -> None:
        del entry, position
        self.sound_turns = turn + 1
        self._in_turn = 0

    def turns(self) -> list[MarjoletTurn]:
        rows: list[MarjoletTurn] = []
        for turn, entry in enumerate(self.entries):
            played = [event.card for event in entry.events if event.kind is EventKind.PLAY]
            brisques = sum(1 for card in played if card != UNKNOWN and BRISQUES >> card & 1)
            rows.append(
                MarjoletTurn(
                    seat=entry.seat,
                    entry="turn",
                    is_sound=turn < self.sound_turns,
                    trick_winner=next(
                        (event.seat for event in entry.events if event.kind is EventKind.WINS), None
                    ),
                    trick_brisques=None if UNKNOWN in played else brisques,
                )
            )
        return rows

    def events(self) -> list[MarjoletEvent]:
        return [
            MarjoletEvent(
                turn_no=turn,
                event_no=number,
                seat=event.seat,
                kind=event.kind.value,
                card=text_of(event.card) if event.kind in _WITH_CARD else None,
                face=None if event.card == UNKNOWN else FACES[event.card].index,
                cards=meld_text(event.cards) if event.kind is EventKind.MELD else None,
                is_derived=False,
                is_sound=(turn, number) in self.scored,
                scored=self.scored.get((turn, number)),
            )
            for turn, entry in enumerate(self.entries)
            for number, event in enumerate(entry.events)
        ]

    def laid_sets(self) -> list[MarjoletMeld]:
        return [
            MarjoletMeld(
                turn_no=turn,
                event_no=number,
                set_no=0,
                seat=event.seat,
                laid_as=event.kind.value,
                cards=meld_text(event.cards),
                is_sound=(turn, number) in self.scored,
                meld_kind=self.kinds.get((turn, number)),
                meld_points=self.scored.get((turn, number)),
            )
            for turn, entry in enumerate(self.entries)
            for number, event in enumerate(entry.events)
            if event.kind is EventKind.MELD
        ]


_WITH_CARD: Final = frozenset({EventKind.PLAY, EventKind.DRAW, EventKind.TAKE})
