"""docs/text-form.md: every example on it is read, and the commands print what it says."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.records.model import Record
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text_form

PAGE = (Path(__file__).parents[1] / "docs" / "text-form.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```([a-z-]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = [text for kind, text in FENCES if kind == "mrn"]
HEAD = """\
[format "marriage-record"]
[version "1.0"]
[game "marriage"]
[id "page"]
[rules.preset "pagat"]
[Player "Asha"]
[Player "Bimal"]
[view "all"]
"""


def read(text: str) -> Record:
    record, findings = read_text_form(text)
    assert record is not None, findings
    return record


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [re.findall(r"`([^`]+)`", cell) for line in lines for cell in [*line.split(" | ")]]


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_sound_record(text: str) -> None:
    assert read(format_text(read(text))) == read(text)


def test_the_typed_game_is_written_as_the_page_says() -> None:
    typed, written = EXAMPLES[:2]
    assert typed != written
    assert format_text(read(typed)) == written
    assert read(written).level.word == "play"


def test_the_notes_are_in_the_order_that_the_page_tells() -> None:
    (text,) = [text for text in EXAMPLES if '"notes"' in text]
    notes = [note.text for note in read(text).annotations or ()]
    sentence = PAGE.partition("the order of all notes is kept: here\n")[2].partition(".\n")[0]
    assert notes == re.findall(r"`([^`]+)`", sentence)
    assert format_text(read(text)) == text


def test_spellings_of_cards_are_read_as_the_page_says() -> None:
    cells = rows("What people may type")
    pairs = {tuple(typed): meant for typed, meant in zip(cells[::2], cells[1::2], strict=True)}
    for typed, meant in zip(("10C", "10♣", "♣10", "jc"), pairs["10C", "10♣", "♣10", "jc"], strict=True):
        assert read(f'{HEAD}[deal.upcard "{typed}"]').parts.deal.upcard == meant
    (show,) = pairs[("show( 3s 4s 5s, 6h6h6h )",)]
    assert read(f"{HEAD}0: show( 3s 4s 5s, 6h6h6h )").parts.play == (f"0: {show}",)
    (blanks,) = pairs[("1:s5S    xQH",)]
    assert read(f"{HEAD}1:s5S    xQH").parts.play == (blanks,)
    both = read(f"{HEAD}Asha: s5S xQH\na: s5S xQH").parts.play
    assert both == ("0: s5S xQH", "0: s5S xQH")


def test_the_mistakes_are_told_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (faulty,) = [text for kind, text in FENCES if kind == "mrn-faulty"]
    (tmp_path / "faulty.mrn").write_text(faulty, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (shown,) = [text for kind, text in FENCES if kind == "console" and "validate" in text]
    command, _, output = shown.partition("\n")
    outcome = CliRunner().invoke(app, command.removeprefix("$ marriage ").split())
    assert (outcome.exit_code, outcome.stdout) == (1, output)


def test_convert_does_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = CliRunner().invoke(app, ["convert", "-", "--to", "jsonl"], input=EXAMPLES[0])
    (tmp_path / "evening.jsonl").write_text(first.stdout, encoding="utf-8")
    (shown,) = [text for kind, text in FENCES if kind == "console" and "convert" in text]
    steps = re.findall(r"^\$ marriage (.*)\n(.*\n)", shown, re.MULTILINE)
    assert len(steps) == 2
    for command, output in steps:
        assert CliRunner().invoke(app, command.split()).stderr == output
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "evening.jsonl").read_bytes()
    assert (tmp_path / "evening.mrn").read_text(encoding="utf-8") == EXAMPLES[1]
