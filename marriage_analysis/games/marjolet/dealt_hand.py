"""A hand of Marjolet on its way by program, dealt from a seed: the table that ``play/`` goes round."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from marriage_analysis.errors import IllegalActionError, RuleOptionError
from marriage_analysis.games.marjolet.engine.actions import Action, Exchange
from marriage_analysis.games.marjolet.engine.choices import legal_actions
from marriage_analysis.games.marjolet.engine.effects import start
from marriage_analysis.games.marjolet.engine.judge import apply
from marriage_analysis.games.marjolet.engine.position import NOBODY, Phase, Position
from marriage_analysis.games.marjolet.engine.replay import read_deal
from marriage_analysis.games.marjolet.engine.seat_view import SeatView, seat_view
from marriage_analysis.games.marjolet.engine.writing import Writer
from marriage_analysis.games.marjolet.judging import game_winner
from marriage_analysis.games.marjolet.outcome import result_of
from marriage_analysis.games.marjolet.parts import Ending, MarjoletParts, RulesPart
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.json_options import format_options
from marriage_analysis.games.marjolet.seeded_deal import seeded_deal

NEW_GAME: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class Carried:
    """The points of the game after a hand, for the next one."""

    totals: tuple[int, int]


def recordable(position: Position) -> tuple[Action, ...]:
    """The legal actions that an entry of a record can hold: no exchange outside a window (MJ-X2)."""
    actions = legal_actions(position)
    if position.phase is Phase.WINDOW:
        return tuple(actions)
    return tuple(action for action in actions if not isinstance(action, Exchange))


class DealtHand:
    """See :class:`marriage_analysis.games.simulating.Table`; :func:`deal_hand` makes one."""

    def __init__(
        self, rules: RulesPart, *, seats: int, dealer: int, seed: str, before: tuple[int, int]
    ) -> None:
        known = read_rules(rules.preset, rules.options)
        if known is None:
            raise RuleOptionError("a game needs rules to be played by", option="preset")
        self._parts = MarjoletParts(
            rules=RulesPart(preset=rules.preset, options=format_options(known)),
            deal=seeded_deal(seats=seats, dealer=dealer, seed=seed),
            before=before,
        )
        self._before = before
        self._position = start(read_deal(self._parts), known, dealer=dealer, before=before)
        self._writer = Writer()
        self._is_abandoned = False

    @property
    def is_over(self) -> bool:
        """Whether the hand came to its end, was stopped by the target or abandoned."""
        return self._position.phase is Phase.OVER or self._is_abandoned

    @property
    def turns(self) -> int:
        """How many tricks were won."""
        return len(self._position.winners)

    @property
    def to_act(self) -> int | None:
        """The seat that is asked next."""
        seat = self._position.to_act
        return None if seat == NOBODY else seat

    def view(self, seat: int) -> SeatView:
        """What the seat knows now."""
        actions = recordable(self._position) if self._position.to_act == seat else ()
        return seat_view(self._position, seat=seat, actions=actions)

    def play(self, seat: int, action: Action) -> None:
        """Carry out an action; raises ``IllegalActionError``."""
        if isinstance(action, Exchange) and self._position.phase is not Phase.WINDOW:
            raise IllegalActionError(
                "a record cannot hold an exchange outside a window", seat=seat, action=action, rule="MJ-X2"
            )
        apply(self._position, seat, action)
        self._writer.write(seat, action, self._position)

    def play_chance(self) -> None:
        """Nothing is left to chance after the deal; raises ``IllegalActionError``."""
        raise IllegalActionError("nothing is left to chance after the deal", seat=NOBODY, action=None)

    def abandon(self) -> None:
        """Stop the hand where it is, because it has lasted long enough."""
        self._is_abandoned = True

    def parts(self) -> MarjoletParts:
        """The parts of the record, all rules written out."""
        if self._is_abandoned:
            result = result_of(self._position, ending=Ending.ABANDONED, reason="turn_limit")
        else:
            result = result_of(self._position, ending=Ending.FINISHED)
        return MarjoletParts(
            rules=self._parts.rules,
            deal=self._parts.deal,
            before=self._before,
            play=self._writer.texts,
            result=result,
        )

    def carries(self, game_id: str) -> Carried:
        """The points of both after this hand; of an abandoned one nothing counts."""
        del game_id
        if self._is_abandoned:
            return Carried(self._before)
        first, second = self._position.points
        return Carried((self._before[0] + first, self._before[1] + second))

    @property
    def ends_session(self) -> bool:
        """Whether the game to the target is over (MJ-G3)."""
        if self._position.reached_by != NOBODY:
            return True
        return game_winner(self.carries("").totals, self._position.rules) is not None


def deal_hand(
    rules: Mapping[str, Any], *, seats: int, dealer: int, seed: str, carried: Carried | None = None
) -> DealtHand:
    """The table right after the deal; raises ``RuleOptionError`` and ``CountError``."""
    before = NEW_GAME if carried is None else carried.totals
    return DealtHand(RulesPart(**rules), seats=seats, dealer=dealer, seed=seed, before=before)
