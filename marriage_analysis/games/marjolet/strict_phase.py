"""Perfect play of the last six tricks, both hands known: the strict phase is a game of full information.

The value is what one seat scores more than the other in the tricks still to come: brisques, the seven of trumps
where playing it still scores, the last trick or all of the last six. The target of the game is not looked at.
"""

from dataclasses import dataclass
from typing import Final

from marriage_analysis.games.marjolet.engine.effects import second_wins
from marriage_analysis.games.marjolet.engine.judge import replies
from marriage_analysis.games.marjolet.pack import BRISQUES, cards_in

_ENDLESS: Final = 1 << 20
_NOBODY_YET: Final = -1
_BOTH: Final = 2


@dataclass(frozen=True, slots=True)
class StrictPhase:
    """The cards of the last six tricks, or what is left of them, as words of seat 0 and seat 1.

    ``led`` is the card to be answered, None for a lead by ``leader``. ``swept_by`` is the seat that has won
    all strict tricks so far: -1 before the first, 2 where both have won one. ``dix`` is the card that scores
    10 when it is played, None where none does.
    """

    hands: tuple[int, int]
    trump: int
    leader: int
    all_six: int
    dix: int | None = None
    led: int | None = None
    swept_by: int = _NOBODY_YET


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A best card for whoever is to play, and what seat 0 then scores more than seat 1 to the end."""

    card: int
    value: int


def best_play(phase: StrictPhase) -> BestPlay:
    """The first best card by number, and the value for seat 0; raises ``ValueError`` where no card is left.

    Not checked: that the hands are of one size (a card led apart) and the cards those of one pack.
    """
    solver = _Solver(phase)
    seat = phase.leader if phase.led is None else 1 - phase.leader
    best: BestPlay | None = None
    for card in solver.cards(phase.hands, seat, phase.led):
        value = solver.after(phase.hands, phase.leader, phase.led, phase.swept_by, card)
        if best is None or (value > best.value if seat == 0 else value < best.value):
            best = BestPlay(card, value)
    if best is None:
        raise ValueError("no card is left to be played")
    return best


class _Solver:
    """Alpha-beta over whole tricks, with what was found for a position after a trick kept as bounds."""

    __slots__ = ("_all_six", "_bounds", "_dix", "_trump")

    def __init__(self, phase: StrictPhase) -> None:
        self._trump = phase.trump
        self._all_six = phase.all_six
        self._dix = phase.dix
        self._bounds: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def cards(self, hands: tuple[int, int], seat: int, led: int | None) -> tuple[int, ...]:
        """What the seat may play."""
        hand = hands[seat]
        return cards_in(hand if led is None else replies(hand, led, self._trump))

    def after(self, hands: tuple[int, int], leader: int, led: int | None, swept_by: int, card: int) -> int:
        """The value for seat 0 once the card is played."""
        if led is None:
            return self._led(hands, leader, swept_by, card, -_ENDLESS, _ENDLESS)
        return self._answered(hands, leader, swept_by, led, card, -_ENDLESS, _ENDLESS)

    def _value(self, hands: tuple[int, int], leader: int, swept_by: int, alpha: int, beta: int) -> int:
        """The value of a lead, exact where it lies between alpha and beta, else a bound on that side."""
        if not hands[leader]:
            return 0
        key = (*hands, leader, swept_by)
        low, high = self._bounds.get(key, (-_ENDLESS, _ENDLESS))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        at_least, at_most = max(alpha, low), min(beta, high)
        best = -_ENDLESS if leader == 0 else _ENDLESS
        first, last = at_least, at_most
        for card in cards_in(hands[leader]):
            value = self._led(hands, leader, swept_by, card, first, last)
            if leader == 0:
                best = max(best, value)
                first = max(first, best)
            else:
                best = min(best, value)
                last = min(last, best)
            if first >= last:
                break
        if best <= at_least:
            self._bounds[key] = (low, best)
        elif best >= at_most:
            self._bounds[key] = (best, high)
        else:
            self._bounds[key] = (best, best)
        return best

    def _led(self, hands: tuple[int, int], leader: int, swept_by: int, led: int, alpha: int, beta: int) -> int:
        scored = self._dix_points(led, leader)
        left = _without(hands, leader, led)
        seat = 1 - leader
        best = -_ENDLESS if seat == 0 else _ENDLESS
        first, last = alpha - scored, beta - scored
        for card in cards_in(replies(left[seat], led, self._trump)):
            value = self._answered(left, leader, swept_by, led, card, first, last)
            if seat == 0:
                best = max(best, value)
                first = max(first, best)
            else:
                best = min(best, value)
                last = min(last, best)
            if first >= last:
                break
        return best + scored

    def _answered(
        self,
        hands: tuple[int, int],
        leader: int,
        swept_by: int,
        led: int,
        card: int,
        alpha: int,
        beta: int,
    ) -> int:
        seat = 1 - leader
        left = _without(hands, seat, card)
        winner = seat if second_wins(led, card, self._trump) else leader
        scored = self._dix_points(card, seat)
        swept = winner if swept_by in (_NOBODY_YET, winner) else _BOTH
        points = 10 * ((1 << led | 1 << card) & BRISQUES).bit_count()
        if not left[0] and not left[1]:
            points += self._all_six if swept == winner else 10
        scored += points if winner == 0 else -points
        return scored + self._value(left, winner, swept, alpha - scored, beta - scored)

    def _dix_points(self, card: int, seat: int) -> int:
        if card != self._dix:
            return 0
        return 10 if seat == 0 else -10


def _without(hands: tuple[int, int], seat: int, card: int) -> tuple[int, int]:
    bit = 1 << card
    return (hands[0] ^ bit, hands[1]) if seat == 0 else (hands[0], hands[1] ^ bit)
