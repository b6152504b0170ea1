"""Records that make no sense never stop the toolkit, and sound ones are sound in every form and every view."""

import json
import random
from typing import Any

import pytest
from marjolet.hands import random_rules
from marjolet.samples import WHOLE_HAND

from marriage_analysis.audit.audit import examine_record, player_names
from marriage_analysis.errors import RecordError
from marriage_analysis.findings import Severity
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marjolet.game import MARJOLET
from marriage_analysis.games.marjolet.pack import TEXTS
from marriage_analysis.games.marjolet.rules.json_options import format_options
from marriage_analysis.games.marjolet.rules.presets import PRESETS
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.model import Record
from marriage_analysis.records.text_form import format_text
from marriage_analysis.records.validate import read_text, read_text_form
from marriage_analysis.records.views import view_of
from marriage_analysis.replay.replay import replay_record

WORDS = [
    *TEXTS,
    "??",
    ">0",
    ">1",
    "dix",
    "meld(AHADACAS)",
    "meld(KCQC)",
    "meld(JHQD)",
    "sKS",
    "s??",
    "p7H",
    "pAH",
]


def spoilt(rng: random.Random) -> dict[str, Any]:
    """The hand with a few things in it changed, most of which cannot be."""
    record: dict[str, Any] = json.loads(json.dumps(WHOLE_HAND))
    for _ in range(rng.randint(1, 4)):
        match rng.randrange(9):
            case 0 | 1 | 2:
                turn = rng.randrange(len(record["play"]))
                words = record["play"][turn].split(" ")
                words[rng.randrange(1, len(words))] = rng.choice(WORDS)
                record["play"][turn] = " ".join(words)
            case 3:
                rng.shuffle(record["play"])
            case 4:
                record["play"] = record["play"][: rng.randrange(1, 17)]
            case 5:
                record["deal"][rng.choice(["hands", "stock", "turnup", "packet"])] = None
            case 6:
                record["deal"]["stock"] = " ".join(rng.choices([*TEXTS, "??", "3*??"], k=rng.randint(1, 20)))
            case 7:
                record["deal"]["turnup"] = rng.choice([*TEXTS, "??"])
            case _:
                record |= rng.choice(
                    [
                        {"dealer": rng.choice([0, None])},
                        {"before": [rng.randrange(0, 700, 10), rng.randrange(0, 700, 10)]},
                        {"players": [{"name": name} for name in "ABC"]},
                        {"rules": {}},
                        {"rules": {"preset": rng.choice(list(PRESETS))}},
                        {"result": {"players": [{"points": rng.randrange(-50, 700)}]}},
                        {"result": None},
                        {"view": rng.choice([0, 1, "public"])},
                    ]
                )
    return record


def go_through(record: Record) -> None:
    names = player_names(record)
    examined = examine_record(record)
    MARJOLET.legality(record.parts, players=names, dealer=record.dealer)
    MARJOLET.explain(examined, players=names, language="en")
    MARJOLET.table_rows(record.parts, examined, seats=len(names), dealer=record.dealer)
    MARJOLET.carried(record.parts, dealer=record.dealer)
    MARJOLET.summary(record.parts)
    assert read_text(format_record(expand(record).record).decode())[0] is not None
    assert read_text_form(format_text(record))[0] == record
    if record.view == "all":
        view_of(record, "public")
    try:
        replay = replay_record(record)
    except RecordError:
        return
    for drawing in replay.drawings:
        assert drawing.lines()
        assert drawing.panels()


def spoilt_records(seed: int, number: int) -> tuple[int, int]:
    rng = random.Random(seed)
    read = bad = 0
    for _ in range(number):
        record, findings = read_text(json.dumps(spoilt(rng)))
        if record is None:
            assert findings
            continue
        read += 1
        go_through(record)
        bad += any(found.severity is Severity.ERROR for found in examine_record(record).findings)
    return read, bad


def test_spoilt_records() -> None:
    read, bad = spoilt_records(1, 150)
    assert read > 60
    assert bad > 40


@pytest.mark.long
def test_many_spoilt_records() -> None:
    read, bad = spoilt_records(2, 5_000)
    assert read > 2_000
    assert bad > 1_500


def sound(seed: int, hands: int) -> None:
    """Simulated hands under any rules: clean, as every view, as text, in the kept form, and replayed."""
    rng = random.Random(seed)
    for number in range(hands):
        rules = random_rules(rng)
        plan = Plan(
            game=GAMES["marjolet"],
            rules={"preset": "any", "options": format_options(rules)},
            seats=2,
            seed=f"sound {seed} {number}",
            policies=(rng.choice(["sensible", "random"]),),
            session="night",
        )
        for record in simulate(plan, games=2):
            examined = examine_record(record)
            assert examined.findings == ()
            assert examined.recomputed
            for shown in (record, *(view_of(record, view) for view in (0, 1, "public"))):
                seen = examine_record(shown)
                assert seen.findings == ()
                assert seen.derived == examined.derived
                assert replay_record(shown).stop is None
                assert read_text_form(format_text(shown)) == (shown, ())


def test_simulated_hands_are_sound_in_every_form_and_view() -> None:
    sound(1, 12)


@pytest.mark.long
def test_many_simulated_hands_are_sound_in_every_form_and_view() -> None:
    sound(2, 600)
