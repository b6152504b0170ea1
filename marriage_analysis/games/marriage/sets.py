"""Is that a set? Judges given cards against COMB-01..17 and the dublee rules; searches no hand for sets."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.games.marriage.deck import cannot_lie_together
from marriage_analysis.games.marriage.dublees import recognise_dublee
from marriage_analysis.games.marriage.readings import (
    LONGEST_SEQUENCE,
    LONGEST_TRIAL,
    Reading,
    best_reading,
    ranks_of_four,
    rounded_sequences,
    sequences,
)
from marriage_analysis.games.marriage.rules.options import SetLength
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.verdict import SetKind, StandIn, Verdict, no_set
from marriage_analysis.games.marriage.wilds import wild_faces

_NOTHING: frozenset[Face] = frozenset()
_TIMES = {2: "twice", 3: "three times"}
_index = attrgetter("index")
_MASTER_ONLY = frozenset({MASTER_CARD})


def recognise(
    cards: Sequence[Face], *, rules: RuleSet, tiplu: Face | None = None, primary: bool = False
) -> Verdict:
    """Whether the cards, in any order, are a set for an owner who has seen ``tiplu``, or has not seen (None).

    With ``primary`` they must be one for a primary show: a pure sequence or a tunnel (COMB-14), or a dublee
    for the dublee route. Where cards can be read in several ways, the one with the fewest wilds counts,
    a sequence before a trial; but three cards with two wilds or more, no natural set, are a set by that
    alone (COMB-06). Raises ``CardError`` for a tiplu that is none.

    >>> from marriage_analysis.cards.notation import parse_face, parse_faces
    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> verdict = recognise(parse_faces("6D QC 8D"), rules=rule_set("pagat"), tiplu=parse_face("JC"))
    >>> verdict.valid, verdict.kind.value, verdict.rule
    (True, 'sequence', 'COMB-03')
    """
    verdict = _recognised(tuple(sorted(cards, key=_index)), rules, tiplu)
    if primary and verdict.valid and not verdict.is_primary:
        return _not_primary(verdict)
    return verdict


@lru_cache(maxsize=20_000)
def _recognised(cards: tuple[Face, ...], rules: RuleSet, tiplu: Face | None) -> Verdict:
    wild = _NOTHING if tiplu is None else wild_faces(tiplu, rules)
    return _judge(cards, rules=rules, tiplu=tiplu, wild=wild)


def _judge(cards: Sequence[Face], *, rules: RuleSet, tiplu: Face | None, wild: frozenset[Face]) -> Verdict:
    impossible = cannot_lie_together(cards, rules=rules, tiplu=tiplu)
    if impossible is not None:
        return impossible
    length = len(cards)
    if length == 2:
        return recognise_dublee((cards[0], cards[1]), rules=rules, tiplu=tiplu)
    if length < 3:
        return no_set("COMB-15", f"A set has three cards or more (a dublee two), not {length}.")
    if len(set(cards)) == 1:  # no face has more than three copies, the master card one
        return _tunnel(cards[0], rules)
    if length > 3 and rules.set_length is SetLength.EXACT3:
        rule = "COMB-04" if len({face.rank for face in cards}) == 1 else "COMB-02"
        return no_set(rule, f"Under these rules a set has exactly three cards (set_length), not {length}.")
    if length > LONGEST_SEQUENCE:
        return no_set("COMB-13", "A sequence has at most thirteen cards: the ace counts once.")

    run_wild = wild | _MASTER_ONLY if _master_in_primary(rules) else wild
    run = best_reading(cards, run_wild, sequences(length, ace_high=rules.ace_high_sequence))
    trial = best_reading(cards, wild, ranks_of_four(length))
    if run is not None and (trial is None or len(run.stand_ins) <= len(trial.stand_ins)):
        verdict = _sequence(run, rules=rules, wild=wild)
    elif trial is not None:
        verdict = _trial(trial)
    else:
        return _why_not(cards, rules=rules, seen=tiplu is not None, wild=wild)
    if length == 3 and verdict.kind in (SetKind.SEQUENCE, SetKind.DIRTY_TRIAL):
        wilds = [face for face in cards if face in wild]
        if len(wilds) > 1:
            return _wilds(wilds, verdict.stand_ins)
    return verdict


def _master_in_primary(rules: RuleSet) -> bool:
    return rules.master_card is not None and rules.master_card_in_primary


def _tunnel(face: Face, rules: RuleSet) -> Verdict:
    if face == JOKER:
        return Verdict(
            valid=True,
            reason="Three printed jokers are a tunnel.",
            rule="COMB-16",
            kind=SetKind.TUNNEL,
            is_primary=rules.putali_tunnel_primary,
        )
    return Verdict(
        valid=True,
        reason=f"Three identical cards {face} are a tunnel.",
        rule="COMB-01",
        kind=SetKind.TUNNEL,
        is_primary=True,
    )


def _sequence(run: Reading, *, rules: RuleSet, wild: frozenset[Face]) -> Verdict:
    faces = " ".join(map(str, run.faces))
    wilds_text = ", ".join(map(str, run.stand_ins))
    if not run.stand_ins:
        own = [str(face) for face in run.faces if face in wild]
        note = f"; {' and '.join(own)} at natural value" if own else ""
        return Verdict(
            valid=True,
            reason=f"{faces} are consecutive cards of one suit{note}: a pure sequence.",
            rule="COMB-12" if own else "COMB-02",
            kind=SetKind.PURE_SEQUENCE,
            is_primary=True,
        )
    if _master_in_primary(rules) and [item.wild for item in run.stand_ins] == [MASTER_CARD]:
        return Verdict(
            valid=True,
            reason=f"{wilds_text}, which the master card may do even in a pure sequence: {faces}.",
            rule="COMB-14",
            kind=SetKind.PURE_SEQUENCE,
            is_primary=True,
            stand_ins=run.stand_ins,
        )
    return Verdict(
        valid=True,
        reason=f"{wilds_text}: the sequence {faces}.",
        rule="COMB-03",
        kind=SetKind.SEQUENCE,
        stand_ins=run.stand_ins,
    )


def _trial(trial: Reading) -> Verdict:
    faces = " ".join(map(str, trial.faces))
    if not trial.stand_ins:
        return Verdict(
            valid=True,
            reason=f"{faces} are one rank in different suits: a trial.",
            rule="COMB-04",
            kind=SetKind.TRIAL,
        )
    return Verdict(
        valid=True,
        reason=f"{', '.join(map(str, trial.stand_ins))}: the trial {faces}.",
        rule="COMB-05",
        kind=SetKind.DIRTY_TRIAL,
        stand_ins=trial.stand_ins,
    )


def _wilds(wilds: list[Face], stand_ins: tuple[StandIn, ...]) -> Verdict:
    what_follows = "three wild cards are a set" if len(wilds) == 3 else "the third card may be any"
    return Verdict(
        valid=True,
        reason=f"{' and '.join(map(str, wilds))} are wild, so {what_follows}.",
        rule="COMB-06",
        kind=SetKind.WILDS,
        stand_ins=stand_ins,
    )


def _not_primary(verdict: Verdict) -> Verdict:
    match verdict.kind:
        case SetKind.TUNNEL:
            return no_set("COMB-16", "Three printed jokers are no primary set under these rules.")
        case SetKind.DUBLEE:
            return no_set(
                "DUB-04", "Two jokers are a dublee only after seeing the tiplu, so only as the eighth."
            )
        case SetKind.TRIAL:
            return no_set("COMB-14", "A trial is never a primary set: that is a pure sequence or a tunnel.")
        case _:
            wilds = " and ".join(dict.fromkeys(str(item.wild) for item in verdict.stand_ins))
            return no_set(
                "COMB-14", f"No wild card may stand for another card in a primary set, as {wilds} would."
            )


def _why_not(cards: Sequence[Face], *, rules: RuleSet, seen: bool, wild: frozenset[Face]) -> Verdict:
    length = len(cards)
    fixed = Counter(face for face in cards if face not in wild)
    wilds = length - fixed.total()
    if not seen and JOKER in fixed:
        return no_set("COMB-16", "A printed joker is wild only after its owner has seen the tiplu.")
    if not seen and MASTER_CARD in fixed:
        if _master_in_primary(rules):
            return no_set(
                "COMB-14",
                "Before seeing, the master card may stand for one card of a pure sequence, and no more.",
            )
        return no_set("COMB-14", "The master card is wild only after its owner has seen the tiplu.")
    if not rules.ace_high_sequence and best_reading(cards, wild, sequences(length, ace_high=True)):
        return no_set("COMB-10", "The ace stands only below the two in a sequence under these rules.")
    if best_reading(cards, wild, rounded_sequences(length)):
        return no_set("COMB-11", "The ace never stands in the middle of a sequence, between king and two.")
    twice = next((face for face, count in fixed.items() if count > 1), None)
    ranks = {face.rank for face in fixed}
    if twice is not None and len(fixed) == 1 and wilds:
        return no_set(
            "COMB-07", f"A wild card cannot be added to identical cards {twice}: wilds never make a tunnel."
        )
    if len(ranks) == 1 and twice is not None:
        return no_set("COMB-08", f"A trial has each suit once, and {twice} is there {_TIMES[fixed[twice]]}.")
    if len(ranks) == 1:
        return no_set("COMB-05", f"A trial has at most {LONGEST_TRIAL} cards.")
    if twice is not None:
        return no_set("COMB-02", f"A sequence has each card once, and {twice} is there {_TIMES[fixed[twice]]}.")
    if wilds:
        others = " ".join(str(face) for face in cards if face not in wild)
        how_many = "one wild card" if wilds == 1 else f"{wilds} wild cards"
        return no_set("COMB-15", f"With {how_many}, {others} make neither a sequence nor a trial.")
    return no_set(
        "COMB-15",
        "Not three identical cards, not consecutive cards of one suit, not one rank in different suits.",
    )
