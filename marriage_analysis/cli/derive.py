"""``marriage derive``: an archive's records derived again, without their files."""

from typing import Annotated

import typer

from marriage_analysis.cli.load import DbOption, WaitOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, progress, put


def derive_command(
    db: DbOption,
    every: Annotated[
        bool, typer.Option("--all", help="Derive every record, also those that this version has derived.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="So many processes work.")] = 1,
    wait: WaitOption = 60,
    as_json: JsonOption = False,
) -> None:
    """Derive an archive's records: after an upgrade of marriage, or after load --as-noted.

    Example: marriage derive --db archive.duckdb

    Every record is audited again as it is stored, and verdicts, derived points, items, payments, turns, events,
    laid sets and findings take the place of the old ones; games tells in derived_by which version made them.
    What was interrupted goes on where it stopped. Exit status: 0 done, 2 the archive cannot be used.
    """
    from marriage_analysis.store.deriving import derive_archive

    with progress("deriving records") as advance:
        report = derive_archive(db, every=every, jobs=jobs, wait=wait, on_records=advance)
    verdicts = dict(sorted(report.verdicts.items()))
    if as_json:
        emit_json({"db": db, "derived": report.derived, "too_large": report.too_large, "verdicts": verdicts})
        return
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    put(f"{db}: {report.derived} games derived{f' ({told})' if told else ''}")
    if report.too_large:
        put(f"{report.too_large} games stay as noted: a number derived from them has more than 64 bits")
