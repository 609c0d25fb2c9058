"""Shuffles that anyone can verify.

The order of every shuffle follows from the game's 256-bit seed and from which shuffle it is. The seed's hash is published at the
start, and the seed itself at the end, which proves that no shuffle was tampered with. Each seat has its own stream, so it makes no
difference whose cards were shuffled first. An undo past a shuffle opens a new epoch, whose shuffles are all new.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256, shake_128
from struct import unpack
from typing import TypeVar

T = TypeVar("T")


BEFORE_SEED = b"seneschal commitment"
"""The prefix of a seed when computing its fingerprint, so that the fingerprint serves no other purpose."""


def commitment(seed: bytes) -> str:
    """Return the seed's fingerprint, published before the first card is drawn: it commits the table to `seed` without revealing
    it."""
    return sha256(BEFORE_SEED + seed).hexdigest()


class Shuffler:
    """Draws orders from a seed. Its whole state is the seed, the epoch, and how often each stream was used."""

    __slots__ = ("counters", "epoch", "seed")

    def __init__(self, seed: bytes, streams: int) -> None:
        if len(seed) != 32:
            raise ValueError("a shuffle seed is 32 bytes")
        self.seed = seed
        self.epoch = 0
        self.counters = [0] * streams

    def opaque(self, what: str, number: int) -> int:
        """Return a substitute for `number` that people may see: always the same one, which doesn't reveal the count."""
        hidden = blake2b(b"%d" % number, digest_size=5, key=self.seed, person=what.encode()).digest()
        return 1 << 40 | int.from_bytes(hidden, "big")  # always 13 digits

    def shuffled(self, cards: Sequence[T], stream: int) -> list[T]:
        """Return `cards` in a uniformly random order, the next one of `stream`: each gets a 64-bit number, by which they are
        sorted. (Cards with equal numbers, a chance of 1 in 2^64 for each pair, keep their order.)"""
        number = self.counters[stream]
        self.counters[stream] = number + 1
        size = len(cards)
        digest = shake_128(b"%b|%d|%d|%d" % (self.seed, self.epoch, stream, number)).digest(8 * size)
        numbers = iter(unpack(f"<{size}Q", digest))
        return sorted(cards, key=lambda _: next(numbers))
