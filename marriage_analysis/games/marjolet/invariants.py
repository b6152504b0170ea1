"""What the points of any hand must keep, whatever was played: the rules' own arithmetic (MJ-I1 to MJ-I6).

Looks at points alone, so it judges the claims of a score sheet as well as what the engine derives.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from marriage_analysis.games.marjolet.rules.options import (
    DixPlay,
    MeldTable,
    PlainJackMeld,
    TenthBonus,
    TurnedSeven,
)
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.marjolet.settle import Column

BRISQUE_SUM = 80
MELD_SUM = 480


@dataclass(frozen=True, slots=True)
class SheetPoints:
    """The points of a hand as far as they are known: by column and in all, one number a seat.

    ``turned_seven``: whether a seven was turned up, None where that is not known. ``is_whole``: whether the
    hand was played to its end; one that the target stopped owes less.
    """

    columns: Mapping[Column, Sequence[int | None]]
    points: Sequence[int | None]
    turned_seven: bool | None = None
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that does not hold: its rule ID, why in words, and the number it is about.

    ``column`` is None for all points, ``seat`` None for those of both players together.
    """

    rule: str
    reason: str
    column: Column | None
    seat: int | None
    found: int


def meld_bounds(rules: RuleSet) -> tuple[int, int]:
    """The most that melds bring in one window, and to one player in a hand (MJ-I4)."""
    bezique = rules.meld_table is MeldTable.BEZIQUE
    if rules.plain_jq_meld is PlainJackMeld.SAME_SUIT:
        return (120, 420) if bezique else (100, 380)
    return (160, 440) if bezique else (140, 400)


def broken_invariants(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    """Every invariant that the points break under these rules, in the order of their IDs.

    What takes a number that is not known is not tested.
    """
    yield from _brisques(sheet)
    yield from _dix(sheet, rules)
    yield from _bonus(sheet, rules)
    yield from _without_melds(sheet, rules)
    yield from _melds(sheet, rules)
    yield from _all_points(sheet, rules)
    yield from _tens(sheet)


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _outside(
    rule: str, what: str, values: Sequence[int | None], most: int, column: Column | None
) -> Iterator[Broken]:
    for seat, value in enumerate(values):
        if value is not None and not 0 <= value <= most:
            yield Broken(rule, f"{what} of a player are 0 to {most}, not {value}", column, seat, value)


def _brisques(sheet: SheetPoints) -> Iterator[Broken]:
    values = sheet.columns.get(Column.BRISQUES, ())
    yield from _outside("MJ-I1", "brisques", values, BRISQUE_SUM, Column.BRISQUES)
    total = _sum(values)
    if sheet.is_whole and total not in (None, BRISQUE_SUM):
        reason = f"brisques add up to {BRISQUE_SUM}, not {total}"
        yield Broken("MJ-I1", reason, Column.BRISQUES, None, total or 0)


def dix_sums(rules: RuleSet, turned_seven: bool | None) -> set[int]:
    """What the points for the dix of a whole hand can add up to (MJ-I2)."""
    if turned_seven is None:
        return dix_sums(rules, True) | dix_sums(rules, False)
    if rules.dix_play is DixPlay.ALWAYS:
        return {20} if turned_seven and rules.turned_seven is TurnedSeven.TWICE else {10}
    return {10} if turned_seven else {0, 10}


def _dix(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    values = sheet.columns.get(Column.DIX, ())
    allowed = dix_sums(rules, sheet.turned_seven)
    yield from _outside("MJ-I2", "points for the dix", values, max(allowed), Column.DIX)
    total = _sum(values)
    if sheet.is_whole and total is not None and total not in allowed:
        reason = f"points for the dix add up to {_or(allowed)}, not {total}"
        yield Broken("MJ-I2", reason, Column.DIX, None, total)


def bonus_sums(rules: RuleSet) -> set[int]:
    """What the bonuses of a whole hand can add up to: the tenth trick, then the last or all of the last six."""
    tenth = 0 if rules.tenth_bonus is TenthBonus.NONE else 10
    return {tenth + 10, tenth + rules.all_six}


def _bonus(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    values = sheet.columns.get(Column.BONUS, ())
    allowed = bonus_sums(rules)
    yield from _outside("MJ-I3", "bonuses", values, max(allowed), Column.BONUS)
    total = _sum(values)
    if sheet.is_whole and total is not None and total not in allowed:
        yield Broken("MJ-I3", f"bonuses add up to {_or(allowed)}, not {total}", Column.BONUS, None, total)


def _without_melds(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    points, melds = _sum(sheet.points), _sum(sheet.columns.get(Column.MELDS, ()))
    if not sheet.is_whole or points is None or melds is None:
        return
    allowed = {
        BRISQUE_SUM + dix + bonus for dix in dix_sums(rules, sheet.turned_seven) for bonus in bonus_sums(rules)
    }
    if points - melds not in allowed:
        reason = f"all points but melds add up to {_or(allowed)}, not {points - melds}"
        yield Broken("MJ-I3", reason, None, None, points - melds)


def _melds(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    values = sheet.columns.get(Column.MELDS, ())
    yield from _outside("MJ-I4", "melds", values, meld_bounds(rules)[1], Column.MELDS)
    for seat, value in enumerate(values):
        if value is not None and value % 20:
            yield Broken("MJ-I4", f"melds count by 20, so not {value}", Column.MELDS, seat, value)
    total = _sum(values)
    if total is not None and total > MELD_SUM:
        reason = f"melds of both players are {MELD_SUM} at most, not {total}"
        yield Broken("MJ-I4", reason, Column.MELDS, None, total)


def hand_bounds(rules: RuleSet, turned_seven: bool | None) -> tuple[int, int, int]:
    """Least and most of both players together in a whole hand, and the most of one player (MJ-I5)."""
    dix, bonus = dix_sums(rules, turned_seven), bonus_sums(rules)
    least = BRISQUE_SUM + min(dix) + min(bonus)
    most = BRISQUE_SUM + max(dix) + max(bonus) + MELD_SUM
    # Whoever scores both for the seven turned up and for playing it took it after losing the tenth trick.
    tenth_of_loser = 10 if rules.tenth_bonus is TenthBonus.LOSER else 0
    tenth_of_any = 0 if rules.tenth_bonus is TenthBonus.NONE else 10
    beside = max(max(dix) + tenth_of_loser, 10 + tenth_of_any)
    one = BRISQUE_SUM + meld_bounds(rules)[1] + rules.all_six + beside
    return least, most, one


def _all_points(sheet: SheetPoints, rules: RuleSet) -> Iterator[Broken]:
    least, most, one = hand_bounds(rules, sheet.turned_seven)
    yield from _outside("MJ-I5", "points", sheet.points, one, None)
    total = _sum(sheet.points)
    if total is not None and not (least if sheet.is_whole else 0) <= total <= most:
        reason = f"points of both players add up to {least} to {most}, not {total}"
        yield Broken("MJ-I5", reason, None, None, total)


def _tens(sheet: SheetPoints) -> Iterator[Broken]:
    for column, values in ((None, sheet.points), *sheet.columns.items()):
        for seat, value in enumerate(values):
            if value is not None and value % 10:
                yield Broken("MJ-I6", f"every score is a multiple of 10, not {value}", column, seat, value)


def _or(numbers: set[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))
