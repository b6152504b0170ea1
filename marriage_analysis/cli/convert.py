"""``marriage convert``: records from JSON Lines to text form and back."""

import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from marriage_analysis.cli.record_files import finish, read_files
from marriage_analysis.errors import WordError

if TYPE_CHECKING:
    from marriage_analysis.records.reader import Counts, Reading

_SUFFIXES = {".mrn": "mrn", ".jsonl": "jsonl", ".json": "jsonl"}


def convert_command(
    file: Annotated[
        str,
        typer.Argument(metavar="IN", help="A record file (.json, .jsonl, .mrn, also .gz, .zst); - is stdin."),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="Write here instead of to stdout.")
    ] = "-",
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="mrn|jsonl",
            help="The form to write; else the ending of OUT says it, else it is the one that IN is not in.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
) -> None:
    """Convert records from JSON Lines to the text form (.mrn) that people read and type, and back.

    Example: marriage convert evening.jsonl -o evening.mrn

    Each form holds all that the other does, so nothing is lost; no rule is written out and no digest added
    (that is what marriage format does). A bad record is told on stderr with its place and not written. Exit
    status: 0 all fine, 1 bad records, 2 a file cannot be read or written.
    """
    from marriage_analysis.records.files import require_apart, write_atomically
    from marriage_analysis.records.reader import Counts

    form = _form(output, to)
    require_apart(output, [file])
    counts = Counts()
    if output == "-":
        _write(file, sys.stdout.buffer, form, counts)
        sys.stdout.buffer.flush()
    else:
        with write_atomically(output, replace=force) as stream:
            _write(file, stream, form, counts)
    finish(counts)


def _form(output: str, to: str | None) -> str | None:
    """The form asked for; None where it depends on what is read."""
    if output.lower().endswith((".gz", ".zst")):
        raise WordError(f"{output}: convert writes plain files; pack the file afterwards", word=output)
    if to is not None:
        if to not in _SUFFIXES.values():
            raise WordError(f"there is no form {to!r}; there are mrn and jsonl", word=to)
        return to
    return next((form for suffix, form in _SUFFIXES.items() if output.lower().endswith(suffix)), None)


def _write(file: str, stream: BinaryIO, form: str | None, counts: "Counts") -> None:
    from marriage_analysis.records.exporting import format_record
    from marriage_analysis.records.text_form import SEPARATOR, format_text

    readings = read_files([file], counts)
    form, readings = _settled(form, readings)
    for reading in readings:
        if reading.record is None:
            continue
        if form == "jsonl":
            stream.write(format_record(reading.record) + b"\n")
        else:
            between = f"\n{SEPARATOR}\n\n" if counts.ok else ""
            stream.write((between + format_text(reading.record)).encode())
        counts.ok += 1


def _settled(form: str | None, readings: Iterator["Reading"]) -> tuple[str, Iterator["Reading"]]:
    """The form, where none was asked for the one that the first record is not in; and all the readings."""
    if form is not None:
        return form, readings
    first = next(readings, None)
    if first is None:
        return "jsonl", iter(())
    return "jsonl" if first.is_text_form else "mrn", chain((first,), readings)
