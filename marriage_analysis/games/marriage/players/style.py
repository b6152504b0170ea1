"""Styles of play: what a player looks at, as a few numbers. How each plays is told in docs/players."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType
from typing import Final


@unique
class Dublees(Enum):
    """When a player collects pairs."""

    NEVER = "never"
    NEARER = "where they are nearer"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a player weighs when it throws a card; the nearest to a show or a finish comes before all of it.

    ``outs`` are points for each card that may still come and helps, ``maal`` for each point of maal kept.
    ``lead``: so many cards nearer by pairs than by sets they have to be, and one. ``slips``: one throw in so
    many is made blindly, 0 is none. ``counts`` False: it counts no distances and keeps cards that lie together.
    """

    outs: int = 0
    maal: int = 1
    dublees: Dublees = Dublees.NEVER
    lead: int = 0
    slips: int = 0
    counts: bool = True


STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "sensible": Style(outs=100, dublees=Dublees.NEARER),
        "mixed": Style(outs=100, maal=30, dublees=Dublees.NEARER, lead=-1),
        "sequence": Style(),
        "dublee": Style(outs=100, dublees=Dublees.ALWAYS),
        "careless": Style(outs=100, dublees=Dublees.NEARER, slips=10),
        "simple": Style(counts=False),
    }
)
"""The players by name."""
