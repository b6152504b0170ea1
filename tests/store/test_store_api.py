"""An archive from Python: lazy frames, one game of it."""

from collections.abc import Iterator

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from record_samples import HAND_WRITTEN, sheet
from store_samples import write

from marriage_analysis.errors import CountError, StoreError
from marriage_analysis.records.exporting import format_record
from marriage_analysis.replay.page import stepping_page
from marriage_analysis.replay.replay import replay_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.frames import arrow_schema, polars_schema
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import RECORD_TABLES, tables
from marriage_analysis.store.views import views


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    folder = tmp_path_factory.mktemp("api")
    later = write(folder / "later.jsonl", [sheet(id="net", rules={}, dealer=None, result={})])
    load_files([HAND_WRITTEN, later], folder / "a.duckdb")
    with Archive(folder / "a.duckdb") as opened:
        yield opened


def test_lazy_frames_are_the_tables(archive: Archive) -> None:
    for name in RECORD_TABLES:
        assert_frame_equal(archive.lazy(name).collect(), archive.table(name))
        assert archive.lazy(name).collect_schema() == archive.table(name).schema
    for view in views():
        frame = archive.lazy(view.name).collect()
        assert_frame_equal(frame, archive.sql(f"SELECT * FROM {view.name}"))
    with pytest.raises(StoreError, match="no table or view 'gams'"):
        archive.lazy("gams")


def test_a_view_asked_for_as_a_method_is_told_where_it_is(archive: Archive) -> None:
    for view in views():
        with pytest.raises(StoreError, match=f'\\.lazy\\("{view.name}"\\)') as told:
            getattr(archive, view.name)
        assert isinstance(told.value, AttributeError)
    with pytest.raises(AttributeError, match="no attribute 'standing'"):
        getattr(archive, "standing")  # noqa: B009 (type checkers know that there is none)
    assert not hasattr(archive, "_repr_html_")


def test_a_closed_archive_says_so(archive: Archive) -> None:
    with Archive(archive.path) as other:
        frames = [other.games(), other.lazy("standings")]
    for frame in frames:
        with pytest.raises(StoreError, match="the archive is closed"):
            frame.collect()


def test_lazy_frames_are_joined_filtered_and_cut_side_by_side(archive: Archive) -> None:
    turns, games = archive.turns(), archive.games()
    shown = games.join(turns.filter(pl.col("showed")), on="digest").select("load_number", "turn_no")
    expected = archive.sql("SELECT load_number, turn_no FROM games JOIN turns USING (digest) WHERE showed")
    assert_frame_equal(shown.collect().sort(pl.all()), expected.sort(pl.all()))
    assert_frame_equal(turns.head(5).collect(), archive.table("turns").head(5))
    few = turns.filter(pl.col("seat") == 1).head(3).select("turn_no")
    assert_frame_equal(
        few.collect(), archive.table("turns").filter(pl.col("seat") == 1).head(3).select("turn_no")
    )
    assert turns.select(pl.len()).collect().item() == archive.table("turns").height
    both = pl.collect_all([games, archive.seats(), turns])
    assert [frame.height for frame in both] == [archive.table(n).height for n in ("games", "seats", "turns")]


def test_one_declaration_gives_the_types_of_all_three_libraries(archive: Archive) -> None:
    for shape in tables():
        arrow = pl.DataFrame(arrow_schema(shape).empty_table())
        assert arrow.schema == polars_schema(shape)
        assert archive.table(shape.name).schema == polars_schema(shape)


def test_a_game_steps_draws_itself_and_goes_back_to_its_record(archive: Archive) -> None:
    game = archive.game("trial-1")
    whole = next(line for line in archive.records() if b'"trial-1"' in line)
    assert game.raw == whole == format_record(game.record)
    assert (game.source_file, game.source_line) == (str(HAND_WRITTEN), 1)
    assert game.record.view == "all"
    replay = replay_record(game.record)
    assert len(game) == len(replay.steps) == 8
    assert [game.words(turn) for turn in range(8)] == [step.words for step in replay.steps]
    assert game.table(8).facts() == replay.tables[8].facts()
    assert game.picture(8).startswith("<svg")
    assert game.picture(0) != game.picture(8)
    assert game.page() == stepping_page(replay)
    assert "<iframe" in game._repr_html_()  # pyright: ignore[reportPrivateUsage] (what Jupyter calls)
    assert repr(game) == "<marriage trial-1: P1, P2>"
    for turn in (-1, 9):
        with pytest.raises(CountError):
            game.table(turn)
    with pytest.raises(CountError):
        game.words(8)
    digest = archive.sql("SELECT digest FROM games WHERE game_id = 'trial-1' AND view = '0'").item()
    assert archive.game(digest).record.view == 0
    with pytest.raises(StoreError, match="no game 'none'"):
        archive.game("none")


def test_of_a_corrected_game_the_correction_is_taken(archive: Archive) -> None:
    assert archive.game("trial-16").record.corrects is not None


def test_a_game_without_play_shows_itself_all_the_same(archive: Archive) -> None:
    game = archive.game("net")
    assert len(game) == 0
    assert "no play to go through" in game._repr_html_()  # pyright: ignore[reportPrivateUsage] (what Jupyter calls)
