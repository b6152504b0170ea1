"""Groups of an archive's games compared: queries that give a group and a value, and what ``effects.py`` finds.

Rows of one game are not independent of one another: what one seat wins another pays. So a query gives one row a
game (:func:`compare_games`), or several that are compared inside their games (:func:`compare_inside_games`).
"""

from itertools import groupby

from marriage_analysis.analysis.effects import LEVEL, Comparison, compare_groups, compare_within
from marriage_analysis.errors import StoreError
from marriage_analysis.store.archive import Archive


def compare_games(archive: Archive, query: str, *, level: float = LEVEL) -> Comparison:
    """Compare groups of games by a query that gives ``digest``, ``label`` and ``value``, one row a game.

    Rows without a label or a value are left out; groups come in the order of their labels. Raises
    ``StoreError`` where a game has several rows, and for a query that cannot be run.
    """
    groups: dict[str, list[float]] = {}
    met: set[str] = set()
    for digest, label, value in _rows(archive, query):
        if digest in met:
            raise StoreError("the query gives several rows of one game; compare those inside their games")
        met.add(digest)
        groups.setdefault(label, []).append(value)
    return compare_groups(dict(sorted(groups.items())), level=level)


def compare_inside_games(archive: Archive, query: str, *, level: float = LEVEL) -> Comparison:
    """Compare what every game has several of, such as seats, by a query as for :func:`compare_games`.

    A game must not give a label twice; raises ``StoreError`` where one does.
    """
    games: list[dict[str, float]] = []
    for digest, rows in groupby(_rows(archive, query), key=lambda row: row[0]):
        values: dict[str, float] = {}
        for _, label, value in rows:
            if label in values:
                raise StoreError(f"the game {digest} has two values of {label!r}")
            values[label] = value
        games.append(dict(sorted(values.items())))
    return compare_within(games, level=level)


def _rows(archive: Archive, query: str) -> list[tuple[str, str, float]]:
    """The rows that have a label and a value, in the order of digest and label."""
    frame = archive.sql(
        f"SELECT digest, label::VARCHAR AS label, value::DOUBLE AS value FROM ({query}\n)"
        " WHERE label IS NOT NULL AND value IS NOT NULL ORDER BY digest, label"
    )
    return frame.rows()
