"""A record read with duplicate keys and every field checked, against json.loads + model_validate."""

import json
import sys

from _games import texts
from _interleaved import Job, compare

from marriage_analysis.records.model import record_model
from marriage_analysis.records.validate import read_text


def read_all() -> int:
    for number, text in enumerate(texts()):
        record, _ = read_text(text, line=number + 1)
        assert record is not None
    return len(texts())


def validate_all() -> int:
    model = record_model("marriage")
    for text in texts():
        assert model.model_validate(json.loads(text)).id
    return len(texts())


def main() -> int:
    ours = Job("marriage: read_text (duplicate keys, fields, findings)", "records", read_all)
    peer = Job("json.loads + pydantic model_validate", "records", validate_all)
    return 0 if compare(ours, peer, must=0.8, aim=1) else 1


if __name__ == "__main__":
    sys.exit(main())
