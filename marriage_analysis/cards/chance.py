"""Chance that can be repeated: numbers that follow from a seed text, the same on every machine.

Specified in docs/shuffle.md. Nothing here looks at the clock or at the state of the process.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, islice
from operator import mod
from struct import unpack
from typing import Final, TypeVar

from marriage_analysis.errors import CountError, NotationError

WORDS: Final = 1 << 32
"""There are so many different words; no choice can be among more."""

Option = TypeVar("Option")


class Chance:
    """Choices by chance, in an order that the seed fixes.

    Raises ``NotationError`` for a seed that is not Unicode text (a lone surrogate).

    >>> chance = Chance("Tihar")
    >>> [chance.below(6) for _ in range(8)]
    [5, 2, 2, 1, 3, 1, 3, 2]
    """

    __slots__ = ("_words",)

    def __init__(self, seed: str) -> None:
        self._words: Iterator[int] = _words(utf8(seed))

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely; raises ``CountError`` where there is none.

        Words in the last, cut run of bounds are passed over.
        """
        if not 1 <= bound <= WORDS:
            raise CountError(f"there is nothing to choose among {bound!r}", value=bound)
        word = next(self._words)
        if word >= WORDS - bound:  # else it is in a whole run, however long the last one is
            limit = WORDS - WORDS % bound
            while word >= limit:
                word = next(self._words)
        return word % bound

    def below_each(self, highest: int) -> list[int]:
        """A number below ``highest``, one below one less, and so on down to 2: all that a shuffle asks for.

        The same numbers as :meth:`below` gives one by one, which takes some three times as long.

        >>> Chance("Tihar").below_each(6)
        [5, 1, 0, 1, 1]
        """
        bounds = range(highest, 1, -1)
        words = list(islice(self._words, len(bounds)))
        if max(words, default=0) < WORDS - highest:  # so none of them is passed over
            return list(map(mod, words, bounds))
        self._words = chain(words, self._words)
        return list(map(self.below, bounds))

    def pick(self, options: Sequence[Option]) -> Option:
        """One of the options, each as likely; raises ``CountError`` where there is none."""
        return options[self.below(len(options))]


def utf8(seed: str) -> bytes:
    """The bytes of a seed; raises ``NotationError`` where it is not Unicode text."""
    try:
        return seed.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotationError("a seed must be Unicode text", text=seed, position=error.start) from None


def _words(seed: bytes) -> Iterator[int]:
    """Numbers of 32 bits without end: SHA-256 over the seed's hash and a counter, eight numbers a block."""
    key = sha256(seed).digest()
    for counter in count():
        yield from unpack(">8I", sha256(key + counter.to_bytes(8, "big")).digest())
