"""Records made at random: what is written is read again, and the canonical form is one."""

import io
from typing import Any

from hypothesis import given, settings
from record_strategies import records

from marriage_analysis.records.exporting import DigestState, digest_state, expand, format_record
from marriage_analysis.records.model import record_model
from marriage_analysis.records.reader import read_records


@given(records())
@settings(max_examples=100)
def test_written_and_read_again_a_record_is_the_same(mapping: dict[str, Any]) -> None:
    record = record_model("marriage").model_validate(mapping)
    assert record.to_mapping() == mapping
    line = format_record(expand(record).record)
    assert b"\n" not in line
    (reading,) = read_records(io.BytesIO(line + b"\n"))
    assert reading.record is not None, reading.findings
    assert reading.record == expand(record).record
    assert format_record(reading.record) == line
    assert format_record(expand(reading.record).record) == line
    assert digest_state(reading.record) is (DigestState.OK if mapping["rules"] else DigestState.NONE)
