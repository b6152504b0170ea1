"""What a seat knows of a position: nothing it has not seen, all it needs to act, and one line that holds it."""

import random
import re
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from marriage.engine.playouts import RULES, Playout, play_out, rules_of

from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.engine.choices import legal_moves
from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import UNKNOWN
from marriage_analysis.games.marriage.engine.held_cards import HeldCards
from marriage_analysis.games.marriage.engine.notation import parse_event
from marriage_analysis.games.marriage.engine.position import NOT_CHOSEN, Phase, Position, is_unusable_tiplu
from marriage_analysis.games.marriage.engine.position_text import (
    SEAT_WORDS,
    TABLE_WORDS,
    format_position,
    parse_position,
)
from marriage_analysis.games.marriage.engine.seat_view import SeatView, knows_tiplu, seat_view
from marriage_analysis.games.marriage.rules.presets import rule_set

ALL_GAMES = [(index % len(RULES), 2 + (index + index // 5) % 5, index) for index in range(60)]
GAMES = [pytest.param(*game, marks=[pytest.mark.long] if game[2] >= 20 else []) for game in ALL_GAMES]
PAGAT = rule_set("pagat")


def steps(which: int, seats: int, seed: int) -> Iterator[Playout]:
    preset, options = RULES[which]
    return play_out(preset, options, seats=seats, seed=seed, cap=120)


def viewers(seats: int) -> list[int | None]:
    return [*range(seats), None]


def exchanged(position: Position, held: HeldCards, seat: int | None, rng: random.Random) -> Position:
    """The position with all cards that the seat has not seen put in other places."""
    twin = position.copy()
    others = [other for other in range(position.seats) if other != seat]
    unseen_tiplu = position.tiplu >= 0 and not knows_tiplu(position, seat)
    pool = [card for card in position.stock if isinstance(card, int)]
    numbers: dict[int, int] = {}
    for other in others:
        loose = Counter(dict(enumerate(position.free[other]))) - held.seats[other]
        pool += loose.elements()
        numbers[other] = loose.total()
    pool += [position.tiplu] * unseen_tiplu
    rng.shuffle(pool)
    if unseen_tiplu:
        place = next(index for index, face in enumerate(pool) if not is_unusable_tiplu(face))
        twin.set_tiplu(pool.pop(place))
    for other in others:
        twin.free[other] = bytearray(held.seats[other][face] for face in range(len(twin.free[other])))
        for face in (pool.pop() for _ in range(numbers[other])):
            twin.free[other][face] += 1
        twin.dealt_tunnels[other] = tuple(face for face, count in enumerate(twin.free[other]) if count >= 3)
    twin.stock = list(pool)
    return twin


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_cards_that_a_seat_has_not_seen_change_nothing_for_it(which: int, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    changed = 0
    for game in steps(which, seats, seed):
        for seat in viewers(seats):
            twin = exchanged(game.position, game.held, seat, rng)
            changed += twin.free != game.position.free or twin.tiplu != game.position.tiplu
            before, after = (seat_view(position, game.held, seat=seat) for position in (game.position, twin))
            assert format_position(after) == format_position(before)
            assert after == before
    assert changed > 5


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_the_line_holds_the_whole_view(which: int, seats: int, seed: int) -> None:
    for game in steps(which, seats, seed):
        for seat in viewers(seats):
            view = seat_view(game.position, game.held, seat=seat)
            line = format_position(view)
            assert parse_position(line, rules=view.rules) == view
            assert "\n" not in line


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_what_a_seat_knows_is_enough_to_know_what_it_may_do(which: int, seats: int, seed: int) -> None:
    for number, game in enumerate(steps(which, seats, seed)):
        if number % 5 and game.position.phase in (Phase.PLAY, Phase.DRAW):
            continue  # shows and finishes are slow to find
        moves = legal_moves(game.position)
        for seat in range(seats):
            view = seat_view(game.position, game.held, seat=seat)
            assert view.legal_actions() == tuple(move.action for move in moves if move.seat == seat)
        assert seat_view(game.position, game.held, seat=None).legal_actions() == ()


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_cards_known_to_be_held_are_held(which: int, seats: int, seed: int) -> None:
    for game in steps(which, seats, seed):
        for seat in range(seats):
            free = Counter(dict(enumerate(game.position.free[seat])))
            assert game.held.seats[seat] <= free


@pytest.mark.parametrize(("which", "seats", "seed"), GAMES)
def test_numbers_of_cards_are_kept(which: int, seats: int, seed: int) -> None:
    for game in steps(which, seats, seed):
        for seat in viewers(seats):
            view = seat_view(game.position, game.held, seat=seat)
            known = view.position()
            sizes = [game.position.hand_size(other) for other in range(seats)]
            assert [known.hand_size(other) for other in range(seats)] == sizes
            assert [facts.size for facts in view.players] == sizes
            assert len(known.stock) == len(game.position.stock)


def test_every_phase_comes_up_in_these_games() -> None:
    seen: Counter[str] = Counter({"OPEN_TIPLU": 1})  # it is the position before the first event
    for which, seats, seed in ALL_GAMES[:40]:
        (game,) = deque(steps(which, seats, seed), maxlen=1)
        seen += game.phases
    assert all(seen[phase.name] for phase in Phase), seen


def known(*events: str) -> Counter[int]:
    """What is known to be held by a seat after these events of its own; a tunnel of 9H lies displayed."""
    position = Position(PAGAT, seats=2, dealer=0)
    position.displayed[1] = [21]
    held = HeldCards(2)
    for text in events:
        held.note(1, parse_event(text), position)
    return held.seats[1]


@pytest.mark.parametrize(
    ("events", "faces"),
    [
        (("pAS",), {0: 1}),
        (("sAS",), {}),
        (("pAS", "x2S"), {0: 1}),
        (("pAS", "xAS"), {}),
        (("pAS", "x2S", "pAS", "xAS"), {0: 1}),
        (("pAS", "show(AS2S3S,4S4S4S,5S5S5S)"), {}),
        (("pAS", "show(2S3S4S,4S4S4S,5S5S5S)"), {0: 1}),
        (("badshow(AS2S3S,4S4S4S,9H9H9H)",), {0: 1, 1: 1, 2: 1, 3: 3}),
        (
            (
                "pAS",
                "badfinish(AS2S)",
            ),
            {0: 1, 1: 1},
        ),
        (("badshow",), {}),
        (("pAS", "finish(ASASAS)"), {}),
    ],
)
def test_what_is_known_to_be_held(events: tuple[str, ...], faces: dict[int, int]) -> None:
    assert known(*events) == faces


def line(text: str) -> SeatView:
    return parse_position(text, rules=PAGAT)


def test_a_line_by_hand() -> None:
    view = line(
        "view(1) dealer(0) phase(draw) actor(1) hand(2H4C4C) pile(TSQH) offered stock(71) tiplu(??)"
        " | 21 | 3 drawn"
    )
    assert (view.seat, view.actor, view.offered_card, view.stock) == (1, 1, 24, 71)
    assert [face for face, count in enumerate(view.hand) for _ in range(count)] == [14, 42, 42]
    assert (view.tiplu, view.wild) == (UNKNOWN, frozenset())
    assert line("view(public) dealer(1) phase(draw) | 21 | 21").tiplu == NOT_CHOSEN
    assert len(line("view(0) dealer(1) phase(draw) tiplu(JC) | 21 | 21").wild) == 6


@pytest.mark.parametrize(
    ("text", "told", "position"),
    [
        ("", "seats", 0),
        ("view(0) dealer(0) phase(draw) | 21", "two to six seats", 0),
        ("view(0) dealer(0) phase(draw)" + " | 21" * 7, "two to six seats", 0),
        ("dealer(0) phase(draw) | 21 | 21", "view", 0),
        ("view(0) dealer(0) | 21 | 21", "phase", 0),
        ("view(0) view(0) dealer(0) phase(draw) | 21 | 21", "twice", 8),
        ("view(0) dealer(0) phase(draws) | 21 | 21", "one of these", 18),
        ("view(0) dealer(0) phase(draw) hand(2H1C) | 21 | 21", "1C", 30),
        ("view(0) dealer(0) phase(draw) hand(4C2H) | 21 | 21", "order", 30),
        ("view(0) dealer(0) phase(draw) hidden(4C) | 21 | 21", "not known", 30),
        ("view(0) dealer(0) phase(draw) pile(4C1) | 21 | 21", "cards", 30),
        ("view(0) dealer(0) phase(draw) stock(07) | 21 | 21", "number", 30),
        ("view(0) dealer(0) phase(draw) stock(1000) | 21 | 21", "number", 30),
        ("view(0) dealer(0) phase(draw) offered(1) | 21 | 21", "no word", 30),
        ("view(0) dealer(0) phase(draw) stock | 21 | 21", "no word", 30),
        ("view(0) dealer(0) phase(draw)  stock(3) | 21 | 21", "no word", 30),
        ("view(0) dealer(0) phase(draw) | 21 | x", "number of its cards", 37),
        ("view(0) dealer(0) phase(draw) | 21 | 21 seeing", "no word", 40),
        ("view(2) dealer(0) phase(draw) | 21 | 21", "not there", 0),
        ("view(0) dealer(2) phase(draw) | 21 | 21", "not there", 0),
        ("view(0) dealer(0) phase(draw) winner(5) | 21 | 21", "not there", 0),
    ],
)
def test_what_is_no_line(text: str, told: str, position: int) -> None:
    with pytest.raises(NotationError, match=told) as error:
        line(text)
    assert error.value.position == position


def test_rules_are_given_and_not_read() -> None:
    text = "view(0) dealer(1) phase(draw) | 21 | 21"
    assert parse_position(text, rules=rules_of("house-app", {})) != line(text)


def test_the_tiplu_is_known_from_the_look_on() -> None:
    position = Position(PAGAT, seats=2, dealer=0)
    position.set_tiplu(49)
    position.seen, position.phase, position.actor = [True, True], Phase.SEE, 1
    held = HeldCards(2)
    assert [seat_view(position, held, seat=seat).tiplu for seat in (0, 1, None)] == [49, UNKNOWN, UNKNOWN]
    play(position, 1, parse_event("see(JC)"))
    assert [seat_view(position, held, seat=seat).tiplu for seat in (0, 1, None)] == [49, 49, UNKNOWN]


def test_the_page_of_the_position_text_has_every_word() -> None:
    page = (Path(__file__).parents[3] / "docs" / "position-text.md").read_text(encoding="utf-8")
    table, seat = (re.findall(r"^\| `([a-z_]+)", part, re.MULTILINE) for part in page.split("## ")[1:])
    assert (table, seat) == ([word.word for word in TABLE_WORDS], [word.word for word in SEAT_WORDS])
    example = re.findall(r"```\n(.*?)\n```", page)[0]
    assert format_position(line(example)) == example
