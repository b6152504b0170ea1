"""Shuffles that anybody can do again: a named algorithm that turns a seed text into an order of cards.

Specified with test vectors in docs/shuffle.md, so that another program, in another language, gets the same
order. Knows nothing of any game: which cards, in which starting order, and who gets them is the game's.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

from marriage_analysis.cards.chance import Chance, utf8
from marriage_analysis.errors import CountError

SHUFFLE_ALGORITHM: Final = "sha256-fisher-yates-1"
"""The name under which a record claims this shuffle."""

_SEED_DOMAIN: Final = "marriage-game-seed-1"

Card = TypeVar("Card")


def shuffled(cards: Sequence[Card], seed: str) -> list[Card]:
    """The cards in the order that the seed gives them; ``cards`` stand in the starting order.

    The same order on every machine and in every version. Every order is as likely as any other where seeds
    are drawn by chance and hold enough of it: a seed that can be guessed gives a shuffle that can be
    guessed. Raises ``NotationError`` for a seed that is not Unicode text (a lone surrogate).

    >>> "".join(shuffled("ABCDEFGHIJ", "Tihar"))
    'EBIJHGDACF'
    """
    order = list(cards)
    places = range(len(order) - 1, 0, -1)
    for last, chosen in zip(places, Chance(seed).below_each(len(order)), strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return order


def derive_seed(root: str, game_number: int) -> str:
    """The seed of one game of many: 32 hexadecimal digits, from the seed of them all and the game's number.

    Whoever knows it cannot tell the root, nor the seed of another game. Raises ``CountError`` below 0, and
    ``NotationError`` as :func:`shuffled` does.

    >>> derive_seed("Tihar", 0)
    '59b771025ecddf3f6efa653dbec3343e'
    """
    if game_number < 0:
        raise CountError(f"games are numbered from 0, not {game_number!r}", value=game_number)
    return sha256(utf8(f"{_SEED_DOMAIN}\n{root}\n{game_number}")).hexdigest()[:32]
