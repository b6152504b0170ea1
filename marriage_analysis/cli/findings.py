"""``marriage findings``: what does a finding code mean?"""

from typing import Annotated, Any

import typer

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, put


def findings_command(
    codes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE]...", help="Codes such as net_differs; all of them if none is given."),
    ] = None,
    document: Annotated[
        bool, typer.Option("--document", help="Print all codes as one page of Markdown.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Explain finding codes: what each means, how much it matters, on which rule it rests.

    Example: marriage findings net_differs

    Exit status: 0 all explained, 2 a code that there is none of.
    """
    from marriage_analysis.analysis.findings_page import findings_page, sample_names

    samples = sample_names()
    if document:
        put(findings_page(samples))
        return
    rows = _rows(codes or [], samples)
    if as_json:
        emit_json({"codes": rows})
    elif codes:
        put("\n\n".join(map(_described, rows)))
    else:
        width = max(len(row["code"]) for row in rows)
        put("\n".join(f"{row['code']:<{width}}  {row['severity']:<7}  {row['meaning']}" for row in rows))


def _rows(wanted: list[str], samples: dict[str, str]) -> list[dict[str, Any]]:
    from marriage_analysis.analysis.findings_page import code_groups
    from marriage_analysis.errors import WordError
    from marriage_analysis.games.rule_options.value_kinds import did_you_mean

    known = {code.name: code for group in code_groups() for code in group.codes}
    for name in wanted:
        if name not in known:
            raise WordError(f"there is no finding code {name}{did_you_mean(name, list(known))}", word=name)
    return [
        {
            "code": name,
            "severity": known[name].severity.value,
            "meaning": known[name].meaning,
            "rule": known[name].rule,
            "sample": samples.get(name),
        }
        for name in (wanted or known)
    ]


def _described(row: dict[str, Any]) -> str:
    lines = [f"{row['code']} ({row['severity']})", f"  {row['meaning']}"]
    if row["rule"]:
        lines.append(f"  Rule {row['rule']}; see: marriage rules explain {row['rule']}")
    if row["sample"]:
        lines.append(f"  A record that shows it: {row['sample']}")
    return "\n".join(lines)
