"""A cell: what a record knows of one card, from its face to nothing at all.

``TC`` is known; ``7?`` and ``?D`` are half known; ``5H|6H`` is one of these; ``??`` is not known.
A list of cells may hold ``18*??``: so many cards of which only that is known.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import parse_face
from marriage_analysis.errors import NotationError

_ATOM: Final = re.compile(r"[A2-9TJQK][SHDC?]|\?[SHDC?]|JK|MC")
_ITEM: Final = re.compile(r"(?:([1-9][0-9]{0,2})\*)?(.+)")


@dataclass(frozen=True, slots=True)
class Cell:
    """A card as far as it is known; ``text`` is its notation, kept as written, ``face`` None where unknown.

    Made from a text that is no cell it raises ``NotationError`` where that can be told at once; :meth:`parse`
    always does.

    >>> Cell.parse("7?").possible[0], Cell.parse("TC").face
    (Face('7S'), Face('TC'))
    """

    text: str
    face: Face | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        known = "?" not in self.text and "|" not in self.text
        object.__setattr__(self, "face", parse_face(self.text) if known else None)

    @classmethod
    def parse(cls, text: str) -> "Cell":
        """The cell that the text writes; raises ``NotationError``."""
        return _parsed(text)

    @classmethod
    def of(cls, face: Face) -> "Cell":
        """The cell of a known face."""
        return _KNOWN[face.index]

    @property
    def possible(self) -> tuple[Face, ...]:
        """The faces it can be, in canonical order. ``??`` can be any, JK and MC included."""
        return (self.face,) if self.face is not None else _possible(self.text)

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=10_000)
def _parsed(text: str) -> Cell:
    position = 0
    for atom in text.split("|"):
        if not _ATOM.fullmatch(atom):
            raise NotationError(f"{atom!r} is not a card, known or unknown", text=text, position=position)
        position += len(atom) + 1
    return Cell(text)


@lru_cache(maxsize=10_000)
def _possible(text: str) -> tuple[Face, ...]:
    wanted = [re.compile(atom.replace("?", ".")) for atom in text.split("|")]
    everything = "??" in text.split("|")
    return tuple(face for face in FACES if everything or any(_fits(pattern, face) for pattern in wanted))


def _fits(pattern: re.Pattern[str], face: Face) -> bool:
    # J? is a jack of some suit and never the printed joker JK; ?C never the master card MC.
    return pattern.fullmatch(str(face)) is not None and (face.is_natural or pattern.pattern == str(face))


_KNOWN: Final = tuple(Cell(str(face)) for face in FACES)
_BY_TEXT: Final = {cell.text: cell for cell in _KNOWN}


def parse_cells(text: str) -> tuple[Cell, ...]:
    """The cells of a list that :meth:`CellList.parse` reads, runs written out; raises ``NotationError``.

    >>> [str(cell) for cell in parse_cells("3S 2*??")]
    ['3S', '??', '??']
    """
    try:
        return tuple([_BY_TEXT[word] for word in text.split(" ")])  # the usual case: every card is known
    except KeyError:
        return tuple([cell for count, cell in CellList.parse(text).runs for _ in range(count)])


@dataclass(frozen=True, slots=True)
class CellList:
    """A list of cells in its order, runs such as ``18*??`` kept as (count, cell).

    >>> cells = CellList.parse("3S 4S 18*??")
    >>> len(cells), str(cells), list(cells.known)
    (20, '3S 4S 18*??', [Face('3S'), Face('4S')])
    """

    runs: tuple[tuple[int, Cell], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "CellList":
        """The list that the text writes; the empty text gives none; raises ``NotationError``."""
        if not text:
            return cls()
        runs: list[tuple[int, Cell]] = []
        position = 0
        for word in text.split(" "):
            known = _BY_TEXT.get(word)
            if known is not None:
                runs.append((1, known))
                position += len(word) + 1
                continue
            match = _ITEM.fullmatch(word)
            if match is None:
                raise NotationError("one blank between cards, none at the ends", text=text, position=position)
            try:
                cell = Cell.parse(match[2])
            except NotationError as error:
                raise NotationError(
                    f"{match[2]!r} is not a card, known or unknown",
                    text=text,
                    position=position + match.start(2) + error.position,
                ) from None
            runs.append((int(match[1] or 1), cell))
            position += len(word) + 1
        return cls(tuple(runs))

    @classmethod
    def of(cls, faces: Iterable[Face]) -> "CellList":
        """The list of these known faces."""
        return cls(tuple((1, Cell.of(face)) for face in faces))

    @property
    def known(self) -> Multiset:
        """The cards whose face is known."""
        return Multiset.of(
            face for count, cell in self.runs if (face := cell.face) is not None for _ in range(count)
        )

    @property
    def is_complete(self) -> bool:
        """True when every card's face is known."""
        return all(cell.face is not None for _, cell in self.runs)

    def canonical(self) -> "CellList":
        """The same cards: known faces in canonical order, then the rest, equal cells merged."""
        rest: dict[Cell, int] = {}
        for count, cell in self.runs:
            if cell.face is None:
                rest[cell] = rest.get(cell, 0) + count
        known = tuple((1, Cell.of(face)) for face in self.known)
        return CellList(known + tuple((rest[cell], cell) for cell in sorted(rest, key=str)))

    def __len__(self) -> int:
        return sum([count for count, _ in self.runs])

    def __str__(self) -> str:
        return " ".join(str(cell) if count == 1 else f"{count}*{cell}" for count, cell in self.runs)


def in_order(cards: str | None) -> str | None:
    """A list of cells as text in its canonical form (:meth:`CellList.canonical`); None stays None.

    >>> in_order("TC ?? 3S ??")
    '3S TC 2*??'
    """
    return None if cards is None else str(CellList.parse(cards).canonical())
