"""The finding codes of Marjolet. Names are stable; docs/findings.md is generated from here."""

from typing import Final

from marriage_analysis.findings import Code, Concern, Severity
from marriage_analysis.games.marjolet.engine.judge import FaultKind


def _error(name: str, rule: str | None, meaning: str) -> Code:
    return Code(name, Severity.ERROR, meaning, rule)


def _claim(name: str, rule: str, meaning: str) -> Code:
    return Code(name, Severity.ERROR, meaning, rule, Concern.CLAIM)


NOT_TWO_PLAYERS: Final = _error(
    "not_two_players", "MJ-D1", "The game, or a part of the record, has another number of players than two."
)
RULES_NOT_TOLD: Final = _error(
    "rules_not_told",
    None,
    "More than points is recorded but not the rules that were played; unknown rules go with points only.",
)
CARDS_MISCOUNTED: Final = _error(
    "cards_miscounted", "MJ-P1", "A card lies in two places, or a hand or the stock has the wrong size."
)
WRONG_LEADER: Final = _error(
    "wrong_leader", "MJ-T1", "A trick is led by the wrong player, or lacks its second card."
)
CARD_NOT_HELD: Final = _error("card_not_held", "MJ-I7", "A card is played that its player does not hold.")
SUIT_NOT_FOLLOWED: Final = _error(
    "suit_not_followed", "MJ-S2", "In the last six tricks the suit led was not followed, though it was held."
)
LED_CARD_NOT_BEATEN: Final = _error(
    "led_card_not_beaten", "MJ-S2", "In the last six tricks the card led was not beaten, though it could be."
)
TRUMP_NOT_PLAYED: Final = _error(
    "trump_not_played", "MJ-S2", "In the last six tricks no trump was played, though the suit was not held."
)
WINDOW_CLOSED: Final = _error(
    "window_closed", "MJ-M2", "A meld or an exchange at a time, or by a player, that the rules do not give it."
)
MELD_NOT_POSSIBLE: Final = _error(
    "meld_not_possible", "MJ-M1", "A meld of cards that make none, or that are not all held."
)
MELD_REPEATED: Final = _error("meld_repeated", "MJ-M5", "The same cards are melded a second time.")
EXCHANGE_NOT_POSSIBLE: Final = _error(
    "exchange_not_possible", "MJ-X1", "An exchange without the seven of trumps, or a second one."
)
DRAW_NOT_POSSIBLE: Final = _error(
    "draw_not_possible", "MJ-T4", "A card drawn that does not lie there, or draws missing or too many."
)
TRICK_WINNER_DIFFERS: Final = _error(
    "trick_winner_differs", "MJ-T3", "Another player wins the trick, or its winner is not noted."
)
EVENT_AFTER_END: Final = _error("event_after_end", "MJ-G1", "Something is noted after the end of the hand.")
ENDING_DIFFERS: Final = _error(
    "ending_differs", "MJ-G1", "The hand is said to be finished and was not played to its end, or the reverse."
)
BEFORE_NOT_POSSIBLE: Final = _error(
    "before_not_possible", "MJ-G3", "The points before the hand cannot be, or had ended the game already."
)
SCORE_DIFFERS: Final = _claim("score_differs", "MJ-G1", "Points of the hand are not what the play gives.")
SCORE_SUM_DIFFERS: Final = _claim(
    "score_sum_differs",
    "MJ-G1",
    "A player's points are not what brisques, melds, dix and bonus add up to.",
)
SCORE_NOT_POSSIBLE: Final = _claim(
    "score_not_possible", "MJ-I5", "Points that no hand can bring under these rules."
)
BEFORE_DIFFERS: Final = _claim(
    "before_differs", "MJ-G2", "The points before a hand are not what the earlier hands of the game add up to."
)
DEALER_DIFFERS: Final = _error("dealer_differs", "MJ-G4", "The deal did not pass to the other player.")
HAND_AFTER_GAME: Final = _error(
    "hand_after_game", "MJ-G3", "A hand of a game that was won with an earlier one."
)
GAME_WON: Final = Code("game_won", Severity.INFO, "The game was won with this hand.", "MJ-G3")

CODE_OF: Final = {
    FaultKind.TURN: WRONG_LEADER,
    FaultKind.CARD: CARD_NOT_HELD,
    FaultKind.FOLLOW: SUIT_NOT_FOLLOWED,
    FaultKind.HEAD: LED_CARD_NOT_BEATEN,
    FaultKind.TRUMP: TRUMP_NOT_PLAYED,
    FaultKind.WINDOW: WINDOW_CLOSED,
    FaultKind.MELD: MELD_NOT_POSSIBLE,
    FaultKind.REPEATED: MELD_REPEATED,
    FaultKind.EXCHANGE: EXCHANGE_NOT_POSSIBLE,
    FaultKind.DRAW: DRAW_NOT_POSSIBLE,
    FaultKind.COUNT: CARDS_MISCOUNTED,
    FaultKind.WINNER: TRICK_WINNER_DIFFERS,
    FaultKind.OVER: EVENT_AFTER_END,
}
"""The code of each kind of mistake in a play."""

ALL: Final = tuple(value for value in list(globals().values()) if isinstance(value, Code))
