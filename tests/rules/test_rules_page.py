"""docs/rules.md is what the data say."""

from pathlib import Path

from marriage_analysis.games.marriage.rules.book import RULE_BOOK
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS
from marriage_analysis.games.marriage.rules.rulebook import RULES, SOURCES
from marriage_analysis.games.rule_options.document import rules_page

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_page_is_current() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == rules_page(RULE_BOOK) + "\n", "make it again: marriage rules document > docs/rules.md"


def test_the_page_has_everything() -> None:
    page = rules_page(RULE_BOOK)
    for rule in RULES.values():
        assert f"- **{rule.id}** {rule.text} [" in page
    for name, text in OPTIONS.items():
        assert f"### {name}\n\n{text.meaning}\n" in page
    for preset in PRESETS.values():
        assert f"- **{preset.name}**: {preset.source}" in page
    for source in SOURCES.values():
        assert f"| {source.code} | {source.text} |" in page
