"""Turns, events and laid sets: counted again from the texts of the records, in SQL and in Python."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from marriage.card_books import FACES as FACE_TEXTS
from marriage.card_books import CardBooks, sets
from polars.testing import assert_frame_equal
from store_samples import write

from marriage_analysis.audit.audit import audit_records
from marriage_analysis.cards.face import FACES
from marriage_analysis.errors import StoreError
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.package_data import records_folder
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import format_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.frames import frames
from marriage_analysis.store.loading import load_files

CORPUS = records_folder() / "marriage"
BY_HAND = [CORPUS / "sound" / name for name in ("hand-played.jsonl", "hand-irregular.jsonl")]
NUMBERS = {face: number for number, face in enumerate([*FACE_TEXTS, "JK", "MC"])}
PLAYED = ("turns", "events", "laid_sets")


def hand_played() -> dict[str, dict[str, Any]]:
    lines = [line for path in BY_HAND for line in path.read_text(encoding="utf-8").splitlines()]
    return {record["id"]: record for record in map(json.loads, lines)}


def simulated() -> list[dict[str, Any]]:
    """Two games of each preset by the sensible policy, and one by chance that is abandoned."""
    plans = [(preset, "sensible", 2, 300) for preset in PRESETS]
    plans += [(preset, "random", 1, 60) for preset in PRESETS]
    return [
        json.loads(format_record(record))
        for number, (preset, policy, games, turns) in enumerate(plans)
        for record in simulate(
            Plan(
                game=GAMES["marriage"],
                rules={"preset": preset},
                seats=2 + number % 4,
                seed=f"store {preset} {policy}",
                policies=(policy,),
                max_turns=turns,
            ),
            games=games,
        )
    ]


@pytest.fixture(scope="module")
def records() -> dict[str, dict[str, Any]]:
    """Whole games whose every card is known, with times on some of them."""
    games = {record["id"]: record for record in (*hand_played().values(), *simulated())}
    for number, game in enumerate(games.values()):
        if number % 3 == 0:
            game["times"] = [None if turn % 7 == 6 else 1000 + turn for turn in range(len(game["play"]))]
            game.pop("digest", None)
    return games


@pytest.fixture(scope="module")
def archive(records: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterable[Archive]:
    folder = tmp_path_factory.mktemp("played")
    report = load_files([write(folder / "games.jsonl", records.values())], folder / "a.duckdb")
    assert report.loaded == len(records) > 25
    assert set(report.verdicts) <= {"clean", "unclaimed"}
    with Archive(folder / "a.duckdb") as opened:
        yield opened


def loaded(folder: Path, *games: dict[str, Any]) -> dict[str, pl.DataFrame]:
    """The tables of the play of these records, in the order of loading."""
    for game in games:
        game.pop("digest", None)
    load_files([write(folder / "games.jsonl", games)], folder / "games.duckdb")
    with Archive(folder / "games.duckdb") as archive:
        order = {game_id: number for number, game_id in enumerate(archive.games().collect()["game_id"])}
        return {
            name: archive.table(name).sort(pl.col("game_id").replace_strict(order), maintain_order=True)
            for name in PLAYED
        }


def words(entry: str) -> tuple[int | None, list[str]]:
    """Seat and events of an entry, from its text alone."""
    who, _, rest = entry.partition(": ")
    return (None if who == "-" else int(who)), rest.split(" ")


# --- events ---------------------------------------------------------------------------------------------

REBUILT = """
WITH texts AS (
  SELECT digest, event_no, turn_no, CASE kind
    WHEN 'draw' THEN left(source, 1) || card
    WHEN 'discard' THEN 'x' || card
    WHEN 'tiplu' THEN 'tiplu(' || card || '@' || above || ')'
    WHEN 'see' THEN 'see(' || card || ')'
    WHEN 'nodraw' THEN kind
    WHEN 'nodiscard' THEN kind
    ELSE kind || '(' || cards || ')' END AS word
  FROM events),
