"""The published readings of the rules, as values.

A preset is data and nothing else: no code asks for a preset's name. ``wikipedia-es`` and ``wikipedia-ja`` are
the same article as ``wikipedia-en`` and are written as what they change in it.
"""

from collections.abc import Mapping
from dataclasses import replace

from marriage_analysis.games.rule_options.presets import Preset, by_name, find_preset

from .json_options import parse_options
from .options import (
    DhoosWhen,
    Direction,
    DubleePaymentMode,
    FirstUpcard,
    JokerPairDublee,
    Kidnap,
    MaalAssignment,
    MaalThrow,
    MissPolicy,
    SeenTakeWild,
    SetLength,
    StockOut,
    TunnelMode,
    TunnelPoints,
    TunnelSource,
    TunnelWindow,
    UnseenPick,
)
from .rule_set import RuleSet

_PAGAT = RuleSet(
    direction=Direction.CLOCKWISE,
    max_players=5,
    putali=0,
    master_card=None,
    master_card_in_primary=False,
    putali_tunnel_primary=False,
    first_upcard=FirstUpcard.MAY,
    set_length=SetLength.EXACT3,
    ace_high_sequence=True,
    no_return_discard=True,
    seen_take_wild=SeenTakeWild.FORBID,
    unseen_pick=UnseenPick.ANY,
    stock_out=StockOut.RESHUFFLE_KEEP_TOP,
    max_reshuffles=None,
    open_maal=False,
    dublee_min_players=2,
    joker_pair_dublee=JokerPairDublee.OFF,
    dublee_finish_discard=True,
    dublee_payment_mode=DubleePaymentMode.ADD_BONUS,
    dublee_bonus=5,
    dublee_seen_payment=5,
    dublee_unseen_payment=15,
    dublee_loser_exempt=False,
    seen_payment=3,
    unseen_payment=10,
    tunnel_source=TunnelSource.DEALT_DISPLAYED,
    tunnel_window=TunnelWindow.BEFORE_ANY_DRAW,
    tunnel_pachaunu=True,
    maal_pachaunu=False,
    kidnap=Kidnap.OFF,
    tiplu_points=(3, 7),
    poplu_points=(2, 5, 10),
    jhiplu_points=(2, 5, 10),
    marriage_points=(10, 30),
    laid_marriage_bonus=0,
    ace_tiplu_marriage=True,
    alter_points=None,
    putali_points=None,
    tunnel_points=TunnelPoints(
        ordinary=(5, 10, 15),
        ordinary_joker=(10, 20, 30),
        poplu_jhiplu=(20, 40),
        alter=(35,),
        putali=(35,),
    ),
    tunnel_mode=TunnelMode.REPLACE,
    maal_assignment=MaalAssignment.MAXIMISE,
    dhoos=0,
    dhoos_when=DhoosWhen.NEXT,
    foul_exempt_from_payment=False,
    maal_throw=MaalThrow.FREE,
    dhulo_pelai=False,
    miss_policy=MissPolicy.CORRECT_NOW,
    better=1,
)

_WIKIPEDIA_EN = RuleSet(
    direction=Direction.ANTICLOCKWISE,
    max_players=5,
    putali=0,
    master_card=None,
    master_card_in_primary=True,
    putali_tunnel_primary=True,
    first_upcard=FirstUpcard.MAY,
    set_length=SetLength.MIN3,
    ace_high_sequence=True,
    no_return_discard=False,
    seen_take_wild=SeenTakeWild.ALLOW,
    unseen_pick=UnseenPick.ANY,
    stock_out=StockOut.RESHUFFLE_KEEP_TOP,
    max_reshuffles=None,
    open_maal=False,
    dublee_min_players=4,
    joker_pair_dublee=JokerPairDublee.PRINTED,
    dublee_finish_discard=True,
    dublee_payment_mode=DubleePaymentMode.ADD_BONUS,
    dublee_bonus=5,
    dublee_seen_payment=5,
    dublee_unseen_payment=15,
    dublee_loser_exempt=True,
    seen_payment=3,
    unseen_payment=10,
    tunnel_source=TunnelSource.DEALT_DISPLAYED,
    tunnel_window=TunnelWindow.BEFORE_OWN_DRAW,
    tunnel_pachaunu=False,
    maal_pachaunu=False,
    kidnap=Kidnap.OFF,
    tiplu_points=(3, 8),
    poplu_points=(2, 5, 10),
    jhiplu_points=(2, 5, 10),
    marriage_points=(10, 30),
    laid_marriage_bonus=5,
    ace_tiplu_marriage=True,
    alter_points=None,
    putali_points=None,
    tunnel_points=TunnelPoints(
        ordinary=(5, 15, 25),
        ordinary_joker=(10, 20, 30),
        poplu_jhiplu=(15, 35),
        alter=(35,),
        putali=(45,),
    ),
    tunnel_mode=TunnelMode.REPLACE,
    maal_assignment=MaalAssignment.MAXIMISE,
    dhoos=15,
    dhoos_when=DhoosWhen.NEXT,
    foul_exempt_from_payment=False,
    maal_throw=MaalThrow.ANY_UNSEEN,
    dhulo_pelai=True,
    miss_policy=MissPolicy.PLAY_ON,
    better=1,
)

