"""Replaying records of any level: the sound part, the break, what a seat sees, the page, the command."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.errors import CountError, RecordError
from marriage_analysis.games.marriage.engine.events import Event
from marriage_analysis.games.marriage.engine.judge import Fault, fault_of
from marriage_analysis.games.marriage.engine.position import Position
from marriage_analysis.games.marriage.engine.replay import MAX_TRIED, replay
from marriage_analysis.games.marriage.engine.state import State, freeze
from marriage_analysis.games.marriage.parts import MarriageParts, RulesPart
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.protocol import Level
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.views import view_of
from marriage_analysis.replay.page import stepping_page
from marriage_analysis.replay.replay import replay_mapping, replay_record
from marriage_analysis.replay.stepping import Game

CORPUS = Path(__file__).parents[2] / "records/marriage"
PLAYED = [
    reading.record
    for name in ("sound/hand-played", "sound/hand-irregular", "partial/hand-written-play")
    for reading in read_records(CORPUS / f"{name}.jsonl")
    if reading.record is not None and reading.record.level is Level.PLAY
]
DUBLEE = next(record for record in PLAYED if record.id == "hand-wiki-dublee")
FACE = re.compile(r"(?:[A2-9TJQK][SHDC]|JK|MC)")


def parts_of(record: Record) -> MarriageParts:
    return record.parts


def only(name: str) -> Record:
    (record,) = (reading.record for reading in read_records(CORPUS / name) if reading.record is not None)
    return record


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["replay", *arguments])
    return done.exit_code, done.output


@pytest.mark.parametrize("record", PLAYED, ids=lambda record: record.id)
def test_table_k_is_the_engines_position_before_turn_k(record: Record) -> None:
    game = Game.of(record)
    parts = parts_of(record)
    rules = read_rules(parts.rules.preset, parts.rules.options)
    assert rules is not None
    states = list(game)
    assert len(states) == len(game) == len(game.steps) + 1
    for turn, state in enumerate(states):
        run = replay(parts, rules, seats=len(record.players), dealer=record.dealer, until=turn)
        assert isinstance(state, State)
        assert state == game[turn] == freeze(run.position)
    assert game.record is record


@pytest.mark.parametrize("record", PLAYED, ids=lambda record: record.id)
def test_replay_to_a_turn_is_the_beginning_of_the_whole(record: Record) -> None:
    whole = replay_record(record)
    for turn in range(0, len(whole.steps) + 1, 5):
        part = replay_record(record, until=turn)
        assert part.steps == whole.steps[:turn]
        assert part.stop is None


@pytest.mark.parametrize(
    ("name", "turn", "event", "rule"),
    [("illegal_play", 4, 0, "TURN-01"), ("incomplete_turn", None, None, "TURN-02")],
)
def test_a_break_ends_the_replay_with_place_reason_and_rule(
    name: str, turn: int | None, event: int | None, rule: str
) -> None:
    file = f"faulty/{name}.jsonl"
    replayed = replay_record(only(file))
    assert replayed.stop is not None
    assert replayed.stop.rule == rule
    assert turn in (None, replayed.stop.turn)
    assert event in (None, replayed.stop.event)
    assert len(replayed.steps) == replayed.stop.turn
    code, output = run(str(CORPUS / file))
    assert code == 1
    for step in replayed.steps:
        assert f"turn {step.turn}: {step.words}" in output
    assert f"turn {replayed.stop.turn}: " not in output.split("the play breaks")[0]
    assert f"turn {replayed.stop.turn}, event {replayed.stop.event}: {replayed.stop.reason} [{rule}]" in output
    code, output = run(str(CORPUS / file), "--to", str(replayed.stop.turn))
    assert code == 0, "what comes before the break is sound"


def test_every_event_of_a_turn_is_told_in_words() -> None:
    words = [step.words for step in replay_record(DUBLEE).steps]
    assert words[0] == "Ram drew 8♦ from the stock, threw 9♣"
    assert words[2].startswith("Hari displayed the tunnel 8♥8♥8♥, drew K♣ from the stock, showed 4♠5♠6♠, ")
    assert "picked the tiplu Q♠, under 20 cards of the stock" in words[2]
    assert words[-1] == "Sita took the offered 4♦, finished with 4♦4♦, threw 8♣"


def test_turns_that_nobody_noted_are_told_as_such() -> None:
    parts = replace(
        parts_of(DUBLEE), play=("0: ?", "-: gap(12)", "2: d?? xTC"), deal=None, result=None, dhoos=None
    )
    steps = replay_record(DUBLEE.with_parts(parts)).steps
    assert [step.words for step in steps] == [
        "Ram played a turn that nobody noted",
        "12 turns not noted",
        "Hari drew a card (from stock or pile was not noted), threw 10♣",
    ]
    assert [step.seat for step in steps] == [0, None, 2]


@pytest.mark.parametrize("before", [(), ("-: gap",)])
@pytest.mark.parametrize("entry", ["5: ?", "5: s5S x5S"])
def test_a_seat_that_is_not_there_stops_the_replay_even_behind_a_gap(
    before: tuple[str, ...], entry: str
) -> None:
    parts = replace(parts_of(DUBLEE), play=(*before, entry), deal=None, result=None, dhoos=None)
    rules = read_rules(parts.rules.preset, parts.rules.options)
    assert rules is not None
    stopped = replay(parts, rules, seats=3, dealer=0)
    assert stopped.sound == len(before)
    assert stopped.stop is not None
    assert stopped.stop.reason == "there is no seat 5"


def test_json_has_a_step_a_turn_and_where_it_stopped() -> None:
    code, output = run(str(CORPUS / "sound/hand-played.jsonl"), "--game", DUBLEE.id, "--json")
    value = json.loads(output)
    assert code == 0
    assert value["stopped"] is None
    assert value == json.loads(json.dumps(replay_mapping(replay_record(DUBLEE))))
    assert [step["entry"] for step in value["steps"]] == list(parts_of(DUBLEE).play or ())
    last = value["steps"][-1]["table"]
    assert (last["winner"], last["outcome"], last["tiplu"], last["to_act"]) == (1, "finished", "QS", None)
    code, output = run(str(CORPUS / "faulty/illegal_play.jsonl"), "--json")
    assert code == 1
    stopped = json.loads(output[: output.rindex("}") + 1])["stopped"]
    assert (stopped["turn"], stopped["event"], stopped["rule"]) == (4, 0, "TURN-01")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--to", "99"], "there is no turn 99"),
        (["--seat", "4"], "there is no seat 4"),
        (["--html", "--json"], "choose one"),
        (["-o", "page.html"], "--html"),
    ],
)
def test_what_cannot_be_shown_ends_with_status_2(arguments: list[str], said: str) -> None:
    code, output = run(str(CORPUS / "sound/hand-played.jsonl"), "--game", DUBLEE.id, *arguments)
    assert code == 2
    assert said in output


def test_a_file_of_several_games_asks_which_one() -> None:
    code, output = run(str(CORPUS / "sound/hand-played.jsonl"))
    assert code == 2
    assert "choose one with --game" in output
    assert DUBLEE.id in output


def test_a_record_without_play_or_rules_is_told() -> None:
    sheet = next(
        reading.record for reading in read_records(CORPUS / "sound/sheets.jsonl") if reading.record is not None
    )
    with pytest.raises(RecordError, match="holds no play"):
        replay_record(sheet)
    parts = parts_of(DUBLEE)
    with pytest.raises(RecordError, match="rules are not known"):
        replay_record(DUBLEE.with_parts(replace(parts, rules=type(parts.rules)())))
    with pytest.raises(CountError):
        replay_record(DUBLEE, until=11)


def exposed_faces(record: Record, seat: int | None, turn: int) -> set[str]:
    """The faces that a seat (None: the public) can have seen before a turn, read from the notation alone."""
    deal = parts_of(record).deal
    assert deal is not None
    assert deal.hands is not None
    seen = {deal.upcard or ""}
    if seat is not None:
        seen |= set((deal.hands[seat] or "").split())
    tiplu: str | None = None
    knows = False
    for entry in (parts_of(record).play or ())[:turn]:
        who, events = entry.split(": ")
        for event in events.split(" "):
            own = who == str(seat)
            is_open = event[0] in "px" or event.startswith(("tunnel", "show", "finish", "bad"))
            is_draw = event[0] in "sd" and not event.startswith(("show", "see"))
            if is_open or (is_draw and own):
                seen |= set(FACE.findall(event))
            elif event.startswith(("tiplu", "see")):
                tiplu = FACE.findall(event)[0]
                knows = knows or own or who == "-"
    if knows and tiplu is not None:
        rank, suit = tiplu
        order = "A23456789TJQK"
        place = order.index(rank)
        near = {order[(place + 1) % 13], order[place - 1]}
        seen |= {tiplu, "JK", "MC"} | {other + suit for other in near} | {rank + other for other in "SHDC"}
    return seen


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("record", PLAYED[:4], ids=lambda record: record.id)
def test_a_view_shows_no_card_that_was_not_seen(record: Record, seat: int | None) -> None:
    """P53: neither pictures and their words nor JSON hold a hidden face, at any moment."""
    replayed = replay_record(view_of(record, "public" if seat is None else seat))
    assert len(replayed.steps) == len(parts_of(record).play or ())
    for turn, table in enumerate(replayed.drawings):
        allowed = exposed_faces(record, seat, turn)
        drawn = {face for panel in table.panels() for face in re.findall(r"#card-(\w\w)\"", panel.svg)}
        assert drawn <= allowed
        facts = table.facts()
        assert set(FACE.findall(json.dumps(facts["seats"]))) <= allowed
        told = " ".join(panel.label for panel in table.panels()) + " ".join((*table.lines(), *table.hands()))
        glyphs = {face.replace("10", "T") for face in re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", told)}
        assert {face[0] + "SHDC"["♠♥♦♣".index(face[1])] for face in glyphs} <= allowed


def test_the_view_of_a_seat_shows_its_own_hand_and_backs_for_the_others() -> None:
    start = replay_record(view_of(DUBLEE, 1)).drawings[0]
    _, ram, sita, *_ = start.panels()
    assert ram.svg.count('"#card-back"') == 21
    assert "#card-" not in ram.svg.replace("#card-back", "")
    assert len(re.findall(r'"#card-\w\w"', sita.svg)) == 21


def renamed(record: Record, name: str) -> Record:
    players = (replace(record.players[0], id=None, name=name), *record.players[1:])
    return record.model_copy(update={"players": players, "id": name})


NASTY = "</script><img src=x onerror=alert(1)>\u2028&\"'"


def test_names_cannot_leave_their_place_in_the_page() -> None:
    page = stepping_page(replay_record(renamed(DUBLEE, NASTY)))
    assert "<img" not in page
    assert page.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    value = json.loads(data[1])
    assert value["steps"][0]["text"].startswith(NASTY)
    assert all("<img" not in panel["svg"] for panel in value["panels"])
    assert "<img" not in Game.of(renamed(DUBLEE, NASTY))._repr_html_()  # pyright: ignore[reportPrivateUsage]


def test_the_buttons_need_no_symbols_that_fonts_lack() -> None:
    page = stepping_page(replay_record(DUBLEE))
    assert not re.search("[\u2300-\u23ff]|\\\\u23", page)


def test_the_page_is_one_file_and_the_same_every_time(tmp_path: Path) -> None:
    page = stepping_page(replay_record(DUBLEE))
    assert page == stepping_page(replay_record(DUBLEE))
    addresses = set(re.findall(r"https?://[^\"']*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}, "the name of a vocabulary, not a link"
    assert not re.search(r"\bsrc=|url\(|@import|<link", page)
    target = tmp_path / "पाना one.html"
    file = str(CORPUS / "sound/hand-played.jsonl")
    assert run(file, "--game", DUBLEE.id, "--html", "-o", str(target)) == (0, f"wrote {target}\n")
    assert target.read_text(encoding="utf-8") == page
    assert run(file, "--game", DUBLEE.id, "--html", "-o", str(target))[0] == 2
    assert run(file, "--game", DUBLEE.id, "--html", "-o", str(target), "--force")[0] == 0


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
@pytest.mark.parametrize(("hash_", "turn"), [("", 0), ("#t=3", 3), ("#t=10", 10), ("#t=99", 10)])
def test_the_page_opens_at_the_turn_of_its_address(tmp_path: Path, hash_: str, turn: int) -> None:
    replayed = replay_record(DUBLEE)
    page = tmp_path / "game.html"
    page.write_text(stepping_page(replayed), encoding="utf-8")
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
         "--dump-dom", f"{page.as_uri()}{hash_}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=60,
    )  # fmt: skip
    dom = re.sub(r"<script.*?</script>", "", done.stdout.decode(), flags=re.DOTALL)
    now = re.search(r'id="now">(.*?)</b>', dom)
    assert now is not None
    words = replayed.steps[turn - 1].words if turn else "The cards are dealt."
    assert re.sub("<[^>]*>", "", now[1]).endswith(words)
    labels = [panel.label for panel in replayed.drawings[turn].panels()]
    assert re.findall(r'<svg viewBox[^>]*aria-label="([^"]*)"', dom) == labels


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    html = Game.of(DUBLEE)._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert html.startswith("<iframe srcdoc=")
    assert 'sandbox="allow-scripts"' in html
    assert html.count("<iframe") == 1


def test_a_game_is_read_by_its_id() -> None:
    file = CORPUS / "sound/hand-played.jsonl"
    assert Game.read(file, DUBLEE.id).record == DUBLEE
    with pytest.raises(RecordError, match="4 games to choose from"):
        Game.read(file)
    with pytest.raises(RecordError, match="0 games"):
        Game.read(file, "nobody")
    seen = Game.of(DUBLEE).view("public")
    assert seen.record.view == "public"
    assert "Sita" in seen.picture(0)


@pytest.mark.long
def test_a_play_full_of_uncertain_draws_is_gone_through_so_often_and_no_oftener(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each draw is tried from stock and pile with all the play behind it, which for long plays has an end."""
    judged = 0

    def counting(position: Position, seat: int, event: Event) -> Fault | None:
        nonlocal judged
        judged += 1
        return fault_of(position, seat, event)

    monkeypatch.setattr("marriage_analysis.games.marriage.engine.replay.fault_of", counting)
    play = tuple(f"{seat}: d?? x??" for _ in range(400) for seat in range(3))
    rules = read_rules("pagat", {})
    assert rules is not None
    parts = MarriageParts(rules=RulesPart(preset="pagat"), play=play)
    run_of_it = replay(parts, rules, seats=3, dealer=2)
    assert run_of_it.sound == len(play)
    assert MAX_TRIED < judged < 2.5 * MAX_TRIED  # two events an entry; to the end it would be 2,900,000
