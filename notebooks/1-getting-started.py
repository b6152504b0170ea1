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
# # Getting started
#
# Records become an archive, and the archive answers questions: in SQL, as polars frames, as plots. All that is
# done here can be done on the command line as well: `marriage load`, `marriage query`, `marriage stats`.

# %%
import tempfile
from pathlib import Path

import polars as pl

from marriage_analysis.analysis.archive_plots import ratings_chart
from marriage_analysis.analysis.club import club_facts
from marriage_analysis.analysis.plot_style import show_pictures
from marriage_analysis.package_data import sample_files
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

show_pictures()
folder = tempfile.TemporaryDirectory()
db = Path(folder.name, "archive.duckdb")

# %% [markdown]
# The sample records of the project: evenings as their scorekeepers wrote them down, scored hands, whole games.
# Each is audited while it is loaded.

# %%
report = load_files(sample_files("sound"), db)
print(report.counts)
print(report.verdicts)

# %% [markdown]
# The tables and views, and what a row of each is. Every column is described in `docs/data-dictionary.md`.

# %%
archive = Archive(db)
for name, meaning in archive.meanings.items():
    print(f"{name:18} {meaning}")

# %% [markdown]
# In SQL. Views state their order; a query of one's own says its own.

# %%
archive.sql("SELECT player_name, games, wins, net, mean_net FROM standings LIMIT 6")

# %% [markdown]
# As polars frames: they are lazy, so only what is asked for is read.

# %%
(
    archive.seats()
    .filter(pl.col("route").is_not_null())
    .group_by("route")
    .agg(players=pl.len(), mean_net=pl.col("derived_net").mean().round(1))
    .sort("route")
    .collect()
)

# %% [markdown]
# What the club's secretary wants to know is gathered in one place; `marriage stats -o club.html` makes a page.

# %%
club = club_facts(archive)
print(club.counts)
ratings_chart(
    [one for one in club.ratings["marriage"] if one.games >= 4],
    caption=f"players with 4 games or more; 95 % intervals; {club.counts['games']} games",
    called=club.names,
)

# %% [markdown]
# A record comes back as it was written, byte for byte as `marriage format` writes it.

# %%
print(next(archive.records())[:160].decode(), "...")
archive.close()
folder.cleanup()
