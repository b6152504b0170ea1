"""Dhoos carried from game to game of a session (IRR-05, IRR-08, CF-22).

A foul of a game played with ``dhoos_when`` "next" stays due until a game is won in which the offender sits;
then it is paid to the winner, or cancelled if that is the offender. Several add up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.marriage import codes
from marriage_analysis.games.marriage.parts import Ending, MarriageParts, Result
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.options import DhoosWhen


@dataclass(frozen=True, slots=True)
class DhoosOfGame:
    """What one game does to the dhoos of its session: (seat, points) pairs, and who won if anybody did.

    ``due`` also names the game each claim says it comes from.
    """

    winner: int | None
    fouls: tuple[tuple[int, int], ...]
    due: tuple[tuple[int, int, str | None], ...]


@dataclass(frozen=True, slots=True)
class DhoosReport:
    """Findings by index of the game, and what each player still owes after the last game."""

    findings: tuple[tuple[int, Finding], ...]
    open: Mapping[str, int]


def dhoos_of_game(parts: MarriageParts) -> DhoosOfGame:
    """What a record says of dhoos, kept small: a session holds one of these for each game."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    carries = rules is not None and rules.dhoos_when is DhoosWhen.NEXT
    result = parts.result or Result()
    is_won = result.ending in (None, Ending.FINISHED)
    return DhoosOfGame(
        winner=result.winner if is_won else None,
        fouls=tuple((foul.seat, foul.points) for foul in parts.dhoos or ()) if carries else (),
        due=tuple((due.seat, due.points, due.from_) for due in parts.dhoos_due or ()),
    )


def carry_dhoos(
    games: Sequence[DhoosOfGame],
    *,
    players: Sequence[Sequence[str]],
    ids: Sequence[str | None],
    is_whole: bool,
) -> DhoosReport:
    """Follows the dhoos through the games of a session, in order, and compares with what each brings in.

    ``players`` are the keys of the players of each game by seat. Where the session is not whole
    (``is_whole`` false: earlier games are missing), a due from a game that is not among ``ids`` is taken
    on trust.
    """
    findings: list[tuple[int, Finding]] = []
    owed: dict[str, int] = {}
    for index, (game, seated) in enumerate(zip(games, players, strict=True)):
        claimed = [0] * len(seated)
        for seat, points, source in game.due:
            if seat >= len(seated):
                continue
            claimed[seat] += points
            if not is_whole and source not in ids:
                owed[seated[seat]] = owed.get(seated[seat], 0) + points
        for seat, key in enumerate(seated):
            if claimed[seat] != owed.get(key, 0):
                findings.append((index, _differs(seat, claimed[seat], owed.get(key, 0))))
        if game.winner is not None:
            for key in seated:
                owed.pop(key, None)
        for seat, points in game.fouls:
            if seat < len(seated):
                owed[seated[seat]] = owed.get(seated[seat], 0) + points
    return DhoosReport(tuple(findings), {key: points for key, points in owed.items() if points})


def _differs(seat: int, claimed: int, owed: int) -> Finding:
    return Finding(
        codes.DHOOS_DUE_DIFFERS,
        f"the player on seat {seat} owes {owed} of dhoos from earlier games; the record brings in {claimed}",
        Place(path="dhoos_due", seat=seat),
        rule="IRR-08",
        expected=owed,
        found=claimed,
    )
