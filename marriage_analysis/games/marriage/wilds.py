"""What a tiplu makes of the other faces: poplu, jhiplu, alter, ordinary jokers, and which faces are wild.

Knows nothing of sets, of points, or of who has seen the tiplu (WILD-03 is for the caller).
"""

from enum import Enum, unique
from functools import cache

from marriage_analysis.cards.face import JOKER, MASTER_CARD, Face
from marriage_analysis.cards.quick_enum import quick
from marriage_analysis.cards.rank import Rank
from marriage_analysis.cards.suit import Suit
from marriage_analysis.errors import CardError
from marriage_analysis.games.marriage.rules.rule_set import RuleSet


@unique
@quick
class CardRole(Enum):
    """What a face is once the tiplu is known."""

    TIPLU = "tiplu"
    POPLU = "poplu"
    JHIPLU = "jhiplu"
    ALTER = "alter"
    ORDINARY_JOKER = "ordinary joker"
    PRINTED_JOKER = "printed joker"
    MASTER_CARD = "master card"
    PLAIN = "plain card"


def poplu(tiplu: Face) -> Face:
    """The next rank above the tiplu, cyclic, in its suit (TERM-08, DER-01..04).

    Raises ``CardError`` for a tiplu that is a printed joker or the master card (SHOW-11), as all here do.

    >>> from marriage_analysis.cards.notation import parse_face
    >>> poplu(parse_face("KH")), jhiplu(parse_face("AS"))
    (Face('AH'), Face('KS'))
    """
    rank, suit = _rank_and_suit(tiplu)
    return Face.of(rank.next, suit)


def jhiplu(tiplu: Face) -> Face:
    """The next rank below the tiplu, cyclic, in its suit (TERM-08, DER-01..04)."""
    rank, suit = _rank_and_suit(tiplu)
    return Face.of(rank.previous, suit)


def alter(tiplu: Face) -> Face:
    """The tiplu's rank in the other suit of its colour (TERM-09), whether it earns points or not."""
    rank, suit = _rank_and_suit(tiplu)
    return Face.of(rank, suit.same_colour)


def ordinary_jokers(tiplu: Face, rules: RuleSet) -> tuple[Face, ...]:
    """The tiplu's rank in the other suits, without the alter where that counts (TERM-10, WILD-02, SCORE-08)."""
    rank, suit = _rank_and_suit(tiplu)
    left_out = {suit} if rules.alter_points is None else {suit, suit.same_colour}
    return tuple(Face.of(rank, other) for other in Suit if other not in left_out)


def wild_faces(tiplu: Face, rules: RuleSet) -> frozenset[Face]:
    """Every face that is wild for a player who has seen the tiplu (WILD-01).

    A printed joker and the master card are among them only where they are in the deck (DECK-02, DECK-03).

    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> from marriage_analysis.cards.notation import format_faces, parse_face
    >>> format_faces(sorted(wild_faces(parse_face("JC"), rule_set("pagat"))))
    'JS JH JD TC JC QC'
    """
    return _wild_faces(tiplu, rules.putali > 0, rules.master_card is not None)


@cache
def _wild_faces(tiplu: Face, jokers: bool, master_card: bool) -> frozenset[Face]:
    rank, _ = _rank_and_suit(tiplu)
    faces = {jhiplu(tiplu), poplu(tiplu), *(Face.of(rank, suit) for suit in Suit)}
    if jokers:
        faces.add(JOKER)
    if master_card:
        faces.add(MASTER_CARD)
    return frozenset(faces)


def card_role(face: Face, *, tiplu: Face, rules: RuleSet) -> CardRole:
    """What the face is under this tiplu. The alter is an ordinary joker where it earns nothing (SCORE-08).

    Says nothing of whether the face is in the deck.

    >>> from marriage_analysis.games.marriage.rules.presets import rule_set
    >>> from marriage_analysis.cards.notation import parse_face
    >>> for preset in ("pagat", "house-app"):
    ...     print(card_role(parse_face("JS"), tiplu=parse_face("JC"), rules=rule_set(preset)).value)
    ordinary joker
    alter
    """
    return _card_role(face, tiplu, rules.alter_points is not None)


@cache
def _card_role(face: Face, tiplu: Face, alter_earns: bool) -> CardRole:
    rank, _ = _rank_and_suit(tiplu)
    if face == JOKER:
        return CardRole.PRINTED_JOKER
    if face == MASTER_CARD:
        return CardRole.MASTER_CARD
    if face == tiplu:
        return CardRole.TIPLU
    if face == poplu(tiplu):
        return CardRole.POPLU
    if face == jhiplu(tiplu):
        return CardRole.JHIPLU
    if face.rank is not rank:
        return CardRole.PLAIN
    if face == alter(tiplu) and alter_earns:
        return CardRole.ALTER
    return CardRole.ORDINARY_JOKER


def _rank_and_suit(tiplu: Face) -> tuple[Rank, Suit]:
    rank, suit = tiplu.rank, tiplu.suit
    if rank is None or suit is None:
        raise CardError(
            f"{tiplu} cannot be the tiplu: it is put back and another card picked (SHOW-11)", card=str(tiplu)
        )
    return rank, suit
