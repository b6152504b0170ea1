"""The page of a club secretary: its numbers are those of the archive, and nothing in a name gets out of it."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from record_samples import HAND_WRITTEN, sheet
from store_samples import write
from typer.testing import CliRunner, Result

from marriage_analysis.analysis.club import club_facts
from marriage_analysis.analysis.club_page import club_page
from marriage_analysis.cli.app import app
from marriage_analysis.package_data import records_folder
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

SESSION = records_folder() / "marriage" / "sound" / "session-a.jsonl"


def marriage(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    odd = sheet(id="odd", players=[{"name": "<script>alert(1)</script>"}, {"name": "Bi\x1b[31mna"}])
    load_files([SESSION, HAND_WRITTEN, write(folder / "odd.jsonl", [odd])], folder / "a.duckdb")
    return folder / "a.duckdb"


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.met: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.met.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_facts_are_those_of_the_archive(db: Path) -> None:
    with Archive(db) as archive:
        club = club_facts(archive)
        games = archive.lazy("current_games").collect()
        standings = archive.lazy("standings").collect()
        checks = archive.lazy("to_check").collect()
    assert club.counts["games"] == games.height
    assert club.counts["players"] == standings["player"].n_unique()
    assert club.counts["finished"] == games["winner"].count()
    assert club.counts["clean"] == (games["verdict"] == "clean").sum()
    sections = {section.heading: section.rows for section in club.sections}
    assert sections["Players"]["net"].to_list() == standings["net"].to_list()
    assert sections["What has to be looked at"].height == checks.height
    for heading in ("Sessions", "Rule sets", "Where maal comes from", "Dublees and sets", "Head to head"):
        assert not sections[heading].is_empty(), heading
    ratings = club.ratings["marriage"]
    assert len({one.player for one in ratings}) == len(ratings) > 5
    assert all(one.low <= one.points <= one.high for one in ratings)


def test_the_page_holds_every_name_as_text(db: Path) -> None:
    with Archive(db) as archive:
        club = club_facts(archive)
    tags = Tags(club_page(club, title="<b>Club</b>", pictures=["<svg></svg>"]))
    assert "<script>alert(1)</script>" in tags.text
    assert {"script", "b", "iframe"} & set(tags.met) == {"b"}  # the numbers of the tiles
    assert "<b>Club</b>" in tags.text
    assert "svg" in tags.met


def test_an_empty_archive_has_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    load_files([tmp_path / "none.jsonl"], tmp_path / "a.duckdb")
    done = marriage("stats", "--db", tmp_path / "a.duckdb")
    assert done.exit_code == 0
    assert done.stdout.startswith("0 games, 0 sessions, 0 players")
    assert marriage("stats", "--db", tmp_path / "a.duckdb", "-o", tmp_path / "a.html").exit_code == 0


def test_as_typed(db: Path, tmp_path: Path) -> None:
    told = marriage("stats", "--db", db)
    assert told.exit_code == 0
    assert "\x1b" not in told.stdout
    assert "Head to head" in told.stdout
    facts = json.loads(marriage("stats", "--db", db, "--json").stdout)
    assert facts["counts"]["games"] > 10
    assert facts["tables"]["Players"][0]["net"] >= facts["tables"]["Players"][1]["net"]
    page = tmp_path / "club.html"
    assert marriage("stats", "--db", db, "-o", page, "--title", "Our club").exit_code == 0
    assert "Our club" in page.read_text(encoding="utf-8")
    assert "Ratings" in page.read_text(encoding="utf-8")
    assert "http" not in page.read_text(encoding="utf-8").replace("http://www.w3.org", "")
    assert marriage("stats", "--db", db, "-o", page).exit_code == 2
    assert marriage("stats", "--db", tmp_path / "none.duckdb").exit_code == 2


def test_two_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    players = [{"name": "Asha", "id": "asha-1"}, {"name": "Asha", "id": "asha-2"}, {"name": "Bina"}]
    path.write_text(
        json.dumps(sheet(players=players, result={"players": [{"net": 5}, {"net": -5}, {"net": 0}]})) + "\n",
        encoding="utf-8",
    )
    load_files([path], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        club = club_facts(archive)
    (standings,) = (section.rows for section in club.sections if section.heading == "Players")
    assert sorted(standings["name"]) == ["Asha (asha-1)", "Asha (asha-2)", "Bina"]
    assert sorted(club.names.values()) == sorted(standings["name"])
