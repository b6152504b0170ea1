"""Any record that the model accepts is audited without an exception, and its verdict makes sense."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from marriage.auditing import audited

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.findings import Concern, Severity
from marriage_analysis.games.marriage.audit import Settled
from marriage_analysis.games.marriage.checker import check_settlement

FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["JK", "MC"]
NEAR = ["JC", "QC", "TC", "JS", "JD", "AC", "KC", "2C", "6H", "JK", "MC", "3S", "4S", "5S"]
# Few faces, so that they meet; and every kind of cell.
face = st.sampled_from(NEAR) | st.sampled_from(FACES)
cell = face | st.sampled_from(["??", "J?", "?C", "JC|QC", "JK|MC", "??|JC"])
run = cell | st.builds("{}*{}".format, st.integers(1, 25), cell)
cards = st.lists(run, max_size=24).map(" ".join)
faces = st.lists(face, max_size=9).map(" ".join)
one_set = (
    st.lists(face, min_size=1, max_size=5).map("".join) | face.map(lambda f: f * 3) | face.map(lambda f: f * 2)
)
unknown_set = st.lists(cell, min_size=1, max_size=4).map("".join)
sets = st.lists(one_set, min_size=1, max_size=8).map(",".join) | st.lists(unknown_set, min_size=1).map(",".join)
points = st.integers(-40, 40) | st.sampled_from([2**53 - 1, -(2**53 - 1), 0])
count = st.integers(0, 4) | st.sampled_from([7, 8, 22, 2**53 - 1])
route = st.sampled_from(["sets", "dublees"])


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with any of the fields, any of them null."""
    return st.fixed_dictionaries({}, optional={name: st.none() | values for name, values in fields.items()})


tunnels = some(ordinary=count, ordinary_joker=count, poplu_jhiplu=count, alter=count, putali=count)
items = some(
    tiplu=count,
    poplu=count,
    jhiplu=count,
    alter=count,
    putali=count,
    master_card=count,
    laid_marriage=st.integers(0, 2),
    tunnels=tunnels,
)
player = some(
    seen=st.booleans(),
    route=route,
    shown=sets,
    sets=sets,
    holding=cards,
    displayed_tunnels=faces,
    final_discard=cell,
    laid_marriage=st.booleans(),
    items=items,
    counted=points.map(abs),
    maal=points.map(abs),
    net=points,
)
ending = st.sampled_from(["finished", "dismissed", "cancelled", "abandoned", "unknown"])
seat = st.integers(0, 5)
options = some(
    kidnap=st.sampled_from(["off", "points", "cards"]),
    maal_pachaunu=st.booleans(),
    tunnel_pachaunu=st.booleans(),
    tunnel_source=st.sampled_from(["dealt_displayed", "any_shown"]),
    tunnel_mode=st.sampled_from(["replace", "additive"]),
    maal_assignment=st.sampled_from(["maximise", "greedy"]),
    dhoos_when=st.sampled_from(["next", "current"]),
    foul_exempt_from_payment=st.booleans(),
    ace_tiplu_marriage=st.booleans(),
    max_players=st.integers(2, 6),
    putali=st.integers(0, 3),
    better=st.integers(1, 3),
    dublee_payment_mode=st.sampled_from(["add_bonus", "replace_seen", "separate"]),
).map(lambda chosen: {name: value for name, value in chosen.items() if value is not None})
presets = st.sampled_from(
    ["pagat", "wikipedia-en", "wikipedia-es", "wikipedia-ja", "wikipedia-pl", "house-app"]
)
known_rules = st.fixed_dictionaries({"preset": presets, "options": options})
no_rules: dict[str, Any] = {}
rules: st.SearchStrategy[dict[str, Any]] = known_rules | st.just(no_rules)


