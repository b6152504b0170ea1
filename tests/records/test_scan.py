"""The JSON of one record: what is refused, and where it stands."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.records.limits import MAX_DEPTH
from marriage_analysis.records.scan import (
    NotPlainError,
    Path,
    Positions,
    decode,
    decode_compact,
    format_path,
    scan,
)

_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def _walk(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    found: list[tuple[Path, Any]] = [(path, value)]
    if isinstance(value, dict):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            found += _walk(inner, (*path, key))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, list):
        for index, inner in enumerate(value):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            found += _walk(inner, (*path, index))
    return found


@given(_json, st.sampled_from([None, 1, 3]), st.booleans())
def test_sound_json_has_no_fault_and_every_value_is_found_where_it_stands(
    value: Any, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    values = _walk(value)
    result = scan(text, [path for path, _ in values])
    assert decode(text) == value
    assert result.faults == ()
    for path, inner in values:
        start, end = result.spans[path]
        assert json.loads(text[start:end]) == inner


@given(_json, st.data())
def test_the_scanner_and_the_decoder_agree_on_cut_and_spoilt_text(value: Any, data: st.DataObject) -> None:
    text = json.dumps({"a": value, "b": [value]}, ensure_ascii=False)
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:at] + data.draw(st.sampled_from(["", '"', "\\", "}", "]", ",", ":", "x", "\x01", "1"]))
    spoilt += data.draw(st.sampled_from(["", text[at + 1 :], text[at:]]))
    try:
        decode(spoilt)
    except NotPlainError:
        assert scan(spoilt).faults != ()
    else:
        assert scan(spoilt).faults == ()


@given(st.dictionaries(st.text(), _json, max_size=4), st.sampled_from([None, (",", ":")]), st.booleans())
def test_a_compact_text_gives_the_same_value_as_any_other(
    value: dict[str, Any], separators: tuple[str, str] | None, ascii_only: bool
) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=ascii_only)
    assert decode_compact(text) in (None, value)
    assert decode_compact(json.dumps(value, separators=(",", ":"), ensure_ascii=False)) == value


@given(_json, st.data())
def test_what_is_read_as_compact_is_what_the_decoder_reads(value: Any, data: st.DataObject) -> None:
    text = json.dumps({"a": value, "b": [value]}, ensure_ascii=False, separators=(",", ":"))
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:at] + data.draw(st.sampled_from(["", '"', "\\", "}", ",", ":", '"a":1,', "\x01", "1", " "]))
    spoilt += data.draw(st.sampled_from(["", text[at + 1 :], text[at:]]))
    compact = decode_compact(spoilt)
    if compact is not None:
        assert decode(spoilt) == compact


_rules = st.dictionaries(st.sampled_from(["a", "rules", "the rules met before"]), _json, max_size=3)


@given(st.lists(_rules, min_size=1, max_size=2), st.data())
def test_rules_met_before_are_read_as_if_for_the_first_time(
    met: list[dict[str, Any]], data: st.DataObject
) -> None:
    def compact(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    for rules in met:
        decode_compact(compact({"a": 1, "rules": rules}))
    known = st.sampled_from([*met, "the rules met before", {"a": 1, "rules": met[0]}])
    value = {
        name: data.draw(known | _json)
        for name in data.draw(st.permutations(["a", "rules", "z", "the rules met before"]))
    }
    text = compact(value)
    assert decode_compact(text) == value
    at = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(
        st.sampled_from(["", '"', "\\", "}", ",", '"rules":1,', "\x01", " ", f',"rules":{compact(met[0])}'])
    )
    spoilt = text[:at] + piece + data.draw(st.sampled_from(["", text[at + 1 :], text[at:]]))
    read = decode_compact(spoilt)
    if read is not None:
        assert decode(spoilt) == read
        assert compact(read) == spoilt


@pytest.mark.parametrize(
    "text", ['{"a":1,"a":1}', '{"a":{"b":1,"b":2}}', '{"a":"\\ud800"}', '{"a":NaN}', '{"a": 1}', "[1]", "{"]
)
def test_no_compact_object(text: str) -> None:
    assert decode_compact(text) is None


@given(st.data())
def test_every_cut_of_a_record_is_told_as_cut(data: st.DataObject) -> None:
    text = json.dumps({"a": [1, {"b": "c\\u00e9 \n"}, True], "d": None}, ensure_ascii=True)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    (fault,) = scan(cut).faults
    assert (fault.code.name, fault.offset) == ("record_truncated", len(cut))


@pytest.mark.parametrize(
    ("text", "code", "path", "offset"),
    [
        ('{"a":1,"a":2}', "duplicate_key", ("a",), 7),
        ('{"m":{"x":[{"k":1,"\\u006b":1}]}}', "duplicate_key", ("m", "x", 0, "k"), 18),  # P71: the same name
        ('{"a":NaN}', "number_not_integer", ("a",), 5),
        ('{"a":-Infinity}', "number_not_integer", ("a",), 5),
        ('{"a":1e400}', "number_not_integer", ("a",), 5),
        ('{"a":1.0}', "number_not_integer", ("a",), 5),
        ('{"a":[0,9007199254740992]}', "number_not_integer", ("a", 1), 8),
        ('{"a":' + "9" * 5_000 + "}", "number_not_integer", ("a",), 5),
        ('{"a":"\\ud800"}', "lone_surrogate", ("a",), 5),
        ('{"a":"\\uDC00x"}', "lone_surrogate", ("a",), 5),
        ('{"\\ud800":1}', "lone_surrogate", ("",), 1),
        ('{"a":01}', "json_syntax", ("a",), 6),
        ("{'a':1}", "json_syntax", (0,), 1),
        ('{"a":True}', "json_syntax", ("a",), 5),
        ('{"a" 1}', "json_syntax", ("a",), 5),
        ('{"a":1,}', "json_syntax", ("a",), 7),
        ('{"a":"b\tc"}', "json_syntax", ("a",), 7),
        ('{"a":"\\x"}', "json_syntax", ("a",), 6),
        ("", "record_truncated", (), 0),
        ('{"a":1}{"a":2}', "trailing_data", (), 7),
        ('{"a":1} x', "trailing_data", (), 8),
    ],
)
def test_faults_have_their_place(text: str, code: str, path: Path, offset: int) -> None:
    fault = scan(text).faults[0]
    assert (fault.code.name, fault.path, fault.offset) == (code, path, offset)


@pytest.mark.parametrize("text", ['{"a":"\\ud83c\\udca1"}', '{"a":-0}', '{"a":9007199254740991}', '"\u2028"'])
def test_what_looks_odd_and_is_sound(text: str) -> None:
    assert decode(text) == json.loads(text)
    assert scan(text).faults == ()


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("times", [MAX_DEPTH, 1_000, 200_000])
def test_deep_nesting_is_refused_by_name_of_the_limit(opening: str, times: int) -> None:  # P07
    text = opening * times
    with pytest.raises(NotPlainError):
        decode(text)
    fault = scan(text).faults[0]
    if times > MAX_DEPTH or len(opening) > 5:
        assert fault.code.name == "too_deep"
        assert str(MAX_DEPTH) in fault.message


def test_depth_up_to_the_limit_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert scan(text).faults == ()
    assert decode(text) == json.loads(text)
    with pytest.raises(NotPlainError):
        decode(f"[{text}]")


def test_brackets_in_texts_are_no_depth() -> None:
    assert decode(json.dumps({"a": "[" * 500})) == {"a": "[" * 500}


def test_every_fault_is_told_up_to_a_limit() -> None:
    assert len(scan('{"a":1.5,"b":[NaN,1e3],"a":2}').faults) == 4
    assert len(scan("[" + "1.5," * 5_000_000 + "1]").faults) == 20


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_and_column(end: str) -> None:
    text = end.join(["{", ' "a": 1,', ' "é🂡": 2.5', "}"])
    (fault,) = scan(text).faults
    place = Positions(text, 7).place(fault.offset, fault.path)
    assert (place.line, place.column, place.path) == (9, 8, '["é🂡"]')


def test_paths_name_turns() -> None:
    place = Positions("x", 1).place(0, ("play", 3))
    assert (place.turn, place.path) == (3, "play[3]")
    assert format_path(()) is None
