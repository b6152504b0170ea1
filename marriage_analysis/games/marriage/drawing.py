"""Draws a table of Marriage as SVG, without any dependency: hands, what lies out, stock, offered card, tiplu.

What is not known lies face down. ``panels`` are the parts of the picture, ``table_svg`` the whole; one card or
sets of cards alone are drawn by ``cards_svg`` and ``sets_svg``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.card_pictures import (
    CARD_HEIGHT,
    CARD_WIDTH,
    card_symbols,
    use_card,
)
from marriage_analysis.games.marriage.engine.events import UNKNOWN, UNKNOWN_CARD
from marriage_analysis.games.marriage.engine.position import NOBODY, NOT_CHOSEN, Outcome, Phase
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.wording import cards_words, sets_words
from marriage_analysis.games.playing import Panel
from marriage_analysis.games.svg import (
    FELT,
    FELT_LIGHT,
    GOLD,
    QUIET,
    WORDS,
    document,
    placed,
    text,
    used_cards,
)

if TYPE_CHECKING:
    from marriage_analysis.games.marriage.engine.state import State

Cards = Sequence[int | Cell]
"""Cards by face number (``UNKNOWN``: face down) or as cells."""

PANEL_WIDTH: Final = 600
_CENTRE_HEIGHT: Final = 150
_SEAT_HEIGHT: Final = 216
_GAP: Final = 10
_MARGIN: Final = 14
_LAID_SCALE: Final = 0.66
_LAST: Final = "last"


def cards_svg(cards: Cards, *, height: int = 120) -> str:
    """Cards side by side as one SVG document; a card is so high."""
    return _row_svg([cards], step=CARD_WIDTH + 6, height=height, label=cards_words(cards))


def sets_svg(sets: Sequence[Cards], *, height: int = 120) -> str:
    """Sets of cards, each fanned out, as one SVG document."""
    return _row_svg(sets, step=24, height=height, label=sets_words(sets))


def table_svg(state: "State", players: Sequence[str] | None = None, *, viewer: int | None = None) -> str:
    """The table as one SVG document; ``viewer``: as that seat sees it, else with all that is known."""
    centre, *seats = panels = table_panels(state, players, viewer=viewer)
    columns = 1 if len(seats) <= 3 else 2
    rows = -(-len(seats) // columns)
    width = columns * PANEL_WIDTH + (columns - 1) * _GAP
    height = _CENTRE_HEIGHT + rows * (_SEAT_HEIGHT + _GAP)
    parts = [placed(centre, (width - PANEL_WIDTH) // 2, 0)]
    for place, panel in enumerate(seats):
        x = (place % columns) * (PANEL_WIDTH + _GAP)
        parts.append(placed(panel, x, _CENTRE_HEIGHT + _GAP + (place // columns) * (_SEAT_HEIGHT + _GAP)))
    label = ". ".join(panel.label for panel in panels)
    return document(width, height, "".join(parts), label=label, symbols=card_symbols(used_cards(panels)))


def table_panels(
    state: "State", players: Sequence[str] | None = None, *, viewer: int | None = None
) -> list[Panel]:
    """The middle of the table, then each seat's cards. ``players`` are their names, in the order of seats."""
    names = players or [f"Seat {seat}" for seat in range(state.seats)]
    sight = _Sight(state, viewer)
    return [_centre(sight, names), *(_seat(sight, seat, names) for seat in range(state.seats))]


