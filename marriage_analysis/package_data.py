"""Where the sample records and the JSON Schemas are, in a clone as in an installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def records_folder() -> Path:
    """The folder of the sample records (``records/`` of the project)."""
    return _folder("records")


def schemas_folder() -> Path:
    """The folder of the generated JSON Schemas (``schemas/`` of the project)."""
    return _folder("schemas")


def _folder(name: str) -> Path:
    installed = _PACKAGE / f"_{name}"  # the wheel puts them there, see pyproject.toml
    return installed if installed.is_dir() else _PACKAGE.parent / name
