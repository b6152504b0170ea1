"""Pictures of cards and tables: whole documents, every card where it lies, nothing shown that is hidden."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.card_pictures import BACK, card_symbols
from marriage_analysis.games.marriage.drawing import cards_svg, sets_svg, table_panels, table_svg
from marriage_analysis.games.marriage.engine.events import UNKNOWN
from marriage_analysis.games.marriage.engine.position import Phase
from marriage_analysis.games.marriage.engine.state import State
from marriage_analysis.records.reader import read_records
from marriage_analysis.replay.stepping import Game

CORPUS = Path(__file__).parents[2] / "records/marriage/sound"
GAMES = [
    Game.of(reading.record)
    for name in ("hand-played", "hand-irregular")
    for reading in read_records(CORPUS / f"{name}.jsonl")
    if reading.record is not None
]
XLINK = re.compile(r'href="#([\w-]+)"')


def states(game: Game) -> list[State]:
    return [state for state in game if isinstance(state, State)]


def check_document(svg: str) -> ElementTree.Element:
    """The document parses, and everything that it uses is defined in it."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    defined = set(re.findall(r'\bid="([\w-]+)"', svg))
    assert set(XLINK.findall(svg)) <= defined
    assert root.get("aria-label")
    return root


def used(svg: str) -> Counter[str]:
    """How often each card is put down, definitions left out."""
    body = re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL)
    return Counter(name.removeprefix("card-") for name in XLINK.findall(body) if name.startswith("card-"))


@pytest.mark.parametrize("face", FACES, ids=str)
def test_every_face_has_its_own_picture(face: object) -> None:
    number = FACES.index(face)  # pyright: ignore[reportArgumentType]
    svg = cards_svg([number])
    check_document(svg)
    assert used(svg) == Counter([str(face)])
    pictures = [card_symbols([other]) for other in range(len(FACES))]
    assert pictures.count(pictures[number]) == 1


def test_number_cards_have_as_many_pips_as_their_rank() -> None:
    for face in FACES[:52]:
        rank = str(face)[0].replace("T", "10")
        if rank.isdecimal():
            pips = len(re.findall(r'<use href="#suit-', card_symbols([face.index])))
            assert pips == int(rank) + 2, "two more stand in the corners"


def test_cards_that_are_not_known_lie_face_down_or_say_what_is_known() -> None:
    svg = cards_svg([UNKNOWN, Cell("??"), Cell("7?"), Cell("5H|6H"), Cell("?D"), Cell("TC")])
    check_document(svg)
    assert used(svg) == Counter({BACK.removeprefix("card-"): 2, "TC": 1})
    for words in ("7?", "5♥", "6♥", "?♦"):
        assert f">{words}</text>" in svg


def test_sets_are_drawn_card_by_card() -> None:
    svg = sets_svg([(0, 1, 2), (5, 5, 5)])
    check_document(svg)
    assert used(svg) == Counter({"AS": 1, "2S": 1, "3S": 1, "6S": 3})
    assert check_document(svg).get("aria-label") == "A♠2♠3♠, 6♠6♠6♠"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.record.id)
def test_each_seat_has_exactly_its_cards(game: Game) -> None:
    names = [player.label for player in game.record.players]
    for state in states(game):
        for seat, panel in enumerate(table_panels(state, names)[1:]):
            held: Counter[str] = Counter(
                {str(FACES[face]): count for face, count in enumerate(state.free[seat]) if count}
            )
            lying = [face for tunnel in state.displayed[seat] for face in (tunnel,) * 3]
            lying += [face for cards in state.shown[seat] or () for face in cards]
            lying += state.spares[seat]
            if state.winner == seat:
                lying += [face for cards in state.finish_sets or () for face in cards]
                lying += [state.last_discard] if state.phase is Phase.OVER else []
            assert used(panel.svg) == held + Counter(str(FACES[face]) for face in lying)
            assert panel.label.startswith(names[seat])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.record.id)
def test_tables_are_whole_documents_and_mark_whose_turn_it_is(game: Game) -> None:
    for state in (*states(game)[::7], states(game)[-1]):
        svg = table_svg(state)
        check_document(svg)
        assert svg == state._repr_svg_()  # pyright: ignore[reportPrivateUsage]
        assert svg in state._repr_html_()  # pyright: ignore[reportPrivateUsage]
        assert svg.count("to play: ") == 2 * (state.actor >= 0), "in the picture and in its words"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.record.id)
def test_a_viewer_sees_no_free_card_of_others_and_no_tiplu_before_seeing_it(game: Game) -> None:
    for state in states(game):
        if state.phase is Phase.OVER:
            continue
        for viewer in range(state.seats):
            centre, *seats = table_panels(state, viewer=viewer)
            for seat, panel in enumerate(seats):
                backs = used(panel.svg)[BACK.removeprefix("card-")]
                assert backs == (0 if seat == viewer else sum(state.free[seat]))
            if state.tiplu >= 0 and not state.seen[viewer] and not state.rules.open_maal:
                shown = used(centre.svg)
                top = state.pile[-1:] == (state.tiplu,)
                assert shown[str(FACES[state.tiplu])] == top
                assert "tiplu not seen" in centre.label


def test_names_are_escaped_and_long_ones_cut() -> None:
    names = ["<b>&\"'", "x" * 300, "आशा", "d"]
    svg = table_svg(states(GAMES[1])[0], names)
    root = check_document(svg)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>&\"'" in texts
    assert "आशा" in texts
    assert any(text and text.startswith("xxx") and text.endswith("…") for text in texts)
    assert "<b>" not in svg
