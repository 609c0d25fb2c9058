"""What is deleted as time goes by, a few rows in each transaction."""

from __future__ import annotations

from datetime import datetime

from storage.models import Passing
from storage.rows import Rows, stamp


class Cleaning(Rows):
    """Deletes rows that are of no use any more."""

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        """Delete at most so many rows from before then; return how many."""
        async with self._db.transaction(until_on_disk=False):
            deleted: int = await getattr(self._sql, f"clear_{what}")(before=stamp(before), most=most)
            return deleted
