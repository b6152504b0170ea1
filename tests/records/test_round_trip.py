"""Records made at random: what is written is read again, and the canonical form is one."""

import io
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_analysis.games.marriage.play_pattern import ENTRY
from marriage_analysis.records.exporting import DigestState, digest_state, expand, format_record
from marriage_analysis.records.model import record_model
from marriage_analysis.records.reader import read_records

_faces = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] + ["JK", "MC"])
_cards = st.one_of(_faces, st.sampled_from(["??", "7?", "?D", "5H|6H"]))
_hands = st.lists(_cards, min_size=1, max_size=22).map(" ".join)
_sets = st.lists(st.lists(_faces, min_size=2, max_size=4).map("".join), min_size=1, max_size=7).map(",".join)
_points = st.integers(0, 2**53 - 1) | st.integers(0, 40)
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_objects = st.dictionaries(
    st.text(max_size=8).filter(lambda key: key not in ("date", "started_at")), _json, max_size=3
)


def _some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


_player = _some(
    seen=st.booleans(),
    route=st.sampled_from(["sets", "dublees"]),
    shown=_sets,
    holding=_hands,
    displayed_tunnels=st.lists(_faces, min_size=1, max_size=7).map(" ".join),
    final_discard=_cards,
    items=_some(tiplu=_points, tunnels=_some(ordinary=_points)),
    maal=_points,
    net=st.integers(-(2**53) + 1, 2**53 - 1),
)


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    seats = draw(st.integers(2, 6))
    names = draw(st.lists(st.text(min_size=1, max_size=10), min_size=seats, max_size=seats))
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": draw(st.text(min_size=1, max_size=30)),
        "rules": draw(
            st.sampled_from([{}, {"preset": "pagat"}, {"preset": "house-app", "options": {"dhoos": 5}}])
        ),
        "players": [{"id": str(seat), "name": name} for seat, name in enumerate(names)],
    }
    record |= draw(
        _some(
            dealer=st.integers(0, seats - 1),
            meta=_objects,
            extensions=_objects,
            flags=st.just(["checked"]),
            result=_some(
                winner=st.integers(0, seats - 1),
                players=st.lists(_player, min_size=seats, max_size=seats),
            ),
        )
    )
    if draw(st.booleans()):
        record["play"] = draw(st.lists(st.from_regex(ENTRY, fullmatch=True), max_size=4))
        record["deal"] = draw(_some(hands=st.lists(st.none() | _hands, min_size=seats, max_size=seats)))
        record["view"] = draw(st.sampled_from(["all", "public", 0]))
    return record


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
