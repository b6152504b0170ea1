"""The store: records as tables in DuckDB and as polars frames."""
