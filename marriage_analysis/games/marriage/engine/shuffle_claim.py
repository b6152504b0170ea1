"""Whether the cards of a record come from the shuffle it claims: the deal done again and compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from marriage_analysis.cards.cell import Cell, CellList
from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM
from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.marriage.engine import codes
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.engine.position import Deal
from marriage_analysis.games.marriage.engine.replay import read_deal
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.recorded_rules import read_rules

Cells = tuple[Cell, ...]


def check_shuffle(parts: MarriageParts, *, seats: int, dealer: int | None) -> tuple[Finding, ...] | None:
    """What is wrong with the claimed shuffle; None where none is claimed, nothing found where it holds.

    Cards that the record does not tell are not compared; hands are compared as sets of cards. Where the
    dealer is not noted, the claim holds if it does for some dealer. Raises ``CountError`` for a number of
    seats that cannot be dealt to, and for a dealer who sits nowhere.
    """
    shuffle = None if parts.deal is None else parts.deal.shuffle
    if shuffle is None:
        return None
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if shuffle.algorithm != SHUFFLE_ALGORITHM:
        return (_not_checked(f"the way to shuffle {shuffle.algorithm!r} is not known here", shuffle.algorithm),)
    if rules is None:
        return (_not_checked("the rules are not known, so neither is which cards were shuffled"),)
    told = read_deal(parts, seats=seats)
    found: tuple[Finding, ...] = ()
    for who in range(seats) if dealer is None else (dealer,):
        made = deal_cards(rules, seats=seats, dealer=who, seed=shuffle.seed)
        found = tuple(_differences(told, made))
        if not found:
            break
    return found


@dataclass(frozen=True, slots=True)
class _Lot:
    """Cards that lie together after the deal, None where they are not known."""

    name: str
    path: str
    cells: Cells | None
    seat: int | None = None
    in_order: bool = True


def _lots(deal: Deal) -> Iterator[_Lot]:
    for seat, hand in enumerate(deal.hands):
        yield _Lot(f"the hand of seat {seat}", f"deal.hands[{seat}]", hand, seat=seat, in_order=False)
    yield _Lot("the card turned up", "deal.upcard", None if deal.upcard is None else (deal.upcard,))
    yield _Lot("the stock", "deal.stock", deal.stock)


def _differences(told: Deal, made: Deal) -> Iterator[Finding]:
    made_cells = {lot.path: lot.cells for lot in _lots(made)}
    for lot in _lots(told):
        cells, cards = lot.cells, made_cells.get(lot.path) or ()
        if cells is None:
            continue
        same = len(cells) == len(cards) and (
            all(map(_can_be, cells, cards)) if lot.in_order else _can_be_together(cells, cards)
        )
        if not same:
            yield Finding(
                codes.SHUFFLE_DIFFERS,
                f"{lot.name} is not what the shuffle gives",
                Place(path=lot.path, seat=lot.seat),
                rule="DEAL-02",
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


def _not_checked(message: str, found: str | None = None) -> Finding:
    return Finding(codes.SHUFFLE_NOT_CHECKED, message, Place(path="deal.shuffle"), found=found)
