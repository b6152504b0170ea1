"""The page about Marjolet is true: its examples are run, its record is clean, its pattern is the reader's."""

import json
import re
from pathlib import Path

import pytest
from console_examples import ROOT, refreshed

from marriage_analysis.audit.audit import audit_reading
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.games.marjolet.play_pattern import CARD, ENTRY
from marriage_analysis.games.marjolet.rules.book import RULE_BOOK
from marriage_analysis.games.rule_options.document import rules_page
from marriage_analysis.records.reader import read_records

PAGE = (ROOT / "docs/marjolet.md").read_text(encoding="utf-8")


@pytest.mark.skipif(Path("/bin/bash").exists() is False, reason="the examples are typed into bash")
def test_the_examples_print_what_the_page_says() -> None:
    assert refreshed(PAGE) == PAGE


def test_the_record_on_the_page_is_clean(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    path = tmp_path / "page.json"
    path.write_text(json.dumps(json.loads(text)), encoding="utf-8")
    (reading,) = read_records(path)
    assert audit_reading(reading).verdict is Verdict.CLEAN


def test_the_pattern_on_the_page_is_the_one_that_is_read() -> None:
    (card,) = re.findall(r"^CARD=(.*)$", PAGE, re.MULTILINE)
    (entry,) = re.findall(r"^ENTRY=(.*)$", PAGE, re.MULTILINE)
    assert card == CARD
    assert entry.replace("CARD", card) == ENTRY


def test_the_rules_page_is_current() -> None:
    written = (ROOT / "docs/rules-marjolet.md").read_text(encoding="utf-8")
    assert written == rules_page(RULE_BOOK) + "\n", (
        "make it again: marriage rules document --game-type marjolet > docs/rules-marjolet.md"
    )
