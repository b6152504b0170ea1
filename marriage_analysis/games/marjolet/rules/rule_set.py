"""A rule set: every option of Marjolet with its value, what each means, and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from marriage_analysis.games.marjolet.rules.options import (
    DixPlay,
    ExchangeTime,
    GameEnd,
    MeldTable,
    PlainJackMeld,
    TakenCardMeld,
    TenthBonus,
    TurnedSeven,
)
from marriage_analysis.games.rule_options.option_text import OptionText, option
from marriage_analysis.games.rule_options.value_kinds import Choice, Flag, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules a table plays by. Two rule sets are equal when every option is.

    Raises RuleOptionError, with the option and the value, for a value an option cannot have.
    """

    tenth_bonus: TenthBonus = field(
        metadata=option(
            "Who gets 10 for the tenth trick: its winner, its loser at drawing the last card, or nobody.",
            Choice(TenthBonus),
            rules="MJ-B1",
            sources="S1 S3 S9 B1",
        )
    )
    all_six: int = field(
        metadata=option(
            "What a player scores who wins all of the last six tricks, in place of the 10 for the last one.",
            Number(only=(60, 50)),
            rules="MJ-B3",
            sources="S1 S3",
        )
    )
    plain_jq_meld: PlainJackMeld = field(
        metadata=option(
            "Which pairs of jack and queen count 20: the marjolet with a plain queen, or a plain jack with the"
            " queen of its suit.",
            Choice(PlainJackMeld),
            rules="MJ-M1",
            sources="S1 S2 S3 S4 S6",
        )
    )
    melds_per_window: int | None = field(
        metadata=option(
            "How many melds may be declared after one trick; null sets no limit. An exchange is no meld.",
            Number(only=(1,), nullable=True),
            rules="MJ-M3",
            sources="S1 S4 S5 S6 S8 B1",
        )
    )
    meld_table: MeldTable = field(
        metadata=option(
            "What four of a kind count: aces 100, tens 80, kings 60, queens 40; or as in Bezique aces 100,"
            " kings 80, queens 60, jacks 40.",
            Choice(MeldTable),
            rules="MJ-M1",
            sources="S1 S2 S3 S4 S9 S10",
        )
    )
    fresh_card: bool = field(
        metadata=option(
            "Whether a meld needs a card that has lain in no meld before.",
            Flag(),
            rules="MJ-M5",
            sources="S1 S4 B3",
        )
    )
    meld_after_tenth: bool = field(
        metadata=option(
            "Whether the winner of the tenth trick may still meld before the last draw.",
            Flag(),
            rules="MJ-M6",
            sources="S1 S3",
        )
    )
    exchange_after_tenth: bool = field(
        metadata=option(
            "Whether the winner of the tenth trick may still exchange the seven of trumps.",
            Flag(),
            rules="MJ-X4",
            sources="S1 S5 K1",
        )
    )
    exchange_time: ExchangeTime = field(
        metadata=option(
            "When the seven of trumps may be exchanged: in the window after a trick won, or also at any own"
            " turn to play once a trick is won. Record format 1.0 can only hold the first.",
            Choice(ExchangeTime),
            rules="MJ-X2",
            sources="S1 S3 X1",
        )
    )
    taken_card_meld: TakenCardMeld = field(
        metadata=option(
            "Whether the card taken by the exchange may be melded at once or from the next window on.",
            Choice(TakenCardMeld),
            rules="MJ-X3",
            sources="S1 B1",
        )
    )
    dix_play: DixPlay = field(
        metadata=option(
            "In which tricks playing the seven of trumps scores 10 where there was no exchange: all, those of"
            " the open phase, none.",
            Choice(DixPlay),
            rules="MJ-X5 MJ-X6",
            sources="S1 S3 S5 B1",
        )
    )
    turned_seven: TurnedSeven = field(
        metadata=option(
            "Whether a seven that was turned up scores a second time when it is played.",
            Choice(TurnedSeven),
            rules="MJ-X7",
            sources="S1 house",
        )
    )
    target: int = field(
        metadata=option(
            "How many points end the game.",
            Number(least=10, step=10),
            rules="MJ-G2",
            sources="S1 S4 S7 S8 S10",
        )
    )
    game_end: GameEnd = field(
        metadata=option(
            "When the target is tested: after a hand is settled, the higher total winning, or at every point,"
            " the first to reach it winning at once.",
            Choice(GameEnd),
            rules="MJ-G3",
            sources="house B1",
        )
    )

    def __post_init__(self) -> None:
        for name, text in OPTIONS.items():
            text.kind.check(getattr(self, name), option=name)


OPTIONS: Mapping[str, OptionText] = {
    entry.name: OptionText(name=entry.name, **entry.metadata) for entry in fields(RuleSet)
}
"""Every option's documentation by its name, in the order of the rules reference."""
