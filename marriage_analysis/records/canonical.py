"""Canonical bytes (RFC 8785) and digests of records.

Defined on what records hold: texts, whole numbers within 2^53 - 1, true, false, null, lists, objects. Objects
are written with their fields in the order of UTF-16 code units, as the RFC asks; no fractions exist here.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final, cast

from marriage_analysis.errors import RecordError
from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.records.limits import MAX_DEPTH
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import format_path

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
NOT_DIGESTED: Final = ("digest", "annotations")
"""Fields of a record that its digest does not cover."""


def canonical_bytes(mapping: Mapping[str, Any]) -> bytes:
    """The one form of a record in bytes; equal records give equal bytes on every machine.

    Raises ``RecordError`` for a value that no record can hold, with its place.

    >>> canonical_bytes({"b": "é", "a": [1, None]})
    b'{"a":[1,null],"b":"\\xc3\\xa9"}'
    """
    ordered = _ordered(mapping, ())
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def digest_of(record: Record) -> str:
    """The digest of the record as it stands, whether or not it carries one.

    Its notes (``annotations``) are not part of it: adding one leaves the digest as it was.
    """
    mapping = record.to_mapping()
    for field in NOT_DIGESTED:
        mapping.pop(field, None)
    return "sha256:" + hashlib.sha256(canonical_bytes(mapping)).hexdigest()


def _ordered(value: Any, path: tuple[str | int, ...]) -> Any:
    """The value with the fields of every object in order; dicts keep the order they are filled in."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return _whole(value, path)
    if isinstance(value, int):
        if -MAX_INTEGER <= value <= MAX_INTEGER:
            return int(value)
        raise RecordError(f"{value} is too large for a record (2^53 - 1 at most)", path=format_path(path))
    if len(path) >= MAX_DEPTH:
        raise RecordError(f"objects and lists lie more than {MAX_DEPTH} deep", path=None)
    if isinstance(value, Mapping):
        fields = cast("Mapping[Any, Any]", value)
        for key in fields:
            if not isinstance(key, str):
                raise RecordError(f"{key!r} is no name of a field", path=format_path(path))
            _whole(key, path)
        return {key: _ordered(fields[key], (*path, key)) for key in sorted(fields, key=_utf16)}
    if isinstance(value, (list, tuple)):
        entries = cast("list[Any] | tuple[Any, ...]", value)
        return [_ordered(entry, (*path, index)) for index, entry in enumerate(entries)]
    raise RecordError(f"a record cannot hold {value!r:.60}", path=format_path(path))


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")


def _whole(text: str, path: tuple[str | int, ...]) -> str:
    if _SURROGATE.search(text):
        raise RecordError(f"{text!r:.60} holds half of a UTF-16 pair", path=format_path(path))
    return text
