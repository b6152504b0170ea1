"""Rule options as JSON values, where all games do the same."""

from collections.abc import Iterable, Mapping

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.rule_options.option_text import OptionText
from marriage_analysis.games.rule_options.value_kinds import did_you_mean, in_words


def write_options(options: Mapping[str, OptionText], rules: object) -> dict[str, object]:
    """Every option of a rule set as a JSON value, in the order of the options."""
    return {name: text.kind.write(getattr(rules, name)) for name, text in options.items()}


def no_such_option(name: str, value: object, names: Iterable[str]) -> RuleOptionError:
    """The error for an option that does not exist, with the name that may have been meant."""
    return RuleOptionError(
        f"there is no rule option {in_words(name)}{did_you_mean(name, list(names))}", option=name, value=value
    )
