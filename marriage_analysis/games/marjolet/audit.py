"""A record examined: its play settled, its claims compared, and what no hand can bring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.examination import (
    NOT_RECOMPUTED,
    Examination,
    ScoreLine,
    Statement,
)
from marriage_analysis.games.examination import (
    Column as ScoreColumn,
)
from marriage_analysis.games.marjolet import codes
from marriage_analysis.games.marjolet.engine.position import Phase, ScoreKind
from marriage_analysis.games.marjolet.engine.replay import Run
from marriage_analysis.games.marjolet.invariants import SheetPoints, broken_invariants
from marriage_analysis.games.marjolet.judging import followed, judge
from marriage_analysis.games.marjolet.pack import hand_text
from marriage_analysis.games.marjolet.parts import SEATS, Ending, MarjoletParts, PlayerResult, Result
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.options import GameEnd
from marriage_analysis.games.marjolet.settle import (
    COLUMN_RULE,
    RULE_OF,
    Column,
    Settlement,
    Span,
    settle,
)

NET = "net"
"""The column of all points of a hand, by the name that it has in every game."""
POINTS_FIELD = "points"

_FIELDS = {NET: POINTS_FIELD, **{column.value: column.value for column in Column}}
"""The field of a player's result for each column."""

_VERB = {Column.BRISQUES: "are", Column.MELDS: "are", Column.DIX: "is", Column.BONUS: "is"}


@dataclass(frozen=True, slots=True)
class Settled:
    """What was derived from the play: the settlement, and the points before the hand where they are known."""

    settlement: Settlement
    before: tuple[int, int] | None


def examine(parts: MarjoletParts, *, players: Sequence[str], dealer: int | None) -> Examination:
    """The play followed and settled, and every claim compared with what is derived.

    Where no play can be settled the claims are held against one another and against what a hand can bring.
    """
    run = followed(parts, dealer=dealer)
    findings = tuple(judge(parts, run, players=players, dealer=dealer))
    seats = len(players)
    claimed = {name: _claimed(parts, field, seats) for name, field in _FIELDS.items()}
    nothing: ScoreColumn = (None,) * seats
    settlement, unsettled = _settlement(parts, run, findings)
    if settlement is None or seats != SEATS:
        notes, recomputed = _without_play(parts, claimed, None if findings else unsettled)
        return Examination(
            findings=(*findings, *notes),
            claimed=claimed,
            derived=dict.fromkeys(claimed, nothing),
            basis=nothing,
            recomputed=recomputed,
            unsettled=unsettled,
        )
    spans = {NET: settlement.points, **{column.value: pair for column, pair in settlement.columns.items()}}
    derived = {name: tuple(span.exact for span in pair) for name, pair in spans.items()}
    compared = tuple(_compared(claimed, spans, players))
    return Examination(
        findings=(*findings, *compared),
        claimed=claimed,
        derived=derived,
        basis=("cards",) * SEATS,
        recomputed=all(finding.code is not NOT_RECOMPUTED for finding in compared),
        statement=Statement(lines=tuple(score_lines(settlement)), transfers=(), columns=derived),
        detail=Settled(settlement, None if parts.before is None else (parts.before[0], parts.before[1])),
    )


def score_lines(settlement: Settlement) -> Iterator[ScoreLine]:
    """The ledger, line by line (MJ-G1)."""
    for score in settlement.ledger:
        count = score.cards.bit_count() if score.kind is ScoreKind.BRISQUES else 1
        cards = hand_text(score.cards)
        yield ScoreLine(score.seat, score.kind.value, count, cards, score.points, RULE_OF[score.kind])


def _claimed(parts: MarjoletParts, field: str, seats: int) -> ScoreColumn:
    claims = (parts.result or Result()).players or ()
    return tuple(getattr(claims[seat], field) if seat < len(claims) else None for seat in range(seats))


