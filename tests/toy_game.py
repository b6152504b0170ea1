"""A game for the tests that no layer knows: about as small as a game can be.

Nine cards, 1 to 9. Two players get three each. First each may swap a card for one that the other does not see,
then three tricks are played with open cards; the higher card takes a point from the other player. A record may
claim the nets. It can be replayed, hidden, explained and simulated: no other ability of ``games/abilities``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from marriage_analysis.cards.shuffle import shuffled
from marriage_analysis.errors import IllegalActionError, RuleOptionError
from marriage_analysis.findings import Code, Concern, Finding, Place, Severity
from marriage_analysis.games.constraints import Pattern, RecordPart, Size
from marriage_analysis.games.examination import Column, Examination, ScoreLine, Statement, Transfer
from marriage_analysis.games.playing import Break, Step, SteppedPlay
from marriage_analysis.games.protocol import Level
from marriage_analysis.games.simulating import Policy
from marriage_analysis.games.table_rows import Meaning, TableRows, TableShape

CARDS: Final = "123456789"
ENTRIES: Final = 8
HELD_TWICE: Final = Code("toy_held_twice", Severity.ERROR, "Both players hold the same card.", "TOY-01")
PLAY_BREAKS: Final = Code("toy_play_breaks", Severity.ERROR, "The play cannot go on so.", "TOY-02")
NET_DIFFERS: Final = Code("toy_net_differs", Severity.ERROR, "Wrong net.", "TOY-03", Concern.CLAIM)

Hand = Annotated[str, Pattern("[1-9?]{3}", 3, "three cards, such as 147")]
Entry = Annotated[str, Pattern("[01]: (?:keep|swap [1-9?]>[1-9?]|[1-9])", 12, "one turn, such as 0: swap 1>5")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyParts(RecordPart):
    """What a record holds of the game; there are no rules to choose."""

    hands: Annotated[tuple[Hand, ...] | None, Size(2, 2)] = None
    play: Annotated[tuple[Entry, ...] | None, Size(0, ENTRIES)] = None
    nets: Annotated[tuple[int, ...] | None, Size(2, 2)] = None


@dataclass(frozen=True, slots=True)
class ToyTable:
    """What the players hold, how many turns are over, and the open cards; ``?`` is a card that is not known."""

    held: tuple[str, ...]
    turns: int = 0
    shown: str = ""

    @property
    def state(self) -> object:
        return self.shown

    @property
    def to_act(self) -> int | None:
        return self.turns % 2 if self.turns < ENTRIES else None

    @property
    def tricks(self) -> list[tuple[int, str]]:
        """Who took each trick, and its cards."""
        pairs = [self.shown[at : at + 2] for at in range(0, len(self.shown) - 1, 2)]
        return [(int(pair[1] > pair[0]), pair) for pair in pairs]

    def after(self, entry: str) -> "ToyTable":
        """The table after that turn; raises ``IllegalActionError`` for one that cannot be now."""
        seat, what = int(entry[0]), entry[3:]
        hand = self.held[seat]
        is_swap = what.startswith("swap")
        gone, got = (what[5], what[7]) if is_swap else ("", "") if what == "keep" else (what, "")
        why = None
        if seat != self.to_act:
            why = "it is not this player's turn"
        elif (self.turns < 2) != (is_swap or not gone):
            why = "each player swaps or keeps once, before the tricks"
        elif gone not in hand and "?" not in hand:
            why = f"the {gone} is not in this hand"
        elif got and got != "?" and got in "".join(self.held):
            why = f"the {got} is in a hand already"
        if why is not None:
            raise IllegalActionError(why, seat=seat, action=entry, rule="TOY-02")
        hand = hand.replace(gone if gone in hand else "?", got, 1) if gone else hand
        held = (hand, self.held[1]) if seat == 0 else (self.held[0], hand)
        return ToyTable(held, self.turns + 1, self.shown if self.turns < 2 else self.shown + gone)

    def lines(self) -> tuple[str, ...]:
        return (f"open: {self.shown or 'nothing'}",)

    def hands(self) -> tuple[str, ...]:
        return self.held

    def facts(self) -> Mapping[str, object]:
        return {"to_act": self.to_act, "open": self.shown, "hands": list(self.held)}


def follow(parts: ToyParts, until: int | None = None) -> tuple[list[ToyTable], Break | None]:
    """The tables from the deal on, and where the play breaks."""
    tables = [ToyTable(parts.hands or ("???", "???"))]
    for turn, entry in enumerate((parts.play or ())[:until]):
        try:
            tables.append(tables[-1].after(entry))
        except IllegalActionError as error:
            return tables, Break(turn, 0, str(error), error.rule)
    return tables, None


@dataclass(slots=True)
class ToyDealt:
    """A game on its way by program; the stock is what is left of the shuffled cards."""

    dealt: ToyParts
    stock: list[str]
    table: ToyTable
    entries: list[str] = field(default_factory=list[str])
    is_stopped: bool = False
    must_act: bool = True

    @property
    def is_over(self) -> bool:
        return self.is_stopped or self.to_act is None

    @property
    def turns(self) -> int:
        return self.table.turns

    @property
    def to_act(self) -> int | None:
        return self.table.to_act

    def view(self, seat: int) -> "ToyView":
        return ToyView(seat, self.table.held[seat], self.table.turns)

    def play(self, seat: int, action: str) -> None:
        entry = f"{seat}: {action}" + (self.stock.pop() if action.startswith("swap") else "")
        self.table = self.table.after(entry)
        self.entries.append(entry)

    def play_chance(self) -> None:
        raise NotImplementedError

    def abandon(self) -> None:
        self.is_stopped = True

    def parts(self) -> ToyParts:
        played = replace(self.dealt, play=tuple(self.entries))
        nets = None if self.is_stopped else nets_of(self.table)
        return replace(played, nets=nets)

    @property
    def ends_session(self) -> bool:
        return False

    def carries(self, game_id: str) -> None:
        del game_id


@dataclass(frozen=True, slots=True)
class ToyView:
    seat: int
    hand: str
    turns: int
    must_act: bool = True

    def legal_actions(self) -> Sequence[str]:
        return ("keep", *(f"swap {card}>" for card in self.hand)) if self.turns < 2 else tuple(self.hand)


def nets_of(table: ToyTable) -> tuple[int, int]:
    first = sum(1 if winner == 0 else -1 for winner, _ in table.tricks)
    return first, -first


@dataclass(frozen=True, slots=True, kw_only=True)
class GameColumns:
    swaps: Annotated[int, Meaning("How many swaps there were.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatColumns:
    holding: Annotated[str | None, Meaning("The hand as dealt.")]


SHAPE: Final = TableShape(
    game=GameColumns, seat=SeatColumns, scores={"net": Meaning("Tricks taken, less tricks lost.")}
)


@dataclass(frozen=True, slots=True)
class Toy:
    """The game itself, as ``games/protocol`` and ``games/abilities`` ask."""

    name: str = "toy"
    parts: type[ToyParts] = ToyParts
    codes: tuple[Code, ...] = (HELD_TWICE, PLAY_BREAKS, NET_DIFFERS)
    table_shape: TableShape = SHAPE
    rule_names: tuple[str, ...] = ("plain",)
    policies: Mapping[str, Policy] = field(default_factory=dict[str, Policy])

    def level(self, parts: ToyParts) -> Level:
        return Level.PLAY if parts.play else Level.HANDS if parts.hands else Level.NET

    def turn_count(self, parts: ToyParts) -> int | None:
        return None if parts.play is None else len(parts.play)

    def has_cards(self, parts: ToyParts) -> bool:
        return parts.hands is not None or parts.play is not None

    def is_spelled_out(self, parts: ToyParts) -> bool:
        del parts
        return True

    def canonical(self, parts: ToyParts) -> ToyParts:
        return replace(parts, hands=parts.hands and tuple("".join(sorted(hand)) for hand in parts.hands))

    def summary(self, parts: ToyParts) -> Mapping[str, object]:
        won = parts.nets.index(max(parts.nets)) if parts.nets else None
        return {"ending": "finished" if parts.nets else None, "winner": won}

    def legality(self, parts: ToyParts, *, players: Sequence[str], dealer: int | None) -> tuple[Finding, ...]:
        del players, dealer
        first, second = parts.hands or ("", "")
        twice = [card for card in CARDS if card in first and card in second]
        found = [Finding(HELD_TWICE, f"both hold {card}", Place("hands"), "TOY-01") for card in twice]
        stop = follow(parts)[1]
        if stop is not None:
            place = Place(path=f"play[{stop.turn}]", turn=stop.turn)
            found.append(Finding(PLAY_BREAKS, stop.reason, place, stop.rule))
        return tuple(found)

    def examine(
        self, parts: ToyParts, *, players: Sequence[str], dealer: int | None, sat_out: int = 0
    ) -> Examination:
        del sat_out
        findings = self.legality(parts, players=players, dealer=dealer)
        end = follow(parts)[0][-1]
        claimed: Column = parts.nets or (None, None)
        if end.to_act is not None or findings:
            return Examination(
                findings=findings, claimed={"net": claimed}, derived={"net": (None, None)}, recomputed=False
            )
        derived = nets_of(end)
        if parts.nets not in (None, derived):
            message = f"the tricks give {derived}"
            found = Finding(NET_DIFFERS, message, Place("nets"), "TOY-03", list(derived), list(claimed))
            findings = (*findings, found)
        winner = int(derived[1] > 0)
        return Examination(
            findings=findings,
            claimed={"net": claimed},
            derived={"net": derived},
            basis=("cards", "cards"),
            statement=Statement(
                lines=tuple(ScoreLine(seat, "trick", 1, pair, 1, "TOY-03") for seat, pair in end.tricks),
                transfers=(Transfer(1 - winner, winner, abs(derived[0]), "tricks", "TOY-03"),),
                columns={"net": derived},
            ),
        )

    def table_rows(
        self, parts: ToyParts, examination: Examination, *, seats: int, dealer: int | None
    ) -> TableRows:
        del examination, dealer
        return TableRows(
            game=GameColumns(swaps=sum("swap" in entry for entry in parts.play or ())),
            seats=tuple(SeatColumns(holding=hand) for hand in parts.hands or (None,) * seats),
        )

    def view(self, parts: ToyParts, *, seats: int, seat: int | None) -> ToyParts:
        del seats
        hands = parts.hands and tuple(hand if at == seat else "???" for at, hand in enumerate(parts.hands))
        play = parts.play and tuple(
            entry if int(entry[0]) == seat or "swap" not in entry else f"{entry[0]}: swap ?>?"
            for entry in parts.play
        )
        return replace(parts, hands=hands, play=play)

    def explain(self, examination: Examination, *, players: Sequence[str], language: str) -> tuple[str, ...]:
        del language
        lines = examination.statement.lines if examination.statement else ()
        return tuple(f"{players[line.seat]} takes {line.cards}." for line in lines)

    def stepped(
        self, parts: ToyParts, *, players: Sequence[str], dealer: int | None, until: int | None = None
    ) -> SteppedPlay:
        del dealer
        tables, stop = follow(parts, until)
        steps = [
            Step(
                turn=turn,
                seat=int(entry[0]),
                entry=entry,
                words=f"{players[int(entry[0])]} {entry[3:]}",
                table=table,
            )
            for turn, (entry, table) in enumerate(zip(parts.play or (), tables[1:], strict=False))
        ]
        return SteppedPlay(start=tables[0], steps=tuple(steps), stop=stop)

    def start(
        self, rules: Mapping[str, object], *, seats: int, dealer: int, seed: str, carried: Any = None
    ) -> ToyDealt:
        del seats, dealer, carried
        if rules != {"preset": "plain", "options": {}}:
            raise RuleOptionError(f"no rules but plain, not {rules}", option="preset")
        cards = shuffled(CARDS, seed)
        hands = ("".join(cards[:3]), "".join(cards[3:6]))
        return ToyDealt(ToyParts(hands=hands), cards[6:], ToyTable(hands))


TOY: Final = Toy()
