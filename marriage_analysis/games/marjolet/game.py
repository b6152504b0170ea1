"""Marjolet as the record layers see it: the value behind the word ``marjolet``."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from marriage_analysis.cards.cell import in_order
from marriage_analysis.errors import RecordError
from marriage_analysis.findings import Code, Finding
from marriage_analysis.games.abilities import CarryReport, Following, Mistake
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.language import find_language
from marriage_analysis.games.marjolet import codes
from marriage_analysis.games.marjolet.audit import Settled, examine
from marriage_analysis.games.marjolet.dealt_hand import DealtHand, deal_hand
from marriage_analysis.games.marjolet.engine.replay import rules_to_play_by
from marriage_analysis.games.marjolet.engine.views import view_parts
from marriage_analysis.games.marjolet.explain import explain_hand
from marriage_analysis.games.marjolet.judging import followed, judge
from marriage_analysis.games.marjolet.live import MarjoletLive
from marriage_analysis.games.marjolet.mistakes import mistakes
from marriage_analysis.games.marjolet.pack import NUMBERS
from marriage_analysis.games.marjolet.partie import HandOfGame, carry_totals, hand_of_game, totals_after
from marriage_analysis.games.marjolet.parts import (
    SEATS,
    DealPart,
    MarjoletParts,
    PlayerResult,
    Result,
    RulesPart,
)
from marriage_analysis.games.marjolet.play_pattern import entry_fault
from marriage_analysis.games.marjolet.recorded_rules import read_rules
from marriage_analysis.games.marjolet.rules.book import RULE_BOOK
from marriage_analysis.games.marjolet.rules.json_options import format_options, is_spelled_out
from marriage_analysis.games.marjolet.rules.presets import PRESETS
from marriage_analysis.games.marjolet.seeded_deal import check_shuffle, seeded_deal
from marriage_analysis.games.marjolet.sensible import play_sensibly
from marriage_analysis.games.marjolet.stepping import stepped
from marriage_analysis.games.marjolet.tables import TABLE_SHAPE, table_rows
from marriage_analysis.games.marjolet.typed import normalise_entry, normalise_field
from marriage_analysis.games.marjolet.typing_help import TYPING_HELP
from marriage_analysis.games.playing import LivePlay, SteppedPlay
from marriage_analysis.games.protocol import Level
from marriage_analysis.games.rule_options.rule_book import RuleBook
from marriage_analysis.games.simulating import Policy
from marriage_analysis.games.table_rows import TableRows, TableShape


@dataclass(frozen=True, slots=True)
class Marjolet:
    """The game of Marjolet; what each function gives is said in ``games/protocol`` and ``games/abilities``."""

    name: str = "marjolet"
    parts: type[MarjoletParts] = MarjoletParts
    codes: tuple[Code, ...] = codes.ALL
    table_shape: TableShape = TABLE_SHAPE
    rule_book: RuleBook = RULE_BOOK

    def level(self, parts: MarjoletParts) -> Level:
        """Play, else hands dealt, else points by what they are for, else points only."""
        players = (parts.result or Result()).players or ()
        if parts.play:
            return Level.PLAY
        if parts.deal is not None and any(hand is not None for hand in parts.deal.hands or ()):
            return Level.HANDS
        if any(map(_has_items, players)):
            return Level.ITEMS
        return Level.NET

    def turn_count(self, parts: MarjoletParts) -> int | None:
        """The number of tricks that are recorded."""
        return None if parts.play is None else len(parts.play)

    def has_cards(self, parts: MarjoletParts) -> bool:
        """Whether there is a deal or play."""
        return parts.deal is not None or parts.play is not None

    def check_shuffle(
        self, parts: MarjoletParts, *, seats: int, dealer: int | None
    ) -> tuple[Finding, ...] | None:
        """The deal done again from the seed it claims and compared (MJ-D2)."""
        return check_shuffle(parts, seats=seats, dealer=dealer)

    def view(self, parts: MarjoletParts, *, seats: int, seat: int | None) -> MarjoletParts:
        """Hands, stock and cards drawn from it masked (record format, section 4)."""
        del seats
        return view_parts(parts, seat=seat)

    def anonymised(self, parts: MarjoletParts, *, game_id: Callable[[str], str]) -> MarjoletParts:
        """No shuffle, whose seed is free text; the parts name no other game."""
        del game_id
        return replace(parts, deal=parts.deal and replace(parts.deal, shuffle=None))

    def is_spelled_out(self, parts: MarjoletParts) -> bool:
        """Whether every option is written under ``rules``."""
        return parts.rules.options is not None and is_spelled_out(parts.rules.options)

    def canonical(self, parts: MarjoletParts) -> MarjoletParts:
        """Rules spelled out, hands in order; stock and play as they are."""
        rules = read_rules(parts.rules.preset, parts.rules.options)
        if rules is not None and not self.is_spelled_out(parts):
            parts = replace(parts, rules=RulesPart(preset=parts.rules.preset, options=format_options(rules)))
        deal = parts.deal
        if deal is not None and deal.hands is not None:
            parts = replace(parts, deal=replace(deal, hands=tuple(map(in_order, deal.hands))))
        return parts

    def entry_fault(self, text: str) -> str | None:
        """What is wrong with the notation of a play entry."""
        return entry_fault(text)

    def normalise_entry(self, typed: str) -> str:
        """A play entry as people type it, in strict notation."""
        return normalise_entry(typed)

    def normalise_field(self, path: tuple[str | int, ...], typed: str) -> str:
        """Cards as people type them, in strict notation."""
        return normalise_field(path, typed)

    def summary(self, parts: MarjoletParts) -> Mapping[str, object]:
        """How the hand ended, and who scored more in it; nobody won where both scored the same."""
        result = parts.result or Result()
        points = [player.points for player in result.players or ()]
        winner: int | None = None
        if len(points) == SEATS and points[0] is not None and points[1] is not None and points[0] != points[1]:
            winner = int(points[1] > points[0])
        return {"ending": result.ending.value if result.ending else None, "winner": winner}

    def legality(
        self, parts: MarjoletParts, *, players: Sequence[str], dealer: int | None
    ) -> tuple[Finding, ...]:
        """What cards and play say that cannot be."""
        return tuple(judge(parts, followed(parts, dealer=dealer), players=players, dealer=dealer))

    def examine(
        self, parts: MarjoletParts, *, players: Sequence[str], dealer: int | None, sat_out: int = 0
    ) -> Examination:
        """The play followed, points recomputed and compared."""
        del sat_out
        return examine(parts, players=players, dealer=dealer)

    def explain(self, examination: Examination, *, players: Sequence[str], language: str) -> tuple[str, ...]:
        """Every point with its cards, its trick and its rule."""
        chosen = find_language(language)
        if not isinstance(examination.detail, Settled):
            return ()
        return explain_hand(examination.detail, players=players, language=chosen)

    def carried(self, parts: MarjoletParts, *, dealer: int | None) -> HandOfGame:
        """What the hand does to its game."""
        return hand_of_game(parts, dealer=dealer)

    def carry(
        self,
        carried: Sequence[object],
        *,
        players: Sequence[Sequence[str]],
        ids: Sequence[str],
        missing_before: Collection[int],
    ) -> CarryReport:
        """Totals, dealer and winner of a game of several hands (MJ-G2 to MJ-G4)."""
        del ids
        hands = cast("Sequence[HandOfGame]", carried)
        findings = carry_totals(hands, players=players, missing_before=missing_before)
        return CarryReport(tuple(findings), {}, "")

    def table_rows(
        self, parts: MarjoletParts, examination: Examination, *, seats: int, dealer: int | None
    ) -> TableRows:
        """The values of the hand in the columns of ``tables.py``."""
        return table_rows(parts, examination, seats=seats, dealer=dealer)

    def stepped(
        self, parts: MarjoletParts, *, players: Sequence[str], dealer: int | None, until: int | None = None
    ) -> SteppedPlay:
        """The play replayed by the engine, each trick in words with the table after it."""
        return stepped(parts, players=players, dealer=dealer, until=until)

    def live(self, parts: MarjoletParts, *, players: Sequence[str], dealer: int | None) -> LivePlay:
        """The engine, to push events to."""
        return MarjoletLive(parts, players=players, dealer=dealer)

    def dealt(self, parts: MarjoletParts, *, seats: int, dealer: int, seed: str) -> MarjoletParts:
        """Hands, turn-up and stock from the seed, with the claim that they come from it (MJ-D2)."""
        rules_to_play_by(parts)
        return replace(parts, deal=seeded_deal(seats=seats, dealer=dealer, seed=seed))

    @property
    def typing_help(self) -> str:
        """Cards, declarations, draws."""
        return TYPING_HELP

    def with_turned_up(self, parts: MarjoletParts, card: str) -> MarjoletParts:
        """The card whose suit is trumps (MJ-D3); raises ``RecordError`` for one that is not in the pack."""
        if card not in NUMBERS:
            raise RecordError(f"{card} is not a card of the 32", path="deal.turnup")
        return replace(parts, deal=replace(parts.deal or DealPart(), turnup=card))

    @property
    def opening(self) -> Mapping[str, Any]:
        """Nobody has points before the first hand of a game."""
        return {"before": [0, 0]}

    def following(self, parts: MarjoletParts, *, dealer: int | None) -> Following:
        """The points so far; or another game, where this one was won (MJ-G3)."""
        totals = totals_after(hand_of_game(parts, dealer=dealer))
        if totals is None:
            return Following({})
        return Following({"before": list(totals.points)}, opens_session=totals.is_won)

    def mistakes(self, parts: MarjoletParts) -> Iterable[Mistake]:
        """One number of one player written wrongly."""
        return mistakes(parts)

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The presets."""
        return tuple(PRESETS)

    @property
    def policies(self) -> Mapping[str, Policy]:
        """The sensible one."""
        return {"sensible": play_sensibly}

    def start(
        self, rules: Mapping[str, object], *, seats: int, dealer: int, seed: str, carried: Any = None
    ) -> DealtHand:
        """A hand dealt from a seed, with the points of the game so far (MJ-D2, MJ-G2)."""
        return deal_hand(rules, seats=seats, dealer=dealer, seed=seed, carried=carried)


def _has_items(player: PlayerResult) -> bool:
    items = (player.brisques, player.melds, player.dix, player.bonus)
    return any(item is not None for item in items)


MARJOLET: Final = Marjolet()
