"""An archive as a dataset of Parquet files, apart by table, rule set and month, with a manifest."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from marriage_analysis import __version__
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.columns import Table
from marriage_analysis.store.folders import new_folder
from marriage_analysis.store.frames import arrow_schema
from marriage_analysis.store.schema import RECORD_TABLES, SCHEMA_VERSION, table

# These have no types.
pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

GAMES_A_FILE: Final = 20_000
"""So many games at most have their rows in one file, so that none takes much memory to write or read."""

_UNKNOWN_RULES: Final = "unknown"
_UNDATED: Final = "undated"
_BATCH_ROWS: Final = 50_000


@dataclass(frozen=True, slots=True)
class _Part:
    """Games whose rows go into one file of each table."""

    folder: str
    preset: str | None
    month: str | None
    first: int
    last: int
    number: int


def write_dataset(
    archive: Archive, folder: str | Path, *, replace: bool = False, on_part: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """Write the archive's tables into a new folder, all or nothing, and give the manifest.

    Files lie in ``TABLE/rule_set=PRESET/month=2026-11/part-0.parquet`` (``unknown`` and ``undated`` where the
    record does not say), rows in the order of games and key. ``manifest.json`` lists each file with its rows,
    bytes and SHA-256. The same archive gives the same bytes. Raises ``InputFileError`` where the folder is
    there and ``replace`` is false, or it holds anything but what was written there before.
    """
    with new_folder(folder, replace=replace) as target:
        files: list[dict[str, Any]] = []
        for part in _parts(archive):
            for name in RECORD_TABLES:
                if made := _write_part(archive, table(name), part, target):
                    files.append(made)
            on_part()
        files.sort(key=lambda file: file["path"])
        manifest = {
            "format": "marriage-dataset",
            "schema_version": SCHEMA_VERSION,
            "toolkit": __version__,
            "tables": {name: _told_table(table(name), files) for name in RECORD_TABLES},
            "files": files,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
        (target / "manifest.json").write_text(text + "\n", encoding="utf-8")
    return manifest


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hex digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _parts(archive: Archive) -> Iterator[_Part]:
    """The parts in the order of their folders; parts of one rule set and month are numbered."""
    rows = archive.ask(
        "SELECT preset, month, min(load_number), max(load_number), part FROM ("
        " SELECT preset, strftime(day, '%Y-%m') AS month, load_number,"
        " (row_number() OVER (PARTITION BY preset, month ORDER BY load_number) - 1) // ? AS part FROM games)"
        " GROUP BY preset, month, part ORDER BY preset NULLS FIRST, month NULLS FIRST, part",
        [GAMES_A_FILE],
    ).rows
    for preset, month, first, last, number in rows:
        rules = _UNKNOWN_RULES if preset is None else quote(preset, safe="")
        yield _Part(f"rule_set={rules}/month={month or _UNDATED}", preset, month, first, last, number)


def _write_part(archive: Archive, shape: Table, part: _Part, target: Path) -> dict[str, Any] | None:
    schema = arrow_schema(shape)
    columns = ", ".join(f't."{column.name}"' for column in shape.columns)
    order = ", ".join(f't."{name}"' for name in shape.key)
    source = "games t" if shape.name == "games" else f'"{shape.name}" t JOIN games g USING (digest)'
    game = "t" if shape.name == "games" else "g"
    batches = archive.arrow_batches(
        f"SELECT {columns} FROM {source} WHERE {game}.load_number BETWEEN ? AND ?"
        f" AND {game}.preset IS NOT DISTINCT FROM ?"
        f" AND strftime({game}.day, '%Y-%m') IS NOT DISTINCT FROM ? ORDER BY {game}.load_number, {order}",
        [part.first, part.last, part.preset, part.month],
        rows=_BATCH_ROWS,
    )
    first = next(batches, None)
    if first is None:
        return None
    path = target / shape.name / part.folder / f"part-{part.number}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in (first, *batches):
            writer.write_table(pa.Table.from_batches([batch]).cast(schema))
            rows += batch.num_rows
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
    return {
        "path": path.relative_to(target).as_posix(),
        "table": shape.name,
        "rows": rows,
        "bytes": path.stat().st_size,
        "sha256": sha256_of(path),
    }


def _told_table(shape: Table, files: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "meaning": shape.meaning,
        "key": list(shape.key),
        "rows": sum(file["rows"] for file in files if file["table"] == shape.name),
        "columns": [
            {
                "name": column.name,
                "type": column.kind.value,
                "unit": column.meaning.unit,
                "meaning": column.meaning.text,
                "rule": column.meaning.rule,
            }
            for column in shape.columns
        ],
    }
