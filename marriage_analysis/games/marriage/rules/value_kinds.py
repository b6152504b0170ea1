"""What kinds of value a rule option takes, and the one place where a value is refused.

Every kind has the same four methods: ``read`` makes the value from JSON, ``write`` gives the JSON value back,
``check`` refuses a value that cannot be, ``allowed`` says in words what can. ``read`` and ``check`` raise
:class:`~marriage_analysis.errors.RuleOptionError` with the option and the value.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import TypeAlias, TypeGuard, cast

from marriage_analysis.errors import RuleOptionError

from .options import TunnelPoints

MOST = 1_000_000
"""No number of a rule set is greater: real tables play for tens of points, and totals stay far below 2^53."""


def did_you_mean(word: str, known: "tuple[str, ...] | list[str]") -> str:
    """The end of an error text that names the nearest known words, or nothing.

    >>> did_you_mean("dublee_bonnus", ["dublee_bonus", "better"])
    '; did you mean dublee_bonus?'
    """
    near = get_close_matches(word[:100], known, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def in_words(value: object) -> str:
    """A value as JSON where it is one, cut short for messages."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _as_tuple(value: object) -> tuple[object, ...] | None:
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else None


def _refuse(option: str, value: object, allowed: str, hint: str = "") -> RuleOptionError:
    return RuleOptionError(
        f"rule option {option} must be {allowed}, not {in_words(value)}{hint}", option=option, value=value
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some named choices, by its word."""

    choices: type[Enum]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the choices, in the order of the rules reference."""
        return tuple(str(choice.value) for choice in self.choices)

    def allowed(self) -> str:
        """What can be given, in words."""
        return f"one of {', '.join(in_words(word) for word in self.words)}"

    def read(self, value: object, *, option: str) -> object:
        """The choice that the word stands for."""
        if isinstance(value, str):
            if value in self.words:
                return self.choices(value)
            raise _refuse(option, value, self.allowed(), did_you_mean(value, self.words))
        raise _refuse(option, value, self.allowed())

    def write(self, value: object) -> object:
        """The word of a choice."""
        return cast(Enum, value).value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is none of the choices."""
        if not isinstance(value, self.choices):
            raise _refuse(option, value, f"a member of {self.choices.__name__}")


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def allowed(self) -> str:
        """What can be given, in words."""
        return "true or false"

    def read(self, value: object, *, option: str) -> object:
        """The value itself."""
        self.check(value, option=option)
        return value

    def write(self, value: object) -> object:
        """The value itself."""
        return value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is neither true nor false; 0 and 1 are neither."""
        if not isinstance(value, bool):
            raise _refuse(option, value, self.allowed())


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A whole number from ``least`` to ``most``, or only those in ``only``; null too where ``nullable``."""

    least: int = 0
    most: int = MOST
    only: tuple[int, ...] | None = None
    nullable: bool = False

    def allowed(self) -> str:
        """What can be given, in words."""
        if self.only is None:
            words = f"a whole number from {self.least} to {self.most}"
        else:
            words = " or ".join(str(number) for number in self.only)
        return f"{words}, or null" if self.nullable else words

    def read(self, value: object, *, option: str) -> object:
        """The value itself."""
        self.check(value, option=option)
        return value

    def write(self, value: object) -> object:
        """The value itself."""
        return value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is out of range or no whole number; true and false are none."""
        if value is None and self.nullable:
            return
        fits = _is_whole(value) and (
            self.least <= value <= self.most if self.only is None else value in self.only
        )
        if not fits:
            raise _refuse(option, value, self.allowed())


@dataclass(frozen=True, slots=True, kw_only=True)
class TierList:
    """Points in total for one, two .. cards or tunnels; null too where ``nullable``.

    A list shorter than ``longest`` goes on by its last step, which then must not lead downwards for ever.
    """

    shortest: int
    longest: int
    nullable: bool = False

    def allowed(self) -> str:
        """What can be given, in words."""
        count = str(self.longest) if self.shortest == self.longest else f"{self.shortest} to {self.longest}"
        words = f"a list of {count} whole number{'s' if self.longest > 1 else ''} from 0 to {MOST}"
        return f"{words}, or null" if self.nullable else words

    def read(self, value: object, *, option: str) -> object:
        """The tiers of a JSON array."""
        if isinstance(value, list):
            tiers = tuple(cast("list[object]", value))
            self.check(tiers, option=option)
            return tiers
        self.check(value, option=option)
        return value

    def write(self, value: object) -> object:
        """The tiers as a list."""
        return None if value is None else list(cast("tuple[int, ...]", value))

    def check(self, value: object, *, option: str) -> None:
        """Refuse a list of the wrong length, or with a number that cannot be."""
        if value is None and self.nullable:
            return
        tiers = _as_tuple(value)
        if tiers is None:
            raise _refuse(option, value, self.allowed())
        numbers = [tier for tier in tiers if _is_whole(tier) and 0 <= tier <= MOST]
        if len(numbers) != len(tiers) or not self.shortest <= len(tiers) <= self.longest:
            raise _refuse(option, tiers, self.allowed())
        if 1 < len(numbers) < self.longest and numbers[-1] < numbers[-2]:
            raise RuleOptionError(
                f"rule option {option} is {in_words(tiers)}: its last step goes on for further tunnels, "
                "so it must not lead downwards (give totals, not the points of each one)",
                option=option,
                value=tiers,
            )


@dataclass(frozen=True, slots=True)
class TunnelTable:
    """The object of five tier lists that is the option ``tunnel_points``."""

    classes: Mapping[str, TierList]

    def allowed(self) -> str:
        """What can be given, in words."""
        return f"an object with any of {', '.join(self.classes)}"

    def read(self, value: object, *, option: str) -> object:
        """A whole table from a JSON object with all its classes."""
        parts = self.read_parts(value, option=option)
        missing = [name for name in self.classes if name not in parts]
        if missing:
            raise _refuse(option, value, f"an object with all of {', '.join(self.classes)}")
        return TunnelPoints(**parts)

    def read_parts(self, value: object, *, option: str) -> dict[str, tuple[int, ...]]:
        """The classes that a JSON object gives, perhaps not all of them."""
        if not isinstance(value, Mapping):
            raise _refuse(option, value, self.allowed())
        parts: dict[str, tuple[int, ...]] = {}
        for name, tiers in cast("Mapping[object, object]", value).items():
            kind = self.classes.get(name) if isinstance(name, str) else None
            if kind is None:
                raise RuleOptionError(
                    f"rule option {option} has no part {in_words(name)}, only {', '.join(self.classes)}"
                    f"{did_you_mean(str(name), list(self.classes))}",
                    option=f"{option}.{name}",
                    value=tiers,
                )
            parts[str(name)] = cast("tuple[int, ...]", kind.read(tiers, option=f"{option}.{name}"))
        return parts

    def write(self, value: object) -> object:
        """All classes as lists."""
        return {name: kind.write(getattr(value, name)) for name, kind in self.classes.items()}

    def check(self, value: object, *, option: str) -> None:
        """Refuse a table with a tier list that cannot be; the option named is then ``tunnel_points.class``."""
        if not isinstance(value, TunnelPoints):
            raise _refuse(option, value, "a TunnelPoints")
        for name, kind in self.classes.items():
            kind.check(getattr(value, name), option=f"{option}.{name}")


Kind: TypeAlias = Choice | Flag | Number | TierList | TunnelTable
"""Any of the kinds of value."""
