"""docs/glossary.md names rules that exist, each word once."""

import re
from pathlib import Path

from marriage_analysis.games.marriage.rules.rulebook import RULES

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line]
WORDS = [row[0].strip() for row in ROWS if row[0].strip() != "word"]


def test_every_rule_in_the_glossary_exists() -> None:
    named = re.findall(r"\b[A-Z]+-[0-9]{2}\b", PAGE)
    assert len(named) > 30
    assert set(named) <= set(RULES)


def test_every_word_stands_once() -> None:
    assert len(WORDS) == len(set(WORDS))


def test_the_words_of_the_rules_are_explained() -> None:
    wanted = (
        "maal tiplu poplu jhiplu alter tunnel dublee marriage set stock show finish dhoos murder kidnap better"
    )
    assert set(wanted.split()) <= set(WORDS)
