"""``marriage rules``: what rule sets there are, how they differ, and what an option or rule means."""

import json
from collections.abc import Iterable
from typing import Annotated

import typer

from marriage_analysis.cli.options import JsonOption, OptionOption, parse_rule_options
from marriage_analysis.cli.output import emit_json, put
from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.document import flat_options, rules_page
from marriage_analysis.games.marriage.rules.json_options import MURDER, OPTION_NAMES, format_options
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS, TUNNEL_CLASSES
from marriage_analysis.games.marriage.rules.rulebook import RULES, SOURCES
from marriage_analysis.games.marriage.rules.value_kinds import did_you_mean, in_words

app = typer.Typer(help="Show, compare and explain rule sets.", no_args_is_help=True)


@app.command("list")
def list_command(as_json: JsonOption = False) -> None:
    """List the rule sets that are known, and the options."""
    if as_json:
        emit_json(
            {
                "presets": [{"name": preset.name, "source": preset.source} for preset in PRESETS.values()],
                "options": [{"name": name, "meaning": text.meaning} for name, text in OPTIONS.items()],
            }
        )
        return
    put("Rule sets:")
    put("\n".join(_table((preset.name, preset.source) for preset in PRESETS.values())))
    put()
    put("Options:")
    put("\n".join(_table((name, text.meaning) for name, text in OPTIONS.items())))
    put()
    put("One rule set: marriage rules show NAME.   One option: marriage rules explain NAME.")


@app.command("show")
def show_command(
    preset: Annotated[str, typer.Argument(metavar="PRESET", help="For example pagat.", show_default=False)],
    option: OptionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show every option of a rule set, with some options changed if you like."""
    options = format_options(parse_rule_options(preset, option))
    before = flat_options(format_options(rule_set(preset)))
    after = flat_options(options)
    if as_json:
        changed = [name for name, value in after.items() if value != before[name]]
        emit_json({"preset": preset, "source": PRESETS[preset].source, "options": options, "changed": changed})
        return
    put(f"{preset}: {PRESETS[preset].source}")
    put()
    rows = [
        (name, json.dumps(value), "" if value == before[name] else f"(changed from {json.dumps(before[name])})")
        for name, value in after.items()
    ]
    put("\n".join(_table(rows)))


@app.command("diff")
def diff_command(
    first: Annotated[str, typer.Argument(metavar="A", help="A rule set.", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Show the options in which two rule sets differ."""
    left = flat_options(format_options(rule_set(first)))
    right = flat_options(format_options(rule_set(second)))
    names = [name for name, value in left.items() if value != right[name]]
    if as_json:
        differences = [{"option": name, "a": left[name], "b": right[name]} for name in names]
        emit_json({"a": first, "b": second, "differences": differences})
    elif names:
        rows = [(name, json.dumps(left[name]), json.dumps(right[name])) for name in names]
        put("\n".join(_table([("option", first, second), *rows])))
    else:
        put(f"{first} and {second} have the same options.")


@app.command("explain")
def explain_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="An option (dublee_bonus), a rule (SET-01), a preset (pagat) or a source (pg).",
            show_default=False,
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Explain an option, a rule, a preset or a source."""
    facts, lines = _explained(name)
    if as_json:
        emit_json(facts)
    else:
        put("\n".join(lines))


@app.command("document")
def document_command() -> None:
    """Print all options, rules and sources as one page of Markdown."""
    put(rules_page())


def _explained(name: str) -> tuple[dict[str, object], list[str]]:
    """What is to be said about a name, as facts and as lines of text."""
    if name == MURDER:
        return _murder_explained()
    if name in OPTION_NAMES:
        return _option_explained(name)
    if name.upper() in RULES:
        return _rule_explained(name.upper())
    if name in PRESETS:
        return _preset_explained(name)
    if name in SOURCES:
        source = SOURCES[name]
        facts: dict[str, object] = {"kind": "source", "name": name, "text": source.text}
        return facts, [f"{name} (a source): {source.text}"]
    known = [*OPTION_NAMES, *RULES, *PRESETS, *SOURCES]
    near = did_you_mean(name, known) or did_you_mean(name.upper(), known)
    raise RuleOptionError(f"there is no option, rule, preset or source {in_words(name)}{near}", option=name)


def _option_explained(name: str) -> tuple[dict[str, object], list[str]]:
    option, _, part = name.partition(".")
    text = OPTIONS[option]
    kind = TUNNEL_CLASSES[part] if part else text.kind
    values: dict[str, object] = {}
    for preset in PRESETS.values():
        options = format_options(preset.rules)
        values[preset.name] = flat_options(options)[name] if part else options[option]
    facts: dict[str, object] = {
        "kind": "option",
        "name": name,
        "meaning": text.meaning,
        "allowed": kind.allowed(),
        "presets": values,
        "when_on": dict(text.when_on),
        "rules": [_rule_facts(rule) for rule in text.rules],
        "sources": [_source_facts(source) for source in text.sources],
    }
    lines = [f"{name} (an option): {text.meaning}", f"It can be {kind.allowed()}.", "", "Presets:"]
    lines += _table((preset, json.dumps(value)) for preset, value in values.items())
    if text.when_on:
        lines += ["", "Where it is switched on, or read the other way:"]
        lines += _table((preset, json.dumps(value)) for preset, value in text.when_on.items())
    lines += ["", "Rules:", *_table((rule, RULES[rule].text) for rule in text.rules)]
    lines += ["", "Sources:", *_table((source, SOURCES[source].text) for source in text.sources)]
    return facts, lines


def _murder_explained() -> tuple[dict[str, object], list[str]]:
    meaning = "Another word for maal_pachaunu and tunnel_pachaunu both true; it can only be true."
    facts: dict[str, object] = {
        "kind": "alias",
        "name": MURDER,
        "meaning": meaning,
        "rules": [_rule_facts("VAR-05")],
    }
    return facts, [f"{MURDER}: {meaning}", "", "Rules:", *_table([("VAR-05", RULES["VAR-05"].text)])]


def _rule_explained(name: str) -> tuple[dict[str, object], list[str]]:
    rule = RULES[name]
    options = {option: text.meaning for option, text in OPTIONS.items() if name in text.rules}
    facts: dict[str, object] = {
        "kind": "rule",
        "name": name,
        "text": rule.text,
        "sources": [_source_facts(source) for source in rule.sources],
        "options": list(options),
    }
    lines = [f"{name} (a rule): {rule.text}"]
    lines += ["", "Sources:", *_table((source, SOURCES[source].text) for source in rule.sources)]
    if options:
        lines += ["", "Options that rest on it:", *_table(options.items())]
    return facts, lines


def _preset_explained(name: str) -> tuple[dict[str, object], list[str]]:
    preset = PRESETS[name]
    options = format_options(preset.rules)
    facts: dict[str, object] = {"kind": "preset", "name": name, "source": preset.source, "options": options}
    lines = [f"{name} (a preset): {preset.source}", "", "Options:"]
    lines += _table((option, json.dumps(value)) for option, value in flat_options(options).items())
    return facts, lines


def _rule_facts(name: str) -> dict[str, object]:
    return {"id": name, "text": RULES[name].text, "sources": list(RULES[name].sources)}


def _source_facts(code: str) -> dict[str, object]:
    return {"code": code, "text": SOURCES[code].text}


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """The rows as indented lines, their cells one below the other."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
