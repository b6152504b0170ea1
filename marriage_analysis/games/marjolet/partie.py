"""The hands of a game to 500 or 1000: totals carried, the deal that alternates, who wins (MJ-G2 to MJ-G4)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.marjolet import codes
from marriage_analysis.games.marjolet.engine.position import NOBODY, Phase
from marriage_analysis.games.marjolet.engine.replay import who_dealt
from marriage_analysis.games.marjolet.judging import can_begin_with, followed, game_winner
from marriage_analysis.games.marjolet.parts import SEATS, MarjoletParts, Result
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.options import GameEnd
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.marjolet.settle import settle

Totals = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HandOfGame:
    """What one hand does to the game it belongs to, by seats; None where it is not known.

    ``points`` from the play where it tells them, else as claimed. ``reached_by`` is the seat that reached the
    target in the course of the hand, where that ends the game.
    """

    rules: RuleSet | None
    dealer: int | None
    before: tuple[int, int] | None
    points: tuple[int, int] | None
    reached_by: int | None


def hand_of_game(parts: MarjoletParts, *, dealer: int | None) -> HandOfGame:
    """What a record tells of the game its hand belongs to."""
    points, reached_by = _points(parts, dealer)
    before = parts.before
    return HandOfGame(
        rules=read_rules(parts.rules.preset, parts.rules.options),
        dealer=who_dealt(parts, dealer),
        before=None if before is None else (before[0], before[1]),
        points=points,
        reached_by=reached_by,
    )


def _points(parts: MarjoletParts, dealer: int | None) -> tuple[tuple[int, int] | None, int | None]:
    run = followed(parts, dealer=dealer)
    if run is not None and run.stop is None and run.position.phase is Phase.OVER:
        first, second = (span.exact for span in settle(run.position).points)
        if first is not None and second is not None:
            reached = run.position.reached_by
            return (first, second), None if reached == NOBODY else reached
    claims = [claim.points for claim in (parts.result or Result()).players or ()]
    if len(claims) == SEATS and claims[0] is not None and claims[1] is not None:
        return (claims[0], claims[1]), None
    return None, None


@dataclass(frozen=True, slots=True)
class TotalsAfter:
    """The points of both that the next hand begins with, and whether the game before was won."""

    points: tuple[int, int]
    is_won: bool


def totals_after(hand: HandOfGame) -> TotalsAfter | None:
    """What the hand leaves to the next one; None where the points before or of the hand are not known."""
    if hand.before is None or hand.points is None:
        return None
    first, second = (a + b for a, b in zip(hand.before, hand.points, strict=True))
    won = hand.rules is not None and game_winner((first, second), hand.rules) is not None
    if won or hand.reached_by is not None:
        return TotalsAfter((0, 0), is_won=True)
    return TotalsAfter((first, second), is_won=False)


def carry_totals(
    hands: Sequence[HandOfGame], *, players: Sequence[Sequence[str]], missing_before: Collection[int]
) -> Iterator[tuple[int, Finding]]:
    """Findings about the hands of one game in order of play, each with the index of its hand.

    ``players`` are the keys of the players by seat, hand for hand; ``missing_before`` the indexes of the hands
    right before which others are missing. Totals are what the earlier hands add up to; where that is not known,
    and only there, they are gone on from as the hand states them.
    """
    totals: Totals | None = {}
    last_dealer: str | None = None
    won_by: str | None = None
    for index, (hand, keys) in enumerate(zip(hands, players, strict=True)):
        if index in missing_before or len(keys) != SEATS:
            totals = last_dealer = None
        if len(keys) != SEATS:
            continue
        if won_by is not None:
            message = f"the game was won by {won_by} with an earlier hand"
            yield index, Finding(codes.HAND_AFTER_GAME, message, Place(path="session"), "MJ-G3", found=won_by)
        dealer = None if hand.dealer is None or hand.dealer >= SEATS else keys[hand.dealer]
        if dealer is not None and dealer == last_dealer:
            message = f"{dealer} deals again; the deal passes to the other player"
            yield index, Finding(codes.DEALER_DIFFERS, message, Place(path="dealer"), "MJ-G4", found=dealer)
        last_dealer = dealer
        yield from ((index, finding) for finding in _before(hand, keys, totals))
        began = _began_with(hand, keys, totals)
        totals = _after(hand, keys, began)
        winner = None if began is None or won_by is not None else _winner(hand, keys, began)
        if winner is not None and totals is not None:
            won_by = winner
            other = next(key for key in keys if key != winner)
            message = f"{winner} has won the game, {totals[winner]} to {totals[other]}"
            yield index, Finding(codes.GAME_WON, message, Place(path="result"), "MJ-G3", found=winner)


def _before(hand: HandOfGame, keys: Sequence[str], totals: Totals | None) -> Iterator[Finding]:
    if hand.before is None or totals is None:
        return
    for seat, key in enumerate(keys):
        expected, stated = totals.get(key, 0), hand.before[seat]
        if stated != expected:
            message = f"before this hand {key} had {expected} points, not {stated}"
            place = Place(path=f"before[{seat}]", seat=seat)
            yield Finding(codes.BEFORE_DIFFERS, message, place, "MJ-G2", expected, stated)


def _began_with(hand: HandOfGame, keys: Sequence[str], totals: Totals | None) -> tuple[int, int] | None:
    """The points before the hand by seats: from the earlier hands, else as stated where that can be."""
    if totals is not None:
        return totals.get(keys[0], 0), totals.get(keys[1], 0)
    if hand.before is None or (hand.rules is not None and not can_begin_with(hand.before, hand.rules)):
        return None
    return hand.before


def _after(hand: HandOfGame, keys: Sequence[str], began: tuple[int, int] | None) -> Totals | None:
    """The totals after the hand; None where they are not known."""
    if began is None or hand.points is None:
        return None
    return {key: before + points for key, before, points in zip(keys, began, hand.points, strict=True)}


def _winner(hand: HandOfGame, keys: Sequence[str], began: tuple[int, int]) -> str | None:
    """Who won the game with the hand; None also where it is not known who came to the target first."""
    if hand.reached_by is not None and hand.before == began:
        return keys[hand.reached_by]
    if hand.rules is None or hand.points is None:
        return None
    first, second = (before + points for before, points in zip(began, hand.points, strict=True))
    if hand.rules.game_end is GameEnd.IMMEDIATE and min(first, second) >= hand.rules.target:
        return None
    seat = game_winner((first, second), hand.rules)
    return None if seat is None else keys[seat]
