"""A recorded play gone through turn by turn, for people: what each did, and the table after it."""

from collections.abc import Sequence

from marriage_analysis.errors import RecordError
from marriage_analysis.games.marriage.engine.events import Event
from marriage_analysis.games.marriage.engine.notation import Gap, TableEntry, Turn, parse_entry
from marriage_analysis.games.marriage.engine.position import NOBODY, Position
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.engine.state import freeze
from marriage_analysis.games.marriage.parts import MarriageParts
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.table import MarriageTable
from marriage_analysis.games.marriage.wording import event_words
from marriage_analysis.games.playing import Break, Step, SteppedPlay


def rules_to_play_by(parts: MarriageParts) -> RuleSet:
    """The record's rules; raises ``RecordError`` where they are not known, since nothing can be played then."""
    rules = read_rules(parts.rules.preset, parts.rules.options)
    if rules is None:
        raise RecordError("the rules are not known, and play cannot be followed without them", path="rules")
    return rules


def stepped(
    parts: MarriageParts, *, players: Sequence[str], dealer: int | None, until: int | None = None
) -> SteppedPlay:
    """The sound part of the play before the entry ``until``, and why it ends where it breaks."""
    rules = rules_to_play_by(parts)
    texts = parts.play or ()
    names = tuple(players)
    steps: list[Step] = []
    words: list[str] = []

    def watch(turn: int, seat: int, event: Event, position: Position) -> None:
        del turn, position
        words.append(event_words(event, seat=seat))

    def after(turn: int, position: Position) -> None:
        entry = parse_entry(texts[turn])
        steps.append(
            Step(
                turn=turn,
                seat=entry.seat if isinstance(entry, Turn) else None,
                entry=texts[turn],
                words=_turn_words(entry, words, names),
                table=MarriageTable(freeze(position), names),
            )
        )
        words.clear()

    start = replay(parts, rules, seats=len(names), dealer=dealer, until=0)
    run = replay(parts, rules, seats=len(names), dealer=dealer, until=until, watch=watch, after=after)
    stop = run.stop
    return SteppedPlay(
        start=MarriageTable(freeze(start.position), names),
        steps=tuple(steps),
        stop=None if stop is None else Break(stop.turn, stop.event, stop.reason, stop.rule),
        notes=tuple(run.notes),
    )


def _turn_words(entry: Turn | TableEntry | Gap, words: Sequence[str], names: Sequence[str]) -> str:
    match entry:
        case Gap(None):
            return "Some turns were not noted"
        case Gap(turns):
            return f"{turns} turn{'s' if turns != 1 else ''} not noted"
        case TableEntry():
            return f"The table {', '.join(words)}"
        case Turn(seat, None):
            return f"{seat_name(names, seat)} played a turn that nobody noted"
        case Turn(seat):
            return f"{seat_name(names, seat)} {', '.join(words)}"


def seat_name(names: Sequence[str], seat: int) -> str:
    """The player's name; the table's where nobody sits there."""
    if seat == NOBODY:
        return "the table"
    return names[seat] if seat < len(names) else f"Seat {seat}"
