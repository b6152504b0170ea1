"""A correction: a whole new record with the same id that says what it corrects; the old one stays as it is."""

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from marriage_analysis.errors import RecordError
from marriage_analysis.findings import Finding
from marriage_analysis.records.canonical import digest_of
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import Path, format_path, parse_path
from marriage_analysis.records.validate import read_text


@dataclass(frozen=True, slots=True)
class Corrected:
    """The new record, None where the changes make no record; then the findings say why."""

    record: Record | None
    findings: tuple[Finding, ...]


def correct_record(
    record: Record,
    changes: Mapping[str, object],
    *,
    reason: str,
    by: Sequence[str] = (),
    at: str | None = None,
    note: str | None = None,
) -> Corrected:
    """The correction of a record: fields (``result.players[1].net``) with new JSON values, None = left out.

    A record that carries a digest gets a new one and names that of the old one as it stands, by which archives
    know it, also where another was written in it; a hand-written record stays so. Raises
    ``RecordError`` for a place that the record does not have, and for a change of what a correction must keep:
    id, game, digest and ``corrects``.
    """
    mapping = copy.deepcopy(record.to_mapping())
    for text, value in changes.items():
        path = parse_path(text)
        if not path or path[0] in ("id", "game", "format", "version", "digest", "corrects"):
            raise RecordError(f"a correction keeps the {text or 'record'} of the record as it is", path=text)
        _put(mapping, path, value)
    replaced = None if record.digest is None else digest_of(record)
    said = {"digest": replaced, "reason": reason, "by": list(by) or None, "at": at, "note": note}
    mapping["corrects"] = {name: value for name, value in said.items() if value is not None}
    mapping.pop("digest", None)
    made, findings = read_text(json.dumps(mapping, ensure_ascii=False))
    if made is not None and record.digest is not None:
        made = expand(made).record
    return Corrected(made, findings)


def _put(mapping: dict[str, Any], path: Path, value: object) -> None:
    """Set the value at the path; objects on the way are made, list entries must be there."""
    target: Any = mapping
    for length, step in enumerate(path, start=1):
        is_last = length == len(path)
        if not _has_room(target, step):
            raise RecordError(f"the record has no {format_path(path[:length])}", path=format_path(path))
        if is_last:
            target[step] = value
        elif isinstance(step, str):
            target = target.setdefault(step, {})
        else:
            target = target[step]


def _has_room(target: Any, step: str | int) -> bool:
    """Whether there can be such a field, or is such an entry."""
    if isinstance(step, str):
        return isinstance(target, dict)
    return isinstance(target, list) and step < len(cast("list[Any]", target))