rebuilt AS (
  SELECT digest, turn_no, coalesce(any_value(t.seat)::VARCHAR, '-') || ': '
    || string_agg(word, ' ' ORDER BY event_no) AS entry
  FROM texts JOIN turns t USING (digest, turn_no) GROUP BY digest, turn_no),
noted AS (
  SELECT digest, unnest(range(len(play))) AS turn_no, unnest(play) AS entry
  FROM (SELECT digest, (record::JSON->>'$.play[*]') AS play FROM records))
SELECT count(*) AS turns, count(*) FILTER (n.entry = r.entry) AS same FROM noted n FULL JOIN rebuilt r
  USING (digest, turn_no)
"""


def test_the_events_spell_the_play_again_in_sql(archive: Archive, records: dict[str, Any]) -> None:
    turns, same = archive.sql(REBUILT).row(0)
    assert turns == same == sum(len(game["play"]) for game in records.values())


def test_events_have_the_turn_s_seat_and_count_from_0(archive: Archive) -> None:
    wrong = archive.sql(
        "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY digest, turn_no ORDER BY event_no) - 1"
        " AS place FROM events) e JOIN turns t USING (digest, turn_no)"
        " WHERE e.event_no <> place OR e.seat IS DISTINCT FROM t.seat OR NOT e.is_sound OR e.is_derived"
    )
    assert wrong.is_empty()


def test_a_card_and_its_number_are_the_same_card(archive: Archive) -> None:
    rows = archive.sql("SELECT DISTINCT card, face FROM events WHERE card IS NOT NULL").rows()
    assert len(rows) > 52
    assert all(NUMBERS[card] == face for card, face in rows)
    table = archive.sql("SELECT face, card, rank, suit FROM faces")
    expected = [
        (face.index, str(face), face.rank and face.rank.value, face.suit and face.suit.value) for face in FACES
    ]
    assert table.rows() == expected
    assert table.schema["face"] == pl.Int16


# --- turns ----------------------------------------------------------------------------------------------


def counted(game: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns of a game from its text, with books of the cards kept by hand."""
    books = CardBooks(game)
    rows: list[dict[str, Any]] = []
    number: Counter[int] = Counter()
    for turn, entry in enumerate(game["play"]):
        seat, events = words(entry)
        books.play([entry])
        row: dict[str, Any] = {
            "turn_no": turn,
            "seat": seat,
            "entry": "table" if seat is None else "turn",
            "is_sound": True,
            "milliseconds": (game.get("times") or [None] * (turn + 1))[turn],
            "stock_after": len(books.stock),
            "seen_after": sum(shown is not None for shown in books.shown),
        }
        rows.append(row)
        if seat is None:
            continue
        draw = next((event for event in events if event[0] in "sp" and event[1:] in NUMBERS), None)
        discard = next((event for event in events if event[0] == "x"), None)
        show = next((event for event in events if event.startswith("show(")), None)
        is_only_tunnels = all(event.startswith("tunnel") for event in events)
        number[seat] += not is_only_tunnels
        laid = books.laid(seat) + Counter(
            card for one in sets(books.finished or "") if seat == books.winner for card in one
        )
        row |= {
            "turn_of_seat": None if is_only_tunnels else number[seat],
            "drew": draw is not None,
            "drawn_from": draw and {"s": "stock", "p": "pile"}[draw[0]],
            "drawn_face": draw and NUMBERS[draw[1:]],
            "discarded": discard is not None,
            "discarded_face": discard and NUMBERS[discard[1:]],
            "tunnels": sum(event.count(",") + 1 for event in events if event.startswith("tunnel")),
            "showed": show is not None,
            "route": show and ("sets" if len(sets(show[5:-1])[0]) == 3 else "dublees"),
            "chose_tiplu": any(event.startswith("tiplu") for event in events),
            "saw_tiplu": any(event.startswith("see") for event in events),
            "finished": any(event.startswith("finish") for event in events),
            "cards_after": books.hands[seat].total(),
            "hand_after": books.hands[seat].total() - laid.total(),
        }
    return rows


