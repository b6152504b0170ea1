"""All actions that are allowed now, of a position whose cards are known to the player whose move it is."""

from marriage_analysis.games.marjolet.engine.actions import DRAW, EXCHANGE, PLAYS, Action, Declare
from marriage_analysis.games.marjolet.engine.judge import replies
from marriage_analysis.games.marjolet.engine.position import LAST_OPEN, NOBODY, Phase, Position
from marriage_analysis.games.marjolet.pack import cards_in
from marriage_analysis.games.marjolet.rules.options import ExchangeTime


def legal_actions(position: Position) -> list[Action]:
    """Every action of the seat whose move it is, in a fixed order; none once the hand is over.

    In a window first the draws that close it, then the exchange, then melds; else the exchange where it is
    allowed at an own turn, then cards. ``is_legal`` accepts these and no other that is about cards known.
    """
    phase = position.phase
    if phase is Phase.WINDOW:
        return _in_window(position)
    if phase is Phase.LEAD:
        seat = position.leader
        cards = position.hands[seat]
    elif phase is Phase.FOLLOW:
        seat = 1 - position.leader
        cards = position.hands[seat]
        if position.trick > LAST_OPEN:
            cards = replies(cards, position.led, position.trump)
    else:
        return []
    actions: list[Action] = [PLAYS[number] for number in cards_in(cards)]
    if (
        position.rules.exchange_time is ExchangeTime.OWN_TURN
        and position.trick <= LAST_OPEN
        and seat in position.winners
        and _may_exchange(position, seat)
    ):
        actions.insert(0, EXCHANGE)
    return actions


def _in_window(position: Position) -> list[Action]:
    rules, seat = position.rules, position.winner
    is_last = position.trick == LAST_OPEN
    actions: list[Action] = [DRAW]
    if (rules.exchange_after_tenth or not is_last) and _may_exchange(position, seat):
        actions.append(EXCHANGE)
    limit = rules.melds_per_window
    if (is_last and not rules.meld_after_tenth) or (limit is not None and position.window_melds >= limit):
        return actions
    usable = position.hands[seat]
    declared, melded = position.declared, position.melded
    for meld in position.melds:
        cards = meld.cards
        if (
            cards & usable == cards
            and cards not in declared
            and not cards & position.barred
            and not (rules.fresh_card and not cards & ~melded)
        ):
            actions.append(Declare(cards))
    return actions


def _may_exchange(position: Position, seat: int) -> bool:
    return (
        position.exchanged_by == NOBODY
        and bool(position.hands[seat] >> position.dix & 1)
        and position.turnup != position.dix
    )
