"""``marriage dataset``: thousands of simulated games as records, tables and a datasheet, by one command."""

from pathlib import Path
from typing import Annotated

import typer

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, progress, put, say
from marriage_analysis.cli.record_files import EXIT_BAD
from marriage_analysis.cli.rule_books import require_rules_of


def dataset_command(
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="DIR", help="The folder to fill; a stopped run goes on there."),
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 20_000,
    players: Annotated[int, typer.Option("--players", metavar="K", min=2, help="How many players.")] = 4,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="NAME", help="A rule set; several in turn. Default: all there are."),
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="NAME", help="Who plays. Default: the best there is.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="Where deals and choices come from.")] = "1",
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="So many processes work.")] = 1,
    chunk: Annotated[
        int, typer.Option("--chunk", metavar="N", min=1, help="So many games a part at most.")
    ] = 500,
    as_json: JsonOption = False,
) -> None:
    """Build a dataset of simulated games: played, archived, validated, loaded, audited, written as Parquet.

    Example: marriage dataset --games 20000 --jobs 2 -o dataset

    The folder gets the records in parts, a receipt for each, tables in Parquet, an archive, a datasheet,
    checksums and CITATION.cff. The same version and options give the same records, whatever --jobs is. Where a
    run is stopped, the same command goes on. Exit status: 0 every record is sound and clean, 1 some are not, 2
    DIR cannot be used.
    """
    from marriage_analysis.analysis.bulk import BulkPlan, run_bulk
    from marriage_analysis.analysis.datasheet import told, write_papers
    from marriage_analysis.games.abilities import Simulates, require
    from marriage_analysis.games.catalog import DEFAULT_GAME, GAMES
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.dataset import write_dataset

    known = require(GAMES[DEFAULT_GAME], Simulates).rule_names
    for name in rules or ():
        require_rules_of([GAMES[DEFAULT_GAME]], name, command="dataset")
    plan = BulkPlan(
        games=games,
        seed=seed,
        rules=tuple(rules or known),
        seats=players,
        policy=policy,
        chunk=chunk,
        game=DEFAULT_GAME,
    )
    folder = Path(output)
    with progress("games", total=3 * games) as advance:
        report = run_bulk(plan, folder, jobs=jobs, on_stage=lambda stage: say(f"{stage} ..."), on_games=advance)
    with Archive(folder / "archive.duckdb") as archive:
        write_dataset(archive, folder / "parquet", replace=True)
    write_papers(plan, folder, report)
    facts = told(report)
    if as_json:
        emit_json(facts)
    else:
        put(
            f"{output}: {report.games:,} games, {report.finished:,} finished, {report.bytes:,} bytes of records"
        )
        put(f"  validated: {report.valid:,} sound; audited: {facts['verdicts']}")
        for stage, seconds in facts["processor_seconds"].items():
            put(f"  {stage}: {seconds:,.1f} s of processor time")
        put(f"  at most {report.memory / 1e6:,.0f} MB in one process")
    if report.valid < report.games or report.verdicts != {"clean": report.games}:
        raise typer.Exit(EXIT_BAD)
