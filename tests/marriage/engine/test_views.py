"""Records as a seat saw them: a pure mask that shows nothing the seat has not seen, and all that it has."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from marriage.engine.playouts import RULES, Playout, play_out, rules_of

from marriage_analysis.errors import RecordError
from marriage_analysis.games.marriage.engine.events import Event
from marriage_analysis.games.marriage.engine.held_cards import HeldCards
from marriage_analysis.games.marriage.engine.notation import Turn, parse_entry
from marriage_analysis.games.marriage.engine.position import Phase, Position
from marriage_analysis.games.marriage.engine.position_text import format_position
from marriage_analysis.games.marriage.engine.replay import Replayed, replay
from marriage_analysis.games.marriage.engine.seat_view import knows_tiplu, seat_view
from marriage_analysis.games.marriage.engine.state import holding_of
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text
from marriage_analysis.records.views import SeatOrPublic, view_of

ALL_GAMES = [(index % len(RULES), 2 + (index + index // 5) % 5, index + 100) for index in range(80)]
GAMES = [pytest.param(*game, marks=[pytest.mark.long] if game[2] >= 130 else []) for game in ALL_GAMES]


def views(seats: int) -> list[SeatOrPublic]:
    return [*range(seats), "public"]


def broken_off(which: int, seats: int, seed: int) -> Playout:
    """A game up to some event, which may be its last."""
    preset, options = RULES[which]
    last = random.Random(seed).choice((5, 30, 60, 90, 400))
    *_, game = islice(play_out(preset, options, seats=seats, seed=seed, cap=150), last)
    return game


def record_of(game: Playout) -> Record:
    """The record of the game, with everything that a table could claim of it."""
    position = game.position
    finished = position.phase is Phase.OVER and position.winner >= 0
    tiplu = f"{position.tiplu}" if position.tiplu >= 0 else None
    mapping: dict[str, Any] = {
        "format": "marriage-record",
        "version": "1.0",
        "game": "marriage",
        "id": "playout",
        "rules": {"preset": game.preset, "options": game.options},
        "players": [{"name": f"P{seat}"} for seat in range(game.seats)],
        "dealer": game.dealer,
        "view": "all",
        "deal": {
            "hands": [" ".join(map(str, hand or ())) for hand in game.deal.hands],
            "upcard": str(game.deal.upcard),
            "stock": " ".join(map(str, game.deal.stock or ())),
            "shuffle": {"algorithm": "house", "seed": "secret"},
        },
        "play": game.entries,
        "result": {
            "ending": "finished" if finished else "abandoned",
            "players": [
                {
                    "seen": position.seen[seat],
                    "holding": str(holding_of(position, seat)),
                    "displayed_tunnels": " ".join(map(card_text, position.tunnels[seat])),
                    "items": {"tiplu": position.free[seat][position.tiplu] if tiplu else 0},
                    "counted": sum(position.free[seat][face] for face in position.wild),
                    "maal": sum(position.free[seat][face] for face in position.wild),
                    "net": 0,
                }
                for seat in range(game.seats)
            ],
        },
        "extensions": {"app.example": {"deck": "secret"}},
    }
    if tiplu is not None:
        mapping["result"]["tiplu"] = card_text(position.tiplu)
    if finished:
        mapping["result"]["winner"] = position.winner
    return read(json.dumps(mapping))


def card_text(face: int) -> str:
    return "JK" if face == 52 else "A23456789TJQK"[face % 13] + "SHDC"[face // 13]


def read(text: str) -> Record:
    record, findings = read_text(text)
    assert record is not None, findings
    return record


def replayed(record: Record) -> tuple[Replayed, HeldCards]:
    seats = len(record.players)
    held = HeldCards(seats)

    def watch(turn: int, seat: int, event: Event, position: Position) -> None:
        del turn
        held.note(seat, event, position)

    parts = record.parts
    rules = rules_of(parts.rules.preset, parts.rules.options or {})
    return replay(parts, rules, seats=seats, dealer=record.dealer, watch=watch), held


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_a_view_is_a_record_and_replays_as_far(which: int, seats: int, seed: int) -> None:
    """And the seat then knows what it knew at the table: no more, no less."""
    game = broken_off(which, seats, seed)
    record = record_of(game)
    full, held = replayed(record)
    assert full.stop is None
    for view in views(seats):
        masked = read(format_record(view_of(record, view)).decode())
        seen, seen_held = replayed(masked)
        assert seen.stop is None, view
        assert (seen.sound, seen.events) == (full.sound, full.events)
        seat = None if view == "public" else view
        lines = [
            format_position(seat_view(position, known, seat=seat))
            for position, known in ((full.position, held), (seen.position, seen_held))
        ]
        assert lines[0] == lines[1]


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_the_view_of_a_view_is_the_same(which: int, seats: int, seed: int) -> None:
    record = record_of(broken_off(which, seats, seed))
    for view in views(seats):
        once = view_of(record, view)
        assert format_record(view_of(once, view)) == format_record(once)
        assert format_record(view_of(once, "public")) == format_record(view_of(record, "public"))


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_entries_and_events_stay_where_they_are(which: int, seats: int, seed: int) -> None:
    record = record_of(broken_off(which, seats, seed))
    for view in views(seats):
        masked = view_of(record, view)
        for text, full in zip(masked.parts.play, record.parts.play, strict=True):
            words, full_words = text.split(" "), full.split(" ")
            assert len(words) == len(full_words)
            for word, full_word in zip(words, full_words, strict=True):
                assert word == full_word or word in hidden(full_word)


def hidden(word: str) -> set[str]:
    """What a word may become where its card is not seen."""
    name, _, inner = word.partition("(")
    _, at, above = inner.rstrip(")").partition("@")
    return {
        "tiplu": {f"tiplu(??{at}{above})"},
        "see": {"see(??)"},
        "reshuffle": {"reshuffle"},
    }.get(name, {f"{word[0]}??"} if word[0] in "sd" and not inner else set())


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_all_seats_together_have_seen_all_but_the_stock(which: int, seats: int, seed: int) -> None:
    record = record_of(broken_off(which, seats, seed))
    parts = record.parts
    seen = [view_of(record, seat).parts for seat in range(seats)]
    for seat in range(seats):
        assert seen[seat].deal.hands[seat] == parts.deal.hands[seat]
    for index, full in enumerate(parts.play):
        entries = [parse_entry(view.play[index]) for view in seen]
        whole = parse_entry(full)
        if not isinstance(whole, Turn):
            assert full.startswith("-: reshuffle") or all(view.play[index] == full for view in seen)
            continue
        assert any(
            entry == replace(whole, events=tuple(map(without_order, whole.events or ()))) for entry in entries
        )
    # Of the result nothing is lost that a seat may know of itself.
    for seat, player in enumerate(parts.result.players):
        mine = seen[seat].result.players[seat]
        assert (mine.holding, mine.seen, mine.net) == (player.holding, player.seen, player.net)


def without_order(event: Event) -> Event:
    return replace(event, cards=None) if "Reshuffle" in type(event).__name__ else event  # type: ignore[call-arg]


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_cards_that_a_seat_has_not_seen_change_no_byte_of_its_view(which: int, seats: int, seed: int) -> None:
    """Two cards of the record change places that the seat saw neither of, in a story that still holds."""
    rng = random.Random(seed)
    game = broken_off(which, seats, seed)
    record = record_of(game)
    if record.parts.result.ending.value == "finished":
        record = record.with_parts(replace(record.parts, result=None))  # FIN-06: all is shown then
    places = loose_places(game)
    tried = 0
    for view in views(seats):
        pairs = [
            (first, second)
            for first in places
            for second in places
            if first[0] != second[0] and view not in (first[0], second[0]) and first[2] != second[2]
        ]
        rng.shuffle(pairs)
        for first, second in pairs[:6]:
            other = exchanged(record, first, second)
            if replayed(other)[0].stop is not None:
                continue  # what was done with the one card could not be done with the other
            tried += 1
            assert format_record(other) != format_record(record)
            assert format_record(view_of(other, view)) == format_record(view_of(record, view))
    assert tried or not any(len({place[0] for place in places} - {view}) > 1 for view in views(seats))


def with_other_tiplu(game: Playout, record: Record, undrawn: int) -> Record | None:
    """The record with its tiplu and the last card of the stock exchanged; ``undrawn`` lay there at the pick."""
    stock = record.parts.deal.stock.split(" ")
    (word,) = {word for text in game.entries for word in text.split(" ") if word.startswith("tiplu(")}
    place = len(stock) - undrawn + int(word.rstrip(")").partition("@")[2])
    tiplu, other = stock[place], stock[-1]
    assert tiplu == card_text(game.position.tiplu)
    if other in ("JK", "MC", tiplu):
        return None
    stock[place], stock[-1] = other, tiplu
    play = tuple(
        text.replace(f"tiplu({tiplu}@", f"tiplu({other}@").replace(f"see({tiplu})", f"see({other})")
        for text in record.parts.play
    )
    deal = replace(record.parts.deal, stock=" ".join(stock))
    result = replace(record.parts.result, tiplu=other)
    return record.with_parts(replace(record.parts, deal=deal, play=play, result=result))


def up_to_a_tiplu(which: int, seats: int, seed: int) -> tuple[Playout, int] | None:
    """A game up to the turn after the tiplu was picked, with what lay in the stock then; None: not so far."""
    preset, options = RULES[which]
    undrawn = 0
    for game in play_out(preset, options, seats=seats, seed=seed, cap=150):
        position = game.position
        if position.tiplu < 0:
            undrawn = len(position.stock)
        elif position.phase is Phase.DRAW and position.stock and not position.reshuffles:
            picks = sum(text.count("tiplu(") for text in game.entries)
            return (game, undrawn) if picks == 1 else None
    return None


def test_a_tiplu_that_a_seat_has_not_seen_changes_no_byte_of_its_view() -> None:
    """And changes the view of every seat that has."""
    compared = 0
    for which, seats, seed in ALL_GAMES:
        if (found := up_to_a_tiplu(which, seats, seed)) is None:
            continue
        game, undrawn = found
        record = record_of(game)
        changed = with_other_tiplu(game, record, undrawn)
        if changed is None:
            continue
        for view in views(seats):
            same = format_record(view_of(changed, view)) == format_record(view_of(record, view))
            assert same != knows_tiplu(game.position, None if view == "public" else view)
            compared += 1
    assert compared > 100


Place = tuple[int, int, str]
"""Owner (-1 = the stock), index in the dealt hand or the stock, card."""


def loose_places(game: Playout) -> list[Place]:
    """Cards that lie where they were dealt, of faces that never left their owner's hand, and undrawn cards."""
    left: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    drawn = 0
    for text in game.entries:
        entry = parse_entry(text)
        if "reshuffle" in text or text.startswith("-: tiplu"):
            drawn += 1_000
        if isinstance(entry, Turn):
            for word in text.split(" ")[1:]:
                drawn += word[0] == "s" and "(" not in word
                drawn += 1_000 * word.startswith("tiplu")
                left[entry.seat].update(cards_of(word))
    places: list[Place] = []
    for seat, hand in enumerate(game.deal.hands):
        places += [
            (seat, index, str(card)) for index, card in enumerate(hand or ()) if not left[seat][str(card)]
        ]
    stock = game.deal.stock or ()
    return places + [(-1, index, str(stock[index])) for index in range(drawn, len(stock))]


