"""What the audit makes of a game of which only part is noted: levels, bounds, shows, kidnap."""

from typing import Any

import pytest
from marriage.auditing import audited, codes_of, found_at

from marriage_analysis.audit.audit import RecordAudit
from marriage_analysis.audit.verdict import Verdict


def record(
    *players: dict[str, Any],
    preset: str = "pagat",
    options: dict[str, Any] | None = None,
    tiplu: str | None = "JC",
    finish: str | None = "sets",
    **fields: Any,
) -> dict[str, Any]:
    """Seat 0 wins."""
    return {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "part",
        "rules": {"preset": preset, "options": options or {}},
        "players": [{"name": f"P{seat}"} for seat in range(len(players))],
        "result": {
            "ending": "finished",
            "winner": 0,
            "finish": finish,
            "tiplu": tiplu,
            "players": list(players),
        },
        **fields,
    }


def derived(audit: RecordAudit, column: str) -> list[int | None]:
    assert audit.examination is not None
    return list(audit.examination.derived[column])


def basis(audit: RecordAudit) -> list[str | None]:
    assert audit.examination is not None
    return list(audit.examination.basis)


SEEN: dict[str, Any] = {"seen": True, "maal": 0}


def test_cards_before_items_before_what_was_stated():
    audit = audited(
        record(
            {"seen": True, "holding": "JC", "items": {"tiplu": 1}, "maal": 3, "net": 10},
            {"seen": True, "items": {"poplu": 2}, "counted": 5, "maal": 5, "net": 6},
            {"seen": True, "maal": 1, "net": -10},
            {"seen": True, "counted": 2, "maal": 2, "net": -6},
        )
    )
    assert audit.verdict is Verdict.CLEAN, audit.findings
    assert basis(audit) == ["cards", "cards", "claim", "counted"]


@pytest.mark.parametrize(
    ("items", "field", "there"),
    [
        ({"tiplu": 2}, "tiplu", 1),
        ({"poplu": 1}, "poplu", 2),
        ({"jhiplu": 0}, "jhiplu", 1),
        ({"alter": 1}, "alter", 0),
        ({"putali": 2}, "putali", 1),
        ({"master_card": 0}, "master_card", 1),
        ({"tunnels": {"ordinary": 2}}, "tunnels.ordinary", 1),
        ({"tunnels": {"poplu_jhiplu": 0, "ordinary_joker": 1}}, "tunnels.ordinary_joker", 0),
    ],
    ids=str,
)
def test_items_that_are_not_among_the_cards(items: dict[str, Any], field: str, there: int):
    options = {"putali": 3, "putali_points": [5, 15, 25], "master_card": 10}
    row = {"seen": True, "holding": "JC QC QC TC JK MC", "displayed_tunnels": "6H", "items": items}
    audit = audited(record({**row, "net": 1}, {"seen": True, "maal": 0}, options=options))
    finding = found_at(audit, "items_differ", f"result.players[0].items.{field}")
    assert finding.expected == there
    assert audit.verdict is Verdict.DISCREPANCY


def test_items_stand_where_cards_are_only_partly_known():
    row = {"seen": True, "holding": "QC 20*??", "items": {"poplu": 2}, "maal": 5, "net": 8}
    audit = audited(record(row, {**SEEN, "net": -8}))
    assert audit.verdict is Verdict.CLEAN, audit.findings


@pytest.mark.parametrize(
    ("maal", "verdict"), [(4, Verdict.DISCREPANCY), (5, Verdict.INCOMPLETE), (30, Verdict.INCOMPLETE)]
)
def test_score_01_cards_partly_known_are_a_lower_bound(maal: int, verdict: Verdict):
    audit = audited(record({"seen": True, "holding": "QC QC 19*??", "maal": maal}, SEEN))
    assert audit.verdict is verdict, audit.findings
    if verdict is Verdict.DISCREPANCY:
        assert found_at(audit, "maal_differs", "result.players[0].maal").expected == "at least 5"


@pytest.mark.parametrize(
    "options", [{"maal_assignment": "greedy"}, {"tiplu_points": [20, 3]}, {"poplu_points": [9, 5, 10]}], ids=str
)
def test_no_lower_bound_where_more_cards_may_be_worth_less(options: dict[str, Any]):
    row = {"seen": True, "holding": "JC QC QC QC TC TC TC ??", "maal": 5}
    audit = audited(record(row, SEEN, options=options))
    assert audit.verdict is Verdict.INCOMPLETE, audit.findings


def test_maal_alone_is_nothing_to_compare():
    assert audited(record({"seen": True, "maal": 3}, {"seen": True, "maal": 2})).verdict is Verdict.INCOMPLETE
    one_net = audited(record({"seen": True, "maal": 3, "net": 4}, {"seen": True, "maal": 2}))
    assert one_net.verdict is Verdict.CLEAN, one_net.findings


