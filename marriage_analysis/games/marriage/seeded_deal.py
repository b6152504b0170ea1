"""The deal that a seed gives, as a record tells it: with the claim that it comes from that shuffle."""

from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.parts import Deal
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.shuffle_claims import Shuffle


def seeded_deal(rules: RuleSet, *, seats: int, dealer: int, seed: str) -> Deal:
    """Hands, turned-up card and stock (DEAL-02, DEAL-03); raises ``CountError`` as ``deal_cards`` does."""
    deal = deal_cards(rules, seats=seats, dealer=dealer, seed=seed)
    return Deal(
        hands=tuple(" ".join(map(str, hand or ())) for hand in deal.hands),
        upcard=str(deal.upcard),
        stock=" ".join(map(str, deal.stock or ())),
        shuffle=Shuffle(algorithm=SHUFFLE_ALGORITHM, seed=seed),
    )
