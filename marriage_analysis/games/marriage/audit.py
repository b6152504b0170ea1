"""The audit of one game of Marriage: what the table claims against what its own facts give.

Reads the score sheet, judges it (``legality.py``), settles it (``settle.py``) and compares. A claim never
becomes a derived number but where it is the only source of a player's maal, and then ``basis`` says so.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.rank import Rank
from marriage_analysis.errors import SettlementError
from marriage_analysis.findings import Finding, Place
from marriage_analysis.games.examination import (
    LIKELY_MISTAKE,
    NOT_RECOMPUTED,
    Column,
    Examination,
    ScoreLine,
    Statement,
    Transfer,
)
from marriage_analysis.games.marriage import codes
from marriage_analysis.games.marriage.diagnosis import Slip, maal_slips, net_slips
from marriage_analysis.games.marriage.engine.codes import STOCK_SIZE, UNEVEN_DEAL
from marriage_analysis.games.marriage.engine.ground import (
    compare_dhoos,
    compare_result,
    played_sheet,
    undisplayed_tunnels,
)
from marriage_analysis.games.marriage.engine.replay import Replayed, deal_findings, read_deal, replay
from marriage_analysis.games.marriage.legality import (
    check_items_together,
    check_seats,
    check_sheet,
    row_path,
    shows_marriage,
)
from marriage_analysis.games.marriage.maal import (
    ItemKind,
    Lapse,
    MaalCards,
    Tunnel,
    TunnelClass,
    maal_cards,
    score_maal,
    total,
)
from marriage_analysis.games.marriage.parts import Ending, Items, MarriageParts, TunnelCounts
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import Kidnap, MaalAssignment, TunnelSource
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import (
    NOBODY_WON,
    Basis,
    Counted,
    DhoosFact,
    KnownMaal,
    SeatFacts,
    SeatMaal,
    Settlement,
    Stated,
    TableFacts,
    settle,
    table_maal,
)
from marriage_analysis.games.marriage.sheet import ScoreSheet, SheetRow, read_sheet
from marriage_analysis.games.marriage.wilds import CardRole, alter, jhiplu, poplu

# With one of these the cards or seats cannot be what is written, so nothing is derived from them.
_REFUSED = frozenset(
    {
        codes.TOO_MANY_PLAYERS,
        codes.PLAYERS_DIFFER,
        codes.SEAT_OUT_OF_RANGE,
        codes.DHOOS_TURN,
        codes.RULES_MISSING,
        codes.CARD_NOT_IN_DECK,
        codes.TOO_MANY_COPIES,
        codes.HAND_SIZE,
        codes.TIPLU_NOT_POSSIBLE,
        codes.TUNNEL_NOT_POSSIBLE,
        codes.IMPOSSIBLE_COUNT,
        codes.LAID_MARRIAGE_IMPOSSIBLE,
        codes.WINNER_UNSEEN,
        codes.WINNER_WITHOUT_FINISH,
    }
)


_LOST = frozenset({ItemKind.LAPSED_MAAL, ItemKind.LAPSED_TUNNELS, ItemKind.KIDNAP_LOSS, ItemKind.KIDNAP_CARDS})


@dataclass(frozen=True, slots=True)
class _Seat:
    """The ways a seat's maal can be read: several where counts do not tell poplu from jhiplu tunnels.

    ``at_least`` marks cards that are only partly known, so that their maal is a lower bound.
    """

    readings: tuple[KnownMaal | None, ...]
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """The ``detail`` of an examination: the settlement, and the tiplu where it is known."""

    settlement: Settlement
    tiplu: Face | None


def judge(parts: MarriageParts, *, players: Sequence[str], dealer: int | None = None) -> tuple[Finding, ...]:
    """Whether what the record says can be: seats, cards, counts, sets and turns; no number is compared."""
    return _judge(parts, players, dealer)[0]


_DEAL_REFUSED = frozenset({UNEVEN_DEAL, STOCK_SIZE, *_REFUSED})


def can_be_replayed(findings: Iterable[Finding]) -> bool:
    """Whether nothing was found that keeps a replay from beginning: seats, rules and deal can be as written."""
    return not any(finding.code in _DEAL_REFUSED for finding in findings)


def _judge(
    parts: MarriageParts, players: Sequence[str], dealer: int | None
) -> tuple[tuple[Finding, ...], Replayed | None]:
    """The findings of :func:`judge`, and the replay where there is a play that can be replayed."""
    sheet = read_sheet(parts, seats=len(players))
    findings = list(check_seats(parts, sheet, players))
    if any(finding.code in _REFUSED for finding in findings):
        return tuple(findings), None
    if sheet.rules is None:
        return (*findings, *_missing_rules(parts, sheet)), None
    findings += check_sheet(sheet, sheet.rules, players)
    findings += check_items_together(sheet, sheet.rules)
    run = None
    if parts.deal is not None or parts.play:
        findings += deal_findings(read_deal(parts, seats=len(players)), sheet.rules, played=bool(parts.play))
    if parts.play and can_be_replayed(findings):
        run = replay(parts, sheet.rules, seats=len(players), dealer=dealer)
        findings += run.notes
        findings += _stop_finding(run, players)
    return tuple(findings), run


def examine(
    parts: MarriageParts, *, players: Sequence[str], dealer: int | None = None, sat_out: int = 0
) -> Examination:
    """The examination of one game. ``players`` are the names that messages use, in the order of seats.

    Columns: ``maal`` (S, what enters the settlement) and ``net``. Where there is a play, it is the ground:
    maal and nets are derived from what it tells, and the result is compared with it.
    """
    sheet = read_sheet(parts, seats=len(players))
    judged, run = _judge(parts, players, dealer)
    findings = [*judged, *_net_sum(sheet)]
    if any(finding.code in _REFUSED for finding in findings):
        return _refused(findings, sheet, players)
    claimed = _claims(sheet.rows)
    if sheet.rules is None:
        return _only_nets(sheet, claimed, findings)
    rules = sheet.rules
    if run is not None and run.stop is None:
        findings += compare_result(sheet, run, players)
        findings += compare_dhoos(sheet.dhoos, run, players)
        findings += undisplayed_tunnels(run, players)
        sheet = played_sheet(sheet, run)
    if sheet.winner is None or sheet.ending not in (Ending.FINISHED, Ending.UNKNOWN):
        return _unfinished(sheet, rules, claimed, findings, players)
    return _finished(sheet, rules, claimed, findings, players, sat_out)


def settle_sheet(sheet: ScoreSheet, rules: RuleSet) -> Settlement:
    """The settlement of a sheet that names a winner, from the cards or counts in it.

    Raises ``SettlementError`` as :func:`.settle.settle` does. Does not check that the sheet can be.
    """
    facts, _ = _decided(sheet, rules, [_read_maal(row, sheet, rules) for row in sheet.rows])
    return settle(facts)


def known_sheet(parts: MarriageParts, *, players: Sequence[str], dealer: int | None) -> ScoreSheet | None:
    """The score sheet as the play tells it where it is sound, else the result; None where neither can be."""
    findings, run = _judge(parts, players, dealer)
    if any(finding.code in _REFUSED for finding in findings):
        return None
    sheet = read_sheet(parts, seats=len(players))
    return sheet if run is None or run.stop is not None else played_sheet(sheet, run)


def _stop_finding(run: Replayed, players: Sequence[str]) -> Iterator[Finding]:
    """Where the replay cannot go on: the sound prefix, the place, the reason."""
    stop = run.stop
    if stop is None:
        return
    seat = run.position.actor
    who = f"{players[seat]}'s turn" if 0 <= seat < len(players) else "the table"
    before = {0: "it is the first turn", 1: "the turn before is sound"}
    sound = before.get(stop.turn, f"the {stop.turn} turns before are sound")
    yield Finding(
        stop.code,
        f"turn {stop.turn}, event {stop.event}: {stop.reason} ({who}; {sound})",
        Place(path=f"play[{stop.turn}]", turn=stop.turn),
        rule=stop.rule,
    )


def _unknown(sheet: ScoreSheet) -> Column:
    return (None,) * len(sheet.rows)


def _claims(rows: Sequence[SheetRow]) -> dict[str, Column]:
    return {"maal": tuple(row.maal for row in rows), "net": tuple(row.net for row in rows)}


def _refused(findings: Sequence[Finding], sheet: ScoreSheet, players: Sequence[str]) -> Examination:
    """Nothing is derived from what cannot be."""
    nothing: Column = (None,) * len(players)
    rows = (*sheet.rows, *(SheetRow() for _ in players))[: len(players)]
    return Examination(
        findings=tuple(findings),
        claimed=_claims(rows),
        derived={"maal": nothing, "net": nothing},
        basis=(None,) * len(players),
        recomputed=False,
        unsettled="the record says what cannot be",
    )


def _missing_rules(parts: MarriageParts, sheet: ScoreSheet) -> Iterator[Finding]:
    """Without known rules a record can hold nets and nothing else."""
    table = (sheet.winner, sheet.finish, sheet.tiplu, parts.deal, parts.play, parts.dhoos, parts.dhoos_due)
    if any(replace(row, net=None) != SheetRow() for row in sheet.rows) or any(
        value is not None and value != () for value in table
    ):
        yield Finding(
            codes.RULES_MISSING,
            "the rules are not known, so only nets can stand in this record",
            Place(path="rules"),
            expected="a preset or all options",
            found="{}",
        )


def _only_nets(sheet: ScoreSheet, claimed: dict[str, Column], findings: list[Finding]) -> Examination:
    nothing = _unknown(sheet)
    is_claimed = any(value is not None for value in claimed["net"])
    if is_claimed:
        findings.append(_not_recomputed("the nets stand alone; only their sum can be checked", "result"))
    return Examination(
        findings=tuple(findings),
        claimed=claimed,
        derived={"maal": nothing, "net": nothing},
        basis=(None,) * len(sheet.rows),
        recomputed=not is_claimed,
        unsettled="only nets are known, and not the rules they come from",
    )


def _net_sum(sheet: ScoreSheet) -> Iterator[Finding]:
    nets = [row.net for row in sheet.rows]
    if any(net is None for net in nets):
        return
    rest = sum(net or 0 for net in nets)
    if rest:
        yield Finding(
            codes.NET_SUM_NOT_ZERO,
            f"the nets add up to {rest:+d}; what one wins another pays, so they must add up to 0",
            Place(path="result.players"),
            rule="SET-05",
            expected=0,
            found=rest,
        )


def _not_recomputed(message: str, path: str, seat: int | None = None) -> Finding:
    return Finding(NOT_RECOMPUTED, message, Place(path=path, seat=seat))


def _unfinished(
    sheet: ScoreSheet,
    rules: RuleSet,
    claimed: dict[str, Column],
    findings: list[Finding],
    players: Sequence[str],
) -> Examination:
    """STOCK-03, STOCK-04, SL-03: a game that nobody finished has no payments; its maal can be counted."""
    over = sheet.ending in (Ending.DISMISSED, Ending.CANCELLED, Ending.ABANDONED)
    nets: list[int | None] = []
    for seat, row in enumerate(sheet.rows):
        nets.append(0 if over else None)
        if over and row.net:
            findings.append(
                Finding(
                    codes.NET_WITHOUT_FINISH,
                    f"a net of {row.net:+d} in a game that was {sheet.ending.value}: nothing is paid",
                    Place(path=row_path(seat, "net"), seat=seat),
                    rule="STOCK-04",
                    expected=0,
                    found=row.net,
                )
            )
    maal = maal_without_winner(sheet, rules)
    findings += _compare_open_maal(sheet, maal, players)
    open_claims = any(row.maal is not None and maal[seat] is None for seat, row in enumerate(sheet.rows))
    if not over:
        open_claims = open_claims or any(value is not None for value in claimed["net"])
    if open_claims:
        why = "the game was not finished" if over else "it is not noted who won"
        findings.append(_not_recomputed(f"maal and nets cannot be recomputed: {why}", "result"))
    return Examination(
        findings=tuple(findings),
        claimed=claimed,
        derived={"maal": maal, "net": tuple(nets)},
        basis=tuple(None if points is None else Basis.CARDS.value for points in maal),
        recomputed=not open_claims,
        unsettled=_why_unfinished(sheet),
    )


def maal_without_winner(sheet: ScoreSheet, rules: RuleSet) -> Column:
    """Maal that the cards tell though nobody won; where the winner would kidnap it, nothing can be said."""
    if rules.kidnap is not Kidnap.OFF:
        return _unknown(sheet)
    facts = _facts(sheet, rules, [_read_maal(row, sheet, rules).readings[0] for row in sheet.rows])
    counted = [isinstance(seat.maal, MaalCards) for seat in facts.seats]
    return tuple(
        maal.points if by_cards else None for maal, by_cards in zip(table_maal(facts), counted, strict=True)
    )


def _compare_open_maal(sheet: ScoreSheet, maal: Column, players: Sequence[str]) -> Iterator[Finding]:
    for seat, (row, points) in enumerate(zip(sheet.rows, maal, strict=True)):
        if row.maal is not None and points is not None and row.maal != points:
            yield _maal_differs(players[seat], seat, points, row.maal, "SCORE-04")


def _maal_differs(player: str, seat: int, derived: int, claimed: int, rule: str) -> Finding:
    return Finding(
        codes.MAAL_DIFFERS,
        f"{player}'s maal is {derived}, not {claimed}",
        Place(path=row_path(seat, "maal"), seat=seat),
        rule=rule,
        expected=derived,
        found=claimed,
    )


def _why_unfinished(sheet: ScoreSheet) -> str:
    if sheet.ending in (Ending.DISMISSED, Ending.CANCELLED, Ending.ABANDONED):
        return f"the game was {sheet.ending.value}, nobody finished it, and so nobody pays (STOCK-04)"
    return "it is not noted who finished it"


def _finished(
    sheet: ScoreSheet,
    rules: RuleSet,
    claimed: dict[str, Column],
    findings: list[Finding],
    players: Sequence[str],
    sat_out: int,
) -> Examination:
    if sheet.finish is None:
        findings.append(
            Finding(
                codes.FINISH_ASSUMED,
                "how the game was finished is not noted: settled as a finish by sets",
                Place(path="result.finish"),
                rule="SET-01",
                expected="sets or dublees",
            )
        )
    seats = [_read_maal(row, sheet, rules) for row in sheet.rows]
    facts, maal = _decided(sheet, rules, seats)
    findings += _compare_maal(sheet, rules, seats, facts, maal, players)
    derived_net: Column = _unknown(sheet)
    statement = settlement = unsettled = None
    try:
        settlement = settle(facts)
    except SettlementError as error:
        unsettled = str(error)
        findings.append(_not_recomputed(f"the nets cannot be recomputed: {error}", "result"))
    else:
        derived_net = settlement.net
        statement = statement_of(settlement)
        findings += _compare_net(sheet, settlement, players, sat_out)
    if _only_maal_as_stated(claimed, maal):
        findings.append(_not_recomputed("maal is noted and nothing to compare it with", "result.players"))
    unchecked = any(finding.code is NOT_RECOMPUTED for finding in findings)
    return Examination(
        findings=tuple(findings),
        claimed=claimed,
        derived={"maal": tuple(seat.points for seat in maal), "net": derived_net},
        basis=tuple(seat.basis.value if seat.basis else None for seat in maal),
        recomputed=not unchecked,
        unsettled=unsettled,
        statement=statement,
        detail=None if settlement is None else Settled(settlement, sheet.tiplu),
    )


def _only_maal_as_stated(claimed: dict[str, Column], maal: Sequence[SeatMaal]) -> bool:
    """Whether the only numbers claimed are the very ones that the settlement starts from."""
    stated = any(seat.basis is Basis.CLAIM for seat in maal)
    return stated and all(net is None for net in claimed["net"])


def _read_maal(row: SheetRow, sheet: ScoreSheet, rules: RuleSet) -> _Seat:
    """What the row tells of the player's maal, cards before items before what was stated."""
    tiplu = sheet.tiplu
    if row.holding is not None and tiplu is not None:
        if row.holding.is_complete:
            return _Seat((_held_maal(row, tiplu, rules),))
        if row.items is None:
            return replace(_stated_maal(row), at_least=True)
    if row.holding is None and row.displayed and tiplu is not None and row.items is None:
        return replace(_stated_maal(row), at_least=True)
    if row.items is not None:
        laid = bool(row.laid_marriage or row.items.laid_marriage)
        return _Seat(tuple(_item_readings(row.items, rules, laid_marriage=laid)))
    return _stated_maal(row)


