"""The book of a session: its games in order, running points of each player, what is carried and still open.

Built from audited records; a game that a later record corrects is not in it. Holds one small entry a game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.findings import Finding
from marriage_analysis.games.abilities import Carries, CarryReport
from marriage_analysis.games.protocol import Game
from marriage_analysis.records.model import Record
from marriage_analysis.sessions import codes


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionGame:
    """One game in the book. ``derived`` and ``claimed`` are nets by player key, None where not known."""

    path: str | None
    line: int
    id: str
    number: int | None
    names: Mapping[str, str]
    players: tuple[str, ...]
    sat_out: tuple[str, ...]
    derived: Mapping[str, int | None]
    claimed: Mapping[str, int | None]
    carried: object
    is_view: bool = False

    def net(self, player: str) -> int | None:
        """What the player ended the game with: derived where it could be, else as claimed."""
        derived = self.derived.get(player)
        return self.claimed.get(player) if derived is None else derived


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A player's points in one game and after it. ``net`` is None where the player sat out or it is unknown."""

    number: int
    game: str
    player: str
    net: int | None
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionReport:
    """A session audited: games in order, players by key with their names, running points, findings.

    ``totals`` are each player's points over all games, from derived nets where they are; ``claimed_totals``
    from claimed nets, None where one is missing. ``open`` is what is still carried after the last game,
    ``owed`` what that is and to whom.
    """

    id: str
    game: str
    games: tuple[SessionGame, ...]
    names: Mapping[str, str]
    running: tuple[RunningRow, ...]
    totals: Mapping[str, int]
    claimed_totals: Mapping[str, int | None]
    open: Mapping[str, int]
    owed: str
    findings: tuple[tuple[SessionGame | None, Finding], ...]


@dataclass(slots=True)
class SessionBook:
    """Collects audited records by session, in any order; :meth:`reports` closes the book.

    A seat's view of a game that is in the book in full is no second game and is passed over.
    """

    _games: dict[tuple[str, str], list[SessionGame]] = field(
        default_factory=dict[tuple[str, str], list[SessionGame]]
    )
    _kinds: dict[str, Game] = field(default_factory=dict[str, Game])

    def add(self, audit: RecordAudit) -> None:
        """Enter a record; one without a session, passed over or not readable is not entered."""
        record = audit.record
        if record is None or audit.skipped is not None or record.session is None:
            return
        self._kinds[record.game] = record.game_value
        self._games.setdefault((record.game, record.session.id), []).append(_entry(audit, record))

    def reports(self) -> tuple[SessionReport, ...]:
        """A report for each session, in the order in which they came."""
        return tuple(
            _report(self._kinds[game], session, _ordered(entries))
            for (game, session), entries in self._games.items()
        )


def _entry(audit: RecordAudit, record: Record) -> SessionGame:
    players = tuple(player.key for player in record.players)
    sat_out = record.sat_out or ()
    nothing = (None,) * len(players)
    derived = claimed = nothing
    game = record.game_value
    if audit.examination is not None:
        derived = audit.examination.derived.get("net", nothing)
        claimed = audit.examination.claimed.get("net", nothing)
    return SessionGame(
        path=audit.path,
        line=audit.line,
        id=record.id,
        number=None if record.session is None else record.session.number,
        names={player.key: player.label for player in (*record.players, *sat_out)},
        players=players,
        sat_out=tuple(player.key for player in sat_out),
        derived=dict(zip(players, derived, strict=True)),
        claimed=dict(zip(players, claimed, strict=True)),
        carried=game.carried(record.parts, dealer=record.dealer) if isinstance(game, Carries) else None,
        is_view=record.view not in (None, "all"),
    )


def _ordered(entries: Iterable[SessionGame]) -> tuple[SessionGame, ...]:
    """By number, or as they came where one has none; views and copies of a game in full left out."""
    kept: dict[str, SessionGame] = {}
    beside: list[SessionGame] = []
    came = list(entries)
    for entry in came:
        earlier = kept.get(entry.id)
        if earlier is None or (earlier.is_view and not entry.is_view):
            kept[entry.id] = entry
        elif not entry.is_view and replace(entry, path=earlier.path, line=earlier.line) != earlier:
            beside.append(entry)
    games = sorted([*kept.values(), *beside], key=lambda game: came.index(game))
    if all(game.number is not None for game in games):
        games.sort(key=lambda game: game.number or 0)
    return tuple(games)


