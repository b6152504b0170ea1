"""The finding codes of loading. Names are stable."""

from typing import Final

from marriage_analysis.findings import Code, Severity

NUMBER_TOO_LARGE: Final = Code(
    "number_too_large",
    Severity.ERROR,
    "A number derived from the record does not fit into a column (it has more than 64 bits).",
)

ALL: Final = (NUMBER_TOO_LARGE,)
