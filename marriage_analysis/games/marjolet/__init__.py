"""Marjolet, the French game of tricks and melds for two, with 32 cards.

- ``rules``: options, presets and the rule book; ``pack``, ``melds``: cards and declarations.
- ``engine``: the play event by event; ``settle``, ``invariants``, ``checker``: points, and what they must keep.
- ``parts``, ``audit``, ``tables``: a record and what is judged and told of it; ``partie``: hands to a target.
- ``strict_phase``, ``sensible``: perfect play of the last six tricks, and a player that uses it.
- ``game``: all of it as the layers above see it.
"""
