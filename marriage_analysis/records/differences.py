"""What differs between two records, or between two archives: field by field, nothing judged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import Path, format_path


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not the same: its path, and what stands there in each; None where it is left out."""

    path: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class RecordPair:
    """A record of the first archive and its counterpart of the second; one is None where it has none."""

    before: Record | None
    after: Record | None
    differences: tuple[Difference, ...] = ()


def record_differences(before: Record, after: Record) -> tuple[Difference, ...]:
    """Every field that differs, in the order of the fields.

    Both are compared in their kept form, so a preset and its options written out are the same, and so are hands
    in another order. The digest is not compared: it differs exactly where something else does.
    """
    return tuple(_differences(_kept(before), _kept(after), ()))


def archive_differences(before: Iterable[Record], after: Iterable[Record]) -> Iterator[RecordPair]:
    """The records of both archives in pairs of one game and id: the first archive's order, then what is new.

    Of several records of one id, equal ones are paired first, then the others in their order. Holds both
    archives in memory.
    """
    left: dict[tuple[str, str], list[Record]] = {}
    for record in after:
        left.setdefault((record.game, record.id), []).append(record)
    old = list(before)
    twins = {id(record): _take_equal(record, left.get((record.game, record.id), [])) for record in old}
    for record in old:
        others = left.get((record.game, record.id), [])
        twin = twins[id(record)] or (others.pop(0) if others else None)
        changed = () if twin is None else record_differences(record, twin)
        yield RecordPair(record, twin, changed)
    for others in left.values():
        for record in others:
            yield RecordPair(None, record)


def _take_equal(record: Record, others: list[Record]) -> Record | None:
    for index, other in enumerate(others):
        if not record_differences(record, other):
            return others.pop(index)
    return None


def _kept(record: Record) -> dict[str, Any]:
    mapping = expand(record).record.to_mapping()
    mapping.pop("digest", None)
    return mapping


def _differences(before: object, after: object, path: Path) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        old, new = cast("Mapping[str, object]", before), cast("Mapping[str, object]", after)
        for key in dict.fromkeys((*old, *new)):
            yield from _differences(old.get(key), new.get(key), (*path, key))
    elif isinstance(before, list) and isinstance(after, list):
        first, second = cast("Sequence[object]", before), cast("Sequence[object]", after)
        for index in range(max(len(first), len(second))):
            one = first[index] if index < len(first) else None
            other = second[index] if index < len(second) else None
            yield from _differences(one, other, (*path, index))
    elif before != after or isinstance(before, bool) is not isinstance(after, bool):
        yield Difference(format_path(path) or "", cast("object", before), after)
