"""Columns of hands, solved by compiled loops: one row a hand, the answers into an array that is given."""

from marriage_analysis.compiled.arrays import CountRows, Counts, WordRows, Words
from marriage_analysis.compiled.jit import compiled
from marriage_analysis.compiled.marriage.finish import OTHER_CARD, discards
from marriage_analysis.compiled.marriage.planes import bit_of, planes_of, with_one, without
from marriage_analysis.compiled.marriage.rule_words import (
    ACE_HIGH,
    EXACT3,
    MASTER_CARD,
    PUTALI,
    PUTALI_TUNNEL_PRIMARY,
    SET_LENGTH,
)
from marriage_analysis.compiled.marriage.solver import (
    dublees_missing,
    hand_completes,
    hand_missing,
)

_PUTALI = PUTALI
_MASTER = MASTER_CARD
SETS_TO_SHOW = 3
HAND_SIZE = 21


@compiled
def _full_faces(counts: Counts, laid: Counts) -> int:
    """The natural faces of which all three copies are in the hand or laid."""
    full = 0
    for face in range(52):
        if counts[face] + laid[face] >= 3:
            full |= bit_of(face)
    return full


@compiled
def _laid_cards(laid: Counts) -> int:
    cards = 0
    for face in range(54):
        cards += laid[face]
    return cards


@compiled
def missing_column(
    counts: CountRows, laid: CountRows, laid_sets: Words, wild: Words, to_finish: bool, rules: Words, out: Words
) -> None:
    """The distance of each hand to a primary show, or to a complete hand of 21 cards."""
    for row in range(counts.shape[0]):
        once, twice, thrice = planes_of(counts[row])
        pure = max(0, SETS_TO_SHOW - laid_sets[row])
        cards = HAND_SIZE - _laid_cards(laid[row]) if to_finish else 3 * pure
        out[row] = hand_missing(
            once, twice, thrice, counts[row, 52], counts[row, 53], wild[row] if to_finish else 0, pure, cards,
            _full_faces(counts[row], laid[row]), rules,
        )  # fmt: skip


@compiled
def discards_column(
    counts: CountRows, laid: CountRows, laid_sets: Words, wild: Words, rules: Words, out: Words
) -> None:
    """The faces, bits by face number, of which one copy can be thrown so that the other cards are a finish."""
    for row in range(counts.shape[0]):
        hand = counts[row]
        once, twice, thrice = planes_of(hand)
        jokers, masters = int(hand[52]), int(hand[53])
        pure = max(0, SETS_TO_SHOW - laid_sets[row])
        cards = HAND_SIZE - _laid_cards(laid[row])
        full = _full_faces(hand, laid[row])
        out[row] = 0
        if rules[SET_LENGTH] == EXACT3 and not (rules[PUTALI_TUNNEL_PRIMARY] and jokers > 2) and not masters:
            ace_high = rules[ACE_HIGH] == 1
            others = cards // 3 - pure
            found = discards(once, twice, thrice, wild[row], jokers, pure, others, ace_high)
            for face in range(52):
                if found & bit_of(face):
                    out[row] |= 1 << face
            if found & OTHER_CARD:
                out[row] |= 1 << 52
            continue
        if not hand_completes(
            once, twice, thrice, jokers, masters, wild[row], pure, cards, 0, full, rules
        ):  # fmt: skip
            continue
        for face in range(54):
            if hand[face] == 0:
                continue
            a, b, c = once, twice, thrice
            if face < 52:
                a, b, c = without(once, twice, thrice, bit_of(face))
            fewer_jokers = jokers - 1 if face == 52 else jokers
            fewer_masters = masters - 1 if face == 53 else masters
            if hand_completes(a, b, c, fewer_jokers, fewer_masters, wild[row], pure, cards, 0, full, rules):
                out[row] |= 1 << face


@compiled
def outs_column(
    counts: CountRows, laid: CountRows, laid_sets: Words, wild: Words, to_finish: bool, rules: Words,
    out: WordRows,
) -> None:  # fmt: skip
    """The distance of each hand, and the faces, bits by face number, whose draw makes it less."""
    for row in range(counts.shape[0]):
        hand = counts[row]
        once, twice, thrice = planes_of(hand)
        jokers, masters = int(hand[52]), int(hand[53])
        pure = max(0, SETS_TO_SHOW - laid_sets[row])
        cards = HAND_SIZE - _laid_cards(laid[row]) if to_finish else 3 * pure
        wilds = wild[row] if to_finish else 0
        full = _full_faces(hand, laid[row])
        missing = hand_missing(once, twice, thrice, jokers, masters, wilds, pure, cards, full, rules)
        out[row, 0] = missing
        out[row, 1] = 0
        if missing == 0:
            continue
        for face in range(54):
            more_jokers, more_masters, more_full = jokers, masters, full
            a, b, c = once, twice, thrice
            if face < 52:
                bit = bit_of(face)
                if full & bit:
                    continue
                a, b, c = with_one(once, twice, thrice, bit)
                if hand[face] + laid[row, face] == 2:
                    more_full |= bit
            elif face == 52:
                if hand[52] + laid[row, 52] >= rules[_PUTALI]:
                    continue
                more_jokers += 1
            else:
                if rules[_MASTER] < 0 or hand[53] + laid[row, 53] > 0:
                    continue
                more_masters += 1
            if hand_completes(
                a, b, c, more_jokers, more_masters, wilds, pure, cards, missing - 1, more_full, rules
            ):  # fmt: skip
                out[row, 1] |= 1 << face


@compiled
def dublees_column(
    counts: CountRows, dublees: int, laid: Words, tiplus: Words, jokers: WordRows, deck: Words, rules: Words,
    out: WordRows,
) -> None:  # fmt: skip
    """The distance of each hand to so many dublees, and the faces whose draw makes it less."""
    for row in range(counts.shape[0]):
        hand, pairing = counts[row], jokers[tiplus[row]]
        missing = dublees_missing(hand, dublees, laid[row], pairing, rules)
        out[row, 0] = missing
        out[row, 1] = 0
        if missing == 0:
            continue
        for face in range(54):
            lies = 2 if laid[row] >> face & 1 else 0
            if hand[face] + lies < deck[face]:
                hand[face] += 1
                if dublees_missing(hand, dublees, laid[row], pairing, rules) < missing:
                    out[row, 1] |= 1 << face
                hand[face] -= 1