def _stated_maal(row: SheetRow) -> _Seat:
    if row.counted is not None:
        return _Seat((Counted(row.counted),))
    return _Seat((None if row.maal is None else Stated(row.maal),))


def _held_maal(row: SheetRow, tiplu: Face, rules: RuleSet) -> MaalCards:
    """The maal cards of a holding, as far as known; under CF-32 tunnels of the show count as displayed."""
    displayed = list(row.displayed or ())
    held = Multiset() if row.holding is None else row.holding.known
    if rules.tunnel_source is TunnelSource.ANY_SHOWN:
        for cards in row.shown or ():
            face = cards[0]
            if cards == (face,) * 3 and face not in displayed:
                displayed.append(face)
                # A short holding lists only what was counted, so the shown cards need not be in it.
                held = held - Multiset.of(cards[: held.count(face)])
    laid = row.laid_marriage if row.laid_marriage is not None else shows_marriage(row, tiplu)
    return maal_cards(held, displayed=displayed, tiplu=tiplu, rules=rules, laid_marriage=laid)


def _item_readings(items: Items, rules: RuleSet, *, laid_marriage: bool) -> Iterator[MaalCards]:
    """The readings of counted items: a tunnel of "poplu or jhiplu" is either where neither is held singly."""
    counts = items.tunnels or TunnelCounts()
    alter_role = CardRole.ORDINARY_JOKER if rules.alter_points is None else CardRole.ALTER
    fixed = (
        *(Tunnel(CardRole.PLAIN),) * (counts.ordinary or 0),
        *(Tunnel(CardRole.ORDINARY_JOKER),) * (counts.ordinary_joker or 0),
        *(Tunnel(alter_role),) * (counts.alter or 0),
        *(Tunnel(CardRole.PRINTED_JOKER),) * (counts.putali or 0),
    )
    both = (CardRole.POPLU, CardRole.JHIPLU)
    free = [role for role, held in zip(both, (items.poplu, items.jhiplu), strict=True) if not held]
    number = counts.poplu_jhiplu or 0
    choices = [(role,) for role in free] if number == 1 else [tuple(free[:number])]
    cards = (
        (CardRole.TIPLU, items.tiplu or 0),
        (CardRole.POPLU, items.poplu or 0),
        (CardRole.JHIPLU, items.jhiplu or 0),
        (CardRole.ALTER, 0 if rules.alter_points is None else items.alter or 0),
        (CardRole.PRINTED_JOKER, items.putali or 0),
        (CardRole.MASTER_CARD, items.master_card or 0),
    )
    for roles in choices:
        yield MaalCards(
            cards=cards,
            tunnels=(*fixed, *(Tunnel(role) for role in roles)),
            laid_marriage=laid_marriage,
        )


