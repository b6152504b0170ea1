"""The choices that rule options offer, each with the word that stands for it in records.

Enums of the rules reference, section 16; the conflicts between sources (CF-nn) they come from are
named in :mod:`.rule_set`, where the options themselves are.
"""

from dataclasses import dataclass
from enum import Enum, unique

from marriage_analysis.cards.quick_enum import quick

Tiers = tuple[int, ...]
"""Points in TOTAL for one, two, three .. cards (or tunnels) of a kind."""


@unique
@quick
class Direction(Enum):
    """Which way round the table deal and play go (CF-01)."""

    CLOCKWISE = "cw"
    ANTICLOCKWISE = "acw"


@unique
@quick
class FirstUpcard(Enum):
    """What the first player does with the card turned up by the dealer (CF-02)."""

    MAY = "may"
    MUST = "must"
    STOCK_ONLY = "stock_only"


@unique
@quick
class SetLength(Enum):
    """How long a sequence or trial may be (CF-03): three cards; or runs of 3 to 13, trials of 3 or 4."""

    EXACT3 = "exact3"
    MIN3 = "min3"


@unique
@quick
class SeenTakeWild(Enum):
    """Whether a player who has seen may take a wild card from the discard pile (CF-06)."""

    FORBID = "forbid"
    ALLOW = "allow"


@unique
@quick
class UnseenPick(Enum):
    """When a player who has not seen may take the offered card (CF-31)."""

    ANY = "any"
    SHOW_ONLY = "show_only"
    NONE = "none"


@unique
@quick
class StockOut(Enum):
    """What happens when the stock is used up (CF-04)."""

    RESHUFFLE_KEEP_TOP = "reshuffle_keep_top"
    RESHUFFLE_ALL = "reshuffle_all"
    DISMISS = "dismiss"


@unique
@quick
class JokerPairDublee(Enum):
    """Which two jokers make a dublee (CF-11)."""

    OFF = "off"
    PRINTED = "printed"
    ORDINARY = "ordinary"
    ANY_WILD = "any_wild"


@unique
@quick
class DubleePaymentMode(Enum):
    """What losers pay to a winner by dublees (CF-35)."""

    ADD_BONUS = "add_bonus"
    REPLACE_SEEN = "replace_seen"
    SEPARATE = "separate"


@unique
@quick
class TunnelSource(Enum):
    """Which tunnels earn tunnel points (CF-32)."""

    DEALT_DISPLAYED = "dealt_displayed"
    ANY_SHOWN = "any_shown"


@unique
@quick
class TunnelWindow(Enum):
    """Until when a dealt tunnel may be displayed (CF-25)."""

    BEFORE_ANY_DRAW = "before_any_draw"
    BEFORE_OWN_DRAW = "before_own_draw"
    BEFORE_OWN_STOCK_DRAW = "before_own_stock_draw"


@unique
@quick
class Kidnap(Enum):
    """What the winner takes from players who have not seen (CF-21)."""

    OFF = "off"
    POINTS = "points"
    CARDS = "cards"


@unique
@quick
class TunnelMode(Enum):
    """Whether a maal tunnel's value stands instead of its cards' points or on top of them (CF-15)."""

    REPLACE = "replace"
    ADDITIVE = "additive"


@unique
@quick
class MaalAssignment(Enum):
    """How maal cards are grouped into marriages, tunnels and single values (SCORE-04)."""

    MAXIMISE = "maximise"
    GREEDY = "greedy"


@unique
@quick
class DhoosWhen(Enum):
    """Which game's winner a dhoos is paid to (CF-22)."""

    NEXT = "next"
    CURRENT = "current"


@unique
@quick
class MaalThrow(Enum):
    """When a wild card may be thrown without dhoos (CF-07)."""

    ANY_UNSEEN = "any_unseen"
    NONE_SEEN = "none_seen"
    RECIPIENT_UNSEEN = "recipient_unseen"
    FREE = "free"


@unique
@quick
class MissPolicy(Enum):
    """What happens after a missed draw or discard (CF-23)."""

    PLAY_ON = "play_on"
    CORRECT_NOW = "correct_now"


@dataclass(frozen=True, slots=True)
class TunnelPoints:
    """Points in total for one, two, three .. displayed tunnels of each class (PT-11 to PT-15).

    Beyond the last number of a class its last step repeats. Values are checked by the rule set that holds them.
    """

    ordinary: Tiers
    ordinary_joker: Tiers
    poplu_jhiplu: Tiers
    alter: Tiers
    putali: Tiers
