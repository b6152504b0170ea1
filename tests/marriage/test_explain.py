"""The explanation in words: every phrase in both languages, every line adding up, the names printed."""

import re
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marriage.literal_maal import LiteralSeat, LiteralTable, literal_nets, literal_points
from marriage.tables import facts_of, tables

from marriage_analysis.cards.notation import parse_face
from marriage_analysis.games.language import Language
from marriage_analysis.games.marriage.explain import explain_settlement
from marriage_analysis.games.marriage.maal import ItemKind
from marriage_analysis.games.marriage.messages import WORDS, Phrase
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.settle import PaymentKind, settle

KEYS = (*ItemKind, *PaymentKind, *Phrase)
NAMES = ("Āshā", "Bina {x}", "चन्द्र", "D→E: 5", "<b>", "Fulmaya")
ITEM = re.compile(r"    ([+-]\d+)  (.+) \(([A-Z]+-\d\d)\)")
PAYMENT = re.compile(r"  (.+) → (.+): (\d+)  .+ \(([A-Z]+-\d\d)\)")
FORMULA = re.compile(r"(\d+) × (\d+) − (\d+) − (\d+)[^,=]*(?:, × (\d+))?(?:, − (\d+))? = ([+-]\d+)$")


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_every_phrase_is_there_in_every_language(key: ItemKind | PaymentKind | Phrase):
    fields = [{name for _, name, _, _ in Formatter().parse(WORDS[key][lang]) if name} for lang in Language]
    assert all(WORDS[key][language].strip() for language in Language)
    assert all(names == fields[0] for names in fields)


def test_no_phrase_is_without_use():
    assert set(WORDS) == set(KEYS)


def explained(table: LiteralTable, language: Language) -> tuple[str, ...]:
    return explain_settlement(
        settle(facts_of(table)),
        players=NAMES[: len(table.seats)],
        tiplu=parse_face(table.tiplu),
        language=language,
    )


@given(tables(), st.sampled_from(Language))
def test_every_line_adds_up(table: LiteralTable, language: Language):
    lines = explained(table, language)
    points = literal_points(table)
    nets = literal_nets(table, points)
    maal_part, payment_part, net_part = parts(lines)
    check_items(maal_part, points)
    check_payments(payment_part, nets)
    check_nets(net_part, table, points, nets)


def parts(lines: tuple[str, ...]) -> list[list[str]]:
    """The three parts between empty lines, without their headings; the first lines say who won."""
    found: list[list[str]] = []
    for line in lines:
        if not line:
            found.append([])
        elif found:
            found[-1].append(line)
    return [part[1:] for part in found]


def check_items(lines: list[str], points: list[int]) -> None:
    sums: list[int] = []
    for line in lines[:-1]:
        item = ITEM.fullmatch(line)
        if item is None:
            seat = len(sums)
            assert line.startswith(f"  {NAMES[seat]} (")
            assert line.endswith(f": {points[seat]}")
            sums.append(0)
        else:
            sums[-1] += int(item[1])
    assert sums == points
    assert lines[-1].endswith(f"T = {sum(points)}")


def check_payments(lines: list[str], nets: list[int]) -> None:
    flow = [0] * len(nets)
    for line in lines:
        payment = PAYMENT.fullmatch(line)
        if payment is not None:
            flow[NAMES.index(payment[1])] -= int(payment[3])
            flow[NAMES.index(payment[2])] += int(payment[3])
    assert flow == nets


def check_nets(lines: list[str], table: LiteralTable, points: list[int], nets: list[int]) -> None:
    assert len(lines) == len(nets)
    for seat, line in enumerate(lines):
        assert line.startswith(f"  {NAMES[seat]}: {nets[seat]:+d}")
        formula = FORMULA.search(line)
        assert (formula is None) is (seat == table.winner), line
        if formula is not None:
            n, maal, total, w, better, dhoos, net = (int(part or 0) for part in formula.groups())
            assert (n, maal, total) == (len(nets), points[seat], sum(points))
            assert (n * maal - total - w) * (better or 1) - dhoos == net == nets[seat]


TABLE = LiteralTable(
    rule_set("wikipedia-en", {"better": 2, "dhoos_when": "current"}),
    "JC",
    (LiteralSeat(True, ("TC", "JC", "QC"), laid=True), LiteralSeat(False, ("QC",), ("6H",)), LiteralSeat(True)),
    winner=0,
    due=((0, 15), (1, 15)),
    fouls=((2, 15), (0, 10)),
)


def test_an_explanation_in_english():
    assert explained(TABLE, Language.ENGLISH) == (
        "Āshā finished by sets.",
        "The tiplu was J♣.",
        "",
        "Maal",
        "  Āshā (seen): 15",
        "    +10  marriage × 1: 10♣ J♣ Q♣ (PT-07)",
        "    +5  marriage laid in the show: 10♣ J♣ Q♣ (SCORE-06)",
        "  Bina {x} (unseen): 7",
        "    +2  poplu × 1: Q♣ (PT-02)",
        "    +5  displayed tunnel × 1: 6♥ 6♥ 6♥ (PT-11)",
        "  चन्द्र (seen): 0",
        "  All together T = 22",
        "",
        "Who pays whom",
        "  A better game: every payment but dhoos counts 2 times (VAR-08).",
        "  Bina {x} → Āshā: 16  difference of maal, 15 against 7 (SET-03)",
        "  चन्द्र → Āshā: 30  difference of maal, 15 against 0 (SET-03)",
        "  चन्द्र → Bina {x}: 14  difference of maal, 7 against 0 (SET-03)",
        "  Bina {x} → Āshā: 20  lost, had not seen the tiplu (SET-01)",
        "  चन्द्र → Āshā: 6  lost, had seen the tiplu (SET-01)",
        "  Bina {x} → Āshā: 15  dhoos from an earlier game (IRR-05)",
        "  चन्द्र → Āshā: 15  dhoos of this game (IRR-05)",
        "  Āshā's own dhoos of 15 is cancelled by winning (IRR-05).",
        "  Āshā's own dhoos of 10 is cancelled by winning (IRR-05).",
        "",
        "Net",
        "  Āshā: +102",
        "  Bina {x}: -37   3 × 7 − 22 − 10 for the finish, × 2, − 15 = -37",
        "  चन्द्र: -65   3 × 0 − 22 − 3 for the finish, × 2, − 15 = -65",
    )


def test_in_nepali_the_same_numbers():
    english, nepali = (explained(TABLE, language) for language in (Language.ENGLISH, Language.NEPALI))
    assert len(english) == len(nepali)
    assert nepali[0] == "Āshā ले सेट मिलाएर खेल सकाउनुभयो।"
    assert [sorted(re.findall(r"\d+", line)) for line in nepali] == [
        sorted(re.findall(r"\d+", line)) for line in english
    ]


def test_a_foul_for_the_next_game_is_told():
    table = LiteralTable(
        rule_set("wikipedia-en"), "JC", (LiteralSeat(True), LiteralSeat(True)), winner=0, fouls=((1, 15),)
    )
    told = "  Bina {x}'s dhoos of 15 is due to the winner of the next game (IRR-05)."
    assert told in explained(table, Language.ENGLISH)
