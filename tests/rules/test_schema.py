"""The JSON Schema of options agrees with the reader of options."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator
from rule_strategies import options

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.json_options import OPTION_NAMES, parse_options
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS, TUNNEL_CLASSES
from marriage_analysis.games.marriage.rules.schema import options_json_schema
from marriage_analysis.games.rule_options.value_kinds import MOST, Choice

PAGAT = rule_set("pagat")
VALIDATOR: Any = Draft202012Validator(options_json_schema())

WORDS = sorted({word for text in OPTIONS.values() if isinstance(text.kind, Choice) for word in text.kind.words})
NUMBERS: list[object] = [*range(-2, 9), 15, 42, MOST - 1, MOST, MOST + 1, 2**64, 10**30, 0.5, -0.5, 1e30 + 0.5]
LISTS: list[object] = [
    [],
    *([5] * length for length in (1, 2, 3, 4, 5, 41, 42, 43, 44)),
    *([0, 5, MOST][:length] for length in (1, 2, 3)),
    *([wrong] for wrong in (True, False, None, -1, MOST + 1, "5", 0.5, [5])),
    [[]],
    [{}],
    *([2, wrong] for wrong in (True, None, -1, MOST + 1, "5", 0.5)),
    *([2, 5, wrong] for wrong in (True, None, -1, MOST + 1, "5", 0.5)),
    [True, 2],
    [False, 2, 5],
]
OBJECTS: list[object] = [
    {},
    {"tiplu": [3, 7]},
    {"Ordinary": [5]},
    {"tunnel_points.ordinary": [5]},
    {"ordinary": [5], "tiplu": [3]},
    *({name: value} for name in TUNNEL_CLASSES for value in [*LISTS, None, True, 5, "5"]),
    {name: [5] for name in TUNNEL_CLASSES},
    {name: [5, 10] for name in TUNNEL_CLASSES},
]
VALUES: list[object] = [
    None,
    True,
    False,
    "",
    "5",
    "CW",
    "cw ",
    "null",
    *WORDS,
    *NUMBERS,
    *LISTS,
    *OBJECTS,
]
NAMES = [
    *OPTION_NAMES,
    "",
    "dublee",
    "Direction",
    "tunnel_points.",
    "tunnel_points.tiplu",
    "tunnel_points.alter.1",
]


def _is_read(given: Mapping[str, object]) -> bool:
    try:
        parse_options(PAGAT, given)
    except RuleOptionError:
        return False
    return True


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(options_json_schema())


def test_schema_and_reader_agree_on_every_name_with_every_kind_of_value() -> None:
    assert len(NAMES) * len(VALUES) > 10_000
    read = 0
    for name in NAMES:
        for value in VALUES:
            is_read = _is_read({name: value})
            assert VALIDATOR.is_valid({name: value}) == is_read, (name, value)
            read += is_read
    assert read > 250


@given(given_options=options())
def test_schema_and_reader_accept_all_valid_options(given_options: dict[str, object]) -> None:
    assert _is_read(given_options)
    assert VALIDATOR.is_valid(given_options)


@pytest.mark.parametrize("name", [*OPTIONS, "murder"])
def test_one_bad_option_among_good_ones_is_refused_by_both(name: str) -> None:
    given_options = {"better": 2, "tunnel_points": {"alter": [5]}, "kidnap": "points", name: "bad"}
    assert not VALIDATOR.is_valid(given_options)
    assert not _is_read(given_options)


def test_true_is_no_number_and_one_is_not_true() -> None:
    assert not VALIDATOR.is_valid({"better": True})
    assert not VALIDATOR.is_valid({"murder": 1})
    assert not VALIDATOR.is_valid({"open_maal": 1})
    assert VALIDATOR.is_valid({"murder": True})


def test_where_a_schema_must_accept_more_than_the_reader() -> None:
    for given_options in (
        {"better": 2.0},  # JSON Schema counts 2.0 among the integers; records have no floats
        {"murder": True, "maal_pachaunu": False},
        {"tunnel_points": {"alter": [5]}, "tunnel_points.alter": [6]},
        {"tunnel_points.ordinary": [10, 5]},
    ):
        assert VALIDATOR.is_valid(given_options)
        assert not _is_read(given_options)


def test_every_option_is_described() -> None:
    properties: Any = options_json_schema()["properties"]
    assert set(properties) == set(OPTION_NAMES)
    assert all(entry["description"] for entry in properties.values())
