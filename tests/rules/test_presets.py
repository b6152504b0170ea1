"""The presets against the table of the rules reference, copied cell by cell as JSON."""

import json
from typing import Any

import pytest

from marriage_analysis.errors import RuleOptionError
from marriage_analysis.games.marriage.rules.json_options import format_options
from marriage_analysis.games.marriage.rules.presets import PRESETS, rule_set
from marriage_analysis.games.marriage.rules.rule_set import OPTIONS

NAMES = ["pagat", "wikipedia-en", "wikipedia-es", "wikipedia-ja", "wikipedia-pl", "house-app"]

TABLE = """
| direction | "cw" | "acw" | "acw" | "acw" | "acw" | "acw" |
| max_players | 5 | 5 | 5 | 5 | 5 | 5 |
| putali | 0 | 0 | 0 | 0 | 0 | 3 |
| master_card | null | null | null | null | null | null |
| master_card_in_primary | false | true | true | true | true | false |
| putali_tunnel_primary | false | true | true | true | true | false |
| first_upcard | "may" | "may" | "may" | "may" | "may" | "may" |
| set_length | "exact3" | "min3" | "min3" | "min3" | "min3" | "min3" |
| ace_high_sequence | true | true | true | true | true | true |
| no_return_discard | true | false | false | false | false | true |
| seen_take_wild | "forbid" | "allow" | "allow" | "allow" | "allow" | "forbid" |
| unseen_pick | "any" | "any" | "any" | "any" | "any" | "any" |
| stock_out | "reshuffle_keep_top" | "reshuffle_keep_top" | "reshuffle_keep_top" | "reshuffle_keep_top" | "reshuffle_keep_top" | "reshuffle_keep_top" |
| max_reshuffles | null | null | null | null | null | null |
| open_maal | false | false | false | false | false | false |
| dublee_min_players | 2 | 4 | 4 | 4 | 4 | 4 |
| joker_pair_dublee | "off" | "printed" | "printed" | "printed" | "printed" | "printed" |
| dublee_finish_discard | true | true | true | true | true | true |
| dublee_payment_mode | "add_bonus" | "add_bonus" | "add_bonus" | "add_bonus" | "add_bonus" | "add_bonus" |
| dublee_bonus | 5 | 5 | 5 | 5 | 5 | 5 |
| dublee_seen_payment | 5 | 5 | 5 | 5 | 5 | 5 |
| dublee_unseen_payment | 15 | 15 | 15 | 15 | 15 | 15 |
| dublee_loser_exempt | false | true | true | true | true | false |
| seen_payment | 3 | 3 | 3 | 3 | 3 | 3 |
| unseen_payment | 10 | 10 | 10 | 10 | 10 | 10 |
| tunnel_source | "dealt_displayed" | "dealt_displayed" | "dealt_displayed" | "dealt_displayed" | "dealt_displayed" | "dealt_displayed" |
| tunnel_window | "before_any_draw" | "before_own_draw" | "before_own_draw" | "before_own_draw" | "before_own_draw" | "before_own_draw" |
| tunnel_pachaunu | true | false | false | false | false | true |
| maal_pachaunu | false | false | false | false | false | true |
| kidnap | "off" | "off" | "off" | "off" | "off" | "off" |
| tiplu_points | [3, 7] | [3, 8] | [3, 8] | [3, 8] | [3, 7] | [3, 8] |
| poplu_points | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] |
| jhiplu_points | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] | [2, 5, 10] |
| marriage_points | [10, 30] | [10, 30] | [10, 30] | [10, 30] | [10, 30] | [10, 25] |
| laid_marriage_bonus | 0 | 5 | 5 | 5 | 5 | 0 |
| ace_tiplu_marriage | true | true | true | true | true | true |
| alter_points | null | null | null | null | null | [5, 15, 25] |
| putali_points | null | null | null | null | null | [5, 15, 25] |
| tunnel_points.ordinary | [5, 10, 15] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 10, 15] |
| tunnel_points.ordinary_joker | [10, 20, 30] | [10, 20, 30] | [10, 20, 30] | [10, 20, 30] | [10, 20, 30] | [5, 10, 15] |
| tunnel_points.poplu_jhiplu | [20, 40] | [15, 35] | [15, 35] | [15, 35] | [15, 35] | [5, 10] |
| tunnel_points.alter | [35] | [35] | [35] | [35] | [35] | [5] |
| tunnel_points.putali | [35] | [45] | [45] | [45] | [35] | [0] |
| tunnel_mode | "replace" | "replace" | "replace" | "replace" | "replace" | "additive" |
| maal_assignment | "maximise" | "maximise" | "maximise" | "maximise" | "maximise" | "maximise" |
| dhoos | 0 | 15 | 15 | 15 | 15 | 15 |
| dhoos_when | "next" | "next" | "next" | "next" | "next" | "next" |
| foul_exempt_from_payment | false | false | false | false | false | false |
| maal_throw | "free" | "any_unseen" | "any_unseen" | "none_seen" | "free" | "recipient_unseen" |
| dhulo_pelai | false | true | true | true | false | true |
| miss_policy | "correct_now" | "play_on" | "play_on" | "play_on" | "play_on" | "correct_now" |
| better | 1 | 1 | 1 | 1 | 1 | 1 |
"""  # noqa: E501

