"""The JSON Schema: current, valid, and of one mind with the models."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError
from record_samples import hand_written, sheet, with_play

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import record_model
from marriage_analysis.records.schema import record_schema, schema_file_name

SCHEMAS = Path(__file__).parents[2] / "schemas"
MODEL = record_model("marriage")
VALIDATOR: Any = jsonschema.Draft202012Validator(record_schema("marriage"))

FULL = with_play(
    session={"id": "s", "number": 3, "stake": {"currency": "NPR", "minor_per_point": 100}},
    meta={"date": "2026-11", "started_at": "2026-11-08T19:40:00+05:45", "x": [None]},
    sat_out=[{"name": "Chandra"}],
    deal={
        "hands": ["AS 18*??", None],
        "upcard": "9C",
        "stock": "5S",
        "shuffle": {"algorithm": "a", "seed": "b"},
    },
    times=[1, None, 3, 4],
    result={
        "ending": "finished",
        "reason": "none",
        "winner": 1,
        "finish": "dublees",
        "tiplu": "JC",
        "players": [
            {
                "seen": True,
                "route": "sets",
                "shown": "3S4S5S,6H6H6H",
                "sets": "AD2D3D",
                "holding": "TC 2*??",
                "displayed_tunnels": "6H 9S",
                "final_discard": "7?",
                "laid_marriage": False,
                "items": {"tiplu": 1, "laid_marriage": 0, "tunnels": {"ordinary": 1, "putali": 0}},
                "counted": 3,
                "maal": 4,
                "net": -8,
            },
            {},
        ],
    },
    dhoos=[{"seat": 0, "points": 15, "reason": "maal_throw", "turn": 1}],
    dhoos_due=[{"seat": 1, "points": 15, "from": "sheet-0"}],
    flags=["checked"],
    annotations=[{"turn": 2, "seat": 0, "kind": "dispute", "text": "t", "lang": "en", "by": 0, "at": "2026"}],
    corrects={"digest": "sha256:" + "a" * 64, "reason": "typo", "by": ["A"], "at": "2026-11-09", "note": "n"},
    extensions={"club.example": {"table": 4}},
    digest="sha256:" + "0" * 64,
)
EXPORTED = expand(MODEL.model_validate(sheet())).record.to_mapping()
GOOD = [*hand_written(), sheet(), sheet(rules={}), FULL, EXPORTED]

BAD_VALUES: list[Any] = [
    None,
    True,
    -1,
    7,
    2**53,
    "",
    "x",
    "AS",
    "1: s5S",
    [],
    [None],
    ["x"],
    {},
    {"x": 1},
    "9" * 300,
]


def accepts(document: Any) -> bool:
    try:
        MODEL.model_validate(document)
    except ValidationError:
        return False
    return True


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    elif isinstance(value, list):
        items = enumerate(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    for key, inner in items:  # pyright: ignore[reportUnknownVariableType]
        found += places(inner, (*path, key))  # pyright: ignore[reportUnknownArgumentType]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_committed_schema_is_the_generated_one(game: str) -> None:
    committed = (SCHEMAS / schema_file_name(game)).read_text(encoding="utf-8")
    assert json.loads(committed) == record_schema(game), f"write it anew: marriage schema --game {game}"


def test_it_is_a_valid_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(record_schema("marriage"))


@pytest.mark.parametrize("document", GOOD)
def test_good_records_are_good_to_both(document: dict[str, Any]) -> None:
    assert accepts(document)
    VALIDATOR.validate(document)


def _mutated(document: dict[str, Any], path: tuple[str | int, ...], value: Any, how: str) -> Any:
    changed = copy.deepcopy(document)
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    if how == "replace":
        holder[path[-1]] = value
    elif how == "remove":
        del holder[path[-1]]
    elif isinstance(holder, dict):
        holder["unheard_of"] = value
    else:
        holder.append(value)
    return changed


def _beyond_a_schema(document: Any) -> bool:
    """Whether the rules are at stake as a whole, which no schema can say."""
    rules = document.get("rules") if isinstance(document, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(rules, dict):
        return False
    return rules != EXPORTED["rules"] and rules.get("preset") not in ("pagat", "wikipedia-en", "house-app")  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("number", range(len(GOOD)))
def test_schema_and_model_agree_on_spoilt_records(number: int) -> None:
    document = GOOD[number]
    rng = random.Random(number)
    paths = places(document)
    refused = 0
    for path in paths if document is FULL else rng.sample(paths, min(40, len(paths))):
        if "tunnel_points" in path:  # points that go down are refused, which no schema can say
            continue
        for how, value in [("remove", None), ("add", 1), *(("replace", value) for value in BAD_VALUES)]:
            changed = _mutated(document, path, value, how)
            if _beyond_a_schema(changed):
                continue
            by_model, by_schema = accepts(changed), VALIDATOR.is_valid(changed)
            assert by_model == by_schema, (path, how, value)
            refused += not by_model
    assert refused > 10


def test_every_object_of_the_models_refuses_unknown_fields() -> None:
    schema = record_schema("marriage")
    for name, described in [("record", schema), *schema["$defs"].items()]:
        if described.get("type") == "object" and name != "Json":
            assert described["additionalProperties"] is False, name
