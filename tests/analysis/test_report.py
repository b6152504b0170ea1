"""The report page: one file, nothing from outside, everything escaped, every finding told."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from marriage_analysis.analysis import report as report_module
from marriage_analysis.analysis.report import report_page, write_report
from marriage_analysis.audit.audit import RecordAudit, audit_records
from marriage_analysis.errors import InputFileError
from marriage_analysis.package_data import records_folder, sample_files
from marriage_analysis.sessions.book import SessionBook, SessionReport

RECORDS = records_folder() / "marriage"
EVIL = "<script>alert('x')</script>"


def audited(*paths: Path) -> tuple[list[RecordAudit], tuple[SessionReport, ...]]:
    book = SessionBook()
    audits = list(audit_records(paths))
    for audit in audits:
        book.add(audit)
    return audits, book.reports()


def page_of(*paths: Path, **more: Any) -> str:
    audits, sessions = audited(*paths)
    return report_page(audits, sessions, **more)


def written(tmp_path: Path, *records: dict[str, Any]) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def lines(name: str) -> list[dict[str, Any]]:
    text = (RECORDS / "sound" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


class Outline(HTMLParser):
    """Checks that tags are closed in order, and collects tags, attributes and text."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).replace("\ufe0e", "").split())


def test_every_finding_is_on_the_page_with_message_and_meaning() -> None:
    audits, sessions = audited(*sample_files("faulty"))
    page = Outline(report_page(audits, sessions)).text
    bad = [audit for audit in audits if audit.verdict is not None and audit.verdict.is_bad]
    assert len(bad) > 40
    for audit in bad:
        for finding in audit.findings:
            assert " ".join(finding.message.split()) in page
    codes = {finding.code for audit in audits for finding in audit.findings}
    codes |= {finding.code for session in sessions for _, finding in session.findings}
    assert len(codes) > 60
    for code in codes:
        assert code.name in page
        assert code.meaning in page


def test_the_counts_add_up() -> None:
    page = page_of(RECORDS / "sound" / "corrected.jsonl", RECORDS / "faulty" / "net_differs.jsonl")
    counts = {name: int(count) for count, name in re.findall(r"<li><b>([0-9,]+)</b>([a-z ]+)</li>", page)}
    assert counts == {"records read": 3, "ok": 1, "bad": 1, "passed over": 1}


def test_a_discrepancy_is_explained_point_by_point() -> None:
    page = Outline(page_of(RECORDS / "faulty" / "maal_differs.jsonl")).text
    for words in (
        "maal is 10, not 17",
        "marriage × 1",
        "10♣",
        "Bina → Asha: 10 difference of maal",
        "a card counts once",
    ):
        assert words in page


def test_a_clean_record_is_listed_and_not_explained() -> None:
    page = Outline(page_of(RECORDS / "sound" / "items.jsonl")).text
    assert "items-1" in page
    assert "Who pays whom" not in page
    assert "Nothing is wrong in 3 records" in page


@pytest.mark.parametrize("code", ["number_repeated", "dhoos_due_differs"])
def test_a_fault_of_a_session_is_no_clean_page(code: str) -> None:
    page = Outline(page_of(RECORDS / "faulty" / f"{code}.jsonl")).text
    assert "1 of 1 sessions need a second look" in page
    assert "Nothing is wrong" not in page


def test_faces_have_the_colour_of_their_suit() -> None:
    page = page_of(RECORDS / "faulty" / "maal_differs.jsonl")
    assert '<span class="face clubs">10♣\ufe0e</span>' in page


def test_a_session_has_its_nets_and_running_points() -> None:
    _, (session,) = audited(RECORDS / "sound" / "session-a.jsonl")
    page = report_page([], [session])
    rows = re.findall(r'<tr><th scope="row">(\d)<small>session-a-\d</small></th>(.*?)</tr>', page)
    assert [int(number) for number, _ in rows] == [1, 2, 3, 4, 5, 6]
    total = dict.fromkeys(session.totals, 0)
    for (_, cells), game in zip(rows, session.games, strict=True):
        shown = re.findall(r"<td>(.*?)</td>", cells)
        for player, cell in zip(session.totals, shown, strict=True):
            net = game.net(player) if player in game.players else None
            total[player] += net or 0
            expected = "·" if net is None else f"{net:+d}<small>{total[player]:+d}</small>".replace("+0", "0")
            assert cell == expected.replace("-", "−")


