"""The cards a game of Marriage is played with, and whether some cards can lie together at all."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.cards.pack import Pack
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.verdict import Verdict, no_set


@lru_cache(maxsize=256)
def deck(rules: RuleSet) -> Pack:
    """Three packs of 52, the printed jokers and the master card of these rules (DECK-01..03).

    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> deck(rule_set("pagat")).size, deck(rule_set("house-app")).size
    (156, 159)
    """
    return Pack(packs=3, jokers=rules.putali, master_cards=0 if rules.master_card is None else 1)


def cannot_lie_together(cards: Iterable[Face], *, rules: RuleSet, tiplu: Face | None = None) -> Verdict | None:
    """Why these cards cannot all be in one hand, or None where they can.

    Looks at the copies in the deck (DECK-01..03); with a tiplu, also at its copy that lies apart (SHOW-12).
    """
    pack = deck(rules)
    held = Counter(cards)
    for face, count in held.items():
        if count <= pack.packs and face.is_natural:
            continue
        copies = pack.copies(face)
        if count <= copies:
            continue
        if face == JOKER:
            how_many = "no printed jokers" if not copies else f"only {copies} printed joker{'s' * (copies > 1)}"
            return no_set("DECK-02", f"There are {how_many} in the deck under these rules.")
        if face == MASTER_CARD:
            how_many = "only one master card" if copies else "no master card"
            return no_set("DECK-03", f"There is {how_many} in the deck under these rules.")
        return no_set("DECK-01", f"{count} cards {face} cannot be: only three copies of a face exist.")
    if tiplu is not None and held[tiplu] > 2:
        return no_set(
            "SHOW-12",
            f"Three cards {tiplu} cannot be in a hand: {tiplu} is the tiplu, and its third copy lies apart.",
        )
    return None
