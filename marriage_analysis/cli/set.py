"""``marriage set``: is this a valid set, and why (not)?"""

from typing import Annotated

import typer

from marriage_analysis.cards.notation import format_faces, normalise_cards, parse_face, parse_faces
from marriage_analysis.cli.options import JsonOption, OptionOption, parse_rule_options
from marriage_analysis.cli.output import emit_json, put
from marriage_analysis.games.marriage.rules.rulebook import RULES
from marriage_analysis.games.marriage.sets import recognise
from marriage_analysis.games.marriage.verdict import SetKind

DEFAULT_PRESET = "pagat"


def set_command(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help='The cards, such as "6D QC 8D".', show_default=False),
    ],
    tiplu: Annotated[
        str | None,
        typer.Option(
            "--tiplu", metavar="CARD", help="The tiplu, where the owner has seen it.", show_default=False
        ),
    ] = None,
    primary: Annotated[
        bool, typer.Option("--primary", help="Ask for a set to show with: no trial, no wild cards.")
    ] = False,
    preset: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="The rule set to go by (see: marriage rules list).")
    ] = DEFAULT_PRESET,
    option: OptionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say whether cards are a valid set, and why (not).

    Example: marriage set "6D QC 8D" --tiplu JC

    Without --tiplu the owner has not seen it yet, and nothing is wild. Cards are typed as 6D, 10C, J♥, JK
    (printed joker) or MC (master card). Exit status: 0 a valid set, 1 not a set, 2 not understood.
    """
    rules = parse_rule_options(preset, option)
    faces = parse_faces(normalise_cards(" ".join(cards)))
    if not faces:
        raise typer.BadParameter("name the cards, such as 6D QC 8D", param_hint="CARDS")
    seen_tiplu = None if tiplu is None else parse_face(normalise_cards(tiplu))
    verdict = recognise(faces, rules=rules, tiplu=seen_tiplu, primary=primary)
    if as_json:
        emit_json(
            {
                "valid": verdict.valid,
                "kind": None if verdict.kind is None else verdict.kind.value,
                "reason": verdict.reason,
                "rule": verdict.rule,
                "is_primary": verdict.is_primary,
                "stand_ins": [
                    {"wild": str(item.wild), "stands_for": str(item.stands_for)} for item in verdict.stand_ins
                ],
                "cards": format_faces(faces),
                "tiplu": None if seen_tiplu is None else str(seen_tiplu),
                "primary": primary,
                "rules": preset,
            }
        )
    else:
        put(f"{format_faces(faces)} is {_in_words(verdict.kind, primary=primary)}.")
        put(verdict.reason)
        if verdict.valid and not verdict.is_primary:
            put("It is no primary set.")
        put(f"Rule {verdict.rule}: {RULES[verdict.rule].text}")
    if not verdict.valid:
        raise typer.Exit(1)


def _in_words(kind: SetKind | None, *, primary: bool) -> str:
    if kind is None:
        return "not a primary set" if primary else "not a valid set"
    return "a valid set of wild cards" if kind is SetKind.WILDS else f"a valid {kind.value}"
