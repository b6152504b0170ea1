"""The finding codes of record files and of the fields that all games share. Names are stable.

The codes of a game are in ``games/<game>/codes.py``.
"""

from typing import Final

from marriage_analysis.findings import Code, Severity


def _error(name: str, meaning: str) -> Code:
    return Code(name, Severity.ERROR, meaning)


def _warning(name: str, meaning: str) -> Code:
    return Code(name, Severity.WARNING, meaning)


def _info(name: str, meaning: str) -> Code:
    return Code(name, Severity.INFO, meaning)


# The bytes and the file.
NOT_UTF8: Final = _error("not_utf8", "The text is not UTF-8; most often it was saved in an older encoding.")
STREAM_DAMAGED: Final = _error(
    "stream_damaged", "The file cannot be unpacked or read to its end; the records before the damage were read."
)
RECORD_TOO_LARGE: Final = _error("record_too_large", "One record has more bytes than are read.")
BYTE_ORDER_MARK: Final = _info("byte_order_mark", "A byte-order mark stands before the record; it was skipped.")

# The JSON of one record.
JSON_SYNTAX: Final = _error("json_syntax", "The text is not JSON.")
RECORD_TRUNCATED: Final = _error("record_truncated", "The record stops before its end.")
TRAILING_DATA: Final = _error(
    "trailing_data",
    "Something follows the record; between two records stands a line end, in text form a line ---.",
)
DUPLICATE_KEY: Final = _error("duplicate_key", "An object names the same field twice.")
NUMBER_NOT_INTEGER: Final = _error(
    "number_not_integer", "A number that is no whole number between -(2^53 - 1) and 2^53 - 1."
)
LONE_SURROGATE: Final = _error("lone_surrogate", "A text holds half of a UTF-16 pair, which is no character.")
TOO_DEEP: Final = _error("too_deep", "Objects and lists lie deeper inside one another than is read.")
NOT_AN_OBJECT: Final = _error("not_an_object", "The JSON is no object; a record is one object.")

# The text form of one record.
TEXT_SYNTAX: Final = _error("text_syntax", "A line of a record in text form that cannot be read.")
HEADERS_DISAGREE: Final = _error(
    "headers_disagree", "Headers of the text form that do not fit together, or a place of a list is missing."
)
PLAYER_UNCLEAR: Final = _error(
    "player_unclear", "A name in the text form that no player has, or more than one."
)

# What kind of record it is.
NOT_A_RECORD: Final = _error("not_a_record", "The object does not say `format: marriage-record`.")
VERSION_UNSUPPORTED: Final = _error("version_unsupported", "A record of another major version of the format.")
VERSION_NEWER: Final = _warning(
    "version_newer", "A record of a newer minor version; fields not known here are kept but not looked at."
)
GAME_UNKNOWN: Final = _error("game_unknown", "A record of a game that this version does not know.")

# The fields.
UNKNOWN_FIELD: Final = _error("unknown_field", "A field that this version of the format does not have.")
FIELD_CARRIED: Final = _warning(
    "field_carried", "A field of a newer minor version, kept as it is and not looked at."
)
MISSING_FIELD: Final = _error("missing_field", "A field that every record needs is not there.")
FIELD_INVALID: Final = _error("field_invalid", "A field holds something it cannot hold.")
RULES_INVALID: Final = _error("rules_invalid", "A rule option that does not exist or a value it cannot have.")
NO_SUCH_SEAT: Final = _error("no_such_seat", "A dealer, view or note names a seat that nobody sits in.")
NO_SUCH_TURN: Final = _error("no_such_turn", "A note names a turn that the play does not have.")
VIEW_MISSING: Final = _error("view_missing", "Deal or play is recorded but not whose view it is.")
VIEW_WITHOUT_CARDS: Final = _error(
    "view_without_cards", "A view is named though neither deal nor play is there."
)
VIEW_TELLS_MORE: Final = _warning(
    "view_tells_more", "The record of what one seat, or everybody, saw shows what they cannot have seen."
)
TIMES_DIFFER: Final = _error("times_differ", "There are not as many times as turns.")
PLAYER_TWICE: Final = _error("player_twice", "Two seats, or a seat and a player sitting out, are one player.")

# Digests, rules written out, accounts of one game.
DIGEST_MISMATCH: Final = _error("digest_mismatch", "The digest does not belong to this record as it stands.")
DIGEST_WITHOUT_RULES: Final = _error(
    "digest_without_rules", "A digest stands on a record that does not write out every rule option."
)
RULES_EXPANDED: Final = _info("rules_expanded", "Rules given by a preset were written out option by option.")
DUPLICATE_RECORD: Final = _info("duplicate_record", "The same record, by its digest, was read before.")
ID_CONFLICT: Final = _warning(
    "id_conflict", "Another record with this id was read before, and neither says it corrects the other."
)
CORRECTS_UNKNOWN: Final = _warning("corrects_unknown", "The record corrects one that was not read before it.")
RECORD_CORRECTED: Final = _info("record_corrected", "A later record corrects this one.")

ALL: Final = tuple(value for value in list(globals().values()) if isinstance(value, Code))
