"""The views agree with the rest of the toolkit, and the declarations with what DuckDB makes of them."""

import random
from pathlib import Path
from typing import Any

import duckdb
import pytest
from record_samples import HAND_WRITTEN
from store_samples import PLAYERS, random_sheet, write

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.table_rows import Meaning
from marriage_analysis.sessions.book import SessionBook
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.columns import Column, Kind, merged
from marriage_analysis.store.dictionary import dictionary_page, view_columns
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import tables
from marriage_analysis.store.views import EXAMPLES, views

PAGE = Path(__file__).parents[2] / "docs" / "data-dictionary.md"


def evening(seed: int) -> list[dict[str, Any]]:
    """Games of one session in no order; players come and go, some nets are not known, one has no number."""
    chance = random.Random(seed)
    records: list[dict[str, Any]] = []
    for number in range(1, 15):
        record = random_sheet(PRESETS["house-app"].rules, chance, game_id=f"game-{number}")
        seated = {player["name"] for player in record["players"]}
        rest = [name for name in PLAYERS if name not in seated]
        record["sat_out"] = [{"name": name} for name in rest if chance.random() < 0.4]
        record["session"] = {"id": f"evening-{number % 2}", "number": number}
        if number == 5:
            del record["session"]["number"]
        records.append(record)
    chance.shuffle(records)
    return records


@pytest.mark.parametrize("seed", range(5))
def test_the_ledger_is_the_book_of_the_session(seed: int, tmp_path: Path) -> None:
    file = write(tmp_path / "evening.jsonl", evening(seed))
    load_files([file], tmp_path / "a.duckdb")
    book = SessionBook()
    for audit in audit_records([file]):
        book.add(audit)
    expected = {
        (report.id, row.game, row.player): (row.net, row.total)
        for report in book.reports()
        for row in report.running
    }
    totals = {
        (report.id, player): total for report in book.reports() for player, total in report.totals.items()
    }
    with Archive(tmp_path / "a.duckdb") as archive:
        ledger = archive.sql("SELECT session_id, game_id, player, net, total FROM session_ledger")
        standings = archive.sql("SELECT session_id, player, net FROM session_standings")
        overall = archive.sql("SELECT player, net FROM standings")
    assert {row[:3]: row[3:] for row in ledger.iter_rows()} == expected
    assert ledger.height == len(expected)
    for session, player, net in standings.iter_rows():
        assert (net or 0) == totals[session, player]
    for player, net in overall.iter_rows():
        assert (net or 0) == sum(total for (_, name), total in totals.items() if name == player)


def test_money_where_all_games_have_one_stake(tmp_path: Path) -> None:
    records = evening(1)
    for record in records:
        record["session"]["stake"] = {"currency": "NPR", "minor_per_point": 50}
    records[0]["session"]["stake"] = {"currency": "NPR", "minor_per_point": 100}
    other = records[0]["session"]["id"]
    load_files([write(tmp_path / "e.jsonl", records)], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        rows = list(archive.ask("SELECT session_id, net, currency, money_minor FROM session_standings").rows)
    assert len({row[0] for row in rows}) == 2
    for session, net, currency, money in rows:
        expected = (None, None) if session == other else ("NPR", None if net is None else 50 * net)
        assert (currency, money) == expected


def test_the_page_is_current() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == dictionary_page() + "\n", (
        "to renew it: marriage schema --tables > docs/data-dictionary.md"
    )


def test_every_column_is_on_the_page_with_its_meaning() -> None:
    page = dictionary_page()
    for table in tables():
        for column in table.columns:
            assert f"| `{column.name}` | {column.kind.value}" in page
            assert column.meaning.text in page
    for view in views():
        assert f"### {view.name}\n" in page


def test_views_have_the_columns_that_they_declare() -> None:
    made = view_columns()
    games = next(table for table in tables() if table.name == "games")
    for view in views():
        declared = [column.name for column in games.columns] if view.columns is None else list(view.columns)
        assert [name for name, _ in made[view.name]] == declared


def test_tables_are_made_as_declared_and_names_need_no_quotes(tmp_path: Path) -> None:
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb")
    with duckdb.connect(str(tmp_path / "a.duckdb"), read_only=True) as connection:
        for table in tables():
            rows = connection.execute(f"DESCRIBE {table.name}").fetchall()
            declared = [
                (column.name, column.kind.value, "YES" if column.is_optional else "NO")
                for column in table.columns
            ]
            assert [row[:3] for row in rows] == declared
            names = ", ".join(f"t.{column.name}, {column.name}" for column in table.columns)
            connection.execute(f"SELECT {names} FROM {table.name} t").fetchall()


def test_keys_are_keys(tmp_path: Path) -> None:
    load_files([HAND_WRITTEN, HAND_WRITTEN], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        for table in tables():
            frame = archive.table(table.name)
            assert frame.select(table.key).is_unique().all()
            assert frame.select(table.key).null_count().sum_horizontal().sum() == 0


def test_the_example_questions_have_answers(tmp_path: Path) -> None:
    load_files([write(tmp_path / "e.jsonl", evening(2))], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        for _, query in EXAMPLES:
            assert not archive.sql(query).is_empty()


def test_one_name_cannot_mean_two_things() -> None:
    one = Column("seen", Kind.BOOLEAN, True, Meaning("Seen."), "a")
    both = merged([one, Column("seen", Kind.BOOLEAN, True, Meaning("Seen."), "b")])
    assert both == (Column("seen", Kind.BOOLEAN, True, Meaning("Seen."), None),)
    with pytest.raises(TypeError, match="seen"):
        merged([one, Column("seen", Kind.INTEGER, True, Meaning("Seen."), "b")])
