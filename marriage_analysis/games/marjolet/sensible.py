"""A sensible player of Marjolet: melds all it can, keeps what may still be melded, and plays the end perfectly.

While there is a stock it exchanges the seven, declares every meld that scores, wins tricks that hold a brisque
cheaply, and throws the card that it needs least. Once the stock is used up the other hand is known, and each
card is the best one there is (``strict_phase``).
"""

from typing import Final

from marriage_analysis.cards.chance import Chance
from marriage_analysis.games.marjolet.engine.actions import DRAW, Action, Declare, Exchange, Play
from marriage_analysis.games.marjolet.engine.effects import second_wins
from marriage_analysis.games.marjolet.engine.position import LAST_OPEN, NOBODY, Phase
from marriage_analysis.games.marjolet.engine.seat_view import SeatView
from marriage_analysis.games.marjolet.melds import melds
from marriage_analysis.games.marjolet.pack import BRISQUES, SEVEN, card, cards_in
from marriage_analysis.games.marjolet.rules.options import DixPlay, TurnedSeven
from marriage_analysis.games.marjolet.strict_phase import StrictPhase, best_play

_TRUMP_WORTH: Final = 9
_BRISQUE_WORTH: Final = 10


def play_sensibly(view: SeatView, chance: Chance) -> Action:
    """The action of a sensible player; ``chance`` is not needed. Sees nothing but the view."""
    del chance
    if view.phase is Phase.WINDOW:
        return _in_window(view)
    exchange = next((action for action in view.actions if isinstance(action, Exchange)), None)
    if exchange is not None:
        return exchange
    other = view.other_hand
    if view.trick > LAST_OPEN and other is not None:
        return Play(_perfect(view, other))
    return Play(_answer(view) if view.phase is Phase.FOLLOW else _lead(view))


def _in_window(view: SeatView) -> Action:
    """The exchange, then the dearest meld; where every meld needs a fresh card, what uses up least first."""
    exchange = next((action for action in view.actions if isinstance(action, Exchange)), None)
    if exchange is not None:
        return exchange
    declared = [action for action in view.actions if isinstance(action, Declare)]
    if not declared:
        return DRAW
    points = {meld.cards: meld.points for meld in melds(view.rules, view.trump)}
    if view.rules.fresh_card and view.rules.melds_per_window is None:
        return min(declared, key=lambda action: ((action.cards & ~view.melded).bit_count(), action.cards))
    return max(declared, key=lambda action: (points[action.cards], -action.cards))


def dix_that_scores(view: SeatView) -> int | None:
    """The seven of trumps where playing it in the last six tricks still scores (MJ-X5 to MJ-X7)."""
    rules, dix = view.rules, card(view.trump, SEVEN)
    is_spent = view.exchanged_by != NOBODY or (rules.turned_seven is TurnedSeven.ONCE and view.turnup == dix)
    return None if is_spent or rules.dix_play is not DixPlay.ALWAYS else dix


def _perfect(view: SeatView, other: int) -> int:
    """The best card of the strict phase, as seat 0 of the solver counts."""
    seat = view.seat
    hands = (view.hand, other) if seat == 0 else (other, view.hand)
    strict = set(view.winners[LAST_OPEN:])
    leads = view.phase is Phase.LEAD
    return best_play(
        StrictPhase(
            hands=hands,
            trump=view.trump,
            leader=seat if leads else 1 - seat,
            all_six=view.rules.all_six,
            dix=dix_that_scores(view),
            led=None if leads else view.led,
            swept_by=-1 if not strict else strict.pop() if len(strict) == 1 else 2,
        )
    ).card


def _worth(view: SeatView) -> dict[int, int]:
    """What each card of the hand is worth keeping, in points about: for melds, for tricks, as a trump."""
    gone = view.won[0] | view.won[1] | (1 << view.led if view.led >= 0 else 0)
    out_of_reach = gone | view.shown
    worth = dict.fromkeys(cards_in(view.hand), 0)
    for meld in melds(view.rules, view.trump):
        if meld.cards in view.declared or meld.cards & out_of_reach:
            continue
        held = (meld.cards & view.hand).bit_count()
        size = meld.cards.bit_count()
        # A meld that lacks one card of two is near, one that lacks three of four hardly worth a thought.
        hope = meld.points * held * held // (size * size * (1 + size - held))
        for number in cards_in(meld.cards & view.hand):
            worth[number] += hope
    for number in worth:
        strength = number & 7
        worth[number] += strength // 3
        if number >> 3 == view.trump:
            worth[number] += _TRUMP_WORTH + strength
        if 1 << number & BRISQUES:
            worth[number] += 2
    return worth


def _playable(view: SeatView) -> list[int]:
    return [action.card for action in view.actions if isinstance(action, Play)]


def _lead(view: SeatView) -> int:
    """The card needed least, brisques last of all: what is led may be lost."""
    worth = _worth(view)
    can_lose = view.unseen | view.shown

    def cost(number: int) -> tuple[int, int]:
        risk = _BRISQUE_WORTH if 1 << number & BRISQUES and _can_be_beaten(number, can_lose, view.trump) else 0
        return worth[number] + risk, number

    return min(_playable(view), key=cost)


def _can_be_beaten(number: int, cards: int, trump: int) -> bool:
    return any(second_wins(number, other, trump) for other in cards_in(cards))


def _answer(view: SeatView) -> int:
    """Win where it pays: for the brisques of the trick, and for the window, as cheaply as may be."""
    worth = _worth(view)
    gain = _BRISQUE_WORTH if 1 << view.led & BRISQUES else 0
    window = _window_worth(view)

    def balance(number: int) -> tuple[int, int]:
        own = _BRISQUE_WORTH if 1 << number & BRISQUES else 0
        stake = gain + own + window
        return (stake if second_wins(view.led, number, view.trump) else -stake) - 2 * worth[number], -number

    return max(_playable(view), key=balance)


def _window_worth(view: SeatView) -> int:
    """What winning this trick lets the seat declare at once."""
    points = [
        meld.points
        for meld in melds(view.rules, view.trump)
        if meld.cards not in view.declared and meld.cards & view.hand == meld.cards
    ]
    if view.rules.melds_per_window is not None:
        points = [max(points, default=0)]
    can_exchange = view.hand >> card(view.trump, SEVEN) & 1 and view.exchanged_by == NOBODY
    return sum(points) + (10 if can_exchange else 0)
