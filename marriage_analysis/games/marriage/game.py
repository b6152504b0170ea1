"""Marriage as the record layers see it: the value behind the word ``marriage``."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from marriage_analysis.cards.cell import in_order
from marriage_analysis.findings import Code, Finding
from marriage_analysis.games.abilities import CarryReport, Following, Mistake
from marriage_analysis.games.examination import Examination
from marriage_analysis.games.language import find_language
from marriage_analysis.games.marriage import codes
from marriage_analysis.games.marriage.audit import Settled, examine, judge
from marriage_analysis.games.marriage.dealt_game import DealtGame, deal_game
from marriage_analysis.games.marriage.dhoos import DhoosOfGame, carry_dhoos, dhoos_of_game
from marriage_analysis.games.marriage.engine import codes as engine_codes
from marriage_analysis.games.marriage.engine.shuffle_claim import check_shuffle
from marriage_analysis.games.marriage.engine.views import view_parts
from marriage_analysis.games.marriage.explain import explain_settlement
from marriage_analysis.games.marriage.live import MarriageLive
from marriage_analysis.games.marriage.mistakes import mistakes
from marriage_analysis.games.marriage.parts import Deal, MarriageParts, PlayerResult, Result, RulesPart
from marriage_analysis.games.marriage.play_pattern import entry_fault
from marriage_analysis.games.marriage.players.player import Player
from marriage_analysis.games.marriage.players.style import STYLES
from marriage_analysis.games.marriage.recorded_rules import read_rules
from marriage_analysis.games.marriage.resettling import resettled
from marriage_analysis.games.marriage.rules.book import RULE_BOOK
from marriage_analysis.games.marriage.rules.json_options import format_options, is_spelled_out
from marriage_analysis.games.marriage.rules.presets import PRESETS
from marriage_analysis.games.marriage.seeded_deal import seeded_deal
from marriage_analysis.games.marriage.stepping import rules_to_play_by, stepped
from marriage_analysis.games.marriage.tables import TABLE_SHAPE, noted_rows, table_rows
from marriage_analysis.games.marriage.typed import normalise_entry, normalise_field
from marriage_analysis.games.marriage.typing_help import TYPING_HELP
from marriage_analysis.games.playing import LivePlay, SteppedPlay
from marriage_analysis.games.protocol import Level
from marriage_analysis.games.rule_options.rule_book import RuleBook
from marriage_analysis.games.simulating import Policy
from marriage_analysis.games.table_rows import NotedRows, TableRows, TableShape


@dataclass(frozen=True, slots=True)
class Marriage:
    """The game of Marriage; what each function gives is said in ``games/protocol`` and ``games/abilities``."""

    name: str = "marriage"
    parts: type[MarriageParts] = MarriageParts
    codes: tuple[Code, ...] = (*codes.ALL, *engine_codes.ALL)
    table_shape: TableShape = TABLE_SHAPE
    rule_book: RuleBook = RULE_BOOK

    def level(self, parts: MarriageParts) -> Level:
        """The level of detail (record format, section 5)."""
        players = (parts.result.players if parts.result else None) or ()
        if parts.play:
            return Level.PLAY
        if _deals_cards(parts.deal) or any(map(_holds_cards, players)):
            return Level.HANDS
        if any(map(_has_items, players)):
            return Level.ITEMS
        if _names_winner(parts.result) or any(map(_has_maal, players)):
            return Level.SHEET
        return Level.NET

    def turn_count(self, parts: MarriageParts) -> int | None:
        """The number of play entries."""
        return None if parts.play is None else len(parts.play)

    def has_cards(self, parts: MarriageParts) -> bool:
        """Whether there is a deal or play."""
        return parts.deal is not None or parts.play is not None

    def check_shuffle(
        self, parts: MarriageParts, *, seats: int, dealer: int | None
    ) -> tuple[Finding, ...] | None:
        """The deal done again from the seed it claims and compared (DEAL-02)."""
        return check_shuffle(parts, seats=seats, dealer=dealer)

    def view(self, parts: MarriageParts, *, seats: int, seat: int | None) -> MarriageParts:
        """Hands, stock draws, reshuffles and the tiplu masked (record format, section 4)."""
        return view_parts(parts, seats=seats, seat=seat)

    def anonymised(self, parts: MarriageParts, *, game_id: Callable[[str], str]) -> MarriageParts:
        """Other ids for the games that open dhoos come from; no shuffle, whose seed is free text."""
        due = parts.dhoos_due and tuple(
            one if one.from_ is None else replace(one, from_=game_id(one.from_)) for one in parts.dhoos_due
        )
        deal = parts.deal and replace(parts.deal, shuffle=None)
        return replace(parts, dhoos_due=due, deal=deal)

    def is_spelled_out(self, parts: MarriageParts) -> bool:
        """Whether every option is written under ``rules``."""
        return parts.rules.options is not None and is_spelled_out(parts.rules.options)

    def canonical(self, parts: MarriageParts) -> MarriageParts:
        """Rules spelled out; hands, holdings, displayed tunnels in order; sets, stock and play as they are."""
        parts = self._spelled_out(parts)
        deal, result = parts.deal, parts.result
        if deal is not None and deal.hands is not None:
            deal = replace(deal, hands=tuple(map(in_order, deal.hands)))
        if result is not None and result.players is not None:
            players = tuple(
                replace(
                    player,
                    holding=in_order(player.holding),
                    displayed_tunnels=in_order(player.displayed_tunnels),
                )
                for player in result.players
            )
            result = replace(result, players=players)
        return replace(parts, deal=deal, result=result)

    def _spelled_out(self, parts: MarriageParts) -> MarriageParts:
        """The preset and every option, in the order of the rules reference."""
        rules = read_rules(parts.rules.preset, parts.rules.options)
        if rules is None or self.is_spelled_out(parts):
            return parts
        return replace(parts, rules=RulesPart(preset=parts.rules.preset, options=format_options(rules)))

    def entry_fault(self, text: str) -> str | None:
        """What is wrong with the notation of a play entry."""
        return entry_fault(text)

    def normalise_entry(self, typed: str) -> str:
        """A play entry as people type it, in strict notation."""
        return normalise_entry(typed)

    def normalise_field(self, path: tuple[str | int, ...], typed: str) -> str:
        """Cards as people type them, in strict notation."""
        return normalise_field(path, typed)

    def summary(self, parts: MarriageParts) -> Mapping[str, object]:
        """How the game ended, who won and how."""
        result = parts.result or Result()
        return {
            "ending": result.ending.value if result.ending else None,
            "winner": result.winner,
            "finish": result.finish.value if result.finish else None,
        }

    def legality(
        self, parts: MarriageParts, *, players: Sequence[str], dealer: int | None
    ) -> tuple[Finding, ...]:
        """What the score sheet and the play say that cannot be."""
        return judge(parts, players=players, dealer=dealer)

    def examine(
        self, parts: MarriageParts, *, players: Sequence[str], dealer: int | None, sat_out: int = 0
    ) -> Examination:
        """The play replayed, maal and nets recomputed and compared."""
        return examine(parts, players=players, dealer=dealer, sat_out=sat_out)

    def explain(self, examination: Examination, *, players: Sequence[str], language: str) -> tuple[str, ...]:
        """Every point with its cards and rule, who pays it to whom, and the nets."""
        chosen = find_language(language)
        if not isinstance(examination.detail, Settled):
            return ()
        return explain_settlement(
            examination.detail.settlement,
            players=players,
            tiplu=examination.detail.tiplu,
            language=chosen,
        )

    def carried(self, parts: MarriageParts, *, dealer: int | None) -> DhoosOfGame:
        """The dhoos of the game."""
        del dealer
        return dhoos_of_game(parts)

    def carry(
        self,
        carried: Sequence[object],
        *,
        players: Sequence[Sequence[str]],
        ids: Sequence[str],
        missing_before: Collection[int],
    ) -> CarryReport:
        """Dhoos from game to game (IRR-08)."""
        games = cast("Sequence[DhoosOfGame]", carried)
        report = carry_dhoos(games, players=players, ids=ids, is_whole=not missing_before)
        return CarryReport(report.findings, report.open, "dhoos to the winner of the next game")

    def resettled(
        self,
        parts: MarriageParts,
        rules: Mapping[str, object],
        *,
        players: Sequence[str],
        dealer: int | None,
    ) -> Examination:
        """The game settled by other rules."""
        return resettled(parts, rules, players=players, dealer=dealer)

    def table_rows(
        self, parts: MarriageParts, examination: Examination, *, seats: int, dealer: int | None
    ) -> TableRows:
        """The values of the game in the columns of ``tables.py`` and ``played_rows.py``."""
        return table_rows(parts, examination, seats=seats, dealer=dealer)

    def noted_rows(self, parts: MarriageParts, *, seats: int) -> NotedRows:
        """What the record says, in the same columns."""
        return noted_rows(parts, seats=seats)

    def stepped(
        self, parts: MarriageParts, *, players: Sequence[str], dealer: int | None, until: int | None = None
    ) -> SteppedPlay:
        """The play replayed by the engine, each turn in words with the table after it."""
        return stepped(parts, players=players, dealer=dealer, until=until)

    def live(self, parts: MarriageParts, *, players: Sequence[str], dealer: int | None) -> LivePlay:
        """The engine, to push events to."""
        return MarriageLive(parts, players=players, dealer=dealer)

    def dealt(self, parts: MarriageParts, *, seats: int, dealer: int, seed: str) -> MarriageParts:
        """Hands, turned-up card and stock from the seed, with the claim that they come from it (DEAL-02)."""
        rules = rules_to_play_by(parts)
        return replace(parts, deal=seeded_deal(rules, seats=seats, dealer=dealer, seed=seed))

    @property
    def typing_help(self) -> str:
        """Draws, throws, shows, the tiplu."""
        return TYPING_HELP

    def with_turned_up(self, parts: MarriageParts, card: str) -> MarriageParts:
        """The card that begins the discard pile (DEAL-03)."""
        return replace(parts, deal=replace(parts.deal or Deal(), upcard=card))

    @property
    def opening(self) -> Mapping[str, Any]:
        """None."""
        return {}

    def following(self, parts: MarriageParts, *, dealer: int | None) -> Following:
        """The next game begins like any other."""
        del parts, dealer
        return Following({})

    def mistakes(self, parts: MarriageParts) -> Iterable[Mistake]:
        """One field of one seat written wrongly."""
        return mistakes(parts)

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The presets."""
        return tuple(PRESETS)

    @property
    def policies(self) -> Mapping[str, Policy]:
        """The players, each in its style."""
        return {name: Player(style) for name, style in STYLES.items()}

    def start(
        self, rules: Mapping[str, object], *, seats: int, dealer: int, seed: str, carried: Any = None
    ) -> DealtGame:
        """A game dealt from a seed, with the dhoos that are open (DEAL-02, IRR-08)."""
        return deal_game(rules, seats=seats, dealer=dealer, seed=seed, carried=carried)


def _deals_cards(deal: Deal | None) -> bool:
    return deal is not None and any(hand is not None for hand in deal.hands or ())


def _holds_cards(player: PlayerResult) -> bool:
    cards = (player.shown, player.sets, player.holding, player.final_discard)
    return any(text is not None for text in cards)


def _has_items(player: PlayerResult) -> bool:
    items = (player.items, player.displayed_tunnels, player.laid_marriage)
    return any(item is not None for item in items)


def _has_maal(player: PlayerResult) -> bool:
    facts = (player.seen, player.route, player.counted, player.maal)
    return any(fact is not None for fact in facts)


def _names_winner(result: Result | None) -> bool:
    return result is not None and (result.winner is not None or result.finish is not None)


MARRIAGE: Final = Marriage()
