"""Every primary show that a hand can make: three disjoint primary sets, or seven dublees.

Sets found here satisfy the recognisers of ``sets.py`` (a law in the tests). Most hands hold no three primary
sets, and a table of the neighbours in each suit says so at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from marriage_analysis.cards.face import JOKER, MASTER_CARD
from marriage_analysis.games.marriage.arrangements import DUBLEES_TO_SHOW, SETS_TO_SHOW
from marriage_analysis.games.marriage.readings import LONGEST_SEQUENCE, sequences
from marriage_analysis.games.marriage.rules.options import JokerPairDublee
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.groups import is_exact
from marriage_analysis.games.marriage.solve.hands import (
    ALL_SUITS,
    FIELD,
    GUARD,
    NATURAL,
    ONES,
    SUIT,
    SUIT_BITS,
    UNITS,
    Counts,
    NumberedSet,
    NumberedSets,
    faces_in,
    masks,
    word,
    word_of,
)
from marriage_analysis.games.marriage.solve.neighbours import (
    in_sequences,
    longer_sequences,
    sequence_starts,
)

_JOKER: Final = JOKER.index
_MASTER: Final = MASTER_CARD.index


@dataclass(frozen=True, slots=True)
class PrimarySet:
    """A primary set by face numbers, and as a word."""

    faces: NumberedSet
    word: int


def primary_sets(counts: Counts, rules: RuleSet) -> tuple[NumberedSet, ...]:
    """Every primary set that the cards can make, by face: pure sequences and tunnels (COMB-14).

    Tunnels first, then sequences, the shorter first; those with a master card in the place it stands for.
    """
    once, _, thrice = masks(word(counts))
    master = bool(once & UNITS[_MASTER]) and _master_helps(rules)
    found = _primary_sets(
        once, thrice, is_exact(rules), rules.ace_high_sequence, rules.putali_tunnel_primary, master
    )
    return tuple(cards.faces for cards in found)


def _primary_sets(
    once: int, thrice: int, exact: bool, ace_high: bool, jokers: bool, master: bool
) -> list[PrimarySet]:
    tunnels = thrice & (NATURAL | UNITS[_JOKER] if jokers else NATURAL)
    found = [_TUNNELS[face] for face in faces_in(tunnels)]
    if master:
        return [*found, *_sequences_with_master(once, exact, ace_high)]
    starts = sequence_starts(once, ace_high)
    length = 3
    while starts:
        runs = _RUNS[length]
        found += [runs[lowest] for lowest in faces_in(starts)]
        if exact:
            break
        starts = longer_sequences(once, starts, length, ace_high)
        length += 1
    return found


def _run(lowest: int, length: int) -> PrimarySet:
    suit, rank = divmod(lowest, 13)
    cards = tuple(13 * suit + place % 13 for place in range(rank, rank + length))
    return PrimarySet(cards, word_of(cards))


_SUITS: Final = tuple(SUIT << SUIT_BITS * suit for suit in range(4))
_THREE: Final = 1 | 1 << FIELD | 1 << 2 * FIELD
_TUNNELS: Final = tuple(PrimarySet((face,) * 3, 3 * UNITS[face]) for face in range(54))
_RUNS: Final = {
    length: tuple(_run(lowest, length) for lowest in range(52)) for length in range(3, LONGEST_SEQUENCE + 1)
}
"""Sequences by length and lowest face; those of too high a lowest face are no sequences and never asked for."""


def _beside(ace_high: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By face the pairs that make a sequence of three with it."""
    beside: list[list[tuple[int, int]]] = [[] for _ in range(54)]
    for run in sequences(3, ace_high=ace_high):
        low, middle, high = (face.index for face in run.faces)
        beside[low].append((middle, high))
        beside[middle].append((low, high))
        beside[high].append((low, middle))
    return tuple(map(tuple, beside))


_BESIDE: Final = (_beside(ace_high=False), _beside(ace_high=True))


def _sequences_with_master(once: int, exact: bool, ace_high: bool) -> Iterator[PrimarySet]:
    """The sequences, natural ones and those in which the master card stands for one card (COMB-14)."""
    met: set[int] = set()
    for length in range(3, 4 if exact else LONGEST_SEQUENCE + 1):
        for pattern in sequences(length, ace_high=ace_high):
            run = tuple(face.index for face in pattern.faces)
            missing = [face for face in run if not once & UNITS[face]]
            fillings = [run] if not missing else []
            if len(missing) <= 1:
                fillings += [
                    tuple(_MASTER if face == left_out else face for face in run)
                    for left_out in (missing or run)
                ]
            for cards in fillings:
                same_cards = word_of(cards)
                if same_cards not in met:  # with the master card at either end it is one set
                    met.add(same_cards)
                    yield PrimarySet(cards, same_cards)


def _master_helps(rules: RuleSet) -> bool:
    return rules.master_card_in_primary and rules.master_card is not None


def primary_shows(
    counts: Counts, displayed: Sequence[int], rules: RuleSet, *, dublees: bool
) -> Sequence[NumberedSets]:
    """Every show by sets, and with ``dublees`` every show by dublees, as the two functions below give them."""
    hand = word(counts)
    once, twice, thrice = masks(hand)
    found: Sequence[NumberedSets] = ()
    if most_primary_sets(once, twice, thrice, rules) + len(displayed) >= SETS_TO_SHOW:
        found = _shows_by_sets(hand, once, thrice, displayed, rules)
    if dublees and twice.bit_count() + len(displayed) >= DUBLEES_TO_SHOW:
        found = (*found, *shows_by_dublees(counts, displayed, rules))
    return found


Listing = tuple[int, Sequence[tuple[NumberedSets, int]]]
"""A hand without displayed tunnels as a word, and each of its shows with its cards as a word."""

