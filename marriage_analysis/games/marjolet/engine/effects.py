"""Carries actions out. Nothing is judged here: ``judge`` says what may be done."""

from marriage_analysis.games.marjolet.engine.actions import Action, Declare, Draw, Exchange, Play
from marriage_analysis.games.marjolet.engine.position import (
    LAST_OPEN,
    NOBODY,
    NOTHING,
    STOCK_SIZE,
    TRICKS,
    Deal,
    Phase,
    Position,
    Score,
    ScoreKind,
)
from marriage_analysis.games.marjolet.melds import MeldKind
from marriage_analysis.games.marjolet.pack import BRISQUES, SEVEN, UNKNOWN
from marriage_analysis.games.marjolet.rules.options import (
    DixPlay,
    TakenCardMeld,
    TenthBonus,
    TurnedSeven,
)
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


def start(deal: Deal, rules: RuleSet, *, dealer: int, before: tuple[int, int] | None = None) -> Position:
    """The position after the deal, with 10 for a seven turned up (MJ-D4). The turn-up must be known."""
    position = Position(deal, rules, dealer=dealer, before=before)
    if position.turnup & 7 == SEVEN:
        _score(position, dealer, ScoreKind.TURNED_SEVEN, 10, 1 << position.turnup, trick=0)
    return position


def play(position: Position, action: Action) -> None:
    """Carry out an action of the seat whose move it is."""
    if isinstance(action, Play):
        _play_card(position, action.card)
    elif isinstance(action, Draw):
        _draw(position, action)
    elif isinstance(action, Declare):
        _declare(position, action.cards)
    else:
        _exchange(position, action)


def resolve(position: Position, winner: int) -> None:
    """Say who won the trick on the table, where a card of it is not known."""
    _trick_won(position, winner)


def second_wins(led: int, reply: int, trump: int) -> bool:
    """Whether the reply beats the card led (MJ-T3).

    >>> second_wins(7, 8, 1), second_wins(7, 8, 2), second_wins(3, 5, 1)
    (True, False, True)
    """
    if led >> 3 == reply >> 3:
        return reply > led
    return reply >> 3 == trump


def dix_scores(position: Position, trick: int) -> bool:
    """Whether playing the seven of trumps to that trick scores (MJ-X5 to MJ-X7)."""
    rules = position.rules
    return (
        position.exchanged_by == NOBODY
        and (rules.dix_play is DixPlay.ALWAYS or (rules.dix_play is DixPlay.OPEN_PHASE and trick <= LAST_OPEN))
        and not (rules.turned_seven is TurnedSeven.ONCE and position.turnup == position.dix)
    )


def _play_card(position: Position, number: int) -> None:
    is_lead = position.phase is Phase.LEAD
    seat = position.leader if is_lead else 1 - position.leader
    if number == UNKNOWN:
        position.hidden[seat] = position.size(seat) - 1
        position.hands[seat] = 0  # which of them is gone is not known
        position.hidden_plays.append((seat, position.trick))
    else:
        _take_out(position, seat, 1 << number)
    if is_lead:
        position.led = number
        position.reply = NOTHING
        position.phase = Phase.FOLLOW
    else:
        position.reply = number
    if (
        number == position.dix
        and dix_scores(position, position.trick)
        and _score(position, seat, ScoreKind.DIX_PLAYED, 10, 1 << number)
    ):
        return
    if is_lead:
        return
    led = position.led
    if led == UNKNOWN or number == UNKNOWN:
        position.phase = Phase.RESOLVE
    else:
        _trick_won(position, seat if second_wins(led, number, position.trump) else 1 - seat)


