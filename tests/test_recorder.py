"""The recorder: what is pushed is judged, grouped into entries, on the disk at once, and taken back exactly."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.cli.app import app
from marriage_analysis.errors import (
    IllegalActionError,
    InputFileError,
    NotationError,
    RecordError,
    WordError,
)
from marriage_analysis.games.marriage.parts import Ending, MarriageParts
from marriage_analysis.play.recorder import Recorder, new_record
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records

CORPUS = Path(__file__).parents[1] / "records/marriage/sound"
PLAYED = [
    reading.record
    for name in ("hand-played", "hand-irregular")
    for reading in read_records(CORPUS / f"{name}.jsonl")
    if reading.record is not None
]


def parts_of(record: Record) -> MarriageParts:
    return record.parts


def play_of(record: Record) -> tuple[str, ...]:
    return parts_of(record).play or ()


def unplayed(record: Record) -> Record:
    """The record as it was before its first turn."""
    parts = replace(parts_of(record), play=(), result=None, dhoos=None)
    return record.with_parts(parts).model_copy(update={"times": None, "annotations": None, "digest": None})


def events_of(record: Record) -> list[str]:
    """Every event of a play by itself, with who does it."""
    pushes: list[str] = []
    for entry in play_of(record):
        who, events = entry.split(": ")
        pushes += [f"{who}: {event}" for event in events.split(" ")]
    return pushes


def at_table(path: Path, **changes: object) -> Recorder:
    """A game of three whose cards nobody knows."""
    fields: dict[str, object] = {
        "id": "t-1",
        "rules": {"preset": "pagat"},
        "players": ["Asha", "Bina", "Chandra"],
        "dealer": 2,
        **changes,
    }
    return Recorder.start(path, new_record(**fields))  # pyright: ignore[reportArgumentType]


def last_on_disk(path: Path) -> Record:
    *_, last = read_records(path)
    assert last.record is not None, last.findings
    return last.record


@pytest.mark.parametrize("record", PLAYED, ids=lambda record: record.id)
def test_a_game_pushed_event_by_event_is_the_game_and_settles_as_by_hand(
    record: Record, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder.start(path, unplayed(record))
    for event in events_of(record):
        assert not recorder.is_over
        recorder.push(event)
    assert recorder.is_over
    made = recorder.record()
    assert play_of(made) == play_of(record)
    assert parts_of(made).dhoos == parts_of(record).dhoos
    result, by_hand = parts_of(made).result, parts_of(record).result
    assert result is not None
    assert by_hand is not None
    assert (result.ending, result.winner, result.finish) == (by_hand.ending, by_hand.winner, by_hand.finish)
    for made_row, row in zip(result.players or (), by_hand.players or (), strict=True):
        assert row.maal in (None, made_row.maal)
        assert made_row.net == row.net
    (audit,) = audit_records([path])
    assert audit.verdict is Verdict.CLEAN, audit.findings


@pytest.mark.parametrize("record", PLAYED[:5], ids=lambda record: record.id)
def test_each_step_is_on_the_disk_and_a_new_recorder_goes_on_from_there(record: Record, tmp_path: Path) -> None:
    """P55: saved and loaded at every event, the rest of the game comes out the same."""
    path = tmp_path / "game.jsonl"
    recorder = Recorder.start(path, unplayed(record))
    for event in events_of(record):
        recorder.push(event)
        assert last_on_disk(path) == recorder.record()
        recorder = Recorder.resume(path)
    assert play_of(recorder.record()) == play_of(record)
    assert recorder.is_over


@pytest.mark.parametrize("record", PLAYED[:5], ids=lambda record: record.id)
def test_undo_takes_back_exactly_one_event(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder.start(path, unplayed(record))
    before: list[tuple[bytes, object]] = []
    for event in events_of(record):
        before.append((path.read_bytes(), recorder.table.facts()))
        recorder.push(event)
    for event in reversed(events_of(record)):
        assert recorder.undo() in (event.split(": ")[1], event)
        content, facts = before.pop()
        assert path.read_bytes() == content
        assert recorder.table.facts() == facts
    assert recorder.undo() is None


@pytest.mark.parametrize("seed", ["a", "b"])
def test_everything_listed_as_legal_is_accepted(seed: str, tmp_path: Path) -> None:
    chance = random.Random(seed)
    path = tmp_path / "game.jsonl"
    recorder = at_table(path, seed=seed, dealer=0, players=["Asha", "Bina", "Chandra", "Dil"])
    for _ in range(45):
        choices = recorder.legal()
        if not choices:
            break
        for choice in chance.sample(choices, min(4, len(choices))):
            assert not choice.is_form, "all cards are known"
            was = recorder.record()
            seat = "-" if choice.seat is None else choice.seat
            recorder.push(f"{seat}: {choice.event}")
            recorder.undo()
            assert recorder.record() == was
        choice = chance.choice(choices)
        recorder.push(f"{'-' if choice.seat is None else choice.seat}: {choice.event}")
    (audit,) = audit_records([path])
    assert audit.verdict in (Verdict.UNCLAIMED, Verdict.CLEAN), audit.findings


@pytest.mark.parametrize(
    ("events", "refused", "rule"),
    [
        ([], "xKH", "TURN-02"),
        ([], "1: s", "DEAL-05"),
        (["s xKH"], "0: s", "DEAL-05"),
        (["s"], "s", "TURN-02"),
        (["s"], "show 3s4s5s,6h6h6h", "SHOW-01"),
        (["s"], "finish", "SHOW-13"),
        (["s xKH"], "0: tunnel 6h6h6h", "TUN-02"),
        (["s show 3s4s5s,6h6h6h,ad2d3d"], "xKH", "TURN-02"),
        (["s show 3s4s5s,6h6h6h,ad2d3d tiplu xKH"], "pQH", "TURN-03"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_and_nothing_changes(
    tmp_path: Path, events: list[str], refused: str, rule: str
) -> None:
    path = tmp_path / "game.jsonl"
    recorder = at_table(path, deal={"upcard": "TH"})
    for event in events:
        recorder.push(event)
    record, content = recorder.record(), path.read_bytes()
    with pytest.raises(IllegalActionError) as caught:
        recorder.push(refused)
    assert caught.value.rule == rule
    assert rule in str(caught.value)
    assert (recorder.record(), path.read_bytes()) == (record, content)


def test_several_events_are_taken_all_or_none(tmp_path: Path) -> None:
    recorder = at_table(tmp_path / "game.jsonl")
    with pytest.raises(IllegalActionError):
        recorder.push("s5S s6S")
    assert play_of(recorder.record()) == ()
    assert recorder.push("s5S xQH") == ("Asha drew 5♠ from the stock", "Asha threw Q♥")


@pytest.mark.parametrize(
    ("typed", "play"),
    [
        ("s x10c", ["0: s?? xTC"]),
        ("S ♥6 X ♣10", ["0: s6H xTC"]),
        ("s 5h  x 10♣", ["0: s5H xTC"]),
        ("asha: s xqh", ["0: s?? xQH"]),
        ("A: s xqh", ["0: s?? xQH"]),
        ("0: s xqh", ["0: s?? xQH"]),
        ("d xqh", ["0: d?? xQH"]),
        ("?", ["0: ?"]),
        ("gap", ["-: gap"]),
        ("gap(3)", ["-: gap(3)"]),
        ("Bina: tunnel 6h 6h 6h", ["1: tunnel(6H6H6H)"]),
        ("s show 3s4s5s, 6h6h6h, ad2d3d tiplu jc xqh", ["0: s?? show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC) xQH"]),
        ("s show tiplu xqh", ["0: s?? show tiplu(??) xQH"]),
        ("s nodiscard", ["0: s?? nodiscard"]),
        ("s badshow 3s4s6s,6h6h6h,ad2d3d xqh", ["0: s?? badshow(3S4S6S,6H6H6H,AD2D3D) xQH"]),
    ],
)
def test_what_people_type_becomes_strict_notation(tmp_path: Path, typed: str, play: list[str]) -> None:
    recorder = at_table(tmp_path / "game.jsonl", rules={"preset": "wikipedia-en"})
    recorder.push(typed)
    assert list(play_of(recorder.record())) == play


@pytest.mark.parametrize("typed", ["", "foo", "xqq", "Dil: s", "7: s", "s5", "show 3s4s5", "x", "see("])
def test_what_cannot_be_read_is_refused(tmp_path: Path, typed: str) -> None:
    recorder = at_table(tmp_path / "game.jsonl")
    with pytest.raises(NotationError):
        recorder.push(typed)
    assert play_of(recorder.record()) == ()


def test_a_name_that_several_begin_with_is_not_guessed(tmp_path: Path) -> None:
    recorder = at_table(tmp_path / "game.jsonl", players=["Bina", "Bimal"], dealer=1)
    with pytest.raises(NotationError, match="more than one"):
        recorder.push("B: s")
    recorder.push("Bin: s")
    assert play_of(recorder.record()) == ("0: s??",)


def test_an_app_need_not_name_cards_that_the_recorder_knows(tmp_path: Path) -> None:
    recorder = at_table(tmp_path / "game.jsonl", seed="app")
    deal = parts_of(recorder.record()).deal
    assert deal is not None
    recorder.push("s")
    assert play_of(recorder.record()) == (f"0: s{(deal.stock or '').split()[0]}",)
    with pytest.raises(IllegalActionError):
        recorder.push(
            "x"
            + next(
                face
                for face in ("AS", "2S", "3S", "4S", "5S", "6S", "7S")
                if face not in f"{(deal.hands or ('',))[0]} {(deal.stock or '').split()[0]}".split()
            )
        )


def test_a_game_that_is_not_over_has_no_result(tmp_path: Path) -> None:
    """P26: whatever is legal so far, nothing says that it was finished."""
    record = PLAYED[0]
    recorder = Recorder.start(tmp_path / "game.jsonl", unplayed(record))
    for event in events_of(record)[:-1]:
        recorder.push(event)
        assert parts_of(recorder.record()).result is None
    assert not recorder.is_over


def test_the_table_tells_the_maal_that_no_card_tells(tmp_path: Path) -> None:
    recorder = at_table(tmp_path / "game.jsonl")
    assert recorder.claims() == ()
    for line in ("s show 3s4s5s,6h6h6h,ad2d3d tiplu jc xqh", "s xkd", "s xkc"):
        recorder.push(line)
    recorder.push("s finish 7c8c9c,jsqsks,5h5h5h,2d3d4d xas")
    claims = recorder.claims()
    assert [claim.words for claim in claims] == ["maal of Bina", "maal of Chandra"], "Asha's cards are all out"
    with pytest.raises(WordError):
        recorder.claim(claims[0], -1)
    for claim, value in zip(claims, (7, 0), strict=True):
        recorder.claim(claim, value)
    result = parts_of(recorder.record()).result
    assert result is not None
    nets = [row.net for row in result.players or ()]
    assert None not in nets
    assert sum(net or 0 for net in nets) == 0
    assert last_on_disk(tmp_path / "game.jsonl") == recorder.record()
    (audit,) = audit_records([tmp_path / "game.jsonl"])
    assert audit.verdict is not None
    assert not audit.verdict.is_bad, audit.findings


def test_a_game_ends_by_a_word_and_that_is_taken_back(tmp_path: Path) -> None:
    recorder = at_table(tmp_path / "game.jsonl")
    recorder.push("s xqh")
    with pytest.raises(WordError, match="abandoned"):
        recorder.end("finished")
    recorder.end("abandoned")
    result = parts_of(recorder.record()).result
    assert result is not None
    assert result.ending is Ending.ABANDONED
    assert result.winner is None
    with pytest.raises(IllegalActionError, match="over"):
        recorder.push("s")
    assert Recorder.resume(tmp_path / "game.jsonl").is_over
    assert recorder.undo() == "abandoned"
    assert parts_of(recorder.record()).result is None


def test_earlier_games_of_the_file_stay_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    earlier = (CORPUS / "sheets.jsonl").read_bytes().rstrip(b"\n")
    path.write_bytes(earlier)
    recorder = at_table(path)
    recorder.push("s xqh")
    recorder.undo()
    assert path.read_bytes() == earlier + b"\n" + format_record(recorder.record()) + b"\n"
    with pytest.raises(RecordError, match="already"):
        at_table(path)


def test_a_file_that_another_program_changed_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    recorder = at_table(path)
    changed = path.read_bytes() + b"\n\n"
    path.write_bytes(changed)
    with pytest.raises(InputFileError, match="another program"):
        recorder.push("s")
    assert path.read_bytes() == changed


def test_only_plain_json_lines_are_written(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "a.mrn", "a"):
        with pytest.raises(InputFileError, match="jsonl"):
            at_table(tmp_path / name)
    (tmp_path / "bad.jsonl").write_text('{"format": "marriage-record"', encoding="utf-8")
    with pytest.raises(RecordError):
        Recorder.resume(tmp_path / "bad.jsonl")
    with pytest.raises(RecordError):
        new_record(id="x", rules={"preset": "pagat"}, players=["A", "B"], dealer=0, sead="typo")
    with pytest.raises(RecordError):
        new_record(id="x", rules={"preset": "pagat"}, players=["A", "B"], dealer=2)
    with pytest.raises(RecordError):
        new_record(id="x", rules={"preset": "pagat"}, players=["A"] * 7, dealer=0, seed="s")
    with pytest.raises(RecordError):
        new_record(id="x", rules={"preset": "pagat"}, players=["A", "B"], dealer=0, meta={"when": object()})
    with pytest.raises(RecordError):
        new_record(id="x", rules={"preset": "pagat"}, players=["A", "B"], dealer=0, seed="s", deal={})


@pytest.mark.parametrize(
    ("changes", "told", "path"),
    [
        ({"players": ["A", "B", "C", "D", "E", "F"]}, "these rules allow 5", "players"),
        ({"deal": {"hands": ["AS AS AS AS", None, None]}}, "4 copies of AS", "deal"),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(
    tmp_path: Path, changes: dict[str, object], told: str, path: str
) -> None:
    with pytest.raises(RecordError, match=told) as caught:
        at_table(tmp_path / "game.jsonl", **changes)
    assert caught.value.path == path
    assert list(tmp_path.iterdir()) == []


def test_times_of_a_resumed_record_stay_as_long_as_its_play(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = new_record(id="x", rules={"preset": "pagat"}, players=["A", "B"], dealer=0, times=[])
    recorder = Recorder.start(path, record)
    recorder.push("s xqh")
    assert last_on_disk(path).times == (None,)
    recorder.undo()
    recorder.undo()
    assert last_on_disk(path).times == ()


_PUSHER = """
import json, sys
from marriage_analysis.play.recorder import Recorder
recorder = Recorder.resume(sys.argv[1])
print("ready", flush=True)
for number, event in enumerate(json.loads(sys.argv[2])):
    recorder.push(event)
    print(number, flush=True)
