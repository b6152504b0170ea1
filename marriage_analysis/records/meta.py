"""``meta``: when and where the game was played and where the record comes from.

Any field may stand there; ``date`` and ``started_at`` have a fixed form.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from marriage_analysis.games.constraints import Checked
from marriage_analysis.records.envelope import (
    DATE,
    DATE_WORDS,
    INSTANT,
    INSTANT_WORDS,
    check_date,
    check_instant,
    check_json,
)

_FORMS: dict[str, tuple[str, str, Callable[[str], None]]] = {
    "date": (DATE, DATE_WORDS, check_date),
    "started_at": (INSTANT, INSTANT_WORDS, check_instant),
}


class MetaError(ValueError):
    """A field of ``meta`` without its form; ``field`` is its name."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


def check_meta(meta: dict[str, object]) -> None:
    """Raise ``MetaError`` where a date or time in ``meta`` is none."""
    check_json(meta)
    for field, (_, words, check) in _FORMS.items():
        value = meta.get(field)
        if value is None:
            continue
        if not isinstance(value, str):
            raise MetaError(f"expected {words}", field=field)
        try:
            check(value)
        except ValueError as error:
            raise MetaError(str(error), field=field) from None


@dataclass(frozen=True, slots=True)
class _Described:
    """States the forms in the JSON Schema."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        described = handler(schema)
        described["properties"] = {
            field: {
                "anyOf": [
                    {"type": "string", "pattern": f"^(?:{form})$", "description": words},
                    {"type": "null"},
                ]
            }
            for field, (form, words, _) in _FORMS.items()
        }
        return described


MetaObject = Annotated[dict[str, object], Checked(check_meta), _Described()]
