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
# # Building a dataset
#
# Games by the thousand as records and as Parquet. `marriage dataset --games 20000 --jobs 2 -o dataset` does all
# of this by one command; here it is done with 40 games, step by step.

# %%
import json
import tempfile
from pathlib import Path

import polars as pl

from marriage_analysis.analysis.bulk import BulkPlan, chunk_files, run_bulk
from marriage_analysis.analysis.datasheet import write_papers
from marriage_analysis.store.archive import Archive
from marriage_analysis.store.dataset import write_dataset

folder = tempfile.TemporaryDirectory()
root = Path(folder.name, "dataset")
plan = BulkPlan(games=40, seed="dataset", rules=("pagat", "wikipedia-en"), chunk=10)
report = run_bulk(plan, root)
print(f"{report.games} games, {report.finished} finished, {report.valid} sound, verdicts {report.verdicts}")

# %% [markdown]
# Played in chunks, each with a receipt: a run that is stopped goes on with the chunks that have none, and gives
# the same bytes.

# %%
receipt = json.loads(Path(root, "receipts", "part-00000.json").read_text())
print({name: receipt[name] for name in ("file", "records", "finished", "valid", "bytes")})
chunk_files(plan, root)[1].unlink()
again = run_bulk(plan, root)
print(f"{again.resumed_chunks} chunks were there, {plan.chunks - again.resumed_chunks} done again")

# %% [markdown]
# The tables as Parquet, apart by rule set and month, with a manifest.

# %%
with Archive(root / "archive.duckdb") as archive:
    manifest = write_dataset(archive, root / "parquet")
pl.DataFrame(
    [
        {"table": name, "rows": told["rows"], "a row is": told["meaning"]}
        for name, told in manifest["tables"].items()
    ]
)

# %% [markdown]
# Read with polars; the folders' names are columns.

# %%
turns = pl.scan_parquet(root / "parquet" / "turns" / "**" / "*.parquet", hive_partitioning=True)
(
    turns.filter(pl.col("drew"))
    .group_by("rule_set", "drawn_from")
    .agg(draws=pl.len())
    .sort("rule_set", "drawn_from")
    .collect()
)

# %% [markdown]
# The datasheet, checksums and how to cite it.

# %%
for paper in write_papers(plan, root, report):
    print(paper.name)
print(Path(root, "DATASHEET.md").read_text()[:620], "...")
folder.cleanup()
