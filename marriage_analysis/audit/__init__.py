"""Audit: every claim of a record compared with what its own facts give; a verdict each."""
