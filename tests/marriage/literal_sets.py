"""What a set is, by substitution and nothing else: the slow definition the recogniser is held against.

Every wild card is replaced by every natural face or keeps its own; the result must be in the list of all
natural sequences and trials, or, with nothing replaced, be a tunnel. Shares no code with the recogniser
but faces and the rule set.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
NATURAL = [rank + suit for suit in SUITS for rank in RANKS]
LONGEST = 13


def literal_wilds(tiplu: str, rules: RuleSet) -> frozenset[str]:
    """The wild faces, written out from WILD-01."""
    rank, suit = tiplu
    place = RANKS.index(rank)
    wild = {rank + other for other in SUITS} | {RANKS[place - 1] + suit, RANKS[(place + 1) % 13] + suit}
    if rules.putali:
        wild.add("JK")
    if rules.master_card is not None:
        wild.add("MC")
    return frozenset(wild)


@cache
def natural_sequences(ace_high: bool) -> frozenset[tuple[str, ...]]:
    """All natural sequences of 3 to 13 cards, each sorted."""
    found: set[tuple[str, ...]] = set()
    for suit in SUITS:
        for line in (RANKS, RANKS[1:] + "A") if ace_high else (RANKS,):
            for low in range(13):
                for high in range(low + 3, 14):
                    found.add(tuple(sorted(rank + suit for rank in line[low:high])))
    return frozenset(found)


@cache
def natural_trials() -> frozenset[tuple[str, ...]]:
    """All natural trials of 3 and 4 cards, each sorted."""
    return frozenset(
        tuple(sorted(rank + suit for suit in suits))
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    )


def substitutions(cards: Sequence[str], wild: frozenset[str]) -> frozenset[tuple[str, ...]]:
    """Every sorted row of faces the cards can be read as: each wild as it is, and as each natural face."""
    rows: set[tuple[str, ...]] = {()}
    for card in cards:
        faces = {card, *NATURAL} if card in wild else {card}
        rows = {tuple(sorted((*row, face))) for row in rows for face in faces}
    return frozenset(rows)


def fits(
    cards: Sequence[str], wild: frozenset[str], natural_sets: Mapping[int, Sequence[frozenset[str]]]
) -> bool:
    """Whether some substitution is one of these natural sets, found from the sets' side.

    Natural sequences and trials hold a face once, and a wild may be anything: so one of the same size is
    reached exactly when the plain cards are different and all in it.
    """
    plain = [card for card in cards if card not in wild]
    different = set(plain)
    return len(different) == len(plain) and any(
        different <= faces for faces in natural_sets.get(len(cards), ())
    )


@cache
def by_length(*, ace_high: bool, trials: bool) -> Mapping[int, Sequence[frozenset[str]]]:
    """All natural sequences, with the trials if wanted, by the number of their cards."""
    rows = natural_sequences(ace_high)
    if trials:
        rows |= natural_trials()
    return {length: [frozenset(row) for row in rows if len(row) == length] for length in range(3, 14)}


def copies(face: str, *, rules: RuleSet, tiplu: str | None) -> int:
    """How many cards of that face a hand can hold."""
    if face == "JK":
        return rules.putali
    if face == "MC":
        return 0 if rules.master_card is None else 1
    return 2 if face == tiplu else 3


def can_be_held(cards: Sequence[str], *, rules: RuleSet, tiplu: str | None) -> bool:
    """Whether a hand can hold all these cards."""
    return all(count <= copies(face, rules=rules, tiplu=tiplu) for face, count in Counter(cards).items())


def is_literal_primary(cards: Sequence[str], *, rules: RuleSet, tiplu: str | None) -> bool:
    """A tunnel or a natural sequence, the master card standing in where the rules let it (COMB-14)."""
    if not can_be_held(cards, rules=rules, tiplu=tiplu) or not _has_a_length(cards, rules):
        return False
    if len(cards) == 3 and len(set(cards)) == 1:
        return cards[0] in NATURAL or (cards[0] == "JK" and rules.putali_tunnel_primary)
    free = frozenset({"MC"}) if rules.master_card_in_primary else frozenset[str]()
    return fits(cards, free, by_length(ace_high=rules.ace_high_sequence, trials=False))


def is_literal_set(cards: Sequence[str], *, rules: RuleSet, tiplu: str | None) -> bool:
    """Whether three cards or more are any set for an owner who has seen ``tiplu``, or has not (None)."""
    if not can_be_held(cards, rules=rules, tiplu=tiplu) or not _has_a_length(cards, rules):
        return False
    if len(cards) == 3 and len(set(cards)) == 1 and cards[0] != "MC":
        return True
    if is_literal_primary(cards, rules=rules, tiplu=tiplu):
        return True
    wild = frozenset[str]() if tiplu is None else literal_wilds(tiplu, rules)
    return fits(cards, wild, by_length(ace_high=rules.ace_high_sequence, trials=True))


def _has_a_length(cards: Sequence[str], rules: RuleSet) -> bool:
    return len(cards) == 3 if rules.set_length is SetLength.EXACT3 else 3 <= len(cards) <= LONGEST


def faces_of(cards: Iterable[str]) -> tuple[Face, ...]:
    """The faces with these texts."""
    by_text = {str(face): face for face in FACES}
    return tuple(by_text[card] for card in cards)
