"""The project around the package: version, lock files, what is tracked, the launcher."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

import marriage_analysis

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pinned(lock: str) -> list[tuple[str, str]]:
    """Name and version of each entry; one package can have several, for different Pythons."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return re.findall(r"^([a-z0-9-]+)==([^ ]+)", text, re.MULTILINE)


@cache
def tracked_files() -> tuple[Path, ...]:
    """What Git tracks here; skips where this is no clone (an unpacked source archive)."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a Git clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return tuple(path for path in paths if path.is_file())


def dev(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "dev.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert marriage_analysis.__version__ == project["version"] == metadata.version("marriage-analysis")


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|^-", text, re.MULTILINE)
    entries = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pinned(lock)) > 20
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_run_lock_has_what_setting_up_needs() -> None:
    names = {name for name, _ in pinned("requirements.lock")}
    assert {"hatchling", "editables", "pytest", "altair", "backports-zstd"} <= names


def test_the_dev_lock_holds_the_run_lock() -> None:
    assert set(pinned("requirements.lock")) <= set(pinned("requirements-dev.lock"))


def test_uv_lock_is_ignored() -> None:
    assert "uv.lock" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    # Spelled apart, so that this file passes its own test.
    forbidden = re.compile(
        rb"(?<![\w.])/(?:work|root|home)"
        + rb"/\w|pypi\.(?:org|python)|file"
        + rb"s\.pythonhosted|index"
        + rb"-url ?="
    )
    found = {
        str(path.relative_to(ROOT)): match[0]
        for path in tracked_files()
        if (match := forbidden.search(path.read_bytes()))
    }
    assert found == {}


def test_tracked_text_has_unix_line_ends() -> None:
    texts = [path for path in tracked_files() if path.suffix in {".py", ".md", ".toml", ".lock"}]
    assert [path.name for path in texts if b"\r" in path.read_bytes()] == []


def test_dev_alone_lists_its_verbs() -> None:
    done = dev()
    assert done.returncode == 0
    for verb in ("demo", "test", "lint", "bench", "lock", "notebooks"):
        assert re.search(rf"^  {verb} ", done.stdout, re.MULTILINE)


def test_dev_refuses_an_unknown_verb() -> None:
    done = dev("dance")
    assert (done.returncode, done.stdout) == (2, "")
    assert "dance" in done.stderr


def test_dev_does_not_empty_a_folder_that_is_no_environment(tmp_path: Path) -> None:
    precious = tmp_path / "photos" / "wedding.jpg"
    precious.parent.mkdir()
    precious.write_bytes(b"picture")
    done = dev("test", DEV_VENV=str(precious.parent))
    assert done.returncode == 1
    assert str(precious.parent) in done.stderr
    assert precious.read_bytes() == b"picture"


def test_dev_says_which_python_it_needs(tmp_path: Path) -> None:
    old = tmp_path / "old.py"
    old.write_text(
        "import runpy, sys\n"
        "sys.version_info, sys.version = (3, 10, 2, 'final', 0), '3.10.2 (main)'\n"
        f"runpy.run_path({str(ROOT / 'dev.py')!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(old)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "This project needs Python 3.11 or newer; this is Python 3.10.2.\n"


def test_package_data_is_found() -> None:
    from marriage_analysis.package_data import records_folder, schemas_folder

    assert (records_folder() / "README.md").is_file()
    assert (schemas_folder() / "README.md").is_file()
