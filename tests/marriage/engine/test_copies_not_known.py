"""DECK-01 where hands and stock are not known: no more copies of a face turn up than the deck has."""

import pytest
from play.simulating import PRESET_NAMES, VARIANTS, plan

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.findings import Severity
from marriage_analysis.games.marriage.audit import examine
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.parts import Ending, MarriageParts, PlayerResult, Result, RulesPart
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.play.simulate import simulate
from marriage_analysis.records.views import SeatOrPublic, view_of

RULES = RulesPart(preset="pagat")
THREE = ("0: s?? x5H", "1: s?? x5H", "2: s?? x5H")
OTHER_SHOW = "show(5D6D7D,2S3S4S,8H9HTH)"
FIRST_SHOW = "show(4H5H6H,2C3C4C,8S9STS) tiplu(??@3)"

CASES: dict[str, tuple[tuple[str, ...], int | None]] = {
    "thrown a fourth time": ((*THREE, "0: s?? x5H"), 3),
    "thrown three times": ((*THREE, "0: s?? x5D"), None),
    "drawn a fourth time": ((*THREE, "0: s5H x2C"), 3),
    "drawn from where is not noted": ((*THREE, "0: s?? x2C", "1: d5H x2C"), 4),
    "taken from the pile and thrown again": (("0: s?? x5H", "1: p5H x2C", *THREE[2:], *THREE), 5),
    "taken from the pile it is no other copy": (("0: s?? x5H", "1: p5H x2C", *THREE[2:], *THREE[:2]), None),
    "the offered card is not noted but what it was taken as is": ((*THREE, "0: s?? x??", "1: p5H x2C"), 4),
    "displayed and thrown": (("1: tunnel(5H5H5H)", "0: s?? x5H"), 1),
    "shown and thrown": ((f"0: s?? {FIRST_SHOW} x5H", "1: s?? x5H", "2: s?? x5H"), 2),
    "thrown and shown": ((*THREE[:2], "2: s?? show(4H5H6H,5H6H7H,2C3C4C) tiplu(??@3) x2D"), 2),
    "exposed in a wrong show": ((*THREE[:2], "2: s?? badshow(4H5H6H,5H6H7H,2C3C4C) x2D"), 2),
    "chosen as the tiplu": ((*THREE, "0: s?? show(5D6D7D,2S3S4S,8H9HTH) tiplu(5H@3) x2D"), 3),
    "seen as the tiplu": ((f"0: s?? {FIRST_SHOW} x5H", "1: s?? x5H", f"2: s?? {OTHER_SHOW} see(5H) x2D"), 2),
    "the third copy as the tiplu": ((f"0: s?? {FIRST_SHOW} x5H", f"1: s?? {OTHER_SHOW} see(5H) x2D"), None),
    "reshuffled four times": (("-: gap", "-: reshuffle(5H2D5H5H5H)"), 1),
    "reshuffled three times": (("-: gap", "-: reshuffle(5H2D5H5H)"), None),
    "shown sets lie out after a gap too": (
        (f"0: s?? {FIRST_SHOW} x5H", "-: gap", "1: s?? x5H", "2: s5H x5H"),
        None,
    ),
    "a whole tunnel is shown before a gap": (
        ("0: s?? show(5H5H5H,2C3C4C,8S9STS) tiplu(??@3) x2D", "-: gap", "1: s5H x2C"),
        2,
    ),
    "the pile may have been reshuffled in a gap": ((*THREE, "-: gap", "0: s?? x5H"), None),
    "the pile may have been taken from in a turn that nobody noted": ((*THREE, "0: ?", "1: s?? x5H"), None),
    "a card that was thrown unseen may be the one that was drawn": (
        ("0: s5H x??", *THREE[1:], "0: s5H x2D"),
        None,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_copy_too_many_is_found_at_its_turn(name: str) -> None:
    play, stops = CASES[name]
    rules = read_rules("pagat", {})
    assert rules is not None
    run = replay(MarriageParts(rules=RULES, play=play), rules, seats=3, dealer=2)
    if stops is None:
        assert run.stop is None
        return
    assert run.stop is not None
    assert (run.stop.turn, run.stop.rule, run.sound) == (stops, "DECK-01", stops)


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        (("5H 20*??", None, None), None),
        (("5H 5H 19*??", None, None), "result.players[0].holding"),
        (("5H 20*??", None, "5H 20*??"), "result.players[2].holding"),
    ],
)
def test_the_result_puts_no_copy_into_a_hand_that_lies_elsewhere(
    holdings: tuple[str | None, ...], expected: str | None
) -> None:
    rows = tuple(PlayerResult(holding=holding) for holding in holdings)
    parts = MarriageParts(rules=RULES, play=THREE[:2], result=Result(ending=Ending.ABANDONED, players=rows))
    found = examine(parts, players=["A", "B", "C"], dealer=2).findings
    errors = [
        (finding.code.name, finding.place.path) for finding in found if finding.severity is Severity.ERROR
    ]
    assert errors == ([] if expected is None else [("result_differs", expected)])


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_a_seat_saw_of_a_sound_game_is_sound(seats: int) -> None:
    for variant, preset in zip(VARIANTS, PRESET_NAMES, strict=False):
        policies = (("random", "sensible") * 3)[:seats]
        table = plan(preset, seats=seats, options=variant, policies=policies, max_turns=120)
        (record,) = simulate(table, games=1)
        views: list[SeatOrPublic] = [*range(seats), "public"]
        for view in views:
            seen = examine_record(view_of(record, view))
            assert not [found for found in seen.findings if found.severity is Severity.ERROR], (preset, view)
