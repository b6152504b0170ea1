"""The games: what they have in common (``protocol``, ``constraints``), the ``catalog``, a folder for each."""
