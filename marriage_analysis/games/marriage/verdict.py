"""What a set of cards is judged to be, with the reason in plain words and the rule it rests on."""

from dataclasses import dataclass
from enum import Enum, unique

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.quick_enum import quick


@unique
@quick
class SetKind(Enum):
    """The kinds of set (TERM-01..05). ``WILDS`` is two or three wilds that make three cards a set (COMB-06)."""

    TUNNEL = "tunnel"
    PURE_SEQUENCE = "pure sequence"
    SEQUENCE = "sequence"
    TRIAL = "trial"
    DIRTY_TRIAL = "dirty trial"
    WILDS = "wilds"
    DUBLEE = "dublee"


@dataclass(frozen=True, slots=True)
class StandIn:
    """A wild card and the face it stands for in a set."""

    wild: Face
    stands_for: Face

    def __str__(self) -> str:
        return f"{self.wild} stands for {self.stands_for}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "is that a set?"; true in a condition exactly when ``valid``.

    ``kind`` is None where it is no set. ``is_primary`` tells whether it may be laid in a primary show:
    as one of three sets or, a dublee, as one of seven. ``stand_ins`` are the wilds that do not serve at
    their own face.
    """

    valid: bool
    reason: str
    rule: str
    kind: SetKind | None = None
    is_primary: bool = False
    stand_ins: tuple[StandIn, ...] = ()

    def __bool__(self) -> bool:
        return self.valid


def no_set(rule: str, reason: str) -> Verdict:
    """The verdict that refuses, by that rule and for that reason."""
    return Verdict(valid=False, reason=reason, rule=rule)
