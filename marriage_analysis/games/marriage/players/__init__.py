"""Players: ways to play Marriage, each from what its seat sees alone. docs/players.md compares them."""
