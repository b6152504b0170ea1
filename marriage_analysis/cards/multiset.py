"""A multiset of faces: how many copies of each face lie in one place."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import compress
from operator import add, ge, sub

from marriage_analysis.cards.face import FACES, Face
from marriage_analysis.errors import CountError


@dataclass(frozen=True, slots=True)
class Multiset:
    """Counts of the 54 faces, in canonical order. Frozen; sums and differences give new values.

    >>> hand = Multiset.of([FACES[0], FACES[0], FACES[5]])
    >>> hand.count(FACES[0]), len(hand), list(hand)
    (2, 3, [Face('AS'), Face('AS'), Face('6S')])
    """

    counts: tuple[int, ...] = (0,) * len(FACES)

    def __post_init__(self) -> None:
        if len(self.counts) != len(FACES):
            raise CountError(f"a multiset counts {len(FACES)} faces, not {len(self.counts)}", value=self.counts)
        if min(self.counts) < 0:
            raise CountError("a face cannot lie there a negative number of times", value=self.counts)

    @classmethod
    def of(cls, faces: Iterable[Face]) -> "Multiset":
        """The multiset that holds exactly these faces."""
        counts = [0] * len(FACES)
        for face in faces:
            counts[face.index] += 1
        return cls(tuple(counts))

    @classmethod
    def from_counts(cls, counts: Mapping[Face, int]) -> "Multiset":
        """The multiset with these counts, 0 for every face not named."""
        return cls(tuple(counts.get(face, 0) for face in FACES))

    def count(self, face: Face) -> int:
        """How many copies of the face it holds."""
        return self.counts[face.index]

    def __contains__(self, face: Face) -> bool:
        return self.counts[face.index] > 0

    def __iter__(self) -> Iterator[Face]:
        """Every card, in canonical order, copies one after the other."""
        for face, count in zip(FACES, self.counts, strict=True):
            for _ in range(count):
                yield face

    def __len__(self) -> int:
        return sum(self.counts)

    def distinct(self) -> tuple[Face, ...]:
        """The faces it holds at least once, in canonical order."""
        return tuple(compress(FACES, self.counts))

    def __add__(self, other: "Multiset") -> "Multiset":
        return Multiset(tuple(map(add, self.counts, other.counts)))

    def __sub__(self, other: "Multiset") -> "Multiset":
        """What is left after taking ``other`` away; raises ``CountError`` where that is not there."""
        return Multiset(tuple(map(sub, self.counts, other.counts)))

    def __ge__(self, other: "Multiset") -> bool:
        """True when ``other`` could be taken out of it."""
        return all(map(ge, self.counts, other.counts))

    def __le__(self, other: "Multiset") -> bool:
        return other >= self
