"""What ``is_legal`` says and what ``apply`` does, over every action that could be tried, and the card count."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marriage.engine.random_play import Step, candidates, games
from marriage.engine.random_rules import random_rules
from rule_strategies import rule_sets

from marriage_analysis.cards.face import FACES
from marriage_analysis.errors import IllegalActionError
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine.choices import Move
from marriage_analysis.games.marriage.engine.events import (
    BadFinish,
    BadShow,
    ChooseTiplu,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Show,
)
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.position import NOBODY, Phase, Position
from marriage_analysis.games.marriage.engine.state import (
    State,
    apply,
    apply_irregularity,
    apply_table_act,
    freeze,
    is_legal,
    legal_actions,
    thaw,
)
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import MissPolicy
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

IRREGULAR = (MissDraw, MissDiscard, BadShow, BadFinish)


def seeds(default: int, long: int) -> list[object]:
    return [pytest.param(seed, marks=[pytest.mark.long] if seed >= default else []) for seed in range(long)]


def after(state: State, seat: int, event: Event) -> State:
    """The pure function that carries out an event of its kind."""
    if isinstance(event, IRREGULAR):
        return apply_irregularity(state, seat, event)
    if isinstance(event, Reshuffle) or (seat == NOBODY and isinstance(event, ChooseTiplu)):
        return apply_table_act(state, event, seat=seat)
    return apply(state, Move(seat, event))


def kind_of(state: State, seat: int, event: Event) -> object:
    """What an action comes to, the order of its cards left aside; of a finish only the card it leaves."""
    match event:
        case Draw(source):
            return seat, "draw", source
        case ChooseTiplu(_, above):
            return seat, "tiplu", above
        case SeeTiplu():
            return seat, "see"
        case DisplayTunnels(sets) | Show(sets):
            ordered = sorted(tuple(sorted(map(str, cards))) for cards in sets or ())
            return seat, type(event).__name__, tuple(ordered)
        case Finish(sets) if state.route[seat] is Route.SETS:
            left = Counter({FACES[face]: count for face, count in enumerate(state.free[seat]) if count})
            lying = {FACES[face] for face in state.displayed[seat]}
            left -= Counter(
                card.face for cards in sets or () for card in cards if card.face and card.face not in lying
            )
            return seat, "finish", tuple(left.elements())
        case Finish(sets):
            return seat, "finish", tuple(sorted(str(card) for cards in sets or () for card in cards))
        case _:
            return seat, event


def check_state(position: Position, rng: random.Random, *, wide: bool) -> int:
    state = freeze(position)
    assert freeze(thaw(state)) == state
    listed = legal_actions(state)
    kinds = {kind_of(state, move.seat, move.action) for move in listed}
    assert len(kinds) == len(listed)
    assert all(is_legal(state, move) for move in listed)
    tries = candidates(position, rng, wide=wide)
    for seat, event in tries:
        legal = fault_of(position, seat, event) is None
        if isinstance(event, IRREGULAR):
            assert not is_legal(state, Move(seat, event))  # pyright: ignore[reportArgumentType]
            with pytest.raises(IllegalActionError):
                apply(state, Move(seat, event))  # pyright: ignore[reportArgumentType]
        elif not isinstance(event, Reshuffle) and seat != NOBODY:
            assert is_legal(state, Move(seat, event)) is legal
            assert not legal or kind_of(state, seat, event) in kinds, (seat, event)
        if legal:
            assert (
                after(state, seat, event) != state or isinstance(event, (BadShow, BadFinish)) or _is_void(event)
            )
        else:
            with pytest.raises(IllegalActionError):
                after(state, seat, event)
    return len(tries)


def _is_void(event: Event) -> bool:
    """A printed joker or the master card is picked as tiplu and put back (SHOW-11)."""
    return isinstance(event, ChooseTiplu)


def counted(position: Position) -> Counter[int]:
    """Every card of the game by face, wherever it lies."""
    cards: Counter[int] = Counter()
    for seat in range(position.seats):
        cards.update({face: count for face, count in enumerate(position.free[seat]) if count})
        cards.update([face for face in position.displayed[seat] for _ in range(3)])
        cards.update(position.spares[seat])
        for one in position.shown[seat] or ():
            cards.update(one)
        assert not position.hidden[seat]
        assert not position.gone[seat]
    for one in position.finish_sets or ():
        cards.update(one)
    for card in (*position.stock, *position.pile):
        assert isinstance(card, int)
        cards[card] += 1
    cards.update([face for face in (position.tiplu, position.last_discard) if face >= 0])
    return cards


def play_and_check(rules: RuleSet, seats: int, rng: random.Random, *, cap: int, every: int) -> None:
    folded: State | None = None
    before: Counter[int] | None = None
    for number, game in enumerate(games(rules, seats, rng, cap=cap)):
        position = game.position
        folded = freeze(position) if folded is None else folded
        assert freeze(position) == folded
        assert before in (None, counted(position))
        before = counted(position)
        if number % every == 0:
            check_state(position, rng, wide=rng.random() < 0.2)
        if game.next is not None:
            assert_something_can_happen(position)
            folded = after(folded, *game.next)


def assert_something_can_happen(position: Position) -> None:
    if position.actor == NOBODY or position.phase is Phase.RESHUFFLE:
        assert position.phase in (Phase.OPEN_TIPLU, Phase.RESHUFFLE)
        return
    if not legal_actions(freeze(position)):
        # Missed draws can leave a player without a card to throw; under these rules he throws none.
        assert position.rules.miss_policy is MissPolicy.PLAY_ON
        assert sum(position.free[position.actor]) == 0
        assert fault_of(position, position.actor, MissDiscard()) is None


@pytest.mark.parametrize("seed", seeds(32, 160))
def test_legal_is_what_applies_and_what_is_listed(seed: int) -> None:
    rng = random.Random(seed)
    play_and_check(random_rules(rng), 2 + seed % 5, rng, cap=120, every=8)


@settings(max_examples=10)
@given(rules=rule_sets(), seats=st.integers(2, 6), seed=st.integers(0, 1 << 30))
def test_legal_is_what_applies_under_any_rule_set(rules: RuleSet, seats: int, seed: int) -> None:
    play_and_check(rules, seats, random.Random(seed), cap=40, every=9)


@pytest.mark.parametrize("seed", seeds(30, 120))
def test_a_whole_game_keeps_its_cards(seed: int) -> None:
    rng = random.Random(10_000 + seed)
    rules = random_rules(rng)
    whole = Counter(face.index for face in deck(rules).cards)
    for game in games(rules, 2 + seed % 5, rng, cap=400):
        short = len(game.deal.stock or ()) + 21 * len(game.deal.hands) + 1 < whole.total()
        assert short or counted(game.position) == whole


def test_an_event_that_happens_is_among_those_that_may() -> None:
    rng = random.Random(77)
    happened: list[Step] = []
    for game in games(random_rules(rng), 4, rng, cap=80):
        if game.next is not None and not isinstance(game.next[1], (*IRREGULAR, Reshuffle)):
            state = freeze(game.position)
            seat, event = game.next
            if seat != NOBODY:
                assert kind_of(state, seat, event) in {
                    kind_of(state, move.seat, move.action) for move in legal_actions(state)
                }
                happened.append(game.next)
    assert happened
