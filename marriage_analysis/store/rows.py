"""One audited record as rows of the tables."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, TypeGuard, cast

from pydantic_core import from_json, to_json

from marriage_analysis import __version__
from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.errors import StoreError
from marriage_analysis.findings import Finding, Severity
from marriage_analysis.games.abilities import TellsNotes
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.protocol import Game
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

Row = dict[str, object]
Columns = Mapping[str, Sequence[object]]
"""Rows of one table, column by column, all equally long; a column that is left out is not known."""

_SMALLEST: Final = -(2**63)
_LARGEST: Final = 2**63 - 1
_FREE_FIELDS: Final = ("rules", "meta", "extensions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
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
    def row(self) -> Row:
        """Its row of the table ``records``."""
        return _values(RecordRow(digest=self.digest, record=self.text, annotations=self.annotations))


def exported(record: Record, raw: bytes = b"") -> Exported:
    """The record as the archive keeps it; ``raw`` is the JSON it was read from, which can save work."""
    return _as_written(record, raw) or _expanded(record)


def _as_written(record: Record, raw: bytes) -> Exported | None:
    """A record that stands there in canonical bytes with its right digest; None where it may not."""
    if record.digest is None or record.annotations is not None or record.carried or not raw.startswith(b"{"):
        return None
    covered = raw.replace(f',"digest":"{record.digest}"'.encode(), b"", 1)
    if f"sha256:{hashlib.sha256(covered).hexdigest()}" != record.digest:
        return None
    mapping: dict[str, Any] = from_json(raw)
    # Values that are written alike read alike, so canonical bytes come out as they went in.
    if to_json(mapping) != raw or not _has_ordered_keys(tuple(mapping)):
        return None
    rules = _rules_as_written(to_json(mapping.pop("rules", {})))
    if rules is None or not _is_canonical(mapping):
        return None
    return Exported(
        record=record,
        digest=record.digest,
        digest_as_written=record.digest,
        text=raw.decode(),
        annotations=None,
        preset=rules.preset,
        options=rules.options,
    )


@dataclass(frozen=True, slots=True)
class _RulesAsWritten:
    preset: str | None
    options: str | None


@lru_cache(maxsize=64)
def _rules_as_written(text: bytes) -> _RulesAsWritten | None:
    """The rules of a record from their JSON, None where it is not canonical; records repeat a few of them."""
    rules: dict[str, Any] = from_json(text)
    if not _is_canonical(rules, is_free=True):
        return None
    options = rules.get("options")
    return _RulesAsWritten(_text(rules.get("preset")), to_json(options).decode() if options else None)


@lru_cache(maxsize=1024)
def _has_ordered_keys(keys: tuple[str, ...]) -> bool:
    """Whether the keys of an object stand in order; false for keys that RFC 8785 may sort otherwise."""
    return list(keys) == sorted(keys) and "".join(keys).isascii()


def _is_canonical(mapping: dict[str, Any], *, is_free: bool = False) -> bool:
    """Whether keys stand in order, and no field is null; in rules, meta and extensions null is a value.

    False where it takes a longer look: at keys that are not ASCII, and at lists in lists.
    """
    if not _has_ordered_keys(tuple(mapping)):
        return False
    for name, value in mapping.items():
        if isinstance(value, str):
            continue
        if value is None:
            if not is_free:
                return False
            continue
        within = is_free or name in _FREE_FIELDS
        if isinstance(value, dict):
            if not _is_canonical(cast("dict[str, Any]", value), is_free=within):
                return False
        elif isinstance(value, list):
            # Lists of the format hold one kind of value; only in free fields every entry needs a look.
            entries = cast("list[Any]", value)
            for entry in entries if within or (entries and isinstance(entries[0], dict)) else ():
                if isinstance(entry, list):
                    return False
                if isinstance(entry, dict) and not _is_canonical(cast("dict[str, Any]", entry), is_free=within):
                    return False
    return True


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


def noted_rows(reading: Reading, kept: Exported, *, load_number: int = 0) -> dict[str, Columns]:
    """What a record says, as rows by the name of their table; nothing is worked out and nothing judged.

    No number of it has more than 64 bits, nor have the sums that a game's ``noted_rows`` gives.
    """
    record, game = kept.record, kept.record.game_value
    own = game.noted_rows(record.parts, seats=len(record.players)) if _tells_notes(game) else None
    seats = range(len(record.players))
    games = _values(_game_row(reading.path, reading.line, kept, load_number, reading.record, audit=None))
    columns: dict[str, Sequence[object]] = {
        "digest": (kept.digest,) * len(seats),
        "seat": seats,
        "player": [player.key for player in record.players],
        "player_name": [player.label for player in record.players],
    }
    if own is not None:
        games |= _values(own.game)
        columns |= _by_column(own.seats)
        columns |= {f"claimed_{name}": column for name, column in own.claimed.items()}
    return {
        "games": columns_of([games]),
        "seats": columns,
        "sat_out": columns_of(_sat_out_rows(record, kept.digest)),
        "records": columns_of([kept.row]),
    }


def _tells_notes(game: Game) -> TypeGuard[TellsNotes]:
    return _has_notes(type(game))


@cache
def _has_notes(kind: type[Game]) -> bool:
    """Asked once a game: a check of a protocol costs as much as half a record."""
    return issubclass(kind, TellsNotes)


def record_rows(audit: RecordAudit, kept: Exported, *, load_number: int = 0) -> dict[str, Columns]:
    """The rows of an audited record that could be read, by the name of their table.

    Raises ``OverflowError`` where a derived number has more than 64 bits, and ``StoreError`` for a record
    that was not examined.
    """
    if audit.record is None or audit.examination is None or audit.verdict is None:
        raise StoreError("a record that was not examined has no rows")
    examination = audit.examination
    record = audit.record
    own = record.game_value.table_rows(
        record.parts, examination, seats=len(record.players), dealer=record.dealer
    )
    statement = examination.statement
    digest = kept.digest
    rows: dict[str, list[Row]] = {
        "games": [
            {
                **_values(_game_row(audit.path, audit.line, kept, load_number, record, audit=audit)),
                **_values(own.game),
            }
        ],
        "seats": [
            {**_values(row), **_scores(examination, seat), **_values(own.seats[seat])}
            for seat, row in enumerate(
                _seat_rows(record, examination.basis or (None,) * len(record.players), digest)
            )
        ],
        "sat_out": _sat_out_rows(record, digest),
        "items": [
            _values(
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
            )
            for number, line in enumerate(statement.lines if statement else ())
        ],
        "payments": [
            _values(
                PaymentRow(
                    digest=digest,
                    payment=number,
                    payer=line.payer,
                    payee=line.payee,
                    points=line.points,
                    kind=line.kind,
                    rule=line.rule,
                )
            )
            for number, line in enumerate(statement.transfers if statement else ())
        ],
        "findings": [
            _values(_finding_row(finding, digest, number)) for number, finding in enumerate(audit.findings)
        ],
        "records": [kept.row],
    }
    key = {"digest": digest, "game_id": record.id}
    turns = range(len(own.turns))
    times = record.times or (None,) * len(turns)
    return {
        **{name: columns_of(some) for name, some in rows.items()},
        "turns": _played(own.turns, key | {"turn_no": turns, "milliseconds": times}),
        "events": _played(own.events, key),
        "laid_sets": _played(own.laid_sets, key),
    }


def columns_of(rows: Sequence[Row]) -> Columns:
    """Rows that have the same columns, column by column."""
    if len(rows) == 1:
        return {name: (value,) for name, value in rows[0].items()}
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def finding_value(value: object) -> str | None:
    """What was expected or found, as JSON text."""
    return None if value is None else json.dumps(value, ensure_ascii=False, default=str)


def _sat_out_rows(record: Record, digest: str) -> list[Row]:
    return [
        _values(SatOutRow(digest=digest, place=place, player=player.key, player_name=player.label))
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
    game, parts, session = record.game_value, record.parts, record.session
    stake = session.stake if session else None
    meta = record.meta or {}
    started = _text(meta.get("started_at"))
    day = _text(meta.get("date"))
    source = meta.get("source")
    summary = game.summary(parts)
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
        level=game.level(parts).word,
        turns=game.turn_count(parts),
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


def _scores(examination: Examination, seat: int) -> Row:
    sides = (("claimed", examination.claimed), ("derived", examination.derived))
    return {
        f"{side}_{name}": _fitting(column[seat]) for side, columns in sides for name, column in columns.items()
    }


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


def _played(rows: Sequence[Any], more: Mapping[str, Sequence[object] | str]) -> Columns:
    """Rows of the play, of one dataclass, with ``more`` columns; a text stands in every row."""
    if not rows:
        return {}
    return {
        **{name: (value,) * len(rows) if isinstance(value, str) else value for name, value in more.items()},
        **_by_column(rows),
    }


def _by_column(rows: Sequence[Any]) -> dict[str, tuple[object, ...]]:
    """Rows of one dataclass, column by column."""
    names, values_of = _reader(cast("type[Any]", type(rows[0])))
    return dict(zip(names, zip(*map(values_of, rows), strict=True), strict=True))


def _values(row: Any) -> Row:
    names, values_of = _reader(cast("type[Any]", type(row)))
    values = values_of(row)
    for value in values:
        if type(value) is int and not _SMALLEST <= value <= _LARGEST:
            raise _too_many_bits(value)
    return dict(zip(names, values, strict=True))


@cache
def _reader(kind: type[Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[object, ...]]]:
    """The names of the fields of a dataclass, and what takes their values from a row of it."""
    names = tuple(field.name for field in fields(kind))
    if len(names) == 1:
        return names, lambda row: (getattr(row, *names),)
    return names, attrgetter(*names)


def _fitting(value: int | None) -> int | None:
    if value is not None and not _SMALLEST <= value <= _LARGEST:
        raise _too_many_bits(value)
    return value


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
