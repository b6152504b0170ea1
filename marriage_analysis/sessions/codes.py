"""The finding codes of sessions. Names are stable; docs/findings.md is generated from here."""

from typing import Final

from marriage_analysis.findings import Code, Severity

NUMBER_REPEATED: Final = Code(
    "number_repeated", Severity.ERROR, "Two different games of a session have the same number."
)
NUMBER_MISSING: Final = Code(
    "number_missing", Severity.INFO, "Games of a session are not here, going by their numbers."
)
NAME_CHANGED: Final = Code(
    "name_changed", Severity.WARNING, "A player of the session has another name in another game."
)

ALL: Final = tuple(value for value in list(globals().values()) if isinstance(value, Code))
