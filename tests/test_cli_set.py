"""``marriage set``: answers, exit statuses, and what is typed wrong."""

import json

import pytest
from typer.testing import CliRunner, Result

from marriage_analysis.cli.app import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_valid_in_words() -> None:
    done = run("set", "6D QC 8D", "--tiplu", "JC")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == [
        "6D QC 8D is a valid sequence.",
        "QC stands for 7D: the sequence 6D 7D 8D.",
    ]
    assert "Rule COMB-03: " in done.stdout
    assert done.stderr == ""


def test_not_valid_in_words() -> None:
    done = run("set", "5D 5D JD", "--tiplu", "JC")
    assert done.exit_code == 1
    assert done.stdout.startswith("5D 5D JD is not a valid set.\n")
    assert "Rule COMB-07: " in done.stdout


def test_json() -> None:
    done = run("set", "10♣ jc ♣Q", "--json", "--rules", "wikipedia-en")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "valid": True,
        "kind": "pure sequence",
        "reason": "TC JC QC are consecutive cards of one suit: a pure sequence.",
        "rule": "COMB-02",
        "is_primary": True,
        "stand_ins": [],
        "cards": "TC JC QC",
        "tiplu": None,
        "primary": False,
        "rules": "wikipedia-en",
    }


def test_json_of_a_no() -> None:
    done = run("set", "9S 9C 9H", "--primary", "--json")
    answer = json.loads(done.stdout)
    assert (done.exit_code, answer["valid"], answer["kind"], answer["rule"]) == (1, False, None, "COMB-14")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["3S 4S 5S 6S"], 1),
        (["3S 4S 5S 6S", "--rules", "wikipedia-en"], 0),
        (["3S 4S 5S 6S", "--option", "set_length=min3"], 0),
        (["3S", "4S", "5S"], 0),
        (["6D QC 8D"], 1),
        (["6D QC 8D", "--tiplu", "JC", "--primary"], 1),
        (["MC 5D 7D", "--option", "master_card=10", "--option", "master_card_in_primary=true", "--primary"], 0),
        (["5H 5H", "--primary"], 0),
        (["5H 5H 5H 5H"], 1),
        ([""], 2),
        ([" , "], 2),
        (["6D 7D 8X"], 2),
        (["6D 7D 8D", "--tiplu", "JK"], 2),
        (["6D 7D 8D", "--tiplu", "JC QC"], 2),
        (["6D 7D 8D", "--tiplu", ""], 2),
        (["6D 7D 8D", "--rules", "nobody"], 2),
        (["6D 7D 8D", "--option", "nothing=1"], 2),
        ([], 2),
    ],
)
def test_exit_status(arguments: list[str], status: int) -> None:
    for word in ("set", "meld"):
        done = run(word, *arguments)
        assert done.exit_code == status, done.output
        assert bool(done.stderr) is (status == 2)
        assert bool(done.stdout) is (status != 2)
        assert "Traceback" not in done.output


def test_help_has_an_example() -> None:
    assert 'marriage set "6D QC 8D" --tiplu JC' in run("set", "--help").stdout
