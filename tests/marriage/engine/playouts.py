"""Random games for laws of the engine: fixed seeds, stacked hands so that every phase comes up, odd play."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine.choices import CARDS, legal_moves
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN_CARD,
    BadFinish,
    BadShow,
    ChooseTiplu,
    DisplayTunnels,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    Show,
)
from marriage_analysis.games.marriage.engine.held_cards import HeldCards
from marriage_analysis.games.marriage.engine.judge import fault_of, shuffled_cards
from marriage_analysis.games.marriage.engine.notation import format_event
from marriage_analysis.games.marriage.engine.position import (
    NOBODY,
    Deal,
    Phase,
    Position,
    start_position,
)
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("pagat", {}),
    ("wikipedia-en", {}),
    ("wikipedia-es", {"open_maal": True}),
    ("wikipedia-ja", {"master_card": 10, "putali": 3, "joker_pair_dublee": "any_wild"}),
    ("wikipedia-pl", {"stock_out": "dismiss", "tunnel_window": "before_own_stock_draw"}),
    ("house-app", {"master_card": 10, "miss_policy": "play_on"}),
    ("pagat", {"unseen_pick": "show_only", "stock_out": "reshuffle_all", "max_reshuffles": 1}),
    ("pagat", {"unseen_pick": "none", "tunnel_window": "before_own_draw"}),
    ("pagat", {"first_upcard": "must", "maal_throw": "any_unseen", "dhoos": 15}),
    ("wikipedia-en", {"first_upcard": "stock_only", "dublee_finish_discard": False, "dublee_min_players": 2}),
    ("house-app", {"open_maal": True, "seen_take_wild": "allow"}),
)
"""Preset and options: each preset, and each option that changes who may do or know what."""


def rules_of(preset: str, options: dict[str, Any]) -> RuleSet:
    rules = read_rules(preset, options)
    assert rules is not None
    return rules


@dataclass(slots=True)
class Playout:
    """A game on its way: the position, what everybody knows to be held, and the record so far."""

    preset: str
    options: dict[str, Any]
    deal: Deal
    dealer: int
    position: Position
    held: HeldCards
    entries: list[str] = field(default_factory=list[str])
    phases: Counter[str] = field(default_factory=Counter[str])

    @property
    def seats(self) -> int:
        return len(self.deal.hands)


def stacked_deal(rules: RuleSet, seats: int, rng: random.Random) -> Deal:
    """A deal in which some hands hold three, seven sets or many pairs, so that shows and finishes come up."""
    left = Counter({face.index: deck(rules).copies(face) for face in FACES})
    hands: list[list[int]] = []
    for _ in range(seats):
        hand: list[int] = []
        wanted = rng.choice(("chance", "show", "show", "finish", "pairs", "tunnels"))
        sets = {"show": 3, "finish": 6, "pairs": 8, "tunnels": 3}.get(wanted, 0)
        for _ in range(200):
            if len(hand) >= sets * (2 if wanted == "pairs" else 3):
                break
            first = rng.randrange(52)
            cards = {"pairs": [first] * 2, "tunnels": [first] * 3}.get(wanted, [first, first + 1, first + 2])
            fits = wanted in ("pairs", "tunnels") or first % 13 <= 10
            if fits and all(left[face] >= cards.count(face) for face in cards):
                hand += cards
                left.subtract(cards)
        hands.append(hand)
    rest = list(left.elements())
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < 21:
            hand.append(rest.pop())
    cells = [tuple(CARDS[face] for face in sorted(hand)) for hand in hands]
    return Deal(tuple(cells), CARDS[rest[0]], tuple(CARDS[face] for face in rest[1:]))


def play_out(
    preset: str, options: dict[str, Any], *, seats: int, seed: int, cap: int = 250
) -> Iterator[Playout]:
    """A random game, given after the deal and after every event until it is over or has ``cap`` events."""
    rng = random.Random(seed)
    rules = rules_of(preset, options)
    dealer = rng.randrange(seats)
    deal = stacked_deal(rules, seats, rng)
    if rng.random() < 0.2:  # a short stock, so that it is soon used up
        cards = deal.stock or ()
        short = rng.randrange(2, 12)
        position = start_position(deal, rules, dealer=dealer)
        position.stock = position.stock[-short:]
        deal = Deal(deal.hands, deal.upcard, cards[:short])
    position = start_position(deal, rules, dealer=dealer)
    game = Playout(preset, options, deal, dealer, position, HeldCards(seats))
    yield game
    for _ in range(cap):
        if position.phase is Phase.OVER:
            return
        before = position.phase
        seat, event = _next(position, rng)
        assert fault_of(position, seat, event) is None, (seat, event)
        done = play(position, seat, event)
        game.held.note(seat, done, position)
        _write(game.entries, seat, done, before)
        game.phases[position.phase.name] += 1
        yield game


def _write(entries: list[str], seat: int, event: Event, before: Phase) -> None:
    """Add the event to the entry of its turn, or begin a new one."""
    who = "-" if seat == NOBODY else str(seat)
    begins = seat == NOBODY or not entries or before is Phase.DRAW
    last_seat, _, last_events = entries[-1].partition(": ") if entries else ("", "", "")
    # Tunnels are displayed before the draw of the same turn, so what follows them stands in their entry.
    in_turn = last_seat == who and all(word.startswith("tunnel") for word in last_events.split(" "))
    if begins and not in_turn:
        entries.append(f"{who}: {format_event(event)}")
    else:
        entries[-1] += f" {format_event(event)}"


def _next(position: Position, rng: random.Random) -> tuple[int, Event]:
    if position.phase is Phase.RESHUFFLE:
        pool = shuffled_cards(position)
        rng.shuffle(pool)
        cards = tuple(card if isinstance(card, Cell) else CARDS[card] for card in pool)
        return (NOBODY if position.resume is Phase.DRAW else position.actor), Reshuffle(cards)
    if position.phase is Phase.OPEN_TIPLU:
        return NOBODY, ChooseTiplu(UNKNOWN_CARD, rng.randrange(len(position.stock)))
    wrong = _irregular(position, rng) if rng.random() < 0.08 else None
    if wrong is not None and fault_of(position, position.actor, wrong) is None:
        return position.actor, wrong
    moves = legal_moves(position)
    assert moves, position.phase
    kinds: tuple[tuple[type[Any], ...], ...] = ((Finish,), (Show,), (DisplayTunnels,))
    for kind in kinds:
        good = [move for move in moves if isinstance(move.action, kind)]
        if good and rng.random() < 0.5:
            chosen = rng.choice(good)
            return chosen.seat, chosen.action
    ordinary = [move for move in moves if not isinstance(move.action, (Show, Finish))]
    chosen = rng.choice(ordinary or moves)
    return chosen.seat, chosen.action


def _irregular(position: Position, rng: random.Random) -> Event | None:
    if position.phase is Phase.DRAW:
        return MissDraw()
    if position.phase is not Phase.PLAY:
        return None
    hand = [CARDS[face] for face, count in enumerate(position.free[position.actor]) for _ in range(count)]
    rng.shuffle(hand)
    sets = (tuple(hand[:3]), tuple(hand[3:6]))
    return rng.choice((MissDiscard(), BadShow(sets), BadFinish(sets), BadShow(None)))
