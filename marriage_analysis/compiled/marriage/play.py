"""Whole games of Marriage by compiled players: the one second path through the rules of play.

Every game it plays is accepted by the engine, which is the definition (a law in the tests). Irregular play does
not come up here.
"""

from typing import Final

import numpy as np

from marriage_analysis.compiled.arrays import Counts, FixedText, WordRows
from marriage_analysis.compiled.chance import below, seed_stream, shuffle, write_number
from marriage_analysis.compiled.jit import compiled
from marriage_analysis.compiled.marriage.log import (
    CARD_THROWN,
    DISCARDS_SHUFFLED,
    DRAWN_FROM_PILE,
    DRAWN_FROM_STOCK,
    FINISHED_BY_PAIR,
    FINISHED_BY_SETS,
    SETS_SHOWN,
    TIPLU_CHOSEN,
    TIPLU_SEEN,
    TUNNELS_DISPLAYED,
    note,
)
from marriage_analysis.compiled.marriage.planes import bit_of
from marriage_analysis.compiled.marriage.players import (
    SLIPS,
    best_show,
    discard_dublees,
    discard_seen,
    discard_unseen,
    finishing_discard,
    last_discard,
    may_throw,
    show_sets,
    wants,
)
from marriage_analysis.compiled.marriage.rule_words import (
    DHOOS,
    DHULO_PELAI,
    DUBLEE_FINISH_DISCARD,
    DUBLEE_MIN_PLAYERS,
    FIRST_UPCARD,
    JOKER_PAIR_DUBLEE,
    MAAL_THROW,
    MAX_RESHUFFLES,
    NO_RETURN_DISCARD,
    OPEN_MAAL,
    SEEN_TAKE_WILD,
    STOCK_OUT,
    UNSEEN_PICK,
)
from marriage_analysis.compiled.marriage.rulebook import Rulebook
from marriage_analysis.compiled.marriage.state import (
    ABANDONED,
    ACTOR,
    ASKED,
    CHOOSE,
    DEALER,
    DEALT,
    DECIDED,
    DISMISSED,
    DISPLAYED,
    DRAW,
    DUTY,
    FINISHED,
    FIRST_DRAWN,
    FOULS,
    LAST,
    LAST_DISCARD,
    LOGGED,
    NOTHING,
    OFFERED,
    PHASE,
    PILE,
    PLAY,
    POLICY,
    RESHUFFLE,
    RESHUFFLES,
    RESUME,
    ROUTE,
    SEATS,
    SEE,
    SEEN,
    SHOWN_PAIRS,
    SHOWN_RUNS,
    SHOWN_TUNNELS,
    STOCK,
    TIPLU,
    TO_FINISH,
    TO_SHOW,
    TOOK,
    TUNNELS,
    TURNS,
    V_DUTY,
    V_TOOK,
    WINNER,
    State,
    look,
)
from marriage_analysis.compiled.marriage.state import OPEN_TIPLU as TIPLU_TURNED

HAND_SIZE: Final = 21
SEED_LENGTH: Final = 32

_JOKER: Final = 52
_MASTER: Final = 53

# Options by the place of their word.
_MUST, _STOCK_ONLY = 1, 2
_SHOW_ONLY, _NO_PICK = 1, 2
_FORBID = 0
_RESHUFFLE_ALL, _DISMISS = 1, 2
_ANY_UNSEEN, _FREE = 0, 3

# Texts behind the seed, as bytes.
_SEAT_TEXT: Final = np.frombuffer(b"\nseat ", dtype=np.uint8).copy()
_DECISION_TEXT: Final = np.frombuffer(b" decision ", dtype=np.uint8).copy()
_RESHUFFLE_TEXT: Final = np.frombuffer(b"\nreshuffle ", dtype=np.uint8).copy()
_TIPLU_TEXT: Final = np.frombuffer(b"\nopen tiplu ", dtype=np.uint8).copy()


@compiled
def _append(text: Counts, length: int, more: FixedText) -> int:
    for place in range(len(more)):
        text[length + place] = more[place]
    return length + len(more)


