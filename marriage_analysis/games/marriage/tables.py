"""The columns that Marriage adds to the tables of games and seats, and a record's values in all its columns."""

from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

from marriage_analysis.games.examination import Examination
from marriage_analysis.games.marriage.audit import Settled, can_be_replayed
from marriage_analysis.games.marriage.parts import MarriageParts, PlayerResult, Result
from marriage_analysis.games.marriage.played_rows import (
    MarriageEvent,
    MarriageLaidSet,
    MarriageTurn,
    played_rows,
)
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.table_views import TABLE_VIEWS
from marriage_analysis.games.table_rows import Meaning, NotedRows, TableRows, TableShape


class GameColumns(NamedTuple):
    """What is known of one game of Marriage as a whole."""

    ending_reason: Annotated[str | None, Meaning("Why it ended so, as a code word.", rule="STOCK-04")]
    finish: Annotated[str | None, Meaning("The finish as noted: sets or dublees.", rule="SHOW-07")]
    settled_finish: Annotated[
        str | None,
        Meaning("The finish it was settled by: as noted, else the winner's route, else sets.", rule="SET-01"),
    ]
    tiplu: Annotated[str | None, Meaning("The tiplu as noted.", rule="TERM-07")]
    better: Annotated[int | None, Meaning("What all points of the game are multiplied by.", rule="VAR-08")]


class SeatColumns(NamedTuple):
    """What is known of one player of a game of Marriage."""

    seen: Annotated[bool | None, Meaning("Whether the player had seen the tiplu, as noted.", rule="SHOW-05")]
    route: Annotated[str | None, Meaning("How the player had shown: sets or dublees.", rule="SHOW-07")]
    claimed_counted: Annotated[
        int | None,
        Meaning("The maal stated before murder, kidnap and pachaunu.", unit="points", rule="SCORE-04"),
    ]
    fouls: Annotated[
        int | None, Meaning("How many dhoos were called on the player in this game.", rule="IRR-05")
    ]
    dhoos: Annotated[
        int | None, Meaning("The dhoos called on the player in this game.", unit="points", rule="IRR-05")
    ]
    dhoos_due: Annotated[
        int | None, Meaning("The dhoos still open from earlier games.", unit="points", rule="IRR-08")
    ]
    shown: Annotated[str | None, Meaning("The sets of the show.", rule="SHOW-01")]
    sets: Annotated[str | None, Meaning("The further sets of the winner.", rule="FIN-01")]
    holding: Annotated[
        str | None,
        Meaning("The cards at the end, without displayed tunnels and last discard.", rule="SCORE-01"),
    ]
    displayed_tunnels: Annotated[
        str | None, Meaning("The displayed tunnels, one card for each.", rule="TUN-02")
    ]
    final_discard: Annotated[str | None, Meaning("The card that the winner finished with.", rule="FIN-01")]
    laid_marriage: Annotated[bool | None, Meaning("Whether a laid marriage is claimed.", rule="SCORE-06")]


_FROM_PILE: Final = {"kind": "draw", "source": "pile"}
_FROM_STOCK: Final = {"kind": "draw", "source": "stock"}
PHRASES: Final = {
    "take from the pile": _FROM_PILE,
    "take the offered card": _FROM_PILE,
    "draw from the pile": _FROM_PILE,
    "draw from the stock": _FROM_STOCK,
    "take from the stock": _FROM_STOCK,
    "throw": {"kind": "discard"},
    "display tunnels": {"kind": "tunnel"},
    "pick the tiplu": {"kind": "tiplu"},
    "see the tiplu": {"kind": "see"},
    "miss a draw": {"kind": "nodraw"},
    "miss a discard": {"kind": "nodiscard"},
}
"""What people call certain events, for ``marriage find``."""

TABLE_SHAPE: Final = TableShape(
    game=GameColumns,
    seat=SeatColumns,
    scores={
        "maal": Meaning("The maal points S that enter the settlement.", unit="points", rule="SCORE-04"),
        "net": Meaning("What the player won or paid, better and dhoos included.", unit="points", rule="SET-04"),
    },
    turn=MarriageTurn,
    event=MarriageEvent,
    laid_set=MarriageLaidSet,
    views=TABLE_VIEWS,
    phrases=PHRASES,
)


def table_rows(parts: MarriageParts, examination: Examination, *, seats: int, dealer: int | None) -> TableRows:
    """The rows of a record with that many players; of seats that the result leaves out nothing is known."""
    result = parts.result or _NOTHING
    rules = read_rules(parts.rules.preset, parts.rules.options)
    settled = examination.detail.settlement.facts if isinstance(examination.detail, Settled) else None
    sound_rules = rules if can_be_replayed(examination.findings) else None
    played = played_rows(parts, sound_rules, seats=seats, dealer=dealer)
    return TableRows(
        game=_game(
            result,
            better=None if rules is None else rules.better,
            settled_finish=settled.finish.value if settled else None,
        ),
        seats=_seats(parts, _players(result, seats)),
        turns=played.turns,
        events=played.events,
        laid_sets=played.laid_sets,
    )


def noted_rows(parts: MarriageParts, *, seats: int) -> NotedRows:
    """What the record says, nothing worked out; ``better`` where it is spelled out."""
    result = parts.result or _NOTHING
    players = _players(result, seats)
    better = (parts.rules.options or {}).get("better")
    return NotedRows(
        game=_game(result, better=better if isinstance(better, int) else None, settled_finish=None),
        seats=_seats(parts, players),
        claimed={"maal": [player.maal for player in players], "net": [player.net for player in players]},
    )


_NOTHING: Final = Result()
_NOBODY: Final = PlayerResult()


def _players(result: Result, seats: int) -> Sequence[PlayerResult]:
    """What is said of each seat; of seats that the result leaves out, nothing."""
    players = result.players or ()
    return players if len(players) == seats else (*players, *[_NOBODY] * (seats - len(players)))[:seats]


def _game(result: Result, *, better: int | None, settled_finish: str | None) -> GameColumns:
    return GameColumns(
        ending_reason=result.reason,
        finish=result.finish.value if result.finish else None,
        settled_finish=settled_finish,
        tiplu=result.tiplu,
        better=better,
    )


def _seats(parts: MarriageParts, players: Sequence[PlayerResult]) -> tuple[SeatColumns, ...]:
    fouls: list[list[int]] = [[] for _ in players]
    for foul in parts.dhoos or ():
        if foul.seat < len(fouls):
            fouls[foul.seat].append(foul.points)
    due = [0 for _ in players]
    for one in parts.dhoos_due or ():
        if one.seat < len(due):
            due[one.seat] += one.points
    return tuple(
        SeatColumns(
            seen=player.seen,
            route=player.route.value if player.route else None,
            claimed_counted=player.counted,
            fouls=len(fouls[seat]),
            dhoos=sum(fouls[seat]),
            dhoos_due=due[seat],
            shown=player.shown,
            sets=player.sets,
            holding=player.holding,
            displayed_tunnels=player.displayed_tunnels,
            final_discard=player.final_discard,
            laid_marriage=player.laid_marriage,
        )
        for seat, player in enumerate(players)
    )
