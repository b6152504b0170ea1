"""The entries of a play while it is played: a text a trick, made from the actions in their order."""

from dataclasses import dataclass, field

from marriage_analysis.games.marjolet.engine.actions import Action, Declare, Draw, Exchange, Play
from marriage_analysis.games.marjolet.engine.notation import Entry, Event, EventKind
from marriage_analysis.games.marjolet.engine.position import LAST_OPEN, Position


@dataclass(slots=True)
class Writer:
    """Takes each action with the position after it, and keeps the entries so far."""

    entries: list[Entry] = field(default_factory=list[Entry])

    def write(self, seat: int, action: Action, position: Position) -> list[Event]:
        """Add what the seat did, and who won where that decided a trick; gives the events added."""
        events = self._events(seat, action, position)
        last = self.entries[-1] if self.entries else None
        if isinstance(action, Play) and (last is None or len(last.events) != 1):
            self.entries.append(Entry(seat, tuple(events)))
        elif last is not None:
            self.entries[-1] = Entry(last.seat, (*last.events, *events))
        return events

    def _events(self, seat: int, action: Action, position: Position) -> list[Event]:
        match action:
            case Play(number):
                events = [Event(EventKind.PLAY, seat, number)]
                is_reply = bool(self.entries) and len(self.entries[-1].events) == 1
                if is_reply and len(position.winners) == len(self.entries):
                    events.append(Event(EventKind.WINS, position.winner))
                return events
            case Declare(cards):
                return [Event(EventKind.MELD, seat, cards=cards)]
            case Exchange():
                return [Event(EventKind.EXCHANGE, seat)]
            case Draw():
                return list(_drawn(seat, position))

    @property
    def texts(self) -> tuple[str, ...]:
        """The entries as a record writes them."""
        return tuple(map(str, self.entries))


def _drawn(winner: int, position: Position) -> tuple[Event, Event]:
    """The two draws that have just been made."""
    at = position.drawn - 2
    is_last = position.trick == LAST_OPEN + 1
    first = Event(EventKind.DRAW, winner, position.stock[at])
    if is_last:
        return first, Event(EventKind.TAKE, 1 - winner, position.faceup)
    return first, Event(EventKind.DRAW, 1 - winner, position.stock[at + 1])
