"""Rule options as JSON values: read over a base, write out, and tell whether all are there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.rule_options.value_kinds import in_words
from marriage_analysis.games.rule_options.written import no_such_option, write_options

from .rule_set import OPTIONS, TUNNEL_CLASSES, RuleSet
from .value_kinds import TunnelTable

MURDER = "murder"
"""An input word for two options at once (VAR-05): maal_pachaunu and tunnel_pachaunu."""

_MURDERED = ("maal_pachaunu", "tunnel_pachaunu")

OPTION_NAMES: tuple[str, ...] = (*OPTIONS, *(f"tunnel_points.{name}" for name in TUNNEL_CLASSES), MURDER)
"""Every name that may be given: the options, the parts of tunnel_points by a dotted name, and murder."""


def parse_options(base: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The base with the options given, as JSON values, in place of its own.

    ``tunnel_points`` given in part keeps the other parts of the base; ``{"tunnel_points.alter": [5]}`` gives
    one. ``{"murder": true}`` sets maal_pachaunu and tunnel_pachaunu. Raises RuleOptionError for names that do
    not exist, values that cannot be, and names that contradict each other.
    """
    values: dict[str, object] = {}
    tunnels: dict[str, tuple[int, ...]] = {}
    for name, value in options.items():
        if name == "tunnel_points" or name.startswith("tunnel_points."):
            part = value if name == "tunnel_points" else {name.removeprefix("tunnel_points."): value}
            _add_tunnels(tunnels, part)
        elif name in OPTIONS:
            values[name] = OPTIONS[name].kind.read(value, option=name)
        elif name != MURDER:
            raise no_such_option(name, value, OPTION_NAMES)
    if MURDER in options:
        _add_murder(values, options[MURDER])
    if tunnels:
        values["tunnel_points"] = replace(base.tunnel_points, **tunnels)
    return replace(base, **cast("dict[str, Any]", values)) if values else base


def _add_tunnels(tunnels: dict[str, tuple[int, ...]], part: object) -> None:
    kind = cast(TunnelTable, OPTIONS["tunnel_points"].kind)
    for name, tiers in kind.read_parts(part, option="tunnel_points").items():
        if tunnels.setdefault(name, tiers) != tiers:
            raise RuleOptionError(
                f"rule option tunnel_points.{name} is given twice, as {in_words(list(tunnels[name]))} and as"
                f" {in_words(list(tiers))}",
                option=f"tunnel_points.{name}",
                value=list(tiers),
            )


def _add_murder(values: dict[str, object], murder: object) -> None:
    if murder is not True:
        raise RuleOptionError(
            f"murder can only be true, not {in_words(murder)}: it stands for maal_pachaunu and"
            " tunnel_pachaunu both"
            " true; give these two themselves to switch either off",
            option=MURDER,
            value=murder,
        )
    for name in _MURDERED:
        if values.get(name, True) is not True:
            raise RuleOptionError(
                f"murder: true makes {name} true, but {name} is given as false",
                option=name,
                value=False,
            )
        values[name] = True


def format_options(rules: RuleSet) -> dict[str, object]:
    """Every option as a JSON value, in the order of the rules reference.

    ``parse_options(any_base, format_options(rules)) == rules``.
    """
    return write_options(OPTIONS, rules)


def is_spelled_out(options: Mapping[str, object]) -> bool:
    """Whether every option is there under its own name, tunnel_points with all parts, and nothing else.

    Values are not looked at.
    """
    tunnels = options.get("tunnel_points")
    return (
        options.keys() == OPTIONS.keys()
        # dict comes first, since every record asks: to ask for a mapping takes ten times as long.
        and isinstance(tunnels, (dict, Mapping))
        and tunnels.keys() == TUNNEL_CLASSES.keys()
    )
