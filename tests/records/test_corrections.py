"""Corrections, copies and conflicts among the records of an archive."""

from typing import Any

from record_samples import hand_written, sheet, with_play

from marriage_analysis.records.canonical import digest_of
from marriage_analysis.records.corrections import Corrections
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import Record, record_model


def record(mapping: dict[str, Any]) -> Record:
    return record_model("marriage").model_validate(mapping)


def track(*records: Record) -> tuple[list[list[str]], Corrections]:
    tracker = Corrections()
    return [[found.code.name for found in tracker.add(one)] for one in records], tracker


def test_a_correction_by_digest() -> None:
    old = expand(record(sheet())).record
    new = record(sheet(dealer=1, corrects={"digest": old.digest}))
    found, tracker = track(old, record(sheet(id="other")), new)
    assert found == [[], [], []]
    assert tracker.superseded == {0}


def test_a_correction_of_a_record_without_digest_written_by_hand() -> None:
    found, tracker = track(*map(record, hand_written()))
    assert found == [[]] * 10  # a seat's view of trial-1, and trial-16 with its correction
    assert tracker.superseded == {8}


def test_a_correction_that_names_no_digest_keeps_what_it_corrects_once_all_carry_one() -> None:
    """``marriage format`` and an export write digests; a correction of a correction is of the one before it."""
    plain = [sheet(), sheet(dealer=1, corrects={}), sheet(dealer=None, corrects={"reason": "again"})]
    found, tracker = track(*(expand(record(one)).record for one in plain))
    assert found == [[], [], []]
    assert tracker.superseded == {0, 1}


def test_a_correction_that_names_no_digest_takes_neither_of_two_games() -> None:
    plain = [sheet(), sheet(dealer=1), sheet(dealer=None, corrects={})]
    found, tracker = track(*(expand(record(one)).record for one in plain))
    assert found == [[], ["id_conflict"], ["corrects_unknown"]]
    assert tracker.superseded == set()


def test_a_correction_that_names_no_digest_is_not_of_a_seats_view() -> None:
    plain = [with_play(), with_play(view=1, dealer=None), with_play(dealer=None, corrects={})]
    found, tracker = track(*(expand(record(one)).record for one in plain))
    assert found == [[], [], []]
    assert tracker.superseded == {0}


def test_a_correction_of_a_correction() -> None:
    first = expand(record(sheet())).record
    second = expand(record(sheet(dealer=1, corrects={"digest": first.digest}))).record
    third = record(sheet(dealer=None, corrects={"digest": second.digest}))
    found, tracker = track(first, second, third)
    assert found == [[], [], []]
    assert tracker.superseded == {0, 1}


def test_a_correction_of_nothing_that_was_read() -> None:
    found, tracker = track(record(sheet()), record(sheet(dealer=1, corrects={"digest": "sha256:" + "0" * 64})))
    assert found == [[], ["corrects_unknown"]]
    assert tracker.superseded == set()


def test_two_accounts_of_one_game_without_a_word_about_it() -> None:  # P23, P32
    found, tracker = track(record(sheet()), record(sheet(dealer=1)))
    assert found == [[], ["id_conflict"]]
    assert tracker.superseded == set()


def test_the_same_record_twice_whatever_its_notes() -> None:  # P23
    again = record(sheet(annotations=[{"text": "seen again"}]))
    found, _ = track(record(sheet()), again)
    assert found == [[], ["duplicate_record"]]
    assert digest_of(record(sheet())) == digest_of(again)


def test_games_with_equal_beginnings_are_not_merged() -> None:  # P25
    first, second = with_play(), with_play(id="sheet-2", play=[*with_play()["play"], "0: s5C x2D"])
    found, tracker = track(record(first), record(second))
    assert found == [[], []]
    assert tracker.superseded == set()


def test_views_of_one_game_may_share_its_id() -> None:
    found, _ = track(*(record(with_play(view=view, dealer=None)) for view in ("all", 0, 1, "public")))
    assert found == [[], [], [], []]
