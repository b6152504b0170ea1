"""``marriage export``: an archive as Parquet, CSV, SQLite or a record file."""

import tempfile
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, progress, put, say
from marriage_analysis.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from marriage_analysis.records.views import SeatOrPublic
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.masking import Mask, MaskedRecords


class Form(Enum):
    """What an archive can be written as."""

    PARQUET = "parquet"
    CSV = "csv"
    SQLITE = "sqlite"
    JSONL = "jsonl"


def export_command(
    db: DbOption,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="A folder for Parquet and CSV, a file for SQLite and JSONL (.jsonl, .jsonl.gz, .jsonl.zst).",
            show_default=False,
        ),
    ],
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.PARQUET,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Replace people's names, and leave out what they wrote.")
    ] = False,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", min=0, help="Only what this seat saw of each game.")
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Only what everybody at the table saw.")] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace OUT; a folder only if an earlier export is all that is in it."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write an archive's tables or records for other programs.

    Example: marriage export --db archive.duckdb --format parquet -o dataset

    Parquet files lie in folders by table, rule set and month, with a manifest of rows and checksums. JSONL
    gives the records back byte for byte. In CSV a text that begins with = + - or @ gets a quote mark before
    it, so that no spreadsheet runs it. Pseudonyms are the same in every export of one archive and tell nothing
    without it; session and game ids, notes, places, seeds and fields of other programs are hidden too.
    Exit status: 0 written, 2 the archive cannot be used or OUT not written.
    """
    from marriage_analysis.records.files import require_apart
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.masking import Mask, salt_of

    if public and seat is not None:
        raise typer.BadParameter("choose --seat N or --public")
    require_apart(output, [db])
    view: SeatOrPublic | None = "public" if public else seat
    with Archive(db) as archive:
        if seat is not None and archive.sql("SELECT 1 FROM games WHERE players > ? LIMIT 1", [seat]).is_empty():
            raise StoreError(f"no game has a seat {seat}; seats count from 0")
        mask = Mask(salt_of(archive) if pseudonyms else None, view)
        counts = _export(archive, mask, form, output, force=force)
    if as_json:
        emit_json({"output": output, "format": form.value, "rows": counts})
    else:
        put(f"{output}: {', '.join(f'{count} {name}' for name, count in counts.items())}")


def _export(archive: "Archive", mask: "Mask", form: Form, output: str, *, force: bool) -> dict[str, int]:
    from marriage_analysis.store.dataset import write_dataset
    from marriage_analysis.store.flat_files import check_name, write_csv, write_records, write_sqlite
    from marriage_analysis.store.masking import MaskedRecords

    is_masked = mask.salt is not None or mask.view is not None
    masked = MaskedRecords(archive, mask)
    lines: Iterable[bytes] = masked if is_masked else archive.records()
    if form is Form.JSONL:
        check_name(output, (".jsonl", ".jsonl.gz", ".jsonl.zst"), "a record file")
        with progress("writing records") as advance:
            count = write_records(lines, output, replace=force, on_record=lambda: advance(1))
        _tell_left_out(masked)
        return {"records": count}
    with ExitStack() as stack:
        if is_masked:
            archive = stack.enter_context(_masked_archive(stack, masked))
        if form is Form.CSV:
            return write_csv(archive, output, replace=force)
        if form is Form.SQLITE:
            return write_sqlite(archive, output, replace=force)
        with progress("writing files") as advance:
            manifest = write_dataset(archive, output, replace=force, on_part=lambda: advance(1))
    return {name: told["rows"] for name, told in manifest["tables"].items()}


def _masked_archive(stack: ExitStack, masked: "MaskedRecords") -> "Archive":
    """An archive of the masked records: derived anew, so that no number or message tells what is hidden."""
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.flat_files import write_records
    from marriage_analysis.store.loading import load_files

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="marriage-export-")))
    with progress("masking records") as advance:
        write_records(masked, folder / "records.jsonl", on_record=lambda: advance(1))
    _tell_left_out(masked)
    with progress("deriving them anew") as advance:
        load_files(
            [folder / "records.jsonl"],
            folder / "masked.duckdb",
            source_name="records.jsonl",
            on_record=lambda: advance(1),
        )
    return Archive(folder / "masked.duckdb")


def _tell_left_out(masked: "MaskedRecords") -> None:
    if masked.hidden:
        say(f"{masked.hidden} records are left out: they have no such seat, or tell what another seat saw")
    if masked.copies:
        say(f"{masked.copies} records are left out: what is told of them is told by another record already")
