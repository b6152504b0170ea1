"""The games of an archive settled by other rules: which change, by how much, for whom."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from marriage_analysis.audit.audit import player_names
from marriage_analysis.errors import StoreError
from marriage_analysis.games.abilities import Resettles
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.rows import restored

SCHEMA: Final = pl.Schema(
    {
        "load_number": pl.Int64,
        "digest": pl.String,
        "game_id": pl.String,
        "session_id": pl.String,
        "seat": pl.Int64,
        "player": pl.String,
        "player_name": pl.String,
        "basis": pl.String,
        "net": pl.Int64,
        "other_net": pl.Int64,
        "change": pl.Int64,
    }
)
"""A row a player and game: the net by the game's own rules, by the other rules, and the difference.

``basis`` says what the other net's maal rests on: cards, counted, or claim, which stays as it was stated.
"""


@dataclass(frozen=True, slots=True)
class Resettlement:
    """What other rules would have made of the games that count.

    ``seats`` has the columns of :data:`SCHEMA`, in the order of loading and seat. ``unsettled`` counts the
    games that cannot be compared, by the reason.
    """

    seats: pl.DataFrame
    unsettled: Mapping[str, int]

    @property
    def games(self) -> int:
        """How many games could be compared."""
        return self.seats["digest"].n_unique()

    @property
    def changed_games(self) -> pl.DataFrame:
        """The games in which a net changes, the greatest change of a player first: id and that change."""
        return (
            self.seats.group_by("load_number", "game_id", "session_id")
            .agg(
                largest=pl.col("change").abs().max(),
                moved=pl.col("change").filter(pl.col("change") > 0).sum(),
            )
            .filter(pl.col("largest") > 0)
            .sort("largest", "load_number", descending=[True, False])
        )

    @property
    def players(self) -> pl.DataFrame:
        """Each player's points by either rules over these games, who gains most first."""
        return (
            self.seats.group_by("player")
            .agg(
                pl.col("player_name").sort_by("load_number").first(),
                games=pl.len(),
                changed=(pl.col("change") != 0).sum(),
                net=pl.col("net").sum(),
                other_net=pl.col("other_net").sum(),
                change=pl.col("change").sum(),
            )
            .sort("change", "player", descending=[True, False])
        )


def resettle(
    archive: Archive, rules: Mapping[str, object], *, on_game: Callable[[], object] = lambda: None
) -> Resettlement:
    """Settle every game of the archive that counts by other rules, written as in a record.

    The cards and what happened stay. Compared is with the derived net, so the archive has to be derived. Raises
    ``RuleOptionError`` for rules that cannot be.
    """
    derived = archive.sql(
        "SELECT digest, list(derived_net ORDER BY seat) AS nets FROM seats GROUP BY digest"
        " HAVING count(derived_net) = count(*)"
    )
    nets: dict[str, list[int]] = dict(derived.iter_rows())
    unsettled: Counter[str] = Counter()
    rows: dict[str, list[Any]] = {name: [] for name in SCHEMA}
    for number, digest, text, annotations in archive.ask(
        "SELECT g.load_number, digest, r.record, r.annotations FROM current_games g"
        " JOIN records r USING (digest) ORDER BY g.load_number"
    ).rows:
        on_game()
        record, _ = read_text(restored(text, annotations).decode())
        if record is None:
            raise StoreError(f"the record {digest} is stored and cannot be read")
        why = _add(rows, record, nets.get(digest), rules, number=number, digest=digest)
        if why is not None:
            unsettled[why] += 1
    return Resettlement(pl.DataFrame(rows, schema=SCHEMA), dict(unsettled.most_common()))


def _add(
    rows: dict[str, list[Any]],
    record: Record,
    nets: list[int] | None,
    rules: Mapping[str, object],
    *,
    number: int,
    digest: str,
) -> str | None:
    """Add the rows of a game, or say why it cannot be compared."""
    game = record.game_value
    if not isinstance(game, Resettles):
        return f"a game of {record.game} cannot be settled by other rules"
    other = game.resettled(record.parts, rules, players=player_names(record), dealer=record.dealer)
    if other.unsettled is not None:
        return other.unsettled
    if nets is None:
        return "its nets by its own rules are not derived"
    for seat, (player, net, changed) in enumerate(zip(record.players, nets, other.derived["net"], strict=True)):
        values = (
            number,
            digest,
            record.id,
            None if record.session is None else record.session.id,
            seat,
            player.key,
            player.label,
            other.basis[seat],
            net,
            changed,
            None if changed is None else changed - net,
        )
        for name, value in zip(rows, values, strict=True):
            rows[name].append(value)
    return None
