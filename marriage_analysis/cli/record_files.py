"""What the commands that read record files share: going through files, telling faults, counting."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import category, east_asian_width

import typer

from marriage_analysis.cli.output import clean, say
from marriage_analysis.errors import RecordError

if TYPE_CHECKING:
    from marriage_analysis.audit.audit import RecordAudit, RecordCheck
    from marriage_analysis.findings import Finding, Place
    from marriage_analysis.records.reader import Counts, Reading

EXIT_BAD = 1
"""Exit status: something was read, and not all of it was fine."""

_CARET_ROOM = 60
"""Characters shown before a caret and after it."""

FilesArgument = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Record files (.json, .jsonl, .mrn, also .gz, .zst); - is stdin."),
]


def read_files(files: Sequence[str], counts: "Counts", *, only: str | None = None) -> Iterator["Reading"]:
    """Every reading of the files in order; faults are told on stderr and bad records are counted.

    What is read is counted as bad here; whoever goes through the readings counts the others. Where ``only``
    names the id of a game, all others are counted as skipped, whatever is wrong with them. Raises
    ``InputFileError`` for a file that cannot be opened.
    """
    from marriage_analysis.records.reader import read_records

    for file in files:
        is_empty = True
        for reading in read_records(file):
            is_empty = False
            if only is not None and (reading.record is None or reading.record.id != only):
                counts.skipped += 1
                continue
            tell(reading)
            counts.bad += not reading.is_ok
            yield reading
        if is_empty:
            say_no_records(file)


def say_no_records(file: str) -> None:
    """Say on stderr that the file holds no record, so that nobody takes silence for a sound file."""
    say(f"no records in {'stdin' if file == '-' else file}")


def tell_empty(files: Sequence[str], met: Collection[str | None]) -> None:
    """Say which of the files hold no record; ``met`` are the files of the records, None for stdin."""
    for file in files:
        if file not in met and not (file == "-" and None in met):
            say_no_records(file)


def tell(reading: "Reading") -> None:
    """Say the findings of a reading on stderr, one a line, notes of no consequence left out."""
    from marriage_analysis.findings import Severity

    for finding in reading.findings:
        if finding.severity is not Severity.INFO:
            say(finding_line(finding, file=reading.path, line=reading.line))


def finding_line(finding: "Finding", *, file: str | None, line: int) -> str:
    """A finding as one line that editors can jump to: file, line, column, code, what is wrong.

    In text form two more follow: the line as it stands, and a caret under the place.
    """
    place = finding.place
    column = f":{place.column}" if place.column is not None else ""
    where = f"{file or 'stdin'}:{place.line or line}{column}"
    field = f" {place.path}:" if place.path else ""
    found = f" (found {finding.found})" if finding.found is not None else ""
    told = f"{where}: {finding.severity.value} {finding.code.name}:{field} {finding.message}{found}"
    return "\n".join((told, *(f"    {shown}" for shown in caret_lines(place))))


def caret_lines(place: "Place") -> tuple[str, ...]:
    """The line of the place and a caret under its column; nothing where the line is not shown (JSON)."""
    if place.source is None or place.column is None:
        return ()
    before, after = place.source[: place.column - 1], place.source[place.column - 1 :]
    start = "…" if len(before) > _CARET_ROOM else ""
    end = "…" if len(after) > _CARET_ROOM else ""
    before, after = (
        clean(before[-_CARET_ROOM:].replace("\t", " ")),
        clean(after[:_CARET_ROOM].replace("\t", " ")),
    )
    return f"{start}{before}{after}{end}", f"{' ' * _width(start + before)}^"


def _width(text: str) -> int:
    """The columns that a terminal needs for the text."""
    return sum(
        2 if east_asian_width(sign) in "WF" else 0 if category(sign) in ("Mn", "Me", "Cf") else 1
        for sign in text
    )


def finding_mapping(finding: "Finding", *, line: int) -> dict[str, Any]:
    """A finding as ``--json`` prints it."""
    place = finding.place
    return {
        "code": finding.code.name,
        "severity": finding.severity.value,
        "place": {
            "path": place.path,
            "turn": place.turn,
            "seat": place.seat,
            "line": place.line or line,
            "column": place.column,
        },
        "rule": finding.rule,
        "expected": finding.expected,
        "found": finding.found,
        "message": finding.message,
    }


def finding_lines(findings: Iterable["Finding"]) -> list[str]:
    """Findings under the line of their record: severity and code, where, what is wrong, the rule."""
    lines: list[str] = []
    for finding in findings:
        place = finding.place
        where = place.path or ""
        if place.column is not None:
            where += f" (line {place.line}, column {place.column})"
        rule = f" [{finding.rule}]" if finding.rule else ""
        at = f" at {where.strip()}:" if where.strip() else ":"
        told = str(finding.found)
        is_shown = finding.found is None or told in finding.message or place.source is not None
        found = "" if is_shown else f" (found {told[:80]})"
        lines.append(f"    {finding.severity.value} {finding.code.name}{at} {finding.message}{found}{rule}")
        lines += [f"        {shown}" for shown in caret_lines(place)]
    return lines


def record_head(outcome: "RecordAudit | RecordCheck") -> str:
    """How a record is named in a list: file, line, id."""
    name = outcome.record.id if outcome.record is not None else "(not readable)"
    return f"{outcome.path or 'stdin'}:{outcome.line}  {name}"


def require_game(game: str | None, counts: "Counts") -> None:
    """Raise ``RecordError`` where a game was asked for and no record has that id."""
    if game is not None and not (counts.ok or counts.bad):
        raise RecordError(f"there is no game with the id {game!r} among the {counts.read} records", path=None)


def finish(counts: "Counts", *, wrong: bool = False) -> None:
    """Say the counts on stderr, and end with the exit status that belongs to them.

    ``wrong`` tells of something wrong beside the records that are counted as bad.
    """
    say(str(counts))
    if counts.bad or wrong:
        raise typer.Exit(EXIT_BAD)
