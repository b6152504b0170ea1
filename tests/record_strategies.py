"""Records made at random, with every kind of field and text that is hard to write down."""

from typing import Any

from hypothesis import strategies as st

from marriage_analysis.games.marriage.play_pattern import ENTRY

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


_note_texts = st.text(max_size=12) | st.text(alphabet='ab {}@=,"\\\n\r\t[];-', max_size=12)


def _note(turns: int) -> st.SearchStrategy[dict[str, Any]]:
    fields: dict[str, st.SearchStrategy[Any]] = {
        "seat": st.integers(0, 1),
        "kind": st.sampled_from(["comment", "dispute"]),
        "text": _note_texts,
        "lang": st.sampled_from(["en", "ne-NP"]),
        "by": st.integers(0, 1) | st.sampled_from(["Asha", "3", "a b", "{x}", "@k=1", "é,"]),
        "at": st.sampled_from(["2026-11", "2026-11-08T19:40:00+05:45"]),
    }
    if turns:
        fields["turn"] = st.integers(0, turns - 1)
    return _some(**fields)


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
            flags=st.lists(st.sampled_from(["checked", "a.b"]), max_size=2),
            session=st.just({"id": "s", "number": 1, "stake": {"currency": "NPR", "minor_per_point": 100}}),
            sat_out=st.lists(st.just({"id": "away"}), max_size=1),
            dhoos=st.lists(_some(turn=st.integers(0, 9)).map(lambda one: {"seat": 0, "points": 15, **one})),
            corrects=_some(by=st.lists(st.text(min_size=1, max_size=8), max_size=2), note=st.text(max_size=9)),
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
        turns = len(record["play"])
        if draw(st.booleans()):
            record["times"] = draw(st.lists(st.none() | st.integers(0, 9_999), min_size=turns, max_size=turns))
        if draw(st.booleans()):
            record["annotations"] = draw(st.lists(_note(turns), max_size=5))
    return record
