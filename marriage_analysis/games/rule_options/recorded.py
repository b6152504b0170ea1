"""Rule sets by what a record writes under ``rules``: a preset, options, or both."""

import marshal
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, cast

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.remembered import Remembered

Rules = TypeVar("Rules")


class RuleReader(Generic[Rules]):
    """Reads the rules of records, and remembers them.

    The records of an archive repeat a few rule sets, and reading one costs more than the rest of a sheet.
    ``whole`` makes a rule set of options that are all there, ``changed`` one of a preset with options changed.
    """

    def __init__(
        self,
        *,
        is_spelled_out: Callable[[Mapping[str, object]], bool],
        whole: Callable[[Mapping[str, object]], Rules],
        changed: Callable[[str, Mapping[str, object]], Rules],
    ) -> None:
        self._is_spelled_out = is_spelled_out
        self._whole = whole
        self._changed = changed
        self._known = Remembered[tuple[str | None, bytes], Rules | None](64)

    def read(self, preset: str | None, options: Mapping[str, object] | None) -> Rules | None:
        """The rule set; None where neither preset nor options are given. Raises ``RuleOptionError``."""
        # marshal keeps True and 1 apart, which equality of dicts would not.
        key = (preset, marshal.dumps(cast(Any, options), 2))
        if key not in self._known:
            found = self._read(preset, options)
            self._known[key] = found
        return self._known[key]

    def _read(self, preset: str | None, options: Mapping[str, object] | None) -> Rules | None:
        if options is not None and self._is_spelled_out(options):
            return self._whole(options)
        if preset is not None:
            return self._changed(preset, options or {})
        if options:
            raise RuleOptionError(
                "options without a preset must name every option; name the preset that they change",
                option="preset",
            )
        return None
