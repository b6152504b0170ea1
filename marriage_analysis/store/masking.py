"""The records of an archive as they are given away: with pseudonyms for people, or as one seat saw the games.

A changed record is another record, with a digest of its own; corrections are pointed at the new digests.
"""

import hmac
from base64 import b32encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final, cast

from marriage_analysis.errors import RecordError, StoreError
from marriage_analysis.games.abilities import Anonymises
from marriage_analysis.records.envelope import Annotation, Corrects, Player
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import decode_compact
from marriage_analysis.records.validate import read_text
from marriage_analysis.records.views import SeatOrPublic, view_of
from marriage_analysis.store.archive import SALT, Archive
from marriage_analysis.store.rows import exported, restored
from marriage_analysis.store.shelving import Copies

_KEPT_META: Final = ("date", "started_at")
_KEPT_SOURCE: Final = ("app", "version", "policies")


@dataclass(frozen=True, slots=True)
class Mask:
    """What is hidden. ``view`` None: nothing of the cards. ``salt`` None: people keep their names."""

    salt: str | None = None
    view: SeatOrPublic | None = None


def pseudonym(salt: str, kind: str, name: str) -> str:
    """A name that is always the same for a person of one archive, and tells nothing without the salt.

    >>> pseudonym("a", "P", "Asha"), pseudonym("b", "P", "Asha"), pseudonym("a", "G", "Asha")
    ('P-wcrnkrmml4qf', 'P-cnmsbgun2dcl', 'G-ljaydwa4rnbk')
    """
    digest = hmac.new(salt.encode(), f"{kind}\0{name}".encode(), sha256).digest()
    return f"{kind}-{b32encode(digest).decode()[:12].lower()}"


def salt_of(archive: Archive) -> str:
    """The salt of the archive, made when the archive was."""
    return str(archive.sql("SELECT value FROM meta WHERE name = ?", [SALT]).item())


@dataclass(slots=True)
class MaskedRecords:
    """The records of an archive under a mask, as lines of a record file, in the order of loading, each once.

    ``hidden`` counts those that are left out, since they have no such seat or tell what another one saw;
    ``copies`` those that under the mask are the same as one before.
    """

    archive: Archive
    mask: Mask
    hidden: int = 0
    copies: int = 0
    _new_digests: dict[str, str | None] = field(default_factory=dict[str, str | None])

    def __iter__(self) -> Iterator[bytes]:
        rows = self.archive.ask(
            "SELECT g.digest, r.record, r.annotations FROM games g JOIN records r USING (digest)"
            " ORDER BY g.load_number"
        ).rows
        self.hidden = self.copies = 0
        copies = Copies()
        for digest, text, annotations in rows:
            made = self._masked(digest, restored(text, annotations))
            if made is None:
                self.hidden += 1
                continue
            line = format_record(made)
            if copies.is_copy(exported(made, line, decode_compact(line.decode()))):
                self.copies += 1
            else:
                yield line

    def _masked(self, digest: str, raw: bytes) -> Record | None:
        record = _read(raw)
        if self.mask.view is not None:
            try:
                record = view_of(record, self.mask.view)
            except RecordError:
                return None
        if self.mask.salt is not None:
            record = _without_names(record, self.mask.salt)
        if record.corrects is not None:
            new = self._new_digest(digest)
            record = record.model_copy(update={"corrects": replace(record.corrects, digest=new)})
        return expand(record.model_copy(update={"digest": None})).record

    def _new_digest(self, correction: str) -> str | None:
        """The digest under the mask of what a correction corrects; None where that is not in the archive."""
        if correction not in self._new_digests:
            self._new_digests[correction] = None  # a record that corrects itself, through others, ends here
            found = self.archive.ask(
                "SELECT g.digest, r.record, r.annotations FROM games g JOIN records r USING (digest)"
                " WHERE g.superseded_by = ? ORDER BY g.load_number LIMIT 1",
                [correction],
            ).rows
            for old, text, annotations in list(found):
                made = self._masked(old, restored(text, annotations))
                self._new_digests[correction] = None if made is None else made.digest
        return self._new_digests[correction]


def _read(raw: bytes) -> Record:
    record, findings = read_text(raw.decode())
    if record is None:
        raise StoreError(f"a stored record cannot be read: {findings[0].message}")
    return record


def _without_names(record: Record, salt: str) -> Record:
    """The record with pseudonyms, and without what people wrote in words or programs put beside it."""

    def person(player: Player) -> Player:
        return Player(name=pseudonym(salt, "P", player.key))

    def game_id(name: str) -> str:
        return pseudonym(salt, "G", name)

    def note(annotation: Annotation) -> Annotation:
        by = annotation.by
        return replace(
            annotation,
            text=None,
            lang=None,
            by=pseudonym(salt, "P", Player(name=by).key) if isinstance(by, str) else by,
        )

    corrects = record.corrects
    if isinstance(corrects, Corrects):
        by = corrects.by and tuple(pseudonym(salt, "P", Player(name=name).key) for name in corrects.by)
        corrects = replace(corrects, by=by, note=None)
    session = record.session
    if session is not None:
        session = replace(session, id=pseudonym(salt, "S", session.id))
    game = record.game_value
    if isinstance(game, Anonymises):
        record = record.with_parts(game.anonymised(record.parts, game_id=game_id))
    return record.carrying(()).model_copy(
        update={
            "id": game_id(record.id),
            "players": tuple(map(person, record.players)),
            "sat_out": record.sat_out and tuple(map(person, record.sat_out)),
            "annotations": record.annotations and tuple(map(note, record.annotations)),
            "corrects": corrects,
            "session": session,
            "meta": _kept_meta(record.meta),
            "extensions": None,
        }
    )


def _kept_meta(meta: object) -> dict[str, object] | None:
    """When it was played and by what program it was written."""
    fields = cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}
    kept: dict[str, object] = {name: fields[name] for name in _KEPT_META if fields.get(name) is not None}
    source = fields.get("source")
    if isinstance(source, dict):
        told = cast("dict[str, object]", source)
        kept["source"] = {name: told[name] for name in _KEPT_SOURCE if told.get(name) is not None}
    return kept or None
