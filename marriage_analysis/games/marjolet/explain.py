"""A hand in plain words: every point, its cards, its trick, its rule, and what the game then stands at."""

from collections.abc import Sequence

from marriage_analysis.games.language import Language
from marriage_analysis.games.marjolet.audit import Settled
from marriage_analysis.games.marjolet.engine.position import NOBODY, Score
from marriage_analysis.games.marjolet.judging import game_winner
from marriage_analysis.games.marjolet.messages import Phrase, words
from marriage_analysis.games.marjolet.pack import cards_in
from marriage_analysis.games.marjolet.settle import RULE_OF, Column, Settlement, Span
from marriage_analysis.games.marjolet.wording import card_words


def explain_hand(settled: Settled, *, players: Sequence[str], language: Language) -> tuple[str, ...]:
    """The explanation line by line. ``players`` are the names to print, in the order of seats.

    Does not escape names for a terminal or a page: whoever prints does.
    """
    settlement = settled.settlement
    lines = [words(Phrase.DEALT, language, player=players[settlement.dealer])]
    if not settlement.is_whole and settlement.reached_by != NOBODY:
        lines.append(
            words(
                Phrase.STOPPED,
                language,
                player=players[settlement.reached_by],
                target=settlement.rules.target,
            )
        )
    lines += ["", words(Phrase.POINTS_HEADING, language)]
    for seat, player in enumerate(players):
        points = _span(settlement.points[seat])
        lines.append("  " + words(Phrase.PLAYER_POINTS, language, player=player, points=points))
        lines += [f"    {_line(score, language)}" for score in settlement.ledger if score.seat == seat]
        lines.append(f"    = {words(Phrase.SUM, language, **_columns(settlement, seat))}")
    lines += _game_lines(settled, players, language)
    return tuple(lines)


def _line(score: Score, language: Language) -> str:
    cards = " ".join(map(card_words, cards_in(score.cards)))
    told = words(score.kind, language) + (f": {cards}" if cards else "")
    trick = f", {words(Phrase.TRICK, language, trick=score.trick)}" if score.trick else ""
    return f"{score.points:+d}  {told} ({RULE_OF[score.kind]}{trick})"


def _columns(settlement: Settlement, seat: int) -> dict[str, str]:
    return {column.value: _span(settlement.columns[column][seat]) for column in Column}


def _span(span: Span) -> str:
    return str(span.least) if span.exact is not None else f"{span.least}-{span.most}"


def _game_lines(settled: Settled, players: Sequence[str], language: Language) -> list[str]:
    """What the game stands at, where the points before the hand are known."""
    points = [span.exact for span in settled.settlement.points]
    first, second = points
    if settled.before is None or first is None or second is None:
        return []
    before, settlement = settled.before, settled.settlement
    after = (before[0] + first, before[1] + second)
    lines = ["", words(Phrase.GAME_HEADING, language, target=settlement.rules.target)]
    lines += [
        "  " + words(Phrase.GAME_LINE, language, player=player, before=before[seat], after=after[seat])
        for seat, player in enumerate(players)
    ]
    winner = settlement.reached_by if settlement.reached_by != NOBODY else game_winner(after, settlement.rules)
    if winner is not None:
        lines.append("  " + words(Phrase.WON, language, player=players[winner]))
    return lines
