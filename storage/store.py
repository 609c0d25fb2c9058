"""The narrow interface behind which a database stands.

The interface uses tables and saves, never rows and SQL, so that SQLite and PostgreSQL both implement `Store`.
Everything that happens to a table in one go is one `Change`, and one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from engine.log import LogEntry
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
    """The database isn't ours, or newer code made it."""


class Damaged(Unreadable):
    """Pages of the database are damaged."""


class Conflict(StorageError):
    """A change was made for a version of the table that isn't the stored one; nothing was written."""


class PlaceTaken(StorageError):
    """A new table was stored while another is still going on; nothing was written."""


class DoneBefore(StorageError):
    """An outside action with this id was done before; nothing was written."""


class BrokenRow(StorageError):
    """A stored row doesn't fit its model. A copy is in quarantine; the row stays where it is if a game needs it."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source} {key} can't be read: {reason}")
        self.source, self.key, self.reason = source, key, reason


class Store(Protocol):
    """The storage of tables. Every method is one transaction; a method that raises has written nothing (but BrokenRow writes the
    quarantine). All may raise StorageError."""

    async def open(self) -> None:
        """Lock the database for this process (InUse if another has it) and bring its schema up to date (Unreadable)."""

    async def close(self) -> None:
        """Release the database."""

    # tables and games

    async def tables(self, *, place: int | None = None, person: int | None = None, follower: int | None = None) -> list[Table]:
        """Return the tables that aren't over, oldest first: all, those at a place, those where a person has a seat, or those that
        someone follows. Unreadable rows are quarantined and left out."""

    async def open_in(self, guild: int) -> list[str]:
        """Return the running games on a server with an open seat, oldest first."""

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        """Return the places of the tables that aren't over: all, or those in a server, in a channel and its threads, or in a
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

    async def unsettled(self) -> list[str]:
        """Return the games with automatic consequences that aren't committed yet, oldest first."""

    async def settled(self, versions: Mapping[str, int]) -> None:
        """Record that nothing more follows from these tables in these versions."""

    async def due(self, at: datetime) -> list[str]:
        """Return the tables at which something is due by then, longest overdue first."""

    async def next_due(self, after: datetime) -> datetime | None:
        """Return when something is next due, later than that."""

    async def action(self, action_id: str) -> OutsideAction | None:
        """Return the outside action with this id, if it was done."""

    async def opened(self, person: int, since: datetime) -> list[datetime]:
        """Return when a person has opened tables since then, as far as actions are remembered; oldest first."""

    async def invited(self, person: int, guest: int, since: datetime) -> list[datetime]:
        """Return when a person has invited a guest since then, as far as actions are remembered; oldest first."""

    async def clear(self, what: Passing, before: datetime, most: int) -> int:
        """Delete at most so many rows from before then that are of no use any more; return how many."""

    # followers

    async def followers(self, table_id: str) -> list[int]:
        """Return the people who follow a table and haven't heard of its end, in the order of their ids."""

    async def follow(self, table_id: str, person: int) -> None:
        """Let a person follow a table."""

    async def unfollow(self, table_id: str, person: int) -> None:
        """Let a person follow a table no longer, perhaps because they have heard of its end."""

    # people

    async def settings(self, person: int) -> PersonSettings:
        """Return a person's settings; the defaults if there are none that can be read."""

    async def set_settings(
        self, person: int, settings: PersonSettings, action: OutsideAction | None = None, *, unsettles: bool = False
    ) -> None:
        """Keep a person's settings. `unsettles`: each of their games may have automatic consequences of them. Raises DoneBefore."""

    async def dossier(self, person: int, at: datetime) -> Dossier:
        """Return everything that is stored about a person, as a file for them."""

    async def mentioning(self, person: int) -> list[str | bytes]:
        """Return the tables, over or not, that might say something about a person; a damaged id as its bytes. This goes through all
        games, which no one waits for."""

    async def leave(self, table_id: str, person: int, at: datetime) -> bool:
        """Delete what is stored about a person at a table that is over; return False if it isn't, or can't be read. That needn't
        be on the disk until `forget` is."""

    async def forget(self, person: int, at: datetime, mentioning: Sequence[str | bytes]) -> list[str]:
        """Delete what is stored about a person, at the tables found by `mentioning` among others: see `leaving.without` for their
        tables. Return those that have changed and go on, or have just been closed."""

    # what people are reminded by

    async def next_person_due(self, after: datetime) -> datetime | None:
        """Return when to look next whether someone is to be reminded, later than that."""

    async def people_due(self, at: datetime) -> list[int]:
        """Return the people at whose games to look by then, in the order of these times."""

    async def reminder(self, person: int) -> tuple[Reminder, Look | None]:
        """Return the last reminder of a person, and when to look next whether there is to be another."""

    async def reminded(self) -> dict[int, Reminder]:
        """Return the reminders that are to be sent, or are there, by person."""

    async def looked(self, seen: Look, next: Look | None, reminder: Reminder | None) -> None:
        """Note that `seen` is done, when to look next, and the new reminder if there is to be one. Write nothing if someone else
        has set meanwhile when to look."""

    async def remind(self, person: int, reminder: Reminder, look: Look | None = None) -> None:
        """Note what has become of a person's reminder, if none of another number has replaced it; and when to look again."""

    async def doubt_times(self, now: datetime) -> None:
        """Look again at the games of people whose last reminder is later than now: the clock has been set back."""

    # what is kept of finished games

    async def chronicle(self, table_id: str) -> Chronicle:
        """Return what a game's stored log and journal say for its record."""

    async def unrecorded(self, most: int) -> list[tuple[str, bool]]:
        """Return at most so many finished games without a record, and whether it is to be made by replaying their journals."""

    async def record(self, table_id: str, record: GameRecord | None) -> None:
        """Keep a finished game's record, in place of an earlier one; None: there can't be any."""

    async def rate(self, most: int) -> int:
        """Rate at most so many games that aren't rated yet, in the order in which they ended, once all have a record. Return how
        many were."""

    async def start_over(self) -> None:
        """Forget all records, ratings and statistics: all finished games are `unrecorded` again."""

    async def delete_game(self, table_id: str) -> None:
        """Delete a finished game with everything that belongs to it. Games that ended later are then to be rated again."""

    async def share(self, table_id: str, person: int, *, shared: bool) -> None:
        """Note whether a person lets everyone look at a private game of theirs; it counts once all its players do."""

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
        """Return what games did to a player's rating, newest first, but for the first few (`skip`)."""

    async def rating_course(self, player: Player, server: int | None, most: int) -> list[Skill]:
        """Return a player's ratings after each of the last games, oldest first."""

    async def head_to_head(self, viewer: int | None, first: Player, second: Player) -> HeadToHead:
        """Return how two players fared in games with both that `viewer` can look at."""

    # kingdoms that servers save

    async def kingdoms(self, guild: int) -> list[SavedKingdom]:
        """Return the kingdoms that a server has saved, by name."""

    async def save_kingdom(self, guild: int, key: str, saved: SavedKingdom | None, action: OutsideAction) -> None:
        """Save a kingdom under a key, replacing another of that key; None: delete it. Raises DoneBefore."""

    # what Discord shows

    async def keep(self, messages: Sequence[Message] = (), gone: Sequence[int] = (), called: Sequence[Ping] = ()) -> None:
        """Keep messages, or what they show now; forget deleted ones, whose tables are no longer shown correctly; mark pings as
        sent, or as needless. If a message pings, that ping is sent: its audience's, or for a public message those of everyone that
        version pings."""

    async def messages(self, table_id: str) -> list[Message]:
        """Return the messages that show a table, oldest first."""

    async def unshown(self) -> list[str]:
        """Return the tables, over or not, that Discord may not show in their current version, oldest first."""

    async def shown(self, versions: Mapping[str, int]) -> None:
        """Record that Discord shows these tables in these versions, with everything that belongs to them."""

    async def calls(self, table_id: str | None = None) -> list[Ping]:
        """Return the pings (of one table, or all) still to be sent, oldest first: not for people who were pinged, or have acted, in
        the meantime."""

    # care

    async def quarantined(self) -> list[Quarantined]:
        """Return the rows in quarantine, oldest first."""

    async def backup(self, path: str) -> None:
        """Copy the whole database to a new SQLite file while it is in use."""

    async def size(self) -> int:
        """Return how many bytes the database takes."""
