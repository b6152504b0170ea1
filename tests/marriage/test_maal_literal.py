"""Every count of maal cards against ``literal_maal``: all presets, all lapses, and rule sets made up."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marriage.literal_maal import SCORING, LiteralHand, literal_maal
from rule_strategies import rule_sets

from marriage_analysis.games.marriage.maal import (
    ItemKind,
    Lapse,
    MaalCards,
    MaalItem,
    Tunnel,
    score_maal,
    total,
)
from marriage_analysis.games.marriage.rules.options import MaalAssignment, TunnelMode
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.wilds import CardRole

ROLES = {
    "tiplu": CardRole.TIPLU,
    "poplu": CardRole.POPLU,
    "jhiplu": CardRole.JHIPLU,
    "alter": CardRole.ALTER,
    "putali": CardRole.PRINTED_JOKER,
    "master": CardRole.MASTER_CARD,
    "ordinary_joker": CardRole.ORDINARY_JOKER,
    "plain": CardRole.PLAIN,
}
IN_TUNNEL = 4
LAPSES = tuple((maal, tunnels) for maal in (False, True) for tunnels in (False, True))
CARDS_OF = {
    ItemKind.MARRIAGE: ("tiplu", "poplu", "jhiplu"),
    ItemKind.TIPLU: ("tiplu",),
    ItemKind.POPLU: ("poplu",),
    ItemKind.JHIPLU: ("jhiplu",),
    ItemKind.ALTER: ("alter",),
    ItemKind.PUTALI: ("putali",),
    ItemKind.MASTER_CARD: ("master",),
}


def all_hands() -> Iterator[LiteralHand]:
    """Every t, p, j and alter, single or as a displayed tunnel, laid or not; the rest goes round beside."""
    beside = list(product((0, 1, 2, 3, IN_TUNNEL), (0, 1), (0, 1, 3), (0, 1, 2)))
    number = 0
    for t, p, j, alter, laid in product(range(3), range(5), range(5), range(5), (False, True)):
        if laid and not (t and p % IN_TUNNEL and j % IN_TUNNEL):
            continue
        number += 1
        putali, master, plain, jokers = beside[number * 37 % len(beside)]
        states = (("poplu", p), ("jhiplu", j), ("alter", alter), ("putali", putali))
        yield LiteralHand(
            cards=(
                ("tiplu", t),
                ("master", master),
                *((name, count) for name, count in states if count != IN_TUNNEL),
            ),
            tunnels=(
                *(name for name, count in states if count == IN_TUNNEL),
                *("plain",) * plain,
                *("ordinary_joker",) * jokers,
            ),
            laid=laid,
        )


def as_cards(hand: LiteralHand, rules: RuleSet) -> MaalCards:
    def role(name: str) -> CardRole:
        # SCORE-08: without points of its own the alter is an ordinary joker.
        return ROLES["ordinary_joker"] if name == "alter" and rules.alter_points is None else ROLES[name]

    return MaalCards(
        cards=tuple((role(name), count) for name, count in hand.cards),
        tunnels=tuple(Tunnel(role(name)) for name in hand.tunnels),
        laid_marriage=hand.laid,
    )


def literally(hand: LiteralHand, rules: RuleSet) -> LiteralHand:
    if rules.alter_points is not None:
        return hand
    tunnels = tuple("ordinary_joker" if name == "alter" else name for name in hand.tunnels)
    return LiteralHand(hand.cards, tunnels, hand.laid)


def check(hand: LiteralHand, rules: RuleSet, lapse: tuple[bool, bool], *, ace: bool) -> None:
    maal_lapses, tunnels_lapse = lapse
    lapsing = replace(rules, maal_pachaunu=maal_lapses, tunnel_pachaunu=tunnels_lapse)
    items = score_maal(
        as_cards(hand, rules), rules=rules, lapse=Lapse(maal=maal_lapses, tunnels=tunnels_lapse), ace_tiplu=ace
    )
    expected = literal_maal(literally(hand, rules), lapsing, seen=False, ace=ace)
    assert total(items) == expected, (hand, lapse, ace, items)
    if not any(lapse):
        check_every_card_once(items, hand, rules)


def check_every_card_once(items: tuple[MaalItem, ...], hand: LiteralHand, rules: RuleSet) -> None:
    """SCORE-02: in replace every scoring card is in one item; in additive the tunnels come on top of that."""
    listed: dict[str, int] = dict.fromkeys(SCORING, 0)
    pairs = alters = jokers = 0
    for item in items:
        for name in CARDS_OF.get(item.kind, ()):
            listed[name] += item.count
        pairs += 3 * item.count * (item.kind is ItemKind.TUNNEL_POPLU_JHIPLU)
        alters += 3 * item.count * (item.kind is ItemKind.TUNNEL_ALTER)
        jokers += 3 * item.count * (item.kind is ItemKind.TUNNEL_PUTALI)
    if rules.tunnel_mode is TunnelMode.ADDITIVE:
        pairs = alters = jokers = 0
    held = {name: hand.count(name) + 3 * hand.tunnels.count(name) for name in SCORING}
    assert listed["tiplu"] == held["tiplu"]
    assert listed["poplu"] + listed["jhiplu"] + pairs == held["poplu"] + held["jhiplu"]
    if rules.alter_points is not None:
        assert listed["alter"] + alters == held["alter"]
    if rules.putali_points is not None:
        assert listed["putali"] + jokers == held["putali"]
    if rules.master_card is not None:
        assert listed["master"] == held["master"]


def variants(rules: RuleSet) -> Iterator[RuleSet]:
    for assignment, mode in product(MaalAssignment, TunnelMode):
        yield replace(rules, maal_assignment=assignment, tunnel_mode=mode)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_count_of_maal_cards_under_a_preset(preset: str):
    rules = PRESETS[preset].rules
    for hand in all_hands():
        check(hand, rules, (False, False), ace=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_other_modes_and_lapses_under_a_preset(preset: str):
    rules = replace(PRESETS[preset].rules, master_card=10)
    hands = list(all_hands())
    for number, (by, lapse, ace) in enumerate(product(variants(rules), LAPSES, (False, True))):
        marriages = replace(by, ace_tiplu_marriage=number % 3 != 0)
        for hand in hands[number % 13 :: 13]:
            check(hand, marriages, lapse, ace=ace and not hand.laid)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_every_count_in_every_mode_and_lapse(preset: str):
    for by, lapse, ace in product(variants(PRESETS[preset].rules), LAPSES, (False, True)):
        for hand in all_hands():
            check(hand, by, lapse, ace=ace and not hand.laid)


HANDS = tuple(all_hands())


@given(rule_sets(), st.sampled_from(HANDS), st.sampled_from(LAPSES), st.booleans())
def test_counts_under_rules_made_up(rules: RuleSet, hand: LiteralHand, lapse: tuple[bool, bool], ace: bool):
    check(hand, rules, lapse, ace=ace and not hand.laid)