def test_every_turn_as_books_kept_by_hand_have_it(archive: Archive, records: dict[str, Any]) -> None:
    turns = archive.turns().collect()
    for game_id, game in records.items():
        rows = turns.filter(pl.col("game_id") == game_id).drop("digest", "game_id").rows(named=True)
        expected = counted(game)
        assert len(rows) == len(expected)
        for row, wanted in zip(rows, expected, strict=True):
            assert row == dict.fromkeys(row) | wanted, game_id
    assert {"table", "turn"} == set(turns["entry"])


def test_turns_and_games_agree_in_sql(archive: Archive) -> None:
    totals = archive.sql(
        "SELECT g.turns, count(*) AS rows, max(turn_no) + 1 AS last, max(t.seat) FILTER (finished) AS won,"
        " g.winner, count(*) FILTER (finished) AS finishes, g.ending FROM games g JOIN turns t USING (digest)"
        " GROUP BY g.digest, g.turns, g.winner, g.ending"
    )
    assert totals.height == archive.games().collect().height
    for turns, rows, last, won, winner, finishes, ending in totals.iter_rows():
        assert turns == rows == last
        assert won == winner
        assert finishes == (ending == "finished")


# --- laid sets ------------------------------------------------------------------------------------------


def test_laid_sets_are_those_of_the_events_in_sql(archive: Archive) -> None:
    apart = archive.sql(
        "SELECT digest, turn_no, event_no, unnest(range(len(parts))) AS set_no, seat, kind AS laid_as,"
        " unnest(parts) AS cards FROM (SELECT *, string_split(cards, ',') AS parts FROM events"
        " WHERE kind IN ('tunnel', 'show', 'finish', 'badshow', 'badfinish') AND cards <> '')"
        " ORDER BY digest, turn_no, event_no, set_no"
    )
    laid = archive.laid_sets().collect().sort("digest", "turn_no", "event_no", "set_no")
    assert laid.select(apart.columns).rows() == apart.rows()
    assert laid["is_sound"].all()


def test_what_the_laid_sets_are(archive: Archive) -> None:
    for laid_as, cards, kind in (
        archive.laid_sets().collect().select("laid_as", "cards", "set_kind").iter_rows()
    ):
        parts = re.findall("..", cards)
        if laid_as in ("tunnel", "show"):
            wanted = "dublee" if len(parts) == 2 else "tunnel" if len(set(parts)) == 1 else "pure sequence"
            assert kind == wanted, cards
        elif laid_as == "finish":
            assert (kind == "dublee") == (len(parts) == 2), cards
            assert kind is not None, cards
    kinds = set(archive.laid_sets().collect()["set_kind"])
    assert {"sequence", "trial", "pure sequence", "dublee", "tunnel"} <= kinds


# --- loading --------------------------------------------------------------------------------------------


def test_frames_are_what_is_read_back_and_loading_again_adds_nothing(
    archive: Archive, records: dict[str, Any], tmp_path: Path
) -> None:
    file = write(tmp_path / "games.jsonl", records.values())
    made = frames(audit_records([file]))
    load_files([file], tmp_path / "a.duckdb")
    assert load_files([file], tmp_path / "a.duckdb").counts.skipped == len(records)
    with Archive(tmp_path / "a.duckdb") as again:
        for name in PLAYED:
            assert_frame_equal(getattr(made, name), archive.table(name))
            assert_frame_equal(again.table(name), archive.table(name))


def test_an_archive_of_an_older_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    db = tmp_path / "a.duckdb"
    load_files(BY_HAND, db)
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE meta SET value = '1' WHERE name = 'schema_version'")
        connection.execute("DROP TABLE turns")
    for opened in (lambda: load_files(BY_HAND, db), lambda: Archive(db)):
        with pytest.raises(StoreError, match=r"older version of marriage .* version 1, .* into a new one"):
            opened()


