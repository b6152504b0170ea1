"""``marriage solve``: what a hand can do."""

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any, Final, cast

import typer

from marriage_analysis.cards.face import Face
from marriage_analysis.cards.notation import (
    format_faces,
    format_sets,
    normalise_cards,
    parse_face,
    parse_faces,
)
from marriage_analysis.cli.card_text import put_cards
from marriage_analysis.cli.options import JsonOption, OptionOption, parse_rule_options
from marriage_analysis.cli.output import emit_json, put
from marriage_analysis.errors import MarriageError, RecordError
from marriage_analysis.games.marriage.rules.presets import rule_set
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.solution import Solution, solve
from marriage_analysis.games.marriage.solve.telling import note, tell
from marriage_analysis.records.scan import NotPlainError, decode, scan

DEFAULT_PRESET: Final = "pagat"
LONGEST_LINE: Final = 20_000
"""Characters of one line of --stdin; a hand with all that can be said about it needs less than a tenth."""

_TEXT: Final[tuple[type, str]] = (str, "a text in quotes")
_FIELDS: Final[dict[str, tuple[type, str]]] = {
    "cards": _TEXT,
    "tiplu": _TEXT,
    "laid": _TEXT,
    "rules": _TEXT,
    "options": (dict, "an object of rule options"),
    "players": (int, "a whole number"),
    "seen": _TEXT,
}


