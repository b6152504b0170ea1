"""What one seat, or everybody at the table, saw of a recorded hand: a pure mask (record format, section 4).

Hides faces. Never adds, drops or reorders an entry or an event, so a turn is the same turn in every view.
Only hands, the stock and cards drawn from it are hidden: tricks, melds and the exchange lie open, and so do all
points.
"""

from dataclasses import replace

from marriage_analysis.cards.cell import CellList
from marriage_analysis.games.marjolet.engine.notation import EventKind, parse_entry
from marriage_analysis.games.marjolet.engine.position import HAND_SIZE, STOCK_SIZE
from marriage_analysis.games.marjolet.pack import UNKNOWN, text_of
from marriage_analysis.games.marjolet.parts import DealPart, MarjoletParts


def view_parts(parts: MarjoletParts, *, seat: int | None) -> MarjoletParts:
    """The parts as the seat saw them; ``seat`` None: as somebody who looks into nobody's hand."""
    deal, play = parts.deal, parts.play
    if deal is not None:
        deal = _masked_deal(deal, seat)
    if play is not None:
        play = tuple(_masked_entry(text, seat) for text in play)
    return replace(parts, deal=deal, play=play)


def _masked_deal(deal: DealPart, seat: int | None) -> DealPart:
    hands = deal.hands
    if hands is not None:
        hands = tuple(
            hand if owner == seat else _hidden(hand, usual=HAND_SIZE) for owner, hand in enumerate(hands)
        )
    return replace(deal, hands=hands, stock=_hidden(deal.stock, usual=STOCK_SIZE), shuffle=None)


def _hidden(cards: str | None, *, usual: int) -> str | None:
    """Cards that lie face down: not told, but for their number where it is not the usual one."""
    if cards is None:
        return None
    number = len(CellList.parse(cards))
    return None if number == usual else f"{number}*??"


def _masked_entry(text: str, seat: int | None) -> str:
    """The entry word for word as it was written, but for the faces of cards that another player drew."""
    seat_word, *words = text.split(" ")
    told = (
        f"s{text_of(UNKNOWN)}" if event.kind is EventKind.DRAW and event.seat != seat else word
        for event, word in zip(parse_entry(text).events, words, strict=True)
    )
    return " ".join((seat_word, *told))
