"""The ``marriage`` command: every subcommand is registered under COMMANDS below, and nowhere else."""

import errno
import os
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from marriage_analysis import __version__
from marriage_analysis.cli import rules
from marriage_analysis.cli.audit import audit_command
from marriage_analysis.cli.convert import convert_command
from marriage_analysis.cli.correct import correct_command
from marriage_analysis.cli.dataset import dataset_command
from marriage_analysis.cli.demo import demo_command
from marriage_analysis.cli.derive import derive_command
from marriage_analysis.cli.diff import diff_command
from marriage_analysis.cli.export import export_command
from marriage_analysis.cli.find import find_command
from marriage_analysis.cli.findings import findings_command
from marriage_analysis.cli.format import format_command
from marriage_analysis.cli.load import load_command
from marriage_analysis.cli.ls import ls_command
from marriage_analysis.cli.merge import dedupe_command, merge_command
from marriage_analysis.cli.output import put, say, use_utf8
from marriage_analysis.cli.query import query_command
from marriage_analysis.cli.record import record_command
from marriage_analysis.cli.replay import replay_command
from marriage_analysis.cli.resettle import resettle_command
from marriage_analysis.cli.schema import schema_command
from marriage_analysis.cli.score import explain_command, score_command
from marriage_analysis.cli.select import select_command
from marriage_analysis.cli.set import set_command
from marriage_analysis.cli.simulate import simulate_command
from marriage_analysis.cli.solve import solve_command
from marriage_analysis.cli.split import split_command
from marriage_analysis.cli.stats import stats_command
from marriage_analysis.cli.validate import validate_command
from marriage_analysis.cli.verify import verify_command
from marriage_analysis.cli.view import view_command
from marriage_analysis.errors import MarriageError

EXIT_UNUSABLE = 2
"""Exit status: the input cannot be read or the command line cannot be understood."""

EXIT_BROKEN_PIPE = 141
"""Exit status: the reader of our output went away (128 + SIGPIPE, as every Unix tool reports it)."""


class MarriageGroup(TyperGroup):
    """The top command: an error we raise on purpose becomes one line on stderr, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the subcommand, translating what can go wrong into an exit status."""
        try:
            return super().invoke(ctx)
        except MarriageError as error:
            say(f"marriage: {error}")
            raise typer.Exit(EXIT_UNUSABLE) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            where = f"{error.filename}: " if error.filename is not None else ""
            say(f"marriage: {where}{error.strerror or error}")
            raise typer.Exit(EXIT_UNUSABLE) from error


app = typer.Typer(
    name="marriage",
    cls=MarriageGroup,
    help="Check, score and study records of the Nepali card game Marriage.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    add_completion=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
)

# COMMANDS, in the order in which `marriage --help` lists them. Each lives in its own file
# cli/<command>.py, which imports heavy packages only inside its functions. To register one:
#     app.command("set")(set_command)              a single command
#     app.add_typer(rules.app, name="rules")       a command with subcommands
app.command("demo")(demo_command)
app.command("validate")(validate_command)
app.command("audit")(audit_command)
app.command("score")(score_command)
app.command("explain")(explain_command)
app.command("set")(set_command)
app.command("meld", hidden=True)(set_command)
app.command("solve")(solve_command)
app.add_typer(rules.app, name="rules")
app.command("findings")(findings_command)
app.command("ls")(ls_command)
app.command("select")(select_command)
app.command("merge")(merge_command)
app.command("split")(split_command)
app.command("dedupe")(dedupe_command)
app.command("format")(format_command)
app.command("convert")(convert_command)
app.command("diff")(diff_command)
app.command("correct")(correct_command)
app.command("verify")(verify_command)
app.command("record")(record_command)
app.command("replay")(replay_command)
app.command("view")(view_command)
app.command("simulate")(simulate_command)
app.command("dataset")(dataset_command)
app.command("schema")(schema_command)
app.command("load")(load_command)
app.command("derive")(derive_command)
app.command("export")(export_command)
app.command("stats")(stats_command)
app.command("resettle")(resettle_command)
app.command("find")(find_command)
app.command("query")(query_command)

NEXT_STEPS = (
    ("demo", "marriage demo", "the whole tour on sample games, no questions asked"),
    ("validate", "marriage validate FILE", "are these records well formed, and the play in them legal?"),
    ("audit", "marriage audit FILE", "recount maal and points, and compare with what was written down"),
    ("replay", "marriage replay FILE", "a game turn by turn, in words or as a page"),
    ("explain", "marriage explain FILE", "who pays whom, point by point, and by which rule"),
    ("set", 'marriage set "6D 7D 8D"', "is this a valid set, and why (not)?"),
    ("solve", 'marriage solve "CARDS"', "what can this hand do: show, finish, which cards help?"),
    ("rules", "marriage rules list", "the sets of house rules that are known"),
    ("record", "marriage record FILE", "write a game down while you play it"),
)
"""Command, how to type it, and what it is good for: shown by ``marriage`` alone, where that command exists."""


def _print_version(wanted: bool) -> None:
    if wanted:
        put(f"marriage {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Check, score and study records of the Nepali card game Marriage."""
    del version  # its callback has dealt with it
    if context.invoked_subcommand is not None:
        return
    known = {command.name for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    steps = [(typed, use) for command, typed, use in NEXT_STEPS if command in known]
    width = max((len(typed) for typed, _ in steps), default=0)
    put(f"marriage {__version__}: records, scores and disputes of the card game Marriage.")
    put()
    put("What you can do next:")
    for typed, use in steps:
        put(f"  {typed:<{width}}  {use}")
    put()
    put("All commands: marriage --help.   One command: marriage COMMAND --help.")


def main() -> None:
    """Entry point of the ``marriage`` script and of ``python -m marriage_analysis``."""
    use_utf8()
    try:
        try:
            app(prog_name="marriage")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _leave_broken_pipe()
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # typer and rich turn it into exit status 1
            _leave_broken_pipe()
        raise
    except KeyboardInterrupt:
        sys.exit(130)


def _leave_broken_pipe() -> NoReturn:
    """Stop quietly; stdout leads nowhere first, so that the interpreter's own last flush cannot fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    sys.exit(EXIT_BROKEN_PIPE)
