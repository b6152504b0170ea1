"""How the players of ``games/marriage/players`` decide, compiled: from a hand and what its seat sees.

Every choice here is that of the plain code, which is the definition (a law in the tests). A player's style is
a row of numbers, at the places named here.
"""

from typing import Final

from marriage_analysis.compiled.arrays import Counts, WordRows, Words
from marriage_analysis.compiled.jit import compiled, count_bits
from marriage_analysis.compiled.marriage import rule_words, state
from marriage_analysis.compiled.marriage.finish import finish_missing
from marriage_analysis.compiled.marriage.longer import longer_completes
from marriage_analysis.compiled.marriage.others import fills, others_missing
from marriage_analysis.compiled.marriage.planes import (
    NATURAL,
    RANKS,
    bit_of,
    planes_of,
    with_one,
    without,
)
from marriage_analysis.compiled.marriage.rulebook import Rulebook
from marriage_analysis.compiled.marriage.show import suit_missing

# A style.
OUTS: Final = 0
MAAL: Final = 1
DUBLEES: Final = 2
LEAD: Final = 3
SLIPS: Final = 4
CHEAP: Final = 5
STYLE_WORDS: Final = 6

NEVER: Final = 0
NEARER: Final = 1
ALWAYS: Final = 2

CARD_STEP: Final = 100_000
"""What a card of distance weighs beside the points of outs and maal."""

_JOKER: Final = 52
_MASTER: Final = 53
_NATURAL: Final = 52
_UNKNOWN_TIPLU: Final = 52
_SHOWS_LOOKED_AT: Final = 60
_WILDS_HOPED_FOR: Final = 2
_DUBLEES_TO_SHOW: Final = 7
_FAR: Final = 99

_V_SEATS: Final = state.V_SEATS
_V_SEEN: Final = state.V_SEEN
_V_ROUTE: Final = state.V_ROUTE
_V_TIPLU: Final = state.V_TIPLU
_V_TOOK: Final = state.V_TOOK
_V_DUTY: Final = state.V_DUTY
_V_DISPLAYED: Final = state.V_DISPLAYED
_V_SHOWN_PAIRS: Final = state.V_SHOWN_PAIRS
_TO_SHOW: Final = state.TO_SHOW

_ACE_HIGH: Final = rule_words.ACE_HIGH
_EXACT3: Final = rule_words.EXACT3
_SET_LENGTH: Final = rule_words.SET_LENGTH
_PUTALI_TUNNEL: Final = rule_words.PUTALI_TUNNEL_PRIMARY
_MASTER_IN_PRIMARY: Final = rule_words.MASTER_IN_PRIMARY
_JOKER_PAIR: Final = rule_words.JOKER_PAIR_DUBLEE
_DUBLEE_MIN: Final = rule_words.DUBLEE_MIN_PLAYERS
_NO_RETURN: Final = rule_words.NO_RETURN_DISCARD
_SHOW_ONLY: Final = 1
_UNSEEN_PICK: Final = rule_words.UNSEEN_PICK


@compiled
def may_throw(hand: Counts, face: int, view: Words, words: Words) -> bool:
    """Whether the face is in the hand and not just taken from the pile (TURN-05)."""
    took = words[_NO_RETURN] == 1 and face == view[_V_TOOK]
    return hand[face] > (1 if took else 0)


@compiled
def _size(hand: Counts) -> int:
    cards = 0
    for face in range(54):
        cards += hand[face]
    return cards


@compiled
def _tiplu_row(view: Words) -> int:
    return view[_V_TIPLU] if view[_V_TIPLU] >= 0 else _UNKNOWN_TIPLU


@compiled
def company(hand: Counts, face: int) -> int:
    """How many other cards of the hand might make a set with the face, its own copies twice."""
    if face >= _NATURAL:
        return _FAR
    suit, rank = face // 13, face % 13
    found = 2 * hand[face]
    for other in range(max(face - 2, 0), min(face + 3, 52)):
        if other != face and other // 13 == suit:
            found += hand[other]
    for other in range(rank, 52, 13):
        if other != face:
            found += hand[other]
    return found


# Before the show


@compiled
def _needed(view: Words, words: Words) -> int:
    """How many pure sets the show still needs beside the displayed tunnels."""
    displayed = view[_V_DISPLAYED]
    tunnels = count_bits(displayed & ((1 << _JOKER) - 1))
    if displayed >> _JOKER and words[_PUTALI_TUNNEL] == 1:
        tunnels += 1
    return max(0, 3 - tunnels)


