"""Plans of simulated games for the tests here, and what every record of them must hold."""

import json
from collections.abc import Iterable
from typing import Any, Final

import independent_scorer

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.audit.verdict import Verdict, verdict_of
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marriage.engine.events import Event
from marriage_analysis.games.marriage.engine.notation import format_event
from marriage_analysis.games.marriage.engine.position import Position
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.play.simulate import Plan
from marriage_analysis.records.exporting import (
    DigestState,
    ShuffleState,
    digest_state,
    format_record,
    shuffle_findings,
)
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text

MARRIAGE: Final = GAMES["marriage"]
PRESET_NAMES: Final = tuple(PRESETS)

VARIANTS: Final[tuple[dict[str, object], ...]] = (
    {},
    {"master_card": 10, "putali": 3, "joker_pair_dublee": "any_wild", "kidnap": "cards"},
    {
        "open_maal": True,
        "unseen_pick": "show_only",
        "kidnap": "points",
        "dhoos": 15,
        "dhoos_when": "current",
        "maal_throw": "recipient_unseen",
        "foul_exempt_from_payment": True,
    },
    {
        "stock_out": "dismiss",
        "tunnel_window": "before_own_stock_draw",
        "dublee_min_players": 2,
        "dublee_finish_discard": False,
        "dublee_payment_mode": "separate",
        "better": 2,
    },
    {
        "first_upcard": "must",
        "unseen_pick": "none",
        "stock_out": "reshuffle_all",
        "max_reshuffles": 1,
        "tunnel_source": "any_shown",
        "murder": True,
    },
)
"""Options over a preset; together they change every way to draw, show, finish and settle."""

NOTES: Final = {"tunnel_not_displayed", "winner_net_negative", "unseen_carries_maal"}
"""What an audit notes of a right record: things that are legal, and that people ask about."""


def plan(
    preset: str = "pagat",
    *,
    seats: int = 4,
    seed: str = "test",
    policies: Iterable[str] = ("sensible",),
    **more: Any,
) -> Plan:
    options = {"max_players": 6, **more.pop("options", {})}
    rules = {"preset": preset, "options": options}
    return Plan(game=MARRIAGE, rules=rules, seats=seats, seed=seed, policies=tuple(policies), **more)


def check_record(record: Record) -> str:
    """Assert that the record is sound, whole, and settled as two programs settle it; gives its ending."""
    line = format_record(record).decode()
    again, findings = read_text(line)
    assert again == record
    assert findings == ()
    assert digest_state(record) is DigestState.OK
    assert shuffle_findings(record) == (ShuffleState.OK, ())
    check_replay(record)
    examination = examine_record(record)
    assert {finding.code.name for finding in examination.findings} <= NOTES, examination.findings
    written = json.loads(line)
    ending = written["result"]["ending"]
    wanted = Verdict.UNCLAIMED if ending == "abandoned" else Verdict.CLEAN
    assert verdict_of(examination.findings, examination) is wanted
    if ending == "finished":
        check_scores(written)
    return ending


def check_replay(record: Record) -> None:
    """Every event comes back from a replay, word for word."""
    words: list[list[str]] = [[entry.split(" ")[0]] for entry in record.parts.play]

    def watch(turn: int, seat: int, event: Event, position: Position) -> None:
        del position
        assert words[turn][0] == ("-:" if seat < 0 or record.parts.play[turn][0] == "-" else f"{seat}:")
        words[turn].append(format_event(event))

    rules = read_rules(record.parts.rules.preset, record.parts.rules.options)
    assert rules is not None
    run = replay(record.parts, rules, seats=len(record.players), dealer=record.dealer, watch=watch)
    assert run.stop is None
    assert run.notes == []
    assert tuple(" ".join(entry) for entry in words) == record.parts.play


def check_scores(written: dict[str, Any]) -> None:
    """Holdings, maal and nets as a program finds them that shares no code with the package."""
    result = written["result"]
    found = independent_scorer.score(written)
    assert (found["winner"], found["tiplu"]) == (result["winner"], result["tiplu"])
    held = [sorted(player["holding"].split()) for player in result["players"]]
    assert [sorted(hand.elements()) for hand in found["holding"]] == held
    assert found["maal"] == [player["maal"] for player in result["players"]]
    assert found["net"] == [player["net"] for player in result["players"]]
