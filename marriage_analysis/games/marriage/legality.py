"""What a score sheet says that cannot be: seats, counts, cards and sets judged by the rules alone.

No number is recomputed here (``audit.py`` compares claims). Impossible counts are findings, never mended.
"""

from collections.abc import Iterator, Sequence

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import format_sets
from marriage_analysis.cards.rank import Rank
from marriage_analysis.findings import Code, Finding, Place
from marriage_analysis.games.marriage import codes
from marriage_analysis.games.marriage.arrangements import is_finish, is_primary_show
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.maal import most_maal
from marriage_analysis.games.marriage.parts import Ending, Items, MarriageParts, TunnelCounts
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.sheet import ScoreSheet, SheetRow
from marriage_analysis.games.marriage.verdict import SetKind
from marriage_analysis.games.marriage.wilds import alter, jhiplu, poplu

_LARGEST_HAND = 22
_DEALT = 21


def check_seats(parts: MarriageParts, sheet: ScoreSheet, players: Sequence[str]) -> Iterator[Finding]:
    """Findings about seats and numbers of players; with one of them nothing else can be judged."""
    n = len(players)
    if sheet.rules is not None and n > sheet.rules.max_players:
        yield Finding(
            codes.TOO_MANY_PLAYERS,
            f"{n} players, but these rules allow {sheet.rules.max_players} (option max_players)",
            Place(path="players"),
            rule="DECK-04",
            expected=sheet.rules.max_players,
            found=n,
        )
    for path, count in _lengths(parts):
        if count != n:
            yield Finding(
                codes.PLAYERS_DIFFER,
                f"{path} has {count} entries for {n} players",
                Place(path=path),
                expected=n,
                found=count,
            )
    turns = len(parts.play or ())
    for index, foul in enumerate(parts.dhoos or ()):
        if foul.turn is not None and foul.turn >= turns:
            yield Finding(
                codes.DHOOS_TURN,
                f"there is no turn {foul.turn}: the play has {turns} turns, counted from 0",
                Place(path=f"dhoos[{index}].turn", seat=foul.seat),
                expected=f"a turn below {turns}",
                found=foul.turn,
            )
    for path, seat in _named_seats(parts):
        if seat >= n:
            yield Finding(
                codes.SEAT_OUT_OF_RANGE,
                f"there is no seat {seat}: the {n} players sit on seats 0 to {n - 1}",
                Place(path=path, seat=seat),
                expected=f"0 to {n - 1}",
                found=seat,
            )


def check_sheet(sheet: ScoreSheet, rules: RuleSet, players: Sequence[str]) -> Iterator[Finding]:
    """Findings about cards, counts, sets and states, for a sheet whose seats are right."""
    yield from _check_table(sheet, rules, players)
    yield from _check_all_cards(sheet, rules)
    for seat, row in enumerate(sheet.rows):
        yield from _check_states(sheet, rules, seat, row, players)
        yield from _check_maal(rules, seat, row, players)
        yield from _check_items(rules, seat, row.items, players)
        yield from _check_hand(sheet, rules, seat, row, players)
        yield from _check_laid_marriage(sheet, rules, seat, row, players)
    yield from _check_finish(sheet, rules, players)


def row_path(seat: int, field: str) -> str:
    """The JSON path of a seat's field in the result."""
    return f"result.players[{seat}].{field}"


def _lengths(parts: MarriageParts) -> Iterator[tuple[str, int]]:
    if parts.result is not None and parts.result.players is not None:
        yield "result.players", len(parts.result.players)
    if parts.deal is not None and parts.deal.hands is not None:
        yield "deal.hands", len(parts.deal.hands)


def _named_seats(parts: MarriageParts) -> Iterator[tuple[str, int]]:
    if parts.result is not None and parts.result.winner is not None:
        yield "result.winner", parts.result.winner
    for index, foul in enumerate(parts.dhoos or ()):
        yield f"dhoos[{index}].seat", foul.seat
    for index, due in enumerate(parts.dhoos_due or ()):
        yield f"dhoos_due[{index}].seat", due.seat
    for index, entry in enumerate(parts.play or ()):
        if entry[:1].isdigit():
            yield f"play[{index}]", int(entry[0])


