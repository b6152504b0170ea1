"""Every single mistake a scorekeeper could make in a record: one field of one seat written wrongly.

For showing and testing what an audit finds. Some leave a record that agrees with itself; whoever plants one
must ask the audit.
"""

from collections.abc import Iterator
from dataclasses import replace

from marriage_analysis.cards.cell import CellList
from marriage_analysis.games.abilities import Mistake
from marriage_analysis.games.marriage.parts import Items, MarriageParts, PlayerResult
from marriage_analysis.games.marriage.route import Route


def mistakes(parts: MarriageParts) -> Iterator[Mistake]:
    """All mistakes of the kinds known, in the order of seats and fields; none for a record without a result."""
    result = parts.result
    if result is None or result.players is None:
        return
    for seat, player in enumerate(result.players):
        for field, was, now, changed in _player_mistakes(player):
            players = (*result.players[:seat], changed, *result.players[seat + 1 :])
            yield Mistake(
                replace(parts, result=replace(result, players=players)),
                f"result.players[{seat}].{field}",
                seat,
                was,
                now,
            )
    for seat in range(len(result.players)):
        if result.winner is not None and seat != result.winner:
            yield Mistake(
                replace(parts, result=replace(result, winner=seat)),
                "result.winner",
                seat,
                result.winner,
                seat,
            )
    for index, foul in enumerate(parts.dhoos_due or ()):
        changed = replace(foul, points=foul.points + 5)
        dues = (*(parts.dhoos_due or ())[:index], changed, *(parts.dhoos_due or ())[index + 1 :])
        yield Mistake(
            replace(parts, dhoos_due=dues),
            f"dhoos_due[{index}].points",
            foul.seat,
            foul.points,
            changed.points,
        )


_Change = tuple[str, object, object, PlayerResult]


def _player_mistakes(player: PlayerResult) -> Iterator[_Change]:
    if player.net is not None:
        for net in _misread(player.net):
            yield "net", player.net, net, replace(player, net=net)
    if player.maal is not None:
        for maal in sorted({abs(value) for value in _misread(player.maal)} - {player.maal}):
            yield "maal", player.maal, maal, replace(player, maal=maal)
    if player.seen is not None:
        yield "seen", player.seen, not player.seen, replace(player, seen=not player.seen)
    if player.route is not None:
        other = Route.SETS if player.route is Route.DUBLEES else Route.DUBLEES
        yield "route", player.route.value, other.value, replace(player, route=other)
    if player.holding:
        for shorter in _without_one(player.holding):
            yield "holding", player.holding, shorter, replace(player, holding=shorter)
    if player.displayed_tunnels:
        yield "displayed_tunnels", player.displayed_tunnels, "", replace(player, displayed_tunnels="")
    if player.items is not None:
        yield from _item_mistakes(player, player.items)


def _item_mistakes(player: PlayerResult, items: Items) -> Iterator[_Change]:
    for field in ("tiplu", "poplu", "jhiplu"):
        count: int = getattr(items, field) or 0
        for wrong in (count - 1, count + 1):
            if wrong >= 0:
                changed = replace(player, items=replace(items, **{field: wrong}))
                yield f"items.{field}", count, wrong, changed


def _misread(number: int) -> tuple[int, ...]:
    """A number as people write it down wrongly: one or ten off, sign lost, digits exchanged."""
    sign = -1 if number < 0 else 1
    exchanged = sign * int(str(abs(number))[::-1])
    wrong = (number + 1, number - 1, number + 10, number - 10, -number, exchanged)
    return tuple(dict.fromkeys(value for value in wrong if value != number))


def _without_one(holding: str) -> Iterator[str]:
    """The holding with one known card left out, once for each face."""
    cells = CellList.parse(holding)
    for face in cells.known.distinct():
        runs = list(cells.runs)
        at = next(index for index, (_, cell) in enumerate(runs) if cell.face == face)
        count, cell = runs[at]
        runs[at : at + 1] = [] if count == 1 else [(count - 1, cell)]
        yield str(CellList(tuple(runs)))
