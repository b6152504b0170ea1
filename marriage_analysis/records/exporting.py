"""Records brought to the form they are kept and exchanged in: rules written out, cards in order, a digest.

Nothing is added that the record does not say: no result, seat, date or card; no event is moved.
"""

from dataclasses import dataclass
from enum import Enum, unique

from marriage_analysis.findings import Finding, Place, Severity
from marriage_analysis.games.abilities import Shuffles
from marriage_analysis.records import codes
from marriage_analysis.records.canonical import canonical_bytes, digest_of
from marriage_analysis.records.model import Record


@unique
class DigestState(Enum):
    """How a record's digest stands to its content."""

    OK = "ok"
    MISMATCH = "mismatch"
    NONE = "none"


def digest_state(record: Record) -> DigestState:
    """Whether the digest belongs to the record as it stands; NONE where it carries none."""
    if record.digest is None:
        return DigestState.NONE
    return DigestState.OK if record.digest == digest_of(record) else DigestState.MISMATCH


def digest_finding(record: Record) -> Finding | None:
    """The finding of a digest that does not belong to its record; None where there is nothing to find."""
    if digest_state(record) is not DigestState.MISMATCH:
        return None
    return Finding(
        code=codes.DIGEST_MISMATCH,
        message="the record was changed after its digest was made, or the digest is another record's",
        place=Place(path="digest"),
        expected=digest_of(record),
        found=record.digest,
    )


@unique
class ShuffleState(Enum):
    """How a record's cards stand to the shuffle it claims for them."""

    OK = "ok"
    MISMATCH = "mismatch"
    NOT_CHECKED = "not_checked"
    NONE = "none"


def shuffle_findings(record: Record) -> tuple[ShuffleState, tuple[Finding, ...]]:
    """Whether the claimed shuffle gives the record's cards, and what is wrong where it does not."""
    game = record.game_value
    if not isinstance(game, Shuffles):
        return ShuffleState.NONE, ()
    found = game.check_shuffle(record.parts, seats=len(record.players), dealer=record.dealer)
    if found is None:
        return ShuffleState.NONE, ()
    if any(finding.severity is Severity.ERROR for finding in found):
        return ShuffleState.MISMATCH, found
    return (ShuffleState.NOT_CHECKED if found else ShuffleState.OK), found


@dataclass(frozen=True, slots=True)
class Expanded:
    """A record in its kept form, and what had to be done for it."""

    record: Record
    findings: tuple[Finding, ...] = ()


def expand(record: Record) -> Expanded:
    """The record with every rule option written out, hands in canonical order, and its digest.

    A record that carries its right digest is in that form and stays as it is, since another order of its
    cards would be another record. Where the rules are not known nothing can be written out and no digest is
    made. A digest that does not belong to the record is left and found (``digest_mismatch``).
    """
    game = record.game_value
    if record.digest is not None:
        found = digest_finding(record)
        return Expanded(record, () if found is None else (found,))
    parts = game.canonical(record.parts)
    changed = record.with_parts(parts)
    if not game.is_spelled_out(parts):
        return Expanded(changed)
    notes: tuple[Finding, ...] = ()
    if not game.is_spelled_out(record.parts):
        message = "the rules were written out option by option"
        notes = (Finding(code=codes.RULES_EXPANDED, message=message, place=Place(path="rules")),)
    return Expanded(changed.model_copy(update={"digest": digest_of(changed)}), notes)


def format_record(record: Record) -> bytes:
    """The record as one line of a record file, in canonical bytes, without a line end."""
    return canonical_bytes(record.to_mapping())
