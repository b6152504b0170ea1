"""Writes a game down while it is played: each event judged, and on the disk before the call returns.

The file is JSON Lines, one game a line; the game being played is its last line. It is replaced as a whole at
every step, so whatever happens to the program or the machine, it holds all that was pushed and nothing broken.
That suits a file of an evening; an archive of years is better kept apart.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from marriage_analysis.errors import InputFileError, RecordError
from marriage_analysis.findings import Severity
from marriage_analysis.games.abilities import Records, require
from marriage_analysis.games.catalog import DEFAULT_GAME, GAMES
from marriage_analysis.games.playing import Choice, Claim, LivePlay, TableView
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.files import write_atomically
from marriage_analysis.records.model import FORMAT, VERSION, Record, record_model
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.refusals import record_error

_SUFFIXES: Final = (".jsonl", ".json")
_MAX_BYTES: Final = 64 * 1024 * 1024


def new_record(
    *,
    game: str = DEFAULT_GAME,
    id: str,  # noqa: A002
    rules: Mapping[str, Any],
    players: Sequence[str | Mapping[str, str]],
    dealer: int,
    deal: Mapping[str, Any] | None = None,
    seed: str | None = None,
    **fields: Any,
) -> Record:
    """The record of a game that is about to begin: the cards as ``deal`` says, from a ``seed``, or unknown.

    ``players`` are names, or objects with ``id`` and ``name``, in order of play; ``fields`` are any further
    fields of a record (``session``, ``meta``, or the game's own). Raises ``RecordError`` for what no record can
    hold and for players or cards that these rules do not have, ``RuleOptionError`` for rules that cannot be.
    """
    if deal is not None and seed is not None:
        raise RecordError("the cards come from a deal or from a seed, not from both", path="deal")
    if not 0 <= dealer < len(players):
        raise RecordError(f"there is no seat {dealer}; seats are 0 to {len(players) - 1}", path="dealer")
    mapping = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "id": id,
        **fields,
        "rules": dict(rules),
        "players": [{"name": player} if isinstance(player, str) else dict(player) for player in players],
        "dealer": dealer,
        "view": "all",
        "deal": None if deal is None else dict(deal),
        "play": [],
    }
    record = _validated(game, mapping)
    labels = [player.label for player in record.players]
    for found in record.game_value.legality(record.parts, players=labels, dealer=dealer):
        if found.severity is Severity.ERROR:
            raise RecordError(found.message, path=found.place.path)
    if seed is None:
        return record
    parts = require(GAMES[game], Records).dealt(record.parts, seats=len(players), dealer=dealer, seed=seed)
    return record.with_parts(parts)


class Recorder:
    """A game being recorded in a file; made by :meth:`start` or :meth:`resume`."""

    def __init__(self, path: Path, before: bytes, record: Record) -> None:
        self._path = path
        self._before = before
        self._draft = record.model_copy(update={"digest": None})
        self._live: LivePlay = require(record.game_value, Records).live(
            record.parts, players=[player.label for player in record.players], dealer=record.dealer
        )
        self._stamp: tuple[int, int] | None = _stamp(path)

    @classmethod
    def start(cls, path: str | Path, record: Record) -> "Recorder":
        """Begin to record a game at the end of the file, which may be new.

        Raises ``InputFileError`` for a file that cannot be used so, ``RecordError`` where it has a game with
        this id already, and ``IllegalActionError`` where the record holds play that breaks.
        """
        target = recording_file(path)
        before = target.read_bytes() if target.exists() else b""
        if before and not before.endswith(b"\n"):
            before += b"\n"
        if before and any(other.id == record.id for other in _records(target)):
            raise RecordError(f"{target} holds a game with the id {record.id!r} already", path="id")
        recorder = cls(target, before, record)
        recorder._save()
        return recorder

    @classmethod
    def resume(cls, path: str | Path) -> "Recorder":
        """Go on with the last game of the file.

        Raises ``InputFileError`` for a file that cannot be used so, ``RecordError`` where its last line is no
        sound record, and ``IllegalActionError`` where the play in it breaks.
        """
        target = recording_file(path)
        content = target.read_bytes()
        lines = content.rstrip().split(b"\n")
        readings = list(read_records(target))
        if not readings:
            raise RecordError(f"{target}: there is no game in the file", path=None)
        last = readings[-1]
        if last.record is None or last.raw.strip() != lines[-1].strip():
            raise RecordError(f"{target}: the last line is no sound record to go on with", path=None)
        return cls(target, b"".join(line + b"\n" for line in lines[:-1]), last.record)

    def push(self, event: str) -> tuple[str, ...]:
        """Take one or more events and write them to the disk; gives what happened, in words.

        Takes notation (``s5S xQH``) and what people type (``s x10c``). Nothing is written where it raises:
        ``NotationError``, ``IllegalActionError`` with the reason and the rule, or ``InputFileError``.
        """
        words = self._live.push(event)
        self._save()
        return words

    @property
    def typing_help(self) -> str:
        """What can be typed for the events of this game, for people."""
        return require(self._draft.game_value, Records).typing_help

    def undo(self) -> str | None:
        """Take the latest event back, on the disk too, and give its notation; None where there is none.

        Raises ``RecordError`` where the last turn carries a note, which would be left without its turn.
        """
        turns = self._draft.game_value.turn_count(self._live.parts) or 0
        if any(note.turn == turns - 1 for note in self._draft.annotations or ()):
            raise RecordError(f"turn {turns - 1} carries a note; take that out first", path="annotations")
        undone = self._live.undo()
        if undone is not None:
            self._save()
        return undone

    def legal(self) -> tuple[Choice, ...]:
        """Everything that may happen now: how to write it, in words, and by whom."""
        return self._live.choices()

    def end(self, word: str) -> None:
        """End the game without a finish, such as ``abandoned``; raises ``WordError`` for another word."""
        self._live.end(word)
        self._save()

    def claims(self) -> Sequence[Claim]:
        """What the table must tell for the result, because no card that is known tells it."""
        return self._live.claims()

    def claim(self, claim: Claim, value: int) -> None:
        """Take in a number that the table tells, and write the result with it."""
        self._live.claim(claim, value)
        self._save()

    def record(self) -> Record:
        """The record as it stands; once the game is over, with its result."""
        record = self._draft.with_parts(self._live.parts)
        if record.times is None:
            return record
        turns = record.game_value.turn_count(record.parts) or 0
        times = (*record.times, *(None,) * max(0, turns - len(record.times)))[:turns]
        return record.model_copy(update={"times": times})

    @property
    def is_over(self) -> bool:
        """Whether the game came to its end."""
        return self._live.is_over

    @property
    def table(self) -> TableView:
        """The table as it lies now."""
        return self._live.table

    def _save(self) -> None:
        if _stamp(self._path) != self._stamp:
            raise InputFileError(
                f"{self._path}: another program has changed this file; nothing was written",
                path=str(self._path),
            )
        with write_atomically(self._path, replace=True) as stream:
            stream.write(self._before + format_record(self.record()) + b"\n")
        self._stamp = _stamp(self._path)


def recording_file(path: str | Path) -> Path:
    """The path, where games can be recorded in a file there; raises ``InputFileError`` where they cannot."""
    target = Path(path)
    if target.suffix.lower() not in _SUFFIXES:
        raise InputFileError(
            f"{target}: games are recorded in a file whose name ends in .jsonl", path=str(target)
        )
    if target.is_dir():
        raise InputFileError(f"{target}: this is a directory", path=str(target))
    if not target.parent.is_dir():
        raise InputFileError(f"{target}: there is no folder {target.parent}", path=str(target))
    if target.exists() and target.stat().st_size > _MAX_BYTES:
        raise InputFileError(
            f"{target}: this file has more than {_MAX_BYTES:,} bytes, too many to write at every step;"
            " begin another",
            path=str(target),
        )
    return target


def _records(path: Path) -> Sequence[Record]:
    return [reading.record for reading in read_records(path) if reading.record is not None]


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells whether a file was replaced or changed; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size


def _validated(game: str, mapping: Mapping[str, Any]) -> Record:
    if game not in GAMES:
        raise RecordError(f"there is no game {game!r}; there are: {', '.join(GAMES)}", path="game")
    try:
        # Through JSON, as a record that is read: lists become tuples there and nowhere else.
        return record_model(game).model_validate_json(json.dumps(mapping))
    except TypeError as error:
        raise RecordError(f"a record holds JSON values only: {error}", path=None) from error
    except ValidationError as error:
        raise record_error(error) from error
