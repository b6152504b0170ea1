"""A recorded play gone through trick by trick, for people: what each did, and the table after it."""

from collections.abc import Sequence

from marriage_analysis.games.marjolet.engine.notation import Entry, Event
from marriage_analysis.games.marjolet.engine.position import Position
from marriage_analysis.games.marjolet.engine.replay import begin, check_players, replay
from marriage_analysis.games.marjolet.engine.state import freeze
from marriage_analysis.games.marjolet.parts import MarjoletParts
from marriage_analysis.games.marjolet.table import MarjoletTable
from marriage_analysis.games.marjolet.wording import Teller
from marriage_analysis.games.playing import Break, Step, SteppedPlay


def stepped(
    parts: MarjoletParts, *, players: Sequence[str], dealer: int | None, until: int | None = None
) -> SteppedPlay:
    """The sound part of the play before the entry ``until``, and why it ends where it breaks.

    Raises ``RecordError`` where the rules, the card turned up or the dealer are not known, and for another
    number of players than two.
    """
    check_players(players)
    names = tuple(players)
    steps: list[Step] = []
    told: list[str] = []
    start = begin(parts, dealer=dealer)
    teller = Teller(start, names)

    def watch(turn: int, event: Event, position: Position) -> None:
        del turn
        told.extend(teller.tell(event, position))

    def after(turn: int, entry: Entry, position: Position) -> None:
        steps.append(
            Step(
                turn=turn,
                seat=entry.seat,
                entry=(parts.play or ())[turn],
                words=", ".join(told),
                table=MarjoletTable(freeze(position), names),
            )
        )
        told.clear()

    run = replay(parts, dealer=dealer, until=until, watch=watch, after=after)
    stop = run.stop
    return SteppedPlay(
        start=MarjoletTable(freeze(start), names),
        steps=tuple(steps),
        stop=None if stop is None else Break(stop.turn, stop.event, stop.fault.reason, stop.fault.rule),
    )
