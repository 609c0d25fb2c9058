"""The store: every read and write of stored data, each in one transaction. It deals in tables and saves, never in rows and SQL.
Everything that happens to a table in one go is one `Change`.

An interface to the ledger, which the stores on SQLite and PostgreSQL carry out in their own ways.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.log import LogLine
from metrics import COMMITS
from storage.announcing import Announcement
from storage.care import Care
from storage.models import Change, Spot
from storage.part import WHOLE, Part
from storage.personal import Dossier
from storage.records import Chronicle

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[Care], Coroutine[Any, Any, T]]
Method = Callable[Concatenate[Care, P], Coroutine[Any, Any, T]]
Stored = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]


def work(method: Method[P, T]) -> Stored[P, T]:
    """Return the store's own method for one of the ledger's."""

    @wraps(method)
    async def do(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._do(lambda ledger: method(ledger, *args, **kwargs))

    return do


def query(method: Method[P, T]) -> Stored[P, T]:
    """Return the same for one that is a single query."""

    @wraps(method)
    async def ask(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._ask(lambda ledger: method(ledger, *args, **kwargs))

    return ask


def led(method: Method[P, T], otherwise: Callable[[], T]) -> Stored[P, T]:
    """Return the same for one that only the leading part does; the others return `otherwise`."""

    @wraps(method)
    async def lead(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._do(lambda ledger: method(ledger, *args, **kwargs)) if self.part.leads else otherwise()

    return lead


class Store(ABC):
    """The storage of tables. A method that raises has written nothing (except that BrokenRow writes to the quarantine). All can
    raise StorageError. `part`: the tables that this process shows, which is all of them unless several share a database. What is
    due, unshown or somewhere is listed for that part alone, and the leading part does what concerns only people or finished
    games: it alone finds people to remind, and records to make, rate or clear."""

    part: Part = WHOLE

    @abstractmethod
    async def _do(self, work: Work[T]) -> T:
        """Do a piece of work to its end, even if the caller is cancelled in the meantime."""

    async def _ask(self, work: Work[T]) -> T:
        """Do a piece of work that is a single query."""
        return await self._do(work)

    @abstractmethod
    async def open(self) -> None:
        """Lock the database for this process (InUse if another has it) and bring its schema up to date (Unreadable)."""

    @abstractmethod
    async def close(self) -> None:
        """Release the database."""

    # tables and games

    tables = work(Care.tables)
    """Return the tables that aren't over, oldest first: all, those at a place, those where a person has a seat, or those that
    someone follows. Unreadable rows are quarantined and left out."""
    open_in = work(Care.open_in)
    """Return the ongoing games on a server with an open seat, oldest first."""

    async def spots(self, *, guild: int | None = None, channel: int | None = None, thread: int | None = None) -> list[Spot]:
        """Return the places of the tables that aren't over: all, or those on a server, in a channel and its threads, or in a
        thread."""
        return await self._do(lambda ledger: ledger.spots(self.part, guild=guild, channel=channel, thread=thread))

    table = work(Care.table)
    """Return one table, over or not. Raises BrokenRow."""
    game = work(Care.game)
    """Return the newest save of a table's game (or the newest whose snapshot was made after fewer than `below` entries); None
    before the game starts. Raises BrokenRow."""
    journal = work(Care.journal)
    """Return the entries of a table's game from the number `since` on: all, or the first `most`. Raises BrokenRow."""
    log = work(Care.log)
    """Return the game's lines that still stand, and the table's notes: all, or those of some turns. Raises BrokenRow."""
    standing = work(Care.standing)
    """Return people's auto-answers for this game alone."""
    standing_of = work(Care.standing_of)
    """Return a person's auto-answers for single games that aren't over, by table."""
    plans = work(Care.plans)
    """Return people's plans for their next turns."""
    newcomers = work(Care.newcomers)
    """Return those of these people who have never had a seat in a game that has started."""
    latest = work(Care.latest)
    """Return the last game that ended in a channel or thread (a channel includes the threads it gave to games); None also if
    its row can't be read."""

    async def commit(self, change: Change) -> None:
        """Apply all of a change. Raises Conflict, PlaceTaken and DoneBefore."""
        with COMMITS.time():
            await self._do(lambda ledger: ledger.commit(change))

    # processes that share a database

    glance = query(Care.glance)
    """Return a table's version (None: there is none), and the settings of the people there."""

    @abstractmethod
    async def announce(self, announcement: Announcement) -> None:
        """Tell the other processes something. Every change at a table is announced as it is committed."""

    @abstractmethod
    def listen(self, heard: Callable[[Announcement], None], missed: Callable[[], None]) -> None:
        """Call `heard` with what other processes announce, and `missed` when some of that may have been lost. Neither may wait."""

    # what follows, and what is due

    unsettled = work(Care.unsettled)
    """Return the games with automatic moves that aren't committed yet, oldest first."""
    settled = work(Care.settled)
    """Record that nothing more follows automatically in these tables in these versions."""

    async def due(self, at: datetime) -> list[str]:
        """Return the tables where something is due by then, most overdue first."""
        return await self._do(lambda ledger: ledger.due(at, self.part))

    async def next_due(self, after: datetime) -> datetime | None:
        """Return when something is next due, later than that."""
        return await self._do(lambda ledger: ledger.next_due(after, self.part))

    action = query(Care.action)
    """Return the outside action with this id, if it was done."""
    opened = work(Care.opened)
    """Return when a person has opened tables since then, as far as actions are remembered; oldest first."""
    invited = work(Care.invited)
    """Return when a person has invited a guest since then, as far as actions are remembered; oldest first."""
    clear = led(Care.clear, int)
    """Delete unneeded rows older than `before`, at most `most` of them; return how many were deleted."""

    # followers

    followers = query(Care.followers)
    """Return the people who follow a table and haven't heard about its end, in the order of their ids."""
    follow = work(Care.follow)
    """Let a person follow a table."""
    unfollow = work(Care.unfollow)
    """Stop a person from following a table, perhaps because they have heard about its end."""

    # people

    settings = query(Care.settings)
    """Return a person's settings; the defaults if there are none that can be read."""
    set_settings = work(Care.set_settings)
    """Keep a person's settings. `unsettles`: they might lead to automatic moves in each of their games. `before`: what they
    must have been. Raises DoneBefore, Conflict."""

    @abstractmethod
    async def dossier(self, person: int, at: datetime) -> Dossier:
        """Return everything that is stored about a person, as a file for them."""

    @abstractmethod
    async def mentioning(self, person: int) -> list[str | bytes]:
        """Return the tables, over or not, that might mention a person; a damaged id is returned as bytes. This looks through all
        games, which no one has to wait for."""

    leave = work(Care.leave)
    """Delete what is stored about a person at a table: see `leaving.without`. Return whether that changes a table that goes on, or
    closes it. At one that is over, it needn't be on the disk until `forget` is."""
    forget = work(Care.forget)
    """Delete everything that is stored about a person, at the tables found by `mentioning` among others. Return those that have
    changed and go on, or have just been closed."""

    # reminders

    next_person_due = led(Care.next_person_due, lambda: None)
    """Return the next time after that to check whether to remind someone."""
    people_due = led(Care.people_due, list)
    """Return the people whose games are to be checked by then, in order of those times."""
    reminder = work(Care.reminder)
    """Return a person's last reminder, and when to check next whether to send another."""
    reminded = led(Care.reminded, dict)
    """Return the reminders to send, and those already sent, by person."""
    looked = work(Care.looked)
    """Record that `seen` is done, when to check next, and the new reminder, if any. Write nothing if someone else has set the
    next check in the meantime."""
    remind = work(Care.remind)
    """Record what happened to a person's reminder, if no other has replaced it, and when to check again."""
    doubt_times = work(Care.doubt_times)
    """Check again the games of people whose last reminder is later than now, because the clock has been set back."""

    # what is kept about finished games

    async def chronicle(self, table_id: str) -> Chronicle:
        """Return what a game's stored log and journal contribute to its record."""
        lines: list[LogLine] = []
        after: object = -1
        while after is not None:
            piece, after = await self._told_lines(table_id, after)
            lines += piece
        return Chronicle(tuple(lines), await self._do(lambda ledger: ledger.moves(table_id)))

    async def _told_lines(self, table_id: str, after: object) -> tuple[list[LogLine], object]:
        return await self._do(lambda ledger: ledger.told_lines(table_id, after))

    unrecorded = led(Care.unrecorded, list)
    """Return at most this many finished games without a record, and for each whether to make it by replaying the journal."""
    record = work(Care.record)
    """Keep a finished game's record, replacing an earlier one; None: it can't have one."""
    rate = led(Care.rate, int)
    """Rate at most this many unrated games, in the order in which they ended, once all have a record. Return how many were
    rated."""
    start_over = work(Care.start_over)
    """Forget all records, ratings and statistics: all finished games are `unrecorded` again."""
    delete_game = work(Care.delete_game)
    """Delete a finished game with everything that belongs to it. Games that ended later must then be rated again."""
    share = work(Care.share)
    """Record whether a person lets everyone look at a private game of theirs; it takes effect once all its players do."""
    shared = work(Care.shared)
    """Return the people who let everyone look at a game."""
    games = work(Care.games)
    """Return the finished games wanted, newest first."""
    finished_game = work(Care.finished_game)
    """Return a finished game; None if `viewer` can't look at it."""
    statistics = work(Care.statistics)
    """Return statistics of the games that everyone can look at (or, with `hidden`, of all)."""
    leaderboard = work(Care.leaderboard)
    """Return the best ratings on a server (None: everywhere) of the people who are listed, or of AIs."""
    rating = work(Care.rating)
    """Return a player's rating on a server (None: everywhere)."""
    rating_changes = work(Care.rating_changes)
    """Return how games changed a player's rating, newest first, skipping the first few (`skip`)."""
    rating_course = work(Care.rating_course)
    """Return a player's ratings after each of the last games, oldest first."""
    head_to_head = work(Care.head_to_head)
    """Return how two players did in the games with both of them that `viewer` can look at."""

    # kingdoms that servers save

    kingdoms = work(Care.kingdoms)
    """Return the kingdoms that a server has saved, by name."""
    save_kingdom = work(Care.save_kingdom)
    """Save a kingdom under a key, replacing any other with that key; None: delete it. Raises DoneBefore."""

    # what Discord shows

    keep = work(Care.keep)
    """Keep messages, or what they show now; forget deleted ones, whose tables are no longer shown correctly; mark pings as
    sent, or as unnecessary. A message that pings marks its ping as sent: its audience's, or for a public message, everyone's in
    that version."""
    messages = query(Care.messages)
    """Return the messages that show a table, oldest first."""

    async def unshown(self) -> list[str]:
        """Return the tables, over or not, whose current version Discord might not show, oldest first."""
        return await self._do(lambda ledger: ledger.unshown(self.part))

    shown = work(Care.shown)
    """Record that Discord shows these tables in these versions, with everything that belongs to them."""
    calls = query(Care.calls)
    """Return the pings (of one table, or all) still to be sent, oldest first: except for people who were pinged, or acted, in
    the meantime."""

    # care

    examine = work(Care.examine)
    """Read all rows, which quarantines those that don't fit their model. Return any other problems, as sentences."""
    quarantined = work(Care.quarantined)
    """Return the rows in quarantine, oldest first."""

    @abstractmethod
    async def backup(self, path: str) -> None:
        """Copy the whole database to a new SQLite file while it is in use."""

    @abstractmethod
    async def size(self) -> int:
        """Return how many bytes the database takes."""
