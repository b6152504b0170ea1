"""What commands print is safe for a terminal, and JSON stays the same JSON."""

import io
import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.cli import output
from marriage_analysis.cli.output import clean, emit_json, progress, put, say

BIDI_OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
any_text = st.text(st.characters(codec=None, exclude_categories=[]))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=8,
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@given(any_text)
def test_cleaned_text_holds_no_control_character(text: str) -> None:
    cleaned = clean(text)
    assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in cleaned)
    assert not set(cleaned) & set(BIDI_OVERRIDES)
    cleaned.encode("utf-8")


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"])))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("name", ["आशा", "क्\u200dष", "👩\u200d👧", "José", "a\\b", "王"])
def test_names_are_left_alone(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb", "a\\x0ab"),
        ("a\0b", "a\\x00b"),
        ("a\x9bb", "a\\x9bb"),
        ("abc\u202ecba", "abc\\u202ecba"),
        ("\ufeffa", "\\ufeffa"),
        ("\udce9", "\\udce9"),
        ("a\U000e0041", "a\\U000e0041"),
    ],
)
def test_dangerous_characters_are_escaped(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(json_values)
def test_json_comes_back_as_it_was_and_holds_no_control_character(value: object) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", written := io.StringIO())
        emit_json(value)
    text = written.getvalue()
    assert json.loads(text) == value
    assert text.endswith("\n")
    assert all(clean(line) == line for line in text.removesuffix("\n").split("\n"))


def test_json_keeps_scripts_readable(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"name": "आशा"})
    assert capsys.readouterr().out == '{\n  "name": "आशा"\n}\n'


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_json_has_no_word_for_some_numbers(number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        emit_json([number])


def test_results_go_to_stdout_and_messages_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    put("one\ntwo\x07")
    say("three\x07")
    assert capsys.readouterr() == ("one\ntwo\\x07\n", "three\\x07\n")


def test_no_progress_in_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    with progress("Reading", total=3) as advance:
        for _ in range(3):
            advance(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("patience", "shown"), [(0.0, True), (3600.0, False)])
def test_progress_on_a_terminal_appears_when_work_lasts(
    patience: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress("Reading", total=2) as advance:
        advance(1)
        advance(1)
    assert ("Reading" in terminal.getvalue()) is shown
