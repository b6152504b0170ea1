"""The rules of a game as a page of Markdown: presets, options, rules and sources."""

import json

from marriage_analysis.games.rule_options.rule_book import RuleBook, flat_options


def rules_page(book: RuleBook) -> str:
    """The whole page, without a line break at its end."""
    parts = [
        book.page_head,
        "## Presets",
        *_presets(book),
        "## Options",
        book.page_options,
        *_options(book),
        "## Rules",
        "In brackets the sources of each rule.",
        *_rules(book),
        "## Sources",
        _table(("code", "source"), [(source.code, source.text) for source in book.sources.values()]),
    ]
    return "\n\n".join(parts)


def _presets(book: RuleBook) -> list[str]:
    columns = {name: flat_options(preset.options) for name, preset in book.presets.items()}
    names = list(next(iter(columns.values())))
    rows = [(f"`{name}`", *(_code(column[name]) for column in columns.values())) for name in names]
    return [
        "\n".join(f"- **{preset.name}**: {preset.source}" for preset in book.presets.values()),
        _table(("option", *columns), rows),
    ]


def _options(book: RuleBook) -> list[str]:
    parts: list[str] = []
    for name, text in book.options.items():
        lines = [f"### {name}", text.meaning, f"- Value: {text.kind.allowed()}."]
        if text.when_on:
            values = ", ".join(f"{preset} {_code(value)}" for preset, value in text.when_on.items())
            lines.append(f"- Where it is switched on or read the other way: {values}.")
        lines.append(f"- Rules: {', '.join(text.rules)}. Sources: {', '.join(text.sources)}.")
        parts.append("\n\n".join([*lines[:2], "\n".join(lines[2:])]))
    return parts


def _rules(book: RuleBook) -> list[str]:
    parts: list[str] = []
    for chapter, heading in book.chapters.items():
        entries = [
            f"- **{rule.id}** {rule.text} [{', '.join(rule.sources)}]"
            for rule in book.rules.values()
            if rule.chapter == chapter
        ]
        parts += [f"### {heading} ({chapter})", "\n".join(entries)]
    return parts


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _code(value: object) -> str:
    return f"`{json.dumps(value)}`"
