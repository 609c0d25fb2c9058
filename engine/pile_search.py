"""Finding ten piles that together fulfil a request, in bounded time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine import request_words
from engine.errors import IllegalSetup

LOOKS = 200_000
"""How often a search can consider a group of piles. What people really write takes at most 80,000 steps; this many take about
20 ms, during which the bot can't answer anyone else."""

LANE = 16
"""How many bits a lane has: enough to count all things."""
MOST_IN_LANE = (1 << LANE) - 1


class Rule(NamedTuple):
    """How many of the ten piles must be, and can be, among `members`."""

    members: frozenset[str]
    minimum: int
    maximum: int


class TooComplex(IllegalSetup):
    """Finding out whether the request can be fulfilled would take too long."""

    def __init__(self) -> None:
        super().__init__(request_words.TOO_COMPLEX)


Signature = int
"""The rules that a thing counts for, one bit each."""
Groups = tuple[tuple[Signature, int], ...]
Bounds = tuple[tuple[int, int], ...]


class Search:
    """Finds out how a kingdom can be completed, for one draw, or for several that share the time allowed for one. If it would take
    too long, it raises TooComplex after `LOOKS`, always at the same point for the same request."""

    def __init__(self) -> None:
        self.known: dict[tuple[Groups, int, Bounds], tuple[Signature, ...] | None] = {}
        self.looks = 0

    def completion(self, left: Mapping[Signature, int], size: int, bounds: Bounds) -> Counter[Signature] | None:
        """Return `size` more from `left`, by signature, that keep all bounds; None if that is impossible. Rules that can no longer
        be broken don't count, and things that no longer differ form one group."""
        live = [(1 << place, bound) for place, bound in enumerate(bounds) if bound[0] > 0 or bound[1] < size]
        alike: dict[Signature, list[Signature]] = {}
        for signature, count in left.items():
            merged = signature
            if len(live) < len(bounds):
                merged = sum([1 << place for place, (bit, _) in enumerate(live) if signature & bit])
            alike.setdefault(merged, []).extend([signature] * count)
        groups = tuple(sorted((merged, len(members)) for merged, members in alike.items() if members))
        found = self._fill(groups, size, tuple(bound for _, bound in live))
        return None if found is None else Counter(alike[merged].pop() for merged in found)

    def _fill(self, groups: Groups, size: int, bounds: Bounds) -> tuple[Signature, ...] | None:
        """Return `size` more from these groups without exceeding any group; each step decides about one group."""
        groups = tuple([(signature, count if count < size else size) for signature, count in groups])
        key = groups, size, bounds
        if key not in self.known:
            self.looks += len(groups) * len(bounds)
            if self.looks > LOOKS:
                raise TooComplex
            self.known[key] = self._decide(groups, size, bounds)
        return self.known[key]

    def _decide(self, groups: Groups, size: int, bounds: Bounds) -> tuple[Signature, ...] | None:
        total = sum([count for _, count in groups])
        if size > total:
            return None
        fitting = sum([lanes(signature) * count for signature, count in groups])
        needy = live = 0
        hardest, slack = 0, total + 1
        for place, (low, high) in enumerate(bounds):
            if low <= 0 and high >= size:
                continue
            members = fitting >> LANE * place & MOST_IN_LANE
            if low > min(size, members) or high < max(0, size - (total - members)):
                return None
            live |= 1 << place
            if low > 0:
                needy |= 1 << place
                if members - low < slack:
                    hardest, slack = place, members - low
        if not live:
            return tuple(signature for signature, count in groups for _ in range(count))[:size]
        if needy:
            limited = live & ~needy
            fit = (group for group in groups if group[0] >> hardest & 1)
            signature, count = max(fit, key=lambda each: ((each[0] & needy).bit_count(), -(each[0] & limited).bit_count()))
        else:
            signature, count = min(groups, key=lambda each: (each[0] & live).bit_count())
        rest = tuple(group for group in groups if group[0] != signature)
        taken = 1 if signature & live else min(count, size)
        fewer = tuple(sorted((*rest, (signature, count - taken)))) if count > taken else rest
        more = self._fill(fewer, size - taken, lessened(bounds, signature, taken))
        if more is not None:
            return (signature,) * taken + more
        return self._fill(rest, size, bounds) if signature & live else None


@lru_cache(maxsize=4096)
def lanes(signature: Signature) -> int:
    """Return a signature with a lane for each of its bits, so that one sum over all groups counts what fits each rule."""
    return sum(1 << LANE * place for place in range(signature.bit_length()) if signature >> place & 1)


def choose(order: Sequence[str], required: int, size: int, rules: Sequence[Rule], search: Search) -> list[str] | None:
    """Return the first `size` of `order` that can keep all rules: take each in turn unless it would become impossible to keep them
    with the rest. The first `required` must be taken. None: it is impossible. Raises TooComplex if that would take too long to find
    out."""
    signatures = dict.fromkeys(order, 0)
    for place, rule in enumerate(rules):
        for name in rule.members & signatures.keys():
            signatures[name] |= 1 << place
    left = Counter(signatures.values())
    bounds = tuple((rule.minimum, rule.maximum) for rule in rules)
    chosen: list[str] = []
    ahead = search.completion(left, size, bounds)
    if ahead is None:
        return None
    useless: set[Signature] = set()
    for place, name in enumerate(order):
        if len(chosen) == size:
            return chosen if place >= required else None
        signature = signatures[name]
        left[signature] -= 1
        after = lessened(bounds, signature, 1)
        if ahead[signature]:
            ahead = ahead - Counter([signature])
        elif signature not in useless and (other := search.completion(left, size - len(chosen) - 1, after)) is not None:
            ahead = other
        elif place < required:
            return None
        else:
            useless.add(signature)
            continue
        chosen.append(name)
        bounds = after
    return chosen


def lessened(bounds: Bounds, signature: Signature, taken: int) -> Bounds:
    """Return how many must and can still be taken after `taken` things with that signature."""
    return tuple(
        (max(0, low - taken), high - taken) if signature >> place & 1 else (low, high) for place, (low, high) in enumerate(bounds)
    )
