"""Which servers' tables a process shows, of several that share a database."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 10_000
"""Discord has never given a bot more shards."""


class Part(NamedTuple):
    """The shards from `first` to `last`, out of `of`. Discord divides a bot's servers among its shards, and tells the first
    one about everything outside servers."""

    first: int = 0
    last: int = 0
    of: int = 1

    @classmethod
    def read(cls, shards: str, of: str) -> Part:
        """Return the part that an operator means, such as "0-3" of "8". Raise ValueError with a sentence about the problem."""
        found = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", shards)
        if found is None or re.fullmatch(r"\d{1,5}", of) is None:
            raise ValueError("Write the shards as in --shards 0-3 --of 8, or --shards 4 --of 8.")
        part = cls(int(found[1]), int(found[2] or found[1]), int(of))
        if not part.first <= part.last < part.of <= MOST:
            raise ValueError(f"--shards {shards} --of {of}: give the first and the last of the shards 0 to {max(0, part.of - 1)}.")
        return part

    @property
    def shards(self) -> range:
        """Return the shards."""
        return range(self.first, self.last + 1)

    @property
    def is_whole(self) -> bool:
        """Return whether these are all shards: no other process uses the database."""
        return len(self.shards) == self.of

    @property
    def leads(self) -> bool:
        """Return whether the first shard is among them: this process does what only one should do."""
        return self.first == 0

    @property
    def share(self) -> float:
        """Return the share of all servers."""
        return len(self.shards) / self.of

    def shard_of(self, guild: int | None) -> int:
        """Return the shard that hears of a server (None: of direct messages)."""
        return ((guild or 0) >> 22) % self.of

    def has(self, guild: int | None) -> bool:
        """Return whether a server (None: direct messages) is one of these."""
        return self.shard_of(guild) in self.shards


WHOLE = Part()
