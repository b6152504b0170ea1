"""The published scoring examples by their IDs: through ``settle``, and as records through the audit."""

import json
from pathlib import Path
from typing import Any

import pytest
from marriage.auditing import audited, codes_of, found_at
from marriage.literal_maal import LiteralSeat, LiteralTable, literal_nets, literal_points
from marriage.tables import facts_of, record_of

from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.games.marriage.checker import check_settlement
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.settle import settle

DATA = Path(__file__).parent.parent / "data"
VECTORS: list[dict[str, Any]] = json.loads((DATA / "marriage-scoring.json").read_text(encoding="utf-8"))
IDS = [vector["id"] for vector in VECTORS]


def table_of(vector: dict[str, Any]) -> LiteralTable:
    return LiteralTable(
        rules=rule_set(vector["rules"]["preset"], vector["rules"]["options"]),
        tiplu=vector["tiplu"],
        seats=tuple(
            LiteralSeat(
                seen=player["seen"],
                holding=tuple(player["holding"].split()),
                displayed=tuple(player.get("displayed_tunnels", "").split()),
                laid=player.get("laid_marriage", False),
                route=player.get("route", "sets"),
            )
            for player in vector["players"]
        ),
        winner=vector["winner"],
        finish=vector["finish"],
        due=tuple((due["seat"], due["points"]) for due in vector.get("dhoos_due", ())),
        fouls=tuple((foul["seat"], foul["points"]) for foul in vector.get("dhoos", ())),
    )


def record_with_claims(vector: dict[str, Any]) -> dict[str, Any]:
    expected = vector["expected"]
    record = record_of(table_of(vector), rules=vector["rules"], maal=expected["maal"], net=expected["net"])
    for row, player in zip(record["result"]["players"], vector["players"], strict=True):
        if "final_discard" in player:
            row["final_discard"] = player["final_discard"]
        if "route" in player:
            row["route"] = player["route"]
    return record


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_settled(vector: dict[str, Any]):
    settlement = settle(facts_of(table_of(vector)))
    assert list(settlement.points) == vector["expected"]["maal"]
    assert list(settlement.net) == vector["expected"]["net"]
    assert check_settlement(settlement) == ()


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_counted_by_the_literal_rules(vector: dict[str, Any]):
    table = table_of(vector)
    points = literal_points(table)
    assert points == vector["expected"]["maal"]
    assert literal_nets(table, points) == vector["expected"]["net"]


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_audited_clean(vector: dict[str, Any]):
    audit = audited(record_with_claims(vector))
    assert audit.verdict is Verdict.CLEAN, audit.findings
    assert audit.examination is not None
    for column in ("maal", "net"):
        assert list(audit.examination.derived[column]) == vector["expected"][column]
        assert list(audit.examination.claimed[column]) == vector["expected"][column]


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_derived_where_nothing_is_claimed(vector: dict[str, Any]):
    audit = audited(record_of(table_of(vector), rules=vector["rules"]))
    assert audit.verdict is Verdict.UNCLAIMED
    assert audit.examination is not None
    for column in ("maal", "net"):
        assert list(audit.examination.derived[column]) == vector["expected"][column]


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
@pytest.mark.parametrize("field", ["maal", "net"])
def test_one_claim_changed(vector: dict[str, Any], field: str):
    for seat, right in enumerate(vector["expected"][field]):
        record = record_with_claims(vector)
        record["result"]["players"][seat][field] = right + 3
        audit = audited(record)
        assert audit.verdict is Verdict.DISCREPANCY
        finding = found_at(audit, f"{field}_differs", f"result.players[{seat}].{field}")
        assert (finding.expected, finding.found) == (right, right + 3)
        assert finding.place.seat == seat
        wanted = {"maal_differs"} if field == "maal" else {"net_differs", "net_sum_not_zero"}
        assert codes_of(audit, "error") == wanted
