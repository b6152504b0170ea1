"""Whether the cards of a record come from the shuffle it claims: the deal done again and compared."""

from collections.abc import Iterator

from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM
from marriage_analysis.findings import Finding
from marriage_analysis.games.marriage.engine.dealing import deal_cards
from marriage_analysis.games.marriage.engine.position import Deal
from marriage_analysis.games.marriage.engine.replay import read_deal
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.shuffle_claims import Lot, differences, not_checked


def check_shuffle(parts: MarriageParts, *, seats: int, dealer: int | None) -> tuple[Finding, ...] | None:
    """What is wrong with the claimed shuffle; None where none is claimed, nothing found where it holds.

    Cards that the record does not tell are not compared; hands are compared as sets of cards. Where the
    dealer is not noted, the claim holds if it does for some dealer. Raises ``CountError`` for a number of
    seats that cannot be dealt to, and for a dealer who sits nowhere.
    """
    shuffle = None if parts.deal is None else parts.deal.shuffle
    if shuffle is None:
        return None
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if shuffle.algorithm != SHUFFLE_ALGORITHM:
        return (not_checked(f"the way to shuffle {shuffle.algorithm!r} is not known here", shuffle.algorithm),)
    if rules is None:
        return (not_checked("the rules are not known, so neither is which cards were shuffled"),)
    told = read_deal(parts, seats=seats)
    found: tuple[Finding, ...] = ()
    for who in range(seats) if dealer is None else (dealer,):
        made = deal_cards(rules, seats=seats, dealer=who, seed=shuffle.seed)
        found = tuple(differences(_lots(told), _lots(made), rule="DEAL-02"))
        if not found:
            break
    return found


def _lots(deal: Deal) -> Iterator[Lot]:
    for seat, hand in enumerate(deal.hands):
        yield Lot(f"the hand of seat {seat}", f"deal.hands[{seat}]", hand, seat=seat, in_order=False)
    yield Lot("the card turned up", "deal.upcard", None if deal.upcard is None else (deal.upcard,))
    yield Lot("the stock", "deal.stock", deal.stock)