# --- what is not told, and what cannot be ---------------------------------------------------------------


def test_behind_the_place_where_a_replay_stops_nothing_is_sound(tmp_path: Path) -> None:
    game = hand_played()["hand-pagat-sets"]
    at = next(turn for turn, entry in enumerate(game["play"]) if turn > 3 and " s" in entry)
    seat, events = words(game["play"][at])
    game["play"][at] = f"{seat}: {events[0]} xJK"
    tables = loaded(tmp_path, game)
    turns, events_of = tables["turns"], tables["events"]
    assert turns["is_sound"].to_list() == [turn < at for turn in range(len(game["play"]))]
    sound = {
        (row[0], row[1]): row[2] for row in events_of.select("turn_no", "event_no", "is_sound").iter_rows()
    }
    assert sound == {key: key[0] < at or key == (at, 0) for key in sound}
    after = turns.filter(~pl.col("is_sound"))
    for column in ("stock_after", "cards_after", "hand_after", "seen_after", "route"):
        assert after[column].null_count() == after.height
    assert after["drew"].all()
    assert after["discarded_face"][0] == NUMBERS["JK"]
    laid = tables["laid_sets"].filter(pl.col("turn_no") >= at)
    assert laid.height > 0
    assert laid["set_kind"].null_count() == laid.height
    assert not laid["is_sound"].any()


@pytest.mark.parametrize("name", ["rules_missing", "stock_size", "uneven_deal", "too_many_copies"])
def test_where_no_replay_can_begin_turns_are_as_noted(name: str, tmp_path: Path) -> None:
    game = hand_played()["hand-pagat-sets"]
    if name == "rules_missing":
        game["rules"] = {}
    elif name == "stock_size":
        game["deal"]["stock"] = game["deal"]["stock"][3:]
    elif name == "uneven_deal":
        game["deal"]["hands"][0] = game["deal"]["hands"][0][3:]
    else:
        game["deal"]["stock"] = "AS AS AS AS" + game["deal"]["stock"][11:]
    tables = loaded(tmp_path, game)
    assert tables["turns"].height == len(game["play"])
    assert not any(frame["is_sound"].any() for frame in tables.values())
    assert tables["events"].height == sum(len(words(entry)[1]) for entry in game["play"])


def test_what_later_play_tells_is_marked_derived_and_true(tmp_path: Path) -> None:
    """Draws without their source, and the tiplu without its place, in games that are known in full."""
    whole = loaded(tmp_path, *hand_played().values())["events"]
    games = hand_played()
    for game in games.values():
        game["play"] = [re.sub(r" [sp](?=[A-Z0-9]{2}\b)", " d", entry) for entry in game["play"]]
        game["play"] = [re.sub(r"@\d+\)", ")", entry) for entry in game["play"]]
    (tmp_path / "vague").mkdir()
    vague = loaded(tmp_path / "vague", *games.values())["events"]
    both = vague.join(whole, on=["game_id", "turn_no", "event_no"], suffix="_noted")
    assert both.height == whole.height == vague.height
    derived = both.filter("is_derived")
    assert set(derived["kind"]) == {"draw", "tiplu"}
    assert derived.height > 20
    for column in ("card", "face", "source", "above"):
        told = derived.filter(pl.col(column).is_not_null())
        assert told[column].to_list() == told[f"{column}_noted"].to_list()
    rest = both.filter(~pl.col("is_derived") & pl.col("kind").is_in(["draw"]))
    assert rest["source"].null_count() == rest.height


