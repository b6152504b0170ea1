"""Pictures of cards, drawn by ourselves, as SVG definitions to be used any number of times.

A card is 60 wide and 84 high. ``card_symbols`` defines pictures, ``use_card`` puts one somewhere.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, Face
from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Colour, Suit

UNKNOWN: Final = -1
"""In place of a face's number: a card that lies face down."""
CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 84
BACK: Final = "card-back"

_INK: Final = {Colour.BLACK: "#1d2126", Colour.RED: "#c3272b"}
_SERIF: Final = "Georgia,'Liberation Serif','DejaVu Serif',serif"
_SUIT_PATHS: Final = {
    Suit.SPADES: (
        "M0-14C3-9 13-4 13 3.5C13 8 9.6 10.2 6.6 10.2C4.4 10.2 2.4 9.2 1.2 7.4C1.6 10.4 3 12.8 5 14H-5"
        "C-3 12.8-1.6 10.4-1.2 7.4C-2.4 9.2-4.4 10.2-6.6 10.2C-9.6 10.2-13 8-13 3.5C-13-4-3-9 0-14Z"
    ),
    Suit.HEARTS: (
        "M0 13.5C-3 9-13 2.5-13-4.6C-13-9.6-9.4-12.3-6.4-12.3C-3.4-12.3-1-10.3 0-7.8C1-10.3 3.4-12.3 6.4-12.3"
        "C9.4-12.3 13-9.6 13-4.6C13 2.5 3 9 0 13.5Z"
    ),
    Suit.DIAMONDS: (
        "M0-14.5C3-8.5 6.4-4.2 10.8 0C6.4 4.2 3 8.5 0 14.5C-3 8.5-6.4 4.2-10.8 0C-6.4-4.2-3-8.5 0-14.5Z"
    ),
    Suit.CLUBS: (
        "M0-14A6.1 6.1 0 0 1 5.2-4.7A6.2 6.2 0 1 1 1.1 4.6C1.5 8.8 3 12.4 5 14H-5"
        "C-3 12.4-1.5 8.8-1.1 4.6A6.2 6.2 0 1 1-5.2-4.7A6.1 6.1 0 0 1 0-14Z"
    ),
}
_LEFT, _MIDDLE, _RIGHT = 22.5, 30, 37.5
_PIPS: Final[dict[Rank, tuple[tuple[float, int], ...]]] = {
    Rank.TWO: ((_MIDDLE, 18), (_MIDDLE, 66)),
    Rank.THREE: ((_MIDDLE, 18), (_MIDDLE, 42), (_MIDDLE, 66)),
    Rank.FOUR: ((_LEFT, 18), (_RIGHT, 18), (_LEFT, 66), (_RIGHT, 66)),
    Rank.FIVE: ((_LEFT, 18), (_RIGHT, 18), (_MIDDLE, 42), (_LEFT, 66), (_RIGHT, 66)),
    Rank.SIX: ((_LEFT, 18), (_RIGHT, 18), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 66), (_RIGHT, 66)),
    Rank.SEVEN: (
        (_LEFT, 18), (_RIGHT, 18), (_MIDDLE, 30), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 66), (_RIGHT, 66),
    ),
    Rank.EIGHT: (
        (_LEFT, 18), (_RIGHT, 18), (_MIDDLE, 30), (_LEFT, 42), (_RIGHT, 42), (_MIDDLE, 54), (_LEFT, 66),
        (_RIGHT, 66),
    ),
    Rank.NINE: (
        (_LEFT, 16), (_RIGHT, 16), (_LEFT, 33), (_RIGHT, 33), (_MIDDLE, 42), (_LEFT, 51), (_RIGHT, 51),
        (_LEFT, 68), (_RIGHT, 68),
    ),
    Rank.TEN: (
        (_LEFT, 16), (_RIGHT, 16), (_MIDDLE, 24), (_LEFT, 33), (_RIGHT, 33), (_LEFT, 51), (_RIGHT, 51),
        (_MIDDLE, 60), (_LEFT, 68), (_RIGHT, 68),
    ),
}  # fmt: skip
_CROWN: Final = "M-12 4L-14-7L-6-1L0-10L6-1L14-7L12 4Z"
_CORONET: Final = "M-11 4L-12-4L-5.5 0L0-7L5.5 0L12-4L11 4Z"
_FEATHER: Final = "M-10 4C-8-6 2-12 12-11C10-2 2 5-6 5L-8 8Z"
_STAR: Final = "M0-15L4-5L15-4.6L6.4 2.2L9.4 13L0 6.8L-9.4 13L-6.4 2.2L-15-4.6L-4-5Z"


