"""``marriage select``: the records for which a condition holds."""

from typing import Annotated

import typer

from marriage_analysis.cli.merge import ForceOption, OutputOption, write_lines
from marriage_analysis.cli.output import say
from marriage_analysis.cli.record_files import finish, read_files


def select_command(
    where: Annotated[
        str,
        typer.Option("--where", metavar="SQL", help="A condition over the columns of the table games."),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Record files; or name an archive with --db."),
    ] = None,
    db: Annotated[
        str | None, typer.Option("--db", metavar="D", help="Take the records of this archive.")
    ] = None,
    derive: Annotated[
        bool, typer.Option("--derive", help="Audit the files' records first, for columns such as verdict.")
    ] = False,
    output: OutputOption = "-",
    force: ForceOption = False,
) -> None:
    """Write the records for which a condition holds, unchanged.

    Example: marriage select 2083.jsonl --where "preset = 'pagat' AND players = 4" -o four.jsonl

    The condition is SQL over the columns of the table games (docs/data-dictionary.md); it can use the other
    tables: digest IN (SELECT digest FROM seats WHERE player = 'Asha'). Without --derive, columns of files that
    take an audit are empty. Exit status: 0 all read, 1 bad records (they are told and left out), 2 a file, the
    archive or the condition cannot be used.
    """
    from marriage_analysis.records.files import require_apart
    from marriage_analysis.records.reader import Counts
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.shelving import lines_with, selected_digests, selected_in_files

    if bool(files) == (db is not None):
        raise typer.BadParameter("name record files, or an archive with --db")
    require_apart(output, [db] if db is not None else files or [])
    if db is not None:
        with Archive(db) as archive:
            digests = selected_digests(archive, where)
            write_lines(archive.records(digests), output, force=force)
        say(f"{len(digests)} records")
        return
    named = files or []
    if "-" in named:
        raise typer.BadParameter("records are gone through twice, so stdin cannot be used here")
    digests = selected_in_files(named, where, derive=derive)
    counts = Counts()
    write_lines(lines_with(read_files(named, counts), digests, counts), output, force=force)
    finish(counts)
