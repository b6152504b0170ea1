"""What happens in a game, in card players' words: ``drew 5♠ from the stock``, ``threw Q♥``."""

from collections.abc import Sequence

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES, JOKER, MASTER_CARD
from marriage_analysis.games.marriage.engine.events import (
    Action,
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Sets,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.position import NOBODY
from marriage_analysis.games.marriage.parts import DhoosReason

FOULS = {
    DhoosReason.MAAL_THROW: "a wild card thrown to a player who has seen",
    DhoosReason.WRONG_SHOW: "a wrong show",
    DhoosReason.WRONG_FINISH: "a wrong finish",
}


def card_words(card: int | Cell) -> str:
    """A card for people: ``10♣``, ``5♥ or 6♥``, ``a 7``, ``a ♦``, ``a card``.

    >>> card_words(Cell("TC")), card_words(Cell("5H|6H")), card_words(Cell("7?")), card_words(Cell("??"))
    ('10♣', '5♥ or 6♥', 'a 7', 'a card')
    """
    if isinstance(card, int):
        return FACES[card].glyph if card >= 0 else "a card"
    if card.text == "??":
        return "a card"
    return " or ".join(map(_atom_words, card.text.split("|")))


def sets_words(sets: Sequence[Sequence[int | Cell]]) -> str:
    """Sets for people: ``3♠4♠5♠, 6♥6♥6♥``."""
    return ", ".join("".join(map(_sign, cards)) for cards in sets)


def cards_words(cards: Sequence[int | Cell]) -> str:
    """A row of cards for people."""
    return " ".join(map(_sign, cards))


def event_words(event: Event, *, seat: int) -> str:
    """What the player (or the table, ``NOBODY``) did."""
    match event:
        case Draw(Source.STOCK, card):
            return f"drew {card_words(card)} from the stock"
        case Draw(Source.PILE, card):
            return f"took the offered {_or(card, 'card')}"
        case Draw(_, card):
            return f"drew {card_words(card)} (from stock or pile was not noted)"
        case Discard(card):
            return f"threw {card_words(card)}"
        case DisplayTunnels(sets):
            return _laid("displayed the tunnel", "displayed a tunnel", sets)
        case Show(sets):
            return _laid("showed", "showed", sets)
        case Finish(()):
            return "finished"
        case Finish(sets):
            return _laid("finished with", "finished", sets)
        case BadShow(sets):
            return f"{_laid('showed wrongly', 'showed wrongly', sets)} and took the cards back"
        case BadFinish(sets):
            return f"{_laid('finished wrongly with', 'finished wrongly', sets)} and took the cards back"
        case ChooseTiplu():
            return _choice_words(event, seat)
        case SeeTiplu(card):
            return "looked at the tiplu" + (f" {card_words(card)}" if card.text != "??" else "")
        case Reshuffle(cards):
            number = "" if cards is None else f" of {len(cards)} cards"
            return f"shuffled the discards into a new stock{number}"
        case MissDraw():
            return "did not draw"
        case MissDiscard():
            return "did not throw a card"


def action_words(action: Action) -> str:
    """What a player may do, as one tells him: ``draw from the stock``, ``throw Q♥``."""
    match action:
        case Draw(Source.STOCK):
            return "draw from the stock"
        case Draw(_, card):
            return f"take the offered {_or(card, 'card')}"
        case Discard(card):
            return f"throw {card_words(card)}"
        case DisplayTunnels(sets):
            return f"display {sets_words(sets or ())}"
        case Show(sets):
            return f"show {sets_words(sets or ())}"
        case Finish(sets):
            return f"finish with {sets_words(sets)}" if sets else "finish"
        case ChooseTiplu(_, above):
            return f"pick the tiplu{_under(above)}"
        case SeeTiplu():
            return "look at the tiplu"


def _under(above: int | None) -> str:
    known = {None: "", 0: ", the top card of the stock", 1: ", under 1 card of the stock"}
    return known.get(above, f", under {above} cards of the stock")


def _choice_words(event: ChooseTiplu, seat: int) -> str:
    card = card_words(event.card)
    under = _under(event.above)
    if event.card.text in (str(JOKER), str(MASTER_CARD)):
        return f"picked {card}{under}, which cannot be the tiplu, and put it back"
    if seat == NOBODY:
        return f"turned up the tiplu {card}{under}"
    return f"picked the tiplu {_or(event.card, '').strip()}".rstrip() + under


def _laid(words: str, without: str, sets: Sets | None) -> str:
    return f"{without} (cards not noted)" if sets is None else f"{words} {sets_words(sets)}"


def _or(card: Cell, unknown: str) -> str:
    return unknown if card.text == "??" else card_words(card)


def _sign(card: int | Cell) -> str:
    if isinstance(card, int):
        return FACES[card].glyph if card >= 0 else "??"
    return card.text if card.face is None else card.face.glyph


def _atom_words(atom: str) -> str:
    face = Cell(atom).face
    if face is not None:
        return face.glyph
    rank, suit = atom
    if rank == "?":
        return "a " + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[suit]
    return ("an " if rank in "A8" else "a ") + rank.replace("T", "10")
