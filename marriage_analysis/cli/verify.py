"""``marriage verify``: does the digest of each record belong to it?"""

from typing import Any

from marriage_analysis.cli.options import JsonOption
from marriage_analysis.cli.output import emit_json, put, say
from marriage_analysis.cli.record_files import (
    FilesArgument,
    finding_line,
    finding_mapping,
    finish,
    read_files,
)


def verify_command(files: FilesArgument, as_json: JsonOption = False) -> None:
    """Compare the digest of each record with the record as it stands.

    Example: marriage verify archive.jsonl

    For each record: ok, mismatch, or none where it carries no digest. Whether the cards come from a claimed
    shuffle is not checked yet, and said where a record claims one. Exit status: 0 no mismatch, 1 a mismatch
    or a bad record, 2 a file cannot be read.
    """
    from marriage_analysis.records.exporting import digest_finding, digest_state
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    rows: list[dict[str, Any]] = []
    shuffles = 0
    for reading in read_files(files, counts):
        findings = list(reading.findings)
        state = None
        if reading.record is not None:
            state = digest_state(reading.record).value
            mismatch = digest_finding(reading.record)
            if mismatch is None:
                counts.ok += 1
            else:
                counts.bad += 1
                findings.append(mismatch)
                say(finding_line(mismatch, file=reading.path, line=reading.line))
            shuffles += reading.record.game_value.claims_shuffle(reading.record.parts)
        name = reading.record.id if reading.record is not None else None
        if as_json:
            rows.append(
                {
                    "file": reading.path,
                    "line": reading.line,
                    "id": name,
                    "digest": state,
                    "findings": [finding_mapping(found, line=reading.line) for found in findings],
                }
            )
        elif state is not None:
            put(f"{state:<9} {reading.path or 'stdin'}:{reading.line}  {name}")
    if as_json:
        emit_json({"counts": counts.to_mapping(), "shuffles_not_checked": shuffles, "records": rows})
    if shuffles:
        records = "1 record claims" if shuffles == 1 else f"{shuffles} records claim"
        say(f"{records} from which shuffle the cards come; that was not checked")
    finish(counts)