def card_symbols(cards: Iterable[int] = range(UNKNOWN, len(FACES))) -> str:
    """Definitions of the pictures of faces by number; UNKNOWN is the back. All of them unless told.

    The suit shapes that they are made of come with them.
    """
    shapes = "".join(f'<path id="suit-{suit.value}" d="{path}"/>' for suit, path in _SUIT_PATHS.items())
    return shapes + "".join(_definition(number) for number in sorted(set(cards)))


def use_card(card: int | Cell, x: float = 0, y: float = 0, *, turn: float = 0) -> str:
    """A card put at a place, turned by so many degrees about its lower end; needs ``card_symbols``."""
    number = _number(card)
    place = f' x="{x:g}" y="{y:g}"' if x or y else ""
    turned = f' transform="rotate({turn:g} {x + CARD_WIDTH / 2:g} {y + 2 * CARD_HEIGHT:g})"' if turn else ""
    if number is None:
        return f'<g transform="translate({x:g} {y:g})">{_half_known(str(card))}</g>'
    return f'<use href="#{_name(number)}"{place}{turned}/>'


def _number(card: int | Cell) -> int | None:
    """The number of its picture; None for a card that is half known, which is drawn where it lies."""
    if isinstance(card, int):
        return card
    if card.text == "??":
        return UNKNOWN
    return None if card.face is None else card.face.index


def _name(number: int) -> str:
    return BACK if number == UNKNOWN else f"card-{FACES[number]}"


def _definition(number: int) -> str:
    inside = _back() if number == UNKNOWN else _front(FACES[number])
    return f'<g id="{_name(number)}">{inside}</g>'


def _paper(fill: str = "#fffdf7") -> str:
    return f'<rect x=".5" y=".5" width="59" height="83" rx="5.5" fill="{fill}" stroke="#8f887a"/>'


def _front(face: Face) -> str:
    rank, suit = face.rank, face.suit
    if rank is None or suit is None:
        return _paper() + (_joker() if face == JOKER else _master_card())
    ink = _INK[suit.colour]
    label = "10" if rank is Rank.TEN else rank.value
    index = (
        f'<text x="9.5" y="19" font-size="{15 if rank is Rank.TEN else 18}" font-weight="700"'
        f' text-anchor="middle" font-family="{_SERIF}"{_tight(rank)}>{label}</text>{_pip(suit, 9.5, 28, 0.42)}'
    )
    return (
        f'{_paper()}<g fill="{ink}">{index}<g transform="rotate(180 30 42)">{index}</g>'
        f"{_middle(rank, suit, ink)}</g>"
    )


def _tight(rank: Rank) -> str:
    return ' letter-spacing="-1.5"' if rank is Rank.TEN else ""


def _middle(rank: Rank, suit: Suit, ink: str) -> str:
    match rank:
        case Rank.ACE:
            return _pip(suit, 30, 42, 0.9)
        case Rank.JACK | Rank.QUEEN | Rank.KING:
            return _court(rank, suit, ink)
        case _:
            return "".join(_pip(suit, x, y, 0.33, upside_down=y > 42) for x, y in _PIPS[rank])


