"""A game that was played, settled by other rules: cards and what happened stay, points change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from marriage_analysis.errors import RuleOptionError, SettlementError
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.marriage.audit import known_sheet, settle_sheet, statement_of
from marriage_analysis.games.marriage.parts import Ending, MarriageParts
from marriage_analysis.games.marriage.recorded_rules import read_rules


def resettled(
    parts: MarriageParts, rules: Mapping[str, object], *, players: Sequence[str], dealer: int | None
) -> Examination:
    """The settlement by those rules of what the record tells; ``unsettled`` says why there is none.

    Whether the game could have gone so by those rules is not asked. Maal that is only stated, without cards or
    items, stays as it was stated. Raises ``RuleOptionError`` for rules that cannot be.
    """
    options = cast("Mapping[str, object] | None", rules.get("options"))
    other = read_rules(cast("str | None", rules.get("preset")), options)
    if other is None:
        raise RuleOptionError("say by which rules to settle", option="preset")
    sheet = known_sheet(parts, players=players, dealer=dealer)
    if sheet is None:
        return Examination(unsettled="the record says what cannot be")
    if sheet.rules is None:
        return Examination(unsettled="only nets are known, and not the rules they come from")
    if sheet.winner is None or sheet.ending not in (Ending.FINISHED, Ending.UNKNOWN):
        return Examination(unsettled="nobody finished the game, or it is not noted who")
    try:
        settlement = settle_sheet(replace(sheet, rules=other), other)
    except SettlementError as error:
        return Examination(unsettled=str(error))
    return Examination(
        derived=statement_of(settlement).columns,
        basis=tuple(None if seat.basis is None else seat.basis.value for seat in settlement.maal),
        statement=statement_of(settlement),
    )
