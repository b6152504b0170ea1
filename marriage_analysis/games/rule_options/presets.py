"""Presets: published rule sets by name, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.rule_options.value_kinds import did_you_mean, in_words

Rules = TypeVar("Rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset(Generic[Rules]):
    """A named rule set and the text it is taken from."""

    name: str
    source: str
    rules: Rules


def by_name(*presets: Preset[Rules]) -> Mapping[str, Preset[Rules]]:
    """The presets by name, in the order given."""
    return {preset.name: preset for preset in presets}


def find_preset(presets: Mapping[str, Preset[Rules]], name: str) -> Preset[Rules]:
    """The preset of that name; raises ``RuleOptionError`` where there is none."""
    found = presets.get(name)
    if found is None:
        raise RuleOptionError(
            f"there is no preset {in_words(name)}; the presets are {', '.join(presets)}"
            f"{did_you_mean(name, list(presets))}",
            option="preset",
            value=name,
        )
    return found
