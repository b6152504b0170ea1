"""A hand for people: explained in two languages, in words, drawn."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping

import pytest
from marjolet.samples import hand, record

from marriage_analysis.errors import WordError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.language import Language
from marriage_analysis.games.marjolet.game import MARJOLET
from marriage_analysis.games.marjolet.messages import WORDS
from marriage_analysis.replay.replay import replay_record

PLAYERS = ("Camille", "Dominique")


def explained(language: str = "en", **changes: object) -> tuple[str, ...]:
    examined = MARJOLET.examine(record(hand(**changes)).parts, players=PLAYERS, dealer=1)
    return MARJOLET.explain(examined, players=PLAYERS, language=language)


def test_every_point_is_explained_with_its_rule() -> None:
    lines = explained(before=[400, 340])
    assert "    +100  four aces: A♠ A♥ A♦ A♣ (MJ-M1, trick 5)" in lines
    assert "    = brisques 40, melds 60, dix 0, bonus 10" in lines
    assert lines[-3:] == (
        "  Camille: 400 before, 510 now",
        "  Dominique: 340 before, 500 now",
        "  Camille has won the game (MJ-G3).",
    )
    points = [int(line.split()[0]) for line in lines if line.startswith("    +")]
    assert sum(points) == 270


def test_both_languages_have_all_words_and_the_same_numbers() -> None:
    assert all(set(words) == set(Language) for words in WORDS.values())
    english, nepali = explained("en"), explained("ne")
    assert len(english) == len(nepali)
    for one, other in zip(english, nepali, strict=True):
        assert [c for c in one if c in "0123456789+"] == [c for c in other if c in "0123456789+"]
    with pytest.raises(WordError):
        explained("fr")


def test_a_hand_stopped_by_the_target() -> None:
    """Under an immediate end four aces at 300 points end a game of 400; no brisque counts."""
    play = [*hand()["play"][:4], "1: 9H 7C >1 meld(AHADACAS)"]
    rules = {"preset": "seed", "options": {"game_end": "immediate", "target": 400}}
    lines = explained(rules=rules, before=[200, 300], play=play, result={"ending": "finished"})
    assert "The hand was stopped when Dominique reached 400 points (MJ-G3)." in lines
    assert "  Dominique: 110" in lines
    assert lines[-1] == "  Dominique has won the game (MJ-G3)."


def test_what_cannot_be_settled_is_not_explained() -> None:
    assert explained(play=hand()["play"][:8], result=None) == ()


def test_every_table_of_a_hand_is_drawn() -> None:
    replay = replay_record(record(hand()))
    for table, drawing in zip(replay.tables, replay.drawings, strict=True):
        root = ET.fromstring(drawing.picture())
        used = {use.get("href", "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")}
        drawn = {element.get("id") for element in root.iter()}
        assert used <= drawn
        assert len(drawing.panels()) == 3
        facts = table.facts()
        seats = facts["seats"]
        assert isinstance(seats, list)
        assert facts["awaits"] in {"lead", "over"}
    first = replay.drawings[0].picture()
    assert "Camille" not in first
    assert "stock 19" in first
    assert "trumps ♥" in first


def test_facts_of_a_table() -> None:
    replay = replay_record(record(hand()))
    facts: Mapping[str, object] = replay.tables[5].facts()
    assert (facts["to_act"], facts["trick"], facts["trump"], facts["face_up"]) == (1, 6, "H", "7H")
    assert facts["stock"] == 9
    assert replay.tables[5].lines()[2] == "B: 110 points; open A♠ A♥ A♦ A♣"


def test_it_has_every_ability_that_marriage_has() -> None:
    from marriage_analysis.games import abilities

    for name in ("Ruled", "Types", "Shuffles", "Carries", "Hides", "Explains", "Steps", "Records", "Simulates"):
        assert isinstance(GAMES["marjolet"], getattr(abilities, name)), name
    assert isinstance(GAMES["marjolet"], abilities.Slips)