def cards_of(word: str) -> list[str]:
    if word.startswith(("tiplu", "see", "reshuffle")):
        return []
    inner = word.partition("(")[2].rstrip(")").replace(",", "") or word[1:]
    return [inner[at : at + 2] for at in range(0, len(inner), 2)]


def exchanged(record: Record, first: Place, second: Place) -> Record:
    deal = record.parts.deal
    lots = {seat: hand.split(" ") for seat, hand in enumerate(deal.hands)} | {-1: deal.stock.split(" ")}
    for (owner, index, _), (_, _, card) in ((first, second), (second, first)):
        lots[owner][index] = card
    hands = tuple(" ".join(lots[seat]) for seat in range(len(deal.hands)))
    parts = replace(record.parts, deal=replace(deal, hands=hands, stock=" ".join(lots[-1])))
    return record.with_parts(replace(parts, result=with_holdings(parts, first, second)))


def with_holdings(parts: Any, first: Place, second: Place) -> Any:
    """The result with the exchanged cards in the holdings, which are claimed at the end."""
    result = parts.result
    if result is None:
        return None
    players = list(result.players)
    for (owner, _, old), (_, _, new) in ((first, second), (second, first)):
        if owner >= 0:
            cards = players[owner].holding.split(" ")
            cards[cards.index(old)] = new
            players[owner] = replace(
                players[owner], holding=" ".join(sorted(cards)), maal=(players[owner].maal or 0) + 1
            )
    return replace(result, players=tuple(players))


