"""Whole games played by policies and written as records, each from a root seed and its number alone.

Names no field of any game: a game deals, asks and writes through ``games/simulating.py``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Final

from pydantic import ValidationError

from marriage_analysis import __version__
from marriage_analysis.cards.chance import Chance
from marriage_analysis.cards.shuffle import derive_seed
from marriage_analysis.compiled.catalog import FinishedGame, bulk_games
from marriage_analysis.errors import CountError
from marriage_analysis.games.abilities import Simulates, require
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.simulating import Policy, Table
from marriage_analysis.play.policies import find_policy
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import FORMAT, VERSION, Record, record_model
from marriage_analysis.records.refusals import record_error

MAX_TURNS: Final = 300
"""So many turns a simulated game may last, where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to play. ``rules`` as a record writes them; ``policies`` one for all seats, or one a seat.

    With ``session`` the games are one evening: what one game leaves open is brought into the next. Where the
    rules end a session (a target is reached), the next game begins ``session-2``, and so on. The
    dealer moves on one seat a game in any case (DEAL-01), from seat 0 in game 0. ``names`` of the players, in
    the order of seats, are P1, P2, ... where none are given.
    """

    game: Game
    rules: Mapping[str, object]
    seats: int
    seed: str
    policies: tuple[str, ...]
    max_turns: int = MAX_TURNS
    session: str | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.policies) not in (1, self.seats):
            raise CountError(
                f"give one policy for all, or one for each of the {self.seats} seats, not {len(self.policies)}",
                value=len(self.policies),
            )
        if len(self.names) not in (0, self.seats):
            raise CountError(
                f"name each of the {self.seats} players, or none, not {len(self.names)}", value=len(self.names)
            )
        if self.max_turns < 1:
            raise CountError(f"a game has a turn at least, not {self.max_turns!r}", value=self.max_turns)

    @property
    def policy_of_seat(self) -> tuple[str, ...]:
        """The name of each seat's policy."""
        return self.policies if len(self.policies) == self.seats else self.policies * self.seats

    @property
    def name_of_seat(self) -> tuple[str, ...]:
        """What the player on each seat is called."""
        return self.names or tuple(f"P{seat + 1}" for seat in range(self.seats))


WORTH_COMPILED: Final = 200
"""From so many games on it pays to load the compiled code, which takes some seconds."""


def simulate(plan: Plan, *, games: int, first_game: int = 0, compiled: bool | None = None) -> Iterator[Record]:
    """The records of so many games from that number on, each in exported form with its digest.

    A game depends on the plan and its number only, so ranges can be simulated apart and put together. In a
    session the games before the first are played too, unwritten, for what they leave open. A game that
    reaches ``max_turns`` ends abandoned. The compiled games give the same records; ``compiled`` says whether to
    use them where they are there, None: where the games are many. Raises ``CountError``, ``RuleOptionError`` or
    ``WordError`` for what the game, its rules or its policies do not allow, ``RecordError`` for a session or
    number that no record can hold, ``AbilityError`` for a game that cannot be simulated.
    """
    if games < 0 or first_game < 0:
        raise CountError("numbers of games count from 0", value=min(games, first_game))
    game = require(plan.game, Simulates)
    policies = [find_policy(plan.game, name) for name in plan.policy_of_seat]
    run = _run_name(plan)
    if compiled is None:
        compiled = games >= WORTH_COMPILED
    bulk = bulk_games(plan.game.name) if compiled else None
    if bulk is not None and not bulk.knows(plan.policy_of_seat):
        bulk = None
    carried = None
    sessions, begun = 1, 0
    for number in range(0 if plan.session is not None else first_game, first_game + games):
        seed = derive_seed(plan.seed, number)
        dealer = number % plan.seats
        if bulk is not None:
            table = bulk.play(
                plan.rules,
                seats=plan.seats,
                dealer=dealer,
                seed=seed,
                policies=plan.policy_of_seat,
                max_turns=plan.max_turns,
                carried=carried,
            )
        else:
            table = game.start(plan.rules, seats=plan.seats, dealer=dealer, seed=seed, carried=carried)
            play_out(table, policies, seed=seed, max_turns=plan.max_turns)
        game_id = f"{run}-{number:06d}"
        session = None
        if plan.session is not None:
            carried = table.carries(game_id)
            name = plan.session if sessions == 1 else f"{plan.session}-{sessions}"
            session = {"id": name, "number": number - begun + 1}
            if table.ends_session:
                carried, sessions, begun = None, sessions + 1, number + 1
        if number >= first_game:
            yield _record(plan, table, game_id=game_id, number=number, dealer=dealer, session=session)


def play_out(table: Table, policies: Sequence[Policy], *, seed: str, max_turns: int) -> None:
    """Play on until the game is over, or abandon it after so many turns.

    What a policy gets of chance follows from the seed, its seat, and how often that seat has decided.
    """
    decided = [0] * len(policies)
    while not table.is_over:
        if table.turns >= max_turns:
            table.abandon()
            return
        seat = table.to_act
        if seat is None:
            table.play_chance()
            continue
        chance = Chance(f"{seed}\nseat {seat} decision {decided[seat]}")
        decided[seat] += 1
        table.play(seat, policies[seat](table.view(seat), chance))


def _record(
    plan: Plan,
    table: FinishedGame,
    *,
    game_id: str,
    number: int,
    dealer: int,
    session: Mapping[str, object] | None,
) -> Record:
    parts = table.parts()
    source: dict[str, object] = {
        "app": "marriage simulate",
        "version": __version__,
        "policies": list(plan.policy_of_seat),
        "seed": plan.seed,
        "game": number,
        "max_turns": plan.max_turns,
    }
    mapping: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": plan.game.name,
        "id": game_id,
        "meta": {"source": source},
        "players": tuple({"name": name} for name in plan.name_of_seat),
        "dealer": dealer,
        "view": "all",
    }
    if session is not None:
        mapping["session"] = dict(session)
    mapping |= {part.name: getattr(parts, part.name) for part in fields(parts)}
    try:
        return expand(record_model(plan.game.name).model_validate(mapping)).record
    except ValidationError as error:
        raise record_error(error) from error


def _run_name(plan: Plan) -> str:
    """A name that other plans do not have, so that games of theirs never share an id."""
    what = [
        plan.game.name,
        plan.rules,
        plan.seats,
        plan.seed,
        plan.policy_of_seat,
        plan.max_turns,
        plan.session,
        *plan.names,
    ]
    return "sim-" + sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:12]
