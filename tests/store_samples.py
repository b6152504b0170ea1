"""Games made to order for the tests of the store: sheets and hands at random, by any rules."""

import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from record_samples import line_of

from marriage_analysis.cards.cell import CellList
from marriage_analysis.games.marriage.deck import deck
from marriage_analysis.games.marriage.rules.json_options import format_options
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

PLAYERS = ("Asha", "Bina", "Chitra", "Dipak", "Esha", "Falgun")


def write(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    path.write_bytes(b"".join(line_of(dict(record)) for record in records))
    return path


def random_sheet(
    rules: RuleSet, chance: random.Random, *, game_id: str, finish: str | None = None
) -> dict[str, Any]:
    """A finished game with everything that can stand in a score sheet; often a net that is wrong."""
    n = chance.randint(2, min(rules.max_players, len(PLAYERS)))
    winner = chance.randrange(n)
    finish = finish or chance.choice(("sets", "dublees"))
    rows: list[dict[str, Any]] = []
    for seat in range(n):
        seen = True if seat == winner else chance.choice((True, True, False, False, None))
        maal = chance.choice(("maal", "maal", "counted"))
        row: dict[str, Any] = {"seen": seen, maal: chance.choice((0, chance.randint(0, 60), 150))}
        if seat == winner:
            row["route"] = finish
        elif seen:
            row["route"] = chance.choice(("sets", "dublees"))
        if chance.random() < 0.5:
            row["net"] = chance.randint(-40, 40)
        rows.append(row)
    fouls = [{"seat": seat, "points": chance.choice((0, 5, 15))} for seat in range(n) if chance.random() < 0.3]
    due = [{"seat": seat, "points": 15} for seat in range(n) if chance.random() < 0.2]
    return {
        **_head(rules, n, game_id),
        "dhoos": fouls,
        "dhoos_due": due,
        "result": {"ending": "finished", "winner": winner, "finish": finish, "players": rows},
    }


def random_hands(rules: RuleSet, chance: random.Random, *, game_id: str) -> dict[str, Any]:
    """A finished game with all the cards at its end, dealt at random from the pack of the rules."""
    n = chance.randint(2, min(rules.max_players, 5))
    cards = list(deck(rules).cards)
    chance.shuffle(cards)
    tiplu = next(face for face in cards[21 * n :] if face.suit is not None)
    winner = chance.randrange(n)
    rows: list[dict[str, Any]] = [
        {
            "seen": seat == winner or chance.random() < 0.6,
            "holding": str(CellList.parse(" ".join(map(str, cards[21 * seat : 21 * seat + 21]))).canonical()),
        }
        for seat in range(n)
    ]
    return {
        **_head(rules, n, game_id),
        "result": {
            "ending": "finished",
            "winner": winner,
            "finish": "sets",
            "tiplu": str(tiplu),
            "players": rows,
        },
    }


def _head(rules: RuleSet, n: int, game_id: str) -> dict[str, Any]:
    return {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": game_id,
        "rules": {"preset": "made-up", "options": format_options(rules)},
        "players": [{"name": name} for name in PLAYERS[:n]],
    }
