"""The rules of Marjolet as data: the table of options and presets, the rule book, and the commands on them."""

import json
from typing import Any

import pytest
from marjolet.hands import at_trick, card, cards
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marjolet.engine.actions import EXCHANGE
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play
from marriage_analysis.games.marjolet.engine.judge import is_legal
from marriage_analysis.games.marjolet.rules.book import CHAPTERS
from marriage_analysis.games.marjolet.rules.json_options import (
    format_options,
    is_spelled_out,
    parse_options,
)
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import OPTIONS
from marriage_analysis.games.marjolet.rules.rulebook import RULES, SOURCES
from marriage_analysis.games.marriage.rules.presets import PRESETS as MARRIAGE_PRESETS

TABLE: dict[str, tuple[object, object, object]] = {
    "tenth_bonus": ("winner", "loser", "none"),
    "all_six": (60, 50, 60),
    "plain_jq_meld": ("marjolet", "marjolet", "marjolet"),
    "melds_per_window": (None, None, 1),
    "meld_table": ("marjolet", "marjolet", "bezique"),
    "fresh_card": (False, False, True),
    "meld_after_tenth": (True, True, True),
    "exchange_after_tenth": (True, True, True),
    "exchange_time": ("window", "window", "window"),
    "taken_card_meld": ("at_once", "at_once", "next_window"),
    "dix_play": ("always", "never", "open_phase"),
    "turned_seven": ("twice", "twice", "twice"),
    "target": (500, 500, 500),
    "game_end": ("settlement", "settlement", "immediate"),
}
"""Option by option: seed, older-article, bezique-like."""


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["rules", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_presets_are_those_of_the_table() -> None:
    assert list(PRESETS) == ["seed", "older-article", "bezique-like"]
    assert list(OPTIONS) == list(TABLE)
    for at, preset in enumerate(PRESETS.values()):
        options = format_options(preset.rules)
        assert options == {name: values[at] for name, values in TABLE.items()}
        assert is_spelled_out(options)
        for base in PRESETS.values():
            assert parse_options(base.rules, options) == preset.rules


def test_no_preset_has_the_name_of_one_of_marriage() -> None:
    assert not set(PRESETS) & set(MARRIAGE_PRESETS)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("tenth_bonus", "last"),
        ("all_six", 55),
        ("all_six", True),
        ("melds_per_window", 0),
        ("fresh_card", 1),
        ("target", 505),
        ("target", 0),
        ("target", None),
        ("dix_play", None),
        ("targett", 500),
    ],
)
def test_values_that_cannot_be(option: str, value: object) -> None:
    with pytest.raises(RuleOptionError) as refused:
        rule_set("seed", {option: value})
    assert refused.value.option == option


def test_the_rule_book_is_whole() -> None:
    for text in OPTIONS.values():
        assert set(text.rules) <= set(RULES)
        assert set(text.sources) <= set(SOURCES)
    assert {rule.chapter for rule in RULES.values()} == set(CHAPTERS)
    assert {code for rule in RULES.values() for code in rule.sources} == set(SOURCES)


def test_the_commands() -> None:
    assert "marjolet" in run("list")
    listed: Any = json.loads(run("list", "--game-type", "marjolet", "--json"))
    assert [preset["name"] for preset in listed["presets"]] == list(PRESETS)
    assert [option["name"] for option in listed["options"]] == list(OPTIONS)
    shown: Any = json.loads(run("show", "seed", "--option", "target=1000", "--json"))
    assert (shown["options"]["target"], shown["changed"]) == (1000, ["target"])
    differences: Any = json.loads(run("diff", "seed", "older-article", "--json"))["differences"]
    assert [line["option"] for line in differences] == ["tenth_bonus", "all_six", "dix_play"]
    assert "All of the last six" not in run("explain", "all_six")
    for name in ("all_six", "MJ-B3", "older-article", "S9"):
        assert name in run("explain", name)
    done = CliRunner().invoke(app, ["rules", "diff", "seed", "pagat"])
    assert done.exit_code == 2
    assert "different games" in done.stderr


def test_x2_an_exchange_at_an_own_turn_once_a_trick_is_won() -> None:
    """``exchange_time`` own_turn; in format 1.0 no record can hold it."""
    rules = rule_set("seed", {"exchange_time": "own_turn", "exchange_after_tenth": False})
    hands = ["7H AS KS QS JS TS", "7S 8S 9S 8H 9H TH"]
    for trick, won, may in ((2, [0], True), (2, [1], False), (10, [0] * 9, True), (11, [0] * 10, False)):
        position = at_trick(hands, turnup="AH", trick=trick, leader=0, rules=rules, won=won)
        assert (EXCHANGE in legal_actions(position)) == may
        assert is_legal(position, 0, EXCHANGE) == may
        assert not is_legal(position, 1, EXCHANGE)
    position = at_trick(hands, turnup="AH", trick=2, leader=0, rules=rules, won=[0])
    play(position, EXCHANGE)
    assert position.hands[0] == cards("AH AS KS QS JS TS")
    assert (position.faceup, position.points) == (card("7H"), [10, 0])
