"""The play as the ground of an audit: what a replay tells of the table, put before what the result claims.

``played_sheet`` gives the score sheet as the play knows it, filled up with claims where the play does not
tell; ``compare_result`` finds where the result says other than the play.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from marriage_analysis.cards.cell import CellList
from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.marriage.engine import codes
from marriage_analysis.games.marriage.engine.position import NOBODY, Outcome, Phase, Position, faces_of
from marriage_analysis.games.marriage.engine.replay import Replayed
from marriage_analysis.games.marriage.engine.state import holding_of
from marriage_analysis.games.marriage.parts import Dhoos, Ending
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.sheet import ScoreSheet, Sets, SheetRow

_Differs = Callable[[str, str, object, object], Finding]


def played_sheet(claimed: ScoreSheet, run: Replayed) -> ScoreSheet:
    """The score sheet that the play gives, with the claims where the play leaves something open."""
    position = run.position
    rows = tuple(_played_row(position, seat, row) for seat, row in enumerate(claimed.rows))
    ending = _ending(run)
    winner = position.winner if position.winner != NOBODY else claimed.winner
    finish = position.route[position.winner] if position.winner != NOBODY else None
    return replace(
        claimed,
        ending=claimed.ending if ending is None else ending,
        winner=None if ending is Ending.DISMISSED else winner,
        finish=claimed.finish if finish is None else finish,
        tiplu=FACES[position.tiplu] if position.tiplu >= 0 else claimed.tiplu,
        rows=rows,
    )


def compare_result(claimed: ScoreSheet, run: Replayed, players: Sequence[str]) -> Iterator[Finding]:
    """Every claim of the result that the play contradicts; what the play does not tell is not compared."""
    position = run.position
    yield from _compare_ending(claimed, run)
    if position.winner != NOBODY and claimed.winner not in (None, position.winner):
        yield _differs(
            f"{players[position.winner]} finished the game, not {players[claimed.winner or 0]}",
            "result.winner",
            position.winner,
            "FIN-04",
            expected=position.winner,
            found=claimed.winner,
        )
    if position.tiplu >= 0 and claimed.tiplu not in (None, FACES[position.tiplu]):
        yield _differs(
            f"the tiplu of the play is {FACES[position.tiplu]}",
            "result.tiplu",
            None,
            "SHOW-04",
            expected=str(FACES[position.tiplu]),
            found=str(claimed.tiplu),
        )
    for seat, row in enumerate(claimed.rows):
        yield from _compare_row(position, seat, row, players)
    yield from _compare_unseen_hands(position, claimed, players)


def compare_dhoos(noted: Sequence[Dhoos], run: Replayed, players: Sequence[str]) -> Iterator[Finding]:
    """Fouls that the play shows and nobody noted, and noted ones that it does not show (IRR-05, IRR-09)."""
    if not run.position.rules.dhoos:
        return
    open_notes = list(noted)
    for foul in run.fouls:
        match = next(
            (note for note in open_notes if note.seat == foul.seat and note.turn in (None, foul.turn)), None
        )
        if match is not None:
            open_notes.remove(match)
            continue
        yield Finding(
            codes.DHOOS_DIFFERS,
            f"{players[foul.seat]} fouled here ({foul.reason}), and no dhoos is noted",
            Place(path=f"play[{foul.turn}]", turn=foul.turn, seat=foul.seat),
            rule="IRR-09" if foul.reason.startswith("wrong") else "IRR-05",
            expected=run.position.rules.dhoos,
            found=None,
        )
    seen_in_play = {"maal_throw", "wrong_show", "wrong_finish"}
    for index, note in enumerate(noted):
        if note in open_notes and note.reason is not None and note.reason.value in seen_in_play:
            yield Finding(
                codes.DHOOS_DIFFERS,
                f"a dhoos of {players[note.seat]} is noted ({note.reason.value}) that the play does not show",
                Place(path=f"dhoos[{index}]", turn=note.turn, seat=note.seat),
                rule="IRR-05",
                found=note.points,
            )


def undisplayed_tunnels(run: Replayed, players: Sequence[str]) -> Iterator[Finding]:
    """Dealt tunnels that were never displayed: no points for them (TUN-03)."""
    position = run.position
    for seat, dealt in enumerate(position.dealt_tunnels):
        for face in dealt:
            if face not in position.tunnels[seat]:
                yield Finding(
                    codes.TUNNEL_NOT_DISPLAYED,
                    f"{players[seat]} was dealt three {FACES[face]} and did not display them",
                    Place(path=f"deal.hands[{seat}]", seat=seat),
                    rule="TUN-03",
                    found=str(FACES[face]),
                )


def _ending(run: Replayed) -> Ending | None:
    """How the play ended; None where it does not tell."""
    position = run.position
    if run.stop is not None:
        return None
    if position.phase is Phase.LAST_DISCARD:
        return Ending.FINISHED
    if position.phase is Phase.OVER:
        return Ending.FINISHED if position.outcome is Outcome.FINISHED else Ending.DISMISSED
    return None


def _compare_ending(claimed: ScoreSheet, run: Replayed) -> Iterator[Finding]:
    played = _ending(run)
    position = run.position
    if played is not None:
        if claimed.ending not in (played, Ending.UNKNOWN):
            yield _differs(
                f"the play ends {played.value}, not {claimed.ending.value}",
                "result.ending",
                None,
                "FIN-04" if played is Ending.FINISHED else "STOCK-03",
                expected=played.value,
                found=claimed.ending.value,
            )
        # After a show of which the cards were not noted it may be a finish by dublees without a discard.
        owed = position.rules.dublee_finish_discard or position.route[position.winner] is Route.SETS
        if position.phase is Phase.LAST_DISCARD and owed and claimed.ending is played:
            last = run.sound - 1
            yield Finding(
                codes.INCOMPLETE_TURN,
                "the turn that finished the game lacks its final discard",
                Place(path=f"play[{last}]", turn=last, seat=position.winner),
                rule="FIN-01",
            )
    elif run.stop is None and run.is_end_noted and claimed.ending is Ending.FINISHED:
        yield _differs(
            "the play stops before anybody finishes",
            "result.ending",
            None,
            "FIN-01",
            expected="a play to its finish",
            found=claimed.ending.value,
        )
    elif run.stop is None and position.is_stock_exact and claimed.ending is Ending.DISMISSED:
        yield _differs(
            f"the play stops with {len(position.stock)} cards in the stock; a game is dismissed when it is out",
            "result.ending",
            None,
            "STOCK-03",
            found=claimed.ending.value,
        )


def _played_row(position: Position, seat: int, claimed: SheetRow) -> SheetRow:
    if position.lost[seat] and not position.knows_hand(seat):
        known = SheetRow(seen=True if position.seen[seat] else claimed.seen)
        return replace(claimed, seen=known.seen, route=position.route[seat] or claimed.route)
    is_winner = seat == position.winner
    shown = _known(position.shown[seat]) if position.seen[seat] else ()
    return replace(
        claimed,
        seen=position.seen[seat],
        route=position.route[seat],
        shown=claimed.shown if shown is None else shown or None,
        sets=(_known(position.finish_sets) or claimed.sets) if is_winner else None,
        holding=_holding(position, seat, claimed),
        displayed=faces_of(position.tunnels[seat]),
        final_discard=FACES[position.last_discard] if is_winner and position.last_discard >= 0 else None,
        laid_marriage=None if shown else claimed.laid_marriage,
    )


def _holding(position: Position, seat: int, claimed: SheetRow) -> CellList | None:
    if position.knows_hand(seat):
        return holding_of(position, seat)
    if claimed.holding is not None:
        return claimed.holding
    return holding_of(position, seat) if not position.gone[seat] else None


def _known(sets: Sequence[Sequence[int]] | None) -> Sets | None:
    if sets is None or any(face < 0 for cards in sets for face in cards):
        return None
    return tuple(faces_of(cards) for cards in sets)


def _compare_row(position: Position, seat: int, row: SheetRow, players: Sequence[str]) -> Iterator[Finding]:
    name = players[seat]

    def differs(field: str, rule: str, expected: object, found: object) -> Finding:
        return _differs(
            f"{name}: the play says {_word(expected)}, the result {_word(found)}",
            f"result.players[{seat}].{field}",
            seat,
            rule,
            expected=expected,
            found=found,
        )

    if position.lost[seat]:
        if position.seen[seat] and row.seen is False:
            yield differs("seen", "SHOW-01", True, False)
        return
    if row.seen is not None and row.seen is not position.seen[seat]:
        yield differs("seen", "SHOW-01", position.seen[seat], row.seen)
    route = position.route[seat]
    if row.route is not None and row.route is not route:
        yield differs("route", "SHOW-07", route.value if route else None, row.route.value)
    shown = _known(position.shown[seat])
    if row.shown is not None and shown is not None and _as_bag(row.shown) != _as_bag(shown):
        yield differs("shown", "SHOW-08", _text(shown), _text(row.shown))
    if row.displayed is not None and Counter(row.displayed) != Counter(faces_of(position.tunnels[seat])):
        tunnels = " ".join(map(str, faces_of(position.tunnels[seat])))
        yield differs("displayed_tunnels", "TUN-02", tunnels, " ".join(map(str, row.displayed)))
    if seat == position.winner and position.phase is Phase.OVER:
        sets = _known(position.finish_sets)
        if row.sets is not None and sets is not None and _as_bag(row.sets) != _as_bag(sets):
            yield differs("sets", "FIN-01", _text(sets), _text(row.sets))
        discard = position.last_discard
        if row.final_discard is not None and discard >= 0 and row.final_discard != FACES[discard]:
            yield differs("final_discard", "FIN-07", str(FACES[discard]), str(row.final_discard))
    yield from _compare_holding(position, seat, row, differs)


def _compare_holding(position: Position, seat: int, row: SheetRow, differs: _Differs) -> Iterator[Finding]:
    """A holding may list fewer cards than there were (those that count), but no others."""
    if row.holding is None or not position.knows_hand(seat):
        return
    played = holding_of(position, seat)
    too_many = len(row.holding) > len(played) or not played.known >= row.holding.known
    is_full = row.holding.is_complete and len(row.holding) == len(played)
    if too_many or (is_full and row.holding.known != played.known):
        yield differs("holding", "SCORE-01", str(played), str(row.holding))


def _compare_unseen_hands(position: Position, claimed: ScoreSheet, players: Sequence[str]) -> Iterator[Finding]:
    """DECK-01: what the result puts into hands that nobody saw is not known to lie elsewhere."""
    left: dict[Face, int] = {}
    for seat, row in enumerate(claimed.rows):
        if row.holding is None or position.knows_hand(seat):
            continue
        played = holding_of(position, seat).known
        for face in row.holding.known.distinct():
            unseen = max(0, row.holding.known.count(face) - played.count(face))
            left[face] = left.get(face, position.copies_left(face.index)) - unseen
            if unseen and left[face] < 0:
                yield _differs(
                    f"{players[seat]} cannot hold {face}: by the play its copies lie elsewhere",
                    f"result.players[{seat}].holding",
                    seat,
                    "DECK-01",
                    found=str(face),
                )
                return


def _as_bag(sets: Sets) -> Counter[tuple[Face, ...]]:
    return Counter(tuple(sorted(cards)) for cards in sets)


def _text(sets: Sets) -> str:
    return ",".join("".join(map(str, cards)) for cards in sets)


def _word(value: object) -> str:
    match value:
        case True:
            return "seen"
        case False:
            return "unseen"
        case None | "":
            return "nothing"
        case _:
            return str(value)


def _differs(
    message: str, path: str, seat: int | None, rule: str, *, expected: object = None, found: object = None
) -> Finding:
    return Finding(
        codes.RESULT_DIFFERS,
        message,
        Place(path=path, seat=seat),
        rule=rule,
        expected=expected,
        found=found,
    )
