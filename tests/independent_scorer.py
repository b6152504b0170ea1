"""Plays a recorded game of Marriage through and scores it, from its JSON alone.

Shares no code with the package. Knows finished games whose every card is recorded, by the rules of sections 8
to 11 with ``maximise``.
Run as a script it prints what it gets for every line of a .jsonl file.
"""

import json
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

RANKS = "A23456789TJQK"
COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def play(
    record: dict[str, Any],
) -> tuple[list[Counter[str]], list[dict[str, Any]], str, int]:
    """Hands at the end without displayed tunnels and the last discard, and what is public of each seat."""
    deal = record["deal"]
    hands = [Counter[str](hand.split()) for hand in deal["hands"]]
    stock, pile = deal["stock"].split(), [deal["upcard"]]
    seats: list[dict[str, Any]] = [{"tunnels": [], "seen": False, "route": "sets", "laid": []} for _ in hands]
    tiplu, winner = "", -1
    for entry in record["play"]:
        who, _, events = entry.partition(": ")
        for event in events.split():
            word, _, inner = event.rstrip(")").partition("(")
            sets = [[text[i : i + 2] for i in range(0, len(text), 2)] for text in inner.split(",")]
            if word == "tunnel":
                seats[int(who)]["tunnels"] += [cards[0] for cards in sets]
            elif word == "show":
                route = "dublees" if len(sets[0]) == 2 else "sets"
                seats[int(who)].update(seen=True, route=route, laid=sets)
            elif word == "tiplu":
                place = int(inner.partition("@")[2])
                assert stock[place] == inner[:2]
                tiplu = stock.pop(place) if inner[:2] not in ("JK", "MC") else ""
            elif word == "finish":
                winner = int(who)
            elif word == "reshuffle":
                assert sorted(sets[0]) == sorted(pile if len(sets[0]) == len(pile) else pile[:-1])
                stock, pile = sets[0], pile[len(sets[0]) :]
            elif word in ("", "see") or event[0] == "x":
                assert word != "see" or inner == tiplu
                if event[0] == "x":
                    hands[int(who)][event[1:]] -= 1
                    pile.append(event[1:])
            else:
                card = stock.pop(0) if event[0] == "s" else pile.pop()
                assert card == event[1:]
                hands[int(who)][card] += 1
    for hand, seat in zip(hands, seats, strict=True):
        hand.subtract(dict.fromkeys(seat["tunnels"], 3))
        assert min(hand.values()) >= 0
    return hands, seats, tiplu, winner


def steps(tiers: list[int] | None, count: int) -> int:
    """The total of so many; beyond the last tier its last step repeats."""
    if not tiers or not count:
        return 0
    beyond = max(count - len(tiers), 0)
    return tiers[count - beyond - 1] + beyond * (tiers[-1] - [0, *tiers][-2])


def maal(
    hand: Counter[str],
    tunnels: list[str],
    tiplu: str,
    options: dict[str, Any],
    *,
    laid: bool = False,
    no_cards: bool = False,
    no_tunnels: bool = False,
) -> int:
    """The most that single cards, marriages and tunnels can count."""
    rank, suit = RANKS.index(tiplu[0]), tiplu[1]
    faces = [tiplu, RANKS[(rank + 1) % 13] + suit, RANKS[rank - 1] + suit, tiplu[0] + COLOUR[suit], "JK", "MC"]
    names = ("tiplu", "poplu", "jhiplu", "alter", "putali")
    tiers = [options[f"{name}_points"] for name in names]
    additive = options["tunnel_mode"] == "additive"

    def kind(face: str) -> str:
        if face == "JK":
            return "putali"
        if face in faces[1:3]:
            return "poplu_jhiplu"
        if face[0] != tiplu[0]:
            return "ordinary"
        return "alter" if face == faces[3] and options["alter_points"] else "ordinary_joker"

    best = 0
    for kept in product((True, False), repeat=len(tunnels)):
        if additive and not all(kept):
            continue
        count = [hand[face] for face in faces]
        for face, whole in zip(tunnels, kept, strict=True):
            if (additive or not whole or no_tunnels) and face in faces:
                count[faces.index(face)] += 3
        kinds = Counter(
            kind(face) for face, whole in zip(tunnels, kept, strict=True) if whole and not no_tunnels
        )
        if not options["putali_points"]:
            kinds["putali"] = 0
        on_top = sum(steps(options["tunnel_points"][name], number) for name, number in kinds.items())
        most = min(count[:3]) if tiplu[0] != "A" or options["ace_tiplu_marriage"] else 0
        for m in range(0 if no_cards else most + 1):
            single = sum(
                steps(tier, number - m * (i < 3))
                for i, (tier, number) in enumerate(zip(tiers, count, strict=False))
            )
            married = steps(options["marriage_points"], m) + (
                options["laid_marriage_bonus"] if laid and m else 0
            )
            best = max(best, on_top + single + married + (options["master_card"] or 0) * count[5])
        best = max(best, on_top if no_cards and all(kept) else 0)
    return best