@compiled
def _dublees(hand: Counts, view: Words, words: Words) -> int:
    """How many different dublees there are, a displayed tunnel lending one (TUN-05)."""
    displayed = view[_V_DISPLAYED]
    pairs = count_bits(displayed & ((1 << _JOKER) - 1))
    for face in range(52):
        if hand[face] >= 2:
            pairs += 1
    if words[_JOKER_PAIR] > 0 and (hand[_JOKER] >= 2 or displayed >> _JOKER):
        pairs += 1
    return pairs


@compiled
def _show_missing(once: int, twice: int, thrice: int, needed: int, ace_high: bool) -> int:
    return finish_missing(
        once, twice, thrice, needed & 0, needed & 0, needed, needed & 0, NATURAL & ~thrice, ace_high, needed & 0
    )


@compiled
def _less_for_master(missing: int, hand: Counts, words: Words) -> int:
    """A distance by sets where the master card may stand for one of the missing cards (COMB-14)."""
    helps = words[_MASTER_IN_PRIMARY] == 1 and hand[_MASTER] > 0
    return max(missing - 1, 0) if helps else missing


@compiled
def _may_play_dublees(view: Words, words: Words, style: Words) -> bool:
    return style[DUBLEES] != NEVER and view[_V_SEATS] >= words[_DUBLEE_MIN]


@compiled
def _prefers_dublees(hand: Counts, by_sets: int, view: Words, words: Words, style: Words) -> bool:
    if not _may_play_dublees(view, words, style):
        return False
    if style[DUBLEES] == ALWAYS:
        return True
    return _DUBLEES_TO_SHOW - _dublees(hand, view, words) + style[LEAD] < by_sets


@compiled
def _suit_table(
    once: int, twice: int, thrice: int, suit: int, needed: int, ace_high: bool, tables: WordRows, row: int
) -> None:
    """For 0 to ``needed`` pure sets of a suit, what is missing and what helps: one row of a table each."""
    shift = 16 * suit
    a, b, c = once >> shift & RANKS, twice >> shift & RANKS, thrice >> shift & RANKS
    for sets in range(needed + 1):
        missing, outs = suit_missing(a, b, c, sets, ace_high)
        tables[row + sets, 0] = missing
        tables[row + sets, 1] = outs << shift


@compiled
def _join(needed: int, tables: WordRows, first: int, second: int, into: int) -> None:
    """The table of two groups of suits together."""
    for sets in range(needed + 1):
        best, outs = 10 * _FAR, 0
        for of_first in range(sets + 1):
            missing = tables[first + of_first, 0] + tables[second + sets - of_first, 0]
            if missing < best:
                best, outs = missing, 0
            if missing == best:
                outs |= tables[first + of_first, 1] | tables[second + sets - of_first, 1]
        tables[into + sets, 0] = best
        tables[into + sets, 1] = outs


@compiled
def _live_copies(outs: int, live: Words) -> int:
    """How many copies of the faces may still come; the word is as planes have it."""
    copies = 0
    for face in range(52):
        if outs & bit_of(face) and live[face] > 0:
            copies += live[face]
    return copies


@compiled
def _cheap_discard(hand: Counts, view: Words, book: Rulebook) -> int:
    """The card with the least company; wild cards of a player who has seen stay."""
    seen = view[_V_SEEN] == 1
    worth, wild = book.worth[_tiplu_row(view)], book.wild_face[_tiplu_row(view)]
    best, choice = 1 << 40, -1
    for face in range(54):
        if may_throw(hand, face, view, book.words):
            kept = 1 if face >= _NATURAL or (seen and wild[face]) else 0
            key = (kept * 1000 + company(hand, face)) * 1000 + worth[face]
            if key < best:
                best, choice = key, face
    return choice


@compiled
def _copies_to_pair(hand: Counts, live: Words, face: int, view: Words) -> int:
    """How many copies may still come; -1 where the face is paired already."""
    if hand[face] > 1 or view[_V_DISPLAYED] >> face & 1 or view[_V_SHOWN_PAIRS] >> face & 1:
        return -1
    return max(live[face], 0) if face < _NATURAL else 0


