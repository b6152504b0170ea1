"""Draws a table of Marjolet as SVG, without any dependency: hands, open melds, the trick, stock and trumps.

What is not known lies face down. ``table_panels`` are the parts of the picture, ``table_svg`` the whole.
"""

from collections.abc import Sequence
from typing import Final

from marriage_analysis.games.card_pictures import CARD_WIDTH, card_symbols, use_card
from marriage_analysis.games.card_pictures import UNKNOWN as BACK_SIDE
from marriage_analysis.games.marjolet.engine.position import NOTHING, Phase
from marriage_analysis.games.marjolet.engine.state import State
from marriage_analysis.games.marjolet.pack import FACES, UNKNOWN
from marriage_analysis.games.marjolet.wording import (
    SUIT_SIGNS,
    card_words,
    hand_words,
    in_order,
    situation,
)
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

PANEL_WIDTH: Final = 600
_CENTRE_HEIGHT: Final = 150
_SEAT_HEIGHT: Final = 160
_GAP: Final = 10
_OPEN_LIFT: Final = 14
"""How much higher a card stands in the hand that lies open before its player."""


def table_svg(state: State, players: Sequence[str]) -> str:
    """The table as one SVG document, with all that is known."""
    centre, *seats = panels = table_panels(state, players)
    height = _CENTRE_HEIGHT + len(seats) * (_SEAT_HEIGHT + _GAP)
    parts = [placed(centre, 0, _SEAT_HEIGHT + _GAP)]
    for place, panel in enumerate(seats):
        parts.append(placed(panel, 0, place * (_SEAT_HEIGHT + _CENTRE_HEIGHT + 2 * _GAP)))
    label = ". ".join(panel.label for panel in panels)
    return document(PANEL_WIDTH, height, "".join(parts), label=label, symbols=card_symbols(used_cards(panels)))


def table_panels(state: State, players: Sequence[str]) -> tuple[Panel, ...]:
    """The middle of the table, then each seat's cards; ``players`` are the names, in the order of seats."""
    return (_centre(state, players), *(_seat(state, seat, name) for seat, name in enumerate(players)))


def _picture(number: int) -> int:
    return BACK_SIDE if number == UNKNOWN else FACES[number].index


def _seat(state: State, seat: int, name: str) -> Panel:
    is_next = state.to_act == seat
    shown = state.shown(seat)
    known, hidden = in_order(state.hands[seat]), state.hidden[seat]
    tricks = state.winners.count(seat)
    marks = [f"{state.points[seat]} points", f"{tricks} trick{'s' if tricks != 1 else ''}"]
    if state.dealer == seat:
        marks.append("dealer")
    head = (
        f'<rect x="1.5" y="1.5" width="{PANEL_WIDTH - 3}" height="{_SEAT_HEIGHT - 3}" rx="12" fill="{FELT}"'
        f' stroke="{GOLD if is_next else "none"}" stroke-width="3"/>'
        + text(18, 27, name, size=21, weight=700, room=270)
        + text(PANEL_WIDTH - 18, 26, " · ".join(marks), size=16, fill=QUIET, end=True)
    )
    step = CARD_WIDTH + 8
    cards = [(number, bool(shown >> number & 1)) for number in known] + [(UNKNOWN, False)] * hidden
    start = (PANEL_WIDTH - step * len(cards)) / 2
    drawn = "".join(
        use_card(_picture(number), start + step * place, 58 - (_OPEN_LIFT if is_open else 0))
        for place, (number, is_open) in enumerate(cards)
    )
    label = f"{name}, {', '.join(marks)}; holds {hand_words(state.hands[seat], hidden)}"
    if shown:
        label += f"; open {hand_words(shown)}"
    return Panel(label, PANEL_WIDTH, _SEAT_HEIGHT, head + drawn)


def _centre(state: State, names: Sequence[str]) -> Panel:
    now = situation(state, names)
    left = state.stock_left
    drawn = [
        f'<rect x="1.5" y="1.5" width="{PANEL_WIDTH - 3}" height="{_CENTRE_HEIGHT - 3}" rx="12"'
        f' fill="{FELT_LIGHT}"/>',
        text(300, 34, now, size=18, weight=700, fill=GOLD, room=290),
        text(300, 62, f"trumps {SUIT_SIGNS[state.trump]}", size=16, fill=WORDS),
    ]
    label = f"{now}; trumps {SUIT_SIGNS[state.trump]}"
    if left:
        drawn.append(use_card(_picture(state.faceup), 80, 34))
        layers = min(3, left - 1)
        drawn += [use_card(BACK_SIDE, 22 + 2 * layer, 34 - 2 * layer) for layer in range(layers)]
        drawn.append(text(80, 136, f"stock {left - 1}", size=13, fill=WORDS, middle=True))
        label += f"; stock {left - 1}, {card_words(state.faceup)} face up"
    played = _on_the_table(state)
    for place, number in enumerate(played):
        drawn.append(use_card(_picture(number), 180 + 50 * place, 34 + 8 * place))
    if played:
        label += f"; on the table {' '.join(map(card_words, played))}"
    return Panel(label, PANEL_WIDTH, _CENTRE_HEIGHT, "".join(drawn))


def _on_the_table(state: State) -> tuple[int, ...]:
    """The cards of the trick that is being played."""
    if state.phase is Phase.RESOLVE:
        return (state.led, state.reply)
    return () if state.led == NOTHING else (state.led,)
