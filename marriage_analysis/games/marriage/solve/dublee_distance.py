"""How far a hand is from seven or eight dublees: the least number of cards to exchange (DUB-01..04)."""

from collections.abc import Collection, Iterator
from itertools import combinations_with_replacement
from typing import Final

from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, Face
from marriage_analysis.games.marriage.arrangements import DUBLEES_TO_FINISH, DUBLEES_TO_SHOW
from marriage_analysis.games.marriage.rules.options import JokerPairDublee
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.hands import Counts
from marriage_analysis.games.marriage.wilds import CardRole, card_role, wild_faces

_JOKER: Final = JOKER.index


def dublee_distance(
    counts: Counts,
    rules: RuleSet,
    *,
    dublees: int,
    tiplu: Face | None = None,
    laid: Collection[int] = (),
) -> int:
    """The least number of cards to exchange until the hand has so many dublees of different faces.

    ``counts`` are free cards; ``laid`` are faces of dublees that lie out, which count, and whose third copies
    do not. ``tiplu`` where the player has seen it: then an eighth dublee may be two jokers, under the options
    that say so. How many may play dublee (DUB-03) is not asked.

    >>> from marriage_analysis.cards.notation import parse_faces
    >>> from marriage_analysis.cards.multiset import Multiset
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> hand = Multiset.of(parse_faces("AS AS 2H 2H 3D 3D 4C 4C 5S 5S 6H 6H 6H 8D KC")).counts
    >>> dublee_distance(hand, rule_set("pagat"), dublees=7), dublee_distance(hand, rule_set("pagat"), dublees=8)
    (1, 2)
    """
    wanted = dublees - len(laid)
    least = _identical(counts, rules, wanted, laid)
    if dublees > DUBLEES_TO_SHOW and wanted > 0 and tiplu is not None:
        for used, lacking in _joker_pairs(counts, rules, tiplu):
            left = list(counts)
            for face in used:
                left[face] -= 1
            least = min(least, lacking + _identical(left, rules, wanted - 1, laid))
    return least


def _identical(counts: Counts, rules: RuleSet, wanted: int, laid: Collection[int]) -> int:
    """The same for pairs of one face: a single card lacks one, a face not held two."""
    faces = [face for face in _pairing(rules) if face not in laid]
    pairs = sum(counts[face] >= 2 for face in faces)
    singles = sum(counts[face] == 1 for face in faces)
    missing = max(wanted - pairs, 0)
    return missing + max(missing - singles, 0)


def _joker_pairs(counts: Counts, rules: RuleSet, tiplu: Face) -> Iterator[tuple[tuple[int, ...], int]]:
    """Jokers that can be a dublee of two different faces: the cards used of the hand, and how many come in."""
    match rules.joker_pair_dublee:
        case JokerPairDublee.ANY_WILD:
            faces = wild_faces(tiplu, rules) - {MASTER_CARD}
        case JokerPairDublee.ORDINARY:
            roles = {face: card_role(face, tiplu=tiplu, rules=rules) for face in FACES}
            faces = {face for face, role in roles.items() if role is CardRole.ORDINARY_JOKER}
        case _:
            return
    held = sorted(face.index for face in faces if counts[face.index])
    yield (), 2
    for face in held:
        yield (face,), 1
    for pair in combinations_with_replacement(held, 2):
        if pair[0] != pair[1] or counts[pair[0]] > 1:
            yield pair, 0


def eight_dublees(
    counts: Counts, rules: RuleSet, *, tiplu: Face, laid: Collection[int] = ()
) -> tuple[tuple[int, int], ...] | None:
    """Dublees that make eight with the ``laid`` ones, pairs of one face first; None where there are none."""
    wanted = DUBLEES_TO_FINISH - len(laid)
    pairs = _held_pairs(counts, rules, laid)
    if len(pairs) >= wanted:
        return tuple(pairs[:wanted])
    for used, lacking in _joker_pairs(counts, rules, tiplu):
        if lacking == 0:
            left = list(counts)
            for face in used:
                left[face] -= 1
            pairs = _held_pairs(left, rules, laid)
            if len(pairs) >= wanted - 1:
                return (*pairs[: wanted - 1], (used[0], used[1]))
    return None


def _held_pairs(counts: Counts, rules: RuleSet, laid: Collection[int]) -> list[tuple[int, int]]:
    return [(face, face) for face in _pairing(rules) if face not in laid and counts[face] >= 2]


def _pairing(rules: RuleSet) -> range:
    """The faces of which two are a dublee (DUB-02, DUB-04)."""
    jokers = rules.joker_pair_dublee is not JokerPairDublee.OFF and rules.putali >= 2
    return range(_JOKER + 1 if jokers else _JOKER)
