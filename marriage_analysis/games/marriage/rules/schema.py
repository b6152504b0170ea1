"""The JSON Schema of rule options, made from the same data that reads them."""

from typing import assert_never

from .json_options import MURDER
from .rule_set import OPTIONS
from .value_kinds import MOST, Choice, Flag, Kind, Number, TierList, TunnelTable


def options_json_schema() -> dict[str, object]:
    """JSON Schema (draft 2020-12) of the options object that ``parse_options`` reads.

    Not in it, since a schema cannot say it: names that contradict each other (murder beside a false
    maal_pachaunu), and a list of tunnel points whose last step leads downwards.
    """
    properties: dict[str, object] = {}
    for name, text in OPTIONS.items():
        properties[name] = {"description": text.meaning, **_value_schema(text.kind)}
        if isinstance(text.kind, TunnelTable):
            for part, tiers in text.kind.classes.items():
                properties[f"{name}.{part}"] = {
                    "description": f"The part {part} of {name} alone.",
                    **_value_schema(tiers),
                }
    properties[MURDER] = {"description": "Both maal_pachaunu and tunnel_pachaunu true.", "const": True}
    return {
        "title": "Rule options of Marriage",
        "description": "Options that change a preset. Every one may be left out.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _value_schema(kind: Kind) -> dict[str, object]:
    match kind:
        case Choice():
            return {"type": "string", "enum": list(kind.words)}
        case Flag():
            return {"type": "boolean"}
        case Number():
            bounds = (
                {"minimum": kind.least, "maximum": kind.most}
                if kind.only is None
                else {"enum": list(kind.only)}
            )
            return {"type": _or_null("integer", nullable=kind.nullable), **bounds}
        case TierList():
            return {
                "type": _or_null("array", nullable=kind.nullable),
                "items": {"type": "integer", "minimum": 0, "maximum": MOST},
                "minItems": kind.shortest,
                "maxItems": kind.longest,
            }
        case TunnelTable():
            return {
                "type": "object",
                "properties": {name: _value_schema(tiers) for name, tiers in kind.classes.items()},
                "additionalProperties": False,
            }
        case _:
            assert_never(kind)


def _or_null(name: str, *, nullable: bool) -> object:
    return [name, "null"] if nullable else name
