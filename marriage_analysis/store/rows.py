"""One audited record as rows of the tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any, Final

from marriage_analysis import __version__
from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.errors import StoreError
from marriage_analysis.findings import Finding, Severity
from marriage_analysis.games.examination import Examination
from marriage_analysis.records.canonical import canonical_bytes, digest_of
from marriage_analysis.records.exporting import expand
from marriage_analysis.records.model import Record
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

_INT64: Final = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A record as it is kept: its exported form in two canonical texts, and its key.

    The key is its digest as it stands, also where the rules are not known or the digest in it is wrong.
    """

    record: Record
    digest: str
    digest_as_written: str
    text: str
    annotations: str | None
    rules: Mapping[str, Any]

    @property
    def row(self) -> Row:
        """Its row of the table ``records``."""
        return _values(RecordRow(digest=self.digest, record=self.text, annotations=self.annotations))


def exported(record: Record) -> Exported:
    """The record as the archive keeps it."""
    as_written = digest_of(record)
    kept = expand(record).record
    digest = kept.digest if record.digest is None and kept.digest is not None else digest_of(kept)
    mapping = kept.to_mapping()
    notes = mapping.pop("annotations", None)
    return Exported(
        record=kept,
        digest=digest,
        digest_as_written=as_written,
        text=canonical_bytes(mapping).decode("utf-8"),
        annotations=None if notes is None else _json(notes),
        rules=_mapping(mapping.get("rules")),
    )


def restored(text: str, annotations: str | None) -> bytes:
    """The record of a row of ``records``, byte for byte as ``marriage format`` writes it."""
    mapping = json.loads(text)
    if annotations is not None:
        mapping["annotations"] = json.loads(annotations)
    return canonical_bytes(mapping)


def record_rows(audit: RecordAudit, kept: Exported, *, load_number: int) -> dict[str, Columns]:
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
        "games": [{**_values(_game_row(audit, kept, load_number)), **_values(own.game)}],
        "seats": [
            {**_values(row), **_scores(examination, seat), **_values(own.seats[seat])}
            for seat, row in enumerate(_seat_rows(record, examination, digest))
        ],
        "sat_out": [
            _values(SatOutRow(digest=digest, place=place, player=player.key, player_name=player.label))
            for place, player in enumerate(record.sat_out or ())
        ],
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
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def finding_value(value: object) -> str | None:
    """What was expected or found, as JSON text."""
    return None if value is None else json.dumps(value, ensure_ascii=False, default=str)


def _game_row(audit: RecordAudit, kept: Exported, load_number: int) -> GameRow:
    record = kept.record
    game, parts, session = record.game_value, record.parts, record.session
    stake = session.stake if session else None
    meta = record.meta or {}
    started = _text(meta.get("started_at"))
    day = _text(meta.get("date"))
    source = meta.get("source")
    summary = game.summary(parts)
    counts = {severity: sum(f.severity is severity for f in audit.findings) for severity in Severity}
    return GameRow(
        digest=kept.digest,
        load_number=load_number,
        game=record.game,
        game_id=record.id,
        format_version=record.version,
        digest_as_written=kept.digest_as_written,
        carries_digest=audit.record is not None and audit.record.digest is not None,
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
        preset=_text(kept.rules.get("preset")),
        rules=_json(kept.rules["options"]) if kept.rules.get("options") else None,
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
        verdict=audit.verdict.value if audit.verdict else "",
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        infos=counts[Severity.INFO],
        source_file=audit.path or "-",
        source_line=audit.line,
        toolkit=__version__,
    )


def _seat_rows(record: Record, examination: Examination, digest: str) -> list[SeatRow]:
    basis = examination.basis or (None,) * len(record.players)
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
    names = [field.name for field in fields(rows[0])]
    own = dict(zip(names, zip(*map(attrgetter(*names), rows), strict=True), strict=True))
    return {
        **{name: (value,) * len(rows) if isinstance(value, str) else value for name, value in more.items()},
        **own,
    }


def _values(row: Any) -> Row:
    return {field.name: _fitting(getattr(row, field.name)) for field in fields(row)}


def _fitting(value: object) -> object:
    if isinstance(value, int) and value not in _INT64:
        raise OverflowError(f"{value} has more than 64 bits")
    return value


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
