"""Cases of what may happen at the table, by rule ID. Hands are small where their size does not matter."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from marriage_analysis.cards.cell import Cell
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.notation import TableEntry, Turn, parse_entry
from marriage_analysis.games.marriage.engine.position import (
    NOBODY,
    Deal,
    Outcome,
    Phase,
    Position,
    start_position,
)
from marriage_analysis.games.marriage.recorded_rules import read_rules

SHOW = "3S 4S 5S 6H 6H 6H AD 2D 3D"
LAID = "show(3S4S5S,6H6H6H,AD2D3D)"
PAIRS = "2S 2S 4S 4S 6S 6S 8S 8S TS TS QS QS 3H 3H"
SEVEN = "show(2S2S,4S4S,6S6S,8S8S,TSTS,QSQS,3H3H)"
STOCK = "9S 9H JC 7D 7C 8C KD"
LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class Case:
    """Hands (seat 0 plays first), what was played, and what is tried: legal, or the rule that forbids it."""

    name: str
    hands: tuple[str, ...]
    tried: str
    expected: str
    played: tuple[str, ...] = ()
    upcard: str = "KC"
    stock: str = STOCK
    preset: str = "pagat"
    options: dict[str, Any] = field(default_factory=dict[str, Any])

    def start(self) -> Position:
        rules = read_rules(self.preset, self.options)
        assert rules is not None
        hands = tuple(_cards(hand) for hand in self.hands)
        return start_position(Deal(hands, Cell(self.upcard), _cards(self.stock)), rules, dealer=len(hands) - 1)


def _cards(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, text.split()))


def happen(position: Position, text: str, *, until_last: bool = False) -> str:
    """Play an entry, its last event only judged with ``until_last``: legal, or the rule that forbids it."""
    entry = parse_entry(text)
    assert isinstance(entry, (Turn, TableEntry))
    seat = entry.seat if isinstance(entry, Turn) else NOBODY
    events = (entry.event,) if isinstance(entry, TableEntry) else entry.events or ()
    for number, event in enumerate(events):
        fault = fault_of(position, seat, event)
        if until_last and number == len(events) - 1:
            return LEGAL if fault is None else str(fault.rule)
        assert fault is None, (text, event, fault)
        play(position, seat, event)
    return LEGAL


def after(case: Case) -> Position:
    position = case.start()
    for entry in case.played:
        happen(position, entry)
    return position


TWO = ("2S 3S 7H", "2H 3H 7S")
SHOWN = (f"{SHOW} 5D 5C JS", "2H 3H 7S JS")
FIRST_SHOWS = (f"0: s9S {LAID} tiplu(JC@1) x9S",)
DUBLEES = (f"{PAIRS} 3H 7S KC", "2H 3C 7H 7S")
DUBLEES_SHOWN = (f"0: s9S {SEVEN} tiplu(JC@1) x9S",)
TUNNELS = ("6H 6H 6H 2C 2C 2C 7S", "9S 9S 9S 4D", "8D 8D 8D")
JOKERS = ("JK JK JK 2C 7S", "3D 4D")

DRAWS = (
    Case("TURN-01 the top of the stock", TWO, "0: s9S", LEGAL),
    Case("TURN-01 not another card of the stock", TWO, "0: s9H", "TURN-01"),
    Case("TURN-01 one card only", TWO, "0: s9S s9H", "TURN-02"),
    Case("DEAL-05 the seat after the dealer begins", TWO, "1: s9S", "DEAL-05"),
    Case("TURN-02 nothing is thrown before drawing", TWO, "0: x2S", "TURN-02"),
    Case("TURN-03 only the latest discard", TWO, "1: pKC", "TURN-03", ("0: s9S x2S",)),
    Case("TURN-03 the latest discard", TWO, "1: p2S", LEGAL, ("0: s9S x2S",)),
    Case("TURN-04 may: the turned-up card", TWO, "0: pKC", LEGAL),
    Case(
        "TURN-04 stock_only: not the turned-up card",
        TWO,
        "0: pKC",
        "TURN-04",
        options={"first_upcard": "stock_only"},
    ),
    Case(
        "TURN-04 stock_only binds the first turn alone",
        TWO,
        "1: p2S",
        LEGAL,
        ("0: s9S x2S",),
        options={"first_upcard": "stock_only"},
    ),
    Case("TURN-04 must: not the stock", TWO, "0: s9S", "TURN-04", options={"first_upcard": "must"}),
    Case("TURN-04 must: the turned-up card", TWO, "0: pKC", LEGAL, options={"first_upcard": "must"}),
    Case(
        "TURN-04 must binds the first turn alone",
        TWO,
        "1: s9S",
        LEGAL,
        ("0: pKC x2S",),
        options={"first_upcard": "must"},
    ),
    Case(
        "TURN-04 must gives way where the pick is forbidden",
        TWO,
        "0: s9S",
        LEGAL,
        options={"first_upcard": "must", "unseen_pick": "none"},
    ),
    Case("TURN-05 not back at once", TWO, "0: pKC xKC", "TURN-05"),
    Case("TURN-05 another copy", ("2S KC", "3H"), "0: pKC xKC", LEGAL),
    Case("TURN-05 off", TWO, "0: pKC xKC", LEGAL, options={"no_return_discard": False}),
    Case("TURN-05 a drawn card may go", TWO, "0: s9S x9S", LEGAL),
    Case(
        "TURN-05 the own copy may go when the taken one is in the show",
        (f"{SHOW} 7S", "2H"),
        f"0: p5S {LAID} tiplu(JC@2) x5S",
        LEGAL,
        upcard="5S",
    ),
    Case("TURN-05 nothing but the taken card to throw", ("", "2H"), "0: pKC", "TURN-05"),
    Case(
        "TURN-06 seen: no wild",
        SHOWN,
        "0: pJS",
        "TURN-06",
        (*FIRST_SHOWS, "1: s9H xJS"),
    ),
    Case("TURN-06 seen: a plain card", SHOWN, "0: p2H", LEGAL, (*FIRST_SHOWS, "1: s9H x2H")),
    Case(
        "TURN-06 allow",
        SHOWN,
        "0: pJS",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H xJS"),
        options={"seen_take_wild": "allow"},
    ),
    Case("TURN-07 unseen: even a wild", SHOWN, "1: pJS", LEGAL, (f"0: s9S {LAID} tiplu(JC@1) xJS",)),
    Case("TURN-07 none", TWO, "0: pKC", "TURN-07", options={"unseen_pick": "none"}),
    Case(
        "TURN-07 none: a seen player may",
        SHOWN,
        "0: p2H",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x2H"),
        options={"unseen_pick": "none"},
    ),
    Case("TURN-07 show_only: no show", TWO, "0: pKC", "TURN-07", options={"unseen_pick": "show_only"}),
    Case(
        "TURN-07 show_only: for a show",
        ("3S 4S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: p5S",
        LEGAL,
        upcard="5S",
        options={"unseen_pick": "show_only"},
    ),
    Case(
        "TURN-07 show_only: then it must show",
        ("3S 4S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: p5S x7S",
        "TURN-07",
        upcard="5S",
        options={"unseen_pick": "show_only"},
    ),
    Case(
        "TURN-07 show_only: with that card",
        ("3S 4S 5S 6S 6H 6H 6H AD 2D 3D 7S", "2H"),
        f"0: p2S {LAID}",
        "TURN-07",
        upcard="2S",
        options={"unseen_pick": "show_only"},
    ),
    Case(
        "TURN-07 show_only: a card must be left",
        ("3S 4S 6H 6H 6H AD 2D 3D", "2H"),
        "0: p5S",
        "TURN-07",
        upcard="5S",
        options={"unseen_pick": "show_only"},
    ),
    Case(
        "TURN-07 show_only: for seven dublees",
        (f"{PAIRS} 7S".removeprefix("2S "), "2H"),
        "0: p2S",
        LEGAL,
        upcard="2S",
        options={"unseen_pick": "show_only"},
    ),
    Case(
        "TURN-07 show_only: dublees with displayed tunnels",
        ("2S 2S 2S 4S 4S 4S 6S 6S 6S 8S 8S TS TS QS QS 3H 7S", "2H"),
        "0: p3H",
        LEGAL,
        ("0: tunnel(2S2S2S,4S4S4S,6S6S6S)",),
        upcard="3H",
        options={"unseen_pick": "show_only"},
    ),
    Case("TURN-08 dublees: not any card", DUBLEES, "0: p2H", "TURN-08", (*DUBLEES_SHOWN, "1: s9H x2H")),
    Case("TURN-08 dublees: the eighth", DUBLEES, "0: p7S", LEGAL, (*DUBLEES_SHOWN, "1: s9H x7S")),
    Case("TURN-08 then it must finish", DUBLEES, "0: p7S x7S", "TURN-08", (*DUBLEES_SHOWN, "1: s9H x7S")),
    Case(
        "TURN-08 with that card",
        (f"{PAIRS} 7S KC KC", "2H 7S"),
        "0: p7S finish(KCKC)",
        "TURN-08",
        (*DUBLEES_SHOWN, "1: s9H x7S"),
    ),
    Case(
        "TURN-08 the third copy of a shown pair is a spare",
        (f"{PAIRS} 7S KC", "2H 3H"),
        "0: p3H",
        "TURN-08",
        (*DUBLEES_SHOWN, "1: s9H x3H"),
    ),
    Case(
        "TURN-09 a wild as the eighth",
        (f"{PAIRS} JS 7S KC", "2H JS"),
        "0: pJS finish(JSJS)",
        LEGAL,
        (*DUBLEES_SHOWN, "1: s9H xJS"),
    ),
    Case(
        "TURN-09 any two wilds where they are a dublee",
        (f"{PAIRS} JD 7S KC", "2H JS"),
        "0: pJS finish(JDJS)",
        LEGAL,
        (*DUBLEES_SHOWN, "1: s9H xJS"),
        options={"joker_pair_dublee": "any_wild"},
    ),
    Case("TURN-11 a shown card stays", SHOWN, "0: s7D x3S", "TURN-11", (*FIRST_SHOWS, "1: s9H x2H")),
    Case(
        "TURN-11 a displayed card stays",
        TUNNELS,
        "0: sKD x6H",
        "TURN-11",
        ("0: tunnel(6H6H6H)",),
        stock="KD 7D",
    ),
    Case("TURN-02 a card of another hand", TWO, "0: s9S x2H", "TURN-02"),
)

LATER: dict[str, Any] = {"tunnel_window": "before_own_draw"}
BY_STOCK: dict[str, Any] = {"tunnel_window": "before_own_stock_draw"}
TUNNEL_CASES = (
    Case("TUN-01 dealt", TUNNELS, "0: tunnel(6H6H6H)", LEGAL),
    Case("TUN-01 two at once", TUNNELS, "0: tunnel(2C2C2C,6H6H6H)", LEGAL),
    Case("TUN-01 one after the other", TUNNELS, "0: tunnel(2C2C2C)", LEGAL, ("0: tunnel(6H6H6H)",)),
    Case("TUN-01 not dealt", TUNNELS, "0: tunnel(4D4D4D)", "TUN-01"),
    Case(
        "TUN-01 drawn later",
        ("6H 6H 2C", "9S"),
        "0: tunnel(6H6H6H)",
        "TUN-01",
        ("0: p6H x2C", "1: s7D x7D"),
        upcard="6H",
        stock="7D 8D",
        options=BY_STOCK,
    ),
    Case("TUN-05 once", TUNNELS, "0: tunnel(6H6H6H,6H6H6H)", "TUN-05"),
    Case("TUN-05 not again", TUNNELS, "0: tunnel(6H6H6H)", "TUN-01", ("0: tunnel(6H6H6H)",)),
    Case("COMB-01 no pair", TUNNELS, "0: tunnel(6H6H)", "COMB-01"),
    Case(
        "TUN-02 out of turn, in the order of play", TUNNELS, "1: tunnel(9S9S9S)", LEGAL, ("0: tunnel(6H6H6H)",)
    ),
    Case("TUN-02 not backwards", TUNNELS, "0: tunnel(6H6H6H)", "TUN-02", ("1: tunnel(9S9S9S)",)),
    Case(
        "TUN-02 before_any_draw: over with the first draw",
        TUNNELS,
        "1: tunnel(9S9S9S)",
        "TUN-02",
        ("0: sKD xKD",),
        stock="KD 7D",
    ),
    Case(
        "TUN-02 before_own_draw: in the own turn",
        TUNNELS,
        "1: tunnel(9S9S9S)",
        LEGAL,
        ("0: sKD xKD",),
        stock="KD 7D",
        options=LATER,
    ),
    Case(
        "TUN-02 before_own_draw: not out of turn",
        TUNNELS,
        "2: tunnel(8D8D8D)",
        "TUN-02",
        ("0: sKD xKD",),
        stock="KD 7D",
        options=LATER,
    ),
    Case(
        "TUN-02 before_own_draw: a pick closes it",
        ("6H 6H 6H 2C", "9S"),
        "0: tunnel(6H6H6H)",
        "TUN-02",
        ("0: pKC x2C", "1: s7D x7D"),
        stock="7D 8D",
        options=LATER,
    ),
    Case(
        "TUN-02 before_own_stock_draw: a pick leaves it open",
        ("6H 6H 6H 2C", "9S"),
        "0: tunnel(6H6H6H)",
        LEGAL,
        ("0: pKC x2C", "1: s7D x7D"),
        stock="7D 8D",
        options=BY_STOCK,
    ),
    Case(
        "TUN-02 before_own_stock_draw: the stock closes it",
        ("6H 6H 6H 2C", "9S"),
        "0: tunnel(6H6H6H)",
        "TUN-02",
        ("0: s7D x2C", "1: s8D x8D"),
        stock="7D 8D 9D",
        options=BY_STOCK,
    ),
    Case(
        "TUN-02 not after the own draw",
        TUNNELS,
        "0: sKD tunnel(6H6H6H)",
        "TUN-02",
        stock="KD 7D",
        options=LATER,
    ),
    Case("COMB-16 printed jokers", JOKERS, "0: tunnel(JKJKJK)", LEGAL, preset="house-app"),
    Case(
        "SL-15 the open tiplu comes first", TUNNELS, "0: tunnel(6H6H6H)", "TUN-02", options={"open_maal": True}
    ),
    Case(
        "TUN-05 a displayed tunnel in the show",
        (f"{SHOW} 7S", "2H"),
        f"0: s9S {LAID}",
        LEGAL,
        ("0: tunnel(6H6H6H)",),
    ),
    Case(
        "TUN-05 never in a run",
        ("3S 4S 5S 6H 6H 6H 7H 8H AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S,6H7H8H,AD2D3D)",
        "TUN-05",
        ("0: tunnel(6H6H6H)",),
    ),
    Case(
        "TUN-05 lends one dublee", (f"{PAIRS} 3H 7S KC", "2H"), f"0: s9S {SEVEN}", LEGAL, ("0: tunnel(3H3H3H)",)
    ),
    Case(
        "TUN-05 the third card stays out",
        (f"{PAIRS} 3H 7S KC", "2H"),
        f"0: s9S {SEVEN} tiplu(JC@1) x3H",
        "TURN-11",
        ("0: tunnel(3H3H3H)",),
    ),
    Case(
        "TUN-05 lends the eighth dublee",
        (f"{PAIRS} 9D 9D 9D 7S", "2H"),
        f"0: s9S {SEVEN} tiplu(JC@1) finish(9D9D)",
        LEGAL,
        ("0: tunnel(9D9D9D)",),
    ),
    Case(
        "TUN-05 whole at the finish by sets",
        (f"{SHOW} 9D 9D 9D 7S", "2H"),
        f"0: s9S {LAID} tiplu(JC@1) finish()",
        "FIN-01",
        ("0: tunnel(9D9D9D)",),
    ),
)

SHOWS = (
    Case("SHOW-01 three primary sets", SHOWN, f"0: s9S {LAID}", LEGAL),
    Case("SHOW-01 not two", SHOWN, "0: s9S show(3S4S5S,6H6H6H)", "SHOW-01"),
    Case(
        "SHOW-01 not four", (f"{SHOW} 7C 8C 9C KS", "2H"), "0: s9S show(3S4S5S,6H6H6H,AD2D3D,7C8C9C)", "SHOW-01"
    ),
    Case("SL-23 not before drawing", SHOWN, f"0: {LAID}", "TURN-02"),
    Case(
        "COMB-14 no trial",
        ("3S 4S 5S 6H 6H 6H 9D 9C 9H 7S", "2H"),
        "0: s9S show(3S4S5S,6H6H6H,9H9D9C)",
        "COMB-14",
    ),
    Case(
        "COMB-02 exact3: no four",
        ("3S 4S 5S 6S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S6S,6H6H6H,AD2D3D)",
        "COMB-02",
    ),
    Case(
        "COMB-02 min3: four",
        ("3S 4S 5S 6S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S6S,6H6H6H,AD2D3D)",
        LEGAL,
        preset="wikipedia-en",
    ),
    Case(
        "COMB-11 no ace in the middle",
        ("KS AS 2S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: s9S show(KSAS2S,6H6H6H,AD2D3D)",
        "COMB-11",
    ),
    Case(
        "TURN-10 a card to throw must be left",
        (SHOW.removeprefix("3S "), "2H"),
        f"0: s3S {LAID}",
        "TURN-10",
        stock="3S 9S",
    ),
    Case("TURN-10 not the taken one", (SHOW, "2H"), f"0: pKC {LAID}", "TURN-10"),
    Case("SHOW-05 seven dublees", DUBLEES, f"0: s9S {SEVEN}", LEGAL),
    Case("SHOW-06 not six", DUBLEES, "0: s9S show(2S2S,4S4S,6S6S,8S8S,TSTS,QSQS)", "SHOW-06"),
    Case(
        "DUB-02 not twice the same face",
        (f"{PAIRS} 2S 7S", "2H"),
        "0: s9S show(2S2S,2S2S,6S6S,8S8S,TSTS,QSQS,3H3H)",
        "TUN-05",
    ),
    Case("DUB-03 with four players or more", DUBLEES, f"0: s9S {SEVEN}", "DUB-03", preset="wikipedia-en"),
    Case("DUB-03 with four players", (*DUBLEES, "4C", "5C"), f"0: s9S {SEVEN}", LEGAL, preset="wikipedia-en"),
    Case(
        "DUB-04 printed jokers",
        (f"{PAIRS.removesuffix('3H 3H')} JK JK 7S", "2H"),
        "0: s9S show(2S2S,4S4S,6S6S,8S8S,TSTS,QSQS,JKJK)",
        LEGAL,
        preset="house-app",
        options={"dublee_min_players": 2},
    ),
    Case(
        "DUB-04 off",
        (f"{PAIRS.removesuffix('3H 3H')} JK JK 7S", "2H"),
        "0: s9S show(2S2S,4S4S,6S6S,8S8S,TSTS,QSQS,JKJK)",
        "DUB-04",
        preset="house-app",
        options={"dublee_min_players": 2, "joker_pair_dublee": "off"},
    ),
    Case(
        "COMB-16 a tunnel of printed jokers",
        ("3S 4S 5S JK JK JK AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S,JKJKJK,AD2D3D)",
        LEGAL,
        preset="wikipedia-en",
        options={"putali": 3},
    ),
    Case(
        "COMB-16 not where it is no primary set",
        ("3S 4S 5S JK JK JK AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S,JKJKJK,AD2D3D)",
        "COMB-16",
        preset="house-app",
    ),
    Case(
        "COMB-14 the master card in a sequence",
        ("3S MC 5S 6H 6H 6H AD 2D 3D 7S", "2H"),
        "0: s9S show(3SMC5S,6H6H6H,AD2D3D)",
        LEGAL,
        preset="wikipedia-en",
        options={"master_card": 10},
    ),
    Case(
        "COMB-14 the master card in no tunnel",
        ("3S 4S 5S 6H 6H MC AD 2D 3D 7S", "2H"),
        "0: s9S show(3S4S5S,6H6HMC,AD2D3D)",
        "COMB-14",
        preset="wikipedia-en",
        options={"master_card": 10},
    ),
    Case(
        "SHOW-07 one route",
        (f"{PAIRS} {SHOW} 7S", "2H"),
        f"0: s7D {LAID}",
        "SHOW-09",
        (f"0: s9S {SEVEN} tiplu(JC@1) x9S", "1: s9H x9H"),
    ),
    Case(
        "SHOW-09 nothing further",
        (f"{SHOW} 8C 9C TC 5D JS", "2H"),
        "0: s7D show(8C9CTC)",
        "SHOW-09",
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case("SHOW-03 the tiplu comes before the discard", SHOWN, f"0: s9S {LAID} x9S", "TURN-02"),
    Case("SHOW-03 from anywhere in the stock", SHOWN, f"0: s9S {LAID} tiplu(KD@5)", LEGAL),
    Case("SHOW-03 not from outside", SHOWN, f"0: s9S {LAID} tiplu(KD@6)", "SHOW-03"),
    Case("SHOW-03 another card lies there", SHOWN, f"0: s9S {LAID} tiplu(JC@5)", "SHOW-03"),
    Case(
        "SHOW-04 later showers look", (f"{SHOW} 7S", f"{SHOW} 7H"), f"1: s9H {LAID} see(JC)", LEGAL, FIRST_SHOWS
    ),
    Case(
        "SHOW-04 and choose none",
        (f"{SHOW} 7S", f"{SHOW} 7H"),
        f"1: s9H {LAID} tiplu(7D@0)",
        "TURN-02",
        FIRST_SHOWS,
    ),
    Case(
        "SHOW-04 the tiplu is what it is",
        (f"{SHOW} 7S", f"{SHOW} 7H"),
        f"1: s9H {LAID} see(JS)",
        "SHOW-04",
        FIRST_SHOWS,
    ),
    Case("SHOW-03 the first does not look", SHOWN, f"0: s9S {LAID} see(JC)", "TURN-02"),
    Case(
        "SHOW-11 a printed joker is put back",
        SHOWN,
        f"0: s9S {LAID} tiplu(JK@0) tiplu(9H@1) x9S",
        LEGAL,
        stock="9S JK 9H",
        preset="house-app",
    ),
    Case(
        "SHOW-11 the pick goes on",
        SHOWN,
        f"0: s9S {LAID} tiplu(MC@0) x9S",
        "TURN-02",
        stock="9S MC 9H",
        options={"master_card": 5},
    ),
    Case("VAR-01 the open tiplu", TWO, "-: tiplu(JC@2)", LEGAL, options={"open_maal": True}),
    Case("VAR-01 before any draw", TWO, "0: s9S", "TURN-02", options={"open_maal": True}),
    Case(
        "VAR-01 who shows looks",
        SHOWN,
        f"0: s9S {LAID} see(JC)",
        LEGAL,
        ("-: tiplu(JC@2)",),
        options={"open_maal": True},
    ),
    Case("VAR-01 only in an open game", TWO, "-: tiplu(JC@2)", "TURN-02"),
)

RUNS = f"{SHOW} 7C 8C 9C 4D 5D 6D"
FINISHES = (
    Case("SHOW-13 a show comes first", (f"{RUNS} KS", "2H"), "0: s9S finish(7C8C9C,4D5D6D)", "SHOW-13"),
    Case(
        "FIN-03 show and finish in one turn",
        (f"{RUNS} KS", "2H"),
        f"0: sKH {LAID} tiplu(JC@1) finish(7C8C9C,4D5D6D)",
        "FIN-01",
        stock="KH 9H JC 7D",
    ),
    Case(
        "FIN-03 show and finish in the first turn",
        (RUNS, "2H"),
        f"0: s9S {LAID} tiplu(JC@1) finish(7C8C9C,4D5D6D) x9S",
        LEGAL,
    ),
    Case(
        "FIN-01 all but one card",
        (f"{RUNS} KS", "2H"),
        "0: s7D finish(7C8C9C)",
        "FIN-01",
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "FIN-01 in a later turn",
        (RUNS, "2H"),
        "0: s7D finish(7C8C9C,4D5D6D) x7D",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "FIN-01 with wilds",
        (f"{SHOW} JS KH QC JH 5D 6D", "2H"),
        "0: s7D finish(KHJSQC,JH5D6D) x7D",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "COMB-07 a pair and one wild",
        (f"{SHOW} JS 8C 8C 4D 5D 6D", "2H"),
        "0: s7D finish(8C8CJS,4D5D6D)",
        "COMB-07",
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "SHOW-06 a dublee is no set",
        (f"{SHOW} 8C 8C 4D 5D 6D", "2H"),
        "0: s7D finish(8C8C,4D5D6D)",
        "DUB-02",
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "SHOW-08 shown sets are not extended",
        (f"{SHOW} 6S 7C 8C 9C 4D 5D 6D", "2H"),
        "0: s7D finish(3S4S5S6S,7C8C9C,4D5D6D)",
        "TUN-05",
        (*FIRST_SHOWS, "1: s9H x9H"),
        preset="wikipedia-en",
    ),
    Case(
        "TURN-05 the taken card is not the final discard",
        (RUNS, "2H"),
        "0: p2H finish(7C8C9C,4D5D6D)",
        "TURN-05",
        (*FIRST_SHOWS, "1: s9H x2H"),
    ),
    Case(
        "TURN-05 its other copy is",
        (RUNS, "9C"),
        "0: p9C finish(7C8C9C,4D5D6D) x9C",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x9C"),
    ),
    Case(
        "FIN-01 the turn goes on to the final discard",
        (RUNS, "2H"),
        f"0: s9S {LAID} tiplu(JC@1) finish(7C8C9C,4D5D6D) x7C",
        "TURN-11",
    ),
    Case(
        "DUB-05 the eighth dublee",
        (f"{PAIRS} 7S 7S KS", "2H"),
        "0: s7D finish(7S7S)",
        LEGAL,
        (*DUBLEES_SHOWN, "1: s9H x9H"),
    ),
    Case(
        "DUB-09 eight at once",
        (f"{PAIRS} 7S 7S KS", "2H"),
        f"0: s9S {SEVEN} tiplu(JC@1) finish(7S7S) xKS",
        LEGAL,
    ),
    Case(
        "DUB-02 no third copy",
        (f"{PAIRS} 3H KS", "2H"),
        "0: s3H finish(3H3H)",
        "DUB-02",
        (f"0: s9S {SEVEN} tiplu(JC@1) x9S", "1: s9H x9H"),
        stock="9S 9H JC 3H 7D",
    ),
    Case(
        "DUB-02 a wild does not help",
        (f"{PAIRS} 7S JS KS", "2H"),
        "0: s7D finish(7SJS)",
        "DUB-02",
        (*DUBLEES_SHOWN, "1: s9H x9H"),
    ),
    Case(
        "DUB-04 ordinary: two ordinary jokers",
        (f"{PAIRS} JH JS KS", "2H"),
        "0: s7D finish(JHJS)",
        LEGAL,
        (*DUBLEES_SHOWN, "1: s9H x9H"),
        options={"joker_pair_dublee": "ordinary"},
    ),
    Case(
        "DUB-04 ordinary: not the poplu",
        (f"{PAIRS} JH QC KS", "2H"),
        "0: s7D finish(JHQC)",
        "DUB-02",
        (*DUBLEES_SHOWN, "1: s9H x9H"),
        options={"joker_pair_dublee": "ordinary"},
    ),
    Case(
        "DUB-04 any_wild: the poplu too",
        (f"{PAIRS} JH QC KS", "2H"),
        "0: s7D finish(JHQC)",
        LEGAL,
        (*DUBLEES_SHOWN, "1: s9H x9H"),
        options={"joker_pair_dublee": "any_wild"},
    ),
    Case(
        "DUB-05 one pair, not two",
        (f"{PAIRS} 7S 7S KS KS", "2H"),
        "0: s7D finish(7S7S,KSKS)",
        "DUB-05",
        (*DUBLEES_SHOWN, "1: s9H x9H"),
    ),
    Case("SL-24 only who is on turn", (RUNS, "2H"), "0: finish(7C8C9C,4D5D6D)", "TURN-02", FIRST_SHOWS),
    Case(
        "IRR-02 one missed draw: 20 cards and sets of three",
        (f"{RUNS} KH", "2H"),
        "0: nodraw finish(7C8C9C,4D5D6D) xKH",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x9H"),
        preset="wikipedia-en",
    ),
)

PLAY_ON: dict[str, Any] = {"miss_policy": "play_on"}
IRREGULAR = (
    Case("IRR-01 a missed draw is played on with", TWO, "0: nodraw x2S", LEGAL, options=PLAY_ON),
    Case("IRR-01 a missed discard is played on with", TWO, "0: s9S nodiscard", LEGAL, options=PLAY_ON),
    Case("IRR-01 correct_now: made up at once", TWO, "0: nodraw", "IRR-01"),
    Case(
        "IRR-03 nothing is offered after it", TWO, "1: pKC", "TURN-03", ("0: s9S nodiscard",), options=PLAY_ON
    ),
    Case(
        "IRR-03 the next player draws from the stock",
        TWO,
        "1: s9H",
        LEGAL,
        ("0: s9S nodiscard",),
        options=PLAY_ON,
    ),
    Case(
        "IRR-02 after a missed draw the discard is offered",
        TWO,
        "1: p2S",
        LEGAL,
        ("0: nodraw x2S",),
        options=PLAY_ON,
    ),
    Case(
        "IRR-03 who must finish cannot leave the discard out",
        DUBLEES,
        "0: p7S nodiscard",
        "TURN-08",
        (*DUBLEES_SHOWN, "1: s9H x7S"),
        options=PLAY_ON,
    ),
    Case("IRR-09 a wrong show", SHOWN, "0: s9S badshow(3S4S5S,6H6H6H,5D5CJS)", LEGAL),
    Case("IRR-09 not a right one", SHOWN, f"0: s9S bad{LAID}", "SHOW-01"),
    Case("IRR-09 not of cards that are not there", SHOWN, "0: s9S badshow(7C7C7C)", "IRR-09"),
    Case(
        "IRR-09 of a displayed tunnel too",
        (f"{SHOW} 7H 8H JS", "2H"),
        "0: s9S badshow(6H7H8H,3S4S5S)",
        LEGAL,
        ("0: tunnel(6H6H6H)",),
    ),
    Case(
        "IRR-09 a wrong finish, and play goes on",
        (f"{RUNS} KS", "2H"),
        "0: s7D badfinish(7C8C9C) xKS",
        LEGAL,
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
    Case(
        "IRR-09 not a right finish",
        (RUNS, "2H"),
        "0: s7D badfinish(7C8C9C,4D5D6D)",
        "FIN-01",
        (*FIRST_SHOWS, "1: s9H x9H"),
    ),
)

ONE_CARD = ("2S 3S", "2H 3H")
OUT: tuple[str, ...] = ("0: s9S x2S", "1: s9H x2H")
LAST_ONE = (f"{SHOW} 7S", "2H")
KEEP: dict[str, Any] = {"stock_out": "reshuffle_keep_top"}
ALL: dict[str, Any] = {"stock_out": "reshuffle_all"}
DISMISS: dict[str, Any] = {"stock_out": "dismiss"}
STOCKS = (
    Case(
        "STOCK-01 all but the latest", ONE_CARD, "-: reshuffle(2SKC)", LEGAL, OUT, stock="9S 9H", options=KEEP
    ),
    Case(
        "STOCK-01 not the latest",
        ONE_CARD,
        "-: reshuffle(2SKC2H)",
        "STOCK-01",
        OUT,
        stock="9S 9H",
        options=KEEP,
    ),
    Case(
        "STOCK-01 no other cards", ONE_CARD, "-: reshuffle(2S9S)", "STOCK-01", OUT, stock="9S 9H", options=KEEP
    ),
    Case("STOCK-01 nobody draws before it", ONE_CARD, "0: p2H", "TURN-02", OUT, stock="9S 9H", options=KEEP),
    Case(
        "STOCK-01 not while the stock lasts",
        ONE_CARD,
        "-: reshuffle(KC)",
        "STOCK-01",
        OUT[:1],
        stock="9S 9H",
        options=KEEP,
    ),
    Case(
        "STOCK-01 then the latest is offered",
        ONE_CARD,
        "0: p2H",
        LEGAL,
        (*OUT, "-: reshuffle(KC2S)"),
        stock="9S 9H",
        options=KEEP,
    ),
    Case(
        "STOCK-01 and the stock is drawn in its order",
        ONE_CARD,
        "0: sKC",
        LEGAL,
        (*OUT, "-: reshuffle(KC2S)"),
        stock="9S 9H",
        options=KEEP,
    ),
    Case("STOCK-05 every discard", ONE_CARD, "-: reshuffle(KC2S2H)", LEGAL, OUT, stock="9S 9H", options=ALL),
    Case(
        "STOCK-05 not without the latest",
        ONE_CARD,
        "-: reshuffle(KC2S)",
        "STOCK-01",
        OUT,
        stock="9S 9H",
        options=ALL,
    ),
    Case(
        "STOCK-05 nothing is offered",
        ONE_CARD,
        "0: p2H",
        "TURN-03",
        (*OUT, "-: reshuffle(KC2S2H)"),
        stock="9S 9H",
        options=ALL,
    ),
    Case("STOCK-03 dismissed", ONE_CARD, "0: p2H", "STOCK-03", OUT, stock="9S 9H", options=DISMISS),
    Case(
        "STOCK-06 no card left to pick from",
        LAST_ONE,
        f"0: s9S {LAID} tiplu(KC@0)",
        "TURN-02",
        ("0: sKD x7S", "1: s7D x7D"),
        stock="KD 7D 9S",
    ),
    Case(
        "STOCK-04 one discard only at the first show: dismissed",
        LAST_ONE,
        f"0: s9S {LAID} reshuffle(KC)",
        "STOCK-03",
        stock="9S",
    ),
    *(
        Case(
            f"STOCK-06 {mode}: all but the latest, within the turn",
            LAST_ONE,
            f"0: s9S {LAID} reshuffle(KC7S)",
            LEGAL,
            ("0: sKD x7S", "1: s7D x7D"),
            stock="KD 7D 9S",
            options={"stock_out": mode},
        )
        for mode in ("reshuffle_keep_top", "reshuffle_all", "dismiss")
    ),
    Case(
        "STOCK-06 then the pick",
        LAST_ONE,
        f"0: s9S {LAID} reshuffle(7SKC) tiplu(KC@1) x9S",
        LEGAL,
        ("0: sKD x7S", "1: s7D x7D"),
        stock="KD 7D 9S",
        options=DISMISS,
    ),
    *(
        Case(
            f"STOCK-06 only {left} left: as with none",
            LAST_ONE,
            f"0: s9S {LAID} reshuffle(7SKC) tiplu({pick}) x9S",
            expected,
            ("0: sKD x7S", "1: s7D x7D"),
            stock=f"KD 7D 9S {left}",
            options={"putali": 2, "master_card": 10},
        )
        for left, pick, expected in (
            ("JK", "KC@1", LEGAL),
            ("JK MC JK", "7S@0", LEGAL),
            ("JK", "JK@2", "TURN-02"),  # it lies below the discards and goes back (SHOW-11)
        )
    ),
    Case(
        "STOCK-06 one card left that can be the tiplu",
        LAST_ONE,
        f"0: s9S {LAID} reshuffle(7SKC)",
        "STOCK-01",
        ("0: sKD x7S", "1: s7D x7D"),
        stock="KD 7D 9S JK JC",
        options={"putali": 2},
    ),
    *(
        Case(
            f"STOCK-06 {left} left unseen, {jokers} printed jokers in the deck",
            LAST_ONE,
            f"0: s9S {LAID} reshuffle(7SKC)",
            expected,
            ("0: sKD x7S", "1: s7D x7D"),
            stock=f"KD 7D 9S {left}",
            options={"putali": jokers},
        )
        for left, jokers, expected in (
            ("??", 2, LEGAL),
            ("?? JK", 2, LEGAL),
            ("?D", 2, "STOCK-01"),
            ("?? ?? ??", 2, "STOCK-01"),
            ("??", 0, "STOCK-01"),
        )
    ),
    Case(
        "STOCK-04 a single discard and only a joker left: dismissed",
        LAST_ONE,
        f"0: s9S {LAID} reshuffle(KC)",
        "STOCK-03",
        stock="9S JK",
        options={"putali": 2},
    ),
    Case(
        "STOCK-07 the limit holds in the middle of a show too: dismissed",
        LAST_ONE,
        f"0: s9S {LAID} reshuffle(KC7S)",
        "STOCK-03",
        ("0: sKD x7S", "1: s7D x7D"),
        stock="KD 7D 9S",
        options={"max_reshuffles": 0},
    ),
    Case(
        "STOCK-06 not by the table",
        LAST_ONE,
        "-: reshuffle(KC7S)",
        "STOCK-06",
        ("0: sKD x7S", "1: s7D x7D", f"0: s9S {LAID}"),
        stock="KD 7D 9S",
    ),
    Case(
        "SL-26 one card left: it is the tiplu", LAST_ONE, f"0: s9S {LAID} tiplu(JC@0) x9S", LEGAL, stock="9S JC"
    ),
    Case(
        "SL-26 and the turn's end reshuffles",
        LAST_ONE,
        "-: reshuffle(KC)",
        LEGAL,
        (f"0: s9S {LAID} tiplu(JC@0) x9S",),
        stock="9S JC",
    ),
    Case(
        "STOCK-02 the tiplu is not in it",
        LAST_ONE,
        "-: reshuffle(JC)",
        "STOCK-01",
        (f"0: s9S {LAID} tiplu(JC@0) x9S",),
        stock="9S JC",
    ),
    Case(
        "STOCK-07 at the limit: dismissed",
        ONE_CARD,
        "0: p2H",
        "STOCK-03",
        OUT,
        stock="9S 9H",
        options={**KEEP, "max_reshuffles": 0},
    ),
    Case(
        "STOCK-07 below the limit",
        ONE_CARD,
        "-: reshuffle(2SKC)",
        LEGAL,
        OUT,
        stock="9S 9H",
        options={**KEEP, "max_reshuffles": 1},
    ),
    Case(
        "STOCK-04 one discard only: dismissed",
        (*ONE_CARD,),
        "1: s9H",
        "STOCK-03",
        ("0: pKC x2S",),
        stock="",
        options=KEEP,
    ),
)

CASES = (*DRAWS, *TUNNEL_CASES, *SHOWS, *FINISHES, *IRREGULAR, *STOCKS)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_may_happen(case: Case) -> None:
    assert happen(after(case), case.tried, until_last=True) == case.expected


def test_how_a_game_ends_by_dublees_with_and_without_a_last_discard() -> None:
    case = next(case for case in FINISHES if case.name.startswith("DUB-09"))
    position = after(case)
    happen(position, case.tried)
    assert (position.phase, position.outcome, position.winner) == (Phase.OVER, Outcome.FINISHED, 0)
    kept = Case("DUB-05", case.hands, "", "", options={"dublee_finish_discard": False})
    position = after(kept)
    happen(position, case.tried.removesuffix(" xKS"))
    assert (position.phase, position.winner) == (Phase.OVER, 0)
    assert position.hand_size(0) == len(case.hands[0].split()) + 1


@pytest.mark.parametrize("name", ["STOCK-03 dismissed", "STOCK-07 at the limit: dismissed"])
def test_a_dismissed_game_has_no_winner(name: str) -> None:
    position = after(next(case for case in STOCKS if case.name == name))
    assert (position.phase, position.outcome, position.winner) == (Phase.OVER, Outcome.DISMISSED, NOBODY)


def test_six_play_in_turn_and_the_first_to_play_sits_after_the_dealer() -> None:
    case = Case("DEAL-05", tuple(f"{rank}S" for rank in "234567"), "", "", preset="house-app")
    position = case.start()
    for seat, card in enumerate(("9S", "9H", "JC", "7D", "7C", "8C")):
        assert position.actor == seat
        happen(position, f"{seat}: s{card} x{card}")
    assert position.actor == 0
