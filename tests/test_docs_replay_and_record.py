"""The page about replay and record is true: its console examples are run (doctest runs the others)."""

from pathlib import Path

import pytest
from console_examples import ROOT, refreshed

PAGE = (ROOT / "docs/replay-and-record.md").read_text(encoding="utf-8")


@pytest.mark.skipif(Path("/bin/bash").exists() is False, reason="the examples are typed into bash")
def test_the_examples_print_what_the_page_says() -> None:
    assert refreshed(PAGE) == PAGE
