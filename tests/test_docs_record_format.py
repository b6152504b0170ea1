"""docs/record-format.md: every example, table, grammar and number on it holds."""

import hashlib
import json
import random
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from marriage_analysis.audit.audit import RecordAudit, audit_records
from marriage_analysis.findings import Severity
from marriage_analysis.games.constraints import MAX_INTEGER
from marriage_analysis.games.marriage import play_pattern
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.records import codes
from marriage_analysis.records.canonical import canonical_bytes, digest_of
from marriage_analysis.records.exporting import expand, format_record
from marriage_analysis.records.limits import MAX_DEPTH, MAX_FAULTS, MAX_RECORD_BYTES
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text
from marriage_analysis.sessions.book import SessionBook

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas/marriage-record-1.0.json").read_text(encoding="utf-8"))
VALIDATOR: Any = jsonschema.Draft202012Validator(SCHEMA)

_FENCE = re.compile(r"((?:^(?!```|[|#])[^\n]+\n)*)\n?^```([a-z-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCES = [(match[1].replace("\n", " "), match[2], match[3]) for match in _FENCE.finditer(PAGE)]


def fenced(language: str) -> list[str]:
    return [text for _, kind, text in FENCES if kind == language]


def section(heading: str) -> str:
    """What stands under a heading, up to the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def table(text: str, *, columns: int) -> list[list[str]]:
    """The rows of all tables of that width, without their heads."""
    rows: list[list[str]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = block.splitlines()[2:]
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
        rows += [row for row in cells if len(row) == columns]
    return rows


def code_words(cell: str) -> list[str]:
    return re.findall(r"`([^`]*)`", cell)


def audited(text: str, tmp_path: Path, name: str = "example.json") -> list[RecordAudit]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(audit_records([path]))


EXAMPLES = [(caption, text) for caption, kind, text in FENCES if kind == "json"]
SHEET = next(text for caption, text in EXAMPLES if "`sheet`" in caption)


def test_every_fence_of_the_page_is_seen() -> None:
    assert len(FENCES) * 2 == len(re.findall(r"^```", PAGE, re.MULTILINE))
    assert {level for caption, _ in EXAMPLES for level in re.findall(r"Level `(\w+)`", caption)} == {
        "net",
        "sheet",
        "items",
        "hands",
        "play",
    }


@pytest.mark.parametrize(("caption", "text"), EXAMPLES)
def test_an_example_is_what_its_caption_says(caption: str, text: str, tmp_path: Path) -> None:
    said = re.search(r"Level `(\w+)`\. Verdict `(\w+)`", caption)
    assert said, caption
    (audit,) = audited(text, tmp_path)
    assert audit.record is not None, audit.findings
    assert audit.verdict is not None
    assert (audit.record.level.word, audit.verdict.value) == (said[1], said[2]), audit.findings
    VALIDATOR.validate(json.loads(text))
    told = re.search(r"the note `(\w+)`", caption)
    assert told is None or told[1] in {found.code.name for found in audit.findings}


@pytest.mark.parametrize(("caption", "text"), [(c, t) for c, kind, t in FENCES if kind == "jsonl"])
def test_an_archive_is_what_its_caption_says(caption: str, text: str, tmp_path: Path) -> None:
    said = re.search(r"Verdicts ((?:`\w+`,? ?)+)", caption)
    assert said, caption
    audits = audited(text, tmp_path, "example.jsonl")
    verdicts = ["skipped" if one.skipped else one.verdict.value if one.verdict else "" for one in audits]
    assert verdicts == code_words(said[1])
    for line in text.splitlines():
        VALIDATOR.validate(json.loads(line))
    book = SessionBook()
    for audit in audits:
        book.add(audit)
    for report in book.reports():
        assert report.findings == ()
        assert report.open == {}


def test_the_view_is_a_mask_of_the_game_told_in_full() -> None:
    records = [json.loads(text) for _, text in EXAMPLES]
    (view,) = [one for one in records if one.get("view") == 0]
    full = next(one for one in records if one.get("view") == "all" and one["id"] == view["id"])
    assert view["result"] == full["result"]
    assert view["deal"]["hands"] == [full["deal"]["hands"][0], None]
    for mine, whole in zip(view["play"], full["play"], strict=True):
        for masked, event in zip(mine.split(" "), whole.split(" "), strict=True):
            hidden = masked if masked == event else re.sub(r"[A2-9TJQK][SHDC]", "??", event)
            assert masked == hidden
            if mine.startswith("0"):
                assert masked == event


OBJECTS = {
    "The record": SCHEMA,
    "Player": SCHEMA["$defs"]["Player"],
    "Rules": SCHEMA["$defs"]["RulesPart"],
    "The deal": SCHEMA["$defs"]["Deal"],
    "Shuffle": SCHEMA["$defs"]["Shuffle"],
    "The result": SCHEMA["$defs"]["Result"],
    "Player result": SCHEMA["$defs"]["PlayerResult"],
    "Items": SCHEMA["$defs"]["Items"],
    "Tunnel counts": SCHEMA["$defs"]["TunnelCounts"],
    "Fine of this game": SCHEMA["$defs"]["Dhoos"],
    "Fine brought in": SCHEMA["$defs"]["DhoosDue"],
    "Session": SCHEMA["$defs"]["Session"],
    "Stake": SCHEMA["$defs"]["Stake"],
    "Annotation": SCHEMA["$defs"]["Annotation"],
    "Corrects": SCHEMA["$defs"]["Corrects"],
}


def test_every_object_of_the_schema_has_a_table() -> None:
    described = {name for name, one in SCHEMA["$defs"].items() if one.get("properties")}
    titles = {one.get("description") for one in OBJECTS.values()}
    assert {SCHEMA["$defs"][name]["description"] for name in described} <= titles


@pytest.mark.parametrize("heading", OBJECTS)
def test_a_table_of_fields_says_what_the_schema_says(heading: str) -> None:
    described = OBJECTS[heading]
    rows = {code_words(row[0])[0]: row for row in table(section(heading), columns=4)}
    assert set(rows) == set(described["properties"])
    required = {name for name, row in rows.items() if row[3] == "**required**"}
    assert required == set(described.get("required", ()))
    for name, row in rows.items():
        for word in _limits(described["properties"][name]):
            assert re.search(rf"(?<![\d,]){re.escape(word)}(?!\d|,\d)", row[1]), (name, word, row[1])


def _limits(node: dict[str, Any]) -> set[str]:
    """The limits and words of one field, as the page writes them."""
    found: set[str] = set()
    if "$ref" in node:
        target = SCHEMA["$defs"][node["$ref"].rpartition("/")[2]]
        return {word for word in target.get("enum", ()) if word}
    for key in ("maxLength", "maximum", "minimum", "maxItems", "minItems", "minLength"):
        value = node.get(key)
        if value and abs(value) < MAX_INTEGER:
            found.add(f"{value:,}")
    if node.get("minimum") == 0:
        found.add("0")
    found |= {word for word in (*node.get("enum", ()), node.get("const", "")) if word}
    inner = [*node.get("anyOf", ()), *([node["items"]] if "items" in node else [])]
    return found.union(*map(_limits, inner)) if "properties" not in node else found


def test_every_field_of_the_schema_is_explained() -> None:
    """For who has the schema and not this page."""
    missing = [
        f"{place}.{name}"
        for place, one in [("record", SCHEMA), *SCHEMA["$defs"].items()]
        for name, field in one.get("properties", {}).items()
        if "description" not in field and "const" not in field
    ]
    assert missing == []
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert not re.search(r"``|Raises|\bNone\b", json.dumps(SCHEMA))


def test_limits_are_those_of_the_reader() -> None:
    rows = {row[0]: row[1] for row in table(section("Files and limits"), columns=2)}
    wanted = {
        "bytes of one record": MAX_RECORD_BYTES,
        "objects and lists inside one another, the record itself included": MAX_DEPTH,
        "whole numbers": MAX_INTEGER,
        "entries of `play`": play_pattern.MAX_ENTRIES,
        "characters of an entry": play_pattern.MAX_ENTRY_LENGTH,
        "faults told of one record": MAX_FAULTS,
    }
    for what, limit in wanted.items():
        assert re.match(rf"{limit:,}(?!\d|,\d)", rows[what])


def test_presets_are_those_there_are() -> None:
    said = re.search(r"The published presets are\n?(.*?)\.\n", PAGE, re.DOTALL)
    assert said
    assert code_words(said[1]) == list(PRESETS)


def test_the_pattern_is_the_one_that_the_reader_uses() -> None:
    parts: dict[str, str] = {}
    for line in fenced("regex")[0].splitlines():
        name, _, pattern = line.partition("=")
        parts[name] = re.sub(r"\b[A-Z]{4,}\b", lambda word: parts.get(word[0], word[0]), pattern)
    assert parts["CELL"] == play_pattern.CELL
    assert parts["SETS"] == play_pattern.SETS
    assert parts["EVENT"] == play_pattern.EVENT
    assert parts["ENTRY"] == play_pattern.ENTRY


class Grammar:
    """The grammar of the page, which has no recursion: as one expression, and as a maker of entries."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, Any] = {}
        for rule in re.split(r";\s*\n", text.strip() + "\n"):
            if rule.strip():
                name, _, body = rule.partition("=")
                self.tokens = re.findall(r'"[^"]*"|\w+|[|\[\]{}()]', body)
                self.rules[name.strip()] = self.choice()
                assert not self.tokens, rule

    def choice(self) -> Any:
        options = [self.sequence()]
        while self.tokens and self.tokens[0] == "|":
            self.tokens.pop(0)
            options.append(self.sequence())
        return ("choice", options)

    def sequence(self) -> Any:
        parts: list[Any] = []
        while self.tokens and self.tokens[0] not in "|]})":
            token = self.tokens.pop(0)
            if token in "[{(":
                inner = self.choice()
                self.tokens.pop(0)
                parts.append(({"[": "maybe", "{": "many", "(": "choice"}[token], [inner]))
            else:
                parts.append(("text", token[1:-1]) if token[0] == '"' else ("rule", token))
        return ("sequence", parts)

    def regex(self, node: Any) -> str:
        kind, body = node
        if kind == "text":
            return re.escape(body)
        if kind == "rule":
            return self.regex(self.rules[body])
        inner = [self.regex(one) for one in body]
        joined = "".join(inner) if kind == "sequence" else "|".join(inner)
        return f"(?:{joined})" + {"maybe": "?", "many": "*"}.get(kind, "")

    def make(self, node: Any, rng: random.Random) -> str:
        kind, body = node
        if kind == "text":
            return body
        if kind == "rule":
            return self.make(self.rules[body], rng)
        if kind == "sequence":
            return "".join(self.make(one, rng) for one in body)
        times = {"choice": 1, "maybe": rng.randrange(2), "many": rng.choice((0, 0, 1, 2))}[kind]
        return "".join(self.make(rng.choice(body), rng) for _ in range(times))


def test_grammar_and_pattern_are_one_language() -> None:
    grammar = Grammar(fenced("ebnf")[0])
    by_grammar = re.compile(grammar.regex(grammar.rules["entry"]))
    rng = random.Random(8)
    spoilt = Counter[bool]()
    for _ in range(4_000):
        entry = grammar.make(grammar.rules["entry"], rng)
        assert play_pattern.is_entry(entry), entry
        at = rng.randrange(len(entry) + 1)
        letter = rng.choice("0156: ?-sxpdJK7DMC|,()@0tb")
        changed = entry[:at] + letter + entry[at + rng.randrange(2) :]
        spoilt[play_pattern.is_entry(changed)] += 1
        assert play_pattern.is_entry(changed) == (by_grammar.fullmatch(changed) is not None), changed
    assert min(spoilt[True], spoilt[False]) > 100


def test_turns_written_on_the_page_are_turns() -> None:
    shown = [line for text in fenced("") for line in text.splitlines()]
    events = [word for row in table(section("The play"), columns=2) for word in code_words(row[0])]
    assert shown
    assert len(events) > 15
    for text in [*shown, *events]:
        full = re.sub(r"\(FF\.\.\)|\(\.\.\)", "(6H6H6H)", text)
        full = re.sub(r"\b[A-E](?=[,)])", "6H6H6H", full)
        entry = full if re.match(r"[0-5-]:", full) else f"1: {full}"
        assert play_pattern.is_entry(entry), entry


def test_canonical_bytes() -> None:
    (value,), (wanted,) = fenced("json-in"), fenced("json-out")
    assert canonical_bytes(json.loads(value)) == wanted.removesuffix("\n").encode()


def worked() -> tuple[Record, str]:
    """The worked example, and its text."""
    caption, text = next(one for one in EXAMPLES if "Worked example" in one[0])
    record, _ = read_text(text)
    assert record is not None, caption
    return record, text


def test_the_worked_digest() -> None:
    record, _ = worked()
    (line,), (digest,) = fenced("canonical"), fenced("digest")
    covered = line.removesuffix("\n").encode()
    exported = expand(record).record
    assert exported.digest == digest.strip() == "sha256:" + hashlib.sha256(covered).hexdigest()
    whole = json.loads(covered)
    assert canonical_bytes(whole) == covered
    assert format_record(exported) == canonical_bytes({**whole, "digest": digest.strip()})
    number = re.search(r"canonical bytes are these, ([\d,]+) of them", PAGE)
    assert number
    assert number[1] == f"{len(covered):,}"


def test_the_digest_in_python() -> None:
    source = next(text for text in fenced("python") if "def digest" in text)
    names: dict[str, Any] = {}
    exec(source, names)
    for _, text in EXAMPLES:
        record, _ = read_text(text)
        assert record is not None
        mapping = expand(record).record.to_mapping()
        assert names["canonical"](mapping) == canonical_bytes(mapping)
        assert names["digest"](mapping) == digest_of(expand(record).record)


def test_null_and_left_out_are_the_same_to_the_digest() -> None:
    sheet = json.loads(SHEET)
    for fields in ({"sat_out": None}, {"version": "1.1", "weather": None}):
        with_null, _ = read_text(json.dumps({**sheet, **fields}))
        known = {name: value for name, value in fields.items() if value is not None}
        without, _ = read_text(json.dumps({**sheet, **known}))
        assert with_null is not None
        assert without is not None
        assert digest_of(with_null) == digest_of(without)


def test_the_lists_of_refusals_and_notes_are_complete() -> None:
    text = section("What a reader does")
    refused = [code_words(row[0])[0] for row in table(text, columns=2)]
    accepted = {code_words(row[0])[0]: row[1] for row in table(text, columns=3)}
    assert refused == [code.name for code in codes.ALL if code.severity is Severity.ERROR]
    assert accepted == {
        code.name: code.severity.value for code in codes.ALL if code.severity is not Severity.ERROR
    }


TRIALS = [(code_words(row[0])[0], code_words(row[1])) for row in table(section("Try your reader"), columns=2)]


@pytest.mark.parametrize(("text", "wanted"), TRIALS)
def test_a_trial_gives_its_finding(text: str, wanted: list[str], tmp_path: Path) -> None:
    if not text.startswith('"'):
        whole = text
    else:
        whole = json.dumps({**json.loads(SHEET), **json.loads("{" + text + "}")})
    (audit,) = audited(whole, tmp_path, "trial.jsonl")
    assert list(dict.fromkeys(found.code.name for found in audit.findings)) == wanted


def test_the_writer_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(text for text in fenced("python") if "def line" in text)
    assert sum(bool(line.strip()) for line in source.splitlines()) <= 15
    monkeypatch.chdir(tmp_path)
    exec(source, {})
    _check_written(tmp_path)


def test_the_writer_in_javascript(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    (source,) = fenced("javascript")
    assert sum(bool(line.strip()) for line in source.splitlines()) <= 15
    (tmp_path / "writer.mjs").write_text(source, encoding="utf-8")
    subprocess.run([node, "writer.mjs"], cwd=tmp_path, check=True, timeout=60)
    _check_written(tmp_path)


def _check_written(folder: Path) -> None:
    (audit,) = audit_records([folder / "evening.jsonl"])
    assert audit.verdict is not None
    assert (audit.verdict.value, audit.findings) == ("clean", ())
    assert audit.record is not None
    assert audit.record.players[0].name == "आशा"
    VALIDATOR.validate(json.loads((folder / "evening.jsonl").read_bytes()))


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", PAGE, flags=re.MULTILINE | re.DOTALL))
    assert len(links) > 20
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors, link
        else:
            assert (ROOT / "docs" / link).exists(), link
