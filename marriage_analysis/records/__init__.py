"""Records of games: read from files, checked for form, written in one canonical form.

- ``reader``: :func:`~marriage_analysis.records.reader.read_records`, every record of a file with its findings;
  ``streams`` and ``lines`` beneath it, ``validate`` for one text.
- ``model``, ``envelope``, ``meta``: what a record holds; ``checks``: whether its common fields fit together.
- ``canonical``, ``exporting``: canonical bytes, digests, rules written out; ``as_written``: whether a record
  stands in its file so already; ``schema``: the JSON Schema.
- ``text_form`` writes records as ``.mrn``, ``text_reading`` reads it; ``text_tree``, ``text_headers``,
  ``text_notes``, ``seat_names`` beneath them.
- ``corrections``: which records are accounts of one game; ``codes``: every finding there can be.
"""
