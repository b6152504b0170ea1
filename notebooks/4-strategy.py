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
# # Strategy research
#
# What simulated games say about seats, rule sets, dublees and the pile. The players are a program, all alike,
# so everything here is about that program against itself, not about people.
#
# A difference is claimed only by functions of `analysis/effects.py`, which the tests feed games with a planted
# effect (it is found) and without one (nothing is found). Where nothing is found, so many games do not show it.

# %%
import tempfile
from pathlib import Path

from marriage_analysis.analysis.archive_plots import changes_chart, means_chart
from marriage_analysis.analysis.bulk import BulkPlan, run_bulk
from marriage_analysis.analysis.comparing import compare_games, compare_inside_games
from marriage_analysis.analysis.plot_style import show_pictures
from marriage_analysis.analysis.resettle import resettle
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.finding import read_pattern

show_pictures()
folder = tempfile.TemporaryDirectory()
plan = BulkPlan(games=400, seed="strategy", rules=("pagat", "house-app"), seats=4, chunk=100)
report = run_bulk(plan, Path(folder.name, "run"))
print(f"{report.games} games, {report.finished} finished, {report.valid} sound, verdicts {report.verdicts}")
archive = Archive(Path(folder.name, "run", "archive.duckdb"))

# %% [markdown]
# ## Does the seat matter?
#
# Seats of one game are not independent (what one wins another pays), so they are compared inside their games.

# %%
PLACES = """
SELECT g.digest, r.net AS value,
  'seat ' || ((r.seat - g.dealer + g.players - 1) % g.players + 1) || ' after the dealer' AS label
FROM current_games g JOIN results r USING (digest)"""
seats = compare_inside_games(archive, PLACES)
print(seats)
means_chart(
    seats.means,
    title="Net by seat, counted from the dealer",
    axis="points a game, with 95 % intervals",
    caption=f"{report.games} games of 4 by program, two rule sets",
)

# %% [markdown]
# ## Do rule sets make for longer games?

# %%
LENGTH = "SELECT digest, preset AS label, turns AS value FROM current_games WHERE winner IS NOT NULL"
lengths = compare_games(archive, LENGTH)
print(lengths)
means_chart(
    lengths.means,
    title="Turns until somebody finishes",
    axis="turns of all players, with 95 % intervals",
    caption=f"{report.finished} finished games of 4 by program",
    is_signed=False,
)

# %% [markdown]
# ## Sets or dublees?
#
# One row a game: the first player to show, and what that game brought this player. Who shows by dublees had
# many pairs, which is another hand: this tells how such games end, not what to choose.

# %%
FIRST = """
SELECT digest, 'first show by ' || f.route AS label, r.net AS value
FROM first_shows f JOIN results r USING (digest, seat)"""
first = compare_games(archive, FIRST)
print(first)
archive.sql("SELECT preset, route, seats, wins, mean_net, low, high FROM dublees_and_sets")

# %% [markdown]
# ## Is a card from the pile a sign?
#
# How often does a player who has not shown yet, and takes the offered card, show in that turn or the next two
# of his own? The share in each game, against the share after a card from the stock. A pattern finds such turns.

# %%
pattern = read_pattern("take from the pile, then show within two turns")
archive.sql(pattern.sql, pattern.parameters).drop("digest").head(3)

# %%
SOON = """
WITH shows AS (SELECT digest, seat, turn_of_seat FROM turns WHERE showed)
SELECT t.digest, 'a card from the ' || t.drawn_from AS label,
  100 * avg(coalesce(s.turn_of_seat - t.turn_of_seat <= 2, false)::INT) AS value
FROM turns t JOIN current_games USING (digest) LEFT JOIN shows s ON s.digest = t.digest AND s.seat = t.seat
WHERE t.drew AND t.drawn_from IS NOT NULL AND coalesce(t.turn_of_seat <= s.turn_of_seat, true)
GROUP BY t.digest, t.drawn_from"""
soon = compare_inside_games(archive, SOON)
print(soon)
means_chart(
    soon.means,
    title="A show within two turns",
    axis="percent of such turns in a game, with 95 % intervals",
    caption=f"{report.games} games of 4 by program, two rule sets",
    is_signed=False,
)

# %% [markdown]
# ## What would other rules have made of these games?

# %%
changed = resettle(archive, {"preset": "wikipedia-pl", "options": {}})
print(f"{changed.changed_games.height} of {changed.games} games change")
changes_chart(changed, rules="wikipedia-pl")

# %%
archive.close()
folder.cleanup()
