"""Values of tables as text in files that spreadsheets and other programs read."""

import json
import math
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any, Final, cast

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


def csv_cell(value: object) -> str:
    """A value as a cell of CSV; a text that a spreadsheet would run as a formula gets a quote mark before it.

    >>> csv_cell(-8), csv_cell("=1+1"), csv_cell(None), csv_cell(True)
    ('-8', "'=1+1", '', 'true')
    """
    if value is None:
        return ""
    text = plain_text(value)
    return f"'{text}" if not is_number(value) and text.startswith(_FORMULA) else text


def is_number(value: object) -> bool:
    """Whether the value is a number; true and false are none."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def plain_text(value: object) -> str:
    """A value as text: lists and structures as JSON, bytes as hex digits."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(json_value(cast("object", value)), ensure_ascii=False)
    return value.hex() if isinstance(value, bytes) else str(value)


def json_value(value: object) -> Any:
    """A value of DuckDB as JSON: exact decimals, dates and what JSON does not have as text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        fields = cast("Mapping[object, object]", value)
        return {str(key): json_value(inner) for key, inner in fields.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(inner) for inner in cast("list[object]", value)]
    if isinstance(value, (date, time)):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