def test_what_a_seat_did_not_see_is_empty(tmp_path: Path) -> None:
    game = hand_played()["hand-pagat-sets"]
    whole = loaded(tmp_path, game)
    (tmp_path / "seat").mkdir()
    hidden = json.loads(json.dumps(game)) | {"view": 0}
    hidden["deal"]["hands"] = [hand if seat == 0 else None for seat, hand in enumerate(hidden["deal"]["hands"])]
    del hidden["deal"]["stock"]
    hidden["deal"].pop("shuffle", None)
    hidden["play"] = [
        entry
        if entry.startswith("0:")
        else re.sub(r" s[A-Z0-9]{2}\b", " s??", re.sub(r"(tiplu|see)\(..", r"\1(??", entry))
        for entry in hidden["play"]
    ]
    seen = loaded(tmp_path / "seat", hidden)
    both = seen["turns"].join(whole["turns"], on="turn_no", suffix="_all")
    others = both.filter((pl.col("seat") != 0) & (pl.col("drawn_from") == "stock"))
    assert others.height > 2
    assert others["drawn_face"].null_count() == others.height
    own = both.filter(pl.col("seat") == 0)
    assert own["drawn_face"].to_list() == own["drawn_face_all"].to_list()
    for column in (
        "drew",
        "drawn_from",
        "discarded_face",
        "showed",
        "stock_after",
        "cards_after",
        "hand_after",
    ):
        assert both[column].to_list() == both[f"{column}_all"].to_list()
    draws = seen["events"].filter((pl.col("seat") != 0) & (pl.col("source") == "stock"))
    assert draws["card"].null_count() == draws["face"].null_count() == draws.height


def test_turns_that_nobody_noted_leave_empty_cells(tmp_path: Path) -> None:
    game = hand_played()["hand-pagat-sets"]
    unnoted, gap = json.loads(json.dumps(game)), json.loads(json.dumps(game))
    seat = int(game["play"][3][0])
    unnoted["id"], unnoted["play"][3] = "unnoted", f"{seat}: ?"
    gap["id"], gap["play"][3] = "gap", "-: gap(1)"
    turns = loaded(tmp_path, unnoted, gap)["turns"]
    first = turns.filter(pl.col("game_id") == "unnoted").rows(named=True)
    assert first[3]["entry"] == "unnoted"
    assert first[3]["turn_of_seat"] == 1
    told = ("drew", "showed", "finished", "discarded", "stock_after", "hand_after", "seen_after")
    assert [first[3][column] for column in told] == [None] * len(told)
    assert [row["stock_after"] is None for row in first] == [turn >= 3 for turn in range(len(first))]
    assert all(row["turn_of_seat"] is not None for row in first[1:])
    second = turns.filter(pl.col("game_id") == "gap").rows(named=True)
    assert (second[3]["entry"], second[3]["seat"], second[3]["is_sound"]) == ("gap", None, True)
    assert [row["turn_of_seat"] is None for row in second] == [turn in (0, *range(3, 11)) for turn in range(11)]


@pytest.mark.parametrize("last", ["", " x2S"])
def test_a_show_without_its_tiplu_is_told_by_the_replay(last: str, tmp_path: Path) -> None:
    """The first to show picked the tiplu, the next looked at it; not known where the record breaks off."""
    game = hand_played()["hand-pagat-sets"]
    play = [re.sub(r" (tiplu|see)\([^)]*\)", "", entry) for entry in game["play"]]
    shows = [turn for turn, entry in enumerate(play) if "show" in entry]
    game["result"] = {}
    game["play"] = play[: shows[1] + 1]
    if not last:
        game["play"][-1] = game["play"][-1].rpartition(" ")[0]
    rows = loaded(tmp_path, game)["turns"].rows(named=True)
    told = [(rows[turn]["chose_tiplu"], rows[turn]["saw_tiplu"]) for turn in shows[:2]]
    assert told == [(True, False), (False, True) if last else (None, None)]
    assert rows[-1]["route"] == "sets"


# --- views ----------------------------------------------------------------------------------------------


