"""The rows about who follows which table."""

from __future__ import annotations

from storage.rows import Rows, kept


class FollowerRows(Rows):
    """Reads and writes who follows which table."""

    async def followers(self, table_id: str) -> list[int]:
        async with self._checked():
            rows = await self._sql.followers(id=table_id)
            return kept(
                self._fit(int, "followers", (table_id, row["person"]), table_id, row, row["person"], "person") for row in rows
            )

    async def follow(self, table_id: str, person: int) -> None:
        async with self._db.transaction():
            await self._sql.follow(id=table_id, person=person)

    async def unfollow(self, table_id: str, person: int) -> None:
        async with self._db.transaction():
            await self._sql.unfollow(id=table_id, person=person)
