"""The rule set a record was played by, from what it writes under ``rules``."""

import marshal
from collections.abc import Mapping
from typing import Any, Final, cast

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.json_options import is_spelled_out, parse_options
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

_REMEMBERED: Final = 64
# The records of an archive repeat a few rule sets, and reading one costs more than the rest of a sheet.
_known: dict[tuple[str | None, bytes], RuleSet | None] = {}


def read_rules(preset: str | None, options: Mapping[str, object] | None) -> RuleSet | None:
    """The rule set; None where neither preset nor options are given: the rules are not known.

    With every option spelled out the preset is only a label and may be any name. Raises RuleOptionError.

    >>> read_rules("pagat", {"dhoos": 15}).dhoos, read_rules(None, None)
    (15, None)
    """
    # marshal keeps True and 1 apart, which equality of dicts would not.
    key = (preset, marshal.dumps(cast(Any, options), 2))
    if key not in _known:
        found = _read(preset, options)
        if len(_known) >= _REMEMBERED:
            _known.clear()
        _known[key] = found
    return _known[key]


def _read(preset: str | None, options: Mapping[str, object] | None) -> RuleSet | None:
    if options is not None and is_spelled_out(options):
        return parse_options(next(iter(PRESETS.values())).rules, options)
    if preset is not None:
        return rule_set(preset, options or {})
    if options:
        raise RuleOptionError(
            "options without a preset must name every option; name the preset that they change", option="preset"
        )
    return None
