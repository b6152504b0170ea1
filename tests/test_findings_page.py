"""docs/findings.md and ``marriage findings`` are what the code says."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from marriage_analysis.analysis.findings_page import code_groups, findings_page, sample_names
from marriage_analysis.cli.app import app
from marriage_analysis.games.abilities import Ruled
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.package_data import sample_files, sample_games

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "findings.md"
CODES = {code.name: code for group in code_groups() for code in group.codes}


def test_the_page_is_current() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == findings_page(sample_names()) + "\n", (
        "make it again: marriage findings --document > docs/findings.md"
    )


def test_the_page_has_every_code_with_its_sample() -> None:
    page = findings_page(sample_names())
    for code in CODES.values():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{code.name}` |")]
        assert code.severity.value in row
        assert code.meaning in row.replace("\\|", "|")
        assert f"/faulty/{code.name}." in row


def test_samples_are_files_of_the_project() -> None:
    assert all((ROOT / name).is_file() for name in sample_names().values())
    assert len(sample_names()) == sum(len(sample_files("faulty", game=game)) for game in sample_games())


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_the_rule_of_a_code_is_in_the_rulebook(code: object) -> None:
    rule = CODES[getattr(code, "name", "")].rule
    assert rule is None or any(
        rule in game.rule_book.rules for game in GAMES.values() if isinstance(game, Ruled)
    )


def test_the_command_explains_a_code() -> None:
    done = CliRunner().invoke(app, ["findings", "net_differs", "--json"])
    assert done.exit_code == 0
    (row,) = json.loads(done.stdout)["codes"]
    assert row["meaning"] == CODES["net_differs"].meaning
    assert row["sample"] == "records/marriage/faulty/net_differs.jsonl"


def test_the_command_lists_all_codes() -> None:
    done = CliRunner().invoke(app, ["findings"])
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(CODES)


def test_the_command_refuses_a_code_there_is_none_of() -> None:
    done = CliRunner().invoke(app, ["findings", "net_difers"])
    assert done.exit_code == 2
    assert "did you mean net_differs" in done.stderr