def test_a_player_with_no_card_that_counts():
    audit = audited(record({"seen": True, "holding": "", "maal": 0, "net": 3}, {**SEEN, "net": -3}))
    assert audit.verdict is Verdict.CLEAN
    assert basis(audit) == ["cards", "claim"]


@pytest.mark.parametrize(
    "shown",
    [{"route": "sets"}, {"shown": "3S4S5S,6H6H6H,AD2D3D"}, {"laid_marriage": True, "route": "sets"}],
    ids=str,
)
def test_show_01_who_showed_has_seen_though_nobody_noted_it(shown: dict[str, Any]):
    audit = audited(record({"seen": True, "maal": 0, "net": 3}, {"maal": 0, "net": -3, **shown}))
    assert audit.verdict is Verdict.CLEAN, audit.findings


def test_seen_not_noted_and_nothing_shown_leaves_the_net_open():
    audit = audited(record({"seen": True, "maal": 0, "net": 3}, {"maal": 0, "net": -3}))
    assert audit.verdict is Verdict.INCOMPLETE
    assert derived(audit, "net") == [None, None]
    assert derived(audit, "maal") == [0, 0]


@pytest.mark.parametrize("listed", ["6H 6H 6H ", ""])
def test_cf_32_a_tunnel_of_the_show_where_any_shown_counts(listed: str):
    row = {"seen": True, "shown": "3S4S5S,6H6H6H,AD2D3D", "holding": f"{listed}JC", "maal": 8, "net": 19}
    options = {"tunnel_source": "any_shown"}
    audit = audited(record(row, {**SEEN, "net": -19}, options=options))
    assert derived(audit, "maal") == [8, 0]
    assert derived(audited(record(row, SEEN)), "maal") == [3, 0]


@pytest.mark.parametrize("kidnap", ["points", "cards"])
def test_var_06_who_had_seen_is_not_noted_and_the_others_are_still_judged(kidnap: str):
    rows: list[dict[str, Any]] = [
        {"seen": True, "holding": "JC", "maal": 3},
        {"holding": "QC", "maal": 2},
        {"seen": True, "holding": "TC", "maal": 9},
        {"holding": "2D", "maal": 0},
    ]
    audit = audited(record(*rows, options={"kidnap": kidnap}))
    assert found_at(audit, "maal_differs", "result.players[2].maal").expected == 2
    # P1's card is his or the winner's, P3 has nothing either way.
    assert derived(audit, "maal") == [3, 2, 2, 0]
    assert basis(audit) == ["claim", "claim", "cards", "cards"]
    assert derived(audit, "net") == [None] * 4


@pytest.mark.parametrize("kidnap", ["points", "cards"])
def test_var_06_a_player_who_had_not_seen_has_nothing_whoever_else_had_seen(kidnap: str):
    rows: list[dict[str, Any]] = [
        {"seen": True, "maal": 3},
        {"maal": 2},
        {"seen": False, "maal": 9},
        {"seen": True, "maal": 4},
    ]
    audit = audited(record(*rows, options={"kidnap": kidnap}))
    assert found_at(audit, "maal_differs", "result.players[2].maal").rule == "VAR-06"
    assert derived(audit, "maal") == [3, 2, 0, 4]
    assert basis(audit) == ["claim", "claim", "rule", "claim"]


# What an unseen player's row and the options are; the rule that takes the maal away and what is said of it.
LOST: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"holding": "QC"}, {"maal_pachaunu": True}, "MAAL-01", "maal lapses"),
    (
        {"holding": "QC", "displayed_tunnels": "6H"},
        {"maal_pachaunu": False, "tunnel_pachaunu": True},
        "TUN-04",
        "the points of displayed tunnels lapse",
    ),
    (
        {"holding": "QC", "displayed_tunnels": "6H"},
        {"maal_pachaunu": True, "tunnel_pachaunu": True},
        "MAAL-01",
        "maal lapses, the points of displayed tunnels too",
    ),
    ({"counted": 7}, {"maal_pachaunu": True, "tunnel_pachaunu": True}, "MAAL-01", "maal lapses"),
    ({"counted": 7}, {"kidnap": "points"}, "VAR-06", "maal goes to the winner"),
]


@pytest.mark.parametrize(("row", "options", "rule", "words"), LOST, ids=[case[3] for case in LOST])
def test_maal_that_an_unseen_player_loses_is_told_with_its_rule(
    row: dict[str, Any], options: dict[str, Any], rule: str, words: str
):
    winner = {"seen": True, "holding": "JC"}
    audit = audited(record(winner, {"seen": False, **row}, options=options))
    finding = found_at(audit, "unseen_carries_maal", "result.players[1].seen")
    assert finding.rule == rule
    assert finding.message.endswith(f"so {words}")


