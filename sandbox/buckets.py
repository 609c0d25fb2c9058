"""Discord's rate limits: a fixed window per bucket, and one for the whole bot."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

from . import errors


@dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


class Buckets:
    """Counts requests; refuses those beyond a limit with Discord's 429."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._windows: dict[str, _Window] = {}

    def take(self, name: str, major: str, limit: int, window: float, *, everywhere: bool = False) -> dict[str, str]:
        """Count one request and return the headers that tell the bot what is left."""
        now = self.clock()
        key = f"{name}:{major}"
        state = self._windows.get(key)
        if state is None or state.ends <= now:
            self._sweep(now)
            state = self._windows[key] = _Window(now + window)
        if state.used >= limit:
            raise errors.rate_limited(state.ends - now, everywhere=everywhere)
        state.used += 1
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(limit - state.used),
            # Rounded up, so that a bot that waits this long never comes too early.
            "X-RateLimit-Reset-After": f"{math.ceil((state.ends - now) * 1000) / 1000:.3f}",
            "X-RateLimit-Reset": f"{state.ends:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }

    def _sweep(self, now: float) -> None:
        for key in [key for key, state in self._windows.items() if state.ends <= now]:
            del self._windows[key]
