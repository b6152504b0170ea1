"""Maal: what a player's cards are worth, grouped into items that count every card once.

Knows nothing of who pays whom (``settle.py``) nor of records. Sections 9 and 10 of the rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, unique
from itertools import product

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.multiset import Multiset
from marriage_analysis.cards.quick_enum import quick
from marriage_analysis.errors import CountError
from marriage_analysis.games.marriage.rules.options import (
    Kidnap,
    MaalAssignment,
    Tiers,
    TunnelMode,
    TunnelPoints,
)
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.wilds import CardRole, card_role


@unique
@quick
class TunnelClass(Enum):
    """The classes a displayed tunnel can score in (PT-11..15, SCORE-07)."""

    ORDINARY = "ordinary"
    ORDINARY_JOKER = "ordinary_joker"
    POPLU_JHIPLU = "poplu_jhiplu"
    ALTER = "alter"
    PUTALI = "putali"


@unique
@quick
class ItemKind(Enum):
    """What a line of a maal count is for; its value is the name used in records, tables and messages."""

    MARRIAGE = "marriage"
    LAID_MARRIAGE = "laid_marriage"
    TIPLU = "tiplu"
    POPLU = "poplu"
    JHIPLU = "jhiplu"
    ALTER = "alter"
    PUTALI = "putali"
    MASTER_CARD = "master_card"
    TUNNEL_ORDINARY = "tunnel_ordinary"
    TUNNEL_ORDINARY_JOKER = "tunnel_ordinary_joker"
    TUNNEL_POPLU_JHIPLU = "tunnel_poplu_jhiplu"
    TUNNEL_ALTER = "tunnel_alter"
    TUNNEL_PUTALI = "tunnel_putali"
    LAPSED_MAAL = "lapsed_maal"
    LAPSED_TUNNELS = "lapsed_tunnels"
    STATED = "stated"
    KIDNAP_GAIN = "kidnap_gain"
    KIDNAP_LOSS = "kidnap_loss"
    KIDNAP_CARDS = "kidnap_cards"


_CARD_ROLES = (
    CardRole.TIPLU,
    CardRole.POPLU,
    CardRole.JHIPLU,
    CardRole.ALTER,
    CardRole.PRINTED_JOKER,
    CardRole.MASTER_CARD,
)
_CARD_ITEMS = {
    CardRole.TIPLU: (ItemKind.TIPLU, "PT-01"),
    CardRole.POPLU: (ItemKind.POPLU, "PT-02"),
    CardRole.JHIPLU: (ItemKind.JHIPLU, "PT-03"),
    CardRole.ALTER: (ItemKind.ALTER, "PT-04"),
    CardRole.PRINTED_JOKER: (ItemKind.PUTALI, "PT-05"),
    CardRole.MASTER_CARD: (ItemKind.MASTER_CARD, "PT-09"),
}
_TUNNEL_ITEMS = {
    TunnelClass.ORDINARY: (ItemKind.TUNNEL_ORDINARY, "PT-11"),
    TunnelClass.ORDINARY_JOKER: (ItemKind.TUNNEL_ORDINARY_JOKER, "PT-12"),
    TunnelClass.POPLU_JHIPLU: (ItemKind.TUNNEL_POPLU_JHIPLU, "PT-13"),
    TunnelClass.ALTER: (ItemKind.TUNNEL_ALTER, "PT-14"),
    TunnelClass.PUTALI: (ItemKind.TUNNEL_PUTALI, "PT-15"),
}
_TUNNEL_CLASSES = {
    CardRole.PLAIN: TunnelClass.ORDINARY,
    CardRole.ORDINARY_JOKER: TunnelClass.ORDINARY_JOKER,
    CardRole.POPLU: TunnelClass.POPLU_JHIPLU,
    CardRole.JHIPLU: TunnelClass.POPLU_JHIPLU,
    CardRole.ALTER: TunnelClass.ALTER,
    CardRole.PRINTED_JOKER: TunnelClass.PUTALI,
}


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A displayed tunnel by the role of its cards; ``face`` where it is known."""

    role: CardRole
    face: Face | None = None

    @property
    def tunnel_class(self) -> TunnelClass:
        """The class it scores in; raises ``CountError`` for a tiplu or a master card, which make no tunnel."""
        if self.role not in _TUNNEL_CLASSES:
            raise CountError(
                f"three cards of the {self.role.value} cannot lie in one player's tunnel (PT-16)",
                value=self.role,
            )
        return _TUNNEL_CLASSES[self.role]


