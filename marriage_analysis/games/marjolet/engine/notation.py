"""Entries of a recorded play: one text a trick, and the events it is made of (record format, section 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from marriage_analysis.errors import NotationError
from marriage_analysis.games.marjolet.pack import UNKNOWN, meld_text, read_cards, text_of, word_of
from marriage_analysis.games.marjolet.play_pattern import entry_fault, event_fault

NO_SET: Final = 0
"""In place of the cards of a meld that names a card twice."""


@unique
class EventKind(Enum):
    """What an event of a trick is."""

    PLAY = "play"
    WINS = "wins"
    EXCHANGE = "exchange"
    MELD = "meld"
    DRAW = "draw"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Event:
    """One event: what, by whom (None where no winner is noted), its card, the cards of a meld as a word."""

    kind: EventKind
    seat: int | None
    card: int = UNKNOWN
    cards: int = 0

    def __str__(self) -> str:
        match self.kind:
            case EventKind.PLAY:
                return text_of(self.card)
            case EventKind.WINS:
                return f">{self.seat}"
            case EventKind.EXCHANGE:
                return "dix"
            case EventKind.MELD:
                return f"meld({meld_text(self.cards)})"
            case EventKind.DRAW:
                return f"s{text_of(self.card)}"
            case EventKind.TAKE:
                return f"p{text_of(self.card)}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A trick: who led, and its events in their order."""

    seat: int
    events: tuple[Event, ...]

    def __str__(self) -> str:
        return f"{self.seat}: {' '.join(map(str, self.events))}"


def parse_entry(text: str) -> Entry:
    """The entry that the text writes; raises ``NotationError``.

    >>> [str(event) for event in parse_entry("0: TC TH >1 dix s9S sJH").events]
    ['TC', 'TH', '>1', 'dix', 's9S', 'sJH']
    """
    fault = entry_fault(text)
    if fault is not None:
        raise NotationError(fault, text=text)
    leader = int(text[0])
    return Entry(leader, tuple(_events(text[3:].split(" "), leader)))


def parse_event(word: str, seat: int | None = None) -> Event:
    """One event of an entry, strictly written, of that seat; a winner is its own. Raises ``NotationError``.

    >>> parse_event("meld(KCQC)").kind, str(parse_event("pKS"))
    (<EventKind.MELD: 'meld'>, 'pKS')
    """
    fault = event_fault(word)
    if fault is not None:
        raise NotationError(fault, text=word)
    return _event(word, seat)


def _event(word: str, seat: int | None) -> Event:
    """The event that a word of the grammar writes."""
    if word[0] == ">":
        return Event(EventKind.WINS, int(word[1]))
    if word == "dix":
        return Event(EventKind.EXCHANGE, seat)
    if word.startswith("meld("):
        cards = read_cards(word[5:-1])
        is_set = len(set(cards)) == len(cards)
        return Event(EventKind.MELD, seat, cards=word_of(cards) if is_set else NO_SET)
    if word[0] in "sp":
        return Event(EventKind.DRAW if word[0] == "s" else EventKind.TAKE, seat, read_cards(word[1:])[0])
    return Event(EventKind.PLAY, seat, read_cards(word)[0])


def _events(words: list[str], leader: int) -> Iterator[Event]:
    winner: int | None = None
    draws = 0
    for at, word in enumerate(words):
        if at < 2:
            yield _event(word, leader if at == 0 else 1 - leader)
        elif word[0] in "sp":
            yield _event(word, winner if draws == 0 or winner is None else 1 - winner)
            draws += 1
        else:
            event = _event(word, winner)
            winner = event.seat if event.kind is EventKind.WINS else winner
            yield event