@compiled
def _discard_for_dublees(hand: Counts, live: Words, view: Words, book: Rulebook) -> int:
    """Before the show: a card that is no pair, of which the fewest copies may still come."""
    worth = book.worth[_tiplu_row(view)]
    natural_only = False
    for face in range(52):
        natural_only |= may_throw(hand, face, view, book.words)
    best, choice = 1 << 60, -1
    for face in range(52 if natural_only else 54):
        if not may_throw(hand, face, view, book.words):
            continue
        spoils = 1 if hand[face] == 2 else 0
        key = spoils
        key = key * 16 + 1 + _copies_to_pair(hand, live, face, view)
        key = key * 1000 + worth[face]
        key = key * 1000 + company(hand, face)
        if key < best:
            best, choice = key, face
    return choice


@compiled
def _discard_for_show(
    hand: Counts, live: Words, view: Words, book: Rulebook, style: Words, tables: WordRows
) -> int:
    """The nearest to three pure sets, weighed with what may still come and with maal."""
    words = book.words
    ace_high = words[_ACE_HIGH] == 1
    needed = _needed(view, words)
    once, twice, thrice = planes_of(hand)
    # Tables of 4 rows: 0 to 3 the suits, 4 and 5 two suits each, 6 to 9 all suits but one, then work space.
    for suit in range(4):
        _suit_table(once, twice, thrice, suit, needed, ace_high, tables, 4 * suit)
    _join(needed, tables, 0, 4, 16)
    _join(needed, tables, 8, 12, 20)
    _join(needed, tables, 4, 20, 24)
    _join(needed, tables, 0, 20, 28)
    _join(needed, tables, 16, 12, 32)
    _join(needed, tables, 16, 8, 36)
    worth = book.worth[_tiplu_row(view)]
    best, best_company, choice = 1 << 60, 0, -1
    for face in range(52):
        if not may_throw(hand, face, view, words):
            continue
        a, b, c = without(once, twice, thrice, bit_of(face))
        suit = face // 13
        _suit_table(a, b, c, suit, needed, ace_high, tables, 40)
        _join(needed, tables, 40, 24 + 4 * suit, 44)
        key = tables[44 + needed, 0] * CARD_STEP + worth[face] * style[MAAL]
        if style[OUTS]:
            key -= style[OUTS] * _live_copies(tables[44 + needed, 1], live)
        if key <= best:
            near = company(hand, face)
            if key < best or near < best_company:
                best, best_company, choice = key, near, face
    if choice >= 0:
        return choice
    return _JOKER if may_throw(hand, _JOKER, view, words) else _MASTER


@compiled
def discard_unseen(
    hand: Counts, live: Words, view: Words, book: Rulebook, style: Words, tables: WordRows
) -> int:
    """What a player throws who has not shown."""
    if style[CHEAP]:
        return _cheap_discard(hand, view, book)
    words = book.words
    if style[DUBLEES] != NEVER:
        once, twice, thrice = planes_of(hand)
        by_sets = _show_missing(once, twice, thrice, _needed(view, words), words[_ACE_HIGH] == 1)
        if _prefers_dublees(hand, _less_for_master(by_sets, hand, words), view, words, style):
            return _discard_for_dublees(hand, live, view, book)
    return _discard_for_show(hand, live, view, book, style, tables)


