"""The deal that a seed gives, as a record tells it, and whether a record's cards come from its seed."""

from collections.abc import Iterator

from marriage_analysis.cards.cell import Cell, CellList
from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM
from marriage_analysis.findings import Finding
from marriage_analysis.games.marjolet.engine.dealing import PACKET, deal_cards, deal_text
from marriage_analysis.games.marjolet.parts import SEATS, DealPart, MarjoletParts
from marriage_analysis.games.shuffle_claims import Lot, Shuffle, differences, not_checked


def seeded_deal(*, seats: int, dealer: int, seed: str) -> DealPart:
    """Hands in packets of three, turn-up and stock (MJ-D2); raises ``CountError`` as ``deal_cards`` does."""
    deal = deal_cards(seats=seats, dealer=dealer, seed=seed)
    return DealPart(
        packet=PACKET,
        hands=tuple(deal_text(hand or ()) for hand in deal.hands),
        turnup=deal_text((deal.turnup,)),
        stock=deal_text(deal.stock or ()),
        shuffle=Shuffle(algorithm=SHUFFLE_ALGORITHM, seed=seed),
    )


def check_shuffle(parts: MarjoletParts, *, seats: int, dealer: int | None) -> tuple[Finding, ...] | None:
    """What is wrong with the claimed shuffle; None where none is claimed, nothing found where it holds.

    Where dealer or packet are not noted, the claim holds if it does for some. Raises ``CountError`` for
    another number of seats than two, and for a dealer who sits nowhere.
    """
    deal = parts.deal
    shuffle = None if deal is None else deal.shuffle
    if deal is None or shuffle is None:
        return None
    if shuffle.algorithm != SHUFFLE_ALGORITHM:
        return (not_checked(f"the way to shuffle {shuffle.algorithm!r} is not known here", shuffle.algorithm),)
    found: tuple[Finding, ...] = ()
    for who in range(SEATS) if dealer is None else (dealer,):
        for packet in (3, 2) if deal.packet is None else (deal.packet,):
            made = deal_cards(seats=seats, dealer=who, seed=shuffle.seed, packet=packet)
            dealt = DealPart(
                hands=tuple(deal_text(hand or ()) for hand in made.hands),
                turnup=deal_text((made.turnup,)),
                stock=deal_text(made.stock or ()),
            )
            found = tuple(differences(_lots(deal), _lots(dealt), rule="MJ-D2"))
            if not found:
                return ()
    return found


def _lots(deal: DealPart) -> Iterator[Lot]:
    for seat, hand in enumerate(deal.hands or ()):
        # In the kept form hands stand in canonical order, so they are compared as sets of cards.
        yield Lot(f"the hand of seat {seat}", f"deal.hands[{seat}]", _cells(hand), seat=seat, in_order=False)
    yield Lot("the card turned up", "deal.turnup", _cells(deal.turnup))
    yield Lot("the stock", "deal.stock", _cells(deal.stock))


def _cells(cards: str | None) -> tuple[Cell, ...] | None:
    if cards is None:
        return None
    return tuple(cell for count, cell in CellList.parse(cards).runs for _ in range(count))