def _settlement(
    parts: MarjoletParts, run: Run | None, findings: Sequence[Finding]
) -> tuple[Settlement | None, str | None]:
    """The settlement of a hand that was played to its end; else why there is none."""
    if parts.play is None:
        return None, "no play is recorded"
    if findings:
        return None, findings[0].message
    if run is None:
        return None, "the rules, the card turned up or the dealer are not known"
    if run.position.phase is not Phase.OVER:
        return None, "the hand was not played to its end"
    return settle(run.position), None


def _compared(
    claimed: dict[str, ScoreColumn], spans: dict[str, tuple[Span, Span]], players: Sequence[str]
) -> Iterator[Finding]:
    for name, field in _FIELDS.items():
        rule = "MJ-G1" if name == NET else COLUMN_RULE[Column(name)]
        what, are = ("points", "are") if name == NET else (name, _VERB[Column(name)])
        for seat, (claim, span) in enumerate(zip(claimed[name], spans[name], strict=True)):
            place = Place(path=f"result.players[{seat}].{field}", seat=seat)
            if claim is None or claim == span.exact:
                continue
            if span.exact is not None:
                message = f"{what} of {players[seat]} {are} {span.exact}, not {claim}"
                yield Finding(codes.SCORE_DIFFERS, message, place, rule, span.exact, claim)
                continue
            between = f"{span.least} to {span.most}"
            if span.least <= claim <= span.most:
                message = f"{what} of {players[seat]} {are} {between}, since not all cards are known"
                yield Finding(NOT_RECOMPUTED, message, place, rule, between, claim)
            else:
                message = f"{what} of {players[seat]} {are} {between}, not {claim}"
                yield Finding(codes.SCORE_DIFFERS, message, place, rule, between, claim)


def _without_play(
    parts: MarjoletParts, claimed: dict[str, ScoreColumn], unsettled: str | None
) -> tuple[list[Finding], bool]:
    """Claims that no play can be held against: do they agree with one another, and with the rules?

    ``unsettled`` says why there is no play to hold them against, where no error says it.
    """
    claims = (parts.result or Result()).players or ()
    found = [finding for seat, claim in enumerate(claims) for finding in _added_up(seat, claim)]
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if rules is not None and len(claims) == SEATS and not found:
        sheet = SheetPoints(
            columns={column: claimed[column.value] for column in Column},
            points=claimed[NET],
            turned_seven=turned_seven(parts),
            is_whole=_is_whole(parts),
        )
        for broken in broken_invariants(sheet, rules):
            field = POINTS_FIELD if broken.column is None else broken.column.value
            path = "result.players" if broken.seat is None else f"result.players[{broken.seat}].{field}"
            place = Place(path=path, seat=broken.seat)
            found.append(
                Finding(codes.SCORE_NOT_POSSIBLE, broken.reason, place, broken.rule, found=broken.found)
            )
            break  # the others follow from it
    is_claimed = any(value is not None for column in claimed.values() for value in column)
    if is_claimed and not found and unsettled is not None:
        message = f"the points cannot be recomputed: {unsettled}"
        found.append(Finding(NOT_RECOMPUTED, message, Place(path="result")))
    return found, not is_claimed


def turned_seven(parts: MarjoletParts) -> bool | None:
    """Whether a seven was turned up; None where the card is not known."""
    turnup = None if parts.deal is None else parts.deal.turnup
    return None if turnup in (None, "??") else turnup.startswith("7")


def _is_whole(parts: MarjoletParts) -> bool:
    """Whether the claims are those of a hand that was played to its end, as far as the record tells."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    stops = rules is not None and rules.game_end is GameEnd.IMMEDIATE
    return (parts.result or Result()).ending in (None, Ending.FINISHED) and not stops


def _added_up(seat: int, claim: PlayerResult) -> Iterator[Finding]:
    parts = (claim.brisques, claim.melds, claim.dix, claim.bonus)
    known = [part for part in parts if part is not None]
    if claim.points is None or len(known) < len(parts) or sum(known) == claim.points:
        return
    message = f"brisques, melds, dix and bonus add up to {sum(known)}, not to the {claim.points} points"
    place = Place(path=f"result.players[{seat}].points", seat=seat)
    yield Finding(codes.SCORE_SUM_DIFFERS, message, place, "MJ-G1", sum(known), claim.points)