def _decided(
    sheet: ScoreSheet, rules: RuleSet, seats: Sequence[_Seat]
) -> tuple[TableFacts, tuple[SeatMaal, ...]]:
    """The facts and maal on which all readings of the sheet agree; where they do not, what is stated."""
    aces = (sheet.tiplu.rank is Rank.ACE,) if sheet.tiplu is not None else (False, True)
    if rules.ace_tiplu_marriage:
        aces = (False,)
    worlds = [
        _facts(sheet, rules, reading, ace_tiplu=ace)
        for reading in product(*(seat.readings for seat in seats))
        for ace in aces
    ]
    counts = [table_maal(world) for world in worlds]
    facts, maal = worlds[0], counts[0]
    unsure = [seat for seat in range(len(seats)) if len({count[seat].points for count in counts}) > 1]
    unknown = [seat for seat in range(len(seats)) if seat in unsure or maal[seat].points is None]
    if not unknown:
        return facts, maal
    # A total that cannot be derived stands as the table stated it; kidnap and pachaunu are inside it.
    stated = tuple(
        replace(known, maal=_fallback(sheet.rows[seat], known.maal, unknown=seat in unknown))
        for seat, known in enumerate(facts.seats)
    )
    facts = replace(facts, seats=stated)
    return facts, table_maal(facts)


