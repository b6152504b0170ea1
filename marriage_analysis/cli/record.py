"""``marriage record``: writes a game down at the table, at the keyboard, while it is played."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marriage_analysis.cli.card_text import put_cards
from marriage_analysis.cli.options import OptionOption, RulesOption, read_rule_options
from marriage_analysis.cli.output import clean, put, say
from marriage_analysis.cli.rule_books import GameTypeOption, book_with_preset, named_game
from marriage_analysis.errors import (
    CountError,
    IllegalActionError,
    MarriageError,
    NotationError,
    RecordError,
    WordError,
)

if TYPE_CHECKING:
    from marriage_analysis.play.recorder import Recorder
    from marriage_analysis.records.model import Record

_HELP = """\
  undo         take the latest thing back
  legal        what may happen now;   show: the table;   help: this
  end abandoned, end cancelled   the game ends before its end
  quit         stop for now; everything is saved already"""

_Ask = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """What the command line tells of a new game, so that it need not be asked."""

    players: str | None
    dealer: str | None
    rules: str | None
    option: Sequence[str] | None
    seed: str | None
    game_type: str | None

    @property
    def anything(self) -> bool:
        given = (self.players, self.dealer, self.rules, self.option, self.seed, self.game_type)
        return any(value is not None for value in given)


class _EndOfInput(Exception):  # noqa: N818
    """Nobody types anything any more."""


def record_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where the games are written (.jsonl); may be new.")
    ],
    players: Annotated[
        str | None,
        typer.Option(
            "--players", metavar="NAMES", help="The players in order of play, with commas.", show_default=False
        ),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="NAME", help="Who deals.", show_default=False)
    ] = None,
    rules: RulesOption = None,
    option: OptionOption = None,
    game_type: GameTypeOption = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="TEXT",
            help="Deal the cards by a shuffle from this text, not at the table.",
        ),
    ] = None,
) -> None:
    """Write a game down while it is played: type what happens, turn by turn.

    Example: marriage record evening.jsonl

    A new file asks for players and rules; a file whose last game is not over goes on with it; after a game
    that is over the next one begins, with the same players and the next dealer. Cards are typed as people
    write them (10c, ♥6). Whatever the rules do not allow is refused, with the reason. Everything is on the
    disk after each line, so the program may be stopped at any time.
    """
    from marriage_analysis.play.recorder import Recorder, recording_file

    recording_file(file)  # before anything is asked for it
    if rules is not None:
        book_with_preset(rules).change(rules, read_rule_options(option))
    ask = _asker()
    given = _Given(players=players, dealer=dealer, rules=rules, option=option, seed=seed, game_type=game_type)
    try:
        last = _last_record(file)
        if last is not None and not _is_over(last):
            if given.anything:
                raise RecordError(
                    f"the game {last.id} in {file} is not over; players, dealer, rules and seed are known",
                    path=None,
                )
            recorder = Recorder.resume(file)
            put(f"Going on with {last.id}: {', '.join(player.label for player in last.players)}.")
        else:
            recorder = Recorder.start(file, _draft(ask, file, last, given))
            put(f"Recording {recorder.record().id}. Type help for what can be typed, quit to stop.")
    except _EndOfInput:
        put()
        put("Nothing was recorded.")
        return
    try:
        _record(recorder, ask)
    except _EndOfInput:
        put()
    put(f"Saved in {file}.")


def _record(recorder: "Recorder", ask: _Ask) -> None:
    """Take lines until the game is over and its claims are in, or until ``quit``."""
    while True:
        if recorder.is_over:
            _finish(recorder, ask)
            return
        typed = _typed(ask, f"{recorder.table.lines()[0]}> ").strip()
        command, _, rest = typed.partition(" ")
        try:
            match command.lower():
                case "":
                    continue
                case "quit" | "exit":
                    put("The game can be gone on with later.")
                    return
                case "help":
                    put(f"{recorder.typing_help}\n{_HELP}")
                case "legal":
                    _put_legal(recorder)
                case "undo":
                    undone = recorder.undo()
                    put("Nothing to take back." if undone is None else f"Taken back: {undone}")
                case "end":
                    recorder.end(rest.strip().lower())
                case "show" if not rest.strip():
                    _put_table(recorder)
                case _:
                    for words in recorder.push(typed):
                        put_cards(words)
        except (NotationError, IllegalActionError, WordError, RecordError) as error:
            say(f"No: {error.reason if isinstance(error, NotationError) else error}")


def _finish(recorder: "Recorder", ask: _Ask) -> None:
    """The result: what the cards tell is known, the rest is asked."""
    for line in recorder.table.lines():
        put_cards(line)
    for claim in recorder.claims():
        while True:
            typed = _typed(ask, f"{claim.words} (Enter: not known): ").strip()
            if not typed:
                break
            try:
                recorder.claim(claim, int(typed))
                break
            except (ValueError, MarriageError):
                say(f"No: {claim.column} is a whole number from 0 on")
    record = recorder.record()
    from marriage_analysis.audit.audit import examine_record

    columns = examine_record(record).derived
    put()
    for seat, player in enumerate(record.players):
        told = [f"{name} {values[seat]}" for name, values in columns.items() if values[seat] is not None]
        put(f"{player.label}: {', '.join(told) or 'not known'}")


def _put_legal(recorder: "Recorder") -> None:
    players = [player.label for player in recorder.record().players]
    choices = recorder.legal()
    width = max((len(choice.event) for choice in choices), default=0)
    acting = {choice.seat for choice in choices}
    for choice in choices:
        who = f"{players[choice.seat]}: " if choice.seat is not None and len(acting) > 1 else ""
        put_cards(f"  {choice.event:<{width}}  {who}{choice.words}")


def _put_table(recorder: "Recorder") -> None:
    for line in (*recorder.table.lines(), *recorder.table.hands()):
        put_cards(f"  {line}")


def _last_record(file: str) -> "Record | None":
    from marriage_analysis.records.reader import read_records

    if not Path(file).exists():
        return None
    last: Record | None = None
    for reading in read_records(file):
        last = reading.record
    if last is None and Path(file).stat().st_size:
        raise RecordError(f"{file}: the last line is no sound record; nothing was changed", path=None)
    return last


def _is_over(record: "Record") -> bool:
    """Whether nothing can be added: the play is over, or there is none and a result instead."""
    from marriage_analysis.games.abilities import Records, require

    game = require(record.game_value, Records)
    if not record.game_value.has_cards(record.parts):
        return True
    labels = [player.label for player in record.players]
    return game.live(record.parts, players=labels, dealer=record.dealer).is_over


def _rules(ask: _Ask, last: "Record | None", given: _Given) -> dict[str, Any]:
    """The rules asked for; without any those of the game before, else the ones that are typed."""
    rules = given.rules
    if rules is None and last is not None and not given.option:
        return dict(last.to_mapping()["rules"])
    names = _rule_names(given.game_type if last is None else last.game)
    while rules is None:
        typed = _typed(ask, f"Rules ({', '.join(names)}) [{names[0]}]: ").strip() or names[0]
        if typed in names:
            rules = typed
        else:
            say(f"No: there are no rules {typed!r}")
    options = read_rule_options(given.option)
    book_with_preset(rules).change(rules, options)
    return {"preset": rules, "options": options} if options else {"preset": rules}


def _rule_names(game: str | None) -> tuple[str, ...]:
    from marriage_analysis.games.abilities import Ruled, require

    return tuple(require(named_game(game), Ruled).rule_book.presets)


def _draft(ask: _Ask, file: str, last: "Record | None", given: _Given) -> "Record":
    """The next game: asked for what is not given and not known from the game before."""
    from marriage_analysis.games.abilities import Records, require
    from marriage_analysis.play.recorder import new_record

    before = [] if last is None else [player.label for player in last.players]
    names = _names(ask, given.players, before)
    usual = len(names) - 1
    listed: Sequence[Any] = names
    session, number = Path(file).name.split(".")[0] or "game", 1
    fields: Mapping[str, Any] | None = None
    if last is not None:
        if last.session is not None:
            session, number = last.session.id, (last.session.number or 0) + 1
        if names == before:
            listed = last.to_mapping()["players"]
            usual = 0 if last.dealer is None else (last.dealer + 1) % len(names)
            following = require(last.game_value, Records).following(last.parts, dealer=last.dealer)
            fields = following.fields
            if following.opens_session:
                session, number = _another(session), 1
    dealer = _dealer(ask, given.dealer, names, usual)
    rules = _rules(ask, last, given)
    kept = last.game if last is not None and given.rules is None else None
    game = named_game(given.game_type or kept, rules.get("preset"))
    if fields is None:
        fields = require(game, Records).opening
    draft = new_record(
        game=game.name,
        id=f"{session}-{number:02d}",
        rules=rules,
        players=listed,
        dealer=dealer,
        seed=given.seed,
        session={"id": session, "number": number},
        meta={"source": {"app": "marriage record"}},
        **fields,
    )
    return draft if given.seed is not None else _with_turned_up(ask, draft)


def _another(session: str) -> str:
    """The name of the session after that one: ``evening-2`` after ``evening``."""
    name, dash, number = session.rpartition("-")
    return f"{name}-{int(number) + 1}" if dash and number.isdecimal() else f"{session}-2"


def _with_turned_up(ask: _Ask, draft: "Record") -> "Record":
    """The draft with the card that was turned up, where it is told."""
    from marriage_analysis.cards.typed_cells import normalise_cells
    from marriage_analysis.games.abilities import Records, require

    game = require(draft.game_value, Records)
    while True:
        typed = _typed(ask, "The card turned up after the deal (Enter: not noted): ").strip()
        if not typed:
            return draft
        try:
            cells = normalise_cells(typed)
            if len(cells) == 1 and "*" not in cells[0]:
                return draft.with_parts(game.with_turned_up(draft.parts, cells[0]))
        except (NotationError, RecordError) as error:
            say(f"No: {error.reason if isinstance(error, NotationError) else error}")
            continue
        say("No: one card is turned up")


def _names(ask: _Ask, given: str | None, before: Sequence[str]) -> list[str]:
    known = f" [{', '.join(before)}]" if before else ""
    while True:
        typed = given if given is not None else _typed(ask, f"Players in order of play, with commas{known}: ")
        names = [name.strip() for name in typed.split(",") if name.strip()] or list(before)
        if not 2 <= len(names) <= 6:
            problem = "2 to 6 players play"
        elif len({name.casefold() for name in names}) < len(names):
            problem = "two players have the same name"
        else:
            return names
        if given is not None:
            raise CountError(f"--players: {problem}", value=given)
        say(f"No: {problem}")


def _dealer(ask: _Ask, given: str | None, names: Sequence[str], default: int) -> int:
    while True:
        typed = (given if given is not None else _typed(ask, f"Dealer [{names[default]}]: ")).strip()
        if not typed:
            return default
        meant = [seat for seat, name in enumerate(names) if name.casefold().startswith(typed.casefold())]
        exact = [seat for seat in meant if names[seat].casefold() == typed.casefold()] or meant
        if len(exact) == 1:
            return exact[0]
        if given is not None:
            raise WordError(f"--dealer: {typed!r} is none of {', '.join(names)}", word=typed)
        say(f"No: {typed!r} is none of {', '.join(names)}")


def _typed(ask: _Ask, prompt: str) -> str:
    line = ask(clean(prompt))
    if line is None:
        raise _EndOfInput
    return line


def _asker() -> _Ask:
    """Asks at the terminal with line editing; from a pipe it reads lines and shows them after the prompt."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        import contextlib
        import importlib

        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # makes input() edit lines and remember them
        return _ask_at_terminal
    return _ask_pipe


def _ask_at_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _ask_pipe(prompt: str) -> str | None:
    line = sys.stdin.readline()
    sys.stdout.write(f"{prompt}{clean(line.rstrip(chr(10)))}\n" if line else prompt)
    return line.rstrip("\r\n") if line else None
