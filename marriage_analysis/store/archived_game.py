"""One game of an archive: to step through, to draw itself, and back to its record."""

from functools import cached_property
from html import escape

from marriage_analysis.errors import AbilityError, CountError, MarriageError, StoreError
from marriage_analysis.games.playing import DrawnTable, TableView
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text
from marriage_analysis.replay.page import stepping_page
from marriage_analysis.replay.replay import Replay, replay_record


class ArchivedGame:
    """A stored record and its replay. In a notebook it shows itself as a page to step through.

    ``raw`` is the record byte for byte as ``marriage format`` writes it; ``source_file`` and ``source_line``
    say where it was loaded from.
    """

    def __init__(self, raw: bytes, *, source_file: str, source_line: int) -> None:
        record, findings = read_text(raw.decode())
        if record is None:
            raise StoreError(f"a stored record cannot be read: {findings[0].message}")
        self.raw = raw
        self.record: Record = record
        self.source_file = source_file
        self.source_line = source_line

    def __repr__(self) -> str:
        players = ", ".join(player.label for player in self.record.players)
        return f"<{self.record.game} {self.record.id}: {players}>"

    @cached_property
    def replay(self) -> Replay:
        """The play turn by turn. Raises ``RecordError`` where the record holds none, or not the rules."""
        return replay_record(self.record)

    def __len__(self) -> int:
        """How many turns the replay vouches for; 0 where no play is recorded."""
        return len(self.replay.steps) if self.record.game_value.has_cards(self.record.parts) else 0

    def table(self, turn: int) -> TableView:
        """The table before that turn; ``len(game)`` gives the one after the last.

        Raises ``CountError`` for a turn that the replay does not reach.
        """
        if not 0 <= turn < len(self.replay.tables):
            raise CountError(f"the replay reaches turns 0 to {len(self.replay.tables) - 1}", value=turn)
        return self.replay.tables[turn]

    def words(self, turn: int) -> str:
        """What happened in that turn, in words; raises ``CountError`` where the replay does not reach it."""
        if not 0 <= turn < len(self.replay.steps):
            raise CountError(f"the replay reaches {len(self.replay.steps)} turns, from 0", value=turn)
        return self.replay.steps[turn].words

    def picture(self, turn: int) -> str:
        """The table before that turn as an SVG document; raises also for a game without pictures."""
        table = self.table(turn)
        if not isinstance(table, DrawnTable):
            raise AbilityError(f"a game of {self.record.game} has no pictures", game=self.record.game)
        return table.picture()

    def page(self) -> str:
        """A whole HTML page to step through the game, without any link to elsewhere."""
        return stepping_page(self.replay)

    def _repr_html_(self) -> str:
        try:
            page = self.page()
        except MarriageError as error:
            return f"<p>{escape(repr(self))}: {escape(str(error))}</p>"
        title = escape(self.record.id)
        return f'<iframe title="{title}" srcdoc="{escape(page)}" width="100%" height="640"></iframe>'
