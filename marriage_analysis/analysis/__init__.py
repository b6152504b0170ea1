"""Analysis: plots and reports over audited records."""
