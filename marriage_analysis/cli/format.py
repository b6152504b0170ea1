"""``marriage format``: records in the one form they are kept and exchanged in."""

import sys
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from marriage_analysis.cli.output import say
from marriage_analysis.cli.record_files import EXIT_BAD, FilesArgument, finding_line, finish, read_files
from marriage_analysis.errors import InputFileError

if TYPE_CHECKING:
    from marriage_analysis.records.reader import Counts, Reading


def format_command(
    files: FilesArgument,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="Write here instead of to stdout.")
    ] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 where a record is not in this form yet.")
    ] = False,
) -> None:
    """Write records in canonical form, one on each line: rules written out, cards in order, digest added.

    Example: marriage format evening.jsonl -o archive.jsonl

    Nothing is added that a record does not say, and no turn is moved. A bad record is told on stderr with its
    place and not written; a file that is read itself is replaced only where no record is bad. Exit status: 0
    all fine, 1 bad records, 2 a file cannot be read or written.
    """
    from marriage_analysis.records.files import is_one_of, write_atomically
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    if check:
        _check(files, counts)
    elif output == "-":
        _write(files, sys.stdout.buffer, counts)
        sys.stdout.buffer.flush()
    else:
        with write_atomically(output, replace=force) as stream:
            _write(files, stream, counts)
            if counts.bad and is_one_of(output, files):
                raise InputFileError(
                    f"{output}: bad records would be lost ({counts}); nothing was written; name another file",
                    path=output,
                )
    finish(counts)


def _write(files: list[str], stream: BinaryIO, counts: "Counts") -> None:
    for reading in read_files(files, counts):
        if (line := _formatted(reading, counts)) is not None:
            stream.write(line + b"\n")


def _check(files: list[str], counts: "Counts") -> None:
    other = 0
    for reading in read_files(files, counts):
        line = _formatted(reading, counts)
        if line is not None and line != reading.raw:
            other += 1
            say(f"{reading.path or 'stdin'}:{reading.line}: not in canonical form")
    if other:
        say(f"{other} of {counts.ok} sound records are not in canonical form")
        say(str(counts))
        raise typer.Exit(EXIT_BAD)


def _formatted(reading: "Reading", counts: "Counts") -> bytes | None:
    """The record in canonical form, None where it is bad."""
    from marriage_analysis.findings import Severity
    from marriage_analysis.records.exporting import expand, format_record

    if reading.record is None:
        return None
    expanded = expand(reading.record)
    faults = [found for found in expanded.findings if found.severity is Severity.ERROR]
    for found in faults:
        say(finding_line(found, file=reading.path, line=reading.line))
    if faults:
        counts.bad += 1
        return None
    counts.ok += 1
    return format_record(expanded.record)
