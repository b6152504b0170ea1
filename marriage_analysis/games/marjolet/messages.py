"""The words in which a hand is explained: one table, English and Nepali beside each other.

Only words live here; which line says what is decided by ``explain.py``. Fields in braces are filled in.
"""

from enum import Enum, unique
from typing import Final

from marriage_analysis.games.language import Language
from marriage_analysis.games.marjolet.engine.position import ScoreKind
from marriage_analysis.games.marjolet.melds import MeldKind


@unique
class Phrase(Enum):
    """The sentences around the lines of a settlement."""

    DEALT = "dealt"
    STOPPED = "stopped"
    POINTS_HEADING = "points_heading"
    PLAYER_POINTS = "player_points"
    TRICK = "trick"
    SUM = "sum"
    GAME_HEADING = "game_heading"
    GAME_LINE = "game_line"
    WON = "won"


_E, _N = Language.ENGLISH, Language.NEPALI

WORDS: Final[dict[ScoreKind | MeldKind | Phrase, dict[Language, str]]] = {
    MeldKind.ACES: {_E: "four aces", _N: "चार एक्का"},
    MeldKind.TENS: {_E: "four tens", _N: "चार दहला"},
    MeldKind.KINGS: {_E: "four kings", _N: "चार बादशाह"},
    MeldKind.QUEENS: {_E: "four queens", _N: "चार बेगम"},
    MeldKind.JACKS: {_E: "four jacks", _N: "चार गुलाम"},
    MeldKind.TRUMP_COUPLE: {_E: "king and queen of trumps", _N: "तुरुपको बादशाह र बेगम"},
    MeldKind.PLAIN_COUPLE: {_E: "king and queen", _N: "बादशाह र बेगम"},
    MeldKind.TRUMP_MARJOLET: {_E: "marjolet and queen of trumps", _N: "मार्जोले र तुरुपको बेगम"},
    MeldKind.PLAIN_MARJOLET: {_E: "marjolet and queen", _N: "मार्जोले र बेगम"},
    MeldKind.PLAIN_JACK: {_E: "jack and queen", _N: "गुलाम र बेगम"},
    ScoreKind.TURNED_SEVEN: {_E: "seven turned up", _N: "पल्टाइएको सत्ता"},
    ScoreKind.DIX_EXCHANGED: {_E: "seven of trumps exchanged", _N: "तुरुपको सत्ता साटेको"},
    ScoreKind.DIX_PLAYED: {_E: "seven of trumps played", _N: "तुरुपको सत्ता खेलेको"},
    ScoreKind.TENTH: {_E: "tenth trick", _N: "दसौँ पत्ती"},
    ScoreKind.LAST: {_E: "last trick", _N: "अन्तिम पत्ती"},
    ScoreKind.ALL_SIX: {_E: "all of the last six tricks", _N: "अन्तिम छवटै पत्ती"},
    ScoreKind.BRISQUES: {_E: "aces and tens won", _N: "जितेका एक्का र दहला"},
    Phrase.DEALT: {_E: "{player} dealt.", _N: "{player} ले बाँड्नुभयो।"},
    Phrase.STOPPED: {
        _E: "The hand was stopped when {player} reached {target} points (MJ-G3).",
        _N: "{player} ले {target} अङ्क पुर्‍याएपछि खेल रोकियो (MJ-G3)।",
    },
    Phrase.POINTS_HEADING: {_E: "Points", _N: "अङ्क"},
    Phrase.PLAYER_POINTS: {_E: "{player}: {points}", _N: "{player}: {points}"},
    Phrase.TRICK: {_E: "trick {trick}", _N: "पत्ती {trick}"},
    Phrase.SUM: {
        _E: "brisques {brisques}, melds {melds}, dix {dix}, bonus {bonus}",
        _N: "ब्रिस्क {brisques}, मेल {melds}, दिस {dix}, बोनस {bonus}",
    },
    Phrase.GAME_HEADING: {_E: "The game of {target}", _N: "{target} को खेल"},
    Phrase.GAME_LINE: {
        _E: "{player}: {before} before, {after} now",
        _N: "{player}: पहिले {before}, अहिले {after}",
    },
    Phrase.WON: {_E: "{player} has won the game (MJ-G3).", _N: "{player} ले खेल जित्नुभयो (MJ-G3)।"},
}


def words(key: ScoreKind | MeldKind | Phrase, language: Language, **fields: object) -> str:
    """The words for a line or sentence, its fields filled in.

    >>> words(ScoreKind.TENTH, Language.ENGLISH)
    'tenth trick'
    """
    return WORDS[key][language].format(**fields)
