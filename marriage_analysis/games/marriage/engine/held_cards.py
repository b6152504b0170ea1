"""Cards that everybody knows to be in a hand: taken from the pile, or exposed by mistake, and still there.

A lower bound: a player who throws one of two copies may have thrown either, and one fewer is then known.
"""

from collections import Counter
from collections.abc import Sequence

from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN,
    BadFinish,
    BadShow,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import numbers
from marriage_analysis.games.marriage.engine.position import Position


class HeldCards:
    """Kept beside a position: call :meth:`note` after every event, with the event as the table knows it.

    ``note`` is a watcher of ``replay`` but for the turn. Turns that nobody noted are no events: what such a
    seat holds is not known any more, which ``SeatView`` sees in the position.
    """

    __slots__ = ("seats",)

    def __init__(self, seats: int) -> None:
        self.seats: list[Counter[int]] = [Counter() for _ in range(seats)]

    def note(self, seat: int, event: Event, position: Position) -> None:
        """Take in an event that has happened; ``position`` is the one after it."""
        match event:
            case Draw(Source.PILE) if event.face != UNKNOWN:
                self.seats[seat][event.face] += 1
            case Discard():
                self._leave(seat, (event.face,))
            case DisplayTunnels(sets) | Show(sets) | Finish(sets):
                for cards in numbers(sets or ()):
                    self._leave(seat, cards)
            case BadShow(sets) | BadFinish(sets):
                self._expose(seat, numbers(sets or ()), position)
            case _:
                return

    def _leave(self, seat: int, cards: Sequence[int]) -> None:
        held = self.seats[seat]
        for face in cards:
            if held[face] > 1:
                held[face] -= 1
            else:
                held.pop(face, None)

    def _expose(self, seat: int, sets: Sequence[Sequence[int]], position: Position) -> None:
        lying = position.displayed[seat]
        shown = Counter(face for cards in sets for face in cards if face != UNKNOWN and face not in lying)
        self.seats[seat] |= shown
