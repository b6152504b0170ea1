"""Plays a finished game of Marriage through and scores it, from its JSON alone: no code of the package is used.

For games of which every card is recorded, by sections 8 to 11 of the rules, with points grouped to maximise.
As a script it prints what it gets for every line of a .jsonl file.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

RANKS = "A23456789TJQK"


@dataclass
class Seat:
    hand: Counter[str]
    tunnels: list[str] = field(default_factory=list[str])
    shown: list[list[str]] = field(default_factory=list[list[str]])


def play(record: dict[str, Any]) -> tuple[list[Seat], str]:
    """The seats as the game leaves them, and the tiplu; what is drawn is what lies on stock and pile."""
    seats = [Seat(Counter(hand.split())) for hand in record["deal"]["hands"]]
    stock, pile, tiplu = record["deal"]["stock"].split(), [record["deal"]["upcard"]], ""
    for entry in record["play"]:
        who, *events = entry.replace(":", "").split()
        seat = seats[0 if who == "-" else int(who)]  # nothing that the table does needs a seat
        for event in events:
            word, _, inner = event.rstrip(")").partition("(")
            sets = [re.findall("..", text) for text in inner.split(",")]
            if word == "tunnel":
                seat.tunnels += [cards[0] for cards in sets]
            elif word == "show":
                seat.shown = sets
            elif word == "tiplu" and inner[:2] not in ("JK", "MC"):
                tiplu = stock.pop(int(inner[3:]))
            elif word == "reshuffle":
                stock, pile = sets[0], pile[len(sets[0]) :]
            elif event[0] == "x":
                seat.hand[event[1:]] -= 1
                pile.append(event[1:])
            elif not inner and word != "finish":
                seat.hand[stock.pop(0) if event[0] == "s" else pile.pop()] += 1
    for seat in seats:
        seat.hand.subtract(3 * seat.tunnels)
    return seats, tiplu


def total(tiers: list[int] | None, count: int) -> int:
    """What so many count together; beyond the last tier its last step repeats."""
    totals = [0, *(tiers or [0])]
    while len(totals) <= count:
        totals.append(2 * totals[-1] - totals[-2])
    return totals[count]


def maal(seat: Seat, tiplu: str, options: dict[str, Any], *, cards: bool) -> int:
    """The most that the seat's cards and tunnels can count; without ``cards`` the tunnels alone."""
    rank, suit = RANKS.index(tiplu[0]), tiplu[1]
    three = [tiplu, RANKS[(rank + 1) % 13] + suit, RANKS[rank - 1] + suit]  # tiplu, poplu, jhiplu
    faces = [*three, tiplu[0] + {"S": "C", "C": "S", "H": "D", "D": "H"}[suit], "JK", "MC"]
    names = ("tiplu", "poplu", "jhiplu", "alter", "putali")
    tiers = [*(options[f"{name}_points"] for name in names), [options["master_card"] or 0]]
    kinds = dict.fromkeys((tiplu[0] + other for other in "SHDC"), "ordinary_joker")
    kinds |= {three[1]: "poplu_jhiplu", three[2]: "poplu_jhiplu", "JK": "putali"}
    kinds |= {faces[3]: "alter"} if options["alter_points"] else {}
    worth = {**options["tunnel_points"]} | ({} if options["putali_points"] else {"putali": [0]})
    is_laid = rank > 0 and any({*three} <= {*run} and "MC" not in run for run in seat.shown)
    bonus = options["laid_marriage_bonus"] if is_laid else 0
    best, additive = 0, options["tunnel_mode"] == "additive"
    for kept in product((True,) if additive else (True, False), repeat=len(seat.tunnels)):
        whole = Counter(face for face, is_whole in zip(seat.tunnels, kept, strict=True) if is_whole)
        classes = Counter(kinds.get(face, "ordinary") for face in whole)
        loose = Counter(seat.tunnels) if additive else Counter(seat.tunnels) - whole
        count = [cards * (seat.hand[face] + 3 * loose[face]) for face in faces]
        tunnels = sum(total(worth[kind], number) for kind, number in classes.items())
        for m in range(min(count[:3]) + 1 if rank or options["ace_tiplu_marriage"] else 1):
            married = total(options["marriage_points"], m) + (bonus if m else 0)
            singles = sum(map(total, tiers, [n - m * (i < 3) for i, n in enumerate(count)]))
            best = max(best, tunnels + married + singles)
    return best


def score(record: dict[str, Any]) -> dict[str, Any]:
    """Holdings, maal and nets of a finished game; who made the last turn won it."""
    options, winner, (seats, tiplu) = record["rules"]["options"], int(record["play"][-1][0]), play(record)
    won, holdings, kidnap = seats[winner], [Counter(seat.hand) for seat in seats], options["kidnap"]
    for seat in seats:
        runs = seat.shown if options["tunnel_source"] == "any_shown" else []
        more = [run[0] for run in runs if run == 3 * run[:1] and run[0] not in seat.tunnels]
        seat.tunnels += more
        seat.hand.subtract(3 * more)
        if not seat.shown and kidnap == "cards":
            won.hand.update(seat.hand)
            won.tunnels += seat.tunnels
            seat.hand, seat.tunnels = Counter(), []
        elif not seat.shown and kidnap == "off" and options["tunnel_pachaunu"]:
            seat.hand.update(3 * seat.tunnels)
            seat.tunnels = []
    lapse = kidnap == "off" and options["maal_pachaunu"]
    s = [maal(seat, tiplu, options, cards=bool(seat.shown) or not lapse) for seat in seats]
    fouls, by_dublees, mode = record.get("dhoos", []), len(won.shown) == 7, options["dublee_payment_mode"]
    dues = record.get("dhoos_due", []) + (fouls if options["dhoos_when"] == "current" else [])
    owes = [0] * len(seats)
    for i, seat in enumerate(seats):
        if not seat.shown and kidnap == "points":
            s[winner], s[i] = s[winner] + s[i], 0
        word = "seen_payment" if seat.shown else "unseen_payment"
        if by_dublees and (mode == "separate" or (mode == "replace_seen" and seat.shown)):
            word = f"dublee_{word}"
        exempt = len(seat.shown) == 7 and options["dublee_loser_exempt"]
        exempt |= options["foul_exempt_from_payment"] and i in {foul["seat"] for foul in fouls}
        bonus = options["dublee_bonus"] if by_dublees and mode == "add_bonus" else 0
        dhoos = sum(due["points"] for due in dues if due["seat"] == i)
        owes[i] = options["better"] * (options[word] * (not exempt) + bonus) + dhoos
    owes[winner] = -sum(owes[:winner] + owes[winner + 1 :])
    nets = [options["better"] * (len(s) * points - sum(s)) - due for points, due in zip(s, owes, strict=True)]
    return {"holding": holdings, "maal": s, "net": nets, "winner": winner, "tiplu": tiplu}


if __name__ == "__main__":
    for game in map(json.loads, Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()):
        if game["result"]["ending"] == "finished":
            print(game["id"], score(game))  # noqa: T201
