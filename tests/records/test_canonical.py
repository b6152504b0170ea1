"""Canonical bytes: the cases of RFC 8785 that records can meet, digests, and that they never vary."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_samples import HAND_WRITTEN, hand_written, sheet, with_play

from marriage_analysis.errors import RecordError
from marriage_analysis.records.canonical import canonical_bytes, digest_of
from marriage_analysis.records.exporting import DigestState, digest_state, expand, format_record
from marriage_analysis.records.model import Record, record_model
from marriage_analysis.records.validate import read_text


def _record(mapping: dict[str, Any]) -> Record:
    return record_model("marriage").model_validate(mapping)


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), _json, max_size=5))
def test_nothing_is_lost(value: dict[str, Any]) -> None:
    assert json.loads(canonical_bytes(value)) == value


@given(st.dictionaries(st.text(), _json, max_size=5), st.randoms())
def test_the_order_of_fields_does_not_matter(value: dict[str, Any], random: Any) -> None:
    keys = list(value)
    random.shuffle(keys)
    assert canonical_bytes({key: value[key] for key in keys}) == canonical_bytes(value)


def test_rfc_8785_sorting_example() -> None:
    # RFC 8785, section 3.2.3: the sample with its expected order of names.
    value = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical_bytes(value))) == order


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"\uffff": 1, "\U00010000": 2}, b'{"\xf0\x90\x80\x80":2,"\xef\xbf\xbf":1}'),  # P73: UTF-16 order
        ({"a": "\u2028\u2029"}, b'{"a":"\xe2\x80\xa8\xe2\x80\xa9"}'),  # P73: not escaped
        ({"a": "\x7f"}, b'{"a":"\x7f"}'),  # P73: DEL is not escaped
        ({"a": '\x00\x1f\b\t\n\f\r"\\/'}, b'{"a":"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/"}'),
        # RFC 8785, section 3.2.2, its sample of a text
        ({"string": '\u20ac$\x0f\nA\'B"\\\\"/'}, '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'.encode()),
        ({"literals": [None, True, False]}, b'{"literals":[null,true,false]}'),
        ({"b": -0, "a": [], "c": {}}, b'{"a":[],"b":0,"c":{}}'),
    ],
)
def test_cases(value: dict[str, Any], expected: bytes) -> None:
    assert canonical_bytes(value) == expected


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), 2**53, -(2**53), "\ud800", {1: 2}, {"\udfff": 1}, b"x", {1}]
)
def test_what_no_record_can_hold_is_refused_with_its_place(value: object) -> None:
    with pytest.raises(RecordError) as caught:
        canonical_bytes({"meta": {"x": [value]}})
    assert caught.value.path is not None
    assert caught.value.path.startswith("meta.x[0]")


def test_depth_is_bounded() -> None:
    value: dict[str, Any] = {}
    for _ in range(100_000):
        value = {"a": value}
    with pytest.raises(RecordError):
        canonical_bytes(value)


def test_digests_are_the_same_in_every_process() -> None:
    script = (
        "import sys, json;"
        "from marriage_analysis.records.reader import read_records;"
        "from marriage_analysis.records.exporting import expand;"
        f"print(*[expand(r.record).record.digest for r in read_records({str(HAND_WRITTEN)!r})])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert outputs.pop().split() == [expand(_record(mapping)).record.digest for mapping in hand_written()]


@pytest.mark.parametrize("mapping", hand_written(), ids=lambda mapping: str(mapping["id"]))
def test_format_is_idempotent_and_adds_nothing_else(mapping: dict[str, Any]) -> None:
    record = expand(_record(mapping)).record
    line = format_record(record)
    again, findings = read_text(line.decode())
    assert again is not None
    assert findings == ()
    assert digest_state(again) is DigestState.OK
    assert format_record(expand(again).record) == line
    written = json.loads(line)
    assert set(written) - set(mapping) == {"digest"}
    for field in ("play", "dealer", "players", "dhoos", "dhoos_due", "corrects", "annotations", "view", "id"):
        assert written.get(field) == mapping.get(field)


def test_hands_are_put_in_order_and_stock_sets_and_play_are_not() -> None:
    deal = {"hands": ["3S 18*?? JK AS 2*7?", None], "upcard": "9C", "stock": "QC AS 5S"}
    player = {"shown": "6H6H6H,3S4S5S", "holding": "TC AS TC", "displayed_tunnels": "KC 2S"}
    record = _record(with_play(deal=deal, result={"players": [player, {}]}))
    written = expand(record).record.to_mapping()
    assert written["deal"] == {"hands": ["AS 3S JK 2*7? 18*??", None], "upcard": "9C", "stock": "QC AS 5S"}
    assert written["result"]["players"] == [
        {"shown": "6H6H6H,3S4S5S", "holding": "AS TC TC", "displayed_tunnels": "2S KC"},
        {},
    ]
    assert written["play"] == with_play()["play"]


def test_notes_do_not_touch_the_digest() -> None:
    plain, noted = _record(sheet()), _record(sheet(annotations=[{"text": "a long evening"}]))
    assert digest_of(plain) == digest_of(noted)
    assert digest_of(plain) != digest_of(_record(sheet(dealer=1)))


def test_null_and_left_out_are_the_same_but_in_rules_meta_extensions_and_lists() -> None:
    loud = sheet(deal=None, sat_out=None, session=None, meta=None, extensions=None, dhoos=None)
    loud["result"] = {**loud["result"], "tiplu": None}
    assert digest_of(_record(loud)) == digest_of(_record(sheet()))
    kept = sheet(
        meta={"date": None, "x": {"y": None}},
        extensions={"club.example": None},
        rules={"preset": "pagat", "options": {"master_card": None}},
        deal={"hands": [None, "AS"]},
        view="all",
    )
    assert _record(kept).to_mapping() == kept


def test_rules_not_known_stay_so_and_get_no_digest() -> None:
    record = expand(_record(sheet(rules={}))).record
    assert record.digest is None
    assert record.to_mapping()["rules"] == {}


def test_a_changed_record_keeps_its_digest_and_is_found_out() -> None:
    mapping = expand(_record(sheet())).record.to_mapping()
    mapping["result"]["winner"] = 0
    forged = _record(mapping)
    assert digest_state(forged) is DigestState.MISMATCH
    expanded = expand(forged)
    assert expanded.record == forged
    assert [found.code.name for found in expanded.findings] == ["digest_mismatch"]


def test_rules_are_written_out_with_a_note() -> None:
    expanded = expand(_record(sheet()))
    assert [found.code.name for found in expanded.findings] == ["rules_expanded"]
    rules = expanded.record.to_mapping()["rules"]
    assert rules["preset"] == "pagat"
    assert rules["options"]["seen_payment"] == 3
