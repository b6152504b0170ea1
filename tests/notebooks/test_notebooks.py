"""The notebooks: text and outputs belong together, and running them again gives the same."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
SCRIPTS = sorted(FOLDER.glob("*.py"))
jupytext: Any = pytest.importorskip("jupytext", reason="needs the extra 'notebooks'")
pytest.importorskip("altair", reason="needs the extra 'plots'")


def cells(notebook: Any) -> list[tuple[str, str]]:
    return [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]


def outputs(notebook: Any) -> list[str]:
    """What is printed or shown as text, cell by cell; pictures by their kind."""
    told: list[str] = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            assert output["output_type"] != "error", output
            if "text" in output:
                told.append("".join(output["text"]))
            data = output.get("data", {})
            pictures = sorted(kind for kind in data if kind.startswith("image/"))
            told.append(f"picture: {pictures}" if pictures else "".join(data.get("text/plain", "")))
    return told


def read(script: Path) -> Any:
    return json.loads(script.with_suffix(".ipynb").read_text(encoding="utf-8"))


def test_there_are_notebooks() -> None:
    assert len(SCRIPTS) == 5
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == {path.stem for path in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_notebook_has_the_cells_of_its_script_and_shows_what_they_give(script: Path) -> None:
    notebook = read(script)
    assert cells(notebook) == cells(jupytext.read(script)), "to renew it: python3 dev.py notebooks"
    assert outputs(notebook)
    text = script.with_suffix(".ipynb").read_text(encoding="utf-8")
    assert not re.search(r"/(?:tmp|home|root|work|Users)/", text)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_notebooks_keep_their_logic_in_the_package(script: Path) -> None:
    code = [source for kind, source in cells(jupytext.read(script)) if kind == "code"]
    assert max(len(source.splitlines()) for source in code) <= 26
    assert sum(source.count("\ndef ") for source in code) <= 1


@pytest.mark.long
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_run_again_a_notebook_gives_the_same(script: Path, tmp_path: Path) -> None:
    nbclient: Any = pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")
    notebook = jupytext.read(script)
    nbclient.NotebookClient(
        notebook, timeout=170, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    assert outputs(notebook) == outputs(read(script))
