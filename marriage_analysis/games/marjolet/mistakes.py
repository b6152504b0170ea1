"""Slips of the pen, one at a time: what an auditor should find. Only claims are touched, never the play.

A slip can give a record that agrees with itself, where no play is recorded; whoever plants one must ask the
audit.
"""

from collections.abc import Iterator
from dataclasses import replace

from marriage_analysis.games.abilities import Mistake
from marriage_analysis.games.marjolet.parts import MarjoletParts

_FIELDS = ("points", "brisques", "melds", "dix", "bonus")


def mistakes(parts: MarjoletParts) -> Iterator[Mistake]:
    """Each number of each player ten too much or too little, twenty for melds, or the other player's."""
    result = parts.result
    players = (result.players if result else None) or ()
    for seat, player in enumerate(players):
        for field in _FIELDS:
            was: int | None = getattr(player, field)
            if was is None or result is None:
                continue
            step = 20 if field == "melds" else 10
            other: int | None = getattr(players[1 - seat], field) if len(players) == 2 else None
            for now in dict.fromkeys((was + step, was - step, was if other is None else other)):
                if now == was or now < 0:
                    continue
                changed = (*players[:seat], replace(player, **{field: now}), *players[seat + 1 :])
                yield Mistake(
                    replace(parts, result=replace(result, players=changed)),
                    f"result.players[{seat}].{field}",
                    seat,
                    was,
                    now,
                )
