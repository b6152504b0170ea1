"""Records of Marjolet: levels, faults with their places, claims, views, forms, the store."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from marjolet.samples import POINTS, WHOLE_HAND, audited, hand, record, sheet, told, with_entry

from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.errors import RecordError
from marriage_analysis.findings import Severity
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.protocol import Level
from marriage_analysis.records.exporting import digest_state, expand, format_record
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text, read_text_form
from marriage_analysis.records.views import view_of
from marriage_analysis.replay.page import stepping_page
from marriage_analysis.replay.replay import replay_mapping, replay_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

GAME = GAMES["marjolet"]


@pytest.mark.parametrize(
    ("mapping", "level"),
    [
        (hand(), Level.PLAY),
        (hand(play=[]), Level.HANDS),
        (hand(play=None, deal={"turnup": "AH"}), Level.NET),
        (sheet(POINTS), Level.ITEMS),
        (sheet([{"points": 110}, {"points": 160}]), Level.NET),
    ],
)
def test_levels(mapping: Mapping[str, Any], level: Level) -> None:
    assert record(mapping).level is level


@pytest.mark.parametrize(
    "field",
    [
        {"before": [10]},
        {"before": [10, "20"]},
        {"play": ["0: TS 2S >0"]},
        {"play": ["0: TS 8S dix"]},
        {"play": ["2: TS 8S >0"]},
        {"deal": {"packet": 4}},
        {"deal": {"turnup": "5H"}},
        {"rules": {"preset": "seed", "options": {"target": 505}}},
        {"rules": {"preset": "seed", "options": {"all_six": 70}}},
        {"rules": {"preset": "seed", "options": {"melds_per_window": 2}}},
        {"rules": {"options": {"target": 500}}},
        {"result": {"winner": 0}},
    ],
)
def test_what_no_record_can_hold(field: dict[str, Any]) -> None:
    read, findings = read_text(json.dumps(hand(**field)))
    assert read is None
    assert all(found.severity is Severity.ERROR for found in findings)


# --- faults of the play, each with its place ------------------------------------------------------------

FAULTS: list[tuple[int, str, str, str]] = [
    (3, "0: 9S 8C >1 sAC sQC", "wrong_leader", "MJ-T1"),
    (3, "1: 9S", "wrong_leader", "MJ-T1"),
    (3, "1: 9S AD >1 sAC sQC", "card_not_held", "MJ-I7"),
    (3, "1: 9S 9S >1 sAC sQC", "card_not_held", "MJ-I7"),
    (11, "1: TD JS >1", "suit_not_followed", "MJ-S2"),
    (13, "0: JS KD >0", "trump_not_played", "MJ-S2"),
    (3, "1: 9S 8C >0 sAC sQC", "trick_winner_differs", "MJ-T3"),
    (3, "1: 9S 8C", "trick_winner_differs", "MJ-T3"),
    (15, "1: JD 9C", "trick_winner_differs", "MJ-T3"),
    (3, "1: 9S 8C >1", "draw_not_possible", "MJ-T4"),
    (3, "1: 9S 8C >1 sQC sAC", "draw_not_possible", "MJ-T4"),
    (3, "1: 9S 8C >1 sAC pQC", "draw_not_possible", "MJ-T5"),
    (9, "0: QD AS >0 sJS s7H", "draw_not_possible", "MJ-T5"),
    (9, "0: QD AS >0 sJS pAH", "draw_not_possible", "MJ-T5"),
    (10, "0: 7S AH >1 sJS s7H", "draw_not_possible", "MJ-S3"),
    (10, "0: 7S AH >1 dix", "window_closed", "MJ-S3"),
    (10, "0: 7S AH >1 meld(KDQD)", "window_closed", "MJ-S3"),
    (4, "1: 9H 7C >1 dix sKD s8H", "exchange_not_possible", "MJ-X1"),
    (0, "0: TS 8S >0 dix sKS s9D", "exchange_not_possible", "MJ-X1"),
    (4, "1: 9H 7C >1 meld(AHADACAS) meld(AHADACAS) sKD s8H", "meld_repeated", "MJ-M5"),
    (4, "1: 9H 7C >1 meld(KHQH) sKD s8H", "meld_not_possible", "MJ-M2"),
    (4, "1: 9H 7C >1 meld(AHAD) sKD s8H", "meld_not_possible", "MJ-M1"),
    (4, "1: 9H 7C >1 meld(AHAHACAS) sKD s8H", "meld_not_possible", "MJ-M1"),
]


@pytest.mark.parametrize(("turn", "entry", "code", "rule"), FAULTS)
def test_a_fault_is_found_with_its_place(turn: int, entry: str, code: str, rule: str, tmp_path: Path) -> None:
    (audit,) = audited(tmp_path, with_entry(turn, entry))
    assert told(audit) == [(code, f"play[{turn}]", rule)]
    assert audit.verdict is Verdict.INVALID
    found = audit.findings[0]
    assert (found.place.turn, found.place.line) == (turn, 1)
    assert found.found == entry
    replay = replay_record(record(with_entry(turn, entry)))
    assert replay.stop is not None
    assert (replay.stop.turn, len(replay.steps)) == (turn, turn)


def test_events_after_the_end_and_a_hand_that_does_not_end(tmp_path: Path) -> None:
    longer = hand(play=[*WHOLE_HAND["play"], "1: AS AD"])
    shorter = hand(play=WHOLE_HAND["play"][:15])
    open_end = hand(play=[*WHOLE_HAND["play"][:15], "1: JD"], result={"ending": "abandoned"})
    ended = hand(result={"ending": "abandoned"})
    after, before, cut, whole = audited(tmp_path, longer, shorter, open_end, ended)
    assert told(after) == [("event_after_end", "play[16]", "MJ-G1")]
    assert told(before) == [("ending_differs", "result.ending", "MJ-G1")]
    assert (told(cut), cut.verdict) == ([], Verdict.UNCLAIMED)
    assert told(whole) == [("ending_differs", "result.ending", "MJ-G1")]


@pytest.mark.parametrize(
    ("deal", "path"),
    [
        ({"hands": ["8D QH 7D 8C TS", "7H AS TH 8S 9H QS"]}, "deal.hands[0]"),
        ({"hands": ["8D QH 7D 8C TS 7C", "7H AS TH 8S 9H TS"]}, "deal.hands[1]"),
        ({"stock": "KS 9D"}, "deal.stock"),
        ({"turnup": "7H"}, "deal.hands[1]"),
    ],
)
def test_cards_are_counted(deal: dict[str, Any], path: str, tmp_path: Path) -> None:
    (audit,) = audited(tmp_path, hand(deal={**WHOLE_HAND["deal"], **deal}))
    assert ("cards_miscounted", path, "MJ-P1") in told(audit)
    assert {code for code, _, _ in told(audit)} == {"cards_miscounted"}


def test_the_same_card_again_and_again_is_told_once_with_its_number(tmp_path: Path) -> None:
    deal = {**WHOLE_HAND["deal"], "hands": ["8D 8D 8D 8D 8D 8D", WHOLE_HAND["deal"]["hands"][1]]}
    (audit,) = audited(tmp_path, hand(deal=deal, play=None, result=None))
    assert [found.message for found in audit.findings] == ["8D lies 6 times in the hand of seat 0"]
    deal["hands"] = ["8D QH 7D 8C TS AH", "8D AH TH AH 9H QS"]
    (audit,) = audited(tmp_path, hand(deal=deal, play=None, result=None))
    assert [found.message for found in audit.findings] == [
        "AH lies in the hand of seat 0 and in the card turned up",
        "8D lies in the hand of seat 1 and in the hand of seat 0",
        "AH lies 2 times in the hand of seat 1",
        "AH lies in the hand of seat 1 and in the card turned up",
    ]


def test_a_card_drawn_that_lies_elsewhere(tmp_path: Path) -> None:
    deal = {"packet": 3, "hands": WHOLE_HAND["deal"]["hands"], "turnup": "AH"}
    entry = "0: TS 8S >0 s8D s9D"  # the eight of diamonds is in the hand already
    (audit,) = audited(tmp_path, with_entry(0, entry, deal=deal))
    assert told(audit) == [("cards_miscounted", "play[0]", "MJ-P1")]


def test_two_play() -> None:
    three = record(hand(players=[{"name": "A"}, {"name": "B"}, {"name": "C"}], result=None))
    found = GAME.legality(three.parts, players=("A", "B", "C"), dealer=1)
    assert [(one.code.name, one.place.path) for one in found] == [("not_two_players", "players")]
    with pytest.raises(RecordError):
        replay_record(three)


# --- claims ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("field", ["points", "brisques", "melds", "dix", "bonus"])
def test_every_number_is_compared_with_the_play(field: str, seat: int, tmp_path: Path) -> None:
    points = [dict(row) for row in POINTS]
    points[seat][field] += 10
    (audit,) = audited(tmp_path, hand(result={"ending": "finished", "players": points}))
    assert [(code, path) for code, path, _ in told(audit)] == [
        ("score_differs", f"result.players[{seat}].{field}")
    ]
    assert (audit.findings[0].expected, audit.findings[0].found) == (
        POINTS[seat][field],
        POINTS[seat][field] + 10,
    )
    assert audit.verdict is Verdict.DISCREPANCY


def test_points_without_play_are_held_against_each_other(tmp_path: Path) -> None:
    sound, sums, brisques, unknown = audited(
        tmp_path,
        sheet(POINTS),
        sheet([{**POINTS[0], "bonus": 20}, POINTS[1]]),
        sheet([{**POINTS[0], "brisques": 50, "melds": 50}, POINTS[1]]),
        sheet([{"points": 110}, {"points": 700}], rules={}),
    )
    assert (told(sound), sound.verdict) == ([("not_recomputed", "result", None)], Verdict.INCOMPLETE)
    assert told(sums) == [("score_sum_differs", "result.players[0].points", "MJ-G1")]
    assert told(brisques) == [("score_not_possible", "result.players", "MJ-I1")]
    assert told(unknown) == [("not_recomputed", "result", None)]  # without rules nothing is known to be wrong


def test_unknown_cards_make_ranges(tmp_path: Path) -> None:
    play = list(WHOLE_HAND["play"])
    play[5] = "1: ?? QH >0 meld(JHQC) sKC sTD"  # the ace of clubs, won by A
    play[8] = "0: ?? JC >0 meld(JHQD) s7S sKH"  # the eight of diamonds, won by A
    play[11] = "1: ?? 7D >1"  # the ten of diamonds, won by B
    exact = {"ending": "finished", "players": [{"brisques": 40}, {"brisques": 40}]}
    beyond = {"ending": "finished", "players": [{"brisques": 60}, {"brisques": 20}]}
    within, outside = audited(tmp_path, hand(play=play, result=exact), hand(play=play, result=beyond))
    assert [(code, found) for code, found, _ in told(within)] == [
        ("not_recomputed", "result.players[0].brisques"),
        ("not_recomputed", "result.players[1].brisques"),
    ]
    assert within.findings[0].expected == "40 to 50"
    assert within.verdict is Verdict.INCOMPLETE
    assert [code for code, _, _ in told(outside)] == ["score_differs", "score_differs"]


def test_a_dix_that_nobody_noted() -> None:
    """No exchange, and the seven of trumps in no trick that was noted: it is among the cards not noted."""
    play = list(WHOLE_HAND["play"])
    changes = {
        2: "0: TC TH >1 s9S sJH",
        4: "1: 9H 7C >1 sKD s8H",
        9: "0: QD AS >0 sJS pAH",
        12: "1: ?? JH >0",
    }
    for turn, entry in changes.items():
        play[turn] = entry
    deal = {"turnup": "AH"}
    one = record(hand(play=play, deal=deal))
    assert GAME.examine(one.parts, players=("A", "B"), dealer=1).derived["dix"] == (0, 10)
    play[13] = "0: ?? KH >1"
    two = record(hand(play=play, deal=deal))
    assert GAME.examine(two.parts, players=("A", "B"), dealer=1).derived["dix"] == (None, None)
    never = record(hand(play=play, deal=deal, rules={"preset": "older-article"}))
    assert GAME.examine(never.parts, players=("A", "B"), dealer=1).derived["dix"] == (0, 0)


# --- forms ----------------------------------------------------------------------------------------------


def test_the_text_form_both_ways() -> None:
    whole = record(hand(before=[230, 180], annotations=[{"turn": 2, "text": "the seven"}]))
    text = format_text(whole)
    assert "\n0: TC TH >1 dix s9S sJH {the seven}\n" in text
    assert read_text_form(text) == (whole, ())
    typed = text.replace("0: TC TH >1 dix s9S sJH", "A: 10c ♥10 >1 DIX  s9s sjh")
    assert read_text_form(typed) == (whole, ())


def test_the_kept_form() -> None:
    kept = expand(record(hand())).record
    assert kept.to_mapping()["deal"]["hands"] == ["TS QH 7D 8D 7C 8C", "AS 8S QS 7H 9H TH"]
    assert len(kept.to_mapping()["rules"]["options"]) == 14
    assert digest_state(kept).value == "ok"
    assert read_text(format_record(kept).decode()) == (kept, ())
    assert expand(kept).record == kept


def test_views_hide_hands_stock_and_draws_and_keep_all_points(tmp_path: Path) -> None:
    whole = record(hand())
    for view in (0, 1, "public"):
        masked = view_of(whole, view)
        mapping = masked.to_mapping()
        assert "stock" not in mapping["deal"]
        hands = mapping["deal"].get("hands")
        assert hands is None or [cards is not None for cards in hands] == [view == 0, view == 1]
        for entry, full in zip(mapping["play"], WHOLE_HAND["play"], strict=True):
            winner = int(full.split(">")[1][0])
            for at, (shown, word) in enumerate(zip(entry.split(" "), full.split(" "), strict=True)):
                is_draw = word[0] == "s"
                drawer = winner if at == len(full.split(" ")) - 2 else 1 - winner
                assert shown == ("s??" if is_draw and drawer != view else word)
        (audit,) = audited(tmp_path, mapping)
        assert audit.examination is not None
        assert audit.examination.derived["net"] == (110, 160)
        assert audit.verdict is Verdict.CLEAN
        assert replay_record(masked).stop is None


def test_a_replay_in_words_as_json_and_as_a_page() -> None:
    replay = replay_record(record(hand()))
    assert replay.stop is None
    assert replay.steps[2].words == (
        "A plays 10♣, B plays 10♥, B wins, B exchanges 7♥ for A♥ (+10), B draws 9♠, A draws J♥"
    )
    assert replay.steps[15].words.endswith(
        "B wins (+10), A counts 40 for aces and tens, B counts 40 for aces and tens"
    )
    facts = replay_mapping(replay)
    assert facts["stopped"] is None
    assert [row["points"] for row in replay.tables[-1].facts()["seats"]] == [110, 160]  # pyright: ignore
    page = stepping_page(replay)
    assert page.count("<html") == 1
    assert 'href=\\"#card-AH\\"' in page


def test_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(hand(before=[230, 180])) + "\n", encoding="utf-8")
    load_files([path], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        assert archive.sql("SELECT turnup, target, stopped_by FROM games").rows() == [("AH", 500, None)]
        seats = "SELECT derived_net, claimed_net, derived_melds, points_before, tricks FROM seats ORDER BY seat"
        assert archive.sql(seats).rows() == [(110, 110, 60, 230, 8), (160, 160, 100, 180, 8)]
        events = "SELECT kind, count(*), sum(scored) FROM events GROUP BY kind ORDER BY kind"
        assert archive.sql(events).rows() == [
            ("draw", 19, 0), ("exchange", 1, 10), ("meld", 4, 160), ("play", 32, 0), ("take", 1, 0),
            ("wins", 16, 20),
        ]  # fmt: skip
        melds = "SELECT meld_kind, melds, points FROM melds ORDER BY meld_kind"
        counted = [("aces", 1, 100), ("plain_couple", 1, 20), ("plain_marjolet", 2, 40)]
        assert archive.sql(melds).rows() == counted
        by_tricks = "SELECT trick_winner, 10 * sum(trick_brisques) FROM turns GROUP BY 1 ORDER BY 1"
        assert archive.sql(by_tricks).rows() == [(0, 40), (1, 40)]
        again = [json.loads(given) for given in archive.records()]
    assert [given["id"] for given in again] == ["pub-6"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("points", "points of A are"),
        ("brisques", "brisques of A are"),
        ("melds", "melds of A are"),
        ("dix", "dix of A is"),
        ("bonus", "bonus of A is"),
    ],
)
def test_a_score_that_differs_is_told_in_good_grammar(field: str, words: str, tmp_path: Path) -> None:
    was = POINTS[0][field]
    claims = [{field: was + 20}, {}]
    (audit,) = audited(tmp_path, hand(result={"ending": "finished", "players": claims}))
    assert [found.message for found in audit.findings] == [f"{words} {was}, not {was + 20}"]


def test_cards_of_a_meld_that_are_not_held_are_told_in_good_grammar(tmp_path: Path) -> None:
    messages: list[str] = []
    for cards in ("KSQS", "JHQH"):
        (audit,) = audited(tmp_path, with_entry(0, f"0: TS 8S >0 meld({cards}) sKS s9D"))
        messages += [found.message for found in audit.findings]
    assert messages == [
        "QS and KS are not in the hand (event 3 of the trick)",
        "JH is not in the hand (event 3 of the trick)",
    ]
