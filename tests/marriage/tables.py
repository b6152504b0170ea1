"""Tables dealt from a real deck, as literal values, as facts for ``settle`` and as records for the audit."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from marriage.literal_maal import RANKS, SAME_COLOUR, SUITS, LiteralSeat, LiteralTable, role_of
from rule_strategies import rule_sets

from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.notation import parse_face, parse_faces
from marriage_analysis.games.marriage.maal import maal_cards
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.json_options import format_options
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.settle import DhoosFact, SeatFacts, TableFacts

NATURAL = tuple(rank + suit for suit in SUITS for rank in RANKS)


def facts_of(table: LiteralTable) -> TableFacts:
    """What ``settle`` takes."""
    tiplu = parse_face(table.tiplu)
    return TableFacts(
        rules=table.rules,
        winner=table.winner,
        finish=Route(table.finish),
        seats=tuple(
            SeatFacts(
                seen=seat.seen,
                route=Route(seat.route),
                maal=maal_cards(
                    Multiset.of(parse_faces(" ".join(seat.holding))),
                    displayed=parse_faces(" ".join(seat.displayed)),
                    tiplu=tiplu,
                    rules=table.rules,
                    laid_marriage=seat.laid,
                ),
            )
            for seat in table.seats
        ),
        due=tuple(DhoosFact(*due) for due in table.due),
        fouls=tuple(DhoosFact(*foul) for foul in table.fouls),
        ace_tiplu=table.tiplu[0] == "A",
    )


def record_of(
    table: LiteralTable,
    *,
    rules: dict[str, Any] | None = None,
    maal: Sequence[int] | None = None,
    net: Sequence[int] | None = None,
) -> dict[str, Any]:
    """A record of level hands with these claims, as JSON values."""
    players: list[dict[str, Any]] = []
    for index, seat in enumerate(table.seats):
        row: dict[str, Any] = {"seen": seat.seen, "holding": " ".join(seat.holding)}
        if seat.displayed:
            row["displayed_tunnels"] = " ".join(seat.displayed)
        if seat.laid:
            row["laid_marriage"] = True
        if seat.route != "sets":
            row["route"] = seat.route
        if maal is not None:
            row["maal"] = maal[index]
        if net is not None:
            row["net"] = net[index]
        players.append(row)
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "table-1",
        "rules": rules or {"options": format_options(table.rules)},
        "players": [{"name": f"P{index}"} for index in range(len(table.seats))],
        "result": {
            "ending": "finished",
            "winner": table.winner,
            "finish": table.finish,
            "tiplu": table.tiplu,
            "players": players,
        },
    }
    if table.due:
        record["dhoos_due"] = [{"seat": seat, "points": points} for seat, points in table.due]
    if table.fouls:
        record["dhoos"] = [{"seat": seat, "points": points} for seat, points in table.fouls]
    return record


def preset_rules() -> st.SearchStrategy[RuleSet]:
    return st.sampled_from([preset.rules for preset in PRESETS.values()])


@st.composite
def tables(draw: st.DrawFn, *, rules: st.SearchStrategy[RuleSet] | None = None) -> LiteralTable:
    """A finished game with full hands: maal cards at random seats, the rest of each hand plain cards."""
    by = replace(draw(rules if rules is not None else preset_rules() | rule_sets()), max_players=6)
    n = draw(st.integers(2, 6))
    tiplu = draw(st.sampled_from(NATURAL))
    winner = draw(st.integers(0, n - 1))
    hands = _dealt(draw, tiplu, by, n)
    may_dublee = n >= by.dublee_min_players
    finish = draw(st.sampled_from(["sets", "dublees"])) if may_dublee else "sets"
    seats: list[LiteralSeat] = []
    for index, hand in enumerate(hands):
        seen = index == winner or draw(st.booleans())
        route = finish if index == winner else "sets"
        if seen and index != winner and may_dublee:
            route = draw(st.sampled_from(["sets", "dublees"]))
        triples = [card for card, count in hand.items() if count == 3 and card != "MC"]
        displayed = tuple(card for card in triples if draw(st.booleans()))
        held = hand - Counter(dict.fromkeys(displayed, 3))
        can_lay = seen and route == "sets" and _lays(held, tiplu, by) and draw(st.booleans())
        seats.append(LiteralSeat(seen, tuple(sorted(held.elements())), displayed, can_lay, route))
    fines = st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, 40)), max_size=3)
    return LiteralTable(
        rules=by,
        tiplu=tiplu,
        seats=tuple(seats),
        winner=winner,
        finish=finish,
        due=tuple(draw(fines)),
        fouls=tuple(draw(fines)),
    )


def _dealt(draw: st.DrawFn, tiplu: str, rules: RuleSet, n: int) -> list[Counter[str]]:
    """Hands of 21 in which every face has no more copies than the deck, and the tiplu one less."""
    copies = Counter(dict.fromkeys(NATURAL, 3))
    copies[tiplu] = 2
    copies["JK"] = rules.putali
    copies["MC"] = 0 if rules.master_card is None else 1
    hands = [Counter[str]() for _ in range(n)]
    scoring = [card for card in copies if role_of(card, tiplu, rules) != "plain"]
    plain = draw(st.lists(st.sampled_from(NATURAL), max_size=3, unique=True))
    for card in [*scoring, *(card for card in plain if card not in scoring)]:
        together = draw(st.booleans())
        owners = st.integers(-1, n - 1)
        owner = draw(owners)
        for _ in range(copies[card]):
            owner = owner if together else draw(owners)
            if owner >= 0 and hands[owner].total() < 21:
                hands[owner][card] += 1
        copies[card] = 0
    # The rest of the hands earns nothing, so any order of the deck will do.
    rest = [card for card in NATURAL for _ in range(copies[card])]
    for hand in hands:
        while hand.total() < 21:
            hand[rest.pop()] += 1
    return hands


def _lays(held: Counter[str], tiplu: str, rules: RuleSet) -> bool:
    if tiplu[0] == "A" or (tiplu[0] == "K" and not rules.ace_high_sequence):
        return False
    roles = {role_of(card, tiplu, rules) for card, count in held.items() if count}
    return {"tiplu", "poplu", "jhiplu"} <= roles


def recoloured(card: str) -> str:
    """The same card in the other suit of its colour, hearts and spades exchanged with diamonds and clubs."""
    return card if card in ("JK", "MC") else card[0] + SAME_COLOUR[card[1]]
