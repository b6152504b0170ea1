"""The sample records in records/: each shows what its name and its folder say."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

import pytest
from jsonschema import Draft202012Validator

from marriage_analysis.analysis.findings_page import code_groups
from marriage_analysis.audit.audit import RecordAudit, audit_records, validate_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.findings import Finding, Severity
from marriage_analysis.package_data import records_folder, sample_files, sample_games, schemas_folder
from marriage_analysis.records import codes
from marriage_analysis.records.exporting import digest_state, expand, format_record, shuffle_findings
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.sessions.book import SessionBook

KINDS: tuple[Literal["sound", "partial", "faulty"], ...] = ("sound", "partial", "faulty")
SOUND, PARTIAL, FAULTY = (
    tuple(path for game in sample_games() for path in sample_files(kind, game=game)) for kind in KINDS
)
CODES = {code.name: code for group in code_groups() for code in group.codes}

EXPORTED = {"session-b.jsonl", "made-hands.jsonl", "corrected-exported.jsonl", "games-to-a-target.jsonl"}
SKIPPED, CLEAN, INCOMPLETE, UNCLAIMED = None, Verdict.CLEAN, Verdict.INCOMPLETE, Verdict.UNCLAIMED
PARTIAL_VERDICTS = {
    "hand-written-play.jsonl": [CLEAN, CLEAN, UNCLAIMED, CLEAN],
    "seat-view.jsonl": [CLEAN, INCOMPLETE],
    "uncertain-turns.jsonl": [SKIPPED, CLEAN],
    "unknown-cards.jsonl": [INCOMPLETE, INCOMPLETE, INCOMPLETE],
    "no-tiplu.jsonl": [INCOMPLETE],
    "seen-not-noted.jsonl": [INCOMPLETE],
    "nets-only.jsonl": [INCOMPLETE, INCOMPLETE],
    "not-finished.jsonl": [INCOMPLETE, UNCLAIMED, UNCLAIMED, UNCLAIMED],
    "nothing-claimed.jsonl": [UNCLAIMED],
    "marjolet-not-finished.jsonl": [UNCLAIMED, UNCLAIMED],
    "marjolet-points.jsonl": [INCOMPLETE, INCOMPLETE],
    "marjolet-unknown-cards.jsonl": [INCOMPLETE, CLEAN, INCOMPLETE],
    "marjolet-views.jsonl": [CLEAN, CLEAN, CLEAN],
}

# A fault that the same fault always brings with it; every other faulty file has one error only.
TOGETHER = {
    "tunnel_not_possible": {"too_many_copies"},  # three tiplus
    "maal_differs": {"net_differs"},  # the nets were made from the wrong maal
    "likely_mistake": {"net_differs"},  # what the mistake explains
}


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


@cache
def audited(path: Path) -> list[RecordAudit]:
    return list(audit_records([path]))


def session_findings(audits: list[RecordAudit]) -> list[Finding]:
    book = SessionBook()
    for audit in audits:
        book.add(audit)
    return [finding for report in book.reports() for _, finding in report.findings]


@cache
def found_in(path: Path) -> set[str]:
    audits = audited(path)
    found = [finding for audit in audits for finding in audit.findings]
    found += session_findings(audits)
    found += [finding for check in validate_records([path]) for finding in check.findings]
    return {finding.code.name for finding in found}


def found_by_formatting(path: Path) -> set[str]:
    records = [reading.record for reading in read_records(path)]
    return {found.code.name for record in records if record for found in expand(record).findings}


def found_by_verifying(path: Path) -> set[str]:
    found: set[str] = set()
    for reading in read_records(path):
        if reading.record is not None:
            found |= {finding.code.name for finding in shuffle_findings(reading.record)[1]}
    return found


def errors(path: Path) -> set[str]:
    return {name for name in found_in(path) if CODES[name].severity is Severity.ERROR}


def test_there_is_a_file_for_every_code_and_a_code_for_every_file() -> None:
    assert sorted(map(name_of, FAULTY)) == sorted(CODES)


def test_no_two_codes_have_one_name() -> None:
    assert len(CODES) == sum(len(group.codes) for group in code_groups())


@pytest.mark.parametrize("path", FAULTY, ids=name_of)
def test_a_faulty_file_shows_its_code(path: Path) -> None:
    found = found_by_formatting(path) if name_of(path) == codes.RULES_EXPANDED.name else found_in(path)
    found |= found_by_verifying(path)
    assert name_of(path) in found


@pytest.mark.parametrize("path", FAULTY, ids=name_of)
def test_a_faulty_file_has_no_other_fault(path: Path) -> None:
    allowed = TOGETHER.get(name_of(path), set())
    assert errors(path) - {name_of(path)} == allowed


@pytest.mark.parametrize("path", FAULTY, ids=name_of)
def test_only_an_error_makes_a_record_bad(path: Path) -> None:
    audits = audited(path)
    expected = CODES[name_of(path)].severity is Severity.ERROR or name_of(path) == "likely_mistake"
    elsewhere = {finding.code.name for finding in session_findings(audits)} | found_by_verifying(path)
    is_bad = any(audit.verdict is not None and audit.verdict.is_bad for audit in audits)
    assert is_bad == (expected and name_of(path) not in elsewhere)


@pytest.mark.parametrize("path", FAULTY, ids=name_of)
def test_findings_have_a_place_in_the_file(path: Path) -> None:
    audits = audited(path)
    for finding in [*(finding for audit in audits for finding in audit.findings), *session_findings(audits)]:
        if finding.code.name != "number_missing":  # what is not there has no line
            assert finding.place.line is not None, finding


@pytest.mark.parametrize("path", SOUND, ids=name_of)
def test_a_sound_file_is_clean(path: Path) -> None:
    verdicts = [audit.verdict for audit in audited(path)]
    assert set(verdicts) - {SKIPPED} == {CLEAN}
    assert (SKIPPED in verdicts) == name_of(path).startswith("corrected")
    assert errors(path) == set()


def test_partial_files_have_the_verdicts_expected() -> None:
    assert {path.name: [audit.verdict for audit in audited(path)] for path in PARTIAL} == PARTIAL_VERDICTS


@pytest.mark.parametrize("path", PARTIAL, ids=name_of)
def test_a_partial_file_has_no_errors(path: Path) -> None:
    assert errors(path) == set()


@pytest.mark.parametrize("path", SOUND, ids=name_of)
def test_exported_files_are_in_exported_form(path: Path) -> None:
    for reading in read_records(path):
        assert reading.record is not None
        in_form = format_record(expand(reading.record).record) == reading.raw
        has_digest = digest_state(reading.record).value == "ok"
        assert (in_form, has_digest) == ((True, True) if path.name in EXPORTED else (False, False))


def rows(session: str) -> list[dict[str, str]]:
    source = records_folder() / "marriage" / "sources" / f"{session}.csv"
    with source.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def claims(record: Record) -> dict[str, Any]:
    result = record.parts.result
    players = zip(record.players, result.players, strict=True)
    return {player.label: row for player, row in players}


@pytest.mark.parametrize(("session", "games"), [("session-a", 6), ("session-b", 5)])
def test_a_session_says_what_its_score_sheet_says(session: str, games: int) -> None:
    path = records_folder() / "marriage" / "sound" / f"{session}.jsonl"
    records = [audit.record for audit in audited(path)]
    assert len(records) == games
    by_number: dict[int, Record] = {
        record.session.number or 0: record for record in records if record and record.session
    }
    assert sorted(by_number) == list(range(1, games + 1))
    for row in rows(session):
        record = by_number[int(row["game"])]
        claimed = claims(record).get(row["player"])
        if row["status"] == "pause":
            assert claimed is None
            assert row["player"] in [player.label for player in record.sat_out or ()]
            continue
        assert claimed is not None
        assert claimed.maal == int(row["maal"])
        assert claimed.net == int(row["net"])
        assert claimed.seen is {"seen": True, "duplee": True, "unseen": False, "foul": None}[row["status"]]
        assert (claimed.route is not None) == (row["status"] == "duplee" or row.get("dublee_win") == "1")
        result: Any = record.parts.result
        winner = record.players[int(result.winner)].label
        assert (winner == row["player"]) == (row["winner"] == "1")
    seated = [row for row in rows(session) if row["status"] != "pause"]
    assert len(seated) == sum(len(record.players) for record in by_number.values())


@pytest.mark.parametrize("session", ["session-a", "session-b"])
def test_every_net_and_total_of_a_session_is_derived_alike(session: str) -> None:
    path = records_folder() / "marriage" / "sound" / f"{session}.jsonl"
    book = SessionBook()
    for audit in audited(path):
        book.add(audit)
    (report,) = book.reports()
    names = report.names
    derived = {
        (str(game.number), names[player]): net for game in report.games for player, net in game.derived.items()
    }
    written = {
        (row["game"], row["player"]): int(row["net"]) for row in rows(session) if row["status"] != "pause"
    }
    assert derived == written
    totals: defaultdict[str, int] = defaultdict(int)
    for (_, player), net in written.items():
        totals[player] += net
    assert {names[player]: total for player, total in report.totals.items()} == totals
    assert (report.findings, report.open) == ((), {})


def test_the_dhoos_of_session_a_is_due_in_the_next_game_and_cancelled() -> None:
    path = records_folder() / "marriage" / "sound" / "session-a.jsonl"
    third, fourth = [audit.record for audit in audited(path)][2:4]
    assert third is not None
    assert fourth is not None
    (foul,), (due,) = third.parts.dhoos, fourth.parts.dhoos_due
    assert third.players[foul.seat] == fourth.players[due.seat] == fourth.players[fourth.parts.result.winner]
    assert (due.points, due.from_) == (15, "session-a-3")


# What our reader refuses for another reason than the shape of the JSON value; a JSON Schema cannot see it.
BEYOND_THE_SCHEMA = {
    *("not_utf8", "stream_damaged", "record_too_large", "json_syntax", "record_truncated", "trailing_data"),
    *("duplicate_key", "lone_surrogate", "too_deep", "rules_invalid"),
    *("text_syntax", "headers_disagree", "player_unclear"),
    *("no_such_seat", "no_such_turn", "view_missing", "view_without_cards", "times_differ", "player_twice"),
    "digest_without_rules",
}


def values() -> Iterator[tuple[str, Any, bool, set[str]]]:
    """Each record of the corpus as JSON, whether we read it, and the errors that say why not."""
    for path in (*SOUND, *PARTIAL, *FAULTY):
        for reading in read_records(path):
            found = {finding.code.name for finding in reading.findings}
            if not found & BEYOND_THE_SCHEMA:
                in_text_form = reading.record.to_mapping() if reading.is_text_form and reading.record else None
                yield (
                    f"{path.name}:{reading.line}",
                    in_text_form or json.loads(reading.raw),
                    reading.is_ok,
                    found,
                )


def test_another_validator_accepts_with_our_schema_exactly_what_we_read() -> None:
    validators: dict[str, Any] = {
        game: Draft202012Validator(
            json.loads((schemas_folder() / f"{game}-record-1.0.json").read_text(encoding="utf-8"))
        )
        for game in sample_games()
    }
    judged = 0
    for place, value, is_ok, found in values():
        newer = "field_carried" in found  # the schema is that of 1.0, where the field is not known
        named: dict[str, Any] = cast("Any", value) if isinstance(value, dict) else {}
        validator = validators.get(named.get("game", ""), validators["marriage"])
        assert validator.is_valid(value) == (is_ok and not newer), place
        judged += 1
    assert judged > 150


def test_a_readme_names_every_file_with_its_source() -> None:
    text = (records_folder() / "README.md").read_text(encoding="utf-8")
    for path in (*SOUND, *PARTIAL):
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{path.name}` |")]
        assert len([cell for cell in row.strip("|").split("|") if cell.strip()]) == 3
    for path in sorted((records_folder() / "marriage" / "sources").iterdir()):
        assert f"`{path.name}`" in text
