# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Auditing a session
#
# An evening of six games, kept by hand. What does it come to, and what happens when a number is written down
# wrongly? On the command line: `marriage audit`.

# %%
import json
import tempfile
from pathlib import Path

import polars as pl

from marriage_analysis.analysis.plot_style import show_pictures
from marriage_analysis.analysis.plots import game_parts_chart, running_points_chart
from marriage_analysis.audit.audit import audit_records, player_names
from marriage_analysis.package_data import records_folder
from marriage_analysis.sessions.book import SessionBook

show_pictures()
evening = records_folder() / "marriage" / "sound" / "session-a.jsonl"


def booked(path):
    """The audits of a file, and the report of its only session."""
    book, audits = SessionBook(), list(audit_records([path]))
    for audit in audits:
        book.add(audit)
    (report,) = book.reports()
    return audits, report


# %%
audits, report = booked(evening)
print([audit.verdict.value for audit in audits])
pl.DataFrame({"player": report.names.values(), "points": report.totals.values()}).sort(
    "points", descending=True
)

# %% [markdown]
# The evening as it ran. Who came later begins later; who sat out has no mark at that game.

# %%
running_points_chart(report, source="session-a.jsonl")

# %% [markdown]
# What the last game's points are made of: maal, the payment for losing, dhoos.

# %%
last = audits[-1]
game_parts_chart(
    last.examination.statement,
    player_names(last.record),
    title=f"What the nets of {last.record.id} are made of",
    source="session-a.jsonl",
)

# %% [markdown]
# Now a slip of the pen: in the third game 10 points too many are credited to the winner.

# %%
lines = [json.loads(line) for line in evening.read_text(encoding="utf-8").splitlines()]
winner = lines[2]["result"]["winner"]
lines[2]["result"]["players"][winner]["net"] += 10
folder = tempfile.TemporaryDirectory()
changed = Path(folder.name, "evening.jsonl")
changed.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
audits, report = booked(changed)
print([audit.verdict.value for audit in audits])

# %% [markdown]
# The audit says what is wrong, where, by which rule, and what should stand there.

# %%
for finding in audits[2].findings:
    print(f"{finding.severity.value:8} {finding.code.name}: {finding.message} [{finding.rule}]")

# %% [markdown]
# Derived and claimed totals of the evening, side by side: the slip shows in one of them only.

# %%
names = list(report.names)
print(
    pl.DataFrame(
        {
            "player": [report.names[key] for key in names],
            "as written": [report.claimed_totals[key] for key in names],
            "recomputed": [report.totals[key] for key in names],
        }
    ).sort("recomputed", descending=True)
)
folder.cleanup()
