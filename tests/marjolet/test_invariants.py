"""The invariants of the rules hold in any hand under every option, and each is found where it is broken."""

import random
from dataclasses import replace

import pytest
from marjolet.hands import SEED, random_deal, random_rules

from marriage_analysis.games.marjolet.checker import count_hand
from marriage_analysis.games.marjolet.engine.actions import Draw
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import play, start
from marriage_analysis.games.marjolet.engine.position import HAND_SIZE, NOBODY, Phase, Position
from marriage_analysis.games.marjolet.engine.writing import Writer
from marriage_analysis.games.marjolet.invariants import (
    SheetPoints,
    broken_invariants,
    hand_bounds,
    meld_bounds,
)
from marriage_analysis.games.marjolet.melds import MeldKind, melds
from marriage_analysis.games.marjolet.pack import ALL, TEXTS
from marriage_analysis.games.marjolet.rules.options import ExchangeTime, MeldTable, PlainJackMeld
from marriage_analysis.games.marjolet.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet
from marriage_analysis.games.marjolet.settle import Column, Settlement, settle

BEFORE = (250, 320)


def sheet_of(settlement: Settlement) -> SheetPoints:
    return SheetPoints(
        columns={column: tuple(span.exact for span in settlement.columns[column]) for column in Column},
        points=tuple(span.exact for span in settlement.points),
        turned_seven=settlement.turned_seven,
        is_whole=settlement.is_whole,
    )


def check_custody(position: Position) -> None:
    """MJ-I7: every card lies in one place, and hands have the size that the trick asks for."""
    words = [*position.hands, *position.won]
    words.append(sum(1 << number for number in position.stock[position.drawn :]))
    if position.drawn < 20:
        words.append(1 << position.faceup)
    if position.led >= 0:
        words.append(1 << position.led)
    assert sum(words) == ALL
    sizes = [word.bit_count() for word in position.hands]
    if position.phase is Phase.LEAD:
        assert sizes == [HAND_SIZE if position.trick <= 11 else 17 - position.trick] * 2
    elif position.phase is Phase.WINDOW:
        assert sizes == [HAND_SIZE - 1] * 2


def play_hand(rng: random.Random, rules: RuleSet, *, custody: bool = False) -> tuple[Position, tuple[str, ...]]:
    """A random hand to its end, looked at on the way; the entries are its record."""
    position = start(random_deal(rng), rules, dealer=rng.randrange(2), before=BEFORE)
    writer = Writer()
    draws, last_taken = 0, NOBODY
    while position.phase is not Phase.OVER:
        if custody:
            check_custody(position)
        actions = legal_actions(position)
        # Mostly all that can be declared is, so that hands with many melds come up.
        declares = position.phase is Phase.WINDOW and len(actions) > 1 and rng.random() < 0.9
        action = rng.choice(actions[1:] if declares else actions)
        seat, is_window = position.to_act, position.phase is Phase.WINDOW
        if isinstance(action, Draw):
            last_taken = position.faceup
            draws += 2
        play(position, action)
        writer.write(seat, action, position)
        melded = sum(
            score.points
            for score in position.ledger
            if score.trick == position.trick and isinstance(score.kind, MeldKind)
        )
        assert not is_window or melded <= meld_bounds(rules)[0]  # MJ-I4
    if position.is_whole:
        assert len(position.winners) == 16
        assert draws == 20  # MJ-I7
        assert last_taken >> 3 == position.trump  # MJ-I8
        swapped = position.exchanged_by != NOBODY
        assert last_taken == (position.dix if swapped else position.turnup)
        check_custody(position)
    assert len(set(position.declared)) == len(position.declared)  # MJ-M5
    return position, writer.texts


def check_points(position: Position, entries: tuple[str, ...]) -> None:
    """MJ-I1 to MJ-I6 of what the engine derives, and the same points counted from the text."""
    settlement = settle(position)
    assert list(broken_invariants(sheet_of(settlement), position.rules)) == []
    points = [span.exact for span in settlement.points]
    assert points == position.points
    if position.reached_by != NOBODY:
        totals = [before + after for before, after in zip(BEFORE, position.points, strict=True)]
        assert totals[position.reached_by] >= position.rules.target
        assert totals[1 - position.reached_by] < position.rules.target
    # An entry cannot hold an exchange outside a window.
    if position.is_whole and position.rules.exchange_time is ExchangeTime.WINDOW:
        turnup = TEXTS[position.turnup]
        counted = count_hand(entries, position.rules, turnup=turnup, dealer=position.dealer)
        for seat, columns in enumerate(counted):
            assert columns["points"] == points[seat]
            for column in Column:
                assert columns[column.value] == settlement.columns[column][seat].exact


def many_hands(seed: int, hands: int) -> tuple[int, int]:
    """How many were stopped by the target, and the most that one hand brought."""
    rng = random.Random(seed)
    stopped = most = 0
    for number in range(hands):
        rules = list(PRESETS.values())[number % 3].rules if number % 2 else random_rules(rng)
        position, entries = play_hand(rng, rules, custody=number % 20 == 0)
        check_points(position, entries)
        stopped += not position.is_whole
        most = max(most, sum(position.points))
    return stopped, most


