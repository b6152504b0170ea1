"""What was worked out before and comes again, so that it need not be worked out twice."""

from typing import Final, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(dict[Key, Value]):
    """Results by what they are of, so many at most: what comes when it is full begins it anew.

    For what :func:`functools.lru_cache` cannot do: where the key is not the argument, or is found by a search.

    >>> known = Remembered[str, int](2)
    >>> known["a"] = known["b"] = 1
    >>> known["c"] = 2
    >>> known
    {'c': 2}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most: Final = most

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