def _fallback(row: SheetRow, known: KnownMaal | None, *, unknown: bool) -> KnownMaal | None:
    if not unknown:
        return known
    return None if row.maal is None else Stated(row.maal)


def _facts(
    sheet: ScoreSheet, rules: RuleSet, reading: Sequence[KnownMaal | None], *, ace_tiplu: bool = False
) -> TableFacts:
    seats = tuple(
        SeatFacts(seen=row.had_seen, route=row.route or Route.SETS, maal=maal)
        for row, maal in zip(sheet.rows, reading, strict=True)
    )
    return TableFacts(
        rules=rules,
        winner=NOBODY_WON if sheet.winner is None else sheet.winner,
        finish=sheet.finish or Route.SETS,
        seats=seats,
        due=tuple(DhoosFact(due.seat, due.points) for due in sheet.dhoos_due),
        fouls=tuple(DhoosFact(foul.seat, foul.points) for foul in sheet.dhoos),
        ace_tiplu=ace_tiplu,
    )


def _compare_maal(
    sheet: ScoreSheet,
    rules: RuleSet,
    seats: Sequence[_Seat],
    facts: TableFacts,
    maal: Sequence[SeatMaal],
    players: Sequence[str],
) -> Iterator[Finding]:
    for seat, row in enumerate(sheet.rows):
        derived = maal[seat].points
        known = facts.seats[seat].maal
        if row.maal is not None and derived is not None and row.maal != derived:
            rule = _maal_rule(maal[seat], rules, seen=row.had_seen)
            yield _maal_differs(players[seat], seat, derived, row.maal, rule)
            if isinstance(known, MaalCards):
                yield from _maal_causes(sheet, rules, seat, known, players, ace_tiplu=facts.ace_tiplu)
        if row.maal is not None and row.holding is not None and sheet.tiplu is None and row.items is None:
            yield _not_recomputed(
                f"{players[seat]}'s maal cannot be recounted: the tiplu is not noted", "result.tiplu", seat
            )
        if row.maal is not None and derived is None:
            yield _not_recomputed(
                f"{players[seat]}'s maal cannot be recomputed from what is noted", row_path(seat, "maal"), seat
            )
        yield from _compare_items(sheet, rules, seat, row, players)
        yield from _compare_counted(rules, seat, row, seats[seat], facts, players)
        yield from _compare_bound(sheet, rules, seat, row, seats[seat], facts, players)
        yield from _grouping_note(rules, seat, known, facts, players)
        yield from _lost_maal(rules, seat, known, maal[seat], players)


