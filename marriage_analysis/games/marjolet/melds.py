"""The melds that a trump suit and the rules allow, with their points (MJ-M1)."""

from dataclasses import dataclass
from enum import Enum, unique
from functools import lru_cache
from typing import Final

from marriage_analysis.games.marjolet.pack import (
    ACE,
    JACK,
    KING,
    QUEEN,
    TEN,
    card,
    cards_of_rank,
    word_of,
)
from marriage_analysis.games.marjolet.rules.options import MeldTable, PlainJackMeld
from marriage_analysis.games.marjolet.rules.rule_set import RuleSet


@unique
class MeldKind(Enum):
    """What a meld is."""

    ACES = "aces"
    TENS = "tens"
    KINGS = "kings"
    QUEENS = "queens"
    JACKS = "jacks"
    TRUMP_COUPLE = "trump_couple"
    PLAIN_COUPLE = "plain_couple"
    TRUMP_MARJOLET = "trump_marjolet"
    PLAIN_MARJOLET = "plain_marjolet"
    PLAIN_JACK = "plain_jack"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its kind, its cards as a word, its points."""

    kind: MeldKind
    cards: int
    points: int


_FOURS: Final = {
    MeldTable.MARJOLET: (
        (MeldKind.ACES, ACE, 100),
        (MeldKind.TENS, TEN, 80),
        (MeldKind.KINGS, KING, 60),
        (MeldKind.QUEENS, QUEEN, 40),
    ),
    MeldTable.BEZIQUE: (
        (MeldKind.ACES, ACE, 100),
        (MeldKind.KINGS, KING, 80),
        (MeldKind.QUEENS, QUEEN, 60),
        (MeldKind.JACKS, JACK, 40),
    ),
}


def melds(rules: RuleSet, trump: int) -> tuple[Meld, ...]:
    """All twelve melds, the dearest kinds first; ``trump`` is the number of the suit."""
    return _melds(rules.meld_table, rules.plain_jq_meld, trump)


@lru_cache(maxsize=16)
def _melds(table: MeldTable, plain_jack: PlainJackMeld, trump: int) -> tuple[Meld, ...]:
    marjolet = card(trump, JACK)
    plain = [suit for suit in range(4) if suit != trump]
    found = [Meld(kind, cards_of_rank(strength), points) for kind, strength, points in _FOURS[table]]
    found.append(Meld(MeldKind.TRUMP_COUPLE, word_of((card(trump, KING), card(trump, QUEEN))), 40))
    found.append(Meld(MeldKind.TRUMP_MARJOLET, word_of((marjolet, card(trump, QUEEN))), 40))
    found += (Meld(MeldKind.PLAIN_COUPLE, word_of((card(suit, KING), card(suit, QUEEN))), 20) for suit in plain)
    if plain_jack is PlainJackMeld.MARJOLET:
        found += (Meld(MeldKind.PLAIN_MARJOLET, word_of((marjolet, card(suit, QUEEN))), 20) for suit in plain)
    else:
        found += (
            Meld(MeldKind.PLAIN_JACK, word_of((card(suit, JACK), card(suit, QUEEN))), 20) for suit in plain
        )
    return tuple(found)