def _check_table(sheet: ScoreSheet, rules: RuleSet, players: Sequence[str]) -> Iterator[Finding]:
    if sheet.winner is not None and sheet.ending not in (Ending.FINISHED, Ending.UNKNOWN):
        yield Finding(
            codes.WINNER_WITHOUT_FINISH,
            f"{players[sheet.winner]} is named as winner, but the game is said to be {sheet.ending.value}",
            Place(path="result.winner", seat=sheet.winner),
            rule="STOCK-03",
            expected=None,
            found=sheet.winner,
        )
    if sheet.tiplu in (JOKER, MASTER_CARD):
        yield Finding(
            codes.TIPLU_NOT_POSSIBLE,
            f"{sheet.tiplu} cannot be the tiplu: it is put back and another card is picked",
            Place(path="result.tiplu"),
            rule="SHOW-11",
            found=str(sheet.tiplu),
        )
    if sheet.finish is Route.DUBLEES and len(players) < rules.dublee_min_players:
        yield _dublees_not_allowed("result.finish", None, rules, players)
    for index, foul in enumerate(sheet.dhoos):
        if foul.points != rules.dhoos:
            wanted = f"a dhoos is {rules.dhoos}" if rules.dhoos else "there is no dhoos"
            yield Finding(
                codes.DHOOS_NOT_PLAYED,
                f"a dhoos of {foul.points} is noted; under these rules {wanted}",
                Place(path=f"dhoos[{index}].points", seat=foul.seat, turn=foul.turn),
                rule="IRR-05",
                expected=rules.dhoos,
                found=foul.points,
            )


def _dublees_not_allowed(path: str, seat: int | None, rules: RuleSet, players: Sequence[str]) -> Finding:
    return Finding(
        codes.DUBLEES_NOT_ALLOWED,
        f"dublees need {rules.dublee_min_players} players under these rules, and {len(players)} play",
        Place(path=path, seat=seat),
        rule="DUB-03",
        expected=rules.dublee_min_players,
        found=len(players),
    )


def _check_states(
    sheet: ScoreSheet, rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]
) -> Iterator[Finding]:
    if seat == sheet.winner and row.seen is False:
        yield Finding(
            codes.WINNER_UNSEEN,
            f"{players[seat]} won and is noted as unseen; who finishes has seen the tiplu",
            Place(path=row_path(seat, "seen"), seat=seat),
            rule="FIN-05",
            expected=True,
            found=False,
        )
    if seat == sheet.winner and row.route is not None and sheet.finish not in (None, row.route):
        yield Finding(
            codes.FINISH_ROUTE_DIFFERS,
            f"the game is said to be finished by {sheet.finish.value}, "
            f"but {players[seat]} to have shown {row.route.value}",
            Place(path=row_path(seat, "route"), seat=seat),
            rule="SHOW-07",
            expected=sheet.finish.value,
            found=row.route.value,
        )
    if row.seen is False and seat != sheet.winner:
        in_items = row.items is not None and row.items.laid_marriage
        for field, given in (
            ("route", row.route),
            ("shown", row.shown),
            ("laid_marriage", row.laid_marriage),
            ("items.laid_marriage", in_items),
        ):
            if given:
                yield Finding(
                    codes.ROUTE_OF_UNSEEN,
                    f"{players[seat]} is noted as unseen, yet {field} says that something was shown",
                    Place(path=row_path(seat, field), seat=seat),
                    rule="SHOW-05",
                    found=given.value if isinstance(given, Route) else None,
                )
    if row.route is Route.DUBLEES and len(players) < rules.dublee_min_players:
        yield _dublees_not_allowed(row_path(seat, "route"), seat, rules, players)


def _check_maal(rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]) -> Iterator[Finding]:
    """Maal that no cards can give, whoever holds them (section 9)."""
    most = most_maal(rules, players=len(players))
    for field, points in (("counted", row.counted), ("maal", row.maal)):
        if points is not None and points > most:
            yield _impossible(
                f"{players[seat]} cannot have {points} points of maal: all maal cards together give less",
                row_path(seat, field),
                seat,
                "PT-01",
                expected=f"at most {most}",
                found=points,
            )


