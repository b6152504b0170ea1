"""A recorded game to hold in one's hands: step through it, look at it in a notebook, go back to its record."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import BinaryIO

from marriage_analysis.errors import RecordError
from marriage_analysis.games.playing import Break, Step
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.views import SeatOrPublic, view_of
from marriage_analysis.replay.page import stepping_page
from marriage_analysis.replay.replay import Replay, replay_record

_NOTEBOOK_HEIGHT = 760


@dataclass(frozen=True, slots=True)
class Game:
    """A game as a sequence of states: ``game[7]`` is the one before turn 7, ``game[-1]`` the last sound one.

    ``len(game)`` counts the states: one more than the sound turns. In a notebook it draws itself as a page to
    step through. Immutable; made by :meth:`of` or :meth:`read`.
    """

    replay: Replay

    @classmethod
    def of(cls, record: Record) -> "Game":
        """The game of a record; raises as :func:`.replay.replay_record`."""
        return cls(replay_record(record))

    @classmethod
    def read(cls, source: str | Path | BinaryIO, id: str | None = None) -> "Game":  # noqa: A002
        """The game with that id in a file, or the only one there.

        Raises ``RecordError`` where there is no such game, or where it is not clear which one is meant;
        ``InputFileError`` for a file that cannot be opened.
        """
        readings = [reading for reading in read_records(source) if reading.record is not None]
        records = [reading.record for reading in readings if reading.record is not None]
        meant = [record for record in records if id is None or record.id == id]
        if len(meant) != 1:
            which = f"with the id {id!r}" if id is not None else "to choose from; name one by its id"
            raise RecordError(f"{source}: there are {len(meant)} games {which}", path=None)
        return cls.of(meant[0])

    @property
    def record(self) -> Record:
        """The record it was made from."""
        return self.replay.record

    @property
    def steps(self) -> tuple[Step, ...]:
        """The sound turns, each in words and with the table after it."""
        return self.replay.steps

    @property
    def stop(self) -> Break | None:
        """Where and why the play breaks; None: it does not."""
        return self.replay.stop

    def view(self, view: SeatOrPublic) -> "Game":
        """The game as a seat, or everybody (``"public"``), saw it; raises as :func:`records.views.view_of`."""
        return Game.of(view_of(self.record, view))

    def picture(self, turn: int) -> str:
        """The table before that turn as SVG, with the players' names."""
        return self.replay.drawings[turn].picture()

    def page(self) -> str:
        """The page that steps through the game."""
        return stepping_page(self.replay)

    def __len__(self) -> int:
        return len(self.replay.steps) + 1

    def __getitem__(self, turn: int) -> object:
        return self.replay.tables[turn].state

    def __iter__(self) -> Iterator[object]:
        return (table.state for table in self.replay.tables)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.page())}" title="{escape(self.record.id)}" sandbox="allow-scripts"'
            f' style="width:100%;height:{_NOTEBOOK_HEIGHT}px;border:1px solid #ccc;border-radius:8px"></iframe>'
        )
