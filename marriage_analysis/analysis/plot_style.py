"""What all plots share: colours that everybody tells apart, fonts, and how a chart becomes a picture.

Pictures (SVG, PNG) are made without browser or network. Needs the extra ``plots``; every function raises
``MissingExtraError`` where it is not installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from marriage_analysis.errors import InputFileError, MissingExtraError
from marriage_analysis.records.files import write_atomically

if TYPE_CHECKING:
    import altair

    AnyChart = altair.LayerChart | altair.Chart

# Paul Tol's "vibrant" scheme: told apart by colour-blind readers, legible on white and on dark grey.
COLOURS: Final = ("#0077BB", "#EE7733", "#009988", "#CC3311", "#33A9D6", "#D62F7E", "#808080")
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right")
DASHES: Final[tuple[list[int], ...]] = ([1, 0], [7, 3], [2, 2])
INK: Final = "#333333"
QUIET: Final = "#767676"
RULE: Final = "#DDDDDD"
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FONT: Final = "'Liberation Sans', Arial, Helvetica, 'Noto Sans Devanagari', sans-serif"


def chart_svg(chart: AnyChart) -> str:
    """The chart as one SVG element; the same chart always gives the same text."""
    return str(vl_convert_module().vegalite_to_svg(_drawable(chart.to_dict())))


def save_chart(chart: AnyChart, path: str | Path, *, replace: bool = False) -> None:
    """Write the chart as a picture; the name says which kind: ``.svg`` or ``.png``.

    Raises ``InputFileError`` for another ending, and where the file exists and ``replace`` is false.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        picture = chart_svg(chart).encode()
    elif suffix == ".png":
        picture = vl_convert_module().vegalite_to_png(
            _drawable({**chart.to_dict(), "background": "white"}), scale=2
        )
    else:
        raise InputFileError(f"{path}: a plot is written as .svg or .png", path=str(path))
    with write_atomically(path, replace=replace) as stream:
        stream.write(picture)


def show_pictures() -> None:
    """Have a notebook show charts as pictures, which everybody sees who opens it, also without running it."""
    altair_module().renderers.enable("svg")


def altair_module() -> Any:
    """Altair itself."""
    try:
        import altair
    except ImportError as error:
        raise MissingExtraError("plots", needed_for="a plot") from error
    return altair


def vl_convert_module() -> Any:
    """The library that makes pictures."""
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtraError("plots", needed_for="the picture of a plot") from error
    return vl_convert


def chart_data(values: Sequence[Mapping[str, Any]]) -> Any:
    """Values as the data of a chart, written into it."""
    return altair_module().Data(values=[dict(value) for value in values])


def styled(chart: Any) -> Any:
    """The chart with the fonts, colours and lines of all our plots."""
    return (
        chart.configure(font=FONT, background="transparent")
        .configure_view(stroke=None, clip=False)
        .configure_title(
            anchor="start",
            fontSize=16,
            subtitleFontSize=12,
            color=INK,
            subtitleColor=QUIET,
            offset=14,
            subtitlePadding=5,
        )
        .configure_axis(
            gridColor=RULE,
            domainColor=RULE,
            tickColor=RULE,
            labelColor=QUIET,
            titleColor=QUIET,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
        )
        .configure_legend(labelColor=INK)
    )


def quoted(words: Sequence[str]) -> str:
    """The words as a list of the expression language of Vega, whatever is in them."""
    return json.dumps([_drawable(word) for word in words])


def _drawable(value: Any) -> Any:
    """The value with no character that cannot stand in an SVG: such a name would end the whole program."""
    if isinstance(value, str):
        return _NOT_IN_XML.sub("\ufffd", value)
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {_drawable(name): _drawable(inner) for name, inner in fields.items()}
    return [_drawable(inner) for inner in cast("list[Any]", value)] if isinstance(value, list) else value
