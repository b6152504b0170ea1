"""Every table and view of an archive recomputed by SQL of its own from the lines of the records.

The SQL stands in ``in_sql``: ``base`` reads the lines, follows the plays and settles the games by the rules,
and a file for each table and view makes its rows of that. Rows, columns and order must be those of the archive.

Two corpora: ``whole`` (simulated games, sheets, hands, the sound samples; nothing is unknown or wrong but
some claims) is compared with every table and view; ``partly`` (samples with unknown cards, faults, views, and
lines that are no records) with what records say. What SQL does not recompute is listed: ``ELSEWHERE`` for
both corpora, ``PARTLY`` for the second, each column with what else holds it. A column that is in neither
fails.

The SQL takes two things from our own code: the exported form of a line, whose rules are written out (held by
the tests in ``tests/records``, and here by its digest), and the findings, of which it makes only some codes
(``FOUND``) itself; the errors, warnings and infos of games and the view ``to_check`` are counted from those
that are stored. Among the sound samples are the hands of the scoring vectors (scored-hands.jsonl), so the SQL
is held to them too.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import duckdb
import polars as pl
import pytest
from record_samples import sheet
from store_samples import random_hands, random_sheet

from marriage_analysis import __version__
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.marjolet.rules.presets import PRESETS as MARJOLET_PRESETS
from marriage_analysis.games.marriage.rules.json_options import parse_options
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.package_data import sample_files
from marriage_analysis.play.simulate import Plan, simulate
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.reader import read_records
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.schema import tables
from marriage_analysis.store.views import views

IN_SQL: Final = Path(__file__).parent / "in_sql"
TABLES: Final = {table.name: tuple(column.name for column in table.columns) for table in tables()}
VIEWS: Final = {view.name: tuple(view.columns or TABLES["games"]) for view in views()}

RELATED: Final = ("id_conflict", "corrects_unknown")
FOUND: Final = (*RELATED, "maal_differs", "net_differs", "net_sum_not_zero")
"""The findings that SQL makes. All others: tests/test_corpus.py, with a sample record for every code."""

_JUDGED: Final = "the samples with their verdicts: tests/test_corpus.py"
_REPLAYED: Final = "what a replay makes of plays that are not known in full: test_store_play.py"
_SCORED: Final = "readings of what is half known: test_audit_cases.py and marjolet/test_records.py"

_PARTLY_OF_GAMES: Final = {
    "settled_finish": _SCORED,
    "stopped_by": _SCORED,
    "digest_as_written": "the other corpus, whose lines are canonical as they are written",
}

ELSEWHERE: Final[Mapping[str, Mapping[str, str]]] = {
    "games": {"verdict": _JUDGED},
    "current_games": {"verdict": _JUDGED},
    "results": {"verdict": _JUDGED},
    "to_check": {"verdict": _JUDGED},
    "findings": {
        "finding": "the number in the audit's own order: test_store_loading.py, as frames",
        "turn": _JUDGED,
        "line": "test_store_loading.py, as frames",
        "line_column": "test_store_loading.py, as frames",
        "message": _JUDGED,
    },
    "rejects": {
        "code": "the codes of broken records: tests/test_corpus.py",
        "message": "tests/test_corpus.py",
        "findings": "test_store_loading.py",
    },
}
PARTLY: Final[Mapping[str, Mapping[str, str]]] = {
    "games": _PARTLY_OF_GAMES,
    "current_games": _PARTLY_OF_GAMES,
    "seats": {
        name: _SCORED for name in TABLES["seats"] if name.startswith("derived_") or name in ("basis", "tricks")
    },
    "sat_out": {},
    "records": {},
    "rejects": {},
    "findings": {},
    "turns": {
        name: _REPLAYED
        for name in TABLES["turns"]
        if name.endswith("_after")
        or name in ("is_sound", "drawn_from", "drawn_face", "chose_tiplu", "saw_tiplu", "route")
    },
    "events": dict.fromkeys(("card", "face", "source", "above", "is_derived", "is_sound", "scored"), _REPLAYED),
    "laid_sets": dict.fromkeys(("set_kind", "is_sound", "meld_kind", "meld_points"), _REPLAYED),
    "annotations": {},
    "corrections": {},
    "noted_turns": {},
    "noted_events": {},
}


@dataclass(frozen=True)
class Corpus:
    """An archive, and what SQL makes of the lines that were loaded into it."""

    archive: Archive
    sql: duckdb.DuckDBPyConnection
    is_whole: bool
    _made: dict[str, pl.DataFrame] = field(default_factory=dict[str, pl.DataFrame])

    def stored(self, name: str) -> pl.DataFrame:
        if name == "findings":
            codes = FOUND if self.is_whole else RELATED
            frame = self.archive.table(name).filter(pl.col("code").is_in(codes))
            return frame.sort("digest", "code", "seat", nulls_last=True)
        if name == "meta":  # the salt is drawn by chance; the largest record: test_store_loading.py
            is_drawn = pl.col("name").is_in(["pseudonym_salt", "largest_record"])
            return self.archive.table(name).with_columns(value=pl.when(~is_drawn).then("value"))
        return self.archive.table(name) if name in TABLES else self.archive.lazy(name).collect()

    def made(self, name: str) -> pl.DataFrame:
        if name not in self._made:
            self._made[name] = self.sql.sql(sql_of(name)).pl()
        return self._made[name]

    def check(self, name: str) -> int:
        """Compare a table or view, and give how many rows it has."""
        stored, made = self.stored(name), self.made(name)
        skipped = {**ELSEWHERE.get(name, {}), **({} if self.is_whole else PARTLY[name])}
        if name == "findings" and not self.is_whole:
            made = made.filter(pl.col("code").is_in(RELATED))
        assert made.height == stored.height, name
        for column in stored.columns:
            if column not in skipped:
                assert column in made.columns, f"{name}.{column} is neither recomputed nor listed"
                rows = differing(stored[column], made[column].cast(stored.schema[column]))
                told = f"{name}.{column}: stored, then made, in {len(rows)} rows"
                assert not rows, f"{told}, as {stored[rows[0]].row(0)} and {made[rows[0]].row(0)}"
        return stored.height


def differing(stored: pl.Series, made: pl.Series) -> list[int]:
    """The numbers of the rows that are not the same; two ways to a mean may differ in its last digits."""
    differs = stored.ne_missing(made)
    if stored.dtype.is_float():
        differs &= ~((stored - made).abs() <= 1e-9 * (1 + stored.abs())).fill_null(value=False)
    return differs.arg_true().to_list()


def sql_of(name: str) -> str:
    return (IN_SQL / ("tables" if name in TABLES else "views") / f"{name}.sql").read_text(encoding="utf-8")


def corpus(folder: Path, lines: Iterable[bytes], *, is_whole: bool) -> Corpus:
    """Load the lines into an archive, and hand them to SQL."""
    file = folder / "games.jsonl"
    file.write_bytes(b"\n".join(lines) + b"\n")
    written = file.read_text(encoding="utf-8").split("\n")[:-1]
    exported = [""] * len(written)
    for reading in read_records(file):
        if reading.record is not None:
            exported[reading.line - 1] = format_record(expand(reading.record).record).decode()
    load_files([file], folder / "a.duckdb")
    archive = Archive(folder / "a.duckdb")
    sql = duckdb.connect()
    frames = {
        "line": pl.DataFrame(
            {
                "file": [str(file)] * len(written),
                "number": range(1, len(written) + 1),
                "written": written,
                "exported": exported,
            }
        ),
        "stored_findings": archive.table("findings"),
    }
    for name, frame in frames.items():
        sql.register("frame", frame.to_arrow())  # pyright: ignore[reportUnknownArgumentType]
        sql.execute(f"CREATE TABLE {name} AS FROM frame")
    sql.execute("CREATE TABLE toolkit AS SELECT ? AS version, ? AS is_whole", [__version__, is_whole])
    base = [path.read_text(encoding="utf-8") for path in sorted((IN_SQL / "base").glob("*.sql"))]
    for text in base[:-1]:
        sql.execute(text)
    for table in ("games", "seats", "turns"):
        sql.execute(f"CREATE TABLE made_{table} AS {sql_of(table)}")
    sql.execute(base[-1])
    return Corpus(archive, sql, is_whole)


# --- the records ----------------------------------------------------------------------------------------


def canonical(record: Mapping[str, Any]) -> bytes:
    """The bytes that a digest is of (format 6), by the JSON of Python."""
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def played(plan: Plan, games: int) -> Iterator[dict[str, Any]]:
    return (json.loads(format_record(record)) for record in simulate(plan, games=games))


def marriage_plan(preset: str, seats: int, seed: str, number: int, **more: Any) -> Plan:
    policies = ("mixed", "dublee", "sequence", "sensible", "simple", "random")
    return Plan(
        game=GAMES["marriage"],
        rules={"preset": preset, "options": {"max_players": 6, **more}},
        seats=seats,
        seed=f"{seed} {number}",
        policies=(policies[number % len(policies)],),
        max_turns=80,
        session=f"evening-{number % 7}" if number % 2 else None,
    )


def simulated(seed: str, games: int) -> list[dict[str, Any]]:
    """Games of every preset with 2 to 6 seats, of Marjolet's too; some of them in sessions."""
    plans = [(preset, seats) for preset in PRESETS for seats in range(2, 7)]
    made = [
        record
        for number, (preset, seats) in enumerate(plans)
        for record in played(marriage_plan(preset, seats, seed, number), games)
    ]
    for preset in MARJOLET_PRESETS:
        for end in ("settlement", "immediate"):
            rules = {"preset": preset, "options": {"game_end": end, "target": 300}}
            plan = Plan(
                game=GAMES["marjolet"],
                rules=rules,
                seats=2,
                seed=f"{seed} {preset} {end}",
                policies=("sensible",),
                session=f"{preset}-{end}",
            )
            made += played(plan, 2 * games)
    return made


