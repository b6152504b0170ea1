"""Games by the thousand: simulated, archived, validated, loaded and derived in chunks, each with a receipt.

A chunk is a pure function of the plan and its number: whoever plays it, and when, its file has the same bytes.
A receipt is written when a chunk is done, so that work which was stopped goes on with the chunks without one.
"""

import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from marriage_analysis import __version__
from marriage_analysis.audit.audit import validate_records
from marriage_analysis.errors import InputFileError, RuleOptionError
from marriage_analysis.games.abilities import Simulates, require
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.play.policies import find_policy
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.records.files import write_atomically
from marriage_analysis.records.packing import packed
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.dataset import sha256_of
from marriage_analysis.store.deriving import derive_archive
from marriage_analysis.store.loading import load_files

_TRIES: Final = 3
"""So often a chunk is given to a new process where its process died."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkPlan:
    """What to play: so many games in all, the chunks under one rule set after the other.

    ``chunk``: so many games at most are in one; where that leaves a rule set without games, they are smaller.
    ``policy`` None: the best that the game has.
    """

    games: int
    seed: str
    rules: tuple[str, ...]
    seats: int = 4
    policy: str | None = None
    chunk: int = 500
    game: str = "marriage"

    @property
    def chosen_policy(self) -> str:
        """The policy that all seats play by."""
        return self.policy or next(iter(require(GAMES[self.game], Simulates).policies))

    @property
    def chunks(self) -> int:
        """How many chunks there are; the last may be smaller."""
        return -(-self.games // self.chunk_games)

    @property
    def chunk_games(self) -> int:
        """How many games are in every chunk but the last: so few that each rule set has its turn."""
        return max(1, min(self.chunk, self.games // len(self.rules)))

    @property
    def played_rules(self) -> tuple[str, ...]:
        """The rule sets that games are played by: all, but for more rule sets than games."""
        return self.rules[: self.chunks]

    @property
    def identity(self) -> str:
        """A digest of the plan and the version of the toolkit: receipts of another plan do not count."""
        told = json.dumps([asdict(self), self.chosen_policy, __version__], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()

    def simulation(self, chunk: int) -> tuple[Plan, int, int]:
        """What is played in a chunk: the plan under its rule set, the first game and their number."""
        rules = self.rules[chunk % len(self.rules)]
        plan = Plan(
            game=GAMES[self.game],
            rules={"preset": rules},
            seats=self.seats,
            seed=f"{self.seed} {rules}",
            policies=(self.chosen_policy,),
        )
        first = chunk // len(self.rules) * self.chunk_games
        return plan, first, min(self.chunk_games, self.games - chunk * self.chunk_games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A chunk that is done: its file, what came of checking it, and seconds of processor time by stage."""

    identity: str
    chunk: int
    file: str
    records: int
    finished: int
    valid: int
    bytes: int
    sha256: str
    seconds: dict[str, float]


@dataclass(slots=True)
class BulkReport:
    """What a run came to. ``seconds`` are of processor time by stage, ``wall`` of the clock; memory in bytes.

    ``memory`` is the most that any one process held, 0 where the system does not tell.
    """

    games: int = 0
    finished: int = 0
    valid: int = 0
    loaded: int = 0
    verdicts: dict[str, int] = field(default_factory=dict[str, int])
    resumed_chunks: int = 0
    bytes: int = 0
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    wall: dict[str, float] = field(default_factory=dict[str, float])
    memory: int = 0


def run_bulk(
    plan: BulkPlan,
    folder: str | Path,
    *,
    jobs: int = 1,
    load: bool = True,
    on_stage: Callable[[str], object] = lambda _: None,
    on_games: Callable[[int], object] = lambda _: None,
) -> BulkReport:
    """Play, archive and validate every chunk that has no receipt yet, then load and derive them all.

    The folder gets ``records/``, ``receipts/``, ``plan.json`` and, with ``load``, ``archive.duckdb``. It may be
    there from a run of the same plan, which then goes on. Raises ``InputFileError`` where it is there for
    something else; and before anything is written ``RuleOptionError``, ``CountError`` or ``WordError`` for rule
    sets, seats or a policy that cannot be.
    """
    root = Path(folder)
    _require_playable(plan)
    _claim(root, plan)
    report = BulkReport()
    on_stage("play")
    started = time.monotonic()
    for receipt, is_new in _all_chunks(plan, root, jobs):
        report.games += receipt.records
        report.finished += receipt.finished
        report.valid += receipt.valid
        report.bytes += receipt.bytes
        report.resumed_chunks += not is_new
        for stage, seconds in receipt.seconds.items():
            report.seconds[stage] = report.seconds.get(stage, 0) + seconds
        on_games(receipt.records)
    report.wall["simulate, archive, validate"] = time.monotonic() - started
    if load:
        _load(plan, root, report, jobs=jobs, on_stage=on_stage, on_games=on_games)
    report.memory = _most_memory()
    return report


def chunk_files(plan: BulkPlan, folder: Path) -> list[Path]:
    """The record files of a finished run, in order."""
    return [folder / "records" / f"part-{chunk:05d}.jsonl.zst" for chunk in range(plan.chunks)]


def _require_playable(plan: BulkPlan) -> None:
    game = GAMES[plan.game]
    find_policy(game, plan.chosen_policy)
    for name, times in Counter(plan.rules).items():
        if times > 1:
            raise RuleOptionError(
                f"the rule set {name} is given {times} times; it would give the same games again",
                option="preset",
                value=name,
            )
        require(game, Simulates).start({"preset": name}, seats=plan.seats, dealer=0, seed=plan.seed)


