"""A table of Marriage between two turns, with the players' names: in words, as JSON values, as a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.games.card_pictures import card_symbols
from marriage_analysis.games.marriage.drawing import seen_hand, situation, table_panels, table_svg
from marriage_analysis.games.marriage.engine.position import NOBODY, NOT_CHOSEN, Phase
from marriage_analysis.games.marriage.engine.state import State
from marriage_analysis.games.marriage.wording import card_words, cards_words, sets_words
from marriage_analysis.games.playing import Panel


@dataclass(frozen=True, slots=True)
class MarriageTable:
    """What a state of the game shows; see :class:`marriage_analysis.games.playing.TableView`."""

    state: State
    players: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        """Stock, offered card and tiplu in one line; then what lies open, a line a seat."""
        state = self.state
        about = "" if state.is_stock_exact else "about "
        parts = [f"stock {about}{len(state.stock)}"]
        if state.pile and state.offered:
            parts.append(f"offered {card_words(state.pile[-1])}")
        elif state.phase is not Phase.OVER:
            parts.append("no card offered")
        if state.tiplu != NOT_CHOSEN:
            parts.append(f"tiplu {FACES[state.tiplu].glyph}" if state.tiplu >= 0 else "tiplu chosen, face down")
        parts.append(situation(state, self.players))
        lines = [" · ".join(parts)]
        for seat, name in enumerate(self.players):
            laid = self._laid(seat)
            if laid:
                lines.append(f"{name}: {'; '.join(laid)}")
        return tuple(lines)

    def hands(self) -> tuple[str, ...]:
        """The cards that lie in no set, known ones in order, and how many are not known."""
        width = max(map(len, self.players))
        return tuple(f"{name:<{width}}  {self._hand(seat)}" for seat, name in enumerate(self.players))

    def facts(self) -> Mapping[str, object]:
        """The table as JSON values; what is not known is null, a stock that is not exact is marked."""
        state = self.state
        return {
            "to_act": None if state.actor == NOBODY else state.actor,
            "awaits": state.phase.name.lower(),
            "stock": len(state.stock),
            "stock_is_exact": state.is_stock_exact,
            "offered": _text(state.pile[-1]) if state.offered and state.pile else None,
            "pile": len(state.pile),
            "tiplu": str(FACES[state.tiplu]) if state.tiplu >= 0 else None,
            "tiplu_chosen": state.tiplu != NOT_CHOSEN,
            "winner": None if state.winner == NOBODY else state.winner,
            "outcome": state.outcome.value if state.outcome else None,
            "seats": [self._seat(seat) for seat in range(state.seats)],
        }

    def panels(self) -> tuple[Panel, ...]:
        """The middle of the table and the seats, as pictures."""
        return tuple(table_panels(self.state, self.players))

    def symbols(self) -> str:
        """The pictures of all cards."""
        return card_symbols()

    def picture(self) -> str:
        """The whole table."""
        return table_svg(self.state, self.players)

    def _laid(self, seat: int) -> list[str]:
        state = self.state
        laid: list[str] = []
        if state.displayed[seat]:
            laid.append(f"tunnel {sets_words([(face,) * 3 for face in state.displayed[seat]])}")
        if state.shown[seat]:
            laid.append(f"shown {sets_words(state.shown[seat] or ())}")
        elif state.seen[seat]:
            laid.append("shown (cards not noted)")
        if state.spares[seat]:
            laid.append(f"spare {cards_words(state.spares[seat])}")
        if state.winner == seat:
            if state.finish_sets:
                laid.append(f"finish {sets_words(state.finish_sets)}")
            if state.last_discard >= 0:
                laid.append(f"thrown last {cards_words([state.last_discard])}")
        return laid

    def _hand(self, seat: int) -> str:
        known, hidden = seen_hand(self.state, seat)
        told = [cell for cell in hidden if cell.text != "??"]
        unknown = len(hidden) - len(told)
        parts = [cards_words([*known, *told])] if known or told else []
        if unknown:
            parts.append(f"{unknown} card{'s' if unknown != 1 else ''} not known")
        return " + ".join(parts) or "no card in the hand"

    def _seat(self, seat: int) -> dict[str, object]:
        state = self.state
        known, hidden = seen_hand(state, seat)
        shown = state.shown[seat]
        finish = state.finish_sets if state.winner == seat else None
        return {
            "player": self.players[seat],
            "hand": " ".join([*(str(FACES[face]) for face in known), *map(str, hidden)]),
            "tunnels": [str(FACES[face]) for face in state.tunnels[seat]],
            "shown": None if shown is None else _sets(shown),
            "finish": None if finish is None else _sets(finish),
            "seen": state.seen[seat],
            "route": route.value if (route := state.route[seat]) else None,
        }


def _text(card: int | Cell) -> str:
    return card.text if isinstance(card, Cell) else str(FACES[card]) if card >= 0 else "??"


def _sets(sets: Sequence[Sequence[int]]) -> str:
    return ",".join("".join(map(_text, cards)) for cards in sets)
