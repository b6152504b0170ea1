"""The settlement of compiled games: tables worked out by the plain code, and sums over them.

A hand's maal is the sum of parts that do not touch each other: tiplus, poplus and jhiplus with their tunnels
and marriages; alters; printed jokers; the master card; other tunnels. Each part is a table by what is held.
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from marriage_analysis.cards.face import FACES, NATURAL_FACES
from marriage_analysis.compiled.arrays import WordRows, Words
from marriage_analysis.compiled.jit import compiled
from marriage_analysis.compiled.marriage.planes import bit_of
from marriage_analysis.compiled.marriage.state import (
    FINISHED,
    FOULS,
    PHASE,
    ROUTE,
    SEATS,
    SEEN,
    SHOWN_RUNS,
    SHOWN_TUNNELS,
    TIPLU,
    TUNNELS,
    WINNER,
    State,
)
from marriage_analysis.games.marriage.maal import Lapse, MaalCards, Tunnel, score_maal, total
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import DhoosWhen, Kidnap, TunnelSource
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import DhoosFact, SeatFacts, TableFacts, finish_payments
from marriage_analysis.games.marriage.wilds import CardRole, card_role

_ROLES: Final = (
    CardRole.PLAIN,
    CardRole.TIPLU,
    CardRole.POPLU,
    CardRole.JHIPLU,
    CardRole.ALTER,
    CardRole.ORDINARY_JOKER,
    CardRole.PRINTED_JOKER,
    CardRole.MASTER_CARD,
)
_PLAIN: Final = 0
_TIPLU: Final = 1
_POPLU: Final = 2
_JHIPLU: Final = 3
_ALTER: Final = 4
_ORDINARY: Final = 5
_JOKER: Final = 6
_MASTER: Final = 7
_MOST_PLAIN_TUNNELS: Final = 43

_KIDNAP: Final = 0
_ANY_SHOWN: Final = 1
_DHOOS_NOW: Final = 2
_DHOOS_POINTS: Final = 3
_BETTER: Final = 4
_MAAL_LAPSES: Final = 5
_TUNNELS_LAPSE: Final = 6
_NO_KIDNAP: Final = 0
_BY_POINTS: Final = 1


class Scores(NamedTuple):
    """Tables of one rule set.

    Rows of maal tables go by what lapses (1 maal, 2 tunnels, 3 both), and four further for an ace as tiplu;
    places by what is held, the first count the slowest.
    """

    options: Words
    role: WordRows
    jhiplu: Words
    marriages: WordRows
    alters: WordRows
    jokers: WordRows
    masters: WordRows
    plain_tunnels: WordRows
    ordinary_tunnels: WordRows
    payments: Words


@lru_cache(maxsize=64)
def scores(rules: RuleSet) -> Scores:
    """The tables of a rule set."""
    cases = [(Lapse(bool(lapse & 1), bool(lapse & 2)), ace) for ace in (False, True) for lapse in range(4)]

    def table(hands: list[MaalCards]) -> WordRows:
        rows = [
            [total(score_maal(hand, rules=rules, lapse=lapse, ace_tiplu=ace)) for hand in hands]
            for lapse, ace in cases
        ]
        return np.array(rows, dtype=np.int64)

    return Scores(
        options=np.array(
            [
                list(Kidnap).index(rules.kidnap),
                rules.tunnel_source is TunnelSource.ANY_SHOWN,
                rules.dhoos_when is DhoosWhen.CURRENT,
                rules.dhoos,
                rules.better,
                rules.maal_pachaunu,
                rules.tunnel_pachaunu,
            ],
            dtype=np.int64,
        ),
        role=np.array(
            [
                [_ROLES.index(card_role(face, tiplu=tiplu, rules=rules)) for face in FACES]
                for tiplu in NATURAL_FACES
            ],
            dtype=np.int64,
        ),
        jhiplu=np.array([_run_of_marriage(tiplu.index) for tiplu in NATURAL_FACES], dtype=np.int64),
        marriages=table([_marriage_cards(*held) for held in product(*[range(4)] * 3, *[range(2)] * 3)]),
        alters=table([_cards(CardRole.ALTER, *held) for held in product(range(4), range(2))]),
        jokers=table([_cards(CardRole.PRINTED_JOKER, *held) for held in product(range(4), range(2))]),
        masters=table([_cards(CardRole.MASTER_CARD, held, 0) for held in range(2)]),
        plain_tunnels=table([_cards(CardRole.PLAIN, 0, tunnels) for tunnels in range(_MOST_PLAIN_TUNNELS)]),
        ordinary_tunnels=table([_cards(CardRole.ORDINARY_JOKER, 0, tunnels) for tunnels in range(4)]),
        payments=np.array(
            [_payment(rules, *case) for case in product((False, True), repeat=4)], dtype=np.int64
        ),
    )


def _cards(role: CardRole, held: int, tunnels: int) -> MaalCards:
    return MaalCards(cards=((role, held),), tunnels=(Tunnel(role),) * tunnels)


def _marriage_cards(tiplus: int, poplus: int, jhiplus: int, poplu: int, jhiplu: int, laid: int) -> MaalCards:
    return MaalCards(
        cards=((CardRole.TIPLU, tiplus), (CardRole.POPLU, poplus), (CardRole.JHIPLU, jhiplus)),
        tunnels=(Tunnel(CardRole.POPLU),) * poplu + (Tunnel(CardRole.JHIPLU),) * jhiplu,
        laid_marriage=bool(laid),
    )


def _run_of_marriage(tiplu: int) -> int:
    """The bit of the lowest card of the run that is a marriage; 0 for an ace, which has none (DER-02)."""
    return bit_of(tiplu - 1) if tiplu % 13 else 0


def _payment(rules: RuleSet, by_dublees: bool, seen: bool, dublee_route: bool, fouled: bool) -> int:
    """What a loser pays for the finish itself (SET-01, SET-02)."""
    loser = SeatFacts(seen=seen, maal=None, route=Route.DUBLEES if dublee_route else Route.SETS)
    facts = TableFacts(
        rules=rules,
        winner=0,
        finish=Route.DUBLEES if by_dublees else Route.SETS,
        seats=(SeatFacts(seen=True, maal=None), loser),
        fouls=(DhoosFact(1, rules.dhoos),) if fouled else (),
    )
    return sum(payment.points for payment in finish_payments(facts, 1))


@compiled
def _hold(state: State, scores: Scores, seat: int, held: Words, tunnels: Words) -> None:
    """Add the seat's cards outside tunnels, and its tunnels that score, by role."""
    own = state.seats[seat]
    scoring = own[TUNNELS]
    if scores.options[_ANY_SHOWN] == 1:
        scoring |= own[SHOWN_TUNNELS]
    tiplu = state.table[TIPLU]
    for face in range(54):
        copies = int(state.hands[seat, face]) + int(state.lying[seat, face])
        if copies == 0:
            continue
        role = scores.role[tiplu, face]
        if scoring >> face & 1:
            copies -= 3
            tunnels[role] += 1
        held[role] += copies