@st.composite
def odd_records(draw: st.DrawFn) -> dict[str, Any]:
    n = draw(st.integers(2, 6))
    rows = st.lists(player, min_size=n, max_size=n) | st.lists(player, min_size=1, max_size=6)
    result = some(
        ending=ending,
        reason=st.just("odd"),
        winner=st.integers(0, n - 1) | seat,
        finish=route,
        tiplu=cell | st.just("JC"),
        players=rows,
    )
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "odd",
        "rules": draw(rules),
        "players": [{"name": f"P{index}"} for index in range(n)],
    }
    fine = st.fixed_dictionaries({"seat": st.integers(0, n - 1) | seat, "points": points.map(abs)})
    extra = draw(some(result=result, dhoos=st.lists(fine, max_size=2), dhoos_due=st.lists(fine, max_size=2)))
    if draw(st.booleans()):
        hands = st.none() | st.lists(st.none() | cards.filter(bool), min_size=1, max_size=6)
        extra["deal"] = draw(some(hands=hands, upcard=cell))
        entries = st.sampled_from(["0: s?? x??", "1: ?", "0: nodiscard", "5: s5S xQH", "-: gap"])
        extra["play"] = draw(st.none() | st.lists(entries, max_size=4))
        if any(extra[name] is not None for name in ("deal", "play")):
            extra["view"] = "all"
    return {**record, **extra}


def check_sensible(audit: RecordAudit) -> None:
    errors = [finding for finding in audit.findings if finding.severity is Severity.ERROR]
    assert audit.verdict is not None
    assert audit.verdict.is_bad is bool(errors)
    if audit.record is None:
        assert audit.verdict is Verdict.INVALID
        return
    examination = audit.examination
    assert examination is not None
    n = len(audit.record.players)
    for columns in (examination.claimed, examination.derived):
        assert set(columns) == {"maal", "net"}
        assert {len(column) for column in columns.values()} == {n}
    assert len(examination.basis) == n
    nets = examination.derived["net"]
    assert None not in nets or set(nets) == {None}
    if None not in nets:
        assert sum(net or 0 for net in nets) == 0
    if any(finding.code.concern is Concern.RECORD for finding in errors):
        assert audit.verdict is Verdict.INVALID
    if audit.verdict is Verdict.CLEAN:
        check_agrees(audit)
    if isinstance(examination.detail, Settled):
        assert check_settlement(examination.detail.settlement) == ()


def check_agrees(audit: RecordAudit) -> None:
    """Clean means: whatever is claimed was derived, and is the same."""
    assert audit.examination is not None
    for name, column in audit.examination.claimed.items():
        for claimed, found in zip(column, audit.examination.derived[name], strict=True):
            assert claimed is None or claimed == found


@given(odd_records())
def test_any_record_is_audited(record: dict[str, Any]):
    check_sensible(audited(record))


@given(odd_records(), st.lists(player, min_size=6, max_size=6), st.integers(0, 5))
def test_any_finished_game_is_audited(record: dict[str, Any], rows: list[dict[str, Any]], winner: int):
    n = len(record["players"])
    record["rules"] = (
        {"preset": "pagat", "options": {"max_players": 6}} if not record["rules"] else record["rules"]
    )
    given_result: dict[str, Any] = record.get("result") or {}
    record["result"] = {
        **given_result,
        "ending": "finished",
        "winner": winner % n,
        "tiplu": "JC",
        "players": [{**row, "seen": True} if seat == winner % n else row for seat, row in enumerate(rows[:n])],
    }
    check_sensible(audited(record))


@given(st.data())
def test_any_plain_sheet_is_audited(data: st.DataObject):
    """Few fields and no impossible card, so that most of these are settled."""
    n = data.draw(st.integers(2, 6))
    plain = some(
        seen=st.booleans(),
        route=route,
        holding=st.lists(st.sampled_from(["2S", "3H", "QC", "??"]), max_size=2).map(" ".join),
        items=some(jhiplu=st.integers(0, 1), tunnels=some(ordinary=st.integers(0, 2))),
        counted=st.integers(0, 9),
        maal=st.integers(0, 9),
        net=st.integers(-30, 30),
    )
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "plain",
        "rules": {"preset": data.draw(presets), "options": {**data.draw(options), "max_players": 6}},
        "players": [{"name": f"P{index}"} for index in range(n)],
        "result": {
            "winner": data.draw(st.integers(0, n - 1)),
            "tiplu": data.draw(st.sampled_from(["JC", "??", "AC", None])),
            "players": [data.draw(plain) for _ in range(n)],
        },
    }
    check_sensible(audited(record))
