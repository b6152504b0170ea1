"""A solution in words for card players: the sets, what is missing, and which cards would help."""

from collections.abc import Iterator, Mapping, Sequence

from marriage_analysis.cards.face import Face
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.solve.solution import HAND, SetsOfCards, Solution
from marriage_analysis.games.marriage.verdict import SetKind

_FEW = 2
DRAW_FIRST = (
    "All the cards are in sets already: whatever is drawn, the hand finishes. So no card is named as a help."
)


def tell(solution: Solution, *, cards: Sequence[Face], tiplu: Face | None, rules: RuleSet) -> Iterator[str]:
    """The solution line by line."""
    yield from _show_lines(solution)
    yield from _dublee_lines(solution)
    if tiplu is None:
        yield "Finish: nobody can say before the tiplu is known."
        return
    yield from _finish_lines(solution, drawn=len(cards) > HAND, tiplu=tiplu, rules=rules)


def note(solution: Solution, *, cards: Sequence[Face]) -> str | None:
    """What the numbers do not say: that a hand of 21 at distance 0 has no outs, and why."""
    return DRAW_FIRST if len(cards) == HAND and solution.finish_distance == 0 else None


def _show_lines(solution: Solution) -> Iterator[str]:
    if solution.can_show:
        first = "; ".join(_sets(cards) for cards in solution.shows[:1])
        yield f"Show: yes, in {_number(solution.ways, 'way')}: {first}{' ...' if solution.ways > 1 else ''}"
    else:
        yield f"Show: no, by sets {_number(solution.show_distance, 'card')} away."
        yield from _help_lines(solution.show_outs)


def _dublee_lines(solution: Solution) -> Iterator[str]:
    seven, eight = solution.dublee_distances
    if seven is None or eight is None:
        return
    if seven:
        yield f"Dublees: {_number(seven, 'card')} away from seven, {_number(eight, 'card')} from eight."
    else:
        yield f"Dublees: seven, and {_number(eight, 'card')} away from eight." if eight else "Dublees: eight."
    nearest = seven or eight
    if nearest and nearest <= max(_FEW, solution.show_distance or 0):
        yield from _help_lines(solution.dublee_outs)


def _finish_lines(solution: Solution, *, drawn: bool, tiplu: Face, rules: RuleSet) -> Iterator[str]:
    if solution.can_finish:
        kept = f", which keeps {_number(solution.maal, 'point')} of maal"
        if solution.discard is None:
            yield f"Finish: yes, without a discard{kept}."
        else:
            yield f"Finish: yes. Throw {solution.discard.glyph}{kept}, and lay:"
        for cards in solution.arrangement:
            yield f"  {_cards(cards):<16} {_kind(cards, tiplu, rules)}"
        if len(solution.discards) > 1:
            yield f"Any of these can be thrown: {_cards(solution.discards)}"
        return
    if solution.finish_distance is None:
        yield "Finish: not yet; the eighth dublee is missing."
        return
    if solution.finish_distance == 0:
        yield "Finish: after the next draw."
        yield f"  {DRAW_FIRST}"
    else:
        now = "no, " if drawn else ""
        yield f"Finish: {now}{_number(solution.finish_distance, 'card')} away. A nearest way keeps:"
    lacks = "lacks a card" if solution.finish_distance else "with a wild card"
    for cards in solution.plan:
        is_whole = len(cards) > 2 and recognise(cards, rules=rules, tiplu=tiplu).valid
        yield f"  {_cards(cards):<16} {_kind(cards, tiplu, rules) if is_whole else lacks}"
    if solution.finish_distance:
        yield "  and single cards and wild cards for the other sets."
    yield from _help_lines(solution.finish_outs)


def _help_lines(outs: Mapping[Face, int]) -> Iterator[str]:
    if not outs:
        return
    yield f"  {_number(sum(outs.values()), 'card')} that are left bring it nearer:"
    for left in sorted(set(outs.values()), reverse=True):
        yield f"    {left or 'none'} left of {_cards([face for face in outs if outs[face] == left])}"


def _kind(cards: Sequence[Face], tiplu: Face, rules: RuleSet) -> str:
    verdict = recognise(cards, rules=rules, tiplu=tiplu)
    if verdict.kind is None:
        return "no set"
    return "set of wild cards" if verdict.kind is SetKind.WILDS else verdict.kind.value


def _sets(sets: SetsOfCards) -> str:
    return "  ".join(_cards(cards) for cards in sets)


def _cards(cards: Sequence[Face]) -> str:
    return " ".join(face.glyph for face in cards)


def _number(number: int | None, what: str) -> str:
    return f"{number or 0} {what}{'' if number == 1 else 's'}"
