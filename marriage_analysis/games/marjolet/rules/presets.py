"""The published readings of the rules, as values. A preset is data: no code asks for a preset's name."""

from collections.abc import Mapping
from dataclasses import replace

from marriage_analysis.games.marjolet.rules.json_options import parse_options
from marriage_analysis.games.marjolet.rules.options import (
    DixPlay,
    ExchangeTime,
    GameEnd,
    MeldTable,
    PlainJackMeld,
    TakenCardMeld,
    TenthBonus,
    TurnedSeven,
)
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.rule_options.presets import Preset, by_name, find_preset

_SEED = RuleSet(
    tenth_bonus=TenthBonus.WINNER,
    all_six=60,
    plain_jq_meld=PlainJackMeld.MARJOLET,
    melds_per_window=None,
    meld_table=MeldTable.MARJOLET,
    fresh_card=False,
    meld_after_tenth=True,
    exchange_after_tenth=True,
    exchange_time=ExchangeTime.WINDOW,
    taken_card_meld=TakenCardMeld.AT_ONCE,
    dix_play=DixPlay.ALWAYS,
    turned_seven=TurnedSeven.TWICE,
    target=500,
    game_end=GameEnd.SETTLEMENT,
)

PRESETS: Mapping[str, Preset[RuleSet]] = by_name(
    Preset(
        name="seed",
        source="The Spanish rendering of the Wikipedia article on Marjolet (S1); what it leaves open is"
        " filled as the rule book says.",
        rules=_SEED,
    ),
    Preset(
        name="older-article",
        source="An older English Wikipedia article (S3), which differs in the bonus of the tenth trick, in"
        " the one for the last six tricks, and gives nothing for playing the seven of trumps.",
        rules=replace(_SEED, tenth_bonus=TenthBonus.LOSER, all_six=50, dix_play=DixPlay.NEVER),
    ),
    Preset(
        name="bezique-like",
        source="The rules of seed with the customs that texts on Bezique have (B1, B3) and the meld table"
        " of S10.",
        rules=replace(
            _SEED,
            tenth_bonus=TenthBonus.NONE,
            melds_per_window=1,
            meld_table=MeldTable.BEZIQUE,
            fresh_card=True,
            taken_card_meld=TakenCardMeld.NEXT_WINDOW,
            dix_play=DixPlay.OPEN_PHASE,
            game_end=GameEnd.IMMEDIATE,
        ),
    ),
)
"""The presets by name, the usual one first."""

_NO_OPTIONS: dict[str, object] = {}


def rule_set(preset: str, options: Mapping[str, object] = _NO_OPTIONS) -> RuleSet:
    """The rule set of a preset with some options changed, given as JSON values.

    Raises RuleOptionError for a preset or option that does not exist and for a value an option cannot have.

    >>> rule_set("seed", {"target": 1000}).target
    1000
    """
    return parse_options(find_preset(PRESETS, preset).rules, options)