def _maal_rule(maal: SeatMaal, rules: RuleSet, *, seen: bool | None) -> str:
    if maal.points == 0 and not seen and maal.basis is Basis.RULE:
        return "VAR-05" if rules.kidnap is Kidnap.OFF else "VAR-06"
    return "SCORE-04"


def _lost_maal(
    rules: RuleSet, seat: int, known: KnownMaal | None, maal: SeatMaal, players: Sequence[str]
) -> Iterator[Finding]:
    """MAAL-01, TUN-04, VAR-06: what a player who had not seen held and loses."""
    lost = {item.kind for item in maal.items} & _LOST
    if maal.basis is Basis.RULE and isinstance(known, Counted) and known.points:
        lost.add(ItemKind.LAPSED_MAAL)  # murder: a count in full does not tell its tunnels from its cards
    if not lost:
        return
    if rules.kidnap is not Kidnap.OFF:
        what, rule = "maal goes to the winner", "VAR-06"
    elif lost == {ItemKind.LAPSED_TUNNELS}:
        what, rule = "the points of displayed tunnels lapse", "TUN-04"
    elif ItemKind.LAPSED_TUNNELS in lost:
        what, rule = "maal lapses, the points of displayed tunnels too", "MAAL-01"
    else:
        what, rule = "maal lapses", "MAAL-01"
    yield Finding(
        codes.UNSEEN_CARRIES_MAAL,
        f"{players[seat]} had not seen the tiplu, so {what}",
        Place(path=row_path(seat, "seen"), seat=seat),
        rule=rule,
    )


