"""What a record may say, field by field, and what is refused with which code and place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_samples import line_of, sheet, with_play

from marriage_analysis.findings import Finding, Severity
from marriage_analysis.records import codes
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.validate import read_text


def findings(mapping: dict[str, Any]) -> tuple[Finding, ...]:
    record, found = read_text(line_of(mapping).decode())
    assert (record is None) == any(one.severity is Severity.ERROR for one in found)
    return found


def faults(mapping: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(found.code.name, found.place.path) for found in findings(mapping)]


def _invalid_of_first(field: str) -> tuple[str, str]:
    return ("field_invalid", f"result.players[0].{field}")


def _bad_option(name: str) -> tuple[str, str]:
    return ("rules_invalid", f"rules.options.{name}")


def result(*players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**fields, "players": list(players)}


@pytest.mark.parametrize("seats", range(9))
def test_two_to_six_seats(seats: int) -> None:  # P35, P40
    found = faults(sheet(players=[{"name": f"P{seat}"} for seat in range(seats)], dealer=None))
    assert found == ([] if 2 <= seats <= 6 else [("field_invalid", "players")])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # P40: empty lists
        ({"play": [], "view": "all"}, []),
        ({"play": []}, [("view_missing", "view")]),
        ({"sat_out": [], "flags": [], "annotations": [], "dhoos": [], "dhoos_due": []}, []),
        ({"result": {"players": []}}, [("field_invalid", "result.players")]),
        ({"result": {}}, []),
        ({"deal": {}, "view": "public"}, []),
        # P64: not known, in each field
        (dict.fromkeys(("meta", "session", "sat_out", "dealer", "view", "deal", "play", "times")), []),
        (dict.fromkeys(("result", "dhoos", "dhoos_due", "flags", "annotations", "corrects")), []),
        ({"extensions": None, "digest": None}, []),
        ({"result": result({"seen": None, "maal": None, "net": None}, {})}, []),
        # P71: one kind of value is not another
        ({"dealer": True}, [("field_invalid", "dealer")]),
        ({"dealer": "1"}, [("field_invalid", "dealer")]),
        ({"dealer": 1.0}, [("number_not_integer", "dealer")]),
        ({"result": result({"net": "8"})}, [("field_invalid", "result.players[0].net")]),
        ({"result": result({"net": "1,000"})}, [("field_invalid", "result.players[0].net")]),
        ({"result": result({"net": True})}, [("field_invalid", "result.players[0].net")]),
        ({"result": result({"seen": 1})}, [("field_invalid", "result.players[0].seen")]),
        ({"result": result({"maal": -1})}, [("field_invalid", "result.players[0].maal")]),
        ({"result": result({"net": 2**53})}, [("number_not_integer", "result.players[0].net")]),
        ({"result": result({"net": -(2**53) + 1})}, []),
        ({"players": {"0": {"name": "A"}}}, [("field_invalid", "players")]),
        ({"result": []}, [("field_invalid", "result")]),
        ({"id": ""}, [("field_invalid", "id")]),
        ({"id": 7}, [("field_invalid", "id")]),
        # words
        ({"result": {"ending": "won"}}, [("field_invalid", "result.ending")]),
        ({"result": {"finish": "Sets"}}, [("field_invalid", "result.finish")]),
        ({"result": {"reason": "uneven_deal", "ending": "cancelled"}}, []),
        ({"dhoos": [{"seat": 1, "points": 15, "reason": "rude"}]}, [("field_invalid", "dhoos[0].reason")]),
        ({"dhoos_due": [{"seat": 1, "points": 15, "from": "sheet-0"}]}, []),
        ({"dhoos_due": [{"seat": 1, "points": 15, "from_": "x"}]}, [("unknown_field", "dhoos_due[0].from_")]),
        # cards
        ({"result": {"tiplu": "10C"}}, [("field_invalid", "result.tiplu")]),
        ({"result": {"tiplu": "5H|6H"}}, []),
        ({"result": result({"shown": "3S4S5S, 6H6H6H"})}, [("field_invalid", "result.players[0].shown")]),
        ({"result": result({"holding": "TC  TC"})}, [("field_invalid", "result.players[0].holding")]),
        ({"result": result({"holding": "TC 3*?? JK MC 7? ?D"})}, []),
        ({"result": result({"displayed_tunnels": "7?"})}, [_invalid_of_first("displayed_tunnels")]),
        ({"result": result({"items": {"laid_marriage": 3}})}, [_invalid_of_first("items.laid_marriage")]),
        # players
        ({"players": [{}, {"name": "B"}]}, [("field_invalid", "players[0]")]),
        ({"players": [{"name": None}, {"name": "B"}]}, [("field_invalid", "players[0]")]),
        ({"players": [{"name": "A"}, {"name": "A"}]}, [("player_twice", "players[1]")]),
        ({"players": [{"name": "e\u0301"}, {"name": "\u00e9"}]}, [("player_twice", "players[1]")]),  # P11
        ({"players": [{"name": "A", "id": "1"}, {"name": "A", "id": "2"}]}, []),
        ({"sat_out": [{"id": "p1"}]}, [("player_twice", "sat_out[0]")]),
        # seats and turns
        ({"dealer": 2}, [("no_such_seat", "dealer")]),
        ({"dealer": 6}, [("field_invalid", "dealer")]),
        ({"view": "all"}, [("view_without_cards", "view")]),
        ({"deal": {"upcard": "9C"}}, [("view_missing", "view")]),
        ({"deal": {"upcard": "9C"}, "view": 2}, [("no_such_seat", "view")]),
        ({"deal": {"upcard": "9C"}, "view": "p1"}, [("field_invalid", "view")]),
        ({"deal": {"upcard": "9C"}, "view": True}, [("field_invalid", "view")]),
        ({"annotations": [{"turn": 0}]}, [("no_such_turn", "annotations[0].turn")]),
        ({"annotations": [{"by": 2}, {"by": "a guest"}]}, [("no_such_seat", "annotations[0].by")]),
        ({"times": [1]}, [("times_differ", "times")]),
        # session, dates
        ({"session": {"id": "s", "number": 0}}, [("field_invalid", "session.number")]),
        ({"session": {"number": 1}}, [("missing_field", "session")]),
        (
            {"session": {"id": "s", "stake": {"currency": "npr", "minor_per_point": 1}}},
            [("field_invalid", "session.stake.currency")],
        ),
        *[({"meta": {"date": date}}, []) for date in ("2026", "2026-11", "2026-11-08", "2024-02-29", None)],
        *[
            ({"meta": {"date": date}}, [("field_invalid", "meta.date")])
            for date in ("2026-13", "2026-02-30", "2083/07/22", "08.11.2026", 2026, "", "2026-1-1")
        ],
        # P68: a time needs its offset
        ({"meta": {"started_at": "2026-11-08T19:40:00+05:45"}}, []),
        ({"meta": {"started_at": "2026-11-08T13:55:00Z"}}, []),
        ({"meta": {"started_at": "2026-11-08T19:40:00"}}, [("field_invalid", "meta.started_at")]),
        ({"meta": {"started_at": "2026-11-08 19:40:00+05:45"}}, [("field_invalid", "meta.started_at")]),
        ({"corrects": {"at": "2026-11-09", "by": ["A"], "reason": "miscounted_maal"}}, []),
        ({"corrects": {"at": "2026-11-09T10:00"}}, [("field_invalid", "corrects.at")]),
        ({"corrects": {"digest": "sha256:12"}}, [("field_invalid", "corrects.digest")]),
        # rules
        ({"rules": {"preset": "wikipedia"}}, [("rules_invalid", "rules.preset")]),
        ({"rules": {"preset": "pagat", "options": {"dhooos": 1}}}, [("rules_invalid", "rules.options.dhooos")]),
        ({"rules": {"preset": "pagat", "options": {"dhoos": -1}}}, [("rules_invalid", "rules.options.dhoos")]),
        ({"rules": {"preset": "pagat", "options": {"putali": True}}}, [_bad_option("putali")]),
        ({"rules": {"options": {"dhoos": 15}}}, [("rules_invalid", "rules")]),
        ({"rules": None}, [("field_invalid", "rules")]),
        ({"rules": {"preset": None}}, [("field_invalid", "rules.preset")]),
        ({"rules": {"preset": "pagat", "options": None}}, [("field_invalid", "rules.options")]),
        ({"digest": "sha256:" + "0" * 64}, [("digest_without_rules", "digest")]),
        # fields that are not there
        ({"winner": 1}, [("unknown_field", "winner")]),
        ({"result": result({"nett": 1})}, [("unknown_field", "result.players[0].nett")]),
        ({"meta": {"anything": [1, {"x": None}]}, "extensions": {"club.example": {"table": 4}}}, []),
        ({"meta": {"x": [2**53]}}, [("number_not_integer", "meta.x[0]")]),
    ],
)  # fmt: skip
def test_fields(changes: dict[str, Any], expected: list[tuple[str, str | None]]) -> None:
    assert faults(sheet(**changes)) == expected


@pytest.mark.parametrize("field", ["format", "version", "game", "id", "rules", "players"])
def test_fields_that_every_record_needs(field: str) -> None:
    mapping = sheet()
    del mapping[field]
    (found,) = findings(mapping)
    assert found.code.name == ("not_a_record" if field == "format" else "missing_field")
    assert f'"{field}"' in found.message or f"'{field}'" in found.message or field in found.message


def test_a_misspelt_field_is_told_what_it_may_be() -> None:
    (found,) = findings(sheet(dealr=0))
    assert "did you mean 'dealer'?" in found.message
    (found,) = findings(sheet(result=result({"items": {"popluu": 1}})))
    assert "did you mean 'poplu'?" in found.message


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("1: s5S y3H", "'y3H' at character 8"),
        ("1: s5S  xQH", "one blank"),
        ("1: s5S xQH ", "one blank"),
        ("7: s5S", "seat 0 to 5"),
        ("P1: s5S", "seat 0 to 5"),
        ("1: s10C", "'s10C' at character 4"),
        ("-: s5S", "in particular"),
        ("1: tiplu(JC@041)", "'tiplu(JC@041)'"),
        ("1: show()", "'show()'"),
        ("1: ? s5S", "'?' at character 4"),
        ("1: s5S\n", "'s5S\\n'"),
    ],
)
def test_a_bad_turn_is_told_where(entry: str, words: str) -> None:
    (found,) = findings(with_play(play=["0: s5S xQH", entry]))
    assert (found.code, found.place.turn, found.place.path) == (codes.FIELD_INVALID, 1, "play[1]")
    assert words in found.message


@pytest.mark.parametrize(
    "entry",
    [
        "0: ?", "5: nodraw nodiscard", "-: gap", "-: gap(12)", "-: reshuffle", "-: reshuffle(JC5H|6H??)",
        "-: tiplu(??@0)", "1: s?? show xTH", "1: finish() x??", "1: badshow(3S4S5S) x7?", "1: dJK xMC",
        "1: p?D show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC) reshuffle finish(AS2S3S) x9S",
    ],
)  # fmt: skip
def test_turns_that_are_written_so(entry: str) -> None:
    assert faults(with_play(play=[entry])) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "pgn"}, "not_a_record"),
        ({"version": "2.0"}, "version_unsupported"),
        ({"version": "0.9"}, "version_unsupported"),
        ({"version": "1"}, "field_invalid"),
        ({"version": 1}, "field_invalid"),
        ({"version": "1.00"}, "field_invalid"),
        ({"game": "whist"}, "game_unknown"),
        ({"game": 5}, "game_unknown"),
    ],
)
def test_what_is_no_record_of_ours(changes: dict[str, Any], code: str) -> None:  # P67
    (found,) = findings(sheet(**changes))
    assert found.code.name == code
    assert found.place.column is not None


def test_a_newer_minor_version_is_read_with_its_unknown_fields_kept() -> None:
    newer = sheet(version="1.3", weather="rain", result=result({"maal": 1, "mood": [None, {"x": 1}]}, {}))
    record, found = read_text(line_of(newer).decode())
    assert record is not None
    assert [(one.code.name, one.place.path) for one in found] == [
        ("version_newer", "version"),
        ("field_carried", "result.players[0].mood"),
        ("field_carried", "weather"),
    ]
    assert record.to_mapping() == newer
    exported = expand(record).record
    again, _ = read_text(format_record(exported).decode())
    assert again is not None
    assert again.digest == exported.digest
    assert again.to_mapping()["result"]["players"][0]["mood"] == [None, {"x": 1}]
    assert faults({**newer, "version": "1.0"}) == [
        ("unknown_field", "result.players[0].mood"),
        ("unknown_field", "weather"),
    ]


def test_many_unknown_fields_of_a_newer_version() -> None:
    newer = sheet(version="1.1", **{f"field{number}": number for number in range(50)})
    record, _ = read_text(line_of(newer).decode())
    assert record is not None
    assert record.to_mapping() == newer


def test_all_faults_of_a_record_are_told_at_once() -> None:
    bad = sheet(dealer="x", winner=1, players=[{"name": "A"}])
    assert sorted(faults(bad), key=str) == [
        ("field_invalid", "dealer"),
        ("field_invalid", "players"),
        ("unknown_field", "winner"),
    ]


def test_a_record_is_frozen_and_gives_its_parts() -> None:
    record, _ = read_text(line_of(with_play()).decode())
    assert record is not None
    assert record.parts.play == tuple(with_play()["play"])
    with pytest.raises(ValueError, match="frozen"):
        record.dealer = 1


@given(st.text(max_size=40) | st.from_regex(r"[0-5-]: [a-z?A-Z0-9@(),| ]{0,30}", fullmatch=True))
def test_a_turn_is_accepted_exactly_when_no_fault_is_named(entry: str) -> None:
    from marriage_analysis.games.marriage.play_pattern import entry_fault, is_entry

    assert is_entry(entry) == (entry_fault(entry) is None)
    if not any(0xD800 <= ord(letter) < 0xE000 for letter in entry):
        assert is_entry(entry) == (faults(with_play(play=[entry])) == [])


def test_code_names_are_stable_and_used_once() -> None:
    names = [code.name for code in codes.ALL]
    assert len(names) == len(set(names))
    assert all(code.meaning.endswith(".") for code in codes.ALL)


def test_records_made_to_waste_time_are_refused_soon() -> None:  # P07
    unknown = sheet(**{f"field{number}": 0 for number in range(100_000)})
    (found,) = findings(unknown)
    assert "20,000" in found.message
    assert "version_newer" in [one.code.name for one in findings({**unknown, "version": "1.9"})]
    assert faults(sheet(players=[1] * 1_000_000)) == [("field_invalid", "players")]
    assert faults(sheet(meta={"x": [0] * 300_000, "y": 1.5})) == [("number_not_integer", "meta.y")]
    assert len(faults(with_play(play=["x"] * 10_000))) == 20
    (long,) = findings(sheet(players=[1, 2, 3, 4, 5, 6, 7]))
    assert (long.message, long.expected) == ("expected at most 6 entries", "at most 6 entries")


def test_places_are_right_behind_a_long_list() -> None:
    mapping = sheet(extensions={"x": [0, -5, True, None] * 1_000 + [2.5]})
    (found,) = findings(mapping)
    assert found.place.path == "extensions.x[4000]"
    assert found.place.column == line_of(mapping).decode().index("2.5") + 1


@pytest.mark.parametrize(
    "fields",
    [
        {"meta": {"date": "2026-02-30"}},
        {"meta": {"started_at": "2026-02-30T19:40:00Z"}},
        {"corrects": {"at": "2026-02-30"}},
    ],
    ids=str,
)
def test_a_day_that_is_not_in_the_calendar_is_told_in_plain_words(fields: dict[str, Any]) -> None:
    (finding,) = findings(sheet(**fields))
    assert finding.code is codes.FIELD_INVALID
    assert "2026-02-30 is no day of the calendar" in finding.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"dealer":0', '"dealer":0,"dealer":0'),
        ('"dealer":0', '"dealer":0.5'),
        ('"dealer":0', '"dealer":9'),
        ('"maal":7', '"maal":7.0'),
        ('"maal":7', '"maal":9007199254740993'),
        ('"players":[{', '"meta":{"a":1.5},"players":[{'),
        ('"players":[{', '"meta":{"a":' + "[" * 70 + "]" * 70 + '},"players":[{'),
        ('"players":[{', '"meta":{"a":"\\ud800"},"players":[{'),
        ('"version":"1.0"', '"version":"1.7","wind":1.5'),
    ],
)
def test_blanks_between_fields_change_nothing_of_what_is_found(old: str, new: str) -> None:
    compact = json.dumps(sheet(), separators=(",", ":")).replace(old, new, 1)
    spaced = compact.replace("{", "{ ")
    found, also = (read_text(text) for text in (compact, spaced))
    assert new in compact
    assert found[1]
    assert (found[0] is None) == (also[0] is None)
    assert [(one.code, one.place.path, one.message) for one in found[1]] == [
        (one.code, one.place.path, one.message) for one in also[1]
    ]
