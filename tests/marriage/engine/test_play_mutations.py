"""One thing changed in a whole record is reported with its place, unless that makes another legal game.

Every record has its full deal, every turn and the result, and gets the digest of what it then says.
"""

import copy
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from marriage_analysis.audit.audit import examine_record
from marriage_analysis.findings import Finding
from marriage_analysis.games.marriage.engine.ground import played_sheet
from marriage_analysis.games.marriage.engine.position import Phase
from marriage_analysis.games.marriage.engine.replay import replay
from marriage_analysis.games.marriage.parts import Ending, MarriageParts
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.sheet import read_sheet
from marriage_analysis.package_data import records_folder
from marriage_analysis.records.canonical import canonical_bytes
from marriage_analysis.records.exporting import DigestState, digest_state, expand
from marriage_analysis.records.model import Record
from marriage_analysis.records.validate import read_text

CARD: Final = re.compile(r"[A2-9TJQK][SHDC]|JK|MC")
FACES: Final = (*(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"), "JK", "MC")
CLAIMED_CARDS: Final = ("holding", "shown", "sets", "final_discard", "displayed_tunnels")

Others = Callable[[str], Sequence[str]]
"""The faces that are put in the place of a card."""


@dataclass(frozen=True, slots=True)
class Change:
    """A record with one thing changed; ``turn`` is the first entry of the play that is another one."""

    kind: str
    mapping: dict[str, Any]
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    """A record in which everything is told, result and all, as a JSON value."""

    name: str
    record: Record

    @property
    def parts(self) -> MarriageParts:
        return self.record.parts

    @property
    def mapping(self) -> dict[str, Any]:
        return self.record.to_mapping()

    def findings(self) -> Counter[tuple[str, str | None]]:
        return Counter(map(key, findings_of(self.mapping)))


def key(finding: Finding) -> tuple[str, str | None]:
    return finding.code.name, finding.place.path


def findings_of(mapping: dict[str, Any]) -> tuple[Finding, ...]:
    """What reading and auditing find in the record with the digest that it should then have."""
    mapping = {name: value for name, value in mapping.items() if name != "digest"}
    mapping["digest"] = "sha256:" + hashlib.sha256(canonical_bytes(mapping)).hexdigest()
    record, findings = read_text(json.dumps(mapping))
    if record is None:
        return findings
    assert digest_state(record) is DigestState.OK
    return (*findings, *examine_record(record).findings)


def wholes(*files: Path) -> dict[str, Whole]:
    records = [read_text(line)[0] for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {record.id: Whole(record.id, expand(record).record) for record in records if record is not None}


def changed_cards(mapping: dict[str, Any], others: Others) -> Iterator[Change]:
    """Every card of the record another, missing or twice: of the deal, of each entry, of the result."""
    for path, text in card_texts(mapping):
        name = kind_of_path(path)
        turn = int(path[1]) if path[0] == "play" else None
        for match in CARD.finditer(text):
            word = name if turn is None else word_at(text, match.start())
            before, after = text[: match.start()], text[match.end() :]
            blank = " " if turn is None and "," not in text and path[-1] not in ("shown", "sets") else ""
            for face in others(match[0]):
                yield Change(f"{word}: another face", with_text(mapping, path, before + face + after), turn)
            yield Change(f"{word}: a card missing", with_text(mapping, path, tidy(before + after)), turn)
            doubled = before + match[0] + blank + match[0] + after
            yield Change(f"{word}: a card doubled", with_text(mapping, path, doubled), turn)


def card_texts(mapping: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every text in which cards stand, with its place."""
    deal, result = mapping["deal"], mapping["result"]
    for seat, hand in enumerate(deal["hands"]):
        yield ("deal", "hands", seat), hand
    for name in ("upcard", "stock"):
        yield ("deal", name), deal[name]
    for turn, entry in enumerate(mapping["play"]):
        yield ("play", turn), entry
    if "tiplu" in result:
        yield ("result", "tiplu"), result["tiplu"]
    for seat, row in enumerate(result["players"]):
        for name in CLAIMED_CARDS:
            if name in row:
                yield ("result", "players", seat, name), row[name]


def kind_of_path(path: tuple[str | int, ...]) -> str:
    return " ".join(part for part in path if isinstance(part, str) and part != "players")


def word_at(entry: str, place: int) -> str:
    """The event of the entry that the place lies in."""
    return name_of(entry[:place].split(" ")[-1] + entry[place:])


def name_of(event: str) -> str:
    if event in ("nodraw", "nodiscard") or "(" in event or event in ("show", "finish"):
        return event.partition("(")[0]
    return {"s": "draw", "p": "pick", "x": "discard"}.get(event[0], event)


def tidy(text: str) -> str:
    """The list without the blank, comma or brackets that a card leaves behind."""
    text = re.sub(r",,|\(,|,\)|  ", lambda found: found[0].replace(",", "", 1).replace("  ", " "), text)
    return text.strip(" ,")


def with_text(mapping: dict[str, Any], path: tuple[str | int, ...], text: str) -> dict[str, Any]:
    changed = copy.copy(mapping)
    inner: Any = changed
    for step in path[:-1]:
        inner[step] = copy.copy(inner[step])
        inner = inner[step]
    if text:
        inner[path[-1]] = text
    else:
        del inner[path[-1]]
    return changed


def changed_events(mapping: dict[str, Any]) -> Iterator[Change]:
    """Every event and every entry dropped, doubled, or swapped with the next."""
    entries: list[str] = mapping["play"]

    def change(kind: str, at: int, *texts: str, of: int = 1) -> Change:
        return Change(kind, {**mapping, "play": [*entries[:at], *texts, *entries[at + of :]]}, at)

    for at, entry in enumerate(entries):
        seat, _, text = entry.partition(": ")
        events = text.split(" ")
        for number, event in enumerate(events):
            word, before, after = name_of(event), events[:number], events[number + 1 :]
            left = [*before, *after]
            yield change(f"{word}: dropped", at, *([f"{seat}: {' '.join(left)}"] if left else []))
            if seat != "-":
                yield change(f"{word}: doubled", at, f"{seat}: {' '.join([*before, event, event, *after])}")
            if after and after[0] != event:
                swapped = " ".join([*before, after[0], event, *after[1:]])
                yield change(f"{word} and {name_of(after[0])}: swapped", at, f"{seat}: {swapped}")
        if len(events) > 1:
            yield change("turn: dropped", at)
        yield change("entry: doubled", at, entry, entry)
        if at + 1 < len(entries) and entries[at + 1] != entry:
            kind = f"{whole_name(entry)} and {whole_name(entries[at + 1])}: swapped"
            yield change(kind, at, entries[at + 1], entry, of=2)


def whole_name(entry: str) -> str:
    events = entry.partition(": ")[2].split(" ")
    return "turn" if len(events) > 1 else f"entry of {name_of(events[0])}"


def all_others(card: str) -> Sequence[str]:
    return [face for face in FACES if face != card]


def one_other(rng: random.Random) -> Others:
    return lambda card: [rng.choice(all_others(card))]


def unreported(whole: Whole, changes: Sequence[Change]) -> Counter[str]:
    """The changes, by kind, after which nothing new is found with a place; no place is before the change."""
    sound = whole.findings()
    assert not {code for code, _ in sound} & {
        "illegal_play",
        "incomplete_turn",
        "result_differs",
        "net_differs",
    }
    silent: Counter[str] = Counter()
    for change in changes:
        found = [finding for finding in findings_of(change.mapping) if key(finding) not in sound]
        placed = [finding.place for finding in found if finding.place.path is not None]
        if not placed:
            silent[change.kind] += 1
            continue
        if change.kind.startswith("result"):
            assert any(str(place.path).startswith("result") for place in placed), (change.kind, placed)
        if change.turn is not None:
            turns = [place.turn for place in placed if place.turn is not None]
            assert all(turn >= change.turn for turn in turns), (change.kind, change.turn, placed)
    return silent


SOUND: Final = records_folder() / "marriage" / "sound"
HAND_PLAYED: Final = wholes(SOUND / "hand-played.jsonl", SOUND / "hand-irregular.jsonl")
RANDOM: Final = wholes(Path(__file__).parents[2] / "data" / "random-games.jsonl")
"""Games that were played at random, with irregular play, under rules made up, until they were over."""
SAYS_LESS: Final = (
    "result holding: a card missing",  # a holding may list the cards that were counted, and no others
    "result displayed_tunnels: a card missing",  # the only one: nothing is then said of tunnels
    "result final_discard: a card missing",
    "result tiplu: a card missing",
    "deal upcard: a card missing",
)
"""A record that says so much less is sound."""
LESS: Final[dict[str, tuple[int, ...]]] = {
    # Cards held, only tunnel, final discard, tiplu, upcard:
    "hand-pagat-sets": (60, 1, 1, 1, 1),
    "hand-wiki-dublee": (78, 1, 1, 1, 1),
    "hand-wiki-pays": (84, 0, 1, 1, 1),
    "hand-reshuffle": (105, 0, 1, 1, 1),
    "irregular-missed-draw-and-discard": (54, 0, 1, 1, 1),
    "irregular-first-turn": (39, 1, 1, 1, 1),
    "irregular-eight-at-once": (60, 1, 1, 1, 1),
    "irregular-open": (39, 1, 1, 1, 1),
    "irregular-wrong-show-and-finish": (63, 0, 1, 1, 1),
    "irregular-jokers": (60, 1, 1, 1, 1),
    "irregular-dismissed": (126, 0, 0, 1, 1),
    "irregular-show-at-the-last-card": (126, 0, 1, 1, 1),
    "irregular-reshuffle-all": (126, 0, 1, 1, 1),
}
OTHER_GAMES: Final[dict[str, dict[str, int]]] = {
    # Another card shown wrongly and taken back is another wrong show.
    "irregular-wrong-show-and-finish": {
        "badfinish: a card missing": 12,
        "badfinish: another face": 5,
        "badshow: a card missing": 9,
        "badshow: another face": 2,
    },
    # A printed joker picked as tiplu goes back, so one pick more or less changes nothing (SHOW-11).
    "irregular-jokers": {"tiplu: dropped": 1, "tiplu: doubled": 1},
}
"""Changes of the hand-played games that leave another legal game with that result, by kind: all there are."""

AT_RANDOM: Final[dict[str, dict[str, int]]] = {
    "random 3": {"badfinish: a card doubled": 1, "badfinish: a card missing": 4, "badfinish: another face": 1},
    "random 10": {"turn: dropped": 1},
    "random 13": {"tunnel and tunnel: swapped": 1},
    "random 20": {"badfinish: a card missing": 4},
    "random 28": {"tunnel and tunnel: swapped": 1},
    "random 34": {"badfinish: a card doubled": 1, "badfinish: a card missing": 2, "badfinish: another face": 1},
    "random 44": {"badfinish: a card doubled": 1, "badfinish: a card missing": 2},
    "random 45": {"badfinish: a card doubled": 1, "badfinish: a card missing": 6},
    "random 52": {"badfinish: a card missing": 4},
    "random 53": {"badfinish: a card doubled": 1, "badfinish: a card missing": 1, "badshow: a card missing": 2},
}
"""The same of 400 changes of each game played at random.

A wrong finish can be made of any cards the player has, and where the rules know no dhoos also left out or made
twice; of two tunnels that one player displays in a row either may be the first; and without its only turn a
game is one of which no turns were noted.
"""
PLAINLY: Final = ("random 1", "random 9")
SOME: Final = [pytest.param(name, marks=[] if name in PLAINLY else [pytest.mark.long]) for name in RANDOM]


def changes_of(whole: Whole, others: Others) -> list[Change]:
    return [*changed_cards(whole.mapping, others), *changed_events(whole.mapping)]


def listed(name: str) -> dict[str, int]:
    """All changes of a hand-played game, with one other face for each card, that nothing is found of."""
    less = dict(zip(SAYS_LESS, LESS[name], strict=True))
    return {kind: number for kind, number in (less | OTHER_GAMES.get(name, {})).items() if number}


@pytest.mark.long
@pytest.mark.parametrize("name", HAND_PLAYED)
def test_every_change_of_a_hand_played_game_is_reported(name: str) -> None:
    whole = HAND_PLAYED[name]
    changes = changes_of(whole, one_other(random.Random(name)))
    assert len(changes) > 700
    assert unreported(whole, changes) == listed(name)


@pytest.mark.long
def test_every_other_face_in_the_place_of_every_card_is_reported() -> None:
    whole = HAND_PLAYED["hand-pagat-sets"]
    changes = [change for change in changed_cards(whole.mapping, all_others) if "another" in change.kind]
    assert len(changes) > 15_000
    assert not unreported(whole, changes)


@pytest.mark.parametrize("name", HAND_PLAYED)
def test_changes_of_a_hand_played_game_are_reported(name: str) -> None:
    rng = random.Random(name)
    changes = rng.sample(changes_of(HAND_PLAYED[name], one_other(rng)), 60)
    silent, allowed = unreported(HAND_PLAYED[name], changes), listed(name)
    assert all(number <= allowed.get(kind, 0) for kind, number in silent.items()), silent


@pytest.mark.parametrize("name", SOME)
def test_changes_of_a_game_played_at_random_are_reported(name: str) -> None:
    rng = random.Random(name)
    changes = changes_of(RANDOM[name], one_other(rng))
    silent = unreported(RANDOM[name], rng.sample(changes, min(400, len(changes))))
    found = {kind: number for kind, number in silent.items() if kind not in SAYS_LESS}
    assert found == AT_RANDOM.get(name, {})


@pytest.mark.parametrize("name", [*HAND_PLAYED, "random 1", "random 9", "random 10"])
def test_a_play_that_is_cut_short_is_never_finished(name: str) -> None:
    whole = {**HAND_PLAYED, **RANDOM}[name]
    parts, seats = whole.parts, len(whole.record.players)
    rules = read_rules(parts.rules.preset, parts.rules.options)
    assert rules is not None
    sound = whole.findings()
    for turns in range(len(parts.play or ())):
        cut = replace(parts, play=(parts.play or ())[:turns])
        run = replay(cut, rules, seats=seats, dealer=whole.record.dealer)
        assert run.stop is None
        assert run.position.phase is not Phase.OVER
        empty = read_sheet(MarriageParts(rules=cut.rules), seats=seats)
        assert played_sheet(empty, run).ending is Ending.UNKNOWN
        found = findings_of({**whole.mapping, "play": list(cut.play or ())})
        assert turns == 0 or any(found.place.path is not None for found in found if key(found) not in sound)
