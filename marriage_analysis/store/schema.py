"""The tables of an archive: what each row is and what every column means, declared once.

Claimed and derived numbers stand in columns of their own, ``claimed_...`` and ``derived_...``, never mixed.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Game
from marriage_analysis.games.table_rows import EventColumns, LaidSetColumns, Meaning, TableShape, TurnColumns
from marriage_analysis.store.columns import Column, Kind, Table, declared_columns, merged

SCHEMA_VERSION: Final = 3
"""Counts up when a table or column changes; an archive of another version is refused."""

Key = Annotated[
    str, Meaning("The digest of the record in its exported form: its key in all tables.", rule="format 6")
]
GameId = Annotated[str, Meaning("The id of the record; corrections and views share it.", rule="format 1")]


class GameRow(NamedTuple):
    """One record of one game, as it came and as its audit judged it."""

    digest: Key
    load_number: Annotated[int, Meaning("Counts the records in the order in which they were loaded, from 1.")]
    game: Annotated[str, Meaning("The game played, such as marriage.", rule="format 1")]
    game_id: GameId
    format_version: Annotated[str, Meaning("The version of the record format.", rule="format 6")]
    digest_as_written: Annotated[
        str, Meaning("The digest of the record just as it stood in its file, rules not written out.")
    ]
    carries_digest: Annotated[bool, Meaning("Whether a digest stood in the record.")]
    session_id: Annotated[str | None, Meaning("The session it belongs to.", rule="format 1")]
    session_number: Annotated[int | None, Meaning("Its number in the session, from 1.", rule="format 1")]
    stake_currency: Annotated[str | None, Meaning("The currency played for.", rule="SET-06")]
    stake_minor_per_point: Annotated[
        int | None,
        Meaning("What a point is worth.", unit="minor units of the currency (paisa, cents)", rule="SET-06"),
    ]
    event: Annotated[str | None, Meaning("The event, from meta.", rule="format 1")]
    site: Annotated[str | None, Meaning("Where it was played, from meta.", rule="format 1")]
    date: Annotated[
        str | None, Meaning("The date from meta as written; it may be a month or a year.", rule="format 6")
    ]
    day: Annotated[
        dt.date | None, Meaning("The day played, where date is a whole one, else the day of started_at.")
    ]
    started_at: Annotated[str | None, Meaning("When it began, with its offset, as written.", rule="format 6")]
    started_at_utc: Annotated[dt.datetime | None, Meaning("When it began.", unit="UTC")]
    source_app: Annotated[str | None, Meaning("The program that wrote the record, from meta.source.app.")]
    preset: Annotated[
        str | None, Meaning("The name of the rule set, a label: rules has what was played.", rule="format 5")
    ]
    rules: Annotated[
        str | None,
        Meaning(
            "Every rule option, as JSON: rules->>'better'. Empty where the rules are not known.", is_long=True
        ),
    ]
    players: Annotated[int, Meaning("How many played.")]
    sat_out_players: Annotated[int, Meaning("How many members of the session sat out.")]
    dealer: Annotated[int | None, Meaning("The seat of the dealer, from 0.", rule="format 1")]
    view: Annotated[
        str | None, Meaning("Who saw the cards: all, public or a seat; empty without cards.", rule="format 4")
    ]
    level: Annotated[str, Meaning("How much is recorded: net, sheet, items, hands or play.", rule="format 5")]
    turns: Annotated[int | None, Meaning("How many turns are recorded; empty where no play is.")]
    ending: Annotated[str | None, Meaning("How the game ended, as noted.", rule="format 5")]
    winner: Annotated[int | None, Meaning("The seat of the winner, as noted.", rule="format 5")]
    flags: Annotated[str | None, Meaning("Code words put on the game, as a JSON list.", rule="format 1")]
    annotations: Annotated[int, Meaning("How many notes of people are on it.", rule="format 1")]
    is_correction: Annotated[bool, Meaning("Whether it corrects an earlier record.", rule="format 6")]
    corrects_digest: Annotated[str | None, Meaning("The digest it says it corrects.", rule="format 6")]
    corrects_reason: Annotated[str | None, Meaning("Why it corrects it, a code word.", rule="format 6")]
    superseded_by: Annotated[
        str | None, Meaning("The digest of the record that corrects this one.", rule="format 6")
    ]
    verdict: Annotated[
        str | None,
        Meaning(
            "What the audit came to: clean, discrepancy, invalid, incomplete or unclaimed; empty until it is"
            " derived."
        ),
    ]
    errors: Annotated[int | None, Meaning("How many errors the audit found.")]
    warnings: Annotated[int | None, Meaning("How many warnings the audit gave.")]
    infos: Annotated[int | None, Meaning("How many notes the audit made.")]
    source_file: Annotated[str, Meaning("The file it was loaded from; - is stdin.")]
    source_line: Annotated[int, Meaning("The line of that file, from 1.")]
    loaded_by: Annotated[str, Meaning("The version of this toolkit that loaded the record.")]
    derived_by: Annotated[
        str | None,
        Meaning("The version that derived its rows in all tables; empty where they are as noted."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One player of one record."""

    digest: Key
    seat: Annotated[int, Meaning("The seat, from 0, in the order of play.", rule="format 1")]
    player: Annotated[
        str, Meaning("Who sits there: the player's id, else the name in composed form.", rule="format 6")
    ]
    player_name: Annotated[str, Meaning("What to call the player: the name, else the id.", rule="format 6")]
    basis: Annotated[str | None, Meaning("What the derived score rests on: cards, counted, claim or rule.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SatOutRow:
    """One member of the session who sat out this game."""

    digest: Key
    place: Annotated[int, Meaning("The place in the list of those who sat out, from 0.")]
    player: Annotated[str, Meaning("The player, as in seats.", rule="format 6")]
    player_name: Annotated[str, Meaning("What to call the player.", rule="format 6")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One line of a derived score: what a player's points come from. Only of games that could be settled."""

    digest: Key
    item: Annotated[int, Meaning("Counts the lines of the record, from 0.")]
    seat: Annotated[int, Meaning("Whose line it is.")]
    kind: Annotated[str, Meaning("What it is for, a word of the game.")]
    count: Annotated[int, Meaning("How many of it.")]
    cards: Annotated[str, Meaning("Its cards; empty where they were only counted.")]
    points: Annotated[int, Meaning("What it is worth in all.", unit="points")]
    rule: Annotated[str, Meaning("The ID of the rule that gives it.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRow:
    """One derived payment from player to player. Only of games that could be settled."""

    digest: Key
    payment: Annotated[int, Meaning("Counts the payments of the record, from 0.")]
    payer: Annotated[int, Meaning("The seat that pays.")]
    payee: Annotated[int, Meaning("The seat that is paid.")]
    points: Annotated[int, Meaning("How much, never negative.", unit="points")]
    kind: Annotated[str, Meaning("What for, a word of the game.")]
    rule: Annotated[str, Meaning("The ID of the rule that asks for it.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One entry of a recorded play, and how the table then stood."""

    digest: Key
    game_id: GameId
    turn_no: Annotated[int, Meaning("The turn, an index into play.", rule="format 1")]
    milliseconds: Annotated[int | None, Meaning("Time spent on it, from times.", "milliseconds", "format 3")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """One event of a recorded play, in the order in which they happened."""

    digest: Key
    game_id: GameId


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidSetRow:
    """One set that was laid on the table in a recorded play: in a show, a finish or otherwise."""

    digest: Key
    game_id: GameId


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """One finding of the audit, or of the archive where it says how records stand to one another."""

    digest: Key
    finding: Annotated[int, Meaning("Counts the findings of the record, from 0.")]
    code: Annotated[str, Meaning("Its stable code.")]
    severity: Annotated[str, Meaning("error, warning or info.")]
    concern: Annotated[str, Meaning("record: what it says cannot be; claim: a number is not what we derive.")]
    rule: Annotated[str | None, Meaning("The ID of the rule it rests on.")]
    path: Annotated[str | None, Meaning("The field of the record, as a JSON path.")]
    turn: Annotated[int | None, Meaning("The turn, an index into play.", rule="format 1")]
    seat: Annotated[int | None, Meaning("The seat.")]
    line: Annotated[int | None, Meaning("The line of the file, from 1.")]
    line_column: Annotated[int | None, Meaning("The column in that line, from 1.")]
    expected: Annotated[str | None, Meaning("What was expected, as JSON.")]
    found: Annotated[str | None, Meaning("What was found, as JSON.")]
    message: Annotated[str, Meaning("The finding in words.")]


class RecordRow(NamedTuple):
    """The record itself, so that it can be given back byte for byte."""

    digest: Key
    record: Annotated[
        str,
        Meaning(
            "The exported record in canonical JSON, without its annotations.", rule="format 6", is_long=True
        ),
    ]
    annotations: Annotated[str | None, Meaning("Its annotations in canonical JSON.", rule="format 6")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectRow:
    """One record that could not be loaded. Loading its file again replaces these rows."""

    file: Annotated[str, Meaning("The file; - is stdin.")]
    line: Annotated[int, Meaning("The line of the file, from 1.")]
    reject: Annotated[int, Meaning("Counts the bad records of the file, from 0.")]
    code: Annotated[str, Meaning("The code of the first error.")]
    message: Annotated[str, Meaning("The first error in words.")]
    findings: Annotated[str, Meaning("All findings, as a JSON list.")]
    excerpt: Annotated[str, Meaning("The beginning of the record as it stood in the file.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaRow:
    """What the archive says of itself: application, schema_version, created_by, pseudonym_salt."""

    name: Annotated[str, Meaning("What is said.")]
    value: Annotated[str, Meaning("Its value.")]


DERIVED_TABLES: Final = ("games", "seats", "items", "payments", "turns", "events", "laid_sets", "findings")
"""The tables whose rows are made anew when a record is derived."""

RECORD_TABLES: Final = (
    "games",
    "seats",
    "sat_out",
    "items",
    "payments",
    "turns",
    "events",
    "laid_sets",
    "findings",
    "records",
)
"""The tables that hold rows of records, all with ``digest``."""


def tables(games: Mapping[str, Game] = GAMES) -> tuple[Table, ...]:
    """Every table, with the columns of these games beside those that all games have."""
    return (
        _table("games", GameRow, "digest", own=_game_columns(games)),
        _table("seats", SeatRow, "digest", "seat", own=_seat_columns(games)),
        _table("sat_out", SatOutRow, "digest", "place"),
        _table("items", ItemRow, "digest", "item"),
        _table("payments", PaymentRow, "digest", "payment"),
        _table("turns", TurnRow, "digest", "turn_no", own=_play_columns(games, TurnColumns, lambda s: s.turn)),
        _table(
            "events",
            EventRow,
            "digest",
            "turn_no",
            "event_no",
            own=_play_columns(games, EventColumns, lambda s: s.event),
        ),
        _table(
            "laid_sets",
            LaidSetRow,
            "digest",
            "turn_no",
            "event_no",
            "set_no",
            own=_play_columns(games, LaidSetColumns, lambda s: s.laid_set),
        ),
        _table("findings", FindingRow, "digest", "finding"),
        _table("records", RecordRow, "digest"),
        _table("rejects", RejectRow, "file", "reject"),
        _table("meta", MetaRow, "name"),
    )


def table(name: str, games: Mapping[str, Game] = GAMES) -> Table:
    """One table by name; raises ``KeyError`` where there is none."""
    return {one.name: one for one in tables(games)}[name]


def _table(name: str, row: type, *key: str, own: tuple[Column, ...] = ()) -> Table:
    columns = merged((*declared_columns(row), *own))
    return Table(name=name, meaning=row.__doc__ or "", key=key, columns=columns)


def _game_columns(games: Mapping[str, Game]) -> tuple[Column, ...]:
    return tuple(
        column for name, game in games.items() for column in declared_columns(game.table_shape.game, game=name)
    )


def _seat_columns(games: Mapping[str, Game]) -> tuple[Column, ...]:
    return tuple(
        column
        for name, game in games.items()
        for column in (*_scores(name, game), *declared_columns(game.table_shape.seat, game=name))
    )


def _play_columns(
    games: Mapping[str, Game], common: type, own: Callable[[TableShape], type]
) -> tuple[Column, ...]:
    """The columns that all games have, then those that the games' subclasses add."""
    shared = declared_columns(common)
    names = {column.name for column in shared}
    return shared + tuple(
        column
        for name, game in games.items()
        for column in declared_columns(own(game.table_shape), game=name)
        if column.name not in names
    )


def _scores(name: str, game: Game) -> tuple[Column, ...]:
    """Each score twice: as the record claims it and as it was derived."""
    return tuple(
        Column(
            f"{side}_{score}",
            Kind.INTEGER,
            True,
            Meaning(f"{meaning.text} {words}", meaning.unit, meaning.rule),
            name,
        )
        for score, meaning in game.table_shape.scores.items()
        for side, words in (("claimed", "As the record claims."), ("derived", "As the audit derived it."))
    )
