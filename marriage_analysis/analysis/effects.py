"""Whether groups of games differ in their mean, and by how much, said only where the numbers bear it out.

Means with intervals, differences between groups, and the verdict of a test; nothing else makes a claim.
Values are taken to be independent of one another, one a game (see each function), and many enough for a normal
approximation; groups of fewer than :data:`FEWEST` values get no interval.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist, fmean, variance
from typing import Final

FEWEST: Final = 20
"""A group of fewer values gets no interval and takes part in no comparison."""

LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a group: ``n`` values; ``low`` and ``high`` of its interval, None where n is too small."""

    group: str
    n: int
    mean: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.mean is None:
            return f"{self.group}: no games"
        around = "" if self.low is None else f" ({self.low:+.2f} to {self.high:+.2f})"
        return f"{self.group}: {self.mean:+.2f}{around}, n = {self.n}"


@dataclass(frozen=True, slots=True)
class Difference:
    """Two groups compared: the difference of their means (first minus second) with its interval.

    The intervals of one comparison hold together: all of them hold with the probability of the level.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float

    @property
    def is_found(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        told = "differ" if self.is_found else "no difference found"
        span = f"{self.difference:+.2f} ({self.low:+.2f} to {self.high:+.2f})"
        return f"{self.first} against {self.second}: {span}, {told}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Groups compared: the mean of each, and each pair of those that are large enough."""

    means: tuple[Mean, ...]
    differences: tuple[Difference, ...]
    level: float

    @property
    def is_found(self) -> bool:
        """Whether any two groups differ."""
        return any(one.is_found for one in self.differences)

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.means, *self.differences)))


def mean_of(group: str, values: Sequence[float], *, level: float = LEVEL) -> Mean:
    """The mean of independent values with its interval.

    >>> print(mean_of("all", [1, 2] * 50))
    all: +1.50 (+1.40 to +1.60), n = 100
    """
    if not values:
        return Mean(group, 0, None)
    mean = fmean(values)
    if len(values) < FEWEST:
        return Mean(group, len(values), mean)
    room = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(variance(values) / len(values))
    return Mean(group, len(values), mean, mean - room, mean + room)


def compare_groups(groups: Mapping[str, Sequence[float]], *, level: float = LEVEL) -> Comparison:
    """Compare the means of groups whose values are all independent: different games, or one value a game.

    With k pairs each interval has the level 1 - (1 - level) / k (Bonferroni), so that where nothing differs a
    difference is found at most once in 1 / (1 - level) times.
    """
    means = tuple(mean_of(name, values, level=level) for name, values in groups.items())
    large = [name for name, values in groups.items() if len(values) >= FEWEST]
    pairs = list(combinations(large, 2))
    differences: list[Difference] = []
    for first, second in pairs:
        a, b = groups[first], groups[second]
        error = math.sqrt(variance(a) / len(a) + variance(b) / len(b))
        differences.append(_difference(first, second, fmean(a) - fmean(b), error, len(pairs), level))
    return Comparison(means, tuple(differences), level)


def compare_within(games: Iterable[Mapping[str, float]], *, level: float = LEVEL) -> Comparison:
    """Compare things that each game has a value of, such as its seats, by their differences within games.

    What one seat wins another pays, so their values are not independent, but the differences of two seats in
    different games are. A game without a value for one of a pair is left out of that pair. Names come in order.
    """
    held = list(games)
    names = sorted({name for game in held for name in game})
    means = tuple(mean_of(name, [game[name] for game in held if name in game], level=level) for name in names)
    pairs: list[tuple[str, str, list[float]]] = []
    for first, second in combinations(names, 2):
        apart = [game[first] - game[second] for game in held if first in game and second in game]
        if len(apart) >= FEWEST:
            pairs.append((first, second, apart))
    differences = tuple(
        _difference(first, second, fmean(apart), math.sqrt(variance(apart) / len(apart)), len(pairs), level)
        for first, second, apart in pairs
    )
    return Comparison(means, differences, level)


def _difference(
    first: str, second: str, difference: float, error: float, pairs: int, level: float
) -> Difference:
    room = NormalDist().inv_cdf(1 - (1 - level) / pairs / 2) * error
    return Difference(first, second, difference, difference - room, difference + room)
