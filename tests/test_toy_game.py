"""A game that no layer knows (``toy_game.py``) goes through all of them, by being in the catalog alone."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator
from toy_game import CARDS, TOY
from typer.testing import CliRunner, Result

import marriage_analysis
from marriage_analysis.analysis.planting import plant_mistake
from marriage_analysis.analysis.report import report_page
from marriage_analysis.audit.audit import RecordAudit, audit_records, validate_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.cli.app import app
from marriage_analysis.errors import AbilityError, RecordError, RuleOptionError, WordError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.play.policies import best_policy, policy_names
from marriage_analysis.play.recorder import Recorder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import (
    DigestState,
    ShuffleState,
    digest_state,
    expand,
    format_record,
    shuffle_findings,
)
from marriage_analysis.records.model import Record
from marriage_analysis.records.schema import record_schema
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text, read_text_form
from marriage_analysis.records.views import view_of
from marriage_analysis.replay.replay import replay_mapping, replay_record
from marriage_analysis.replay.stepping import Game as SteppedGame
from marriage_analysis.sessions.book import SessionBook
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.dictionary import dictionary_page
from marriage_analysis.store.frames import frames
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import table

HANDS = ["741", "852"]
PLAY = ["0: swap 1>9", "1: keep", "0: 7", "1: 8", "0: 9", "1: 2", "0: 4", "1: 5"]
"""Bina takes the first and the last trick, Asha the second."""


@pytest.fixture(autouse=True)
def in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Game]", GAMES), TOY.name, TOY)


def toy(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "toy",
        "id": "toy-1",
        "players": [{"name": "Asha"}, {"name": "Bina"}],
        "view": "all",
        "hands": HANDS,
        "play": PLAY,
        "nets": [-1, 1],
    }
    return {name: value for name, value in {**record, **changes}.items() if value is not None}


def sound(**changes: Any) -> Record:
    record, findings = read_text(json.dumps(toy(**changes)))
    assert record is not None, findings
    return record


def codes_of(**changes: Any) -> list[tuple[str, str | None]]:
    _, findings = read_text(json.dumps(toy(**changes)))
    return [(found.code.name, found.place.path) for found in findings]


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def audits(path: Path, *records: dict[str, Any]) -> list[RecordAudit]:
    return list(audit_records([write(path / "toy.jsonl", *records)]))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


# --- records ------------------------------------------------------------------------------------------


def test_a_record_is_read_and_its_faults_are_placed() -> None:
    assert sound().level.word == "play"
    assert sound(hands=None, play=None, view=None).level.word == "net"
    assert codes_of(hands=["74", "852"]) == [("field_invalid", "hands[0]")]
    assert codes_of(play=["0: fold"]) == [("field_invalid", "play[0]")]
    assert codes_of(maal=3) == [("unknown_field", "maal")]
    assert codes_of(view=None) == [("view_missing", "view")]
    assert codes_of(times=[5]) == [("times_differ", "times")]
    _, (found,) = read_text(json.dumps(toy(play=["0: fold"])))
    assert found.expected == "one turn, such as 0: swap 1>5"


def test_the_kept_form_and_its_digest() -> None:
    kept = expand(sound()).record
    assert kept.to_mapping()["hands"] == ["147", "258"]
    assert digest_state(kept) is DigestState.OK
    assert read_text(format_record(kept).decode())[0] == kept
    wrong, findings = read_text(format_record(kept).decode().replace("147", "146"))
    assert wrong is not None
    assert not findings
    assert digest_state(wrong) is DigestState.MISMATCH
    assert shuffle_findings(kept) == (ShuffleState.NONE, ())


def test_the_json_schema_says_what_reading_says() -> None:
    schema = record_schema("toy")
    Draft202012Validator.check_schema(schema)
    judge = cast("Any", Draft202012Validator(schema))
    cases = [toy(), toy(play=["0: fold"]), toy(nets=[1]), toy(nets=["1", "-1"]), toy(rules={}), toy(hands=[])]
    for case, is_sound in zip(cases, (True, False, False, False, False, False), strict=True):
        assert judge.is_valid(case) is is_sound
        assert (read_text(json.dumps(case))[0] is not None) is is_sound


def test_the_text_form_both_ways() -> None:
    record = sound(annotations=[{"turn": 2, "text": "bold"}])
    text = format_text(record)
    assert "\n\n0: swap 1>9\n1: keep\n0: 7 {bold}\n" in text
    assert text.endswith("\n\n[nets [-1, 1]]\n")
    assert read_text_form(text) == (record, ())
    by_name = text.replace("1: keep", "Bina: keep")
    assert read_text_form(by_name) == (record, ())
    nothing, (found,) = read_text_form(text.replace("1: keep", "1: fold"))
    assert nothing is None
    assert (found.code.name, found.place.path) == ("field_invalid", "play[1]")


def test_a_view_hides_the_other_hand() -> None:
    mine, theirs, public = view_of(sound(), 0), view_of(sound(), 1), view_of(sound(), "public")
    assert mine.to_mapping()["hands"] == ["741", "???"]
    assert theirs.to_mapping()["play"][0] == "0: swap ?>?"
    assert public.to_mapping()["hands"] == ["???", "???"]
    for seat, view in ((0, mine), (1, theirs), ("public", public)):
        assert view.view == seat
        assert read_text(format_record(view).decode()) == (view, ())
        assert replay_record(view).stop is None
    with pytest.raises(RecordError):
        view_of(mine, 1)


# --- replay -------------------------------------------------------------------------------------------


def test_a_play_is_gone_through() -> None:
    replay = replay_record(sound())
    assert replay.stop is None
    assert replay.turns == len(replay.steps) == len(PLAY)
    assert replay.steps[0].words == "Asha swap 1>9"
    assert replay.tables[1].hands() == ("749", "852")
    assert replay.tables[-1].hands() == ("", "")
    assert replay_record(sound(), until=2).tables[-1].facts()["hands"] == ["749", "852"]
    assert replay_mapping(replay)["stopped"] is None


@pytest.mark.parametrize(
    ("turn", "entry", "reason"),
    [
        (1, "0: keep", "not this player's turn"),
        (2, "0: keep", "once, before the tricks"),
        (1, "1: 8", "once, before the tricks"),
        (4, "0: 1", "the 1 is not in this hand"),
        (1, "1: swap 8>9", "the 9 is in a hand already"),
    ],
)
def test_the_sound_part_of_a_play_that_breaks(turn: int, entry: str, reason: str) -> None:
    replay = replay_record(sound(play=[*PLAY[:turn], entry, *PLAY[turn + 1 :]]))
    assert [step.entry for step in replay.steps] == PLAY[:turn]
    assert replay.stop is not None
    assert replay.stop.turn == turn
    assert reason in replay.stop.reason


# --- audit and sessions ---------------------------------------------------------------------------------


def test_verdicts(tmp_path: Path) -> None:
    cases = {
        Verdict.CLEAN: toy(),
        Verdict.DISCREPANCY: toy(nets=[1, -1]),
        Verdict.INVALID: toy(play=[*PLAY[:4], "0: 1"]),
        Verdict.UNCLAIMED: toy(nets=None),
        Verdict.INCOMPLETE: toy(play=PLAY[:6]),
    }
    records = [{**case, "id": verdict.value} for verdict, case in cases.items()]
    found = audits(tmp_path, *records)
    assert [audit.verdict for audit in found] == list(cases)
    wrong, broken = found[1].findings, found[2].findings
    assert [(one.code.name, one.place.path, one.place.column is not None) for one in (*wrong, *broken)] == [
        ("toy_net_differs", "nets", True),
        ("toy_play_breaks", "play[4]", True),
    ]
    checks = list(validate_records([tmp_path / "toy.jsonl"]))
    assert [check.is_ok for check in checks] == [True, True, False, True, True]


def evening() -> list[dict[str, Any]]:
    """Three games; in the second the claim is wrong, of the third only the nets are known."""
    rest = {"hands": None, "play": None, "view": None}
    changes: list[dict[str, Any]] = [{}, {"nets": [2, -2]}, {"nets": [3, -3], **rest}]
    return [
        toy(id=f"toy-{number}", session={"id": "evening", "number": number}, **change)
        for number, change in enumerate(changes, start=1)
    ]


def test_a_session_adds_up_and_owes_nothing(tmp_path: Path) -> None:
    book = SessionBook()
    found = audits(tmp_path, *evening())
    for audit in found:
        book.add(audit)
    (report,) = book.reports()
    assert report.game == "toy"
    assert report.totals == {"Asha": -1 - 1 + 3, "Bina": 1 + 1 - 3}
    assert report.claimed_totals == {"Asha": -1 + 2 + 3, "Bina": 1 - 2 - 3}
    assert report.open == {}
    assert report.findings == ()
    page = report_page(found, [report], title="Toys", plots={})
    assert "Asha takes 92." in page


# --- store ----------------------------------------------------------------------------------------------


def test_the_store_has_its_own_columns(tmp_path: Path) -> None:
    marriage = Path("records/marriage/sound/session-a.jsonl")
    both = [write(tmp_path / "toy.jsonl", *evening()), Path(__file__).parent.parent / marriage]
    load_files(both, tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        assert archive.sql("SELECT swaps FROM games WHERE game = 'toy' ORDER BY game_id").rows() == [
            (1,), (1,), (0,),
        ]  # fmt: skip
        dealt = (
            "SELECT holding, derived_net FROM seats JOIN games USING (digest)"
            " WHERE games.game_id = 'toy-1' ORDER BY seat"
        )
        assert archive.sql(dealt).rows() == [("147", -1), ("258", 1)]
        assert archive.sql("SELECT count(*) FROM games WHERE game <> 'toy' AND swaps IS NULL").item() > 0
        standings = "SELECT player, games, wins, net FROM standings WHERE game = 'toy'"
        assert archive.sql(standings).rows() == [("Asha", 3, 2, 1), ("Bina", 3, 1, -1)]
        assert archive.sql("SELECT kind, sum(points) FROM items WHERE kind = 'trick' GROUP BY kind").rows() == [
            ("trick", 6),
        ]  # fmt: skip
        assert archive.games().collect().height == archive.sql("SELECT count(*) FROM games").item()
        given = list(archive.records())[:3]
    records = [read_text(json.dumps(one))[0] for one in evening()]
    assert given == [format_record(expand(record).record) for record in records if record is not None]


def test_frames_and_the_data_dictionary(tmp_path: Path) -> None:
    made = frames(audits(tmp_path, *evening()))
    assert made.games["swaps"].to_list() == [1, 1, 0]
    assert made.payments["points"].to_list() == [1, 1]
    assert "How many swaps there were. (toy only)" in dictionary_page()
    net = next(column for column in table("seats").columns if column.name == "derived_net")
    assert net.game is None
    assert "toy: Tricks taken, less tricks lost." in net.meaning.text


# --- simulation -----------------------------------------------------------------------------------------


def plan(**changes: Any) -> Plan:
    given: dict[str, Any] = {
        "game": TOY,
        "rules": {"preset": "plain", "options": {}},
        "seats": 2,
        "seed": "toy",
        "policies": ("random",),
    }
    return Plan(**{**given, **changes})


def test_simulated_games_are_clean_and_the_same_again(tmp_path: Path) -> None:
    records = list(simulate(plan(session="night"), games=60))
    assert records == list(simulate(plan(session="night"), games=60))
    assert records[20:] != list(simulate(plan(session="night", seed="other"), games=60))[20:]
    found = audits(tmp_path, *(record.to_mapping() for record in records))
    assert {audit.verdict for audit in found} == {Verdict.CLEAN}
    assert {card for record in records for hand in record.to_mapping()["hands"] for card in hand} == set(CARDS)
    assert len({record.to_mapping()["nets"][0] for record in records}) > 2
    cut = next(iter(simulate(plan(max_turns=3), games=1)))
    assert len(cut.to_mapping()["play"]) == 3
    assert "nets" not in cut.to_mapping()


def test_it_has_no_policy_of_its_own() -> None:
    assert policy_names(TOY) == ("random",)
    assert best_policy(TOY) == "random"
    with pytest.raises(WordError):
        next(simulate(plan(policies=("sensible",)), games=1))
    with pytest.raises(RuleOptionError):
        next(simulate(plan(rules={"preset": "pagat"}), games=1))


# --- what it cannot do ----------------------------------------------------------------------------------


CANNOT: dict[str, Callable[[Path], object]] = {
    "cannot be recorded while it is played": lambda path: Recorder.resume(write(path / "toy.jsonl", toy())),
    "has no known slips of the pen": lambda _: plant_mistake(sound(), seed=1),
    "has no pictures": lambda _: SteppedGame.of(sound()).page(),
}


@pytest.mark.parametrize("what", CANNOT)
def test_what_it_cannot_do_is_told(what: str, tmp_path: Path) -> None:
    with pytest.raises(AbilityError) as caught:
        CANNOT[what](tmp_path)
    assert str(caught.value) == f"a game of toy {what}"
    assert caught.value.game == "toy"


def test_states_are_its_own() -> None:
    assert list(SteppedGame.of(sound()))[-1] == "789245"


def test_no_layer_below_the_commands_has_a_word_of_marriage() -> None:
    """A field or rule of the first game in a layer is what would have to change for the next one."""
    package = Path(marriage_analysis.__file__).parent
    words = re.compile(r"maal|tiplu|dhoos|dublee|poplu|jhiplu|putali|pachaunu|kidnap|pagat", re.IGNORECASE)
    layers = ("records", "replay", "play", "audit", "sessions", "store")
    sources = [path for layer in layers for path in (package / layer).glob("*.py")]
    assert len(sources) > 30
    assert not [
        (path.name, words.findall(text)) for path in sources if words.search(text := path.read_text("utf-8"))
    ]


# --- commands -------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "toys.jsonl", *evening(), toy(id="broken", play=["1: keep"]))


@pytest.mark.parametrize(
    ("arguments", "exit_code", "told"),
    [
        (["validate"], 1, "toy_play_breaks"),
        (["audit"], 1, "toy_net_differs"),
        (["audit", "--json"], 1, '"derived": {'),
        (["score", "--game", "toy-1"], 0, "trick  92"),
        (["explain", "--game", "toy-1"], 0, "Bina takes 78."),
        (["ls"], 0, "toy-1"),
        (["ls", "--json"], 0, '"winner": 1'),
        (["format"], 0, '"hands":["147","258"]'),
        (["verify"], 0, "none      none"),
        (["replay", "--game", "toy-1"], 0, "turn 3: Bina 8"),
        (["replay", "--game", "broken"], 1, "not this player's turn"),
        (["replay", "--game", "toy-1", "--json", "--seat", "0"], 0, '"???"'),
        (["replay", "--game", "toy-1", "--html"], 2, "a game of toy has no pictures"),
        (["view", "--seat", "1", "--game", "toy-1"], 0, "0: swap ?>?"),
        (["convert", "--to", "mrn"], 0, "[nets [-1, 1]]"),
        (["record"], 2, "a game of toy cannot be recorded while it is played"),
    ],
    ids=lambda value: " ".join(cast("list[str]", value)) if isinstance(value, list) else None,
)
def test_commands_that_read_records(arguments: list[str], exit_code: int, told: str, file: Path) -> None:
    result = run(arguments[0], file, *arguments[1:])
    assert result.exit_code == exit_code, result.output
    assert told in result.output


def test_commands_that_make_something(tmp_path: Path) -> None:
    out, db = tmp_path / "out.jsonl", tmp_path / "a.duckdb"
    base = ["simulate", "--games", "5", "--players", "2", "--seed", "1", "--rules", "plain"]
    assert run(*base, "-o", out).exit_code == 0
    again = run(*base, "--game-type", "toy", "-o", "-")
    assert again.stdout == out.read_text(encoding="utf-8")
    assert {json.loads(line)["game"] for line in again.stdout.splitlines()} == {"toy"}
    assert run(*base, "--game-type", "tarot", "-o", "-").exit_code == 2
    assert run(*base, "--game-type", "marriage", "-o", "-").exit_code == 2
    assert run("load", out, "--db", db).exit_code == 0
    asked = run("query", "--db", db, "--csv", "SELECT game, count(*) AS games FROM games GROUP BY game")
    assert asked.stdout.split() == ["game,games", "toy,5"]
    assert json.loads(run("schema", "--game", "toy").stdout) == record_schema("toy")
