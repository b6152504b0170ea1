"""``marriage score`` and ``marriage explain``: the settlement of one game, in numbers and in words."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from marriage_analysis.cli.options import GameOption, JsonOption
from marriage_analysis.cli.output import emit_json, put, say
from marriage_analysis.cli.record_files import EXIT_BAD, finding_line, finding_mapping
from marriage_analysis.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marriage_analysis.audit.audit import RecordAudit
    from marriage_analysis.games.examination import Column

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A record file (.json, .jsonl, .mrn, also .gz, .zst); - is stdin.")
]


def score_command(file: FileArgument, as_json: JsonOption = False, game: GameOption = None) -> None:
    """Settle one game: every point with its cards and rule, who pays whom, maal and net of each player.

    Example: marriage score evening.jsonl --game tihar-2083-07

    The numbers come from the record's own facts, not from the totals it claims. Exit status: 0 settled, 1 it
    cannot be settled (and why), 2 the file cannot be read or holds no such game.
    """
    audit = one_game(file, game)
    if as_json:
        emit_json(_settlement(audit))
    elif _is_settled(audit):
        put("\n".join(_score_lines(audit)))
    _end(audit)


def explain_command(
    file: FileArgument,
    lang: Annotated[str, typer.Option("--lang", metavar="en|ne", help="English or Nepali.")] = "en",
    as_json: JsonOption = False,
    game: GameOption = None,
) -> None:
    """Explain the settlement of one game in plain words, point by point, with the rule of each.

    Example: marriage explain evening.jsonl --game tihar-2083-07

    Exit status: 0 explained, 1 the game cannot be settled (and why), 2 the file cannot be read.
    """
    from marriage_analysis.audit.audit import player_names
    from marriage_analysis.games.abilities import Explains, require

    audit = one_game(file, game)
    lines: tuple[str, ...] = ()
    if audit.record is not None and audit.examination is not None:
        explaining = require(audit.record.game_value, Explains)
        lines = explaining.explain(audit.examination, players=player_names(audit.record), language=lang)
    if as_json:
        emit_json({**_settlement(audit), "lang": lang, "text": list(lines)})
    else:
        put("\n".join(lines))
    _end(audit)


def one_game(file: str, game: str | None) -> "RecordAudit":
    """The audit of the one game of a file, or of the one that is named.

    Raises ``RecordError`` where the file has none such, or several and none is named.
    """
    from marriage_analysis.audit.audit import audit_records

    audits = [audit for audit in audit_records([file], only=game) if audit.skipped is None]
    if len(audits) == 1:
        return audits[0]
    if not audits:
        wanted = f"no game with the id {game!r}" if game is not None else "no game"
        raise RecordError(f"{file}: there is {wanted} in the file", path=None)
    if game is not None:
        lines = ", ".join(str(audit.line) for audit in audits)
        raise RecordError(f"{file}: {len(audits)} records have the id {game!r} (lines {lines})", path=None)
    names = [audit.record.id for audit in audits if audit.record is not None]
    more = ", …" if len(names) > 8 else ""
    listed = ", ".join(names[:8]) + more
    raise RecordError(f"{file}: it holds {len(audits)} records; choose one with --game ID: {listed}", path=None)


def _is_settled(audit: "RecordAudit") -> bool:
    return audit.examination is not None and audit.examination.statement is not None


def _settlement(audit: "RecordAudit") -> dict[str, Any]:
    examination = audit.examination
    statement = examination.statement if examination else None
    columns: Mapping[str, Column] = examination.derived if examination else {}
    return {
        "id": audit.record.id if audit.record is not None else None,
        "players": [player.label for player in audit.record.players] if audit.record is not None else [],
        "items": [
            {
                "seat": line.seat,
                "kind": line.kind,
                "count": line.count,
                "cards": line.cards,
                "points": line.points,
                "rule": line.rule,
            }
            for line in (statement.lines if statement else ())
        ],
        "payments": [
            {
                "from": transfer.payer,
                "to": transfer.payee,
                "points": transfer.points,
                "kind": transfer.kind,
                "rule": transfer.rule,
            }
            for transfer in (statement.transfers if statement else ())
        ],
        **{name: list(values) for name, values in columns.items()},
        "findings": [finding_mapping(found, line=audit.line) for found in audit.findings],
    }


def _score_lines(audit: "RecordAudit") -> list[str]:
    record, examination = audit.record, audit.examination
    if record is None or examination is None or examination.statement is None:
        return []
    names = [player.label for player in record.players]
    width = max(6, *(len(name) for name in names))
    lines = [
        f"{record.id}",
        "",
        f"{'player':<{width}}" + "".join(f"  {name:>6}" for name in examination.derived),
    ]
    for seat, name in enumerate(names):
        cells = [
            f"  {'?' if values[seat] is None else values[seat]:>6}" for values in examination.derived.values()
        ]
        lines.append(f"{name:<{width}}" + "".join(cells))
    lines += ["", "points"]
    for line in examination.statement.lines:
        cards = line.cards or f"{line.count} ×"
        lines.append(f"  {names[line.seat]:<{width}}  {line.points:>+4d}  {line.rule:<8}  {line.kind}  {cards}")
    lines += ["", "payments"] if examination.statement.transfers else []
    for pay in examination.statement.transfers:
        who = f"{names[pay.payer]} → {names[pay.payee]}"
        lines.append(f"  {who:<{2 * width + 3}}  {pay.points:>4d}  {pay.rule:<8}  {pay.kind}")
    return lines


def _end(audit: "RecordAudit") -> None:
    """Say what is wrong with the record on stderr; a game that could not be settled ends with status 1."""
    from marriage_analysis.findings import Severity
    from marriage_analysis.games.examination import NOT_RECOMPUTED

    settled = _is_settled(audit)
    for finding in audit.findings:
        if finding.severity is Severity.ERROR or (not settled and finding.code is NOT_RECOMPUTED):
            say(finding_line(finding, file=audit.path, line=audit.line))
    if not settled:
        why = audit.examination.unsettled if audit.examination is not None else "the record cannot be read"
        say(f"this game cannot be settled: {why}" if why else "this game cannot be settled")
        raise typer.Exit(EXIT_BAD)
