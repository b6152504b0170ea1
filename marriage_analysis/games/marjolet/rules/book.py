"""The rule book of Marjolet, as `marriage rules` shows it and as its page (``docs/rules-marjolet.md``)."""

from collections.abc import Mapping

from marriage_analysis.games.marjolet.rules.json_options import format_options
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import OPTIONS
from marriage_analysis.games.marjolet.rules.rulebook import RULES, SOURCES
from marriage_analysis.games.rule_options.rule_book import PublishedRules, RuleBook

CHAPTERS = {
    "MJ-P": "The pack",
    "MJ-D": "The deal",
    "MJ-T": "Tricks",
    "MJ-M": "Melds",
    "MJ-X": "The dix",
    "MJ-S": "The last six tricks",
    "MJ-B": "Bonuses and brisques",
    "MJ-G": "Hand and game",
    "MJ-I": "What follows from the rules",
}
"""Heading of each chapter, by the letters of its rule IDs."""

_HEAD = """\
# The rules of Marjolet

<!-- Made by `marriage rules document --game-type marjolet > docs/rules-marjolet.md`. -->

Marjolet is a French game for two with 32 cards: tricks, melds, the marjolet (the jack of trumps) and the dix
(the seven of trumps). The published texts differ; here every rule has an ID that stays the same, every point of
difference is an option, and a preset is one reading of all options. Rules stand as in the preset `seed`; what
the options change is said with them. On the command line:

```
marriage rules list --game-type marjolet
marriage rules show seed --option target=1000
marriage rules diff seed older-article
marriage rules explain all_six
```"""

_OPTIONS = """\
In a record options stand as `"rules": {"preset": "seed", "options": {"target": 1000}}`, on the command line as
`--rules seed --option target=1000`.

- `turned_seven` acts only where `dix_play` is `"always"`: a seven turned up cannot be played before the
  eleventh trick.
- `fresh_card`: a card is no longer fresh once it has lain in a meld, in the same window too, so the order of
  melds counts. A card taken by the exchange is fresh until it is melded.
- `exchange_after_tenth` false closes the exchange from the winning of the tenth trick on.
- Under `exchange_time` `"own_turn"` an exchange outside a window cannot be recorded in format 1.0, and neither
  `marriage simulate` nor `marriage record` offers it."""


def _change(preset: str, options: Mapping[str, object]) -> dict[str, object]:
    return format_options(rule_set(preset, options))


RULE_BOOK = RuleBook(
    presets={
        preset.name: PublishedRules(preset.name, preset.source, format_options(preset.rules))
        for preset in PRESETS.values()
    },
    options=OPTIONS,
    rules=RULES,
    sources=SOURCES,
    chapters=CHAPTERS,
    change=_change,
    page_head=_HEAD,
    page_options=_OPTIONS,
)
"""Everything there is to say about the rules of Marjolet."""
