"""``marriage stats``: a club secretary's page about an archive."""

from pathlib import Path
from typing import Annotated

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, put, say


def stats_command(
    db: DbOption,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="Write an HTML page with plots instead of text."),
    ] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The title of the page.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell how an archive's players stand: points, wins, ratings, head to head, sessions, what to look at.

    Example: marriage stats --db archive.duckdb -o club.html

    Games that count are those of the view current_games: corrected ones and second accounts are left out.
    Exit status: 0 told, 2 the archive cannot be used or OUT not written.
    """
    from marriage_analysis.analysis.archive_plots import ratings_chart
    from marriage_analysis.analysis.club import club_facts
    from marriage_analysis.analysis.club_page import club_page, plain_table, words
    from marriage_analysis.analysis.plot_style import chart_svg
    from marriage_analysis.errors import MissingExtraError
    from marriage_analysis.records.files import require_apart, write_atomically
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.cells import json_value

    require_apart(output, [db])
    with Archive(db) as archive:
        club = club_facts(archive)
    if as_json:
        tables = {
            section.heading: [
                {name: json_value(value) for name, value in row.items()}
                for row in section.rows.iter_rows(named=True)
            ]
            for section in club.sections
        }
        days = {"first_day": json_value(club.first_day), "last_day": json_value(club.last_day)}
        emit_json({"counts": club.counts, **days, "tables": tables})
    elif output is None:
        put(", ".join(f"{count:,} {words(name)}" for name, count in club.counts.items()))
        for section in club.sections:
            if not section.rows.is_empty():
                put()
                put(section.heading)
                for line in plain_table(section.rows, most=20):
                    put(f"  {line}")
    else:
        pictures: list[str] = []
        try:
            for game, ratings in club.ratings.items():
                caption = f"{game}: 95 % intervals"
                pictures.append(chart_svg(ratings_chart(ratings, caption=caption, called=club.names)))
        except MissingExtraError as error:
            say(f"no plots: {error}")
        page = club_page(club, title=title or Path(db).stem, pictures=pictures)
        with write_atomically(output, replace=force) as stream:
            stream.write(page.encode())
        put(f"{output}: {club.counts['games']:,} games, {club.counts['players']:,} players")
