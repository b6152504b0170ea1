"""Are these sets a primary show, or a finish? Checks a given arrangement; finding one is the solver's work."""

from collections.abc import Sequence
from dataclasses import dataclass

from marriage_analysis.cards.face import Face
from marriage_analysis.games.marriage.deck import cannot_lie_together
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.verdict import Verdict

SETS_TO_SHOW = 3
DUBLEES_TO_SHOW = 7
DUBLEES_TO_FINISH = 8

SetsOfCards = Sequence[Sequence[Face]]


@dataclass(frozen=True, slots=True)
class ArrangementVerdict:
    """The answer for a whole show or finish; true in a condition exactly when ``valid``.

    ``verdicts`` judge the sets one by one, in their order; empty where it did not come to that.
    ``dublees`` tells the route of the arrangement (SHOW-07).
    """

    valid: bool
    reason: str
    rule: str
    dublees: bool
    verdicts: tuple[Verdict, ...] = ()

    def __bool__(self) -> bool:
        return self.valid


def is_primary_show(sets: SetsOfCards, *, rules: RuleSet, players: int | None = None) -> ArrangementVerdict:
    """Whether the sets are a primary show: three disjoint primary sets (SHOW-01) or seven dublees (SHOW-05).

    Displayed tunnels that count towards the three (SHOW-02) are given among the sets. Not checked: whether
    the player holds the cards and is on turn; how many play dublee (DUB-03), where ``players`` is None.
    """
    dublees = _is_dublee_route(sets)
    fault = _general_fault(sets, dublees=dublees, rules=rules, players=players)
    if fault is not None:
        return fault
    wanted = DUBLEES_TO_SHOW if dublees else SETS_TO_SHOW
    if len(sets) != wanted:
        if dublees:
            return _no("SHOW-06", f"Dublees are shown seven at a time, not {len(sets)}.", dublees=True)
        return _no("SHOW-01", f"A primary show is three sets, not {len(sets)}.", dublees=False)
    verdicts = tuple(recognise(cards, rules=rules, primary=True) for cards in sets)
    bad = _first_bad(sets, verdicts, dublees=dublees)
    if bad is not None:
        return bad
    if dublees:
        return _yes("SHOW-05", "Seven dublees are a primary show.", dublees=True, verdicts=verdicts)
    return _yes("SHOW-01", "Three primary sets are a primary show.", dublees=False, verdicts=verdicts)


def is_finish(
    sets: SetsOfCards,
    *,
    rules: RuleSet,
    tiplu: Face,
    loose: Sequence[Face] = (),
    discard: Face | None = None,
    players: int | None = None,
    hand_size: int = 21,
) -> ArrangementVerdict:
    """Whether the sets are a finish of a player who knows ``tiplu`` (SHOW-13).

    By sets (FIN-01): they hold the whole hand of ``hand_size`` cards and at least three of them are primary.
    By dublees (DUB-05): eight, at least seven of them primary; the ``loose`` cards need no set. ``discard``,
    where given, is counted among the copies of a face. Not checked: whether the player holds the cards,
    whether sets shown before are among them unchanged (SHOW-08), and DUB-03 where ``players`` is None.
    """
    dublees = _is_dublee_route(sets)
    fault = _general_fault(
        sets,
        dublees=dublees,
        rules=rules,
        players=players,
        tiplu=tiplu,
        others=(*loose, *(() if discard is None else (discard,))),
    )
    if fault is not None:
        return fault
    if dublees and len(sets) != DUBLEES_TO_FINISH:
        return _no("DUB-01", f"Eight dublees are a finish, not {len(sets)}.", dublees=True)
    if dublees and not rules.dublee_finish_discard:
        if discard is not None:
            return _no(
                "DUB-05", "There is no last discard in a finish by dublees under these rules.", dublees=True
            )
        hand_size += 1
    if not dublees and loose:
        return _no("FIN-01", f"{len(loose)} cards are in no set.", dublees=False)
    held = sum(map(len, sets)) + len(loose)
    if held != hand_size:
        return _no(
            "DUB-05" if dublees else "FIN-01", f"The hand has {hand_size} cards, not {held}.", dublees=dublees
        )
    verdicts = tuple(recognise(cards, rules=rules, tiplu=tiplu) for cards in sets)
    bad = _first_bad(sets, verdicts, dublees=dublees)
    if bad is not None:
        return bad
    primary = sum(verdict.is_primary for verdict in verdicts)
    if dublees and primary < DUBLEES_TO_SHOW:
        return _no(
            "DUB-04",
            f"Only {primary} of the dublees could be shown before seeing; seven must be.",
            dublees=True,
            verdicts=verdicts,
        )
    if not dublees and primary < SETS_TO_SHOW:
        return _no(
            "SHOW-13",
            f"A finish has three primary sets or more, not {primary}.",
            dublees=False,
            verdicts=verdicts,
        )
    if dublees:
        return _yes("DUB-05", "Eight dublees are a finish.", dublees=True, verdicts=verdicts)
    return _yes(
        "FIN-01",
        f"The whole hand is in sets, {primary} of them primary: a finish.",
        dublees=False,
        verdicts=verdicts,
    )


def _is_dublee_route(sets: SetsOfCards) -> bool:
    return bool(sets) and all(len(cards) == 2 for cards in sets)


def _general_fault(
    sets: SetsOfCards,
    *,
    dublees: bool,
    rules: RuleSet,
    players: int | None,
    tiplu: Face | None = None,
    others: Sequence[Face] = (),
) -> ArrangementVerdict | None:
    if dublees and players is not None and players < rules.dublee_min_players:
        return _no(
            "DUB-03",
            f"Dublees are played by {rules.dublee_min_players} players or more, not {players}.",
            dublees=True,
        )
    pairs = [cards[0] for cards in sets if cards[0] == cards[1]] if dublees else []
    if len(set(pairs)) < len(pairs):
        return _no("DUB-02", "A face gives one dublee only: its third copy is a spare.", dublees=True)
    every = [face for cards in sets for face in cards]
    impossible = cannot_lie_together([*every, *others], rules=rules, tiplu=tiplu)
    if impossible is not None:
        return _no(impossible.rule, impossible.reason, dublees=dublees)
    return None


def _first_bad(sets: SetsOfCards, verdicts: tuple[Verdict, ...], *, dublees: bool) -> ArrangementVerdict | None:
    for cards, verdict in zip(sets, verdicts, strict=True):
        if verdict.valid and (dublees or len(cards) != 2):
            continue
        text = " ".join(map(str, cards))
        if not verdict.valid:
            return _no(verdict.rule, f"{text}: {verdict.reason}", dublees=dublees, verdicts=verdicts)
        return _no(
            "SHOW-06", f"{text}: a dublee is no set on the sets route.", dublees=False, verdicts=verdicts
        )
    return None


def _yes(rule: str, reason: str, *, dublees: bool, verdicts: tuple[Verdict, ...]) -> ArrangementVerdict:
    return ArrangementVerdict(valid=True, reason=reason, rule=rule, dublees=dublees, verdicts=verdicts)


def _no(rule: str, reason: str, *, dublees: bool, verdicts: tuple[Verdict, ...] = ()) -> ArrangementVerdict:
    return ArrangementVerdict(valid=False, reason=reason, rule=rule, dublees=dublees, verdicts=verdicts)