def test_a_wrong_net_is_crossed_out_beside_the_right_one(tmp_path: Path) -> None:
    records = lines("session-b")
    for record in records:
        del record["digest"]
    records[3]["result"]["players"][2]["net"] = 28
    page = page_of(written(tmp_path, *records))
    assert '<td class="differs"><del>+28</del>+18<small>−43</small></td>' in page
    as_written = re.search(r"as written</th>(.*?)</tr>", page)
    assert as_written is not None
    assert "<td>−43</td>" in as_written[1]  # D, 10 more than the −53 derived


def test_open_dhoos_is_told(tmp_path: Path) -> None:
    page = Outline(page_of(written(tmp_path, *lines("session-a")[:3]))).text
    assert "P1 still owes 15" in page


def test_names_comments_and_titles_are_escaped(tmp_path: Path) -> None:
    record: dict[str, Any] = lines("items")[0]
    record["id"] = record["session"] = EVIL
    record["session"] = {"id": EVIL, "number": 1}
    record["players"] = [
        {"name": EVIL},
        {"name": "B & C"},
        {"id": "c", "name": '"><img src=x onerror=alert(1)>'},
    ]
    record["annotations"] = [{"kind": "comment", "text": EVIL}]
    record["meta"] = {"title": EVIL}
    record["result"]["players"][0]["net"] = 35
    nonsense: dict[str, Any] = {**record, EVIL: 1}
    path = written(tmp_path, record, nonsense).rename(tmp_path / "<b>&.jsonl")
    page = page_of(path, title=EVIL)
    outline = Outline(page)
    assert {tag for tag, _ in outline.tags} & {"script", "img", "b"} == {"b"}  # the numbers of the tiles
    assert all(not name.startswith("on") for _, attributes in outline.tags for name in attributes)
    assert EVIL in outline.text


def test_the_page_stands_alone() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    files: Sequence[Path] = (*sample_files("sound"), *sample_files("faulty"))
    page = page_of(*files, plots={("marriage", "session-a"): svg, ("marriage", "session-b"): svg})
    assert page.count(svg) == 2
    assert re.findall(r"(?:https?:)?//[a-z0-9]", page.replace('xmlns="http://www.w3.org/2000/svg"', "")) == []
    outline = Outline(page)
    assert {tag for tag, _ in outline.tags} & {
        "script",
        "link",
        "iframe",
        "img",
        "object",
        "form",
        "a",
    } == set()
    assert "@import" not in page
    assert "url(" not in page
    assert ("html", {"lang": "en"}) in outline.tags
    assert ("meta", {"charset": "utf-8"}) in outline.tags
    assert any(tag == "meta" and attributes.get("name") == "viewport" for tag, attributes in outline.tags)


@pytest.mark.parametrize("feature", ["prefers-color-scheme: dark", "@media print", "max-width: 40rem"])
def test_the_page_suits_dark_rooms_paper_and_telephones(feature: str) -> None:
    assert feature in report_page([])


def test_plots_of_sessions_stand_in_the_page() -> None:
    plots = pytest.importorskip("marriage_analysis.analysis.plots")
    plot_style = pytest.importorskip("marriage_analysis.analysis.plot_style")
    pytest.importorskip("altair", reason="needs the extra 'plots'")
    pytest.importorskip("vl_convert", reason="needs the extra 'plots'")
    audits, (session,) = audited(RECORDS / "sound" / "session-a.jsonl")
    svg = plot_style.chart_svg(plots.running_points_chart(session))
    page = report_page(audits, [session], plots={(session.game, session.id): svg})
    assert "P7 +91" in Outline(page).text
    outside = set(re.findall(r'https?://[^"]*', page))
    assert outside == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_the_same_records_give_the_same_bytes() -> None:
    files = (*sample_files("sound"), *sample_files("partial"), *sample_files("faulty"))
    assert page_of(*files) == page_of(*files)


def test_nothing_read_is_said() -> None:
    page = Outline(report_page([])).text
    assert "There was no record in what was given." in page


def test_what_does_not_fit_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_module, "MAX_ROWS", 2)
    page = Outline(
        page_of(RECORDS / "faulty" / "net_differs.jsonl", *[RECORDS / "faulty" / "maal_differs.jsonl"] * 3)
    ).text
    assert "2 more records are not listed." in page
    assert "2 more bad records are not shown." in page


def test_the_page_is_written_all_at_once(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(path, report_page([]))
    assert path.read_text(encoding="utf-8") == report_page([])
    with pytest.raises(InputFileError):
        write_report(path, "other")
    write_report(path, "other", replace=True)
    assert path.read_text(encoding="utf-8") == "other"
    assert list(tmp_path.iterdir()) == [path]
