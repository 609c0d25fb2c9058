"""The rows about who follows a table."""

from __future__ import annotations

from storage.rows import Rows, kept


class FollowerRows(Rows):
    """Reads and writes who follows which table."""

    def followers(self, table_id: str) -> list[int]:
        with self._checked():
            rows = self._rows("SELECT * FROM followers WHERE table_id = ? ORDER BY person", table_id)
            return kept(
                self._fit(int, "followers", (table_id, row["person"]), table_id, row, row["person"], "person") for row in rows
            )

    def follow(self, table_id: str, person: int) -> None:
        with self._transaction():
            self._db.execute("INSERT OR IGNORE INTO followers VALUES (?, ?)", (table_id, person))

    def unfollow(self, table_id: str, person: int) -> None:
        with self._transaction():
            self._db.execute("DELETE FROM followers WHERE table_id = ? AND person = ?", (table_id, person))
