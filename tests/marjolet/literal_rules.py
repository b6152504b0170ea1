"""What a player may do, by the sentences of the rules and by lists of two-letter cards: no code of the engine.

Reads a position only for what lies where.
"""

from collections.abc import Iterator
from itertools import combinations

from marriage_analysis.games.marjolet.engine.position import Phase, Position
from marriage_analysis.games.marjolet.pack import CARDS, TEXTS

STRENGTH = "789JQKTA"
FOURS = {
    "marjolet": {"A": 100, "T": 80, "K": 60, "Q": 40},
    "bezique": {"A": 100, "K": 80, "Q": 60, "J": 40},
}
Act = tuple[str, frozenset[str]]
"""A word (play, meld, exchange, draw) and its cards."""


def held(position: Position, seat: int) -> list[str]:
    return [TEXTS[number] for number in CARDS if position.hands[seat] >> number & 1]


def well_formed(position: Position) -> Iterator[Act]:
    """Every act that can be written down at all: cards, pairs, fours of a kind, more cards of the hands."""
    yield ("exchange", frozenset())
    yield ("draw", frozenset())
    for card in TEXTS:
        yield ("play", frozenset({card}))
        yield ("meld", frozenset({card}))
    for pair in combinations(TEXTS, 2):
        yield ("meld", frozenset(pair))
    for rank in STRENGTH:
        yield ("meld", frozenset(rank + suit for suit in "SHDC"))
    for seat in range(2):
        for size in range(3, 7):
            for some in combinations(held(position, seat), size):
                if size != 4 or len({card[0] for card in some}) > 1:
                    yield ("meld", frozenset(some))


def may(position: Position, seat: int, act: Act) -> bool:
    word, cards = act
    if position.phase is Phase.OVER:
        return False
    match word:
        case "play":
            (card,) = cards
            return _may_play(position, seat, card)
        case "meld":
            return _may_meld(position, seat, cards)
        case "exchange":
            return _may_exchange(position, seat)
        case _:
            return position.phase is Phase.WINDOW and seat == position.winner


def _may_play(position: Position, seat: int, card: str) -> bool:
    if position.phase not in (Phase.LEAD, Phase.FOLLOW):
        return False
    is_lead = position.phase is Phase.LEAD
    if seat != (position.leader if is_lead else 1 - position.leader):
        return False
    hand = held(position, seat)
    if card not in hand:
        return False
    if is_lead or position.trick <= 10:
        return True
    led, trump = TEXTS[position.led], "SHDC"[position.trump]
    same = [other for other in hand if other[1] == led[1]]
    better = [other for other in same if STRENGTH.index(other[0]) > STRENGTH.index(led[0])]
    trumps = [other for other in hand if other[1] == trump]
    return card in (better or same or trumps or hand)


def _meld_points(position: Position, cards: frozenset[str]) -> int:
    trump, rules = "SHDC"[position.trump], position.rules
    ranks, suits = sorted(card[0] for card in cards), {card[1] for card in cards}
    if len(cards) == 4 and len(set(ranks)) == 1:
        return FOURS[rules.meld_table.value].get(ranks[0], 0)
    if ranks == ["K", "Q"] and len(suits) == 1:
        return 40 if suits == {trump} else 20
    if ranks == ["J", "Q"] and len(cards) == 2:
        jack = next(card for card in cards if card[0] == "J")
        if suits == {trump}:
            return 40
        if rules.plain_jq_meld.value == "marjolet":
            return 20 if jack[1] == trump else 0
        return 20 if len(suits) == 1 else 0
    return 0


def _may_meld(position: Position, seat: int, cards: frozenset[str]) -> bool:
    rules = position.rules
    if position.phase is not Phase.WINDOW or seat != position.winner:
        return False
    if position.trick == 10 and not rules.meld_after_tenth:
        return False
    if rules.melds_per_window == 1 and position.window_melds:
        return False
    if not _meld_points(position, cards) or not cards <= set(held(position, seat)):
        return False
    melded_before = [frozenset(TEXTS[n] for n in CARDS if word >> n & 1) for word in position.declared]
    if cards in melded_before:
        return False
    barred = {TEXTS[number] for number in CARDS if position.barred >> number & 1}
    if cards & barred:
        return False
    return not rules.fresh_card or not cards <= frozenset().union(*melded_before)


def _may_exchange(position: Position, seat: int) -> bool:
    rules = position.rules
    dix, turnup = "7" + "SHDC"[position.trump], TEXTS[position.turnup]
    if turnup == dix or position.exchanged_by != -1 or dix not in held(position, seat):
        return False
    if position.phase is Phase.WINDOW:
        return seat == position.winner and (position.trick < 10 or rules.exchange_after_tenth)
    on_turn = seat == (position.leader if position.phase is Phase.LEAD else 1 - position.leader)
    at_own_turn = rules.exchange_time.value == "own_turn" and on_turn and position.trick <= 10
    return at_own_turn and seat in position.winners
