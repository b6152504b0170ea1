"""Records through the audit into the book of their session."""

import io
import json
from collections.abc import Iterable
from typing import Any

from marriage_analysis.audit.audit import RecordAudit, audit_reading
from marriage_analysis.records.reader import read_records
from marriage_analysis.sessions.book import SessionBook, SessionReport


def audits_of(records: Iterable[dict[str, Any]]) -> list[RecordAudit]:
    """Each record audited by itself, in this order."""
    lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    return [audit_reading(reading) for reading in read_records(io.BytesIO(lines))]


def report_of(records: Iterable[dict[str, Any]]) -> SessionReport:
    """The report of the one session that the records belong to."""
    book = SessionBook()
    for audit in audits_of(records):
        assert audit.record is not None, audit.findings
        book.add(audit)
    (report,) = book.reports()
    return report


def session_codes(report: SessionReport) -> list[str]:
    """The names of the codes found, in order."""
    return [finding.code.name for _, finding in report.findings]