def test_who_showed_first_and_after_how_long(archive: Archive, records: dict[str, Any]) -> None:
    rows = {row["game_id"]: row for row in archive.sql("SELECT * FROM first_shows").iter_rows(named=True)}
    assert set(rows) == set(records)
    timed = 0
    for game_id, game in records.items():
        turns = counted(game)
        first = next((row for row in turns if row.get("showed")), None)
        row = rows[game_id]
        if first is None:
            assert (row["turn_no"], row["seat"], row["turns_of_all"], row["milliseconds"]) == (None,) * 4
            continue
        before = turns[: first["turn_no"] + 1]
        for column in ("turn_no", "seat", "route", "turn_of_seat"):
            assert row[column] == first[column]
        assert row["turns_of_all"] == sum(one.get("turn_of_seat") is not None for one in before)
        spent = [one["milliseconds"] for one in before]
        assert row["milliseconds"] == (None if None in spent else sum(spent))
        timed += row["milliseconds"] is not None
    assert 0 < timed < len(rows)


def test_who_saw_the_tiplu_when(archive: Archive, records: dict[str, Any]) -> None:
    rows = archive.sql("SELECT game_id, seat, turn_no, turn_of_seat, place, how, route FROM sightings").rows()
    expected: dict[tuple[str, int], tuple[object, ...]] = {
        (game_id, seat): (None,) * 5
        for game_id, game in records.items()
        for seat in range(len(game["players"]))
    }
    for game_id, game in records.items():
        shows = [row for row in counted(game) if row.get("showed")]
        for place, row in enumerate(shows, start=1):
            how = "chose" if row["chose_tiplu"] else "saw"
            key = (game_id, row["seat"])
            expected[key] = (row["turn_no"], row["turn_of_seat"], place, how, row["route"])
    assert {row[:2]: row[2:] for row in rows} == expected
    assert len(rows) == len(expected)


def test_picks_from_the_pile(archive: Archive, records: dict[str, Any]) -> None:
    rows = archive.sql(
        "SELECT game_id, seat, draws, from_pile, from_stock, from_unknown FROM pile_picks"
    ).rows()
    picked: Counter[tuple[str, int, str]] = Counter()
    for game_id, game in records.items():
        for entry in game["play"]:
            seat, events = words(entry)
            for event in events:
                if seat is not None and event[1:] in NUMBERS and event[0] in "sp":
                    picked[game_id, seat, event[0]] += 1
    assert len(rows) == sum(len(game["players"]) for game in records.values())
    for game_id, seat, draws, pile, stock, unknown in rows:
        wanted = picked[game_id, seat, "p"], picked[game_id, seat, "s"]
        assert (pile, stock) == wanted
        assert (draws, unknown) == (sum(wanted), 0)
    assert sum(row[3] for row in rows) > 50


def test_the_views_leave_out_what_does_not_count(tmp_path: Path) -> None:
    """A corrected record, and turns behind the place where a replay stops."""
    old, game = hand_played()["hand-pagat-sets"], hand_played()["hand-pagat-sets"]
    for record in (old, game):
        record.pop("digest", None)
    old["play"] = old["play"][:3]
    old["result"] = {}
    game["corrects"] = {"reason": "misheard"}
    broken = hand_played()["hand-pagat-sets"]
    broken["id"] = "broken"
    broken.pop("digest", None)
    shows = [turn for turn, entry in enumerate(broken["play"]) if "show" in entry]
    broken["play"][shows[0]] = str(broken["play"][shows[0]]).replace(" x", " xJK x", 1)
    load_files([write(tmp_path / "g.jsonl", [old, game, broken])], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        first = archive.sql("SELECT game_id, turn_no FROM first_shows").rows()
        draws = archive.sql("SELECT game_id, sum(draws)::INT FROM pile_picks GROUP BY ALL ORDER BY ALL").rows()
    assert first == [("hand-pagat-sets", shows[0]), ("broken", None)]
    whole = sum(entry.count(" s") + entry.count(" p") - entry.count(" show") for entry in game["play"])
    assert dict(draws)["hand-pagat-sets"] == whole - sum(" see" in entry for entry in game["play"])
    assert dict(draws)["broken"] == shows[0] - 1
