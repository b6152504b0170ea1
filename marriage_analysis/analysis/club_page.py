"""The page of a club secretary: one HTML file about an archive, without any link to elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final

import polars as pl

from marriage_analysis import __version__
from marriage_analysis.analysis.club import Club, Section
from marriage_analysis.analysis.page_style import STYLE

MOST_ROWS: Final = 200
"""So many rows of a table are shown; how many more there are is said."""


def club_page(club: Club, *, title: str, pictures: Sequence[str] = ()) -> str:
    """The page as text; ``pictures`` are SVG elements, shown under the totals."""
    tiles = "".join(f"<li><b>{count:,}</b>{escape(words(name))}</li>" for name, count in club.counts.items())
    period = f"{club.first_day} to {club.last_day}" if club.first_day is not None else "no game is dated"
    figures = "".join(f'<figure class="scroll" role="group">{picture}</figure>' for picture in pictures)
    sections = "".join(_section(section) for section in club.sections if not section.rows.is_empty())
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<p class="quiet">{escape(period)}</p>\n<ul class="tiles">{tiles}</ul>\n'
        f"{figures}{sections}\n</main>\n"
        f"<footer>Made by marriage-analysis {escape(__version__)}.</footer>\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    rows = section.rows
    heads = "".join(f'<th scope="col">{escape(words(name))}</th>' for name in rows.columns)
    numbers = [dtype.is_numeric() for dtype in rows.dtypes]
    body = "".join(
        "<tr>"
        + "".join(_cell(value, is_number) for value, is_number in zip(row, numbers, strict=True))
        + "</tr>"
        for row in rows.head(MOST_ROWS).iter_rows()
    )
    left = rows.height - MOST_ROWS
    more = f'<p class="quiet">{left:,} more rows are not shown.</p>' if left > 0 else ""
    return (
        f'<h2>{escape(section.heading)}</h2><p class="quiet">{escape(section.meaning)}</p>'
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>{more}'
    )


def _cell(value: Any, is_number: bool) -> str:
    style = ' style="text-align:right"' if is_number else ""
    return f"<td{style}>{escape(cell_text(value))}</td>"


def cell_text(value: Any) -> str:
    """A value as the page shows it: fractions with one digit, a true minus, a dash for what is not known.

    >>> cell_text(-3), cell_text(-0.26), cell_text(None), cell_text("A-1")
    ('−3', '−0.3', '–', 'A-1')
    """
    if value is None:
        return "–"
    if isinstance(value, (int, float)):
        return (f"{value:.1f}" if isinstance(value, float) else str(value)).replace("-", "−")
    return str(value)


def words(name: str) -> str:
    """The name of a column as words."""
    return name.replace("_", " ")


def plain_table(frame: pl.DataFrame, *, most: int) -> list[str]:
    """The rows of a frame as lines of text, numbers to the right; at most so many, and how many more."""
    cells = [[cell_text(value) for value in row] for row in frame.head(most).iter_rows()]
    heads = [words(name) for name in frame.columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    numbers = [dtype.is_numeric() for dtype in frame.dtypes]
    lines = [
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, numbers, strict=True)
        ).rstrip()
        for row in (heads, *cells)
    ]
    return lines + ([f"({frame.height - most} more)"] if frame.height > most else [])
