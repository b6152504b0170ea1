"""The bytes of a record file, unpacked: plain, gzip or Zstandard, told apart by their first bytes.

Knows nothing of records or lines. Holds one chunk at a time.
"""

import codecs
import shutil
import sys
import tempfile
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, Protocol, cast

from marriage_analysis.errors import InputFileError
from marriage_analysis.records.limits import CHUNK_BYTES

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STDIN: Final = "-"
_HELD_IN_MEMORY: Final = 32 * 1024 * 1024
_ZSTD_PIECE: Final = 256
"""Bytes unpacked at once: as many at most are lost where the next of them fails."""
_LOOKED_AT: Final = 1024
"""Bytes by which text is told from what is none."""
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_SKIPPABLE: Final = b"\x2a\x4d\x18"


class StreamDamageError(Exception):
    """A packed stream cannot be unpacked further; its text says why, for people."""


@contextmanager
def open_stream(source: str | Path | BinaryIO) -> Generator[BinaryIO, None, None]:
    """The bytes of a path, of stdin for ``-``, or of a binary stream, which stays open.

    Raises ``InputFileError`` where the path is missing, a directory or not readable.
    """
    if not isinstance(source, (str, Path)):
        yield source
        return
    if source == STDIN:
        yield sys.stdin.buffer
        return
    path = Path(source)
    try:
        if path.is_dir():
            raise InputFileError(f"{path}: this is a directory, not a file of records", path=str(path))
        stream = path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        reason = getattr(error, "strerror", None) or str(error)
        raise InputFileError(f"{path}: cannot be read ({reason})", path=str(path)) from error
    with stream:
        yield stream


@contextmanager
def readable_twice(sources: Sequence[str | Path]) -> Generator[list[str | Path | BinaryIO], None, None]:
    """The sources with stdin (``-``) kept in a temporary file, so that each can be gone through again."""
    with tempfile.SpooledTemporaryFile(max_size=_HELD_IN_MEMORY) as kept:
        inputs: list[str | Path | BinaryIO] = []
        for source in sources:
            if source == STDIN:
                shutil.copyfileobj(sys.stdin.buffer, kept)
                inputs.append(cast("BinaryIO", kept))
            else:
                inputs.append(source)
        kept.seek(0)
        yield inputs


def unpacked(stream: BinaryIO, *, name: str | None = None) -> Iterator[bytes]:
    """The bytes of the stream in chunks, unpacked where they are packed; several members in a row are one.

    Plain text under a ``name`` that ends in ``.gz`` or ``.zst`` is given as it stands. Raises
    ``StreamDamageError`` where the packing breaks off or is damaged, after all before that was given, and
    where the name promises a packing and the bytes are neither packed nor text.
    """
    chunk = _read(stream)
    while 0 < len(chunk) < 4 and (more := _read(stream)):
        chunk += more
    if chunk.startswith(_GZIP):
        yield from _unpacked(stream, chunk, _Gzip)
    elif chunk.startswith(_ZSTD) or (chunk[1:4] == _ZSTD_SKIPPABLE and 0x50 <= chunk[0] <= 0x5F):
        yield from _unpacked(stream, chunk, _Zstd)
    elif (promised := _promised(name)) is not None and not _begins_as_text(chunk):
        raise StreamDamageError(f"the name says {promised}, but what stands here is no {promised} data")
    else:
        while chunk:
            yield chunk
            chunk = _read(stream)


def _promised(name: str | None) -> str | None:
    """The packing that the name of a file promises."""
    endings = {".gz": _Gzip.name, ".zst": _Zstd.name}
    return next((packing for ending, packing in endings.items() if (name or "").lower().endswith(ending)), None)


def _begins_as_text(chunk: bytes) -> bool:
    """Whether the bytes can be text: UTF-16 by its mark, or UTF-8, whose last letter may be cut."""
    if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    try:
        codecs.getincrementaldecoder("utf-8")().decode(chunk[:_LOOKED_AT])
    except UnicodeDecodeError:
        return False
    return True


