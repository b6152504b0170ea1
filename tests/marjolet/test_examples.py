"""The worked examples of the rules, each named for the rules it shows."""

import json
from pathlib import Path

import pytest
from marjolet.hands import at_trick, card, cards

from marriage_analysis.errors import IllegalActionError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marjolet.checker import count_hand
from marriage_analysis.games.marjolet.engine.actions import DRAW, EXCHANGE, PLAYS, Declare, Play
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play
from marriage_analysis.games.marjolet.engine.judge import FaultKind, apply, fault_of
from marriage_analysis.games.marjolet.engine.position import Position, Score, ScoreKind
from marriage_analysis.games.marjolet.pack import TEXTS
from marriage_analysis.games.marjolet.rules.presets import rule_set
from marriage_analysis.records.validate import read_text

A, B = 0, 1


def kind_of(position: Position, seat: int, cards_melded: str) -> FaultKind | None:
    fault = fault_of(position, seat, Declare(cards(cards_melded)))
    return None if fault is None else fault.kind


def test_pub_1_t2_t3_x5_the_dix_played_wins_and_scores() -> None:
    position = at_trick(["AS 8S KD JD 9C TC", "7H 9S 8D QD 7C 8C"], turnup="KH", trick=2, leader=A, won=[A])
    apply(position, A, Play(card("AS")))
    apply(position, B, Play(card("7H")))
    assert position.winner == B
    assert position.points == [0, 10]
    assert position.ledger == [Score(B, ScoreKind.DIX_PLAYED, 10, cards("7H"), 2)]
    assert position.won == [0, cards("AS 7H")]  # the brisque counts at the end


def pub_2(**options: object) -> Position:
    """After the third trick, which A has won with the eight of spades."""
    position = at_trick(
        ["JD QD QS KS 9C 8S", "7S 8H 9H TH JH QH"],
        turnup="AD",
        trick=3,
        leader=A,
        rules=rule_set("seed", options),
        won=[A, A],
        stock="KD 7C",
    )
    play(position, Play(card("8S")))
    play(position, Play(card("7S")))
    return position


def test_pub_2_m1_to_m4_melds_of_one_window() -> None:
    position = pub_2()
    for melded in ("JDQD", "JDQS", "KSQS"):
        apply(position, A, Declare(cards(melded)))
    assert position.points == [80, 0]
    assert kind_of(position, A, "KSQD") is FaultKind.MELD
    assert kind_of(position, B, "JDQD") is FaultKind.WINDOW


def test_pub_2_one_meld_a_window() -> None:
    position = pub_2(melds_per_window=1)
    apply(position, A, Declare(cards("JDQD")))
    assert position.points == [40, 0]
    assert kind_of(position, A, "JDQS") is FaultKind.WINDOW
    assert legal_actions(position) == [DRAW]


def test_pub_3_m5_the_same_set_counts_once() -> None:
    position = pub_2()
    for melded in ("JDQD", "JDQS", "KSQS"):
        apply(position, A, Declare(cards(melded)))
    apply(position, A, DRAW)
    assert position.hands[A] == cards("JD QD QS KS 9C KD")
    apply(position, A, Play(card("KS")))
    apply(position, B, Play(card("8H")))
    assert kind_of(position, A, "JDQS") is FaultKind.REPEATED
    assert kind_of(position, A, "KSQS") is FaultKind.MELD  # the king is gone
    apply(position, A, Declare(cards("KDQD")))
    assert position.points == [120, 0]


@pytest.mark.parametrize(
    ("led", "hand", "replies"),
    [
        ("TH", "AH KH 9H AC 7D", "AH"),
        ("TH", "KH 9H AC 7D 8S", "KH 9H"),
        ("TH", "AS 9D JD 7C KC", "7C KC"),
        ("TH", "AS 9D JD 8S 7D", "AS 9D JD 8S 7D"),
        ("TC", "AC KC 7C 9D 8S", "AC"),
    ],
)
def test_pub_4_s2_replies_of_the_strict_phase(led: str, hand: str, replies: str) -> None:
    position = at_trick([f"{led} 7S JS QS 7H", hand], turnup="QC", trick=12, leader=A, won=[A] * 11)
    apply(position, A, Play(card(led)))
    allowed = {action.card for action in legal_actions(position) if isinstance(action, Play)}
    assert {TEXTS[number] for number in allowed} == set(replies.split())
    for number in map(card, hand.split()):
        assert (fault_of(position, B, PLAYS[number]) is None) == (number in allowed)


def pub_5(**options: object) -> Position:
    position = at_trick(
        ["7S AH AD AC 8D 9H", "7H 8H 7D 9D JD QD"],
        turnup="AS",
        trick=4,
        leader=A,
        rules=rule_set("seed", options),
        won=[A, A, A],
    )
    play(position, Play(card("9H")))
    play(position, Play(card("7H")))
    return position


def test_pub_5_x1_x3_the_card_taken_is_melded_at_once() -> None:
    position = pub_5()
    apply(position, A, EXCHANGE)
    apply(position, A, Declare(cards("AS AH AD AC")))
    assert position.points == [110, 0]
    assert position.faceup == card("7S")
    with pytest.raises(IllegalActionError):
        apply(position, A, EXCHANGE)


def test_pub_5_the_dix_taken_last_scores_nothing_more() -> None:
    position = at_trick(
        ["7S 8S 9H TH JH QH", "7H 8H 7D 9D JD QD"], turnup="AS", trick=11, leader=A, won=[A] * 10
    )
    position.exchanged_by = A
    apply(position, A, Play(card("7S")))
    assert position.points == [0, 0]


def test_pub_5_from_the_next_window_on() -> None:
    position = pub_5(taken_card_meld="next_window")
    apply(position, A, EXCHANGE)
    assert kind_of(position, A, "ASAHADAC") is FaultKind.MELD
    assert position.points == [10, 0]


def test_pub_6_a_whole_hand() -> None:
    path = Path(__file__).parents[2] / "records" / "marjolet" / "sound" / "whole-hand.jsonl"
    (line,) = path.read_text(encoding="utf-8").splitlines()
    record, findings = read_text(line)
    assert record is not None
    assert findings == ()
    examined = GAMES["marjolet"].examine(record.parts, players=("A", "B"), dealer=1)
    assert examined.findings == ()
    assert examined.derived == {
        "net": (110, 160),
        "brisques": (40, 40),
        "melds": (60, 100),
        "dix": (0, 10),
        "bonus": (10, 10),
    }
    counted = count_hand(json.loads(line)["play"], rule_set("seed"), turnup="AH", dealer=1)
    assert [seat["points"] for seat in counted] == [110, 160]
    assert sum(seat["points"] for seat in counted) == 270