@dataclass(frozen=True, slots=True)
class MaalCards:
    """What can score in one hand: single ``cards`` by role, and beside them the displayed ``tunnels``.

    ``faces`` gives the face of each role where the tiplu is known, for printing.
    """

    cards: tuple[tuple[CardRole, int], ...] = ()
    tunnels: tuple[Tunnel, ...] = ()
    laid_marriage: bool = False
    faces: tuple[tuple[CardRole, Face], ...] = field(default=(), compare=False)

    def count(self, role: CardRole) -> int:
        """How many cards of the role lie outside displayed tunnels."""
        return sum(count for card_role, count in self.cards if card_role is role)

    def __add__(self, other: "MaalCards") -> "MaalCards":
        """Both players' cards in one hand (kidnap by cards); the first one's laid marriage stays his."""
        return MaalCards(
            cards=tuple((role, self.count(role) + other.count(role)) for role in _CARD_ROLES),
            tunnels=self.tunnels + other.tunnels,
            laid_marriage=self.laid_marriage,
            faces=tuple((dict(other.faces) | dict(self.faces)).items()),
        )


@dataclass(frozen=True, slots=True)
class MaalItem:
    """One line of a count: so many cards of a kind are worth so many points in all, by this rule.

    ``cards`` is empty where the record gives counts and no faces.
    """

    kind: ItemKind
    count: int
    points: int
    rule: str
    cards: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Lapse:
    """What an unseen player loses: maal cards, tunnel points, both or nothing (MAAL-01, TUN-04, SL-30)."""

    maal: bool = False
    tunnels: bool = False

    @classmethod
    def of(cls, rules: RuleSet, *, seen: bool) -> "Lapse":
        """What lapses for a player who has seen, or has not."""
        return NOTHING_LAPSES if seen else cls(maal=rules.maal_pachaunu, tunnels=rules.tunnel_pachaunu)


NOTHING_LAPSES = Lapse()


def tier(tiers: Tiers | None, count: int) -> int:
    """The total for so many cards or tunnels; beyond the last listed number the last step repeats (section 9).

    >>> tier((5, 15, 25), 4), tier((2, 5, 10), 0), tier(None, 2)
    (35, 0, 0)
    """
    if not count or tiers is None:
        return 0
    if count <= len(tiers):
        return tiers[count - 1]
    before_last, last = (0, *tiers)[-2:]
    return last + (last - before_last) * (count - len(tiers))


def maal_cards(
    holding: Multiset,
    *,
    displayed: Iterable[Face] = (),
    tiplu: Face,
    rules: RuleSet,
    laid_marriage: bool = False,
) -> MaalCards:
    """What can score among the cards held, without ``displayed`` tunnels (one face each), which come beside.

    Does not check that so many copies exist. Raises ``CountError`` for a displayed tunnel that cannot be.
    """
    counts: dict[CardRole, int] = {}
    faces: dict[CardRole, Face] = {}
    for face in holding.distinct():
        role = card_role(face, tiplu=tiplu, rules=rules)
        counts[role] = counts.get(role, 0) + holding.count(face)
        faces[role] = face
    tunnels = tuple(Tunnel(card_role(face, tiplu=tiplu, rules=rules), face) for face in displayed)
    for tunnel in tunnels:
        _ = tunnel.tunnel_class
        if tunnel.face is not None:
            faces[tunnel.role] = tunnel.face
    return MaalCards(
        cards=tuple((role, counts[role]) for role in _CARD_ROLES if role in counts),
        tunnels=tunnels,
        laid_marriage=laid_marriage,
        faces=tuple((role, faces[role]) for role in _CARD_ROLES if role in faces),
    )


