"""Rule sets at random, for games that are drawn from a seed: each option that says what may be done."""

import random
from typing import Any, Final

from marriage_analysis.games.marriage.rules.json_options import parse_options
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "putali": (0, 1, 2, 3),
    "master_card": (None, 10),
    "master_card_in_primary": (True, False),
    "putali_tunnel_primary": (True, False),
    "first_upcard": ("may", "must", "stock_only"),
    "set_length": ("exact3", "min3"),
    "ace_high_sequence": (True, False),
    "no_return_discard": (True, False),
    "seen_take_wild": ("forbid", "allow"),
    "unseen_pick": ("any", "show_only", "none"),
    "stock_out": ("reshuffle_keep_top", "reshuffle_all", "dismiss"),
    "max_reshuffles": (None, 0, 1, 2),
    "open_maal": (True, False),
    "dublee_min_players": (2, 4),
    "joker_pair_dublee": ("off", "printed", "ordinary", "any_wild"),
    "dublee_finish_discard": (True, False),
    "tunnel_window": ("before_any_draw", "before_own_draw", "before_own_stock_draw"),
    "maal_throw": ("any_unseen", "none_seen", "recipient_unseen", "free"),
    "dhoos": (0, 15),
    "dhulo_pelai": (True, False),
    "miss_policy": ("play_on", "correct_now"),
    "alter_points": (None, [5, 15, 25]),
}
"""Every option that the legality of some event depends on, and what is a dhoos, with all its values."""


def random_options(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A preset, and options over it."""
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.4}
    return rng.choice(list(PRESETS)), {"max_players": 6, **options}


def random_rules(rng: random.Random) -> RuleSet:
    """The rule set of :func:`random_options`."""
    preset, options = random_options(rng)
    return parse_options(PRESETS[preset].rules, options)
