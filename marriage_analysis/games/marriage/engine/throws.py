"""Which discards are a dhoos: a wild card thrown to a player who has seen (IRR-05 to IRR-07, CF-07)."""

from marriage_analysis.cards.face import JOKER
from marriage_analysis.games.marriage.engine.position import Phase, Position
from marriage_analysis.games.marriage.rules.options import MaalThrow


def is_dhoos_throw(position: Position, seat: int, face: int) -> bool:
    """Whether throwing the face now is a foul; False where that cannot be known.

    A free throw never is, nor the final discard, nor a throw by a player who has not seen, but in an open
    game; ``maal_throw`` says what is free.
    """
    if face not in position.wild or position.tiplu < 0:
        return False
    rules = position.rules
    if not rules.dhoos or rules.maal_throw is MaalThrow.FREE or position.phase is Phase.LAST_DISCARD:
        return False
    if face == JOKER.index and rules.dhulo_pelai:
        return False
    if not position.seen[seat] and not rules.open_maal:
        return False
    if not position.seen[(seat + 1) % position.seats]:
        return False
    if rules.maal_throw is MaalThrow.ANY_UNSEEN:
        return all(seen for other, seen in enumerate(position.seen) if other != seat)
    return True
