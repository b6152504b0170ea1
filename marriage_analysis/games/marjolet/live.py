"""A hand of Marjolet while it is played: every event judged, entries made of events, the result at the end.

Cards may be known (an app that deals) or not (people at a table): then what a player draws is ``??``, and what
the rules say of the cards is judged as far as they have been seen.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from marriage_analysis.errors import IllegalActionError, NotationError, WordError
from marriage_analysis.games.marjolet.dealt_hand import recordable
from marriage_analysis.games.marjolet.engine.actions import Action, Declare, Draw, Exchange, Play
from marriage_analysis.games.marjolet.engine.effects import play
from marriage_analysis.games.marjolet.engine.judge import Fault, FaultKind, fault_of
from marriage_analysis.games.marjolet.engine.notation import Entry, Event, EventKind, parse_entry, parse_event
from marriage_analysis.games.marjolet.engine.position import Phase, Position
from marriage_analysis.games.marjolet.engine.replay import (
    begin,
    check_players,
    follow_winner,
    replay,
    source_fault,
)
from marriage_analysis.games.marjolet.engine.state import freeze
from marriage_analysis.games.marjolet.engine.writing import Writer
from marriage_analysis.games.marjolet.outcome import result_of
from marriage_analysis.games.marjolet.pack import UNKNOWN, meld_text, text_of
from marriage_analysis.games.marjolet.parts import Ending, MarjoletParts, Result
from marriage_analysis.games.marjolet.table import MarjoletTable
from marriage_analysis.games.marjolet.typed import normalise_events
from marriage_analysis.games.marjolet.wording import Teller, action_words
from marriage_analysis.games.playing import Choice, Claim

_SEAT: Final = re.compile(r"\s*([^:()]+?)\s*:\s*(.*)", re.DOTALL)
_DRAW: Final = "draw"
_DRAWS: Final = re.compile(r"(?<!\S)draw(?!\S)", re.IGNORECASE)
_ENDINGS: Final = (Ending.DISMISSED, Ending.CANCELLED, Ending.ABANDONED)


class MarjoletLive:
    """See :class:`marriage_analysis.games.playing.LivePlay`.

    Begins where the play of ``parts`` stands. Raises ``RecordError`` where the rules, the card turned up or the
    dealer are not known and ``IllegalActionError`` where the play that is there breaks.
    """

    def __init__(self, parts: MarjoletParts, *, players: Sequence[str], dealer: int | None) -> None:
        check_players(players)
        self._players = tuple(players)
        self._dealer = dealer
        self._given = replace(parts, play=None, result=None)
        self._entries = [parse_entry(text) for text in parts.play or ()]
        ending = parts.result.ending if parts.result else None
        self._position = self._replayed()
        self._ending = ending if ending in _ENDINGS and self._position.phase is not Phase.OVER else None

    @property
    def parts(self) -> MarjoletParts:
        """Deal, rules and play so far; the result once the hand is over."""
        parts = replace(self._given, play=tuple(map(str, self._entries)))
        return parts if not self.is_over else replace(parts, result=self._result())

    @property
    def table(self) -> MarjoletTable:
        """The table as it lies now."""
        return MarjoletTable(freeze(self._position), self._players)

    @property
    def is_over(self) -> bool:
        """Whether the hand came to an end, or was ended."""
        return self._position.phase is Phase.OVER or self._ending is not None

    def push(self, text: str) -> tuple[str, ...]:
        """Take events: ``10s``, ``TS 8S``, ``dix meld(QCJH) sKS s9D``, ``draw``, ``Bina: 8s``, ``>0``.

        Who wins a trick is written where both cards are known. Raises as
        :meth:`marriage_analysis.games.playing.LivePlay.push` says.
        """
        position, entries = self._position.copy(), list(self._entries)
        if self._ending is not None:
            raise IllegalActionError("the hand is over", seat=position.to_act, action=text)
        seat, typed = self._read(text)
        teller = Teller(position, self._players)
        told: list[str] = []
        for act in typed:
            for event in self._take(position, entries, act, seat):
                told += teller.tell(event, position)
            seat = None  # the name stands for the first event
        self._position, self._entries = position, entries
        return tuple(told)

    def undo(self) -> str | None:
        """Take the latest event back, or the ending where the hand was ended by a word.

        A winner that followed from the cards goes with the second card, and both draws go together.
        """
        if self._ending is not None:
            undone, self._ending = self._ending.value, None
            return undone
        if not self._entries:
            return None
        last = self._entries.pop()
        kept = list(last.events)
        undone_events = [kept.pop()]
        if undone_events[0].kind in (EventKind.DRAW, EventKind.TAKE) or (
            undone_events[0].kind is EventKind.WINS and all(event.card != UNKNOWN for event in kept)
        ):
            undone_events.insert(0, kept.pop())
        if kept:
            self._entries.append(Entry(last.seat, tuple(kept)))
        self._position = self._replayed()
        return " ".join(map(str, undone_events))

    def choices(self) -> tuple[Choice, ...]:
        """Everything that may happen now; where the cards of the player are not known, the forms of it."""
        position = self._position
        if self.is_over:
            return ()
        if position.phase is Phase.RESOLVE:
            return tuple(
                Choice(f">{seat}", f"{name} won the trick", None) for seat, name in enumerate(self._players)
            )
        seat = position.to_act
        if not position.hidden[seat]:
            return tuple(
                Choice(_written(action), action_words(action, position), seat)
                for action in recordable(position)
            )
        if position.phase is not Phase.WINDOW:
            return (Choice("..", "play a card; ?? where nobody noted it", seat, is_form=True),)
        forms = [Choice(_DRAW, action_words(Draw(), position), seat)]
        if fault_of(position, seat, Exchange()) is None:
            forms.append(Choice("dix", action_words(Exchange(), position), seat))
        forms += (
            Choice(_written(Declare(meld.cards)), action_words(Declare(meld.cards), position), seat)
            for meld in position.melds
            if fault_of(position, seat, Declare(meld.cards)) is None
        )
        return tuple(forms)

    def end(self, word: str) -> None:
        """End the hand ``dismissed``, ``cancelled`` or ``abandoned``."""
        known = {ending.value: ending for ending in _ENDINGS}
        if word not in known:
            raise WordError(f"a hand ends {', '.join(known)}, or by being played out; not {word!r}", word=word)
        if not self.is_over:
            self._ending = known[word]

    def claims(self) -> Sequence[Claim]:
        """Nothing: what the tricks do not tell, the table does not know either."""
        return ()

    def claim(self, claim: Claim, value: int) -> None:
        """Raises ``WordError``: nothing is asked."""
        raise WordError(f"nothing is asked of seat {claim.seat}, so not {value}", word=claim.column)

    def _replayed(self) -> Position:
        parts = replace(self._given, play=tuple(map(str, self._entries)))
        if not self._entries:
            return begin(parts, dealer=self._dealer)
        run = replay(parts, dealer=self._dealer)
        if run.stop is not None:
            where = f"turn {run.stop.turn}: {run.stop.fault.reason}"
            raise self._refusal(replace(run.stop.fault, reason=where), 0, str(self._entries[run.stop.turn]))
        return run.position

    def _result(self) -> Result:
        if self._ending is not None:
            return Result(ending=self._ending)
        return result_of(self._position, ending=Ending.FINISHED)

    def _read(self, typed: str) -> tuple[int | None, list["_Typed"]]:
        """The seat that was named, and what was typed, act by act."""
        match = _SEAT.fullmatch(typed)
        who, rest = (match[1], match[2]) if match else (None, typed)
        seat = None if who is None else self._seat(who, typed)
        acts: list[_Typed] = []
        for number, part in enumerate(_DRAWS.split(rest)):
            acts += [_Typed(Draw(), _DRAW)] if number else []
            acts += _acts(normalise_events(part))
        if not acts:
            raise NotationError("nothing stands here", text=typed)
        return seat, acts

    def _seat(self, who: str, typed: str) -> int:
        """The seat that is meant by a number, a name or the beginning of one."""
        if who in ("0", "1"):
            return int(who)
        names = [name.casefold() for name in self._players]
        exact = [seat for seat, name in enumerate(names) if name == who.casefold()]
        meant = exact or [seat for seat, name in enumerate(names) if name.startswith(who.casefold())]
        if len(meant) != 1:
            problem = "nobody here has this name" if not meant else "more than one player is meant"
            raise NotationError(f"{problem}: {who[:60]!r}", text=typed)
        return meant[0]

    def _take(self, position: Position, entries: list[Entry], act: "_Typed", seat: int | None) -> list[Event]:
        """Carry one act out; gives its events."""
        if act.action is None:
            return self._winner(position, entries, act)
        who = position.to_act if seat is None else seat
        fault = fault_of(position, who, act.action)
        if fault is None and act.second is not None:
            fault = source_fault(position, act.second)
        if fault is not None:
            raise self._refusal(fault, who, act.text)
        play(position, act.action)
        return Writer(entries).write(who, act.action, position)

    def _winner(self, position: Position, entries: list[Entry], act: "_Typed") -> list[Event]:
        """Take in who won, where the cards do not tell it; else it must be what they tell."""
        event = parse_event(act.text)
        told = bool(entries) and any(known.kind is EventKind.WINS for known in entries[-1].events)
        if position.phase is Phase.RESOLVE or (told and len(position.winners) == len(entries)):
            fault = follow_winner(position, event)
        else:
            fault = Fault(FaultKind.WINNER, "there is no trick to be won now", "MJ-T3")
        if fault is not None:
            raise self._refusal(fault, position.to_act, act.text)
        if told:
            return []
        entries[-1] = Entry(entries[-1].seat, (*entries[-1].events, event))
        return [event]

    def _refusal(self, fault: Fault, seat: int, action: str) -> IllegalActionError:
        reason = fault.reason
        for number, name in enumerate(self._players):
            reason = reason.replace(f"seat {number}", name)
        return IllegalActionError(reason, seat=seat, action=action, rule=fault.rule)


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was typed for one act: None where it tells who won; ``second``: the second of two draws."""

    action: Action | None
    text: str
    second: Event | None = None


def _acts(words: Sequence[str]) -> Iterator[_Typed]:
    events = [parse_event(word) for word in words]
    at = 0
    while at < len(events):
        event = events[at]
        match event.kind:
            case EventKind.PLAY:
                yield _Typed(Play(event.card), words[at])
            case EventKind.WINS:
                yield _Typed(None, words[at])
            case EventKind.MELD:
                yield _Typed(Declare(event.cards), words[at])
            case EventKind.EXCHANGE:
                yield _Typed(Exchange(), words[at])
            case EventKind.DRAW | EventKind.TAKE:
                second = events[at + 1] if at + 1 < len(events) else None
                if second is None or second.kind not in (EventKind.DRAW, EventKind.TAKE):
                    raise NotationError(
                        "both cards drawn stand together, as in sKS s9D; or type draw", text=" ".join(words)
                    )
                at += 1
                yield _Typed(Draw(event.card, second.card), f"{event} {second}", second)
        at += 1


def _written(action: Action) -> str:
    """How an action is typed."""
    match action:
        case Play(number):
            return text_of(number)
        case Declare(cards):
            return f"meld({meld_text(cards)})"
        case Exchange():
            return "dix"
        case Draw():
            return _DRAW
