"""The loop round the table knows no game: a toy one goes through it, with chance, passing and a turn limit."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from marriage_analysis.cards.chance import Chance
from marriage_analysis.errors import CountError, NotationError
from marriage_analysis.play.policies import play_at_random
from marriage_analysis.play.simulate import play_out


@dataclass(frozen=True)
class ToyView:
    total: int
    must_act: bool

    def legal_actions(self) -> Sequence[int]:
        return tuple(range(1, min(3, 21 - self.total) + 1))


@dataclass
class Nim:
    """Two seats count up to 21; at 10 chance takes back some; seat 1 may pass."""

    seed: str
    total: int = 0
    turns: int = 0
    taken_back: bool = False
    stopped: bool = False
    log: list[object] = field(default_factory=list[object])

    @property
    def is_over(self) -> bool:
        return self.total == 21 or self.stopped

    @property
    def to_act(self) -> int | None:
        return None if self.total >= 10 and not self.taken_back else self.turns % 2

    def view(self, seat: int) -> ToyView:
        return ToyView(self.total, must_act=seat == 0)

    def play(self, seat: int, action: int | None) -> None:
        self.log.append((seat, action))
        self.total += action or 0
        self.turns += 1

    def play_chance(self) -> None:
        self.taken_back = True
        self.total -= Chance(self.seed).below(5)
        self.log.append(self.total)

    def abandon(self) -> None:
        self.stopped = True

    def parts(self) -> object:
        return self.log

    @property
    def ends_session(self) -> bool:
        return False

    def carries(self, game_id: str) -> object:
        return game_id


def played(seed: str, *, max_turns: int = 100) -> Nim:
    table = Nim(seed)
    play_out(table, [play_at_random, play_at_random], seed=seed, max_turns=max_turns)
    return table


def test_a_game_goes_round_until_it_is_over() -> None:
    passes = 0
    for number in range(30):
        table = played(str(number))
        assert table.total == 21
        assert sum(isinstance(entry, int) for entry in table.log) == 1
        passes += sum(entry == (1, None) for entry in table.log)
        assert (0, None) not in table.log
    assert passes > 10


def test_the_seed_is_all_that_matters() -> None:
    assert played("a").log == played("a").log != played("b").log


def test_the_turn_limit() -> None:
    table = played("a", max_turns=4)
    assert table.stopped
    assert table.turns == 4


def greedy(view: ToyView, chance: Chance) -> int:
    del chance
    return view.legal_actions()[-1]


def test_what_one_seat_decides_does_not_change_the_chance_of_another() -> None:
    """A policy that asks for no chance, or decides more often, leaves the other seat's chances as they are."""
    drawn: list[list[int]] = []
    for other in (greedy, play_at_random):
        mine: list[int] = []

        def noting(view: ToyView, chance: Chance, mine: list[int] = mine) -> int:
            mine.append(chance.below(1000))
            return view.legal_actions()[0]

        play_out(Nim("a"), [noting, other], seed="a", max_turns=8)
        drawn.append(mine)
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 4


def test_chance_is_fair_and_repeatable() -> None:
    chance = Chance("fair")
    counts = [0] * 6
    for _ in range(6_000):
        counts[chance.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)
    again = Chance("fair")
    assert [again.below(1 << 32) for _ in range(20)] != [Chance("fair2").below(1 << 32) for _ in range(20)]
    assert Chance("fair").pick("abcdef") == "abcdef"[Chance("fair").below(6)]


@pytest.mark.parametrize("seed", ["fair", "reject 11995"])
def test_numbers_at_once_are_the_numbers_one_by_one(seed: str) -> None:
    at_once, single = Chance(seed), Chance(seed)
    assert at_once.below_each(1000) == [single.below(bound) for bound in range(1000, 1, -1)]
    assert at_once.below(1 << 32) == single.below(1 << 32)
    assert Chance(seed).below_each(1) == Chance(seed).below_each(0) == []


def test_nothing_to_choose_among() -> None:
    for bound in (0, -1, (1 << 32) + 1):
        with pytest.raises(CountError):
            Chance("x").below(bound)
    with pytest.raises(CountError):
        Chance("x").pick(())
    with pytest.raises(NotationError):
        Chance("\ud800")
