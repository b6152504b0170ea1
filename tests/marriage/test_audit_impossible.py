"""Cards and counts that cannot be are refused, never clamped: the verdict is invalid and nothing is derived."""

from typing import Any

import pytest
from marriage.auditing import audited, codes_of

from marriage_analysis.audit.verdict import Verdict

HAND = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H 3H 4H 5H 6H 7H 8H 9H TH"
PUTALI = {"putali": 3, "putali_points": [5, 15, 25]}


def record(
    *rows: dict[str, Any],
    tiplu: str | None = "JC",
    options: dict[str, Any] | None = None,
    n: int = 2,
    **result: Any,
) -> dict[str, Any]:
    """Seat 0 wins; each row changes one seat. Claims are put in, so that there is something to derive."""
    players: list[dict[str, Any]] = [{"seen": True, "maal": 0, "net": 0} for _ in range(n)]
    for player, row in zip(players, rows, strict=False):
        player.update(row)
    return {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "impossible",
        "rules": {"preset": "pagat", "options": options or {}},
        "players": [{"name": f"P{seat}"} for seat in range(n)],
        "result": {
            "ending": "finished",
            "winner": 0,
            "finish": "sets",
            "tiplu": tiplu,
            "players": players,
            **result,
        },
    }


def items(**counts: Any) -> dict[str, Any]:
    return {"items": counts}


CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "three tiplus in one hand": ("too_many_copies", "SHOW-12", record({"holding": "JC JC JC"})),
    "three tiplus in two hands": (
        "too_many_copies",
        "SHOW-12",
        record({"holding": "JC JC"}, {"holding": "JC"}),
    ),
    "two tiplus and one thrown": (
        "too_many_copies",
        "SHOW-12",
        record({"holding": "JC JC", "final_discard": "JC"}),
    ),
    "four of a face": ("too_many_copies", "DECK-01", record({"holding": "QC QC QC"}, {"holding": "QC"})),
    "a fourth beside a displayed tunnel": (
        "too_many_copies",
        "DECK-01",
        record({"holding": "6H", "displayed_tunnels": "6H"}),
    ),
    "one tunnel displayed by two": (
        "too_many_copies",
        "DECK-01",
        record({"displayed_tunnels": "6H"}, {"displayed_tunnels": "6H"}),
    ),
    "one tunnel displayed twice": ("tunnel_not_possible", "PT-16", record({"displayed_tunnels": "6H 6H"})),
    "a tunnel of the tiplu": ("tunnel_not_possible", "PT-16", record({"displayed_tunnels": "JC"})),
    "a tunnel of the master card": (
        "tunnel_not_possible",
        "PT-16",
        record({"displayed_tunnels": "MC"}, options={"master_card": 10}),
    ),
    "a printed joker in a pack without": ("card_not_in_deck", "DECK-02", record({"holding": "JK"})),
    "a tunnel of printed jokers in a pack without": (
        "card_not_in_deck",
        "DECK-02",
        record({"displayed_tunnels": "JK"}),
    ),
    "three printed jokers of two": (
        "too_many_copies",
        "DECK-01",
        record({"holding": "JK JK JK"}, options={"putali": 2}),
    ),
    "a master card in a pack without": ("card_not_in_deck", "DECK-03", record({"holding": "MC"})),
    "two master cards": (
        "too_many_copies",
        "DECK-01",
        record({"holding": "MC"}, {"holding": "MC"}, options={"master_card": 10}),
    ),
    "25 cards": ("hand_size", "IRR-04", record({"holding": f"{HAND} JH 2D 3D 4D"})),
    "25 cards of which 24 are not known": ("hand_size", "IRR-04", record({"holding": "JC 24*??"})),
    "22 cards and a displayed tunnel": (
        "hand_size",
        "IRR-04",
        record({"holding": f"{HAND} JH", "displayed_tunnels": "6C"}),
    ),
    "eight displayed tunnels": (
        "hand_size",
        "IRR-04",
        record({"displayed_tunnels": "2S 3S 4S 5S 6S 7S 8S 9S", "holding": ""}),
    ),
    "eight displayed tunnels, counted": ("impossible_count", "PT-11", record(items(tunnels={"ordinary": 8}))),
    "a joker as tiplu": ("tiplu_not_possible", "SHOW-11", record(tiplu="JK")),
    "a master card as tiplu": ("tiplu_not_possible", "SHOW-11", record(tiplu="MC", options={"master_card": 5})),
    "a laid marriage with an ace": (
        "laid_marriage_impossible",
        "DER-02",
        record({"holding": "KC AC 2C", "laid_marriage": True}, tiplu="AC"),
    ),
    "a laid marriage of counted items with an ace": (
        "laid_marriage_impossible",
        "DER-02",
        record(items(tiplu=1, poplu=1, jhiplu=1, laid_marriage=1), tiplu="AC"),
    ),
    "a laid marriage with a king where Q-K-A is none": (
        "laid_marriage_impossible",
        "DER-03",
        record(
            {"holding": "QC KC AC", "laid_marriage": True}, tiplu="KC", options={"ace_high_sequence": False}
        ),
    ),
    "a laid marriage without the cards": (
        "laid_marriage_impossible",
        "SCORE-06",
        record({"holding": "TC JC", "laid_marriage": True}),
    ),
    "a laid marriage of a displayed tunnel": (
        "laid_marriage_impossible",
        "SCORE-06",
        record({"holding": "TC JC", "displayed_tunnels": "QC", "laid_marriage": True}),
    ),
    "a laid marriage with the last discard": (
        "laid_marriage_impossible",
        "SCORE-06",
        record({"holding": "TC JC", "final_discard": "QC", "laid_marriage": True}),
    ),
    "a laid marriage beside items without": (
        "laid_marriage_impossible",
        "SCORE-06",
        record({**items(tiplu=1, poplu=1), "laid_marriage": True}),
    ),
    "a laid marriage of who showed dublees": (
        "laid_marriage_impossible",
        "SCORE-06",
        record({}, {"holding": "TC JC QC", "laid_marriage": True, "route": "dublees"}),
    ),
    "two laid marriages of one": (
        "impossible_count",
        "SCORE-06",
        record(items(tiplu=1, poplu=2, jhiplu=2, laid_marriage=2)),
    ),
    "three tiplus counted": ("impossible_count", "SHOW-12", record(items(tiplu=3))),
    "three tiplus counted by all": ("impossible_count", "SHOW-12", record(items(tiplu=2), items(tiplu=1))),
    "a third tiplu counted beside two held": (
        "impossible_count",
        "SHOW-12",
        record({"holding": "JC JC"}, items(tiplu=1)),
    ),
    "four poplus": ("impossible_count", "DECK-01", record(items(poplu=4))),
    "four poplus by all": ("impossible_count", "DECK-01", record(items(poplu=2), items(poplu=2))),
    "four jhiplus by all": ("impossible_count", "DECK-01", record(items(jhiplu=3), items(jhiplu=1))),
    "four alters by all": ("impossible_count", "DECK-01", record(items(alter=2), items(alter=2))),
    "an alter beside the tunnel of them": (
        "impossible_count",
        "DECK-01",
        record(items(alter=1), items(tunnels={"alter": 1}), options={"alter_points": [5, 15, 25]}),
    ),
    "two putalis of one": ("impossible_count", "DECK-02", record(items(putali=2), options={"putali": 1})),
    "four putalis by all": (
        "impossible_count",
        "DECK-01",
        record(items(putali=2), items(putali=2), options=PUTALI),
    ),
    "a master card counted without one": ("impossible_count", "DECK-03", record(items(master_card=1))),
    "a tunnel of poplus beside single ones": (
        "impossible_count",
        "PT-13",
        record(items(poplu=1, jhiplu=1, tunnels={"poplu_jhiplu": 1})),
    ),
    "a tunnel of poplus beside single ones of others": (
        "impossible_count",
        "DECK-01",
        record(items(tunnels={"poplu_jhiplu": 2}), items(poplu=1)),
    ),
    "two tunnels of alters": (
        "impossible_count",
        "PT-14",
        record(items(tunnels={"alter": 2}), options={"alter_points": [5, 15, 25]}),
    ),
    "three tunnels of jokers beside the alter": (
        "impossible_count",
        "PT-12",
        record(
            items(tunnels={"ordinary_joker": 2}),
            items(tunnels={"ordinary_joker": 1}),
            options={"alter_points": [5, 15, 25]},
        ),
    ),
    "a putali tunnel of two": (
        "impossible_count",
        "PT-15",
        record(items(tunnels={"putali": 1}), options={"putali": 2}),
    ),
    "more items than a hand": (
        "impossible_count",
        "DEAL-02",
        record(items(tiplu=2, poplu=3, jhiplu=3, tunnels={"ordinary": 5})),
    ),
    "an unseen winner": ("winner_unseen", "FIN-05", record({"seen": False})),
    "a winner of a dismissed game": ("winner_without_finish", "STOCK-03", record(ending="dismissed")),
    "six players where five may play": ("too_many_players", "DECK-04", record(n=6)),
    "a seat nobody sits on": ("seat_out_of_range", "", record(winner=4)),
    "three rows for two players": (
        "players_differ",
        "",
        record(players=[{"seen": True, "maal": 0, "net": 0}] * 3),
    ),
}


