"""From the log of a compiled game to what its record needs: deal, entries, fouls, position at the end."""

from collections.abc import Iterator, Sequence
from typing import Final

from marriage_analysis.cards.face import FACES
from marriage_analysis.cards.shuffle import SHUFFLE_ALGORITHM
from marriage_analysis.compiled.marriage import log as logged
from marriage_analysis.games.marriage.engine.position import NOBODY, Outcome, Phase, Position
from marriage_analysis.games.marriage.parts import Deal, Dhoos, DhoosDue, DhoosReason, RulesPart
from marriage_analysis.games.marriage.played_game import PlayedGame
from marriage_analysis.games.marriage.route import Route
from marriage_analysis.games.marriage.rules.rule_set import RuleSet
from marriage_analysis.games.marriage.solve.remainder import arrange_all
from marriage_analysis.games.shuffle_claims import Shuffle

_TEXTS: Final = tuple(map(str, FACES))

Sets = tuple[tuple[int, ...], ...]


def dealt_cards(pack: Sequence[int], *, seats: int, dealer: int, seed: str) -> Deal:
    """The deal of a shuffled pack, as a record tells it (DEAL-02, DEAL-03)."""
    dealt = 21 * seats
    hands = (sorted(pack[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats))
    return Deal(
        hands=tuple(" ".join(map(_TEXTS.__getitem__, hand)) for hand in hands),
        upcard=_TEXTS[pack[dealt]],
        stock=" ".join(map(_TEXTS.__getitem__, pack[dealt + 1 :])),
        shuffle=Shuffle(algorithm=SHUFFLE_ALGORITHM, seed=seed),
    )


def played_game(
    log: Sequence[int],
    pack: Sequence[int],
    *,
    part: RulesPart,
    rules: RuleSet,
    seats: int,
    dealer: int,
    seed: str,
    due: tuple[DhoosDue, ...],
    abandoned: str | None,
    dismissed: bool,
) -> PlayedGame:
    """The game that the log tells of, dealt from the shuffled pack."""
    writer = _Writer(pack, rules=rules, seats=seats, dealer=dealer)
    writer.write(iter(log))
    position = writer.position
    if dismissed:
        position.outcome = Outcome.DISMISSED
    if position.outcome is not None:
        position.phase = Phase.OVER
    return PlayedGame(
        rules=part,
        deal=dealt_cards(pack, seats=seats, dealer=dealer, seed=seed),
        position=position,
        entries=[" ".join(words) for words in writer.entries],
        fouls=tuple(writer.fouls),
        due=due,
        abandoned=abandoned,
    )


class _Writer:
    """Keeps the books of hands and of what lies on the table while it reads the log."""

    def __init__(self, pack: Sequence[int], *, rules: RuleSet, seats: int, dealer: int) -> None:
        self.position = Position(rules, seats=seats, dealer=dealer)
        self.entries: list[list[str]] = []
        self.fouls: list[Dhoos] = []
        for place in range(21 * seats):
            self.position.free[(place + dealer + 1) % seats][pack[place]] += 1
        self._is_open = False
        self._drawn = False

    def write(self, log: Iterator[int]) -> None:
        """Read the log to its end."""
        for kind in log:
            seat = next(log)
            text = self._event(kind, seat, log)
            if self._is_open:
                self.entries[-1].append(text)
            else:
                self.entries.append([f"{'-' if seat == NOBODY else seat}: {text}"])
            stands_alone = seat == NOBODY or (kind == logged.TUNNELS_DISPLAYED and not self._drawn)
            self._is_open = not stands_alone and kind != logged.CARD_THROWN

    def _event(self, kind: int, seat: int, log: Iterator[int]) -> str:
        position = self.position
        match kind:
            case logged.TUNNELS_DISPLAYED:
                return self._display(seat, [next(log) for _ in range(next(log))])
            case logged.DRAWN_FROM_STOCK | logged.DRAWN_FROM_PILE:
                face = next(log)
                position.free[seat][face] += 1
                self._drawn = True
                return ("s" if kind == logged.DRAWN_FROM_STOCK else "p") + _TEXTS[face]
            case logged.SETS_SHOWN:
                return self._show(seat, tuple(_cards(log) for _ in range(next(log))))
            case logged.TIPLU_CHOSEN:
                face, above = next(log), next(log)
                if face < 52:
                    position.set_tiplu(face)
                return f"tiplu({_TEXTS[face]}@{above})"
            case logged.TIPLU_SEEN:
                return f"see({_TEXTS[next(log)]})"
            case logged.FINISHED_BY_SETS:
                return self._finish_by_sets(seat, next(log))
            case logged.FINISHED_BY_PAIR:
                pair = next(log), next(log)
                return self._finish(seat, self._lay(seat, (pair,)))
            case logged.CARD_THROWN:
                return self._throw(seat, next(log), is_foul=bool(next(log)))
            case _:
                position.reshuffles += 1
                return f"reshuffle({''.join(_TEXTS[next(log)] for _ in range(next(log)))})"

    def _display(self, seat: int, faces: Sequence[int]) -> str:
        position = self.position
        for face in faces:
            position.free[seat][face] -= 3
        position.displayed[seat] += faces
        position.tunnels[seat] += faces
        return f"tunnel({_sets_text(tuple((face,) * 3 for face in faces))})"

    def _show(self, seat: int, sets: Sets) -> str:
        position = self.position
        position.shown[seat] = self._lay(seat, sets)
        position.route[seat] = Route.DUBLEES if len(sets) == 7 else Route.SETS
        position.seen[seat] = True
        return f"show({_sets_text(sets)})"

    def _finish_by_sets(self, seat: int, thrown: int) -> str:
        position = self.position
        counts = list(position.free[seat])
        counts[thrown] -= 1
        sets = arrange_all(counts, position.wild, position.rules)
        if sets is None:
            raise AssertionError(f"seat {seat} finished with cards that are no sets: {counts}")
        return self._finish(seat, self._lay(seat, sets))

    def _finish(self, seat: int, sets: Sets) -> str:
        position = self.position
        position.finish_sets = sets
        position.winner = seat
        if position.route[seat] is Route.DUBLEES and not position.rules.dublee_finish_discard:
            position.outcome = Outcome.FINISHED
        return f"finish({_sets_text(sets)})"

    def _throw(self, seat: int, face: int, *, is_foul: bool) -> str:
        position = self.position
        position.free[seat][face] -= 1
        if is_foul:
            turn = len(self.entries) - 1
            points = position.rules.dhoos
            self.fouls.append(Dhoos(seat=seat, points=points, reason=DhoosReason.MAAL_THROW, turn=turn))
        if position.winner == seat:
            position.last_discard = face
            position.outcome = Outcome.FINISHED
        return "x" + _TEXTS[face]

    def _lay(self, seat: int, sets: Sets) -> Sets:
        """Take the cards of sets out of the hand; those of displayed tunnels lie out already."""
        position = self.position
        for cards in sets:
            if cards[0] == cards[-1] and cards[0] in position.displayed[seat]:
                position.displayed[seat].remove(cards[0])
                position.spares[seat] += cards[:1] * (3 - len(cards))
                continue
            for face in cards:
                position.free[seat][face] -= 1
        return sets


def _cards(log: Iterator[int]) -> tuple[int, ...]:
    """The cards of a set, up to the number that ends it."""
    return tuple(iter(log.__next__, -1))


def _sets_text(sets: Sets) -> str:
    return ",".join("".join(map(_TEXTS.__getitem__, cards)) for cards in sets)