def test_random_hands_keep_all_invariants() -> None:
    stopped, most = many_hands(seed=1, hands=500)
    assert stopped > 5
    assert most > 200


@pytest.mark.long
def test_sixty_thousand_random_hands_keep_all_invariants() -> None:
    stopped, most = many_hands(seed=2, hands=60_000)
    assert stopped > 500
    assert most > 300


def test_all_twelve_melds_add_up_to_480() -> None:
    for table in MeldTable:
        for plain in PlainJackMeld:
            for trump in range(4):
                rules = replace(SEED, meld_table=table, plain_jq_meld=plain)
                all_melds = melds(rules, trump)
                assert len({meld.cards for meld in all_melds}) == len(all_melds) == 12
                assert sum(meld.points for meld in all_melds) == 480


@pytest.mark.parametrize(
    ("options", "window", "player"),
    [
        ({}, 140, 400),
        ({"plain_jq_meld": "same_suit"}, 100, 380),
        ({"meld_table": "bezique"}, 160, 440),
        ({"plain_jq_meld": "same_suit", "meld_table": "bezique"}, 120, 420),
    ],
)
def test_i4_the_window_bound_by_all_hands_of_five(options: dict[str, object], window: int, player: int) -> None:
    """Independently: the best of all sets of five cards that melds can be made of."""
    rules = rule_set("seed", options)
    assert meld_bounds(rules) == (window, player)
    words = [(meld.cards, meld.points) for meld in melds(rules, 0)]
    best = {0: 0}
    for cards, _ in words:  # unions of melds that fit into five cards
        best |= {union: 0 for held in best if (union := held | cards).bit_count() <= 5}
    assert max(sum(points for cards, points in words if cards & held == cards) for held in best) == window


def test_i5_bounds_of_a_hand() -> None:
    assert hand_bounds(SEED, None) == (110, 650, 560)
    assert hand_bounds(SEED, turned_seven=False) == (110, 640, 560)
    assert hand_bounds(rule_set("seed", {"tenth_bonus": "loser"}), turned_seven=True)[2] == 570
    assert hand_bounds(rule_set("seed", {"tenth_bonus": "none"}), turned_seven=False)[0] == 100


# --- broken on purpose ----------------------------------------------------------------------------------

SOUND: dict[Column | None, tuple[int, int]] = {
    Column.BRISQUES: (40, 40),
    Column.MELDS: (60, 100),
    Column.DIX: (0, 10),
    Column.BONUS: (10, 10),
    None: (110, 160),
}


def broken(changes: dict[Column | None, tuple[int, int]]) -> list[tuple[str, object, object]]:
    numbers = {**SOUND, **changes}
    sheet = SheetPoints(
        columns={column: numbers[column] for column in Column}, points=numbers[None], turned_seven=False
    )
    return [(one.rule, one.column, one.seat) for one in broken_invariants(sheet, SEED)]


def test_a_sound_sheet_breaks_nothing() -> None:
    assert broken({}) == []


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({Column.BRISQUES: (50, 40)}, ("MJ-I1", Column.BRISQUES, None)),
        ({Column.BRISQUES: (90, -10)}, ("MJ-I1", Column.BRISQUES, 0)),
        ({Column.DIX: (0, 0)}, ("MJ-I2", Column.DIX, None)),
        ({Column.DIX: (10, 10)}, ("MJ-I2", Column.DIX, None)),
        ({Column.BONUS: (10, 20)}, ("MJ-I3", Column.BONUS, None)),
        ({None: (120, 160)}, ("MJ-I3", None, None)),
        ({Column.MELDS: (420, 0), None: (470, 60)}, ("MJ-I4", Column.MELDS, 0)),
        ({Column.MELDS: (50, 110)}, ("MJ-I4", Column.MELDS, 0)),
        ({Column.MELDS: (260, 240), None: (310, 300)}, ("MJ-I4", Column.MELDS, None)),
        ({Column.BRISQUES: (45, 35), None: (115, 155)}, ("MJ-I6", None, 0)),
    ],
)
def test_a_broken_invariant_is_found_with_its_place(
    changes: dict[Column | None, tuple[int, int]], first: tuple[str, object, object]
) -> None:
    assert broken(changes)[0] == first


def test_i5_points_alone() -> None:
    for points, seat in (((570, 0), 0), ((60, 40), None), ((560, 100), None)):
        sheet = SheetPoints(columns={}, points=points)
        assert [(one.rule, one.seat) for one in broken_invariants(sheet, SEED)] == [("MJ-I5", seat)], points


def test_a_hand_that_the_target_stopped_owes_no_sums() -> None:
    sheet = SheetPoints(columns={Column.BRISQUES: (0, 0), Column.DIX: (0, 0)}, points=(0, 20), is_whole=False)
    assert list(broken_invariants(sheet, SEED)) == []
