"""What compiled games need of a rule set: its options, and tables worked out from it by the plain code."""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD, NATURAL_FACES, Face
from marriage_analysis.compiled.arrays import WordRows, Words
from marriage_analysis.compiled.marriage.planes import bit_of
from marriage_analysis.compiled.marriage.rule_words import rule_words
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.maal import tier
from marriage_analysis.games.marriage.readings import sequences
from marriage_analysis.games.marriage.rules.options import JokerPairDublee
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.wilds import CardRole, card_role, wild_faces

_ROLE_TIERS: Final = {
    CardRole.TIPLU: "tiplu_points",
    CardRole.POPLU: "poplu_points",
    CardRole.JHIPLU: "jhiplu_points",
    CardRole.ALTER: "alter_points",
    CardRole.PRINTED_JOKER: "putali_points",
}


class Rulebook(NamedTuple):
    """Tables of one rule set, by tiplu where they hang on it (row 52: before it is known).

    ``deck`` counts the copies of each face. ``wild`` are the wild natural faces as planes have them,
    ``wild_face`` tells it of each of the 54. ``worth`` is the maal of one card. ``pairs`` tells of each face
    whether with another such face it is an eighth dublee though they differ (DUB-04). ``shows`` are the primary
    sets of three cards in their order. ``worth_displaying`` tells which dealt tunnels players display.
    """

    words: Words
    deck: Words
    wild: Words
    wild_face: WordRows
    worth: WordRows
    pairs: WordRows
    shows: WordRows
    worth_displaying: Words


@lru_cache(maxsize=64)
def rulebook(rules: RuleSet) -> Rulebook:
    """The tables of a rule set."""
    tiplus: tuple[Face | None, ...] = (*NATURAL_FACES, None)
    wild = [frozenset[Face]() if tiplu is None else wild_faces(tiplu, rules) for tiplu in tiplus]
    worth_displaying = [1] * len(FACES)
    if rules.putali_points is None or not rules.tunnel_points.putali[0]:
        worth_displaying[JOKER.index] = 0
    return Rulebook(
        words=rule_words(rules),
        deck=np.array(deck(rules).cards.counts, dtype=np.int64),
        wild=np.array(
            [sum(bit_of(face.index) for face in faces if face.is_natural) for faces in wild], dtype=np.int64
        ),
        wild_face=np.array([[face in faces for face in FACES] for faces in wild], dtype=np.int64),
        worth=np.array([[_worth(face, tiplu, rules) for face in FACES] for tiplu in tiplus], dtype=np.int64),
        pairs=np.array([[_pairs(face, tiplu, rules) for face in FACES] for tiplu in tiplus], dtype=np.int64),
        shows=np.array(_primary_sets(rules), dtype=np.int64),
        worth_displaying=np.array(worth_displaying, dtype=np.int64),
    )


def _worth(face: Face, tiplu: Face | None, rules: RuleSet) -> int:
    if face == MASTER_CARD:
        return rules.master_card or 0
    if tiplu is None:
        return 0
    tiers = _ROLE_TIERS.get(card_role(face, tiplu=tiplu, rules=rules))
    return 0 if tiers is None else tier(getattr(rules, tiers), 1)


def _pairs(face: Face, tiplu: Face | None, rules: RuleSet) -> bool:
    if tiplu is None or face == MASTER_CARD:
        return False
    match rules.joker_pair_dublee:
        case JokerPairDublee.ORDINARY:
            return card_role(face, tiplu=tiplu, rules=rules) is CardRole.ORDINARY_JOKER
        case JokerPairDublee.ANY_WILD:
            return face in wild_faces(tiplu, rules)
        case _:
            return False


def _primary_sets(rules: RuleSet) -> list[tuple[int, ...]]:
    """The primary sets of three cards that there can be, in the order in which shows are looked at."""
    found: list[tuple[int, ...]] = [(face, face, face) for face in range(52)]
    if rules.putali_tunnel_primary and rules.putali == 3:
        found.append((JOKER.index,) * 3)
    with_master = rules.master_card_in_primary and rules.master_card is not None
    different: dict[tuple[int, ...], tuple[int, ...]] = {}
    for run in sequences(3, ace_high=rules.ace_high_sequence):
        low, middle, high = (face.index for face in run.faces)
        different.setdefault(tuple(sorted((low, middle, high))), (low, middle, high))
        if with_master:
            master = MASTER_CARD.index
            for cards in ((master, middle, high), (low, master, high), (low, middle, master)):
                different.setdefault(tuple(sorted(cards)), cards)
    return [*found, *different.values()]