WHEN_ON = """
| alter_points | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] |
| putali_points | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] | [5, 15, 25] |
| master_card | 10 | 10 | 10 | 10 | 5 | 10 |
| kidnap | "points" | "cards" | "cards" | "cards" | "cards" | "points" |
| dublee_bonus | 5 | 7 | 7 | 7 | 7 | 5 |
| marriage_points | [10, 30] | [10, 30] | [10, 30] | [10, 30] | [15, 35] | [10, 30] |
| better | 2 | 2 | 2 | 2 | 2 | 2 |
"""


def _rows(table: str) -> list[tuple[str, list[object]]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n") if line]
    return [(name, [json.loads(cell) for cell in cells]) for name, *cells in rows]


def _typed(value: object) -> str:
    return json.dumps(value)  # 1 and true are equal in Python, not here


def test_the_presets_are_those_of_the_table_in_its_order() -> None:
    assert list(PRESETS) == NAMES
    assert [preset.name for preset in PRESETS.values()] == NAMES


def test_the_options_are_those_of_the_table_in_its_order() -> None:
    in_table = list(dict.fromkeys(name.partition(".")[0] for name, _ in _rows(TABLE)))
    assert list(OPTIONS) == in_table
    assert list(format_options(rule_set("pagat"))) == in_table


@pytest.mark.parametrize(("row", "cells"), _rows(TABLE))
def test_every_cell_of_the_preset_table(row: str, cells: list[object]) -> None:
    option, _, part = row.partition(".")
    found: list[object] = []
    for name in NAMES:
        value: Any = format_options(rule_set(name))[option]
        found.append(value[part] if part else value)
    assert _typed(found) == _typed(cells)


def test_no_tunnel_class_is_left_out_of_the_table() -> None:
    rows = [row for row, _ in _rows(TABLE) if row.startswith("tunnel_points.")]
    tunnels: Any = format_options(rule_set("pagat"))["tunnel_points"]
    assert [row.partition(".")[2] for row in rows] == list(tunnels)


@pytest.mark.parametrize(("option", "cells"), _rows(WHEN_ON))
def test_values_used_when_switched_on(option: str, cells: list[object]) -> None:
    assert _typed(dict(OPTIONS[option].when_on)) == _typed(dict(zip(NAMES, cells, strict=True)))


def test_options_without_a_row_have_no_value_for_switching_on() -> None:
    with_row = {option for option, _ in _rows(WHEN_ON)}
    assert {option for option, text in OPTIONS.items() if text.when_on} == with_row


@pytest.mark.parametrize(("option", "cells"), _rows(WHEN_ON))
def test_values_for_switching_on_are_accepted(option: str, cells: list[object]) -> None:
    for name, value in zip(NAMES, cells, strict=True):
        assert _typed(format_options(rule_set(name, {option: value}))[option]) == _typed(value)


def test_cf07_is_all_that_three_wikipedia_presets_differ_in() -> None:
    english = format_options(rule_set("wikipedia-en"))
    assert format_options(rule_set("wikipedia-es")) == english
    assert format_options(rule_set("wikipedia-ja")) == english | {"maal_throw": "none_seen"}


def test_every_preset_names_its_source() -> None:
    assert all(len(preset.source) > 20 for preset in PRESETS.values())


def test_an_unknown_preset_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RuleOptionError, match=r'no preset "pagta".*did you mean pagat\?') as caught:
        rule_set("pagta")
    assert (caught.value.option, caught.value.value) == ("preset", "pagta")