"""


def kill_at(path: Path, record: Record, delay: float) -> tuple[int, int]:
    """Pushes in a process that is killed after so long; gives what it reported done and what is on the disk."""
    path.unlink(missing_ok=True)
    events = events_of(record)
    Recorder.start(path, unplayed(record))
    process = subprocess.Popen(
        [sys.executable, "-c", _PUSHER, str(path), json.dumps(events)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    reported = [line for line in process.stdout.read().split(b"\n") if line]
    process.stdout.close()
    process.wait()
    written = sum(len(entry.split(": ")[1].split(" ")) for entry in play_of(last_on_disk(path)))
    assert events_of(last_on_disk(path)) == events[:written]
    return len(reported), written


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")
def test_what_was_pushed_is_there_after_a_kill_before_any_line_that_saves(tmp_path: Path) -> None:
    """The file holds all that was reported done, or the step in hand besides; never less, never half of one."""
    path = tmp_path / "game.jsonl"
    at_table(path)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "play" / "killed_recorder.py"), str(path)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )
    after = [[], ["0: sQH"], []]
    *kills, end = map(json.loads, done.stdout.splitlines())
    assert len(kills) > 40
    assert {(kill["reported"], len(kill["play"])) for kill in kills} == {(0, 0), (0, 1), (1, 1), (1, 0)}
    for kill in kills:
        assert kill["killed"]
        assert kill["play"] in (after[kill["reported"]], after[kill["reported"] + 1])
    assert end == {"reported": 2, "play": after[2], "killed": False}


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_what_was_pushed_is_there_after_a_kill_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(60)
    record = max(PLAYED, key=lambda played: len(events_of(played)))
    inside = 0
    for _ in range(20):
        reported, written = kill_at(tmp_path / "game.jsonl", record, chance.uniform(0, 0.3))
        assert reported <= written <= reported + 1, "all that was reported, at most the one in hand besides"
        inside += 0 < written < len(events_of(record))
    assert inside, "no kill fell into the game"


def typed(path: Path, text: str, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["record", str(path), *arguments], input=text)
    return done.exit_code, done.output


def test_an_evening_at_the_keyboard(tmp_path: Path) -> None:
    path = tmp_path / "तिहार evening.jsonl"
    code, output = typed(path, "Asha, Bina, Chandra\nchan\n\n10♥\nfoo\nlegal\ns\nx kh\nundo\nxkh\n")
    assert code == 0, output
    assert "No: 'foo' is no event" in output
    assert "Taken back: xKH" in output
    assert "take the offered 10♥" in output
    assert play_of(last_on_disk(path)) == ("0: s?? xKH",)
    deal = parts_of(last_on_disk(path)).deal
    assert deal is not None
    assert deal.upcard == "TH"
    code, output = typed(path, "show\nhelp\ns show 3s4s5s,6h6h6h,ad2d3d\nquit\ns\n")
    assert code == 0
    assert "Going on with" in output
    assert "pick the tiplu" in output
    assert "Chandra  21 cards not known" in output
    assert len(play_of(last_on_disk(path))) == 2
    code, output = typed(
        path, "tiplu jc xkd\ns xkc\ns xkd\ns finish 7c8c9c,jsqsks,5h5h5h,2d3d4d xas\n-1\n0\n0\n0\n"
    )
    assert code == 0
    assert "No: maal is a whole number" in output
    assert "Bina finished" in output
    result = parts_of(last_on_disk(path)).result
    assert result is not None
    assert result.winner == 1
    assert sum(row.net or 0 for row in result.players or ()) == 0
    code, output = typed(path, "\n\n\ns xqh\n")
    assert code == 0
    first, second = [reading.record for reading in read_records(path)]
    assert first is not None
    assert second is not None
    assert (first.dealer, second.dealer) == (2, 0)
    assert second.players == first.players
    assert second.session is not None
    assert second.session.number == 2
    assert parts_of(second).rules == parts_of(first).rules
    assert play_of(second) == ("1: s?? xQH",)


def test_input_that_ends_at_a_question_records_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    code, output = typed(path, "Asha\nAsha, Asha\n")
    assert code == 0
    assert "2 to 6 players" in output
    assert "same name" in output
    assert "Nothing was recorded." in output
    assert not path.exists()


def test_options_answer_the_questions(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    known = ("--players", "A,B,C", "--dealer", "b", "--rules", "pagat", "--option", "dhoos=10", "--seed", "x")
    code, output = typed(path, "end abandoned\n", *known)
    assert code == 0, output
    record = last_on_disk(path)
    assert record.dealer == 1
    assert parts_of(record).rules.options == {"dhoos": 10}
    assert parts_of(record).deal is not None
    result = parts_of(record).result
    assert result is not None
    assert result.ending is Ending.ABANDONED
    for bad in (("--players", "A"), ("--players", "A,B", "--dealer", "z"), ("--rules", "nobody")):
        assert typed(tmp_path / "other.jsonl", "\n" * 9, *bad)[0] == 2


def test_a_file_that_cannot_be_gone_on_with_ends_with_status_2(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n", encoding="utf-8")
    assert typed(broken, "s\n")[0] == 2
    assert broken.read_text(encoding="utf-8") == "{}\n"
    for cannot in (tmp_path / "game.mrn", tmp_path / "no folder" / "game.jsonl"):
        code, output = typed(cannot, "A,B\n\n\n\n")
        assert code == 2
        assert "Players" not in output, "nothing is asked for a file that cannot be"
    path = tmp_path / "game.jsonl"
    at_table(path)
    code, output = typed(path, "s\n", "--rules", "pagat")
    assert code == 2
    assert "not over" in output
