"""The page of the archive is true: its examples are run, its links lead somewhere."""

import re
from pathlib import Path

import pytest
from console_examples import ROOT, refreshed

PAGE = ROOT / "docs" / "archive.md"


@pytest.mark.long
@pytest.mark.skipif(Path("/bin/bash").exists() is False, reason="the examples are typed into bash")
def test_the_examples_print_what_the_page_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert refreshed(text) == text, "to renew it: python tests/console_examples.py docs/archive.md"


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