PICKED: dict[str, Any] = {
    "format": "marriage-record",
    "version": "1.0",
    "game": "marriage",
    "id": "picked",
    "rules": {"preset": "house-app"},
    "players": [{"name": "A"}, {"name": "B"}],
    "dealer": 0,
    "view": "all",
    "deal": {"hands": ["AS 18*?? 7H 7H", "2S 3S 4S 5S 6S 7S 8S 9S TS 12*??"], "upcard": "KH"},
    "play": ["1: sKD show(2S3S4S,5S6S7S,8S9STS) tiplu(JK@3) tiplu(JC@5) xKD", "0: sAS x7H"],
}


def picked(**changes: Any) -> Record:
    return read(json.dumps({**PICKED, **changes}))


def test_a_pick_that_was_put_back_stays_one_in_a_view() -> None:  # SHOW-11
    masked = view_of(picked(), 0)
    assert masked.parts.play[0] == "1: s?? show(2S3S4S,5S6S7S,8S9STS) tiplu(??@3) tiplu(??@5) xKD"
    assert replayed(masked)[0].stop is None


def test_what_is_left_out_of_a_view() -> None:
    record = picked(
        extensions={"app": {"deck": 1}},
        meta={"date": "2026-11-08"},
        flags=["open"],
        annotations=[{"text": "a note"}],
        dhoos=[{"seat": 1, "points": 15}],
        deal={**PICKED["deal"], "shuffle": {"algorithm": "x", "seed": "y"}},
    )
    masked = view_of(record, 1).to_mapping()
    assert masked.keys() == record.to_mapping().keys() - {"extensions"}
    assert masked["deal"] == {"hands": [None, PICKED["deal"]["hands"][1]], "upcard": "KH"}
    assert masked["view"] == 1
    for name in ("meta", "flags", "annotations", "dhoos", "rules", "players", "id", "dealer"):
        assert masked[name] == record.to_mapping()[name]


