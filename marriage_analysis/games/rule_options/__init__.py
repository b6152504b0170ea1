"""What a game's rule options are made of: kinds of value, and the documentation of an option and of a rule.

No option of any game is named here; each game has its own in its folder ``rules``.
"""
