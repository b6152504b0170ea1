"""Set up and run this project on a bare machine: ``python3 dev.py demo`` or ``python3 dev.py test``.

Standard library only. The first run makes an environment (``.venv``, or the folder that the variable
DEV_VENV names) and installs the locked packages, with uv where it is on the PATH, else with pip.
"""

import sys

if sys.version_info < (3, 11):  # before anything that an older Python cannot run
    sys.exit("This project needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Generator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / os.environ.get("DEV_VENV", ".venv")
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

RUN_LOCK = "requirements.lock"
DEV_LOCK = "requirements-dev.lock"  # holds all of RUN_LOCK, with the same versions
PEERS = "bench/requirements.txt"  # what the benchmarks compare with


# --- the verbs ---------------------------------------------------------------------------------------


def demo(arguments: list[str]) -> int:
    """the whole tour on sample games"""
    set_up(RUN_LOCK)
    return run(PYTHON, "-m", "marriage_analysis", "demo", *arguments)


def test(arguments: list[str]) -> int:
    """the tests on all cores (--long: the slow ones too; further arguments go to pytest, such as -n 0)"""
    set_up(RUN_LOCK)
    chosen = any(argument.startswith(("-n", "--numprocesses")) for argument in arguments)
    cores = [] if chosen else ["-n", "auto", "--dist", "worksteal"]
    return run(PYTHON, "-m", "pytest", *cores, *arguments, folder=ROOT)


def lint(arguments: list[str]) -> int:
    """style, types and the direction of imports"""
    refuse(arguments)
    set_up(DEV_LOCK)
    checks: dict[str, list[str | Path]] = {
        "ruff check": [PYTHON, "-m", "ruff", "check", "."],
        "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "."],
        "pyright": [PYTHON, "-m", "pyright", "--pythonpath", PYTHON],
        "import-linter": [BIN / "lint-imports", "--no-cache"],
    }
    failed: list[str] = []
    for name, command in checks.items():
        tell(f"{name} ...")
        if run(*command, folder=ROOT) != 0:
            failed.append(name)
    tell("Lint failed: " + ", ".join(failed) + "." if failed else "Lint passed: " + ", ".join(checks) + ".")
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    """the benchmarks in bench/ (or only those named)"""
    set_up(RUN_LOCK)
    must_run(*installer(find_uv()), "-r", str(ROOT / PEERS))
    return run_each("bench", arguments, RUN_LOCK, lambda script: [PYTHON, script])


def notebooks(arguments: list[str]) -> int:
    """run notebooks/*.py (or only those named) and write their .ipynb with the outputs"""
    return run_each(
        "notebooks",
        arguments,
        DEV_LOCK,
        lambda script: [
            *(PYTHON, "-m", "jupytext", "--to", "ipynb", "--execute"),
            *("--output", script.with_suffix(".ipynb"), script),
        ],
    )


def lock(arguments: list[str]) -> int:
    """write both lock files anew, with uv (--upgrade: newest versions)"""
    uv = find_uv()
    if uv is None:
        sys.exit("Writing the lock files needs uv on the PATH: see its installation page, or pip install uv.")
    compile_lock: list[str | Path] = [
        *(uv, "pip", "compile", "pyproject.toml", "--quiet", "--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-annotate", "--no-emit-index-url"),
        *("--custom-compile-command", "python3 dev.py lock"),
    ]
    run_lock = ["--extra=plots", "--group=dev", f"--output-file={RUN_LOCK}"]
    dev_lock = [
        *(
            "--extra=plots",
            "--extra=notebooks",
            "--extra=fast",
            "--group=dev",
            "--group=lint",
            "--group=browser",
        ),
        *(f"--constraint={RUN_LOCK}", f"--output-file={DEV_LOCK}"),
    ]
    return run(*compile_lock, *arguments, *run_lock, folder=ROOT) or run(
        *compile_lock, *arguments, *dev_lock, folder=ROOT
    )


VERBS: dict[str, Callable[[list[str]], int]] = {
    verb.__name__: verb for verb in (demo, test, lint, bench, notebooks, lock)
}


# --- set-up ------------------------------------------------------------------------------------------


def set_up(lock_name: str) -> None:
    """Make the environment hold what the lock says, unless it does already."""
    if is_ready(lock_name):
        return
    with one_at_a_time():
        if is_ready(lock_name):  # somebody else has just done it
            return
        started = time.monotonic()
        uv = find_uv()
        tell(f"Setting up {VENV} from {lock_name} with {'uv' if uv else 'pip'} (once, a minute or so) ...")
        make_environment(uv)
        install = installer(uv)
        must_run(*install, "--require-hashes", "-r", str(ROOT / lock_name))
        must_run(*install, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
        for name in {lock_name, RUN_LOCK}:  # last of all: an interrupted set-up is done again
            stamp_file(name).write_text(stamp(name), encoding="utf-8")
        tell(f"Ready after {time.monotonic() - started:.0f} s.")


def installer(uv: str | None) -> list[str]:
    """The command that installs into the environment."""
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--compile-bytecode"]
    return [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def is_ready(lock_name: str) -> bool:
    """Whether the environment was made from this very lock, pyproject.toml and Python."""
    try:
        return PYTHON.exists() and stamp_file(lock_name).read_text(encoding="utf-8") == stamp(lock_name)
    except FileNotFoundError:
        return False


def stamp(lock_name: str) -> str:
    """What the environment depends on, as one digest."""
    parts = [(ROOT / lock_name).read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def stamp_file(lock_name: str) -> Path:
    """Where the environment keeps the digest of one lock."""
    return VENV / f"{lock_name}.stamp"


def make_environment(uv: str | None) -> None:
    """Make the environment, or keep the one that is there if it is of this Python and can install."""
    if PYTHON.exists() and answer(PYTHON, "-c", "import sys; print(sys.version)") == sys.version:
        for name in (RUN_LOCK, DEV_LOCK):
            stamp_file(name).unlink(missing_ok=True)
        if uv or answer(PYTHON, "-m", "pip", "--version") is not None:
            return
    elif VENV.exists() and any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists():
        sys.exit(f"{VENV} is there and is no Python environment: remove it, or name another in DEV_VENV.")
    if uv:
        must_run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV))
        return
    if any(importlib.util.find_spec(module) is None for module in ("venv", "ensurepip")):
        sys.exit(
            "This Python cannot make environments (its venv or ensurepip is missing)."
            " On Debian and Ubuntu: sudo apt install python3-venv"
        )
    must_run(sys.executable, "-m", "venv", "--clear", str(VENV))


def find_uv() -> str | None:
    """The uv on the PATH, if it is one that runs (a pyenv shim may not)."""
    uv = shutil.which("uv")
    return uv if uv is not None and answer(uv, "--version") is not None else None


@contextlib.contextmanager
def one_at_a_time() -> Generator[None, None, None]:
    """Hold a lock of the operating system, so that two set-ups of one environment cannot mix."""
    VENV.parent.mkdir(parents=True, exist_ok=True)
    with VENV.with_name(VENV.name + ".lock").open("a") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# --- running things ----------------------------------------------------------------------------------


def run(*command: str | Path, folder: Path | None = None) -> int:
    """Run a command; gives its exit status (128 + signal where one ended it)."""
    sys.stdout.flush()
    status = subprocess.call([str(part) for part in command], cwd=folder)
    return status if status >= 0 else 128 - status


def must_run(*command: str) -> None:
    """Run a step of the set-up, with its output on stderr; stop where it fails."""
    status = subprocess.call(command, cwd=ROOT, stdout=sys.stderr)
    if status != 0:
        sys.exit(f"The set-up failed (see above) at: {' '.join(command)}\nThe same command tries again.")


def answer(*command: str | Path) -> str | None:
    """What a command prints, or None where it cannot run or fails."""
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def run_each(folder: str, names: list[str], lock_name: str, command: Callable[[Path], list[str | Path]]) -> int:
    """Run each script of a folder, or those named; non-zero if any fails."""
    found = {path.stem: path for path in sorted((ROOT / folder).glob("*.py")) if path.stem[0] != "_"}
    wanted = [Path(name).stem for name in names] or list(found)
    unknown = [name for name in wanted if name not in found]
    if unknown:
        sys.exit(f"No such script in {folder}/: {', '.join(unknown)} (there: {', '.join(found) or 'none'}).")
    if not found:
        tell(f"There are no scripts in {folder}/ yet: nothing was run.")
        return 0
    set_up(lock_name)
    failed: list[str] = []
    for name in wanted:
        tell(f"{folder}/{name}.py ...")
        if run(*command(found[name]), folder=ROOT) != 0:
            failed.append(name)
    if failed:
        tell("Failed: " + ", ".join(failed) + ".")
    return 1 if failed else 0


def refuse(arguments: list[str]) -> None:
    """Stop where a verb that takes no arguments was given some."""
    if arguments:
        sys.exit(f"This verb takes no further arguments, but was given: {' '.join(arguments)}")


def tell(message: str) -> None:
    """Say on stderr what goes on."""
    print(message, file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Run the verb that is named first; without one, list them."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print("python3 dev.py VERB [ARGUMENTS]  (Windows: py dev.py VERB)\n")
        for name, verb in VERBS.items():
            print(f"  {name:<10} {verb.__doc__}")
        return 0
    if arguments[0] not in VERBS:
        tell(f"Unknown verb {arguments[0]!r}. There are: {', '.join(VERBS)}.")
        return 2
    return VERBS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
