"""One HTML page about audited records: counts, what is wrong and why, sessions with their running points.

The page is one file without script and without a link to anywhere. Everything that comes from a record is
escaped. The same input gives the same bytes.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final

from marriage_analysis import __version__
from marriage_analysis.analysis.figures import points_text
from marriage_analysis.analysis.page_style import STYLE
from marriage_analysis.audit.audit import RecordAudit, player_names
from marriage_analysis.audit.verdict import Verdict
from marriage_analysis.findings import Code, Finding, Severity
from marriage_analysis.games.abilities import Explains
from marriage_analysis.games.examination import LIKELY_MISTAKE, Column
from marriage_analysis.records.files import write_atomically
from marriage_analysis.sessions.book import RunningRow, SessionGame, SessionReport

MAX_ROWS: Final = 2_000
"""Records that the list on the page shows, and bad records that it explains; the rest is counted."""

_LANGUAGE: Final = "en"
_SUITS: Final = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_FACE: Final = re.compile("(10|[A2-9JQK])([♠♥♦♣])")
_MEANING: Final = {
    Verdict.CLEAN: "every claimed number was recomputed and agrees",
    Verdict.DISCREPANCY: "a claimed number is not what the record's own facts give",
    Verdict.INVALID: "the record cannot be read, or says what cannot be",
    Verdict.INCOMPLETE: "nothing is wrong, but a claimed number cannot be recomputed",
    Verdict.UNCLAIMED: "no number is claimed",
}


def report_page(
    audits: Iterable[RecordAudit],
    sessions: Iterable[SessionReport] = (),
    *,
    title: str = "Audit of game records",
    plots: Mapping[tuple[str, str], str] | None = None,
) -> str:
    """The page as text. ``audits`` are gone through once, in their order, and need not fit in memory.

    ``plots`` has the SVG of a session by its game and id (see :mod:`.plots`); it is put in as it is, so it
    must come from a trusted maker. A session without one has its table only.
    """
    tally = _Tally()
    for audit in audits:
        tally.add(audit)
    reports = tuple(sessions)
    for report in reports:
        for _, finding in report.findings:
            tally.codes[finding.code] += 1
    parts = [
        _head(title, tally, reports),
        *_attention_section(tally),
        *_session_section(reports, plots or {}),
        *_list_section(tally),
        *_code_section(tally),
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="{_LANGUAGE}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + f"\n</main>\n<footer>Made by marriage-analysis {escape(__version__)}.</footer>\n</body>\n</html>\n"
    )


def write_report(path: str | Path, page: str, *, replace: bool = False) -> None:
    """Write the page to a file, all or nothing.

    Raises ``InputFileError`` where the file exists and ``replace`` is false.
    """
    with write_atomically(path, replace=replace) as stream:
        stream.write(page.encode())


@dataclass(slots=True)
class _Tally:
    """What is kept of the records while they go past."""

    verdicts: Counter[Verdict] = field(default_factory=Counter[Verdict])
    codes: Counter[Code] = field(default_factory=Counter[Code])
    rows: list[str] = field(default_factory=list[str])
    cards: list[str] = field(default_factory=list[str])
    read: int = 0
    skipped: int = 0
    bad: int = 0

    def add(self, audit: RecordAudit) -> None:
        self.read += 1
        self.codes.update(finding.code for finding in audit.findings)
        if audit.verdict is None:
            self.skipped += 1
        else:
            self.verdicts[audit.verdict] += 1
            if audit.verdict.is_bad:
                self.bad += 1
                if len(self.cards) < MAX_ROWS:
                    self.cards.append(_card(audit, audit.verdict))
        if len(self.rows) < MAX_ROWS:
            self.rows.append(_row(audit))


def _head(title: str, tally: _Tally, reports: Sequence[SessionReport]) -> str:
    ok = tally.read - tally.bad - tally.skipped
    tiles = [("records read", tally.read), ("ok", ok), ("bad", tally.bad), ("passed over", tally.skipped)]
    shown = "".join(f"<li><b>{count:,}</b>{name}</li>" for name, count in tiles)
    verdicts = "".join(
        f"<tr><td>{_chip(verdict.value)}</td><td>{tally.verdicts[verdict]:,}</td>"
        f"<td>{_MEANING[verdict]}</td></tr>"
        for verdict in _MEANING
        if tally.verdicts[verdict]
    )
    table = (
        '<div class="scroll"><table><thead><tr><th>verdict</th><th>records</th><th>meaning</th></tr></thead>'
        f"<tbody>{verdicts}</tbody></table></div>"
        if verdicts
        else ""
    )
    evenings = f" in {len(reports)} session{'s' * (len(reports) != 1)}" if reports else ""
    wrong = sum(any(found.severity is Severity.ERROR for _, found in one.findings) for one in reports)
    if not tally.read:
        words = "There was no record in what was given."
    elif tally.bad:
        words = (
            f"{tally.bad:,} of {tally.read:,} records{evenings} need a second look; they are explained below."
        )
    elif wrong:
        words = f"Each record is right by itself; {wrong:,} of {len(reports):,} sessions need a second look."
    else:
        words = f"Nothing is wrong in {tally.read:,} record{'s' * (tally.read != 1)}{evenings}."
    return f'<h1>{escape(title)}</h1>\n<p>{words}</p>\n<ul class="tiles">{shown}</ul>\n{table}'


def _session_section(reports: Sequence[SessionReport], plots: Mapping[tuple[str, str], str]) -> list[str]:
    if not reports:
        return []
    return ["<h2>Sessions</h2>", *(_session(one, plots.get((one.game, one.id))) for one in reports)]


def _session(report: SessionReport, plot: str | None) -> str:
    players = list(report.totals)
    heads = "".join(f'<th scope="col">{escape(report.names[key])}</th>' for key in players)
    running: dict[tuple[int, str], RunningRow] = {}
    for number, row in enumerate(report.running):
        running[number // max(len(players), 1), row.player] = row
    body = "".join(_game_row(game, index, players, running) for index, game in enumerate(report.games))
    totals = "".join(f"<td>{points_text(report.totals[key])}</td>" for key in players)
    figure = f'<figure class="scroll" role="group">{plot}</figure>' if plot else ""
    notes = [
        _finding(finding, report.games[0].path if report.games else None) for _, finding in report.findings
    ]
    debts = [
        f"<p>{escape(report.names.get(key, key))} still owes {points} points of {escape(report.owed)}.</p>"
        for key, points in report.open.items()
    ]
    wrong = _wrong_totals(report)
    return (
        f'<section class="card"><h3>{escape(report.id)}</h3>'
        f'<p class="quiet">{len(report.games)} game{"s" * (len(report.games) != 1)}, {len(players)} players. '
        "Net of each game, points so far in small print; · = sat out."
        f"{' A crossed-out net is what was written down.' if _differs_anywhere(report) else ''}</p>"
        f'{figure}<div class="scroll"><table class="points">'
        f'<thead><tr><th scope="col">game</th>{heads}</tr></thead>'
        f'<tbody>{body}</tbody><tfoot><tr><th scope="row">total</th>{totals}</tr>{wrong}</tfoot></table></div>'
        f"{''.join(debts)}{_findings_list(notes)}</section>"
    )


def _game_row(
    game: SessionGame, index: int, players: Sequence[str], running: Mapping[tuple[int, str], RunningRow]
) -> str:
    cells: list[str] = []
    for key in players:
        if key not in game.players:
            cells.append("<td>·</td>")
            continue
        net, so_far = points_text(game.net(key)), points_text(running[index, key].total)
        if _differs(game, key):
            claimed = f"<del>{points_text(game.claimed[key])}</del>"
            cells.append(f'<td class="differs">{claimed}{net}<small>{so_far}</small></td>')
        else:
            cells.append(f"<td>{net}<small>{so_far}</small></td>")
    number = game.number if game.number is not None else index + 1
    return f'<tr><th scope="row">{number}<small>{escape(game.id)}</small></th>{"".join(cells)}</tr>'


def _differs(game: SessionGame, player: str) -> bool:
    claimed, derived = game.claimed.get(player), game.derived.get(player)
    return claimed is not None and derived is not None and claimed != derived


def _differs_anywhere(report: SessionReport) -> bool:
    return any(_differs(game, player) for game in report.games for player in game.players)


def _wrong_totals(report: SessionReport) -> str:
    """The totals of what was written down, where they are not those derived."""
    if not _differs_anywhere(report):
        return ""
    cells = "".join(f"<td>{points_text(report.claimed_totals[key])}</td>" for key in report.totals)
    return f'<tr><th scope="row">as written</th>{cells}</tr>'


def _attention_section(tally: _Tally) -> list[str]:
    if not tally.bad:
        return []
    left = tally.bad - len(tally.cards)
    more = [f'<p class="quiet">{left:,} more bad records are not shown.</p>'] if left else []
    return ["<h2>What needs a second look</h2>", *tally.cards, *more]


def _card(audit: RecordAudit, verdict: Verdict) -> str:
    name = audit.record.id if audit.record is not None else "a record that cannot be read"
    notes = [_finding(finding, audit.path) for finding in audit.findings]
    return (
        f'<section class="card bad"><h3>{escape(name)} {_chip(verdict.value)}</h3>'
        f'<p class="quiet">{_where(audit.path, audit.line)}</p>'
        f"{_findings_list(notes)}{_columns(audit)}{_explanation(audit)}</section>"
    )


def _columns(audit: RecordAudit) -> str:
    """What is written and what is derived for each player, a column for each kind of number."""
    record, examination = audit.record, audit.examination
    if record is None or examination is None or examination.statement is None:
        return ""
    columns = [
        _column(examination.claimed[name], examination.derived[name])
        for name in examination.claimed
        if name in examination.derived
    ]
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in examination.claimed)
    rows = "".join(
        f'<tr><th scope="row">{escape(player)}</th>{"".join(column[seat] for column in columns)}</tr>'
        for seat, player in enumerate(player_names(record))
    )
    return (
        "<h4>Recomputed</h4>"
        '<p class="quiet">A crossed-out number is what was written down.</p>'
        '<div class="scroll"><table class="points"><thead><tr>'
        f'<th scope="col">player</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _column(claimed: Column, derived: Column) -> list[str]:
    """The cells of a column; signs stand where some number in it is below 0."""
    has_sign = any(value is not None and value < 0 for value in (*claimed, *derived))
    text = points_text if has_sign else _count_text
    cells: list[str] = []
    for written, right in zip(claimed, derived, strict=True):
        if written is None or right is None:
            note = "not written down" if written is None and right is not None else "not recomputed"
            known = written if right is None else right
            cells.append(f"<td>{text(known)}<small>{note}</small></td>")
        elif written != right:
            cells.append(f'<td class="differs"><del>{text(written)}</del>{text(right)}</td>')
        else:
            cells.append(f"<td>{text(right)}</td>")
    return cells


def _count_text(count: int | None) -> str:
    return "–" if count is None else str(count)


def _explanation(audit: RecordAudit) -> str:
    record, examination = audit.record, audit.examination
    if record is None or examination is None or examination.statement is None:
        return ""
    game = record.game_value
    if not isinstance(game, Explains):
        return ""
    lines = game.explain(examination, players=player_names(record), language=_LANGUAGE)
    if not lines:
        return ""
    after_blank = False
    shown: list[str] = []
    for line in lines:
        text = line.strip()
        if text:
            depth = (len(line) - len(line.lstrip(" "))) // 2
            kind = "head" if after_blank and not depth else f"in{min(depth, 2)}"
            shown.append(f'<p class="{kind}">{_faces(escape(text))}</p>')
        after_blank = not text
    return (
        "<details open><summary>The score, point by point</summary>"
        f'<div class="explain">{"".join(shown)}</div></details>'
    )


def _list_section(tally: _Tally) -> list[str]:
    if not tally.rows:
        return []
    left = tally.read - len(tally.rows)
    return [
        "<h2>All records</h2>",
        '<div class="scroll"><table class="list"><thead><tr><th>record</th><th>place</th><th>level</th>'
        f"<th>players</th><th>verdict</th></tr></thead><tbody>{''.join(tally.rows)}</tbody></table></div>",
        *([f'<p class="quiet">{left:,} more records are not listed.</p>'] if left else []),
    ]


def _row(audit: RecordAudit) -> str:
    record = audit.record
    players = ", ".join(player_names(record)) if record is not None else ""
    level = record.level.word if record is not None else ""
    verdict = _chip(audit.verdict.value) if audit.verdict is not None else escape(audit.skipped or "")
    return (
        f'<tr><td class="id">{escape(record.id) if record is not None else "–"}</td>'
        f'<td class="place">{_where(audit.path, audit.line)}</td><td>{level}</td>'
        f"<td>{escape(players)}</td><td>{verdict}</td></tr>"
    )


def _code_section(tally: _Tally) -> list[str]:
    if not tally.codes:
        return []
    order = list(Severity)
    codes = sorted(tally.codes, key=lambda code: (order.index(code.severity), code.name))
    entries = "".join(
        f"<dt><code>{code.name}</code> {_chip(code.severity.value)}</dt>"
        f"<dd>{escape(code.meaning)}{f' Rule {code.rule}.' if code.rule else ''}"
        f' <span class="quiet">Found {tally.codes[code]:,} time{"s" * (tally.codes[code] != 1)}.</span></dd>'
        for code in codes
    )
    return ["<h2>What the findings mean</h2>", f'<dl class="codes">{entries}</dl>']


def _findings_list(items: Sequence[str]) -> str:
    return f'<ul class="findings">{"".join(items)}</ul>' if items else ""


def _finding(finding: Finding, path: str | None) -> str:
    code = finding.code
    rule = f", rule {finding.rule}" if finding.rule else ""
    values = "".join(
        f", {name} {escape(str(value))}"
        for name, value in (("expected", finding.expected), ("found", finding.found))
        if value is not None
    )
    place = escape(str(finding.place))
    kind = ' class="cause"' if code is LIKELY_MISTAKE else ""
    return (
        f"<li{kind}>{_chip(code.severity.value, code.name)} {_faces(escape(finding.message))}"
        f'<div class="quiet">{escape(Path(path).name) + ", " if path else ""}{place}{rule}{values}</div></li>'
    )


def _chip(kind: str, word: str | None = None) -> str:
    return f'<span class="chip {kind}">{word or kind}</span>'


def _where(path: str | None, line: int) -> str:
    return f"{escape(Path(path).name) if path else 'standard input'}, line {line}"


def _faces(text: str) -> str:
    """Faces such as 10♣ in the colour of their suit; U+FE0E keeps phones from drawing a picture."""
    return _FACE.sub(
        lambda face: f'<span class="face {_SUITS[face[2]]}">{face[1]}{face[2]}\ufe0e</span>',
        text,
    )
