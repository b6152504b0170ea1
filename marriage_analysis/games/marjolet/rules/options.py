"""The choices that rule options of Marjolet offer, each with the word that stands for it in records."""

from enum import Enum, unique


@unique
class TenthBonus(Enum):
    """Who gets 10 for the tenth trick: its winner, its loser (who draws the last card), nobody (MJ-B1)."""

    WINNER = "winner"
    LOSER = "loser"
    NONE = "none"


@unique
class PlainJackMeld(Enum):
    """Which jack and queen count 20: marjolet and plain queen, or jack and queen of a plain suit."""

    MARJOLET = "marjolet"
    SAME_SUIT = "same_suit"


@unique
class MeldTable(Enum):
    """What four of a kind count: A 100 T 80 K 60 Q 40, or as in Bezique A 100 K 80 Q 60 J 40."""

    MARJOLET = "marjolet"
    BEZIQUE = "bezique"


@unique
class ExchangeTime(Enum):
    """When the seven of trumps may be exchanged: in a window, or also at an own turn to play (MJ-X2)."""

    WINDOW = "window"
    OWN_TURN = "own_turn"


@unique
class TakenCardMeld(Enum):
    """When the card taken by the exchange may be melded: at once, or from the next window on (MJ-X3)."""

    AT_ONCE = "at_once"
    NEXT_WINDOW = "next_window"


@unique
class DixPlay(Enum):
    """In which tricks playing the seven of trumps scores, where there was no exchange (MJ-X5, MJ-X6)."""

    ALWAYS = "always"
    OPEN_PHASE = "open_phase"
    NEVER = "never"


@unique
class TurnedSeven(Enum):
    """Whether a seven that was turned up scores again when it is played (MJ-X7)."""

    TWICE = "twice"
    ONCE = "once"


@unique
class GameEnd(Enum):
    """When the target is tested: after a hand is settled, or at every point (MJ-G3)."""

    SETTLEMENT = "settlement"
    IMMEDIATE = "immediate"