def test_hands_and_stocks_of_an_odd_size_keep_their_size() -> None:
    record = picked(deal={"hands": ["AS 2S 3S", "AS 20*??"], "stock": "AS 2H"})
    assert view_of(record, 1).to_mapping()["deal"] == {"hands": ["3*??", "AS 20*??"], "stock": "2*??"}
    assert view_of(record, "public").to_mapping()["deal"] == {"hands": ["3*??", None], "stock": "2*??"}


@pytest.mark.parametrize(
    ("ending", "view", "tiplu", "players"),
    [
        (
            "finished",
            "public",
            "JC",
            [{"holding": "AS", "maal": 3}, {"holding": "2S", "maal": 4, "seen": True}],
        ),
        ("abandoned", "public", None, [{}, {"seen": True}]),
        ("abandoned", 0, None, [{"holding": "AS"}, {"seen": True}]),
        ("abandoned", 1, "JC", [{}, {"holding": "2S", "maal": 4, "seen": True}]),
        ("dismissed", 0, None, [{"holding": "AS"}, {"seen": True}]),
        (None, 0, None, [{"holding": "AS"}, {"seen": True}]),
    ],
)
def test_the_result_of_a_game_that_nobody_finished(
    ending: str | None, view: SeatOrPublic, tiplu: str | None, players: list[dict[str, Any]]
) -> None:  # FIN-06
    result = {
        "ending": ending,
        "tiplu": "JC",
        "players": [{"holding": "AS", "maal": 3}, {"holding": "2S", "maal": 4, "seen": True}],
    }
    shown = view_of(picked(result=result), view).to_mapping()["result"]
    assert (shown.get("tiplu"), shown["players"]) == (tiplu, players)


def test_an_open_tiplu_is_seen_by_all() -> None:  # VAR-01
    play = ["-: tiplu(JC@5)", "1: sKD show(2S3S4S,5S6S7S,8S9STS) see(JC) xKD"]
    rules = {"preset": "house-app", "options": {"open_maal": True}}
    masked = view_of(picked(rules=rules, play=play), "public")
    assert masked.parts.play == ("-: tiplu(JC@5)", "1: s?? show(2S3S4S,5S6S7S,8S9STS) see(JC) xKD")


def test_what_a_draw_of_unknown_source_tells() -> None:
    """It may have come from the stock, so only who drew it is sure to have seen it."""
    record = picked(play=["1: dKD xKD", "0: pKD x7H", "1: ?", "-: gap(3)", "-: reshuffle(ASAS)"])
    assert view_of(record, 0).parts.play == ("1: d?? xKD", "0: pKD x7H", "1: ?", "-: gap(3)", "-: reshuffle")
    assert view_of(record, 1).parts.play[0] == "1: dKD xKD"


def test_who_cannot_be_told_what_another_saw() -> None:
    with pytest.raises(RecordError, match="no seat 2"):
        view_of(picked(), 2)
    for seen in (0, "public"):
        with pytest.raises(RecordError, match="not what seat 1 saw"):
            view_of(picked(view=seen), 1)


def test_a_record_without_cards_stays_one() -> None:
    record = picked(view=None, deal=None, play=None, result={"ending": "finished", "winner": 1})
    assert view_of(record, 0).to_mapping() == record.to_mapping()
