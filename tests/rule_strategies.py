"""Hypothesis strategies for rule sets and for options given as JSON."""

from hypothesis import strategies as st

from marriage_analysis.games.marriage.rules.json_options import parse_options
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS, RuleSet
from marriage_analysis.games.marriage.rules.value_kinds import TierList, TunnelTable
from marriage_analysis.games.rule_options.value_kinds import MOST, Choice, Flag, Number, ValueKind

_POINTS = st.integers(0, 60) | st.integers(0, MOST)


def option_values(kind: ValueKind) -> st.SearchStrategy[object]:
    """Any JSON value that an option of this kind can have."""
    match kind:
        case Choice():
            return st.sampled_from(kind.words)
        case Flag():
            return st.booleans()
        case Number():
            numbers = (
                st.integers(kind.least, min(kind.most, 60)) | st.integers(kind.least, kind.most)
                if kind.only is None
                else st.sampled_from(kind.only)
            )
            return st.none() | numbers if kind.nullable else numbers
        case TierList():
            longest = min(kind.longest, kind.shortest + 5)
            tiers = st.lists(_POINTS, min_size=kind.shortest, max_size=longest).map(_going_on_upwards)
            return st.none() | tiers if kind.nullable else tiers
        case TunnelTable():
            return st.fixed_dictionaries(
                {}, optional={name: option_values(tiers) for name, tiers in kind.classes.items()}
            )
        case _:
            raise TypeError(kind)


def _going_on_upwards(tiers: list[int]) -> list[int]:
    return [*tiers[:-1], max(tiers[-2:])]


def options() -> st.SearchStrategy[dict[str, object]]:
    """Options as JSON, any of them or none, each value one the option can have; no aliases."""
    return st.fixed_dictionaries(
        {}, optional={name: option_values(text.kind) for name, text in OPTIONS.items()}
    )


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Any valid rule set: a preset with any of its options changed."""
    presets = st.sampled_from([preset.rules for preset in PRESETS.values()])
    return st.builds(parse_options, presets, options())
