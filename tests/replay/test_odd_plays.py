"""Plays that break off, contradict themselves and tell half of it: judged and shown, and nothing falls over."""

import json
import random
from typing import Any

import pytest
from marriage.engine.recorded_games import Masking, masked, record_game

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.errors import RecordError
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text
from marriage_analysis.records.views import SeatOrPublic, view_of
from marriage_analysis.replay.replay import replay_mapping, replay_record

SHARES = (0.0, 0.0, 0.1, 0.5, 1.0)


def any_card(rng: random.Random) -> str:
    known = rng.choice("A23456789TJQK") + rng.choice("SHDC")
    odd = ("JK", "MC", "??", f"{known[0]}?", f"?{known[1]}", f"{known}|AS")
    return known if rng.random() < 0.75 else rng.choice(odd)


def any_sets(rng: random.Random) -> str:
    return ",".join(
        "".join(any_card(rng) for _ in range(rng.choice((1, 2, 3, 3, 4))))
        for _ in range(rng.choice((1, 2, 3, 7, 8)))
    )


def any_event(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return rng.choice("sspdxxx") + any_card(rng)
    lay = rng.choice(("tunnel", "show", "finish", "badshow", "badfinish"))
    card = any_card(rng)
    others = (
        lay,
        f"{lay}({any_sets(rng)})",
        "finish()",
        f"tiplu({card}@{rng.randrange(60)})",
        f"tiplu({card})",
        f"see({card})",
        "nodraw",
        "nodiscard",
        "reshuffle",
        f"reshuffle({card}{any_card(rng)})",
    )
    return rng.choice(others)


def any_entry(rng: random.Random, seats: int) -> str:
    if rng.random() < 0.2:
        return rng.choice(("-: gap", "-: gap(3)", "-: reshuffle", f"-: tiplu({any_card(rng)}@3)", "0: ?"))
    seat = rng.randrange(6 if rng.random() < 0.05 else seats)
    return f"{seat}: {' '.join(any_event(rng) for _ in range(rng.randrange(1, 4)))}"


def any_result(rng: random.Random, seats: int) -> dict[str, Any]:
    def row() -> dict[str, Any]:
        claims: dict[str, Any] = {
            "seen": rng.choice((True, False, None)),
            "route": rng.choice((None, "sets", "dublees")),
            "shown": rng.choice((None, any_sets(rng))),
            "holding": rng.choice((None, " ".join(any_card(rng) for _ in range(21)), "18*?? AS 2S 3S")),
            "displayed_tunnels": rng.choice((None, "5H")),
            "final_discard": rng.choice((None, "5H")),
            "maal": rng.choice((None, 3)),
            "net": rng.choice((None, 0, 5)),
        }
        return {name: value for name, value in claims.items() if value is not None}

    ending = rng.choice(("finished", "dismissed", "abandoned", "unknown", "cancelled"))
    told = {"winner": rng.choice((None, 0, 1)), "tiplu": rng.choice((None, any_card(rng)))}
    return {
        "ending": ending,
        "players": [row() for _ in range(seats)],
        **{name: value for name, value in told.items() if value is not None},
    }


def odd_record(seed: int) -> Record:
    """A game played at random, half of it not told, with some of its play changed and a result made up."""
    rng = random.Random(seed)
    game = record_game(seed, seats=2 + seed % 5, cap=rng.choice((5, 40, 160)))
    parts, _ = masked(game, Masking(*(rng.choice(SHARES) for _ in range(7))), rng)
    play = list(parts.play or ())
    for _ in range(rng.choice((0, 1, 2, 5))):
        at = rng.randrange(len(play) + 1)
        if rng.random() < 0.6 or not play:
            play.insert(at, any_entry(rng, game.seats))
        else:
            del play[at % len(play)]
    deal = {name: getattr(parts.deal, name) for name in ("hands", "upcard", "stock") if rng.random() < 0.8}
    mapping = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": f"odd-{seed}",
        "rules": {"preset": game.parts.rules.preset, "options": {**(game.parts.rules.options or {})}},
        "players": [{"name": f"P{seat}"} for seat in range(game.seats)],
        "dealer": game.dealer if rng.random() < 0.7 else None,
        "view": "all",
        "deal": deal or None,
        "play": play,
        "result": any_result(rng, game.seats) if rng.random() < 0.6 else None,
    }
    record, findings = read_text(json.dumps(mapping))
    assert record is not None, findings
    return record


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.long] if seed >= 30 else []) for seed in range(600)]
)
def test_odd_plays_are_judged_and_shown(seed: int) -> None:
    record = odd_record(seed)
    examination = examine_record(record)
    assert all(finding.message for finding in examination.findings)
    views: list[SeatOrPublic] = [*range(len(record.players)), "public"]
    for view in views:
        examine_record(view_of(record, view))
    try:
        steps = replay_mapping(replay_record(record))
    except RecordError:
        return  # nothing can be stepped through
    json.dumps(steps)
