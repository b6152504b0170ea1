"""What a seat is asked with tells nothing that it has not seen: hidden cards exchanged, nothing changes."""

import random

from marjolet.hands import SEED, cards, random_deal, random_rules, steps

from marriage_analysis.games.marjolet.engine.effects import start
from marriage_analysis.games.marjolet.engine.position import Position
from marriage_analysis.games.marjolet.engine.seat_view import SeatView, seat_view
from marriage_analysis.games.marjolet.pack import cards_in, word_of


def with_hidden_exchanged(position: Position, seat: int, rng: random.Random) -> Position:
    """The position with all cards that the seat has not seen dealt anew among the places where they lie."""
    other = 1 - seat
    view = seat_view(position, seat=seat)
    kept = position.hands[other] & ~view.unseen
    hidden = list(cards_in(view.unseen))
    rng.shuffle(hidden)
    twin = position.copy()
    size = position.hands[other].bit_count() - kept.bit_count()
    twin.hands[other] = kept | word_of(hidden[:size])
    twin.stock[position.drawn :] = hidden[size:]
    assert len(twin.stock) == len(position.stock)
    return twin


def test_a_view_does_not_change_by_a_byte_when_hidden_cards_are_exchanged() -> None:
    rng = random.Random(21)
    changed = 0
    for number in range(60):
        rules = SEED if number % 2 else random_rules(rng)
        position = start(random_deal(rng), rules, dealer=number % 2, before=(100, 200))
        for reached, _ in steps(position, rng):
            for seat in range(2):
                twin = with_hidden_exchanged(reached, seat, rng)
                changed += twin.hands != reached.hands
                assert seat_view(twin, seat=seat) == seat_view(reached, seat=seat)
                assert repr(seat_view(twin, seat=seat)) == repr(seat_view(reached, seat=seat))
    assert changed > 1_000


def view_of_other(position: Position) -> SeatView:
    return seat_view(position, seat=1)


def test_what_is_shown_stays_known() -> None:
    position = start(random_deal(random.Random(1)), SEED, dealer=1)
    position.hands = [cards("AH AD AC AS 7C 8C"), cards("7S 8S 9S 7H 8H 9H")]
    position.melded = cards("AH AD AC AS")
    assert view_of_other(position).shown == cards("AH AD AC AS")
    assert view_of_other(position).other_hand is None


def test_who_is_not_asked_has_no_actions() -> None:
    position = start(random_deal(random.Random(2)), SEED, dealer=1)
    assert len(seat_view(position, seat=0).legal_actions()) == 6
    assert seat_view(position, seat=1).legal_actions() == ()
