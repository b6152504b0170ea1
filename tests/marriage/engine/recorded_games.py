"""Whole records of games played at random, and the same records with some of their cards and turns not told."""

import random
import re
from dataclasses import dataclass, replace
from typing import Any

from marriage.engine.random_play import choose, start_game
from marriage.engine.random_rules import random_options

from marriage_analysis.games.marriage.engine.effects import play
from marriage_analysis.games.marriage.engine.events import Event
from marriage_analysis.games.marriage.engine.notation import format_event
from marriage_analysis.games.marriage.engine.position import NOBODY, Phase, Position
from marriage_analysis.games.marriage.parts import Deal, MarriageParts, RulesPart
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

_CARD = re.compile(r"[A2-9TJQK][SHDC]|JK|MC")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record in which everything is told, the rules it was played by, and how it stands at its end."""

    parts: MarriageParts
    rules: RuleSet
    dealer: int
    end: Position

    @property
    def seats(self) -> int:
        return self.end.seats

    @property
    def play(self) -> tuple[str, ...]:
        return self.parts.play or ()


def record_game(
    seed: int, *, seats: int, cap: int = 160, odd: float = 0.05, options: dict[str, Any] | None = None
) -> Recorded:
    """A game played at random and written down; after ``cap`` events it breaks off at the end of a turn."""
    rng = random.Random(seed)
    preset, chosen = random_options(rng)
    chosen = {**chosen, **(options or {})}
    rules = read_rules(preset, chosen)
    assert rules is not None
    game = start_game(rules, seats, rng)
    position, entries, events = game.position, list[str](), 0
    while position.phase is not Phase.OVER and (events < cap or position.phase is not Phase.DRAW):
        before = position.phase
        seat, event = choose(position, rng, odd=odd)
        _write(entries, seat, play(position, seat, event), before)
        events += 1
    deal = Deal(
        hands=tuple(" ".join(map(str, hand or ())) for hand in game.deal.hands),
        upcard=str(game.deal.upcard),
        stock=" ".join(map(str, game.deal.stock or ())),
    )
    parts = MarriageParts(rules=RulesPart(preset=preset, options=chosen), deal=deal, play=tuple(entries))
    return Recorded(parts, rules, position.dealer, position)


def _write(entries: list[str], seat: int, event: Event, before: Phase) -> None:
    """Add the event to the entry of its turn, or begin a new one."""
    text = format_event(event)
    begins = seat == NOBODY or not entries or before is Phase.DRAW
    if begins and not (entries and entries[-1].startswith(f"{seat}: tunnel") and " s" not in entries[-1]):
        entries.append(f"{'-' if seat == NOBODY else seat}: {text}")
    else:
        entries[-1] += f" {text}"


@dataclass(frozen=True, slots=True)
class Masking:
    """How often it is not told: cards, sources of draws, lists, places of the tiplu, hands, turns, gaps."""

    cards: float = 0.0
    sources: float = 0.0
    lists: float = 0.0
    places: float = 0.0
    hands: float = 0.0
    turns: float = 0.0
    gaps: float = 0.0


def masked(record: Recorded, how: Masking, rng: random.Random) -> tuple[MarriageParts, tuple[int, ...]]:
    """The record with less told, and for each of its entries the entry of the whole record it comes from."""
    entries: list[str] = []
    origins: list[int] = []
    index = 0
    while index < len(record.play):
        entry = record.play[index]
        if _is_turn(entry) and rng.random() < how.gaps:
            last = min(len(record.play), index + rng.randrange(1, 8))
            left_out = [text for text in record.play[index:last] if _is_turn(text)]
            entries.append(rng.choice(("-: gap", f"-: gap({len(left_out)})")))
            origins.append(-1)
            index = last
            continue
        seat, _, events = entry.partition(": ")
        if _is_turn(entry) and rng.random() < how.turns:
            entries.append(f"{seat}: ?")
        else:
            entries.append(f"{seat}: {' '.join(_masked_event(event, how, rng) for event in events.split(' '))}")
        origins.append(index)
        index += 1
    deal = record.parts.deal
    assert deal is not None
    hidden = replace(
        deal,
        hands=tuple(
            None if rng.random() < how.hands else _masked_cards(hand or "", how, rng)
            for hand in deal.hands or ()
        ),
        upcard=_masked_cards(deal.upcard or "", how, rng),
        stock=_masked_cards(deal.stock or "", how, rng)
        if rng.random() >= how.hands
        else " ".join(["??"] * len((deal.stock or "").split())),
    )
    return replace(record.parts, deal=hidden, play=tuple(entries)), tuple(origins)


def _is_turn(entry: str) -> bool:
    return not entry.startswith("-") and any(
        (event[0] in "spd" and not event.startswith("show")) or event == "nodraw"
        for event in entry.split(" ")[1:]
    )


def _masked_cards(text: str, how: Masking, rng: random.Random) -> str:
    return _CARD.sub(lambda card: _masked_card(card[0], how, rng), text)


def _masked_card(card: str, how: Masking, rng: random.Random) -> str:
    """The card, or less than it: what is written is true of it."""
    if rng.random() >= how.cards:
        return card
    either = "|".join(sorted((card, rng.choice("A23456789TJQK") + rng.choice("SHDC"))))
    if card in ("JK", "MC"):
        return rng.choice(("??", either))
    return rng.choice(("??", "??", f"{card[0]}?", f"?{card[1]}", either))


def _masked_event(event: str, how: Masking, rng: random.Random) -> str:
    word, opened, inner = event.partition("(")
    if not opened:
        if event[0] in "spdx" and event not in ("nodraw", "nodiscard"):
            source = "d" if event[0] in "sp" and rng.random() < how.sources else event[0]
            return source + _masked_cards(event[1:], how, rng)
        return event
    if word in ("tiplu", "see"):
        card, at, above = inner.removesuffix(")").partition("@")
        place = f"@{above}" if at and rng.random() >= how.places else ""
        return f"{word}({_masked_cards(card, how, rng)}{place})"
    if rng.random() < how.lists:
        return word
    return f"{word}({_masked_cards(inner, how, rng)}"
