"""The kinds of value that only the options of Marriage take: points by tiers, and the table of tunnel points.

Choices, flags and numbers are in :mod:`marriage_analysis.games.rule_options.value_kinds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.rule_options.value_kinds import (
    MOST,
    Choice,
    Flag,
    Number,
    did_you_mean,
    in_words,
    is_whole,
    or_null,
    refuse,
)

from .options import TunnelPoints


def _as_tuple(value: object) -> tuple[object, ...] | None:
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else None


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

    def json_schema(self) -> dict[str, object]:
        """An array of points."""
        return {
            "type": or_null("array", nullable=self.nullable),
            "items": {"type": "integer", "minimum": 0, "maximum": MOST},
            "minItems": self.shortest,
            "maxItems": self.longest,
        }

    def write(self, value: object) -> object:
        """The tiers as a list."""
        return None if value is None else list(cast("tuple[int, ...]", value))

    def check(self, value: object, *, option: str) -> None:
        """Refuse a list of the wrong length, or with a number that cannot be."""
        if value is None and self.nullable:
            return
        tiers = _as_tuple(value)
        if tiers is None:
            raise refuse(option, value, self.allowed())
        numbers = [tier for tier in tiers if is_whole(tier) and 0 <= tier <= MOST]
        if len(numbers) != len(tiers) or not self.shortest <= len(tiers) <= self.longest:
            raise refuse(option, tiers, self.allowed())
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
            raise refuse(option, value, f"an object with all of {', '.join(self.classes)}")
        return TunnelPoints(**parts)

    def read_parts(self, value: object, *, option: str) -> dict[str, tuple[int, ...]]:
        """The classes that a JSON object gives, perhaps not all of them."""
        if not isinstance(value, Mapping):
            raise refuse(option, value, self.allowed())
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

    def json_schema(self) -> dict[str, object]:
        """An object with any of the classes."""
        return {
            "type": "object",
            "properties": {name: kind.json_schema() for name, kind in self.classes.items()},
            "additionalProperties": False,
        }

    def write(self, value: object) -> object:
        """All classes as lists."""
        return {name: kind.write(getattr(value, name)) for name, kind in self.classes.items()}

    def check(self, value: object, *, option: str) -> None:
        """Refuse a table with a tier list that cannot be; the option named is then ``tunnel_points.class``."""
        if not isinstance(value, TunnelPoints):
            raise refuse(option, value, "a TunnelPoints")
        for name, kind in self.classes.items():
            kind.check(getattr(value, name), option=f"{option}.{name}")


Kind: TypeAlias = Choice | Flag | Number | TierList | TunnelTable
"""Any of the kinds of value of Marriage."""
