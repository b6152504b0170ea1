"""``marriage view``: a game as one player saw it, or as everybody at the table did."""

import sys
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from marriage_analysis.cli.output import say
from marriage_analysis.cli.record_files import FilesArgument, finish, read_files, require_game

if TYPE_CHECKING:
    from marriage_analysis.records.reader import Counts
    from marriage_analysis.records.views import SeatOrPublic


def view_command(
    files: FilesArgument,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", min=0, help="What this seat saw; seats count from 0.")
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="What everybody saw.")] = False,
    game: Annotated[
        str | None, typer.Option("--game", metavar="ID", help="Only the game with this id.")
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="Write here instead of to stdout.")
    ] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
) -> None:
    """Write records with the cards hidden that a player, or the table, did not see.

    Example: marriage view evening.jsonl --seat 1 --game tihar-07

    Turns stay where they are. The shuffle, the digest and fields of other programs are left out; notes in
    words are kept, so read them before you give a view away. A record without that seat, or of what another
    seat saw, is told on stderr and not written. Exit status: 0 all written, 1 some not, 2 a file cannot be
    read or written.
    """
    from marriage_analysis.records.files import require_apart, write_atomically
    from marriage_analysis.records.reader import Counts

    if public == (seat is not None):
        raise typer.BadParameter("say whose view it is: --seat N or --public")
    require_apart(output, files)
    view: SeatOrPublic = "public" if seat is None else seat
    counts = Counts()
    if output == "-":
        _write(files, sys.stdout.buffer, counts, view=view, game=game)
        sys.stdout.buffer.flush()
    else:
        with write_atomically(output, replace=force) as stream:
            _write(files, stream, counts, view=view, game=game)
    require_game(game, counts)
    finish(counts)


def _write(
    files: list[str], stream: BinaryIO, counts: "Counts", *, view: "SeatOrPublic", game: str | None
) -> None:
    from marriage_analysis.errors import RecordError
    from marriage_analysis.records.exporting import format_record
    from marriage_analysis.records.views import view_of

    for reading in read_files(files, counts, only=game):
        if reading.record is None:
            continue
        try:
            masked = view_of(reading.record, view)
        except RecordError as error:
            counts.bad += 1
            say(f"{reading.path or 'stdin'}:{reading.line}: {error}")
        else:
            counts.ok += 1
            stream.write(format_record(masked) + b"\n")
