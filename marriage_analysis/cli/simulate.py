"""``marriage simulate``: games played by program, written as whole records."""

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_analysis.cli.options import JsonOption, OptionOption, read_rule_options
from marriage_analysis.cli.output import emit_json, progress, say
from marriage_analysis.cli.rule_books import GameTypeOption, named_game
from marriage_analysis.errors import WordError

if TYPE_CHECKING:
    from marriage_analysis.play.simulate import Plan
    from marriage_analysis.play.tally import Tally

_ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst")


def simulate_command(
    games: Annotated[int, typer.Option("--games", metavar="N", min=0, help="How many games to play.")],
    players: Annotated[int, typer.Option("--players", metavar="K", min=2, max=6, help="How many seats.")],
    rules: Annotated[
        str,
        typer.Option(
            "--rules", metavar="NAME", help="The rule set to play by, for example pagat (marriage rules list)."
        ),
    ],
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="What all chance follows from: any text or number.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="OUT", help="A .jsonl file, also .jsonl.gz or .jsonl.zst; - is stdout."
        ),
    ],
    game_type: GameTypeOption = None,
    option: OptionOption = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="NAME",
            help="How the seats play: sensible or random, in Marriage also mixed, sequence, dublee, simple or"
            " careless. Once for all, or once for each seat in order.",
            show_default="the best one",
        ),
    ] = None,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="Play the games as one session: open dhoos is carried."),
    ] = None,
    first_game: Annotated[
        int,
        typer.Option("--first-game", metavar="N", min=0, help="The number of the first game, to go on later."),
    ] = 0,
    max_turns: Annotated[
        int, typer.Option("--max-turns", metavar="N", min=1, help="A game as long as this is abandoned.")
    ] = 300,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Do not use the compiled players (extra fast); the games are the same, and slower."
        ),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT where it exists.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play games by program and write them as whole records: deal, every turn, result.

    Example: marriage simulate --games 100 --players 4 --rules pagat --seed 7 -o games.jsonl.zst

    The same seed, rules and players give the same bytes, on every machine; game 7 is the same game whether
    or not games 0 to 6 are written with it. The dealer moves on one seat a game. What came of the games is
    told on stderr, or with --json on stdout. Exit status: 0 done, 2 not possible.
    """
    from marriage_analysis.play.policies import best_policy
    from marriage_analysis.play.simulate import Plan

    if output != "-" and not output.lower().endswith(_ENDINGS):
        raise WordError(f"{output}: the name must end in {', '.join(_ENDINGS)}", word=output)
    if as_json and output == "-":
        raise typer.BadParameter("--json writes on stdout, and so does -o -: choose one of them")
    game = named_game(game_type, rules)
    plan = Plan(
        game=game,
        rules={"preset": rules, "options": read_rule_options(option)},
        seats=players,
        seed=seed,
        policies=tuple(policy or (best_policy(game),)),
        max_turns=max_turns,
        session=session,
    )
    tally = _write(plan, output, games=games, first_game=first_game, is_plain=plain, force=force)
    if as_json:
        emit_json({"games": tally.games, "turns": tally.turns, "mean_turns": tally.mean_turns, **tally.words})
    else:
        say(str(tally))


def _write(plan: "Plan", output: str, *, games: int, first_game: int, is_plain: bool, force: bool) -> "Tally":
    from marriage_analysis.play.simulate import simulate
    from marriage_analysis.play.tally import Tally
    from marriage_analysis.records.exporting import format_record
    from marriage_analysis.records.files import write_atomically
    from marriage_analysis.records.packing import packed

    tally = Tally()
    with ExitStack() as stack:
        plain = sys.stdout.buffer
        if output != "-":
            plain = stack.enter_context(write_atomically(output, replace=force))
        stream = stack.enter_context(packed(plain, output))
        done = stack.enter_context(progress("playing", total=games))
        for record in simulate(plan, games=games, first_game=first_game, compiled=False if is_plain else None):
            stream.write(format_record(record) + b"\n")
            tally.add(record)
            done(1)
    sys.stdout.buffer.flush()
    return tally