def _read(stream: BinaryIO) -> bytes:
    try:
        return stream.read(CHUNK_BYTES)
    except OSError as error:
        raise StreamDamageError(f"the file cannot be read on: {error.strerror or error}") from error


class _Gzip:
    """A gzip member; ``rest`` is what follows its end.

    Where it is damaged, :meth:`unpack` gives all that can be unpacked before, and raises when called again.
    """

    name = "gzip"

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._damage: StreamDamageError | None = None
        self.eof = False
        self.rest = b""

    def unpack(self, data: bytes) -> bytes:
        if self._damage is not None:
            raise self._damage
        data = self._inner.unconsumed_tail + data
        before = self._inner.copy()
        try:
            out = self._inner.decompress(data, CHUNK_BYTES)
        except zlib.error as error:
            self._damage = _damage(self.name, str(error))
            return b"".join(_before_damage(before, data))
        self.eof = self._inner.eof
        self.rest = self._inner.unused_data
        return out

    def has_more(self) -> bool:
        return self._damage is not None or bool(self._inner.unconsumed_tail)


class _Unpacks(Protocol):
    def decompress(self, data: bytes, /) -> bytes: ...


def _before_damage(inner: _Unpacks, data: bytes) -> Iterator[bytes]:
    """What a gzip member gives byte by byte until it fails; unpacked at once it would be lost."""
    for at in range(len(data)):
        try:
            yield inner.decompress(data[at : at + 1])
        except zlib.error:
            return


class _Zstd:
    """A Zstandard frame; ``rest`` is what follows its end.

    Where it is damaged, :meth:`unpack` gives what can be unpacked before, and raises when called again.
    """

    name = "zstd"

    def __init__(self) -> None:
        self._inner = zstd.ZstdDecompressor()
        self._damage: StreamDamageError | None = None
        self.eof = False
        self.rest = b""

    def unpack(self, data: bytes) -> bytes:
        if self._damage is not None:
            raise self._damage
        pieces: list[bytes] = []
        for _ in range(CHUNK_BYTES // _ZSTD_PIECE):
            try:
                pieces.append(self._inner.decompress(data, _ZSTD_PIECE))
            except zstd.ZstdError as error:
                self._damage = _damage(self.name, str(error))
                break
            data = b""
            if self._inner.eof or self._inner.needs_input:
                break
        self.eof = self._inner.eof
        self.rest = self._inner.unused_data
        return b"".join(pieces)

    def has_more(self) -> bool:
        return self._damage is not None or not self._inner.needs_input


def _damage(packing: str, reason: str) -> StreamDamageError:
    """What a library says of damage, in plain words."""
    reason = reason.lower()
    if "data check" in reason or "length check" in reason or "checksum" in reason:
        words = f"the checksum of the {packing} data is wrong: what was unpacked may not be what was written"
    elif "header check" in reason or "frame descriptor" in reason:
        words = f"what stands here is no {packing} data"
    elif "memory" in reason:
        words = f"the {packing} data needs more memory to unpack than is given"
    else:
        words = f"the {packing} data is damaged; what was unpacked just before may be wrong too"
    return StreamDamageError(words)


def _unpacked(stream: BinaryIO, chunk: bytes, packing: type[_Gzip] | type[_Zstd]) -> Iterator[bytes]:
    member: _Gzip | _Zstd | None = None
    while chunk:
        member = member or packing()
        out = member.unpack(chunk)
        if out:
            yield out
        while not member.eof and member.has_more():
            if out := member.unpack(b""):
                yield out
        if member.eof:
            chunk, member = member.rest, None
            if not chunk.strip(b"\0"):  # padding with NULs, as tapes and some disks leave it
                chunk = b""
        else:
            chunk = b""
        chunk = chunk or _read(stream)
    if member is not None:
        raise StreamDamageError(f"the {packing.name} data stops before its end")
