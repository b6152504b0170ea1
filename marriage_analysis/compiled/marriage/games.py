"""Compiled games as ``play/`` asks for them: whole games with their records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from marriage_analysis.compiled.marriage.play import deal, play_out
from marriage_analysis.compiled.marriage.record import played_game
from marriage_analysis.compiled.marriage.rulebook import rulebook
from marriage_analysis.compiled.marriage.state import (
    ABANDONED,
    DISMISSED,
    LOGGED,
    PHASE,
    POLICY,
    State,
    new_state,
)
from marriage_analysis.compiled.marriage.styles import STYLE_NAMES, STYLE_ROWS
from marriage_analysis.errors import CountError, RuleOptionError
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.parts import RulesPart
from marriage_analysis.games.marriage.played_game import OpenDhoos, PlayedGame
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.json_options import format_options


@dataclass(slots=True)
class CompiledMarriage:
    """Plays whole games in machine code. Keeps one state for all of them; not for several threads at once."""

    _state: State = field(default_factory=new_state)

    def knows(self, policies: Sequence[str]) -> bool:
        """Whether it can play for all of these."""
        return all(name in STYLE_NAMES for name in policies)

    def play(
        self,
        rules: Mapping[str, Any],
        *,
        seats: int,
        dealer: int,
        seed: str,
        policies: Sequence[str],
        max_turns: int,
        carried: OpenDhoos | None = None,
    ) -> PlayedGame:
        """A game from its seed, as ``Simulates.start`` deals it and ``play_out`` plays it.

        Raises ``RuleOptionError`` and ``CountError`` as they do.
        """
        part = RulesPart(**rules)
        known = read_rules(part.preset, part.options)
        if known is None:
            raise RuleOptionError("a game needs rules to be played by", option="preset")
        if not 2 <= seats <= known.max_players:
            raise CountError(f"these rules are for 2 to {known.max_players} players", value=seats)
        state = self._state
        state.seed[: len(seed)] = np.frombuffer(seed.encode(), dtype=np.uint8)
        for seat, name in enumerate(policies):
            state.seats[seat, POLICY] = STYLE_NAMES.index(name)
        book = rulebook(known)
        deal(state, book, seats, dealer)
        pack = state.cards[: deck(known).size].tolist()
        play_out(state, book, STYLE_ROWS, max_turns)
        length, phase = int(state.table[LOGGED]), int(state.table[PHASE])
        if length > len(state.log):
            raise CountError(f"a game of {length} logged numbers is too long", value=length)
        return played_game(
            state.log[:length].tolist(),
            pack,
            part=RulesPart(preset=part.preset, options=format_options(known)),
            rules=known,
            seats=seats,
            dealer=dealer,
            seed=seed,
            due=() if carried is None else carried.due,
            abandoned="turn_limit" if phase == ABANDONED else None,
            dismissed=phase == DISMISSED,
        )