def options(chance: random.Random) -> dict[str, Any]:
    """Rule options that the presets leave alone, and values of those that settle a game, at random."""
    flags = (True, False)
    choices: dict[str, tuple[Any, ...]] = {
        "kidnap": ("off", "points", "cards"),
        "maal_pachaunu": flags,
        "tunnel_pachaunu": flags,
        "dublee_payment_mode": ("add_bonus", "replace_seen", "separate"),
        "dublee_loser_exempt": flags,
        "foul_exempt_from_payment": flags,
        "better": (1, 3),
        "dhoos_when": ("current", "next"),
        "maal_assignment": ("maximise", "greedy"),
        "tunnel_source": ("dealt_displayed", "any_shown"),
        "tunnel_mode": ("replace", "additive"),
        "alter_points": (None, [5, 15, 25]),
        "putali_points": (None, [5, 15, 25]),
        "master_card": (None, 10),
        "master_card_in_primary": flags,
        "ace_tiplu_marriage": flags,
        "laid_marriage_bonus": (0, 5),
    }
    chosen = {name: chance.choice(values) for name, values in choices.items()}
    payments = {"dublee_bonus": 7, "dublee_seen_payment": 11, "dublee_unseen_payment": 23, "putali": 3}
    return {**chosen, **payments, "max_players": 6}


