"""What may be done: the engine's judge, its list of actions and ``apply`` against the rules taken literally."""

import random

import pytest
from marjolet.hands import SEED, cards, random_deal, random_rules, steps
from marjolet.literal_rules import Act, may, well_formed

from marriage_analysis.errors import IllegalActionError
from marriage_analysis.games.marjolet.engine.actions import DRAW, EXCHANGE, PLAYS, Action, Declare, Draw, Play
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import start
from marriage_analysis.games.marjolet.engine.judge import FaultKind, apply, fault_of, is_legal
from marriage_analysis.games.marjolet.engine.position import Phase, Position
from marriage_analysis.games.marjolet.engine.state import freeze, thaw
from marriage_analysis.games.marjolet.pack import NUMBERS, UNKNOWN, word_of


def action_of(act: Act) -> Action:
    word, named = act
    numbers = [NUMBERS[card] for card in named]
    match word:
        case "play":
            return PLAYS[numbers[0]]
        case "meld":
            return Declare(word_of(numbers))
        case "exchange":
            return EXCHANGE
        case _:
            return DRAW


def check(position: Position) -> int:
    """All well-formed actions of both seats; how many are legal."""
    legal: list[Action] = []
    before = freeze(position)
    for act in well_formed(position):
        action = action_of(act)
        for seat in range(2):
            allowed = may(position, seat, act)
            assert is_legal(position, seat, action) == allowed, (seat, act)
            twin = position.copy()
            if allowed:
                apply(twin, seat, action)
                legal.append(action)
            else:
                with pytest.raises(IllegalActionError) as refused:
                    apply(twin, seat, action)
                assert refused.value.rule is not None
                assert freeze(twin) == before
    assert freeze(position) == before
    offered = legal_actions(position)
    assert len(offered) == len(set(offered))
    assert set(offered) == set(legal)
    return len(legal)


def checked_positions(seed: int, hands: int, share: float) -> int:
    rng = random.Random(seed)
    checked = 0
    for number in range(hands):
        rules = SEED if number % 4 == 0 else random_rules(rng)
        position = start(random_deal(rng), rules, dealer=rng.randrange(2))
        for reached, _ in steps(position, rng):
            if rng.random() < share:
                assert check(reached) > 0
                checked += 1
        assert check(position) == 0
    return checked


def test_is_legal_exactly_when_apply_accepts() -> None:
    assert checked_positions(seed=1, hands=12, share=0.08) > 25


@pytest.mark.long
def test_is_legal_exactly_when_apply_accepts_in_many_positions() -> None:
    assert checked_positions(seed=2, hands=100, share=0.2) > 700


def test_a_copy_and_a_state_are_the_same_position() -> None:
    rng = random.Random(3)
    position = start(random_deal(rng), SEED, dealer=0)
    for reached, _ in steps(position, rng):
        state = freeze(reached)
        assert freeze(thaw(state)) == state == freeze(reached.copy())
        assert hash(state) == hash(freeze(thaw(state)))


def in_window(*, trick: int = 1) -> Position:
    """The seat 0 has won a trick and holds kings, a queen and the seven of trumps (spades)."""
    rng = random.Random(5)
    position = start(random_deal(rng), SEED, dealer=1)
    position.hands = [cards("7S KS QS KH 8D"), cards("9D TD JD AD 7C")]
    position.hidden = [0, 0]
    position.turnup = position.faceup = NUMBERS["AS"]
    position.trump, position.dix = 0, NUMBERS["7S"]
    position.phase, position.winner, position.leader, position.trick = Phase.WINDOW, 0, 0, trick
    position.winners = [0] * trick
    return position


@pytest.mark.parametrize(
    ("seat", "action", "kind"),
    [
        (1, EXCHANGE, FaultKind.WINDOW),
        (1, DRAW, FaultKind.DRAW),
        (0, PLAYS[NUMBERS["KS"]], FaultKind.DRAW),
        (0, Declare(cards("KHQH")), FaultKind.MELD),
        (0, Declare(0), FaultKind.MELD),
        (0, Draw(NUMBERS["KS"]), FaultKind.DRAW),
        (0, Draw(99), FaultKind.DRAW),
        (0, Draw(-2), FaultKind.DRAW),
        (0, Draw(UNKNOWN, 99), FaultKind.DRAW),
        (0, Declare(-1), FaultKind.MELD),
        (0, Declare(1 << 40), FaultKind.MELD),
        (0, Play(99), FaultKind.DRAW),
    ],
)
def test_kinds_of_faults(seat: int, action: Action, kind: FaultKind) -> None:
    fault = fault_of(in_window(), seat, action)
    assert fault is not None
    assert fault.kind is kind


def test_the_window_is_judged_before_the_meld() -> None:
    """E-WINDOW, then E-MELD or E-XCH, then E-DUP."""
    position = in_window()
    fault = fault_of(position, 1, Declare(cards("7C8D")))
    assert fault is not None
    assert fault.kind is FaultKind.WINDOW
    position.declared = [cards("KHQH")]
    fault = fault_of(position, 0, Declare(cards("KHQH")))
    assert fault is not None
    assert fault.kind is FaultKind.MELD  # the queen is not held
