"""``marriage split``: a record file taken apart."""

from enum import Enum
from typing import Annotated

import typer

from marriage_analysis.cli.output import put
from marriage_analysis.cli.record_files import FilesArgument, finish, read_files


class By(Enum):
    """What records are taken apart by."""

    SESSION = "session"
    DAY = "day"
    MONTH = "month"
    RULES = "rules"
    PLAYERS = "players"
    GAME = "game"


def split_command(
    files: FilesArgument,
    by: Annotated[By, typer.Option("--by", help="What goes into one file.")],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="DIR", help="The folder to make.", show_default=False)
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Replace DIR if nothing else is in it than an earlier split.")
    ] = False,
) -> None:
    """Take record files apart: one file a session, day, month, rule set, number of players or game.

    Example: marriage split 2083.jsonl --by session -o sessions

    Records are written as they stand, in their order. Exit status: 0 all read, 1 bad records (they are told and
    left out), 2 a file cannot be read or DIR not written.
    """
    from marriage_analysis.records.reader import Counts
    from marriage_analysis.store.shelving import BY, split_records

    counts = Counts()
    written = split_records(
        read_files(files, counts), output, BY[by.value], counts, replace=force, sources=files
    )
    for name, count in written.items():
        put(f"{count:>7}  {output}/{name}")
    finish(counts)
