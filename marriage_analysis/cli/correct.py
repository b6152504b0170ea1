"""``marriage correct``: a mistake in a record put right by a new record; the old one stays."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.options import read_assignments
from marriage_analysis.cli.output import say
from marriage_analysis.cli.record_files import EXIT_BAD, finding_lines
from marriage_analysis.cli.score import FileArgument, one_game
from marriage_analysis.errors import RecordError

if TYPE_CHECKING:
    from marriage_analysis.audit.verdict import Verdict


def correct_command(
    file: FileArgument,
    reason: Annotated[
        str, typer.Option("--reason", metavar="CODE", help="Why, as a code word such as miscounted_maal.")
    ],
    changes: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="FIELD=JSON",
            help="A field and what it should say, such as result.players[1].net=-8; null leaves it out.",
        ),
    ],
    game: Annotated[
        str | None, typer.Option("--game", metavar="ID", help="The game, where the file holds several.")
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option("--by", metavar="NAME", help="Who agreed. Can be given several times.")
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="DATE", help="When it was put right.")] = None,
    note: Annotated[str | None, typer.Option("--note", metavar="TEXT", help="What happened, in words.")] = None,
    append: Annotated[
        bool, typer.Option("--append", help="Add the correction to FILE instead of printing it.")
    ] = False,
) -> None:
    """Correct a game: write a new record of it that says what it corrects; the old line stays.

    Example: marriage correct evening.jsonl --game tihar-3 --set "result.players[1].net=-8" --reason wrong_net

    The new record is printed, or added to the end of FILE with --append (plain .jsonl only). A record in which
    nothing is wrong is not replaced by one in which something is. Exit status: 0 made, 1 the changes make no
    sound record (and why), 2 the file cannot be read or holds no such game.
    """
    from marriage_analysis.audit.audit import audit_reading
    from marriage_analysis.records.correcting import correct_record
    from marriage_analysis.records.exporting import format_record
    from marriage_analysis.records.reader import Reading

    if append and not file.lower().endswith(".jsonl"):
        raise RecordError(f"{file}: a correction is added to a plain .jsonl file only", path=None)
    old = one_game(file, game).record
    if old is None:
        raise RecordError(f"{file}: the record cannot be read, so it cannot be corrected", path=None)
    assignments = read_assignments("--set", changes, example="result.players[1].net=-8")
    made = correct_record(old, assignments, reason=reason, by=by or (), at=at, note=note)
    if made.record is None:
        say("\n".join(finding_lines(made.findings)))
        raise typer.Exit(EXIT_BAD)
    line = format_record(made.record) + b"\n"
    audit = audit_reading(Reading(1, line, made.record))
    say(f"the corrected record is {_in_words(audit.verdict)}")
    for told in finding_lines(audit.findings):
        say(told)
    if _is_bad(audit.verdict) and not _is_bad(audit_reading(Reading(1, b"", old)).verdict):
        say("nothing is wrong in the record that it would replace; no correction was made")
        raise typer.Exit(EXIT_BAD)
    if append:
        _add(file, line)
    else:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def _in_words(verdict: "Verdict | None") -> str:
    if verdict is None:
        return "not judged"
    return f"still wrong ({verdict.value})" if verdict.is_bad else verdict.value


def _is_bad(verdict: "Verdict | None") -> bool:
    return verdict is not None and verdict.is_bad


def _add(file: str, line: bytes) -> None:
    """The file with the line at its end, written all or nothing."""
    from pathlib import Path

    from marriage_analysis.records.files import write_atomically

    held = Path(file).read_bytes()
    with write_atomically(file, replace=True) as stream:
        stream.write(held + (b"" if held.endswith(b"\n") or not held else b"\n") + line)
