"""The finding codes of Marriage. Names are stable; docs/findings.md is generated from here."""

from typing import Final

from marriage_analysis.findings import Code, Concern, Severity


def _error(name: str, rule: str | None, meaning: str) -> Code:
    return Code(name, Severity.ERROR, meaning, rule)


def _claim(name: str, rule: str, meaning: str) -> Code:
    return Code(name, Severity.ERROR, meaning, rule, Concern.CLAIM)


def _warning(name: str, rule: str | None, meaning: str) -> Code:
    return Code(name, Severity.WARNING, meaning, rule)


def _info(name: str, rule: str | None, meaning: str) -> Code:
    return Code(name, Severity.INFO, meaning, rule)


SEAT_OUT_OF_RANGE: Final = _error(
    "seat_out_of_range", None, "A seat is named that nobody sits in; seats count from 0."
)
DHOOS_TURN: Final = _error("dhoos_turn", None, "A dhoos names a turn that the play does not have.")
PLAYERS_DIFFER: Final = _error(
    "players_differ", None, "The result or the deal has another number of players than the game."
)
TOO_MANY_PLAYERS: Final = _error(
    "too_many_players", "DECK-04", "More players than the rules of this table allow (`max_players`)."
)
RULES_MISSING: Final = _error(
    "rules_missing",
    None,
    "More than nets is recorded but not the rules it was played by; unknown rules go with nets only.",
)
CARD_NOT_IN_DECK: Final = _error(
    "card_not_in_deck", "DECK-02", "A printed joker or master card that these rules do not put in the deck."
)
TOO_MANY_COPIES: Final = _error(
    "too_many_copies",
    "DECK-01",
    "More copies of a face than the game has; of the tiplu at most two lie among the hands (SHOW-12).",
)
HAND_SIZE: Final = _error("hand_size", "IRR-04", "A player has more cards than a hand can have.")
TIPLU_NOT_POSSIBLE: Final = _error(
    "tiplu_not_possible", "SHOW-11", "A printed joker or the master card is named as tiplu."
)
TUNNEL_NOT_POSSIBLE: Final = _error(
    "tunnel_not_possible",
    "PT-16",
    "A displayed tunnel of the tiplu or of the master card, or the same tunnel twice.",
)
IMPOSSIBLE_COUNT: Final = _error(
    "impossible_count", "DECK-01", "A count of cards that the deck cannot give, for one player or for all."
)
SET_NOT_VALID: Final = _error("set_not_valid", "COMB-14", "A set that was laid is not a valid set.")
SHOW_NOT_VALID: Final = _error(
    "show_not_valid", "SHOW-01", "What was shown is neither three primary sets nor seven dublees."
)
FINISH_NOT_VALID: Final = _error(
    "finish_not_valid", "FIN-01", "The winner's sets do not make a finish of his cards."
)
SHOWN_NOT_HELD: Final = _error(
    "shown_not_held", "SCORE-01", "Cards that were laid are not among the cards the player holds."
)
LAID_MARRIAGE_IMPOSSIBLE: Final = _error(
    "laid_marriage_impossible",
    "SCORE-06",
    "A laid marriage is claimed that cannot have been laid: cards missing, or no sequence with this tiplu.",
)
LAID_MARRIAGE_DIFFERS: Final = _claim(
    "laid_marriage_differs", "SCORE-06", "The laid marriage that is claimed does not agree with the shown sets."
)
WINNER_UNSEEN: Final = _error("winner_unseen", "FIN-05", "The winner is noted as unseen.")
WINNER_WITHOUT_FINISH: Final = _error(
    "winner_without_finish", "STOCK-03", "A winner is named though the game did not end by a finish."
)
ROUTE_OF_UNSEEN: Final = _error(
    "route_of_unseen", "SHOW-05", "A player who had not seen is said to have shown sets or dublees."
)
FINISH_ROUTE_DIFFERS: Final = _error(
    "finish_route_differs", "SHOW-07", "The finish and the winner's route are not the same."
)
DUBLEES_NOT_ALLOWED: Final = _error(
    "dublees_not_allowed", "DUB-03", "Dublees were played with fewer players than the rules ask for."
)
NET_SUM_NOT_ZERO: Final = _claim("net_sum_not_zero", "SET-05", "The nets of the game do not add up to 0.")
NET_DIFFERS: Final = _claim(
    "net_differs", "SET-04", "A net is not what the maal, the seen states and the rules give."
)
MAAL_DIFFERS: Final = _claim(
    "maal_differs", "SCORE-04", "A player's maal is not what the cards and the rules give."
)
ITEMS_DIFFER: Final = _claim(
    "items_differ", "SCORE-01", "The items that were counted are not those among the player's cards."
)
COUNTED_DIFFERS: Final = _claim(
    "counted_differs", "SCORE-04", "The maal counted before kidnap and murder is not what the cards give."
)
NET_WITHOUT_FINISH: Final = _claim(
    "net_without_finish", "STOCK-04", "Points were paid in a game that nobody finished."
)
DHOOS_DUE_DIFFERS: Final = _claim(
    "dhoos_due_differs",
    "IRR-08",
    "The dhoos brought in is not what the earlier games of the session leave open.",
)
DHOOS_NOT_PLAYED: Final = _warning(
    "dhoos_not_played", "IRR-05", "A dhoos is noted though these rules have none, or another number of points."
)
WINNER_NET_NEGATIVE: Final = _warning(
    "winner_net_negative", "FIN-04", "The winner ends below 0: legal, but worth a second look."
)
BETTER_GROUPING: Final = _warning(
    "better_grouping",
    "SCORE-04",
    "Another grouping of the maal would be worth more than the greedy one of these rules.",
)
UNSEEN_CARRIES_MAAL: Final = _info(
    "unseen_carries_maal", "MAAL-01", "An unseen player's maal lapses or goes to the winner."
)
FINISH_ASSUMED: Final = _info(
    "finish_assumed", "SET-01", "How the game was finished is not noted; a finish by sets is assumed."
)

ALL: Final = tuple(value for value in list(globals().values()) if isinstance(value, Code))
