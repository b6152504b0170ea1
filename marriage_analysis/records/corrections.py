"""Which records of an archive are accounts of one game: corrections, copies, conflicts.

Held in memory are ids and digests only, so any number of records can stream past.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from marriage_analysis.findings import Code, Finding, Place
from marriage_analysis.records import codes
from marriage_analysis.records.canonical import digest_of
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.streams import StreamDamageError, open_stream, unpacked


@dataclass(frozen=True, slots=True)
class Account:
    """One record of a game as the tracker remembers it.

    ``number`` counts the records shown to the tracker, from 0. ``digest`` is that of the record as it stands,
    ``carries_digest`` says whether it was written in it. ``view`` tells a seat's view from a full account.
    """

    number: int
    digest: str
    carries_digest: bool
    is_correction: bool
    view: str | int | None


@dataclass(slots=True)
class Corrections:
    """Takes records in the order of their files and says what each is to the earlier ones.

    Corrections stand behind what they correct. :attr:`superseded` grows as they come, so what is to be
    skipped is known when all records went past; go through a file once for that, and then again.
    """

    superseded: set[int] = field(default_factory=set[int])
    """Numbers (see :class:`Account`) of the records that a later one corrects."""

    copies: set[int] = field(default_factory=set[int])
    """Numbers of the records that were read before, byte for byte as far as their digest goes."""

    _accounts: dict[str, list[Account]] = field(default_factory=dict[str, list[Account]])
    _count: int = 0

    def add(self, record: Record) -> tuple[Finding, ...]:
        """Take the next record; its findings as seen from the earlier ones."""
        digest = digest_of(record)
        account = Account(
            self._count, digest, record.digest is not None, record.corrects is not None, record.view
        )
        self._count += 1
        earlier = self._accounts.setdefault(record.id, [])
        found = self._judge(record, account, earlier)
        earlier.append(account)
        return found

    def _judge(self, record: Record, account: Account, earlier: list[Account]) -> tuple[Finding, ...]:
        if any(one.digest == account.digest for one in earlier):
            self.copies.add(account.number)
            return (_found(codes.DUPLICATE_RECORD, "the same record was read before", account.digest),)
        if record.corrects is not None:
            wanted = record.corrects.digest
            meant = (
                _meant(account, earlier) if wanted is None else [one for one in earlier if one.digest == wanted]
            )
            replaced = [one for one in meant if one.number not in self.superseded]
            self.superseded.update(one.number for one in replaced)
            if replaced:
                return ()
            message = "the record that this one corrects was not read before it"
            return (_found(codes.CORRECTS_UNKNOWN, message, wanted or record.id),)
        if any(self._conflict(account, one) for one in earlier):
            message = (
                f"another record with the id {record.id!r} was read before, and this one does not correct it"
            )
            return (_found(codes.ID_CONFLICT, message, record.id),)
        return ()

    def _conflict(self, account: Account, other: Account) -> bool:
        # A seat's view, or the public one, is the same game seen by somebody else and no second account.
        views = {account.view, other.view}
        is_view = len(views) == 2 and bool(views - {None, "all"})
        return other.number not in self.superseded and not is_view


def _meant(correction: Account, earlier: list[Account]) -> list[Account]:
    """What a correction that names no digest is of: the records before it that carry none.

    Where all carry one by now (``marriage format``, an export), it is the account before it, unless two
    different games of that id are there, of which either may be meant.
    """
    bare = [one for one in earlier if not one.carries_digest]
    same_view = [one for one in earlier if (one.view or "all") == (correction.view or "all")]
    is_one_game = sum(not one.is_correction for one in same_view) == 1
    return bare or (same_view[-1:] if is_one_game else [])


def corrected_numbers(sources: Iterable[str | Path | BinaryIO]) -> frozenset[int]:
    """Which records, numbered from 0 through all the sources, a later record corrects.

    A damaged file counts as far as it can be read. Raises ``InputFileError`` where one cannot be opened.
    """
    held = list(sources)
    if not any(_mentions_correction(source) for source in held):
        return frozenset()
    tracker = Corrections()
    numbers: list[int] = []
    number = 0
    for source in held:
        for reading in read_records(source):
            if reading.record is not None:
                numbers.append(number)
                tracker.add(reading.record)
            number += 1
        _rewind(source)
    return frozenset(numbers[index] for index in tracker.superseded)


def _mentions_correction(source: str | Path | BinaryIO) -> bool:
    """Whether the field ``corrects`` stands anywhere in the file: a quick look before the careful one."""
    wanted, tail = b'"corrects"', b""
    try:
        with open_stream(source) as stream:
            for block in unpacked(stream):
                if wanted in tail + block:
                    return True
                tail = block[-len(wanted) :]
    except StreamDamageError:
        return False
    finally:
        _rewind(source)
    return False


def _rewind(source: str | Path | BinaryIO) -> None:
    if not isinstance(source, (str, Path)):
        source.seek(0)


def _found(code: Code, message: str, found: str) -> Finding:
    return Finding(code=code, message=message, place=Place(path="id"), found=found)
