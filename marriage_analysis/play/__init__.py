"""Games played by program: policies round a table, and whole records of what they played."""
