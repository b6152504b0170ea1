"""What a record says that cannot be: players, cards, play, ending, points before. No claim is compared."""

from collections.abc import Iterator, Sequence

from marriage_analysis.errors import RecordError
from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.marjolet import codes
from marriage_analysis.games.marjolet.engine.position import Phase
from marriage_analysis.games.marjolet.engine.replay import (
    Run,
    deal_faults,
    read_deal,
    replay,
)
from marriage_analysis.games.marjolet.parts import SEATS, Ending, MarjoletParts, Result
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.options import GameEnd
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


def followed(parts: MarjoletParts, *, dealer: int | None) -> Run | None:
    """The recorded play followed; None where there is none, or where it cannot be followed."""
    if parts.play is None:
        return None
    try:
        return replay(parts, dealer=dealer)
    except RecordError:
        return None


def judge(
    parts: MarjoletParts, run: Run | None, *, players: Sequence[str], dealer: int | None
) -> Iterator[Finding]:
    """Every finding about the record itself; ``run`` as :func:`followed` gives it."""
    yield from _two_players(parts, players)
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if rules is None and _says_more_than_points(parts):
        yield Finding(
            codes.RULES_NOT_TOLD, "the rules of this hand are not told; name a preset", Place(path="rules")
        )
    yield from _deal(parts)
    if rules is not None:
        yield from _before(parts, rules)
    yield from _play(parts, run, players, dealer)


def _two_players(parts: MarjoletParts, players: Sequence[str]) -> Iterator[Finding]:
    hands = None if parts.deal is None else parts.deal.hands
    claims = None if parts.result is None else parts.result.players
    for path, lots in (("players", players), ("deal.hands", hands), ("result.players", claims)):
        if lots is not None and len(lots) != SEATS:
            message = f"Marjolet is a game for two, and here are {len(lots)}"
            yield Finding(
                codes.NOT_TWO_PLAYERS, message, Place(path=path), "MJ-D1", expected=SEATS, found=len(lots)
            )


def _says_more_than_points(parts: MarjoletParts) -> bool:
    claims = (parts.result or Result()).players or ()
    parted = any(
        value is not None for claim in claims for value in (claim.brisques, claim.melds, claim.dix, claim.bonus)
    )
    return parted or parts.deal is not None or parts.play is not None


def _deal(parts: MarjoletParts) -> Iterator[Finding]:
    for fault in deal_faults(read_deal(parts)):
        place = Place(path=fault.path, seat=fault.seat)
        yield Finding(codes.CARDS_MISCOUNTED, fault.reason, place, "MJ-P1", fault.expected, fault.found)


def _before(parts: MarjoletParts, rules: RuleSet) -> Iterator[Finding]:
    before = parts.before
    if before is None:
        return
    for seat, points in enumerate(before):
        if points < 0 or points % 10:
            message = f"points are counted by 10 from 0, so not {points}"
            place = Place(path=f"before[{seat}]", seat=seat)
            yield Finding(codes.BEFORE_NOT_POSSIBLE, message, place, "MJ-I6", found=points)
    winner = game_winner((before[0], before[1]), rules)
    if winner is not None:
        message = f"with {before[winner]} points the game of {rules.target} was won before this hand"
        place = Place(path="before", seat=winner)
        yield Finding(codes.BEFORE_NOT_POSSIBLE, message, place, "MJ-G3", found=list(before))


def can_begin_with(before: tuple[int, int], rules: RuleSet) -> bool:
    """Whether a hand can begin with these points: tens from 0 on, the game not won by them (MJ-I6, MJ-G3)."""
    return all(points >= 0 and points % 10 == 0 for points in before) and game_winner(before, rules) is None


def game_winner(totals: tuple[int, int], rules: RuleSet) -> int | None:
    """The seat that has won a game with these totals after a hand; None where it goes on (MJ-G3).

    Where the target is tested at every point, no hand begins with a player who has reached it.

    >>> from marriage_analysis.games.marjolet.rules.presets import rule_set
    >>> game_winner((510, 520), rule_set("seed")), game_winner((510, 510), rule_set("seed"))
    (1, None)
    """
    reached = [seat for seat in range(SEATS) if totals[seat] >= rules.target]
    if not reached:
        return None
    if len(reached) == 1 or rules.game_end is GameEnd.IMMEDIATE:
        return reached[0]
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def _play(
    parts: MarjoletParts, run: Run | None, players: Sequence[str], dealer: int | None
) -> Iterator[Finding]:
    if dealer is not None and dealer >= SEATS:
        return
    if run is None:
        return
    stop = run.stop
    if stop is not None:
        reason = stop.fault.reason
        for seat, name in enumerate(players[:SEATS]):
            reason = reason.replace(f"seat {seat}", name)
        message = f"{reason} (event {stop.event} of the trick)"
        place = Place(path=f"play[{stop.turn}]", turn=stop.turn)
        yield Finding(
            codes.CODE_OF[stop.fault.kind],
            message,
            place,
            stop.fault.rule,
            found=(parts.play or ())[stop.turn],
        )
        return
    ending = (parts.result or Result()).ending
    is_over = run.position.phase is Phase.OVER
    if ending is Ending.FINISHED and not is_over and not may_have_stopped(parts):
        message = "the hand is said to be finished, and the play does not go on to its end"
        yield Finding(codes.ENDING_DIFFERS, message, Place(path="result.ending"), "MJ-G1", found=ending.value)
    elif ending not in (None, Ending.FINISHED, Ending.UNKNOWN) and is_over:
        message = f"the hand was played to its end, and is said to be {ending.value}"
        yield Finding(
            codes.ENDING_DIFFERS, message, Place(path="result.ending"), "MJ-G1", "finished", ending.value
        )


def may_have_stopped(parts: MarjoletParts) -> bool:
    """Whether the target may have stopped the hand without the record telling where (MJ-G3)."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    return rules is not None and rules.game_end is GameEnd.IMMEDIATE and parts.before is None
