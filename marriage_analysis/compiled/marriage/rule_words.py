"""A rule set as whole numbers, for compiled code: one word an option, at a fixed place.

Truth values are 0 and 1, choices the place of the word in its enum, None is -1. Points are in tables
of their own.
"""

from enum import Enum
from typing import Final

import numpy as np

from marriage_analysis.compiled.arrays import Words
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

_OPTIONS: Final = (
    "putali", "master_card", "master_card_in_primary", "putali_tunnel_primary", "first_upcard", "set_length",
    "ace_high_sequence", "no_return_discard", "seen_take_wild", "unseen_pick", "stock_out", "max_reshuffles",
    "open_maal", "dublee_min_players", "joker_pair_dublee", "dublee_finish_discard", "dhoos",
    "maal_throw", "dhulo_pelai",
)  # fmt: skip

PUTALI: Final = 0
MASTER_CARD: Final = 1
MASTER_IN_PRIMARY: Final = 2
PUTALI_TUNNEL_PRIMARY: Final = 3
FIRST_UPCARD: Final = 4
SET_LENGTH: Final = 5
ACE_HIGH: Final = 6
NO_RETURN_DISCARD: Final = 7
SEEN_TAKE_WILD: Final = 8
UNSEEN_PICK: Final = 9
STOCK_OUT: Final = 10
MAX_RESHUFFLES: Final = 11
OPEN_MAAL: Final = 12
DUBLEE_MIN_PLAYERS: Final = 13
JOKER_PAIR_DUBLEE: Final = 14
DUBLEE_FINISH_DISCARD: Final = 15
DHOOS: Final = 16
MAAL_THROW: Final = 17
DHULO_PELAI: Final = 18

EXACT3: Final = 0
"""``set_length``: sets of exactly three cards."""


def rule_words(rules: RuleSet) -> Words:
    """The options in the order of the constants above."""
    return np.array([_word(getattr(rules, option)) for option in _OPTIONS], dtype=np.int64)


def _word(value: object) -> int:
    match value:
        case Enum():
            return list(type(value)).index(value)
        case None:
            return -1
        case int():
            return int(value)
        case _:
            raise TypeError(f"{value!r} is no option of one number")
