"""A settlement in plain words: every point, the cards it comes from, its rule, who pays it to whom."""

from collections.abc import Sequence

from marriage_analysis.cards.face import Face
from marriage_analysis.games.language import Language
from marriage_analysis.games.marriage.maal import MaalItem
from marriage_analysis.games.marriage.messages import Phrase, words
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.options import DhoosWhen
from marriage_analysis.games.marriage.settle import PaymentKind, Settlement


def explain_settlement(
    settlement: Settlement, *, players: Sequence[str], tiplu: Face | None = None, language: Language
) -> tuple[str, ...]:
    """The explanation line by line. ``players`` are the names to print, in the order of seats.

    Does not escape names for a terminal or a page: whoever prints does.
    """
    facts = settlement.facts
    finish = Phrase.WON_BY_DUBLEES if facts.finish is Route.DUBLEES else Phrase.WON_BY_SETS
    lines = [words(finish, language, winner=players[facts.winner])]
    if tiplu is not None:
        lines.append(words(Phrase.TIPLU, language, tiplu=tiplu.glyph))
    lines += ["", words(Phrase.MAAL_HEADING, language)]
    for seat, player in enumerate(players):
        lines.append("  " + _player_line(settlement, seat, player, language))
        lines += ["    " + item_line(item, language) for item in settlement.maal[seat].items]
    lines.append("  " + words(Phrase.TOTAL, language, total=settlement.total_maal))
    lines += ["", words(Phrase.PAYMENT_HEADING, language)]
    if facts.rules.better != 1:
        lines.append("  " + words(Phrase.BETTER, language, better=facts.rules.better))
    for payment in settlement.payments:
        reason = words(
            payment.kind,
            language,
            payer_maal=settlement.points[payment.payer],
            payee_maal=settlement.points[payment.payee],
        )
        lines.append(
            f"  {players[payment.payer]} → {players[payment.payee]}: {payment.points}"
            f"  {reason} ({payment.rule})"
        )
    lines += ["  " + line for line in _dhoos_notes(settlement, players, language)]
    lines += ["", words(Phrase.NET_HEADING, language)]
    for seat, player in enumerate(players):
        net = words(Phrase.NET_LINE, language, player=player, net=f"{settlement.net[seat]:+d}")
        lines.append(f"  {net}   {_formula(settlement, seat, language)}".rstrip())
    return tuple(lines)


def item_line(item: MaalItem, language: Language) -> str:
    """One line of a maal count in words: cards, what they are, points, rule."""
    cards = " ".join(face.glyph for face in item.cards)
    what = words(item.kind, language, count=item.count)
    return f"{item.points:+d}  {what}{': ' + cards if cards else ''} ({item.rule})"


def _player_line(settlement: Settlement, seat: int, player: str, language: Language) -> str:
    seen = True if seat == settlement.facts.winner else settlement.facts.seats[seat].seen
    state = {True: Phrase.SEEN, False: Phrase.UNSEEN, None: Phrase.NOT_NOTED}[seen]
    return words(
        Phrase.PLAYER_MAAL,
        language,
        player=player,
        state=words(state, language),
        points=settlement.points[seat],
    )


def _dhoos_notes(settlement: Settlement, players: Sequence[str], language: Language) -> list[str]:
    facts = settlement.facts
    notes = [
        words(Phrase.CANCELLED_DUE, language, player=players[due.seat], points=due.points)
        for due in facts.due
        if due.seat == facts.winner
    ]
    for foul in facts.fouls:
        if facts.rules.dhoos_when is DhoosWhen.NEXT:
            notes.append(words(Phrase.CARRIED_FOUL, language, player=players[foul.seat], points=foul.points))
        elif foul.seat == facts.winner:
            notes.append(words(Phrase.CANCELLED_DUE, language, player=players[foul.seat], points=foul.points))
    return notes


def _formula(settlement: Settlement, seat: int, language: Language) -> str:
    """A loser's net by the shortcut n × S − T − w; the winner takes what the others give."""
    facts = settlement.facts
    if seat == facts.winner:
        return ""
    dhoos_kinds = (PaymentKind.DHOOS, PaymentKind.DHOOS_DUE)
    mine = [payment for payment in settlement.payments if payment.payer == seat]
    w = sum(p.points for p in mine if p.kind not in (*dhoos_kinds, PaymentKind.MAAL)) // facts.rules.better
    dhoos = sum(p.points for p in mine if p.kind in dhoos_kinds)
    return words(
        Phrase.FORMULA,
        language,
        n=len(facts.seats),
        maal=settlement.points[seat],
        total=settlement.total_maal,
        w=w,
        better=f", × {facts.rules.better}" if facts.rules.better != 1 else "",
        dhoos=f", − {dhoos}" if dhoos else "",
        net=f"{settlement.net[seat]:+d}",
    )
