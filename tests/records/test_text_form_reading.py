"""The text form as people type it: other spellings, names for seats, and what is told of mistakes."""

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_samples import PLAY, line_of, sheet, with_play

from marriage_analysis.findings import Finding
from marriage_analysis.games.marriage.typed import normalise_entry
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text, read_text_form

HEAD = """\
[format "marriage-record"]
[version "1.0"]
[game "marriage"]
[id "typed"]
[rules.preset "pagat"]
[players.0.name "Asha"]
[players.1.name "Bimal"]
[view "all"]
"""
LINES = HEAD.count("\n")


def read(more: str, *, head: str = HEAD) -> Record:
    record, findings = read_text_form(head + more)
    assert record is not None, findings
    return record


def value(more: str, *, head: str = HEAD) -> dict[str, Any]:
    return read(more, head=head).to_mapping()


def faults(more: str, *, head: str = HEAD) -> tuple[Finding, ...]:
    record, findings = read_text_form(head + more)
    assert record is None
    return findings


LENIENT = [
    ("0: s10C xQH", "0: sTC xQH"),
    ("0: s10♣ x♥Q", "0: sTC xQH"),
    ("0: s♣10 xqh", "0: sTC xQH"),
    ("0: s♣\ufe0f10 x♥️q", "0: sTC xQH"),
    ("0:   s5s    xqh", "0: s5S xQH"),
    ("0:s5s xqh", "0: s5S xQH"),
    ("0 : s5s\txqh", "0: s5S xQH"),
    (
        "0: s5S Show( 3s 4s 5s , 6h 6h 6h,ad2d3d) TIPLU( jc @ 41 ) XQH",
        "0: s5S show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC@41) xQH",
    ),
    ("0: s?? x7? see(?♦)", "0: s?? x7? see(?D)"),
    ("0: d5h|6h x10?|jk", "0: d5H|6H xT?|JK"),
    ("0: pMC xjk", "0: pMC xJK"),
    ("0: sj♦ finish() x4c", "0: sJD finish() x4C"),
    ("0: finish( ) x4c", "0: finish() x4C"),
    ("0: tunnel( 6h 6h 6h )", "0: tunnel(6H6H6H)"),
    ("0: NODRAW NoDiscard", "0: nodraw nodiscard"),
    ("0: badshow badfinish(3s4s5s)", "0: badshow badfinish(3S4S5S)"),
    ("-: gap( 12 )", "-: gap(12)"),
    ("-: Reshuffle( 3s 10d )", "-: reshuffle(3STD)"),
    ("0: ?", "0: ?"),
    ("asha: s5S xQH", "0: s5S xQH"),
    ("Bimal : s5S xQH", "1: s5S xQH"),
    ("B: s5S xQH", "1: s5S xQH"),
    ("a: s5S xQH", "0: s5S xQH"),
]


@pytest.mark.parametrize(("typed", "strict"), LENIENT)
def test_a_turn_is_read_however_it_is_typed(typed: str, strict: str) -> None:
    assert value(typed)["play"] == [strict]
    record, _ = read_text(line_of(with_play(play=[typed], result=None)).decode())
    assert (record is not None) == (typed == strict)  # JSON stays strict


@pytest.mark.parametrize("entry", [*PLAY, "0: s?? x5H|6H", "-: gap", "-: tiplu(JC@3)", "1: d7? nodiscard"])
def test_strict_turns_stay_as_they_are(entry: str) -> None:
    assert normalise_entry(entry) == entry


