"""All the cards that a player has not shown in sets: which card may be left over, and one way to do it."""

from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.finish import Finishes
from marriage_analysis.games.marriage.solve.hands import Counts, NumberedSets
from marriage_analysis.games.marriage.solve.placing import Cards, Placing, completed


def finishing_discards(counts: Counts, wild: frozenset[int], rules: RuleSet) -> tuple[int, ...]:
    """The faces, ascending, of which one copy can be thrown so that all the other cards go into sets (FIN-01).

    ``counts`` are the cards of a player who has seen that are not laid yet, whatever their number is.

    >>> from marriage_analysis.cards.notation import parse_faces
    >>> from marriage_analysis.cards.multiset import Multiset
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> hand = Multiset.of(parse_faces("AS 2S 3S 4S 7H 7D JC")).counts
    >>> finishing_discards(hand, frozenset({50, 49, 48, 36}), rule_set("pagat"))  # the jack is wild
    (0, 3)
    """
    return Finishes(counts, wild, rules, pure=0).discards()


def arrange_all(counts: Counts, wild: frozenset[int], rules: RuleSet) -> NumberedSets | None:
    """All the cards in sets of a player who has seen (FIN-01), or None where that cannot be.

    Gives one arrangement, always the same for the same cards; no cards give no sets.
    """
    cards = Cards(counts, wild, rules)
    if cards.is_hopeless(thrown=0):
        return None
    groups = Placing(cards).goes(cards.wilds)
    if groups is None:
        return None
    supply = [face for face in sorted(wild) for _ in range(counts[face])]
    return completed(groups, supply, exact=cards.exact)