def _maal_causes(
    sheet: ScoreSheet,
    rules: RuleSet,
    seat: int,
    cards: MaalCards,
    players: Sequence[str],
    *,
    ace_tiplu: bool,
) -> Iterator[Finding]:
    row = sheet.rows[seat]
    with_discard = None
    if sheet.tiplu is not None and row.final_discard is not None and row.holding is not None:
        held = row.holding.known + Multiset.of([row.final_discard])
        with_discard = maal_cards(
            held,
            displayed=row.displayed or (),
            tiplu=sheet.tiplu,
            rules=rules,
            laid_marriage=cards.laid_marriage,
        )
    slips = maal_slips(
        cards,
        row.maal or 0,
        rules=rules,
        seen=bool(row.had_seen) or seat == sheet.winner,
        ace_tiplu=ace_tiplu,
        presets={name: preset.rules for name, preset in PRESETS.items()},
        with_discard=with_discard,
    )
    yield from _likely(slips, row_path(seat, "maal"), seat, f"{players[seat]}'s {row.maal}")


def _likely(slips: Sequence[Slip], path: str, seat: int | None, what: str) -> Iterator[Finding]:
    for slip in slips:
        yield Finding(
            LIKELY_MISTAKE,
            f"{what} comes out if {slip.sentence}",
            Place(path=path, seat=seat),
            rule=slip.rule,
        )


