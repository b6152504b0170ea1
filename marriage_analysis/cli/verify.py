"""``marriage verify``: does the digest of each record belong to it, and do its cards come from its shuffle?"""

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
    """Compare the digest of each record with the record, and its cards with the shuffle it claims.

    Example: marriage verify archive.jsonl

    For each record, of digest and of shuffle: ok, mismatch, or none where it has none. The deal is done again
    from the seed and compared; not_checked where the way to shuffle, or the rules, are not known. Exit status:
    0 no mismatch, 1 a mismatch or a bad record, 2 a file cannot be read.
    """
    from marriage_analysis.findings import Severity
    from marriage_analysis.records.exporting import (
        DigestState,
        ShuffleState,
        digest_finding,
        digest_state,
        shuffle_findings,
    )
    from marriage_analysis.records.reader import Counts

    counts = Counts()
    rows: list[dict[str, Any]] = []
    unchecked = 0
    for reading in read_files(files, counts):
        findings = list(reading.findings)
        name = digest = shuffle = None
        if reading.record is not None:
            name = reading.record.id
            is_right = reading.has_right_digest
            digest = (DigestState.OK if is_right else digest_state(reading.record)).value
            mismatch = None if is_right else digest_finding(reading.record)
            state, differences = shuffle_findings(reading.record)
            shuffle = state.value
            unchecked += state is ShuffleState.NOT_CHECKED
            new = (*((mismatch,) if mismatch is not None else ()), *differences)
            for found in new:
                say(finding_line(found, file=reading.path, line=reading.line))
            findings += new
            is_bad = any(found.severity is Severity.ERROR for found in new)
            counts.bad += is_bad
            counts.ok += not is_bad
        if as_json:
            rows.append(
                {
                    "file": reading.path,
                    "line": reading.line,
                    "id": name,
                    "digest": digest,
                    "shuffle": shuffle,
                    "findings": [finding_mapping(found, line=reading.line) for found in findings],
                }
            )
        elif reading.record is not None:
            put(f"{digest:<9} {shuffle:<12} {reading.path or 'stdin'}:{reading.line}  {name}")
    if as_json:
        emit_json({"counts": counts.to_mapping(), "shuffles_not_checked": unchecked, "records": rows})
    if unchecked:
        records = "1 record claims" if unchecked == 1 else f"{unchecked} records claim"
        say(f"{records} a shuffle that cannot be done again here; that was not checked")
    finish(counts)
