"""A table of Marjolet between two tricks, with the players' names: in words, as JSON values, as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass

from marriage_analysis.games.card_pictures import card_symbols
from marriage_analysis.games.marjolet.drawing import table_panels, table_svg
from marriage_analysis.games.marjolet.engine.position import NOBODY, Phase
from marriage_analysis.games.marjolet.engine.state import State
from marriage_analysis.games.marjolet.pack import hand_text, meld_text, text_of
from marriage_analysis.games.marjolet.wording import SUIT_SIGNS, card_words, hand_words, situation
from marriage_analysis.games.playing import Panel


@dataclass(frozen=True, slots=True)
class MarjoletTable:
    """What a state of the game shows; see :class:`marriage_analysis.games.playing.TableView`."""

    state: State
    players: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        """Trumps, stock and what comes next in one line; then what lies open and is scored, a line a seat."""
        state = self.state
        parts = [f"trumps {SUIT_SIGNS[state.trump]}"]
        if state.stock_left:
            parts.append(f"stock {state.stock_left - 1} and {card_words(state.faceup)}")
        parts.append(situation(state, self.players))
        lines = [" · ".join(parts)]
        for seat, name in enumerate(self.players):
            told = [f"{state.points[seat]} points"]
            shown = state.shown(seat)
            if shown:
                told.append(f"open {hand_words(shown)}")
            lines.append(f"{name}: {'; '.join(told)}")
        return tuple(lines)

    def hands(self) -> tuple[str, ...]:
        """What each player holds, and how many tricks each has won."""
        width = max(map(len, self.players))
        state = self.state
        return tuple(
            f"{name:<{width}}  {hand_words(state.hands[seat], state.hidden[seat])}"
            f"  ({state.winners.count(seat)} tricks)"
            for seat, name in enumerate(self.players)
        )

    def facts(self) -> Mapping[str, object]:
        """The table as JSON values; what is not known is null or ``??``."""
        state = self.state
        return {
            "to_act": None if state.to_act == NOBODY else state.to_act,
            "awaits": state.phase.value,
            "trick": state.trick,
            "trump": "SHDC"[state.trump],
            "face_up": text_of(state.faceup) if state.stock_left else None,
            "stock": max(0, state.stock_left - 1),
            "led": text_of(state.led) if state.phase is Phase.FOLLOW else None,
            "exchanged_by": None if state.exchanged_by == NOBODY else state.exchanged_by,
            "winner": None if state.reached_by == NOBODY else state.reached_by,
            "seats": [self._seat(seat) for seat in range(len(self.players))],
        }

    def panels(self) -> tuple[Panel, ...]:
        """The middle of the table and the seats, as pictures."""
        return table_panels(self.state, self.players)

    def symbols(self) -> str:
        """The pictures of all cards."""
        return card_symbols()

    def picture(self) -> str:
        """The whole table."""
        return table_svg(self.state, self.players)

    def _seat(self, seat: int) -> dict[str, object]:
        state = self.state
        return {
            "player": self.players[seat],
            "hand": hand_text(state.hands[seat], state.hidden[seat]),
            "open": hand_text(state.shown(seat)),
            "tricks": state.winners.count(seat),
            "points": state.points[seat],
            "melds": [meld_text(score.cards) for score in state.meld_scores(seat)],
        }
