"""The lines of a record file: UTF-8 bytes, one line at a time, whatever ends them.

Lines end with LF, CR LF or CR; no other character ends one. Byte-order marks are taken off and noted,
UTF-16 with a mark is turned into UTF-8. Lines beyond the limit are counted and not held.
"""

import codecs
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from marriage_analysis.records.streams import StreamDamageError

_UTF8_MARK: Final = codecs.BOM_UTF8
_UTF16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Line(NamedTuple):
    """A line without its end; ``number`` counts from 1.

    ``size`` is its length in bytes; where that is beyond the limit, ``data`` is empty. ``mark`` names the
    byte-order mark that stood before it; ``is_cut`` says that the stream broke off inside it.
    """

    number: int
    data: bytes
    size: int
    mark: str | None = None
    is_cut: bool = False

    @property
    def is_blank(self) -> bool:
        """True where nothing but blanks stands on it."""
        return self.size == len(self.data) and not self.data.strip()


def split_lines(chunks: Iterable[bytes], *, limit: int) -> Iterator[Line]:
    """The lines in the chunks, blank ones too. A last line without an end is a line.

    Raises ``StreamDamageError`` where the chunks do, after giving the unfinished line read before it; and where
    UTF-16 is damaged.
    """
    mark: str | None = None
    number = 0
    held: list[bytes] = []
    size = 0
    damage: StreamDamageError | None = None
    source = _as_utf8(iter(chunks))
    after_cr = False
    while True:
        try:
            chunk, first_mark = next(source)
        except StopIteration:
            break
        except StreamDamageError as error:
            damage = error
            break
        mark = mark or first_mark
        if after_cr and chunk.startswith(b"\n"):
            chunk, after_cr = chunk[1:], False
        if chunk:
            after_cr = chunk.endswith(b"\r")
        for piece in chunk.splitlines(keepends=True):
            body = piece.rstrip(b"\r\n")
            size += len(body)
            if size > limit:
                held.clear()
            else:
                held.append(body)
            if len(body) < len(piece):
                number += 1
                yield _line(number, held, size, mark)
                mark = None
                held, size = [], 0
    if size:
        yield _line(number + 1, held, size, mark)._replace(is_cut=damage is not None)
    if damage is not None:
        raise damage


def _line(number: int, held: list[bytes], size: int, mark: str | None) -> Line:
    data = b"".join(held)
    while data.startswith(_UTF8_MARK):  # also further down, where files were put together
        data, size, mark = data[3:], size - 3, mark or "UTF-8"
    return Line(number, data, size, mark)


def _as_utf8(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, str | None]]:
    """The chunks in UTF-8, the first with the name of the UTF-16 form that it was marked as."""
    first = b""
    for chunk in chunks:
        first += chunk
        if len(first) >= 2:
            break
    encoding = _UTF16.get(first[:2])
    if encoding is None:
        yield first, None
        for chunk in chunks:
            yield chunk, None
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        yield decoder.decode(first[2:]).encode(), "UTF-16"
        for chunk in chunks:
            yield decoder.decode(chunk).encode(), None
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise StreamDamageError(f"the text is not whole UTF-16 ({error.reason})") from error
