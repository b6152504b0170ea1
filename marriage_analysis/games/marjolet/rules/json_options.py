"""Rule options as JSON values: read over a base, write out, and tell whether all are there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from marriage_analysis.games.marjolet.rules.rule_set import OPTIONS, RuleSet
from marriage_analysis.games.rule_options.written import no_such_option, write_options


def parse_options(base: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The base with the options given, as JSON values, in place of its own.

    Raises RuleOptionError for names that do not exist and values that cannot be.
    """
    values: dict[str, object] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise no_such_option(name, value, OPTIONS)
        values[name] = OPTIONS[name].kind.read(value, option=name)
    return replace(base, **cast("dict[str, Any]", values)) if values else base


def format_options(rules: RuleSet) -> dict[str, object]:
    """Every option as a JSON value, in the order of the rules reference.

    ``parse_options(any_base, format_options(rules)) == rules``.
    """
    return write_options(OPTIONS, rules)


def is_spelled_out(options: Mapping[str, object]) -> bool:
    """Whether every option is there and nothing else. Values are not looked at."""
    return options.keys() == OPTIONS.keys()


def options_json_schema() -> dict[str, object]:
    """JSON Schema (draft 2020-12) of the options object that :func:`parse_options` reads."""
    return {
        "title": "Rule options of Marjolet",
        "description": "Options that change a preset. Every one may be left out.",
        "type": "object",
        "properties": {
            name: {"description": text.meaning, **text.kind.json_schema()} for name, text in OPTIONS.items()
        },
        "additionalProperties": False,
    }
