"""A view of an archive: a question that comes up again and again, as a query over its tables."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view: what a row is, in which order rows come, what its columns mean, and its query.

    ``columns`` is None where they are those of the table ``games``. ``heading``: the view stands under it on
    the page that ``marriage stats`` makes of an archive; None: it does not.
    """

    name: str
    meaning: str
    order: str
    columns: Mapping[str, str] | None
    query: str
    heading: str | None = None

    @property
    def sql(self) -> str:
        """The view's CREATE VIEW."""
        return f'CREATE OR REPLACE VIEW "{self.name}" AS {self.query} ORDER BY {self.order}'
