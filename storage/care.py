"""Looking after an SQLite database: its schema, what is damaged, and what is in quarantine."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from storage.cleaning import Cleaning
from storage.files import APPLICATION_ID, migrations
from storage.forgetting import Forgetting
from storage.models import Quarantined
from storage.rows import kept
from storage.store import BrokenRow, Damaged, Unreadable

log = logging.getLogger(__name__)


class Care(Forgetting, Cleaning):
    """The ledger of a database, with what is done to it at a start, and by its operator."""

    def prepare(self, path: Path) -> None:
        """Set the connection up, and bring the schema up to date in one transaction. Raises Unreadable, Damaged."""
        version = self._one("PRAGMA user_version")["user_version"]
        owner = self._one("PRAGMA application_id")["application_id"]
        known = migrations()
        if owner != APPLICATION_ID and self._one("SELECT count(*) AS things FROM sqlite_schema")["things"]:
            raise Unreadable(f"{path} is a database, but not one of Seneschal's. Set DATABASE_URL to another file.")
        if version > known[-1][0]:
            raise Unreadable(f"{path} was written by a newer version of Seneschal. Install that version, or restore a backup.")
        damage = self._damage()
        if damage:
            raise Damaged(damage)
        for pragma in ("journal_mode = WAL", "foreign_keys = ON", "busy_timeout = 5000"):
            self._db.execute(f"PRAGMA {pragma}")
        pending = [(number, each) for number, each in known if number > version]
        if pending:
            script = "".join(f"{each.read_text(encoding='utf-8')}\n" for _, each in pending)
            self._db.executescript(
                f"BEGIN EXCLUSIVE;\n{script}"
                f"PRAGMA user_version = {pending[-1][0]};\nPRAGMA application_id = {APPLICATION_ID};\nCOMMIT;"
            )
            log.info("%s: schema updated from version %d to %d", path, version, pending[-1][0])

    def _damage(self) -> str | None:
        """Return what is wrong with the pages, or with an index of them, if anything is. A single value that is wrong is its row's
        matter."""
        found = [str(row["integrity_check"]).splitlines()[-1] for row in self._rows("PRAGMA integrity_check")]
        return next((each for each in found if each != "ok" and " value in " not in each), None)

    def examine(self) -> list[str]:
        """Read all rows, so that those that don't fit go to quarantine. Return what is wrong besides, as sentences."""
        for row in self._rows("SELECT * FROM tables"):
            with self._checked():
                self._table(row)
            for read in (self.table, self.game, self.journal, self.log, self.messages, self.standing, self.plans, self.followers):
                with suppress(BrokenRow):
                    read(row["id"])
        for row in self._rows("SELECT person FROM settings"):
            self.settings(row["person"])
        for row in self._rows("SELECT DISTINCT guild FROM kingdoms"):
            self.kingdoms(row["guild"])
        for row in self._rows("SELECT id FROM actions"):
            self.action(row["id"])
        for row in self._rows("SELECT person FROM people"):
            self.reminder(row["person"])
        for row in self._rows("SELECT * FROM records"):
            with self._checked():
                self._game_record(row)
        self.calls()
        strays = self._rows('SELECT "table" AS source, parent, count(*) AS size FROM pragma_foreign_key_check GROUP BY 1, 2')
        return [f"Rows of `{each['source']}` without a matching row in `{each['parent']}`: {each['size']}." for each in strays]

    def quarantined(self) -> list[Quarantined]:
        for _ in range(2):  # a row of its own that doesn't fit is quarantined, too: the second look finds it as such
            with self._checked():
                rows = self._rows('SELECT id, source, key, table_id AS "table", data, reason, at FROM quarantine ORDER BY id')
                found = [
                    self._fit(Quarantined, "quarantine", (row["id"],), None, row, {k: row[k] for k in Quarantined.model_fields})
                    for row in rows
                ]
        return kept(found)
