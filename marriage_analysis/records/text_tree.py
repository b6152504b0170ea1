"""The JSON value that the headers of the text form build up together, path by path, in any order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from marriage_analysis.findings import Code
from marriage_analysis.records import codes
from marriage_analysis.records.limits import MAX_DEPTH
from marriage_analysis.records.scan import Path
from marriage_analysis.records.text_headers import format_header_path


class TreeError(ValueError):
    """A value that does not fit to what other headers said; ``code`` is its finding, ``path`` its place."""

    def __init__(self, code: Code, message: str, *, path: Path) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


@dataclass(slots=True)
class Branch:
    """An object or list that headers fill."""

    is_list: bool
    inner: dict[str | int, Any] = field(default_factory=dict[str | int, Any])


class Tree:
    """A record in the making. What lies in an object or list may come from several headers."""

    def __init__(self) -> None:
        self.root = Branch(is_list=False)

    def get(self, *path: str | int) -> Any:
        """What is at the path so far: a plain value, a ``Branch``, or None."""
        here: Any = self.root
        for step in path:
            here = here.inner.get(step) if isinstance(here, Branch) else None
        return here

    def places(self, *path: str | int) -> dict[str | int, Any]:
        """What the list at the path holds so far, by place; nothing where no list is."""
        branch = self.get(*path)
        return branch.inner if isinstance(branch, Branch) and branch.is_list else {}

    def insert(self, path: Path, value: Any) -> None:
        """Put a value in; raises ``TreeError`` where it does not fit."""
        if len(path) > MAX_DEPTH:
            raise _too_deep(path)
        branch = self.root
        for length, step in enumerate(path[:-1], start=1):
            _require_kind(branch, path[: length - 1], is_list=isinstance(step, int))
            inner = branch.inner.setdefault(step, Branch(is_list=isinstance(path[length], int)))
            if not isinstance(inner, Branch):
                raise _disagree(f"{_words(path[:length])} has a value already, so nothing can lie in it", path)
            branch = inner
        _require_kind(branch, path[:-1], is_list=isinstance(path[-1], int))
        self._put(branch, path, value)

    def _put(self, branch: Branch, path: Path, value: Any) -> None:
        step = path[-1]
        if not isinstance(value, (dict, list)):
            if isinstance(branch.inner.get(step), Branch):
                raise _disagree(f"{_words(path)} has fields already, so it has no value of its own", path)
            if step in branch.inner:
                raise TreeError(codes.DUPLICATE_KEY, f"{_words(path)} stands twice", path=path)
            branch.inner[step] = value
            return
        if len(path) >= MAX_DEPTH:
            raise _too_deep(path)
        is_list = isinstance(value, list)
        inner = branch.inner.setdefault(step, Branch(is_list))
        if not isinstance(inner, Branch):
            raise _disagree(f"{_words(path)} has a value already", path)
        _require_kind(inner, path, is_list=is_list)
        for key, entry in _entries(value):
            self._put(inner, (*path, key), entry)

    def value(self) -> tuple[Any, list[Path]]:
        """The JSON value, and the places that are missing in lists."""
        holes: list[Path] = []
        return _plain(self.root, (), holes), holes


def _entries(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, list):
        yield from enumerate(cast("list[Any]", value))
    else:
        yield from cast("dict[str, Any]", value).items()


def _plain(value: Any, path: Path, holes: list[Path]) -> Any:
    if not isinstance(value, Branch):
        return value
    if not value.is_list:
        return {str(step): _plain(inner, (*path, step), holes) for step, inner in value.inner.items()}
    holes += [(*path, place) for place in range(len(value.inner)) if place not in value.inner][:1]
    return [_plain(value.inner[place], (*path, place), holes) for place in sorted(value.inner, key=int)]


def _require_kind(branch: Branch, path: Path, *, is_list: bool) -> None:
    if branch.is_list is not is_list:
        kinds = ("a list", "an object") if branch.is_list else ("an object", "a list")
        raise _disagree(f"{_words(path)} cannot be {kinds[0]} and {kinds[1]}", path)


def _disagree(message: str, path: Path) -> TreeError:
    return TreeError(codes.HEADERS_DISAGREE, message, path=path)


def _too_deep(path: Path) -> TreeError:
    message = f"more than {MAX_DEPTH} objects and lists lie inside one another"
    return TreeError(codes.TOO_DEEP, message, path=path[:1])


def _words(path: Path) -> str:
    return format_header_path(path) or "the record"
