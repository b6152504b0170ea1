"""The page about the solver is true: its examples are run, and it names every field of an answer."""

import json
import re
from pathlib import Path

import pytest
from console_examples import ROOT, refreshed

PAGE = (ROOT / "docs/solver.md").read_text(encoding="utf-8")


@pytest.mark.skipif(Path("/bin/bash").exists() is False, reason="the examples are typed into bash")
def test_the_examples_print_what_the_page_says() -> None:
    assert refreshed(PAGE) == PAGE


def test_every_field_of_an_answer_is_explained() -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith('{"cards"')]
    explained = set(
        re.findall(r"`(\w+)`", "\n".join(row for row in PAGE.splitlines() if row.startswith("| `")))
    )
    assert set(json.loads(line)) - explained == {"cards", "tiplu", "laid", "rules"}
