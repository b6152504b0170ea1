"""The rules of Marriage as data.

- ``options``: the named choices; ``rule_set``: :class:`RuleSet`, every option with its meaning.
- ``presets``: the six published readings of the rules and ``rule_set(preset, options)``.
- ``json_options``: options to and from JSON values; ``schema``: their JSON Schema.
- ``rulebook``: every rule ID with its sentence, and the sources; ``book``: all of it for people.
"""
