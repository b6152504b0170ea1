"""The rulebook is whole: every ID has a text and sources that exist, every option is explained by it."""

import re
from dataclasses import fields

import pytest

from marriage_analysis.games.marriage.rules.book import CHAPTERS
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS, RuleSet
from marriage_analysis.games.marriage.rules.rulebook import RULES, SOURCES

LAST_OF_CHAPTER = {
    "TERM": 17,
    "DECK": 5,
    "DEAL": 8,
    "TURN": 11,
    "STOCK": 7,
    "COMB": 17,
    "SHOW": 13,
    "DER": 4,
    "WILD": 3,
    "DUB": 9,
    "FIN": 7,
    "PT": 16,
    "SCORE": 9,
    "TUN": 6,
    "MAAL": 2,
    "SET": 6,
    "VAR": 11,
    "IRR": 9,
    "CF": 36,
    "SL": 31,
}

WITHOUT_OPTION = {"CF-20", "CF-24"}  # the rules reference gives these two no option

ID = re.compile(r"\b(?:" + "|".join(LAST_OF_CHAPTER) + r")-\d+\b")


def test_the_rulebook_has_every_id_and_no_other() -> None:
    wanted = [f"{name}-{number:02}" for name, last in LAST_OF_CHAPTER.items() for number in range(1, last + 1)]
    assert list(RULES) == wanted
    assert list(CHAPTERS) == list(LAST_OF_CHAPTER)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_says_something_and_names_its_sources(rule: str) -> None:
    entry = RULES[rule]
    assert len(entry.text) > 20
    assert entry.text[-1] in ".?)"
    assert entry.sources
    assert set(entry.sources) <= set(SOURCES)
    assert len(set(entry.sources)) == len(entry.sources)
    assert set(ID.findall(entry.text)) <= set(RULES)


def test_no_two_rules_have_the_same_text() -> None:
    assert len({rule.text for rule in RULES.values()}) == len(RULES)


def test_every_field_of_the_rule_set_is_documented() -> None:
    assert list(OPTIONS) == [entry.name for entry in fields(RuleSet)]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_explained_and_cited(name: str) -> None:
    text = OPTIONS[name]
    assert len(text.meaning) > 20
    assert text.meaning.endswith(".")
    assert text.rules
    assert set(text.rules) <= set(RULES)
    assert text.sources
    assert set(text.sources) <= set(SOURCES)
    assert set(text.when_on) in (set(), set(PRESETS))


def test_every_conflict_is_settled_by_an_option() -> None:
    conflicts = {rule for rule in RULES if rule.startswith("CF-")}
    assert {rule for text in OPTIONS.values() for rule in text.rules if rule.startswith("CF-")} == (
        conflicts - WITHOUT_OPTION
    )


def test_every_source_is_described() -> None:
    assert all(len(source.text) > 15 for source in SOURCES.values())
    assert [source.code for source in SOURCES.values()] == list(SOURCES)


def test_presets_name_sources_that_exist() -> None:
    for preset in PRESETS.values():
        cited = {code for codes in re.findall(r"\(([a-z, ]+)\)", preset.source) for code in codes.split(", ")}
        assert cited
        assert cited <= set(SOURCES)
