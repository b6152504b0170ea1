"""The rules as a page of Markdown: presets, options, rules and sources (``docs/rules.md``)."""

import json
from typing import cast

from .json_options import format_options
from .presets import PRESETS
from .rule_set import OPTIONS
from .rulebook import RULES, SOURCES

CHAPTERS = {
    "TERM": "Terms",
    "DECK": "The pack and the players",
    "DEAL": "The deal",
    "TURN": "The turn",
    "STOCK": "The stock",
    "COMB": "Sets",
    "SHOW": "Showing and the tiplu",
    "DER": "Poplu and jhiplu",
    "WILD": "Wild cards",
    "DUB": "Dublees",
    "FIN": "Finishing",
    "PT": "Points",
    "SCORE": "Counting maal",
    "TUN": "Tunnels",
    "MAAL": "Whose maal counts",
    "SET": "Settlement",
    "VAR": "Variations",
    "IRR": "Irregularities",
    "CF": "Where the sources contradict each other",
    "SL": "Where no source says anything",
}
"""Heading of each chapter, by the letters of its rule IDs."""

_HEAD = """\
# The rules of Marriage

<!-- Made by `marriage rules document > docs/rules.md` from the data in games/marriage/rules. -->

Tables play Marriage by different rules, and the published texts contradict each other. Here every rule has an
ID that stays the same, every point of difference is an option, and a preset is one text's choice of all
options. What a record, a finding or an explanation cites is on this page. On the command line:

```
marriage rules list
marriage rules show pagat --option dhoos=15
marriage rules diff pagat house-app
marriage rules explain dublee_bonus
```"""

_OPTIONS = """\
In a record options stand as `"rules": {"preset": "pagat", "options": {"dhoos": 15}}`, on the command line as
`--rules pagat --option dhoos=15`.

- Points for several cards are always totals: `[2, 5, 10]` is 2 for one card, 5 for two, 10 for three.
- Where there are more tunnels than numbers, the last step repeats.
- Parts of `tunnel_points` that are not given keep their value. One part can be given as `tunnel_points.alter`.
- `"murder": true` is another way to write `maal_pachaunu` and `tunnel_pachaunu` both true.
- No number may be above 1000000."""


def rules_page() -> str:
    """The whole page, without a line break at its end."""
    parts = [
        _HEAD,
        "## Presets",
        *_presets(),
        "## Options",
        _OPTIONS,
        *_options(),
        "## Rules",
        "In brackets the sources of each rule.",
        *_rules(),
        "## Sources",
        _table(("code", "source"), [(source.code, source.text) for source in SOURCES.values()]),
    ]
    return "\n\n".join(parts)


def flat_options(options: dict[str, object]) -> dict[str, object]:
    """The options with the parts of tunnel_points as entries of their own (``tunnel_points.alter``)."""
    flat: dict[str, object] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            parts = cast("dict[str, object]", value)
            flat |= {f"{name}.{part}": tiers for part, tiers in parts.items()}
        else:
            flat[name] = value
    return flat


def _presets() -> list[str]:
    columns = {name: flat_options(format_options(preset.rules)) for name, preset in PRESETS.items()}
    names = list(next(iter(columns.values())))
    rows = [(f"`{name}`", *(_code(column[name]) for column in columns.values())) for name in names]
    return [
        "\n".join(f"- **{preset.name}**: {preset.source}" for preset in PRESETS.values()),
        _table(("option", *columns), rows),
    ]


def _options() -> list[str]:
    parts: list[str] = []
    for name, text in OPTIONS.items():
        lines = [f"### {name}", text.meaning, f"- Value: {text.kind.allowed()}."]
        if text.when_on:
            values = ", ".join(f"{preset} {_code(value)}" for preset, value in text.when_on.items())
            lines.append(f"- Where it is switched on or read the other way: {values}.")
        lines.append(f"- Rules: {', '.join(text.rules)}. Sources: {', '.join(text.sources)}.")
        parts.append("\n\n".join([*lines[:2], "\n".join(lines[2:])]))
    return parts


def _rules() -> list[str]:
    parts: list[str] = []
    for chapter, heading in CHAPTERS.items():
        entries = [
            f"- **{rule.id}** {rule.text} [{', '.join(rule.sources)}]"
            for rule in RULES.values()
            if rule.chapter == chapter
        ]
        parts += [f"### {heading} ({chapter})", "\n".join(entries)]
    return parts


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _code(value: object) -> str:
    return f"`{json.dumps(value)}`"
