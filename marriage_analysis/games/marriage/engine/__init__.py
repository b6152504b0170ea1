"""The reference engine: what may happen at the table, event by event, and what it leads to."""
