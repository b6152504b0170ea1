"""Records as JSON values through the whole audit: reader, checks, settlement, verdict."""

import io
import json
from typing import Any

from marriage_analysis.audit.audit import RecordAudit, audit_reading
from marriage_analysis.findings import Finding
from marriage_analysis.records.reader import read_records


def audited(record: dict[str, Any]) -> RecordAudit:
    """The audit of one record, read from its JSON text."""
    (reading,) = read_records(io.BytesIO(json.dumps(record).encode() + b"\n"))
    return audit_reading(reading)


def codes_of(audit: RecordAudit, *severities: str) -> set[str]:
    """The names of the codes found, of those severities or of all."""
    found = [f for f in audit.findings if not severities or f.severity.value in severities]
    return {finding.code.name for finding in found}


def found_at(audit: RecordAudit, code: str, path: str) -> Finding:
    """The one finding with that code at that place."""
    (finding,) = [f for f in audit.findings if f.code.name == code and f.place.path == path]
    return finding


def slips_of(audit: RecordAudit) -> str:
    """What the likely mistakes say, one after the other."""
    return "\n".join(f.message for f in audit.findings if f.code.name == "likely_mistake")
