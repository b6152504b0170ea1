"""select, merge, split and dedupe: records go through unchanged, each once, and nothing is overwritten."""

import json
from pathlib import Path

import pytest
from record_samples import HAND_WRITTEN, line_of, sheet
from store_samples import write
from typer.testing import CliRunner, Result

from marriage_analysis.cli.app import app
from marriage_analysis.package_data import sample_files
from marriage_analysis.records.reader import read_records
from marriage_analysis.records.text_form import format_text
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files
from marriage_analysis.store.shelving import file_name

LINES = HAND_WRITTEN.read_bytes().splitlines()


def marriage(*arguments: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def lines(path: Path) -> list[bytes]:
    return [reading.raw for reading in read_records(path)]


def test_merge_gives_every_record_once_as_it_stands(tmp_path: Path) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    first.write_bytes(b"\n".join(LINES[:6]))
    second.write_bytes(b"\n".join([*LINES[3:], b"nonsense"]))
    done = marriage("merge", first, second, "-o", tmp_path / "all.jsonl.zst")
    assert done.exit_code == 1
    assert done.stderr.endswith("14 read = 10 ok + 1 bad + 3 skipped\n")
    assert lines(tmp_path / "all.jsonl.zst") == LINES
    again = marriage("merge", first, second, "-o", tmp_path / "all.jsonl.zst")
    assert again.exit_code == 2
    assert "--force replaces it" in again.stderr
    assert marriage("merge", first, second, "-o", tmp_path / "all.jsonl.zst", "--force").exit_code == 1
    twice = marriage("dedupe", "-", stdin=b"\n".join(LINES + LINES))
    assert twice.stdout_bytes.splitlines() == LINES


def test_other_notes_other_accounts_and_corrections_are_no_copies(tmp_path: Path) -> None:
    plain, noted = sheet(), sheet(annotations=[{"text": "a"}])
    other = sheet(result={**sheet()["result"], "winner": 0})
    given = [plain, noted, noted, plain, other, sheet(rules={"preset": "pagat", "options": {}})]
    file = write(tmp_path / "f.jsonl", given)
    done = marriage("dedupe", file)
    assert done.stdout_bytes == b"".join(map(line_of, [plain, noted, other]))
    for name, path in (("all", file), ("once", tmp_path / "once.jsonl")):
        path.write_bytes(done.stdout_bytes if name == "once" else file.read_bytes())
        load_files([path], tmp_path / f"{name}.duckdb")
    with Archive(tmp_path / "all.duckdb") as whole, Archive(tmp_path / "once.duckdb") as once:
        assert list(whole.records()) == list(once.records())


def test_a_record_over_many_lines_or_in_text_form_becomes_a_line(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text(json.dumps(sheet(), indent=2))
    record = next(read_records(HAND_WRITTEN)).record
    assert record is not None
    (tmp_path / "2.mrn").write_text(format_text(record))
    done = marriage("merge", tmp_path / "1.json", tmp_path / "2.mrn")
    assert [json.loads(line) for line in done.stdout_bytes.splitlines()] == [sheet(), json.loads(LINES[0])]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("players = 2 AND view = 'all'", None),
        ("digest IN (SELECT digest FROM seats WHERE player = 'P3')", None),
        ("game_id LIKE 'session-a%' -- those of the evening", ["session-a-1", "session-a-3"]),
        ("verdict = 'clean'", []),
        ("false", []),
    ],
)
def test_select_gives_what_the_condition_says(where: str, expected: list[str] | None, tmp_path: Path) -> None:
    done = marriage("select", HAND_WRITTEN, "--where", where)
    assert done.exit_code == 0, done.output
    found = done.stdout_bytes.splitlines()
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb", derive=False)
    with Archive(tmp_path / "a.duckdb") as archive:
        wanted = archive.sql(f"SELECT source_line FROM games WHERE {where}\nORDER BY ALL")["source_line"]
    assert found == [LINES[number - 1] for number in wanted]
    if expected is not None:
        assert [json.loads(line)["id"] for line in found] == expected


def test_select_after_an_audit_and_from_an_archive(tmp_path: Path) -> None:
    done = marriage("select", HAND_WRITTEN, "--where", "verdict = 'clean'", "--derive")
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb")
    with Archive(tmp_path / "a.duckdb") as archive:
        clean = archive.sql("SELECT source_line, digest FROM games WHERE verdict = 'clean' ORDER BY ALL")
        wanted = list(archive.records(frozenset(clean["digest"])))
    assert done.stdout_bytes.splitlines() == [LINES[number - 1] for number in clean["source_line"]]
    assert 0 < clean.height < len(LINES)
    taken = marriage("select", "--db", tmp_path / "a.duckdb", "--where", "verdict = 'clean'")
    assert taken.stdout_bytes.splitlines() == wanted


@pytest.mark.parametrize(
    "where", ["", "players =", "1; DROP TABLE games", "(SELECT 1 FROM read_text('/x'))", "x = 1"]
)
def test_select_refuses_what_is_no_condition(where: str, tmp_path: Path) -> None:
    load_files([HAND_WRITTEN], tmp_path / "a.duckdb", derive=False)
    before = (tmp_path / "a.duckdb").read_bytes()
    done = marriage("select", "--db", tmp_path / "a.duckdb", "--where", where)
    assert (done.exit_code, done.stdout) == (2, "")
    assert where or "the condition is empty" in done.stderr
    assert (tmp_path / "a.duckdb").read_bytes() == before
    assert marriage("select", "--where", "true").exit_code == 2
    assert marriage("select", "-", "--where", "true").exit_code == 2


