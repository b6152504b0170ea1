"""The games that were played by hand from the rules: every card accounted for, every claim audited."""

import json
from collections import Counter
from typing import Any

import pytest
from marriage.card_books import CardBooks, in_order, sets

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.package_data import records_folder
from marriage_analysis.sessions.book import SessionBook

FILES = [
    records_folder() / "marriage" / "sound" / name for name in ("hand-played.jsonl", "hand-irregular.jsonl")
]
GAMES: dict[str, dict[str, Any]] = {
    record["id"]: record
    for file in FILES
    for record in map(json.loads, file.read_text(encoding="utf-8").splitlines())
}
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
RUNS = "A23456789TJQKA"


def played(game: dict[str, Any]) -> CardBooks:
    return CardBooks(game).play(game["play"])


def is_primary(cards: list[str]) -> bool:
    """A tunnel, or a run of one suit without wilds, the ace at one of its ends (COMB-01, 02, 09..11)."""
    if len(set(cards)) == 1:
        return len(cards) == 3
    run = "".join(card[0] for card in cards)
    return len(run) >= 3 and run in RUNS and len({card[1] for card in cards}) == 1


@EACH
def test_no_card_is_lost_doubled_or_taken_from_where_it_is_not(game: dict[str, Any]) -> None:
    books = played(game)
    assert [hand.total() for hand in books.hands] == books.due
    assert len(books.hands) == len(game["players"])
    assert game["view"] == "all"


@EACH
def test_a_result_says_what_the_turns_give(game: dict[str, Any]) -> None:
    books, result = played(game), game["result"]
    assert (result.get("winner"), result.get("tiplu")) == (books.winner, books.tiplu)
    assert (result["ending"] == "finished") == (books.winner is not None)
    for seat, row in enumerate(result["players"]):
        assert row["seen"] == (books.shown[seat] is not None)
        assert row.get("shown") == books.shown[seat]
        assert row.get("sets") == (books.finished if seat == books.winner else None)
        assert row["holding"] == in_order(books.holding(seat))
        assert row.get("displayed_tunnels", "").split() == books.displayed[seat]
        assert row.get("final_discard") == (books.final_discard if seat == books.winner else None)


@EACH
def test_shown_sets_are_primary_and_wrong_ones_are_not(game: dict[str, Any]) -> None:
    for row in game["result"]["players"]:
        shown = sets(row.get("shown", ""))
        if row.get("route") == "dublees":
            assert [len(set(pair)) for pair in shown] == [1] * 7
            assert all(len(pair) == 2 for pair in shown)
        else:
            assert all(map(is_primary, shown))
            assert len(shown) == (3 if row["seen"] else 0)
    wrong: list[str] = [
        event for entry in game["play"] for event in entry.split(" ") if event.startswith("badshow")
    ]
    assert not any(all(map(is_primary, sets(event[8:-1]))) for event in wrong)


@EACH
def test_every_wild_thrown_to_those_who_have_seen_is_a_dhoos(game: dict[str, Any]) -> None:
    noted = [
        (dhoos["turn"], dhoos["seat"]) for dhoos in game.get("dhoos", ()) if dhoos["reason"] == "maal_throw"
    ]
    assert noted == (played(game).wild_throws if game["rules"]["preset"] == "wikipedia-en" else [])


