"""The material of the demonstration: sample records, one with a mistake planted by a seed, and simulated games.

Everything is written into one folder; what is printed about it is for ``cli/demo.py``.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from marriage_analysis.analysis.planting import Planted, plant_mistake
from marriage_analysis.errors import SettlementError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.package_data import records_folder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.files import write_atomically
from marriage_analysis.records.model import Record
from marriage_analysis.records.packing import packed
from marriage_analysis.records.reader import read_records

SESSIONS: Final = ("session-a.jsonl", "session-b.jsonl")
HANDS: Final = ("scored-hands.jsonl",)
_SOUND: Final = Path("marriage", "sound")

SIMULATED_RULES: Final = ("pagat", "wikipedia-en", "wikipedia-ja", "house-app")
SIMULATED_GAMES: Final = 200
_ROBOTS: Final = ("Robot 1", "Robot 2", "Robot 3", "Robot 4")

QUESTIONS: Final = (
    (
        "Who came out best of the two evenings?",
        "SELECT session_id, player_name, games, net FROM ("
        "SELECT session_id, player_name, count(*) AS games, sum(net)::BIGINT AS net FROM results "
        "WHERE session_id IS NOT NULL GROUP BY ALL) ORDER BY session_id, net DESC, player_name",
    ),
    (
        "What does it cost to finish a game without having seen the tiplu?",
        "SELECT seen, count(*) AS players, round(avg(s.derived_net), 1) AS mean_net FROM seats s "
        "JOIN current_games g USING (digest) WHERE g.session_id IS NOT NULL AND seen IS NOT NULL "
        "GROUP BY seen ORDER BY seen",
    ),
    (
        "In the simulated games, what comes of showing by sets, by dublees, or not at all?",
        "SELECT coalesce(v.route, 'no show') AS shown_by, count(*) AS players, round(avg(v.turn_of_seat), 1) "
        "AS in_turn, count(*) FILTER (s.seat = g.winner) AS won, round(avg(s.derived_net), 1) AS mean_net "
        "FROM sightings v JOIN seats s USING (digest, seat) JOIN games g USING (digest) "
        "WHERE g.source_app = 'marriage simulate' GROUP BY v.route ORDER BY players DESC",
    ),
)
"""Questions in words and in SQL over the archive of the demonstration."""


@dataclass(frozen=True, slots=True)
class Material:
    """The files of the demonstration and what was planted: in which file, and what stood there before."""

    folder: Path
    sessions: tuple[Path, ...]
    hands: Path
    simulated: Path
    planted: Planted

    @property
    def files(self) -> tuple[Path, ...]:
        """All record files, sessions first and simulated games last."""
        return (*self.sessions, self.hands, self.simulated)


def lay_out(folder: Path, *, seed: int, on_game: Callable[[], object] = lambda: None) -> Material:
    """Write the sample records into the folder, which must be there and empty of them.

    Both sessions are copied as they are. Of the scored hands one, chosen by the seed, gets a mistake in a
    seat and field chosen by the seed; all are written in their exported form. The simulated games are dealt
    from the seed, too; ``on_game`` is called after each. Raises ``InputFileError`` where a file is there
    already.
    """
    sessions = tuple(_copy(name, folder) for name in SESSIONS)
    hands = [record for name in HANDS for record in _records(name)]
    at, planted = _planted(hands, seed)
    target = folder / "scored-hands.jsonl"
    with write_atomically(target) as stream:
        for index, record in enumerate(hands):
            written = planted.record if index == at else expand(record).record
            stream.write(format_record(written) + b"\n")
    return Material(folder, sessions, target, _simulated(folder, seed, on_game), planted)


def _simulated(folder: Path, seed: int, on_game: Callable[[], object]) -> Path:
    """Games of four, as many under each of the rule sets, all seats playing sensibly."""
    target = folder / "simulated.jsonl.zst"
    with write_atomically(target) as plain, packed(plain, target.name) as stream:
        for rules in SIMULATED_RULES:
            plan = Plan(
                game=GAMES["marriage"],
                rules={"preset": rules, "options": {}},
                seats=len(_ROBOTS),
                seed=f"demo {seed}",
                policies=("sensible",),
                names=_ROBOTS,
            )
            for record in simulate(plan, games=SIMULATED_GAMES // len(SIMULATED_RULES)):
                stream.write(format_record(record) + b"\n")
                on_game()
    return target


def _planted(records: list[Record], seed: int) -> tuple[int, Planted]:
    """The place of the record with the mistake, and the record; the seed chooses both."""
    order = list(range(len(records)))
    random.Random(seed).shuffle(order)
    for index in order:
        try:
            return index, plant_mistake(records[index], seed=seed)
        except SettlementError:
            continue
    raise SettlementError("none of the sample records can hold a mistake that would show")


def _records(name: str) -> list[Record]:
    source = records_folder() / _SOUND / name
    return [reading.record for reading in read_records(source) if reading.record is not None]


def _copy(name: str, folder: Path) -> Path:
    target = folder / name
    with write_atomically(target) as stream:
        stream.write((records_folder() / _SOUND / name).read_bytes())
    return target
