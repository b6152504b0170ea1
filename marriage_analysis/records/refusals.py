"""What no record can hold, as the exception that a program gets which made it up."""

from pydantic import ValidationError

from marriage_analysis.errors import RecordError


def record_error(error: ValidationError) -> RecordError:
    """The first fault that the record model found, with its place."""
    first = error.errors()[0]
    path = ".".join(map(str, first["loc"]))
    return RecordError(str(first["msg"]).removeprefix("Value error, "), path=path or None)
