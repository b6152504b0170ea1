"""Records that stand in their file just as they are kept: their canonical bytes need not be made again.

A short way to an answer that :mod:`.canonical` and :mod:`.exporting` give for every record.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pydantic_core import from_json, to_json

from marriage_analysis.records.model import Record

_FREE_FIELDS: Final = ("meta", "extensions")
"""Fields in which null is a value. It is one in the rules too, which are looked at by themselves."""


@dataclass(frozen=True, slots=True)
class WrittenRules:
    """The rules of a record: the name of the preset, and the options in canonical JSON, None where none are."""

    preset: str | None
    options: str | None


def rules_as_kept(record: Record, raw: bytes, value: dict[str, Any] | None) -> WrittenRules | None:
    """The rules of a record whose ``raw`` is as it is kept: canonical bytes, its right digest, no annotations.

    ``value`` is the object that :func:`~marriage_analysis.records.scan.decode_compact` gave for ``raw``. None
    for any other record, and where it would take a longer look: at keys that are not ASCII, and at lists in
    lists.
    """
    digest = record.digest
    if value is None or digest is None or record.annotations is not None or record.carried:
        return None
    covered = raw.replace(f'"digest":"{digest}",'.encode(), b"", 1)  # other fields always follow
    if f"sha256:{hashlib.sha256(covered).hexdigest()}" != digest:
        return None
    # A compact text differs from the canonical one in the order of its fields and in written nulls only.
    rules = _rules(to_json(value["rules"])) if "rules" in value else None
    return rules if rules is not None and _is_canonical({**value, "rules": ""}) else None


@lru_cache(maxsize=64)
def _rules(text: bytes) -> WrittenRules | None:
    """The rules from their JSON, None where that is not canonical; records repeat a few of them."""
    rules: dict[str, Any] = from_json(text)
    if not _is_canonical(rules, is_free=True):
        return None
    options = rules.get("options")
    return WrittenRules(rules.get("preset"), to_json(options).decode() if options else None)


def _is_canonical(fields: Any, *, is_free: bool = False) -> bool:
    """Whether the keys of an object stand in order, and no field is null but in free fields."""
    if not _has_ordered_keys(tuple(fields)) or (not is_free and None in fields.values()):
        return False
    for name, value in fields.items():
        kind = type(value)  # pyright: ignore[reportUnknownVariableType]
        if kind is dict:
            if not _is_canonical(value, is_free=is_free or name in _FREE_FIELDS):
                return False
        elif kind is list:
            within = is_free or name in _FREE_FIELDS
            # Lists of the format hold one kind of value; only in free fields every entry needs a look.
            for entry in value if within or (value and type(value[0]) is dict) else ():
                if type(entry) is list:
                    return False
                if type(entry) is dict and not _is_canonical(entry, is_free=within):
                    return False
    return True


@lru_cache(maxsize=1024)
def _has_ordered_keys(keys: tuple[str, ...]) -> bool:
    """Whether the keys of an object stand in order; false for keys that RFC 8785 may sort otherwise."""
    return list(keys) == sorted(keys) and "".join(keys).isascii()
