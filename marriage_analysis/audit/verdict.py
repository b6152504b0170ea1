"""The verdict on one record: one word for what its audit found."""

from collections.abc import Iterable
from enum import Enum, unique

from marriage_analysis.findings import Concern, Finding, Severity
from marriage_analysis.games.examination import Examination


@unique
class Verdict(Enum):
    """What the audit of a record came to, the first that fits in this order.

    invalid: the record cannot be read, or says what cannot be. discrepancy: a claimed number is not what the
    record's own facts give. unclaimed: no number is claimed. incomplete: nothing is wrong, but a claimed
    number cannot be recomputed. clean: every claimed number was recomputed and agrees.
    """

    INVALID = "invalid"
    DISCREPANCY = "discrepancy"
    UNCLAIMED = "unclaimed"
    INCOMPLETE = "incomplete"
    CLEAN = "clean"

    @property
    def is_bad(self) -> bool:
        """Whether a record with this verdict counts as bad."""
        return self in (Verdict.INVALID, Verdict.DISCREPANCY)


def verdict_of(findings: Iterable[Finding], examination: Examination | None) -> Verdict:
    """The verdict from a record's findings and its examination (None where it could not be read)."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if examination is None or any(finding.code.concern is Concern.RECORD for finding in errors):
        return Verdict.INVALID
    if errors:
        return Verdict.DISCREPANCY
    if not examination.is_claimed:
        return Verdict.UNCLAIMED
    return Verdict.CLEAN if examination.recomputed else Verdict.INCOMPLETE
