"""The play of a record gone through turn by turn, whatever the game: the sound part, and where it breaks.

Nothing is repaired: what is not known stays unknown, and a play that breaks ends at the last sound turn.
"""

from dataclasses import dataclass
from typing import Any

from marriage_analysis.errors import AbilityError, CountError, RecordError
from marriage_analysis.findings import Finding
from marriage_analysis.games.abilities import Steps, require
from marriage_analysis.games.playing import Break, DrawnTable, Step, TableView
from marriage_analysis.records.model import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record replayed. ``stop`` says where and why the play breaks; None: it is sound as far as was asked.

    ``turns`` is the number of entries that the record has, sound or not.
    """

    record: Record
    start: TableView
    steps: tuple[Step, ...]
    turns: int
    stop: Break | None = None
    notes: tuple[Finding, ...] = ()

    @property
    def tables(self) -> tuple[TableView, ...]:
        """The table before each turn, and after the last sound one: table 7 is the one before turn 7."""
        return (self.start, *(step.table for step in self.steps))

    @property
    def drawings(self) -> tuple[DrawnTable, ...]:
        """The tables, each able to draw itself; raises ``AbilityError`` for a game without pictures."""
        drawn = [table for table in self.tables if isinstance(table, DrawnTable)]
        if len(drawn) < len(self.tables):
            raise AbilityError(f"a game of {self.record.game} has no pictures", game=self.record.game)
        return tuple(drawn)


def replay_record(record: Record, *, until: int | None = None) -> Replay:
    """The record's play before the turn ``until``, all of it where None.

    Claims of the result are not looked at. Raises ``RecordError`` where the record holds neither cards nor
    play, or not the rules; ``CountError`` where it has fewer turns than ``until``; ``AbilityError`` for a
    game that cannot be replayed.
    """
    game = record.game_value
    parts = record.parts
    if not game.has_cards(parts):
        raise RecordError(f"the record of {record.id} holds no play to go through", path=None)
    turns = game.turn_count(parts) or 0
    if until is not None and not 0 <= until <= turns:
        raise CountError(
            f"there is no turn {until}; the game can be shown up to turn 0, before the first, to turn {turns}",
            value=until,
        )
    players = [player.label for player in record.players]
    play = require(game, Steps).stepped(parts, players=players, dealer=record.dealer, until=until)
    return Replay(
        record=record, start=play.start, steps=play.steps, turns=turns, stop=play.stop, notes=play.notes
    )


def replay_mapping(replay: Replay) -> dict[str, Any]:
    """A replay as ``--json`` prints it: ``steps``, ``stopped``, and the table at the beginning and the end."""
    stop = replay.stop
    players = [player.label for player in replay.record.players]
    return {
        "id": replay.record.id,
        "players": players,
        "view": replay.record.view,
        "turns": replay.turns,
        "start": dict(replay.start.facts()),
        "steps": [
            {
                "turn": step.turn,
                "seat": step.seat,
                "player": None if step.seat is None else players[step.seat],
                "entry": step.entry,
                "text": step.words,
                "table": dict(step.table.facts()),
            }
            for step in replay.steps
        ],
        "stopped": None
        if stop is None
        else {"turn": stop.turn, "event": stop.event, "reason": stop.reason, "rule": stop.rule},
    }
