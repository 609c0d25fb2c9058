"""The narrow interface to a database. It uses tables and saves, never rows and SQL, so that both SQLite and PostgreSQL can
implement `Store`. Everything that happens to a table in one go is one `Change`, and one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from engine.log import LogEntry
from storage.announcing import Announcement
from storage.models import (
    Change,
    Look,
    Message,
    OutsideAction,
    Passing,
    Ping,
    Quarantined,
    SavedGame,
    SavedKingdom,
    Spot,
    StoredEntry,
    Table,
)
from storage.notes import OwnNote
from storage.part import Part
from storage.personal import AutoAnswers, Dossier, PersonSettings, Reminder, TurnPlan
from storage.records import (
    Chronicle,
    GameRecord,
    GamesWanted,
    HeadToHead,
    Player,
    Rating,
    RatingChange,
    Skill,
    Statistics,
    Subject,
)


class StorageError(Exception):
    """A problem with the stored data, as a sentence for the operator of the bot."""


class InUse(StorageError):
    """Another process has this database open for writing."""


class Unreadable(StorageError):
    """The database isn't ours, or was made by newer code."""


class Unreachable(Unreadable, ConnectionError):
    """The database's server can't be reached for now."""


class Damaged(Unreadable):
    """Pages of the database are damaged."""


class Conflict(StorageError):
    """A change was made for a version of the table that isn't the stored one; nothing was written."""


class PlaceTaken(StorageError):
    """A new table was opened in a place where another is still going on; nothing was written."""


class DoneBefore(StorageError):
    """An outside action with this id was done before; nothing was written."""