def solve_command(
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CARDS]", help="The 21 cards of the hand, or 22 after drawing.", show_default=False
        ),
    ] = None,
    tiplu: Annotated[
        str | None,
        typer.Option(
            "--tiplu", metavar="CARD", help="The tiplu, where the player knows it.", show_default=False
        ),
    ] = None,
    laid: Annotated[
        str | None,
        typer.Option(
            "--laid",
            metavar="SETS",
            help="Sets of the hand that lie out: its show, or displayed tunnels, such as 6C7C8C,JHQHKH,AHAHAH.",
            show_default=False,
        ),
    ] = None,
    preset: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="The rule set to go by (see: marriage rules list).")
    ] = DEFAULT_PRESET,
    option: OptionOption = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", metavar="N", help="How many play, where dublees need a number.", show_default=False
        ),
    ] = None,
    seen: Annotated[
        str | None,
        typer.Option(
            "--seen", metavar="CARDS", help="Other cards seen, which cannot come.", show_default=False
        ),
    ] = None,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="Read hands from standard input, one JSON object a line.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say what a hand can do: show, finish, how far it is, and which cards help.

    Example: marriage solve "AS 2S 3S 4H 5H 6H 9D 9D 9D TC JC QC 2D 2H 2C KS KH KD 7C 7D 8S 8C" --tiplu 8H

    With --stdin each line is an object with cards, and if wanted tiplu, laid, rules, options, players and seen;
    each answer is one line of JSON, and a line that is not understood gives {"line": N, "error": "..."}.
    Exit status: 0 answered, 1 some line of --stdin was not understood, 2 not understood.
    """
    if stdin:
        if cards or as_json or tiplu or laid or seen or players is not None:
            raise typer.BadParameter("each line says all about its hand", param_hint="--stdin")
        _answer_lines(parse_rule_options(preset, option), preset)
        return
    if not cards:
        raise typer.BadParameter("name the cards of the hand, or use --stdin", param_hint="CARDS")
    asked: dict[str, Any] = {"cards": " ".join(cards), "tiplu": tiplu, "laid": laid, "seen": seen}
    hand = _Hand({key: value for key, value in asked.items() if value is not None}, players)
    rules = parse_rule_options(preset, option)
    solution = hand.solve(rules)
    if as_json:
        emit_json(hand.answer(solution, preset))
        return
    put(f"{len(hand.cards)} cards, {_tiplu_in_words(hand.tiplu)}, rules {preset}")
    for line in tell(solution, cards=hand.cards, tiplu=hand.tiplu, rules=rules):
        put_cards(line)


def _tiplu_in_words(tiplu: Face | None) -> str:
    return "tiplu not known" if tiplu is None else f"tiplu {tiplu.glyph}"


def _answer_lines(rules: RuleSet, preset: str) -> None:
    understood = True
    for number, text in enumerate(sys.stdin, start=1):
        if not text.strip():
            continue
        try:
            answer = _answer_line(text, rules, preset)
        except (MarriageError, ValueError, RecursionError) as error:
            understood = False
            answer = {"line": number, "error": str(error)}
        sys.stdout.write(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) + "\n")
    if not understood:
        raise typer.Exit(1)


def _answer_line(text: str, rules: RuleSet, preset: str) -> Mapping[str, object]:
    if len(text) > LONGEST_LINE:
        raise RecordError(f"the line has more than {LONGEST_LINE} characters", path=None)
    try:
        asked = cast(object, decode(text))
    except NotPlainError as error:
        faults = scan(text).faults
        said = f"{faults[0].message} (character {faults[0].offset + 1})" if faults else str(error)
        raise RecordError(said, path=None) from None
    if not isinstance(asked, dict):
        raise RecordError("a hand is a JSON object", path=None)
    fields = cast("dict[str, Any]", asked)
    for name, value in fields.items():
        if name not in _FIELDS:
            raise RecordError(f"no such field; there are: {', '.join(_FIELDS)}", path=name)
        kind, words = _FIELDS[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordError(f"{json.dumps(value)[:80]} is not {words}", path=name)
    if "cards" not in fields:
        raise RecordError("missing", path="cards")
    if "rules" in fields or "options" in fields:
        preset = fields.pop("rules", preset)
        rules = rule_set(preset, fields.pop("options", {}))
    hand = _Hand(fields, fields.pop("players", None))
    return hand.answer(hand.solve(rules), preset)


def _read_sets(text: str) -> tuple[tuple[Face, ...], ...]:
    return tuple(parse_faces(normalise_cards(cards)) for cards in text.split(","))


class _Hand:
    """A hand as it is asked about."""

    def __init__(self, fields: Mapping[str, str], players: int | None) -> None:
        self.cards = parse_faces(normalise_cards(fields["cards"]))
        self.tiplu = parse_face(normalise_cards(fields["tiplu"])) if "tiplu" in fields else None
        self.laid = _read_sets(fields["laid"]) if fields.get("laid") else ()
        self.seen = parse_faces(normalise_cards(fields["seen"])) if fields.get("seen") else ()
        self.players = players

    def solve(self, rules: RuleSet) -> Solution:
        return solve(
            self.cards,
            rules=rules,
            tiplu=self.tiplu,
            laid=self.laid,
            players=self.players,
            seen=self.seen,
        )

    def answer(self, solution: Solution, preset: str) -> Mapping[str, object]:
        """The facts as ``--json`` prints them."""
        seven, eight = solution.dublee_distances
        return {
            "cards": format_faces(self.cards),
            "tiplu": None if self.tiplu is None else str(self.tiplu),
            "laid": format_sets(self.laid),
            "rules": preset,
            "can_show": solution.can_show,
            "ways": solution.ways,
            "shows": [format_sets(sets) for sets in solution.shows],
            "show_distance": solution.show_distance,
            "dublee_distance": {"7": seven, "8": eight},
            "can_finish": solution.can_finish,
            "discards": list(map(str, solution.discards)),
            "finish_distance": solution.finish_distance,
            "discard": None if solution.discard is None else str(solution.discard),
            "maal": solution.maal,
            "arrangement": [format_sets([cards]) for cards in solution.arrangement],
            "plan": [format_sets([cards]) for cards in solution.plan],
            "outs": {
                "show": {str(face): left for face, left in solution.show_outs.items()},
                "dublee": {str(face): left for face, left in solution.dublee_outs.items()},
                "finish": {str(face): left for face, left in solution.finish_outs.items()},
            },
            "note": note(solution, cards=self.cards),
        }
