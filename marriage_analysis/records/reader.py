"""Records from a file, one after the other, whatever state the file is in.

JSON Lines, one record a line, one JSON object over many lines, or text form (``.mrn``); plain, gzip or
Zstandard; UTF-8 or marked UTF-16. Memory stays flat. Each record is judged by itself: a bad one never
costs its neighbours.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from marriage_analysis.findings import Finding, Place, Severity
from marriage_analysis.records import codes
from marriage_analysis.records.as_written import rules_as_kept
from marriage_analysis.records.limits import MAX_RECORD_BYTES
from marriage_analysis.records.lines import Line, split_lines
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import NotPlainError, decode, scan
from marriage_analysis.records.streams import StreamDamageError, open_stream, unpacked
from marriage_analysis.records.text_form import SEPARATOR
from marriage_analysis.records.text_reading import opens_text_form
from marriage_analysis.records.validate import read_json, read_text_form


@dataclass(frozen=True, slots=True)
class Reading:
    """One record of a file as read: where it stood, its bytes, and the record or what is wrong with it.

    ``record`` is None exactly where a finding is an error. ``raw`` is the text in UTF-8 without line end and
    byte-order mark, empty where it was too long to hold. ``path`` is the file's name, None for a stream.
    ``is_text_form`` says that ``raw`` is text form, not JSON. ``value`` is the object that ``raw`` holds where
    that is compact JSON, for those who would have to decode it once more; else None.
    """

    line: int
    raw: bytes
    record: Record | None
    findings: tuple[Finding, ...] = ()
    path: str | None = None
    is_text_form: bool = False
    value: dict[str, Any] | None = field(default=None, repr=False, compare=False)

    @property
    def is_ok(self) -> bool:
        """True where the record could be read; warnings and notes may still be there."""
        return self.record is not None

    @property
    def has_right_digest(self) -> bool:
        """True where that shows at once, on the bytes; False says nothing: see ``exporting.digest_state``."""
        return self.record is not None and rules_as_kept(self.record, self.raw, self.value) is not None


@dataclass(slots=True)
class Counts:
    """How many records went which way; read = ok + bad + skipped."""

    ok: int = 0
    bad: int = 0
    skipped: int = 0

    @property
    def read(self) -> int:
        """All records met."""
        return self.ok + self.bad + self.skipped

    def to_mapping(self) -> dict[str, int]:
        """The counts as ``--json`` prints them."""
        return {"read": self.read, "ok": self.ok, "bad": self.bad, "skipped": self.skipped}

    def __str__(self) -> str:
        return f"{self.read} read = {self.ok} ok + {self.bad} bad + {self.skipped} skipped"


def read_records(source: str | Path | BinaryIO) -> Iterator[Reading]:
    """Every record of a path, of stdin (``-``) or of a binary stream, in order; blank lines are none.

    A damaged or cut packed file gives its sound records and then one reading with ``stream_damaged``. Raises
    ``InputFileError`` where the file cannot be opened. An empty file gives nothing.
    """
    name = str(source) if isinstance(source, (str, Path)) else None
    with open_stream(source) as stream:
        yield from _Reader(name).read(stream)


_OPENERS: Final = (b"{", b"[", b",")
_SEPARATOR: Final = SEPARATOR.encode()


@dataclass(slots=True)
class _Reader:
    name: str | None
    unfinished: int = field(default=0)
    last_line: int = field(default=0)

    def read(self, stream: BinaryIO) -> Iterator[Reading]:
        lines = split_lines(unpacked(stream, name=self.name), limit=MAX_RECORD_BYTES)
        try:
            first = self.first_line(lines)
            if first is None:
                return
            if self.is_text_form(first):
                yield from self.text_records(chain((first,), lines))
            elif self.opens_document(first):
                yield from self.document(chain((first,), lines))
            else:
                for line in chain((first,), lines):
                    self.last_line = line.number
                    reading = None if line.is_blank else self.one_line(line)
                    if reading is not None:
                        yield reading
        except StreamDamageError as damage:
            yield self.damaged(damage)

    def first_line(self, lines: Iterator[Line]) -> Line | None:
        return next((line for line in lines if not line.is_blank), None)

    def opens_document(self, line: Line) -> bool:
        """Whether the line only begins an object that goes on over the next lines."""
        text = line.data.strip()
        if not text.startswith(b"{") or line.is_cut:
            return False
        if text.endswith(_OPENERS):
            # A whole record with a comma behind it is a slip of its own line and opens nothing.
            return not text.endswith(b",") or _is_unfinished(text.rstrip(b","))
        return self.is_json_file() and _is_unfinished(text)

    def is_json_file(self) -> bool:
        return self.has_suffix(".json")

    def has_suffix(self, suffix: str) -> bool:
        name = (self.name or "").lower()
        return name.removesuffix(".gz").removesuffix(".zst").endswith(suffix)

    def is_text_form(self, line: Line) -> bool:
        """Whether the file is in text form: by its first line, or by its name."""
        data = line.data.strip()
        if data == _SEPARATOR or opens_text_form(data):
            return True
        return self.has_suffix(".mrn") and not data.startswith(b"{")

    def text_records(self, lines: Iterator[Line]) -> Iterator[Reading]:
        """The records between the lines ``---``."""
        held: list[Line] = []
        size = 0
        for line in lines:
            self.last_line = line.number
            if line.is_cut:
                size += line.size + 1
            elif line.data.strip() == _SEPARATOR:
                yield from self.text_record(held, size)
                held, size = [], 0
            elif held or not line.is_blank:
                size += line.size + 1
                if size <= MAX_RECORD_BYTES or not held:
                    held.append(line)
            self.unfinished = size  # for the damage of a stream: what came of its last record is no record
        yield from self.text_record(held, size)

    def text_record(self, held: list[Line], size: int) -> Iterator[Reading]:
        if not held:
            return
        mark = next((line.mark for line in held if line.mark is not None), None)
        data = b"" if size > MAX_RECORD_BYTES else b"\n".join(line.data for line in held).rstrip()
        whole = Line(held[0].number, data, size, mark)
        reading = self.too_large(whole) if size > MAX_RECORD_BYTES else self.reading(whole, is_text_form=True)
        yield replace(reading, is_text_form=True)

    def document(self, lines: Iterator[Line]) -> Iterator[Reading]:
        """All the lines as one record."""
        held: list[bytes] = []
        size = 0
        first: Line | None = None
        cut = False
        try:
            for line in lines:
                first = first or line
                self.last_line = line.number
                size += line.size + 1
                cut = cut or line.is_cut
                if size > MAX_RECORD_BYTES:
                    held.clear()
                else:
                    held.append(line.data)
        except StreamDamageError:
            self.unfinished = size
            raise
        if first is None:
            return
        whole = Line(first.number, b"\n".join(held).rstrip(), size, first.mark)
        yield self.too_large(whole) if size > MAX_RECORD_BYTES else self.reading(whole)

    def one_line(self, line: Line) -> Reading | None:
        """The record on the line; None where the stream broke off inside it."""
        if line.size > len(line.data):
            return self.too_large(line)
        reading = self.reading(line)
        if line.is_cut and any(found.code in _BROKEN_OFF for found in reading.findings):
            self.unfinished = line.size  # told with the damage of the stream, which is its cause
            return None
        return reading

    def reading(self, line: Line, *, is_text_form: bool = False) -> Reading:
        notes = self.mark_note(line)
        try:
            text = line.data.decode("utf-8")
        except UnicodeDecodeError as error:
            return self.bad(line, _not_utf8(line, error), notes)
        if is_text_form:
            record, findings = read_text_form(text, line=line.number)
            return Reading(line.number, line.data, record, notes + findings, self.name)
        record, findings, value = read_json(text, line=line.number)
        return Reading(line.number, line.data, record, notes + findings, self.name, value=value)

    def too_large(self, line: Line) -> Reading:
        found = Finding(
            code=codes.RECORD_TOO_LARGE,
            message=f"the record has {line.size:,} bytes; at most {MAX_RECORD_BYTES:,} are read",
            place=Place(line=line.number),
            expected=f"at most {MAX_RECORD_BYTES} bytes",
            found=line.size,
        )
        return self.bad(line, found, self.mark_note(line))

    def damaged(self, damage: StreamDamageError) -> Reading:
        left = f"; {self.unfinished:,} bytes of an unfinished record were left" if self.unfinished else ""
        line = (
            self.last_line if self.unfinished else self.last_line + 1
        )  # the first that did not come out whole
        found = Finding(
            code=codes.STREAM_DAMAGED,
            message=f"{damage}{left}",
            place=Place(line=line),
            expected="a whole file",
        )
        return Reading(line, b"", None, (found,), self.name)

    def mark_note(self, line: Line) -> tuple[Finding, ...]:
        if line.mark is None:
            return ()
        message = f"a byte-order mark of {line.mark} stands before the record; it was skipped"
        return (Finding(code=codes.BYTE_ORDER_MARK, message=message, place=Place(line=line.number)),)

    def bad(self, line: Line, found: Finding, notes: tuple[Finding, ...]) -> Reading:
        return Reading(line.number, line.data, None, (*notes, found), self.name)


_BROKEN_OFF: Final = (codes.RECORD_TRUNCATED, codes.JSON_SYNTAX, codes.NOT_UTF8)


def _is_unfinished(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    try:
        decode(text)
    except NotPlainError:
        return any(fault.code is codes.RECORD_TRUNCATED for fault in scan(text).faults)
    return False


def _not_utf8(line: Line, error: UnicodeDecodeError) -> Finding:
    before = line.data[: error.start].decode("utf-8")
    breaks = before.count("\n")
    column = len(before) - (before.rfind("\n") + 1) + 1
    byte = line.data[error.start]
    return Finding(
        code=codes.NOT_UTF8,
        message=(
            f"the byte 0x{byte:02X} at position {error.start} of the record is not UTF-8;"
            " save the file as UTF-8 (an older encoding such as Latin-1 is likely)"
        ),
        place=Place(line=line.number + breaks, column=column),
        expected="UTF-8",
        found=f"0x{byte:02X}",
    )


def errors_of(reading: Reading) -> tuple[Finding, ...]:
    """The findings that make the record bad."""
    return tuple(found for found in reading.findings if found.severity is Severity.ERROR)
