"""Pictures as a stack of strips, each drawn and compressed once.

A strip is a value: two equal strips look the same. A PNG contains the rows of its picture as one zlib stream, whose blocks can end
after any row. So each strip is compressed on its own and kept, and only the strips that change from one picture to the next are
drawn; the others are copied. Pillow and other libraries only write whole images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import pack
from typing import NamedTuple, Protocol

from zlib_ng import zlib_ng

from cogs.pictures.palette import Scheme, inks
from cogs.pictures.pen import EDGE, WIDTH, Pen, corners, symbol, written

APART, GROUPS = 10, 22
"""The space between two strips, and between two groups of them."""
KEPT = 2048
"""How many strips are kept, of 3 kB each."""
LEVEL = 6
"""The compression level of strips: a higher one takes many times as long and saves a tenth."""

BEGUN = b"\x78\x9c"
"""How a zlib stream begins; how it ends is below."""
ENDED = b"\x03\x00"
BASE = 65521
"""Adler's checksum is two sums modulo this."""


class Strip(Protocol):
    """The content of one strip, as a value."""

    @property
    def height(self) -> int:
        """Return its height."""
        ...

    def draw(self, pen: Pen) -> None:
        """Draw it at the top of the pen's area."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Space:
    """Nothing."""

    height: int

    def draw(self, pen: Pen) -> None:
        """Draw nothing."""


def stacked(*groups: Sequence[Strip]) -> tuple[Strip, ...]:
    """Return groups of strips below each other, with space between, above and below."""
    found: list[Strip] = [Space(EDGE)]
    for group in groups:
        for number, each in enumerate(group):
            if len(found) > 1:
                found.append(Space(APART if number else GROUPS))
            found.append(each)
    return (*found, Space(EDGE))


class Pressed(NamedTuple):
    """A strip as a chunk of a PNG, with the length and the checksum of its uncompressed data."""

    chunk: bytes
    height: int
    length: int
    checksum: int


def png(strips: Sequence[Strip], scheme: Scheme) -> bytes:
    """Return strips below each other as a PNG."""
    found = [pressed(each, scheme) for each in strips]
    checksum = 1
    for each in found:
        checksum = joined(checksum, each.checksum, each.length)
    header = pack(">IIBBBBB", WIDTH, sum(each.height for each in found), 8, 3, 0, 0, 0)
    parts = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", header), chunk(b"PLTE", inks(scheme).table), chunk(b"IDAT", BEGUN)]
    parts += [each.chunk for each in found]
    return b"".join((*parts, chunk(b"IDAT", ENDED + pack(">I", checksum)), chunk(b"IEND", b"")))


@lru_cache(KEPT)
def pressed(strip: Strip, scheme: Scheme) -> Pressed:
    """Draw and compress one strip."""
    pen = Pen(scheme, strip.height)
    strip.draw(pen)
    dots = pen.image.tobytes()
    rows = b"".join(b"\0" + dots[start : start + WIDTH] for start in range(0, len(dots), WIDTH))
    packer = zlib_ng.compressobj(LEVEL, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS, zlib_ng.DEF_MEM_LEVEL)
    packed = packer.compress(rows) + packer.flush(zlib_ng.Z_SYNC_FLUSH)
    return Pressed(chunk(b"IDAT", packed), strip.height, len(rows), zlib_ng.adler32(rows))


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return pack(">I", len(content)) + kind + content + pack(">I", zlib_ng.crc32(kind + content))


def joined(one: int, other: int, length: int) -> int:
    """Return the Adler checksum of two joined parts, from their checksums and the length of the second."""
    low = ((one & 0xFFFF) + (other & 0xFFFF) - 1) % BASE
    high = ((one >> 16) + (other >> 16) + length * ((one & 0xFFFF) - 1)) % BASE
    return high << 16 | low


def forget() -> None:
    """Drop all strips, words and symbols that are kept."""
    for kept in (pressed, written, symbol, corners):
        kept.cache_clear()
