"""A club secretary's facts about an archive: who plays, who stands where, what has to be settled."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import polars as pl

from marriage_analysis.analysis.rating import Rating, rate
from marriage_analysis.store.archive import Archive


@dataclass(frozen=True, slots=True)
class Section:
    """A table under a heading; columns of numbers are told apart by their types."""

    heading: str
    meaning: str
    rows: pl.DataFrame


@dataclass(frozen=True, slots=True)
class Club:
    """All that the page tells. ``counts`` are totals, ``names`` players' names by key; ratings by game."""

    counts: dict[str, int]
    names: dict[str, str]
    first_day: Any
    last_day: Any
    ratings: dict[str, tuple[Rating, ...]]
    sections: tuple[Section, ...]


def club_facts(archive: Archive) -> Club:
    """Gather the facts; corrected games and second accounts count once (``current_games``)."""
    counts = archive.sql(
        "SELECT count(*) AS games,"
        " count(DISTINCT (game, session_id)) FILTER (session_id IS NOT NULL) AS sessions,"
        " (SELECT count(DISTINCT player) FROM results) AS players,"
        " count(*) FILTER (winner IS NOT NULL) AS finished, count(*) FILTER (turns > 0) AS with_play,"
        " count(*) FILTER (verdict = 'clean') AS clean, count(*) FILTER (errors > 0) AS to_check,"
        " (SELECT count(*) FROM games) - count(*) AS corrected_or_copies,"
        " (SELECT count(*) FROM rejects) AS rejects,"
        " min(day) AS first_day, max(day) AS last_day FROM current_games"
    ).row(0, named=True)
    first_day, last_day = counts.pop("first_day"), counts.pop("last_day")
    ratings = dict(_ratings(archive))
    names = _names(archive)
    return Club(counts, names, first_day, last_day, ratings, tuple(_sections(archive, ratings, names)))


def _names(archive: Archive) -> dict[str, str]:
    """What each player is called; two of one name are told apart by what they are kept under."""
    names = dict(archive.sql("SELECT player, min_by(player_name, games) FROM standings GROUP BY player").rows())
    times = Counter(names.values())
    return {player: name if times[name] == 1 else f"{name} ({player})" for player, name in names.items()}


def _ratings(archive: Archive) -> Iterator[tuple[str, tuple[Rating, ...]]]:
    rows = archive.ask(
        "SELECT game, digest, player, net FROM results WHERE net IS NOT NULL ORDER BY game, load_number, seat"
    ).rows
    for game, of_game in groupby(rows, key=lambda row: row[0]):
        tables = ([(row[2], row[3]) for row in table] for _, table in groupby(of_game, key=lambda row: row[1]))
        yield str(game), rate(tables)


def _sections(
    archive: Archive, ratings: dict[str, tuple[Rating, ...]], names: dict[str, str]
) -> Iterator[Section]:
    standings = archive.sql(
        "SELECT game, player, player AS name, games, wins, net, mean_net, best, worst FROM standings"
    )
    standings = standings.with_columns(pl.col("name").replace_strict(names, return_dtype=pl.String))
    rated = pl.DataFrame(
        [
            {
                "game": game,
                "player": one.player,
                "rating": round(one.points, 1),
                "rating_low": round(one.low, 1),
                "rating_high": round(one.high, 1),
            }
            for game, some in ratings.items()
            for one in some
        ],
        schema={
            "game": pl.String,
            "player": pl.String,
            "rating": pl.Float64,
            "rating_low": pl.Float64,
            "rating_high": pl.Float64,
        },
    )
    yield Section(
        "Players",
        "Points of all games that count. The rating is what a player is worth in points a game above the"
        " average seat of these games; it lies between low and high with a probability of 95 %.",
        standings.join(rated, on=["game", "player"], how="left", maintain_order="left").drop("player"),
    )
    head_to_head = archive.sql(
        "SELECT game, player, opponent, games, wins, losses, net, opponent_net, received FROM head_to_head"
        " WHERE player < opponent"
    )
    yield Section("Head to head", archive.meanings["head_to_head"], head_to_head)
    for view in archive.views:
        if view.heading is not None:
            frame = archive.lazy(view.name).collect()
            yield Section(view.heading, view.meaning, frame)
    yield Section(
        "What has to be looked at",
        archive.meanings["to_check"],
        archive.sql("SELECT game_id, session_id, player_name AS player, code, message FROM to_check"),
    )
