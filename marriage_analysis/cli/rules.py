"""``marriage rules``: what rule sets there are, how they differ, and what an option or rule means."""

import json
from collections.abc import Iterable
from typing import Annotated

import typer

from marriage_analysis.cli.options import JsonOption, OptionOption, read_rule_options
from marriage_analysis.cli.output import emit_json, put
from marriage_analysis.cli.rule_books import GameTypeOption, book_with_preset, rule_book, rule_books
from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.rule_options.document import rules_page
from marriage_analysis.games.rule_options.rule_book import RuleBook, flat_options
from marriage_analysis.games.rule_options.value_kinds import did_you_mean, in_words

app = typer.Typer(help="Show, compare and explain rule sets.", no_args_is_help=True)


@app.command("list")
def list_command(game_type: GameTypeOption = None, as_json: JsonOption = False) -> None:
    """List the rule sets that are known, and the options."""
    book = rule_book(game_type)
    if as_json:
        emit_json(
            {
                "presets": [{"name": preset.name, "source": preset.source} for preset in book.presets.values()],
                "options": [{"name": name, "meaning": text.meaning} for name, text in book.options.items()],
            }
        )
        return
    put("Rule sets:")
    put("\n".join(_table((preset.name, preset.source) for preset in book.presets.values())))
    put()
    put("Options:")
    put("\n".join(_table((name, text.meaning) for name, text in book.options.items())))
    put()
    put("One rule set: marriage rules show NAME.   One option: marriage rules explain NAME.")
    others = ", ".join(game.name for game, other in rule_books() if other is not book)
    if others:
        put(f"Those of another game: marriage rules list --game-type NAME; there is {others}.")


@app.command("show")
def show_command(
    preset: Annotated[str, typer.Argument(metavar="PRESET", help="For example pagat.", show_default=False)],
    option: OptionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show every option of a rule set, with some options changed if you like."""
    book = book_with_preset(preset)
    published = book.presets[preset]
    options = book.change(preset, read_rule_options(option))
    before = flat_options(published.options)
    after = flat_options(options)
    if as_json:
        changed = [name for name, value in after.items() if value != before[name]]
        emit_json({"preset": preset, "source": published.source, "options": options, "changed": changed})
        return
    put(f"{preset}: {published.source}")
    put()
    rows = [
        (name, json.dumps(value), "" if value == before[name] else f"(changed from {json.dumps(before[name])})")
        for name, value in after.items()
    ]
    put("\n".join(_table(rows)))


@app.command("diff")
def diff_command(
    first: Annotated[str, typer.Argument(metavar="A", help="A rule set.", show_default=False)],
    second: Annotated[
        str, typer.Argument(metavar="B", help="Another one of the same game.", show_default=False)
    ],
    as_json: JsonOption = False,
) -> None:
    """Show the options in which two rule sets differ."""
    book = book_with_preset(first)
    if book_with_preset(second) is not book:
        raise RuleOptionError(
            f"{first} and {second} are rules of different games", option="preset", value=second
        )
    left, right = (flat_options(book.presets[name].options) for name in (first, second))
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
    game_type: GameTypeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain an option, a rule, a preset or a source."""
    books = [book for _, book in rule_books()] if game_type is None else [rule_book(game_type)]
    facts, lines = _explained(name, books)
    if as_json:
        emit_json(facts)
    else:
        put("\n".join(lines))


@app.command("document")
def document_command(game_type: GameTypeOption = None) -> None:
    """Print all options, rules and sources as one page of Markdown."""
    put(rules_page(rule_book(game_type)))


def _explained(name: str, books: Iterable[RuleBook]) -> tuple[dict[str, object], list[str]]:
    """What is to be said about a name, as facts and as lines of text; the first of the books that has it."""
    known: list[str] = []
    for book in books:
        if name in book.aliases:
            return _alias_explained(name, book)
        if name in book.option_names:
            return _option_explained(name, book)
        if name.upper() in book.rules:
            return _rule_explained(name.upper(), book)
        if name in book.presets:
            return _preset_explained(name, book)
        if name in book.sources:
            source = book.sources[name]
            facts: dict[str, object] = {"kind": "source", "name": name, "text": source.text}
            return facts, [f"{name} (a source): {source.text}"]
        known += book.names
    near = did_you_mean(name, known) or did_you_mean(name.upper(), known)
    raise RuleOptionError(f"there is no option, rule, preset or source {in_words(name)}{near}", option=name)


def _option_explained(name: str, book: RuleBook) -> tuple[dict[str, object], list[str]]:
    option, _, part = name.partition(".")
    text = book.options[option]
    kind = book.parts[option][part] if part else text.kind
    values: dict[str, object] = {}
    for preset in book.presets.values():
        values[preset.name] = flat_options(preset.options)[name] if part else preset.options[option]
    facts: dict[str, object] = {
        "kind": "option",
        "name": name,
        "meaning": text.meaning,
        "allowed": kind.allowed(),
        "presets": values,
        "when_on": dict(text.when_on),
        "rules": [_rule_facts(rule, book) for rule in text.rules],
        "sources": [_source_facts(source, book) for source in text.sources],
    }
    lines = [f"{name} (an option): {text.meaning}", f"It can be {kind.allowed()}.", "", "Presets:"]
    lines += _table((preset, json.dumps(value)) for preset, value in values.items())
    if text.when_on:
        lines += ["", "Where it is switched on, or read the other way:"]
        lines += _table((preset, json.dumps(value)) for preset, value in text.when_on.items())
    lines += ["", "Rules:", *_table((rule, book.rules[rule].text) for rule in text.rules)]
    lines += ["", "Sources:", *_table((source, book.sources[source].text) for source in text.sources)]
    return facts, lines


def _alias_explained(name: str, book: RuleBook) -> tuple[dict[str, object], list[str]]:
    alias = book.aliases[name]
    facts: dict[str, object] = {
        "kind": "alias",
        "name": name,
        "meaning": alias.meaning,
        "rules": [_rule_facts(alias.rule, book)],
    }
    return facts, [
        f"{name}: {alias.meaning}",
        "",
        "Rules:",
        *_table([(alias.rule, book.rules[alias.rule].text)]),
    ]


def _rule_explained(name: str, book: RuleBook) -> tuple[dict[str, object], list[str]]:
    rule = book.rules[name]
    options = {option: text.meaning for option, text in book.options.items() if name in text.rules}
    facts: dict[str, object] = {
        "kind": "rule",
        "name": name,
        "text": rule.text,
        "sources": [_source_facts(source, book) for source in rule.sources],
        "options": list(options),
    }
    lines = [f"{name} (a rule): {rule.text}"]
    lines += ["", "Sources:", *_table((source, book.sources[source].text) for source in rule.sources)]
    if options:
        lines += ["", "Options that rest on it:", *_table(options.items())]
    return facts, lines


def _preset_explained(name: str, book: RuleBook) -> tuple[dict[str, object], list[str]]:
    preset = book.presets[name]
    facts: dict[str, object] = {
        "kind": "preset",
        "name": name,
        "source": preset.source,
        "options": dict(preset.options),
    }
    lines = [f"{name} (a preset): {preset.source}", "", "Options:"]
    lines += _table((option, json.dumps(value)) for option, value in flat_options(preset.options).items())
    return facts, lines


def _rule_facts(name: str, book: RuleBook) -> dict[str, object]:
    return {"id": name, "text": book.rules[name].text, "sources": list(book.rules[name].sources)}


def _source_facts(code: str, book: RuleBook) -> dict[str, object]:
    return {"code": code, "text": book.sources[code].text}


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """The rows as indented lines, their cells one below the other."""
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