def _compare_items(
    sheet: ScoreSheet, rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]
) -> Iterator[Finding]:
    """Where cards and items are both noted, the cards are the ground."""
    items, tiplu = row.items, sheet.tiplu
    if items is None or tiplu is None or row.holding is None or not row.holding.is_complete:
        return
    held = row.holding.known
    counts: dict[str, tuple[int | None, int]] = {
        "tiplu": (items.tiplu, held.count(tiplu)),
        "poplu": (items.poplu, held.count(poplu(tiplu))),
        "jhiplu": (items.jhiplu, held.count(jhiplu(tiplu))),
        "alter": (items.alter, held.count(alter(tiplu))),
        "putali": (items.putali, held.count(JOKER)),
        "master_card": (items.master_card, held.count(MASTER_CARD)),
    }
    displayed = [tunnel.tunnel_class for tunnel in _held_maal(row, tiplu, rules).tunnels]
    if items.tunnels is not None and row.displayed is not None:
        for tunnel_class in TunnelClass:
            listed: int | None = getattr(items.tunnels, tunnel_class.value)
            counts[f"tunnels.{tunnel_class.value}"] = (listed, displayed.count(tunnel_class))
    for field, (listed, there) in counts.items():
        if listed is not None and listed != there:
            yield Finding(
                codes.ITEMS_DIFFER,
                f"{players[seat]}'s cards hold {there} of {field}, not {listed}",
                Place(path=row_path(seat, f"items.{field}"), seat=seat),
                rule="SCORE-01",
                expected=there,
                found=listed,
            )


def _compare_counted(
    rules: RuleSet,
    seat: int,
    row: SheetRow,
    read: _Seat,
    facts: TableFacts,
    players: Sequence[str],
) -> Iterator[Finding]:
    """``counted`` is the maal in full, before kidnap, pachaunu and murder."""
    if row.counted is None:
        return
    worths = {
        total(score_maal(reading, rules=rules, ace_tiplu=facts.ace_tiplu))
        for reading in read.readings
        if isinstance(reading, MaalCards)
    }
    if worths and row.counted not in worths:
        expected = min(worths)
        yield Finding(
            codes.COUNTED_DIFFERS,
            f"{players[seat]}'s cards count {expected}, not {row.counted}",
            Place(path=row_path(seat, "counted"), seat=seat),
            rule="SCORE-04",
            expected=expected,
            found=row.counted,
        )


