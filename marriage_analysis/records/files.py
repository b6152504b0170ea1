"""Writing files so that nobody ever sees half of one and nothing is lost by accident."""

import os
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from marriage_analysis.errors import InputFileError


@contextmanager
def write_atomically(path: str | Path, *, replace: bool = False) -> Generator[BinaryIO, None, None]:
    """A stream whose bytes become the file when the block ends, all at once; nothing changes if it raises.

    Raises ``InputFileError`` where the file is there already and ``replace`` is false, and where the folder
    cannot be written to.
    """
    target = Path(path)
    if target.is_dir():
        raise InputFileError(f"{target}: this is a directory", path=str(target))
    if target.exists() and not replace:
        raise _there_already(target)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise InputFileError(f"{target}: cannot be written ({error.strerror})", path=str(target)) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(target))
        if replace:
            temporary.replace(target)
        else:
            try:
                os.link(temporary, target)  # unlike a rename it fails where a file appeared meanwhile
            except FileExistsError:
                raise _there_already(target) from None
            except OSError:  # a file system without hard links
                temporary.replace(target)
        _sync_folder(target.parent)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def require_apart(output: str | Path | None, sources: Iterable[str | Path]) -> None:
    """Raise ``InputFileError`` where what is to be written is one of the files that are read, by any name.

    None and ``-`` (stdout) are no file, and neither is a source that is not there.
    """
    if output is not None and is_one_of(output, sources):
        raise InputFileError(
            f"{output}: this file is read by the same command; nothing was written; name another file",
            path=str(output),
        )


def is_one_of(output: str | Path, sources: Iterable[str | Path]) -> bool:
    """Whether what is to be written is one of the files that are read, by any name; ``-`` is no file."""
    if str(output) == "-" or not Path(output).exists():
        return False
    return any(Path(source).exists() and Path(output).samefile(source) for source in sources)


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, not only the bytes; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _there_already(target: Path) -> InputFileError:
    return InputFileError(
        f"{target}: this file exists already; nothing was written (--force replaces it)", path=str(target)
    )


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, else those a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
