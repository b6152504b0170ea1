"""Cells: every known, half-known and unknown card round-trips and can be exactly the faces it should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.cards.cell import Cell, CellList
from marriage_analysis.cards.face import FACES, NATURAL_FACES, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.errors import NotationError

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ATOMS = [*map(str, FACES), *(rank + "?" for rank in RANKS), *("?" + suit for suit in SUITS), "??"]

cells = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=4).map("|".join).map(Cell.parse)
lists = st.lists(st.tuples(st.integers(1, 120), cells), max_size=8).map(lambda runs: CellList(tuple(runs)))


@pytest.mark.parametrize("text", ATOMS)
def test_every_atom_round_trips(text: str) -> None:
    assert str(Cell.parse(text)) == text


@pytest.mark.parametrize("face", FACES, ids=str)
def test_a_known_cell_is_its_face_alone(face: Face) -> None:
    cell = Cell.of(face)
    assert cell == Cell.parse(str(face))
    assert (cell.face, cell.possible) == (face, (face,))


@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_alone_can_be_its_four_suits(rank: str) -> None:
    cell = Cell.parse(rank + "?")
    assert cell.face is None
    assert [str(face) for face in cell.possible] == [rank + suit for suit in SUITS]


@pytest.mark.parametrize("suit", SUITS)
def test_a_suit_alone_can_be_its_thirteen_ranks(suit: str) -> None:
    cell = Cell.parse("?" + suit)
    assert cell.face is None
    assert [str(face) for face in cell.possible] == [rank + suit for rank in RANKS]


def test_an_unknown_card_can_be_any_face() -> None:
    assert Cell.parse("??").possible == FACES
    assert Cell.parse("5H|??").possible == FACES


def test_alternatives_can_be_exactly_theirs() -> None:
    assert [str(face) for face in Cell.parse("6H|5H|JK").possible] == ["5H", "6H", "JK"]
    assert len(Cell.parse("7?|?D").possible) == 4 + 13 - 1
    assert Cell.parse("5H|6H").face is None


@given(cell=cells)
def test_alternatives_can_be_the_union_of_what_each_can_be(cell: Cell) -> None:
    union = {face for atom in cell.text.split("|") for face in Cell.parse(atom).possible}
    assert set(cell.possible) == union
    assert Cell.parse(str(cell)) == cell


@pytest.mark.parametrize(
    ("text", "position"),
    [("", 0), ("5H|", 3), ("|5H", 0), ("5H|XX", 3), ("?", 0), ("?K", 0), ("10C", 0), ("5h", 0)],
)
def test_bad_cells_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Cell.parse(text)
    assert caught.value.position == position


@given(cell_list=lists)
def test_lists_with_runs_round_trip(cell_list: CellList) -> None:
    text = str(cell_list)
    assert CellList.parse(text) == cell_list
    assert str(CellList.parse(text)) == text
    assert len(cell_list) == sum(count for count, _ in cell_list.runs)


@given(cell_list=lists)
def test_canonical_form_keeps_the_cards_and_is_stable(cell_list: CellList) -> None:
    canonical = cell_list.canonical()
    assert len(canonical) == len(cell_list)
    assert canonical.known == cell_list.known
    assert canonical.is_complete is cell_list.is_complete
    assert canonical.canonical() == canonical
    tally: dict[str, int] = {}
    for runs, sign in ((cell_list.runs, 1), (canonical.runs, -1)):
        for count, cell in runs:
            tally[str(cell)] = tally.get(str(cell), 0) + sign * count
    assert not any(tally.values())


@given(hand=st.lists(st.sampled_from(FACES), max_size=25))
def test_a_list_of_known_faces_is_complete(hand: list[Face]) -> None:
    cell_list = CellList.of(hand)
    assert cell_list.is_complete
    assert cell_list.known == Multiset.of(hand)
    assert str(cell_list) == " ".join(map(str, hand))


@pytest.mark.parametrize(
    ("text", "position"),
    [("3S  4S", 3), ("3S 0*??", 3), ("3S 18*?X", 6), ("*??", 0), (" 3S", 0), ("3S ", 3), ("3S 5H|", 6)],
)
def test_bad_lists_name_the_place(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        CellList.parse(text)
    assert (caught.value.text, caught.value.position) == (text, position)


def test_every_natural_face_is_within_its_rank_and_its_suit() -> None:
    for face in NATURAL_FACES:
        rank, suit = str(face)
        assert set(Cell.parse(rank + "?").possible) & set(Cell.parse("?" + suit).possible) == {face}
