"""Records that do not tell everything: a game that was legal is never faulted, and what is derived is true."""

import random
from collections import Counter

import pytest
from marriage.engine.recorded_games import Masking, Recorded, masked, record_game

from marriage_analysis.games.marriage.engine.events import ChooseTiplu, Draw, Event, Source
from marriage_analysis.games.marriage.engine.ground import compare_result, played_sheet
from marriage_analysis.games.marriage.engine.position import NOBODY, Phase, Position
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.engine.state import holding_of
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.sheet import ScoreSheet, read_sheet

MASKS = {
    "some cards": Masking(cards=0.1),
    "many cards": Masking(cards=0.6),
    "hands": Masking(hands=0.6),
    "sources": Masking(sources=0.5),
    "sources and cards": Masking(sources=0.3, cards=0.3, hands=0.2),
    "places": Masking(places=1.0),
    "places and cards": Masking(places=0.7, cards=0.2),
    "lists": Masking(lists=0.6),
    "turns": Masking(turns=0.15),
    "gaps": Masking(gaps=0.1),
    "everything": Masking(cards=0.2, sources=0.2, lists=0.3, places=0.5, hands=0.3, turns=0.1, gaps=0.05),
    "nearly all": Masking(cards=0.9, sources=0.6, lists=0.7, places=0.9, hands=0.9, turns=0.2, gaps=0.1),
}
GAMES = 6
LONG = 30
FOUND = (40, 192, 206)
"""Games that have found faults: a reshuffle at the first show, tiplus half known and put back."""


def told(record: Recorded) -> dict[tuple[int, int], Event]:
    """The events of the whole record, by entry and place in it."""
    events: dict[tuple[int, int], Event] = {}
    seen: Counter[int] = Counter()

    def watch(turn: int, seat: int, event: Event, position: Position) -> None:
        del seat, position
        events[turn, seen[turn]] = event
        seen[turn] += 1

    run = replay(record.parts, record.rules, seats=record.seats, dealer=record.dealer, watch=watch)
    assert run.stop is None, run.stop
    return events


def true_sheet(record: Recorded) -> ScoreSheet:
    empty = read_sheet(MarriageParts(rules=record.parts.rules), seats=record.seats)
    return played_sheet(empty, replay(record.parts, record.rules, seats=record.seats, dealer=record.dealer))


def assert_true(position: Position, truth: Position) -> None:
    """Nothing is said of the table at the end that is not so."""
    if position.is_stock_exact and truth.phase is position.phase:
        assert len(position.stock) == len(truth.stock)
        for said, lies in zip(position.stock, truth.stock, strict=True):
            assert not isinstance(said, int) or said == lies
    if position.pile and truth.pile and position.offered and truth.offered and position.phase is truth.phase:
        said = position.pile[-1]
        assert not isinstance(said, int) or said == truth.pile[-1]
    assert position.tiplu < 0 or position.tiplu == truth.tiplu
    if position.winner != NOBODY:
        assert position.winner == truth.winner
    if position.phase is Phase.OVER:
        assert position.outcome is truth.outcome
    for seat in range(truth.seats):
        assert truth.seen[seat] or not position.seen[seat]
        if position.lost[seat]:
            continue
        assert position.seen[seat] == truth.seen[seat]
        assert position.route[seat] is truth.route[seat]
        assert position.hand_size(seat) == truth.hand_size(seat)
        if position.knows_hand(seat):
            assert holding_of(position, seat) == holding_of(truth, seat)
        elif not position.gone[seat]:
            assert holding_of(position, seat).known <= holding_of(truth, seat).known


def check(seed: int, how: Masking) -> None:
    record = record_game(seed, seats=2 + seed % 5)
    rng = random.Random(f"{seed} {how}")
    parts, origins = masked(record, how, rng)
    truth = told(record)
    place: Counter[int] = Counter()

    def watch(turn: int, seat: int, event: Event, position: Position) -> None:
        del seat, position
        origin = origins[turn]
        whole = truth[origin, place[turn]]
        place[turn] += 1
        assert type(whole) is type(event)
        if isinstance(event, Draw) and isinstance(whole, Draw) and event.source is not Source.NOT_NOTED:
            assert event.source is whole.source
        if isinstance(event, ChooseTiplu) and isinstance(whole, ChooseTiplu) and event.above is not None:
            assert event.above == whole.above
        face = getattr(event, "face", -1)
        assert face in (-1, getattr(whole, "face", -1))

    run = replay(parts, record.rules, seats=record.seats, dealer=record.dealer, watch=watch)
    assert run.stop is None, (run.stop, parts.play and parts.play[run.stop.turn])
    assert_true(run.position, record.end)
    names = [f"P{seat}" for seat in range(record.seats)]
    assert not list(compare_result(true_sheet(record), run, names))


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] if seed >= GAMES else []) for seed in (*range(LONG), *FOUND)],
)
def test_less_told_is_no_fault_and_what_is_derived_is_true(seed: int, mask: str) -> None:
    check(seed, MASKS[mask])
