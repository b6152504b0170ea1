"""A rule set: every option of the game of Marriage with its value, and what each option means.

The options and their order are those of the rules reference, section 16. How one is read from JSON is in
:mod:`.json_options`; published rule sets are in :mod:`.presets`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from marriage_analysis.games.rule_options.option_text import OptionText, option
from marriage_analysis.games.rule_options.value_kinds import Choice, Flag, Number

from .options import (
    DhoosWhen,
    Direction,
    DubleePaymentMode,
    FirstUpcard,
    JokerPairDublee,
    Kidnap,
    MaalAssignment,
    MaalThrow,
    MissPolicy,
    SeenTakeWild,
    SetLength,
    StockOut,
    Tiers,
    TunnelMode,
    TunnelPoints,
    TunnelSource,
    TunnelWindow,
    UnseenPick,
)
from .value_kinds import TierList, TunnelTable

TUNNEL_CLASSES: Mapping[str, TierList] = {
    "ordinary": TierList(shortest=1, longest=42),
    "ordinary_joker": TierList(shortest=1, longest=3),
    "poplu_jhiplu": TierList(shortest=1, longest=2),
    "alter": TierList(shortest=1, longest=1),
    "putali": TierList(shortest=1, longest=1),
}
"""The classes of tunnels (SCORE-07), each with as many tiers as there can be tunnels of it at one table."""


def _in_all(value: object, **others: object) -> Mapping[str, object]:
    """The value for each preset, but for those named (``wikipedia_pl=5``)."""
    presets = ("pagat", "wikipedia-en", "wikipedia-es", "wikipedia-ja", "wikipedia-pl", "house-app")
    return {preset: others.get(preset.replace("-", "_"), value) for preset in presets}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules a table plays by. Two rule sets are equal when every option is.

    Raises RuleOptionError, with the option and the value, for a value an option cannot have. Options that have
    no effect beside each other (points for printed jokers in a pack without any) are accepted.
    """

    direction: Direction = field(
        metadata=option(
            "Which way round the table deal and play go: clockwise or anticlockwise.",
            Choice(Direction),
            rules="DEAL-01 DEAL-05 CF-01",
            sources="es pl pg ja sp uf",
        )
    )
    max_players: int = field(
        metadata=option(
            "How many players may sit down to one game at most; the least is always two.",
            Number(least=2, most=6),
            rules="DECK-04 CF-27",
            sources="pl pg ja en sj cr un",
        )
    )
    putali: int = field(
        metadata=option(
            "How many printed jokers are shuffled into the three packs.",
            Number(least=0, most=3),
            rules="DECK-02 TERM-11 CF-30",
            sources="es pl pg ja bh sj bs",
        )
    )
    master_card: int | None = field(
        metadata=option(
            "Points for the master card, one extra card in the pack; null plays without it.",
            Number(nullable=True),
            rules="DECK-03 PT-09 VAR-10 CF-19",
            sources="es pl ja en bs",
            when_on=_in_all(10, wikipedia_pl=5),
        )
    )
    master_card_in_primary: bool = field(
        metadata=option(
            "Whether the master card may stand for one card of a pure sequence in the first show.",
            Flag(),
            rules="COMB-14 VAR-10 CF-33",
            sources="es pl ja en bs",
        )
    )
    putali_tunnel_primary: bool = field(
        metadata=option(
            "Whether three printed jokers count as one of the three primary sets.",
            Flag(),
            rules="COMB-16 CF-29",
            sources="es pl ja en bs oc",
        )
    )
    first_upcard: FirstUpcard = field(
        metadata=option(
            "Whether the first player may take the card the dealer turned up, must take it, or must draw"
            " from the stock.",
            Choice(FirstUpcard),
            rules="TURN-04 DEAL-03 CF-02",
            sources="es pl pg ja cr",
        )
    )
    set_length: SetLength = field(
        metadata=option(
            "Whether every sequence and trial has exactly three cards, or sequences may run from three to"
            " thirteen cards and trials may have four.",
            Choice(SetLength),
            rules="COMB-02 COMB-03 COMB-04 COMB-05 CF-03 SL-04",
            sources="es pl pg ja en bh",
        )
    )
    ace_high_sequence: bool = field(
        metadata=option(
            "Whether queen, king, ace is a sequence; ace, two, three always is.",
            Flag(),
            rules="COMB-10 DER-03 CF-26",
            sources="pg uf sp un bh",
        )
    )
    no_return_discard: bool = field(
        metadata=option(
            "Whether a card taken from the discard pile may not be thrown back in the same turn.",
            Flag(),
            rules="TURN-05 CF-05",
            sources="pg uf",
        )
    )
    seen_take_wild: SeenTakeWild = field(
        metadata=option(
            "Whether a player who has seen the tiplu may take a wild card that was thrown.",
            Choice(SeenTakeWild),
            rules="TURN-06 CF-06",
            sources="pg cr",
        )
    )
    unseen_pick: UnseenPick = field(
        metadata=option(
            "When a player who has not seen the tiplu may take the offered card: always, only for a show"
            " made with it at once, or never.",
            Choice(UnseenPick),
            rules="TURN-07 CF-31",
            sources="pg cr sp",
        )
    )
    stock_out: StockOut = field(
        metadata=option(
            "What happens when the stock is used up: the discards are shuffled without the latest one, or"
            " all of them are, or the game is dismissed.",
            Choice(StockOut),
            rules="STOCK-01 STOCK-03 STOCK-05 STOCK-06 CF-04",
            sources="es pl pg ja bh uf sp",
        )
    )
    max_reshuffles: int | None = field(
        metadata=option(
            "How often the discards may be shuffled into a new stock before the game is dismissed; null"
            " sets no limit.",
            Number(nullable=True),
            rules="STOCK-07",
            sources="own",
        )
    )
    open_maal: bool = field(
        metadata=option(
            "Whether the tiplu is turned up after the deal for everybody to know; wild cards still wait"
            " for the own show.",
            Flag(),
            rules="VAR-01 IRR-07 SL-15",
            sources="es pl ja en oc",
        )
    )
    dublee_min_players: int = field(
        metadata=option(
            "How many players there must be for the dublee route to be allowed.",
            Number(only=(2, 4)),
            rules="DUB-03 DUB-09 CF-08",
            sources="es pl pg ja en ya",
        )
    )
    joker_pair_dublee: JokerPairDublee = field(
        metadata=option(
            "Which two jokers make a dublee: none, two printed ones, two ordinary jokers as well, or any"
            " two wild cards.",
            Choice(JokerPairDublee),
            rules="DUB-04 CF-11 SL-29",
            sources="es pl ja en sp",
        )
    )
    dublee_finish_discard: bool = field(
        metadata=option(
            "Whether a player who finishes by eight dublees still throws a last card.",
            Flag(),
            rules="DUB-05 CF-34",
            sources="pg bh",
        )
    )
    dublee_payment_mode: DubleePaymentMode = field(
        metadata=option(
            "What the losers pay a winner by dublees: the usual payment and a bonus, another payment from"
            " those who have seen, or two payments of their own.",
            Choice(DubleePaymentMode),
            rules="SET-02 CF-35",
            sources="pg bh calc",
        )
    )
    dublee_bonus: int = field(
        metadata=option(
            "What every loser pays a winner by dublees on top of the usual payment (only with add_bonus).",
            Number(),
            rules="DUB-07 SET-02 CF-09",
            sources="es pl pg ja en sj bh",
            when_on=_in_all(7, pagat=5, house_app=5),
        )
    )
    dublee_seen_payment: int = field(
        metadata=option(
            "What a loser who has seen pays a winner by dublees (with replace_seen and separate).",
            Number(),
            rules="SET-02 CF-35",
            sources="calc",
        )
    )
    dublee_unseen_payment: int = field(
        metadata=option(
            "What a loser who has not seen pays a winner by dublees (only with separate).",
            Number(),
            rules="SET-02 CF-35",
            sources="calc",
        )
    )
    dublee_loser_exempt: bool = field(
        metadata=option(
            "Whether a loser who showed dublees is spared the payment of those who have seen.",
            Flag(),
            rules="DUB-08 SET-01 CF-10",
            sources="es pl pg ja en sj bh",
        )
    )
    seen_payment: int = field(
        metadata=option(
            "What a loser who has seen the tiplu pays the winner.",
            Number(),
            rules="SET-01",
            sources="es pl pg ja en sj bh sp calc",
        )
    )
    unseen_payment: int = field(
        metadata=option(
            "What a loser who has not seen the tiplu pays the winner.",
            Number(),
            rules="SET-01",
            sources="es pl pg ja en sj bh sp calc",
        )
    )
    tunnel_source: TunnelSource = field(
        metadata=option(
            "Which tunnels earn tunnel points: those dealt and displayed, or also those laid in the first"
            " show.",
            Choice(TunnelSource),
            rules="TUN-01 CF-32",
            sources="es pl pg ja bh",
        )
    )
    tunnel_window: TunnelWindow = field(
        metadata=option(
            "Until when a dealt tunnel may be displayed: before anybody draws, before its owner draws, or"
            " before its owner draws from the stock.",
            Choice(TunnelWindow),
            rules="TUN-02 DEAL-08 CF-25 SL-25",
            sources="es pl pg ja en",
        )
    )
    tunnel_pachaunu: bool = field(
        metadata=option(
            "Whether tunnel points lapse for a player who never saw the tiplu.",
            Flag(),
            rules="TUN-04 VAR-02 CF-13 SL-21 SL-30",
            sources="es pl pg ja bh cr",
        )
    )
    maal_pachaunu: bool = field(
        metadata=option(
            "Whether maal points lapse for a player who never saw the tiplu.",
            Flag(),
            rules="MAAL-01 VAR-03 VAR-05 CF-12 SL-30",
            sources="es pl pg ja calc bh sj",
        )
    )
    kidnap: Kidnap = field(
        metadata=option(
            "What the winner takes from players who have not seen: nothing, the points of their maal, or"
            " their cards.",
            Choice(Kidnap),
            rules="VAR-06 CF-21 SL-22",
            sources="es pl ja sj cr sp",
            when_on=_in_all("cards", pagat="points", house_app="points"),
        )
    )
    tiplu_points: Tiers = field(
        metadata=option(
            "Points for one and for two tiplus.",
            TierList(shortest=2, longest=2),
            rules="PT-01 SHOW-12 CF-14",
            sources="pg pl en sj bh sp cr oc",
        )
    )
    poplu_points: Tiers = field(
        metadata=option(
            "Points for one, two and three poplus.",
            TierList(shortest=3, longest=3),
            rules="PT-02 SCORE-03 CF-14",
            sources="pg pl en sj bh sp cr",
        )
    )
    jhiplu_points: Tiers = field(
        metadata=option(
            "Points for one, two and three jhiplus.",
            TierList(shortest=3, longest=3),
            rules="PT-03 SCORE-03 CF-14",
            sources="pg pl en sj bh sp cr",
        )
    )
    marriage_points: Tiers = field(
        metadata=option(
            "Points for one and for two marriages (jhiplu, tiplu and poplu together).",
            TierList(shortest=2, longest=2),
            rules="PT-07 SCORE-02 CF-17",
            sources="pg pl en sj bh sp cr",
            when_on=_in_all([10, 30], wikipedia_pl=[15, 35]),
        )
    )
    laid_marriage_bonus: int = field(
        metadata=option(
            "Points added, once for a player, where a marriage lies as a pure sequence in the first show.",
            Number(),
            rules="PT-08 SCORE-06 CF-17 SL-12",
            sources="pl en cr",
        )
    )
    ace_tiplu_marriage: bool = field(
        metadata=option(
            "Whether king, ace and two make a marriage for points when the tiplu is an ace.",
            Flag(),
            rules="DER-02 CF-28",
            sources="pg bh",
        )
    )
    alter_points: Tiers | None = field(
        metadata=option(
            "Points for one, two and three alters; null counts the alter as an ordinary joker.",
            TierList(shortest=3, longest=3, nullable=True),
            rules="PT-04 SCORE-08 VAR-04 CF-18",
            sources="pl en sj bh sp cr",
            when_on=_in_all([5, 15, 25]),
        )
    )
    putali_points: Tiers | None = field(
        metadata=option(
            "Points for one, two and three printed jokers; null gives them none.",
            TierList(shortest=3, longest=3, nullable=True),
            rules="PT-05 SCORE-09 CF-18",
            sources="pl en sj bh sp cr",
            when_on=_in_all([5, 15, 25]),
        )
    )
    tunnel_points: TunnelPoints = field(
        metadata=option(
            "Points for one, two, three .. tunnels of each class: ordinary cards, ordinary jokers, poplu"
            " and jhiplu together, alter, printed jokers.",
            TunnelTable(TUNNEL_CLASSES),
            rules="PT-11 PT-12 PT-13 PT-14 PT-15 SCORE-07 CF-15 CF-16 CF-18",
            sources="pg pl en sj bh sp",
        )
    )
    tunnel_mode: TunnelMode = field(
        metadata=option(
            "Whether the value of a maal tunnel replaces the points of its three cards or comes on top of"
            " them.",
            Choice(TunnelMode),
            rules="SCORE-05 CF-15 SL-11",
            sources="pg bh sp",
        )
    )
    maal_assignment: MaalAssignment = field(
        metadata=option(
            "Whether maal cards are grouped as is best for their owner, or tunnels and marriages are taken"
            " first.",
            Choice(MaalAssignment),
            rules="SCORE-04 SL-10",
            sources="bh calc",
        )
    )
    dhoos: int = field(
        metadata=option(
            "Points of a dhoos, the fine for a foul; 0 plays without fines.",
            Number(),
            rules="VAR-09 IRR-05 IRR-08 IRR-09 CF-22",
            sources="es pl ja sj calc",
        )
    )
    dhoos_when: DhoosWhen = field(
        metadata=option(
            "Whether a dhoos is paid to the winner of the next game or of the game of the foul.",
            Choice(DhoosWhen),
            rules="IRR-05 CF-22 SL-19",
            sources="es pl ja sj",
        )
    )
    foul_exempt_from_payment: bool = field(
        metadata=option(
            "Whether a loser who committed a foul in this game is spared the seen or unseen payment of"
            " this game.",
            Flag(),
            rules="SET-01 CF-36",
            sources="calc",
        )
    )
    maal_throw: MaalThrow = field(
        metadata=option(
            "When a player who has seen may throw a wild card without dhoos: while some other player has not"
            " seen, while nobody has seen, while the next player has not, or always.",
            Choice(MaalThrow),
            rules="IRR-06 IRR-05 CF-07 SL-31",
            sources="es pl pg ja en",
        )
    )
    dhulo_pelai: bool = field(
        metadata=option(
            "Whether printed jokers may be thrown to anybody without dhoos.",
            Flag(),
            rules="VAR-11 IRR-06",
            sources="es en",
        )
    )
    miss_policy: MissPolicy = field(
        metadata=option(
            "Whether a player who forgot to draw or to discard plays on with the wrong number of cards or"
            " puts it right at once.",
            Choice(MissPolicy),
            rules="IRR-01 IRR-02 IRR-03 CF-23",
            sources="es pl ja",
        )
    )
    better: int = field(
        metadata=option(
            "What the points of this game are multiplied by; 1 leaves them as they are.",
            Number(least=1),
            rules="VAR-08 SL-16",
            sources="es pl ja",
            when_on=_in_all(2),
        )
    )

    def __post_init__(self) -> None:
        for name, text in OPTIONS.items():
            text.kind.check(getattr(self, name), option=name)

    def __hash__(self) -> int:
        # Rule sets are keys of what the engine remembers; all options in the hash would take ten times as long.
        return hash((self.putali, self.master_card, self.max_players, self.better, self.ace_high_sequence))


OPTIONS: Mapping[str, OptionText] = {
    entry.name: OptionText(name=entry.name, **entry.metadata) for entry in fields(RuleSet)
}
"""What is documented about every option, by name, in the order of the rules reference."""
