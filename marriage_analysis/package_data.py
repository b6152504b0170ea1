"""Where the sample records and the JSON Schemas are, in a clone as in an installed package."""

from pathlib import Path
from typing import Literal

from marriage_analysis.errors import InputFileError

_PACKAGE = Path(__file__).resolve().parent


def records_folder() -> Path:
    """The folder of the sample records (``records/`` of the project); raises ``InputFileError`` if missing."""
    return _folder("records")


def schemas_folder() -> Path:
    """The folder of the generated JSON Schemas (``schemas/``); raises ``InputFileError`` if missing."""
    return _folder("schemas")


def sample_games() -> tuple[str, ...]:
    """The games that there are sample records of, in the order of their names."""
    return tuple(sorted(path.name for path in records_folder().iterdir() if path.is_dir()))


def sample_files(kind: Literal["sound", "partial", "faulty"], *, game: str = "marriage") -> tuple[Path, ...]:
    """The sample records of a game of that kind, in the order of their names.

    ``faulty`` has one file for each finding code, named for it. Raises ``InputFileError`` where there are none.
    """
    folder = records_folder() / game / kind
    files = tuple(sorted(path for form in ("*.json*", "*.mrn*") for path in folder.glob(form)))
    if not files:
        raise InputFileError(f"{folder}: there are no sample records here", path=str(folder))
    return files


def _folder(name: str) -> Path:
    installed = _PACKAGE / f"_{name}"  # the wheel puts them there, see pyproject.toml
    folder = installed if installed.is_dir() else _PACKAGE.parent / name
    if not folder.is_dir():
        raise InputFileError(
            f"{folder}: not found; {name}/ comes with the package and with a clone of the project",
            path=str(folder),
        )
    return folder