def _check_all_cards(sheet: ScoreSheet, rules: RuleSet) -> Iterator[Finding]:
    """DECK-01..03 and SHOW-12 over all hands together."""
    pack = deck(rules)
    cards = Multiset()
    for row in sheet.rows:
        cards = cards + row.known_cards
    for face in cards.distinct():
        held, copies = cards.count(face), pack.copies(face)
        if copies == 0:
            yield Finding(
                codes.CARD_NOT_IN_DECK,
                f"{face} is not in the deck of these rules",
                _place_of(sheet, face),
                rule="DECK-02" if face == JOKER else "DECK-03",
                expected=0,
                found=held,
            )
            continue
        most = copies - 1 if face == sheet.tiplu else copies
        if held > most:
            why = (
                "one copy of the tiplu lies under the stock" if face == sheet.tiplu else "the deck has no more"
            )
            yield Finding(
                codes.TOO_MANY_COPIES,
                f"{held} copies of {face} are in the players' cards, {most} can be: {why}",
                _place_of(sheet, face),
                rule="SHOW-12" if face == sheet.tiplu else "DECK-01",
                expected=most,
                found=held,
            )


def _place_of(sheet: ScoreSheet, face: Face) -> Place:
    """The seat that holds most copies of the face; in words the whole result where several share them."""
    seats = [seat for seat, row in enumerate(sheet.rows) if face in row.known_cards]
    if len(seats) == 1:
        return Place(path=row_path(seats[0], "holding"), seat=seats[0])
    return Place(path="result.players")


