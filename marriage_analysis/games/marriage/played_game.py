"""A game that was played by program to its end, as the record of it needs it."""

from collections.abc import Sequence
from dataclasses import dataclass

from marriage_analysis.games.marriage.engine.position import Outcome, Position
from marriage_analysis.games.marriage.outcome import result_of
from marriage_analysis.games.marriage.parts import Deal, Dhoos, DhoosDue, Ending, MarriageParts, RulesPart
from marriage_analysis.games.marriage.rules.options import DhoosWhen


@dataclass(frozen=True, slots=True)
class OpenDhoos:
    """The dhoos that are open after a game, for the next one of the session (IRR-08)."""

    due: tuple[DhoosDue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """Deal, entries, fouls and the position at the end; ``abandoned`` is the reason why it was, if it was."""

    rules: RulesPart
    deal: Deal
    position: Position
    entries: Sequence[str]
    fouls: tuple[Dhoos, ...] = ()
    due: tuple[DhoosDue, ...] = ()
    abandoned: str | None = None

    def parts(self) -> MarriageParts:
        """The parts of the record."""
        return MarriageParts(
            rules=self.rules,
            deal=self.deal,
            play=tuple(self.entries),
            result=result_of(
                self.position,
                ending=self._ending,
                reason=self.abandoned,
                dhoos=self.fouls,
                dhoos_due=self.due,
            ),
            dhoos=self.fouls or None,
            dhoos_due=self.due or None,
        )

    def carries(self, game_id: str) -> OpenDhoos:
        """The dhoos that are open for the next game: paid ones are gone, fouls of this game are added."""
        won = self._ending is Ending.FINISHED
        paid_now = won and self.position.rules.dhoos_when is DhoosWhen.CURRENT
        points = dict.fromkeys((foul.seat for foul in self.fouls), 0) if not paid_now else {}
        for foul in self.fouls if points else ():
            points[foul.seat] += foul.points
        new = (DhoosDue(seat=seat, points=sum_, from_=game_id) for seat, sum_ in points.items())
        return OpenDhoos((*(() if won else self.due), *new))

    @property
    def ends_session(self) -> bool:
        """Never: people play on as long as they like."""
        return False

    @property
    def _ending(self) -> Ending:
        outcome = self.position.outcome
        if outcome is None:
            return Ending.ABANDONED
        return Ending.FINISHED if outcome is Outcome.FINISHED else Ending.DISMISSED