def test_cards_in_headers_are_read_however_they_are_typed() -> None:
    typed = value(
        '[deal {"hands": ["6s  10♣ ♥Q", null], "upcard": "10s", "stock": "jk, 3*??  7?"}]\n'
        '[result.tiplu "♣j"]\n[result.players.0.shown "3s 4s 5s, 6h6h6h"]\n[result.players.0.sets "7c8c9c"]\n'
        '[result.players.1 {"holding": "10d-jd", "displayed_tunnels": "6h", "final_discard": "4♦"}]\n'
    )
    assert typed["deal"] == {"hands": ["6S TC QH", None], "upcard": "TS", "stock": "JK 3*?? 7?"}
    assert typed["result"]["tiplu"] == "JC"
    assert typed["result"]["players"] == [
        {"shown": "3S4S5S,6H6H6H", "sets": "7C8C9C"},
        {"holding": "TD JD", "displayed_tunnels": "6H", "final_discard": "4D"},
    ]


def test_only_cards_are_changed() -> None:
    typed = value('[dealer 0]\n[deal {}]\n[meta.stock "10s"]\n[extensions.deal {"upcard": "10s"}]\n')
    assert (typed["meta"], typed["extensions"]) == ({"stock": "10s"}, {"deal": {"upcard": "10s"}})


ALIASES = """\
[format "marriage-record"]
[version "1.0"]
[game "marriage"]
[id "typed"]
[Hand "bimal" "3s 4s"]
[Dealer "B"]
[Player "Asha"]
[Player "Bimal"]
[Player "Chandra"]
[Rules "pagat"]
[view 1]
"""


def test_headers_that_people_write_instead_of_paths() -> None:
    typed = value("", head=ALIASES)
    assert typed["players"] == [{"name": "Asha"}, {"name": "Bimal"}, {"name": "Chandra"}]
    assert (typed["dealer"], typed["rules"]) == (1, {"preset": "pagat"})
    assert typed["deal"] == {"hands": [None, "3S 4S", None]}


def test_player_takes_the_places_that_paths_leave_free() -> None:
    head = HEAD.replace('[players.0.name "Asha"]', '[Player "Asha"]')
    assert value("0: ?", head=head)["players"] == [{"name": "Asha"}, {"name": "Bimal"}]


def test_headers_come_in_any_order_and_may_share_an_object() -> None:
    lines = [*HEAD.splitlines(), "0: s5S xQH", '[result {"winner": 1, "players": [{}, {"maal": 1}]}]']
    lines += ["1: s6S xQD", "[result.players.0.seen false]", "[result.players.1.net 3]"]
    typed = value("\n".join(reversed(lines)), head="")
    assert typed["play"] == ["1: s6S xQD", "0: s5S xQH"]
    assert typed["result"] == {"winner": 1, "players": [{"seen": False}, {"maal": 1, "net": 3}]}


def test_notes_may_stand_on_lines_of_their_own() -> None:
    typed = value("0: s5S xQH {a}{b}\n{@by=Asha c}\n1: ?\n  {d}")
    assert [(note["turn"], note["text"]) for note in typed["annotations"]] == [
        (0, "a"),
        (0, "b"),
        (0, "c"),
        (1, "d"),
    ]


def test_a_name_that_two_players_share_needs_the_seat() -> None:
    head = HEAD.replace("Bimal", "Anu")
    (found,) = faults("A: s5S xQH", head=head)
    assert found.code.name == "player_unclear"
    assert "'A' can mean Asha (seat 0) or Anu (seat 1)" in found.message
    assert value("1: s5S xQH\nanu: ?", head=head)["play"] == ["1: s5S xQH", "1: ?"]


def test_one_name_in_two_unicode_forms_is_one_name() -> None:  # P11
    head = HEAD.replace("Bimal", "Zoe\u0301")
    assert value("Zo\u00e9: ?", head=head)["play"] == ["1: ?"]


