"""Every finding code there is: the list, and the page ``docs/findings.md`` made from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from marriage_analysis.findings import Code
from marriage_analysis.games.catalog import GAMES
from marriage_analysis.games.examination import LIKELY_MISTAKE, NOT_RECOMPUTED
from marriage_analysis.games.shuffle_claims import SHUFFLE_DIFFERS, SHUFFLE_NOT_CHECKED
from marriage_analysis.package_data import sample_files
from marriage_analysis.records import codes as record_codes
from marriage_analysis.sessions import codes as session_codes

GAME_CODES: Final = (NOT_RECOMPUTED, LIKELY_MISTAKE, SHUFFLE_DIFFERS, SHUFFLE_NOT_CHECKED)
"""What findings of every game can be."""


@dataclass(frozen=True, slots=True)
class CodeGroup:
    """The codes of one layer, with the heading and the sentence that introduce them."""

    heading: str
    about: str
    codes: tuple[Code, ...]


def code_groups() -> tuple[CodeGroup, ...]:
    """All codes: those of any record and any game, those of each game, those of sessions."""
    return (
        CodeGroup("Any record", "About the file, its JSON, and the fields all games share.", record_codes.ALL),
        CodeGroup("Any game", "What every game may say.", GAME_CODES),
        *(
            CodeGroup(
                game.name.capitalize(), f"About what a game of {game.name.capitalize()} says.", game.codes
            )
            for game in GAMES.values()
        ),
        CodeGroup("Sessions", "About the games of one table together.", session_codes.ALL),
    )


def sample_names() -> dict[str, str]:
    """For each code that a sample file shows, that file's path inside the project.

    Raises ``InputFileError`` where the sample records are missing.
    """
    return {
        path.name.partition(".")[0]: f"records/{game}/faulty/{path.name}"
        for game in GAMES
        for path in sample_files("faulty", game=game)
    }


_HEAD: Final = """\
# Finding codes

<!-- Made by `marriage findings --document > docs/findings.md` from the code. -->

A finding says what is wrong, doubtful or worth knowing in a record, with its place, what was expected and what
was found. Codes are stable: a program may rely on them. The sentence beside a finding is for people and may
change.

- **error**: the record counts as bad and the exit status is 1.
- **warning**: worth a second look; the record is still sound.
- **info**: good to know.

Each code has a sample file that shows it: `marriage audit records/marriage/faulty/net_differs.jsonl`. On the
command line `marriage findings net_differs` tells the same as this page. Rules are explained in
[rules.md](rules.md) and by `marriage rules explain SET-04`."""


def findings_page(samples: Mapping[str, str]) -> str:
    """The page in Markdown. ``samples`` gives the sample file of each code, see :func:`sample_names`."""
    return "\n\n".join([_HEAD, *(_section(group, samples) for group in code_groups())])


def _section(group: CodeGroup, samples: Mapping[str, str]) -> str:
    rows = ["| code | severity | meaning | rule | sample |", "|---|---|---|---|---|"]
    rows += [_row(code, samples) for code in group.codes]
    return "\n\n".join([f"## {group.heading}", group.about, "\n".join(rows)])


def _row(code: Code, samples: Mapping[str, str]) -> str:
    sample = samples.get(code.name)
    link = f"[{sample.rpartition('/')[2]}](../{sample})" if sample else ""
    cells: Iterable[str] = (f"`{code.name}`", code.severity.value, code.meaning, code.rule or "", link)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
