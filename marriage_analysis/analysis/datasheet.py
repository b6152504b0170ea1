"""What goes with a dataset: its datasheet, how to cite it, and the checksums of its files."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from marriage_analysis import __version__
from marriage_analysis.analysis.bulk import BulkPlan, BulkReport
from marriage_analysis.analysis.effects import mean_of
from marriage_analysis.records.files import write_atomically
from marriage_analysis.records.model import VERSION
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.dataset import sha256_of


def write_papers(plan: BulkPlan, folder: Path, report: BulkReport) -> list[Path]:
    """Write DATASHEET.md, CITATION.cff, run.json and SHA256SUMS into the folder of a finished run.

    The checksums are of all that is the same whenever the plan is run again: not of run.json (times), and not
    of the archive, which is a database and can be made again from the records.
    """
    with Archive(folder / "archive.duckdb") as archive:
        sheet = datasheet(plan, archive, report)
    texts = {
        "DATASHEET.md": sheet,
        "CITATION.cff": citation(plan),
        "run.json": json.dumps(told(report), indent=1, sort_keys=True) + "\n",
    }
    for name, text in texts.items():
        with write_atomically(folder / name, replace=True) as stream:
            stream.write(text.encode())
    with write_atomically(folder / "SHA256SUMS", replace=True) as stream:
        stream.write(checksums(folder).encode())
    return [folder / name for name in (*texts, "SHA256SUMS")]


def checksums(folder: Path) -> str:
    """The lines of SHA256SUMS, as ``sha256sum -c`` reads them."""
    files: list[Path] = [folder / "plan.json", folder / "DATASHEET.md", folder / "CITATION.cff"]
    for part in ("records", "parquet"):
        # A name that begins with a dot is of a file that a stopped run left unfinished, or lists the folder.
        files += sorted(path for path in (folder / part).rglob("[!.]*") if path.is_file())
    return "".join(f"{sha256_of(path)}  {path.relative_to(folder).as_posix()}\n" for path in files)


def told(report: BulkReport) -> dict[str, Any]:
    """What a run came to, as JSON values; times in seconds, memory in bytes."""
    return {
        "games": report.games,
        "finished": report.finished,
        "valid": report.valid,
        "loaded": report.loaded,
        "verdicts": report.verdicts,
        "resumed_chunks": report.resumed_chunks,
        "record_bytes": report.bytes,
        "processor_seconds": {stage: round(seconds, 2) for stage, seconds in report.seconds.items()},
        "clock_seconds": {stage: round(seconds, 2) for stage, seconds in report.wall.items()},
        "memory": report.memory,
    }


def citation(plan: BulkPlan) -> str:
    """CITATION.cff, version 1.2.0."""
    rules = ", ".join(plan.played_rules)
    return f"""cff-version: 1.2.0
message: If you use this dataset, please cite it as below.
type: dataset
title: {plan.games:,} simulated games of {plan.game.capitalize()}, with every card
authors:
  - name: The marriage-analysis project
version: {__version__}
keywords: [card games, rummy, marriage, imperfect information, game records]
abstract: >-
  {plan.games:,} games of {plan.seats} players, played by the policy {plan.chosen_policy} from the seed
  {json.dumps(plan.seed)} under the rule sets {rules}; made by marriage-analysis {__version__}.
"""


def datasheet(plan: BulkPlan, archive: Archive, report: BulkReport) -> str:
    """DATASHEET.md: what the dataset is, how it was made, what it is for and what not."""
    lengths = archive.sql("SELECT turns FROM games ORDER BY load_number")["turns"].to_list()
    length = mean_of("turns", [float(turns) for turns in lengths if turns is not None])
    spread = "" if length.low is None else f" (95 % interval {length.low:.1f} to {length.high:.1f})"
    mean = "not known" if length.mean is None else f"{length.mean:.1f}{spread}"
    rows = archive.sql(
        "SELECT preset, count(*) AS games, count(*) FILTER (winner IS NOT NULL) AS finished,"
        " count(*) FILTER (verdict = 'clean') AS clean FROM games GROUP BY preset ORDER BY preset"
    ).rows()
    return f"""# {plan.games:,} simulated games of {plan.game.capitalize()}

Made by marriage-analysis {__version__}, records in format {VERSION}. The questions are those of "Datasheets for
Datasets" (Gebru and others, 2021), as far as they concern games that no person played.

## What it is

{report.games:,} whole games of {plan.seats} players with every card: the deal, each draw and discard, shows,
the tiplu, the finish and the settlement. {report.finished:,} of them were finished; the mean number of turns is
{mean}.

{_table(("rule set", "games", "finished", "audited clean"), rows)}

- `records/part-*.jsonl.zst`: the games, one record a line, each with its digest.
- `parquet/`: the same as tables, one row a game, seat, turn, event, set, payment; `parquet/manifest.json` says
  what every column means.
- `archive.duckdb`: the same tables for `marriage query`. It can be made again from the records.
- `plan.json` and `receipts/`: what was played and the checksum of every part. `SHA256SUMS`: of all files
  that a new run makes again, so not of the archive, receipts and times (`run.json`).

## How it was made

All seats play by the policy `{plan.chosen_policy}`, which knows only what its seat may know. Cards are dealt
from the seed {json.dumps(plan.seed)} by the shuffle that every record names, so that every deal can be checked
(`marriage verify`). Every record was validated ({report.valid:,} sound), replayed, and audited by a settlement
that does not know what the simulation counted ({_verdicts(report)}).

The same version makes the same records again:

```console
{_command(plan)}
```

## What it is for, and what not

For rules, scoring, statistics of deals and of play between equals, and to train on. **Not** for how people
play: the players are a program, all alike, and make no slips; there is no talk, no time and no irregular play.
What a number such as the worth of a dublee says, it says of this policy against itself. Games are independent
of one another; the seats of one game are not, since what one wins another pays.

## People, rights, upkeep

No person played and no personal data is in it. It has the licence of the project (Apache-2.0). Faults found in
it are faults of the program: a new version makes a new dataset with another identity in `plan.json`.
"""


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _verdicts(report: BulkReport) -> str:
    return ", ".join(f"{count:,} {verdict}" for verdict, count in report.verdicts.items())


def _command(plan: BulkPlan) -> str:
    rules = "".join(f" --rules {name}" for name in plan.rules)
    chosen = f" --policy {plan.policy}" if plan.policy is not None else ""
    numbers = f"--games {plan.games} --players {plan.seats} --chunk {plan.chunk}"
    return f"marriage dataset {numbers} --seed {json.dumps(plan.seed)}{rules}{chosen} -o dataset"
