"""How a game declares the table columns of its own: classes of rows whose fields carry a :class:`Meaning`.

Dataclasses, or named tuples where making thousands of them has to be cheap.
Tables and column types are made from these declarations in ``store/``; nothing here knows of a database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from marriage_analysis.games.table_views import View


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column means, in a sentence; ``rule`` is a rule ID or a section of the record format.

    Written as ``Annotated[int | None, Meaning("...")]`` on the field of a row; None = not known.
    ``is_small``: a whole number that always lies between -32,768 and 32,767. ``is_long``: a text of some
    hundred characters or more, mostly.
    """

    text: str
    unit: str | None = None
    rule: str | None = None
    is_small: bool = False
    is_long: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnColumns:
    """An entry of the play, as every game tells it. A game adds its own columns in a subclass."""

    seat: Annotated[int | None, Meaning("Whose turn it is; empty for the table.", rule="format 3")]
    entry: Annotated[
        str,
        Meaning(
            "What the entry is: turn, unnoted (nobody noted this turn), table (between turns) or gap (turns"
            " that were not recorded).",
            rule="format 3",
        ),
    ]
    is_sound: Annotated[
        bool,
        Meaning("Whether the replay vouches for it: false from where it stops on, and where it cannot begin."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventColumns:
    """An event of an entry, as every game tells it. A game adds its own columns in a subclass."""

    turn_no: Annotated[int, Meaning("The turn, an index into play.", rule="format 1")]
    event_no: Annotated[int, Meaning("Counts the events of the turn, from 0.", is_small=True)]
    seat: Annotated[int | None, Meaning("Who did it; empty for the table.", rule="format 3")]
    kind: Annotated[str, Meaning("What happened, a word.")]
    card: Annotated[
        str | None,
        Meaning("Its card, where it is about one; partly known ones as in a record.", rule="format 2"),
    ]
    face: Annotated[
        int | None, Meaning("The number of that card, where it is known: see the view faces.", is_small=True)
    ]
    cards: Annotated[
        str | None,
        Meaning("Its cards, where it is about several, as in a record: a comma between sets.", rule="format 3"),
    ]
    is_derived: Annotated[
        bool, Meaning("Whether a part of it is not noted and was derived from the rest of the play.")
    ]
    is_sound: Annotated[
        bool, Meaning("Whether the replay got past it: false from where it stops on.", rule="format 3")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidSetColumns:
    """A set that was laid on the table, as every game tells it. A game adds its own columns in a subclass."""

    turn_no: Annotated[int, Meaning("The turn, an index into play.", rule="format 1")]
    event_no: Annotated[int, Meaning("The event of the turn that laid it.", is_small=True)]
    set_no: Annotated[int, Meaning("Counts the sets of the event, from 0.", is_small=True)]
    seat: Annotated[int | None, Meaning("Who laid it.")]
    laid_as: Annotated[str, Meaning("The kind of the event, as in events.")]
    cards: Annotated[str, Meaning("Its cards, as in a record.", rule="format 2")]
    is_sound: Annotated[bool, Meaning("As in events.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """The columns of a game: classes of its row of a game and of a seat, and its scores.

    ``scores`` are the columns of :class:`marriage_analysis.games.examination.Examination`, by name; each
    becomes a claimed and a derived column. ``turn``, ``event`` and ``laid_set`` are subclasses of the classes
    above where the game has columns of its own. Fields of the dataclasses are ``str``, ``int`` or ``bool``,
    or None. ``views`` are queries over the tables that only this game has. ``phrases`` are what people call
    certain events, in small letters, with the values of columns of ``events`` that make them.
    """

    game: type[Any]
    seat: type[Any]
    scores: Mapping[str, Meaning]
    turn: type[TurnColumns] = TurnColumns
    event: type[EventColumns] = EventColumns
    laid_set: type[LaidSetColumns] = LaidSetColumns
    views: tuple[View, ...] = ()
    phrases: Mapping[str, Mapping[str, str | int | bool]] = field(
        default_factory=dict[str, Mapping[str, str | int | bool]]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedRows:
    """What a record says, nothing worked out: the game's row, each seat's, and the claimed scores by name.

    The rows are of the classes of the shape; columns that take an examination to fill are None.
    """

    game: Any
    seats: tuple[Any, ...]
    claimed: Mapping[str, Sequence[int | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRows:
    """The rows of one record: one of the game, one of each seat and of each entry of the play, in their order.

    ``events`` and ``laid_sets`` in the order of the play. All rows of a kind are of the class of the shape.
    """

    game: Any
    seats: tuple[Any, ...]
    turns: tuple[TurnColumns, ...] = ()
    events: tuple[EventColumns, ...] = ()
    laid_sets: tuple[LaidSetColumns, ...] = ()
