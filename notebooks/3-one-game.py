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
# # Looking at one game
#
# One recorded game: turn by turn, drawn, explained, and what a single player knew. On the command line:
# `marriage replay`, `marriage explain`, `marriage view`.

# %%
import tempfile
from pathlib import Path

from IPython.display import SVG

from marriage_analysis.audit.audit import examine_record, player_names
from marriage_analysis.package_data import records_folder
from marriage_analysis.records.views import view_of
from marriage_analysis.replay.replay import replay_record
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.loading import load_files

folder = tempfile.TemporaryDirectory()
db = Path(folder.name, "archive.duckdb")
load_files(
    [
        records_folder() / "marriage" / "sound" / "hand-played.jsonl",
        records_folder() / "marjolet" / "sound" / "whole-hand.jsonl",
    ],
    db,
)
archive = Archive(db)
archive.sql(
    "SELECT game, game_id, players, turns, ending, winner, verdict FROM games"
    " WHERE turns > 0 ORDER BY load_number"
)

# %%
game = archive.game(
    archive.sql("SELECT game_id FROM games ORDER BY turns DESC NULLS LAST, load_number").item(0, 0)
)
print(game, f"{len(game)} turns, from {Path(game.source_file).name}, line {game.source_line}")

# %% [markdown]
# In words. In Jupyter the game by itself (`game`) shows a page to step through it.

# %%
for turn in range(len(game)):
    print(f"{turn:3}  {game.words(turn)}")

# %% [markdown]
# The table before a turn, drawn.

# %%
SVG(game.picture(len(game) // 2))

# %% [markdown]
# The same moment as one player knew it: what the others hold and drew is hidden, and no turn is added or
# dropped.

# %%
seen = view_of(game.record, 0)
SVG(replay_record(seen, until=len(game) // 2).drawings[-1].picture())

# %% [markdown]
# The same as a table, for counting: what each player drew and threw.

# %%
archive.sql(
    "SELECT t.turn_no, s.player_name, t.drawn_from, d.card AS drew, x.card AS threw, t.hand_after"
    " FROM turns t JOIN games g USING (digest) JOIN seats s USING (digest, seat)"
    " LEFT JOIN faces d ON d.face = t.drawn_face LEFT JOIN faces x ON x.face = t.discarded_face"
    f" WHERE g.game_id = '{game.record.id}' ORDER BY t.turn_no LIMIT 8"
)

# %% [markdown]
# Who pays whom, point by point, each with its rule.

# %%
examination = examine_record(game.record)
print("\n".join(game.record.game_value.explain(examination, players=player_names(game.record), language="en")))

# %% [markdown]
# ## Another game
#
# A hand of Marjolet, the French game of tricks and melds for two, in the same archive: the record's `game` says
# which it is, and the same calls replay, draw and explain it.

# %%
hand = archive.game("pub-6")
for turn in range(3, 7):
    print(f"{turn:3}  {hand.words(turn)}")
SVG(hand.picture(6))

# %%
archive.sql(
    "SELECT s.player_name, m.turn_no, m.cards, m.meld_kind, m.meld_points FROM laid_sets m"
    " JOIN games g USING (digest) JOIN seats s USING (digest, seat)"
    f" WHERE g.game_id = '{hand.record.id}' ORDER BY m.turn_no"
)

# %%
explained = hand.record.game_value.explain(
    examine_record(hand.record), players=player_names(hand.record), language="en"
)
print("\n".join(explained))

# %%
archive.close()
folder.cleanup()