def under_other_options(seed: str, number: int) -> Iterator[dict[str, Any]]:
    """So many games, sheets and hands, each under options of its own."""
    chance = random.Random(seed)
    for index in range(number):
        preset, some = chance.choice(list(PRESETS)), options(chance)
        rules = parse_options(PRESETS[preset].rules, some)
        yield random_hands(rules, chance, game_id=f"hands-{seed}-{index}")
        noted_points = random_sheet(rules, chance, game_id=f"sheet-{seed}-{index}")
        for row in noted_points["result"]["players"]:
            row["seen"] = bool(row["seen"])  # everybody's maal is known, then
            row.update((name, min(row[name], 60)) for name in ("maal", "counted") if name in row)
        yield noted_points
        opened = {"open_maal": chance.random() < 0.3}
        yield from played(marriage_plan(preset, 2 + index % 5, seed, index, **some, **opened), 1)


def with_what_people_add(records: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Notes, corrections, second accounts and members who sat out, here and there."""
    for number, record in enumerate(records):
        changed = noted(number, record)
        yield changed
        if number % 11 == 3:
            yield correction(number, changed)
        if number % 13 == 4:
            yield {**without_digest(changed), "meta": {"event": "told by another"}}
        if number % 17 == 5:
            yield changed


def noted(number: int, record: dict[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    turns = range(len(record.get("play", ())))
    if number % 7 == 1:
        more["meta"] = {"event": "Tihar", "date": ("2026-11-08", "2026-11")[number % 2], "site": "Patan"}
        more["sat_out"] = [{"name": "Zoya"}, {"id": "y", "name": "A\u0301sha"}]
        more["flags"] = ["dublee_game"]
    if number % 7 == 2:
        more["meta"] = {"started_at": "2026-11-08T01:30:00+05:45"}
        if turns:
            more["times"] = [None if turn % 7 == 6 else 1000 + turn for turn in turns]
    changed = {**without_digest(record), **more} if more else record
    if number % 5 == 0:
        dispute = {"kind": "dispute", "text": f'"{number}" क्‍ष', "lang": "en", "by": number % 2, "seat": 1}
        later = {"text": "later", "by": "Asha", "at": "2026-11-08"}
        changed = {**changed, "annotations": [dispute | ({"turn": 0} if turns else {}), later]}
    return changed


def correction(number: int, record: dict[str, Any]) -> dict[str, Any]:
    """The record with other claims, as a correction; some do not name the digest of what they correct."""
    rows: list[dict[str, Any]] = [dict(row) for row in record["result"]["players"]]
    score = "net" if record["game"] == "marriage" else "points"
    rows[0][score], rows[1][score] = 11, -11
    corrects: dict[str, Any] = {"reason": "misheard", "by": ["Asha"], "at": "2026-11-09", "note": "n"}
    if "digest" in record and number % 2:
        corrects["digest"] = record["digest"]
    result = {**record["result"], "players": rows}
    return {**without_digest(record), "result": result, "corrects": corrects}


def without_digest(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "digest"}


WRONG_FINISH: Final = "0: sQC badfinish(4S5S6S,9HTHQH,2C3C5C) x2D"


def samples(kind: Literal["sound", "partial", "faulty"]) -> Iterator[bytes]:
    """The lines of the sample files, those that are text."""
    for path in sample_files(kind):
        if path.suffix == ".jsonl" and not (raw := path.read_bytes()).startswith(b"\xef\xbb\xbf"):
            try:
                raw.decode()
            except UnicodeDecodeError:
                continue
            yield from raw.splitlines()


def wrong_finish_before_a_show() -> dict[str, Any]:
    """A finish that was none, by a player who had not seen: 9H is wild for others, not for him."""
    records = map(json.loads, samples("sound"))
    record = next(record for record in records if record["id"] == "irregular-wrong-show-and-finish")
    record["play"][0] = WRONG_FINISH
    record["dhoos"][0]["reason"] = "wrong_finish"
    return without_digest(record) | {"id": "wrong-finish-unseen"}


def equal_groupings() -> dict[str, Any]:
    """A hand that is worth 15 with a marriage and without one: the items name the marriage."""
    rows = [{"seen": True, "holding": "TC JC QC QC QC"}, {"seen": False, "holding": "5H"}]
    return sheet(id="equal", result={"winner": 0, "finish": "sets", "tiplu": "JC", "players": rows})


def whole_lines(seed: str, *, games: int, others: int) -> list[bytes]:
    sound = [json.loads(line) for line in samples("sound")]
    made = [*simulated(seed, games), *under_other_options(seed, others)]
    more = (wrong_finish_before_a_show(), equal_groupings())
    return [canonical(record) for record in (*with_what_people_add(made), *sound, *more)]


def partly_lines() -> Iterator[bytes]:
    yield from samples("partial")
    yield from samples("faulty")
    yield from (b"nonsense", b'["a list"]', b'{"format":"another"}', '{"text": "क्‍ष'.encode())


# --- the comparisons ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    made = corpus(tmp_path_factory.mktemp("whole"), whole_lines("plain", games=3, others=24), is_whole=True)
    with made.archive, made.sql:
        yield made


@pytest.fixture(scope="module")
def partly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    made = corpus(tmp_path_factory.mktemp("partly"), partly_lines(), is_whole=False)
    with made.archive, made.sql:
        yield made


@pytest.mark.parametrize("name", [*TABLES, *VIEWS])
def test_recomputed_from_whole_records(name: str, whole: Corpus) -> None:
    assert (whole.check(name) > 0) == (name != "rejects")


@pytest.mark.parametrize("name", PARTLY)
def test_recomputed_from_records_with_unknowns_and_faults(name: str, partly: Corpus) -> None:
    partly.check(name)


@pytest.mark.long
@pytest.mark.parametrize("seed", ["a", "b"])
def test_recomputed_from_more_records(seed: str, tmp_path: Path) -> None:
    made = corpus(tmp_path, whole_lines(seed, games=9, others=120), is_whole=True)
    with made.archive, made.sql:
        for name in (*TABLES, *VIEWS):
            made.check(name)


def test_every_column_is_recomputed_or_listed(whole: Corpus) -> None:
    declared = TABLES | VIEWS
    for name, columns in declared.items():
        made = set(whole.made(name).columns)
        listed = set(ELSEWHERE.get(name, {}))
        assert made | listed == set(columns), f"{name}: {sorted((made | listed) ^ set(columns))}"
        assert set(PARTLY.get(name, {})) <= set(columns), name
    assert {*ELSEWHERE, *PARTLY} <= set(declared)
    files = {path.stem for folder in ("tables", "views") for path in (IN_SQL / folder).glob("*.sql")}
    assert files == set(declared)


def test_no_column_is_compared_that_is_empty_throughout(whole: Corpus) -> None:
    for name in (*TABLES, *VIEWS):
        stored = whole.stored(name)
        for column in set(stored.columns) - set(ELSEWHERE.get(name, {})):
            is_empty = name == "rejects" or (name, column) == ("current_games", "superseded_by")
            assert (stored[column].count() == 0) == is_empty, f"{name}.{column}"


def test_the_corpus_has_games_of_every_kind(whole: Corpus) -> None:
    games = whole.archive.games().collect()
    assert set(games["level"]) == {"play", "hands", "items", "sheet", "net"}
    assert set(games["settled_finish"]) == {"sets", "dublees", None}
    assert {"finished", "abandoned"} <= set(games["ending"])
    assert games["superseded_by"].count() > 5
    kinds = set(whole.archive.items().collect()["kind"])
    assert {
        "laid_marriage",
        "lapsed_maal",
        "lapsed_tunnels",
        "kidnap_gain",
        "kidnap_loss",
        "kidnap_cards",
    } <= kinds
    assert {"tunnel_ordinary", "tunnel_poplu_jhiplu", "master_card", "alter", "putali", "stated"} <= kinds
    assert {"all_six", "turned_seven", "dix_played", "tenth_trick"} <= kinds
    assert {"dhoos", "dhoos_due", "dublee_bonus", "dublee_unseen"} <= set(
        whole.archive.payments().collect()["kind"]
    )


def test_views_are_in_one_order_only(whole: Corpus) -> None:
    """The columns that a view is ordered by name a row of it, so that its order is never left to chance."""
    for view in views():
        columns = [part.split()[0].strip(",") for part in view.order.split(",")]
        assert whole.stored(view.name).select(columns).is_unique().all(), view.name