def _trick_won(position: Position, winner: int) -> None:
    for number in (position.led, position.reply):
        if number == UNKNOWN:
            position.won_hidden[winner] += 1
        else:
            position.won[winner] |= 1 << number
    position.led = NOTHING
    position.winner = position.leader = winner
    position.winners.append(winner)
    trick = position.trick
    if trick <= LAST_OPEN:
        position.phase = Phase.WINDOW
        position.window_melds = 0
        if trick == LAST_OPEN and position.rules.tenth_bonus is TenthBonus.WINNER:
            _score(position, winner, ScoreKind.TENTH, 10, 0)
    elif trick < TRICKS:
        position.trick = trick + 1
        position.phase = Phase.LEAD
    else:
        _end(position, winner)


def _end(position: Position, winner: int) -> None:
    position.phase = Phase.OVER
    if position.winners[LAST_OPEN:] == [winner] * (TRICKS - LAST_OPEN):
        _score(position, winner, ScoreKind.ALL_SIX, position.rules.all_six, 0)
    else:
        _score(position, winner, ScoreKind.LAST, 10, 0)
    for seat in (1 - position.dealer, position.dealer):
        if position.reached_by != NOBODY:
            return
        cards = position.won[seat] & BRISQUES
        _score(position, seat, ScoreKind.BRISQUES, 10 * cards.bit_count(), cards)
    position.is_whole = True


def _draw(position: Position, draw: Draw) -> None:
    winner, loser = position.winner, 1 - position.winner
    last = position.drawn == STOCK_SIZE - 1
    first = position.stock[position.drawn] if draw.first == UNKNOWN else draw.first
    _take_in(position, winner, first)
    position.stock[position.drawn] = first
    if last:
        _take_in(position, loser, position.faceup)
    else:
        second = position.stock[position.drawn + 1] if draw.second == UNKNOWN else draw.second
        _take_in(position, loser, second)
        position.stock[position.drawn + 1] = second
    position.drawn += 2
    position.barred = 0
    position.trick += 1
    position.phase = Phase.LEAD
    if last and position.rules.tenth_bonus is TenthBonus.LOSER:
        _score(position, loser, ScoreKind.TENTH, 10, 1 << position.faceup, trick=LAST_OPEN)


def _exchange(position: Position, action: Exchange) -> None:
    del action
    seat = position.to_act
    _take_out(position, seat, 1 << position.dix)
    taken = 1 << position.faceup
    position.hands[seat] |= taken
    if position.phase is Phase.WINDOW and position.rules.taken_card_meld is TakenCardMeld.NEXT_WINDOW:
        position.barred = taken
    position.faceup = position.dix
    position.exchanged_by = seat
    _score(position, seat, ScoreKind.DIX_EXCHANGED, 10, 1 << position.dix)


def _declare(position: Position, cards: int) -> None:
    seat = position.winner
    meld = next(meld for meld in position.melds if meld.cards == cards)
    new = cards & ~position.hands[seat]
    position.hands[seat] |= cards
    position.hidden[seat] -= new.bit_count()
    position.melded |= cards
    position.declared.append(cards)
    position.window_melds += 1
    _score(position, seat, meld.kind, meld.points, cards)


def _take_out(position: Position, seat: int, bit: int) -> None:
    if position.hands[seat] & bit:
        position.hands[seat] ^= bit
    else:
        position.hidden[seat] -= 1


def _take_in(position: Position, seat: int, number: int) -> None:
    if number == UNKNOWN:
        position.hidden[seat] += 1
    else:
        position.hands[seat] |= 1 << number


def _score(
    position: Position,
    seat: int,
    kind: ScoreKind | MeldKind,
    points: int,
    cards: int,
    *,
    trick: int | None = None,
) -> bool:
    """Enter points in the ledger; whether that ends the game on the spot (MJ-G3)."""
    position.ledger.append(Score(seat, kind, points, cards, position.trick if trick is None else trick))
    position.points[seat] += points
    stops_at = position.stops_at
    if stops_at is not None and position.points[seat] >= stops_at[seat]:
        position.phase = Phase.OVER
        position.reached_by = seat
        return True
    return False