def score_maal(
    cards: MaalCards, *, rules: RuleSet, lapse: Lapse = NOTHING_LAPSES, ace_tiplu: bool = False
) -> tuple[MaalItem, ...]:
    """The items of one player's maal; S is the sum of their points (SCORE-01..09).

    ``ace_tiplu`` tells that the tiplu is an ace, where a marriage may not count (DER-02). Lapsed cards
    come as items of 0 points. Of equal groupings the one with more tunnels, then more marriages, is given.
    """
    lapsed: list[MaalItem] = []
    if lapse.tunnels and cards.tunnels:
        lapsed.append(
            MaalItem(ItemKind.LAPSED_TUNNELS, len(cards.tunnels), 0, "TUN-04", _tunnel_faces(cards.tunnels))
        )
        cards = replace(_forgo(cards, cards.tunnels), tunnels=())
    if lapse.maal:
        counting = tuple((role, n) for role, n in cards.cards if n and _card_points(role, n, rules) is not None)
        if counting:
            held = sum(n for _, n in counting)
            lapsed.append(MaalItem(ItemKind.LAPSED_MAAL, held, 0, "MAAL-01", _faces_of(counting, cards)))
        return (*_tunnel_items(cards.tunnels, rules.tunnel_points, rules), *lapsed)
    best = max(_groupings(cards, rules=rules, ace_tiplu=ace_tiplu), key=total)
    return (*best, *lapsed)


def total(items: Iterable[MaalItem]) -> int:
    """The maal points of the items."""
    return sum(item.points for item in items)


def most_maal(rules: RuleSet, *, players: int) -> int:
    """More maal than this nobody can have, whatever the cards: every maal card and tunnel at its highest.

    A bound, not a value to reach: it counts some cards twice. With kidnap one player has everybody's tunnels,
    or the points of all hands, each counted by itself.
    """
    pooled = players if rules.kidnap is Kidnap.CARDS else 1
    counted = players if rules.kidnap is Kidnap.POINTS else 1
    tunnels = rules.tunnel_points
    single = (
        max(rules.tiplu_points) + max(rules.poplu_points) + max(rules.jhiplu_points),
        max(rules.alter_points or (0,)) + max(rules.putali_points or (0,)) + (rules.master_card or 0),
        max(rules.marriage_points) + rules.laid_marriage_bonus,
    )
    triple = (
        max(tier(tunnels.ordinary, number) for number in range(1, 7 * pooled + 1)),
        max(tunnels.ordinary_joker) + max(tunnels.poplu_jhiplu),
        max(tunnels.alter) + max(tunnels.putali),
    )
    return counted * (sum(single) + sum(triple))


def marriage_count_limit(cards: MaalCards, *, rules: RuleSet, ace_tiplu: bool) -> int:
    """How many marriages the single cards could make (TERM-12, CF-28)."""
    if ace_tiplu and not rules.ace_tiplu_marriage:
        return 0
    return min(cards.count(role) for role in (CardRole.TIPLU, CardRole.POPLU, CardRole.JHIPLU))


def _groupings(cards: MaalCards, *, rules: RuleSet, ace_tiplu: bool) -> Iterator[tuple[MaalItem, ...]]:
    """Every grouping the rules let the owner choose from, the preferred one of equals first."""
    if rules.tunnel_mode is TunnelMode.ADDITIVE:
        on_top = _tunnel_items(cards.tunnels, rules.tunnel_points, rules)
        singles = _forgo(cards, cards.tunnels)
        for items in _marriage_choices(singles, rules=rules, ace_tiplu=ace_tiplu):
            yield (*items, *on_top)
        return
    for forgone in _forgone_choices(cards, rules):
        kept = tuple(tunnel for tunnel in cards.tunnels if tunnel not in forgone)
        singles = _forgo(cards, forgone)
        for items in _marriage_choices(singles, rules=rules, ace_tiplu=ace_tiplu):
            yield (*items, *_tunnel_items(kept, rules.tunnel_points, rules))


def _forgone_choices(cards: MaalCards, rules: RuleSet) -> Iterator[tuple[Tunnel, ...]]:
    # SCORE-05: only maximise may count a maal tunnel's cards singly; a greedy count takes tunnels first.
    maal = [tunnel for tunnel in cards.tunnels if tunnel.role in _CARD_ITEMS]
    if rules.maal_assignment is MaalAssignment.GREEDY:
        yield ()
        return
    choices = sorted(product((False, True), repeat=len(maal)), key=sum)
    for choice in choices:
        yield tuple(tunnel for tunnel, forgo in zip(maal, choice, strict=True) if forgo)


