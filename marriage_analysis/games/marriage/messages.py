"""The words in which a settlement is explained: one table, English and Nepali beside each other.

Only words live here; which line says what is decided by ``explain.py``. Fields in braces are filled in.
"""

from enum import Enum, unique
from typing import Final

from marriage_analysis.games.language import Language
from marriage_analysis.games.marriage.maal import ItemKind
from marriage_analysis.games.marriage.settle import PaymentKind


@unique
class Phrase(Enum):
    """The sentences around the lines of a settlement."""

    WON_BY_SETS = "won_by_sets"
    WON_BY_DUBLEES = "won_by_dublees"
    TIPLU = "tiplu"
    MAAL_HEADING = "maal_heading"
    PLAYER_MAAL = "player_maal"
    TOTAL = "total"
    PAYMENT_HEADING = "payment_heading"
    BETTER = "better"
    NET_HEADING = "net_heading"
    NET_LINE = "net_line"
    FORMULA = "formula"
    SEEN = "seen"
    UNSEEN = "unseen"
    NOT_NOTED = "not_noted"
    CARRIED_FOUL = "carried_foul"
    CANCELLED_DUE = "cancelled_due"


_E, _N = Language.ENGLISH, Language.NEPALI

WORDS: Final[dict[ItemKind | PaymentKind | Phrase, dict[Language, str]]] = {
    ItemKind.MARRIAGE: {_E: "marriage × {count}", _N: "म्यारिज × {count}"},
    ItemKind.LAID_MARRIAGE: {_E: "marriage laid in the show", _N: "देखाउँदा राखिएको म्यारिज"},
    ItemKind.TIPLU: {_E: "tiplu × {count}", _N: "टिप्लु × {count}"},
    ItemKind.POPLU: {_E: "poplu × {count}", _N: "पोप्लु × {count}"},
    ItemKind.JHIPLU: {_E: "jhiplu × {count}", _N: "झिप्लु × {count}"},
    ItemKind.ALTER: {_E: "alter × {count}", _N: "अल्टर × {count}"},
    ItemKind.PUTALI: {_E: "printed joker × {count}", _N: "पुतली × {count}"},
    ItemKind.MASTER_CARD: {_E: "master card", _N: "मास्टर कार्ड"},
    ItemKind.TUNNEL_ORDINARY: {_E: "displayed tunnel × {count}", _N: "देखाइएको टनेला × {count}"},
    ItemKind.TUNNEL_ORDINARY_JOKER: {
        _E: "displayed tunnel of ordinary jokers × {count}",
        _N: "साधारण जोकरको टनेला × {count}",
    },
    ItemKind.TUNNEL_POPLU_JHIPLU: {
        _E: "displayed tunnel of poplu or jhiplu × {count}",
        _N: "पोप्लु वा झिप्लुको टनेला × {count}",
    },
    ItemKind.TUNNEL_ALTER: {_E: "displayed tunnel of alters", _N: "अल्टरको टनेला"},
    ItemKind.TUNNEL_PUTALI: {_E: "displayed tunnel of printed jokers", _N: "पुतलीको टनेला"},
    ItemKind.LAPSED_MAAL: {
        _E: "maal cards × {count} lapse, since the tiplu was not seen",
        _N: "{count} माल तास गन्न पाइँदैन: टिप्लु नहेरेको",
    },
    ItemKind.LAPSED_TUNNELS: {
        _E: "displayed tunnel × {count} earns nothing, since the tiplu was not seen",
        _N: "{count} टनेलाको अङ्क पाइँदैन: टिप्लु नहेरेको",
    },
    ItemKind.STATED: {_E: "maal as stated at the table", _N: "टेबलमा भनिएको माल"},
    ItemKind.KIDNAP_GAIN: {_E: "kidnapped from the unseen", _N: "नहेर्नेहरूबाट किडन्याप"},
    ItemKind.KIDNAP_LOSS: {_E: "kidnapped by the winner", _N: "विजेताले किडन्याप गरेको"},
    ItemKind.KIDNAP_CARDS: {_E: "all cards kidnapped by the winner", _N: "सबै तास विजेताले किडन्याप गरेको"},
    PaymentKind.MAAL: {
        _E: "difference of maal, {payee_maal} against {payer_maal}",
        _N: "मालको फरक, {payer_maal} विरुद्ध {payee_maal}",
    },
    PaymentKind.SEEN: {_E: "lost, had seen the tiplu", _N: "हारेको, टिप्लु हेरेको"},
    PaymentKind.UNSEEN: {_E: "lost, had not seen the tiplu", _N: "हारेको, टिप्लु नहेरेको"},
    PaymentKind.DUBLEE_BONUS: {_E: "bonus for a finish by dublees", _N: "डब्लीले जितेको बोनस"},
    PaymentKind.DUBLEE_SEEN: {
        _E: "lost to dublees, had seen the tiplu",
        _N: "डब्लीसँग हारेको, टिप्लु हेरेको",
    },
    PaymentKind.DUBLEE_UNSEEN: {
        _E: "lost to dublees, had not seen the tiplu",
        _N: "डब्लीसँग हारेको, टिप्लु नहेरेको",
    },
    PaymentKind.DHOOS_DUE: {_E: "dhoos from an earlier game", _N: "अघिल्लो खेलको ढोस"},
    PaymentKind.DHOOS: {_E: "dhoos of this game", _N: "यस खेलको ढोस"},
    Phrase.WON_BY_SETS: {_E: "{winner} finished by sets.", _N: "{winner} ले सेट मिलाएर खेल सकाउनुभयो।"},
    Phrase.WON_BY_DUBLEES: {
        _E: "{winner} finished by eight dublees.",
        _N: "{winner} ले आठ डब्लीले खेल सकाउनुभयो।",
    },
    Phrase.TIPLU: {_E: "The tiplu was {tiplu}.", _N: "टिप्लु {tiplu} थियो।"},
    Phrase.MAAL_HEADING: {_E: "Maal", _N: "माल"},
    Phrase.PLAYER_MAAL: {_E: "{player} ({state}): {points}", _N: "{player} ({state}): {points}"},
    Phrase.TOTAL: {_E: "All together T = {total}", _N: "जम्मा T = {total}"},
    Phrase.PAYMENT_HEADING: {_E: "Who pays whom", _N: "कसले कसलाई तिर्ने"},
    Phrase.BETTER: {
        _E: "A better game: every payment but dhoos counts {better} times (VAR-08).",
        _N: "बेटर खेल: ढोस बाहेक हरेक भुक्तानी {better} गुणा (VAR-08)।",
    },
    Phrase.NET_HEADING: {_E: "Net", _N: "खुद अङ्क"},
    Phrase.NET_LINE: {_E: "{player}: {net}", _N: "{player}: {net}"},
    Phrase.FORMULA: {
        _E: "{n} × {maal} − {total} − {w} for the finish{better}{dhoos} = {net}",
        _N: "{n} × {maal} − {total} − {w}{better}{dhoos} = {net}",
    },
    Phrase.SEEN: {_E: "seen", _N: "हेरेको"},
    Phrase.UNSEEN: {_E: "unseen", _N: "नहेरेको"},
    Phrase.NOT_NOTED: {_E: "not noted whether seen", _N: "हेरेको/नहेरेको नलेखिएको"},
    Phrase.CARRIED_FOUL: {
        _E: "{player}'s dhoos of {points} is due to the winner of the next game (IRR-05).",
        _N: "{player} को {points} अङ्कको ढोस अर्को खेलको विजेतालाई तिर्नुपर्छ (IRR-05)।",
    },
    Phrase.CANCELLED_DUE: {
        _E: "{player}'s own dhoos of {points} is cancelled by winning (IRR-05).",
        _N: "{player} ले जितेकाले आफ्नै {points} अङ्कको ढोस रद्द भयो (IRR-05)।",
    },
}


def words(key: ItemKind | PaymentKind | Phrase, language: Language, **fields: object) -> str:
    """The words for a line or sentence, its fields filled in.

    >>> words(ItemKind.TIPLU, Language.ENGLISH, count=2)
    'tiplu × 2'
    """
    return WORDS[key][language].format(**fields)
