"""The JSON Schema (draft 2020-12) of a game's records, made from the models that check them."""

from collections.abc import Mapping
from typing import Any, Final, cast

from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.records.model import VERSION, record_model

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_JSON: Final[Mapping[str, Any]] = {
    "description": "Any JSON whose numbers are whole.",
    "anyOf": [
        {"type": ["null", "boolean", "string"]},
        {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
        {"type": "array", "items": {"$ref": "#/$defs/Json"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Json"}},
    ],
}


def record_schema(game: str) -> dict[str, Any]:
    """The schema of the records of a game; raises ``KeyError`` for a game not in the catalog.

    Not in it, since a schema cannot say it: numbers written as ``1.0`` are refused on reading, field names
    may not be given twice, nesting is bounded, dates must be in the calendar, seats and turns must exist, and
    the rules must make a whole rule set.
    """
    described = cast("dict[str, Any]", _plain(record_model(game).model_json_schema(by_alias=True)))
    described.pop("title", None)
    described.pop("description", None)
    for field in ("meta", "extensions"):
        for branch in described["properties"][field]["anyOf"]:
            if branch["type"] == "object":
                branch["additionalProperties"] = {"$ref": "#/$defs/Json"}
    described["$defs"]["Json"] = _JSON
    return {
        "$schema": DIALECT,
        "title": f"Record of a game of {game.capitalize()}, format {VERSION}",
        "description": "One game. A field that is not known is left out, or null.",
        **described,
    }


def schema_file_name(game: str) -> str:
    """The name under which ``schemas/`` keeps the schema of a game."""
    return f"{game}-record-{VERSION}.json"


def _plain(node: Any) -> Any:
    """The schema without titles made from field names, defaults of null and all but the start of docstrings."""
    if isinstance(node, list):
        return [_plain(entry) for entry in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    result: dict[str, Any] = {}
    for key, value in cast("dict[str, Any]", node).items():
        if (key == "title" and isinstance(value, str)) or (key == "default" and value is None):
            continue
        if key == "description" and isinstance(value, str):  # what follows a blank line is for programmers
            result[key] = " ".join(value.partition("\n\n")[0].split())
        elif key in ("properties", "$defs"):  # their keys are names, and may be "title" or "default"
            result[key] = {name: _plain(inner) for name, inner in cast("Mapping[str, Any]", value).items()}
        else:
            result[key] = _plain(value)
    return result
