"""The result of a hand that was played through the engine: every claim a table can make, from the position."""

from marriage_analysis.games.marjolet.engine.position import Position
from marriage_analysis.games.marjolet.parts import SEATS, Ending, PlayerResult, Result
from marriage_analysis.games.marjolet.settle import Column, settle


def result_of(position: Position, *, ending: Ending, reason: str | None = None) -> Result:
    """The result of a hand that has ended so; points are claimed of a finished one, where they are known."""
    if ending is not Ending.FINISHED:
        return Result(ending=ending, reason=reason)
    settlement = settle(position)
    columns = settlement.columns

    def claims(seat: int) -> PlayerResult:
        return PlayerResult(
            points=settlement.points[seat].exact,
            brisques=columns[Column.BRISQUES][seat].exact,
            melds=columns[Column.MELDS][seat].exact,
            dix=columns[Column.DIX][seat].exact,
            bonus=columns[Column.BONUS][seat].exact,
        )

    return Result(ending=ending, reason=reason, players=tuple(map(claims, range(SEATS))))