@compiled
def _chance_of(state: State, seat: int) -> None:
    """The chance of the decision that the seat is making (``play_out`` counts decisions the same way)."""
    length = _append(state.seed, SEED_LENGTH, _SEAT_TEXT)
    length = write_number(state.seed, length, seat)
    length = _append(state.seed, length, _DECISION_TEXT)
    length = write_number(state.seed, length, state.seats[seat, DECIDED] - 1)
    seed_stream(state.seed, length, state.stream)


@compiled
def deal(state: State, book: Rulebook, seats: int, dealer: int) -> None:
    """Deal from the seed text in ``state.seed`` (DEAL-02, DEAL-03); policies are given already."""
    table = state.table
    state.hands[:] = 0
    state.known[:] = 0
    state.lying[:] = 0
    for seat in range(seats):
        policy = state.seats[seat, POLICY]
        state.seats[seat] = 0
        state.seats[seat, POLICY] = policy
        state.seats[seat, ROUTE] = -1
    table[:] = 0
    table[SEATS], table[DEALER] = seats, dealer
    table[TIPLU] = table[TOOK] = table[WINNER] = table[LAST_DISCARD] = -1
    pack, size = state.cards, 0
    for face in range(54):
        for _ in range(book.deck[face]):
            pack[size] = face
            size += 1
    seed_stream(state.seed, SEED_LENGTH, state.stream)
    shuffle(pack, size, state.stream)
    dealt = HAND_SIZE * seats
    for place in range(dealt):
        state.hands[(place + dealer + 1) % seats, pack[place]] += 1
    state.pile[0] = pack[dealt]
    table[PILE] = 1
    table[STOCK] = size - dealt - 1
    for place in range(table[STOCK]):
        state.stock[place] = pack[size - 1 - place]
    for seat in range(seats):
        for face in range(53):
            if state.hands[seat, face] >= 3:
                state.seats[seat, DEALT] |= 1 << face
    table[OFFERED] = 1
    table[ACTOR] = (dealer + 1) % seats
    table[PHASE] = TIPLU_TURNED if book.words[OPEN_MAAL] == 1 else DRAW


@compiled
def _log(state: State, kind: int, seat: int) -> None:
    note(state.table, state.log, kind)
    note(state.table, state.log, seat)


@compiled
def _ask_for_tunnels(state: State, book: Rulebook) -> None:
    """Before the first draw who was dealt a tunnel is asked once, and displays what earns (TUN-02)."""
    table = state.table
    seat = (table[DEALER] + 1 + table[ASKED]) % table[SEATS]
    table[ASKED] += 1
    dealt = state.seats[seat, DEALT]
    if dealt == 0:
        return
    state.seats[seat, DECIDED] += 1
    wanted = 0
    for face in range(53):
        if dealt >> face & 1 and book.worth_displaying[face]:
            wanted += 1
    if wanted == 0:
        return
    _log(state, TUNNELS_DISPLAYED, seat)
    note(table, state.log, wanted)
    for face in range(53):
        if dealt >> face & 1 and book.worth_displaying[face]:
            note(table, state.log, face)
            state.hands[seat, face] -= 3
            state.lying[seat, face] += 3
            state.seats[seat, DISPLAYED] |= 1 << face
            state.seats[seat, TUNNELS] |= 1 << face


@compiled
def _pick_tiplu(state: State, seat: int, then: int) -> None:
    table = state.table
    above = below(state.stream, table[STOCK])
    place = table[STOCK] - 1 - above
    card = int(state.stock[place])
    _log(state, TIPLU_CHOSEN, seat)
    note(table, state.log, card)
    note(table, state.log, above)
    if card >= _JOKER:
        return
    for later in range(place, table[STOCK] - 1):
        state.stock[later] = state.stock[later + 1]
    table[STOCK] -= 1
    table[TIPLU] = card
    table[PHASE] = then


