"""A hand written down while it is played: what people type, what is refused, undo, the record of it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from marjolet.samples import WHOLE_HAND, hand, record
from typer.testing import CliRunner

from marriage_analysis.cli.app import app
from marriage_analysis.errors import (
    IllegalActionError,
    MarriageError,
    NotationError,
    RecordError,
    WordError,
)
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marjolet.live import MarjoletLive
from marriage_analysis.games.marjolet.parts import MarjoletParts, RulesPart
from marriage_analysis.games.marjolet.seeded_deal import seeded_deal
from marriage_analysis.games.marjolet.typed import normalise_entry, normalise_events
from marriage_analysis.games.playing import Claim
from marriage_analysis.play.recorder import Recorder, new_record

GAME = GAMES["marjolet"]
PLAYERS = ("Camille", "Dominique")


def live(**changes: Any) -> MarjoletLive:
    return MarjoletLive(
        record(hand(**{"play": [], "result": None, **changes})).parts, players=PLAYERS, dealer=1
    )


def test_the_whole_hand_is_typed() -> None:
    game = live()
    for entry in WHOLE_HAND["play"]:
        game.push(entry.split(" ", 1)[1].replace("T", "10").lower())
    assert game.is_over
    assert GAME.examine(game.parts, players=PLAYERS, dealer=1).derived["net"] == (110, 160)
    melds_in_order = [
        line.replace("JHQC", "QCJH").replace("AHADACAS", "ASAHADAC").replace("JHQD", "QDJH")
        for line in WHOLE_HAND["play"]
    ]
    assert list(game.parts.play or ()) == melds_in_order
    assert game.parts.result is not None
    assert [player.points for player in game.parts.result.players or ()] == [110, 160]
    with pytest.raises(IllegalActionError):
        game.push("as")


def test_draws_need_no_cards_where_the_stock_is_known() -> None:
    game = live()
    assert game.push("10s 8s draw") == (
        "Camille plays 10♠",
        "Dominique plays 8♠",
        "Camille wins",
        "Camille draws K♠",
        "Dominique draws 9♦",
    )
    assert game.parts.play == ("0: TS 8S >0 sKS s9D",)


def test_cards_that_nobody_noted() -> None:
    game = live(deal={"turnup": "AH"})
    assert [choice.is_form for choice in game.choices()] == [True]
    game.push("?? 8s")
    assert [choice.event for choice in game.choices()] == [">0", ">1"]
    with pytest.raises(IllegalActionError, match="cards are drawn once"):
        game.push("draw")
    game.push(">0")
    assert "dix" in [choice.event for choice in game.choices()]
    game.push("draw")
    assert game.parts.play == ("0: ?? 8S >0 s?? s??",)
    game.push("Camille: 9c")
    with pytest.raises(IllegalActionError, match="other player"):
        game.push("camille: 10c")
    assert game.push("dom: 10c")[0] == "Dominique plays 10♣"


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", NotationError),
        ("10x", NotationError),
        ("meld qc jh", NotationError),
        ("sks", NotationError),
        ("Eve: 10s", NotationError),
        ("ad", IllegalActionError),
        ("Dominique: 7h", IllegalActionError),
        (">0", IllegalActionError),
        ("dix", IllegalActionError),
        ("10s 8s >1", IllegalActionError),
        ("10s 8s s9d sks", IllegalActionError),
        ("10s 8s sks p9d", IllegalActionError),
        ("10s 8s meld(qh 8d)", IllegalActionError),
    ],
)
def test_what_is_refused_changes_nothing(typed: str, error: type[MarriageError]) -> None:
    game = live()
    before = game.parts
    with pytest.raises(error):
        game.push(typed)
    assert game.parts == before


NOT_OF_THE_PACK = ("2S", "6h", "JK", "MC", "2*??", "2*KS", "K?", "KS|QS")
"""What people may type for cards and Marjolet has not."""


@pytest.mark.parametrize("written", ["{}", "Dominique: {}", "meld({})", "meld(KS{})", "s{} sKS", "s?? p{}"])
@pytest.mark.parametrize("card", NOT_OF_THE_PACK)
def test_p1_a_card_that_is_not_in_the_pack_is_refused_everywhere(written: str, card: str) -> None:
    for begun in ("", "TS", "TS 8S", "?? 8S"):
        game = live(deal={"turnup": "AH"})
        if begun:
            game.push(begun)
        before = game.parts
        with pytest.raises(NotationError):
            game.push(written.format(card))
        assert game.parts == before


@pytest.mark.parametrize("typed", ["meld(??)", "meld(?? KS)", "meld(????)"])
def test_m1_a_meld_with_a_card_that_is_not_known_is_refused(typed: str) -> None:
    game = live()
    game.push("TS 8S")
    with pytest.raises(NotationError, match="cards of the 32 that are known"):
        game.push(typed)


def test_whatever_is_typed_is_taken_or_refused() -> None:
    rng = random.Random(11)
    words = ["TS", "8S", "??", "dix", "draw", ">0", ">1", "s??", "p??", "sKS", "pAH", "meld(??)", "meld(QHKH)"]
    words += NOT_OF_THE_PACK
    for _ in range(300):
        game = live(deal=rng.choice([{"turnup": "AH"}, WHOLE_HAND["deal"]]))
        for _ in range(6):
            before, typed = game.parts, " ".join(rng.choices(words, k=rng.randint(1, 3)))
            try:
                game.push(typed)
            except (NotationError, IllegalActionError):
                assert game.parts == before


def test_undo_goes_back_event_by_event() -> None:
    game = live()
    states = [game.parts]
    for text in ("10s", "8s", "draw", "ks", "9d"):
        game.push(text)
        states.append(game.parts)
    for undone, state in zip(("9D >0", "KS", "sKS s9D", "8S >0", "TS"), reversed(states[:-1]), strict=True):
        assert game.undo() == undone
        assert game.parts == state
    assert game.undo() is None


def test_random_hands_pushed_and_taken_back() -> None:
    rng = random.Random(3)
    for number in range(6):
        deal = seeded_deal(seats=2, dealer=number % 2, seed=f"live {number}")
        parts = MarjoletParts(rules=RulesPart(preset="seed"), deal=deal, play=())
        game = MarjoletLive(parts, players=PLAYERS, dealer=number % 2)
        while not game.is_over:
            choice = rng.choice(game.choices())
            before = game.parts
            game.push(choice.event)
            if rng.random() < 0.2:
                game.undo()
                assert game.parts == before
        examined = GAME.examine(game.parts, players=PLAYERS, dealer=number % 2)
        assert examined.findings == ()
        assert examined.recomputed


def test_a_hand_ends_by_a_word() -> None:
    game = live()
    game.push("10s")
    with pytest.raises(WordError):
        game.end("finished")
    game.end("abandoned")
    assert game.is_over
    assert game.choices() == ()
    assert game.parts.result is not None
    assert game.undo() == "abandoned"
    assert not game.is_over
    with pytest.raises(WordError):
        game.claim(Claim(0, "points", "points"), 10)
    assert game.claims() == ()


def test_what_a_hand_needs_to_be_recorded() -> None:
    with pytest.raises(RecordError):
        live(deal=None, view=None, play=None)
    with pytest.raises(RecordError):
        live(rules={})
    parts = record(hand(play=[])).parts
    with pytest.raises(RecordError):
        MarjoletLive(parts, players=(*PLAYERS, "Eve"), dealer=1)
    with pytest.raises(RecordError):
        MarjoletLive(parts, players=PLAYERS, dealer=None)
    with pytest.raises(IllegalActionError, match="turn 0"):
        live(play=["0: AD"])


def test_the_recorder_keeps_the_hand_and_begins_the_next(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    fresh = new_record(
        game="marjolet", id="a", rules={"preset": "seed"}, players=PLAYERS, dealer=0, seed="x", before=[0, 0]
    )
    recorder = Recorder.start(path, fresh)
    while not recorder.is_over:
        recorder.push(recorder.legal()[0].event)
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["result"]["ending"] == "finished"
    assert "declared queen" in recorder.typing_help
    points = [row["points"] for row in json.loads(line)["result"]["players"]]
    done = CliRunner().invoke(
        app, ["record", str(path), "--seed", "y", "--players", ",".join(PLAYERS)], input="\nquit\n"
    )
    assert done.exit_code == 0, done.output
    second = json.loads(path.read_text(encoding="utf-8").splitlines()[1])
    assert (second["game"], second["before"], second["dealer"]) == ("marjolet", points, 1)


def test_the_recorder_asks_for_the_card_turned_up(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    typed = "\n5h\nah\n10s 8s\nmeld(??)\nmeld(jk)\n2s\ndraw\nhelp\nlegal\nquit\n"
    done = CliRunner().invoke(
        app,
        ["record", str(path), "--game-type", "marjolet", "--players", "A,B", "--dealer", "B"],
        input=typed,
    )
    assert done.exit_code == 0, done.output
    assert "5H is not a card of the 32" in done.output
    assert "No: a meld is made of cards of the 32 that are known, not of '??'" in done.output
    assert "No: a meld is made of cards of the 32 that are known, not of 'JK'" in done.output
    assert "No: '2S' is no card of the 32" in done.output
    assert "Rules (seed, older-article, bezique-like) [seed]" in done.output
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["play"] == ["0: TS 8S >0 s?? s??"]
    assert json.loads(line)["before"] == [0, 0]


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("0: 10c h10 >1 dix s9s sjh", "0: TC TH >1 dix s9S sJH"),
        ("1:♠9 8♣ >1  meld( ♥A ad, ac AS ) s?? pkd", "1: 9S 8C >1 meld(AHADACAS) s?? pKD"),
        ("0: sk sks", None),
        ("0: 10c th >2", None),
        ("10c th", None),
        ("0: mled(qc)", None),
    ],
)
def test_what_people_type(typed: str, strict: str | None) -> None:
    if strict is None:
        with pytest.raises(NotationError):
            normalise_entry(typed)
    else:
        assert normalise_entry(typed) == strict
        assert normalise_entry(strict) == strict


def test_suit_first_is_a_card_before_it_is_a_draw() -> None:
    assert normalise_events("sk sks s10") == ["KS", "sKS", "TS"]
