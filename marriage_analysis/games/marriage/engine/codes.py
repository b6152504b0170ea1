"""The finding codes of the play: what a replay finds. Names are stable; docs/findings.md is generated."""

from typing import Final

from marriage_analysis.findings import Code, Concern, Severity

ILLEGAL_PLAY: Final = Code(
    "illegal_play", Severity.ERROR, "An event that the rules do not allow at that moment.", "TURN-02"
)
INCOMPLETE_TURN: Final = Code(
    "incomplete_turn",
    Severity.ERROR,
    "A turn lacks its draw or discard and is not marked as missed.",
    "TURN-02",
)
UNEVEN_DEAL: Final = Code(
    "uneven_deal", Severity.ERROR, "Players were dealt unequal numbers of cards and play went on.", "IRR-04"
)
STOCK_SIZE: Final = Code(
    "stock_size", Severity.ERROR, "The stock has another number of cards than the deal leaves.", "DEAL-04"
)
RESULT_DIFFERS: Final = Code(
    "result_differs",
    Severity.ERROR,
    "The result says other than the play: ending, winner, tiplu, seen, sets or cards.",
    None,
    Concern.CLAIM,
)
DHOOS_DIFFERS: Final = Code(
    "dhoos_differs",
    Severity.WARNING,
    "The play shows a foul for which no dhoos is noted, or a dhoos is noted that the play does not show.",
    "IRR-05",
)
TUNNEL_NOT_DISPLAYED: Final = Code(
    "tunnel_not_displayed", Severity.INFO, "A dealt tunnel was not displayed and earns no points.", "TUN-03"
)
MISS_NOT_MADE_UP: Final = Code(
    "miss_not_made_up",
    Severity.WARNING,
    "A missed draw or discard was played on with, though these rules have it made up at once.",
    "IRR-01",
)
RESHUFFLE_NOT_NOTED: Final = Code(
    "reshuffle_not_noted", Severity.INFO, "The stock was used up and the record has no reshuffle.", "STOCK-01"
)
TIPLU_NOT_NOTED: Final = Code(
    "tiplu_not_noted", Severity.INFO, "A show without the choice of, or the look at, the tiplu.", "SHOW-03"
)
DERIVED: Final = Code(
    "derived_event",
    Severity.INFO,
    "Something not noted was derived from the later play, or is one of several.",
)
ALL: Final = tuple(value for value in list(globals().values()) if isinstance(value, Code))
