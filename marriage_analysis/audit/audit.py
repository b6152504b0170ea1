"""Audits records: reads them, has each game examine its own, gives a verdict a record.

Streams: one record is in memory at a time. Sessions of games are judged in ``sessions/``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from marriage_analysis.audit.verdict import Verdict, verdict_of
from marriage_analysis.findings import Finding, Place, Severity
from marriage_analysis.games.examination import Examination
from marriage_analysis.records import codes as record_codes
from marriage_analysis.records.corrections import Corrections, corrected_numbers
from marriage_analysis.records.exporting import digest_finding
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import Reading, read_records
from marriage_analysis.records.streams import readable_twice
from marriage_analysis.records.validate import placed
from marriage_analysis.records.views import view_finding


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAudit:
    """One record audited. ``skipped`` says why it was passed over; then nothing was judged."""

    path: str | None
    line: int
    record: Record | None
    findings: tuple[Finding, ...]
    examination: Examination | None = None
    verdict: Verdict | None = None
    skipped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCheck:
    """One record validated: structure and legality, no claim compared. ``is_ok`` means no error was found."""

    path: str | None
    line: int
    record: Record | None
    findings: tuple[Finding, ...]
    skipped: str | None = None

    @property
    def is_ok(self) -> bool:
        """Whether the record is sound."""
        return self.skipped is None and not any(f.severity is Severity.ERROR for f in self.findings)


def player_names(record: Record) -> tuple[str, ...]:
    """What messages call the players of a record, in the order of seats."""
    return tuple(player.label for player in record.players)


def examine_record(record: Record) -> Examination:
    """The record's game examines it; nothing outside the game's own fields is judged."""
    return record.game_value.examine(
        record.parts, players=player_names(record), dealer=record.dealer, sat_out=len(record.sat_out or ())
    )


def audit_records(sources: Sequence[str | Path], *, only: str | None = None) -> Iterator[RecordAudit]:
    """Every record of the files, audited, in their order.

    A record that a later one corrects is passed over, and so is every other id where ``only`` names one.
    Raises ``InputFileError`` for a file that cannot be opened.
    """
    with readable_twice(sources) as inputs:
        corrected = corrected_numbers(inputs)
        tracker = Corrections()
        number = -1
        for reading in _readings(inputs):
            number += 1
            if _is_other(reading, only):
                yield _skipped(reading, "another game was asked for")
            elif number in corrected:
                if reading.record is not None:
                    tracker.add(reading.record)
                message = "a later record corrects this one, so it was passed over"
                note = Finding(record_codes.RECORD_CORRECTED, message, Place(path="id", line=reading.line))
                yield _skipped(reading, "a later record corrects it", note)
            else:
                yield audit_reading(reading, tracker)


def audit_reading(reading: Reading, tracker: Corrections | None = None) -> RecordAudit:
    """One reading audited; with a tracker also against the records that it has seen before."""
    if reading.record is None:
        return RecordAudit(
            path=reading.path,
            line=reading.line,
            record=None,
            findings=reading.findings,
            verdict=Verdict.INVALID,
        )
    examination = examine_record(reading.record)
    findings = _placed(
        reading, (*_own(reading, reading.record), *examination.findings, *_tracked(reading.record, tracker))
    )
    return RecordAudit(
        path=reading.path,
        line=reading.line,
        record=reading.record,
        findings=findings,
        examination=examination,
        verdict=verdict_of(findings, examination),
    )


def validate_records(sources: Sequence[str | Path], *, only: str | None = None) -> Iterator[RecordCheck]:
    """Every record of the files judged for structure and legality; see :func:`audit_records`."""
    tracker = Corrections()
    for reading in _readings(sources):
        if _is_other(reading, only):
            skipped = "another game was asked for"
            yield RecordCheck(path=reading.path, line=reading.line, record=None, findings=(), skipped=skipped)
            continue
        findings = reading.findings
        record = reading.record
        if record is not None:
            legality = record.game_value.legality(
                record.parts, players=player_names(record), dealer=record.dealer
            )
            findings = _placed(reading, (*_own(reading, record), *legality, *_tracked(record, tracker)))
        yield RecordCheck(path=reading.path, line=reading.line, record=record, findings=findings)


def _readings(sources: Iterable[str | Path | BinaryIO]) -> Iterator[Reading]:
    for source in sources:
        yield from read_records(source)


def _is_other(reading: Reading, only: str | None) -> bool:
    return only is not None and (reading.record is None or reading.record.id != only)


def _skipped(reading: Reading, reason: str, *notes: Finding) -> RecordAudit:
    return RecordAudit(
        path=reading.path, line=reading.line, record=reading.record, findings=notes, skipped=reason
    )


def _own(reading: Reading, record: Record) -> tuple[Finding, ...]:
    """What the record says of itself and is not so: its digest, whose view it is."""
    digest = None if reading.has_right_digest else digest_finding(record)
    return tuple(found for found in (digest, view_finding(record)) if found is not None)


def _tracked(record: Record, tracker: Corrections | None) -> tuple[Finding, ...]:
    return () if tracker is None else tracker.add(record)


def _placed(reading: Reading, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The reading's findings and these, each with the line and column of the field it names."""
    text = reading.raw.decode("utf-8")
    more = placed(findings, text, reading.line, is_text_form=reading.is_text_form)
    return (*reading.findings, *more)
