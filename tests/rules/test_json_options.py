"""Options given as JSON: read, written, refused."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from rule_strategies import options, rule_sets

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.json_options import (
    format_options,
    is_spelled_out,
    parse_options,
)
from marriage_analysis.games.marriage.rules.options import Direction, TunnelPoints
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS, RuleSet

PAGAT = rule_set("pagat")
HOUSE = rule_set("house-app")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("base", PRESETS)
def test_format_then_parse_gives_the_preset_back_over_any_base(name: str, base: str) -> None:
    assert parse_options(rule_set(base), format_options(rule_set(name))) == rule_set(name)


@given(base=rule_sets(), rules=rule_sets())
def test_format_then_parse_gives_any_rule_set_back(base: RuleSet, rules: RuleSet) -> None:
    written = json.loads(json.dumps(format_options(rules)))
    assert parse_options(base, written) == rules
    assert is_spelled_out(written)


@given(base=rule_sets(), given_options=options())
def test_what_is_given_is_what_is_written_and_all_else_stays(
    base: RuleSet, given_options: dict[str, object]
) -> None:
    before = format_options(base)
    after = format_options(parse_options(base, given_options))
    for name in OPTIONS:
        wanted: Any = given_options.get(name, before[name])
        if name == "tunnel_points":
            kept: Any = before[name]
            wanted = kept | wanted
        assert json.dumps(after[name]) == json.dumps(wanted), name


def test_no_options_give_the_base() -> None:
    assert parse_options(HOUSE, {}) == HOUSE


def test_tunnel_points_given_in_part_keep_the_other_parts() -> None:
    rules = rule_set("house-app", {"tunnel_points": {"alter": [9], "ordinary": [1, 2]}})
    assert rules.tunnel_points == TunnelPoints(
        ordinary=(1, 2), ordinary_joker=(5, 10, 15), poplu_jhiplu=(5, 10), alter=(9,), putali=(0,)
    )
    assert parse_options(HOUSE, {"tunnel_points": {}}) == HOUSE


def test_a_dotted_name_gives_one_part_of_tunnel_points() -> None:
    dotted = rule_set("pagat", {"tunnel_points.alter": [9], "tunnel_points": {"putali": [8]}})
    assert dotted == rule_set("pagat", {"tunnel_points": {"alter": [9], "putali": [8]}})
    same_twice = {"tunnel_points.alter": [9], "tunnel_points": {"alter": [9]}}
    assert rule_set("pagat", same_twice) == rule_set("pagat", {"tunnel_points.alter": [9]})


def test_var05_murder_is_both_pachaunu() -> None:
    assert rule_set("wikipedia-en", {"murder": True}) == rule_set(
        "wikipedia-en", {"maal_pachaunu": True, "tunnel_pachaunu": True}
    )
    agreeing = {"murder": True, "maal_pachaunu": True}
    assert rule_set("wikipedia-en", agreeing) == rule_set("wikipedia-en", {"murder": True})
    assert "murder" not in format_options(rule_set("wikipedia-en", {"murder": True}))


@pytest.mark.parametrize("murder", [False, None, 1, "true"])
def test_murder_can_only_be_true(murder: object) -> None:
    with pytest.raises(RuleOptionError, match="murder can only be true") as caught:
        rule_set("house-app", {"murder": murder})
    assert (caught.value.option, caught.value.value) == ("murder", murder)


@pytest.mark.parametrize("name", ["maal_pachaunu", "tunnel_pachaunu"])
def test_murder_and_a_false_pachaunu_contradict_each_other_in_any_order(name: str) -> None:
    for contradiction in ({"murder": True, name: False}, {name: False, "murder": True}):
        with pytest.raises(RuleOptionError, match=f"{name} is given as false") as caught:
            rule_set("pagat", contradiction)
        assert caught.value.option == name


def test_spelled_out_is_every_option_under_its_own_name() -> None:
    every = format_options(HOUSE)
    assert is_spelled_out(every)
    for name in OPTIONS:
        assert not is_spelled_out({other: value for other, value in every.items() if other != name})
    assert not is_spelled_out(every | {"murder": True})
    assert not is_spelled_out(every | {"tunnel_points": {"ordinary": [5]}})
    assert not is_spelled_out(every | {"tunnel_points": [5]})
    assert not is_spelled_out({})


ONE_MILLION_ONE = 1_000_001
REFUSED: list[tuple[str, object, str]] = [
    ("direction", "clockwise", 'one of "cw", "acw", not "clockwise"'),
    ("direction", None, "not null"),
    ("direction", ["cw"], r"not \[\"cw\"\]"),
    ("kidnap", "point", r"did you mean points\?"),
    ("kidnap", False, "not false"),
    ("max_players", 1, "from 2 to 6, not 1"),
    ("max_players", 7, "from 2 to 6, not 7"),
    ("max_players", None, "not null"),
    ("putali", 4, "from 0 to 3"),
    ("putali", True, "from 0 to 3, not true"),
    ("putali", 1.0, r"not 1\.0"),
    ("putali", "3", 'not "3"'),
    ("master_card", -1, "from 0 to 1000000, or null, not -1"),
    ("master_card", False, "or null, not false"),
    ("master_card", ONE_MILLION_ONE, "from 0 to 1000000"),
    ("max_reshuffles", -1, "or null"),
    ("dublee_min_players", 3, "2 or 4, not 3"),
    ("dublee_min_players", True, "2 or 4"),
    ("open_maal", 1, "true or false, not 1"),
    ("open_maal", None, "true or false"),
    ("open_maal", "true", "true or false"),
    ("dublee_bonus", -5, "from 0 to 1000000, not -5"),
    ("seen_payment", 10**30, "from 0 to 1000000"),
    ("seen_payment", float("nan"), "a whole number"),
    ("better", 0, "from 1 to 1000000, not 0"),
    ("better", None, "not null"),
    ("tiplu_points", [3], "a list of 2 whole numbers"),
    ("tiplu_points", [3, 7, 12], "a list of 2 whole numbers"),
    ("tiplu_points", [3, True], r"not \[3, true\]"),
    ("tiplu_points", [3, -7], "from 0"),
    ("tiplu_points", [3, ONE_MILLION_ONE], "to 1000000"),
    ("tiplu_points", [3, 7.0], "whole numbers"),
    ("tiplu_points", None, "not null"),
    ("tiplu_points", 3, "not 3"),
    ("poplu_points", [2, 5], "a list of 3 whole numbers"),
    ("marriage_points", [], "a list of 2 whole numbers"),
    ("alter_points", [5], "a list of 3 whole numbers from 0 to 1000000, or null"),
    ("alter_points", False, "or null, not false"),
    ("tunnel_points", None, "an object with any of ordinary, ordinary_joker"),
    ("tunnel_points", [5, 10], "an object with any of"),
    ("tunnel_points.ordinary", [], "a list of 1 to 42 whole numbers"),
    ("tunnel_points.ordinary", [5] * 43, "a list of 1 to 42 whole numbers"),
    ("tunnel_points.ordinary", None, "not null"),
    ("tunnel_points.ordinary_joker", [1, 2, 3, 4], "a list of 1 to 3 whole numbers"),
    ("tunnel_points.poplu_jhiplu", [1, 2, 3], "a list of 1 to 2 whole numbers"),
    ("tunnel_points.alter", [35, 70], "a list of 1 whole number from"),
    ("tunnel_points.putali", 45, "not 45"),
]


@pytest.mark.parametrize(("name", "value", "message"), REFUSED)
def test_values_that_are_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(RuleOptionError, match=f"^rule option {name} must be .*{message}") as caught:
        rule_set("pagat", {name: value})
    assert caught.value.option == name
    if isinstance(value, list):
        assert list(caught.value.value) == value  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]
    else:
        assert caught.value.value is value


def test_the_place_of_a_bad_part_is_its_dotted_name() -> None:
    with pytest.raises(RuleOptionError, match=r"rule option tunnel_points\.alter must be") as caught:
        rule_set("pagat", {"tunnel_points": {"ordinary": [5], "alter": [-1]}})
    assert caught.value.option == "tunnel_points.alter"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("dublee_bonnus", 5, r'no rule option "dublee_bonnus"; did you mean dublee_bonus'),
        ("tunnel_point", {}, "did you mean tunnel_points"),
        ("Putali", 3, r"did you mean putali\?"),
        ("", 3, 'no rule option ""$'),
        ("tunnel_points.alters", [5], r'tunnel_points has no part "alters".*did you mean alter\?'),
        ("tunnel_points.", [5], 'tunnel_points has no part ""'),
        ("tunnel_points", {"tiplu": [5]}, 'tunnel_points has no part "tiplu"'),
        ("tunnel_points", {7: [5]}, "tunnel_points has no part 7"),
        ("x" * 100_000, 3, "no rule option"),
    ],
)
def test_names_that_do_not_exist(name: str, value: object, message: str) -> None:
    with pytest.raises(RuleOptionError, match=message) as caught:
        rule_set("pagat", {name: value})
    assert len(str(caught.value)) < 300


def test_one_part_given_twice_with_two_values_is_refused() -> None:
    with pytest.raises(RuleOptionError, match=r"alter is given twice, as \[9\] and as \[8\]"):
        rule_set("pagat", {"tunnel_points.alter": [9], "tunnel_points": {"alter": [8]}})


def test_the_last_step_of_open_tunnel_points_must_not_lead_downwards() -> None:
    with pytest.raises(RuleOptionError, match="must not lead downwards") as caught:
        rule_set("pagat", {"tunnel_points.ordinary": [10, 5]})
    assert caught.value.option == "tunnel_points.ordinary"
    rule_set("pagat", {"tunnel_points.ordinary": [10, 5, 5]})
    rule_set("pagat", {"tunnel_points.poplu_jhiplu": [10, 5]})  # complete: nothing goes on


def test_the_largest_number_is_accepted() -> None:
    assert rule_set("pagat", {"better": 1_000_000, "tiplu_points": [0, 1_000_000]}).better == 1_000_000


def test_values_in_python_are_checked_as_well() -> None:
    with pytest.raises(RuleOptionError, match="direction must be a member of Direction"):
        replace(PAGAT, direction="cw")  # pyright: ignore[reportArgumentType]
    with pytest.raises(RuleOptionError, match="kidnap must be a member of Kidnap"):
        replace(PAGAT, kidnap=Direction.CLOCKWISE)  # pyright: ignore[reportArgumentType]
    with pytest.raises(RuleOptionError, match="better must be"):
        replace(PAGAT, better=True)
    with pytest.raises(RuleOptionError, match="open_maal must be"):
        replace(PAGAT, open_maal=0)  # pyright: ignore[reportArgumentType]
    with pytest.raises(RuleOptionError, match="tiplu_points must be"):
        replace(PAGAT, tiplu_points=[3, 7])  # pyright: ignore[reportArgumentType]
    with pytest.raises(RuleOptionError, match=r"tunnel_points\.alter must be"):
        replace(PAGAT, tunnel_points=replace(PAGAT.tunnel_points, alter=()))
    with pytest.raises(RuleOptionError, match="tunnel_points must be a TunnelPoints"):
        replace(PAGAT, tunnel_points={"alter": (5,)})  # pyright: ignore[reportArgumentType]


def test_a_rule_set_cannot_be_changed_and_can_be_a_key() -> None:
    with pytest.raises(AttributeError):
        PAGAT.better = 2  # pyright: ignore[reportAttributeAccessIssue]
    assert {PAGAT: "pagat", HOUSE: "house"}[rule_set("pagat")] == "pagat"
