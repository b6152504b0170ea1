"""What is documented about an option: its meaning, where it comes from, and what it may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .value_kinds import ValueKind

_NOTHING: dict[str, object] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionText:
    """The documentation of one option.

    ``rules`` are IDs of the rulebook, ``sources`` codes of its table of sources. ``when_on`` gives, by preset,
    the JSON value that the preset's sources use where the option is switched on or read the other way.
    """

    name: str
    meaning: str
    rules: tuple[str, ...]
    sources: tuple[str, ...]
    kind: ValueKind
    when_on: Mapping[str, object] = field(default_factory=lambda: _NOTHING)


def option(
    meaning: str,
    kind: ValueKind,
    *,
    rules: str,
    sources: str,
    when_on: Mapping[str, object] | None = None,
) -> Mapping[str, object]:
    """Metadata for a field of the rule set; ``rules`` and ``sources`` are blank-separated."""
    return {
        "meaning": meaning,
        "rules": tuple(rules.split()),
        "sources": tuple(sources.split()),
        "kind": kind,
        "when_on": when_on or _NOTHING,
    }
