"""How a game declares the table columns of its own: plain dataclasses whose fields carry a :class:`Meaning`.

Tables and column types are made from these declarations in ``store/``; nothing here knows of a database.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column means, in a sentence; ``rule`` is a rule ID or a section of the record format.

    Written as ``Annotated[int | None, Meaning("...")]`` on the field of a row; None = not known.
    """

    text: str
    unit: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """The columns of a game: dataclasses for its row of a game and of a seat, and its scores.

    ``scores`` are the columns of :class:`marriage_analysis.games.examination.Examination`, by name; each
    becomes a claimed and a derived column. Fields of the dataclasses are ``str``, ``int`` or ``bool``, or None.
    """

    game: type[Any]
    seat: type[Any]
    scores: Mapping[str, Meaning]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRows:
    """The rows of one record: one of the game, and one of each seat in order."""

    game: Any
    seats: tuple[Any, ...]
