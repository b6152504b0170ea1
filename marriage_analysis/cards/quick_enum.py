"""Enum members that are read without a property.

Python 3.11 reads ``Phase.DRAW`` through a property written in Python, which takes about ten times as long as
a plain attribute; from 3.12 on members are plain attributes. The engine reads members for every event. Even so
Python 3.11 takes five times as long for a member as for another attribute, since its enums look for a
``__getattr__``; so what is asked in every turn the engine's modules hold in names of their own.
"""

from enum import Enum
from typing import TypeVar

_Members = TypeVar("_Members", bound=type[Enum])


def quick(members: _Members) -> _Members:
    """The same enum, its members stored as plain attributes of the class; a class decorator.

    >>> from enum import Enum
    >>> @quick
    ... class Side(Enum):
    ...     LEFT = "l"
    >>> Side.LEFT is Side("l"), list(Side)
    (True, [<Side.LEFT: 'l'>])
    """
    for name, member in members.__members__.items():
        type.__setattr__(members, name, member)
    return members
