"""``marriage demo``: from record files to an audited, queried, explained book, on sample games."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.output import progress, put, put_lines, say
from marriage_analysis.errors import InputFileError

if TYPE_CHECKING:
    from marriage_analysis.analysis.demo import Material
    from marriage_analysis.audit.audit import RecordAudit
    from marriage_analysis.sessions.book import SessionReport


def demo_command(
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="The folder to put everything in; made if missing."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Which mistake is planted, and in which hand.")
    ] = 1,
) -> None:
    """Show the whole job on sample games: check, audit, explain a planted mistake, load, ask, report.

    Example: marriage demo --out my-demo

    Two evenings of real tables (names replaced), a few dozen scored hands, one with a mistake, and 100 games
    played by program are laid out in a folder. Nothing is asked, and everything stays there to look at.
    """
    from marriage_analysis.analysis.demo import SIMULATED_GAMES, SIMULATED_RULES, lay_out
    from marriage_analysis.audit.audit import audit_records
    from marriage_analysis.sessions.book import SessionBook

    folder = _folder(out)
    with progress("playing games", total=SIMULATED_GAMES) as done:
        material = lay_out(folder, seed=seed, on_game=lambda: done(1))
    planted = material.planted
    put(f"1. Sample records in {folder}")
    put("   Two evenings as their scorekeepers wrote them down, and scored hands under all six rule sets.")
    put(f"   {SIMULATED_GAMES} games of four played by program, by {', '.join(SIMULATED_RULES)}.")
    put(f"   In one hand a mistake is planted: {planted.record.id}, {planted.mistake.path}:")
    put(f"   {_words(planted.mistake.was)} was written down as {_words(planted.mistake.now)}.")
    _validate(material)

    book = SessionBook()
    audits: list[RecordAudit] = []  # of people's games, and of any game that something is wrong with
    verdicts: Counter[str] = Counter()
    for audit in audit_records(material.files):
        book.add(audit)
        verdicts[audit.verdict.value if audit.verdict else "skipped"] += 1
        is_bad = audit.verdict is None or audit.verdict.is_bad
        if is_bad or audit.path != str(material.simulated):
            audits.append(audit)
    reports = book.reports()
    _tell_audits(audits, verdicts, reports, planted.record.id)
    database = folder / "archive.duckdb"
    _load(material, database)
    report, plot = _report(folder, audits, reports)

    put()
    put("5. Where everything is")
    rows = [(path.name, "the records") for path in material.files]
    rows.append((database.name, "the archive, for marriage query and any DuckDB"))
    rows.append((report.name, "the report: open it in a browser"))
    if plot is not None:
        rows.append((plot.name, "running points of an evening, as a picture"))
    width = max(len(name) for name, _ in rows)
    put_lines(f"   {folder / name!s:<{len(str(folder)) + 1 + width}}  {use}" for name, use in rows)
    put()
    put(
        "Next: marriage audit YOUR-FILE, or marriage rules list. The record format is in docs/record-format.md."
    )


def _folder(out: str | None) -> Path:
    """The folder of the demonstration: the one asked for, which must be empty, or a new one beside others."""
    if out is not None:
        folder = Path(out)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputFileError(f"{folder}: choose a new or empty folder for the demo", path=str(folder))
    else:
        names = (f"marriage-demo-{number}" if number > 1 else "marriage-demo" for number in range(1, 10_000))
        folder = next(Path(name) for name in names if not Path(name).exists())
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _validate(material: "Material") -> None:
    from marriage_analysis.audit.audit import validate_records
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    for check in validate_records(material.files):
        counts.ok += check.is_ok
        counts.bad += not check.is_ok
    put()
    put(f"2. marriage validate: are the records well formed and possible?  {counts}")


def _tell_audits(
    audits: "list[RecordAudit]",
    verdicts: Counter[str],
    reports: "tuple[SessionReport, ...]",
    planted: str,
) -> None:
    from marriage_analysis.cli.record_files import finding_lines, record_head
    from marriage_analysis.games.abilities import Explains, require

    told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
    put()
    put(f"3. marriage audit: maal and points of {verdicts.total()} games recomputed and compared.  {told}")
    for report in reports:
        totals = sorted(report.totals.items(), key=lambda total: (-total[1], total[0]))
        standing = ", ".join(f"{report.names[key]} {points:+d}" for key, points in totals)
        put(f"   {report.id}: {len(report.games)} games; {standing}")
    for audit in audits:
        if audit.verdict is None or not audit.verdict.is_bad or audit.record is None:
            continue
        put()
        put(f"   {audit.verdict.value}: {record_head(audit)}")
        put_lines(finding_lines(audit.findings))
        if audit.record.id == planted and audit.examination is not None:
            names = [player.label for player in audit.record.players]
            game = require(audit.record.game_value, Explains)
            lines = game.explain(audit.examination, players=names, language="en")
            if lines:
                put()
                put("   How this hand is settled from its own facts (marriage explain):")
                put_lines(f"     {line}".rstrip() for line in lines)


def _load(material: "Material", database: Path) -> None:
    from marriage_analysis.analysis.demo import QUESTIONS
    from marriage_analysis.cli.query import print_text
    from marriage_analysis.store.archive import Archive
    from marriage_analysis.store.loading import load_files

    report = load_files(material.files, database)
    put()
    put(f"4. marriage load: the same records as tables in {database.name}.  {report.counts}")
    with Archive(database) as archive:
        for question, sql in QUESTIONS:
            put()
            put(f"   {question}")
            print_text(archive.ask(sql), limit=20, indent="     ")


def _report(
    folder: Path, audits: "list[RecordAudit]", reports: "tuple[SessionReport, ...]"
) -> tuple[Path, Path | None]:
    """The report, with a plot of each session where the extra for plots is installed, and one as a picture."""
    from marriage_analysis.analysis.plot_style import chart_svg, save_chart
    from marriage_analysis.analysis.plots import running_points_chart
    from marriage_analysis.analysis.report import report_page, write_report
    from marriage_analysis.errors import MissingExtraError

    plots: dict[tuple[str, str], str] = {}
    picture: Path | None = folder / "running-points.png"
    try:
        for report in reports:
            chart = running_points_chart(report)
            plots[(report.game, report.id)] = chart_svg(chart)
            if report is reports[0]:
                save_chart(chart, folder / "running-points.png")
    except MissingExtraError as error:
        say(f"   no plots: {error}")
        picture = None
    page = report_page(audits, reports, title="Marriage: two evenings and some hands", plots=plots)
    target = folder / "report.html"
    write_report(target, page)
    return target, picture


def _words(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)