def _court(rank: Rank, suit: Suit, ink: str) -> str:
    """A court card: a frame, the rank's headgear over the suit, and both again upside down."""
    headgear = {Rank.JACK: _FEATHER, Rank.QUEEN: _CORONET, Rank.KING: _CROWN}[rank]
    half = (
        f'<path d="{headgear}" transform="translate(30 25) scale(.64)" fill="#d9a520" stroke="{ink}"'
        f' stroke-width="1.3" stroke-linejoin="round"/>{_pip(suit, 30, 34.5, 0.44)}'
    )
    return (
        '<rect x="19" y="11" width="22" height="62" rx="2" fill="#fbf1d3" stroke="#c9a13b"/>'
        f'<path d="M19 42H41" stroke="#c9a13b"/>{half}<g transform="rotate(180 30 42)">{half}</g>'
    )


def _pip(suit: Suit, x: float, y: float, scale: float, *, upside_down: bool = False) -> str:
    turned = " rotate(180)" if upside_down else ""
    return f'<use href="#suit-{suit.value}" transform="translate({x:g} {y:g}) scale({scale:g}){turned}"/>'


def _joker() -> str:
    letters = "".join(
        f'<text x="9.5" y="{15 + 11 * place}" font-size="11" font-weight="700" text-anchor="middle"'
        f' font-family="{_SERIF}">{letter}</text>'
        for place, letter in enumerate("JOKER")
    )
    return (
        f'<g fill="#5b2a86">{letters}</g>'
        f'<path d="{_STAR}" transform="translate(36 42) scale(1.1)" fill="#e0b12e" stroke="#5b2a86"/>'
        '<circle cx="36" cy="42" r="5" fill="#5b2a86"/>'
    )


def _master_card() -> str:
    return (
        '<rect x="4" y="4" width="52" height="76" rx="3" fill="#173a5e"/>'
        f'<path d="{_STAR}" transform="translate(30 40) scale(1.25)" fill="#f2d27a"/>'
        f'<text x="11" y="19" font-size="14" font-weight="700" fill="#f2d27a" text-anchor="middle"'
        f' font-family="{_SERIF}">M</text>'
        f'<text x="30" y="72" font-size="9" font-weight="700" fill="#f2d27a" text-anchor="middle"'
        f' font-family="{_SERIF}">MASTER</text>'
    )


def _back() -> str:
    return (
        f"{_paper()}"
        '<rect x="4" y="4" width="52" height="76" rx="3" fill="#8c2f39"/>'
        f'<path d="{_lattice()}" stroke="#c97b6d" stroke-width="1" fill="none"/>'
        '<rect x="7" y="7" width="46" height="70" rx="2" fill="none" stroke="#f0d9b5" stroke-width="1"/>'
    )


def _lattice() -> str:
    """Crossing lines inside the frame of the back."""
    left, top, width, height, step = 7, 7, 46, 70, 11.5
    lines: list[str] = []
    for number in range(-6, 5):
        start = left + number * step
        low, high = max(left, start), min(left + width, start + height)
        if low < high:
            lines.append(f"M{low:g} {top + low - start:g}L{high:g} {top + high - start:g}")
            lines.append(
                f"M{low:g} {top + height - (low - start):g}L{high:g} {top + height - (high - start):g}"
            )
    return "".join(lines)


def _half_known(text: str) -> str:
    """A card of which only a part is known: what is known, large, on grey paper."""
    atoms = text.split("|")
    size = 22 if len(atoms) == 1 else 15
    first = 40 - (len(atoms) - 1) * 10
    words = "".join(
        f'<text x="30" y="{first + 20 * line}" font-size="{size}" text-anchor="middle" font-weight="700"'
        f' font-family="{_SERIF}" fill="{_atom_ink(atom)}">{escape(_atom_sign(atom))}</text>'
        for line, atom in enumerate(atoms[:4])
    )
    return _paper("#e4e1d8") + words


def _atom_sign(atom: str) -> str:
    if atom in (str(JOKER), str(MASTER_CARD)):
        return atom
    suit = "?" if atom[1] == "?" else Suit(atom[1]).glyph
    return ("10" if atom[0] == "T" else atom[0]) + suit


def _atom_ink(atom: str) -> str:
    red = len(atom) == 2 and atom[1] in "HD"
    return _INK[Colour.RED if red else Colour.BLACK]
