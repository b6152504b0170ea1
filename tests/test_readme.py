"""The README is true: its examples are run, its links lead somewhere, its record is a record."""

import json
import re
from pathlib import Path

import pytest
from console_examples import ROOT, refreshed

from marriage_analysis.audit.audit import audit_reading
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.records.reader import read_records

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(Path("/bin/bash").exists() is False, reason="the examples are typed into bash")
def test_the_examples_print_what_the_page_says() -> None:
    assert refreshed(README) == README


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_record_on_the_page_is_clean(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```json\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    path = tmp_path / "page.json"
    path.write_text(json.dumps(json.loads(text)), encoding="utf-8")
    (reading,) = read_records(path)
    assert audit_reading(reading).verdict is Verdict.CLEAN
