"""What it takes to play a game by program: a table that is dealt from a seed, what a seat sees, who decides.

No field of any game is named here. ``play/`` goes round the table through these, for every game alike.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from marriage_analysis.cards.chance import Chance


class PlayerView(Protocol):
    """What one seat knows when it is asked; nothing else may reach the seat's policy."""

    @property
    def must_act(self) -> bool:
        """Whether the seat has to choose an action; where false it may also let the moment pass."""
        ...

    def legal_actions(self) -> Sequence[Any]:
        """Everything the seat may do now, in a fixed order."""
        ...


class Policy(Protocol):
    """A way to play: chooses an action from what the seat knows, and from chance.

    None lets the moment pass, where ``view.must_act`` is false.
    """

    def __call__(self, view: Any, chance: Chance) -> Any:
        """The action."""
        ...


class Table(Protocol):
    """A game on its way, dealt from a seed. All that happens by chance follows from this seed."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        ...

    @property
    def turns(self) -> int:
        """How many turns were played to their end."""
        ...

    @property
    def to_act(self) -> int | None:
        """The seat that is asked next; None where chance decides."""
        ...

    def view(self, seat: int) -> PlayerView:
        """What the seat knows now."""
        ...

    def play(self, seat: int, action: Any) -> None:
        """Carry out what the seat chose; raises ``IllegalActionError`` for what it may not do."""
        ...

    def play_chance(self) -> None:
        """Carry out what chance decides."""
        ...

    def abandon(self) -> None:
        """Stop the game where it is; then it is over."""
        ...

    def parts(self) -> Any:
        """The game's record parts: rules, deal, play, and the result with every claim that can be made."""
        ...

    @property
    def ends_session(self) -> bool:
        """Whether the session is over with this game, so that the next one begins another."""
        ...

    def carries(self, game_id: str) -> Any:
        """What the next game of the session has to know of this one, which has that id in its record."""
        ...
