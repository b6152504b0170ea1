"""Finds sets in a hand: every primary show it can make, and a way to put all its cards into sets.

Exact and plain; works on counts of the 54 face numbers. Sets found here satisfy the recognisers of
``sets.py`` (a law in the tests). Whether a player may show or finish now is for the engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.arrangements import DUBLEES_TO_SHOW, SETS_TO_SHOW
from marriage_analysis.games.marriage.readings import LONGEST_SEQUENCE, LONGEST_TRIAL, sequences
from marriage_analysis.games.marriage.rules.options import JokerPairDublee, SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

NumberedSet = tuple[int, ...]
"""A set by face numbers, ascending but for the ace above the king."""

NumberedSets = tuple[NumberedSet, ...]
Counts = Sequence[int]
"""How many copies of each of the 54 faces."""

_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index
_WILD: Final = -1
"""Place of a wild card in a set that is being built."""

_REMEMBERED_SUITS: Final = 200_000

_LONGEST_NEEDED: Final = 5
"""Longer sequences split into shorter ones, so no longer set is needed to place all cards."""


def primary_sets(counts: Counts, rules: RuleSet) -> tuple[NumberedSet, ...]:
    """Every primary set that the cards can make, by face: pure sequences and tunnels (COMB-14)."""
    with_master = rules.master_card_in_primary and rules.master_card is not None and counts[_MASTER] > 0
    if not with_master:
        return _natural_sets(counts, rules)
    found: list[NumberedSet] = [(face,) * 3 for face in range(52) if counts[face] >= 3]
    if rules.putali_tunnel_primary and counts[_JOKER] >= 3:
        found.append((_JOKER,) * 3)
    longest = 3 if rules.set_length is SetLength.EXACT3 else LONGEST_SEQUENCE
    for length in range(3, longest + 1):
        for run in _runs(length, rules.ace_high_sequence):
            missing = [face for face in run if not counts[face]]
            if not missing:
                found.append(run)
            if len(missing) <= 1:
                found.extend(
                    tuple(_MASTER if face == left_out else face for face in run)
                    for left_out in (missing or run)
                )
    different: dict[NumberedSet, NumberedSet] = {}
    for cards in found:  # the same cards with the master card at either end are one set
        different.setdefault(tuple(sorted(cards)), cards)
    return tuple(different.values())


@dataclass(frozen=True, slots=True)
class _SuitSets:
    """The natural primary sets of one suit, by numbers of ranks, and how many of them there can be at once."""

    tunnels: NumberedSets
    runs: NumberedSets
    most: int


_NO_SETS: Final = _SuitSets((), (), 0)


def _has_three_in_a_row(held: tuple[int, ...]) -> bool:
    """Whether three neighbours are held, the ace above the king too: without them there is no sequence."""
    return any(map(_product, held, held[1:], (*held[2:], held[0])))


def _product(low: int, middle: int, high: int) -> int:
    return low * middle * high


class _SuitTable(dict[tuple[int, ...], _SuitSets]):
    """What the thirteen counts of a suit can make; worked out when first asked for."""

    def __init__(self, set_length: SetLength, *, ace_high: bool) -> None:
        super().__init__()
        longest = 3 if set_length is SetLength.EXACT3 else LONGEST_SEQUENCE
        self._runs = tuple(
            run for length in range(3, longest + 1) for run in _runs(length, ace_high) if run[0] < 13
        )

    def __missing__(self, held: tuple[int, ...]) -> _SuitSets:
        if len(self) >= _REMEMBERED_SUITS:
            self.clear()
        if max(held) < 3 and not _has_three_in_a_row(held):
            self[held] = _NO_SETS
            return _NO_SETS
        runs = tuple(run for run in self._runs if all(held[rank] for rank in run))
        tunnels = tuple((rank,) * 3 for rank in range(13) if held[rank] >= 3)
        shortest = (*tunnels, *(run for run in runs if len(run) == 3))
        most = next(
            number
            for number in range(sum(held) // 3, -1, -1)
            if next(_disjoint(shortest, list(held), number, 0), None) is not None
        )
        self[held] = found = _SuitSets(tunnels, runs, most)
        return found


@cache
def _suit_table(set_length: SetLength, ace_high: bool) -> _SuitTable:
    return _SuitTable(set_length, ace_high=ace_high)


def _suits(counts: Counts, rules: RuleSet) -> tuple[_SuitSets, _SuitSets, _SuitSets, _SuitSets]:
    table = _suit_table(rules.set_length, rules.ace_high_sequence)
    held = tuple(counts)
    return table[held[:13]], table[held[13:26]], table[held[26:39]], table[held[39:52]]


def _natural_sets(counts: Counts, rules: RuleSet) -> tuple[NumberedSet, ...]:
    """The primary sets without a master card: tunnels first, then sequences, the shorter first."""
    suits = _suits(counts, rules)
    joker = ((_JOKER,) * 3,) if rules.putali_tunnel_primary and counts[_JOKER] >= 3 else ()
    tunnels = (_in_suit(tunnel, number) for number, suit in enumerate(suits) for tunnel in suit.tunnels)
    runs = (_in_suit(run, number) for number, suit in enumerate(suits) for run in suit.runs)
    return (*tunnels, *joker, *sorted(runs, key=len))


def _in_suit(ranks: NumberedSet, suit: int) -> NumberedSet:
    return tuple(rank + 13 * suit for rank in ranks)


def _most_sets(counts: Counts, rules: RuleSet) -> int:
    """At most so many disjoint primary sets: a quick bound that is often 0 or 1."""
    if counts[_MASTER] and rules.master_card is not None:
        return SETS_TO_SHOW
    joker = counts[_JOKER] >= 3 and rules.putali_tunnel_primary
    spades, hearts, diamonds, clubs = _suits(counts, rules)
    return spades.most + hearts.most + diamonds.most + clubs.most + joker


def shows_by_sets(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> Iterator[NumberedSets]:
    """Every three disjoint primary sets, displayed tunnels among them (SHOW-01, SHOW-02), each choice once.

    ``counts`` are the free cards; ``displayed`` has one face a displayed tunnel, used whole or not at all.
    """
    tunnels = [(face,) * 3 for face in displayed if face != _JOKER or rules.putali_tunnel_primary]
    if _most_sets(counts, rules) + len(tunnels) < SETS_TO_SHOW:
        return
    free = primary_sets(counts, rules)
    for number in range(min(len(tunnels), SETS_TO_SHOW) + 1):
        for used in combinations(tunnels, number):
            for rest in _disjoint(free, list(counts), SETS_TO_SHOW - number, 0):
                yield (*used, *rest)


def shows_by_dublees(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> Iterator[NumberedSets]:
    """Every seven dublees of seven faces (SHOW-05, DUB-02); a displayed tunnel lends one pair (TUN-05)."""
    for faces in combinations(_paired(counts, displayed, rules), DUBLEES_TO_SHOW):
        yield tuple((face, face) for face in faces)


def can_show_by_sets(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> bool:
    """Whether there are three disjoint primary sets."""
    return next(shows_by_sets(counts, displayed, rules), None) is not None


def can_show_by_dublees(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> bool:
    """Whether there are seven dublees; how many may play dublee is not asked (DUB-03)."""
    return len(_paired(counts, displayed, rules)) >= DUBLEES_TO_SHOW


def arrange_all(counts: Counts, wild: frozenset[int], rules: RuleSet) -> NumberedSets | None:
    """All the cards in secondary sets of a player who has seen (FIN-01), or None where that cannot be.

    Gives one arrangement, always the same for the same cards; no cards give no sets.
    """
    wilds = tuple(face for face in sorted(wild) for _ in range(counts[face]))
    natural = tuple(_natural(counts, wild))
    if rules.putali and _JOKER not in wild and counts[_JOKER]:
        return None
    if _wilds_needed(natural, rules) > len(wilds):
        return None
    plan = _arrange(natural, len(wilds), rules.set_length, rules.ace_high_sequence)
    if plan is None:
        return None
    supply = iter(wilds)
    return tuple(tuple(next(supply) if face == _WILD else face for face in cards) for cards in plan)


def is_out_of_reach(counts: Counts, wild: frozenset[int], rules: RuleSet) -> bool:
    """True where the cards, whichever one is thrown, surely do not go into sets; False proves nothing.

    Each wild card spoils one set at most of being all natural, so at least so many sets less wilds are.
    """
    natural = _natural(counts, wild)
    wilds = sum(counts[face] for face in wild)
    kept = sum(natural) + wilds - 1
    sets = kept // 3 if rules.set_length is SetLength.EXACT3 else -(-kept // _LONGEST_NEEDED)
    if sets - wilds <= 0:
        return False
    spades, hearts, diamonds, clubs = _suits(natural, rules)
    in_suits = spades.most + hearts.most + diamonds.most + clubs.most
    return in_suits + _ranks_in_three_suits(natural) < sets - wilds


def _natural(counts: Counts, wild: frozenset[int]) -> list[int]:
    natural = list(counts[:52])
    for face in wild:
        if face < 52:
            natural[face] = 0
    return natural


def _ranks_in_three_suits(natural: Counts) -> int:
    """How many ranks could be in a trial without a wild card (COMB-04)."""
    suits = zip(natural[:13], natural[13:26], natural[26:39], natural[39:], strict=True)
    return sum(copies.count(0) <= 1 for copies in suits)


def _wilds_needed(natural: Counts, rules: RuleSet) -> int:
    """So many wilds at least, for cards that make neither a tunnel nor a set with another and one wild.

    Such a card needs two wilds; in a longer sequence two such cards may share them.
    """
    lonely = sum(
        count
        for face, count in enumerate(natural)
        if 0 < count < 3 and not any(natural[other] for other in _companions(face, rules.ace_high_sequence))
    )
    return 2 * lonely if rules.set_length is SetLength.EXACT3 else lonely


@cache
def _companions(face: int, ace_high: bool) -> tuple[int, ...]:
    """The other faces that can be in a set with the face beside one wild card."""
    in_runs = (other for others in _partners(face, 3, ace_high) for other in others)
    in_trials = (other for other in range(face % 13, 52, 13) if other != face)
    return tuple(dict.fromkeys((*in_runs, *in_trials)))


def _paired(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    several = len(counts) - counts.count(0) - counts.count(1)
    if several + len(displayed) < DUBLEES_TO_SHOW:
        return ()
    faces = [face for face in range(52) if counts[face] >= 2 or face in displayed]
    joker_pair = counts[_JOKER] >= 2 or _JOKER in displayed
    if joker_pair and rules.joker_pair_dublee is not JokerPairDublee.OFF:
        faces.append(_JOKER)
    return tuple(faces)


def _disjoint(sets: Sequence[NumberedSet], left: list[int], number: int, start: int) -> Iterator[NumberedSets]:
    """Every choice of so many sets, in their order and with repetition, that the cards left can make."""
    if number == 0:
        yield ()
        return
    for index in range(start, len(sets)):
        cards = sets[index]
        for face in cards:
            left[face] -= 1
        if all(left[face] >= 0 for face in cards):
            for rest in _disjoint(sets, left, number - 1, index):
                yield (cards, *rest)
        for face in cards:
            left[face] += 1


@cache
def _runs(length: int, ace_high: bool) -> tuple[NumberedSet, ...]:
    return tuple(tuple(face.index for face in run.faces) for run in sequences(length, ace_high=ace_high))


@cache
def _partners(face: int, length: int, ace_high: bool) -> tuple[NumberedSet, ...]:
    """The other faces of each sequence of that length that holds the face."""
    return tuple(
        tuple(other for other in run if other != face) for run in _runs(length, ace_high) if face in run
    )


@lru_cache(maxsize=100_000)
def _arrange(
    natural: tuple[int, ...], wilds: int, set_length: SetLength, ace_high: bool
) -> NumberedSets | None:
    """A plan with wild cards as ``_WILD``: the lowest card left is put into each set it can be in, in turn."""
    lowest = next((face for face, count in enumerate(natural) if count), None)
    exact = set_length is SetLength.EXACT3
    if lowest is None:
        return _all_wild(wilds, exact=exact)
    for cards in _sets_with(lowest, natural, wilds, ace_high, 3 if exact else _LONGEST_NEEDED):
        used = cards.count(_WILD)
        left = list(natural)
        for face in cards:
            if face != _WILD:
                left[face] -= 1
        rest = _arrange(tuple(left), wilds - used, set_length, ace_high)
        if rest is not None:
            return (cards, *rest)
    return None


def _all_wild(wilds: int, *, exact: bool) -> NumberedSets | None:
    """COMB-06: three wilds are a set, and longer ones stand for a sequence."""
    if wilds in (1, 2) or (exact and wilds % 3):
        return None
    sizes = [3] * (wilds // 3)
    for index in range(wilds % 3):
        sizes[index % len(sizes)] += 1
    return tuple((_WILD,) * size for size in sizes)


def _sets_with(
    face: int, natural: tuple[int, ...], wilds: int, ace_high: bool, longest: int
) -> Iterator[NumberedSet]:
    """Every set that holds the natural card ``face``, fewest wilds first within a kind."""
    if natural[face] >= 3:
        yield (face,) * 3
    for length in range(3, longest + 1):
        for others in _partners(face, length, ace_high):
            yield from _filled(face, others, natural, wilds)
    trial = [other for other in range(face % 13, 52, 13) if other != face]
    for length in range(3, min(longest, LONGEST_TRIAL) + 1):
        for others in combinations(trial, length - 1):
            yield from _filled(face, others, natural, wilds)


def _filled(face: int, others: NumberedSet, natural: tuple[int, ...], wilds: int) -> Iterator[NumberedSet]:
    """The set with each other card natural where it is held, and with wilds instead."""
    if sum(not natural[other] for other in others) > wilds:
        return
    choices = [(other, _WILD) if natural[other] else (_WILD,) for other in others]
    for filling in sorted(product(*choices), key=lambda cards: cards.count(_WILD)):
        if filling.count(_WILD) <= wilds:
            yield (face, *filling)
