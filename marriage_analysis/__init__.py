"""Records, rules, scoring, audit and analysis of the Nepali card game Marriage.

Importing this package loads none of its parts, so that ``marriage --help`` stays instant:
import what you need from the subpackages (``cards``, ``games``, ``records``, ``audit``,
``sessions``, ``store``, ``analysis``).
"""

__version__ = "0.1.0"
