"""The marriage command as a whole: start, help, version, exit statuses, pipes, encodings."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from marriage_analysis import __version__
from marriage_analysis.cli.app import EXIT_BROKEN_PIPE, NEXT_STEPS, MarriageGroup, app
from marriage_analysis.errors import CountError

HEAVY = {"pydantic", "duckdb", "polars", "numba", "pyarrow", "altair", "numpy"}


def marriage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "marriage_analysis", *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120", **environment},
    )


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run code that may use ``main``, the entry point, in a process of its own."""
    source = f"from marriage_analysis.cli import app\n{code}".encode("ascii", "backslashreplace")
    return subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


def app_with(command: Any) -> typer.Typer:
    """An app with our error handling whose one command is ``try``."""
    trial = typer.Typer(cls=MarriageGroup, pretty_exceptions_enable=False)
    trial.callback()(lambda: None)
    trial.command("try")(command)
    return trial


def registered() -> set[str | None]:
    return {command.name for command in app.registered_commands} | {
        group.name for group in app.registered_groups
    }


def test_alone_it_says_what_to_do_next() -> None:
    done = marriage()
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert text.startswith(f"marriage {__version__}")
    assert "marriage --help" in text
    suggested = set(re.findall(r"^  marriage (\w+)", text, re.MULTILINE))
    assert suggested == {command for command, _, _ in NEXT_STEPS} & registered()


def test_each_next_step_names_its_own_command() -> None:
    for command, typed, use in NEXT_STEPS:
        assert typed.split()[:2] == ["marriage", command]
        assert use


def test_version() -> None:
    done = marriage("--version")
    assert (done.returncode, done.stdout.decode().split()) == (0, ["marriage", __version__])


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_every_command(flag: str) -> None:
    done = marriage(flag)
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Usage: marriage" in text
    hidden = {command.name for command in app.registered_commands if command.hidden}
    for name in registered() - hidden:
        assert re.search(rf"^│ {name} ", text, re.MULTILINE), name


def test_no_command_is_registered_twice() -> None:
    names = [command.name for command in app.registered_commands]
    names += [group.name for group in app.registered_groups]
    assert None not in names
    assert len(set(names)) == len(names)


def test_help_loads_nothing_heavy() -> None:
    done = run_python(
        "import sys; sys.argv = ['marriage', '--help']\n"
        "try: app.main()\n"
        "finally: print('LOADED', *sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    last = done.stdout.decode().splitlines()[-1].split()
    assert last[0] == "LOADED"
    assert "marriage_analysis" in last
    assert HEAVY.isdisjoint(last)


@pytest.mark.parametrize("arguments", [["no-such-command"], ["--no-such-option"]])
def test_usage_errors_exit_2(arguments: list[str]) -> None:
    done = marriage(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    assert arguments[0].encode() in done.stderr


def test_our_own_errors_are_one_line_and_exit_2() -> None:
    def command() -> None:
        raise CountError("A pack cannot have -1 cards\x1b[2J", value=-1)

    result = CliRunner().invoke(app_with(command), ["try"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "marriage: A pack cannot have -1 cards\\x1b[2J\n"


def test_a_missing_file_is_one_line_and_exit_2(tmp_path: Path) -> None:
    missing = tmp_path / "none.jsonl"

    def command() -> None:
        missing.open(encoding="utf-8").close()

    result = CliRunner().invoke(app_with(command), ["try"])
    assert result.exit_code == 2
    assert result.stderr == f"marriage: {missing}: No such file or directory\n"


def test_other_exceptions_are_not_hidden() -> None:
    def command() -> None:
        raise ZeroDivisionError

    result = CliRunner().invoke(app_with(command), ["try"])
    assert isinstance(result.exception, ZeroDivisionError)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no broken pipes of this kind")
@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"]])
def test_a_reader_that_leaves_causes_no_noise(arguments: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "marriage_analysis", *arguments],
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (EXIT_BROKEN_PIPE, b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no broken pipes of this kind")
def test_a_reader_that_leaves_in_the_middle_causes_no_noise() -> None:
    code = (
        "from marriage_analysis.cli.app import app, main\n"
        "from marriage_analysis.cli.output import put\n"
        "@app.command('try')\n"
        "def pour() -> None:\n"
        "    for line in range(200_000): put(f'line {line}')\n"
        "import sys; sys.argv = ['marriage', 'try']; main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"line 0\n"
        running.stdout.close()
        noise = running.stderr.read()
        assert (running.wait(), noise) == (EXIT_BROKEN_PIPE, b"")


def test_control_c_exits_130() -> None:
    done = run_python(
        "import sys; sys.argv = ['marriage', 'try']\n"
        "@app.app.command('try')\n"
        "def interrupted() -> None: raise KeyboardInterrupt\n"
        "app.main()"
    )
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"},
        {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"},
        {"PYTHONUTF8": "1"},
    ],
    ids=["C locale", "ascii", "Windows code page", "UTF-8"],
)
def test_names_of_any_script_can_be_printed(environment: dict[str, str]) -> None:
    done = run_python(
        "import sys; sys.argv = ['marriage', 'try']\n"
        "from marriage_analysis.cli.output import put, say\n"
        "@app.app.command('try')\n"
        "def names() -> None: put('आशा ♥ \\udce9'); say('सीता')\n"
        "app.main()",
        **environment,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stdout.decode().split() == ["आशा", "♥", "\\udce9"]
    assert done.stderr.decode().split() == ["सीता"]
