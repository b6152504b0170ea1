"""Games played at random under any rules, and every action that somebody could try in one of their states."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from marriage.engine.playouts import stacked_deal

from marriage_analysis.cards.face import FACES
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.engine.choices import CARDS, DISCARDS, Move, legal_moves
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import (
    UNKNOWN_CARD,
    BadFinish,
    BadShow,
    ChooseTiplu,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    Irregularity,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Sets,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import fault_of, shuffled_cards
from marriage_analysis.games.marriage.engine.position import NOBODY, Deal, Phase, Position, start_position
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

Step = tuple[int, Event]


@dataclass(slots=True)
class Game:
    """A game on its way: its deal, where it stands, and what is played next (None: it is over or capped)."""

    deal: Deal
    position: Position
    next: Step | None = None


def any_deal(rules: RuleSet, seats: int, rng: random.Random) -> Deal:
    """A whole deal, often one in which shows, finishes and tunnels come up soon."""
    if rng.random() < 0.7:
        return stacked_deal(rules, seats, rng)
    cards = [CARDS[face.index] for face in deck(rules).cards]
    rng.shuffle(cards)
    hands = tuple(tuple(cards[21 * seat : 21 * seat + 21]) for seat in range(seats))
    upcard, *stock = cards[21 * seats :]
    return Deal(hands, upcard, tuple(stock))


def start_game(rules: RuleSet, seats: int, rng: random.Random) -> Game:
    """A game right after the deal; some have a stock of few cards, so that it is used up."""
    deal, dealer = any_deal(rules, seats, rng), rng.randrange(seats)
    if rng.random() < 0.35:
        deal = Deal(deal.hands, deal.upcard, (deal.stock or ())[: rng.randrange(2, 9)])
    return Game(deal, start_position(deal, rules, dealer=dealer))


def games(rules: RuleSet, seats: int, rng: random.Random, *, cap: int, odd: float = 0.06) -> Iterator[Game]:
    """A game, given before each event and once more at its end; ``odd``: how often one is irregular."""
    game = start_game(rules, seats, rng)
    for _ in range(cap):
        if game.position.phase is Phase.OVER:
            break
        game.next = choose(game.position, rng, odd=odd)
        yield game
        assert fault_of(game.position, *game.next) is None, game.next
        play(game.position, *game.next)
    game.next = None
    yield game


def choose(position: Position, rng: random.Random, *, odd: float) -> Step:
    """What happens next: mostly what brings the game on, now and then anything, or an irregularity."""
    if position.phase is Phase.RESHUFFLE:
        return reshuffle(position, rng)
    if position.phase is Phase.OPEN_TIPLU:
        return NOBODY, ChooseTiplu(UNKNOWN_CARD, rng.randrange(len(position.stock)))
    if rng.random() < odd:
        wrong = [
            event for event in irregularities(position, rng) if not fault_of(position, position.actor, event)
        ]
        if wrong:
            return position.actor, rng.choice(wrong)
    moves = legal_moves(position)
    if not moves:  # after missed draws a player can have nothing to throw away
        return position.actor, MissDiscard()
    wanted: tuple[tuple[type[Any], float], ...] = ((Finish, 0.8), (Show, 0.5), (DisplayTunnels, 0.5))
    for kind, chance in wanted:
        fitting = [move for move in moves if isinstance(move.action, kind)]
        if fitting and rng.random() < chance:
            return _step(rng.choice(fitting))
    return _step(rng.choice(moves))


def _step(move: Move) -> Step:
    return move.seat, move.action


def reshuffle(position: Position, rng: random.Random) -> Step:
    pool = [card for card in shuffled_cards(position) if isinstance(card, int)]
    rng.shuffle(pool)
    seat = NOBODY if position.resume is Phase.DRAW else position.actor
    return seat, Reshuffle(tuple(CARDS[face] for face in pool))


def irregularities(position: Position, rng: random.Random) -> list[Irregularity]:
    hand = list(Counter(dict(enumerate(position.free[position.actor]))).elements())
    rng.shuffle(hand)
    sets = tuple(tuple(CARDS[face] for face in hand[at : at + 3]) for at in range(0, min(len(hand), 9), 3))
    if not sets:
        return [MissDraw(), MissDiscard()]
    return [MissDraw(), MissDiscard(), BadShow(sets), BadFinish(sets)]


def candidates(position: Position, rng: random.Random, *, wide: bool) -> list[Step]:
    """Actions and irregularities to try: all draws, discards and tunnel choices; shows, finishes, near misses.

    Legal ones are all among them but for the order of cards; with ``wide`` also those of wrong seats.
    """
    seats = range(-1, position.seats + 1) if wide else [position.actor]
    listed = legal_moves(position)
    tries: list[Step] = [(move.seat, move.action) for move in listed]
    for seat in seats:
        tries += [(seat, event) for event in _plain(position, seat)]
        tries += [(seat, DisplayTunnels(sets)) for sets in _tunnel_tries(position, seat, rng)]
        laid = [move.action.sets or () for move in listed if isinstance(move.action, (Show, Finish))]
        chosen = rng.sample(laid, min(len(laid), 4))
        for sets in [near for one in chosen for near in _near(one, position, rng)] + _made(position, seat, rng):
            tries += [(seat, kind(sets)) for kind in (Show, Finish, BadShow, BadFinish)]
        if wide and position.phase is Phase.RESHUFFLE:
            tries += _reshuffles(position, seat, rng)
    return tries


def _plain(position: Position, seat: int) -> list[Event]:
    events: list[Event] = [
        Draw(Source.STOCK),
        Draw(Source.PILE),
        SeeTiplu(),
        MissDraw(),
        MissDiscard(),
        Finish(()),
    ]
    events += [Draw(source, card) for source in (Source.STOCK, Source.PILE) for card in CARDS]
    events += DISCARDS
    events += [ChooseTiplu(above=above) for above in (0, len(position.stock) // 2, len(position.stock) - 1)]
    events += [ChooseTiplu(above=above) for above in (-1, len(position.stock))]
    events += [ChooseTiplu(CARDS[seat], 0), SeeTiplu(CARDS[7])]
    return events


def _tunnel_tries(position: Position, seat: int, rng: random.Random) -> list[Sets]:
    if not 0 <= seat < position.seats:
        return [((CARDS[0],) * 3,)]
    held = [face for face, count in enumerate(position.free[seat]) if count >= 2]
    faces = sorted({*position.dealt_tunnels[seat], *held, *position.displayed[seat], rng.randrange(54)})
    ones = [((CARDS[face],) * 3,) for face in faces]
    dealt = position.dealt_tunnels[seat]
    several = [
        tuple((CARDS[face],) * 3 for face in chosen)
        for number in range(2, len(dealt) + 1)
        for chosen in combinations(dealt, number)
    ]
    odd: list[Sets] = [(), *(((CARDS[face],) * 2,) for face in dealt), *(one * 2 for one in ones[:2])]
    return [*ones, *several, *odd]


def _near(sets: Sets, position: Position, rng: random.Random) -> list[Sets]:
    """The sets, and what they become by dropping, doubling, exchanging, merging and reordering."""
    if not sets:
        return [()]
    which = rng.randrange(len(sets))
    cards = list(sets[which])
    held = [card for card, count in zip(CARDS, position.free[position.actor], strict=True) if count]
    swapped = list(cards)
    swapped[rng.randrange(len(cards))] = rng.choice([*held, rng.choice(CARDS)])

    def with_set(*new: Sequence[Any]) -> Sets:
        return (*sets[:which], *(tuple(one) for one in new), *sets[which + 1 :])

    mixed = [tuple(rng.sample(one, len(one))) for one in sets]
    rng.shuffle(mixed)
    return [
        sets,
        tuple(mixed),
        with_set(),
        with_set(cards, cards),
        with_set(cards[1:]) if len(cards) > 1 else with_set(),
        with_set([*cards, rng.choice(held)]) if held else with_set(),
        with_set(swapped),
        with_set(cards[:2]),
        with_set(cards[:3], cards[3:]) if len(cards) > 3 else with_set(cards * 2),
    ]


def _made(position: Position, seat: int, rng: random.Random) -> list[Sets]:
    """Sets put together from the seat's cards without looking at the rules of shows."""
    if not 0 <= seat < position.seats:
        return [((CARDS[0], CARDS[1], CARDS[2]),) * 3]
    out = [face for face in position.displayed[seat] for _ in range(3)]
    hand = sorted([*Counter(dict(enumerate(position.free[seat]))).elements(), *out])
    if len(hand) < 9:
        return []
    faces = [CARDS[face] for face in hand]
    start = rng.randrange(len(faces) - 8)
    rows = tuple(tuple(faces[start + 3 * one : start + 3 * one + 3]) for one in range(3))
    paired = [CARDS[face] for face in sorted({face for face in hand if hand.count(face) >= 2})]
    pairs = tuple((card, card) for card in rng.sample(paired, min(len(paired), rng.choice((6, 7, 7, 7, 8)))))
    single = [((card, card),) for card in rng.sample(paired, min(len(paired), 2))]
    wild = [face for face in set(hand) if face in position.wild]
    couples = [((CARDS[one], CARDS[other]),) for one, other in pairwise(wild)]
    return [rows, pairs, *single, *couples]


def _reshuffles(position: Position, seat: int, rng: random.Random) -> list[Step]:
    _, right = reshuffle(position, rng)
    assert isinstance(right, Reshuffle)
    cards = right.cards or ()
    wrong = [cards[1:], (*cards, CARDS[3]), (*cards[1:], CARDS[rng.randrange(len(FACES))])]
    return [(seat, right), (seat, Reshuffle(None)), *((seat, Reshuffle(given)) for given in wrong)]
