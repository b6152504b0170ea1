"""Records of Marjolet for the tests, made from the hand-written sample."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marriage_analysis.audit.audit import RecordAudit, audit_records
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text

WHOLE_HAND: dict[str, Any] = json.loads(
    next(path for path in sample_files("sound", game="marjolet") if path.name == "whole-hand.jsonl").read_text(
        encoding="utf-8"
    )
)
POINTS = [
    {"points": 110, "brisques": 40, "melds": 60, "dix": 0, "bonus": 10},
    {"points": 160, "brisques": 40, "melds": 100, "dix": 10, "bonus": 10},
]


def hand(**changes: Any) -> dict[str, Any]:
    """The hand with fields changed; None leaves a field out."""
    return {name: value for name, value in {**WHOLE_HAND, **changes}.items() if value is not None}


def with_entry(turn: int, entry: str, **changes: Any) -> dict[str, Any]:
    play = list(WHOLE_HAND["play"])
    play[turn : turn + 1] = [entry]
    return hand(play=play, **changes)


def sheet(points: list[dict[str, int]], **changes: Any) -> dict[str, Any]:
    """Points without cards."""
    return hand(deal=None, play=None, view=None, result={"ending": "finished", "players": points}, **changes)


def record(mapping: Mapping[str, Any]) -> Record:
    read, findings = read_text(json.dumps(mapping))
    assert read is not None, findings
    return read


def audited(folder: Path, *mappings: Mapping[str, Any]) -> list[RecordAudit]:
    """The records audited together, each with an id of its own."""
    path = folder / "hands.jsonl"
    lines = (
        json.dumps({**mapping, "id": f"{mapping['id']}-{number}"}) + "\n"
        for number, mapping in enumerate(mappings)
    )
    path.write_text("".join(lines), encoding="utf-8")
    return list(audit_records([path]))


def told(audit: RecordAudit) -> list[tuple[str, str | None, str | None]]:
    """Code, path and rule of every finding."""
    return [(found.code.name, found.place.path, found.rule) for found in audit.findings]