@pytest.mark.long
def test_split_and_merge_again(tmp_path: Path) -> None:
    files = [path for path in sample_files("sound") if path.name.startswith("session")]
    for by in ("session", "day", "month", "rules", "players", "game"):
        done = marriage("split", *files, HAND_WRITTEN, "--by", by, "-o", tmp_path / by)
        assert done.exit_code == 0, done.output
        parts = sorted((tmp_path / by).glob("*.jsonl"))
        assert len(done.stdout.splitlines()) == len(parts)
        whole = [line for file in (*files, HAND_WRITTEN) for line in lines(file)]
        assert sorted(line for part in parts for line in lines(part)) == sorted(whole)
    names = {path.name for path in (tmp_path / "session").glob("*.jsonl")}
    assert {"session-a.jsonl", "session-b.jsonl", "no-session.jsonl"} <= names
    assert {path.name for path in (tmp_path / "game").glob("*.jsonl")} == {"marriage.jsonl"}
    assert marriage("split", *files, "--by", "game", "-o", tmp_path / "game").exit_code == 2
    assert marriage("split", *files, "--by", "game", "-o", tmp_path / "game", "--force").exit_code == 0


def test_split_replaces_nothing_but_an_earlier_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "all.jsonl", tmp_path / "out"
    file.write_bytes(HAND_WRITTEN.read_bytes())

    def refused(*inputs: Path, folder: str | Path) -> str:
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        done = marriage("split", *inputs, "--by", "session", "-o", folder, "--force")
        assert (done.exit_code, done.stdout) == (2, "")
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        return done.stderr

    assert "which is read, lies in this folder" in refused(file, folder=tmp_path)
    assert "this is a file" in refused(file, folder=file)
    out.mkdir()
    for _ in range(2):  # an empty folder, then one with an earlier split
        assert marriage("split", file, "--by", "session", "-o", out, "--force").exit_code == 0
    assert "which is read, lies in this folder" in refused(out / "session-a.jsonl", folder=out)
    with monkeypatch.context() as moved:
        moved.chdir(out)
        assert "the current folder lies there" in refused(file, folder=".")
    (out / "mine.jsonl").write_text("mine")
    assert "such as mine.jsonl" in refused(file, folder=out)
    (out / "mine.jsonl").unlink()
    (out / "kept").symlink_to(tmp_path)
    assert "such as kept" in refused(file, folder=out)
    (out / "kept").unlink()
    (tmp_path / "link").symlink_to(out)
    assert marriage("split", file, "--by", "game", "-o", tmp_path / "link", "--force").exit_code == 0
    assert [path.name for path in out.glob("*.jsonl")] == ["marriage.jsonl"]


def test_no_command_writes_over_what_it_reads(tmp_path: Path) -> None:
    """The names end as each command wants them; another name of the same file is no way round."""
    db, file, link = tmp_path / "a.jsonl", tmp_path / "r.jsonl", tmp_path / "b.svg"
    file.write_bytes(HAND_WRITTEN.read_bytes())
    load_files([file], db, derive=False)
    link.symlink_to(db)
    before = {path: path.read_bytes() for path in (db, file)}
    commands: list[tuple[str | Path, ...]] = [
        ("stats", "--db", db, "-o", db),
        ("stats", "--db", link, "-o", db),
        ("select", "--db", db, "--where", "true", "-o", db),
        ("export", "--db", db, "--format", "jsonl", "-o", db),
        ("export", "--db", db, "--format", "sqlite", "-o", link),
        ("export", "--db", db, "--format", "csv", "-o", db),
        ("resettle", "--db", db, "--rules", "pagat", "-o", link),
        ("select", file, "--where", "true", "-o", file),
        ("dedupe", file, "-o", file),
        ("merge", HAND_WRITTEN, file, "-o", tmp_path / "." / "r.jsonl"),
        ("split", file, "--by", "game", "-o", file),
        ("convert", file, "-o", file),
        ("view", file, "--public", "-o", file),
        ("replay", file, "--html", "-o", file),
    ]
    for command in commands:
        done = marriage(*command, "--force")
        assert (done.exit_code, done.stdout) == (2, ""), command
        assert "nothing was written" in done.stderr, command
        assert {path: path.read_bytes() for path in before} == before, command
        assert link.is_symlink()


def test_file_names_stay_apart_and_inside_their_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = [
        "a/b",
        "a%2Fb",
        "..",
        ".",
        "",
        "A b",
        "दशैं",
        "x" * 200,
        "x" * 199 + "y",
        "\u202ea",
        "a\nb",
        "C:\\x",
        "क" * 200,
    ]
    names = [file_name(word) for word in words]
    assert len(set(names)) == len(words)
    assert all(len(name.encode()) < 250 and not set('/\\:\n\0*?"<>|\u202e') & set(name) for name in names)
    assert not any(name.startswith((".", " ")) for name in names)
    monkeypatch.setattr("marriage_analysis.store.shelving._OPEN_FILES", 2)
    many = [
        sheet(id=str(number), session={"id": f"s{number % 5}", "number": number + 1}) for number in range(20)
    ]
    marriage("split", write(tmp_path / "m.jsonl", many), "--by", "session", "-o", tmp_path / "out")
    assert [len(lines(path)) for path in sorted((tmp_path / "out").glob("*.jsonl"))] == [4] * 5
