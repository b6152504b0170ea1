"""``marriage resettle``: what other rules would have made of an archive's games."""

from typing import Annotated

import typer

from marriage_analysis.cli.load import DbOption
from marriage_analysis.cli.options import JsonOption, OptionOption, read_rule_options
from marriage_analysis.cli.output import emit_json, progress, put, say
from marriage_analysis.cli.rule_books import require_rules_of


def resettle_command(
    db: DbOption,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="The other rule set.", show_default=False)
    ],
    option: OptionOption = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="OUT", help="Also draw it: OUT.svg or OUT.png.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="List so many players and games at most.")
    ] = 20,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Settle an archive's games by other rules: which change, by how much, for whom.

    Example: marriage resettle --db archive.duckdb --rules house-app --option dublee_bonus=10

    Cards and what happened stay as they are; only points and payments are counted anew, and compared with the
    derived nets. Maal that was only stated, without cards, stays as stated. Exit status: 0 told, 2 the archive
    or the rules cannot be used.
    """
    from marriage_analysis.analysis.archive_plots import changes_chart
    from marriage_analysis.analysis.club_page import plain_table
    from marriage_analysis.analysis.plot_style import save_chart
    from marriage_analysis.analysis.resettle import resettle
    from marriage_analysis.games.abilities import Resettles
    from marriage_analysis.games.catalog import GAMES
    from marriage_analysis.records.files import require_apart
    from marriage_analysis.store.archive import Archive

    require_apart(output, [db])
    settled = (game for game in GAMES.values() if isinstance(game, Resettles))
    require_rules_of(settled, rules, command="resettle")
    given = {"preset": rules, "options": read_rule_options(option)}
    with Archive(db) as archive, progress("settling games") as advance:
        found = resettle(archive, given, on_game=lambda: advance(1))
    changed = found.changed_games
    told = f"{rules}{''.join(f', {one}' for one in option or ())}"
    if output is not None:
        save_chart(changes_chart(found, rules=told), output, replace=force)
    if as_json:
        emit_json(
            {
                "rules": given,
                "games": found.games,
                "changed": changed.height,
                "unsettled": found.unsettled,
                "players": found.players.to_dicts(),
                "changed_games": changed.to_dicts(),
            }
        )
        return
    put(f"Settled by {told}: {changed.height} of {found.games} games change.")
    for heading, frame in (("Players", found.players.drop("player")), ("Games", changed.drop("load_number"))):
        if not frame.is_empty():
            put()
            put(heading)
            for line in plain_table(frame, most=limit):
                put(f"  {line}")
    for reason, count in found.unsettled.items():
        say(f"{count} games are not compared: {reason}")