NOTHING_LISTED: Final[Listing] = (0, ())
"""No cards make no show."""


def shows_from(before: Listing, counts: Counts, rules: RuleSet, *, dublees: bool) -> Listing:
    """The shows of :func:`primary_shows`, without displayed tunnels, from those of the hand of a turn ago.

    Where one card came that can be in no show, they are the shows from before that can still be made.
    """
    hand = word(counts)
    more = GUARD & ~((before[0] | GUARD) - hand)
    if more & more - 1 or (
        more and _may_be_in_show(more.bit_length() // FIELD - 1, counts, hand, rules, dublees)
    ):
        found = primary_shows(counts, (), rules, dublees=dublees)
        return hand, [(sets, sum(map(word_of, sets))) for sets in found]
    return hand, before[1] and [show for show in before[1] if ((hand | GUARD) - show[1]) & GUARD == GUARD]


def _may_be_in_show(face: int, counts: Counts, hand: int, rules: RuleSet, dublees: bool) -> bool:
    for one, other in _BESIDE[rules.ace_high_sequence][face]:
        if counts[one] and counts[other]:
            return True
    if counts[face] >= 3 or (counts[_MASTER] and _master_helps(rules)):
        return True
    return dublees and counts[face] == 2 and (hand >> 1 & ONES).bit_count() >= DUBLEES_TO_SHOW


def shows_by_sets(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> Sequence[NumberedSets]:
    """Every three disjoint primary sets, displayed tunnels among them (SHOW-01, SHOW-02), each choice once.

    ``counts`` are the free cards; ``displayed`` has one face a displayed tunnel, used whole or not at all.
    """
    hand = word(counts)
    once, _, thrice = masks(hand)
    return _shows_by_sets(hand, once, thrice, displayed, rules)


def _shows_by_sets(
    hand: int, once: int, thrice: int, displayed: Sequence[int], rules: RuleSet
) -> list[NumberedSets]:
    jokers, master = rules.putali_tunnel_primary, bool(once & UNITS[_MASTER]) and _master_helps(rules)
    free = _primary_sets(once, thrice, is_exact(rules), rules.ace_high_sequence, jokers, master)
    shows = _disjoint(free, hand | GUARD, SETS_TO_SHOW)
    lent = [face for face in displayed if face != _JOKER or jokers]
    for number in range(1, min(len(lent), SETS_TO_SHOW) + 1):
        for used in combinations(lent, number):
            tunnels = tuple((face,) * 3 for face in used)
            shows += [(*tunnels, *rest) for rest in _disjoint(free, hand | GUARD, SETS_TO_SHOW - number)]
    return shows


def shows_by_dublees(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> Iterator[NumberedSets]:
    """Every seven dublees of seven faces (SHOW-05, DUB-02); a displayed tunnel lends one pair (TUN-05)."""
    for faces in combinations(paired(counts, displayed, rules), DUBLEES_TO_SHOW):
        yield tuple((face, face) for face in faces)


def can_show_by_sets(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> bool:
    """Whether there are three disjoint primary sets."""
    return len(shows_by_sets(counts, displayed, rules)) > 0


def can_show_by_dublees(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> bool:
    """Whether there are seven dublees; how many may play dublee is not asked (DUB-03)."""
    return len(paired(counts, displayed, rules)) >= DUBLEES_TO_SHOW


def most_primary_sets(once: int, twice: int, thrice: int, rules: RuleSet) -> int:
    """So many disjoint primary sets at most."""
    starts = sequence_starts(once, rules.ace_high_sequence)
    tunnels = (thrice & NATURAL).bit_count()
    if once > NATURAL:
        tunnels += rules.putali_tunnel_primary and thrice & UNITS[_JOKER] > 0
        tunnels += _master_helps(rules) and once & UNITS[_MASTER] > 0
    bound = tunnels + starts.bit_count()
    if bound < SETS_TO_SHOW and not twice & twice >> FIELD:
        return bound  # no sequence is there twice
    whole = in_sequences(once, ace_high=rules.ace_high_sequence)
    if not whole & twice:
        most = 0
        while starts:  # the lowest sequence of a suit is no worse than one that overlaps it
            most += 1
            lowest = starts & -starts
            starts &= ~(lowest | lowest * _THREE & ~ALL_SUITS)  # behind a king the ace of the next suit stands
        return tunnels + most
    for mask in _SUITS:
        held = whole & mask
        tunnels += (held.bit_count() + (held & twice).bit_count() + (held & thrice).bit_count()) // 3
    return tunnels


def paired(counts: Counts, displayed: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """The faces that give a dublee each (DUB-02, DUB-04)."""
    faces = [face for face in range(52) if counts[face] >= 2 or face in displayed]
    joker_pair = counts[_JOKER] >= 2 or _JOKER in displayed
    if joker_pair and rules.joker_pair_dublee is not JokerPairDublee.OFF:
        faces.append(_JOKER)
    return tuple(faces)


def _disjoint(sets: Sequence[PrimarySet], hand: int, number: int) -> list[NumberedSets]:
    """Every choice of so many sets, in their order and with repetition, that the hand's cards make at once.

    Each of the ``sets`` alone can be made of the hand.
    """
    if number == 0:
        return [()]
    if number == 1:
        return [(cards.faces,) for cards in sets]
    found: list[NumberedSets] = []
    for index, cards in enumerate(sets):
        left = hand - cards.word
        if number == 2:
            for other in sets[index:]:
                if (left - other.word) & GUARD == GUARD:
                    found.append((cards.faces, other.faces))
            continue
        others = [other for other in sets[index:] if (left - other.word) & GUARD == GUARD]
        if others:
            found += [(cards.faces, *rest) for rest in _disjoint(others, left, number - 1)]
    return found
