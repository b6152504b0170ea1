"""Patterns of events, compiled to SQL: "take from the pile, then show within two turns".

    pattern  = step { ["," ] "then" step }
    step     = phrase { column "=" value } ["by" ("the same" | "another" | "anybody")] ["within" N "turns"]

A phrase is a word of the column ``kind`` of ``events``, or one of the game's own phrases for a kind and values.
A later step is by the same player where nothing else is said. "within N turns" counts turns of that player for
the same player, else entries of the play; 0 is the same turn. Each event that begins the pattern is found once,
with the earliest events that go on with it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from marriage_analysis.errors import NotationError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.store.columns import Kind, Table
from marriage_analysis.store.schema import table

_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        (
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
}
_SPLIT: Final = re.compile(r"(?:^|\s*,?\s+)then(?=\s|$)\s*", re.IGNORECASE)
_WITHIN: Final = re.compile(r"\s+within\s+(\S+)\s+turns?\s*$", re.IGNORECASE)
_BY: Final = re.compile(r"\s+by\s+(the\s+same|same|another|anybody|anyone)(?:\s+player)?\s*$", re.IGNORECASE)
_CONDITION: Final = re.compile(r"\s+([a-z_]+)\s*=\s*(\S+)\s*$", re.IGNORECASE)


@unique
class Who(Enum):
    """Whose a later step is, seen from the step before."""

    SAME = "same"
    ANOTHER = "another"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class Condition:
    """A column of ``events`` and the value it must have."""

    column: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a pattern: what happens, by whom, and within how many turns of the step before."""

    conditions: tuple[Condition, ...]
    who: Who = Who.SAME
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern read, and the SQL that finds it, with its parameters."""

    steps: tuple[Step, ...]
    sql: str
    parameters: tuple[str | int | bool, ...]


def read_pattern(text: str, games: Mapping[str, Game] = GAMES) -> Pattern:
    """A pattern as people write it. Raises ``NotationError`` with the place of what is not understood.

    >>> pattern = read_pattern("take from the pile, then show within two turns")
    >>> [step.within for step in pattern.steps]
    [None, 2]
    >>> pattern.parameters
    ('draw', 'pile', 'show')
    """
    reader = _Reader(text, table("events", games), _phrases(games))
    steps = tuple(reader.steps())
    return Pattern(steps, _sql(steps), tuple(c.value for step in steps for c in step.conditions))


def known_phrases(games: Mapping[str, Game] = GAMES) -> tuple[str, ...]:
    """The phrases of all games, for help and messages; the words of ``kind`` go without saying."""
    return tuple(_phrases(games))


def _phrases(games: Mapping[str, Game]) -> dict[str, Mapping[str, str | int | bool]]:
    return {phrase: told for game in games.values() for phrase, told in game.table_shape.phrases.items()}


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    events: Table
    phrases: Mapping[str, Mapping[str, str | int | bool]]

    def steps(self) -> Iterator[Step]:
        start = 0
        pieces: list[tuple[int, str]] = []
        for match in _SPLIT.finditer(self.text):
            pieces.append((start, self.text[start : match.start()]))
            start = match.end()
        pieces.append((start, self.text[start:]))
        for number, (at, piece) in enumerate(pieces):
            yield self.step(piece, at, is_first=number == 0)

    def step(self, piece: str, at: int, *, is_first: bool) -> Step:
        rest = piece.rstrip()
        within: int | None = None
        who = Who.SAME
        conditions: list[Condition] = []
        while True:
            if match := _WITHIN.search(rest):
                self.require(not is_first, "the first step has no step before it", at + match.start(1))
                within = self.number(match[1], at + match.start(1))
            elif match := _BY.search(rest):
                self.require(not is_first, "the first step has no step before it", at + match.start(1))
                word = match[1].lower().removeprefix("the").strip()
                who = Who.ANYBODY if word in ("anybody", "anyone") else Who(word)
            elif match := _CONDITION.search(rest):
                conditions.insert(0, self.condition(match[1].lower(), match[2], at + match.start(1)))
            else:
                break
            rest = rest[: match.start()].rstrip()
        return Step((*self.phrase(rest, at), *conditions), who, within)

    def phrase(self, words: str, at: int) -> tuple[Condition, ...]:
        phrase = " ".join(words.lower().split())
        self.require(bool(phrase), "a step is missing here", at)
        for known, told in self.phrases.items():
            if phrase == known:
                return tuple(Condition(column, value) for column, value in told.items())
        is_word = re.fullmatch("[a-z_]+", phrase) is not None
        self.require(
            is_word,
            f"this is no step; steps are: {', '.join(self.phrases)}, or a word of events.kind; who does it and"
            " within how many turns stand behind, as in draw by another within 2 turns",
            at,
        )
        return (Condition("kind", phrase),)

    def condition(self, name: str, value: str, at: int) -> Condition:
        column = next((column for column in self.events.columns if column.name == name), None)
        known = ", ".join(column.name for column in self.events.columns)
        if column is None:
            raise self.error(f"events have no column {name!r}; there are: {known}", at)
        if column.kind in (Kind.INTEGER, Kind.SMALL):
            return Condition(name, self.number(value, at))
        if column.kind is Kind.BOOLEAN:
            self.require(value.lower() in ("true", "false"), f"{name} is true or false", at)
            return Condition(name, value.lower() == "true")
        return Condition(name, value)

    def number(self, word: str, at: int) -> int:
        if word.lower() in _NUMBERS:
            return _NUMBERS[word.lower()]
        self.require(re.fullmatch("[0-9]{1,6}", word) is not None, f"{word!r} is no number", at)
        return int(word)

    def require(self, holds: bool, message: str, at: int) -> None:
        if not holds:
            raise self.error(message, at)

    def error(self, message: str, at: int) -> NotationError:
        return NotationError(message, text=self.text, position=at)


_EVENTS: Final = """
told AS (
  SELECT e.*, g.load_number,
    dense_rank() OVER (PARTITION BY e.digest, e.seat ORDER BY e.turn_no) AS own_turn
  FROM events e JOIN current_games g USING (digest) WHERE e.is_sound)"""


def _sql(steps: tuple[Step, ...]) -> str:
    """A chain of joins, each step the events after the step before that fit.

    Columns are those declared and values are parameters, so that nothing of the pattern's text gets into the
    query.
    """
    parts = [_EVENTS]
    columns = "load_number, digest, game_id"
    for number, step in enumerate(steps, start=1):
        own = " AND ".join(f'e."{condition.column}" = ?' for condition in step.conditions)
        here = f"e.seat AS seat_{number}, e.turn_no AS turn_{number}, e.event_no AS event_{number}"
        here += f", e.own_turn AS own_{number}"
        if number == 1:
            parts.append(f"step_1 AS (SELECT {columns}, {here} FROM told e WHERE {own})")
            continue
        last = number - 1
        follows = f"(e.turn_no, e.event_no) > (p.turn_{last}, p.event_{last})"
        same = f"e.seat IS NOT DISTINCT FROM p.seat_{last}"
        who = {Who.SAME: f" AND {same}", Who.ANOTHER: f" AND NOT ({same})", Who.ANYBODY: ""}[step.who]
        near = ""
        if step.within is not None:
            counted = ("own_turn", f"own_{last}") if step.who is Who.SAME else ("turn_no", f"turn_{last}")
            near = f" AND e.{counted[0]} - p.{counted[1]} <= {step.within}"
        parts.append(
            f"step_{number} AS (SELECT p.*, {here} FROM step_{last} p JOIN told e ON e.digest = p.digest"
            f" AND {follows}{who}{near} WHERE {own}{_earliest(steps, number)})"
        )
    places = ", ".join(f"seat_{number}, turn_{number}" for number in range(1, len(steps) + 1))
    return (
        f"WITH {', '.join(parts)} SELECT load_number, digest, game_id, {places} FROM step_{len(steps)}"
        f" ORDER BY load_number, turn_1, event_1"
    )


def _earliest(steps: tuple[Step, ...], number: int) -> str:
    """What keeps the earliest way to a step alone, where a later way could lead no further: mostly.

    Where the next step depends on the turn of this one, or on whose it is, every way is kept until then.
    """
    if number < len(steps):
        step, following = steps[number - 1], steps[number]
        if following.within is not None or (step.who is not Who.SAME and following.who is not Who.ANYBODY):
            return ""
    earlier = "".join(f"p.turn_{before}, p.event_{before}, " for before in range(2, number))
    return (
        f" QUALIFY row_number() OVER (PARTITION BY p.digest, p.turn_1, p.event_1"
        f" ORDER BY {earlier}e.turn_no, e.event_no) = 1"
    )
