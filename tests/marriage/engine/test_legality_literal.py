"""The engine against the rules written out a second time: the same actions are legal, with the same effect."""

import random
from collections import Counter

import pytest
from marriage.engine.literal_legality import Act, Table
from marriage.engine.random_play import candidates, games
from marriage.engine.random_rules import random_rules

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.engine.events import (
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Sets,
    Show,
)
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.position import Deal, Phase, Position
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

STEPS = {
    Phase.OPEN_TIPLU: "open",
    Phase.DRAW: "draw",
    Phase.PLAY: "act",
    Phase.CHOOSE: "choose",
    Phase.SEE: "see",
    Phase.RESHUFFLE: "shuffle",
    Phase.LAST_DISCARD: "last",
    Phase.OVER: "over",
}


def name(cell: Cell) -> str | None:
    return None if cell.face is None else cell.text


def names(sets: Sets | None) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell.text for cell in cards) for cards in sets or ())


def act_of(event: Event) -> Act:
    match event:
        case Draw(source, card):
            return "draw", source.value, name(card)
        case Discard(card):
            return "discard", card.text
        case DisplayTunnels(sets):
            return "tunnel", names(sets)
        case Show(sets):
            return "show", names(sets)
        case Finish(sets):
            return "finish", names(sets)
        case BadShow(sets):
            return "badshow", names(sets)
        case BadFinish(sets):
            return "badfinish", names(sets)
        case ChooseTiplu(card, above):
            return "tiplu", above, name(card)
        case SeeTiplu(card):
            return "see", name(card)
        case Reshuffle(cards):
            return "reshuffle", None if cards is None else tuple(card.text for card in cards)
        case MissDraw():
            return ("nodraw",)
        case MissDiscard():
            return ("nodiscard",)


def literal_table(deal: Deal, rules: RuleSet, dealer: int) -> Table:
    hands = [[str(card) for card in hand or ()] for hand in deal.hands]
    return Table(rules, hands, str(deal.upcard), [str(card) for card in deal.stock or ()], dealer)


def assert_same(position: Position, table: Table) -> None:
    assert STEPS[position.phase] == table.step
    if position.phase not in (Phase.OVER, Phase.OPEN_TIPLU):
        assert position.turn_owner == table.turn if position.actor < 0 else position.actor == table.turn
    for seat in range(position.seats):
        free = Counter({str(FACES[face]): count for face, count in enumerate(position.free[seat]) if count})
        assert free == +table.hands[seat]
        assert [str(FACES[face]) for face in position.displayed[seat]] == table.out[seat]
        assert [str(FACES[face]) for face in position.spares[seat]] == table.spare[seat]
        assert position.seen[seat] == (table.shown[seat] is not None)
    assert [str(FACES[card]) for card in reversed(position.stock) if isinstance(card, int)] == table.stock
    assert [str(FACES[card]) for card in position.pile if isinstance(card, int)] == table.pile
    assert position.offered == (table.offered and table.step != "over")
    assert (str(FACES[position.tiplu]) if position.tiplu >= 0 else None) == table.tiplu


def compare(seed: int, *, cap: int, every: int, wide: float = 0.3) -> int:
    rng = random.Random(seed)
    rules = random_rules(rng)
    table: Table | None = None
    tried = 0
    for number, game in enumerate(games(rules, 2 + seed % 5, rng, cap=cap)):
        position = game.position
        table = table or literal_table(game.deal, rules, position.dealer)
        assert_same(position, table)
        if number % every == 0:
            for seat, event in candidates(position, rng, wide=rng.random() < wide):
                fault = fault_of(position, seat, event)
                assert table.may(seat, act_of(event)) is (fault is None), (seat, event, fault)
                tried += 1
        if game.next is not None:
            seat, event = game.next
            table.do(seat, act_of(event))
    return tried


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed >= 40 else []) for seed in range(200)]
)
def test_the_engine_allows_what_the_rules_allow(seed: int) -> None:
    assert compare(seed, cap=150, every=5 if seed < 40 else 3)
