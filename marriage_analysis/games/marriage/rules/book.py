"""The rule book of Marriage, as `marriage rules` shows it and as its page (``docs/rules.md``)."""

from collections.abc import Mapping

from marriage_analysis.games.rule_options.rule_book import Alias, PublishedRules, RuleBook

from .json_options import MURDER, format_options
from .presets import PRESETS, rule_set
from .rule_set import OPTIONS, TUNNEL_CLASSES
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


def _change(preset: str, options: Mapping[str, object]) -> dict[str, object]:
    return format_options(rule_set(preset, options))


RULE_BOOK = RuleBook(
    presets={
        preset.name: PublishedRules(preset.name, preset.source, format_options(preset.rules))
        for preset in PRESETS.values()
    },
    options=OPTIONS,
    parts={"tunnel_points": TUNNEL_CLASSES},
    aliases={
        MURDER: Alias(
            "Another word for maal_pachaunu and tunnel_pachaunu both true; it can only be true.", "VAR-05"
        )
    },
    rules=RULES,
    sources=SOURCES,
    chapters=CHAPTERS,
    change=_change,
    page_head=_HEAD,
    page_options=_OPTIONS,
)
"""Everything there is to say about the rules of Marriage."""