@compiled
def _rest_missing(hand: Counts, ace_high: bool) -> int:
    """How far the cards are from sets, when no card is wild."""
    once, twice, thrice = planes_of(hand)
    nothing = once & 0
    return others_missing(once, twice, thrice, nothing, _size(hand) // 3, NATURAL & ~thrice, ace_high)


@compiled
def _take(hand: Counts, work: WordRows, row: int, tunnels: int) -> bool:
    """Take the cards of a set out of the hand, where they are all there; a displayed tunnel is not in it."""
    if row < tunnels:
        return True
    first, second, third = work[row, 0], work[row, 1], work[row, 2]
    if first == third:
        if hand[first] < 3:
            return False
    elif hand[first] == 0 or hand[second] == 0 or hand[third] == 0:
        return False
    hand[first] -= 1
    hand[second] -= 1
    hand[third] -= 1
    return True


@compiled
def _put_back(hand: Counts, work: WordRows, row: int, tunnels: int) -> None:
    if row >= tunnels:
        for place in range(3):
            hand[work[row, place]] += 1


@compiled
def _holds(work: WordRows, row: int, face: int) -> bool:
    return work[row, 0] == face or work[row, 1] == face or work[row, 2] == face


@compiled
def _note(work: WordRows, row: int, into: int, tunnels: int) -> None:
    for place in range(3):
        work[into, place] = work[row, place]
    work[into, 3] = -1 if row < tunnels else 0


@compiled
def show_sets(hand: Counts, view: Words, book: Rulebook, work: WordRows) -> int:
    """The three sets, into the last rows of ``work``, whose show leaves the rest nearest to a finish.

    Gives how far that is; -1 where there is no such show. Sets lie in rows 190 to 192, a displayed tunnel with
    -1 in its fourth place.
    """
    words, shows = book.words, book.shows
    ace_high = words[_ACE_HIGH] == 1
    displayed = view[_V_DISPLAYED]
    bound = view[_V_TOOK] if view[_V_DUTY] == _TO_SHOW else -1
    # Rows from 0: displayed tunnels that count, then sets of the hand.
    tunnels = 0
    for face in range(53):
        if displayed >> face & 1 and (face < _JOKER or words[_PUTALI_TUNNEL] == 1):
            work[tunnels, 0] = work[tunnels, 1] = work[tunnels, 2] = face
            tunnels += 1
    number = tunnels
    for row in range(shows.shape[0]):
        first, second, third = shows[row, 0], shows[row, 1], shows[row, 2]
        copies = 3 if first == third else 1
        if hand[first] >= copies and hand[second] >= copies and hand[third] >= copies:
            work[number, 0], work[number, 1], work[number, 2] = first, second, third
            number += 1
    best, looked = -1, 0
    for used in range(min(tunnels, 3) + 1):
        # Choices of ``used`` tunnels and 3 - used sets of the hand, by ascending rows.
        for first in range(tunnels if used == 0 else 0, number if used == 0 else tunnels):
            if not _take(hand, work, first, tunnels):
                continue
            low = tunnels if used <= 1 else first + 1
            if used == 0:
                low = first
            for second in range(low, number if used <= 1 else tunnels):
                if not _take(hand, work, second, tunnels):
                    continue
                low = tunnels if used == 2 else second + 1 if used == 3 else second
                for third in range(low, tunnels if used == 3 else number):
                    if looked >= _SHOWS_LOOKED_AT:
                        continue
                    if not _take(hand, work, third, tunnels):
                        continue
                    if (
                        bound < 0
                        or _holds(work, first, bound)
                        or _holds(work, second, bound)
                        or _holds(work, third, bound)
                    ):
                        looked += 1
                        left = _rest_missing(hand, ace_high)
                        if best < 0 or left < best:
                            best = left
                            _note(work, first, 190, tunnels)
                            _note(work, second, 191, tunnels)
                            _note(work, third, 192, tunnels)
                    _put_back(hand, work, third, tunnels)
                _put_back(hand, work, second, tunnels)
            _put_back(hand, work, first, tunnels)
    return best


@compiled
def _first_dublees(hand: Counts, view: Words, words: Words, work: WordRows) -> bool:
    """The first seven dublees, into rows 190 to 196; with the taken card where it has to be shown."""
    displayed = view[_V_DISPLAYED]
    bound = view[_V_TOOK] if view[_V_DUTY] == _TO_SHOW else -1
    number, has_bound = 0, bound < 0
    last = _JOKER + 1 if words[_JOKER_PAIR] > 0 else _JOKER
    for face in range(last):
        if hand[face] < 2 and not displayed >> face & 1:
            continue
        # The last of the seven places is kept for the card that has to be among them.
        if number == _DUBLEES_TO_SHOW or (number == _DUBLEES_TO_SHOW - 1 and not has_bound and face != bound):
            continue
        work[190 + number, 0] = work[190 + number, 1] = face
        work[190 + number, 3] = -1 if displayed >> face & 1 else 0
        number += 1
        has_bound |= face == bound
    return number == _DUBLEES_TO_SHOW and has_bound


@compiled
def best_show(hand: Counts, view: Words, book: Rulebook, style: Words, work: WordRows) -> int:
    """The show of a player: 0 none, 1 three sets, 2 seven dublees; sets as :func:`show_sets` puts them."""
    words = book.words
    bound = view[_V_DUTY] == _TO_SHOW
    by_sets = True
    if not bound:
        once, twice, thrice = planes_of(hand)
        missing = _show_missing(once, twice, thrice, _needed(view, words), words[_ACE_HIGH] == 1)
        by_sets = _less_for_master(missing, hand, words) == 0
        by_sets &= not (style[DUBLEES] == ALWAYS and _may_play_dublees(view, words, style))
    left = show_sets(hand, view, book, work) if by_sets else -1
    # Who took a card that has to be shown now shows it in any way.
    may = view[_V_SEATS] >= words[_DUBLEE_MIN] if bound else _may_play_dublees(view, words, style)
    pairs = _dublees(hand, view, words) if may else 0
    if pairs >= _DUBLEES_TO_SHOW:
        displayed = count_bits(view[_V_DISPLAYED])
        room = _size(hand) + 2 * displayed > 2 * _DUBLEES_TO_SHOW
        left_by_sets = _FAR if left < 0 else left - _WILDS_HOPED_FOR
        if room and _DUBLEES_TO_SHOW + 1 - pairs < left_by_sets and _first_dublees(hand, view, words, work):
            return 2
    return 0 if left < 0 else 1


@compiled
def seen_missing(hand: Counts, view: Words, book: Rulebook) -> int:
    """How many cards a player who has shown sets exchanges for sets of three from all free cards."""
    once, twice, thrice = planes_of(hand)
    wild = book.wild[int(view[_V_TIPLU])]
    wilds = (
        count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild)
        + hand[_JOKER] + hand[_MASTER]
    )  # fmt: skip
    a, b, c = once & ~wild, twice & ~wild, thrice & ~wild
    return others_missing(a, b, c, wilds, _size(hand) // 3, NATURAL & ~c, book.words[_ACE_HIGH] == 1)


@compiled
def finishing_discard(hand: Counts, view: Words, book: Rulebook) -> int:
    """The least valuable card whose discard leaves all the others in sets; -1 where there is none."""
    words = book.words
    ace_high = words[_ACE_HIGH] == 1
    once, twice, thrice = planes_of(hand)
    wild = book.wild[int(view[_V_TIPLU])]
    others = hand[_JOKER] + hand[_MASTER]
    cards = _size(hand) - 1
    exact = words[_SET_LENGTH] == _EXACT3
    nothing = once & 0
    worth = book.worth[view[_V_TIPLU]]
    best, choice = 1 << 60, -1
    for face in range(54):
        if worth[face] >= best or not may_throw(hand, face, view, words):
            continue
        a, b, c, left = once, twice, thrice, others
        if face < _NATURAL:
            a, b, c = without(once, twice, thrice, bit_of(face))
        else:
            left -= 1
        if exact:
            wilds = count_bits(a & wild) + count_bits(b & wild) + count_bits(c & wild) + left
            goes = fills(
                a & ~wild, b & ~wild, c & ~wild, wilds, cards // 3, nothing, NATURAL, ace_high
            ) and cards % 3 == 0  # fmt: skip
        else:
            goes = longer_completes(a, b, c, wild, left, nothing, cards, nothing, nothing, ace_high)
        if goes:
            best, choice = worth[face], face
    return choice


@compiled
def _finish_outs(
    once: int, twice: int, thrice: int, wilds: int, sets: int, missing: int, wild: int, live: Words,
    ace_high: bool,
) -> int:  # fmt: skip
    """How many live natural cards bring nearer to sets of three."""
    if missing == 0:
        return 0
    any_wild = fills(once, twice, thrice, wilds + 1, sets, missing - 1, NATURAL & ~thrice, ace_high)
    copies = 0
    for face in range(52):
        if live[face] <= 0:
            continue
        bit = bit_of(face)
        if wild & bit:
            if any_wild:
                copies += live[face]
            continue
        a, b, c = with_one(once, twice, thrice, bit)
        if fills(a, b, c, wilds, sets, missing - 1, NATURAL & ~c, ace_high):
            copies += live[face]
    return copies


@compiled
def discard_seen(hand: Counts, live: Words, view: Words, book: Rulebook, style: Words) -> int:
    """What a player throws who has shown sets."""
    if style[CHEAP]:
        return _cheap_discard(hand, view, book)
    words = book.words
    ace_high = words[_ACE_HIGH] == 1
    once, twice, thrice = planes_of(hand)
    wild = book.wild[int(view[_V_TIPLU])]
    natural_wilds = count_bits(once & wild) + count_bits(twice & wild) + count_bits(thrice & wild)
    wilds = natural_wilds + hand[_JOKER] + hand[_MASTER]
    once, twice, thrice = once & ~wild, twice & ~wild, thrice & ~wild
    sets = _size(hand) // 3
    worth, is_wild = book.worth[view[_V_TIPLU]], book.wild_face[view[_V_TIPLU]]
    best, best_company, choice = 1 << 60, 0, -1
    for face in range(54):
        if not may_throw(hand, face, view, words):
            continue
        a, b, c, left = once, twice, thrice, wilds
        if is_wild[face]:
            left -= 1
        elif face < _NATURAL:
            a, b, c = without(once, twice, thrice, bit_of(face))
        missing = others_missing(a, b, c, left, sets, NATURAL & ~c, ace_high)
        key = (missing + is_wild[face]) * CARD_STEP + worth[face] * style[MAAL]
        if style[OUTS]:
            if key - style[OUTS] * 160 > best:
                continue
            key -= style[OUTS] * _finish_outs(a, b, c, left, sets, missing, wild, live, ace_high)
        if key <= best:
            near = company(hand, face)
            if key < best or near < best_company:
                best, best_company, choice = key, near, face
    return choice


@compiled
def discard_dublees(hand: Counts, live: Words, view: Words, book: Rulebook) -> int:
    """Of the loose cards one that is not wild, and of which the fewest copies may still come."""
    row = view[_V_TIPLU]
    best, choice = 1 << 60, -1
    for face in range(54):
        if may_throw(hand, face, view, book.words):
            key = book.wild_face[row, face] * 16 + 1 + _copies_to_pair(hand, live, face, view)
            key = key * 1000 + book.worth[row, face]
            if key < best:
                best, choice = key, face
    return choice


@compiled
def last_discard(hand: Counts, view: Words, book: Rulebook) -> int:
    """The least valuable card that may be thrown to finish."""
    best, choice = 1 << 60, -1
    for face in range(54):
        if may_throw(hand, face, view, book.words) and book.worth[view[_V_TIPLU], face] < best:
            best, choice = book.worth[view[_V_TIPLU], face], face
    return choice


@compiled
def _makes_set(hand: Counts, face: int, view: Words, book: Rulebook) -> bool:
    """Whether the face makes a pure set with two cards of the hand, or after the show any natural set."""
    if face >= _NATURAL:
        return True
    if hand[face] == 2:
        return True
    suit, rank = face // 13, face % 13
    for low in range(max(rank - 2, 0), min(rank, 10) + 1):
        held = True
        for other in range(low, low + 3):
            held &= other == rank or hand[13 * suit + other] > 0
        if held:
            return True
    if book.words[_ACE_HIGH] == 1 and (rank == 0 or rank >= 11):
        held = True
        for other in (0, 11, 12):
            held &= other == rank or hand[13 * suit + other] > 0
        if held:
            return True
    if view[_V_SEEN] == 0:
        return False
    if book.wild_face[view[_V_TIPLU], face]:
        return True
    suits = 0
    for other in range(rank, 52, 13):
        if other != face and hand[other] > 0:
            suits += 1
    return suits >= 2


@compiled
def wants(hand: Counts, face: int, view: Words, book: Rulebook, style: Words) -> bool:
    """Whether a player takes the offered card, which he may take."""
    words = book.words
    if view[_V_ROUTE] == 1:
        return True
    if style[CHEAP]:
        return _makes_set(hand, face, view, book)
    if view[_V_SEEN] == 1:
        now = seen_missing(hand, view, book)
        hand[face] += 1
        then = seen_missing(hand, view, book)
        hand[face] -= 1
        return then < now
    if face >= _NATURAL:
        return True
    ace_high = words[_ACE_HIGH] == 1
    once, twice, thrice = planes_of(hand)
    needed = _needed(view, words)
    now = _show_missing(once, twice, thrice, needed, ace_high)
    if _prefers_dublees(hand, _less_for_master(now, hand, words), view, words, style):
        return hand[face] == 1
    if words[_UNSEEN_PICK] == _SHOW_ONLY:
        return True
    a, b, c = with_one(once, twice, thrice, bit_of(face))
    return _show_missing(a, b, c, needed, ace_high) < now
