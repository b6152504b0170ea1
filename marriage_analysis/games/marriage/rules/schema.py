"""The JSON Schema of rule options, made from the same data that reads them."""

from .json_options import MURDER
from .rule_set import OPTIONS
from .value_kinds import TunnelTable


def options_json_schema() -> dict[str, object]:
    """JSON Schema (draft 2020-12) of the options object that ``parse_options`` reads.

    Not in it, since a schema cannot say it: names that contradict each other (murder beside a false
    maal_pachaunu), and a list of tunnel points whose last step leads downwards.
    """
    properties: dict[str, object] = {}
    for name, text in OPTIONS.items():
        properties[name] = {"description": text.meaning, **text.kind.json_schema()}
        if isinstance(text.kind, TunnelTable):
            for part, tiers in text.kind.classes.items():
                properties[f"{name}.{part}"] = {
                    "description": f"The part {part} of {name} alone.",
                    **tiers.json_schema(),
                }
    properties[MURDER] = {"description": "Both maal_pachaunu and tunnel_pachaunu true.", "const": True}
    return {
        "title": "Rule options of Marriage",
        "description": "Options that change a preset. Every one may be left out.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
