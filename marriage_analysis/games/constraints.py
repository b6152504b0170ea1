"""Limits a game puts on the fields of its record parts, written as ``Annotated[str, Pattern("[SHDC]")]``.

Nothing here imports pydantic. Each marker answers to pydantic's hook by name and edits the plain dict
that describes the field, so that the record models enforce the limit and the JSON Schema states it.
Without pydantic a marker is only a note to the reader; a part built by hand is not checked.
"""

import marshal
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from marriage_analysis.games.remembered import Remembered

MAX_INTEGER: Final = 2**53 - 1
"""The largest whole number a record may hold; every JSON reader keeps it exact."""

Schema = dict[str, Any]


class Handler(Protocol):
    """What pydantic passes to a hook: it describes the type that the marker stands on."""

    def __call__(self, source: Any, /) -> Schema:
        """The description of ``source``."""
        ...

    def resolve_ref_schema(self, schema: Schema, /) -> Schema:
        """The description itself where only a reference to it was given."""
        ...


def _limited(schema: Schema, **limits: object) -> Schema:
    # "or null" wraps the description of the value; the limit belongs to the value.
    (schema["schema"] if schema["type"] == "nullable" else schema).update(limits)
    return schema


@dataclass(frozen=True, slots=True)
class Pattern:
    """Text that as a whole matches ``regex``, at most ``max_length`` characters; ``what`` names it to people.

    The expression must do without look-around, ``\\d`` and flags: Python, Rust and JSON Schema read it alike.
    """

    regex: str
    max_length: int
    what: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        return _limited(
            handler(source),
            pattern=f"^(?:{self.regex})$",
            max_length=self.max_length,
            metadata={"pydantic_js_updates": {"description": self.what}},
        )


@dataclass(frozen=True, slots=True)
class Length:
    """Free text of ``min`` to ``max`` characters."""

    min: int
    max: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        return _limited(handler(source), min_length=self.min, max_length=self.max)


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from ``ge`` to ``le``, both allowed."""

    ge: int
    le: int = MAX_INTEGER

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        return _limited(handler(source), ge=self.ge, le=self.le)


@dataclass(frozen=True, slots=True)
class Size:
    """A list of ``min`` to ``max`` entries: a JSON array outside, a tuple inside."""

    min: int
    max: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        # Looked at before the entries, so that a list far too long costs nothing.
        return {
            "type": "function-before",
            "schema": _limited(handler(source), min_length=self.min, max_length=self.max, strict=False),
            "function": {"type": "no-info", "function": self._check},
        }

    def _check(self, value: Any) -> Any:
        if type(value) is list and len(value) > self.max:  # pyright: ignore[reportUnknownArgumentType]
            raise ValueError(f"expected at most {self.max:,} entries")
        return value  # pyright: ignore[reportUnknownVariableType]


@dataclass(frozen=True, slots=True)
class NotNull:
    """A field that may be left out (None inside) but not written as ``null``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


@dataclass(frozen=True, slots=True)
class Checked:
    """A field that ``check`` must accept as well; it raises ``ValueError`` where it does not."""

    check: Callable[[Any], object]

    def __get_pydantic_core_schema__(self, source: Any, handler: Handler) -> Schema:
        return {
            "type": "function-after",
            "schema": handler(source),
            "function": {"type": "no-info", "function": self._run},
        }

    def _run(self, value: Any) -> Any:
        self.check(value)
        return value


@dataclass(frozen=True, slots=True)
class Meaning:
    """A field that the JSON Schema explains with ``text``, for people who write records; it limits nothing."""

    text: str

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Schema]) -> Schema:
        return {**handler(schema), "description": self.text}


@dataclass(frozen=True, slots=True)
class Described:
    """A field whose JSON Schema is given by ``json_schema`` instead of following from its type."""

    json_schema: Callable[[], Schema]

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Schema]) -> Schema:
        return self.json_schema()


class RecordPart:
    """Base of the dataclasses that are JSON objects in a record: no unknown fields, no converted values."""

    __slots__ = ()
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012 (pydantic wants a plain dict)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Handler) -> Schema:
        schema = handler(source)
        # Strict would ask for a ready-made instance; a part is read from a JSON object.
        handler.resolve_ref_schema(schema)["strict"] = False
        return schema


class RepeatedPart(RecordPart):
    """Base of the parts that record after record repeats, as the rules: what was met before is not read again.

    Equal parts may be one object then. It has to be all frozen but for dicts and lists that nobody changes.
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Handler) -> Schema:
        return {
            "type": "function-wrap",
            "schema": super().__get_pydantic_core_schema__(source, handler),
            "function": {"type": "no-info", "function": _Remembering()},
        }


class _Remembering:
    """What reads a part from its JSON value: as it did before, where it met that value before."""

    def __init__(self) -> None:
        self._known = Remembered[bytes, Any](64)

    def __call__(self, value: Any, read: Callable[[Any], Any]) -> Any:
        try:
            key = marshal.dumps(value, 2)  # it keeps True and 1 apart, which equality of dicts would not
        except ValueError:  # not a value of JSON
            return read(value)
        found = self._known.get(key)
        if found is None:
            found = read(value)
            self._known[key] = found
        return found


class Word(Enum):
    """Base of the enums whose values are the code words of a record."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Handler) -> Schema:
        schema = handler(source)
        # Strict would ask for the enum member; a record holds the word.
        handler.resolve_ref_schema(schema)["strict"] = False
        return schema
