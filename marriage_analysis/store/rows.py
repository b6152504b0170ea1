"""One audited record as rows of the tables."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeGuard, cast

from marriage_analysis import __version__
from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.errors import StoreError
from marriage_analysis.findings import Finding, Severity
from marriage_analysis.games.abilities import TellsNotes
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.protocol import Game
from marriage_analysis.records.as_written import rules_as_kept
from marriage_analysis.records.canonical import canonical_bytes, digest_of
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import Record
from marriage_analysis.records.reader import Reading
from marriage_analysis.store.schema import (
    FindingRow,
    GameRow,
    ItemRow,
    PaymentRow,
    RecordRow,
    SatOutRow,
    SeatRow,
)

Rows = tuple[tuple[str, ...], Sequence[tuple[object, ...]]]
"""Rows of one table: the names of their columns, then the values of each; a column left out is not known."""

_SMALLEST: Final = -(2**63)
_LARGEST: Final = 2**63 - 1


class Exported(NamedTuple):
    """A record as it is kept: its exported form in two canonical texts, and its key.

    The key is its digest as it stands, also where the rules are not known or the digest in it is wrong.
    ``options`` are its rule options in canonical JSON, None where none are written out.
    """

    record: Record
    digest: str
    digest_as_written: str
    text: str
    annotations: str | None
    preset: str | None
    options: str | None

    @property
    def row(self) -> RecordRow:
        """Its row of the table ``records``."""
        return RecordRow(digest=self.digest, record=self.text, annotations=self.annotations)


def exported(record: Record, raw: bytes = b"", value: dict[str, Any] | None = None) -> Exported:
    """The record as the archive keeps it.

    ``raw`` is the JSON it was read from, and ``value`` what a reading gives of it; both only save work.
    """
    rules = rules_as_kept(record, raw, value)
    if rules is None or record.digest is None:
        return _expanded(record)
    return Exported(
        record=record,
        digest=record.digest,
        digest_as_written=record.digest,
        text=raw.decode(),
        annotations=None,
        preset=rules.preset,
        options=rules.options,
    )


def _expanded(record: Record) -> Exported:
    as_written = digest_of(record)
    kept = expand(record).record
    digest = kept.digest if record.digest is None and kept.digest is not None else digest_of(kept)
    mapping = kept.to_mapping()
    notes = mapping.pop("annotations", None)
    rules = _mapping(mapping.get("rules"))
    return Exported(
        record=kept,
        digest=digest,
        digest_as_written=as_written,
        text=canonical_bytes(mapping).decode("utf-8"),
        annotations=None if notes is None else _json(notes),
        preset=_text(rules.get("preset")),
        options=_json(rules["options"]) if rules.get("options") else None,
    )


def restored(text: str, annotations: str | None) -> bytes:
    """The record of a row of ``records``, byte for byte as ``marriage format`` writes it."""
    mapping = json.loads(text)
    if annotations is not None:
        mapping["annotations"] = json.loads(annotations)
    return canonical_bytes(mapping)


def noted_rows(reading: Reading, kept: Exported, *, load_number: int = 0) -> dict[str, Rows]:
    """What a record says, as rows by the name of their table; nothing is worked out and nothing judged.

    No number of it has more than 64 bits, nor have the sums that a game's ``noted_rows`` gives.
    """
    record, game, digest = kept.record, kept.record.game_value, kept.digest
    games = rows_of([_game_row(reading.path, reading.line, kept, load_number, reading.record, audit=None)])
    players = record.players
    if _tells_notes(game):
        own = game.noted_rows(record, seats=len(players))
        games = _beside(games, rows_of([own.game]))
        names, values = rows_of(own.seats)
        claimed = zip(*own.claimed.values(), strict=True)
        seats: Rows = (
            _seat_names(names, tuple(own.claimed)),
            [
                (digest, seat, player.key, player.label, *row, *scores)
                for seat, (player, row, scores) in enumerate(zip(players, values, claimed, strict=True))
            ],
        )
    else:
        seats = (
            _seat_names((), ()),
            [(digest, seat, player.key, player.label) for seat, player in enumerate(players)],
        )
    return {
        "games": games,
        "seats": seats,
        "sat_out": rows_of(_sat_out_rows(record, kept.digest)) if record.sat_out else ((), ()),
        "records": rows_of([kept.row]),
    }


@lru_cache(maxsize=64)
def _seat_names(own: tuple[str, ...], scores: tuple[str, ...]) -> tuple[str, ...]:
    return ("digest", "seat", "player", "player_name", *own, *(f"claimed_{score}" for score in scores))


def _tells_notes(game: Game) -> TypeGuard[TellsNotes]:
    return _has_notes(type(game))


@cache
def _has_notes(kind: type[Game]) -> bool:
    """Asked once a game: a check of a protocol costs as much as half a record."""
    return issubclass(kind, TellsNotes)


def record_rows(audit: RecordAudit, kept: Exported, *, load_number: int = 0) -> dict[str, Rows]:
    """The rows of an audited record that could be read, by the name of their table.

    Raises ``OverflowError`` where a derived number has more than 64 bits, and ``StoreError`` for a record
    that was not examined.
    """
    if audit.record is None or audit.examination is None or audit.verdict is None:
        raise StoreError("a record that was not examined has no rows")
    examination = audit.examination
    record = audit.record
    # Cards in the order of the exported form, which is what is stored and derived again later.
    own = record.game_value.table_rows(
        kept.record.parts, examination, seats=len(record.players), dealer=record.dealer
    )
    statement = examination.statement
    digest = kept.digest
    seats = _seat_rows(record, examination.basis or (None,) * len(record.players), digest)
    items = [
        ItemRow(
            digest=digest,
            item=number,
            seat=line.seat,
            kind=line.kind,
            count=line.count,
            cards=line.cards,
            points=line.points,
            rule=line.rule,
        )
        for number, line in enumerate(statement.lines if statement else ())
    ]
    payments = [
        PaymentRow(
            digest=digest,
            payment=number,
            payer=line.payer,
            payee=line.payee,
            points=line.points,
            kind=line.kind,
            rule=line.rule,
        )
        for number, line in enumerate(statement.transfers if statement else ())
    ]
    times = record.times or (None,) * len(own.turns)
    turns: Rows = (
        ("digest", "game_id", "turn_no", "milliseconds"),
        [(digest, record.id, turn, spent) for turn, spent in zip(range(len(own.turns)), times, strict=False)],
    )
    rows = {
        "games": _beside(
            rows_of([_game_row(audit.path, audit.line, kept, load_number, record, audit=audit)]),
            rows_of([own.game]),
        ),
        "seats": _beside(_beside(rows_of(seats), _scores(examination)), rows_of(own.seats)),
        "sat_out": rows_of(_sat_out_rows(record, digest)),
        "items": rows_of(items),
        "payments": rows_of(payments),
        "turns": _beside(turns, rows_of(own.turns)),
        "events": _beside(_keyed(digest, record.id, len(own.events)), rows_of(own.events)),
        "laid_sets": _beside(_keyed(digest, record.id, len(own.laid_sets)), rows_of(own.laid_sets)),
        "findings": rows_of(
            [_finding_row(finding, digest, number) for number, finding in enumerate(audit.findings)]
        ),
        "records": rows_of([kept.row]),
    }
    for name in _WITH_SUMS:
        _check_bits(rows[name])
    return rows


def finding_value(value: object) -> str | None:
    """What was expected or found, as JSON text."""
    return None if value is None else json.dumps(value, ensure_ascii=False, default=str)


def _sat_out_rows(record: Record, digest: str) -> list[SatOutRow]:
    return [
        SatOutRow(digest=digest, place=place, player=player.key, player_name=player.label)
        for place, player in enumerate(record.sat_out or ())
    ]


def _game_row(
    path: str | None,
    line: int,
    kept: Exported,
    load_number: int,
    read: Record | None,
    *,
    audit: RecordAudit | None,
) -> GameRow:
    """The row of a game; ``read`` is the record as it stood in its file, before it was expanded."""
    record = kept.record
    game, session = record.game_value, record.session
    stake = session.stake if session else None
    meta = record.meta or {}
    started = _text(meta.get("started_at"))
    day = _text(meta.get("date"))
    source = meta.get("source")
    summary = game.summary(record)
    found = None if audit is None else Counter(finding.severity for finding in audit.findings)
    return GameRow(
        digest=kept.digest,
        load_number=load_number,
        game=record.game,
        game_id=record.id,
        format_version=record.version,
        digest_as_written=kept.digest_as_written,
        carries_digest=read is not None and read.digest is not None,
        session_id=session.id if session else None,
        session_number=session.number if session else None,
        stake_currency=stake.currency if stake else None,
        stake_minor_per_point=stake.minor_per_point if stake else None,
        event=_text(meta.get("event")),
        site=_text(meta.get("site")),
        date=day,
        day=_day(day, started),
        started_at=started,
        started_at_utc=_utc(started),
        source_app=_text(_mapping(source).get("app")),
        preset=kept.preset,
        rules=kept.options,
        players=len(record.players),
        sat_out_players=len(record.sat_out or ()),
        dealer=record.dealer,
        view=None if record.view is None else str(record.view),
        level=game.level(record).word,
        turns=game.turn_count(record),
        ending=_text(summary.get("ending")),
        winner=_whole(summary.get("winner")),
        flags=None if record.flags is None else _json(record.flags),
        annotations=len(record.annotations or ()),
        is_correction=record.corrects is not None,
        corrects_digest=record.corrects.digest if record.corrects else None,
        corrects_reason=record.corrects.reason if record.corrects else None,
        superseded_by=None,
        verdict=audit.verdict.value if audit is not None and audit.verdict is not None else None,
        errors=None if found is None else found[Severity.ERROR],
        warnings=None if found is None else found[Severity.WARNING],
        infos=None if found is None else found[Severity.INFO],
        source_file=path or "-",
        source_line=line,
        loaded_by=__version__,
        derived_by=None if audit is None else __version__,
    )


def _seat_rows(record: Record, basis: Sequence[str | None], digest: str) -> list[SeatRow]:
    return [
        SeatRow(digest=digest, seat=seat, player=player.key, player_name=player.label, basis=basis[seat])
        for seat, player in enumerate(record.players)
    ]


def _scores(examination: Examination) -> Rows:
    """The scores of the seats, claimed and derived."""
    sides = (("claimed", examination.claimed), ("derived", examination.derived))
    names = tuple(f"{side}_{name}" for side, columns in sides for name in columns)
    return names, list(zip(*(column for _, columns in sides for column in columns.values()), strict=True))


def _finding_row(finding: Finding, digest: str, number: int) -> FindingRow:
    place = finding.place
    return FindingRow(
        digest=digest,
        finding=number,
        code=finding.code.name,
        severity=finding.severity.value,
        concern=finding.code.concern.value,
        rule=finding.rule,
        path=place.path,
        turn=place.turn,
        seat=place.seat,
        line=place.line,
        line_column=place.column,
        expected=finding_value(finding.expected),
        found=finding_value(finding.found),
        message=finding.message,
    )


def rows_of(rows: Sequence[Any]) -> Rows:
    """Rows that are dataclasses or named tuples, all of one class."""
    if not rows:
        return (), ()
    names, values_of = _reader(type(rows[0]))  # pyright: ignore[reportUnknownArgumentType]
    return names, rows if values_of is None else [values_of(row) for row in rows]


@cache
def _reader(kind: type[Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[object, ...]] | None]:
    """The names of the fields of a class, and what takes their values from a row; None where it is they."""
    if issubclass(kind, tuple):
        return cast("Any", kind)._fields, None
    names = tuple(field.name for field in fields(kind))
    if len(names) == 1:
        return names, lambda row: (getattr(row, *names),)
    return names, attrgetter(*names)


def _beside(left: Rows, right: Rows) -> Rows:
    """Equally many rows side by side."""
    return _both(left[0], right[0]), [one + other for one, other in zip(left[1], right[1], strict=True)]


@lru_cache(maxsize=64)
def _both(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    return left + right


def _keyed(digest: str, game_id: str, number: int) -> Rows:
    return ("digest", "game_id"), [(digest, game_id)] * number


_WITH_SUMS: Final = ("games", "seats", "items", "payments", "findings")
"""Tables that hold derived numbers, which no field of a record bounds."""


def _check_bits(rows: Rows) -> None:
    for values in rows[1]:
        for value in values:
            if type(value) is int and not _SMALLEST <= value <= _LARGEST:
                raise _too_many_bits(value)


def _too_many_bits(value: int) -> OverflowError:
    return OverflowError(f"{value} has more than 64 bits")


def _json(value: Any) -> str:
    """Canonical JSON of any value that stands in a record."""
    return canonical_bytes({"": value}).decode("utf-8")[len('{"":') : -1]


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _day(day: str | None, started: str | None) -> date | None:
    whole = day if day is not None else (started or "")[:10]
    return date.fromisoformat(whole) if len(whole) == len("2026-11-08") else None


def _utc(started: str | None) -> datetime | None:
    """None also where the instant lies before the year 1 or after 9999 in UTC."""
    if started is None:
        return None
    try:
        return datetime.fromisoformat(started).astimezone(UTC).replace(tzinfo=None)
    except OverflowError:
        return None
