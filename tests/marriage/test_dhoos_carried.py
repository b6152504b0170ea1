"""Dhoos through the games of a session, against a ledger with a slip of paper for every fine."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.games.marriage.dhoos import DhoosOfGame, carry_dhoos

PEOPLE = ("a", "b", "c", "d")


@dataclass
class Slip:
    """One fine: who owes it and how much."""

    who: str
    points: int


Game = tuple[tuple[str, ...], int | None, list[tuple[int, int]]]


@st.composite
def evenings(draw: st.DrawFn) -> list[Game]:
    games: list[Game] = []
    for _ in range(draw(st.integers(1, 7))):
        seated = tuple(draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))])
        seats = st.integers(0, len(seated) - 1)
        winner = draw(st.none() | seats)
        games.append((seated, winner, draw(st.lists(st.tuples(seats, st.sampled_from([5, 15])), max_size=2))))
    return games


def ledger(games: list[Game]) -> tuple[list[dict[str, int]], dict[str, int]]:
    """What each present player brings into each game, and what is left at the end."""
    slips: list[Slip] = []
    brought: list[dict[str, int]] = []
    for seated, winner, fouls in games:
        brought.append({who: sum(s.points for s in slips if s.who == who) for who in seated})
        if winner is not None:
            slips = [slip for slip in slips if slip.who not in seated]
        slips += [Slip(seated[seat], points) for seat, points in fouls]
    return brought, {who: total for who in PEOPLE if (total := sum(s.points for s in slips if s.who == who))}


def as_games(games: list[Game], brought: list[dict[str, int]]) -> list[DhoosOfGame]:
    return [
        DhoosOfGame(
            winner=winner,
            fouls=tuple(fouls),
            due=tuple((seat, due[who], None) for seat, who in enumerate(seated) if due[who]),
        )
        for (seated, winner, fouls), due in zip(games, brought, strict=True)
    ]


@given(evenings(), st.booleans())
def test_irr_08_right_dues_give_no_finding(games: list[Game], whole: bool):
    brought, left = ledger(games)
    report = carry_dhoos(
        as_games(games, brought),
        players=[seated for seated, _, _ in games],
        ids=[str(index) for index in range(len(games))],
        is_whole=whole,
    )
    assert report.findings == ()
    assert dict(report.open) == left


@given(evenings(), st.integers(0, 6), st.integers(0, 3), st.integers(-15, 15))
def test_irr_08_one_wrong_due_is_found_at_its_game_and_seat(games: list[Game], at: int, seat: int, more: int):
    brought, _ = ledger(games)
    at %= len(games)
    seated = games[at][0]
    who = seated[seat % len(seated)]
    right = brought[at][who]
    brought[at][who] = max(right + more, 0)
    report = carry_dhoos(
        as_games(games, brought),
        players=[seated for seated, _, _ in games],
        ids=[str(index) for index in range(len(games))],
        is_whole=True,
    )
    found = [(index, f.place.seat, f.expected, f.found) for index, f in report.findings]
    is_told = brought[at][who] or games[at][1] is not None  # a game that nobody wins may leave it out
    is_wrong = brought[at][who] != right and is_told
    expected = [(at, seat % len(seated), right, brought[at][who])] if is_wrong else []
    assert found == expected
