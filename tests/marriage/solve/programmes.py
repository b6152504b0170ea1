# scipy has no types
# pyright: basic, reportMissingTypeStubs=false, reportArgumentType=false
"""How far a hand is, as a whole-number programme: a second way that shares no code with the solver.

The sets of the final hand are counted by pattern. A primary set is made of cards of the hand at their own
value, of cards exchanged for, and one of them of the master card where it helps. Another set is made of natural
cards of the hand, of wild ones, and of cards exchanged for.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from marriage.literal_sets import NATURAL, literal_wilds, natural_sequences, natural_trials
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet


@dataclass
class Programme:
    """Whole numbers from 0 on, rows of constraints, and what each number costs."""

    costs: list[float] = field(default_factory=list)
    most: list[float] = field(default_factory=list)
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)

    def number(self, *, cost: float = 0, most: float = 30) -> int:
        self.costs.append(cost)
        self.most.append(most)
        return len(self.costs) - 1

    def row(self, terms: dict[int, float], low: float, high: float) -> None:
        self.rows.append((terms, low, high))

    def least(self) -> int | None:
        """The least cost, None where there is no way."""
        entries = [
            (value, line, column)
            for line, (terms, _, _) in enumerate(self.rows)
            for column, value in terms.items()
        ]
        values, lines, columns = zip(*entries, strict=True)
        matrix = csr_matrix((values, (lines, columns)), shape=(len(self.rows), len(self.costs)))
        answer = milp(
            np.array(self.costs),
            constraints=LinearConstraint(matrix, [row[1] for row in self.rows], [row[2] for row in self.rows]),
            integrality=np.ones(len(self.costs)),
            bounds=Bounds(0, np.array(self.most)),
        )
        assert answer.status in (0, 2), answer.message
        return None if answer.status == 2 else round(answer.fun)


def _copies(rules: RuleSet) -> dict[str, int]:
    return {**dict.fromkeys(NATURAL, 3), "JK": rules.putali, "MC": int(rules.master_card is not None)}


def _add(terms: dict[int, float], number: int, value: float = 1) -> None:
    terms[number] = terms.get(number, 0) + value


def exchanges(
    hand: Iterable[str],
    rules: RuleSet,
    *,
    tiplu: str | None,
    pure: int,
    places: int | None,
    lying: Iterable[str] = (),
) -> int | None:
    """The least number of cards to exchange until ``pure`` primary sets can be made, with ``places`` until all
    the cards are in sets. ``hand`` is without the ``lying`` cards, which are no more to come."""
    held, lies = Counter(hand), Counter(lying)
    wild = literal_wilds(tiplu, rules) if tiplu else frozenset()
    exact = rules.set_length is SetLength.EXACT3
    longest = 3 if exact else 5  # longer sequences split
    sequences = [row for row in natural_sequences(rules.ace_high_sequence) if len(row) <= longest]
    trials = [row for row in natural_trials() if len(row) <= (3 if exact else 4)]
    tunnels = [(face,) * 3 for face in NATURAL]
    if rules.putali_tunnel_primary:
        tunnels.append(("JK",) * 3)
    master_helps = rules.master_card_in_primary and rules.master_card is not None

    programme = Programme()
    used = {face: {} for face in _copies(rules)}  # cards of the hand by face
    coming = {face: {} for face in _copies(rules)}  # cards exchanged for by face
    primary, cards_in_sets, masters, wilds = {}, {}, {}, {}

    for pattern in (*sequences, *tunnels):
        sets = programme.number(most=7)
        _add(primary, sets)
        _add(cards_in_sets, sets, len(pattern))
        filled = {}
        for face, copies in Counter(pattern).items():
            kept, came = programme.number(), programme.number(cost=1)
            _add(used[face], kept)
            _add(coming[face], came)
            place = {kept: 1, came: 1, sets: -copies}
            if master_helps and copies == 1:
                by_master = programme.number(most=1)
                _add(masters, by_master)
                _add(filled, by_master)
                place[by_master] = 1
            programme.row(place, 0, 0)
        if filled:
            programme.row({**filled, sets: -1}, -30, 0)
    if master_helps:
        own, drawn = programme.number(most=1), programme.number(cost=1, most=1)
        _add(used["MC"], own)
        _add(coming["MC"], drawn)
        programme.row({**masters, own: -1, drawn: -1}, 0, 0)
    if places is not None:
        for pattern in (*sequences, *trials):
            sets = programme.number(most=7)
            _add(cards_in_sets, sets, len(pattern))
            wild_ones, came = programme.number(), programme.number(cost=1)
            _add(wilds, wild_ones)
            filled = {wild_ones: 1, came: 1, sets: -len(pattern)}
            for face in pattern:
                if held[face] and face not in wild:
                    kept = programme.number()
                    _add(used[face], kept)
                    filled[kept] = 1
                    programme.row({kept: 1, sets: -1}, -30, 0)
            programme.row(filled, 0, 0)
        natural_jokers = [] if rules.putali_tunnel_primary else [("JK",) * 3]
        for (
            pattern
        ) in natural_jokers:  # a tunnel, though no primary one; with wild jokers it is one of wild cards
            del pattern
        for face in wild:
            serving = programme.number()
            _add(used[face], serving)
            _add(wilds, serving, -1)
        programme.row(wilds, 0, 0)
        programme.row(cards_in_sets, places, places)
    programme.row(primary, pure, 30)
    for face, copies in _copies(rules).items():
        if used[face]:
            programme.row(used[face], 0, held[face])
        if coming[face]:
            both = dict(used[face])
            for number in coming[face]:
                _add(both, number)
            programme.row(both, 0, copies - lies[face])
    return programme.least()
