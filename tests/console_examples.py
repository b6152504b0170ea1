"""Runs the ``console`` examples of the documents and puts their real output in.

``python tests/console_examples.py README.md`` rewrites a page; the tests check that nothing would change.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NEEDED = ("docs/examples", "records")


def refreshed(page: str) -> str:
    """The page with the output of every ``$ marriage ...`` line in its console blocks as it is now.

    The examples of a page run one after the other in one folder that has the sample files of the project.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in _NEEDED:
            shutil.copytree(ROOT / name, Path(folder, name))
        return _BLOCK.sub(lambda match: _block(match[1], folder), page)


def _block(text: str, folder: str) -> str:
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    if not commands:
        return f"```console\n{text}```"
    lines: list[str] = []
    for command in commands:
        lines += [command, *_output(command.removeprefix("$ "), folder)]
    return "```console\n" + "\n".join(lines) + "\n```"


def _output(command: str, folder: str) -> list[str]:
    run = re.sub(r"^marriage\b", f'"{sys.executable}" -m marriage_analysis', command)
    done = subprocess.run(
        ["bash", "-c", run],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "NO_COLOR": "1"},
        check=False,
    )
    return done.stdout.decode().rstrip("\n").split("\n") if done.stdout.strip() else []


if __name__ == "__main__":
    for name in sys.argv[1:]:
        target = Path(name)
        target.write_text(refreshed(target.read_text(encoding="utf-8")), encoding="utf-8")
