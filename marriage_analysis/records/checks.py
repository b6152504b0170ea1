"""Checks that compare the common fields of one record with one another: seats, turns, view, digest.

What the game's own fields say of seats, cards and points is for the game to judge.
"""

from collections.abc import Iterator

from marriage_analysis.findings import Code, Finding, Place
from marriage_analysis.records import codes
from marriage_analysis.records.envelope import Annotation
from marriage_analysis.records.model import Record


def check_fields(record: Record) -> Iterator[Finding]:
    """What does not fit together in the common fields."""
    game = record.game_value
    seats = len(record.players)
    turns = game.turn_count(record)  # the record has the fields of its parts
    if record.dealer is not None and record.dealer >= seats:
        yield _no_seat("dealer", record.dealer, seats)
    yield from _check_view(record, seats=seats, has_cards=game.has_cards(record))
    yield from _check_players(record)
    if record.times is not None and len(record.times) != (turns or 0):
        yield _finding(
            codes.TIMES_DIFFER,
            f"there are {len(record.times)} times for {turns or 0} turns",
            "times",
            expected=turns or 0,
            found=len(record.times),
        )
    for index, note in enumerate(record.annotations or ()):
        yield from _check_note(note, path=f"annotations[{index}]", seats=seats, turns=turns)
    if record.digest is not None and not game.is_spelled_out(record):
        yield _finding(
            codes.DIGEST_WITHOUT_RULES,
            "a digest stands only on a record whose rules are written out option by option;"
            " take it out, or write the rules out first",
            "digest",
            expected="every rule option written out",
            found=record.digest,
        )


def _check_view(record: Record, *, seats: int, has_cards: bool) -> Iterator[Finding]:
    view = record.view
    if view is None:
        if has_cards:
            yield _finding(
                codes.VIEW_MISSING,
                "deal or play is recorded, so view must say who saw this: all, public or a seat",
                "view",
                expected="all, public or a seat",
            )
    elif not has_cards:
        yield _finding(
            codes.VIEW_WITHOUT_CARDS,
            "view says who saw the cards, but neither deal nor play is recorded",
            "view",
            expected="no view",
            found=view,
        )
    elif isinstance(view, int) and view >= seats:
        yield _no_seat("view", view, seats)


def _check_players(record: Record) -> Iterator[Finding]:
    everybody = (*record.players, *(record.sat_out or ()))
    if len({player.key for player in everybody}) == len(everybody):
        return
    seen: dict[str, str] = {}
    places = [(f"players[{seat}]", player) for seat, player in enumerate(record.players)]
    places += [(f"sat_out[{index}]", player) for index, player in enumerate(record.sat_out or ())]
    for path, player in places:
        if player.key in seen:
            yield _finding(
                codes.PLAYER_TWICE,
                f"{player.label!r} is also {seen[player.key]}",
                path,
                expected="each player once",
                found=player.label,
            )
        seen.setdefault(player.key, path)


def _check_note(note: Annotation, *, path: str, seats: int, turns: int | None) -> Iterator[Finding]:
    if note.turn is not None and note.turn >= (turns or 0):
        yield _finding(
            codes.NO_SUCH_TURN,
            f"there is no turn {note.turn}; the play has {turns or 0} turns, counted from 0",
            f"{path}.turn",
            expected=f"a turn below {turns or 0}",
            found=note.turn,
        )
    for field, value in (("seat", note.seat), ("by", note.by)):
        if isinstance(value, int) and value >= seats:
            yield _no_seat(f"{path}.{field}", value, seats)


def _no_seat(path: str, seat: int, seats: int) -> Finding:
    return _finding(
        codes.NO_SUCH_SEAT,
        f"there is no seat {seat}; {seats} players have the seats 0 to {seats - 1}",
        path,
        expected=f"a seat from 0 to {seats - 1}",
        found=seat,
    )


def _finding(code: Code, message: str, path: str, *, expected: object, found: object = None) -> Finding:
    return Finding(code=code, message=message, place=Place(path=path), expected=expected, found=found)
