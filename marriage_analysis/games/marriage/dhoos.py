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

    ``due`` also names the game each claim says it comes from. ``is_told`` is false where the rules are not
    known: such a record can only hold nets, so what became of open dhoos in it is not known either.
    """

    winner: int | None
    fouls: tuple[tuple[int, int], ...]
    due: tuple[tuple[int, int, str | None], ...]
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class DhoosReport:
    """Findings by index of the game, and what each player still owes after the last game."""

    findings: tuple[tuple[int, Finding], ...]
    open: Mapping[str, int]


def dhoos_of_game(parts: MarriageParts) -> DhoosOfGame:
    """What a record says of dhoos, kept small: a session holds one of these for each game."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    result = parts.result or Result()
    ends_won = result.ending in (None, Ending.FINISHED, Ending.UNKNOWN)
    winner = result.winner if ends_won else None
    # IRR-08: in a game that nobody wins there is nobody to pay at once.
    carries = rules is not None and (rules.dhoos_when is DhoosWhen.NEXT or winner is None)
    return DhoosOfGame(
        winner=winner,
        fouls=tuple((foul.seat, foul.points) for foul in parts.dhoos or ()) if carries else (),
        due=tuple((due.seat, due.points, due.from_) for due in parts.dhoos_due or ()),
        is_told=rules is not None,
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
    on trust. A due must be written where it is paid, in a game that somebody wins; one that nobody wins may
    leave it out. After a game of which only nets are known, what its players bring in is trusted too.
    """
    findings: list[tuple[int, Finding]] = []
    owed: dict[str, dict[str | None, int]] = {}
    unsure: set[str] = set()
    for index, (game, seated) in enumerate(zip(games, players, strict=True)):
        if not game.is_told:
            unsure.update(seated)
            continue
        for seat, key in enumerate(seated):
            mine = owed.setdefault(key, {})
            brought = [(source, points) for at, points, source in game.due if at == seat]
            claimed = sum(points for _, points in brought)
            if key in unsure:
                unsure.discard(key)
                owed[key] = mine = dict(brought)
            elif not is_whole:
                _trust_outside(mine, brought, ids)
            due = sum(mine.values())
            if claimed != due and (claimed or game.winner is not None):
                findings.append((index, _differs(seat, claimed, due)))
            elif is_whole:
                findings += [
                    (index, _no_such_game(seat, source)) for source in _strangers(brought, ids[:index])
                ]
            if game.winner is not None:
                mine.clear()
        for seat, points in game.fouls:
            if seat < len(seated):
                mine = owed.setdefault(seated[seat], {})
                mine[ids[index]] = mine.get(ids[index], 0) + points
    sums = {key: sum(mine.values()) for key, mine in owed.items()}
    return DhoosReport(tuple(findings), {key: points for key, points in sums.items() if points})


def _trust_outside(
    mine: dict[str | None, int], brought: Sequence[tuple[str | None, int]], ids: Sequence[str | None]
) -> None:
    """Takes over dues of games that are not here; each stays open until it is paid and is taken over once."""
    for source in {source for source, _ in brought if source is not None and source not in ids}:
        mine[source] = sum(points for named, points in brought if named == source)
    unnamed = sum(points for source, points in brought if source is None)
    beyond = sum(points for _, points in brought) - sum(mine.values())
    if unnamed and beyond > 0:
        mine[None] = mine.get(None, 0) + min(unnamed, beyond)


def _strangers(brought: Sequence[tuple[str | None, int]], earlier: Sequence[str | None]) -> tuple[str, ...]:
    """The games that dues are said to come from and that are none of the earlier ones."""
    return tuple(source for source, _ in brought if source is not None and source not in earlier)


def _no_such_game(seat: int, source: str) -> Finding:
    return Finding(
        codes.DHOOS_DUE_DIFFERS,
        f"a dhoos is said to come from {source!r}, which is no earlier game of the session",
        Place(path="dhoos_due", seat=seat),
        rule="IRR-08",
        expected="an earlier game of the session",
        found=source,
    )


def _differs(seat: int, claimed: int, owed: int) -> Finding:
    return Finding(
        codes.DHOOS_DUE_DIFFERS,
        f"the player on seat {seat} owes {owed} of dhoos from earlier games; the record brings in {claimed}",
        Place(path="dhoos_due", seat=seat),
        rule="IRR-08",
        expected=owed,
        found=claimed,
    )
