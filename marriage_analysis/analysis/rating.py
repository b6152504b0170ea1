"""A rating of players with an interval: how many points a game somebody is worth against the average seat.

A player's net in a game is taken as strength less the mean strength at the table, plus luck. Strengths have a
normal prior, whose spread and that of luck are estimated from the games; a rating is the mean of what is then
believed of a strength above that of the average seat of these games, and its interval holds 95 % of it. Who
played little is rated near 0, and opponents count: points won from a strong table are worth more.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_WIDTH: Final = 1.96
_ROUNDS: Final = 8
_LEAST: Final = 100
"""Players are taken to differ at least so that the variance of luck is so many times theirs: of few games the
estimate would often be that they do not differ at all.
"""
MOST_PLAYERS: Final = 150
"""Of more players those with the most games are rated: the work grows with the cube of their number."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's worth in points a game, with the interval that holds it with a probability of 95 %."""

    player: str
    games: int
    points: float
    low: float
    high: float


def rate(games: Iterable[Sequence[tuple[str, float]]]) -> tuple[Rating, ...]:
    """Ratings from games, each as players with their nets; the best first, equal ones by name.

    Games with one player whose net is known tell nothing of strength and are passed over. Players all of whose
    games are so are not rated. Nobody is better than another before games tell so.
    """
    tables = [list(game) for game in games if len(game) > 1]
    played: dict[str, int] = {}
    for game in tables:
        for player, _ in game:
            played[player] = played.get(player, 0) + 1
    names = sorted(sorted(played), key=lambda name: -played[name])[:MOST_PLAYERS]
    if len(names) < 2:
        return ()
    place = {name: index for index, name in enumerate(names)}
    information, score, square, count = _normal_equations(tables, place)
    belief, spread = _believed(information, score, square, count, [played[name] for name in names])
    ratings = [
        Rating(name, played[name], belief[i], belief[i] - _WIDTH * spread[i], belief[i] + _WIDTH * spread[i])
        for i, name in enumerate(names)
    ]
    return tuple(sorted(ratings, key=lambda rating: (-rating.points, rating.player)))


Matrix = list[list[float]]


def _normal_equations(
    games: list[list[tuple[str, float]]], place: dict[str, int]
) -> tuple[Matrix, list[float], float, int]:
    """X'X, X'y, y'y and the degrees of freedom, for rows (strength - mean strength of the table) = net."""
    size = len(place)
    information = [[0.0] * size for _ in range(size)]
    score = [0.0] * size
    square, count = 0.0, 0
    for game in games:
        seated = [(place[player], net) for player, net in game if player in place]
        mean = math.fsum(net for _, net in seated) / len(seated) if seated else 0.0
        share = 1 / len(seated) if seated else 0.0
        for i, net in seated:
            score[i] += net - mean
            square += (net - mean) ** 2
            for j, _ in seated:
                information[i][j] += (i == j) - share
        count += max(len(seated) - 1, 0)
    return information, score, square, count


def _believed(
    information: Matrix, score: list[float], square: float, count: int, games: list[int]
) -> tuple[list[float], list[float]]:
    """Means and standard deviations of the strengths above that of the average seat.

    The spreads of luck and of strengths come by expectation and maximisation.
    """
    size = len(score)
    luck = max(square / max(count, 1), 1e-9)
    # To begin with: how much farther the players' means lie apart than luck alone would bring them, each
    # counted as often as its player played.
    told = [(score[i], information[i][i]) for i in range(size) if information[i][i]]
    excess = math.fsum(own**2 / often - luck for own, often in told) / math.fsum(often for _, often in told)
    least = luck / _LEAST
    prior = max(excess, least)
    mean: list[float] = [0.0] * size
    covariance: Matrix = []
    for _ in range(_ROUNDS):
        system = [[information[i][j] / luck + (i == j) / prior for j in range(size)] for i in range(size)]
        covariance = _inverse(system)
        mean = [math.fsum(covariance[i][j] * score[j] for j in range(size)) / luck for i in range(size)]
        prior = max(math.fsum(mean[i] ** 2 + covariance[i][i] for i in range(size)) / size, least)
        fitted = math.fsum(mean[i] * score[i] for i in range(size))
        quadratic = math.fsum(
            mean[i] * math.fsum(information[i][j] * mean[j] for j in range(size)) for i in range(size)
        )
        trace = math.fsum(information[i][j] * covariance[j][i] for i in range(size) for j in range(size))
        luck = max((square - 2 * fitted + quadratic + trace) / max(count, 1), 1e-9)
    seats = [number / sum(games) for number in games]
    middle = math.fsum(seats[i] * mean[i] for i in range(size))
    beside = [math.fsum(seats[j] * covariance[i][j] for j in range(size)) for i in range(size)]
    together = math.fsum(seats[i] * beside[i] for i in range(size))
    variances = [covariance[i][i] - 2 * beside[i] + together for i in range(size)]
    return [value - middle for value in mean], [math.sqrt(max(value, 0.0)) for value in variances]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    work = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for k in range(size):
        pivot = work[k][k]
        work[k] = [value / pivot for value in work[k]]
        for i in range(size):
            if i != k and work[i][k]:
                factor = work[i][k]
                work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return [row[size:] for row in work]
