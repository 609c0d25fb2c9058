"""What is deleted as time goes by, a few rows in each transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from storage.models import Passing
from storage.rows import DELETED, Rows, stamp

SPARE = ", ".join(f"'{source}'" for source in DELETED)
WANTED = "SELECT 1 FROM seats WHERE seats.table_id = calls.table_id AND number = seat AND call = version"
CLEARED: Mapping[Passing, tuple[str, str, str]] = {
    "actions": ("actions", "id", "at < ?"),
    "invitations": ("invitations", "person, guest, at", "at < ?"),
    "pings": ("calls", "table_id, version, seat", f"at < ? AND (done OR NOT EXISTS ({WANTED}))"),
    "quarantine": ("quarantine", "id", f"at < ? AND source IN ({SPARE})"),
    "lobbies": ("tables", "id", "ended < ? AND started IS NULL AND phase = 'over' AND shown >= version AND NOT broken"),
    "hands": (
        "messages",
        "message",
        "audience IS NOT NULL AND table_id IN (SELECT id FROM tables WHERE phase = 'over' AND ended < ? AND shown >= version)",
    ),
}
"""Of each kind its table, the key of that, and which rows are of no use any more."""


class Cleaning(Rows):
    """Deletes rows that are of no use any more."""

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        """Delete at most so many rows from before then; return how many."""
        source, key, useless = CLEARED[what]
        async with self._db.transaction(until_on_disk=False):
            chosen = f"SELECT {key} FROM {source} WHERE {useless} LIMIT ?"
            return await self._db.run(f"DELETE FROM {source} WHERE ({key}) IN ({chosen})", (stamp(before), most))