@dataclass(frozen=True, slots=True)
class _Sight:
    """A state and who looks at it; None: somebody who may see every card that is known."""

    state: "State"
    viewer: int | None

    @property
    def tiplu(self) -> int:
        """The tiplu where the viewer knows it, UNKNOWN, or NOT_CHOSEN."""
        state = self.state
        if self.viewer is None or state.tiplu < 0 or state.rules.open_maal or state.phase is Phase.OVER:
            return state.tiplu
        waits = state.phase is Phase.SEE and state.actor == self.viewer
        return state.tiplu if state.seen[self.viewer] and not waits else UNKNOWN

    def hand(self, seat: int) -> tuple[list[int], list[Cell]]:
        """The free cards of a seat: known ones in the canonical order, and the others."""
        known, hidden = seen_hand(self.state, seat)
        if self.viewer in (None, seat) or self.state.phase is Phase.OVER:
            return known, hidden
        return [], [UNKNOWN_CARD] * (len(known) + len(hidden))


def seen_hand(state: "State", seat: int) -> tuple[list[int], list[Cell]]:
    """The free cards of a seat as far as the state tells: faces in the canonical order, and cells.

    A card that left the hand unseen is taken off the cells of which nothing is known, else off the end.
    """
    known = [face for face, count in enumerate(state.free[seat]) for _ in range(count)]
    hidden = list(state.hidden[seat])
    for _ in range(min(state.gone[seat], len(hidden))):
        hidden.pop(hidden.index(UNKNOWN_CARD) if UNKNOWN_CARD in hidden else -1)
    return known, hidden


def _seat(sight: _Sight, seat: int, names: Sequence[str]) -> Panel:
    state = sight.state
    known, hidden = sight.hand(seat)
    laid = _laid(state, seat)
    size = (
        len(known) + len(hidden) + sum(len(cards) for words, sets in laid for cards in sets if words != _LAST)
    )
    is_next = state.actor == seat and state.phase is not Phase.OVER
    won = state.winner == seat
    marks = [f"{size} cards"]
    if state.dealer == seat:
        marks.append("dealer")
    if state.seen[seat]:
        marks.append("dublees" if state.route[seat] is Route.DUBLEES else "has seen")
    now = "finished" if won else f"to play: {_awaits(state)}" if is_next else ""
    edge = GOLD if is_next or won else "none"
    head = (
        f'<rect x="1.5" y="1.5" width="{PANEL_WIDTH - 3}" height="{_SEAT_HEIGHT - 3}" rx="12" fill="{FELT}"'
        f' stroke="{edge}" stroke-width="3"/>'
        + text(_MARGIN + 4, 27, names[seat], size=21, weight=700, room=270)
        + text(PANEL_WIDTH - _MARGIN - 4, 26, " · ".join(marks), size=16, fill=QUIET, end=True)
    )
    if now:
        head += text(PANEL_WIDTH / 2 - 20, 26, now, size=16, fill=GOLD, weight=700, middle=True)
    label = f"{names[seat]}, {', '.join(marks)}{', ' + now if now else ''}"
    if known:
        label += f"; holds {cards_words(known)}"
    for words, sets in laid:
        label += f"; {words} {sets_words(sets)}"
    return Panel(label, PANEL_WIDTH, _SEAT_HEIGHT, head + _fan(known, hidden) + _laid_row(laid))


def _fan(known: Sequence[int], hidden: Sequence[Cell]) -> str:
    """The hand: suits a little apart, cards over one another; what is not known at the end."""
    room = PANEL_WIDTH - 2 * _MARGIN
    apart, narrow = 9.0, 9.0
    step = min(30.0, max(20.5, (room - CARD_WIDTH - 4 * apart) / max(len(known), 1)))
    places: list[tuple[float, int | Cell]] = []
    x, suit = 0.0, None
    for face in known:
        if suit is not None and _suit(face) != suit:
            x += apart
        places.append((x, face))
        suit = _suit(face)
        x += step
    if known and hidden:
        x += apart
    for cell in hidden:
        places.append((x, cell))
        x += narrow if cell == UNKNOWN_CARD else step + 14
    if not places:
        return text(PANEL_WIDTH / 2, 90, "no card in the hand", size=14, fill=QUIET, middle=True)
    width = places[-1][0] + CARD_WIDTH
    scale = min(1.0, room / width)
    start = (PANEL_WIDTH - width * scale) / 2
    middle = width / 2
    drawn = "".join(
        use_card(card, x, _sag(x + CARD_WIDTH / 2 - middle), turn=(x + CARD_WIDTH / 2 - middle) / 70)
        for x, card in places
    )
    return f'<g transform="translate({start:.1f} 44) scale({scale:.3g})">{drawn}</g>'