def _marriage_choices(cards: MaalCards, *, rules: RuleSet, ace_tiplu: bool) -> Iterator[tuple[MaalItem, ...]]:
    most = marriage_count_limit(cards, rules=rules, ace_tiplu=ace_tiplu)
    fewest = most if rules.maal_assignment is MaalAssignment.GREEDY else 0
    for marriages in range(most, fewest - 1, -1):
        yield tuple(_card_items(cards, marriages, rules=rules))


def _card_items(cards: MaalCards, marriages: int, *, rules: RuleSet) -> Iterator[MaalItem]:
    faces = dict(cards.faces)
    parts = (CardRole.JHIPLU, CardRole.TIPLU, CardRole.POPLU)
    if marriages:
        triple = tuple(faces[role] for role in parts if role in faces)
        yield MaalItem(
            ItemKind.MARRIAGE, marriages, tier(rules.marriage_points, marriages), "PT-07", triple * marriages
        )
        if cards.laid_marriage and rules.laid_marriage_bonus:
            yield MaalItem(ItemKind.LAID_MARRIAGE, 1, rules.laid_marriage_bonus, "SCORE-06", triple)
    for role, (kind, rule) in _CARD_ITEMS.items():
        count = cards.count(role) - (marriages if role in parts else 0)
        points = _card_points(role, count, rules)
        if count and points is not None:
            yield MaalItem(kind, count, points, rule, (faces[role],) * count if role in faces else ())


def _card_points(role: CardRole, count: int, rules: RuleSet) -> int | None:
    """The total of so many single cards of the role; None where the rules do not count the role at all."""
    if role is CardRole.MASTER_CARD:
        return None if rules.master_card is None else rules.master_card * count
    tiers = {
        CardRole.TIPLU: rules.tiplu_points,
        CardRole.POPLU: rules.poplu_points,
        CardRole.JHIPLU: rules.jhiplu_points,
        CardRole.ALTER: rules.alter_points,
        CardRole.PRINTED_JOKER: rules.putali_points,
    }.get(role)
    return None if tiers is None else tier(tiers, count)


def _tunnel_items(tunnels: Sequence[Tunnel], points: TunnelPoints, rules: RuleSet) -> tuple[MaalItem, ...]:
    tiers = {
        TunnelClass.ORDINARY: points.ordinary,
        TunnelClass.ORDINARY_JOKER: points.ordinary_joker,
        TunnelClass.POPLU_JHIPLU: points.poplu_jhiplu,
        TunnelClass.ALTER: points.alter,
        # SCORE-09: a tunnel of printed jokers scores only where printed jokers do.
        TunnelClass.PUTALI: points.putali if rules.putali_points is not None else None,
    }
    items: list[MaalItem] = []
    for tunnel_class, (kind, rule) in _TUNNEL_ITEMS.items():
        mine = [tunnel for tunnel in tunnels if tunnel.tunnel_class is tunnel_class]
        if mine and tiers[tunnel_class] is not None:
            items.append(
                MaalItem(kind, len(mine), tier(tiers[tunnel_class], len(mine)), rule, _tunnel_faces(mine))
            )
    return tuple(items)


def _forgo(cards: MaalCards, forgone: Iterable[Tunnel]) -> MaalCards:
    """The same cards with the forgone tunnels' three cards each counted singly."""
    extra: dict[CardRole, int] = {}
    for tunnel in forgone:
        if tunnel.role in _CARD_ITEMS:
            extra[tunnel.role] = extra.get(tunnel.role, 0) + 3
    return replace(cards, cards=tuple((role, cards.count(role) + extra.get(role, 0)) for role in _CARD_ROLES))


def _tunnel_faces(tunnels: Iterable[Tunnel]) -> tuple[Face, ...]:
    return tuple(tunnel.face for tunnel in tunnels if tunnel.face is not None for _ in range(3))


def _faces_of(counts: Iterable[tuple[CardRole, int]], cards: MaalCards) -> tuple[Face, ...]:
    faces = dict(cards.faces)
    return tuple(faces[role] for role, count in counts if role in faces for _ in range(count))
