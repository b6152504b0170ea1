"""A record of what one seat, or everybody, saw: told where it shows more than that."""

import io
from typing import Any

import pytest
from record_samples import line_of, with_play

from marriage_analysis.audit.audit import audit_reading
from marriage_analysis.findings import Finding
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.views import SeatOrPublic, view_finding, view_of

UNFINISHED = {
    "ending": "abandoned",
    "tiplu": "JC",
    "players": [{"seen": True, "maal": 2}, {"seen": True, "maal": 7}],
}


def read(value: dict[str, Any]) -> Record:
    (reading,) = read_records(io.BytesIO(line_of(value)))
    assert reading.record is not None, reading.findings
    return reading.record


def viewed(view: SeatOrPublic, **fields: Any) -> dict[str, Any]:
    """The game with turns as the view shows it, as a JSON value."""
    return view_of(read({**with_play(), **fields}), view).to_mapping()


def found(value: dict[str, Any]) -> Finding | None:
    return view_finding(read(value))


RECORDS = [
    reading.record
    for folder in ("sound", "partial")
    for path in sample_files(folder)
    for reading in read_records(path)
    if reading.record is not None
]


def test_a_view_that_was_made_by_masking_shows_nothing_beyond_itself() -> None:
    looked = 0
    for record in RECORDS:
        assert view_finding(record) is None
        if record.view == "all":
            for view in (*range(len(record.players)), "public"):
                assert view_finding(view_of(record, view)) is None  # type: ignore[arg-type]
                looked += 1
    assert looked > 20


def _set(value: dict[str, Any], path: tuple[str | int, ...], put: Any) -> dict[str, Any]:
    inner: Any = value
    for step in path[:-1]:
        if step == "deal":
            inner.setdefault("deal", {})
        inner = inner[step]
    inner[path[-1]] = put
    return value


HAND = "3S 4S 6H 6H 6H AD 2D 3D 7C 8C 9C QC 8D 6D KS KD 2H 4C 9S 5D QH"

MORE: list[tuple[SeatOrPublic, tuple[str | int, ...], Any, str]] = [
    (0, ("deal", "hands"), [None, HAND], "deal.hands[1]"),
    (0, ("deal", "hands"), [None, "QH 20*??"], "deal.hands[1]"),
    ("public", ("deal", "hands"), [HAND, None], "deal.hands[0]"),
    (0, ("deal", "stock"), "5S 107*??", "deal.stock"),
    (0, ("deal", "shuffle"), {"algorithm": "sha256-fisher-yates-1", "seed": "x"}, "deal.shuffle"),
    (0, ("play", 3), "1: sJD x9S", "play[3]"),
    (0, ("play", 3), "1: sJ? x9S", "play[3]"),
    (0, ("play", 1), "1: s?? show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC@41) xQH", "play[1]"),
    ("public", ("play", 2), "0: s4S show(6S7S8S,2C3C4C,JHQHKH) see(??) x3H", "play[2]"),
]


@pytest.mark.parametrize(("view", "path", "put", "told"), MORE, ids=[f"{case[0]} {case[3]}" for case in MORE])
def test_what_the_seat_cannot_have_seen_is_told(
    view: SeatOrPublic, path: tuple[str | int, ...], put: Any, told: str
) -> None:
    value = _set(viewed(view), path, put)
    finding = found(value)
    assert finding is not None
    assert (finding.code.name, finding.severity.value, finding.place.path) == (
        "view_tells_more",
        "warning",
        told,
    )
    (reading,) = read_records(io.BytesIO(line_of(value)))
    (placed,) = [one for one in audit_reading(reading).findings if one.code.name == "view_tells_more"]
    assert placed.place.column is not None
    assert found({**value, "view": "all"}) is None


def test_the_result_of_a_game_that_nobody_finished() -> None:
    told = found({**viewed(0), "result": UNFINISHED})
    assert told is not None
    assert told.message.endswith("cannot have seen what stands at result.players[1].maal")
    public = found({**viewed("public"), "result": UNFINISHED})
    assert public is not None
    assert public.message == (
        "not everybody saw what stands at result.tiplu, result.players[0].maal, result.players[1].maal"
    )


def test_many_places_are_not_all_named() -> None:
    told = found({**with_play(deal={"hands": [HAND, None]}), "view": "public"})
    assert told is not None
    assert told.message == "not everybody saw what stands at deal.hands[0], play[1], play[2] and 1 more"


@pytest.mark.parametrize("hidden", ["21*??", "20*?? ??"])
def test_cards_that_lie_face_down_tell_nothing(hidden: str) -> None:
    assert found(_set(viewed(0), ("deal", "hands"), [None, hidden])) is None
