"""A record as one seat saw the game, or as everybody at the table did."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from marriage_analysis.cards.cell import CellList
from marriage_analysis.errors import NotationError, RecordError
from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.abilities import Hides, require
from marriage_analysis.records import codes
from marriage_analysis.records.model import Record
from marriage_analysis.records.scan import Path, format_path

SeatOrPublic = int | Literal["public"]


def view_of(record: Record, view: SeatOrPublic) -> Record:
    """The record with every card hidden that the seat (or, for ``public``, not everybody) saw.

    No turn is added, dropped or moved. Left out besides: the shuffle, fields of other programs and of a newer
    version of the format, and the digest, which is the full record's. Kept, and not looked into: meta, flags
    and what people wrote in words. The view of a view is itself.

    Raises ``RecordError`` for a seat that nobody sits in, and where the record is the view of another
    seat or the public one, which does not tell what this seat saw; ``AbilityError`` for a game without views.
    """
    seats = len(record.players)
    if isinstance(view, int) and not 0 <= view < seats:
        raise RecordError(f"there is no seat {view}; the seats are 0 to {seats - 1}", path="view")
    if record.view not in (None, "all", view) and view != "public":
        raise RecordError(
            f"the record tells what {_who(record.view)} saw, and not what seat {view} saw", path="view"
        )
    game = record.game_value
    parts = require(game, Hides).view(record.parts, seats=seats, seat=None if view == "public" else view)
    masked = record.with_parts(parts).carrying(())
    return masked.model_copy(
        update={
            "view": view if game.has_cards(record.parts) else None,
            "extensions": None,
            "digest": None,
        }
    )


def view_finding(record: Record) -> Finding | None:
    """What the record of a view shows beyond it, as one finding at the first such place; None where nothing is.

    Looks at the fields of the game; None too for a game without views.
    """
    game, view = record.game_value, record.view
    if view in (None, "all") or not isinstance(game, Hides):
        return None
    seat = view if isinstance(view, int) else None
    masked = record.with_parts(game.view(record.parts, seats=len(record.players), seat=seat))
    told = [format_path(path) or "" for path in _beyond(record.to_mapping(), masked.to_mapping())]
    if not told:
        return None
    shown = ", ".join(told[:_NAMED]) + (f" and {len(told) - _NAMED} more" if len(told) > _NAMED else "")
    who = (
        "not everybody saw"
        if seat is None
        else f"{record.players[seat].label}, whose view this is, cannot have seen"
    )
    return Finding(
        code=codes.VIEW_TELLS_MORE,
        message=f"{who} what stands at {shown}",
        place=Place(path=told[0]),
        expected="hidden, or view: all",
    )


_NAMED = 3


def _beyond(value: Any, masked: Any, path: Path = ()) -> Iterator[Path]:
    """Where the value tells more than its masked form."""
    if value == masked:
        return
    if isinstance(value, dict) and isinstance(masked, dict):
        hidden = cast("dict[str, Any]", masked)
        for name, inner in cast("dict[str, Any]", value).items():
            yield from _beyond(inner, hidden.get(name), (*path, name))
    elif isinstance(value, list) and (isinstance(masked, list) or masked is None):
        entries = cast("list[Any]", value)
        beside = cast("list[Any]", masked) if masked else [None] * len(entries)
        for index, (inner, hidden) in enumerate(zip(entries, beside, strict=True)):
            yield from _beyond(inner, hidden, (*path, index))
    elif not _shows_nothing(cast("object", value)):
        yield path


def _shows_nothing(value: object) -> bool:
    """Whether the value is a list of cards that lie face down, each written ``??``."""
    if not isinstance(value, str):
        return value is None
    try:
        return all(cell.text == "??" for _, cell in CellList.parse(value).runs)
    except NotationError:
        return False


def _who(view: object) -> str:
    return "everybody" if view == "public" else f"seat {view}"
