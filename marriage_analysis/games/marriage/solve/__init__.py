"""What a hand can do: which sets it holds, how far it is from a show and from a finish, and what helps.

The one place where hands are searched for sets; ``docs/solver.md`` tells the way it goes. Whether a player may
show or finish now is for the engine, and whether given cards are a set for the recognisers of ``sets.py``.
"""
