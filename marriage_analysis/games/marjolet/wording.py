"""What happens in a hand, in card players' words: ``plays 10♠``, ``melds K♣ Q♣ (+20)``."""

from collections.abc import Sequence

from marriage_analysis.games.marjolet.engine.actions import Action, Declare, Exchange, Play
from marriage_analysis.games.marjolet.engine.notation import Event, EventKind
from marriage_analysis.games.marjolet.engine.position import NOBODY, Phase, Position, ScoreKind
from marriage_analysis.games.marjolet.engine.state import State
from marriage_analysis.games.marjolet.pack import FACES, UNKNOWN, cards_in

SUIT_SIGNS = "♠♥♦♣"


def card_words(number: int) -> str:
    """A card for people: ``10♣``, or ``a card``.

    >>> card_words(7), card_words(UNKNOWN)
    ('A♠', 'a card')
    """
    return "a card" if number == UNKNOWN else FACES[number].glyph


def hand_words(cards: int, hidden: int = 0) -> str:
    """The cards of a hand for people, and how many are not known besides."""
    parts = [" ".join(map(card_words, in_order(cards)))] if cards else []
    if hidden:
        parts.append(f"{hidden} card{'s' if hidden != 1 else ''} not known")
    return " + ".join(parts) or "no card"


def in_order(cards: int) -> tuple[int, ...]:
    """The cards of a word as hands are shown: by suit, the highest first."""
    return tuple(sorted(cards_in(cards), key=lambda number: (number >> 3, -number)))


class Teller:
    """Tells a hand event by event, each with what it scored; begins at the position after the deal."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        self._names = names
        self._told = len(position.ledger)

    def tell(self, event: Event, position: Position) -> list[str]:
        """What was done by whom; ``position`` as it is after the event."""
        scores = position.ledger[self._told :]
        if event.kind is EventKind.PLAY:  # what the trick itself scores is told with its winner
            scores = [score for score in scores if score.kind is ScoreKind.DIX_PLAYED]
        self._told += len(scores)
        seat = position.winner if event.seat is None else event.seat
        counted = [score for score in scores if score.kind is ScoreKind.BRISQUES]
        points = sum(score.points for score in scores if score not in counted)
        told = [f"{self._names[seat]} {event_words(event, position)}{f' (+{points})' if points else ''}"]
        return told + [
            f"{self._names[score.seat]} counts {score.points} for aces and tens" for score in counted
        ]


def event_words(event: Event, position: Position) -> str:
    """What was done; ``position`` as it is after the event."""
    match event.kind:
        case EventKind.PLAY:
            return f"plays {card_words(event.card)}"
        case EventKind.WINS:
            return "wins"
        case EventKind.EXCHANGE:
            return f"exchanges {card_words(position.dix)} for {card_words(position.turnup)}"
        case EventKind.MELD:
            return f"melds {hand_words(event.cards)}"
        case EventKind.DRAW:
            return f"draws {card_words(event.card)}"
        case EventKind.TAKE:
            return f"takes {card_words(position.faceup)}"


def action_words(action: Action, position: Position) -> str:
    """What an action would be."""
    match action:
        case Play(number):
            return f"play {card_words(number)}"
        case Declare(cards):
            points = next((meld.points for meld in position.melds if meld.cards == cards), 0)
            return f"meld {hand_words(cards)} for {points}"
        case Exchange():
            return f"exchange {card_words(position.dix)} for {card_words(position.faceup)}"
        case _:
            return "draw: the winner of the trick, then the other"


def situation(state: State, names: Sequence[str]) -> str:
    """What the table waits for, or how the hand ended, in a few words."""
    match state.phase:
        case Phase.LEAD:
            return f"{names[state.leader]} leads to trick {state.trick}"
        case Phase.FOLLOW:
            return f"{names[1 - state.leader]} answers {card_words(state.led)}"
        case Phase.RESOLVE:
            return "who won the trick is not told"
        case Phase.WINDOW:
            return f"{names[state.winner]} has won trick {state.trick}: meld, exchange or draw"
        case Phase.OVER if state.reached_by != NOBODY:
            return f"{names[state.reached_by]} has reached {state.rules.target}"
        case Phase.OVER:
            return "the hand is over"
