"""Where a play entry stops to be notation: the parts that entries of every game have in common."""

import re
from collections.abc import Callable


def event_fault_in(
    text: str,
    *,
    longest: int,
    seat: re.Pattern[str],
    wanted_seat: str,
    is_event: Callable[[str, str], bool],
    wanted_event: str,
) -> str | None:
    """What is wrong with the length of an entry, its seat or one of its events, in a few words with the place.

    ``is_event`` gets the seat with its colon, and an event. None where all these are right: then the events
    do not go together, which is for the game to say.
    """
    if len(text) > longest:
        return f"it has {len(text):,} characters, more than {longest:,}"
    who, _, events = text.partition(" ")
    if not seat.fullmatch(who):
        return f"it must begin with {wanted_seat} and a colon, as in '1: '"
    at = len(who) + 2
    for event in events.split(" "):
        if not event:
            return f"one blank belongs between events, and none at the end (character {at})"
        if not is_event(who, event):
            return f"{event[:60]!r} at character {at} is no {wanted_event}"
        at += len(event) + 1
    return None