def _report(kind: Game, session: str, games: tuple[SessionGame, ...]) -> SessionReport:
    names: dict[str, str] = {}
    for game in games:
        for key, name in game.names.items():
            names.setdefault(key, name)
    carry = _carried(kind, games)
    findings: list[tuple[SessionGame | None, Finding]] = [
        (games[index], _placed(finding, games[index])) for index, finding in carry.findings
    ]
    findings += _number_findings(games)
    findings += _name_findings(games, names)
    running, totals = _running(games, names)
    return SessionReport(
        id=session,
        game=kind.name,
        games=games,
        names=names,
        running=running,
        totals=totals,
        claimed_totals={key: _claimed_total(games, key) for key in names},
        open=dict(carry.open),
        owed=carry.owed,
        findings=tuple(findings),
    )


def _carried(kind: Game, games: tuple[SessionGame, ...]) -> CarryReport:
    if not isinstance(kind, Carries):
        return CarryReport((), {}, "")
    return kind.carry(
        [game.carried for game in games],
        players=[game.players for game in games],
        ids=[game.id for game in games],
        missing_before=_missing_before(games),
    )


def _missing_before(games: tuple[SessionGame, ...]) -> frozenset[int]:
    """The indexes of the games whose numbers do not follow on; of the first also where one has no number."""
    numbers = (0 if all(game.number is not None for game in games) else None, *(game.number for game in games))
    missing = {
        index
        for index, (last, number) in enumerate(pairwise(numbers))
        if last is not None and number is not None and number - last > 1
    }
    return frozenset(missing if numbers[0] is not None else {0, *missing})


def _running(
    games: tuple[SessionGame, ...], names: Mapping[str, str]
) -> tuple[tuple[RunningRow, ...], dict[str, int]]:
    totals = dict.fromkeys(names, 0)
    rows: list[RunningRow] = []
    for index, game in enumerate(games):
        for key in names:
            net = game.net(key)
            totals[key] += net or 0
            rows.append(RunningRow(game.number or index + 1, game.id, key, net, totals[key]))
    return tuple(rows), totals


def _claimed_total(games: tuple[SessionGame, ...], player: str) -> int | None:
    nets = [game.claimed[player] for game in games if player in game.claimed]
    return None if any(net is None for net in nets) else sum(net or 0 for net in nets)


def _gaps(games: tuple[SessionGame, ...]) -> tuple[tuple[int, int], ...]:
    """The numbers from 1 that no game of the session has, as first and last of each gap."""
    numbers = sorted({game.number for game in games if game.number is not None})
    before = zip((0, *numbers), numbers, strict=False)
    return tuple((low + 1, high - 1) for low, high in before if high - low > 1)


def _number_findings(games: tuple[SessionGame, ...]) -> list[tuple[SessionGame | None, Finding]]:
    found: list[tuple[SessionGame | None, Finding]] = []
    gaps = _gaps(games)
    if gaps:
        ranges = [str(low) if low == high else f"{low} to {high}" for low, high in gaps[:10]]
        message = f"games of the session are not here: {', '.join(ranges)}{' …' if len(gaps) > 10 else ''}"
        found.append((None, Finding(codes.NUMBER_MISSING, message, found=ranges)))
    taken: dict[int, SessionGame] = {}
    for game in games:
        if game.number is None:
            continue
        first = taken.setdefault(game.number, game)
        if first is not game:
            where = "" if first.path == game.path else f" of {first.path or 'stdin'}"
            message = f"game {game.number} of the session is also {first.id!r} on line {first.line}{where}"
            finding = Finding(codes.NUMBER_REPEATED, message, expected=first.id, found=game.id)
            found.append((game, _placed(finding, game, path="session.number")))
    return found


def _name_findings(
    games: tuple[SessionGame, ...], names: Mapping[str, str]
) -> list[tuple[SessionGame | None, Finding]]:
    return [
        (
            game,
            _placed(
                Finding(
                    codes.NAME_CHANGED,
                    f"the player {key!r} is called {name!r} here and {names[key]!r} before",
                    expected=names[key],
                    found=name,
                ),
                game,
                path="players",
            ),
        )
        for game in games
        for key, name in game.names.items()
        if name != names[key]
    ]


def _placed(finding: Finding, game: SessionGame, *, path: str | None = None) -> Finding:
    place = finding.place
    return replace(finding, place=replace(place, line=game.line, path=path or place.path))
