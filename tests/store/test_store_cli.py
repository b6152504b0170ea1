"""``marriage load`` and ``marriage query`` as typed: outputs, exit statuses, what a query cannot do."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from record_samples import HAND_WRITTEN, sheet
from store_samples import write
from typer.testing import CliRunner, Result

from marriage_analysis.cli.app import app


def marriage(*arguments: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    odd = sheet(players=[{"name": "=1+1"}, {"name": "Bi\x1b[31mna"}])
    assert marriage("load", write(folder / "odd.jsonl", [odd]), "--db", folder / "a.duckdb").exit_code == 0
    return folder / "a.duckdb"


def test_load_counts_and_exits_0(tmp_path: Path) -> None:
    done = marriage("load", HAND_WRITTEN, "--db", tmp_path / "a.duckdb")
    assert done.exit_code == 0
    assert "10 games loaded" in done.stdout
    assert done.stderr == "10 read = 10 ok + 0 bad + 0 skipped\n"


def test_load_from_stdin_with_bad_records_exits_1(tmp_path: Path) -> None:
    lines = HAND_WRITTEN.read_bytes() + b"nonsense\n"
    done = marriage("load", "-", "--db", tmp_path / "a.duckdb", "--json", stdin=lines)
    assert done.exit_code == 1
    facts = json.loads(done.stdout)
    assert facts["counts"] == {"read": 11, "ok": 10, "bad": 1, "skipped": 0}
    assert (facts["loaded"], facts["updated"], sum(facts["verdicts"].values())) == (10, 0, 10)
    assert "-:11:1: error json_syntax" in done.stderr
    assert done.stderr.endswith("11 read = 10 ok + 1 bad + 0 skipped\n")


def test_load_of_what_cannot_be_used_exits_2(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("text")
    for arguments in (
        (tmp_path / "none.jsonl", "--db", tmp_path / "a.duckdb"),
        (HAND_WRITTEN, "--db", tmp_path / "text.db"),
    ):
        done = marriage("load", *arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("marriage: ")
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "a.duckdb").exists()


def test_query_as_text(db: Path) -> None:
    done = marriage("query", "--db", db, "SELECT player_name, net, NULL AS x FROM results ORDER BY seat")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "player_name   net  x",
        "------------  ---  -",
        "=1+1           -8  -",
        "Bi\\x1b[31mna    8  -",
    ]
    assert done.stderr == "2 rows\n"


def test_query_aligns_wide_letters(db: Path) -> None:
    done = marriage("query", "--db", db, "SELECT '漢' AS a, 'x' AS b UNION ALL SELECT 'abc', 'y' ORDER BY b")
    assert done.stdout.splitlines()[2:] == ["漢   x", "abc  y"]


def test_the_limit_is_kept_and_told(db: Path) -> None:
    numbers = "SELECT i FROM range(250) t(i) ORDER BY i"
    text = marriage("query", "--db", db, numbers)
    assert len(text.stdout.splitlines()) == 102
    assert "only the first 100 rows are shown" in text.stderr
    few = marriage("query", "--db", db, numbers, "--json", "--limit", "3")
    assert [row["i"] for row in json.loads(few.stdout)["rows"]] == [0, 1, 2]
    assert "only the first 3 rows" in few.stderr
    exact = marriage("query", "--db", db, numbers, "--limit", "250")
    assert (len(exact.stdout.splitlines()), exact.stderr) == (252, "250 rows\n")
    assert len(marriage("query", "--db", db, numbers, "--csv").stdout.splitlines()) == 251


def test_query_as_json_keeps_values_exact(db: Path) -> None:
    query = (
        "SELECT 170141183460469231731687303715884105727::HUGEINT AS h, 1.50::DECIMAL(9,2) AS d,"
        " 'nan'::DOUBLE AS n, DATE '2026-11-08' AS t, [1, NULL] AS l, {'a': 'x'} AS s, true AS b, 1 AS b"
    )
    facts = json.loads(marriage("query", "--db", db, query, "--json").stdout)
    assert facts["rows"] == [
        {
            "h": 2**127 - 1,
            "d": "1.50",
            "n": "nan",
            "t": "2026-11-08",
            "l": [1, None],
            "s": {"a": "x"},
            "b": True,
            "b_1": 1,
        }
    ]
    assert [column["type"] for column in facts["columns"]][:2] == ["HUGEINT", "DECIMAL(9,2)"]


def test_csv_runs_no_formula_and_drives_no_terminal(db: Path) -> None:
    done = marriage("query", "--db", db, "SELECT player, net, '-x' AS a FROM results ORDER BY seat", "--csv")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert rows == [["player", "net", "a"], ["'=1+1", "-8", "'-x"], ["Bi\\x1b[31mna", "8", "'-x"]]
    assert "formula" in marriage("query", "--help").stdout


def test_sql_from_stdin(db: Path) -> None:
    assert marriage("query", "--db", db, "-", "--csv", stdin=b"SELECT 1 AS one;\n").stdout == "one\n1\n"


def test_without_sql_it_lists_what_there_is(db: Path) -> None:
    done = marriage("query", "--db", db)
    assert done.exit_code == 0
    for word in ("games:", "session_ledger:", "claimed_net derived_net", "Who won how much?"):
        assert word in done.stdout
    facts: dict[str, Any] = json.loads(marriage("query", "--db", db, "--json").stdout)
    assert facts["tables"][0]["name"] == "games"
    assert all(table["meaning"] and table["columns"] for table in facts["tables"])
    assert len(facts["examples"]) == 3
    for example in facts["examples"]:
        assert marriage("query", "--db", db, example["sql"]).exit_code == 0


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM games",
        "DROP TABLE games",
        "INSERT INTO meta VALUES ('a', 'b')",
        "CREATE TABLE t (a INTEGER)",
        "CREATE TEMP TABLE t (a INTEGER)",
        "SELECT 1; DROP TABLE games",
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{file}')",
        "COPY games TO '{new}'",
        "EXPORT DATABASE '{new}'",
        "ATTACH '{new}'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SELECT * FROM sys",
        "SELEC 1",
        "SELECT nothing FROM games",
        "SELECT CAST(player AS INTEGER) FROM seats",
        "",
    ],
)
def test_what_a_query_cannot_do(query: str, db: Path, tmp_path: Path) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("secret\n1\n")
    before = db.read_bytes()
    done = marriage("query", "--db", db, query.format(file=file, new=tmp_path / "new"))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("marriage: ")
    assert len(done.stderr.splitlines()) == 1
    assert db.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [file]


def test_query_of_no_archive_makes_none(tmp_path: Path) -> None:
    done = marriage("query", "--db", tmp_path / "a.duckdb", "SELECT 1")
    assert done.exit_code == 2
    assert "no such archive" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_page_of_tables_is_printed() -> None:
    assert marriage("schema", "--tables").stdout.startswith("# Data dictionary\n")
