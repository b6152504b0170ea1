"""Record files written packed: the end of the name says how, and the same records give the same bytes."""

import gzip
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO, Final, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ZSTD_OPTIONS: Final[dict[int, int]] = {
    zstd.CompressionParameter.compression_level: 19,
    # The level's own tables take 84 MB a file; these take 25, in less time, and lose at most 2 % of size.
    zstd.CompressionParameter.window_log: 21,
    zstd.CompressionParameter.chain_log: 22,
    zstd.CompressionParameter.hash_log: 20,
    zstd.CompressionParameter.checksum_flag: 1,  # as gzip has, so that no flipped bit is ever read as a record
}


@contextmanager
def packed(stream: BinaryIO, name: str) -> Generator[BinaryIO, None, None]:
    """A stream whose bytes go into ``stream``: gzip for a name in ``.gz``, Zstandard for ``.zst``, else plain.

    Closes what it opened, and leaves ``stream`` open.
    """
    if name.lower().endswith(".gz"):
        # No name and no time inside, so that equal records are equal files.
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as inner:
            yield cast("BinaryIO", inner)
    elif name.lower().endswith(".zst"):
        with zstd.ZstdFile(stream, "wb", options=_ZSTD_OPTIONS) as inner:
            yield cast("BinaryIO", inner)
    else:
        yield stream