@EACH
def test_a_wrong_show_or_finish_is_a_dhoos(game: dict[str, Any]) -> None:
    wrong = [
        (turn, int(entry[0]), "wrong_show" if "badshow" in entry else "wrong_finish")
        for turn, entry in enumerate(game["play"])
        if "bad" in entry
    ]
    called = [(dhoos["turn"], dhoos["seat"], dhoos["reason"]) for dhoos in game.get("dhoos", ())]
    assert wrong == [one for one in called if one[2] != "maal_throw"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_audit_agrees_with_every_number(file: Any) -> None:
    audits = list(audit_records([file]))
    assert {audit.verdict for audit in audits} == {Verdict.CLEAN}
    book = SessionBook()
    for audit in audits:
        assert audit.record is not None
        claimed = [row.net for row in audit.record.parts.result.players]
        assert sum(claimed) == 0
        book.add(audit)
    assert not [finding for report in book.reports() for finding in report.findings]


STORIES = {
    "hand-pagat-sets": {"show": 2, "see": 1, "p": 2, "finish": 1},
    "hand-wiki-dublee": {"tunnel": 1, "show": 4, "see": 3, "p": 2},
    "hand-wiki-pays": {"show": 2, "finish": 1},
    "hand-reshuffle": {"-reshuffle": 1, "s": 51, "p": 3, "show": 2},
    "irregular-missed-draw-and-discard": {"nodraw": 1, "nodiscard": 1, "finish": 1},
    "irregular-first-turn": {"p": 1, "show": 1, "finish": 1},
    "irregular-eight-at-once": {"show": 2, "see": 1, "finish": 1},
    "irregular-open": {"-tiplu": 1, "tiplu": 0, "see": 1},
    "irregular-wrong-show-and-finish": {"badshow": 1, "badfinish": 1, "finish": 1},
    "irregular-jokers": {"tiplu": 2, "show": 2},
    "irregular-dismissed": {"s": 28, "show": 1, "finish": 0, "-reshuffle": 0},
    "irregular-show-at-the-last-card": {"reshuffle": 1, "-reshuffle": 0, "finish": 1},
    "irregular-reshuffle-all": {"-reshuffle": 1, "show": 1, "finish": 1},
}


@EACH
def test_a_game_has_what_its_story_tells(game: dict[str, Any]) -> None:
    events = played(game).seen_events
    story = STORIES[game["id"]]
    assert {word: events[word] for word in story} == story


def test_a_dhoos_is_paid_in_the_next_game() -> None:
    first, second = GAMES["hand-wiki-dublee"], GAMES["hand-wiki-pays"]
    (foul,) = first["dhoos"]
    assert second["dhoos_due"] == [{"seat": foul["seat"], "points": foul["points"], "from": first["id"]}]
    assert second["session"] == {**first["session"], "number": first["session"]["number"] + 1}
    assert second["players"] == first["players"]
    assert second["dealer"] == (first["dealer"] + 1) % 4


@pytest.mark.parametrize("name", [name for name in GAMES if name != "irregular-first-turn"])  # draws none
def test_the_books_notice_a_stock_card_that_lay_elsewhere(name: str) -> None:
    game = GAMES[name]
    stock: list[str] = game["deal"]["stock"].split()
    other = next(place for place, card in enumerate(stock) if card != stock[0])
    stock[0], stock[other] = stock[other], stock[0]
    with pytest.raises(AssertionError):
        played({**game, "deal": {**game["deal"], "stock": " ".join(stock)}})


@EACH
def test_the_books_notice_a_turn_left_out(game: dict[str, Any]) -> None:
    turns = [turn for turn, entry in enumerate(game["play"][:-1]) if "x" in entry]
    for turn in turns:
        shorter = [entry for number, entry in enumerate(game["play"]) if number != turn]
        with pytest.raises(AssertionError):
            CardBooks(game).play(shorter)


@EACH
def test_the_books_notice_a_hand_with_another_card(game: dict[str, Any]) -> None:
    hands: list[Counter[str]] = [Counter(hand.split()) for hand in game["deal"]["hands"]]
    for seat, hand in enumerate(hands):
        other = hands[(seat + 1) % len(hands)]
        ours, theirs = next(iter(hand - other)), next(iter(other - hand))
        changed = [in_order(one) for one in hands]
        changed[seat] = in_order(hand - Counter([ours]) + Counter([theirs]))
        with pytest.raises(AssertionError):
            CardBooks({**game, "deal": {**game["deal"], "hands": changed}})
