"""Card notation: faces, hands and lists of sets as text, and back.

Strict text is what records hold: ``TC``, ``6S 7S 8S``, ``3S4S5S,6H6H6H``. :func:`normalise_cards`
turns what people type (``10c``, ``10♣``, ``♣10``) into strict text first. Cells that hold less than
a face (``??``, ``7?``, ``5H|6H``) are in ``cards/cell.py``.
"""

import re
from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.errors import NotationError

_BY_TEXT: Final = {str(face): face for face in FACES}
TYPED: Final = str.maketrans(ascii_lowercase + "♠♤♥♡♦♢♣♧", ascii_uppercase + "SSHHDDCC")
"""Capitals for small letters, letters for suit symbols; one character for one, so that positions stay."""

_LENIENT_CARD: Final = re.compile(
    r"(?P<word>JK|MC)|(?P<rank>10|[A2-9TJQK])(?P<suit>[SHDC])[\ufe0e\ufe0f]?"
    r"|(?P<suit_first>[SHDC])[\ufe0e\ufe0f]?(?P<rank_last>10|[A2-9TJQK])"
)
SEPARATORS: Final = frozenset(" ,-\t\n")
"""What may stand between the cards of a list that was typed."""


def parse_face(text: str) -> Face:
    """The face that strict text names, as ``6H``, ``TC``, ``JK``; raises ``NotationError`` otherwise.

    >>> parse_face("TC")
    Face('TC')
    """
    face = _BY_TEXT.get(text)
    if face is None:
        raise NotationError(
            f"{text!r} is not a card; write rank A 2-9 T J Q K and suit S H D C, or JK, MC", text=text
        )
    return face


def format_face(face: Face) -> str:
    """The strict text of a face: the inverse of :func:`parse_face`."""
    return str(face)


def parse_faces(text: str) -> tuple[Face, ...]:
    """The faces of a blank-separated list, in its order; the empty text gives none.

    >>> parse_faces("6S 7S TC")
    (Face('6S'), Face('7S'), Face('TC'))
    """
    if not text:
        return ()
    faces: list[Face] = []
    position = 0
    for word in text.split(" "):
        face = _BY_TEXT.get(word)
        if face is None:
            what = f"{word!r} is not a card" if word else "one blank between cards, none at the ends"
            raise NotationError(what, text=text, position=position)
        faces.append(face)
        position += len(word) + 1
    return tuple(faces)


def format_faces(faces: Iterable[Face]) -> str:
    """Blank-separated text in the order given: the inverse of :func:`parse_faces`."""
    return " ".join(map(str, faces))


def parse_sets(text: str) -> tuple[tuple[Face, ...], ...]:
    """The sets of a list such as ``3S4S5S,6H6H6H``: no blanks, a comma between sets; the empty text gives none.

    >>> parse_sets("3S4S5S,6H6H6H")[1]
    (Face('6H'), Face('6H'), Face('6H'))
    """
    if not text:
        return ()
    sets: list[tuple[Face, ...]] = []
    position = 0
    for group in text.split(","):
        if not group:
            raise NotationError("a set without cards", text=text, position=position)
        faces: list[Face] = []
        for start in range(0, len(group), 2):
            face = _BY_TEXT.get(group[start : start + 2])
            if face is None:
                raise NotationError(
                    f"{group[start : start + 2]!r} is not a card", text=text, position=position + start
                )
            faces.append(face)
        sets.append(tuple(faces))
        position += len(group) + 1
    return tuple(sets)


def format_sets(sets: Iterable[Iterable[Face]]) -> str:
    """Sets as text in the order given: the inverse of :func:`parse_sets`."""
    return ",".join("".join(map(str, faces)) for faces in sets)


def normalise_cards(text: str) -> str:
    """What a person typed as strict blank-separated text; never used for what a record holds.

    Takes lower case, ``10C`` for ``TC``, suit symbols before or after the rank, and blanks, commas or
    hyphens between cards. Raises ``NotationError`` at the first thing that is no card.

    >>> normalise_cards("10c, ♥6 jk")
    'TC 6H JK'
    """
    upper = text.translate(TYPED)
    words: list[str] = []
    position = 0
    while position < len(upper):
        if upper[position] in SEPARATORS:
            position += 1
            continue
        match = _LENIENT_CARD.match(upper, position)
        if match is None:
            raise NotationError(
                f"no card can be read from {_word_at(text, position)!r}", text=text, position=position
            )
        if match["word"]:
            words.append(match["word"])
        else:
            rank = match["rank"] or match["rank_last"]
            words.append(("T" if rank == "10" else rank) + (match["suit"] or match["suit_first"]))
        position = match.end()
    return " ".join(words)


def _word_at(text: str, position: int) -> str:
    """What stands there up to the next separator, four characters at most."""
    end = position
    while end < min(len(text), position + 4) and text[end] not in SEPARATORS:
        end += 1
    return text[position:end]
