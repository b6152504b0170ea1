"""The 32 cards as numbers 0 to 31, and cards together as a word of 32 bits (MJ-P1).

Card ``8 * suit + strength``: suits S H D C, strength 7 8 9 J Q K T A from 0 to 7. So the cards of a suit are
one byte of a word, and of two cards of a suit the greater number wins.
"""

from collections.abc import Iterable
from typing import Final

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.notation import parse_face

SUITS: Final = "SHDC"
STRENGTHS: Final = "789JQKTA"
CARDS: Final = range(32)
ALL: Final = (1 << 32) - 1
UNKNOWN: Final = -1
"""In place of a card: one whose face is not known."""

TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in STRENGTHS)
"""Each card's notation, by its number."""
FACES: Final[tuple[Face, ...]] = tuple(map(parse_face, TEXTS))
NUMBERS: Final = {text: number for number, text in enumerate(TEXTS)}
"""Each card's number, by its notation."""

SEVEN, NINE, JACK, QUEEN, KING, TEN, ACE = (STRENGTHS.index(rank) for rank in "79JQKTA")


def cards_of_rank(strength: int) -> int:
    """The four cards of that strength."""
    return 0x01010101 << strength


SUIT_CARDS: Final = tuple(0xFF << 8 * suit for suit in range(4))
"""The eight cards of each suit."""
BRISQUES: Final = cards_of_rank(ACE) | cards_of_rank(TEN)
"""The aces and tens (MJ-P2)."""

_IN_SUIT: Final = tuple(
    tuple(tuple(8 * suit + strength for strength in range(8) if byte >> strength & 1) for byte in range(256))
    for suit in range(4)
)
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = _IN_SUIT
_MELD_ORDER: Final = tuple(8 * suit + STRENGTHS.index(rank) for rank in "ATKQJ987" for suit in range(4))


def card(suit: int, strength: int) -> int:
    """The card of that suit and strength."""
    return 8 * suit + strength


def cards_in(word: int) -> tuple[int, ...]:
    """The cards of a word, by their numbers upwards.

    >>> cards_in(0b101)
    (0, 2)
    """
    return _SPADES[word & 255] + _HEARTS[word >> 8 & 255] + _DIAMONDS[word >> 16 & 255] + _CLUBS[word >> 24]


def word_of(cards: Iterable[int]) -> int:
    """The word of these cards, each there once."""
    word = 0
    for number in cards:
        word |= 1 << number
    return word


def read_cards(text: str) -> tuple[int, ...]:
    """The cards of text in notation, with or without one blank between them; ``??`` is ``UNKNOWN``.

    Raises ``KeyError`` for a card that is not in the pack.

    >>> read_cards("AS ??"), read_cards("JHQC")
    ((7, -1), (11, 28))
    """
    packed = text.replace(" ", "")
    pairs = (packed[at : at + 2] for at in range(0, len(packed), 2))
    return tuple(UNKNOWN if pair == "??" else NUMBERS[pair] for pair in pairs)


def text_of(number: int) -> str:
    """The notation of a card, ``??`` for one that is not known."""
    return "??" if number == UNKNOWN else TEXTS[number]


def hand_text(word: int, hidden: int = 0) -> str:
    """The cards of a hand in the order of records, and how many are not known besides.

    >>> hand_text(word_of(read_cards("KS AS 7H")), hidden=2)
    'AS KS 7H 2*??'
    """
    known = [str(face) for face in sorted(FACES[number] for number in cards_in(word))]
    if hidden:
        known.append("??" if hidden == 1 else f"{hidden}*??")
    return " ".join(known)


def meld_text(word: int) -> str:
    """The cards of a meld in the order of the record format: by rank A T K Q J, then S H D C.

    >>> meld_text(word_of(read_cards("QC JH")))
    'QCJH'
    """
    return "".join(TEXTS[number] for number in _MELD_ORDER if word >> number & 1)
