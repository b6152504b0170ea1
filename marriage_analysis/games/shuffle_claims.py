"""Whether the cards of a record come from the shuffle it claims: what every game compares in the same way."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from marriage_analysis.cards.cell import Cell, CellList
from marriage_analysis.findings import Code, Concern, Finding, Place, Severity
from marriage_analysis.games.constraints import Length, Meaning, RecordPart

SHUFFLE_DIFFERS: Final = Code(
    "shuffle_differs",
    Severity.ERROR,
    "The dealt cards are not those that the claimed shuffle gives; `marriage verify` compares them.",
    concern=Concern.CLAIM,
)
SHUFFLE_NOT_CHECKED: Final = Code(
    "shuffle_not_checked",
    Severity.INFO,
    "The claimed shuffle cannot be done again: its algorithm or the rules are not known.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(RecordPart):
    """The claim that the deal comes from a seed; it names the algorithm so that it can be done again."""

    algorithm: Annotated[str, Length(1, 100), Meaning("The name of the way to shuffle.")]
    seed: Annotated[str, Length(1, 1_000), Meaning("What the shuffle started from.")]


Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Cards that lie together after the deal, None where they are not known."""

    name: str
    path: str
    cells: Cells | None
    seat: int | None = None
    in_order: bool = True


def differences(told: Iterable[Lot], made: Iterable[Lot], *, rule: str) -> Iterator[Finding]:
    """What is told otherwise than the shuffle gives; cards that the record does not tell are not compared."""
    made_cells = {lot.path: lot.cells for lot in made}
    for lot in told:
        cells, cards = lot.cells, made_cells.get(lot.path) or ()
        if cells is None:
            continue
        same = len(cells) == len(cards) and (
            all(map(_can_be, cells, cards)) if lot.in_order else _can_be_together(cells, cards)
        )
        if not same:
            yield Finding(
                SHUFFLE_DIFFERS,
                f"{lot.name} is not what the shuffle gives",
                Place(path=lot.path, seat=lot.seat),
                rule=rule,
                expected=_text(cards),
                found=_text(cells),
            )


def _can_be(cell: Cell, card: Cell) -> bool:
    face = card.face
    return cell.text == "??" or cell == card or (cell.face is None and face in cell.possible)


def _can_be_together(cells: Cells, cards: Cells) -> bool:
    """Whether each cell can be a card of its own: cells are placed in turn, moving those that can give way."""
    holder: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for number, card in enumerate(cards):
            if number in tried or not _can_be(cells[index], card):
                continue
            tried.add(number)
            if number not in holder or place(holder[number], tried):
                holder[number] = index
                return True
        return False

    return all(place(index, set()) for index in range(len(cells)))


def _text(cells: Cells) -> str:
    return str(CellList(tuple((1, cell) for cell in cells)))


def not_checked(message: str, found: str | None = None) -> Finding:
    """The note that the shuffle cannot be done again, and why."""
    return Finding(SHUFFLE_NOT_CHECKED, message, Place(path="deal.shuffle"), found=found)
