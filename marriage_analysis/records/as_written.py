"""Records that stand in their file just as they are kept: their canonical bytes need not be made again.

A short way to an answer that :mod:`.canonical` and :mod:`.exporting` give for every record.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pydantic_core import to_json

from marriage_analysis.games.remembered import Remembered
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
    for any other record, and where it would take a longer look: at keys that are not ASCII.
    """
    digest = record.digest
    if value is None or digest is None or record.annotations is not None or record.carried:
        return None
    covered = raw.replace(f'"digest":"{digest}",'.encode(), b"", 1)  # other fields always follow
    if f"sha256:{hashlib.sha256(covered).hexdigest()}" != digest:
        return None
    # A compact text differs from the canonical one in the order of its fields and in written nulls only.
    rules = _rules(value["rules"]) if type(value.get("rules")) is dict else None
    return rules if rules is not None and _is_canonical({**value, "rules": ""}) else None


_known_rules: Final = Remembered[int, tuple[object, WrittenRules | None]](64)
"""Rules by the identity of their JSON object, which compact texts share; held, so that no other gets it."""


def _rules(rules: Any) -> WrittenRules | None:
    """The rules from their JSON object, None where that is not canonical."""
    known = _known_rules.get(id(rules))
    if known is not None and known[0] is rules:
        return known[1]
    written: WrittenRules | None = None
    if _is_free_canonical(rules):
        options = rules.get("options")
        written = WrittenRules(rules.get("preset"), to_json(options).decode() if options else None)
    _known_rules[id(rules)] = (rules, written)
    return written


def _is_canonical(fields: Any) -> bool:
    """Whether the keys of an object of the format stand in order, and no field is null but in free fields."""
    if None in fields.values() or not _has_ordered_keys(tuple(fields)):
        return False
    for name, value in fields.items():
        kind = type(value)  # pyright: ignore[reportUnknownVariableType]
        if kind is dict or kind is list:
            if name in _FREE_FIELDS:
                is_sound = _is_free_canonical(value)
            elif kind is dict:
                is_sound = _is_canonical(value)
            else:  # lists of the format hold one kind of value, and no lists
                is_sound = not value or type(value[0]) is not dict or all(map(_is_canonical, value))
            if not is_sound:
                return False
    return True


def _is_free_canonical(value: Any) -> bool:
    """The same of any value of a free field, in which null is a value."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    if kind is dict:
        return _has_ordered_keys(tuple(value)) and all(map(_is_free_canonical, value.values()))
    return kind is not list or all(map(_is_free_canonical, value))


@lru_cache(maxsize=1024)
def _has_ordered_keys(keys: tuple[str, ...]) -> bool:
    """Whether the keys of an object stand in order; false for keys that RFC 8785 may sort otherwise."""
    return list(keys) == sorted(keys) and "".join(keys).isascii()
