"""The result of a game that was played through the engine: every claim a table can make, from the position."""

from collections.abc import Sequence

from marriage_analysis.cards.face import Face
from marriage_analysis.games.marriage.audit import maal_without_winner, settle_sheet
from marriage_analysis.games.marriage.engine.ground import played_sheet
from marriage_analysis.games.marriage.engine.position import Position
from marriage_analysis.games.marriage.engine.replay import Replayed
from marriage_analysis.games.marriage.parts import Dhoos, DhoosDue, Ending, PlayerResult, Result
from marriage_analysis.games.marriage.sheet import ScoreSheet, SheetRow

Column = Sequence[int | None]


def result_of(
    position: Position,
    *,
    ending: Ending,
    reason: str | None = None,
    dhoos: Sequence[Dhoos] = (),
    dhoos_due: Sequence[DhoosDue] = (),
) -> Result:
    """The result of a game whose cards are all known, when it has ended so.

    A finished game claims maal and nets; a dismissed one the maal that can be counted, and nets of 0
    (STOCK-03); an abandoned one neither. Raises ``SettlementError`` where a card that counts is not known.
    """
    rules = position.rules
    claimed = ScoreSheet(
        rules=rules,
        ending=ending,
        winner=None,
        finish=None,
        tiplu=None,
        rows=(SheetRow(),) * position.seats,
        dhoos=tuple(dhoos),
        dhoos_due=tuple(dhoos_due),
        misses=(0,) * position.seats,
    )
    sheet = played_sheet(claimed, Replayed(position))
    maal: Column = (None,) * position.seats
    net: Column = maal
    if ending is Ending.FINISHED:
        settlement = settle_sheet(sheet, rules)
        maal, net = settlement.points, settlement.net
    elif ending is Ending.DISMISSED:
        maal, net = maal_without_winner(sheet, rules), (0,) * position.seats
    return Result(
        ending=ending,
        reason=reason,
        winner=sheet.winner,
        finish=sheet.finish,
        tiplu=None if sheet.tiplu is None else str(sheet.tiplu),
        players=tuple(map(_player, sheet.rows, maal, net)),
    )


def _player(row: SheetRow, maal: int | None, net: int | None) -> PlayerResult:
    return PlayerResult(
        seen=row.seen,
        route=row.route,
        shown=_sets(row.shown),
        sets=_sets(row.sets),
        holding=None if row.holding is None else str(row.holding),
        displayed_tunnels=None if row.displayed is None else " ".join(map(str, row.displayed)),
        final_discard=None if row.final_discard is None else str(row.final_discard),
        maal=maal,
        net=net,
    )


def _sets(sets: Sequence[Sequence[Face]] | None) -> str | None:
    return ",".join("".join(map(str, cards)) for cards in sets) if sets else None
