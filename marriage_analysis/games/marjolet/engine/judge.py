"""Why an action is not allowed. What needs a card that is not known is not tested."""

from dataclasses import dataclass
from enum import Enum, unique

from marriage_analysis.errors import IllegalActionError
from marriage_analysis.games.marjolet.engine.actions import Action, Declare, Draw, Exchange, Play
from marriage_analysis.games.marjolet.engine.effects import play
from marriage_analysis.games.marjolet.engine.position import (
    LAST_OPEN,
    NOBODY,
    STOCK_SIZE,
    Phase,
    Position,
)
from marriage_analysis.games.marjolet.pack import CARDS, SUIT_CARDS, TEXTS, UNKNOWN, cards_in, text_of
from marriage_analysis.games.marjolet.rules.options import ExchangeTime


@unique
class FaultKind(Enum):
    """What kind of mistake an action is."""

    TURN = "turn"
    CARD = "card"
    FOLLOW = "follow"
    HEAD = "head"
    TRUMP = "trump"
    WINDOW = "window"
    MELD = "meld"
    REPEATED = "repeated"
    EXCHANGE = "exchange"
    DRAW = "draw"
    COUNT = "count"
    WINNER = "winner"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake: its kind, the reason in words, the rule."""

    kind: FaultKind
    reason: str
    rule: str


def fault_of(position: Position, seat: int, action: Action) -> Fault | None:
    """Why the seat may not do that now; None where it may."""
    if position.phase is Phase.OVER:
        return Fault(FaultKind.OVER, "the hand is over", "MJ-G1")
    match action:
        case Play(number):
            return _play_fault(position, seat, number)
        case Draw(first, second):
            return _draw_fault(position, seat, first, second)
        case Declare(cards):
            return _meld_fault(position, seat, cards)
        case Exchange():
            return _exchange_fault(position, seat)


def is_legal(position: Position, seat: int, action: Action) -> bool:
    """Whether :func:`apply` takes the action."""
    return fault_of(position, seat, action) is None


def apply(position: Position, seat: int, action: Action) -> None:
    """Carry an action out; raises ``IllegalActionError``, and changes nothing, where it is not allowed."""
    fault = fault_of(position, seat, action)
    if fault is not None:
        raise IllegalActionError(fault.reason, seat=seat, action=action, rule=fault.rule)
    play(position, action)


def replies(hand: int, led: int, trump: int) -> int:
    """The cards of the hand that may answer the card led in the last six tricks, as a word (MJ-S2)."""
    suit = hand & SUIT_CARDS[led >> 3]
    if suit:
        return suit >> led + 1 << led + 1 or suit
    return hand & SUIT_CARDS[trump] or hand


def _play_fault(position: Position, seat: int, number: int) -> Fault | None:
    if position.phase is Phase.WINDOW:
        return Fault(FaultKind.DRAW, "cards are drawn before the next one is played", "MJ-T4")
    if seat != position.to_act:
        rule = "MJ-T1" if position.phase is Phase.LEAD else "MJ-D1"
        return Fault(FaultKind.TURN, "it is the other player's turn", rule)
    if number == UNKNOWN:
        return None
    if number not in CARDS:
        return Fault(FaultKind.CARD, f"there is no card {number}", "MJ-P1")
    bit = 1 << number
    if not position.hands[seat] & bit and (not position.hidden[seat] or position.located() & bit):
        return Fault(FaultKind.CARD, f"{TEXTS[number]} is not in the hand", "MJ-I7")
    if position.phase is Phase.FOLLOW and position.is_strict and position.led >= 0:
        return _reply_fault(position, seat, number)
    return None


def _reply_fault(position: Position, seat: int, number: int) -> Fault | None:
    hand, led, trump = position.hands[seat], position.led, position.trump
    allowed = replies(hand, led, trump)
    same_suit = number >> 3 == led >> 3
    if hand & SUIT_CARDS[led >> 3]:
        if not same_suit:
            return Fault(FaultKind.FOLLOW, f"{_first(allowed)} follows suit and must be played", "MJ-S2")
        if number < led and allowed >> led + 1:
            return Fault(FaultKind.HEAD, f"{_first(allowed)} beats {text_of(led)} and must be played", "MJ-S2")
    elif not same_suit and number >> 3 != trump and hand & SUIT_CARDS[trump]:
        return Fault(
            FaultKind.TRUMP, f"without the suit led a trump must be played: {_first(allowed)}", "MJ-S2"
        )
    return None


def _first(cards: int) -> str:
    return " or ".join(TEXTS[number] for number in cards_in(cards))


def _window_fault(position: Position, seat: int, what: str) -> Fault | None:
    if position.phase is not Phase.WINDOW:
        reason = f"{what} takes place after one of the first ten tricks, before the draw"
        return Fault(FaultKind.WINDOW, reason, "MJ-S3" if position.is_strict else "MJ-M2")
    if seat != position.winner:
        return Fault(FaultKind.WINDOW, f"{what} is for the winner of the trick", "MJ-M2")
    return None


def _meld_fault(position: Position, seat: int, cards: int) -> Fault | None:
    rules = position.rules
    fault = _window_fault(position, seat, "a meld")
    if fault is not None:
        return fault
    if position.trick == LAST_OPEN and not rules.meld_after_tenth:
        return Fault(FaultKind.WINDOW, "nobody melds after the tenth trick", "MJ-M6")
    if rules.melds_per_window is not None and position.window_melds >= rules.melds_per_window:
        return Fault(FaultKind.WINDOW, "one meld after a trick is all", "MJ-M3")
    if all(meld.cards != cards for meld in position.melds):
        return Fault(FaultKind.MELD, "these cards are no meld", "MJ-M1")
    missing = cards & ~position.hands[seat]
    if missing and (missing.bit_count() > position.hidden[seat] or position.located() & missing):
        return Fault(FaultKind.MELD, f"{_all(missing)} not in the hand", "MJ-M2")
    if cards & position.barred:
        return Fault(FaultKind.MELD, "the card taken by the exchange may not be melded yet", "MJ-X3")
    if rules.fresh_card and not cards & ~position.melded:
        return Fault(FaultKind.MELD, "a meld needs a card that has lain in none before", "MJ-M5")
    if cards in position.declared:
        return Fault(FaultKind.REPEATED, "these cards were melded before in this hand", "MJ-M5")
    return None


def _all(cards: int) -> str:
    """The cards and their verb: one is, more are."""
    verb = "is" if cards.bit_count() == 1 else "are"
    return f"{' and '.join(TEXTS[number] for number in cards_in(cards))} {verb}"


def _exchange_fault(position: Position, seat: int) -> Fault | None:
    rules = position.rules
    at_own_turn = (
        rules.exchange_time is ExchangeTime.OWN_TURN
        and position.phase in (Phase.LEAD, Phase.FOLLOW)
        and not position.is_strict
        and seat == position.to_act
        and seat in position.winners
    )
    if not at_own_turn:
        fault = _window_fault(position, seat, "the exchange")
        if fault is not None:
            return fault
        if position.trick == LAST_OPEN and not rules.exchange_after_tenth:
            return Fault(FaultKind.WINDOW, "there is no exchange after the tenth trick", "MJ-X4")
    if position.turnup == position.dix:
        return Fault(FaultKind.EXCHANGE, "a seven was turned up; there is no exchange", "MJ-X1")
    if position.exchanged_by != NOBODY:
        return Fault(FaultKind.EXCHANGE, "the seven of trumps was exchanged before", "MJ-X1")
    bit = 1 << position.dix
    if not position.hands[seat] & bit and (not position.hidden[seat] or position.located() & bit):
        return Fault(FaultKind.EXCHANGE, f"{TEXTS[position.dix]} is not in the hand", "MJ-X1")
    return None


def _draw_fault(position: Position, seat: int, first: int, second: int) -> Fault | None:
    if position.phase is not Phase.WINDOW:
        rule = "MJ-S3" if position.is_strict else "MJ-T4"
        return Fault(FaultKind.DRAW, "cards are drawn once after each of the first ten tricks", rule)
    if seat != position.winner:
        return Fault(FaultKind.DRAW, "the winner of the trick draws first", "MJ-T4")
    for number in (first, second):
        if number != UNKNOWN and number not in CARDS:
            return Fault(FaultKind.DRAW, f"there is no card {number}", "MJ-P1")
    fault = _drawn_fault(position, position.drawn, first)
    if fault is None and position.drawn + 1 < STOCK_SIZE:
        fault = _drawn_fault(position, position.drawn + 1, second)
    elif fault is None and second not in (UNKNOWN, position.faceup):
        reason = f"the last card drawn is the one that lies face up, {TEXTS[position.faceup]}"
        fault = Fault(FaultKind.DRAW, reason, "MJ-T5")
    if fault is None and first == second != UNKNOWN:
        fault = Fault(FaultKind.COUNT, f"{TEXTS[first]} is there once only", "MJ-P1")
    return fault


def _drawn_fault(position: Position, at: int, number: int) -> Fault | None:
    """Why the card cannot lie at this place of the stock."""
    lies = position.stock[at]
    if number in (UNKNOWN, lies):
        return None
    if lies != UNKNOWN:
        return Fault(FaultKind.DRAW, f"{TEXTS[lies]} lies on top of the stock, not {TEXTS[number]}", "MJ-T4")
    if position.located() >> number & 1:
        return Fault(FaultKind.COUNT, f"{TEXTS[number]} lies elsewhere, and is there once only", "MJ-P1")
    return None