@pytest.mark.parametrize(("code", "rule", "given"), CASES.values(), ids=CASES)
def test_refused_and_nothing_derived(code: str, rule: str, given: dict[str, Any]):
    audit = audited(given)
    assert audit.verdict is Verdict.INVALID
    found = [f for f in audit.findings if f.code.name == code and (f.rule or "") == rule]
    assert found, audit.findings
    assert all(f.message for f in found)
    assert audit.examination is not None
    nothing = (None,) * len(given["players"])
    assert dict(audit.examination.derived) == {"maal": nothing, "net": nothing}
    assert audit.examination.statement is None
    assert codes_of(audit, "error") <= {code, "too_many_copies", "impossible_count", "hand_size"}


JUST_POSSIBLE: dict[str, dict[str, Any]] = {
    "two tiplus and three of each neighbour": record({"holding": "JC JC QC QC QC TC TC TC"}),
    "seven displayed tunnels": record({"displayed_tunnels": "2S 3S 4S 5S 6S 7S 8S", "holding": ""}),
    "22 cards of a missed discard": record({"holding": f"{HAND} JH"}),
    "three tunnels of ordinary jokers by all": record(
        items(tunnels={"ordinary_joker": 2}), items(tunnels={"ordinary_joker": 1})
    ),
    "all eight maal cards counted": record(items(tiplu=2, poplu=3, jhiplu=3)),
    "both tunnels of the pair": record(items(tunnels={"poplu_jhiplu": 1}), items(tunnels={"poplu_jhiplu": 1})),
    "three putalis by all": record(items(putali=2), items(putali=1), options=PUTALI),
    "a laid marriage with a two": record({"holding": "AC 2C 3C", "laid_marriage": True}, tiplu="2C"),
    "a laid marriage with a king": record({"holding": "QC KC AC", "laid_marriage": True}, tiplu="KC"),
    "a marriage with an ace, not laid": record({"holding": "KC AC 2C", "laid_marriage": False}, tiplu="AC"),
}


@pytest.mark.parametrize("given", JUST_POSSIBLE.values(), ids=JUST_POSSIBLE)
def test_just_possible_is_derived(given: dict[str, Any]):
    audit = audited(given)
    assert audit.verdict in (Verdict.DISCREPANCY, Verdict.CLEAN), audit.findings
    assert audit.examination is not None
    assert None not in audit.examination.derived["net"]
