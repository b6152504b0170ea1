"""The short way to the kept form of a record gives nothing that the long way would not."""

import hashlib
import json
import random
from io import BytesIO
from typing import Any

from marriage_analysis.package_data import records_folder
from marriage_analysis.records.as_written import rules_as_kept
from marriage_analysis.records.canonical import canonical_bytes
from marriage_analysis.records.exporting import digest_state, expand, format_record
from marriage_analysis.records.reader import read_records

FILES = sorted(records_folder().glob("*/sound/*.jsonl"))


def _spoilt(value: Any, chance: random.Random) -> Any:
    """The value, perhaps with the fields of an object in another order, with a null or other oddity put in."""
    if isinstance(value, list):
        entries: list[Any] = [_spoilt(entry, chance) for entry in value]  # pyright: ignore[reportUnknownVariableType]
        return entries
    if not isinstance(value, dict):
        return value
    fields: list[Any] = [(key, _spoilt(inner, chance)) for key, inner in value.items()]  # pyright: ignore[reportUnknownVariableType]
    if chance.random() < 0.04:
        chance.shuffle(fields)
    if chance.random() < 0.04:
        odd: tuple[Any, ...] = (None, [[]], "x")
        fields.append((chance.choice(["zz", "note", "site", "date", "tiplu"]), odd[chance.randrange(3)]))
    return dict(fields)


def _digested(mapping: dict[str, Any]) -> bytes:
    """The mapping in compact JSON, in the order it has, with the digest that those bytes would have."""

    def compact(value: Any) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    covered = compact({key: value for key, value in mapping.items() if key != "digest"})
    return compact({**mapping, "digest": f"sha256:{hashlib.sha256(covered).hexdigest()}"})


def test_what_is_taken_for_kept_is_kept() -> None:
    chance = random.Random(5)
    met = {True: 0, False: 0}
    missed = 0
    for path in FILES:
        for reading in read_records(path):
            assert reading.record is not None
            kept = json.loads(format_record(expand(reading.record).record))
            kept.pop("annotations", None)
            for spoil in (False, *(True,) * 20):
                line = _digested(_spoilt(kept, chance) if spoil else kept)
                (again,) = read_records(BytesIO(line))
                record = again.record
                if record is None:
                    continue
                rules = rules_as_kept(record, again.raw, again.value)
                is_kept = digest_state(record).value == "ok" and format_record(record) == line
                assert rules is None or is_kept
                assert again.has_right_digest is (rules is not None)
                met[rules is not None] += 1
                if rules is not None:
                    told = record.to_mapping()["rules"]
                    assert rules.preset == told.get("preset")
                    options = told.get("options")
                    assert rules.options == (canonical_bytes(options).decode() if options else None)
                else:
                    missed += is_kept
    assert min(met.values()) > 100 > 10 * missed  # keys beyond ASCII