_WIKIPEDIA_JA = replace(_WIKIPEDIA_EN, maal_throw=MaalThrow.NONE_SEEN)

_WIKIPEDIA_PL = replace(
    _WIKIPEDIA_EN,
    tiplu_points=(3, 7),
    tunnel_points=replace(_WIKIPEDIA_EN.tunnel_points, putali=(35,)),
    maal_throw=MaalThrow.FREE,
    dhulo_pelai=False,
)

_HOUSE_APP = RuleSet(
    direction=Direction.ANTICLOCKWISE,
    max_players=5,
    putali=3,
    master_card=None,
    master_card_in_primary=False,
    putali_tunnel_primary=False,
    first_upcard=FirstUpcard.MAY,
    set_length=SetLength.MIN3,
    ace_high_sequence=True,
    no_return_discard=True,
    seen_take_wild=SeenTakeWild.FORBID,
    unseen_pick=UnseenPick.ANY,
    stock_out=StockOut.RESHUFFLE_KEEP_TOP,
    max_reshuffles=None,
    open_maal=False,
    dublee_min_players=4,
    joker_pair_dublee=JokerPairDublee.PRINTED,
    dublee_finish_discard=True,
    dublee_payment_mode=DubleePaymentMode.ADD_BONUS,
    dublee_bonus=5,
    dublee_seen_payment=5,
    dublee_unseen_payment=15,
    dublee_loser_exempt=False,
    seen_payment=3,
    unseen_payment=10,
    tunnel_source=TunnelSource.DEALT_DISPLAYED,
    tunnel_window=TunnelWindow.BEFORE_OWN_DRAW,
    tunnel_pachaunu=True,
    maal_pachaunu=True,
    kidnap=Kidnap.OFF,
    tiplu_points=(3, 8),
    poplu_points=(2, 5, 10),
    jhiplu_points=(2, 5, 10),
    marriage_points=(10, 25),
    laid_marriage_bonus=0,
    ace_tiplu_marriage=True,
    alter_points=(5, 15, 25),
    putali_points=(5, 15, 25),
    tunnel_points=TunnelPoints(
        ordinary=(5, 10, 15),
        ordinary_joker=(5, 10, 15),
        poplu_jhiplu=(5, 10),
        alter=(5,),
        putali=(0,),
    ),
    tunnel_mode=TunnelMode.ADDITIVE,
    maal_assignment=MaalAssignment.MAXIMISE,
    dhoos=15,
    dhoos_when=DhoosWhen.NEXT,
    foul_exempt_from_payment=False,
    maal_throw=MaalThrow.RECIPIENT_UNSEEN,
    dhulo_pelai=True,
    miss_policy=MissPolicy.CORRECT_NOW,
    better=1,
)

PRESETS: Mapping[str, Preset[RuleSet]] = by_name(
    Preset(
        name="pagat",
        source="The Pagat page on Marriage in its Portuguese translation (pg), the point table as"
        " recovered from a calculator that reproduces it (dt).",
        rules=_PAGAT,
    ),
    Preset(
        name="wikipedia-en",
        source="The English Wikipedia article on Marriage (en).",
        rules=_WIKIPEDIA_EN,
    ),
    Preset(
        name="wikipedia-es",
        source="The Spanish translation of the Wikipedia article (es), its lost tables filled from the"
        " English one (en).",
        rules=_WIKIPEDIA_EN,
    ),
    Preset(
        name="wikipedia-ja",
        source="The Japanese translation of the Wikipedia article (ja), its lost tables filled from"
        " the English one (en).",
        rules=_WIKIPEDIA_JA,
    ),
    Preset(
        name="wikipedia-pl",
        source="The Polish translation of the Wikipedia article (pl), which kept an older point table.",
        rules=_WIKIPEDIA_PL,
    ),
    Preset(
        name="house-app",
        source="No single text: put together from score keepers and game programs (calc, sj, bh, ya)."
        " Settlement is well supported, the point tiers are less certain.",
        rules=_HOUSE_APP,
    ),
)
"""The presets by name."""

_NO_OPTIONS: dict[str, object] = {}


def rule_set(preset: str, options: Mapping[str, object] = _NO_OPTIONS) -> RuleSet:
    """The rule set of a preset with some options changed, given as JSON values.

    Raises RuleOptionError for a preset or option that does not exist and for a value an option cannot have.

    >>> rule_set("pagat", {"dhoos": 15}).dhoos
    15
    """
    return parse_options(find_preset(PRESETS, preset).rules, options)
