"""Folders that are written all or nothing, and replaced only where nothing but such a folder is lost."""

import json
import os
import shutil
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from marriage_analysis.errors import InputFileError

CONTENTS: Final = ".marriage-files.json"
"""A file in every folder that is written here: the names of all that was written into it."""


@contextmanager
def new_folder(
    folder: str | Path, *, replace: bool, sources: Iterable[str | Path] = ()
) -> Generator[Path, None, None]:
    """A folder to fill that becomes ``folder`` when the block ends; nothing changes where it raises.

    With ``replace`` an empty folder is replaced, and one with nothing in it but what was written there by this
    function. Raises ``InputFileError`` where anything else is there, or a folder and ``replace`` is false;
    where the folder to replace is the current one, or one of the ``sources`` (files that are read) lies in it;
    and where nothing can be made there.
    """
    target = Path(folder).resolve()
    _require_replaceable(target, folder, replace=replace, sources=sources)
    try:
        work = Path(tempfile.mkdtemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent))
    except OSError as error:
        raise InputFileError(f"{folder}: cannot be written ({error.strerror})", path=str(folder)) from error
    try:
        yield work
        (work / CONTENTS).write_text(json.dumps(sorted(_entries(work)), indent=1) + "\n", encoding="utf-8")
        work.chmod(0o777 & ~_umask())
        _require_replaceable(target, folder, replace=replace, sources=sources)
        if target.exists():
            old = work.with_suffix(".old")
            target.rename(old)
            work.rename(target)
            shutil.rmtree(old)
        else:
            work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _require_replaceable(
    target: Path, folder: str | Path, *, replace: bool, sources: Iterable[str | Path]
) -> None:
    if not target.exists():
        return
    why = _why_kept(target, sources)
    if why is None and not replace:
        why = "this exists already; nothing was written (--force replaces it)"
    if why is not None:
        raise InputFileError(f"{folder}: {why}", path=str(folder))


def _why_kept(target: Path, sources: Iterable[str | Path]) -> str | None:
    """Why the folder must not be replaced; None where it may."""
    if not target.is_dir():
        return "this is a file, and a folder is to be written; nothing was written"
    if Path.cwd().is_relative_to(target):
        return "the current folder lies there; nothing was written; name a new folder"
    within = next((source for source in sources if Path(source).resolve().is_relative_to(target)), None)
    if within is not None:
        return f"{within}, which is read, lies in this folder; nothing was written; name a new folder"
    others = sorted(_entries(target) - _written(target))
    if others:
        return (
            f"this folder holds what was not written here by this command, such as {others[0]};"
            " nothing was written; name a new folder"
        )
    return None


def _entries(folder: Path) -> set[str]:
    """All that is in the folder and its folders, but for the list of contents."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    return found - {CONTENTS}


def _written(folder: Path) -> set[str]:
    """What the list of contents names; nothing where there is no sound one."""
    try:
        names: Any = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))
        return set(names)
    except (OSError, ValueError, TypeError):
        return set()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
