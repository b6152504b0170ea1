"""The limits of what is read from a file; every refusal names the limit it rests on."""

from typing import Final

MAX_RECORD_BYTES: Final = 16 * 1024 * 1024
"""Bytes of one record."""

MAX_DEPTH: Final = 64
"""Objects and lists inside one another in one record, the record itself included."""

MAX_FAULTS: Final = 20
"""Faults of one record that are reported before reading it is given up."""

MAX_FIELD_FAULTS: Final = 20_000
"""Faulty fields of one record beyond which it is refused as a whole, without looking at each."""

CHUNK_BYTES: Final = 256 * 1024
"""Bytes read, or unpacked, in one go."""
