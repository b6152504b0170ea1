"""``marriage load``: records into an archive that can be queried."""

from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, progress, put, say
from marriage_analysis.cli.record_files import FilesArgument, finding_line, finish, tell_empty

if TYPE_CHECKING:
    from marriage_analysis.store.loading import LoadReport, Reject

DbOption = Annotated[
    str, typer.Option("--db", metavar="D", help="The archive, a DuckDB file.", show_default=False)
]

WaitOption = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        min=0,
        help="How long to wait for an archive that another program has open.",
    ),
]


def load_command(
    files: FilesArgument,
    db: DbOption,
    as_noted: Annotated[
        bool,
        typer.Option("--as-noted", help="Store what the records say and derive nothing; see marriage derive."),
    ] = False,
    wait: WaitOption = 60,
    as_json: JsonOption = False,
) -> None:
    """Audit records and load them into an archive, which is made if it is not there yet.

    Example: marriage load evening.jsonl --db archive.duckdb

    A record that is there already is skipped, so files may be loaded again and may overlap; other notes
    (annotations) of it replace the old ones. Games with wrong points are loaded, with what is wrong. Bad
    records go to the table rejects. With --as-noted loading takes a small part of the time: nothing is
    audited, and marriage derive makes up for it. Exit status: 0 all fine, 1 bad records, 2 a file or the
    archive cannot be used.
    """
    from marriage_analysis.store.loading import load_files

    with progress("loading records") as advance:
        report = load_files(
            files, db, derive=not as_noted, wait=wait, on_record=lambda: advance(1), on_reject=_tell
        )
    if as_json:
        emit_json(
            {
                "db": db,
                "counts": report.counts.to_mapping(),
                "loaded": report.loaded,
                "updated": report.updated,
                "verdicts": dict(sorted(report.verdicts.items())),
            }
        )
    else:
        put(_summary(report, db))
    if not report.counts.read:
        tell_empty(files, ())
    finish(report.counts)


def _tell(reject: "Reject") -> None:
    reading = reject.reading
    say(finding_line(reject.error, file=reading.path, line=reading.line))


def _summary(report: "LoadReport", db: str) -> str:
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(report.verdicts.items()))
    lines = [f"{db}: {report.loaded} games loaded{f' ({verdicts})' if verdicts else ''}"]
    if report.updated:
        lines.append(f"{report.updated} games were there already and have other notes now")
    if report.counts.skipped:
        lines.append(f"{report.counts.skipped} games were there already")
    return "\n".join(lines)