def lays_marriage(sets: list[list[str]], tiplu: str) -> bool:
    """Jhiplu, tiplu and poplu in one sequence of the show."""
    rank, suit = RANKS.index(tiplu[0]), tiplu[1]
    three = {RANKS[rank - 1] + suit, tiplu, RANKS[(rank + 1) % 13] + suit}
    return tiplu[0] != "A" and any(three <= set(cards) and "MC" not in cards for cards in sets)


def score(record: dict[str, Any]) -> dict[str, Any]:
    """Holdings, maal and nets of a finished game."""
    hands, seats, tiplu, winner = play(record)
    options, n = record["rules"]["options"], len(hands)
    assert options["maal_assignment"] == "maximise"
    s = [0] * n
    pool: Counter[str] = Counter()
    pooled: list[str] = []
    moved = 0
    for i, seat in enumerate(seats):
        tunnels = list(seat["tunnels"])
        hand = Counter(hands[i])
        if options["tunnel_source"] == "any_shown":
            for cards in seat["laid"]:
                if len(cards) == 3 and len(set(cards)) == 1 and cards[0] not in tunnels:
                    tunnels.append(cards[0])
                    hand[cards[0]] -= 3
        if i == winner:
            pool, pooled = hand, tunnels
            continue
        if options["kidnap"] != "off" and not seat["seen"]:
            moved += maal(hand, tunnels, tiplu, options)
            continue
        s[i] = maal(
            hand,
            tunnels,
            tiplu,
            options,
            laid=lays_marriage(seat["laid"], tiplu),
            no_cards=options["maal_pachaunu"] and not seat["seen"],
            no_tunnels=options["tunnel_pachaunu"] and not seat["seen"],
        )
    if options["kidnap"] == "cards":
        moved = 0
        for i, seat in enumerate(seats):
            if not seat["seen"]:
                pool, pooled = pool + hands[i], pooled + seat["tunnels"]
    s[winner] = moved + maal(pool, pooled, tiplu, options, laid=lays_marriage(seats[winner]["laid"], tiplu))
    by_dublees, mode = seats[winner]["route"] == "dublees", options["dublee_payment_mode"]
    nets = [options["better"] * (n * points - sum(s)) for points in s]
    fouls = record.get("dhoos", [])

    def pay(seat: int, points: int) -> None:
        nets[seat] -= points
        nets[winner] += points

    for i, seat in enumerate(seats):
        if i == winner:
            continue
        seen = "seen" if seat["seen"] else "unseen"
        special = by_dublees and (mode == "separate" or (mode == "replace_seen" and seat["seen"]))
        due = options[f"dublee_{seen}_payment" if special else f"{seen}_payment"]
        exempt = seat["seen"] and seat["route"] == "dublees" and options["dublee_loser_exempt"]
        if exempt or (options["foul_exempt_from_payment"] and any(foul["seat"] == i for foul in fouls)):
            due = 0
        due += options["dublee_bonus"] if by_dublees and mode == "add_bonus" else 0
        pay(i, options["better"] * due)
    for foul in record.get("dhoos_due", []) + (fouls if options["dhoos_when"] == "current" else []):
        pay(foul["seat"], foul["points"])
    return {"holding": hands, "maal": s, "net": nets, "winner": winner, "tiplu": tiplu}


if __name__ == "__main__":
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        if game["result"]["ending"] == "finished":
            found = score(game)
            print(game["id"], found["winner"], found["tiplu"], found["maal"], found["net"])  # noqa: T201
