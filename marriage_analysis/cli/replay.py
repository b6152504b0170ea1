"""``marriage replay``: a game turn by turn, in the terminal or as a page."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.card_text import put_cards
from marriage_analysis.cli.options import GameOption, JsonOption
from marriage_analysis.cli.output import emit_json, put, say
from marriage_analysis.cli.record_files import EXIT_BAD
from marriage_analysis.errors import RecordError

if TYPE_CHECKING:
    from marriage_analysis.games.playing import Break
    from marriage_analysis.records.model import Record
    from marriage_analysis.replay.replay import Replay


def replay_command(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A record file (.json, .jsonl, .mrn, also .gz, .zst); - is stdin."),
    ],
    game: GameOption = None,
    to: Annotated[
        int | None,
        typer.Option(
            "--to", metavar="TURN", min=0, help="Stop before this turn and show every hand; turns count from 0."
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", min=0, help="What this seat knew; seats count from 0."),
    ] = None,
    html: Annotated[
        bool, typer.Option("--html", help="Write a page that steps through the game, to OUT or to stdout.")
    ] = False,
    as_json: JsonOption = False,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="OUT", help="Where --html writes the page.")
    ] = "-",
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
) -> None:
    """Show a game turn by turn: who did what, and what lies on the table after it.

    Example: marriage replay evening.jsonl --game tihar-2083-07 --to 7

    Exit status: 0 the play is sound, 1 it breaks (the sound turns are shown, then where and why it breaks), 2
    the file cannot be read or holds no such game.
    """
    from marriage_analysis.records.files import require_apart
    from marriage_analysis.records.views import view_of
    from marriage_analysis.replay.replay import replay_mapping, replay_record

    if html and as_json:
        raise typer.BadParameter("choose one of --html and --json")
    if output != "-" and not html:
        raise typer.BadParameter("-o names the file of --html")
    require_apart(output, [file])
    record = _one_record(file, game)
    replay = replay_record(record if seat is None else view_of(record, seat), until=to)
    if html:
        _write_page(replay, output, force=force)
    elif as_json:
        emit_json(replay_mapping(replay))
    else:
        _put(replay)
    if replay.stop is not None:
        say(break_line(replay.stop))
        raise typer.Exit(EXIT_BAD)


def break_line(stop: "Break") -> str:
    """Where and why a play breaks, in one line."""
    rule = f" [{stop.rule}]" if stop.rule else ""
    return f"the play breaks at turn {stop.turn}, event {stop.event}: {stop.reason}{rule}"


def _one_record(file: str, game: str | None) -> "Record":
    """The one game of the file, or the one named. Others that cannot be read are no matter where it can."""
    from marriage_analysis.cli.record_files import tell
    from marriage_analysis.records.reader import read_records

    found: list[Record] = []
    bad = 0
    names: list[str] = []
    for reading in read_records(file):
        if reading.record is None:
            bad += 1
            if game is None:
                tell(reading)
            continue
        names.append(reading.record.id)
        if game is None or reading.record.id == game:
            found.append(reading.record)
    if game is not None and found:
        if len(found) > 1:
            say(f"{len(found)} records have the id {game!r}; this is the last of them")
        return found[-1]
    if len(found) == 1 and not bad:
        return found[0]
    unread = f" ({bad} could not be read)" if bad else ""
    if not found:
        which = f"no game with the id {game!r}" if game is not None else "no game to show"
        raise RecordError(f"{file}: there is {which} in the file{unread}", path=None)
    more = ", …" if len(names) > 8 else ""
    listed = ", ".join(names[:8]) + more
    raise RecordError(
        f"{file}: it holds {len(names)} records{unread}; choose one with --game ID: {listed}", path=None
    )


def _write_page(replay: "Replay", output: str, *, force: bool) -> None:
    from marriage_analysis.records.files import write_atomically
    from marriage_analysis.replay.page import stepping_page

    page = stepping_page(replay).encode()
    if output == "-":
        sys.stdout.buffer.write(page)
        sys.stdout.buffer.flush()
        return
    with write_atomically(output, replace=force) as stream:
        stream.write(page)
    say(f"wrote {output}")


def _put(replay: "Replay") -> None:
    record = replay.record
    seen = "" if record.view in (None, "all") else f", {_seen_by(record)}"
    put(f"{record.id}: {', '.join(player.label for player in record.players)}{seen}")
    put()
    put_cards("after the deal")
    _put_lines(replay.start.lines())
    for step in replay.steps:
        put_cards(f"turn {step.turn}: {step.words}", bold=True)
        _put_lines(step.table.lines())
    put()
    put(
        "the hands"
        if replay.stop is not None or len(replay.steps) == replay.turns
        else f"the hands before turn {len(replay.steps)}"
    )
    _put_lines(replay.tables[-1].hands())
    for note in replay.notes:
        say(f"note: turn {note.place.turn}: {note.message}")


def _put_lines(lines: tuple[str, ...]) -> None:
    for line in lines:
        put_cards(f"    {line}")


def _seen_by(record: "Record") -> str:
    if isinstance(record.view, int):
        return f"as {record.players[record.view].label} saw it"
    return "as everybody at the table saw it"
