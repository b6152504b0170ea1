"""Records that the tests start from: those written by hand, and small ones made to order."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
HAND_WRITTEN = DATA / "marriage-records.jsonl"

PLAY = [
    "1: tunnel(6H6H6H)",
    "1: s5S show(3S4S5S,6H6H6H,AD2D3D) tiplu(JC@41) xQH",
    "0: s4S show(6S7S8S,2C3C4C,JHQHKH) see(JC) x3H",
    "1: sJD x9S",
]


def hand_written() -> list[dict[str, Any]]:
    return [json.loads(line) for line in HAND_WRITTEN.read_text(encoding="utf-8").splitlines()]


def sheet(**changes: Any) -> dict[str, Any]:
    """A score sheet of two players; ``changes`` replace or add fields at the top."""
    record: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "sheet-1",
        "rules": {"preset": "pagat"},
        "players": [{"id": "p1", "name": "Asha"}, {"id": "p2", "name": "Bina"}],
        "dealer": 0,
        "result": {
            "ending": "finished",
            "winner": 1,
            "players": [{"seen": True, "maal": 2, "net": -8}, {"seen": True, "maal": 7, "net": 8}],
        },
    }
    return {**record, **changes}


def with_play(**changes: Any) -> dict[str, Any]:
    """The sheet with four turns of play, seen by everybody."""
    return sheet(**{"view": "all", "play": PLAY, **changes})


def line_of(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
