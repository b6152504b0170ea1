"""The text form: what is written is read again, every record of every kind, and it is written in one way."""

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from record_samples import PLAY, line_of, sheet, with_play
from record_strategies import records

from marriage_analysis.package_data import sample_files
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.model import Record, record_model
from marriage_analysis.records.reader import Reading, read_records
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text, read_text_form

SAMPLES = [path for kind in ("sound", "partial", "faulty") for path in sample_files(kind)]


def record_of(mapping: dict[str, Any]) -> Record:
    record, findings = read_text(line_of(mapping).decode())
    assert record is not None, findings
    return record


def read_again(text: str) -> Record:
    record, findings = read_text_form(text)
    assert record is not None, (findings, text)
    return record


def readings_of(text: str) -> list[Reading]:
    return list(read_records(io.BytesIO(text.encode())))


def assert_lossless(record: Record) -> None:
    text = format_text(record)
    again = read_again(text)
    assert again == record
    assert again.carried == record.carried
    assert format_record(again) == format_record(record)
    assert format_text(again) == text
    (reading,) = readings_of(text)
    assert reading.record == record
    assert reading.is_text_form


@given(records())
@settings(max_examples=150)
def test_every_record_is_read_again_from_its_text(mapping: dict[str, Any]) -> None:
    record = record_model("marriage").model_validate(mapping)
    assert_lossless(record)
    assert_lossless(expand(record).record)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sample_record_is_read_again_from_its_text(path: Path) -> None:
    found = [reading.record for reading in read_records(path) if reading.record is not None]
    for record in found:
        assert_lossless(record)
    together = "\n---\n".join(map(format_text, found))
    assert [reading.record for reading in readings_of(together)] == found


def test_equal_records_give_equal_text_whatever_the_order_of_their_fields() -> None:
    one = record_of(sheet(meta={"b": 1, "a": {"y": None, "x": [2]}}, extensions={"é": 1, "a.b": {}}))
    other = record_of(sheet(extensions={"a.b": {}, "é": 1}, meta={"a": {"x": [2], "y": None}, "b": 1}))
    assert format_text(one) == format_text(other)


def test_the_text_is_headers_then_turns_with_notes_then_what_came_out() -> None:
    notes = [{"turn": 1, "text": "waited"}, {"text": "for the game"}, {"turn": 3, "kind": "dispute", "by": 0}]
    text = format_text(record_of(with_play(annotations=notes)))
    assert text == "\n".join(
        [
            '[format "marriage-record"]',
            '[version "1.0"]',
            '[game "marriage"]',
            '[id "sheet-1"]',
            '[rules.preset "pagat"]',
            '[players.0 {"id": "p1", "name": "Asha"}]',
            '[players.1 {"id": "p2", "name": "Bina"}]',
            "[dealer 0]",
            '[view "all"]',
            '[annotations.1 {"text": "for the game"}]',
            "",
            PLAY[0],
            f"{PLAY[1]} {{waited}}",
            PLAY[2],
            f"{PLAY[3]} {{@kind=dispute,by=0}}",
            "",
            '[result.ending "finished"]',
            "[result.winner 1]",
            '[result.players.0 {"seen": true, "maal": 2, "net": -8}]',
            '[result.players.1 {"seen": true, "maal": 7, "net": 8}]',
            "",
        ]
    )


def test_the_digest_stands_before_the_turns_so_that_a_file_that_was_cut_does_not_fit_it() -> None:
    text = format_text(expand(record_of(with_play())).record)
    assert text.index("[digest") < text.index(PLAY[0])


HARD = [
    "}",
    "{",
    "a{b}c",
    "@x",
    " a",
    "a ",
    "",
    "\n",
    "---",
    "a\n---\nb",
    "\r",
    "\x00",
    "\u2028",
    "\ufeff",
    "\\n",
    '"]',
]


@pytest.mark.parametrize("text", [*HARD, "</script>", "\u202edlrow", "खेल 🂡", "[format 1]", "1: s5S"])
def test_a_text_that_could_be_taken_for_something_else_is_kept(text: str) -> None:  # P10
    notes = [{"turn": 0, "text": text}, {"turn": 0, "by": "Asha", "text": text}, {"turn": 1, "text": "last"}]
    assert_lossless(record_of(with_play(annotations=notes, meta={text: text, "list": [text, {text: []}]})))


@pytest.mark.parametrize("text", ["waited for the 6C", "a  b", "खेल", '"quoted"', "[x]", "; #", "a\\nb"])
def test_a_plain_note_stands_after_its_turn_as_it_is(text: str) -> None:
    assert f"{PLAY[2]} {{{text}}}\n" in format_text(
        record_of(with_play(annotations=[{"turn": 2, "text": text}]))
    )


def test_notes_out_of_the_order_of_turns_keep_their_order() -> None:
    record = record_of(with_play(annotations=[{"turn": turn, "text": str(turn)} for turn in (2, 0, 3, 1, 3)]))
    assert_lossless(record)
    assert format_text(record).count("{@") == 0
    assert format_text(record).count("[annotations.") == 2


EMPTY: list[dict[str, Any]] = [
    {"play": [], "view": "all"},
    {"annotations": [], "flags": [], "sat_out": [], "dhoos": [], "times": []},
    {"deal": {}, "view": "all", "result": {}, "meta": {}, "extensions": {}, "rules": {}},
    {"deal": {"hands": [None, None], "stock": None}, "view": 0, "result": {"players": [{}, {}]}},
    {"meta": {"a": None, "b": [None, [None]], "0": {"1": 2}, "": {"": ""}, "a-b": True, "x.y": -1}},
]


@pytest.mark.parametrize("changes", EMPTY)
def test_what_is_empty_or_null_is_kept_as_it_is(changes: dict[str, Any]) -> None:
    assert_lossless(record_of(sheet(**changes)))


def test_fields_of_a_newer_version_are_kept() -> None:
    newer = sheet(
        version="1.4", weather={"sky": "clear"}, play=PLAY, view="all", annotations=[{"turn": 0, "mood": 1}]
    )
    record = record_of(newer)
    assert len(record.carried) == 2
    assert_lossless(record)
