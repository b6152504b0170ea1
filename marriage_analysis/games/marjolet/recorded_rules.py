"""The rule set a record was played by, from what it writes under ``rules``."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marjolet.rules.json_options import is_spelled_out, parse_options
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


def read_rules(preset: str | None, options: Mapping[str, object] | None) -> RuleSet | None:
    """The rule set; None where neither preset nor options are given: the rules are not known.

    With every option spelled out the preset is only a label and may be any name. Raises RuleOptionError.

    >>> read_rules("seed", {"target": 1000}).target, read_rules(None, None)
    (1000, None)
    """
    # As JSON text, which keeps true and 1 apart; the records of an archive repeat a few rule sets.
    return _read(preset, None if options is None else json.dumps(options))


@lru_cache(maxsize=64)
def _read(preset: str | None, written: str | None) -> RuleSet | None:
    options = None if written is None else cast("dict[str, Any]", json.loads(written))
    if options is not None and is_spelled_out(options):
        return parse_options(next(iter(PRESETS.values())).rules, options)
    if preset is not None:
        return rule_set(preset, options or {})
    if options:
        raise RuleOptionError(
            "options without a preset must name every option; name the preset that they change", option="preset"
        )
    return None
