"""The batch solver: what whole columns of hands can do, the same answers as the plain solver gives.

Needs the extra ``fast``. A column of hands is an array of n rows and 54 counts, by face number; a hand of a
player who has laid sets is given without them, and ``laid`` has the laid cards in the same shape.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from marriage_analysis.cards.face import FACES
from marriage_analysis.compiled.marriage import columns
from marriage_analysis.compiled.marriage.rulebook import rulebook
from marriage_analysis.errors import CardError, CountError
from marriage_analysis.games.marriage.rules.rule_set import RuleSet

HandColumn = npt.NDArray[np.integer]
"""n rows of 54 counts."""

Column = npt.NDArray[np.int64]
"""One whole number a row."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The sets laid before: their cards as a column of counts, and how many sets each row has laid."""

    cards: HandColumn
    sets: npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Near:
    """Distances, and the faces whose draw makes them less, as bits by face number; no outs at distance 0."""

    distances: Column
    outs: Column


class BatchSolver:
    """Solves columns of hands under one rule set.

    ``tiplus`` are face numbers 0 to 51. Raises ``CountError`` for arrays of another shape and for counts that
    no hand has, ``CardError`` for a tiplu that is none. Not checked: how many cards a hand has.
    """

    __slots__ = ("_book", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        self._book = rulebook(rules)
        self._rules = self._book.words

    def show_distances(self, hands: HandColumn, *, laid: Laid | None = None) -> Column:
        """Cards to exchange for three pure sets, fewer where ``laid`` (displayed tunnels) count among them."""
        return self._distances(hands, None, laid)

    def finish_distances(self, hands: HandColumn, tiplus: Column, *, laid: Laid | None = None) -> Column:
        """Cards to exchange for a complete hand of 21 cards, by sets."""
        return self._distances(hands, tiplus, laid)

    def finish_discards(self, hands: HandColumn, tiplus: Column, *, laid: Laid | None = None) -> Column:
        """For hands of 22 cards the faces that may be thrown to finish by sets, as bits by face number."""
        counts, laid_cards, laid_sets = _arrays(hands, laid)
        out = np.zeros(len(counts), dtype=np.int64)
        columns.discards_column(
            counts, laid_cards, laid_sets, self._wild_words(tiplus, len(counts)), self._rules, out
        )
        return out

    def show_outs(self, hands: HandColumn, *, laid: Laid | None = None) -> Near:
        """Distances to a show by sets, with outs."""
        return self._outs(hands, None, laid)

    def finish_outs(self, hands: HandColumn, tiplus: Column, *, laid: Laid | None = None) -> Near:
        """Distances to a finish by sets, with outs."""
        return self._outs(hands, tiplus, laid)

    def dublee_outs(
        self, hands: HandColumn, dublees: int, *, tiplus: Column | None = None, laid: Column | None = None
    ) -> Near:
        """Cards to exchange for so many dublees (7 to show, 8 to finish), with outs.

        With ``tiplus`` for players who have seen, for whom two jokers may be the eighth (DUB-04). ``laid`` are
        the faces of dublees that lie out and count, as bits by face number.
        """
        counts, _, _ = _arrays(hands, None)
        rows = len(counts)
        self._wild_words(tiplus, rows)
        out = np.zeros((rows, 2), dtype=np.int64)
        columns.dublees_column(
            counts.copy(),
            dublees,
            np.zeros(rows, dtype=np.int64) if laid is None else np.ascontiguousarray(laid, dtype=np.int64),
            np.full(rows, 52, dtype=np.int64)
            if tiplus is None
            else np.ascontiguousarray(tiplus, dtype=np.int64),
            self._book.pairs,
            self._book.deck,
            self._rules,
            out,
        )
        return Near(out[:, 0], out[:, 1])

    def _distances(self, hands: HandColumn, tiplus: Column | None, laid: Laid | None) -> Column:
        counts, laid_cards, laid_sets = _arrays(hands, laid)
        out = np.zeros(len(counts), dtype=np.int64)
        wild = self._wild_words(tiplus, len(counts))
        columns.missing_column(counts, laid_cards, laid_sets, wild, tiplus is not None, self._rules, out)
        return out

    def _outs(self, hands: HandColumn, tiplus: Column | None, laid: Laid | None) -> Near:
        counts, laid_cards, laid_sets = _arrays(hands, laid)
        out = np.zeros((len(counts), 2), dtype=np.int64)
        wild = self._wild_words(tiplus, len(counts))
        columns.outs_column(counts, laid_cards, laid_sets, wild, tiplus is not None, self._rules, out)
        return Near(out[:, 0], out[:, 1])

    def _wild_words(self, tiplus: Column | None, rows: int) -> Column:
        if tiplus is None:
            return np.zeros(rows, dtype=np.int64)
        if len(tiplus) != rows:
            raise CountError(f"{rows} hands need {rows} tiplus, not {len(tiplus)}", value=len(tiplus))
        bad = tiplus[(tiplus < 0) | (tiplus > 51)]
        if len(bad):
            raise CardError(f"the face number {bad[0]} cannot be the tiplu", card=str(bad[0]))
        return self._book.wild[tiplus]


def _arrays(
    hands: HandColumn, laid: Laid | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], Column]:
    counts = _counts(hands)
    if laid is None:
        return counts, np.zeros_like(counts), np.zeros(len(counts), dtype=np.int64)
    laid_cards, laid_sets = _counts(laid.cards), np.ascontiguousarray(laid.sets, dtype=np.int64)
    if not len(counts) == len(laid_cards) == len(laid_sets):
        raise CountError("hands and what they laid have the same number of rows", value=len(laid_cards))
    return counts, laid_cards, laid_sets


def _counts(hands: HandColumn) -> npt.NDArray[np.uint8]:
    if hands.ndim != 2 or hands.shape[1] != len(FACES):
        raise CountError(f"a column of hands has {len(FACES)} counts a row", value=hands.shape)
    if hands.size and (hands.min() < 0 or hands.max() > 3):
        raise CountError("a hand holds 0 to 3 copies of a face", value=(hands.min(), hands.max()))
    return np.ascontiguousarray(hands, dtype=np.uint8)
