"""The rules of Marjolet as data.

- ``options``: the named choices; ``rule_set``: :class:`RuleSet`, every option with its meaning.
- ``presets``: the published readings and ``rule_set(preset, options)``; ``json_options``: to and from JSON.
- ``rulebook``: every rule ID with its sentence, and the sources; ``book``: all of it for people.
"""
