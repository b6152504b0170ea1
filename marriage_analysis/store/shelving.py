"""Record files put together, sorted out and picked from: records go through unchanged, copies go once.

A record on one line of JSON keeps its bytes; one in text form, or over many lines, is written on one line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final
from unicodedata import category

from marriage_analysis.errors import StoreError
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import Counts, Reading
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.folders import new_folder
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.rows import Exported, exported

_OPEN_FILES: Final = 100
_LONGEST_NAME: Final = 200


def record_line(reading: Reading, record: Record) -> bytes:
    """The record as a line of a record file, without line end: as it stood, if that was a line of JSON."""
    if reading.is_text_form or b"\n" in reading.raw:
        return format_record(record)
    return reading.raw


def kept_form(reading: Reading, record: Record) -> Exported:
    """The record as an archive would keep it."""
    return exported(record, reading.raw, reading.value)


@dataclass(slots=True)
class Copies:
    """Knows which records went past. The same digest and the same notes, or none, is a copy (format 6)."""

    _seen: dict[str, set[str | None]] = field(default_factory=dict[str, set[str | None]])

    def is_copy(self, kept: Exported) -> bool:
        """Whether the record tells nothing that one before it did not; it is remembered."""
        notes = self._seen.setdefault(kept.digest, set())
        is_copy = bool(notes) and (kept.annotations is None or kept.annotations in notes)
        notes.add(kept.annotations)
        return is_copy


def distinct_lines(readings: Iterable[Reading], counts: Counts) -> Iterator[bytes]:
    """The sound records of the readings, each once; copies are counted as skipped."""
    copies = Copies()
    for reading in readings:
        if reading.record is None:
            continue
        if copies.is_copy(kept_form(reading, reading.record)):
            counts.skipped += 1
            continue
        counts.ok += 1
        yield record_line(reading, reading.record)


def selected_digests(archive: Archive, where: str) -> frozenset[str]:
    """The digests of the games for which a condition over the columns of ``games`` holds.

    Raises ``StoreError`` for what is no condition; it can only read the archive.
    """
    if not where.strip():
        raise StoreError("the condition is empty; true chooses every game")
    return frozenset(archive.sql(f"SELECT digest FROM games WHERE ({where}\n)")["digest"])


def selected_in_files(sources: Sequence[str | Path], where: str, *, derive: bool) -> frozenset[str]:
    """As :func:`selected_digests` for record files, which are loaded into a passing archive for it.

    Without ``derive`` columns that it takes an audit to fill are empty.
    """
    with TemporaryDirectory(prefix="marriage-select-") as folder:
        db = Path(folder, "a.duckdb")
        load_files(sources, db, derive=derive)
        with Archive(db) as archive:
            return selected_digests(archive, where)


def lines_with(readings: Iterable[Reading], digests: frozenset[str], counts: Counts) -> Iterator[bytes]:
    """The records of the readings with one of the digests; others are counted as skipped."""
    for reading in readings:
        if reading.record is None:
            continue
        if kept_form(reading, reading.record).digest not in digests:
            counts.skipped += 1
            continue
        counts.ok += 1
        yield record_line(reading, reading.record)


def _session(record: Record) -> str:
    return "no-session" if record.session is None else record.session.id


def _date(record: Record) -> str:
    meta = record.meta or {}
    value = meta.get("date") or meta.get("started_at")
    return value[:10] if isinstance(value, str) else "undated"


BY: Final[Mapping[str, Callable[[Record], str]]] = {
    "session": _session,
    "day": _date,
    "month": lambda record: _date(record)[:7] if _date(record)[:1].isdigit() else _date(record),
    "rules": lambda record: str(exported(record).preset or "unknown-rules"),
    "players": lambda record: f"{len(record.players)}-players",
    "game": lambda record: record.game,
}
"""What record files can be split by, and the word that names a record's part."""


def split_records(
    readings: Iterable[Reading],
    folder: str | Path,
    by: Callable[[Record], str],
    counts: Counts,
    *,
    replace: bool,
    sources: Sequence[str | Path] = (),
) -> dict[str, int]:
    """Write the sound records into files of a new folder, one a part; gives the number in each file.

    All or nothing. ``sources`` are the files that the readings come from. Raises ``InputFileError`` where the
    folder is there and ``replace`` is false, one of the sources lies in it, or it holds anything but what was
    written there before.
    """
    written: dict[str, int] = {}
    with new_folder(folder, replace=replace, sources=sources) as target, _Files(target) as files:
        for reading in readings:
            if reading.record is None:
                continue
            name = f"{file_name(by(reading.record))}.jsonl"
            files[name].write(record_line(reading, reading.record) + b"\n")
            written[name] = written.get(name, 0) + 1
            counts.ok += 1
    return dict(sorted(written.items()))


def file_name(word: str) -> str:
    """A file name for a word: letters of any script and digits stay, other signs are written %XX.

    >>> file_name("tihar 2083/1"), file_name("दशैं"), file_name("..")
    ('tihar 2083%2F1', 'दशैं', '%2E.')
    """
    kept = [sign if _may_stand(sign) else _escaped(sign) for sign in word]
    if kept[:1] in (["."], [" "]):
        kept[0] = _escaped(kept[0])
    name = "".join(kept) or "%"
    if len(name.encode()) > _LONGEST_NAME:  # many systems allow 255 bytes
        return f"{name[: _LONGEST_NAME // 4]}-{sha256(word.encode('utf-8', 'replace')).hexdigest()[:16]}"
    return name


def _may_stand(sign: str) -> bool:
    """Letters, digits, and the vowel signs and the like without which words of many scripts are not whole."""
    return sign.isalnum() or category(sign)[0] == "M" or sign in " -_.,()"


def _escaped(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "replace"))


class _Files:
    """Files of a folder to add to, of which only some are open at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, BinaryIO] = {}
        self._stack = ExitStack()

    def __enter__(self) -> "_Files":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def __getitem__(self, name: str) -> BinaryIO:
        if name not in self._open:
            if len(self._open) >= _OPEN_FILES:
                self._stack.close()
                self._open.clear()
            self._open[name] = self._stack.enter_context((self._folder / name).open("ab"))
        return self._open[name]