def test_an_unseen_player_without_maal_loses_none():
    murder = {"maal_pachaunu": True, "tunnel_pachaunu": True}
    audit = audited(record({"seen": True, "holding": "JC"}, {"seen": False, "counted": 0}, options=murder))
    assert "unseen_carries_maal" not in codes_of(audit)


@pytest.mark.parametrize(
    ("options", "rule"),
    [({"kidnap": "points"}, "VAR-06"), ({"maal_pachaunu": True, "tunnel_pachaunu": True}, "VAR-05")],
    ids=["kidnap", "murder"],
)
def test_maal_stated_for_an_unseen_player_who_has_none_by_rule(options: dict[str, Any], rule: str):
    audit = audited(record(SEEN, {"seen": False, "maal": 5}, options=options))
    finding = found_at(audit, "maal_differs", "result.players[1].maal")
    assert (finding.expected, finding.found, finding.rule) == (0, 5, rule)


def test_var_06_an_unseen_players_cards_are_not_known():
    rows: list[dict[str, Any]] = [
        {"seen": True, "holding": "JC"},
        {"seen": False},
        {"seen": True, "holding": ""},
    ]
    audit = audited(record(*rows, options={"kidnap": "cards"}))
    assert derived(audit, "maal") == [None, 0, 0]
    assert derived(audit, "net") == [None] * 3
    assert audit.verdict is Verdict.UNCLAIMED


def test_cf_28_an_unknown_tiplu_may_be_an_ace():
    rows: list[dict[str, Any]] = [
        {"seen": True, "items": {"tiplu": 1, "poplu": 1, "jhiplu": 1}},
        {"seen": True, "items": {}},
    ]
    options = {"ace_tiplu_marriage": False}
    assert derived(audited(record(*rows, options=options, tiplu=None)), "maal") == [None, 0]
    assert derived(audited(record(*rows, options=options, tiplu="JC")), "maal") == [10, 0]
    assert derived(audited(record(*rows, options=options, tiplu="AC")), "maal") == [7, 0]
    assert derived(audited(record(*rows, tiplu=None)), "maal") == [10, 0]


def test_a_tunnel_of_poplu_or_jhiplu_read_both_ways():
    row: dict[str, Any] = {"seen": True, "items": {"tiplu": 2, "tunnels": {"poplu_jhiplu": 1}}}
    other: dict[str, Any] = {"seen": True, "items": {}}
    assert derived(audited(record(row, other)), "maal") == [27, 0]
    uneven = {"poplu_points": [2, 5, 50], "jhiplu_points": [2, 5, 10]}
    assert derived(audited(record(row, other, options=uneven)), "maal") == [None, 0]


def test_net_without_a_finish_and_without_a_winner():
    dismissed = record({"net": 3}, {"net": -3})
    dismissed["result"].update(ending="dismissed", winner=None, finish=None)
    audit = audited(dismissed)
    assert codes_of(audit, "error") == {"net_without_finish"}
    assert audit.verdict is Verdict.DISCREPANCY
    nobody = record({"net": 3}, {"net": -3})
    nobody["result"].update(ending="unknown", winner=None)
    assert audited(nobody).verdict is Verdict.INCOMPLETE


def test_a_finish_that_is_not_noted_is_assumed_by_sets_and_told():
    audit = audited(record({"seen": True, "maal": 0, "net": 3}, {**SEEN, "net": -3}, finish=None))
    assert audit.verdict is Verdict.CLEAN
    assert "finish_assumed" in codes_of(audit, "info")


def test_greedy_rules_tell_where_another_grouping_is_worth_more():
    row = {"seen": True, "holding": "JC QC QC QC TC TC TC", "maal": 20}
    audit = audited(record(row, SEEN, options={"maal_assignment": "greedy"}))
    finding = found_at(audit, "better_grouping", "result.players[0].maal")
    assert (finding.expected, finding.found) == (23, 20)


def test_dhoos_of_another_number_than_the_rules_have():
    audit = audited(record(SEEN, SEEN, preset="wikipedia-en", dhoos=[{"seat": 1, "points": 10}]))
    finding = found_at(audit, "dhoos_not_played", "dhoos[0].points")
    assert (finding.expected, finding.found) == (15, 10)


def test_unknown_rules_go_with_nets_only():
    nets = record({"net": 3}, {"net": -3})
    nets["rules"] = {}
    nets["result"] = {"players": nets["result"]["players"]}
    assert audited(nets).verdict is Verdict.INCOMPLETE
    nets["result"]["players"][1]["net"] = -4
    assert audited(nets).verdict is Verdict.DISCREPANCY
    nets["result"]["winner"] = 0
    assert codes_of(audited(nets), "error") == {"rules_missing", "net_sum_not_zero"}
