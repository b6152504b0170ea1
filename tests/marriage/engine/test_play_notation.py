"""Play notation: parse and format are inverse, over texts drawn from the grammar and over events."""

import random
import re
import string
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_analysis.cards.cell import Cell
from marriage_analysis.errors import NotationError
from marriage_analysis.games.marriage.engine.events import (
    BadFinish,
    BadShow,
    ChooseTiplu,
    Discard,
    DisplayTunnels,
    Draw,
    Event,
    Finish,
    MissDiscard,
    MissDraw,
    Reshuffle,
    SeeTiplu,
    Show,
    Source,
)
from marriage_analysis.games.marriage.engine.notation import (
    Entry,
    Gap,
    TableEntry,
    Turn,
    format_entry,
    format_event,
    parse_entry,
    parse_event,
)
from marriage_analysis.games.marriage.play_pattern import ENTRY, EVENT, is_entry

RANKS = "A23456789TJQK"
ATOMS = [
    *(rank + suit for rank in RANKS for suit in "SHDC?"),
    *(f"?{suit}" for suit in "SHDC?"),
    "JK",
    "MC",
]

cells = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3).map("|".join)
card_rows = st.lists(cells, min_size=1, max_size=5)
rows_of_sets = st.lists(card_rows, min_size=1, max_size=4)
events = st.one_of(
    st.builds(Draw, st.sampled_from(Source), cells.map(Cell)),
    st.builds(Discard, cells.map(Cell)),
    *(
        st.builds(kind, st.none() | rows_of_sets.map(lambda sets: tuple(tuple(map(Cell, row)) for row in sets)))
        for kind in (DisplayTunnels, Show, Finish, BadShow, BadFinish)
    ),
    st.just(Finish(())),
    st.builds(ChooseTiplu, cells.map(Cell), st.none() | st.integers(0, 999)),
    st.builds(SeeTiplu, cells.map(Cell)),
    st.builds(Reshuffle, st.none() | card_rows.map(lambda row: tuple(map(Cell, row)))),
    st.sampled_from([MissDraw(), MissDiscard()]),
)
entries = st.one_of(
    st.builds(Turn, st.integers(0, 5), st.none() | st.lists(events, min_size=1, max_size=5).map(tuple)),
    st.builds(Gap, st.none() | st.integers(1, 9999)),
    st.builds(TableEntry, st.builds(ChooseTiplu, cells.map(Cell), st.none() | st.integers(0, 999))),
    st.builds(TableEntry, st.builds(Reshuffle, st.none() | card_rows.map(lambda row: tuple(map(Cell, row))))),
)

# The grammar of the record format, once more and by hand.
row_texts = card_rows.map("".join)
set_texts = st.lists(row_texts, min_size=1, max_size=4).map(",".join)
places = st.just("") | st.integers(0, 999).map("@{}".format)
tiplu_texts = st.builds("tiplu({}{})".format, cells, places)
shuffle_texts = st.just("reshuffle") | row_texts.map("reshuffle({})".format)
event_texts = st.one_of(
    st.builds("{}{}".format, st.sampled_from("spdx"), cells),
    st.sampled_from(["tunnel", "show", "finish", "badshow", "badfinish", "finish()", "nodraw", "nodiscard"]),
    st.builds(
        "{}({})".format, st.sampled_from(["tunnel", "show", "finish", "badshow", "badfinish"]), set_texts
    ),
    cells.map("see({})".format),
    tiplu_texts,
    shuffle_texts,
)
entry_texts = st.one_of(
    st.builds(
        "{}: {}".format,
        st.integers(0, 5),
        st.just("?") | st.lists(event_texts, min_size=1, max_size=5).map(" ".join),
    ),
    st.one_of(tiplu_texts, shuffle_texts, st.just("gap"), st.integers(1, 9999).map("gap({})".format)).map(
        "-: {}".format
    ),
)


@given(entry=entries)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    text = format_entry(entry)
    assert is_entry(text) == (len(text) <= 2000)
    if is_entry(text):
        assert parse_entry(text) == entry


@given(event=events)
def test_an_event_is_read_as_it_was_written(event: Event) -> None:
    assert parse_event(format_event(event)) == event


@given(text=entry_texts)
def test_every_text_of_the_grammar_is_written_as_it_was_read(text: str) -> None:
    assert re.fullmatch(ENTRY, text, re.ASCII)
    if is_entry(text):
        assert format_entry(parse_entry(text)) == text


@given(text=event_texts)
def test_every_event_of_the_grammar_is_written_as_it_was_read(text: str) -> None:
    assert re.fullmatch(EVENT, text, re.ASCII)
    assert format_event(parse_event(text)) == text


@given(entry=entries, seed=st.integers(0, 1 << 30))
def test_a_changed_text_is_read_as_itself_or_refused_with_a_place(entry: Entry, seed: int) -> None:
    rng = random.Random(seed)
    text = list(format_entry(entry))
    for _ in range(rng.randrange(1, 3)):
        place = rng.randrange(len(text))
        letter = rng.choice(string.printable)
        text[place : place + rng.randrange(2)] = rng.choice(("", letter))
        text = text or ["x"]
    changed = "".join(text)
    try:
        read = parse_entry(changed)
    except NotationError:
        assert re.fullmatch(ENTRY, changed, re.ASCII) is None or len(changed) > 2000
    else:
        assert format_entry(read) == changed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s",
        "xJ",
        "xjs",
        "show()",
        "show(3S,)",
        "tiplu()",
        "tiplu(JC@)",
        "tiplu(JC@-1)",
        "see",
        "nodraw()",
        "reshuffle()",
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_event(text)


def test_turns_with_sets_are_not_kept_by_the_thousand() -> None:
    """A worker that went through 100,000 games held 60 MB of them."""
    sets = ["".join(f"{rank}{suit}" for rank in "A23") for suit in "SHDC"] * 3
    rng = random.Random(1)
    tracemalloc.start()
    try:
        for _ in range(5_000):
            parse_entry(f"0: s{rng.choice('A23456789')}H show({','.join(rng.choices(sets, k=6))}) xKS")
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 3_000_000
