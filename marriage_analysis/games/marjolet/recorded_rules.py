"""The rule set a record was played by, from what it writes under ``rules``."""

from collections.abc import Mapping
from typing import Final

from marriage_analysis.games.marjolet.rules.json_options import is_spelled_out, parse_options
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.rule_options.recorded import RuleReader


def _whole(options: Mapping[str, object]) -> RuleSet:
    return parse_options(next(iter(PRESETS.values())).rules, options)


_READER: Final = RuleReader(is_spelled_out=is_spelled_out, whole=_whole, changed=rule_set)


def read_rules(preset: str | None, options: Mapping[str, object] | None) -> RuleSet | None:
    """The rule set; None where neither preset nor options are given: the rules are not known.

    With every option spelled out the preset is only a label and may be any name. Raises RuleOptionError.

    >>> read_rules("seed", {"target": 1000}).target, read_rules(None, None)
    (1000, None)
    """
    return _READER.read(preset, options)