MISTAKES = [
    ("0: s5S shwo(3S4S5S) xQH", "field_invalid", 7, "did you mean show?"),
    ("0: s5S y3H", "field_invalid", 7, "'y3H' is no event of a turn"),
    ("0: s1S xQH", "field_invalid", 4, "no card can be read from '1S'"),
    ("0: s5S show(3S4S5S, 6H6Z6H) xQH", "field_invalid", 22, "no card can be read from '6Z6H'"),
    ("0: s5S xQHKH", "field_invalid", 8, "one card should stand here, not 2"),
    ("0: tiplu(JC@x)", "field_invalid", 12, "a number"),
    ("0: show(3S4S5S", "field_invalid", 7, "bracket"),
    ("0: sho", "field_invalid", 4, "did you mean show?"),
    ("0:", "field_invalid", 0, "no event"),
    ("0: gap", "field_invalid", 0, "gap"),
    ("Bima: s♣1 xQH", "player_unclear", 0, "did you mean 'Bimal'?"),
    ("6: s5S xQH", "player_unclear", 0, "no seat 0 to 5"),
    ("bimal: s♣1 xQH", "field_invalid", 8, "no card"),
    ("hello", "text_syntax", 0, "no header in [ ], no turn and no note"),
    ("; a comment", "text_syntax", 0, "no header in [ ], no turn and no note"),
    ("{early}", "text_syntax", 0, "a note stands after its turn"),
    ("0: ? {open", "text_syntax", 5, "a note ends with }"),
    ("0: ? {}", "text_syntax", 6, "without words"),
    ("0: ? {a} b", "text_syntax", 9, "only notes follow"),
    ("0: ? {@knid=x a}", "text_syntax", 7, "did you mean kind?"),
    ("0: ? {@kind a}", "text_syntax", 7, "stands ="),
    ("0: ? {@by=1,by=0 a}", "text_syntax", 12, "twice"),
    ("0: ? {@lang=- a}", "field_invalid", 5, "a language"),
    ("[dealer 1", "text_syntax", 9, "ends with ]"),
    ("[dealer 1] [times []]", "json_syntax", 9, "one value and nothing after it"),
    ("[dealer 1] x", "text_syntax", 11, "nothing stands after the ]"),
    ("[dealer]", "json_syntax", 7, "a value should stand"),
    ("[dealer Asha]", "json_syntax", 8, "double quotes"),
    ('[dealer "Asha"]', "field_invalid", 8, "whole number"),
    ("[dealer 1.5]", "number_not_integer", 8, "whole numbers"),
    ("[dealer 9]", "field_invalid", 8, "at most 5"),
    ("[daeler 1]", "unknown_field", 8, "did you mean 'dealer'?"),
    ("[deal.. 1]", "text_syntax", 1, "the path of a field"),
    ("[deal$x 1]", "text_syntax", 5, "a blank and a value"),
    ('[deal.upcard "5Z"]', "field_invalid", 13, "one card"),
    ('[meta {"a": {"b": 1]', "json_syntax", 19, "the value stops"),
    ('[meta {"a": 1, "a": 2}]', "duplicate_key", 15, "stands twice"),
    ('[meta.a "\\ud800"]', "lone_surrogate", 8, "UTF-16"),
    ('[id "again"]', "duplicate_key", 4, "id stands twice"),
    ('[players.0.name "again"]', "duplicate_key", 16, "players.0.name stands twice"),
    ('[players.x "again"]', "headers_disagree", 11, "players cannot be a list and an object"),
    ('[players.3.name "D"]', "headers_disagree", 16, "players.2 is missing"),
    ('[id.x "again"]', "headers_disagree", 6, "id has a value already"),
    ("[players 1]", "headers_disagree", 9, "players has fields already"),
    ("[players {}]", "headers_disagree", 9, "players cannot be"),
    ('[format "marriage-record"]', "trailing_data", 0, "a second record begins here"),
    ('[Dealer "Bina"]', "player_unclear", 8, "did you mean 'Bimal'?"),
    ('[Hand "Asha"]', "text_syntax", 12, "the name of a player and then the cards"),
    ('[Rules "x" "y"]', "text_syntax", 14, "one text"),
    ("[meta" + ".a" * 70 + " 1]", "too_deep", 146, "more than 64"),
]


