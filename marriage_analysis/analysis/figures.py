"""Points as people write them, alike in plots and pages."""


def points_text(points: int | None) -> str:
    """Points with their sign, a true minus; a dash where they are not known.

    >>> points_text(46), points_text(-20), points_text(0), points_text(None)
    ('+46', '−20', '0', '–')
    """
    if points is None:
        return "–"
    return f"{points:+d}".replace("-", "−") if points else "0"
