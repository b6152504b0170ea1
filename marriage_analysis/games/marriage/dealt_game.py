"""A game of Marriage played by program: dealt from a seed, asked seat by seat, written down as it goes."""

from collections.abc import Mapping, Sequence
from typing import Any

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.chance import Chance
from marriage_analysis.cards.face import FACES
from marriage_analysis.errors import CountError, IllegalActionError, RuleOptionError
from marriage_analysis.games.marriage.engine.dealing import deal_cards, reshuffled
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import (
    Action,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Event,
    Reshuffle,
)
from marriage_analysis.games.marriage.engine.held_cards import HeldCards
from marriage_analysis.games.marriage.engine.judge import fault_of, shuffled_cards
from marriage_analysis.games.marriage.engine.notation import format_event
from marriage_analysis.games.marriage.engine.position import NOBODY, Phase, start_position
from marriage_analysis.games.marriage.engine.seat_view import SeatView, seat_view
from marriage_analysis.games.marriage.engine.throws import is_dhoos_throw
from marriage_analysis.games.marriage.parts import Dhoos, DhoosDue, DhoosReason, MarriageParts, RulesPart
from marriage_analysis.games.marriage.played_game import OpenDhoos, PlayedGame
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.json_options import format_options
from marriage_analysis.games.marriage.seeded_deal import seeded_deal


class DealtGame:
    """See :class:`marriage_analysis.games.simulating.Table`; :func:`deal_game` makes one.

    Before the first draw every seat that was dealt a tunnel is asked once, in order of play, whether it
    displays it; whoever answers with anything else lets that moment pass.
    """

    def __init__(
        self, rules: RulesPart, *, seats: int, dealer: int, seed: str, due: Sequence[DhoosDue] = ()
    ) -> None:
        known = read_rules(rules.preset, rules.options)
        if known is None:
            raise RuleOptionError("a game needs rules to be played by", option="preset")
        if seats > known.max_players:
            raise CountError(
                f"these rules are for {known.max_players} players at most (max_players), not {seats}",
                value=seats,
            )
        self._rules = RulesPart(preset=rules.preset, options=format_options(known))
        self._seed = seed
        self._deal = seeded_deal(known, seats=seats, dealer=dealer, seed=seed)
        cards = deal_cards(known, seats=seats, dealer=dealer, seed=seed)
        self._position = start_position(cards, known, dealer=dealer)
        self._held = HeldCards(seats)
        self._due = tuple(due)
        self._fouls: list[Dhoos] = []
        self._entries: list[list[str]] = []
        self._turn_is_open = False
        self._asked = 0
        self._turns = 0
        self._abandoned: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game was finished, dismissed or abandoned."""
        return self._position.phase is Phase.OVER or self._abandoned is not None

    @property
    def turns(self) -> int:
        """How many discards were made."""
        return self._turns

    @property
    def to_act(self) -> int | None:
        """The seat that is asked next; None for a reshuffle and the tiplu of an open game."""
        position = self._position
        if position.phase in (Phase.OPEN_TIPLU, Phase.RESHUFFLE):
            return None
        if position.phase is Phase.DRAW and not position.first_drawn:
            while self._asked < position.seats:
                seat = (position.first_seat + self._asked) % position.seats
                if position.dealt_tunnels[seat]:
                    return seat
                self._asked += 1
        return position.actor

    def view(self, seat: int) -> SeatView:
        """What the seat knows now."""
        return seat_view(self._position, self._held, seat=seat)

    def play(self, seat: int, action: Action | None) -> None:
        """Carry out an action, or let the moment to display a tunnel pass; raises ``IllegalActionError``."""
        if not self._position.first_drawn and self._asked < self._position.seats:
            self._asked += 1
            if not isinstance(action, DisplayTunnels):
                return  # Nobody draws before all have been asked; the first player is asked again.
        if action is None:
            raise IllegalActionError("the table waits for this seat", seat=seat, action=action)
        self._carry_out(seat, action)

    def play_chance(self) -> None:
        """Reshuffle, or turn the tiplu of an open game up."""
        position = self._position
        if position.phase is Phase.OPEN_TIPLU:
            chance = Chance(f"{self._seed}\nopen tiplu {len(self._entries)}")
            self._carry_out(NOBODY, ChooseTiplu(above=chance.below(len(position.stock))))
            return
        pool = [FACES[card] for card in shuffled_cards(position) if isinstance(card, int)]
        order = reshuffled(pool, seed=self._seed, number=position.reshuffles + 1)
        seat = NOBODY if position.resume is Phase.DRAW else position.actor
        self._carry_out(seat, Reshuffle(tuple(map(Cell.of, order))))

    def abandon(self) -> None:
        """Stop the game where it is, because it has lasted long enough."""
        self._abandoned = "turn_limit"

    def parts(self) -> MarriageParts:
        """The parts of the record, all rules written out."""
        return self._played().parts()

    def carries(self, game_id: str) -> OpenDhoos:
        """The dhoos that are open for the next game."""
        return self._played().carries(game_id)

    @property
    def ends_session(self) -> bool:
        """Never: people play on as long as they like."""
        return self._played().ends_session

    def _played(self) -> PlayedGame:
        return PlayedGame(
            rules=self._rules,
            deal=self._deal,
            position=self._position,
            entries=[" ".join(words) for words in self._entries],
            fouls=tuple(self._fouls),
            due=self._due,
            abandoned=self._abandoned,
        )

    def _carry_out(self, seat: int, event: Event) -> None:
        position = self._position
        fault = fault_of(position, seat, event)
        if fault is not None:
            raise IllegalActionError(fault.reason, seat=seat, action=event, rule=fault.rule)
        turn = len(self._entries) - 1
        if isinstance(event, Discard) and is_dhoos_throw(position, seat, event.face):
            foul = Dhoos(seat=seat, points=position.rules.dhoos, reason=DhoosReason.MAAL_THROW, turn=turn)
            self._fouls.append(foul)
        before_draws = not position.first_drawn
        done = play(position, seat, event)
        self._held.note(seat, done, position)
        if self._turn_is_open:
            self._entries[-1].append(format_event(done))
        else:
            who = "-" if seat == NOBODY else str(seat)
            self._entries.append([f"{who}: {format_event(done)}"])
        stands_alone = seat == NOBODY or (before_draws and isinstance(event, DisplayTunnels))
        self._turn_is_open = not stands_alone and not isinstance(event, Discard)
        self._turns += isinstance(event, Discard)


def deal_game(
    rules: Mapping[str, Any], *, seats: int, dealer: int, seed: str, carried: OpenDhoos | None = None
) -> DealtGame:
    """The table right after the deal; raises ``RuleOptionError`` and ``CountError``."""
    due = () if carried is None else carried.due
    return DealtGame(RulesPart(**rules), seats=seats, dealer=dealer, seed=seed, due=due)
