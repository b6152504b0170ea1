"""The worked combinations of the rules reference, one case each, named by their ID (tests/data)."""

import json
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.sets import recognise

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "marriage-combinations.json").read_text(encoding="utf-8")
)


def test_all_worked_combinations_are_here() -> None:
    assert [vector["id"] for vector in VECTORS] == [f"c{number}" for number in range(1, 31)]


@pytest.mark.parametrize(
    ("preset", "field"),
    [("pagat", "valid_exact3"), ("wikipedia-en", "valid_min3"), ("wikipedia-pl", "valid_min3")],
)
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_worked_combination(vector: dict[str, Any], preset: str, field: str) -> None:
    verdict = recognise(
        parse_faces(vector["cards"]),
        rules=rule_set(preset, vector.get("options", {})),
        tiplu=parse_face(vector["tiplu"]) if vector["wilds_usable"] else None,
        primary=vector["primary"],
    )
    assert verdict.valid is vector[field], verdict
    assert bool(verdict) is verdict.valid
    assert (verdict.kind is None) is not verdict.valid
    assert verdict.reason.endswith(".")


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["primary"]], ids=lambda v: v["id"])
def test_a_primary_set_is_the_same_for_an_owner_who_has_seen(vector: dict[str, Any]) -> None:
    rules = rule_set("wikipedia-en", vector.get("options", {}))
    verdict = recognise(
        parse_faces(vector["cards"]), rules=rules, tiplu=parse_face(vector["tiplu"]), primary=True
    )
    assert verdict.valid is vector["valid_min3"]
