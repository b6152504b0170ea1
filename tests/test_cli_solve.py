"""``marriage solve``: what it prints, as text, as JSON and line by line."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.games.marriage.solve.telling import DRAW_FIRST

FINISHING = "QH QS 7C 2D 4D 8C 4C JS JS KC QC JC KH QC QC AC QD TC 3D JH JS 6C"
COMPLETE = "8H JC 4H TC 4H AH AH 6H JS KC KH 8C 6S 8C 4H 9C 8S AH 7H JS 8H"
FAR = "9D 2D 6S 7S TH QD 6D 9C 9S TD 8C JH 4C AC 6H 2H TD AD 3H 9C 3C"


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["solve", *arguments], input=stdin)
    return result.exit_code, result.stdout


def facts(*arguments: str) -> dict[str, Any]:
    code, text = run(*arguments, "--json")
    assert code == 0
    return json.loads(text)


def test_a_finish_is_told_with_its_sets_and_all_discards() -> None:
    code, text = run(FINISHING, "--tiplu", "TD")
    assert code == 0
    assert "22 cards, tiplu 10♦, rules pagat" in text
    assert "Finish: yes. Throw 4♣, which keeps 0 points of maal, and lay:" in text
    assert text.count("pure sequence") >= 3
    _, longer = run(FINISHING, "--tiplu", "TD", "--option", "set_length=min3")
    assert "Any of these can be thrown: 4♣ Q♣" in longer


def test_the_same_as_json() -> None:
    answer = facts(FINISHING, "--tiplu", "TD")
    assert answer["can_show"] is answer["can_finish"] is True
    assert (answer["show_distance"], answer["finish_distance"]) == (0, 0)
    assert answer["dublee_distance"] == {"7": 5, "8": 6}
    assert (answer["discards"], answer["discard"]) == (["4C"], "4C")
    assert len(answer["arrangement"]) == 7
    assert answer["outs"]["finish"] == {}
    assert answer["note"] is None


def test_a_complete_hand_of_21_says_why_no_card_helps() -> None:
    answer = facts(COMPLETE, "--tiplu", "JS")
    assert (answer["can_finish"], answer["finish_distance"], answer["outs"]["finish"]) == (False, 0, {})
    assert answer["note"] == DRAW_FIRST
    code, text = run(COMPLETE, "--tiplu", "JS")
    assert code == 0
    assert "Finish: after the next draw." in text
    assert DRAW_FIRST in text


def test_what_is_missing_and_how_many_cards_help() -> None:
    code, text = run(FAR, "--tiplu", "KS", "--seen", "5S 5S TD")
    assert code == 0
    assert "Show: no, by sets 3 cards away." in text
    assert "    1 left of 5♠" in text
    assert "    none left of 10♦" in text
    assert "lacks a card" in text


def test_before_the_tiplu_is_known_nothing_is_said_of_a_finish() -> None:
    answer = facts(FAR)
    assert (answer["can_finish"], answer["finish_distance"], answer["tiplu"]) == (None, None, None)
    assert answer["show_distance"] == 3
    _, text = run(FAR)
    assert "nobody can say before the tiplu is known" in text


def test_after_a_show_its_sets_stay() -> None:
    answer = facts(FINISHING, "--tiplu", "TD", "--laid", "6C7C8C,JHQHKH,QCQCQC")
    assert (answer["finish_distance"], answer["discards"]) == (1, [])
    assert answer["dublee_distance"] == {"7": None, "8": None}
    assert (answer["ways"], answer["shows"]) == (1, ["6C7C8C,JHQHKH,QCQCQC"])


def test_too_few_players_play_no_dublees() -> None:
    arguments = (FAR, "--rules", "wikipedia-en", "--players", "3")
    assert facts(*arguments)["dublee_distance"] == {"7": None, "8": None}
    assert "Dublees" not in run(*arguments)[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("8H 9H",), "a hand has 21 cards, or 22 after drawing, not 2"),
        ((FAR + " XX",), "XX"),
        ((FAR, "--tiplu", "JK"), "cannot be the tiplu"),
        ((FAR.replace("2D", "6S").replace("2H", "6S").replace("3H", "6S"),), "only three copies"),
        ((FAR, "--laid", "6D7D8D,9C9C9C,2H3H4H"), "is laid but not held"),
        ((FINISHING, "--laid", "JSJSJS,QHQSQD,6C7C8C"), "trial"),
        ((FINISHING, "--laid", "6C7C8C"), "displayed are tunnels"),
        ((), "name the cards"),
        (("--stdin", "--json"), "each line says all"),
        ((FAR, "--seen", "9C 9C"), "2 cards 9C cannot have been seen: 2 are in the hand or the tiplu"),
        ((FAR, "--tiplu", "KD", "--seen", "KD KD KD"), "3 cards KD cannot have been seen: 1 are in the hand"),
        ((FAR, "--players", "99"), "2 to 5 players (max_players), not 99"),
        ((FAR, "--players", "1"), "not 1"),
    ],
)
def test_what_is_no_question_is_refused(arguments: tuple[str, ...], why: str) -> None:
    result = CliRunner().invoke(app, ["solve", *arguments])
    assert result.exit_code == 2
    assert not result.stdout
    assert why in " ".join(result.stderr.replace("│", " ").split())


def test_many_hands_are_answered_line_by_line_and_faulty_ones_named() -> None:
    lines = [
        json.dumps({"cards": FINISHING, "tiplu": "TD"}),
        "",
        "{",
        json.dumps({"cards": "8H"}),
        json.dumps({"cards": FAR, "colour": "red"}),
        json.dumps({"cards": FAR, "players": "3"}),
        json.dumps({"tiplu": "TD"}),
        json.dumps([FAR]),
        json.dumps({"cards": FAR, "rules": "nobody's"}),
        json.dumps({"cards": FINISHING, "tiplu": "TD", "rules": "pagat", "options": {"set_length": "min3"}}),
    ]
    code, text = run("--stdin", stdin="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in text.splitlines()]
    assert code == 1
    assert answers[0] == facts(FINISHING, "--tiplu", "TD")
    assert [answer["line"] for answer in answers[1:-1]] == [3, 4, 5, 6, 7, 8, 9]
    assert all(answer["error"] for answer in answers[1:-1])
    assert sorted(answers[-1]["discards"]) == ["4C", "QC"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"cards": 5}', "5 is not a text in quotes"),
        ('{"cards": "8H", "players": "3"}', '"3" is not a whole number'),
        ('{"cards": "8H", "options": []}', "[] is not an object of rule options"),
        ('{"cards": "8H", "cards": "9H"}', "stands twice"),
        ('{"cards": "8H",}', "field should stand"),
        ('{"cards": "8H", "players": 2.5}', "whole numbers"),
    ],
)
def test_a_line_that_is_not_understood_is_told_in_words(line: str, why: str) -> None:
    code, text = run("--stdin", stdin=line + "\n")
    assert code == 1
    assert why in json.loads(text)["error"]


def test_hands_that_are_all_understood_end_well() -> None:
    code, text = run("--stdin", "--rules", "house-app", stdin=json.dumps({"cards": FAR}) + "\n")
    assert (code, json.loads(text)["rules"]) == (0, "house-app")
