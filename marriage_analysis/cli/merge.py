"""``marriage merge`` and ``marriage dedupe``: record files put together, copies once."""

import sys
from collections.abc import Iterable
from typing import Annotated

import typer

from marriage_analysis.cli.output import progress
from marriage_analysis.cli.record_files import FilesArgument, finish, read_files

OutputOption = Annotated[
    str,
    typer.Option("-o", "--output", metavar="OUT", help="Where to write (.jsonl, .gz, .zst); - is stdout."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")]


def merge_command(files: FilesArgument, output: OutputOption = "-", force: ForceOption = False) -> None:
    """Put record files together, each record once.

    Example: marriage merge 2082.jsonl 2083.jsonl -o all.jsonl.zst

    Records come in the order of the files, as they stand there. A record with the same digest, and the same
    notes or none, is a copy and left out; other accounts of a game and corrections stay. Exit status: 0 all
    read, 1 bad records (they are told and left out), 2 a file cannot be read or written.
    """
    from marriage_analysis.records.files import require_apart
    from marriage_analysis.records.reader import Counts
    from marriage_analysis.store.shelving import distinct_lines

    require_apart(output, files)
    counts = Counts()
    write_lines(distinct_lines(read_files(files, counts), counts), output, force=force)
    finish(counts)


def dedupe_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record file; - is stdin.")],
    output: OutputOption = "-",
    force: ForceOption = False,
) -> None:
    """Leave out the copies in a record file, so that every record stands in it once.

    Example: marriage dedupe all.jsonl -o once.jsonl

    Copies are what marriage merge takes for copies. Exit status as there.
    """
    merge_command([file], output, force)


def write_lines(lines: Iterable[bytes], output: str, *, force: bool) -> None:
    """Write lines to stdout, or all or nothing to a file, packed as its name ends."""
    from marriage_analysis.store.flat_files import write_records

    if output == "-":
        for line in lines:
            sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
        return
    with progress("writing records") as advance:
        write_records(lines, output, replace=force, on_record=lambda: advance(1))