def _check_items(rules: RuleSet, seat: int, items: Items | None, players: Sequence[str]) -> Iterator[Finding]:
    """One player's counts of cards against what the deck and a hand can give."""
    if items is None:
        return
    tunnels = items.tunnels or TunnelCounts()
    master = 0 if rules.master_card is None else 1
    alter_tunnels, joker_tunnels = tunnels.alter or 0, tunnels.ordinary_joker or 0
    free = sum(1 for count in (items.poplu, items.jhiplu) if not count)
    limits = (
        ("tiplu", items.tiplu, 2, "SHOW-12"),
        ("poplu", items.poplu, 3, "DECK-01"),
        ("jhiplu", items.jhiplu, 3, "DECK-01"),
        ("alter", items.alter, 3 - 3 * min(alter_tunnels, 1), "DECK-01"),
        ("putali", items.putali, rules.putali - 3 * min(tunnels.putali or 0, 1), "DECK-02"),
        ("master_card", items.master_card, master, "DECK-03"),
        (
            "laid_marriage",
            items.laid_marriage,
            min(items.tiplu or 0, items.poplu or 0, items.jhiplu or 0),
            "SCORE-06",
        ),
        ("tunnels.ordinary", tunnels.ordinary, _DEALT // 3, "PT-11"),
        ("tunnels.ordinary_joker", joker_tunnels, 3 if rules.alter_points is None else 2, "PT-12"),
        ("tunnels.poplu_jhiplu", tunnels.poplu_jhiplu, free, "PT-13"),
        ("tunnels.alter", alter_tunnels, 1, "PT-14"),
        ("tunnels.putali", tunnels.putali, rules.putali // 3, "PT-15"),
    )
    for field, count, most, rule in limits:
        if (count or 0) > max(most, 0):
            yield _impossible(
                f"{players[seat]} cannot have {field} {count}: at most {max(most, 0)}",
                row_path(seat, f"items.{field}"),
                seat,
                rule,
                expected=max(most, 0),
                found=count,
            )
    if rules.alter_points is None and alter_tunnels and joker_tunnels + alter_tunnels > 3:
        tunnels_of_rank = joker_tunnels + alter_tunnels
        yield _impossible(
            f"{players[seat]} cannot have {tunnels_of_rank} tunnels of the tiplu's rank: at most 3",
            row_path(seat, "items.tunnels"),
            seat,
            "PT-12",
            expected=3,
            found=tunnels_of_rank,
        )
    cards = _item_cards(items)
    if cards > _LARGEST_HAND:
        yield _impossible(
            f"{players[seat]}'s items are {cards} cards, more than a hand holds",
            row_path(seat, "items"),
            seat,
            "DEAL-02",
            expected=_LARGEST_HAND,
            found=cards,
        )


def _item_cards(items: Items) -> int:
    tunnels = items.tunnels or TunnelCounts()
    single = (items.tiplu, items.poplu, items.jhiplu, items.alter, items.putali, items.master_card)
    triple = (
        tunnels.ordinary,
        tunnels.ordinary_joker,
        tunnels.poplu_jhiplu,
        tunnels.alter,
        tunnels.putali,
    )
    return sum(count or 0 for count in single) + 3 * sum(count or 0 for count in triple)


def check_items_together(sheet: ScoreSheet, rules: RuleSet) -> Iterator[Finding]:
    """All players' items and known maal cards together against the copies there are."""
    if all(row.items is None for row in sheet.rows):
        return  # then there are only cards, which _check_all_cards has judged
    pack = deck(rules)
    singles = ("tiplu", "poplu", "jhiplu", "alter", "putali", "master_card")
    sums: dict[str, int] = dict.fromkeys(singles, 0)
    tunnels = joker_tunnels = 0
    for row in sheet.rows:
        if row.items is not None:
            for field in sums:
                sums[field] += getattr(row.items, field) or 0
            counts = row.items.tunnels or TunnelCounts()
            tunnels += counts.poplu_jhiplu or 0
            joker_tunnels += counts.ordinary_joker or 0
            sums["putali"] += 3 * (counts.putali or 0)
            sums["alter"] += 3 * (counts.alter or 0)
        elif sheet.tiplu is not None and sheet.tiplu.is_natural:
            faces = {
                "tiplu": sheet.tiplu,
                "poplu": poplu(sheet.tiplu),
                "jhiplu": jhiplu(sheet.tiplu),
                "alter": alter(sheet.tiplu),
                "putali": JOKER,
                "master_card": MASTER_CARD,
            }
            for field, face in faces.items():
                sums[field] += row.known_cards.count(face)
    most = {
        **dict.fromkeys(("poplu", "jhiplu", "alter"), pack.packs),
        "tiplu": pack.packs - 1,
        "putali": pack.jokers,
        "master_card": pack.master_cards,
    }
    for field, count in sums.items():
        if count > most[field]:
            yield _impossible(
                f"all players together have {count} {field}, and there are {most[field]}",
                "result.players",
                None,
                "SHOW-12" if field == "tiplu" else "DECK-01",
                expected=most[field],
                found=count,
            )
    # Without points of its own the alter is one of three ordinary jokers, its tunnel too (SCORE-08).
    free_ranks = (2 if rules.alter_points is not None else 3) - (
        rules.alter_points is None and sums["alter"] > 0
    )
    if joker_tunnels > free_ranks:
        yield _impossible(
            f"all players together have {joker_tunnels} tunnels of ordinary jokers, and {free_ranks} can be",
            "result.players",
            None,
            "PT-12",
            expected=free_ranks,
            found=joker_tunnels,
        )
    pair = sums["poplu"] + sums["jhiplu"] + 3 * tunnels
    free = sum(1 for field in ("poplu", "jhiplu") if not sums[field])
    if tunnels and (pair > 6 or tunnels > free):
        yield _impossible(
            f"poplus, jhiplus and {tunnels} tunnels of them cannot all be there: three of each exist",
            "result.players",
            None,
            "DECK-01",
            expected=6,
            found=pair,
        )


def _impossible(
    message: str, path: str, seat: int | None, rule: str, *, expected: object, found: object
) -> Finding:
    return Finding(
        codes.IMPOSSIBLE_COUNT,
        message,
        Place(path=path, seat=seat),
        rule=rule,
        expected=expected,
        found=found,
    )


def _check_hand(
    sheet: ScoreSheet, rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]
) -> Iterator[Finding]:
    most = _LARGEST_HAND + sheet.misses[seat]
    if row.hand_size > most:
        yield Finding(
            codes.HAND_SIZE,
            f"{players[seat]} is said to hold {row.hand_size} cards; a hand has {_DEALT}, "
            f"with a missed discard {_LARGEST_HAND}",
            Place(path=row_path(seat, "holding"), seat=seat),
            rule="IRR-04",
            expected=_DEALT,
            found=row.hand_size,
        )
    displayed = row.displayed or ()
    for face in sorted(set(displayed)):
        if face == MASTER_CARD or face == sheet.tiplu or displayed.count(face) > 1:
            yield Finding(
                codes.TUNNEL_NOT_POSSIBLE,
                f"{players[seat]} cannot have displayed {_tunnels(displayed.count(face))} of {face}",
                Place(path=row_path(seat, "displayed_tunnels"), seat=seat),
                rule="PT-16",
                found=str(face),
            )
    yield from _check_laid(sheet, rules, seat, row, players)


def _check_laid(
    sheet: ScoreSheet, rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]
) -> Iterator[Finding]:
    """The sets a player laid: valid each, a show together, and of cards the player holds."""
    if row.shown:
        show = is_primary_show(row.shown, rules=rules)
        if not show:
            yield _laid_finding(codes.SHOW_NOT_VALID, seat, "shown", show.rule, show.reason, players)
        elif row.route is not None and show.dublees is not (row.route is Route.DUBLEES):
            yield _laid_finding(
                codes.SHOW_NOT_VALID, seat, "shown", "SHOW-07", f"These are not {row.route.value}.", players
            )
    for cards in row.sets or ():
        if sheet.tiplu is None or not sheet.tiplu.is_natural:
            break
        verdict = recognise(cards, rules=rules, tiplu=sheet.tiplu)
        if not verdict:
            reason = f"{format_sets([cards])}: {verdict.reason}"
            yield _laid_finding(codes.SET_NOT_VALID, seat, "sets", verdict.rule, reason, players)
    if row.holding is None or not row.holding.is_complete or row.hand_size < _DEALT:
        return
    held = row.holding.known + Multiset.of(face for face in row.displayed or () for _ in range(3))
    laid = Multiset.of(face for cards in row.laid for face in cards)
    missing = [face for face in laid.distinct() if laid.count(face) > held.count(face)]
    if missing:
        faces = " ".join(map(str, missing))
        yield _laid_finding(
            codes.SHOWN_NOT_HELD,
            seat,
            "holding",
            "SCORE-01",
            f"Laid, but not among the cards: {faces}",
            players,
        )