def _sag(offset: float) -> float:
    """How much lower a card of the fan lies so far from its middle."""
    return round(offset * offset / 11_000, 1)


def _suit(face: int) -> int:
    return min(face // 13, 4)


def _laid(state: "State", seat: int) -> list[tuple[str, list[tuple[int, ...]]]]:
    """What lies open before a seat, with what it is."""
    parts: list[tuple[str, list[tuple[int, ...]]]] = [
        ("tunnels", [(face,) * 3 for face in state.displayed[seat]]),
        ("shown", list(state.shown[seat] or ())),
        ("spare", [(face,) for face in state.spares[seat]]),
    ]
    if state.winner == seat:
        parts.append(("finish", list(state.finish_sets or ())))
        parts.append((_LAST, [(state.last_discard,)] if state.phase is Phase.OVER else []))
    return [(words, sets) for words, sets in parts if sets]


def _laid_row(laid: Sequence[tuple[str, Sequence[Sequence[int]]]]) -> str:
    step, apart, between = 24.0, 12.0, 26.0
    x = 0.0
    drawn: list[str] = []
    for words, sets in laid:
        drawn.append(text(x + 2, -6, words, size=20, fill=QUIET))
        for cards in sets:
            drawn += [use_card(card, x + step * place, 0) for place, card in enumerate(cards)]
            x += step * (len(cards) - 1) + CARD_WIDTH + apart
        x += between - apart
    if not drawn:
        return ""
    width = x - between
    scale = min(_LAID_SCALE, (PANEL_WIDTH - 2 * _MARGIN) / width)
    return f'<g transform="translate({_MARGIN + 2} 154) scale({scale:.3g})">{"".join(drawn)}</g>'


def _centre(sight: _Sight, names: Sequence[str]) -> Panel:
    state = sight.state
    stock = len(state.stock)
    about = "" if state.is_stock_exact else "about "
    words = f"{about}{stock} cards" if stock != 1 else f"{about}1 card"
    drawn = [
        f'<rect x="1.5" y="1.5" width="{PANEL_WIDTH - 3}" height="{_CENTRE_HEIGHT - 3}" rx="12"'
        f' fill="{FELT_LIGHT}"/>',
        _heap(18, stock),
        text(52, 136, words, size=13, fill=WORDS, middle=True),
        text(52, 24, "stock", size=13, fill=QUIET, middle=True),
        _pile(state, 112),
        _tiplu(sight, 206),
    ]
    now = situation(state, names)
    drawn.append(text(300, 34, now, size=18, weight=700, fill=GOLD, room=290))
    wild = _wild(sight)
    if wild:
        drawn.append(text(300, 66, "wild in this game", size=13, fill=QUIET))
        cards = "".join(use_card(face, 46 * place, 0) for place, face in enumerate(wild))
        scale = min(0.62, 280 / (46 * len(wild) + 14))
        drawn.append(f'<g transform="translate(300 76) scale({scale:.3g})">{cards}</g>')
    label = f"{now}; stock {words}; {_pile_words(state)}; {_tiplu_words(sight)}"
    return Panel(label, PANEL_WIDTH, _CENTRE_HEIGHT, "".join(drawn))


def _heap(x: int, number: int) -> str:
    if number == 0:
        return _empty(x + 4)
    layers = min(3, number)
    return "".join(use_card(UNKNOWN, x + 4 + 2 * layer, 34 - 2 * layer) for layer in range(layers))


def _pile(state: "State", x: int) -> str:
    if not state.pile:
        return text(x + 30, 24, "pile", size=13, fill=QUIET, middle=True) + _empty(x)
    title = "offered" if state.offered else "not offered"
    edge = f'<rect x="{x + 3}" y="37" width="60" height="84" rx="5.5" fill="#d8d2c2" stroke="#8f887a"/>'
    top = use_card(state.pile[-1], x, 34)
    return (
        text(x + 32, 24, title, size=13, fill=WORDS if state.offered else QUIET, middle=True)
        + (edge if len(state.pile) > 1 else "")
        + (top if state.offered else f'<g opacity=".6">{top}</g>')
        + text(x + 32, 136, f"pile {len(state.pile)}", size=13, fill=WORDS, middle=True)
    )


def _tiplu(sight: _Sight, x: int) -> str:
    title = text(x + 30, 24, "tiplu", size=13, fill=QUIET, middle=True)
    tiplu = sight.tiplu
    if tiplu == NOT_CHOSEN:
        return title + _empty(x) + text(x + 30, 136, "not chosen", size=13, fill=QUIET, middle=True)
    known = "" if tiplu >= 0 else text(x + 30, 136, "not seen", size=13, fill=QUIET, middle=True)
    return title + use_card(tiplu, x, 34) + known


def _empty(x: int) -> str:
    return (
        f'<rect x="{x + 1}" y="35" width="58" height="82" rx="5.5" fill="none" stroke="{QUIET}"'
        ' stroke-dasharray="5 4"/>'
    )


def _wild(sight: _Sight) -> list[int]:
    if sight.tiplu < 0:
        return []
    return sorted(face for face in sight.state.wild if face != sight.tiplu)


def situation(state: "State", names: Sequence[str]) -> str:
    """What the table waits for, or how the game ended, in a few words."""
    if state.phase is Phase.OVER:
        if state.outcome is Outcome.DISMISSED or state.winner == NOBODY:
            return "the game is dismissed"
        how = " by dublees" if state.route[state.winner] is Route.DUBLEES else ""
        return f"{names[state.winner]} finished{how}"
    if state.actor == NOBODY:
        return f"now comes {state.phase.value}"
    return f"{names[state.actor]}: {_awaits(state)}"


def _awaits(state: "State") -> str:
    return {
        Phase.DRAW: "draw",
        Phase.PLAY: "show, finish or throw",
        Phase.CHOOSE: "pick the tiplu",
        Phase.SEE: "look at the tiplu",
        Phase.LAST_DISCARD: "throw the last card",
        Phase.RESHUFFLE: "reshuffle",
    }.get(state.phase, state.phase.value)


def _pile_words(state: "State") -> str:
    if not state.pile:
        return "no discard"
    return f"{'offered' if state.offered else 'not offered'} {cards_words(state.pile[-1:])}"


def _tiplu_words(sight: _Sight) -> str:
    if sight.tiplu == NOT_CHOSEN:
        return "tiplu not chosen"
    return "tiplu not seen" if sight.tiplu < 0 else f"tiplu {FACES[sight.tiplu].glyph}"


def _row_svg(groups: Sequence[Cards], *, step: int, height: int, label: str) -> str:
    x = 2
    drawn: list[str] = []
    for cards in groups:
        drawn += [use_card(card, x + step * place, 2) for place, card in enumerate(cards)]
        x += step * max(len(cards) - 1, 0) + CARD_WIDTH + 14
    width = max(x - 12, 4)
    total = CARD_HEIGHT + 4
    used = {_picture(card) for cards in groups for card in cards}
    symbols = card_symbols(used - {None})  # pyright: ignore[reportArgumentType]
    return document(width, total, "".join(drawn), label=label, symbols=symbols, shown=height / CARD_HEIGHT)


def _picture(card: int | Cell) -> int | None:
    if isinstance(card, int):
        return card
    return UNKNOWN if card == UNKNOWN_CARD else None if card.face is None else card.face.index