def _compare_bound(
    sheet: ScoreSheet,
    rules: RuleSet,
    seat: int,
    row: SheetRow,
    read: _Seat,
    facts: TableFacts,
    players: Sequence[str],
) -> Iterator[Finding]:
    """Cards that are partly known give a lower bound of the maal; more cannot be said."""
    if not read.at_least or row.maal is None or sheet.tiplu is None:
        return
    seen = True if seat == sheet.winner else row.had_seen
    lapse = Lapse.of(rules, seen=seen is not False)
    bound = 0
    if not _more_cards_may_be_worth_less(rules) and (rules.kidnap is Kidnap.OFF or seen):
        bound = total(
            score_maal(_held_maal(row, sheet.tiplu, rules), rules=rules, lapse=lapse, ace_tiplu=facts.ace_tiplu)
        )
    if row.maal < bound:
        yield Finding(
            codes.MAAL_DIFFERS,
            f"{players[seat]}'s known cards alone are worth {bound}, more than the {row.maal} claimed",
            Place(path=row_path(seat, "maal"), seat=seat),
            rule="SCORE-01",
            expected=f"at least {bound}",
            found=row.maal,
        )
    elif facts.seats[seat].maal == Stated(row.maal):
        yield _not_recomputed(
            f"{players[seat]}'s cards are only partly known: at least {bound}", row_path(seat, "maal"), seat
        )


def _more_cards_may_be_worth_less(rules: RuleSet) -> bool:
    """Then known cards give no lower bound: a greedy count, or tiers that fall."""
    tiers = (
        rules.tiplu_points,
        rules.poplu_points,
        rules.jhiplu_points,
        rules.marriage_points,
        rules.alter_points or (),
        rules.putali_points or (),
    )
    falls = any(list(totals) != sorted(totals) for totals in tiers)
    return falls or rules.maal_assignment is MaalAssignment.GREEDY


def _grouping_note(
    rules: RuleSet, seat: int, known: KnownMaal | None, facts: TableFacts, players: Sequence[str]
) -> Iterator[Finding]:
    if rules.maal_assignment is not MaalAssignment.GREEDY or not isinstance(known, MaalCards):
        return
    best = total(
        score_maal(
            known,
            rules=replace(rules, maal_assignment=MaalAssignment.MAXIMISE),
            ace_tiplu=facts.ace_tiplu,
        )
    )
    greedy = total(score_maal(known, rules=rules, ace_tiplu=facts.ace_tiplu))
    if best > greedy:
        yield Finding(
            codes.BETTER_GROUPING,
            f"{players[seat]}'s cards would be worth {best} grouped otherwise; marriages first gives {greedy}",
            Place(path=row_path(seat, "maal"), seat=seat),
            rule="SCORE-04",
            expected=best,
            found=greedy,
        )


def _compare_net(
    sheet: ScoreSheet, settlement: Settlement, players: Sequence[str], sat_out: int
) -> Iterator[Finding]:
    winner = settlement.facts.winner
    nets = [row.net for row in sheet.rows]
    wrong = False
    for seat, (claimed, derived) in enumerate(zip(nets, settlement.net, strict=True)):
        if claimed is None or claimed == derived:
            continue
        wrong = True
        yield Finding(
            codes.NET_DIFFERS,
            f"{players[seat]}'s net is {derived:+d}, not {claimed:+d}",
            Place(path=row_path(seat, "net"), seat=seat),
            rule="SET-04" if seat != winner else "SET-05",
            expected=derived,
            found=claimed,
        )
    if wrong and all(net is not None for net in nets):
        slips = net_slips(
            settlement,
            [net or 0 for net in nets],
            players=players,
            stated_maal=[row.maal for row in sheet.rows],
            sat_out=sat_out,
        )
        yield from _likely(slips, "result.players", None, "this list of nets")
    if settlement.net[winner] < 0:
        yield Finding(
            codes.WINNER_NET_NEGATIVE,
            f"{players[winner]} won and ends with {settlement.net[winner]:+d}; that is legal",
            Place(path=row_path(winner, "net"), seat=winner),
            rule="FIN-04",
            found=settlement.net[winner],
        )


def statement_of(settlement: Settlement) -> Statement:
    """The settlement as score lines, transfers and columns of maal and net."""
    lines = tuple(
        ScoreLine(seat, item.kind.value, item.count, " ".join(map(str, item.cards)), item.points, item.rule)
        for seat, maal in enumerate(settlement.maal)
        for item in maal.items
    )
    transfers = tuple(
        Transfer(payment.payer, payment.payee, payment.points, payment.kind.value, payment.rule)
        for payment in settlement.payments
    )
    return Statement(lines, transfers, {"maal": settlement.points, "net": settlement.net})
