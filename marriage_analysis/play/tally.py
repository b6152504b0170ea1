"""What came of simulated games, counted as they go by."""

from collections import Counter
from dataclasses import dataclass, field

from marriage_analysis.records.model import Record


@dataclass(slots=True)
class Tally:
    """Counts of games; ``words`` has for each word of a game's summary how often each value came."""

    games: int = 0
    turns: int = 0
    words: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])

    def add(self, record: Record) -> None:
        """Count one game."""
        self.games += 1
        self.turns += record.game_value.turn_count(record.parts) or 0
        for word, value in record.game_value.summary(record.parts).items():
            if isinstance(value, str):
                self.words.setdefault(word, Counter())[value] += 1

    @property
    def mean_turns(self) -> float | None:
        """Entries of play a game; None where there was no game."""
        return self.turns / self.games if self.games else None

    def __str__(self) -> str:
        said = [f"{self.games} game{'' if self.games == 1 else 's'}"]
        if self.mean_turns is not None:
            said.append(f"{self.mean_turns:.1f} turns a game")
        for word, counts in self.words.items():
            said.append(f"{word}: " + ", ".join(f"{value} {count}" for value, count in counts.most_common()))
        return "; ".join(said)
