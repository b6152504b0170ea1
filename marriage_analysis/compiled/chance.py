"""``cards/chance.py`` compiled: the same numbers from the same seeds (docs/shuffle.md)."""

from math import isqrt
from typing import Final

import numpy as np

from marriage_analysis.cards.chance import WORDS
from marriage_analysis.compiled.arrays import Counts, Words
from marriage_analysis.compiled.jit import compiled

SPACE: Final = 120
"""How many whole numbers a stream of chance takes."""

_MASK: Final = 0xFFFFFFFF
_PRIMES: Final = [n for n in range(2, 312) if all(n % divisor for divisor in range(2, isqrt(n) + 1))]


def _root_bits(prime: int, degree: int) -> int:
    """The first 32 bits after the point of the root of a prime."""
    scaled = prime << 32 * degree
    root = 1 << (scaled.bit_length() // degree + 1)
    while root**degree > scaled:
        root = ((degree - 1) * root + scaled // root ** (degree - 1)) // degree
    return root & _MASK


_START: Final = np.array([_root_bits(prime, 2) for prime in _PRIMES[:8]], dtype=np.int64)
_ROUNDS: Final = np.array([_root_bits(prime, 3) for prime in _PRIMES[:64]], dtype=np.int64)

# A stream: the key, the number of the next block, the next word of this one, its eight words, work space.
_COUNTER: Final = 8
_NEXT: Final = 9
_BLOCK: Final = 10
_STATE: Final = 18
_SCHEDULE: Final = 26


@compiled
def _turned(word: int, by: int) -> int:
    return (word >> by | word << (32 - by)) & _MASK


@compiled
def _compress(stream: Words) -> None:
    """One block of SHA-256: 16 words of the schedule into the state."""
    for index in range(_SCHEDULE + 16, _SCHEDULE + 64):
        before, late = stream[index - 15], stream[index - 2]
        first = _turned(before, 7) ^ _turned(before, 18) ^ before >> 3
        second = _turned(late, 17) ^ _turned(late, 19) ^ late >> 10
        stream[index] = stream[index - 16] + first + stream[index - 7] + second & _MASK
    a, b, c, d = stream[_STATE], stream[_STATE + 1], stream[_STATE + 2], stream[_STATE + 3]
    e, f, g, h = stream[_STATE + 4], stream[_STATE + 5], stream[_STATE + 6], stream[_STATE + 7]
    for index in range(64):
        turned = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        one = h + turned + (e & f ^ ~e & g & _MASK) + _ROUNDS[index] + stream[_SCHEDULE + index] & _MASK
        turned = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
        two = turned + (a & b ^ a & c ^ b & c)
        h, g, f, e = g, f, e, d + one & _MASK
        d, c, b, a = c, b, a, one + two & _MASK
    stream[_STATE] = stream[_STATE] + a & _MASK
    stream[_STATE + 1] = stream[_STATE + 1] + b & _MASK
    stream[_STATE + 2] = stream[_STATE + 2] + c & _MASK
    stream[_STATE + 3] = stream[_STATE + 3] + d & _MASK
    stream[_STATE + 4] = stream[_STATE + 4] + e & _MASK
    stream[_STATE + 5] = stream[_STATE + 5] + f & _MASK
    stream[_STATE + 6] = stream[_STATE + 6] + g & _MASK
    stream[_STATE + 7] = stream[_STATE + 7] + h & _MASK


@compiled
def seed_stream(text: Counts, length: int, stream: Words) -> None:
    """Start a stream from a seed text of so many bytes."""
    for index in range(8):
        stream[_STATE + index] = _START[index]
    blocks = (length + 8) // 64 + 1
    for block in range(blocks):
        for word in range(16):
            value = 0
            for byte in range(64 * block + 4 * word, 64 * block + 4 * word + 4):
                value = value << 8 | (text[byte] if byte < length else 128 if byte == length else 0)
            stream[_SCHEDULE + word] = value
        if block == blocks - 1:
            stream[_SCHEDULE + 15] = 8 * length
        _compress(stream)
    for index in range(8):
        stream[index] = stream[_STATE + index]
    stream[_COUNTER] = 0
    stream[_NEXT] = 8


@compiled
def _next_word(stream: Words) -> int:
    if stream[_NEXT] == 8:
        for index in range(8):
            stream[_STATE + index] = _START[index]
            stream[_SCHEDULE + index] = stream[index]
        stream[_SCHEDULE + 8] = stream[_COUNTER] >> 32
        stream[_SCHEDULE + 9] = stream[_COUNTER] & _MASK
        stream[_SCHEDULE + 10] = 1 << 31
        for index in range(11, 15):
            stream[_SCHEDULE + index] = 0
        stream[_SCHEDULE + 15] = 8 * 40
        _compress(stream)
        for index in range(8):
            stream[_BLOCK + index] = stream[_STATE + index]
        stream[_COUNTER] += 1
        stream[_NEXT] = 0
    word = stream[_BLOCK + int(stream[_NEXT])]
    stream[_NEXT] += 1
    return word


@compiled
def below(stream: Words, bound: int) -> int:
    """A number from 0 to bound - 1, each as likely; the bound is 1 or more."""
    limit = WORDS - WORDS % bound
    word = _next_word(stream)
    while word >= limit:
        word = _next_word(stream)
    return word % bound


@compiled
def shuffle(cards: Counts, size: int, stream: Words) -> None:
    """Put the first ``size`` cards in the order that the stream gives them."""
    for last in range(size - 1, 0, -1):
        chosen = below(stream, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


@compiled
def write_number(text: Counts, length: int, number: int) -> int:
    """Write a number that is not negative in decimal digits behind a text; gives the new length."""
    digits = 1
    power = 10
    while number >= power:
        digits += 1
        power *= 10
    for place in range(digits - 1, -1, -1):
        text[length + place] = 48 + number % 10
        number //= 10
    return length + digits
