"""The play of a hand of Marjolet, event by event.

- ``actions``: what a player can do; ``position``: the working state; ``state``: the frozen one.
- ``judge``: why an action is not allowed; ``choices``: all that is; ``effects``: carrying it out.
- ``notation``: entries of a record; ``replay``: a recorded play followed; ``dealing``: a deal from a seed.
- ``views``: what one seat saw of a record; ``seat_view``: what it knows when it is asked.
"""