def _laid_finding(code: Code, seat: int, field: str, rule: str, reason: str, players: Sequence[str]) -> Finding:
    return Finding(
        code,
        f"{players[seat]}: {reason}",
        Place(path=row_path(seat, field), seat=seat),
        rule=rule,
    )


def _check_finish(sheet: ScoreSheet, rules: RuleSet, players: Sequence[str]) -> Iterator[Finding]:
    """FIN-01, DUB-05: where all of the winner's cards and sets are known, they must be a finish."""
    if sheet.winner is None or sheet.tiplu is None or not sheet.tiplu.is_natural:
        return
    row = sheet.rows[sheet.winner]
    if not row.shown or row.sets is None or row.holding is None or not row.holding.is_complete:
        return
    if row.hand_size not in (_DEALT, _LARGEST_HAND):
        return
    held = row.holding.known + Multiset.of(face for face in row.displayed or () for _ in range(3))
    by_dublees = len(row.shown[0]) == 2
    sets = row.laid
    if not by_dublees:  # a displayed tunnel that no show used lies there as a set of its own (TUN-05)
        lying = ((face,) * 3 for face in row.displayed or ())
        sets = (*sets, *(tunnel for tunnel in lying if tunnel not in sets))
    laid = Multiset.of(face for cards in sets for face in cards)
    if not held >= laid:
        return
    keeps_all = by_dublees and not rules.dublee_finish_discard
    verdict = is_finish(
        sets,
        rules=rules,
        tiplu=sheet.tiplu,
        loose=tuple(held - laid),
        discard=None if keeps_all else row.final_discard,
        hand_size=row.hand_size - 1 if keeps_all else row.hand_size,
    )
    if not verdict:
        yield _laid_finding(codes.FINISH_NOT_VALID, sheet.winner, "sets", verdict.rule, verdict.reason, players)