@compiled
def _points(held: Words, tunnels: Words, laid: int, row: int, scores: Scores) -> int:
    place = held[_TIPLU]
    for more in (held[_POPLU], held[_JHIPLU]):
        place = 4 * place + more
    for more in (tunnels[_POPLU], tunnels[_JHIPLU], laid):
        place = 2 * place + more
    return (
        scores.marriages[row, place]
        + scores.alters[row, 2 * held[_ALTER] + tunnels[_ALTER]]
        + scores.jokers[row, 2 * held[_JOKER] + tunnels[_JOKER]]
        + scores.masters[row, held[_MASTER]]
        + scores.plain_tunnels[row, tunnels[_PLAIN]]
        + scores.ordinary_tunnels[row, tunnels[_ORDINARY]]
    )


@compiled
def _laid_marriage(state: State, scores: Scores, seat: int) -> int:
    return 1 if state.seats[seat, SHOWN_RUNS] & scores.jhiplu[state.table[TIPLU]] else 0


@compiled
def settle(state: State, scores: Scores, work: WordRows, maal: Words, net: Words) -> bool:
    """Maal and net of every seat of a finished game; false, and zeros, where it was not finished.

    Dhoos brought in from games before is not in it. ``work`` has four rows of eight words.
    """
    table = state.table
    seats, winner = table[SEATS], table[WINNER]
    maal[:] = 0
    net[:] = 0
    if table[PHASE] != FINISHED:
        return False
    options = scores.options
    ace = 4 if table[TIPLU] % 13 == 0 else 0
    pool, pool_tunnels, held, tunnels = work[0], work[1], work[2], work[3]
    pool[:] = 0
    pool_tunnels[:] = 0
    gained = 0
    for seat in range(seats):
        held[:] = 0
        tunnels[:] = 0
        _hold(state, scores, seat, held, tunnels)
        laid = _laid_marriage(state, scores, seat)
        seen = seat == winner or state.seats[seat, SEEN] == 1
        if seen or options[_KIDNAP] == _NO_KIDNAP:
            lapse = 0 if seen else options[_MAAL_LAPSES] + 2 * options[_TUNNELS_LAPSE]
            maal[seat] = _points(held, tunnels, laid, ace + lapse, scores)
        else:
            gained += _points(held, tunnels, laid, ace, scores)
            pool += held
            pool_tunnels += tunnels
    if options[_KIDNAP] == _BY_POINTS:
        maal[winner] += gained
    elif options[_KIDNAP] != _NO_KIDNAP:
        _hold(state, scores, winner, pool, pool_tunnels)
        laid = _laid_marriage(state, scores, winner)
        maal[winner] = _points(pool, pool_tunnels, laid, ace, scores)
    everything = maal[:seats].sum()
    paid = 0
    by_dublees = 1 if state.seats[winner, ROUTE] == 1 else 0
    for seat in range(seats):
        if seat == winner:
            continue
        own = state.seats[seat]
        fouled = 1 if own[FOULS] else 0
        payment = scores.payments[8 * by_dublees + 4 * own[SEEN] + 2 * (1 if own[ROUTE] == 1 else 0) + fouled]
        net[seat] = options[_BETTER] * (seats * maal[seat] - everything - payment)
        paid += payment
    net[winner] = options[_BETTER] * (seats * maal[winner] - everything + paid)
    if options[_DHOOS_NOW] == 1:
        for seat in range(seats):
            if seat != winner:
                points = state.seats[seat, FOULS] * options[_DHOOS_POINTS]
                net[seat] -= points
                net[winner] += points
    return True
