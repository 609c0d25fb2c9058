"""Deleting rows that are out of date, a few in each transaction."""

from __future__ import annotations

from datetime import datetime

from storage.models import Passing
from storage.rows import Rows, stamp


class Cleaning(Rows):
    """Deletes rows that are no longer needed."""

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        """Delete rows older than `before`, at most `most` of them; return how many were deleted."""
        async with self._db.transaction(until_on_disk=False):
            deleted: int = await getattr(self._sql, f"clear_{what}")(before=stamp(before), most=most)
            return deleted