def _claim(root: Path, plan: BulkPlan) -> None:
    about = {**asdict(plan), "rules": list(plan.rules), "policy": plan.chosen_policy, "identity": plan.identity}
    text = json.dumps(about, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    told = root / "plan.json"
    if told.exists():
        if told.read_text(encoding="utf-8") != text:
            raise InputFileError(
                f"{root}: this folder is of another plan or version; choose a new one", path=str(root)
            )
        return
    if root.exists() and any(root.iterdir()):
        raise InputFileError(f"{root}: choose a new or empty folder", path=str(root))
    for name in ("records", "receipts"):
        (root / name).mkdir(parents=True, exist_ok=True)
    with write_atomically(told) as stream:
        stream.write(text.encode())


def _all_chunks(plan: BulkPlan, root: Path, jobs: int) -> Iterator[tuple[Receipt, bool]]:
    """The receipts of all chunks, and whether each was done now; in any order."""
    left: list[int] = []
    for chunk in range(plan.chunks):
        receipt = _receipt(plan, root, chunk)
        if receipt is None:
            left.append(chunk)
        else:
            yield receipt, False
    if jobs <= 1:
        for chunk in left:
            yield play_chunk(plan, root, chunk), True
        return
    tries: Counter[int] = Counter()
    while left:
        try:
            for receipt in _in_processes(plan, root, left, jobs):
                left.remove(receipt.chunk)
                yield receipt, True
        except BrokenProcessPool:  # one dead process ends them all: the chunks without receipt go to new ones
            tries.update(left)
            if max(tries.values()) >= _TRIES:
                raise


def _in_processes(plan: BulkPlan, root: Path, chunks: list[int], jobs: int) -> Iterator[Receipt]:
    with ProcessPoolExecutor(jobs) as pool:
        waiting: set[Future[Receipt]] = {pool.submit(play_chunk, plan, root, chunk) for chunk in chunks}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_chunk(plan: BulkPlan, root: Path, chunk: int) -> Receipt:
    """Play, write and validate one chunk, and write its receipt last."""
    simulation, first, games = plan.simulation(chunk)
    path = root / "records" / f"part-{chunk:05d}.jsonl.zst"
    seconds: dict[str, float] = {}
    records = finished = 0
    simulated = written = 0.0
    at = time.process_time()
    with write_atomically(path, replace=True) as plain, packed(plain, path.name) as stream:
        for record in simulate(simulation, games=games, first_game=first):
            now = time.process_time()
            simulated += now - at
            stream.write(format_record(record) + b"\n")
            at = time.process_time()
            written += at - now
            records += 1
            finished += record.game_value.summary(record.parts).get("winner") is not None
    seconds["simulate"], seconds["archive"] = simulated, written
    at = time.process_time()
    valid = sum(check.is_ok for check in validate_records([path]))
    seconds["validate"] = time.process_time() - at
    receipt = Receipt(
        identity=plan.identity,
        chunk=chunk,
        file=path.name,
        records=records,
        finished=finished,
        valid=valid,
        bytes=path.stat().st_size,
        sha256=sha256_of(path),
        seconds=seconds,
    )
    with write_atomically(_receipt_path(root, chunk), replace=True) as stream:
        stream.write(json.dumps(asdict(receipt), indent=1, sort_keys=True).encode() + b"\n")
    return receipt


def _receipt_path(root: Path, chunk: int) -> Path:
    return root / "receipts" / f"part-{chunk:05d}.json"


def _receipt(plan: BulkPlan, root: Path, chunk: int) -> Receipt | None:
    """The receipt of a chunk; None where there is none, or its file is not the one that it tells of."""
    path = _receipt_path(root, chunk)
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        receipt = Receipt(**told)
        file = root / "records" / receipt.file
        is_whole = receipt.identity == plan.identity and sha256_of(file) == receipt.sha256
    except (OSError, ValueError, TypeError):
        return None
    return receipt if is_whole else None


def _load(
    plan: BulkPlan,
    root: Path,
    report: BulkReport,
    *,
    jobs: int,
    on_stage: Callable[[str], object],
    on_games: Callable[[int], object],
) -> None:
    db = root / "archive.duckdb"
    for stage in ("load", "audit and derive"):
        on_stage(stage)
        started, used = time.monotonic(), _processor_time()
        if stage == "load":
            # Paths as in the folder, so that the archive is the same wherever the folder is.
            for file in chunk_files(plan, root):
                load_files(
                    [file],
                    db,
                    derive=False,
                    source_name=f"records/{file.name}",
                    on_record=lambda: on_games(1),
                )
        else:
            derive_archive(db, jobs=jobs, on_records=on_games)
        report.wall[stage] = time.monotonic() - started
        report.seconds[stage] = _processor_time() - used
    _count(db, report)


def _count(db: Path, report: BulkReport) -> None:
    with Archive(db) as archive:
        counted = archive.sql("SELECT verdict, count(*) AS games FROM games GROUP BY verdict ORDER BY verdict")
    report.verdicts = dict(counted.rows())
    report.loaded = sum(report.verdicts.values())


def _processor_time() -> float:
    """Seconds of processor time of this process and of those it has waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _most_memory() -> int:
    """The most that this process, or one that it has waited for, held; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(used.ru_maxrss for used in both) * (1 if sys.platform == "darwin" else 1024)
