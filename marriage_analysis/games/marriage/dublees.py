"""Dublees: two identical cards, and the joker pairs that some tables take for one (DUB-02, DUB-04)."""

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.games.marriage.rules.options import JokerPairDublee
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.verdict import SetKind, Verdict, no_set
from marriage_analysis.games.marriage.wilds import CardRole, card_role, wild_faces


def recognise_dublee(pair: tuple[Face, Face], *, rules: RuleSet, tiplu: Face | None = None) -> Verdict:
    """Whether two cards are a dublee for an owner who has seen ``tiplu``, or has not seen (None).

    A pair of two different wilds is no primary dublee: it counts after seeing only, so as the eighth.
    Not checked: the copies in the deck, and how many may play dublee (DUB-03).
    """
    first, second = pair
    if first == second == JOKER:
        if rules.joker_pair_dublee is JokerPairDublee.OFF:
            return no_set("DUB-04", "Two printed jokers are no dublee under these rules.")
        return _dublee("DUB-04", "Two printed jokers are a dublee under these rules.", is_primary=True)
    if MASTER_CARD in pair:
        return no_set("DUB-02", "The master card never makes a dublee.")
    if first == second:
        return _dublee("DUB-02", f"Two identical cards {first} are a dublee.", is_primary=True)
    if tiplu is not None:
        if rules.joker_pair_dublee is JokerPairDublee.ORDINARY and all(
            card_role(face, tiplu=tiplu, rules=rules) is CardRole.ORDINARY_JOKER for face in pair
        ):
            return _dublee("DUB-04", "Two ordinary jokers are a dublee under these rules.", is_primary=False)
        if rules.joker_pair_dublee is JokerPairDublee.ANY_WILD and wild_faces(tiplu, rules).issuperset(pair):
            return _dublee("DUB-04", "Two wild cards are a dublee under these rules.", is_primary=False)
        if not wild_faces(tiplu, rules).isdisjoint(pair):
            return no_set("DUB-02", "A dublee is two identical cards; a wild card does not help to make one.")
    return no_set("DUB-02", "Two different cards are no dublee: a dublee is two identical cards.")


def _dublee(rule: str, reason: str, *, is_primary: bool) -> Verdict:
    return Verdict(valid=True, reason=reason, rule=rule, kind=SetKind.DUBLEE, is_primary=is_primary)
