"""A game's rules as data for people: presets, options, rules by their IDs, and the texts they rest on."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from marriage_analysis.games.rule_options.option_text import OptionText
from marriage_analysis.games.rule_options.value_kinds import ValueKind

_NUMBER: Final = re.compile(r"-?[0-9]+$")


@dataclass(frozen=True, slots=True)
class Source:
    """A text, program or statement that rules are taken from, by its short code."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its ID, the codes of its sources (with blanks between them), and what it says."""

    id: str
    cited: str
    text: str

    @property
    def sources(self) -> tuple[str, ...]:
        """The codes of its sources."""
        return tuple(self.cited.split())

    @property
    def chapter(self) -> str:
        """Its ID without the number, which names its chapter."""
        return _NUMBER.sub("", self.id)


@dataclass(frozen=True, slots=True)
class PublishedRules:
    """A preset: its name, the text it is taken from, and every option as a JSON value."""

    name: str
    source: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Alias:
    """An input word for several options at once, and its rule."""

    meaning: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """All that can be said about the rules of a game.

    ``change`` gives the options of a preset with some changed, as JSON values; it raises ``RuleOptionError``.
    ``parts`` are the parts of options that are objects. ``page_head`` and ``page_options`` are Markdown that
    opens the page of the rules and its chapter on options.
    """

    presets: Mapping[str, PublishedRules]
    options: Mapping[str, OptionText]
    rules: Mapping[str, Rule]
    sources: Mapping[str, Source]
    chapters: Mapping[str, str]
    change: Callable[[str, Mapping[str, object]], dict[str, object]]
    page_head: str
    page_options: str
    parts: Mapping[str, Mapping[str, ValueKind]] = field(default_factory=dict[str, Mapping[str, ValueKind]])
    aliases: Mapping[str, Alias] = field(default_factory=dict[str, Alias])

    @property
    def option_names(self) -> tuple[str, ...]:
        """Every name that an option or a part of one can be given by; aliases apart."""
        dotted = (f"{name}.{part}" for name, kinds in self.parts.items() for part in kinds)
        return (*self.options, *dotted)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that there is something to say about."""
        return (*self.option_names, *self.aliases, *self.rules, *self.presets, *self.sources)


def flat_options(options: Mapping[str, object]) -> dict[str, object]:
    """The options with the parts of one that is an object as entries of their own (``option.part``)."""
    flat: dict[str, object] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{part}": inner for part, inner in cast("dict[str, object]", value).items()}
        else:
            flat[name] = value
    return flat
