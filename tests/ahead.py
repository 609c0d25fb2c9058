"""The bot in its own process, whose clock is `AHEAD` seconds ahead of the machine's."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from bot import main
from tables.clock import WallClock


def seneschal() -> int:
    """Run `bot.py` with this clock."""
    ahead, now = timedelta(seconds=float(os.environ["AHEAD"])), WallClock.__call__

    def later(clock: WallClock) -> datetime:
        return now(clock) + ahead

    WallClock.__call__ = later  # type: ignore[assignment, method-assign]
    return main([])