def _tunnels(count: int) -> str:
    return "a tunnel" if count == 1 else f"{count} tunnels"


def _check_laid_marriage(
    sheet: ScoreSheet, rules: RuleSet, seat: int, row: SheetRow, players: Sequence[str]
) -> Iterator[Finding]:
    claimed = row.laid_marriage
    if row.items is not None and claimed is None and row.items.laid_marriage is not None:
        claimed = row.items.laid_marriage > 0
    yield from _laid_beside_items(seat, row, players)
    if claimed and row.route is Route.DUBLEES:
        yield Finding(
            codes.LAID_MARRIAGE_IMPOSSIBLE,
            f"{players[seat]} showed dublees and cannot have laid a marriage in the show",
            Place(path=row_path(seat, "laid_marriage"), seat=seat),
            rule="SCORE-06",
            expected=False,
            found=True,
        )
        return
    if sheet.tiplu is None or not sheet.tiplu.is_natural:
        return
    trio = (jhiplu(sheet.tiplu), sheet.tiplu, poplu(sheet.tiplu))
    place = Place(path=row_path(seat, "laid_marriage"), seat=seat)
    is_sequence = recognise(trio, rules=rules, primary=True).kind is SetKind.PURE_SEQUENCE
    if claimed and not is_sequence:
        cards = " ".join(map(str, trio))
        yield Finding(
            codes.LAID_MARRIAGE_IMPOSSIBLE,
            f"{players[seat]} cannot have laid a marriage: {cards} is no pure sequence under these rules",
            place,
            rule="DER-02" if sheet.tiplu.rank is Rank.ACE else "DER-03",
            expected=False,
            found=True,
        )
        return
    if claimed and row.holding is not None and row.holding.is_complete:
        # TUN-05, TURN-11: a card of a displayed tunnel lies in no sequence, a shown one is not thrown.
        missing = [face for face in trio if face not in row.holding.known]
        if missing:
            faces = " ".join(map(str, missing))
            yield Finding(
                codes.LAID_MARRIAGE_IMPOSSIBLE,
                f"{players[seat]} is said to have laid a marriage but has no {faces}",
                place,
                rule="SCORE-06",
                expected=False,
                found=True,
            )
            return
    if claimed is not None and row.shown:
        shown = shows_marriage(row, sheet.tiplu)
        if shown is not claimed:
            yield Finding(
                codes.LAID_MARRIAGE_DIFFERS,
                f"the sets that {players[seat]} showed say {'yes' if shown else 'no'} to a laid marriage",
                place,
                rule="SCORE-06",
                expected=shown,
                found=claimed,
            )


def _laid_beside_items(seat: int, row: SheetRow, players: Sequence[str]) -> Iterator[Finding]:
    """A laid marriage against the cards that were counted: it is one tiplu, one poplu, one jhiplu of them."""
    items = row.items
    if not row.laid_marriage or items is None:
        return
    if not (items.tiplu and items.poplu and items.jhiplu) or items.laid_marriage == 0:
        yield Finding(
            codes.LAID_MARRIAGE_IMPOSSIBLE,
            f"{players[seat]} is said to have laid a marriage, but the items hold none",
            Place(path=row_path(seat, "laid_marriage"), seat=seat),
            rule="SCORE-06",
            expected=False,
            found=True,
        )


def shows_marriage(row: SheetRow, tiplu: Face) -> bool:
    """Whether jhiplu, tiplu and poplu lie in one sequence of the sets that were shown (SCORE-06, DER-02)."""
    if tiplu.rank is Rank.ACE:
        return False
    trio = {jhiplu(tiplu), tiplu, poplu(tiplu)}
    return any(trio <= set(cards) for cards in row.shown or ())
