"""Looking after a database: whether its rows can be read, and what is in quarantine."""

from __future__ import annotations

from contextlib import suppress

from storage.cleaning import Cleaning
from storage.errors import BrokenRow
from storage.forgetting import Forgetting
from storage.models import Quarantined
from storage.rows import kept


class Care(Forgetting, Cleaning):
    """The ledger of a database, with the operations that only its operator needs."""

    async def examine(self) -> list[str]:
        """Read all rows, which quarantines those that don't fit their model. Return any other problems, as sentences."""
        for row in await self._sql.all_tables():
            async with self._checked():
                await self._table(row)
            for read in (self.table, self.game, self.journal, self.log, self.messages, self.standing, self.plans, self.followers):
                with suppress(BrokenRow):
                    await read(row["id"])
        for row in await self._sql.all_settings():
            await self.settings(row["person"])
        for row in await self._sql.all_guilds():
            await self.kingdoms(row["guild"])
        for row in await self._sql.all_actions():
            await self.action(row["id"])
        for row in await self._sql.all_people():
            await self.reminder(row["person"])
        for row in await self._sql.all_records():
            async with self._checked():
                await self._game_record(row)
        await self.calls()
        strays = await self._sql.strays()
        return [f"Rows of `{each['source']}` without a matching row in `{each['parent']}`: {each['size']}." for each in strays]

    async def quarantined(self) -> list[Quarantined]:
        for _ in range(2):  # the first pass quarantines rows of the quarantine that don't fit; the second one lists those too
            async with self._checked():
                rows = await self._sql.quarantined()
                found = [
                    self._fit(Quarantined, "quarantine", (row["id"],), None, row, {k: row[k] for k in Quarantined.model_fields})
                    for row in rows
                ]
        return kept(found)
