"""What kinds of value a rule option takes, and the one place where a value is refused.

Every kind has the same methods: ``read`` makes the value from JSON, ``write`` gives the JSON value back,
``check`` refuses a value that cannot be, ``allowed`` says in words what can and ``json_schema`` as a schema.
``read`` and ``check`` raise :class:`~marriage_analysis.errors.RuleOptionError` with the option and the value.
A game may have kinds of its own besides these.
"""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Final, Protocol, TypeGuard, cast

from marriage_analysis.errors import RuleOptionError

MOST: Final = 1_000_000
"""No number of a rule set is greater: real tables play for tens of points, and totals stay far below 2^53."""


class ValueKind(Protocol):
    """A kind of value, as described above."""

    def allowed(self) -> str:
        """What can be given, in words."""
        ...

    def json_schema(self) -> dict[str, object]:
        """What can be given, as JSON Schema (draft 2020-12)."""
        ...

    def read(self, value: object, *, option: str) -> object:
        """The value that the JSON value stands for."""
        ...

    def write(self, value: object) -> object:
        """The JSON value."""
        ...

    def check(self, value: object, *, option: str) -> None:
        """Refuse a value that cannot be."""
        ...


def or_null(name: str, *, nullable: bool) -> object:
    """The type of a JSON Schema, with null where that is allowed."""
    return [name, "null"] if nullable else name


def did_you_mean(word: str, known: "tuple[str, ...] | list[str]") -> str:
    """The end of an error text that names the nearest known words, or nothing.

    >>> did_you_mean("colur", ["colour", "size"])
    '; did you mean colour?'
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


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def refuse(option: str, value: object, allowed: str, hint: str = "") -> RuleOptionError:
    """The error for a value that an option cannot have; ``allowed`` says what it can."""
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
            raise refuse(option, value, self.allowed(), did_you_mean(value, self.words))
        raise refuse(option, value, self.allowed())

    def json_schema(self) -> dict[str, object]:
        """One of the words."""
        return {"type": "string", "enum": list(self.words)}

    def write(self, value: object) -> object:
        """The word of a choice."""
        return cast(Enum, value).value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is none of the choices."""
        if not isinstance(value, self.choices):
            raise refuse(option, value, f"a member of {self.choices.__name__}")


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

    def json_schema(self) -> dict[str, object]:
        """True or false."""
        return {"type": "boolean"}

    def write(self, value: object) -> object:
        """The value itself."""
        return value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is neither true nor false; 0 and 1 are neither."""
        if not isinstance(value, bool):
            raise refuse(option, value, self.allowed())


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A whole number from ``least`` to ``most``, or only those in ``only``; null too where ``nullable``.

    ``step``: only its multiples.
    """

    least: int = 0
    most: int = MOST
    only: tuple[int, ...] | None = None
    step: int = 1
    nullable: bool = False

    def allowed(self) -> str:
        """What can be given, in words."""
        if self.only is None:
            what = "a whole number" if self.step == 1 else f"a multiple of {self.step}"
            words = f"{what} from {self.least} to {self.most}"
        else:
            words = " or ".join(str(number) for number in self.only)
        return f"{words}, or null" if self.nullable else words

    def read(self, value: object, *, option: str) -> object:
        """The value itself."""
        self.check(value, option=option)
        return value

    def json_schema(self) -> dict[str, object]:
        """The numbers that can be given."""
        limits: dict[str, object] = {"minimum": self.least, "maximum": self.most}
        if self.only is not None:
            limits = {"enum": [*self.only, *([None] if self.nullable else [])]}
        if self.step != 1:
            limits["multipleOf"] = self.step
        return {"type": or_null("integer", nullable=self.nullable), **limits}

    def write(self, value: object) -> object:
        """The value itself."""
        return value

    def check(self, value: object, *, option: str) -> None:
        """Refuse what is out of range or no whole number; true and false are none."""
        if value is None and self.nullable:
            return
        fits = is_whole(value) and (
            self.least <= value <= self.most and value % self.step == 0
            if self.only is None
            else value in self.only
        )
        if not fits:
            raise refuse(option, value, self.allowed())
