"""A game of Marriage while it is played: every event judged, entries made of events, the result at the end.

Cards may be known (an app that deals) or not (people at a table): then a stock draw is ``s``, and what the
rules say of the cards is judged as far as they have been seen.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from marriage_analysis.cards.cell import Cell
from marriage_analysis.cards.face import FACES
from marriage_analysis.errors import IllegalActionError, NotationError, WordError
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.marriage.audit import examine
from marriage_analysis.games.marriage.engine.choices import legal_moves
from marriage_analysis.games.marriage.engine.effects import lose_track, play, skip_turn
from marriage_analysis.games.marriage.engine.events import (
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    MissDiscard,
    MissDraw,
    Reshuffle,
    Source,
)
from marriage_analysis.games.marriage.engine.judge import fault_of
from marriage_analysis.games.marriage.engine.notation import (
    Entry,
    Gap,
    TableEntry,
    Turn,
    format_entry,
    format_event,
    parse_entry,
)
from marriage_analysis.games.marriage.engine.position import NOBODY, Outcome, Phase, Position
from marriage_analysis.games.marriage.engine.replay import Foul, replay
from marriage_analysis.games.marriage.engine.state import freeze
from marriage_analysis.games.marriage.engine.throws import is_dhoos_throw
from marriage_analysis.games.marriage.outcome import result_of
from marriage_analysis.games.marriage.parts import (
    Dhoos,
    DhoosReason,
    Ending,
    MarriageParts,
    PlayerResult,
    Result,
)
from marriage_analysis.games.marriage.stepping import rules_to_play_by, seat_name
from marriage_analysis.games.marriage.table import MarriageTable
from marriage_analysis.games.marriage.typed import normalise_entry
from marriage_analysis.games.marriage.wording import FOULS, action_words, card_words, event_words
from marriage_analysis.games.playing import Choice, Claim

_SEAT: Final = re.compile(r"\s*([^:()]+?)\s*:\s*(.*)", re.DOTALL)
_NEXT: Final = r"(?:x|tiplu|see|(?:bad)?finish)"
_LAID: Final = re.compile(
    rf"\b((?:bad)?(?:show|finish)|tunnel|tiplu|see)\s+(?!{_NEXT})([^()]*?)(?=\s+{_NEXT}|\s*$)", re.IGNORECASE
)
_APART: Final = re.compile(r"(?<!\S)([spdx])\s+(?=(?:10|[2-9atjqk?♠♥♦♣]|jk|mc)\S?)", re.IGNORECASE)
_BARE: Final = re.compile(r"(?<!\S)(s|d|p|see|tiplu)(?=\s|$)", re.IGNORECASE)
_ENDINGS: Final = (Ending.DISMISSED, Ending.CANCELLED, Ending.ABANDONED)


class MarriageLive:
    """See :class:`marriage_analysis.games.playing.LivePlay`.

    Begins where the play of ``parts`` stands. Raises ``RecordError`` where the rules are not known and
    ``IllegalActionError`` where the play that is there breaks.
    """

    def __init__(self, parts: MarriageParts, *, players: Sequence[str], dealer: int | None) -> None:
        self._players = tuple(players)
        self._dealer = dealer
        self._rules = rules_to_play_by(parts)
        self._given = replace(parts, play=None, result=None, dhoos=None)
        self._entries = [parse_entry(text) for text in parts.play or ()]
        self._claims: dict[tuple[int, str], int] = _old_claims(parts.result)
        self._ending = _old_ending(parts.result)
        self._position, self._fouls = self._replayed()
        if self._position.phase is Phase.OVER:
            self._ending = None

    @property
    def parts(self) -> MarriageParts:
        """Deal, rules and play so far; result and dhoos once the game is over."""
        parts = replace(self._given, play=tuple(map(format_entry, self._entries)))
        parts = replace(parts, dhoos=self._dhoos() or None)
        return parts if not self.is_over else replace(parts, result=self._result(parts))

    @property
    def table(self) -> MarriageTable:
        """The table as it lies now."""
        return MarriageTable(freeze(self._position), self._players)

    @property
    def is_over(self) -> bool:
        """Whether the game came to an end, or was ended."""
        return self._position.phase is Phase.OVER or self._ending is not None

    def push(self, text: str) -> tuple[str, ...]:
        """Take events: ``s5S xQH``, ``s x10c``, ``p``, ``show 3s4s5s,6h6h6h,ad2d3d``, ``Bina: tunnel 6h6h6h``.

        Raises as :meth:`marriage_analysis.games.playing.LivePlay.push` says.
        """
        if self._ending is not None:
            raise self._refusal("the game is over", None, NOBODY, text)
        entry = self._read(text)
        position, entries, fouls = self._position.copy(), list(self._entries), list(self._fouls)
        words = self._play(position, entries, fouls, entry)
        self._position, self._entries, self._fouls = position, entries, fouls
        return tuple(words)

    def undo(self) -> str | None:
        """Take the latest event back, or the ending where the game was ended by a word."""
        if self._ending is not None:
            undone, self._ending = self._ending.value, None
            return undone
        if not self._entries:
            return None
        last = self._entries.pop()
        undone = format_entry(last)
        if isinstance(last, Turn) and last.events:
            undone = format_event(last.events[-1])
            if len(last.events) > 1:
                self._entries.append(Turn(last.seat, last.events[:-1]))
        self._claims.clear()
        self._position, self._fouls = self._replayed()
        return undone

    def choices(self) -> tuple[Choice, ...]:
        """Everything that may happen now; where the cards of the player are not known, the forms of it."""
        if self.is_over:
            return ()
        position = self._position
        if position.phase is Phase.RESHUFFLE:
            seat = position.actor if position.resume is Phase.CHOOSE else None
            return (Choice("reshuffle", "shuffle the discards into a new stock", seat),)
        if position.phase is Phase.OPEN_TIPLU:
            return (Choice("tiplu(..)", "turn up the tiplu", None, is_form=True),)
        known = position.knows_hand(position.actor)
        if known and not (position.phase is Phase.CHOOSE and not position.is_complete):
            moves = legal_moves(position)
            return tuple(
                Choice(format_event(move.action), action_words(move.action), move.seat) for move in moves
            )
        return tuple(self._forms())

    def end(self, word: str) -> None:
        """End the game ``dismissed``, ``cancelled`` or ``abandoned``."""
        known = {ending.value: ending for ending in _ENDINGS}
        if word not in known:
            raise WordError(f"a game ends {', '.join(known)}, or by a finish; not {word!r}", word=word)
        if not self.is_over:
            self._ending = known[word]

    def claims(self) -> Sequence[Claim]:
        """The maal that no card tells, of everybody who needs it for the settlement."""
        if not self._is_finished:
            return ()
        parts = replace(self._given, play=tuple(map(format_entry, self._entries)), dhoos=self._dhoos() or None)
        parts = replace(parts, result=self._outcome())
        derived = self._examined(parts).derived.get("maal", (None,) * len(self._players))
        return [
            Claim(seat, "maal", f"maal of {self._players[seat]}")
            for seat, maal in enumerate(derived)
            if maal is None and (seat, "maal") not in self._claims
        ]

    def claim(self, claim: Claim, value: int) -> None:
        """Take in the maal of a seat; raises ``WordError`` below 0."""
        if value < 0:
            raise WordError("maal is counted from 0", word=str(value))
        self._claims[claim.seat, claim.column] = value

    @property
    def _is_finished(self) -> bool:
        return self._position.phase is Phase.OVER and self._position.outcome is Outcome.FINISHED

    def _replayed(self) -> tuple[Position, list[Foul]]:
        parts = replace(self._given, play=tuple(map(format_entry, self._entries)))
        run = replay(parts, self._rules, seats=len(self._players), dealer=self._dealer)
        if run.stop is not None:
            where = f"turn {run.stop.turn}: {run.stop.reason}"
            raise self._refusal(where, run.stop.rule, NOBODY, format_entry(self._entries[run.stop.turn]))
        return run.position, run.fouls

    def _play(self, position: Position, entries: list[Entry], fouls: list[Foul], entry: Entry) -> Sequence[str]:
        match entry:
            case Gap():
                lose_track(position)
                entries.append(entry)
                return ["some turns were not noted"]
            case TableEntry(event):
                return [self._event(position, entries, fouls, NOBODY, event)]
            case Turn(seat, None):
                if position.is_tracked and seat != position.actor:
                    name = seat_name(self._players, position.actor)
                    raise self._refusal(f"it is the turn of {name}", "DEAL-05", seat, format_entry(entry))
                skip_turn(position, seat)
                entries.append(entry)
                return [f"{seat_name(self._players, seat)} played a turn that nobody noted"]
            case Turn(seat, events):
                return [self._event(position, entries, fouls, seat, event) for event in events or ()]

    def _event(
        self, position: Position, entries: list[Entry], fouls: list[Foul], seat: int, event: Event
    ) -> str:
        if not position.is_tracked and position.phase is not Phase.OVER and seat != NOBODY:
            position.actor, position.phase, position.is_tracked = seat, Phase.DRAW, True
        fault = fault_of(position, seat, event)
        if fault is not None:
            raise self._refusal(fault.reason, fault.rule, seat, format_event(event))
        last = entries[-1] if entries else None
        goes_on = isinstance(last, Turn) and last.seat == seat and _is_open(last, position)
        fouled = _foul(position, seat, event)
        done = play(position, seat, event)
        if seat == NOBODY:
            if not isinstance(done, (ChooseTiplu, Reshuffle)):
                raise self._refusal("this is done by a player", "TURN-02", seat, format_event(event))
            entries.append(TableEntry(done))
        elif goes_on and isinstance(last, Turn):
            entries[-1] = Turn(seat, (*(last.events or ()), done))
        else:
            entries.append(Turn(seat, (done,)))
        words = f"{seat_name(self._players, seat)} {event_words(done, seat=seat)}"
        if fouled is not None:
            fouls.append(Foul(len(entries) - 1, seat, fouled.value))
            words += f" (a foul: {FOULS[fouled]})" if self._rules.dhoos else ""
        return words

    def _read(self, typed: str) -> Entry:
        """The entry that was typed; without a seat it is of who acts now."""
        match = _SEAT.fullmatch(typed)
        who, rest = (match[1], match[2]) if match else (None, typed.strip())
        if not rest:
            raise NotationError("nothing stands here", text=typed)
        if rest.lower().split("(")[0] == "gap":
            return parse_entry(normalise_entry(f"-: {rest.lower()}"))
        seat = self._position.actor if who is None else self._seat(who, typed)
        rest = _LAID.sub(_bracketed, rest)
        rest = _BARE.sub(self._spelled_out, _APART.sub(r"\1", rest))
        if rest.lower().startswith("reshuffle") and self._position.phase is Phase.RESHUFFLE:
            seat = self._position.actor if self._position.resume is Phase.CHOOSE else NOBODY
        return parse_entry(normalise_entry(f"{'-' if seat == NOBODY else seat}: {rest}"))

    def _spelled_out(self, match: re.Match[str]) -> str:
        word = match[1].lower()
        if word in ("see", "tiplu"):
            return f"{word}(??)"
        if word == "p" and self._position.offered and self._position.pile:
            top = self._position.pile[-1]
            return format_event(Draw(Source.PILE, _cell(top)))
        return f"{word}??"

    def _seat(self, who: str, typed: str) -> int:
        """The seat that is meant by a number, a name or the beginning of one."""
        if who == "-":
            return NOBODY
        if who.isdecimal() and int(who) < len(self._players):
            return int(who)
        names = [name.casefold() for name in self._players]
        exact = [seat for seat, name in enumerate(names) if name == who.casefold()]
        meant = exact or [seat for seat, name in enumerate(names) if name.startswith(who.casefold())]
        if len(meant) != 1:
            problem = "nobody here has this name" if not meant else "more than one player is meant"
            raise NotationError(f"{problem}: {who[:60]!r}", text=typed)
        return meant[0]

    def _forms(self) -> Iterator[Choice]:
        position = self._position
        seat = position.actor

        def form(event: str, words: str) -> Choice:
            return Choice(event, words, seat, is_form=".." in event)

        match position.phase:
            case Phase.DRAW:
                if position.window_open(seat):
                    yield form("tunnel(..)", "display tunnels")
                yield form("s", "draw from the stock")
                if position.offered and position.pile:
                    yield form("p", f"take the offered {card_words(position.pile[-1]).removeprefix('a ')}")
                if fault_of(position, seat, MissDraw()) is None:
                    yield form("nodraw", "the draw was missed")
            case Phase.PLAY:
                if not position.seen[seat]:
                    yield form("show(..)", "show three sets or seven dublees")
                else:
                    yield form("finish(..)", "finish with the further sets")
                yield form("x..", "throw a card")
                if fault_of(position, seat, MissDiscard()) is None:
                    yield form("nodiscard", "the throw was missed")
            case Phase.CHOOSE:
                yield form("tiplu", "pick the tiplu; tiplu(..) tells the card")
            case Phase.SEE:
                yield form("see", "look at the tiplu; see(..) tells the card")
            case _:
                yield form("x..", "throw the last card")

    def _refusal(self, reason: str, rule: str | None, seat: int, action: str) -> IllegalActionError:
        named = re.sub(r"\bseat ([0-5])\b", lambda match: seat_name(self._players, int(match[1])), reason)
        return IllegalActionError(named, seat=seat, action=action, rule=rule)

    def _dhoos(self) -> tuple[Dhoos, ...]:
        """The fouls that the play shows, at what they cost by the rules (IRR-05, IRR-09)."""
        points = self._rules.dhoos
        if not points:
            return ()
        return tuple(
            Dhoos(seat=foul.seat, points=points, reason=DhoosReason(foul.reason), turn=foul.turn)
            for foul in self._fouls
        )

    def _outcome(self) -> Result:
        """What the play itself tells: ending, winner, tiplu, who had seen and how; with the claimed maal."""
        position = self._position
        ending = self._ending
        if position.phase is Phase.OVER:
            ending = Ending.FINISHED if self._is_finished else Ending.DISMISSED
        winner = position.winner if self._is_finished else NOBODY
        return Result(
            ending=ending,
            winner=None if winner == NOBODY else winner,
            finish=None if winner == NOBODY else position.route[winner],
            tiplu=str(_cell(position.tiplu)) if position.tiplu >= 0 else None,
            players=tuple(
                PlayerResult(
                    seen=None if position.lost[seat] and not position.seen[seat] else position.seen[seat],
                    route=position.route[seat],
                    maal=self._claims.get((seat, "maal")),
                )
                for seat in range(len(self._players))
            ),
        )

    def _result(self, parts: MarriageParts) -> Result:
        """The outcome with maal and net: derived where the cards tell them, else as the table said."""
        result = self._outcome()
        position = self._position
        if position.phase is Phase.OVER and all(map(position.knows_hand, range(position.seats))):
            return result_of(
                position,
                ending=result.ending or Ending.UNKNOWN,
                dhoos=parts.dhoos or (),
                dhoos_due=parts.dhoos_due or (),
            )
        if not self._is_finished:
            return result
        derived = self._examined(replace(parts, result=result)).derived
        nothing = (None,) * len(self._players)
        rows = zip(result.players or (), derived.get("maal", nothing), derived.get("net", nothing), strict=True)
        players = tuple(
            replace(row, maal=row.maal if maal is None else maal, net=net) for row, maal, net in rows
        )
        return replace(result, players=players)

    def _examined(self, parts: MarriageParts) -> Examination:
        return examine(parts, players=self._players, dealer=self._dealer)


def _is_open(entry: Turn, position: Position) -> bool:
    """Whether the player's entry goes on: the turn is not over, or tunnels were displayed before the draw."""
    if position.actor != entry.seat:
        return False
    if position.phase is not Phase.DRAW:
        return True
    return position.first_drawn and isinstance((None, *(entry.events or ()))[-1], DisplayTunnels)


def _foul(position: Position, seat: int, event: Event) -> DhoosReason | None:
    """The foul that the event is, judged before it happens."""
    match event:
        case Discard() if is_dhoos_throw(position, seat, event.face):
            return DhoosReason.MAAL_THROW
        case BadShow():
            return DhoosReason.WRONG_SHOW
        case BadFinish():
            return DhoosReason.WRONG_FINISH
        case _:
            return None


def _bracketed(match: re.Match[str]) -> str:
    return f"{match[1]}({match[2].strip()})"


def _cell(card: int | Cell) -> Cell:
    return card if isinstance(card, Cell) else Cell.of(FACES[card])


def _old_claims(result: Result | None) -> dict[tuple[int, str], int]:
    players = (result.players if result else None) or ()
    return {(seat, "maal"): row.maal for seat, row in enumerate(players) if row.maal is not None}


def _old_ending(result: Result | None) -> Ending | None:
    ending = result.ending if result else None
    return ending if ending in _ENDINGS else None