@compiled
def _turn_tiplu(state: State) -> None:
    """VAR-01: the tiplu of an open game; what cannot be it is put back (SHOW-11)."""
    table = state.table
    length = _append(state.seed, SEED_LENGTH, _TIPLU_TEXT)
    length = write_number(state.seed, length, table[LOGGED] // 4)
    seed_stream(state.seed, length, state.stream)
    _pick_tiplu(state, -1, DRAW)


@compiled
def _choose_tiplu(state: State) -> None:
    seat = state.table[ACTOR]
    state.seats[seat, DECIDED] += 1
    _chance_of(state, seat)
    _pick_tiplu(state, seat, PLAY)


@compiled
def _is_eighth(state: State, book: Rulebook, seat: int, first: int, second: int) -> bool:
    """Whether the two are a dublee beside the seven shown (DUB-02, DUB-04)."""
    if first == second:
        if state.seats[seat, SHOWN_PAIRS] >> first & 1 or first == _MASTER:
            return False
        return first < _JOKER or book.words[JOKER_PAIR_DUBLEE] > 0
    row = state.table[TIPLU]
    return book.pairs[row, first] == 1 and book.pairs[row, second] == 1


@compiled
def _makes_eighth(state: State, book: Rulebook, seat: int, face: int) -> bool:
    """TURN-08, TURN-09: the card makes the eighth dublee with a free one, and a card is left to throw."""
    hand = state.hands[seat]
    if book.words[DUBLEE_FINISH_DISCARD] == 1 and hand.sum() < 2:
        return False
    found = False
    for other in range(54):
        found |= hand[other] > 0 and _is_eighth(state, book, seat, face, other)
    return found


@compiled
def _shows_with(state: State, book: Rulebook, seat: int, face: int) -> bool:
    """TURN-07: taking the card makes a primary show that uses it, with a card left to throw."""
    hand = state.hands[seat]
    look(state, seat, book.words[OPEN_MAAL] == 1)
    facts = state.facts
    facts[V_DUTY], facts[V_TOOK] = TO_SHOW, face
    hand[face] += 1
    found = show_sets(hand, facts, book, state.sets) >= 0 and hand.sum() > 9
    if not found and hand[face] >= 2 and state.table[SEATS] >= book.words[DUBLEE_MIN_PLAYERS]:
        pairs = 0
        for other in range(53):
            paired = hand[other] >= 2 or state.seats[seat, DISPLAYED] >> other & 1 == 1
            if paired and (other < _JOKER or book.words[JOKER_PAIR_DUBLEE] > 0):
                pairs += 1
        is_pair = face < _JOKER or (face == _JOKER and book.words[JOKER_PAIR_DUBLEE] > 0)
        found = is_pair and pairs >= 7
    hand[face] -= 1
    return found


@compiled
def may_take(state: State, book: Rulebook, seat: int) -> bool:
    """The legality table for the offered card, section 3 of the rules."""
    table, words = state.table, book.words
    if table[OFFERED] == 0:
        return False
    if table[FIRST_DRAWN] == 0 and words[FIRST_UPCARD] == _STOCK_ONLY:
        return False
    face = int(state.pile[table[PILE] - 1])
    hand = state.hands[seat]
    if state.seats[seat, ROUTE] == 1:
        return _makes_eighth(state, book, seat, face)
    if state.seats[seat, SEEN] == 1:
        if words[SEEN_TAKE_WILD] == _FORBID and book.wild_face[table[TIPLU], face] == 1:
            return False
    elif words[UNSEEN_PICK] == _NO_PICK:
        return False
    elif words[UNSEEN_PICK] == _SHOW_ONLY:
        is_fit = _shows_with(state, book, seat, face)
        return is_fit and (words[NO_RETURN_DISCARD] == 0 or hand.sum() > 0)
    return words[NO_RETURN_DISCARD] == 0 or hand.sum() > 0


@compiled
def _draw(state: State, book: Rulebook, styles: WordRows) -> None:
    table = state.table
    seat = table[ACTOR]
    own, hand = state.seats[seat], state.hands[seat]
    own[DECIDED] += 1
    may = may_take(state, book, seat)
    must = may and (table[STOCK] == 0 or (table[FIRST_DRAWN] == 0 and book.words[FIRST_UPCARD] == _MUST))
    takes = must
    if may and not must:
        look(state, seat, book.words[OPEN_MAAL] == 1)
        face = int(state.pile[table[PILE] - 1])
        takes = wants(hand, face, state.facts, book, styles[own[POLICY]])
    if takes:
        table[PILE] -= 1
        face = int(state.pile[table[PILE]])
        _log(state, DRAWN_FROM_PILE, seat)
        table[TOOK] = face
        state.known[seat, face] += 1
        if own[ROUTE] == 1:
            table[DUTY] = TO_FINISH
        elif own[SEEN] == 0 and book.words[UNSEEN_PICK] == _SHOW_ONLY:
            table[DUTY] = TO_SHOW
    else:
        table[STOCK] -= 1
        face = int(state.stock[table[STOCK]])
        _log(state, DRAWN_FROM_STOCK, seat)
    note(table, state.log, face)
    hand[face] += 1
    table[OFFERED] = 0
    table[FIRST_DRAWN] = 1
    table[PHASE] = PLAY


@compiled
def _slips(state: State, seat: int, styles: WordRows) -> bool:
    """Whether a player who errs now and then errs in this decision."""
    one_in = styles[state.seats[seat, POLICY], SLIPS]
    if one_in == 0:
        return False
    _chance_of(state, seat)
    return below(state.stream, one_in) == 0


@compiled
def _any_discard(state: State, book: Rulebook, seat: int) -> int:
    """One of the faces that may be thrown, each as likely, by the chance of the decision."""
    hand = state.hands[seat]
    number = 0
    for face in range(54):
        if may_throw(hand, face, state.facts, book.words):
            number += 1
    chosen = below(state.stream, number)
    for face in range(54):
        if may_throw(hand, face, state.facts, book.words):
            if chosen == 0:
                return face
            chosen -= 1
    return -1


@compiled
def _leaves_known(state: State, seat: int, face: int) -> None:
    """A card that leaves a hand may be the one known to be in it (``HeldCards``)."""
    if state.known[seat, face] > 0:
        state.known[seat, face] -= 1


@compiled
def _pool_size(state: State, book: Rulebook, resume: int) -> int:
    """How many discards a reshuffle takes: all but the latest, or all (STOCK-01, STOCK-05)."""
    everything = book.words[STOCK_OUT] == _RESHUFFLE_ALL and resume != CHOOSE
    return state.table[PILE] if everything else state.table[PILE] - 1


@compiled
def _need_reshuffle(state: State, book: Rulebook, resume: int) -> None:
    """STOCK-04, STOCK-07: the game is dismissed where nothing is left to shuffle."""
    table = state.table
    limit = book.words[MAX_RESHUFFLES]
    if _pool_size(state, book, resume) <= 0 or (limit >= 0 and table[RESHUFFLES] >= limit):
        table[PHASE] = DISMISSED
        return
    table[RESUME] = resume
    table[PHASE] = RESHUFFLE


@compiled
def _show(state: State, book: Rulebook, seat: int, kind: int) -> None:
    table, own, hand = state.table, state.seats[seat], state.hands[seat]
    number, size = (3, 3) if kind == 1 else (7, 2)
    _log(state, SETS_SHOWN, seat)
    note(table, state.log, number)
    for row in range(190, 190 + number):
        first, last = state.sets[row, 0], state.sets[row, size - 1]
        lent = state.sets[row, 3] < 0
        for place in range(size):
            face = state.sets[row, place]
            note(table, state.log, face)
            _leaves_known(state, seat, face)
            if not lent:
                hand[face] -= 1
                state.lying[seat, face] += 1
                if face == table[TOOK]:
                    table[TOOK] = -1
        note(table, state.log, -1)
        if lent:
            own[DISPLAYED] &= ~(1 << first)
        if kind == 2:
            own[SHOWN_PAIRS] |= 1 << first
        elif first == last:
            own[SHOWN_TUNNELS] |= 1 << first
        elif first < _JOKER and last != _MASTER and state.sets[row, 1] != _MASTER:
            own[SHOWN_RUNS] |= bit_of(first)
    own[SEEN] = 1
    own[ROUTE] = kind - 1
    table[DUTY] = NOTHING
    if table[TIPLU] >= 0:
        table[PHASE] = SEE
        return
    for place in range(table[STOCK]):
        if state.stock[place] < _JOKER:
            table[PHASE] = CHOOSE
            return
    _need_reshuffle(state, book, CHOOSE)


@compiled
def _lays_pair(state: State, book: Rulebook, seat: int, first: int, second: int, copies: int) -> bool:
    """Lay the pair where it is an eighth dublee; ``copies`` 0 where it lies in a displayed tunnel."""
    table, own, hand = state.table, state.seats[seat], state.hands[seat]
    if not _is_eighth(state, book, seat, first, second):
        return False
    took = table[TOOK]
    if table[DUTY] == TO_FINISH and took != first and took != second:
        return False
    if copies:
        hand[first] -= 1
        hand[second] -= 1
    if book.words[DUBLEE_FINISH_DISCARD] == 1:
        # Where the taken card is not laid, it may not be the last discard (TURN-05).
        bound = took if book.words[NO_RETURN_DISCARD] == 1 and took != first and took != second else -1
        left = False
        for face in range(54):
            left |= hand[face] > (1 if face == bound else 0)
        if not left:
            if copies:
                hand[first] += 1
                hand[second] += 1
            return False
    _log(state, FINISHED_BY_PAIR, seat)
    note(table, state.log, first)
    note(table, state.log, second)
    if copies:
        state.lying[seat, first] += 1
        state.lying[seat, second] += 1
        if took in (first, second):
            table[TOOK] = -1
    else:
        own[DISPLAYED] &= ~(1 << first)
    table[WINNER] = seat
    table[DUTY] = NOTHING
    table[PHASE] = LAST if book.words[DUBLEE_FINISH_DISCARD] == 1 else FINISHED
    return True


@compiled
def _finish_by_pair(state: State, book: Rulebook, seat: int) -> bool:
    """The first eighth dublee there is, where one may be laid now (DUB-05)."""
    table, own, hand = state.table, state.seats[seat], state.hands[seat]
    for face in range(54):
        if hand[face] >= 2 and _lays_pair(state, book, seat, face, face, 2):
            return True
    for face in range(53):
        if own[DISPLAYED] >> face & 1 and _lays_pair(state, book, seat, face, face, 0):
            return True
    for face in range(54):
        if hand[face] == 0 or book.pairs[table[TIPLU], face] == 0:
            continue
        for other in range(face + 1, 54):
            if hand[other] > 0 and _lays_pair(state, book, seat, face, other, 1):
                return True
    return False


@compiled
def is_foul(state: State, book: Rulebook, seat: int, face: int) -> bool:
    """Whether throwing the face now earns a dhoos (IRR-05, IRR-06)."""
    table, words = state.table, book.words
    if table[TIPLU] < 0 or book.wild_face[table[TIPLU], face] == 0:
        return False
    if words[DHOOS] == 0 or words[MAAL_THROW] == _FREE:
        return False
    if face == _JOKER and words[DHULO_PELAI] == 1:
        return False
    if state.seats[seat, SEEN] == 0 and words[OPEN_MAAL] == 0:
        return False
    if state.seats[(seat + 1) % table[SEATS], SEEN] == 0:
        return False
    if words[MAAL_THROW] == _ANY_UNSEEN:
        for other in range(table[SEATS]):
            if other != seat and state.seats[other, SEEN] == 0:
                return False
    return True


@compiled
def _throw(state: State, book: Rulebook, seat: int, face: int) -> None:
    table = state.table
    _log(state, CARD_THROWN, seat)
    note(table, state.log, face)
    foul = 1 if is_foul(state, book, seat, face) else 0
    note(table, state.log, foul)
    state.seats[seat, FOULS] += foul
    _leaves_known(state, seat, face)
    state.hands[seat, face] -= 1
    state.pile[table[PILE]] = face
    table[PILE] += 1
    table[OFFERED] = 1
    table[TURNS] += 1
    table[TOOK] = -1
    table[DUTY] = NOTHING
    if table[STOCK] > 0:
        table[ACTOR] = (seat + 1) % table[SEATS]
        table[PHASE] = DRAW
    elif book.words[STOCK_OUT] == _DISMISS:
        table[PHASE] = DISMISSED
    else:
        _need_reshuffle(state, book, DRAW)


@compiled
def _take_turn(state: State, book: Rulebook, styles: WordRows) -> None:
    """After the draw, or after a show: show, finish or throw."""
    table = state.table
    seat = table[ACTOR]
    own, hand = state.seats[seat], state.hands[seat]
    own[DECIDED] += 1
    look(state, seat, book.words[OPEN_MAAL] == 1)
    style = styles[own[POLICY]]
    if own[SEEN] == 0:
        kind = best_show(hand, state.facts, book, style, state.sets)
        if kind:
            _show(state, book, seat, kind)
            return
    elif own[ROUTE] == 1:
        if _finish_by_pair(state, book, seat):
            return
    else:
        face = finishing_discard(hand, state.facts, book)
        if face >= 0:
            _log(state, FINISHED_BY_SETS, seat)
            note(table, state.log, face)
            # The other cards lie in sets now.
            kept = int(hand[face])
            for other in range(54):
                state.lying[seat, other] += hand[other]
                hand[other] = 0
            hand[face] = 1
            state.lying[seat, face] -= 1
            if kept > 1 and face == table[TOOK]:
                table[TOOK] = -1
            table[WINNER] = seat
            table[DUTY] = NOTHING
            table[PHASE] = LAST
            return
    if _slips(state, seat, styles):
        face = _any_discard(state, book, seat)
    elif own[SEEN] == 0:
        face = discard_unseen(hand, state.live, state.facts, book, style, state.sets)
    elif own[ROUTE] == 1:
        face = discard_dublees(hand, state.live, state.facts, book)
    else:
        face = discard_seen(hand, state.live, state.facts, book, style)
    _throw(state, book, seat, face)


@compiled
def _throw_last(state: State, book: Rulebook) -> None:
    table = state.table
    seat = table[ACTOR]
    state.seats[seat, DECIDED] += 1
    look(state, seat, book.words[OPEN_MAAL] == 1)
    face = last_discard(state.hands[seat], state.facts, book)
    state.hands[seat, face] -= 1
    _log(state, CARD_THROWN, seat)
    note(table, state.log, face)
    note(table, state.log, 0)
    table[TURNS] += 1
    table[LAST_DISCARD] = face
    table[PHASE] = FINISHED


@compiled
def _reshuffle(state: State, book: Rulebook) -> None:
    """STOCK-01, STOCK-05, STOCK-06: the discards become the new stock."""
    table = state.table
    resume = table[RESUME]
    size = _pool_size(state, book, resume)
    table[RESHUFFLES] += 1
    length = _append(state.seed, SEED_LENGTH, _RESHUFFLE_TEXT)
    length = write_number(state.seed, length, table[RESHUFFLES])
    seed_stream(state.seed, length, state.stream)
    pool = state.cards
    place = 0
    for face in range(54):
        for index in range(size):
            if state.pile[index] == face:
                pool[place] = face
                place += 1
    shuffle(pool, size, state.stream)
    _log(state, DISCARDS_SHUFFLED, -1 if resume == DRAW else table[ACTOR])
    note(table, state.log, size)
    for index in range(size):
        note(table, state.log, int(pool[index]))
        state.stock[table[STOCK] + size - 1 - index] = pool[index]
    table[STOCK] += size
    if size == table[PILE]:
        table[PILE] = 0
        table[OFFERED] = 0
    else:
        state.pile[0] = state.pile[table[PILE] - 1]
        table[PILE] = 1
    table[PHASE] = resume
    if resume == DRAW:
        table[ACTOR] = (table[ACTOR] + 1) % table[SEATS]


@compiled
def play_out(state: State, book: Rulebook, styles: WordRows, max_turns: int) -> None:
    """Play on until the game is over, or abandon it after so many turns."""
    table = state.table
    while table[PHASE] < FINISHED:
        if table[TURNS] >= max_turns:
            table[PHASE] = ABANDONED
            return
        phase = table[PHASE]
        if phase == DRAW:
            if table[FIRST_DRAWN] == 0 and table[ASKED] < table[SEATS]:
                _ask_for_tunnels(state, book)
            else:
                _draw(state, book, styles)
        elif phase == PLAY:
            _take_turn(state, book, styles)
        elif phase == LAST:
            _throw_last(state, book)
        elif phase == CHOOSE:
            _choose_tiplu(state)
        elif phase == SEE:
            seat = table[ACTOR]
            state.seats[seat, DECIDED] += 1
            _log(state, TIPLU_SEEN, seat)
            note(table, state.log, table[TIPLU])
            table[PHASE] = PLAY
        elif phase == RESHUFFLE:
            _reshuffle(state, book)
        else:
            _turn_tiplu(state)