class BrokenRow(StorageError):
    """A stored row doesn't fit its model. A copy is in quarantine; the row stays where it is if a game needs it."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source} {key} can't be read: {reason}")
        self.source, self.key, self.reason = source, key, reason


class Store(Protocol):
    """The storage of tables. Every method is one transaction; a method that raises has written nothing (except that BrokenRow
    writes to the quarantine). All can raise StorageError. `part`: the tables that this process shows, which is all of them unless
    several share a database. What is due, unshown or somewhere is listed for that part alone, and only the leading part does what
    concerns people and finished games: it alone finds people to remind, and records to make, rate or clear."""

    part: Part

    async def open(self) -> None:
        """Lock the database for this process (InUse if another has it) and bring its schema up to date (Unreadable)."""

    async def close(self) -> None:
        """Release the database."""

    # tables and games

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        """Return the tables that aren't over, oldest first: all, those at a place, those where a person has a seat, or those that
        someone follows. Unreadable rows are quarantined and left out."""

    async def open_in(self, guild: int) -> list[str]:
        """Return the ongoing games on a server with an open seat, oldest first."""

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        """Return the places of the tables that aren't over: all, or those on a server, in a channel and its threads, or in a
        thread."""

    async def table(self, table_id: str) -> Table | None:
        """Return one table, over or not. Raises BrokenRow."""

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        """Return the newest save of a table's game (or the newest whose snapshot was made after fewer than `below` entries); None
        before the game starts. Raises BrokenRow."""

    async def journal(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        """Return the entries of a table's game from the number `since` on: all, or the first `most`. Raises BrokenRow."""

    async def log(self, table_id: str, turns: range | None = None) -> tuple[list[LogEntry], list[OwnNote]]:
        """Return the game's lines that still stand, and the table's notes: all, or those of some turns. Raises BrokenRow."""

    async def standing(self, table_id: str) -> dict[int, AutoAnswers]:
        """Return people's auto-answers for this game alone."""

    async def plans(self, table_id: str) -> dict[int, TurnPlan]:
        """Return people's plans for their next turns."""

    async def newcomers(self, people: Sequence[int]) -> set[int]:
        """Return those of these people who have never had a seat in a game that has started."""

    async def latest(self, place: int) -> Table | None:
        """Return the last game that ended in a channel or thread (a channel includes the threads it gave to games); None also if
        its row can't be read."""

    async def commit(self, change: Change) -> None:
        """Apply all of a change. Raises Conflict, PlaceTaken and DoneBefore."""

    # processes that share a database

    async def glance(self, table_id: str) -> tuple[int | None, dict[int, PersonSettings]]:
        """Return a table's version (None: there is none), and the settings of the people there."""

    async def announce(self, announcement: Announcement) -> None:
        """Tell the other processes something. Every change at a table is announced as it is committed."""

    def listen(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Call `heard` with what other processes announce, and `missed` when some of that may have been lost. Neither may wait."""

    # what follows, and what is due

    async def unsettled(self) -> list[str]:
        """Return the games with automatic moves that aren't committed yet, oldest first."""

    async def settled(self, versions: Mapping[str, int]) -> None:
        """Record that nothing more follows automatically in these tables in these versions."""

    async def due(self, at: datetime) -> list[str]:
        """Return the tables where something is due by then, most overdue first."""

    async def next_due(self, after: datetime) -> datetime | None:
        """Return when something is next due, later than that."""

    async def action(self, action_id: str) -> OutsideAction | None:
        """Return the outside action with this id, if it was done."""

    async def opened(self, person: int, since: datetime) -> list[datetime]:
        """Return when a person has opened tables since then, as far as actions are remembered; oldest first."""

    async def invited(self, person: int, guest: int, since: datetime) -> list[datetime]:
        """Return when a person has invited a guest since then, as far as actions are remembered; oldest first."""

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        """Delete unneeded rows older than `before`, at most `most` of them; return how many were deleted."""

    # followers

    async def followers(self, table_id: str) -> list[int]:
        """Return the people who follow a table and haven't heard about its end, in the order of their ids."""

    async def follow(self, table_id: str, person: int) -> None:
        """Let a person follow a table."""

    async def unfollow(self, table_id: str, person: int) -> None:
        """Stop a person from following a table, perhaps because they have heard about its end."""

    # people

    async def settings(self, person: int) -> PersonSettings:
        """Return a person's settings; the defaults if there are none that can be read."""

    async def set_settings(
        self,
        person: int,
        settings: PersonSettings,
        action: OutsideAction | None = None,
        *,
        before: PersonSettings | None = None,
        unsettles: bool = False,
    ) -> None:
        """Keep a person's settings. `unsettles`: they might lead to automatic moves in each of their games. `before`: what they
        must have been. Raises DoneBefore, Conflict."""

    async def dossier(self, person: int, at: datetime) -> Dossier:
        """Return everything that is stored about a person, as a file for them."""

    async def mentioning(self, person: int) -> list[str | bytes]:
        """Return the tables, over or not, that might mention a person; a damaged id is returned as bytes. This looks through all
        games, which no one has to wait for."""

    async def leave(self, table_id: str, person: int, at: datetime) -> bool:
        """Delete what is stored about a person at a table that is over; return False if it isn't, or can't be read. That needn't
        be on the disk until `forget` is."""

    async def forget(self, person: int, at: datetime, mentioning: Sequence[str | bytes]) -> list[str]:
        """Delete what is stored about a person, at the tables found by `mentioning` among others: see `leaving.without` for their
        tables. Return those that have changed and go on, or have just been closed."""

    # reminders

    async def next_person_due(self, after: datetime) -> datetime | None:
        """Return the next time after that to check whether to remind someone."""

    async def people_due(self, at: datetime) -> list[int]:
        """Return the people whose games are to be checked by then, in order of those times."""

    async def reminder(self, person: int) -> tuple[Reminder, Look | None]:
        """Return a person's last reminder, and when to check next whether to send another."""

    async def reminded(self) -> dict[int, Reminder]:
        """Return the reminders to send, and those already sent, by person."""

    async def looked(self, seen: Look, next: Look | None, reminder: Reminder | None) -> None:
        """Record that `seen` is done, when to check next, and the new reminder, if any. Write nothing if someone else has set the
        next check in the meantime."""

    async def remind(self, person: int, reminder: Reminder, look: Look | None = None) -> None:
        """Record what happened to a person's reminder, if no other has replaced it, and when to check again."""

    async def doubt_times(self, now: datetime) -> None:
        """Check again the games of people whose last reminder is later than now, because the clock has been set back."""

    # what is kept about finished games

    async def chronicle(self, table_id: str) -> Chronicle:
        """Return what a game's stored log and journal contribute to its record."""

    async def unrecorded(self, most: int) -> list[tuple[str, bool]]:
        """Return at most this many finished games without a record, and for each whether to make it by replaying the journal."""

    async def record(self, table_id: str, record: GameRecord | None) -> None:
        """Keep a finished game's record, replacing an earlier one; None: it can't have one."""

    async def rate(self, most: int) -> int:
        """Rate at most this many unrated games, in the order in which they ended, once all have a record. Return how many were
        rated."""

    async def start_over(self) -> None:
        """Forget all records, ratings and statistics: all finished games are `unrecorded` again."""

    async def delete_game(self, table_id: str) -> None:
        """Delete a finished game with everything that belongs to it. Games that ended later must then be rated again."""

    async def share(self, table_id: str, person: int, *, shared: bool) -> None:
        """Record whether a person lets everyone look at a private game of theirs; it takes effect once all its players do."""

    async def shared(self, table_id: str) -> list[int]:
        """Return the people who let everyone look at a game."""

    async def games(self, wanted: GamesWanted) -> list[GameRecord]:
        """Return the finished games wanted, newest first."""

    async def finished_game(self, viewer: int | None, table_id: str) -> GameRecord | None:
        """Return a finished game; None if `viewer` can't look at it."""

    async def statistics(self, subject: Subject, *, hidden: bool) -> Statistics:
        """Return statistics of the games that everyone can look at (or, with `hidden`, of all)."""

    async def leaderboard(self, server: int | None, most: int, *, ais: bool) -> list[Rating]:
        """Return the best ratings on a server (None: everywhere) of the people who are listed, or of AIs."""

    async def rating(self, player: Player, server: int | None) -> Rating | None:
        """Return a player's rating on a server (None: everywhere)."""

    async def rating_changes(
        self, viewer: int | None, player: Player, server: int | None, *, skip: int = 0, most: int
    ) -> list[RatingChange]:
        """Return how games changed a player's rating, newest first, skipping the first few (`skip`)."""

    async def rating_course(self, player: Player, server: int | None, most: int) -> list[Skill]:
        """Return a player's ratings after each of the last games, oldest first."""

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead:
        """Return how two players did in the games with both of them that `viewer` can look at."""

    # kingdoms that servers save

    async def kingdoms(self, guild: int) -> list[SavedKingdom]:
        """Return the kingdoms that a server has saved, by name."""

    async def save_kingdom(self, guild: int, key: str, saved: SavedKingdom | None, action: OutsideAction) -> None:
        """Save a kingdom under a key, replacing any other with that key; None: delete it. Raises DoneBefore."""

    # what Discord shows

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        """Keep messages, or what they show now; forget deleted ones, whose tables are no longer shown correctly; mark pings as
        sent, or as unnecessary. A message that pings marks its ping as sent: its audience's, or for a public message, everyone's in
        that version."""

    async def messages(self, table_id: str) -> list[Message]:
        """Return the messages that show a table, oldest first."""

    async def unshown(self) -> list[str]:
        """Return the tables, over or not, whose current version Discord might not show, oldest first."""

    async def shown(self, versions: Mapping[str, int]) -> None:
        """Record that Discord shows these tables in these versions, with everything that belongs to them."""

    async def calls(self, table_id: str | None = None) -> list[Ping]:
        """Return the pings (of one table, or all) still to be sent, oldest first: except for people who were pinged, or acted, in
        the meantime."""

    # care

    async def quarantined(self) -> list[Quarantined]:
        """Return the rows in quarantine, oldest first."""

    async def backup(self, path: str) -> None:
        """Copy the whole database to a new SQLite file while it is in use."""

    async def size(self) -> int:
        """Return how many bytes the database takes."""