@pytest.mark.parametrize(("line", "code", "at", "message"), MISTAKES, ids=[line[:40] for line, *_ in MISTAKES])
def test_a_mistake_is_told_at_its_place(line: str, code: str, at: int, message: str) -> None:
    (found,) = faults(line)
    assert (found.code.name, found.place.column) == (code, at + 1)
    assert (found.place.line, found.place.source) == (LINES + 1, line)
    assert message in found.message


def test_all_mistakes_of_a_record_are_told_at_once() -> None:
    found = faults('[daeler 0]\n[result.winner x]\n0: s5S y3H\n0: zz\nC: ?\n[deal.upcard "99"]\n')
    assert sorted((one.place.line or 0) - LINES for one in found) == [1, 2, 3, 4, 5, 6]


def test_very_many_mistakes_are_not_all_told() -> None:
    assert len(faults("nonsense\n" * 1_000)) == 20


def test_a_json_list_is_no_text_form() -> None:
    for text in ('[{"format": "marriage-record"}]', "[true, 1]", "[\n1]", "[]", '["a", 1]'):
        (reading, *_) = read_records(io.BytesIO(text.encode()))
        assert not reading.is_text_form


def test_a_fault_of_the_fields_has_its_place_and_line() -> None:
    (found,) = faults("0: s5S xQH\n[times [1, 2]]")
    assert (found.code.name, found.place.line, found.place.column) == ("times_differ", LINES + 2, 8)
    assert found.place.source == "[times [1, 2]]"


def test_a_fault_inside_a_value_has_the_place_inside_it() -> None:
    (found,) = faults('[result.players [{"maal": 1}, {"maal": -1}]]')
    assert (found.place.path, found.place.column) == ("result.players[1].maal", 40)


def test_a_file_in_which_nothing_is_said_but_notes() -> None:  # P64
    record, findings = read_text_form("{only a note}")
    assert record is None
    assert findings[0].code.name == "text_syntax"


def test_json_of_the_same_record_is_the_same() -> None:
    typed = value(
        "", head='[id "sheet-1"]\n' + ALIASES.replace('[id "typed"]\n', "").replace("[view 1]", "[view 1]")
    )
    strict = sheet(
        players=[{"name": "Asha"}, {"name": "Bimal"}, {"name": "Chandra"}],
        dealer=1,
        view=1,
        deal={"hands": [None, "3S 4S", None]},
        result=None,
    )
    record, _ = read_text(line_of(strict).decode())
    assert record is not None
    assert record.to_mapping() == typed


_PIECES = st.sampled_from(
    [
        *'[]{}"\\.:,@=-?|()\n\r\t #1sx',
        "[dealer ",
        "[players.",
        "[Hand ",
        '"Asha"',
        "0: ",
        "s5S ",
        "show(",
        "play.0 ",
        "null",
        "---",
        "é",
        "♣10",
    ]
)


@given(st.lists(_PIECES, max_size=25).map("".join))
@settings(max_examples=500)
def test_whatever_is_typed_gives_a_record_or_findings_with_a_place(more: str) -> None:
    record, findings = read_text_form(HEAD + more)
    assert record is not None or findings
    assert all(found.place.line is not None for found in findings)
    if record is not None:
        assert read_text_form(format_text(record))[0] == record


@given(st.data())
@settings(max_examples=200)
def test_a_sign_left_out_or_put_in_gives_a_record_or_findings(data: st.DataObject) -> None:
    text = (
        HEAD + "\n".join(PLAY) + ' {@by=0 a note}\n[result.players.0 {"maal": 1}]\n[result.players.1.maal 2]\n'
    )
    at = data.draw(st.integers(0, len(text)))
    changed = (
        text[:at]
        + data.draw(st.sampled_from(["", *'[]{}".: \n\\']))
        + text[at + data.draw(st.integers(0, 1)) :]
    )
    record, findings = read_text_form(changed)
    assert record is not None or findings
