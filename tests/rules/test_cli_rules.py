"""``marriage rules`` as it is typed."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.cli.options import parse_rule_options, read_rule_options
from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.book import RULE_BOOK
from marriage_analysis.games.marriage.rules.json_options import format_options
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS
from marriage_analysis.games.marriage.rules.rulebook import RULES, SOURCES
from marriage_analysis.games.rule_options.document import rules_page


def _run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["rules", *words])
    return result.exit_code, result.stdout, result.stderr


def _json(*words: str) -> Any:
    status, out, err = _run(*words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_list_names_presets_and_options() -> None:
    status, out, _ = _run("list")
    assert status == 0
    for name in [*PRESETS, *OPTIONS]:
        assert f"  {name} " in out
    facts = _json("list")
    assert [preset["name"] for preset in facts["presets"]] == list(PRESETS)
    assert [option["name"] for option in facts["options"]] == list(OPTIONS)


@pytest.mark.parametrize("preset", PRESETS)
def test_show_gives_every_option_of_a_preset(preset: str) -> None:
    facts = _json("show", preset)
    assert facts == {
        "preset": preset,
        "source": PRESETS[preset].source,
        "options": format_options(PRESETS[preset].rules),
        "changed": [],
    }
    status, out, _ = _run("show", preset)
    assert status == 0
    assert "(changed" not in out
    assert all(f"  {name}" in out for name in OPTIONS)


def test_show_with_options_marks_what_they_change() -> None:
    words = ["show", "pagat", "--option", "kidnap=points", "--option", 'tunnel_points={"alter": [5]}']
    words += ["--option", "dhoos=0"]
    facts = _json(*words)
    wanted = rule_set("pagat", {"kidnap": "points", "tunnel_points": {"alter": [5]}})
    assert facts["options"] == format_options(wanted)
    assert facts["changed"] == ["kidnap", "tunnel_points.alter"]
    _, out, _ = _run(*words)
    lines = [line.split() for line in out.splitlines() if "(changed" in line]
    assert lines == [
        ["kidnap", '"points"', "(changed", "from", '"off")'],
        ["tunnel_points.alter", "[5]", "(changed", "from", "[35])"],
    ]


def test_diff_gives_the_options_that_differ() -> None:
    assert _json("diff", "wikipedia-en", "wikipedia-ja") == {
        "a": "wikipedia-en",
        "b": "wikipedia-ja",
        "differences": [{"option": "maal_throw", "a": "any_unseen", "b": "none_seen"}],
    }
    polish = _json("diff", "wikipedia-en", "wikipedia-pl")["differences"]
    assert [line["option"] for line in polish] == [
        "tiplu_points",
        "tunnel_points.putali",
        "maal_throw",
        "dhulo_pelai",
    ]
    status, out, _ = _run("diff", "wikipedia-en", "wikipedia-ja")
    assert status == 0
    assert [line.split() for line in out.splitlines()] == [
        ["option", "wikipedia-en", "wikipedia-ja"],
        ["maal_throw", '"any_unseen"', '"none_seen"'],
    ]


def test_diff_of_the_same_options_says_so() -> None:
    assert _run("diff", "wikipedia-en", "wikipedia-es")[1] == (
        "wikipedia-en and wikipedia-es have the same options.\n"
    )
    assert _json("diff", "pagat", "pagat")["differences"] == []


@pytest.mark.parametrize("name", [*OPTIONS, "tunnel_points.ordinary", "tunnel_points.putali"])
def test_explain_an_option(name: str) -> None:
    facts = _json("explain", name)
    text = OPTIONS[name.partition(".")[0]]
    assert (facts["kind"], facts["name"], facts["meaning"]) == ("option", name, text.meaning)
    assert list(facts["presets"]) == list(PRESETS)
    assert [rule["id"] for rule in facts["rules"]] == list(text.rules)
    assert all(rule["text"] == RULES[rule["id"]].text for rule in facts["rules"])
    assert [source["code"] for source in facts["sources"]] == list(text.sources)
    status, out, _ = _run("explain", name)
    assert status == 0
    assert text.meaning in out
    assert all(RULES[rule].text in out for rule in text.rules)


def test_explain_gives_the_value_in_every_preset_and_when_switched_on() -> None:
    facts = _json("explain", "master_card")
    assert facts["presets"] == dict.fromkeys(PRESETS)
    assert facts["when_on"] == dict.fromkeys(PRESETS, 10) | {"wikipedia-pl": 5}
    part = _json("explain", "tunnel_points.putali")["presets"]
    assert list(part.values()) == [[35], [45], [45], [45], [35], [0]]


@pytest.mark.parametrize("name", [rule for rule in RULES if rule.endswith("-01")] + ["CF-20", "PT-15", "SL-31"])
def test_explain_a_rule(name: str) -> None:
    facts = _json("explain", name)
    assert (facts["kind"], facts["name"], facts["text"]) == ("rule", name, RULES[name].text)
    assert facts["options"] == [option for option, text in OPTIONS.items() if name in text.rules]
    assert _run("explain", name)[1].startswith(f"{name} (a rule): {RULES[name].text}\n")


def test_explain_a_rule_in_small_letters_a_preset_a_source_and_murder() -> None:
    assert _json("explain", "cf-09") == _json("explain", "CF-09")
    assert _json("explain", "house-app")["options"] == format_options(rule_set("house-app"))
    assert _json("explain", "pg") == {"kind": "source", "name": "pg", "text": SOURCES["pg"].text}
    assert _json("explain", "murder")["rules"][0]["id"] == "VAR-05"
    for name, line in [("house-app", "house-app (a preset)"), ("pg", "pg (a source)"), ("murder", "murder: ")]:
        assert _run("explain", name)[1].startswith(line)


def test_document_prints_the_page() -> None:
    assert _run("document") == (0, rules_page(RULE_BOOK) + "\n", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explain", "dublee_bonnus"], "did you mean dublee_bonus?"),
        (["explain", "set-1"], "did you mean SET-01"),
        (["explain", "\x1b[2Jpagat"], "did you mean pagat?"),
        (["show", "pagatt"], "did you mean pagat?"),
        (["diff", "pagat", "wikipedia"], "did you mean wikipedia-"),
        (["show", "pagat", "--option", "kidnap=pionts"], "did you mean points?"),
        (["show", "pagat", "--option", "better=true"], "better must be a whole number"),
        (["show", "pagat", "--option", "better=NaN"], "better must be a whole number"),
        (["show", "pagat", "--option", "beter=2"], "did you mean better?"),
        (["show", "pagat", "--option", "better"], "must be given as NAME=JSON"),
        (["show", "pagat", "--option", "=2"], "must be given as NAME=JSON"),
        (["show", "pagat", "--option", "better="], "must be given as NAME=JSON"),
        (["show", "pagat", "--option", "better=2", "--option", "better=3"], "better is given twice"),
        (["show", "pagat", "--option", "murder=true", "--option", "maal_pachaunu=false"], "murder: true makes"),
    ],
)
def test_what_does_not_exist_ends_with_status_2_and_one_line(words: list[str], message: str) -> None:
    status, out, err = _run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("marriage: ")
    assert message in err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_an_option_value_is_json_or_else_a_bare_word() -> None:
    given = [
        "kidnap=points",
        'direction="cw"',
        "better=2",
        "open_maal=true",
        "alter_points=[5, 15,25]",
        " a = b=c ",
    ]
    assert read_rule_options(given) == {
        "kidnap": "points",
        "direction": "cw",
        "better": 2,
        "open_maal": True,
        "alter_points": [5, 15, 25],
        "a": "b=c",
    }
    assert read_rule_options(None) == {}
    assert parse_rule_options("pagat", None) == rule_set("pagat")


def test_monstrous_option_values_are_refused() -> None:
    for value in ("9" * 5000, "[" * 100_000):
        with pytest.raises(RuleOptionError, match="better must be") as caught:
            parse_rule_options("pagat", [f"better={value}"])
        assert len(str(caught.value)) < 200
