"""A record as one seat saw the game, or as everybody at the table did."""

from typing import Literal

from marriage_analysis.errors import RecordError
from marriage_analysis.games.abilities import Hides, require
from marriage_analysis.records.model import Record

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


def _who(view: object) -> str:
    return "everybody" if view == "public" else f"seat {view}"
